"""Everything publish needs, as one value: it reads nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from wherefrom.domain.binding import Candidate, Ruling
from wherefrom.domain.classification import FieldClass, SystemRuling, Term
from wherefrom.domain.evidence import PlacedDiagnostic, TargetAnswer
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.unit import Statement

DRAFT = "DRAFT"
APPROVED = "APPROVED"


class FrozenFile(Protocol):
    """A file of the snapshot."""

    @property
    def path(self) -> str:
        """Snapshot-relative POSIX path."""

    @property
    def size(self) -> int:
        """Bytes."""

    @property
    def sha256(self) -> str:
        """Hex, of the exact bytes."""


class PlacedStatement(Protocol):
    """A statement with its file."""

    @property
    def file(self) -> str:
        """Snapshot-relative POSIX path."""

    @property
    def statement(self) -> Statement:
        """The statement."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One publication: evidence, decisions and where they come from.

    Attributes:
        release: Name of the release.
        frozen_at: UTC moment of the freeze, ``2026-11-27T18:00:00Z``.
        snapshot_id: ``sha256:…``.
        analysis_id: Hash of snapshot, settings, versions and decision-log head.
        state: ``DRAFT`` or ``APPROVED``.
        files: Files of the snapshot.
        texts: Decoded text by path, of the files that could be decoded.
        statements: Every statement of the snapshot.
        nodes, edges: Of the whole snapshot; the data files hold the targets' closures.
        diagnostics: Of the whole snapshot.
        candidates: Writer candidates of the whole snapshot.
        rulings: What review says, by binding id; a missing one is PENDING.
        decisions: The decision log's records as JSON values, in log order.
        decision_head: Hash of the last record, hex; 64 zeros for an empty log.
        decision_count: Number of records.
        answers: One per target, in the order asked.
        classes: Source classes by target, in the order of its fields.
        systems: Source systems by canonical table, as far as people said.
        settings: What the analysis was set to; JSON values.
        versions: Version by tool; ``templates/…`` for the templates.
        glossary: Confirmed business names by canonical name of the table or field.
        governance: sha256 hex by name of the governance files that were read.
        store_revision: Revision of the store's schema.
        dialects: Dialect by path; ``settings["dialect"]`` where a path is not listed.
        skipped: Why files beside those of the snapshot were not frozen, one reason per file.
        redacted: Text by path without its literals, on the same lines; None where literals are published.
    """

    release: str
    frozen_at: str
    snapshot_id: str
    analysis_id: str
    state: str
    files: tuple[FrozenFile, ...]
    texts: Mapping[str, str]
    statements: tuple[PlacedStatement, ...]
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    diagnostics: tuple[PlacedDiagnostic, ...]
    candidates: tuple[Candidate, ...]
    rulings: Mapping[str, Ruling]
    decisions: tuple[Mapping[str, object], ...]
    decision_head: str
    decision_count: int
    answers: tuple[TargetAnswer, ...]
    classes: Mapping[str, tuple[FieldClass, ...]]
    systems: Mapping[str, SystemRuling]
    settings: Mapping[str, object]
    versions: Mapping[str, str]
    glossary: Mapping[str, Term] = field(default_factory=dict)
    governance: Mapping[str, str] = field(default_factory=dict)
    store_revision: str = ""
    dialects: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[str, ...] = ()
    redacted: Mapping[str, str] | None = None

    def shown(self, file: str) -> str:
        """Return a file's text as pages show it; empty where it has none. Lines are those of ``texts``."""
        return (self.texts if self.redacted is None else self.redacted).get(file, "")

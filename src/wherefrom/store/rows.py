"""The values that stand in rows: where a domain value is a tree, the flat part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wherefrom.domain.binding import Candidate, Ruling, Status
from wherefrom.domain.control import Reach
from wherefrom.domain.evidence import PlacedDiagnostic, Resolution, Standing, Stated
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.outline import Outline
from wherefrom.domain.unit import Statement, Unit


class HasStatement(Protocol):
    """A statement with its file."""

    @property
    def file(self) -> str:
        """Snapshot-relative POSIX path."""

    @property
    def statement(self) -> Statement:
        """The statement."""


class Linked(Protocol):
    """Rows of some files, without what people say of them."""

    @property
    def statements(self) -> Sequence[HasStatement]:
        """Statements."""

    @property
    def nodes(self) -> Sequence[GraphNode]:
        """Dataset Nodes."""

    @property
    def edges(self) -> Sequence[GraphEdge]:
        """The edges that end in them."""

    @property
    def candidates(self) -> Sequence[Candidate]:
        """Writers that may feed their reads."""

    @property
    def diagnostics(self) -> Sequence[PlacedDiagnostic]:
        """Diagnostics."""


class Evidence(Linked, Protocol):
    """What of a linked graph is kept."""

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """What review says of the candidates, by binding id."""


class RuledRows:
    """Rows of the files that an analysis linked itself, under what review says of all of its bindings."""

    def __init__(self, rows: Linked, rulings: Mapping[str, Ruling]) -> None:
        self.statements = rows.statements
        self.nodes = rows.nodes
        self.edges = rows.edges
        self.candidates = rows.candidates
        self.diagnostics = rows.diagnostics
        self.rulings = rulings


class FrozenFile(Protocol):
    """One file of a snapshot."""

    @property
    def path(self) -> str:
        """Snapshot-relative POSIX path."""

    @property
    def size(self) -> int:
        """Bytes."""

    @property
    def sha256(self) -> str:
        """Hex digest of its bytes."""


class Frozen(Protocol):
    """What of a snapshot is kept."""

    @property
    def snapshot_id(self) -> str:
        """``sha256:…``."""

    @property
    def release(self) -> str:
        """Name of the release."""

    @property
    def frozen_at(self) -> str:
        """ISO UTC."""

    @property
    def files(self) -> Sequence[FrozenFile]:
        """Its files."""


@dataclass(frozen=True, slots=True)
class NewUnit:
    """A Unit to keep.

    Attributes:
        key: ``unit_key`` of what it was made from.
        content: sha256 hex of the file's bytes.
        unit: The Unit.
        blob: ``encode_unit`` of it where somebody has it already; empty otherwise.
    """

    key: str
    content: str
    unit: Unit
    blob: bytes = b""


@dataclass(frozen=True, slots=True)
class AnalysedFile:
    """What became of one file in one analysis.

    Attributes:
        path: Snapshot-relative POSIX path.
        unit: Key of its Unit; empty if it could not be read.
        code: Diagnostic code that says why there is no Unit; empty if there is one.
        part: Number of its part in this store; None for an analysis of before there were any.
    """

    path: str
    unit: str
    code: str = ""
    part: int | None = None


@dataclass(frozen=True, slots=True)
class NewPart:
    """What link says of one file, to keep.

    Attributes:
        key: Hash of everything that decides it, 64 hex digits.
        unit: What tells the file's Unit from every other.
        outline: What it says in short. Its rows are among those of the analysis it is kept with.
    """

    key: str
    unit: str
    outline: Outline


@dataclass(frozen=True, slots=True)
class KeptPart(NewPart):
    """A part that the store holds.

    Attributes:
        number: Its id there.
        of_analysis: Id of the analysis that holds its rows.
    """

    number: int
    of_analysis: int


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The parts of an analysis, and what its files were read from.

    Attributes:
        settings: Its effective settings.
        versions: Versions of program, parser and facts.
        parts: By path.
        contents: sha256 hex of every file of its snapshot by path.
    """

    settings: Mapping[str, object]
    versions: Mapping[str, str]
    parts: Mapping[str, KeptPart]
    contents: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AnalysisRecord:
    """One analysis: what went in.

    Attributes:
        analysis_id: Hash of everything that decides its outcome (method 1.0).
        snapshot_id: The snapshot it reads.
        settings: Effective settings, JSON values only.
        versions: Versions of program, parser and facts.
        decision_head: Head of the decision log, 64 hex digits.
        counts: What it found, by name.
        files: One per file of the snapshot.
    """

    analysis_id: str
    snapshot_id: str
    settings: Mapping[str, object]
    versions: Mapping[str, str]
    decision_head: str
    counts: Mapping[str, int]
    files: tuple[AnalysedFile, ...]


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """A statement with its file, as the store gives it back."""

    file: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class RulingRow:
    """What review said of a candidate when the analysis was made."""

    binding_id: str
    status: Status
    decision_id: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """The flat part of a FieldAnswer; ``diagnostics`` are positions in the target's own list."""

    field: str
    ordinal: int
    tree_id: str
    resolution: Resolution
    standing: Standing
    type: str
    nullable: bool | None
    bindings: tuple[str, ...]
    diagnostics: tuple[int, ...]
    type_stated: Stated | None
    nullable_stated: Stated | None


@dataclass(frozen=True, slots=True)
class FieldControlRow:
    """That a control applies to a field; ``control`` is its position in the target's own list."""

    control: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class TargetRow:
    """The flat part of a TargetAnswer; ``closure`` holds positions in the analysis' own lists."""

    target: str
    display: str
    tables: tuple[str, ...]
    ends: tuple[str, ...]
    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    candidates: tuple[int, ...]
    diagnostics: tuple[int, ...]

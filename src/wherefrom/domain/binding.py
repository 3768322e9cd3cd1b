"""Writer bindings that people decide on, and what stands for each (method 1.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherefrom.domain.span import Location


class BindingRule(StrEnum):
    """Why a writer may feed a reader, strongest first (method 1.5)."""

    SAME_SCRIPT = "SAME_SCRIPT"
    SELF = "SELF"
    EXACT = "EXACT"
    DEFAULT_SCHEMA = "DEFAULT_SCHEMA"
    SAME_PLACEHOLDER = "SAME_PLACEHOLDER"
    PROJECT_REF = "PROJECT_REF"
    ENVIRONMENT = "ENVIRONMENT"
    NAME_ONLY = "NAME_ONLY"


PROVEN_RULES = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF, BindingRule.PROJECT_REF})
"""Bindings that need no review."""


HINT_RULES = frozenset({BindingRule.ENVIRONMENT, BindingRule.NAME_ONLY})
"""Bindings traversed only once CONFIRMED."""


class Status(StrEnum):
    """What stands for a binding or a claim, computed from the decision log (method 1.5)."""

    NOT_NEEDED = "NOT_NEEDED"  # proven by the script itself or the project's convention
    PENDING = "PENDING"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    DEFERRED = "DEFERRED"
    STALE = "STALE"
    CONFLICT = "CONFLICT"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What review says of one binding or claim: the only thing lineage knows about people.

    Attributes:
        status: What stands now.
        decision_id: The record it rests on; empty if nobody decided.
        flags: NOT_YET_EFFECTIVE, EXPIRED, CARRIED_OVER, PROPOSED …; sorted.
    """

    status: Status
    decision_id: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A writer that may feed a logical table: one row of the review table (method 1.5).

    Attributes:
        binding_id: ``W`` and ten hex digits of (logical table, writer path, written table, writer
            kind, occurrence among like writers of one file).
        logical_table: Canonical name that is read.
        writer_table: Canonical name that is written.
        writer: Where the writer statement stands.
        writer_kind: Its kind.
        writer_node: Id of its target node.
        rule: Why it is a candidate.
        fingerprint: sha256 hex of the writer statement's tokens.
        readers: Where the logical table is read, sorted. A table that is only asked for as a
            target has no readers and needs no decision.
    """

    binding_id: str
    logical_table: str
    writer_table: str
    writer: Location
    writer_kind: str
    writer_node: str
    rule: BindingRule
    fingerprint: str
    readers: tuple[Location, ...]

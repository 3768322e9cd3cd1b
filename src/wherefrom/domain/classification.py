"""Source systems and source classes (method 1.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from wherefrom.domain.binding import Status


@dataclass(frozen=True, slots=True)
class SystemRuling:
    """Which source system a logical table belongs to, as far as people said. Only CONFIRMED counts.

    Attributes:
        system: The system's name, as a person wrote it; several where several are proposed alike.
        status: What stands for that claim; PENDING where it is only proposed.
        decision_id: The record it rests on; empty if nobody decided.
        flags: EXPIRED, PROPOSED …, why it does not count; sorted.
    """

    system: str
    status: Status
    decision_id: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """What people call a table or a field, confirmed.

    Attributes:
        business_name: The name.
        meaning: What it means; empty where they did not say.
        decision_id: The record it rests on.
    """

    business_name: str
    meaning: str
    decision_id: str


def confirmed_system(systems: Mapping[str, SystemRuling], table: str) -> str:
    """Return the confirmed source system of a table; empty if there is none."""
    ruling = systems.get(table)
    return ruling.system if ruling and ruling.status is Status.CONFIRMED else ""


@unique
class SystemGap(StrEnum):
    """Why a table has no confirmed source system: what its fields wait for."""

    UNSAID = "UNSAID"  # nobody names a system
    PROPOSED = "PROPOSED"  # a row or a pattern names one; nobody has decided
    APPROVAL = "APPROVAL"  # a decision waits for a second person
    DEFERRED = "DEFERRED"
    STALE = "STALE"
    EXPIRED = "EXPIRED"
    NOT_YET_EFFECTIVE = "NOT_YET_EFFECTIVE"
    CONFLICT = "CONFLICT"
    REJECTED = "REJECTED"  # the only one that anybody named


_BY_STATUS = {
    Status.DEFERRED: SystemGap.DEFERRED,
    Status.STALE: SystemGap.STALE,
    Status.CONFLICT: SystemGap.CONFLICT,
    Status.REJECTED: SystemGap.REJECTED,
}
_BY_FLAG = {
    "PROPOSED": SystemGap.APPROVAL,
    "EXPIRED": SystemGap.EXPIRED,
    "NOT_YET_EFFECTIVE": SystemGap.NOT_YET_EFFECTIVE,
}


def system_gap(ruling: SystemRuling | None) -> SystemGap | None:
    """Return what keeps a table from a confirmed source system; None if nothing does.

    Args:
        ruling: What stands; None where nobody names a system.
    """
    if ruling is None:
        return SystemGap.UNSAID
    if ruling.status is Status.CONFIRMED:
        return None
    flagged = (gap for flag, gap in _BY_FLAG.items() if flag in ruling.flags)
    return _BY_STATUS.get(ruling.status) or next(flagged, SystemGap.PROPOSED)


@unique
class SourceClass(StrEnum):
    """The classes of method 1.9."""

    S1 = "S1"  # every confirmed column endpoint belongs to one source system
    S2 = "S2"  # no column endpoint at all
    S3 = "S3"  # not provable
    S4 = "S4"  # confirmed column endpoints in two or more source systems


@dataclass(frozen=True, slots=True)
class FieldClass:
    """The source class of one target field: one row of ``source_classification.csv``.

    Attributes:
        field: Canonical field name.
        source_class: Its class.
        reason: One clause, for readers.
        systems: Confirmed systems of its column endpoints, sorted; not complete for S3.
        decisions: Decisions those systems rest on, sorted.
        endpoints: Its column endpoints, sorted, provisional ones included.
        other_values: What is no column: ``CONSTANT 'OTHER'``, ``GENERATED COUNT(*)``; sorted.
        missing: What would have to be settled for a better class, in visit order; empty unless S3.
    """

    field: str
    source_class: SourceClass
    reason: str
    systems: tuple[str, ...]
    endpoints: tuple[str, ...]
    other_values: tuple[str, ...]
    missing: tuple[str, ...]
    decisions: tuple[str, ...] = ()

"""Source systems and source classes (method 1.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class SystemStatus(StrEnum):
    """What a person said of one row of ``governance/source_systems.csv``."""

    CONFIRMED = "CONFIRMED"
    PROPOSED = "PROPOSED"  # a proposal, a pattern row, or a confirmation that does not hold now
    REJECTED = "REJECTED"


@dataclass(frozen=True, slots=True)
class SystemRuling:
    """Which source system a logical table belongs to. Only CONFIRMED counts.

    Attributes:
        system: The system's name, as the person wrote it.
        status: Whether it counts.
        row: Where it is written, ``source_systems.csv:4``.
        flags: Why a confirmation does not count: EXPIRED, NOT_YET_EFFECTIVE, PATTERN; sorted.
    """

    system: str
    status: SystemStatus
    row: str
    flags: tuple[str, ...] = ()


def confirmed_system(systems: Mapping[str, SystemRuling], table: str) -> str:
    """Return the confirmed source system of a table; empty if there is none."""
    ruling = systems.get(table)
    return ruling.system if ruling and ruling.status is SystemStatus.CONFIRMED else ""


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

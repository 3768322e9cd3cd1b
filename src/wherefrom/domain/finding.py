"""What a check of recorded bytes found: one value per item checked (interface, ``verify``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How an item stands against its record."""

    OK = "ok"
    DIFFERS = "differs"  # it is there, and is not what was recorded
    MISSING = "missing"  # recorded, and not there
    EXTRA = "extra"  # there, and not recorded
    BROKEN = "broken"  # it cannot be read as what it is


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One item that was checked.

    Attributes:
        level: How it stands.
        item: What was checked: a path relative to the checked folder, POSIX, or the name of a
            check (``decision chain``).
        message: One sentence for a reader, without the two values.
        recorded: What the record says; empty if it says nothing.
        found: What was found; empty if nothing was.
    """

    level: Level
    item: str
    message: str
    recorded: str = ""
    found: str = ""

    @property
    def ok(self) -> bool:
        """Whether the item stands as recorded."""
        return self.level is Level.OK

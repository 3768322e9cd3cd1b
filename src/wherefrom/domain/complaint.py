"""Complaints: what a person has to mend in a file that people edit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """A cell a person has to mend: where, what is there, what would be right.

    Attributes:
        path: The file, as the reader was given it.
        line: Line the row begins on, 1-based.
        cell: Name of the column; ``row`` or ``file`` where it is about more.
        found: What stands there.
        wanted: What would be right.
    """

    path: str
    line: int
    cell: str
    found: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.cell} is '{self.found}'; {self.wanted}"

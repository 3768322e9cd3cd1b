"""Cells that spreadsheets must not run: written with a ``'`` in front, read with one taken off (interface 2.3)."""

from __future__ import annotations

import re

_RUNS = re.compile(r"'*[=+\-@\t\r\n\0＝＋－＠]")
"""What a spreadsheet would run, and what already looks guarded: one more ``'`` keeps it apart."""

_GUARDED = re.compile(r"''*[=+\-@\t\r\n\0＝＋－＠]")


def guard(cell: str) -> str:
    """Return a cell as it is written into a CSV for people."""
    return f"'{cell}" if _RUNS.match(cell) else cell


def unguard(cell: str) -> str:
    """Return a cell as it was before ``guard``; one that was never guarded stays as it is."""
    return cell[1:] if _GUARDED.match(cell) else cell

"""A table that people edit, as it comes back from a spreadsheet: rows and cells, or what has to be mended.

Excel and LibreOffice write other separators, other line ends, dates in the reader's own way, columns
in another order. All of that is read. An encoding is never guessed, and no ambiguous date is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wherefrom.domain.complaint import Complaint
from wherefrom.domain.moment import is_day, is_moment
from wherefrom.domain.sheet import unguard
from wherefrom.review.csv_lines import csv_lines
from wherefrom.review.form import Form, shown
from wherefrom.review.workbook_lines import is_workbook, workbook_lines

_NUMBERS = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})", re.ASCII)
_MIDNIGHT = re.compile(r"[ T]0?0:00(:00(\.0+)?)?Z?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row that was read.

    Attributes:
        line: Line it begins on, or row of the sheet; 1-based.
        cells: By column, one guard taken off each.
    """

    line: int
    cells: Mapping[str, str]


def read_sheet(
    shown_path: str, data: bytes, form: Form
) -> tuple[tuple[SheetRow, ...], tuple[Complaint, ...]]:
    """Read a table that people edit, a CSV or an XLSX workbook. Rows that are empty or begin with ``#`` are passed over.

    Args:
        shown_path: The file, as complaints name it.
        data: Its bytes.
        form: Its columns. Those that it need not have are empty where they are missing.

    Returns:
        Rows in file order, and complaints; with a complaint the rows are not to be used.

    Raises:
        UsageRefusal: it is a workbook, and what reads workbooks is not installed.
    """
    if is_workbook(shown_path, data):
        lines, complaints = workbook_lines(shown_path, data, form)
    else:
        lines, complaints = csv_lines(shown_path, data)
    return _Reading(shown_path, form, complaints).all(lines)


class _Reading:
    """One table while it is read."""

    def __init__(self, path: str, form: Form, complaints: Iterable[Complaint]) -> None:
        self.path = path
        self.form = form
        self.complaints = list(complaints)
        self.rows: list[SheetRow] = []
        self._header: tuple[str, ...] = ()

    def all(
        self, lines: Iterable[tuple[int, tuple[str, ...]]]
    ) -> tuple[tuple[SheetRow, ...], tuple[Complaint, ...]]:
        for line, cells in lines:
            self._take(line, cells)
        if not self._header and not self.complaints:
            self._wrong(1, "file", "empty", f"a {self.form.title} begins with its header: export one")
        self._find_repeated()
        return tuple(self.rows), tuple(sorted(self.complaints))

    def _take(self, line: int, cells: tuple[str, ...]) -> None:
        if not any(cell.strip() for cell in cells):
            return
        if not self._header and (cells[0].startswith("#")):
            return
        if not self._header:
            self._read_header(line, cells)
        elif len(cells) > len(self._header) and any(cell.strip() for cell in cells[len(self._header) :]):
            wanted = (
                f"a row has {len(self._header)} cells: put a cell that holds the separator in double quotes"
            )
            self._wrong(line, "row", f"{len(cells)} cells long", wanted)
        else:
            filled = [*cells, *[""] * (len(self._header) - len(cells))]
            by_name = dict(zip(self._header, filled, strict=False))
            if by_name.get(self.form.columns[0], "").lstrip().startswith("#"):
                return
            self.rows.append(
                SheetRow(line, {name: shown(unguard(by_name.get(name, ""))) for name in self.form.columns})
            )

    def _read_header(self, line: int, cells: tuple[str, ...]) -> None:
        self._header = tuple(cell.strip() for cell in cells)
        lost = [name for name in self.form.required if name not in self._header]
        if lost:
            self._wrong(line, "header", ", ".join(self._header)[:200], f"it lacks {', '.join(lost)}")
        for name in self.form.columns:
            if self._header.count(name) > 1:
                self._wrong(line, "header", name, "a column stands once")

    def _find_repeated(self) -> None:
        first: dict[tuple[str, ...], int] = {}
        for row in self.rows:
            names = tuple(row.cells[name].strip() for name in self.form.key)
            if names in first:
                wanted = f"line {first[names]} is about the same {self.form.subject}: keep one"
                self._wrong(row.line, self.form.key[0], names[0], wanted)
            first.setdefault(names, row.line)

    def _wrong(self, line: int, cell: str, found: str, wanted: str) -> None:
        self.complaints.append(Complaint(self.path, line, cell, found, wanted))


def read_date(cell: str, known: str = "") -> str:
    """Return a date cell as a day or moment in UTC, ``2026-11-27``; empty for empty.

    Args:
        cell: The cell, as a spreadsheet wrote it.
        known: The date that stood there before: a cell that can be read as it was not changed.

    Raises:
        ValueError: it is no date, or could be two; the text says what would be right.
    """
    text = _MIDNIGHT.sub("", cell.strip())
    if not text or is_day(text) or is_moment(text):
        return text
    parts = _NUMBERS.fullmatch(text)
    if parts is None:
        raise ValueError("it has to be empty, a day (2026-11-27) or a moment in UTC")
    first, mark, second, third = parts[1], parts[2], parts[3], parts[4]
    if len(first) == 4:
        days = {_day(first, second, third)}
    elif mark == ".":
        days = {_day(third, second, first)}
    else:
        days = {_day(third, second, first), _day(third, first, second)}
    found = sorted(days - {""})
    if known in found:
        return known
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"it can be read as {' or as '.join(found)}: write the one that is meant")
    raise ValueError("there is no such day: write it as 2026-11-27")


def _day(year: str, month: str, day: str) -> str:
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2:
        return ""
    text = f"{int(year) + (2000 if len(year) == 2 else 0):04}-{int(month):02}-{int(day):02}"
    return text if is_day(text) else ""

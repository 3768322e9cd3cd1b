"""``governance/source_systems.csv``: which logical table belongs to which source system (method 1.9)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wherefrom.domain.classification import SystemRuling, SystemStatus
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import Flag
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.moment import begins_after, ends_before, is_day, is_moment
from wherefrom.domain.sheet import unguard

COLUMNS = (
    "logical_table",
    "system",
    "status",
    "owner",
    "note",
    "reviewer",
    "effective_from",
    "effective_to",
)

PATTERN = "PATTERN"
"""Flag of a row that speaks of many tables: it only proposes."""

_QUOTED = re.compile(r'"[^"]*"')
_STATUSES = tuple(status.value for status in SystemStatus)


@dataclass(frozen=True, slots=True)
class _Row:
    """One row: the line it begins on, 1-based, and its cells by column."""

    line: int
    cells: Mapping[str, str]


def read_systems(path: Path, as_of: str) -> tuple[dict[str, SystemRuling], tuple[Complaint, ...]]:
    """Read the reviewed source systems.

    A row counts as CONFIRMED only where it names one table, its reviewer and a system, and its
    dates include the moment. Of two rows for one table neither counts while they contradict each
    other. Rows that begin with ``#`` are examples.

    Args:
        path: The file. One that is not there holds no rows.
        as_of: Moment that effective dates are judged at, UTC.

    Returns:
        Rulings by canonical table (or pattern), sorted by it, and complaints in file order.

    Raises:
        InputRefusal: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}, ()
    except OSError as error:
        raise InputRefusal(f"{path}: the source systems cannot be read: {error.strerror}.") from error
    rows, complaints = _rows(path, data)
    rulings: dict[str, list[tuple[_Row, SystemRuling]]] = {}
    for row in rows:
        wrong = tuple(_complaints(str(path), row))
        complaints += wrong
        table = row.cells["logical_table"]
        if table:
            ruling = _ruling(path.name, row, as_of, sound=not wrong)
            rulings.setdefault(table, []).append((row, ruling))
    found: dict[str, SystemRuling] = {}
    for table in sorted(rulings):
        found[table], wrong = _one(str(path), rulings[table])
        complaints += wrong
    return found, tuple(sorted(complaints))


def is_pattern(table: str) -> bool:
    """Return whether a name speaks of many tables: a ``*`` outside double quotes."""
    return "*" in _QUOTED.sub("", table)


def _rows(path: Path, data: bytes) -> tuple[tuple[_Row, ...], tuple[Complaint, ...]]:
    shown = str(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wanted = "the file has to be UTF-8: save it as 'CSV UTF-8'"
        return (), (Complaint(shown, line, "file", f"byte {error.start + 1}", wanted),)
    rows: list[_Row] = []
    complaints: list[Complaint] = []
    header: tuple[str, ...] = ()
    lines = _Lines(text)
    try:
        for line, cells in lines:
            if not header:
                header = tuple(cell.strip() for cell in cells)
                missing = [name for name in COLUMNS if name not in header]
                if missing:
                    wanted = f"it lacks {', '.join(missing)}"
                    return (), (Complaint(shown, line, "header", ",".join(header), wanted),)
            elif len(cells) > len(header):
                wanted = (
                    f"a row has {len(header)} cells: put a cell that holds the separator in double quotes"
                )
                complaints.append(Complaint(shown, line, "row", f"{len(cells)} cells long", wanted))
            else:
                filled = [unguard(cell).strip() for cell in cells] + [""] * (len(header) - len(cells))
                by_name = dict(zip(header, filled, strict=True))
                rows.append(_Row(line, {name: by_name[name] for name in COLUMNS}))
    except csv.Error as error:
        complaints.append(Complaint(shown, lines.line, "row", str(error), "close its double quotes"))
    return tuple(rows), tuple(complaints)


class _Lines(Iterator[tuple[int, list[str]]]):
    """Rows that are no examples and not empty, each with the line it begins on."""

    def __init__(self, text: str) -> None:
        head = next((line for line in text.splitlines() if line.strip() and line[0] != "#"), "")
        separator = max(",;\t", key=head.count)
        self.line = 1
        self._reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)

    def __next__(self) -> tuple[int, list[str]]:
        while True:
            self.line = self._reader.line_num + 1
            cells = next(self._reader)
            if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#"):
                return self.line, cells


def _complaints(shown: str, row: _Row) -> Iterator[Complaint]:
    def wrong(cell: str, wanted: str) -> Complaint:
        return Complaint(shown, row.line, cell, row.cells[cell], wanted)

    cells = row.cells
    if not cells["logical_table"]:
        yield wrong("logical_table", "a row needs the canonical name of a table")
    if cells["status"] not in _STATUSES:
        yield wrong("status", f"it has to be one of {', '.join(_STATUSES)}")
    for cell in ("effective_from", "effective_to"):
        if cells[cell] and not is_day(cells[cell]) and not is_moment(cells[cell]):
            yield wrong(cell, "it has to be empty, a day (2026-11-27) or a moment in UTC")
    if cells["status"] != SystemStatus.CONFIRMED:
        return
    if not cells["system"]:
        yield wrong("system", "a confirmed row names its source system")
    if not cells["reviewer"]:
        yield wrong("reviewer", "a confirmed row names who confirmed it")
    if is_pattern(cells["logical_table"]):
        yield wrong("logical_table", "a pattern only proposes: confirm each table in a row of its own")


def _ruling(name: str, row: _Row, as_of: str, *, sound: bool) -> SystemRuling:
    cells = row.cells
    status = SystemStatus(cells["status"]) if cells["status"] in _STATUSES else SystemStatus.PROPOSED
    flags = set()
    if is_pattern(cells["logical_table"]):
        flags.add(PATTERN)
    if sound and begins_after(cells["effective_from"], as_of):
        flags.add(Flag.NOT_YET_EFFECTIVE.value)
    if sound and ends_before(cells["effective_to"], as_of):
        flags.add(Flag.EXPIRED.value)
    if status is SystemStatus.CONFIRMED and (flags or not sound):
        status = SystemStatus.PROPOSED
    return SystemRuling(cells["system"], status, f"{name}:{row.line}", tuple(sorted(flags)))


def _one(shown: str, rows: list[tuple[_Row, SystemRuling]]) -> tuple[SystemRuling, tuple[Complaint, ...]]:
    """Return what the rows of one table come to."""
    confirmed = [(row, ruling) for row, ruling in rows if ruling.status is SystemStatus.CONFIRMED]
    rejected = {ruling.system for _, ruling in rows if ruling.status is SystemStatus.REJECTED}
    if not confirmed:
        return rows[-1][1], ()
    first, ruling = confirmed[0]
    for row, other in confirmed[1:]:
        if other.system != ruling.system:
            wanted = f"line {first.line} confirms {ruling.system} for the same table and time; keep one"
            return _undecided(ruling), (Complaint(shown, row.line, "system", other.system, wanted),)
    if ruling.system in rejected:
        wanted = "another row rejects the same system for the same table; keep one"
        return _undecided(ruling), (Complaint(shown, first.line, "system", ruling.system, wanted),)
    return ruling, ()


def _undecided(ruling: SystemRuling) -> SystemRuling:
    return SystemRuling(ruling.system, SystemStatus.PROPOSED, ruling.row, (Flag.CONFLICT.value,))

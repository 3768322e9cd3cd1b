"""The form of a table that people edit: its columns, its digests, its bytes as a CSV (interface 2.3).

Every such table has one form, whatever it is about, and every way it is written or read goes by that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from wherefrom.domain.sheet import guard

DIGEST = "row_digest"
"""Last column: the digest of what the program filled in, so that import can name a cell that was changed."""

_MOST_LISTED = 16_000  # characters; a cell of a workbook holds 32,767 halves of surrogate pairs
_NOT_KEPT = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"} | {
    0xFFFE: r"\ufffe",
    0xFFFF: r"\uffff",
}


@dataclass(frozen=True, slots=True)
class Form:
    """The columns of a table that people edit.

    Attributes:
        title: What the table is called in messages.
        columns: All columns, in the order they are written.
        machine: Columns that the program fills and a person leaves alone; ``row_digest`` is over them.
        required: Columns that a file has to have.
        key: Columns that tell its rows apart.
        subject: What two rows with the same key are about, in messages.
        decision: The column a person decides in.
    """

    title: str
    columns: tuple[str, ...]
    machine: tuple[str, ...]
    required: tuple[str, ...]
    key: tuple[str, ...]
    subject: str
    decision: str

    @property
    def people(self) -> tuple[str, ...]:
        """Columns that a person fills, in the order they are written."""
        return tuple(name for name in self.columns if name not in self.machine and name != DIGEST)


def row_digest(form: Form, cells: Mapping[str, str]) -> str:
    """Return the digest of a row's machine columns, ``sha256:`` and sixteen hex digits."""
    text = "\x1f".join(f"{name}\x1e{cells[name]}" for name in form.machine)
    return "sha256:" + hashlib.sha256(b"wherefrom-review-row-v1\0" + text.encode("utf-8")).hexdigest()[:16]


def csv_bytes(form: Form, rows: Iterable[Mapping[str, str]]) -> bytes:
    """Return a table as a CSV for people: UTF-8 with BOM, CRLF, every cell quoted and guarded.

    Args:
        form: Its columns.
        rows: Cells by column, as ``shown`` gives them; the digest is added here.
    """
    lines = [_line(cells) for cells in (form.columns, *sheet_cells(form, rows))]
    return b"\xef\xbb\xbf" + "".join(lines).encode("utf-8")


def sheet_cells(form: Form, rows: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each row in the order of the columns, with its digest, guarded."""
    for row in rows:
        cells = {**row, DIGEST: row_digest(form, row)}
        yield tuple(guard(cells[name]) for name in form.columns)


def shown(cell: str) -> str:
    r"""Return a cell as a spreadsheet keeps it.

    It turns a line end inside a cell into LF, and has no place for other control characters, for half a
    surrogate pair, and for two code points that are none.
    """
    flat = cell.replace("\r\n", "\n").replace("\r", "\n").translate(_NOT_KEPT)
    return flat.encode("utf-8", "backslashreplace").decode("utf-8")


def listed(things: Iterable[str]) -> str:
    """Return things in one cell, and how many more there are than a spreadsheet's cell has room for."""
    known = tuple(things)
    ends = accumulate(len(each) + 3 for each in known)
    fits = sum(1 for end in ends if end <= _MOST_LISTED)
    more = (f"and {len(known) - fits:,} more",) if fits < len(known) else ()
    return " | ".join((*known[:fits], *more))


def _line(cells: Iterable[str]) -> str:
    return ",".join(f'"{cell}"' for cell in (c.replace('"', '""') for c in cells)) + "\r\n"

"""A table for people as an XLSX workbook: what they fill in is open, the rest is locked without a password.

The same cells as in the CSV, each stored as text, so that no spreadsheet takes one for a number, a
date or a formula. The same cells give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from wherefrom.domain.decision import Decision
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review.form import Form, sheet_cells

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

MAX_ROWS = 10_000
"""Most rows below the header: what goes out is small enough to come back."""

_WRITTEN = datetime(1980, 1, 1)  # noqa: DTZ001  # the format has no zone; a workbook names no day it was made on
_DATE = "A day, as 2026-11-27, or a moment in UTC, as 2026-11-27T18:00:00Z. Empty: always."
_HINTS = {
    "reason": "A rejection, and what lifts one, needs a reason.",
    "effective_from": _DATE,
    "effective_to": _DATE,
}
"""What is said beside a cell of a column when it is chosen."""

_LONG = ("reason", "note", "meaning")
_NARROW, _WIDE, _ROOM = 10, 44, 16  # characters
_LINE = 15  # points
_MOST_LINES = 8


def workbook_bytes(form: Form, rows: Iterable[Mapping[str, str]]) -> bytes:
    """Return a table as an XLSX workbook.

    Args:
        form: Its columns.
        rows: Cells by column, as ``shown`` gives them; the digest is added here.

    Raises:
        UsageRefusal: a workbook cannot hold it, or what writes workbooks is not installed.
    """
    try:
        import xlsxwriter
    except ImportError as error:
        raise UsageRefusal(
            "XLSX workbooks need wherefrom[xlsx], which is not installed: pip install 'wherefrom[xlsx]', or name a "
            ".csv file."
        ) from error
    table = tuple(sheet_cells(form, rows))
    if len(table) > MAX_ROWS:
        raise UsageRefusal(
            f"The table has {len(table):,} rows, and a workbook takes {MAX_ROWS:,}. Choose some with --table, --schema, "
            "--file, --rule or --state, or name a .csv file."
        )
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"title": form.title, "created": _WRITTEN})
    sheet = book.add_worksheet(form.title)
    _fill(book, sheet, form, table)
    _arrange(sheet, form, len(table))
    book.close()
    return out.getvalue()


def _fill(book: Workbook, sheet: Worksheet, form: Form, table: Sequence[Sequence[str]]) -> None:
    """Write header and cells, all of them as text."""
    plain = {"num_format": "@", "valign": "top"}
    head = book.add_format(plain | {"bold": True, "bottom": 1, "bg_color": "#E7E6E6"})
    head_to_fill = book.add_format(plain | {"bold": True, "bottom": 1, "bg_color": "#FFE699"})
    locked = book.add_format(plain | {"font_color": "#404040"})
    to_fill = book.add_format(plain | {"locked": False, "bg_color": "#FFF9E5", "text_wrap": True})
    for at, name in enumerate(form.columns):
        looks = to_fill if name in form.people else locked
        sheet.write_string(0, at, name, head_to_fill if name in form.people else head)
        sheet.set_column(at, at, _width(form, name, (row[at] for row in table)))
        for line, row in enumerate(table, start=1):
            if not row[at]:
                sheet.write_blank(line, at, None, looks)
            elif sheet.write_string(line, at, row[at], looks):
                raise UsageRefusal(
                    f"{row[0]}: {name} has {len(row[at]):,} characters, more than a cell of a workbook holds. "
                    "Name a .csv file."
                )
    wrapped = [at for at, name in enumerate(form.columns) if name in form.people]
    for line, row in enumerate(table, start=1):
        sheet.set_row(line, _LINE * max(_lines(row[at]) for at in wrapped))


def _width(form: Form, name: str, cells: Iterable[str]) -> int:
    """Return the width of a column. Unit: characters."""
    if name in _LONG:
        return _WIDE
    least = _ROOM if name in form.people else _NARROW
    longest = max((len(text) for text in (name, *cells)), default=0)
    return min(max(least, longest + 2), _WIDE)


def _lines(cell: str) -> int:
    """Return how many lines a cell takes when it is wrapped; a few are enough to see that there is more."""
    return min(sum(1 + len(part) // _WIDE for part in cell.split("\n")), _MOST_LINES)


def _arrange(sheet: Worksheet, form: Form, count: int) -> None:
    """Freeze the header, filter, lock, and offer the words that may be chosen."""
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, count, len(form.columns) - 1)
    sheet.protect("", {"autofilter": True, "sort": True, "format_columns": True, "format_rows": True})
    last = max(count, 1)
    for at, name in enumerate(form.columns):
        hint = {"input_title": name, "input_message": _HINTS[name]} if name in _HINTS else {}
        if name == form.decision:
            words = [decision.value for decision in Decision]
            said = {"error_title": name, "error_message": f"One of {', '.join(words)}, or empty."}
            sheet.data_validation(1, at, last, at, {"validate": "list", "source": words} | said | hint)
        elif hint:
            sheet.data_validation(1, at, last, at, {"validate": "any"} | hint)

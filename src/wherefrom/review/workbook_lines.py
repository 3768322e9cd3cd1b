"""The lines of a table that came back as an XLSX workbook. Nothing in it is ever run."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import PurePath
from typing import TYPE_CHECKING

from wherefrom.domain.complaint import Complaint
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review.csv_lines import Lines
from wherefrom.review.form import Form
from wherefrom.review.workbook_check import OLE, ZIP, Unsound, require_sound

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.workbook.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

MAX_ROWS = 20_000
"""Last row that is read, 1-based."""

_MOST_COLUMNS = 1_000
_HEADER_WITHIN = 100  # rows at the top that may be empty or examples
_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_CONTROL = re.compile(r"_x(00[01][0-9A-F])_")


def is_workbook(path: str, data: bytes) -> bool:
    """Return whether a file is meant to be a workbook: by its content, or by its name."""
    return data.startswith((OLE, ZIP)) or PurePath(path).suffix.lower() in _SUFFIXES


def workbook_lines(path: str, data: bytes, form: Form) -> Lines:
    """Return the lines of the sheet that holds a table, each by its row.

    Other sheets, and other columns of this one, are passed over, whatever they hold. Hidden rows are rows.
    A row that holds a formula or an error is complained of and left out.

    Args:
        path: The file, as complaints name it.
        data: Its bytes.
        form: The table's columns.

    Raises:
        UsageRefusal: what reads workbooks is not installed.
    """
    try:
        require_sound(data)
        sheet, header, names = _table(_open(data), form)
        _require_short(sheet)
    except Unsound as error:
        return (), (Complaint(path, 1, "file", error.found, error.wanted),)
    read = {index for index, name in enumerate(names) if name in form.columns}
    complaints = list(_merged(path, sheet, header, names, read))
    lines = [(header, names)]
    for line, row in enumerate(sheet.iter_rows(min_row=header + 1, max_col=len(names)), start=header + 1):
        unread = [(index, wanted) for index in sorted(read) if (wanted := _not_read(row[index]))]
        for index, wanted in unread:
            complaints.append(Complaint(path, line, names[index], str(row[index].value)[:60], wanted))
        if not unread:
            texts = (_text(cell.value) if index in read else "" for index, cell in enumerate(row))
            lines.append((line, tuple(texts)))
    return tuple(lines), tuple(complaints)


def _open(data: bytes) -> Workbook:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise UsageRefusal(
            "XLSX workbooks need wherefrom[xlsx], which is not installed: pip install 'wherefrom[xlsx]', or save the "
            "table as 'CSV UTF-8'."
        ) from error
    try:
        with warnings.catch_warnings(action="ignore"):
            return load_workbook(io.BytesIO(data), keep_links=False)
    except Exception as error:  # what it raises for a workbook that is none is not documented
        raise Unsound("no XLSX workbook that can be read", "save it again as .xlsx") from error


def _table(book: Workbook, form: Form) -> tuple[Worksheet, int, tuple[str, ...]]:
    """Return the sheet that holds the table, the row of its header, and the header's cells."""
    heads = [(sheet, *_header(sheet)) for sheet in book.worksheets]
    meant = [each for each in heads if set(form.required) <= set(each[2])]
    if len(meant) > 1:
        titles = ", ".join(sheet.title for sheet, _, _ in meant)
        raise Unsound(
            f"{len(meant)} tables, in {titles}", "a workbook holds the table once: take the others out"
        )
    if not meant and len(heads) != 1:
        found = f"the sheets {', '.join(sheet.title for sheet, _, _ in heads)[:200]}" if heads else "no sheet"
        raise Unsound(found, f"a sheet has to begin with the header of a {form.title}")
    return meant[0] if meant else heads[0]


def _header(sheet: Worksheet) -> tuple[int, tuple[str, ...]]:
    rows = sheet.iter_rows(
        max_row=min(sheet.max_row, _HEADER_WITHIN),
        max_col=min(sheet.max_column, _MOST_COLUMNS),
        values_only=True,
    )
    for number, values in enumerate(rows, start=1):
        texts = tuple(_text(value).strip() for value in values)
        if any(texts) and not texts[0].startswith("#"):
            last = max(index for index, text in enumerate(texts) if text)
            return number, texts[: last + 1]
    return 1, ("",)


def _require_short(sheet: Worksheet) -> None:
    if sheet.max_row > MAX_ROWS:
        wanted = (
            f"at most {MAX_ROWS:,} are read: delete the empty rows below the table, or export a part of it"
        )
        raise Unsound(f"{sheet.max_row:,} rows in {sheet.title}", wanted)


def _merged(
    path: str, sheet: Worksheet, header: int, names: tuple[str, ...], read: set[int]
) -> Iterator[Complaint]:
    """Yield a complaint for each merged range: what it says of its other cells nobody can know."""
    for area in sheet.merged_cells.ranges:
        inside = sorted(index for index in read if area.min_col <= index + 1 <= area.max_col)
        if inside and area.max_row >= header:
            yield Complaint(
                path,
                area.min_row,
                names[inside[0]],
                f"merged over {area.coord}",
                "split it, and fill in each cell",
            )


def _not_read(cell: Cell | MergedCell) -> str:
    if cell.data_type == "f":
        return "a formula is never run: put its value in its place"
    if cell.data_type == "e":
        return "it is the spreadsheet's word for an error: write what is meant"
    return ""


def _text(value: object) -> str:
    """Return a typed cell as the text that a CSV would hold."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() if value.is_integer():
            return f"{value:.0f}"
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ")
        case date():
            return value.isoformat()
        case _:
            return _CONTROL.sub(lambda found: chr(int(found[1], 16)), str(value))

"""The review table goes out as an XLSX workbook and comes back from spreadsheets, by the rules of the CSV."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime, time
from pathlib import Path
from time import tzset

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from tests.unit.review import desk
from tests.unit.review.desk import CONFIRMED, DEFERRED, FORMULA, LOG, PENDING, REJECTED, STALE

from wherefrom.domain.decision import Decision
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.sheet import unguard
from wherefrom.domain.span import Location, Span
from wherefrom.review import (
    WRITERS,
    Form,
    Plan,
    ReviewRow,
    plan_import,
    read_sheet,
    table_bytes,
    table_cells,
    workbook_bytes,
)  # fmt: skip
from wherefrom.review.form import shown
from wherefrom.review.table import COLUMNS, PEOPLE
from wherefrom.review.workbook import MAX_ROWS
from wherefrom.review.workbook_check import MAX_ELEMENTS
from wherefrom.review.workbook_lines import workbook_lines

SHEETS = Path(__file__).parent / "sheets"


def exported(rows: Iterable[ReviewRow]) -> bytes:
    return workbook_bytes(WRITERS, table_cells(rows))


EXPORTED = exported(desk.rows())
NOTHING = Plan((), 6, (), ())
Edit = Callable[[Workbook, Worksheet], object]


def edited(edit: Edit) -> bytes:
    """Return the exported workbook after somebody worked on it."""
    book = load_workbook(io.BytesIO(EXPORTED))
    edit(book, book.worksheets[0])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def filled(cells: dict[tuple[str, str], object]) -> bytes:
    """Return the exported workbook with values typed into cells, by candidate and column."""

    def fill(_: Workbook, sheet: Worksheet) -> None:
        for (name, column), value in cells.items():
            sheet.cell(row_of(sheet, name), COLUMNS.index(column) + 1).value = value  # type: ignore[assignment]

    return edited(fill)


def row_of(sheet: Worksheet, name: str) -> int:
    return next(row for row in range(1, 9) if sheet.cell(row, 1).value == name)


def plan(data: bytes) -> Plan:
    rows, complaints = read_sheet("t.xlsx", data, WRITERS)
    found = plan_import("t.xlsx", rows, desk.rows(), LOG, desk.who())
    return Plan(found.asked, found.unchanged, (*complaints, *found.complaints), found.conflicts)


def wrong(data: bytes) -> list[tuple[int, str, str]]:
    return [(each.line, each.cell, each.found) for each in plan(data).complaints]


def test_the_workbook_holds_what_the_csv_holds_as_text() -> None:
    assert read_sheet("t.xlsx", EXPORTED, WRITERS) == read_sheet("t.csv", table_bytes(desk.rows()), WRITERS)
    (sheet,) = load_workbook(io.BytesIO(EXPORTED)).worksheets
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    assert {cell.number_format for cell in cells} == {"@"}
    assert tuple(cell.value for cell in sheet[1]) == COLUMNS


def test_people_choose_from_a_list_and_cannot_slip_into_the_other_columns() -> None:
    (sheet,) = load_workbook(io.BytesIO(EXPORTED)).worksheets
    assert sheet.protection.sheet
    assert sheet.protection.password is None
    assert not sheet.protection.autoFilter
    open_columns = {
        COLUMNS[cell.column - 1] for row in sheet["A2:AA7"] for cell in row if not cell.protection.locked
    }
    assert open_columns == set(PEOPLE)
    (choice,) = [each for each in sheet.data_validations.dataValidation if each.type == "list"]
    assert (choice.formula1, str(choice.sqref)) == ('"CONFIRMED,REJECTED,DEFERRED"', "G2:G7")
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == "A1:AA7"
    assert all(10 <= sheet.column_dimensions[letter].width <= 46 for letter in "ABCDEFGH")


def test_the_same_table_gives_the_same_bytes_wherever_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("Asia/Kolkata", "America/St_Johns"):
        monkeypatch.setenv("TZ", zone)
        monkeypatch.setenv("LC_ALL", "C")
        tzset()
        assert exported(desk.rows()) == EXPORTED
    monkeypatch.undo()
    tzset()


def test_as_it_was_exported_it_asks_for_nothing() -> None:
    assert plan(EXPORTED) == NOTHING
    assert plan(edited(lambda _book, _sheet: None)) == NOTHING


@pytest.mark.parametrize("name", ["text.xlsx", "typed.xlsx", "from_xlsx.csv"])
def test_what_libreoffice_saved_is_read(name: str) -> None:
    """Filled in cell by cell in LibreOffice, with the sheet as it was, and with another sheet, a moved column,
    a hidden row, a column of formulas, and cells that it took for numbers, dates and booleans."""
    rows, complaints = read_sheet(
        f"libreoffice_{name}", (SHEETS / f"libreoffice_{name}").read_bytes(), WRITERS
    )
    assert complaints == ()
    found = plan_import("t", rows, desk.rows(), LOG, desk.who())
    assert (found.complaints, found.conflicts, found.unchanged) == ((), (), 3)
    entries = {each.entry.subject: each.entry for each in found.asked}
    assert {
        name: (entry.decision, entry.reason, entry.effective_from, entry.actor)
        for name, entry in entries.items()
    } == {
        PENDING: (Decision.CONFIRMED, "Daily job; runs at 02:00.", "2026-12-24", "ada"),
        DEFERRED: (Decision.REJECTED, '"Score" is a copy,\nsays RISK-77.', "", "bob"),
        STALE: (Decision.CONFIRMED, "", "", "bob"),
    }
    typed = (entries[DEFERRED].note, entries[DEFERRED].responsible, entries[PENDING].ticket)
    asked = ("-1 or +1? Asked 风险 team.", "Orders", "00100")
    assert typed == (("TRUE", "12.5", "100000") if name == "typed.xlsx" else asked)


def test_formulas_and_merged_cells_that_libreoffice_saved_are_named() -> None:
    assert wrong((SHEETS / "libreoffice_formulas.xlsx").read_bytes()) == [
        (2, "decision", "merged over G2:G4"),
        (6, "note", "=1/0"),
        (7, "reason", '=CONCATENATE("a","b")'),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"), (12.0, "12"), (12.5, "12.5"), (1e5, "100000"), (True, "TRUE"), (date(2026, 12, 24), "2026-12-24"),
        (datetime(2026, 12, 24), "2026-12-24"), (datetime(2026, 12, 24, 8, 30), "2026-12-24 08:30:00"),  # noqa: DTZ001
        (time(8, 30), "08:30:00"), ("a_x000D_\nb", "a\nb"), ("plain", "plain"),
    ],
)  # fmt: skip
def test_typed_cells_are_read_as_a_csv_would_hold_them(value: object, text: str) -> None:
    (asked,) = plan(filled({(PENDING, "decision"): "CONFIRMED", (PENDING, "note"): value})).asked
    assert asked.entry.note == text


def test_machine_columns_that_became_numbers_are_unchanged() -> None:
    names = (PENDING, CONFIRMED, REJECTED, STALE, DEFERRED, FORMULA)
    numbers: dict[tuple[str, str], object] = {(name, "statement"): 1 for name in names}
    assert plan(filled(numbers)) == NOTHING
    assert wrong(filled({(CONFIRMED, "statement"): 2, (CONFIRMED, "decision"): "REJECTED"})) == [
        (6, "statement", "2")
    ]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ({(PENDING, "decision"): "=A1"}, (2, "decision", "=A1")),
        ({(PENDING, "lines"): "#REF!"}, (2, "lines", "#REF!")),
        ({(PENDING, "decision"): True}, (2, "decision", "TRUE")),
        ({(PENDING, "decision"): "CONFIRMED", (PENDING, "effective_from"): 46380}, (2, "effective_from", "46380")),
        ({(PENDING, "decision"): "CONFIRMED", (PENDING, "effective_from"): time(8)}, (2, "effective_from", "08:00:00")),
    ],
)  # fmt: skip
def test_what_nobody_can_know_is_asked_about(
    cells: dict[tuple[str, str], object], found: tuple[int, str, str]
) -> None:
    assert wrong(filled(cells)) == [found]


def test_a_text_that_looks_like_a_formula_is_a_text() -> None:
    def fill(_: Workbook, sheet: Worksheet) -> None:
        cell = sheet.cell(row_of(sheet, PENDING), COLUMNS.index("note") + 1)
        cell.value, cell.data_type = "=1+1", "s"
        sheet.cell(cell.row, COLUMNS.index("decision") + 1).value = "CONFIRMED"

    (asked,) = plan(edited(fill)).asked
    assert asked.entry.note == "=1+1"


def _add_sheets(book: Workbook, sheet: Worksheet) -> None:
    book.create_sheet("minutes", 0)["A1"] = "Minutes"
    book.worksheets[0].merge_cells("A1:D1")
    book.create_sheet("sums")["A1"] = "=SUM(B1:B9)"
    sheet.cell(1, 30).value, sheet.cell(2, 30).value = "mine", "=LEN(A2)"
    sheet.merge_cells("AD3:AD5")
    sheet.row_dimensions[3].hidden = True
    sheet.delete_rows(4)


def test_other_sheets_and_columns_are_passed_over_and_hidden_rows_are_read() -> None:
    data = edited(_add_sheets)
    assert plan(data) == Plan((), 5, (), ())
    rows, _ = read_sheet("t.xlsx", data, WRITERS)
    assert [row.line for row in rows] == [2, 3, 4, 5, 6]


def test_rows_above_and_between_are_passed_over() -> None:
    assert plan(edited(lambda _, sheet: sheet.insert_rows(1, 2))) == NOTHING
    assert plan(edited(lambda _, sheet: sheet.insert_rows(4, 3))) == NOTHING


def _rename_header(_: Workbook, sheet: Worksheet) -> None:
    sheet["G1"] = "verdict"


def _copy_sheet(book: Workbook, sheet: Worksheet) -> None:
    book.copy_worksheet(sheet).title = "mine"


def _only_other_sheets(book: Workbook, sheet: Worksheet) -> None:
    _rename_header(book, sheet)
    book.create_sheet("empty")


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (_rename_header, (1, "header", "it lacks decision")),
        (_copy_sheet, (1, "file", "a workbook holds the table once: take the others out")),
        (_only_other_sheets, (1, "file", "a sheet has to begin with the header of a review table")),
        (lambda _, sheet: sheet.delete_rows(1, 9), (1, "file", "a review table begins with its header: export one")),
        (lambda _, sheet: sheet.cell(900_000, 3, "x"),
         (1, "file", "at most 20,000 are read: delete the empty rows below the table, or export a part of it")),
        (lambda _, sheet: sheet.merge_cells("A2:A3"), (2, "review_id", "split it, and fill in each cell")),
    ],
)  # fmt: skip
def test_a_workbook_without_one_table_is_named(edit: Edit, found: tuple[int, str, str]) -> None:
    complaints = read_sheet("t.xlsx", edited(edit), WRITERS)[1]
    assert [(each.line, each.cell, each.wanted) for each in complaints] == [found]


PLAIN = Form("table", ("id", "note", "row_digest"), ("id",), ("id", "note"), ("id",), "row", "note")


def test_a_table_that_no_workbook_holds_is_refused() -> None:
    with pytest.raises(UsageRefusal, match=r"W1: note has 40,000 characters.*Name a \.csv file"):
        workbook_bytes(PLAIN, [{"id": "W1", "note": "x" * 40_000}])
    with pytest.raises(UsageRefusal, match=r"10,001 rows, and a workbook takes 10,000.*\.csv"):
        workbook_bytes(PLAIN, [{"id": "W1", "note": ""}] * (MAX_ROWS + 1))


def test_a_table_that_goes_out_is_small_enough_to_come_back() -> None:
    """Every cell of a row has an element and a value, and at most two more for a text of its own."""
    assert MAX_ROWS * len(COLUMNS) * 3.5 < MAX_ELEMENTS


def test_many_readers_are_counted_where_a_cell_has_no_room() -> None:
    (first, *_) = desk.rows()
    reads = tuple(Location(f"dm/report_{n:04}.sql", 1, Span(0, 9, 1, 1)) for n in range(2_000))
    row = replace(first, candidate=replace(first.candidate, readers=reads))
    rows, complaints = read_sheet("t.xlsx", exported([row]), WRITERS)
    assert complaints == ()
    *listed, last = rows[0].cells["readers"].split(" | ")
    assert last == f"and {2_000 - len(listed):,} more"
    assert listed[:2] == ["dm/report_0000.sql#1:1", "dm/report_0001.sql#1:1"]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(
        UsageRefusal, match=r"pip install 'wherefrom\[xlsx\]', or save the table as 'CSV UTF-8'"
    ):
        read_sheet("t.xlsx", EXPORTED, WRITERS)
    with pytest.raises(UsageRefusal, match=r"pip install 'wherefrom\[xlsx\]', or name a \.csv file"):
        exported(desk.rows())


ESCAPES = ("_x00", "x005F")
TEXTS = st.text(max_size=40).filter(lambda text: not any(each in text for each in ESCAPES))


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_any_text_comes_back_as_it_was(rows: list[tuple[str, str]]) -> None:
    given = [{"id": shown(one), "note": shown(other)} for one, other in rows]
    lines, complaints = workbook_lines("t.xlsx", workbook_bytes(PLAIN, given), PLAIN)
    assert complaints == ()
    read = [{"id": shown(unguard(cells[0])), "note": shown(unguard(cells[1]))} for _, cells in lines[1:]]
    assert read == given

"""The review table goes out as a CSV and comes back from spreadsheets: what it asks for, or what to mend."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.review import desk
from tests.unit.review.desk import CONFIRMED, DEFERRED, FORMULA, LOG, PENDING, REJECTED, STALE
from tests.unit.review.records import log_of

from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import Approval, Decision
from wherefrom.domain.sheet import guard, unguard
from wherefrom.review import WRITERS, Asked, Plan, plan_import, read_sheet, table_bytes
from wherefrom.review.sheet import read_date
from wherefrom.review.table import COLUMNS

SHEETS = Path(__file__).parent / "sheets"
EXPORTED = table_bytes(desk.rows())


def edited(**cells: dict[str, str]) -> bytes:
    """Return the exported table with cells changed, by candidate."""
    table = list(csv.reader(io.StringIO(EXPORTED.decode("utf-8-sig"), newline="")))
    for row in table[1:]:
        for column, text in cells.get(row[0], {}).items():
            row[COLUMNS.index(column)] = text
    return written(table)


def written(table: list[list[str]], delimiter: str = ",") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, delimiter=delimiter).writerows(table)
    return out.getvalue().encode("utf-8-sig")


def plan(data: bytes, **given: object) -> Plan:
    rows, complaints = read_sheet("t.csv", data, WRITERS)
    found = plan_import("t.csv", rows, desk.rows(), given.get("log", LOG), given.get("who", desk.who()))  # type: ignore[arg-type]
    return Plan(found.asked, found.unchanged, (*complaints, *found.complaints), found.conflicts)


def only(data: bytes) -> Asked:
    found = plan(data)
    assert found.complaints == ()
    (asked,) = found.asked
    return asked


def wrong(data: bytes) -> list[tuple[int, str, str]]:
    return [(each.line, each.cell, each.wanted) for each in plan(data).complaints]


def test_the_table_has_the_promised_form() -> None:
    assert EXPORTED.startswith(b"\xef\xbb\xbf")
    text = EXPORTED.decode("utf-8-sig")
    head, *rest = text.split("\r\n")
    assert head == ",".join(f'"{name}"' for name in COLUMNS)
    assert ",".join(COLUMNS).startswith(
        "review_id,logical_table,writer_table,writer_file,statement,lines,decision,reason,"
    )
    assert rest[-1] == ""
    assert all(cell[:1] not in "=+-@" or cell == "" for row in csv.reader(rest[:-1]) for cell in row)


def test_what_waits_for_a_decision_has_an_empty_one() -> None:
    rows = {row[0]: row for row in csv.reader(io.StringIO(EXPORTED.decode("utf-8-sig"), newline=""))}
    decision, reason, base = (COLUMNS.index(name) for name in ("decision", "reason", "base_decision"))
    assert {name: rows[name][decision] for name in sorted(rows) if name != "review_id"} == {
        PENDING: "", CONFIRMED: "CONFIRMED", REJECTED: "REJECTED", STALE: "", DEFERRED: "DEFERRED", FORMULA: "",
    }  # fmt: skip
    assert rows[CONFIRMED][reason] == "Daily job J-112."
    assert rows[STALE][base] == "D0003"


def test_as_it_was_exported_it_asks_for_nothing() -> None:
    assert plan(EXPORTED) == Plan((), 6, (), ())


@given(st.text())
def test_what_a_spreadsheet_would_run_comes_back_as_it_was(cell: str) -> None:
    assert unguard(guard(cell)) == cell
    assert guard(cell)[:1] not in {"=", "+", "-", "@", "\t", "\r", "\0"}


EDITED = {
    PENDING: (Decision.CONFIRMED, "Daily job; runs at 02:00.", "2026-12-24", "ada"),
    DEFERRED: (Decision.REJECTED, '"Score" is a copy,\nsays RISK-77.', "", "bob"),
    STALE: (Decision.CONFIRMED, "", "", "bob"),
}


@pytest.mark.parametrize("name", ["comma", "semicolon", "tab", "german", "american"])
def test_what_libreoffice_saved_is_read(name: str) -> None:
    found = plan((SHEETS / f"libreoffice_{name}.csv").read_bytes())
    assert found.complaints == ()
    assert found.conflicts == ()
    assert found.unchanged == 3
    assert {
        each.entry.subject: (
            each.entry.decision,
            each.entry.reason,
            each.entry.effective_from,
            each.entry.actor,
        )
        for each in found.asked
    } == EDITED
    kept = {each.entry.subject: each.entry for each in found.asked}
    assert kept[STALE].effective_to == "2027-12-31T10:00:00Z"
    assert kept[STALE].supersedes == "D0003"


def test_another_encoding_is_never_guessed() -> None:
    ((line, cell, wanted),) = wrong((SHEETS / "libreoffice_ansi.csv").read_bytes())
    assert (line, cell, wanted) == (8, "file", "it is no UTF-8: save it as 'CSV UTF-8'")
    assert wrong(EXPORTED.decode("utf-8-sig").encode("utf-16"))[0][2] == "save it as 'CSV UTF-8'"


def test_a_decision_is_recorded_on_what_was_exported() -> None:
    asked = only(edited(**{PENDING: {"decision": "REJECTED", "reason": "A trial.", "reviewer": "ada"}}))
    entry = asked.entry
    assert (asked.line, asked.before, asked.stale) == (2, "PENDING", False)
    assert (entry.decision, entry.actor, entry.reason, entry.supersedes) == (
        Decision.REJECTED,
        "ada",
        "A trial.",
        "",
    )
    assert entry.evidence_fingerprint == "sha256:" + "a" * 64
    assert (entry.approval, entry.actor_source.value) == (Approval.NOT_REQUIRED, "import")


def test_two_people_are_asked_for_where_the_policy_does() -> None:
    data = edited(**{PENDING: {"decision": "CONFIRMED"}})
    (asked,) = plan(data, who=desk.who(four_eyes="confirm")).asked
    assert asked.entry.approval is Approval.PROPOSED


@pytest.mark.parametrize("cell", ["reason", "note", "responsible", "reviewer"])
def test_an_empty_cell_changes_nothing(cell: str) -> None:
    assert plan(edited(**{CONFIRMED: {cell: ""}})) == Plan((), 6, (), ())


def test_words_without_a_decision_change_nothing() -> None:
    assert plan(edited(**{PENDING: {"reason": "Later.", "reviewer": "ada"}})) == Plan((), 6, (), ())


def test_a_missing_row_is_never_a_deletion() -> None:
    table = list(csv.reader(io.StringIO(EXPORTED.decode("utf-8-sig"), newline="")))
    kept = [row for row in table if row[0] != REJECTED]
    assert plan(written(kept)) == Plan((), 5, (), ())


def test_new_words_on_a_standing_decision_are_a_new_record() -> None:
    asked = only(edited(**{CONFIRMED: {"note": "Moved to 03:00."}}))
    assert (asked.entry.supersedes, asked.entry.note, asked.entry.reason) == (
        "D0001",
        "Moved to 03:00.",
        "Daily job J-112.",
    )


def test_lifting_a_rejection_keeps_or_states_a_reason() -> None:
    asked = only(edited(**{REJECTED: {"decision": "CONFIRMED", "reason": "Scheduled again."}}))
    assert (asked.entry.decision, asked.entry.supersedes) == (Decision.CONFIRMED, "D0002")
    assert wrong(edited(**{REJECTED: {"decision": "CONFIRMED", "reason": ""}})) == [
        (7, "reason", "REJECTED, and what lifts it, needs a reason")
    ]


@pytest.mark.parametrize(
    ("candidate", "cells", "cell", "wanted"),
    [
        (PENDING, {"decision": "REJECTED"}, "reason", "REJECTED, and what lifts it, needs a reason"),
        (PENDING, {"decision": "confirmed"}, "decision", "it has to be one of CONFIRMED, REJECTED, DEFERRED, or empty"),
        (PENDING, {"decision": "CONFIRMED "}, "decision", "it has to be one of CONFIRMED, REJECTED, DEFERRED, or empty"),
        (PENDING, {"decision": "PENDING"}, "decision", "it is nobody's decision: leave the cell empty"),
        (PENDING, {"decision": "CONFIRMED", "effective_from": "soon"}, "effective_from",
         "it has to be empty, a day (2026-11-27) or a moment in UTC"),
        (PENDING, {"decision": "CONFIRMED", "effective_from": "3/4/2026"}, "effective_from",
         "it can be read as 2026-03-04 or as 2026-04-03: write the one that is meant"),
        (PENDING, {"decision": "CONFIRMED", "effective_from": "2026-02-02", "effective_to": "2026-02-01"}, "effective_to",
         "it lies before effective_from, 2026-02-02"),
        (PENDING, {"logical_table": "dwd.order"}, "logical_table", "it was exported as 'dwd.orders': leave it as it is"),
        (PENDING, {"decision": "CONFIRMED", "statement": "1E+05"}, "statement", "it was exported as '1': leave it as it is"),
    ],
)  # fmt: skip
def test_what_has_to_be_mended_is_named_by_row_and_cell(
    candidate: str, cells: dict[str, str], cell: str, wanted: str
) -> None:
    assert wrong(edited(**{candidate: cells})) == [(2, cell, wanted)]


def test_who_decides_is_stated() -> None:
    data = edited(**{PENDING: {"decision": "CONFIRMED"}})
    (complaint,) = plan(data, who=desk.who("")).complaints
    assert (complaint.line, complaint.cell) == (2, "reviewer")


def test_a_row_whose_evidence_moved_on_says_which_column(desk_moved: Callable[[bytes], Plan]) -> None:
    (complaint,) = desk_moved(edited(**{PENDING: {"decision": "CONFIRMED", "lines": "L9-L9"}})).complaints
    assert complaint.cell == "row_digest"
    assert "lines is 'L9-L9', today 'L3-L12'" in complaint.wanted


@pytest.fixture
def desk_moved() -> Callable[[bytes], Plan]:
    """Plan an import against a table that says something else of every row by now."""

    def planned(data: bytes) -> Plan:
        rows, _ = read_sheet("t.csv", data, WRITERS)
        from dataclasses import replace

        later = tuple(
            replace(row, candidate=replace(row.candidate, fingerprint="c" * 64), competing=("W9",))
            for row in desk.rows()
        )
        return plan_import("t.csv", rows, later, LOG, desk.who())

    return planned


def test_a_statement_that_changed_since_the_export_is_confirmed_as_it_was_seen(
    desk_moved: Callable[[bytes], Plan],
) -> None:
    (asked,) = desk_moved(edited(**{PENDING: {"decision": "CONFIRMED"}})).asked
    assert asked.stale
    assert asked.entry.evidence_fingerprint == "sha256:" + "a" * 64


def test_a_candidate_that_is_not_there_cannot_be_decided() -> None:
    gone = EXPORTED.replace(PENDING.encode(), b"W00000000ff", 1)
    assert plan(gone).unchanged == 6
    table = list(csv.reader(io.StringIO(gone.decode("utf-8-sig"), newline="")))
    table[1][COLUMNS.index("decision")] = "CONFIRMED"
    ((line, cell, wanted),) = wrong(written(table))
    assert (line, cell) == (2, "review_id")
    assert wanted.startswith("no candidate of this release has that id")


def test_a_row_that_stands_twice_is_named() -> None:
    lines = EXPORTED.split(b"\r\n")
    assert wrong(b"\r\n".join([*lines[:2], lines[1], *lines[2:]]))[0] == (
        3, "review_id", "line 2 is about the same candidate: keep one",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", (1, "file", "a review table begins with its header: export one")),
        (EXPORTED.replace(b'"decision",', b"", 1).replace(b'"row_digest"', b'"x"', 1),
         (1, "header", "it lacks decision, row_digest")),
        (EXPORTED.replace(b'"note"', b'"reason"', 1), (1, "header", "it lacks note")),
        (EXPORTED + b'"W1","never closed', (9, "row", "close its double quotes")),
        (EXPORTED + b'"a\0"', (9, "file", "a table for people holds no NUL")),
    ],
)  # fmt: skip
def test_a_file_that_is_no_table_is_named(data: bytes, found: tuple[int, str, str]) -> None:
    assert found in wrong(data)


def test_a_cell_longer_than_any_is_named() -> None:
    assert "cannot be read" in wrong(EXPORTED + b'"' + b"x" * 1_000_001 + b'"\r\n')[0][2]


def test_examples_and_empty_lines_are_passed_over() -> None:
    head, rest = EXPORTED.split(b"\r\n", 1)
    assert plan(head + b'\r\n\r\n"# W1","example"\r\n' + rest) == Plan((), 6, (), ())
    assert plan(b"sep=,\r\n" + EXPORTED.removeprefix(b"\xef\xbb\xbf")) == Plan((), 6, (), ())


def test_a_decision_taken_since_the_export_is_a_conflict() -> None:
    chained = {"v", "seq", "prev_hash", "hash"}
    stated = [{k: v for k, v in each.items() if k not in chained} for each in LOG.raw]
    later = log_of(
        *stated, {"binding_id": DEFERRED, "decision": "CONFIRMED", "supersedes": "D0004", "actor": "eve"}
    )
    rows, _ = read_sheet("t.csv", edited(**{DEFERRED: {"decision": "REJECTED", "reason": "Copy."}}), WRITERS)
    found = plan_import("t.csv", rows, desk.rows(later), later, desk.who())
    assert found.asked == ()
    assert found.conflicts == (
        f"t.csv:5: {DEFERRED}: REJECTED by bob is based on D0004; recorded since: "
        "D0005 (CONFIRMED by eve, 2026-11-20T10:05:00Z)",
    )
    # A row that was left alone is no conflict, whatever was decided since.
    assert (
        plan_import(
            "t.csv", read_sheet("t.csv", EXPORTED, WRITERS)[0], desk.rows(later), later, desk.who()
        ).conflicts
        == ()
    )


def test_a_date_that_came_back_another_way_is_the_same_date() -> None:
    assert plan(edited(**{CONFIRMED: {"effective_from": "2/1/2026"}})) == Plan((), 6, (), ())
    assert plan(edited(**{CONFIRMED: {"effective_from": "01.02.26"}})) == Plan((), 6, (), ())


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("", ""), ("2026-11-27", "2026-11-27"), (" 2026-11-27 00:00:00", "2026-11-27"),
        ("2026-11-27T18:00:00Z", "2026-11-27T18:00:00Z"), ("27.11.2026", "2026-11-27"), ("7.1.26", "2026-01-07"),
        ("2026/1/7", "2026-01-07"), ("11/27/2026", "2026-11-27"), ("27/11/2026", "2026-11-27"),
        ("05/05/2026", "2026-05-05"),
    ],
)  # fmt: skip
def test_dates_are_read_as_spreadsheets_write_them(cell: str, day: str) -> None:
    assert read_date(cell) == day


@pytest.mark.parametrize("cell", ["1/2/2026", "31.11.2026", "46357", "Nov 27", "2026-13-01", "1.2.3"])
def test_a_date_is_never_guessed(cell: str) -> None:
    with pytest.raises(ValueError, match=r"it has to be|it can be read|there is no such day"):
        read_date(cell)


def test_complaints_read_as_sentences() -> None:
    complaint = Complaint(
        "t.csv", 2, "decision", "maybe", "it has to be one of CONFIRMED, REJECTED, DEFERRED"
    )
    assert str(complaint) == "t.csv:2: decision is 'maybe'; it has to be one of CONFIRMED, REJECTED, DEFERRED"

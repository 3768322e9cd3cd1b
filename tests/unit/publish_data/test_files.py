"""What the data files hold: whole rows."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.publish_data.estate import (
    JOIN,
    ORDERS_SQL,
    SALES,
    SALES_SQL,
    TEXTS,
    WHERE,
    at,
    bundle,
)
from tests.unit.review.records import log_of

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.control import Reach
from wherefrom.domain.evidence import FieldControl, OpenEnd, Standing
from wherefrom.domain.rules import Terminal
from wherefrom.domain.sheet import guard, unguard
from wherefrom.domain.span import Location, Span
from wherefrom.publish import Bundle, data_files
from wherefrom.publish.csv_files import csv_lines
from wherefrom.publish.references import read_csv
from wherefrom.publish.spans import Spans


def jsonl(name: str, of: Bundle | None = None) -> list[dict[str, object]]:
    data = b"".join(data_files(of or bundle())[name])
    assert data == b"" or data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def table(name: str, of: Bundle | None = None) -> list[dict[str, str]]:
    text = b"".join(data_files(of or bundle())[name]).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_node() -> None:
    assert list(jsonl("nodes.jsonl")[2].items()) == list(
        {
            "node_id": "N3",
            "kind": "PHYSICAL_TABLE",
            "dataset": "dwd.orders",
            "alias": "o",
            "role": "read",
            "dynamic": False,
            "placeholders": [],
            "file": "dm/sales.sql",
            "statement": 1,
            "scope": "root",
            "lines": [7, 7],
            "span": {
                "start": SALES.index("dwd.orders o"),
                "end": SALES.index("dwd.orders o") + 12,
                "line": 7,
                "column": 8,
                "end_line": 7,
                "end_column": 20,
                "sha256": digest("dwd.orders o"),
            },
            "flags": [],
        }.items()
    )


def test_nodes_and_edges_are_sorted_by_place_and_each_stands_once() -> None:
    twice = replace(bundle(), answers=bundle().answers * 2)
    assert [row["node_id"] for row in jsonl("nodes.jsonl", twice)] == [
        "N1",
        "N2",
        "N3",
        "N4",
        "N5",
        "N6",
        "N7",
    ]
    assert [row["edge_id"] for row in jsonl("edges.jsonl", twice)] == ["E1", "E2", "E3", "E4", "E5", "E6"]


def test_writer_binding_edge() -> None:
    row = jsonl("edges.jsonl")[3]
    del row["span"]
    assert row == {
        "edge_id": "E4",
        "kind": "WRITER_BINDING",
        "src": "N5",
        "dst": "N3",
        "src_dataset": "dwd.orders",
        "dst_dataset": "dwd.orders",
        "alias": None,
        "branch": None,
        "evidence": "SQL",
        "file": "dwd/orders.sql",
        "statement": 1,
        "lines": [1, 1],
        "candidate_id": "W0000000001",
        "rule": "EXACT",
        "writer_status": "CONFIRMED",
    }


def test_statement() -> None:
    row = jsonl("statements.jsonl")[1]
    assert row["span"] == {
        "start": 0, "end": 68, "line": 1, "column": 1, "end_line": 3, "end_column": 17,
        "sha256": row["sha256"],
    }  # fmt: skip
    del row["span"]
    assert row == {
        "statement_id": "Se78f79842a",
        "file": "dwd/orders.sql",
        "statement": 1,
        "kind": "INSERT_INTO",
        "lines": [1, 3],
        "status": "PARSED",
        "target": "dwd.orders",
        "targets": ["dwd.orders"],
        "dialect": "hive",
        "script": None,
        "conditional": False,
        "fingerprint": "ab" * 32,
        "sha256": digest(TEXTS[ORDERS_SQL][:68]),
    }


def test_visits() -> None:
    rows = jsonl("visits.jsonl", bundle(Status.PENDING))
    assert [row["visit_id"] for row in rows if row["tree_id"] == "T0000000002"] == [1, 2, 3, 4, 5, 6]
    row = rows[9]
    del row["span"]
    assert row == {
        "tree_id": "T0000000002",
        "visit_id": 4,
        "parent_visit_id": 3,
        "depth": 3,
        "node_id": "N5",
        "node_kind": "PHYSICAL_TABLE",
        "dataset": "dwd.orders",
        "field": "amt",
        "expression": None,
        "transformation": "IDENTITY",
        "inputs": ["amt"],
        "edge_id": "E4",
        "edge_kind": "WRITER_BINDING",
        "rule": None,
        "premises": [],
        "file": "dwd/orders.sql",
        "statement": 1,
        "scope": "root",
        "lines": [1, 1],
        "terminal": None,
        "diagnostics": [],
        "expanded_at": None,
        "binding_id": "W0000000001",
        "writer_status": "PENDING",
        "provisional": True,
        "dynamic": False,
        "operand": False,
        "path": None,
        "writer": None,
        "branch": None,
    }
    assert [(r["expression"], r["inputs"], r["terminal"]) for r in rows[6:12]] == [
        (None, ["amount"], None),
        ("SUM(o.amt)", ["o.amt"], None),
        (None, ["amt"], None),
        (None, ["amt"], None),
        ("r.amt", ["r.amt"], None),
        (None, [], "EXTERNAL_ENDPOINT"),
    ]


def test_controls_are_shared_by_the_fields_they_speak_of() -> None:
    rows = jsonl("controls.jsonl")
    assert [row["control_id"] for row in rows] == ["C0000000002", "C0000000001"]
    row = rows[0]
    del row["span"]
    assert row == {
        "control_id": "C0000000002",
        "kind": "INNER_JOIN",
        "join_type": "INNER",
        "node_id": "N2",
        "predicate": "o.id = n.id",
        "columns_here": ["o.id", "n.id"],
        "brings": [],
        "columns": ["ods.notes.id", "ods.raw.id"],
        "prior": [],
        "other": [],
        "only_field": None,
        "negated": False,
        "input": "n",
        "optional": False,
        "file": "dm/sales.sql",
        "statement": 1,
        "scope": "root",
        "lines": [9, 9],
        "diagnostics": [],
    }


def test_diagnostic() -> None:
    (row,) = jsonl("diagnostics.jsonl")
    del row["span"]
    assert row == {
        "diagnostic_id": "G0000000001",
        "code": "AMBIGUOUS_COLUMN_SOURCES",
        "severity": "WARNING",
        "file": "dm/sales.sql",
        "statement": 1,
        "scope": "root",
        "lines": [6, 6],
        "subject": "note",
        "candidates": ["dwd.orders.note", "ods.notes.note"],
        "message": "note has no alias and two inputs may hold it.",
    }


def test_decisions_are_the_log_with_its_keys_in_order() -> None:
    log = log_of({}, {"decision": "REJECTED", "reason": "größer", "supersedes": "D0001"})
    shuffled = tuple(dict(sorted(raw.items())) for raw in log.raw)
    rows = jsonl("decisions.jsonl", bundle(decisions=shuffled, decision_head=log.head, decision_count=2))
    assert rows == list(log.raw)
    assert list(rows[0])[:6] == ["v", "seq", "prev_hash", "decision_id", "subject_type", "binding_id"]


def test_field_origins() -> None:
    rows = table("field_origins.csv", bundle(Status.PENDING))
    assert [(r["target_field"], r["kind"], r["endpoint"]) for r in rows] == [
        ("id", "FIELD", "ods.raw.id"),
        ("amount", "FIELD", "ods.raw.amt"),
        ("currency", "CONSTANT", "'EUR'"),
        ("note", "OPEN", "note"),
        ("note", "CANDIDATE", "dwd.orders.note"),
        ("note", "CANDIDATE", "ods.notes.note"),
    ]
    assert rows[1] == {
        "target_table": "dm.sales",
        "ordinal": "2",
        "target_field": "amount",
        "kind": "FIELD",
        "endpoint": "ods.raw.amt",
        "terminal": "EXTERNAL_ENDPOINT",
        "standing": "PROVISIONAL",
        "dynamic": "no",
        "provisional": "yes",
        "system": "SHOP",
        "system_decision": "D2",
        "transformation": "AGGREGATION",
        "path": "",
        "rules": "ORDINAL | QUALIFIED",
        "premises": "COLUMN_EXISTS",
        "path_length": "5",
        "paths": "1",
        "file": "dwd/orders.sql",
        "statement": "1",
        "lines": "L3-L3",
        "bindings": "W0000000001",
        "decisions": "",
        "reasons": "",
        "tree_id": "T0000000002",
        "visit_id": "6",
        "state": "DRAFT",
    }


def test_decisions_stand_beside_the_origins_that_rest_on_them() -> None:
    assert table("field_origins.csv")[0]["decisions"] == "D1"


@pytest.mark.parametrize(
    ("terminal", "standing", "alone", "kind"),
    [
        (Terminal.CYCLE, Standing.CONFIRMED, False, "NEUTRAL"),
        (Terminal.CYCLE, Standing.CONFIRMED, True, "OPEN"),
        (Terminal.WRITER_REJECTED, Standing.CONFIRMED, False, "NEUTRAL"),
        (Terminal.WRITER_REJECTED, Standing.BLOCKED, False, "OPEN"),
        (Terminal.DYNAMIC_SQL, Standing.CONFIRMED, False, "OPEN"),
    ],
)
def test_ends_that_leave_nothing_open_are_told_apart(
    terminal: Terminal, standing: Standing, alone: bool, kind: str
) -> None:
    plain = bundle()
    field = plain.answers[0].fields[2]
    stop = OpenEnd(terminal, "dm.sales.x", (), at(SALES_SQL, "dm.sales"), 2)
    field = replace(field, value=() if alone else field.value, open_ends=(stop,), standing=standing)
    answers = (replace(plain.answers[0], fields=(field,)),)
    rows = table("field_origins.csv", replace(plain, answers=answers, classes={}))
    assert (rows[-1]["kind"], rows[-1]["endpoint"], rows[-1]["terminal"]) == (kind, "dm.sales.x", terminal)


def test_a_field_without_any_end_still_has_a_row() -> None:
    plain = bundle()
    field = replace(plain.answers[0].fields[2], value=(), visits=())
    answers = (replace(plain.answers[0], fields=(field,)),)
    (row,) = table("field_origins.csv", replace(plain, answers=answers, classes={}))
    assert (row["target_field"], row["kind"], row["endpoint"], row["visit_id"]) == (
        "currency",
        "OPEN",
        "",
        "",
    )


def test_source_classification() -> None:
    rows = table("source_classification.csv")
    assert rows[3] == {
        "target_table": "dm.sales",
        "ordinal": "4",
        "target_field": "note",
        "class": "S3",
        "reason": "1 point is open",
        "status": "AMBIGUOUS",
        "endpoints": "",
        "other_values": "",
        "systems": "",
        "decisions": "",
        "missing": "name the input of note at dm/sales.sql:6 (G0000000001)",
        "tree_id": "T0000000004",
        "state": "DRAFT",
    }
    assert [row["decisions"] for row in rows] == ["D2", "D2", "", ""]
    assert [row["status"] for row in rows] == ["PROVEN", "PROVEN", "PROVEN", "AMBIGUOUS"]
    open_now = table("source_classification.csv", bundle(Status.PENDING))
    assert [row["status"] for row in open_now] == ["PROVISIONAL", "PROVISIONAL", "PROVEN", "AMBIGUOUS"]


def test_a_condition_of_all_fields_is_one_row() -> None:
    rows = table("control_evidence.csv")
    assert [(r["target_field"], r["control_id"], r["reach"]) for r in rows] == [
        ("*", "C0000000001", "VALUE_PATH"),
        ("*", "C0000000002", "VALUE_PATH"),
        ("note", "C0000000001", "ROW_PATH"),
    ]
    assert rows[1] == {
        "target_table": "dm.sales",
        "ordinal": "",
        "target_field": "*",
        "reach": "VALUE_PATH",
        "kind": "INNER_JOIN",
        "join_type": "INNER",
        "predicate": "o.id = n.id",
        "columns": "ods.notes.id | ods.raw.id",
        "prior": "",
        "other": "",
        "optional": "no",
        "file": "dm/sales.sql",
        "statement": "1",
        "lines": "L9-L9",
        "scope": "root",
        "control_id": "C0000000002",
        "diagnostics": "",
        "state": "DRAFT",
    }


def test_a_condition_of_some_fields_names_each() -> None:
    plain = bundle()
    fields = list(plain.answers[0].fields)
    fields[2] = replace(fields[2], controls=(FieldControl(WHERE, Reach.VALUE_PATH),))
    some = replace(plain, answers=(replace(plain.answers[0], fields=tuple(fields)),))
    rows = table("control_evidence.csv", some)
    named = [(r["target_field"], r["ordinal"]) for r in rows if r["control_id"] == "C0000000002"]
    assert named == [("id", "1"), ("amount", "2"), ("note", "4")]


def test_a_condition_of_an_expression_names_its_field() -> None:
    plain = bundle()
    own = FieldControl(WHERE, Reach.EXPRESSION)
    field = replace(plain.answers[0].fields[2], controls=(own, FieldControl(JOIN, Reach.VALUE_PATH)))
    alone = replace(plain, answers=(replace(plain.answers[0], fields=(field,)),), classes={})
    rows = table("control_evidence.csv", alone)
    assert [(r["target_field"], r["control_id"]) for r in rows] == [
        ("*", "C0000000002"),
        ("currency", "C0000000001"),
    ]
    assert [row["only_field"] for row in jsonl("controls.jsonl", alone)] == [None, "currency"]


def test_the_state_stands_in_every_row() -> None:
    approved = bundle(state="APPROVED")
    for name in ("field_origins.csv", "source_classification.csv", "control_evidence.csv"):
        assert {row["state"] for row in table(name, approved)} == {"APPROVED"}


def test_csv_form() -> None:
    rows = [{"a": True, "b": ("x", "=y")}, {"a": "=1+1", "b": 'say "no"\0'}, {}]
    found = b"".join(csv_lines(("a", "b"), rows))
    assert found == (
        b'\xef\xbb\xbf"a","b"\r\n"yes","x | =y"\r\n"\'=1+1","say ""no""\xe2\x90\x80"\r\n"",""\r\n'
    )
    assert [list(row.values()) for row in read_csv(found)] == [
        ["yes", "x | =y"],
        ["'=1+1", 'say "no"␀'],
        ["", ""],
    ]


@pytest.mark.parametrize("broken", [b'"a",b\r\n', b'"a"\n', b'"a"\r\n"b","c"\r\n', b'"a'])
def test_a_csv_of_another_form_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_csv(broken)


@pytest.mark.parametrize(
    "cell", ["=cmd|' /C calc'!A0", "+1", "-1", "@a", "\tx", "\rx", "\0x", "＝1", "'=1", "''-"]
)
def test_what_a_spreadsheet_would_run_is_guarded(cell: str) -> None:
    assert guard(cell) == f"'{cell}"
    assert unguard(guard(cell)) == cell


@given(st.text(alphabet="='+-@\t\r\n\0＝ax\" "))
def test_one_mark_is_put_on_and_taken_off(cell: str) -> None:
    assert unguard(guard(cell)) == cell


@given(st.text(alphabet="a\r\n\u2028é𝄞", min_size=1, max_size=12), st.data())
def test_places_are_counted_as_editors_count_them(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    before = text[:start].replace("\r\n", "\n").replace("\r", "\n")
    if text[start - 1 : start + 1] == "\r\n":
        return  # a span never begins inside a line end
    line = before.count("\n") + 1
    spans = Spans({"f": text})
    found = spans.span(Location("f", 1, Span(start, end, line, max(line, spans.lines("f", start, end)[1]))))
    assert spans.lines("f", start, end)[0] == line
    assert found["column"] == len(before) - (before.rfind("\n") + 1) + 1
    assert found["sha256"] == digest(text[start:end])


def test_a_file_without_text_has_no_columns() -> None:
    found = Spans({}).span(Location("f", 0, Span(0, 0, 1, 1)))
    assert found == {
        "start": 0, "end": 0, "line": 1, "column": None, "end_line": 1, "end_column": None, "sha256": None,
    }  # fmt: skip


def test_an_empty_span_ends_where_it_begins() -> None:
    found = Spans(TEXTS).span(Location(SALES_SQL, 1, Span(20, 20, 2, 2)))
    assert (found["column"], found["end_column"]) == (1, 1)
    assert at(SALES_SQL, "INSERT").span.start == 20


def test_the_standing_of_a_binding_is_what_review_says() -> None:
    ruled = bundle(rulings={"W0000000001": Ruling(Status.STALE, "D0007")})
    assert table("field_origins.csv", ruled)[0]["decisions"] == "D0007"


def test_the_reasons_people_gave_stand_beside_their_decisions() -> None:
    log = log_of({"decision": "REJECTED", "reason": "Repair of 2024.", "binding_id": "W0000000001"})
    ruled = bundle(rulings={"W0000000001": Ruling(Status.REJECTED, "D0001")}, decisions=log.raw)
    assert table("field_origins.csv", ruled)[0]["reasons"] == "D0001: Repair of 2024."

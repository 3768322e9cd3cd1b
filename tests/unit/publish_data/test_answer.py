"""The JSON form of an answer, field by field."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs
from tests.unit.publish_data.estate import AMBIGUOUS, CURRENCY, JOIN, answer

from wherefrom.domain.binding import Status
from wherefrom.domain.control import Reach
from wherefrom.domain.evidence import EndpointKind, FieldControl, Stated, StatedBy
from wherefrom.domain.expression import Transformation
from wherefrom.domain.rules import Terminal
from wherefrom.publish import trace_json

SNAPSHOT = "sha256:" + "1" * 64


def test_a_whole_answer() -> None:
    plain = answer(Status.PENDING)
    asked = replace(plain, display="DM.Sales", fields=(plain.fields[1], plain.fields[3]))
    place = {"file": "dm/sales.sql", "statement": 1}
    where = {
        "kind": "WHERE",
        "reach": "VALUE_PATH",
        "predicate": "o.flag = 1",
        "columns": ["ods.raw.flag"],
        "columns_here": ["o.flag"],
        "prior": [],
        "other": [],
        "negated": False,
        "optional": False,
        **place,
        "lines": [10, 10],
    }
    join = where | {
        "kind": "INNER_JOIN",
        "join": "INNER",
        "predicate": "o.id = n.id",
        "columns": ["ods.notes.id", "ods.raw.id"],
        "columns_here": ["o.id", "n.id"],
        "lines": [9, 9],
    }
    said = {
        "code": "AMBIGUOUS_COLUMN_SOURCES",
        "message": "note has no alias and two inputs may hold it.",
        "subject": "note",
        "candidates": ["dwd.orders.note", "ods.notes.note"],
        **place,
        "lines": [6, 6],
    }
    assert trace_json(asked, "hive", SNAPSHOT) == {
        "schema_version": "1",
        "snapshot": SNAPSHOT,
        "dialect": "hive",
        "target": "dm.sales",
        "display": "DM.Sales",
        "fields": [
            {
                "field": "amount",
                "resolution": "RESOLVED",
                "standing": "PROVISIONAL",
                "type": "UNKNOWN",
                "nullable": None,
                "value": [
                    {
                        "endpoint": "ods.raw.amt",
                        "kind": "FIELD",
                        "terminal": "EXTERNAL_ENDPOINT",
                        "dynamic": False,
                        "provisional": True,
                        "transformation": "AGGREGATION",
                        "file": "dwd/orders.sql",
                        "statement": 1,
                        "lines": [3, 3],
                    }
                ],
                "control": [where, join],
                "terminals": [{"at": "ods.raw.amt", "reason": "EXTERNAL_ENDPOINT"}],
                "diagnostics": [],
            },
            {
                "field": "note",
                "resolution": "AMBIGUOUS",
                "standing": "CONFIRMED",
                "type": "UNKNOWN",
                "nullable": None,
                "value": [],
                "control": [where | {"reach": "ROW_PATH"}, join],
                "terminals": [{"at": "note", "reason": "AMBIGUOUS_COLUMN"}],
                "diagnostics": [said],
            },
        ],
        "writers": [
            {
                "logical_table": "dwd.orders",
                "file": "dwd/orders.sql",
                "statement": 1,
                "lines": [1, 3],
                "rule": "EXACT",
                "status": "PENDING",
                "binding_id": "W0000000001",
                "writer_table": "dwd.orders",
            }
        ],
        "diagnostics": [said],
    }


def test_what_states_type_and_nullability_stands_beside_them() -> None:
    where = CURRENCY.value[0].location
    field = replace(CURRENCY, type="char(3)", nullable=False, type_stated=Stated(StatedBy.CAST, where))
    found = trace_json(replace(answer(), fields=(field,)), "hive", SNAPSHOT)["fields"]
    assert isinstance(found, list)
    place = {
        "file": where.file,
        "statement": where.statement,
        "lines": [where.span.line, where.span.end_line],
    }
    assert (found[0]["type"], found[0]["nullable"]) == ("char(3)", False)
    assert found[0]["type_stated"] == {"by": "CAST", **place}
    assert "nullable_stated" not in found[0]


def test_values_are_sorted_and_unique_by_kind_and_endpoint() -> None:
    one = CURRENCY.value[0]
    deep = structs.replace(
        one, kind=EndpointKind.FIELD, endpoint="a.b", table="a", terminal=Terminal.EXTERNAL_ENDPOINT,
        path="$.y", provisional=True, transformation=Transformation.IDENTITY,
    )  # fmt: skip
    flat = structs.replace(
        deep, path="", provisional=False, transformation=Transformation.CONDITIONAL, dynamic=True
    )
    made = structs.replace(
        one, kind=EndpointKind.GENERATED, endpoint="ROW_NUMBER", expression="ROW_NUMBER() OVER (ORDER BY x)",
        terminal=Terminal.GENERATED,
    )  # fmt: skip
    field = replace(CURRENCY, value=(made, deep, one, flat, structs.replace(deep, path="$.x")))
    found = trace_json(replace(answer(), fields=(field,)), "hive", SNAPSHOT)["fields"]
    assert isinstance(found, list)
    values = found[0]["value"]
    keys = ("kind", "endpoint", "provisional", "dynamic", "transformation", "path", "paths", "expression")
    assert [tuple(v.get(key) for key in keys) for v in values] == [
        ("CONSTANT", "'EUR'", False, False, "CONSTANT", None, None, None),
        ("FIELD", "a.b", False, True, "CONDITIONAL", "$.x", ["$.x", "$.y"], None),
        ("GENERATED", "ROW_NUMBER", False, False, "CONSTANT", None, None, "ROW_NUMBER() OVER (ORDER BY x)"),
    ]


def test_an_ambiguous_column_in_a_condition_stands_there() -> None:
    doubtful = structs.replace(JOIN, columns=(), diagnostics=("G0000000001",))
    field = replace(CURRENCY, controls=(FieldControl(doubtful, Reach.VALUE_PATH),))
    asked = replace(answer(), fields=(field,), diagnostics=())
    found = trace_json(asked, "hive", SNAPSHOT, {AMBIGUOUS.diagnostic_id: AMBIGUOUS})["fields"]
    assert isinstance(found, list)
    assert [d["code"] for d in found[0]["control"][0]["diagnostics"]] == ["AMBIGUOUS_COLUMN_SOURCES"]
    assert found[0]["diagnostics"] == []


def test_a_target_whose_writer_was_not_understood_has_no_fields() -> None:
    found = trace_json(replace(answer(), fields=()), "hive", SNAPSHOT)
    assert (found["fields"], len(found["diagnostics"])) == ([], 1)  # type: ignore[arg-type]
    assert "display" not in found

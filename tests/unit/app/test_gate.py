"""The gate: what is open, and what is a mere hint."""

from __future__ import annotations

import pytest

from wherefrom.app.gate import Closed, open_bindings, require_open_gate
from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.evidence import TargetAnswer

FILES = {
    "a.sql": "INSERT INTO d.t (x) SELECT s.x FROM src.one s;",
    "b.sql": "INSERT INTO d.t (x) SELECT s.x FROM src.two s;",
    "report.sql": "CREATE TABLE r.out AS SELECT t.x, 1 AS one FROM d.t t;",
}


def _answers(rulings: dict[str, Ruling], files: dict[str, str] = FILES) -> tuple[TargetAnswer, ...]:
    return answers_for(link_texts(files, "spark", rulings), ("r.out",))


def _bindings() -> list[str]:
    return [candidate.binding_id for candidate in _answers({})[0].closure.candidates]


def test_what_nobody_decided_is_open_with_the_fields_it_serves() -> None:
    found = open_bindings(_answers({}), {})
    assert [(each.status, each.table, str(each.writer), each.fields) for each in found] == [
        (Status.PENDING, "d.t", "a.sql:1", ("r.out.x",)),
        (Status.PENDING, "d.t", "b.sql:1", ("r.out.x",)),
    ]


@pytest.mark.parametrize("status", [Status.STALE, Status.DEFERRED, Status.CONFLICT, Status.PENDING])
def test_one_open_decision_closes_the_gate(status: Status) -> None:
    one, other = _bindings()
    rulings = {one: Ruling(Status.CONFIRMED, "D1"), other: Ruling(status, "D2")}
    with pytest.raises(Closed) as closed:
        require_open_gate(_answers(rulings), rulings)
    assert closed.value.exit_code == 1
    assert [each.binding_id for each in closed.value.open] == [other]
    assert "1 decision is open for r.out" in str(closed.value)


def test_decided_either_way_opens_it() -> None:
    one, other = _bindings()
    rulings = {one: Ruling(Status.CONFIRMED, "D1"), other: Ruling(Status.REJECTED, "D2")}
    require_open_gate(_answers(rulings), rulings)


def test_a_name_only_hint_closes_nothing() -> None:
    files = {
        "a.sql": "INSERT INTO other.t (x) SELECT s.x FROM src.one s;",
        "report.sql": "CREATE TABLE r.out AS SELECT t.x FROM d.t t;",
    }
    require_open_gate(_answers({}, files), {})

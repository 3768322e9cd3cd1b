"""Window clauses as written, and the condition that keeps the first row."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.pages.build import Estate, answer_field, control, ends

from wherefrom.domain.control import ControlKind
from wherefrom.domain.span import Location, Span
from wherefrom.publish.pages.facts import Facts, facts_of, snapshot_of
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.windows import Window, direction, first_row, read_window


def test_read_window() -> None:
    assert read_window("PARTITION BY a, f(b, c) ORDER BY d DESC, e") == Window(
        ("a", "f(b, c)"), ("d DESC", "e")
    )
    assert read_window(
        "SUM(x) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) + 1"
    ) == Window(("a",), ("b",), "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW")
    assert read_window("partition\n  by  a\norder by 'x, ORDER BY y'") == Window(("a",), ("'x, ORDER BY y'",))
    assert read_window("COUNT(*) OVER ()") == Window((), ())
    assert read_window("ORDER BY order_id") == Window((), ("order_id",))


def test_direction() -> None:
    assert direction("c.day DESC") == ("c.day", "order.down")
    assert direction("c.day asc nulls last") == ("c.day nulls last", "order.up")
    assert direction("c.day") == ("c.day", "order.up")


SQL = "SELECT ROW_NUMBER() OVER (PARTITION BY c.id\n  ORDER BY c.day DESC) AS rn FROM c) x WHERE x.rn = 1"


def facts(predicate: str, other: tuple[str, ...] = ("GENERATED ROW_NUMBER",)) -> Facts:
    start = SQL.index("PARTITION")
    end = SQL.index(") AS rn")
    window = control(
        ControlKind.WINDOW, SQL[start:end], "ods.c.id", node="N:x",
        location=Location("a.sql", 1, Span(start, end, 1, 2)),
    )  # fmt: skip
    at = Location("a.sql", 1, Span(90, 98, 2, 2))
    where = control(ControlKind.WHERE, predicate, other=other, location=at)
    estate = replace(
        Estate(), texts={"a.sql": SQL}, fields=(answer_field("f", ends("ods.c.v"), controls=[window, where]),)
    )
    bundle = estate.bundle()
    return facts_of(snapshot_of(bundle), bundle.answers[0], ENGLISH)


def kept(predicate: str, other: tuple[str, ...] = ("GENERATED ROW_NUMBER",)) -> Window | None:
    known = facts(predicate, other)
    record = next(r for r in known.controls.values() if r.kind is ControlKind.WHERE)
    found = first_row(known, record)
    return found.window if found else None


def test_the_first_row_of_a_window_is_found_by_the_name_it_was_given() -> None:
    assert kept("x.rn = 1") == Window(("c.id",), ("c.day DESC",))
    assert kept("rn <= 1") == Window(("c.id",), ("c.day DESC",))


def test_what_does_not_keep_the_first_row_is_not_called_so() -> None:
    assert kept("x.rn = 2") is None
    assert kept("x.other = 1") is None
    assert kept("x.rn = 1", other=("GENERATED RANK",)) is None


def test_a_qualify_holds_its_window_itself() -> None:
    assert kept("ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1") == Window(("a",), ("b",))

"""What is drawn of a target: the tables on its way, and which arrows carry values."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.pages.build import Estate, V, answer_field, at, candidate, column, control, edge, ends, node
from tests.unit.pages.test_sections import SMALL

from wherefrom.domain.binding import BindingRule, Ruling, Status
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.publish.pages.facts import Facts, facts_of, snapshot_of
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.places import Places
from wherefrom.publish.pages.plan import plan_of
from wherefrom.publish.site.figure import figure
from wherefrom.publish.site.graph import DRAWN, GROUPED, Arrow, Picture, picture


def drawn(estate: Estate) -> tuple[Facts, Picture | None]:
    bundle = estate.bundle()
    places = Places({path: f"../sql/{path.rpartition('/')[2]}.html" for path in estate.texts})
    facts = facts_of(snapshot_of(bundle), bundle.answers[0], ENGLISH, places)
    return facts, picture(facts, plan_of(facts))


def read(name: str, line: int = 4, dst: str = "N:query") -> tuple[GraphNode, GraphEdge]:
    """A table that a query reads."""
    return (
        node(f"N:{name}", NodeKind.EXTERNAL_TABLE, name, "read", line=line),
        edge(EdgeKind.READS, f"N:{name}", dst, line=line),
    )


def with_reads(*names: str) -> Estate:
    more = [read(name, line) for line, name in enumerate(names, start=5)]
    return replace(
        SMALL,
        nodes=(*SMALL.nodes, *(each for each, _ in more)),
        edges=(*SMALL.edges, *(each for _, each in more)),
    )


def written(status: Status) -> Estate:
    """``dm.report`` reads ``base.orders``, which a statement of another script fills from ``ods.orders``."""
    tree = V(
        NodeKind.QUERY_RESULT, "", "amount", column("b.amount"), node="N:query", edge=EdgeKind.WRITES,
        below=[V(NodeKind.PHYSICAL_TABLE, "base.orders", "amount", node="N:base", edge=EdgeKind.READS,
                 below=[ends("ods.orders.amount")])],
    )  # fmt: skip
    return Estate(
        fields=(answer_field("amount", tree, controls=[control(ControlKind.WHERE, "x")]),),
        nodes=(
            node("N:target", NodeKind.PHYSICAL_TABLE, "dm.report", "target", line=2),
            node("N:query", NodeKind.QUERY_RESULT, "", "query", line=3),
            node("N:base", NodeKind.PHYSICAL_TABLE, "base.orders", "read", line=4),
            node("N:fill", NodeKind.PHYSICAL_TABLE, "base.orders", "target", location=at(1, file="base.sql")),
            node("N:fillq", NodeKind.QUERY_RESULT, "", "query", location=at(2, file="base.sql")),
            node("N:ods.orders", NodeKind.EXTERNAL_TABLE, "ods.orders", "read", location=at(3, file="base.sql")),
        ),
        edges=(
            edge(EdgeKind.WRITES, "N:query", "N:target", line=2),
            edge(EdgeKind.READS, "N:base", "N:query", line=4),
            edge(
                EdgeKind.WRITER_BINDING, "N:fill", "N:base", location=at(1, file="base.sql"), binding_id="W1",
                rule=BindingRule.EXACT, status=status,
            ),
            edge(EdgeKind.WRITES, "N:fillq", "N:fill", location=at(1, file="base.sql")),
            edge(EdgeKind.READS, "N:ods.orders", "N:fillq", location=at(3, file="base.sql")),
        ),
        candidates=(candidate("W1", "base.orders", "base.sql", 1),),
        rulings={"W1": Ruling(status)},
        texts={"shop/orders.sql": "x\n" * 9, "base.sql": "x\n" * 9},
    )  # fmt: skip


def test_a_value_and_a_table_that_is_only_matched() -> None:
    _, found = drawn(with_reads("ods.region"))
    assert found is not None
    assert [box.tables for box in found.boxes] == [("dm.report",), ("ods.orders",), ("ods.region",)]
    assert found.arrows == (
        Arrow("ods.orders", "dm.report", value=True, open=False),
        Arrow("ods.region", "dm.report", value=False, open=False),
    )


def test_a_writer_that_nobody_confirmed_marks_what_it_reads() -> None:
    for status, opened in ((Status.CONFIRMED, False), (Status.PENDING, True), (Status.STALE, True)):
        _, found = drawn(written(status))
        assert found is not None
        assert found.arrows == (
            Arrow("base.orders", "dm.report", value=True, open=False),
            Arrow("ods.orders", "base.orders", value=True, open=opened),
        )


def test_a_rejected_writer_is_not_followed() -> None:
    _, found = drawn(written(Status.REJECTED))
    assert found is not None
    assert found.arrows == (Arrow("base.orders", "dm.report", value=True, open=False),)


def test_a_target_that_reads_nothing_has_no_drawing() -> None:
    assert drawn(replace(SMALL, nodes=SMALL.nodes[:2], edges=SMALL.edges[:1]))[1] is None


def test_many_sources_of_one_table_stand_in_one_box() -> None:
    names = [f"ods.t{n:02}" for n in range(GROUPED + 1)]
    facts, found = drawn(with_reads(*names))
    assert found is not None
    assert tuple(names) in [box.tables for box in found.boxes]
    made = figure(facts, found, {})
    (box,) = [shape for shape in made.shapes if shape.name == "7 source tables"]
    assert box.title == ", ".join(names)
    assert made.more[0].startswith(
        "Source tables with the same reader stand in one box where there are many: `ods.t00`"
    )


def test_a_large_closure_says_what_is_not_drawn() -> None:
    chain = [read(f"t{n}", n + 5, f"N:q{n}") for n in range(DRAWN + 9)]
    nodes = [node("N:target", NodeKind.PHYSICAL_TABLE, "dm.report", "target")]
    edges = [edge(EdgeKind.WRITES, "N:q0", "N:target")]
    for n, (reads, arrow) in enumerate(chain):
        nodes += [node(f"N:q{n}", NodeKind.QUERY_RESULT, "", "query"), reads]
        edges.append(arrow)
        if n + 1 < len(chain):
            nodes.append(node(f"N:w{n}", NodeKind.PHYSICAL_TABLE, f"t{n}", "target"))
            edges.append(edge(EdgeKind.WRITER_BINDING, f"N:w{n}", f"N:t{n}", rule=BindingRule.SAME_SCRIPT))
            edges.append(edge(EdgeKind.WRITES, f"N:q{n + 1}", f"N:w{n}"))
    facts, found = drawn(Estate(nodes=tuple(nodes), edges=tuple(edges)))
    assert found is not None
    assert (len(found.boxes), found.left_out) == (DRAWN, 10)
    assert found.boxes[-1].hidden == 1
    made = figure(facts, found, {})
    assert made.more == ("10 more tables are not drawn: `edges.jsonl` lists them.",)
    assert made.shapes[-1].note == "+1 not drawn"


def test_a_box_leads_to_its_page_or_its_sql_and_is_spoken() -> None:
    facts, found = drawn(written(Status.PENDING))
    assert found is not None
    made = figure(facts, found, {"base.orders": "tables/base.orders.html"})
    assert [(shape.name, shape.href, shape.label) for shape in made.shapes] == [
        ("dm.report", "../sql/orders.sql.html#L2", "dm.report, this table"),
        (
            "base.orders",
            "../tables/base.orders.html",
            "base.orders, written in the snapshot, feeds dm.report",
        ),
        (
            "ods.orders",
            "../sql/base.sql.html#L3",
            "ods.orders ? no confirmed system, source table, feeds base.orders",
        ),
    ]
    assert [way.kind for way in made.ways] == ["value", "value open"]

"""A small estate worked out by hand: two files, one target with four fields, one reviewed writer.

``id`` and ``amount`` pass the writer W0000000001, ``currency`` is a constant, ``note`` is ambiguous.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from msgspec import structs
from tests.unit.review.records import log_of

from wherefrom.domain.binding import BindingRule, Candidate, Ruling, Status
from wherefrom.domain.claim import system_claim
from wherefrom.domain.classification import SystemRuling
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import (
    ControlRecord,
    Endpoint,
    EndpointKind,
    FieldAnswer,
    FieldControl,
    OpenEnd,
    PlacedDiagnostic,
    Resolution,
    Standing,
    TargetAnswer,
    TargetWriter,
    Visit,
)
from wherefrom.domain.expression import ColumnRef, Expression, Form, Transformation
from wherefrom.domain.graph import Closure, GraphEdge, GraphNode
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Statement, StatementStatus
from wherefrom.lineage.classify import classify
from wherefrom.publish import Bundle

SALES = """-- Sales per order.
INSERT OVERWRITE TABLE dm.sales
SELECT o.id,
       SUM(o.amt) AS amount,
       'EUR' AS currency,
       note
FROM   dwd.orders o
JOIN   ods.notes n
  ON   o.id = n.id
WHERE  o.flag = 1;
"""
ORDERS = "INSERT INTO dwd.orders\r\nSELECT r.id, r.amt, r.flag\r\nFROM   ods.raw r;\r\n"
TEXTS = {"dm/sales.sql": SALES, "dwd/orders.sql": ORDERS}
BINDING = "W0000000001"
PRINT = "ab" * 32


@dataclass(frozen=True)
class File:
    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Placed:
    file: str
    statement: Statement


def at(file: str, piece: str, nth: int = 0) -> Location:
    """Locate a piece of SQL."""
    text = TEXTS[file]
    start = -1
    for _ in range(nth + 1):
        start = text.index(piece, start + 1)
    first = text.count("\n", 0, start) + 1
    last = text.count("\n", 0, start + len(piece) - 1) + 1
    return Location(file, 1, Span(start, start + len(piece), first, last))


def column(written: str, location: Location) -> Expression:
    qualifier, _, name = written.rpartition(".")
    ref = ColumnRef(name, (qualifier,) if qualifier else (), written)
    return Expression(Form.COLUMN, written, location.span, column=ref)


SALES_SQL, ORDERS_SQL = "dm/sales.sql", "dwd/orders.sql"


def node(node_id: str, kind: NodeKind, dataset: str, alias: str, role: str, location: Location) -> GraphNode:
    return GraphNode(node_id, kind, dataset, alias, role, (), location, "root")


NODES = (
    node("N1", NodeKind.PHYSICAL_TABLE, "dm.sales", "", "target", at(SALES_SQL, "dm.sales")),
    node("N2", NodeKind.QUERY_RESULT, "", "", "query", at(SALES_SQL, SALES[SALES.index("SELECT") : -2])),
    node("N3", NodeKind.PHYSICAL_TABLE, "dwd.orders", "o", "read", at(SALES_SQL, "dwd.orders o")),
    node("N4", NodeKind.EXTERNAL_TABLE, "ods.notes", "n", "read", at(SALES_SQL, "ods.notes n")),
    node("N5", NodeKind.PHYSICAL_TABLE, "dwd.orders", "", "target", at(ORDERS_SQL, "dwd.orders")),
    node("N6", NodeKind.QUERY_RESULT, "", "", "query", at(ORDERS_SQL, ORDERS[ORDERS.index("SELECT") : -3])),
    node("N7", NodeKind.EXTERNAL_TABLE, "ods.raw", "r", "read", at(ORDERS_SQL, "ods.raw r")),
)
BY_ID = {each.node_id: each for each in NODES}


def edges(status: Status) -> tuple[GraphEdge, ...]:
    here = BY_ID
    return (
        GraphEdge("E1", EdgeKind.WRITES, "N2", "N1", "", 0, here["N1"].location),
        GraphEdge("E2", EdgeKind.READS, "N3", "N2", "o", 0, here["N3"].location),
        GraphEdge("E3", EdgeKind.READS, "N4", "N2", "n", 0, here["N4"].location),
        GraphEdge(
            "E4",
            EdgeKind.WRITER_BINDING,
            "N5",
            "N3",
            "",
            0,
            here["N5"].location,
            BINDING,
            BindingRule.EXACT,
            status,
        ),
        GraphEdge("E5", EdgeKind.WRITES, "N6", "N5", "", 0, here["N5"].location),
        GraphEdge("E6", EdgeKind.READS, "N7", "N6", "r", 0, here["N7"].location),
    )


CANDIDATE = Candidate(
    BINDING,
    "dwd.orders",
    "dwd.orders",
    at(ORDERS_SQL, ORDERS[:-3]),
    "INSERT_INTO",
    "N5",
    BindingRule.EXACT,
    PRINT,
    (BY_ID["N3"].location,),
)
AMBIGUOUS = PlacedDiagnostic(
    "G0000000001",
    "AMBIGUOUS_COLUMN_SOURCES",
    "note",
    ("dwd.orders.note", "ods.notes.note"),
    "note has no alias and two inputs may hold it.",
    at(SALES_SQL, "note"),
    "root",
)
WHERE = ControlRecord(
    "C0000000001",
    ControlKind.WHERE,
    "",
    "o.flag = 1",
    ("o.flag",),
    ("ods.raw.flag",),
    (),
    (),
    "N2",
    "root",
    "dm.sales",
    at(SALES_SQL, "o.flag = 1"),
    (),
)
JOIN = ControlRecord(
    "C0000000002",
    ControlKind.INNER_JOIN,
    "INNER",
    "o.id = n.id",
    ("o.id", "n.id"),
    ("ods.notes.id", "ods.raw.id"),
    (),
    (),
    "N2",
    "root",
    "dm.sales",
    at(SALES_SQL, "o.id = n.id"),
    (),
    input="n",
)


def visit(visit_id: int, parent: int, node_id: str, field: str, **more: object) -> Visit:
    here = BY_ID.get(node_id)
    plain = Visit(
        visit_id=visit_id,
        parent=parent,
        depth=visit_id - 1,
        node_id=node_id,
        node_kind=here.kind if here else None,
        dataset=here.dataset if here else "",
        field=field,
        expression=None,
        text="",
        transformation=Transformation.IDENTITY,
        edge_id="",
        edge_kind=None,
        rule=None,
        premises=(),
        location=here.location if here else at(SALES_SQL, "'EUR'"),
        scope="root",
        terminal=None,
        expanded_at=0,
        binding_id="",
        status=None,
        provisional=False,
        dynamic=False,
        operand=False,
        path="",
        diagnostics=(),
    )
    return structs.replace(plain, **more)  # type: ignore[arg-type]


def tree(field: str, source: str, step: Transformation, status: Status) -> tuple[Visit, ...]:
    """Visits of a field that is taken from ``ods.raw`` through the reviewed writer."""
    open_now = status is not Status.CONFIRMED
    written = f"SUM(o.{source})" if step is Transformation.AGGREGATION else f"o.{source}"
    here = at(SALES_SQL, written)
    below = column(f"o.{source}", here)
    there = at(ORDERS_SQL, f"r.{source}")
    return (
        visit(1, 0, "N1", field),
        visit(
            2,
            1,
            "N2",
            field,
            expression=below,
            text=written,
            transformation=step,
            edge_id="E1",
            edge_kind=EdgeKind.WRITES,
            rule=Rule.ORDINAL,
            location=here,
        ),
        visit(3, 2, "N3", source, edge_id="E2", edge_kind=EdgeKind.READS, rule=Rule.QUALIFIED),
        visit(
            4,
            3,
            "N5",
            source,
            edge_id="E4",
            edge_kind=EdgeKind.WRITER_BINDING,
            binding_id=BINDING,
            status=status,
            provisional=open_now,
        ),
        visit(
            5,
            4,
            "N6",
            source,
            expression=column(f"r.{source}", there),
            text=f"r.{source}",
            edge_id="E5",
            edge_kind=EdgeKind.WRITES,
            rule=Rule.ORDINAL,
            location=there,
            provisional=open_now,
        ),
        visit(
            6,
            5,
            "N7",
            source,
            edge_id="E6",
            edge_kind=EdgeKind.READS,
            rule=Rule.QUALIFIED,
            premises=(Premise.COLUMN_EXISTS,),
            transformation=None,
            terminal=Terminal.EXTERNAL_ENDPOINT,
            provisional=open_now,
        ),
    )


def endpoint(source: str, step: Transformation, status: Status) -> Endpoint:
    return Endpoint(
        kind=EndpointKind.FIELD,
        endpoint=f"ods.raw.{source}",
        table="ods.raw",
        terminal=Terminal.EXTERNAL_ENDPOINT,
        transformation=step,
        dynamic=False,
        provisional=status is not Status.CONFIRMED,
        path="",
        expression="",
        location=BY_ID["N7"].location,
        visit_id=6,
        length=5,
        paths=1,
        bindings=(BINDING,),
        rules=(Rule.ORDINAL, Rule.QUALIFIED),
        premises=(Premise.COLUMN_EXISTS,),
    )


def from_raw(field: str, ordinal: int, source: str, step: Transformation, status: Status) -> FieldAnswer:
    return FieldAnswer(
        field=field,
        ordinal=ordinal,
        tree_id=f"T000000000{ordinal}",
        resolution=Resolution.RESOLVED,
        standing=Standing.CONFIRMED if status is Status.CONFIRMED else Standing.PROVISIONAL,
        value=(endpoint(source, step, status),),
        open_ends=(),
        controls=(FieldControl(WHERE, Reach.VALUE_PATH), FieldControl(JOIN, Reach.VALUE_PATH)),
        diagnostics=(),
        visits=tree(field, source, step, status),
        bindings=(BINDING,),
    )


CURRENCY = FieldAnswer(
    field="currency",
    ordinal=3,
    tree_id="T0000000003",
    resolution=Resolution.RESOLVED,
    standing=Standing.CONFIRMED,
    value=(
        Endpoint(
            kind=EndpointKind.CONSTANT,
            endpoint="'EUR'",
            table="",
            terminal=Terminal.CONSTANT,
            transformation=Transformation.CONSTANT,
            dynamic=False,
            provisional=False,
            path="",
            expression="'EUR'",
            location=at(SALES_SQL, "'EUR'"),
            visit_id=2,
            length=1,
            paths=1,
            bindings=(),
            rules=(Rule.ORDINAL,),
            premises=(),
        ),
    ),
    open_ends=(),
    controls=(FieldControl(WHERE, Reach.VALUE_PATH), FieldControl(JOIN, Reach.VALUE_PATH)),
    diagnostics=(),
    visits=(
        visit(1, 0, "N1", "currency"),
        visit(
            2,
            1,
            "N2",
            "currency",
            text="'EUR'",
            expression=Expression(Form.CONSTANT, "'EUR'", at(SALES_SQL, "'EUR'").span),
            edge_id="E1",
            edge_kind=EdgeKind.WRITES,
            rule=Rule.ORDINAL,
            transformation=Transformation.CONSTANT,
            terminal=Terminal.CONSTANT,
            location=at(SALES_SQL, "'EUR'"),
        ),
    ),
)
NOTE = FieldAnswer(
    field="note",
    ordinal=4,
    tree_id="T0000000004",
    resolution=Resolution.AMBIGUOUS,
    standing=Standing.CONFIRMED,
    value=(),
    open_ends=(OpenEnd(Terminal.AMBIGUOUS_COLUMN, "note", AMBIGUOUS.candidates, at(SALES_SQL, "note"), 3),),
    controls=(FieldControl(WHERE, Reach.ROW_PATH), FieldControl(JOIN, Reach.VALUE_PATH)),
    diagnostics=(AMBIGUOUS,),
    visits=(
        visit(1, 0, "N1", "note"),
        visit(
            2,
            1,
            "N2",
            "note",
            text="note",
            expression=column("note", at(SALES_SQL, "note")),
            edge_id="E1",
            edge_kind=EdgeKind.WRITES,
            rule=Rule.ORDINAL,
            location=at(SALES_SQL, "note"),
        ),
        visit(
            3,
            2,
            "",
            "note",
            text="note",
            transformation=None,
            terminal=Terminal.AMBIGUOUS_COLUMN,
            location=at(SALES_SQL, "note"),
            diagnostics=("G0000000001",),
        ),
    ),
)


def answer(status: Status = Status.CONFIRMED) -> TargetAnswer:
    return TargetAnswer(
        target="dm.sales",
        display="dm.sales",
        writers=(
            TargetWriter(
                at(SALES_SQL, SALES[SALES.index("INSERT") : -2]),
                "INSERT_OVERWRITE",
                "dm.sales",
                BindingRule.EXACT,
                "replaces the table",
                "N1",
            ),
        ),
        fields=(
            from_raw("id", 1, "id", Transformation.IDENTITY, status),
            from_raw("amount", 2, "amt", Transformation.AGGREGATION, status),
            CURRENCY,
            NOTE,
        ),
        closure=Closure(
            "dm.sales",
            NODES,
            edges(status),
            ("dm.sales", "dwd.orders", "ods.notes", "ods.raw"),
            ("ods.notes", "ods.raw"),
            (CANDIDATE,),
        ),
        diagnostics=(AMBIGUOUS,),
    )


SYSTEMS = {"ods.raw": SystemRuling("SHOP", Status.CONFIRMED, "D2")}


def statement(file: str, kind: str, piece: str, target: str) -> Placed:
    span = at(file, piece).span
    return Placed(
        file,
        Statement(1, kind, span, StatementStatus.PARSED, targets=(target,), fingerprint=PRINT),
    )


LOG = log_of(
    {"decision_id": "D1", "binding_id": BINDING},
    {"decision_id": "D2", "subject_type": "SYSTEM", "subject": system_claim("ods.raw", "SHOP").subject},
)


def bundle(status: Status = Status.CONFIRMED, **more: object) -> Bundle:
    found = answer(status)
    plain = Bundle(
        release="2026.11",
        frozen_at="2026-11-27T18:00:00Z",
        snapshot_id="sha256:" + "1" * 64,
        analysis_id="sha256:" + "2" * 64,
        state="DRAFT",
        files=tuple(File(path, len(text.encode()), "0" * 64) for path, text in TEXTS.items()),
        texts=TEXTS,
        statements=(
            statement(SALES_SQL, "INSERT_OVERWRITE", SALES[SALES.index("INSERT") : -2], "dm.sales"),
            statement(ORDERS_SQL, "INSERT_INTO", ORDERS[:-3], "dwd.orders"),
        ),
        nodes=NODES,
        edges=edges(status),
        diagnostics=(AMBIGUOUS,),
        candidates=(CANDIDATE,),
        rulings={BINDING: Ruling(status, "D1" if status is Status.CONFIRMED else "")},
        decisions=tuple(asdict(record) for record in LOG.records),
        decision_head=LOG.head,
        decision_count=LOG.count,
        answers=(found,),
        classes={"dm.sales": classify(found, SYSTEMS)},
        systems=SYSTEMS,
        settings={"dialect": "hive", "environments": {"prd": "${env}"}},
        versions={"wherefrom": "0.1.0", "sqlglot": "30.30.0", "templates/markdown": "1"},
        governance={"source_systems.csv": "3" * 64},
        store_revision="0001",
    )
    return replace(plain, **more)  # type: ignore[arg-type]

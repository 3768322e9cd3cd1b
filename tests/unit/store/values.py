"""Values to store: small hand-made ones, and any that the types allow."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from wherefrom.domain.binding import BindingRule, Candidate, Ruling, Status
from wherefrom.domain.control import Control, ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, Node, NodeKind, Select, Star
from wherefrom.domain.diagnostic import Diagnostic
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
    Stated,
    StatedBy,
    TargetAnswer,
    TargetWriter,
    Visit,
)
from wherefrom.domain.expression import ColumnRef, Expression, Form, Part, Transformation
from wherefrom.domain.graph import Closure, GraphEdge, GraphNode
from wherefrom.domain.outline import Interface, Outline, WrittenTable
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import (
    Assignment,
    ContentEvent,
    Coverage,
    Ddl,
    Statement,
    StatementStatus,
    Unit,
    Writer,
)
from wherefrom.store import AnalysedFile, AnalysisRecord, PlacedStatement

HEAD = "0" * 64


@dataclass(frozen=True)
class File:
    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Frozen:
    snapshot_id: str = "sha256:" + "a" * 64
    release: str = "r1"
    frozen_at: str = "2026-11-27T18:00:00Z"
    files: tuple[File, ...] = (File("sql/a.sql", 20, "b" * 64), File("sql/ä.sql", 0, "c" * 64))


@dataclass(frozen=True)
class Graph:
    statements: tuple[PlacedStatement, ...] = ()
    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    rulings: dict[str, Ruling] = field(default_factory=dict)
    diagnostics: tuple[PlacedDiagnostic, ...] = ()


def spans() -> st.SearchStrategy[Span]:
    number = st.integers(0, 10_000)
    return st.builds(
        lambda start, length, line, lines: Span(start, start + length, line + 1, line + lines + 1),
        number,
        number,
        number,
        st.integers(0, 9),
    )


def expressions() -> st.SearchStrategy[Expression]:
    """Trees of any shape, a few levels deep."""
    text = st.text(max_size=8)
    leaf = st.builds(
        Expression, st.sampled_from(Form), text, spans(), column=st.none() | st.from_type(ColumnRef)
    )
    return st.recursive(
        leaf,
        lambda inner: st.builds(
            Expression,
            st.sampled_from(Form),
            text,
            spans(),
            parts=st.lists(st.builds(Part, inner, text), max_size=3).map(tuple),
            keys=st.lists(text, max_size=2).map(tuple),
            opaque=st.booleans(),
        ),
        max_leaves=6,
    )


st.register_type_strategy(int, st.integers(-1, 2**40))
st.register_type_strategy(str, st.text(max_size=8))
st.register_type_strategy(Span, spans())
st.register_type_strategy(Expression, expressions())


def _few(of: type) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(st.from_type(of), max_size=1).map(tuple)


_NONE = st.just(())

units_of_nodes = st.builds(
    Unit,
    nodes=st.lists(st.from_type(Node), max_size=2).map(tuple),
    statements=_NONE, writers=_NONE, events=_NONE, ddl=_NONE, assignments=_NONE, diagnostics=_NONE,
)  # fmt: skip
"""Units that hold nodes alone: any one of the types is a lot."""

units_without_nodes = st.builds(
    Unit,
    nodes=_NONE,
    statements=_few(Statement),
    writers=_few(Writer),
    events=_few(ContentEvent),
    ddl=_few(Ddl),
    assignments=_few(Assignment),
    diagnostics=_few(Diagnostic),
)


def deep_unit(levels: int) -> Unit:
    """A Unit with one expression nested so many levels."""
    span = Span(0, 1, 1, 1)
    expression = Expression(Form.CONSTANT, "1", span)
    for _ in range(levels):
        expression = Expression(Form.COMPUTED, "-", span, (Part(expression),))
    control = Control(ControlKind.WHERE, "x", span, (expression,))
    select = Select((), (Star((), span),), (control,))
    node = Node(0, NodeKind.QUERY_RESULT, 1, "root", -1, "", span, select)
    return Unit("hive", (), (node,), (), (), (), (), (), Coverage(1, 1))


def location(line: int = 1) -> Location:
    return Location("sql/a.sql", 1, Span(line * 10, line * 10 + 5, line, line))


def outline() -> Outline:
    """What the graph below says of its only file."""
    given = graph()
    return Outline(
        Interface(("t",), ("s",)),
        (("PARSED", 1),),
        Coverage(20, 20),
        (WrittenTable("dm.t", "f" * 64, private=False),),
        ("ods.s",),
        (),
        len(given.nodes),
        len(given.edges),
        given.candidates,
        given.diagnostics,
    )


def graph() -> Graph:
    """Two nodes, one edge, one candidate that a person confirmed, one diagnostic."""
    statement = Statement(
        1,
        "INSERT_INTO",
        Span(0, 20, 1, 2),
        StatementStatus.PARSED,
        targets=("dm.t",),
        conditions=(3, 4),
    )
    nodes = (
        GraphNode(
            "N1", NodeKind.EXTERNAL_TABLE, "ods.${env}_s", "s", "read", ("${env}",), location(1), "root"
        ),
        GraphNode("N2", NodeKind.PHYSICAL_TABLE, "dm.t", "", "target", (), location(2), "", ("DISTINCT",)),
    )
    edges = (
        GraphEdge("E1", EdgeKind.READS, "N1", "N2", "s", 0, location(1)),
        GraphEdge(
            "E2",
            EdgeKind.WRITER_BINDING,
            "N2",
            "N1",
            "",
            1,
            location(2),
            "W1",
            BindingRule.EXACT,
            Status.CONFIRMED,
        ),
    )
    candidates = (
        Candidate(
            "W1",
            "ods.s",
            "ods.s",
            location(1),
            "INSERT_INTO",
            "N2",
            BindingRule.EXACT,
            "f" * 64,
            (location(1), location(3)),
        ),
    )
    return Graph(
        (PlacedStatement("sql/a.sql", statement),),
        nodes,
        edges,
        candidates,
        {"W1": Ruling(Status.CONFIRMED, "D1", ("CARRIED_OVER",))},
        (PlacedDiagnostic("G1", "DYNAMIC_SQL", "x", ("a", "b"), "Said “so”.", location(4), "root"),),
    )


def visit(number: int, expression: Expression | None = None) -> Visit:
    return Visit(
        visit_id=number,
        parent=number - 1,
        depth=number - 1,
        node_id="N1" if number > 1 else "",
        node_kind=NodeKind.EXTERNAL_TABLE if number > 1 else None,
        dataset="ods.s",
        field="amt",
        expression=expression,
        text="s.amt",
        transformation=Transformation.IDENTITY if number > 1 else None,
        edge_id="E1",
        edge_kind=EdgeKind.READS,
        rule=Rule.QUALIFIED,
        premises=(Premise.COLUMN_EXISTS,),
        location=location(number),
        scope="root",
        terminal=Terminal.EXTERNAL_ENDPOINT if number > 2 else None,
        expanded_at=0,
        binding_id="",
        status=None,
        provisional=True,
        dynamic=False,
        operand=False,
        path="$.a",
        diagnostics=("G2",),
    )


def answer(name: str = "dm.t") -> TargetAnswer:
    """Two fields that share a control and a diagnostic."""
    around = graph()
    column = Expression(Form.COLUMN, "s.amt", Span(1, 6, 1, 1), column=ColumnRef("amt", ("s",), "s.amt"))
    control = ControlRecord(
        "C1", ControlKind.WHERE, "", "s.d = '${dt}'", ("s.d",), ("ods.s.d",), (), ("PARAMETER ${dt}",), "N1",
        "root", "s", location(3), ("G2",), optional=True,
    )  # fmt: skip
    ambiguous = PlacedDiagnostic(
        "G2", "AMBIGUOUS_COLUMN_SOURCES", "id", ("a.id", "b.id"), "Two.", location(5)
    )
    endpoint = Endpoint(
        EndpointKind.FIELD, "ods.s.amt", "ods.s", Terminal.EXTERNAL_ENDPOINT, Transformation.AGGREGATION,
        True, False, "", "", location(1), 3, 2, 7, ("W1",), (Rule.QUALIFIED, Rule.STAR_PASS), (),
    )  # fmt: skip
    open_end = OpenEnd(Terminal.AMBIGUOUS_COLUMN, "x.id", ("a.id", "b.id"), location(2), 3)
    fields = (
        FieldAnswer(
            "amt", 1, "T1", Resolution.PARTIAL, Standing.PROVISIONAL, (endpoint,), (open_end,),
            (FieldControl(control, Reach.VALUE_PATH),), (ambiguous,),
            (visit(1, column), visit(2), visit(3)), "decimal(9,2)", nullable=False, bindings=("W1",),
            type_stated=Stated(StatedBy.CAST, location(3)), nullable_stated=Stated(StatedBy.DDL, location(1)),
        ),
        FieldAnswer(
            "#2", 2, "T2", Resolution.RESOLVED, Standing.CONFIRMED, (), (),
            (FieldControl(control, Reach.ROW_PATH),), (ambiguous,), (visit(1),),
        ),
    )  # fmt: skip
    closure = Closure(name, around.nodes, around.edges[:1], (name, "ods.s"), ("ods.s",), around.candidates)
    writer = TargetWriter(location(2), "INSERT_INTO", "dm.t", BindingRule.EXACT, "adds rows", "N2")
    return TargetAnswer(name, "DM.t", (writer,), fields, closure, (ambiguous,))


def record(analysis_id: str = "sha256:1", unit: str = "") -> AnalysisRecord:
    files = (AnalysedFile("sql/a.sql", unit), AnalysedFile("sql/ä.sql", "", "EMPTY_FILE"))
    return AnalysisRecord(
        analysis_id,
        Frozen().snapshot_id,
        {"dialect": "hive", "include": ["**/*.sql"]},
        {"wherefrom": "0"},
        HEAD,
        {"nodes": 2},
        files,
    )

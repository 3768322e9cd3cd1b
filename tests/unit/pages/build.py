"""Answers built by hand: a small vocabulary for expressions, visits, nodes and bundles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wherefrom.domain.binding import BindingRule, Candidate, Ruling, Status
from wherefrom.domain.classification import FieldClass, SourceClass, SystemRuling
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
from wherefrom.domain.expression import ColumnRef, Expression, Form, Part, Transformation
from wherefrom.domain.graph import Closure, GraphEdge, GraphNode
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Statement, StatementStatus
from wherefrom.publish.bundle import Bundle

FILE = "shop/orders.sql"
SPAN = Span(0, 1, 1, 1)
OUTCOME = {
    Terminal.EXTERNAL_ENDPOINT: EndpointKind.FIELD,
    Terminal.PRIOR_STATE: EndpointKind.FIELD,
    Terminal.CONSTANT: EndpointKind.CONSTANT,
    Terminal.GENERATED: EndpointKind.GENERATED,
    Terminal.PARAMETER: EndpointKind.PARAMETER,
}


def at(line: int, end_line: int = 0, file: str = FILE, statement: int = 1) -> Location:
    """A location whose offsets are its lines times a thousand."""
    last = end_line or line
    return Location(file, statement, Span(line * 1000, last * 1000 + 10, line, last))


def column(written: str) -> Expression:
    """``t.amount``."""
    qualifier, _, name = written.rpartition(".")
    return Expression(
        Form.COLUMN, written, SPAN, column=ColumnRef(name.lower(), (qualifier,) if qualifier else (), written)
    )


def constant(text: str) -> Expression:
    """``'X'``."""
    return Expression(Form.CONSTANT, text, SPAN)


def generated(text: str) -> Expression:
    """``COUNT(*)``."""
    return Expression(Form.GENERATED, text, SPAN, function=text.partition("(")[0])


def parameter(text: str) -> Expression:
    """``:p``."""
    return Expression(Form.PARAMETER, text, SPAN)


def made(form: Form, text: str, *parts: Expression | tuple[str, Expression], **more: Any) -> Expression:
    """An expression with parts; a pair is a part with its condition."""
    listed = tuple(Part(p[1], p[0]) if isinstance(p, tuple) else Part(p) for p in parts)
    return Expression(form, text, SPAN, listed, **more)


@dataclass
class V:
    """A visit to be numbered: what is not said has a plain value."""

    kind: NodeKind | None = NodeKind.QUERY_RESULT
    dataset: str = ""
    field: str = "v"
    expr: Expression | None = None
    below: Sequence[V] = ()
    terminal: Terminal | None = None
    text: str = ""
    line: int = 1
    file: str = FILE
    node: str = ""
    edge: EdgeKind | None = None
    edge_id: str = ""
    binding: str = ""
    status: Status | None = None
    diagnostics: tuple[str, ...] = ()
    rule: Rule | None = None
    expanded: int = 0
    path: str = ""
    provisional: bool = False
    dynamic: bool = False


def ends(name: str, **more: Any) -> V:
    """A column of an external table: ``ods.orders.amount``."""
    table, _, column_name = name.rpartition(".")
    return V(
        NodeKind.EXTERNAL_TABLE, table, column_name, terminal=Terminal.EXTERNAL_ENDPOINT,
        edge=EdgeKind.READS, node=f"N:{table}", **more,
    )  # fmt: skip


def literal(text: str, **more: Any) -> V:
    """A constant leaf."""
    return V(None, "", "", constant(text), terminal=Terminal.CONSTANT, text=text, **more)


def leaf(terminal: Terminal, text: str, **more: Any) -> V:
    """A leaf that is no dataset."""
    return V(None, "", more.pop("field", ""), None, terminal=terminal, text=text, **more)


def number(root: V) -> tuple[Visit, ...]:
    """Give visits their ids in preorder."""
    found: list[Visit] = []

    def walk(given: V, parent: int, depth: int) -> None:
        visit_id = len(found) + 1
        found.append(
            Visit(
                visit_id=visit_id,
                parent=parent,
                depth=depth,
                node_id=given.node,
                node_kind=given.kind,
                dataset=given.dataset,
                field=given.field,
                expression=given.expr,
                text=given.text or (given.expr.text if given.expr else ""),
                transformation=Transformation.IDENTITY,
                edge_id=given.edge_id,
                edge_kind=given.edge,
                rule=given.rule,
                premises=(),
                location=at(given.line, file=given.file),
                scope="root",
                terminal=given.terminal,
                expanded_at=given.expanded,
                binding_id=given.binding,
                status=given.status,
                provisional=given.provisional,
                dynamic=given.dynamic,
                operand=False,
                path=given.path,
                diagnostics=given.diagnostics,
            )
        )
        for child in given.below:
            walk(child, visit_id, depth + 1)

    walk(root, 0, 0)
    return tuple(found)


def endpoints(visits: Sequence[Visit]) -> tuple[Endpoint, ...]:
    """The VALUE endpoints of a tree, as trace would list them."""
    found: dict[str, Endpoint] = {}
    for visit in visits:
        if visit.terminal in OUTCOME:
            kind = OUTCOME[visit.terminal]
            name = f"{visit.dataset}.{visit.field}" if kind is EndpointKind.FIELD else visit.text
            premises: tuple[Premise, ...] = ()
            found.setdefault(
                name,
                Endpoint(
                    kind,
                    name,
                    visit.dataset if kind is EndpointKind.FIELD else "",
                    visit.terminal,
                    Transformation.IDENTITY,
                    visit.dynamic,
                    visit.provisional,
                    visit.path,
                    "",
                    visit.location,
                    visit.visit_id,
                    visit.depth,
                    1,
                    (),
                    (),
                    premises,
                ),
            )
    return tuple(found.values())


def open_ends(visits: Sequence[Visit]) -> tuple[OpenEnd, ...]:
    """The leaves that prove nothing."""
    return tuple(
        OpenEnd(v.terminal, f"{v.dataset}.{v.field}" if v.dataset else v.field or v.text, (), v.location, v.visit_id, v.binding_id)
        for v in visits
        if v.terminal and v.terminal not in OUTCOME
    )  # fmt: skip


def answer_field(
    name: str, root: V, *, ordinal: int = 1, controls: Sequence[FieldControl] = (), **more: Any
) -> FieldAnswer:
    """A field with its tree below the target's own visit."""
    top = V(NodeKind.PHYSICAL_TABLE, "dm.report", name, below=[root], node="N:target")
    visits = number(top)
    value, loose = endpoints(visits), open_ends(visits)
    bindings = tuple(dict.fromkeys(v.binding_id for v in visits if v.binding_id))
    said: dict[str, Any] = {
        "resolution": Resolution.RESOLVED if not loose else Resolution.PARTIAL,
        "standing": Standing.CONFIRMED,
        **more,
    }
    return FieldAnswer(
        field=name, ordinal=ordinal, tree_id=f"T{ordinal:010x}", value=value, open_ends=loose,
        controls=tuple(controls), diagnostics=said.pop("diagnostics", ()), visits=visits, bindings=bindings, **said,
    )  # fmt: skip


def control(
    kind: ControlKind, predicate: str, *columns: str, node: str = "N:query", line: int = 9, reach: Reach = Reach.VALUE_PATH,
    **more: Any,
) -> FieldControl:  # fmt: skip
    """A condition of one scope."""
    said: dict[str, Any] = {
        "join": "", "columns_here": (), "prior": (), "other": (), "scope": "root", "scope_name": "",
        "location": at(line), "diagnostics": (), **more,
    }  # fmt: skip
    record = ControlRecord(
        control_id=f"C:{kind}:{predicate}:{line}",
        kind=kind,
        predicate=predicate,
        columns=tuple(columns),
        node_id=node,
        **said,
    )
    return FieldControl(record, reach)


def node(node_id: str, kind: NodeKind, dataset: str, role: str, line: int = 1, **more: Any) -> GraphNode:
    """A Dataset Node."""
    said: dict[str, Any] = {
        "alias": "",
        "placeholders": (),
        "scope": "root",
        "location": at(line),
        "flags": (),
        **more,
    }
    return GraphNode(node_id, kind, dataset, role=role, **said)


def edge(kind: EdgeKind, src: str, dst: str, line: int = 1, **more: Any) -> GraphEdge:
    """An edge; data flows from ``src`` to ``dst``."""
    said: dict[str, Any] = {"alias": "", "branch": 0, "location": at(line), **more}
    return GraphEdge(f"E:{src}>{dst}", kind, src, dst, **said)


def candidate(
    binding: str, table: str, file: str, line: int, rule: BindingRule = BindingRule.EXACT
) -> Candidate:
    """A writer candidate with one reader."""
    return Candidate(
        binding,
        table,
        table,
        at(line, file=file),
        "INSERT_OVERWRITE",
        f"N:{binding}",
        rule,
        "0" * 64,
        (at(1),),
    )


@dataclass
class Estate:
    """What a page is built of; a test says what it needs."""

    fields: Sequence[FieldAnswer] = ()
    nodes: Sequence[GraphNode] = ()
    edges: Sequence[GraphEdge] = ()
    candidates: Sequence[Candidate] = ()
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    systems: Mapping[str, str] = field(default_factory=dict)
    classes: Sequence[FieldClass] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    statements: Sequence[tuple[str, Statement]] = ()
    diagnostics: Sequence[PlacedDiagnostic] = ()
    decisions: Sequence[Mapping[str, object]] = ()
    target: str = "dm.report"
    state: str = "DRAFT"
    writers: Sequence[TargetWriter] = ()

    def bundle(self) -> Bundle:
        """The bundle of one target."""
        tables = {n.dataset for n in self.nodes if n.role in ("read", "target")}
        closure = Closure(
            self.target,
            tuple(self.nodes),
            tuple(self.edges),
            tuple(sorted(tables)),
            (),
            tuple(self.candidates),
        )
        writers = tuple(self.writers) or tuple(
            TargetWriter(
                n.location, "INSERT_OVERWRITE", n.dataset, BindingRule.EXACT, "replaces the table", n.node_id
            )
            for n in self.nodes
            if n.role == "target" and n.dataset == self.target
        )
        answer = TargetAnswer(self.target, self.target, writers, tuple(self.fields), closure, ())
        return Bundle(
            release="2026.11", frozen_at="2026-11-27T18:00:00Z", snapshot_id="sha256:" + "a" * 64,
            analysis_id="sha256:" + "b" * 64, state=self.state, files=(), texts=self.texts,
            statements=tuple(Placed(file, given) for file, given in self.statements), nodes=tuple(self.nodes),
            edges=tuple(self.edges), diagnostics=tuple(self.diagnostics), candidates=tuple(self.candidates),
            rulings=self.rulings, decisions=tuple(self.decisions), decision_head="0" * 64,
            decision_count=len(self.decisions), answers=(answer,), classes={self.target: tuple(self.classes)},
            systems={
                table: SystemRuling(name, Status.CONFIRMED)
                for table, name in self.systems.items()
            },
            settings={}, versions={},
        )  # fmt: skip


@dataclass(frozen=True)
class Placed:
    """A statement with its file."""

    file: str
    statement: Statement


def statement(
    first: int, last: int, ordinal: int = 1, status: StatementStatus = StatementStatus.PARSED, **more: Any
) -> Statement:
    """A statement from one line to another."""
    return Statement(ordinal, "INSERT_OVERWRITE", at(first, last).span, status, **more)


def classed(name: str, source_class: SourceClass, *systems: str, **more: Any) -> FieldClass:
    """A field's class."""
    said: dict[str, Any] = {"reason": "", "endpoints": (), "other_values": (), "missing": (), **more}
    return FieldClass(name, source_class, systems=systems, **said)


def with_field(estate: Estate, root: V, **more: Any) -> Estate:
    """The estate with one field ``f``."""
    return replace(estate, fields=(answer_field("f", root, **more),))

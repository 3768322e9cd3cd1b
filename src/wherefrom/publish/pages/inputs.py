"""The inputs of a scope and how they are put together: what the drawing and the matching table share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import ControlRecord
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.publish.pages.facts import Facts

JOINS = frozenset({ControlKind.INNER_JOIN, ControlKind.OUTER_JOIN})

INSIDE = "tree.subquery"
"""How a query inside a condition or a value is put together with the rest."""

SET_BEFORE = "tree.set.before"
"""The same for a query of an earlier statement, which gives a script variable its value."""

BESIDE = frozenset({INSIDE, SET_BEFORE})

_INPUT_EDGES = frozenset({EdgeKind.READS, EdgeKind.CTE_BINDING, EdgeKind.DERIVES, EdgeKind.CORRELATES})
_HOW = {
    "LEFT": "tree.may",
    "RIGHT": "tree.right",
    "FULL": "tree.full",
    "SEMI": "tree.semi",
    "ANTI": "tree.anti",
}
_COMMENT = re.compile(r"--[^\r\n]*|/\*.*?\*/", re.DOTALL)
_OPERATOR = re.compile(r"\b(?:UNION|EXCEPT|INTERSECT|MINUS)\b(?:\s+(?:ALL|DISTINCT)\b)?", re.IGNORECASE)
_CROSS = re.compile(r"\bCROSS\s+(?:JOIN|APPLY)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class InputRelation:
    """One input of one scope.

    Attributes:
        edge: The edge it is read through.
        node: What is read.
        how: Situation of the phrase book, ``tree.must``; empty where the SQL shows no way.
        records: The conditions it is matched by, in SQL order.
    """

    edge: GraphEdge
    node: GraphNode
    how: str
    records: tuple[ControlRecord, ...]

    @property
    def name(self) -> str:
        """The table, or the name the scope calls it by."""
        return self.node.dataset or self.edge.alias


def inputs_of(facts: Facts, scope: str) -> tuple[InputRelation, ...]:
    """Return the inputs of a scope in the order of its FROM clause, then the queries inside its expressions."""
    edges = [
        edge for edge in facts.into.get(scope, ()) if edge.src in facts.nodes and edge.kind in _INPUT_EDGES
    ]
    beside = {edge.edge_id: how for edge in edges if (how := _beside(facts, edge))}
    given = [edge for edge in edges if edge.edge_id not in beside]
    records = sorted(
        (r for r in facts.records.get(scope, ()) if _matches(r)),
        key=lambda record: (record.location, record.control_id),
    )
    found: list[InputRelation] = []
    for at, edge in enumerate(given):
        mine = tuple(record for record in records if _meant(record, facts, given) == edge.edge_id)
        before = given[at - 1] if at else None
        found.append(InputRelation(edge, facts.nodes[edge.src], _how(facts, edge, before, mine), mine))
    inside = (edge for edge in edges if edge.edge_id in beside)
    more = (InputRelation(edge, facts.nodes[edge.src], beside[edge.edge_id], ()) for edge in inside)
    return (*found, *more)


def _beside(facts: Facts, edge: GraphEdge) -> str:
    """Return how a query is read that does not stand under FROM; empty for an input."""
    source, scope = facts.nodes[edge.src], facts.nodes.get(edge.dst)
    if source.role == "query" and is_subquery(source) and (scope is None or source.scope != scope.scope):
        return INSIDE
    if scope is not None and source.location.statement != scope.location.statement:
        return SET_BEFORE
    return ""


def is_subquery(node: GraphNode) -> bool:
    """Return whether a node is a query inside an expression, as its scope path says."""
    return node.scope.rpartition("/")[2].startswith("subquery")


def _matches(record: ControlRecord) -> bool:
    if record.kind in JOINS:
        return True
    return bool(record.input) and record.kind in (ControlKind.SEMI_JOIN, ControlKind.ROW_GENERATOR)


def _meant(record: ControlRecord, facts: Facts, edges: list[GraphEdge]) -> str:
    """Return the edge of the input that a condition joins: of two with one name the last one before it."""
    named = [e for e in edges if record.input and record.input in (facts.nodes[e.src].dataset, e.alias)]
    before = [e for e in named if e.location.span.start <= record.location.span.start]
    return (before or named)[-1 if before else 0].edge_id if named else ""


def _how(facts: Facts, edge: GraphEdge, before: GraphEdge | None, records: tuple[ControlRecord, ...]) -> str:
    for record in records:
        if record.kind is ControlKind.ROW_GENERATOR:
            return "tree.generator"
        if record.negated:
            return "tree.anti"
        return _HOW.get(record.join, "tree.must")
    if before is None:
        return "tree.starts"
    if facts.nodes[edge.src].kind is NodeKind.TABLE_FUNCTION:
        return "tree.generator"
    return _unconditional(facts, before, edge)


def _unconditional(facts: Facts, before: GraphEdge, edge: GraphEdge) -> str:
    """Read from the SQL between two inputs whether they are simply put side by side."""
    text = facts.bundle.texts.get(edge.location.file, "")
    if before.location.file != edge.location.file:
        return ""
    between = _COMMENT.sub(" ", text[before.location.span.end : edge.location.span.start]).strip()
    if _CROSS.search(between):
        return "tree.cross"
    return "tree.comma" if between.endswith(",") or between.startswith(",") else ""


def set_operator(facts: Facts, node_id: str) -> str:
    """Return the operator a set operation has between its first two branches; empty if the text hides it."""
    branches = [edge.location for edge in facts.into.get(node_id, ()) if edge.kind is EdgeKind.SET_BRANCH]
    pair = next(pairwise(branches), None)
    if pair is None or pair[0].file != pair[1].file:
        return ""
    gap = facts.bundle.texts.get(pair[0].file, "")[pair[0].span.end : pair[1].span.start]
    hit = _OPERATOR.search(_COMMENT.sub(" ", gap))
    return " ".join(hit[0].upper().split()) if hit else ""

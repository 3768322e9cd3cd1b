"""What the pages of one target look up: the bundle and the answer, indexed once."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import PROVEN_RULES, Candidate, Ruling, Status
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import ControlRecord, PlacedDiagnostic, TargetAnswer
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Statement
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.places import PLAIN, Places

Key = tuple[str, int]
"""A statement: its file and ordinal."""

TABLES = frozenset(
    {
        NodeKind.PHYSICAL_TABLE,
        NodeKind.EXTERNAL_TABLE,
        NodeKind.TEMP_TABLE,
        NodeKind.VIEW,
        NodeKind.COMMAND_TARGET,
    }
)
"""Nodes that hold content between statements; a cycle through any other is a recursion."""

HOLDS = frozenset({Status.CONFIRMED, Status.NOT_NEEDED})
"""Standings that leave nothing open."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One target's evidence, ready to be looked up.

    Attributes:
        bundle: Everything published.
        answer: The target's answer.
        words: The phrase book.
        places: How places in the SQL are shown.
        nodes: Nodes of the closure by id.
        into: Edges of the closure that rows go through, by the node they lead into, in the order the SQL reads.
        statements: Statements of the snapshot by file and ordinal.
        controls: Condition records of the target's fields by id.
        records: The same by the scope they stand in.
        diagnostics: Diagnostics of the target and the snapshot by id.
        candidates: Writer candidates of the closure by binding id.
        decisions: Decision records by decision id.
        names: Last part of each table name, where it tells the table from others.
    """

    bundle: Bundle
    answer: TargetAnswer
    words: Phrasebook
    places: Places
    nodes: Mapping[str, GraphNode]
    into: Mapping[str, tuple[GraphEdge, ...]]
    statements: Mapping[Key, Statement]
    controls: Mapping[str, ControlRecord]
    records: Mapping[str, tuple[ControlRecord, ...]]
    diagnostics: Mapping[str, PlacedDiagnostic]
    candidates: Mapping[str, Candidate]
    decisions: Mapping[str, Mapping[str, object]]
    names: Mapping[str, str]

    def ruling(self, binding_id: str) -> Ruling:
        """Return what review says of a binding; nobody's word counts as PENDING."""
        found = self.bundle.rulings.get(binding_id)
        if found:
            return found
        candidate = self.candidates.get(binding_id)
        proven = candidate is not None and candidate.rule in PROVEN_RULES
        return Ruling(Status.NOT_NEEDED if proven else Status.PENDING)

    def status(self, edge: GraphEdge) -> Status:
        """Return the standing of a writer binding edge."""
        if edge.binding_id:
            return self.ruling(edge.binding_id).status
        return edge.status or Status.NOT_NEEDED

    def short(self, table: str) -> Markup:
        """Return a table's last name part as a code span, or all of it where that is not unique."""
        return code(self.names.get(table, table))

    def decision(self, decision_id: str) -> Markup:
        """Return a decision's id, leading to its record where that is published."""
        return self.places.decision(decision_id, decision_name(decision_id))

    def lines(self, place: Location) -> tuple[int, int]:
        """Return the lines of the whole statement a location stands in."""
        statement = self.statements.get((place.file, place.statement))
        span = statement.span if statement else place.span
        return span.line, span.end_line


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the pages of all targets look up.

    Attributes:
        bundle: Everything published.
        statements: Statements by file and ordinal.
        diagnostics: Diagnostics by id.
        decisions: Decision records by decision id.
    """

    bundle: Bundle
    statements: Mapping[Key, Statement]
    diagnostics: dict[str, PlacedDiagnostic]
    decisions: Mapping[str, Mapping[str, object]]


def snapshot_of(bundle: Bundle) -> Snapshot:
    """Return what all targets share, indexed once."""
    return Snapshot(
        bundle=bundle,
        statements={(each.file, each.statement.ordinal): each.statement for each in bundle.statements},
        diagnostics={said.diagnostic_id: said for said in bundle.diagnostics},
        decisions={str(record.get("decision_id", "")): record for record in bundle.decisions},
    )


def facts_of(snapshot: Snapshot, answer: TargetAnswer, words: Phrasebook, places: Places = PLAIN) -> Facts:
    """Return the indexed evidence of one target."""
    closure, controls = answer.closure, _controls(answer)
    records: dict[str, list[ControlRecord]] = {}
    for record in controls.values():
        records.setdefault(record.node_id, []).append(record)
    return Facts(
        bundle=snapshot.bundle,
        answer=answer,
        words=words,
        places=places,
        nodes={node.node_id: node for node in closure.nodes},
        into=_into(closure.edges),
        statements=snapshot.statements,
        controls=controls,
        records={scope: tuple(group) for scope, group in records.items()},
        diagnostics=ChainMap(_diagnostics(answer), snapshot.diagnostics),
        candidates={candidate.binding_id: candidate for candidate in closure.candidates},
        decisions=snapshot.decisions,
        names=_short_names(answer),
    )


def _into(edges: Iterable[GraphEdge]) -> dict[str, tuple[GraphEdge, ...]]:
    found: dict[str, list[GraphEdge]] = {}
    for edge in edges:
        if edge.kind is not EdgeKind.COMMAND:
            found.setdefault(edge.dst, []).append(edge)
    return {dst: tuple(sorted(group, key=_reading_order)) for dst, group in found.items()}


def _controls(answer: TargetAnswer) -> dict[str, ControlRecord]:
    """Return the records by id. What decides rows for one field does so: it is not optional."""
    found: dict[str, ControlRecord] = {}
    for field in answer.fields:
        for held in field.controls:
            known = found.get(held.control.control_id)
            if known is None or known.optional:
                found[held.control.control_id] = held.control
    return found


def _reading_order(edge: GraphEdge) -> tuple[bool, int, Location, str]:
    return edge.kind is EdgeKind.WRITER_BINDING, edge.branch, edge.location, edge.edge_id


def _diagnostics(answer: TargetAnswer) -> dict[str, PlacedDiagnostic]:
    found = {said.diagnostic_id: said for said in answer.diagnostics}
    for field in answer.fields:
        found.update((said.diagnostic_id, said) for said in field.diagnostics)
    return found


def _short_names(answer: TargetAnswer) -> dict[str, str]:
    """Return short names: unique among the written tables, and for the others unique among all."""
    tables = {*answer.closure.tables, answer.target}
    written = {node.dataset for node in answer.closure.nodes if node.role == "target"} | {answer.target}
    lasts = {table: last_part(table) for table in tables}
    among = Counter(lasts[table] for table in written if table in lasts)
    overall = Counter(lasts.values())
    queries = {node.dataset for node in answer.closure.nodes if node.role == "query"}
    return {
        table: last
        for table, last in lasts.items()
        if last not in queries and (among[last] == 1 if table in written else overall[last] == 1)
    }


def last_part(name: str) -> str:
    """Return what stands after the last dot of a canonical name, dots in quotes and placeholders aside."""
    start, quoted, depth = 0, False, 0
    for at, char in enumerate(name):
        if char == '"':
            quoted = not quoted
        elif char in "{}":
            depth = max(0, depth + (1 if char == "{" else -1))
        elif char == "." and not quoted and not depth:
            start = at + 1
    return name[start:] or name


def before_last_part(name: str) -> str:
    """Return a canonical column name without its column: the table. Empty if it has one part only."""
    last = last_part(name)
    return name[: len(name) - len(last) - 1] if len(last) < len(name) else ""


def decision_name(decision_id: str) -> Markup:
    """Return a decision's id as it stands in running text."""
    return Markup(decision_id) if decision_id.replace("-", "").isalnum() else code(decision_id)

"""Run a golden case and say what differs from what it expects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.golden.fixture import ALWAYS, COLUMNS, Case, Row

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import (
    ControlRecord,
    Endpoint,
    EndpointKind,
    FieldAnswer,
    PlacedDiagnostic,
    TargetAnswer,
)
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location
from wherefrom.lineage import TraceOptions

QUIET = frozenset({"TEMPLATE_PLACEHOLDER"})
"""Codes a case does not list: they only repeat what the names in it show."""


@dataclass(frozen=True, slots=True)
class Run:
    """What the program says of a case.

    Attributes:
        answer: That of its target.
        said: Every diagnostic of its files.
        edges: The ids of all edges of its graph: a visit names none but these.
    """

    answer: TargetAnswer
    said: tuple[PlacedDiagnostic, ...]
    edges: frozenset[str]


def run(case: Case) -> Run:
    """Trace the target of a case."""
    wish = case.head.get("accept", "")
    options = TraceOptions(no_premises=wish == "no_premises", confirmed_only=wish == "confirmed_only")
    longest = int(case.head["longest"]) if "longest" in case.head else None
    graph = link_texts(case.texts, case.head["dialect"], statement_chars=longest)
    (answer,) = answers_for(graph, (case.head["target"],), options)
    fields = (said for field in answer.fields for said in field.diagnostics)
    edges = frozenset(edge.edge_id for edge in graph.edges)
    return Run(answer, (*graph.diagnostics, *answer.diagnostics, *fields), edges)


def differences(case: Case, run: Run) -> list[str]:
    """Return what a case expects and does not get, and what it gets and does not expect."""
    fields = tuple(field.field for field in run.answer.fields)
    asked = [kind for kind in COLUMNS if kind in ALWAYS or kind in dict(case.blocks)]
    found: list[str] = []
    for kind in asked:
        want, have = case.expected(kind, fields), frozenset(_rows(kind, case, run))
        found += [f"{kind}: missing     {' | '.join(row)}" for row in sorted(want - have)]
        found += [f"{kind}: unexpected  {' | '.join(row)}" for row in sorted(have - want)]
    return found


def facts(case: Case, run: Run) -> dict[str, tuple[Row, ...]]:
    """Return what the program says, by kind, each row once, controls of all fields folded into ``*``."""
    rows = {kind: tuple(dict.fromkeys(_rows(kind, case, run))) for kind in COLUMNS}
    fields = {field.field for field in run.answer.fields}
    tails = dict.fromkeys(row[1:] for row in rows["control"])
    shared = [tail for tail in tails if fields == {row[0] for row in rows["control"] if row[1:] == tail}]
    own = tuple(row for row in rows["control"] if row[1:] not in shared)
    return rows | {"control": tuple(("*", *tail) for tail in shared) + own}


def _rows(kind: str, case: Case, run: Run) -> Iterable[Row]:
    if kind == "diagnostics":
        yield from _diagnostics(case, run)
    elif kind == "writers":
        for each in run.answer.closure.candidates:
            yield each.writer_table, each.rule.value, _place(case, each.writer)
    elif kind == "tables":
        yield from ((table,) for table in run.answer.closure.tables)
    elif kind == "runs":
        nodes = {node.node_id: node for node in run.answer.closure.nodes}
        for edge in run.answer.closure.edges:
            if edge.kind is EdgeKind.COMMAND:
                call, other = nodes[edge.src], nodes[edge.dst]
                yield (
                    call.dataset,
                    _place(case, edge.location),
                    other.dataset,
                    _place(case, other.location),
                )
    else:
        yield from _field_rows(kind, case, run.answer)


def _field_rows(kind: str, case: Case, answer: TargetAnswer) -> Iterable[Row]:
    for field in answer.fields:
        if kind == "value":
            yield from (
                (field.field, _origin(each), _place(case, _named(field, each))) for each in field.value
            )
            if not field.value:
                yield field.field, "-", "-"
        elif kind == "steps":
            yield from ((field.field, _origin(each), each.transformation.value) for each in field.value)
        elif kind == "standing":
            yield field.field, field.resolution.value, field.standing.value
        elif kind == "types":
            yield _types(case, field)
        elif kind == "open":
            yield from ((field.field, end.terminal.value, end.at) for end in field.open_ends)
        elif kind == "control":
            yield from _controls(case, field)


def _types(case: Case, field: FieldAnswer) -> Row:
    stated = [each for each in (field.type_stated, field.nullable_stated) if each is not None]
    places = dict.fromkeys(f"{each.by} {_place(case, each.location)}" for each in stated)
    kind = field.type if field.type_stated is not None else "-"
    null = "-" if field.nullable is None else "yes" if field.nullable else "no"
    return field.field, kind, null, ", ".join(places) or "-"


def _named(field: FieldAnswer, endpoint: Endpoint) -> Location:
    """Return where an origin is named: for a column the projection above the leaf."""
    visits = {visit.visit_id: visit for visit in field.visits}
    leaf = visits[endpoint.visit_id]
    above = visits.get(leaf.parent) if endpoint.kind is EndpointKind.FIELD else None
    return above.location if above is not None else endpoint.location


def _origin(endpoint: Endpoint) -> str:
    if endpoint.kind is not EndpointKind.FIELD:
        return f"{endpoint.kind.value.lower()} {endpoint.endpoint}"
    name = endpoint.endpoint + endpoint.path
    return f"prior {name}" if endpoint.terminal is Terminal.PRIOR_STATE else name


def _controls(case: Case, field: FieldAnswer) -> Iterable[Row]:
    rows = [(field.field, *tail) for applied in field.controls for tail in _control(case, applied.control)]
    deciding = {(kind, place) for _, kind, column, place in rows if column != "-"}
    yield from (row for row in rows if row[2] != "-" or (row[1], row[3]) not in deciding)


def _control(case: Case, control: ControlRecord) -> Iterable[Row]:
    kind = control.kind.value
    if control.kind is ControlKind.OUTER_JOIN:
        kind = f"{kind} {control.join}"
    for column in control.columns or ("-",):
        yield kind, f"prior {column}" if column in control.prior else column, _place(case, control.location)


def _diagnostics(case: Case, run: Run) -> Iterable[Row]:
    for each in sorted(run.said, key=lambda said: (said.location, said.code)):
        if each.code not in QUIET:
            yield each.code, ", ".join(each.candidates), _place(case, each.location)


def _place(case: Case, location: Location) -> str:
    return case.place(location.file, location.span.line)

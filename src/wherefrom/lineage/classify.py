"""Source classes S1 to S4: from confirmed VALUE endpoints and reviewed systems, nothing else (method 1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wherefrom.domain.binding import BindingRule, Candidate, Status
from wherefrom.domain.classification import (
    FieldClass,
    SourceClass,
    SystemGap,
    SystemRuling,
    confirmed_system,
    system_gap,
)
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import (
    EndpointKind,
    FieldAnswer,
    OpenEnd,
    PlacedDiagnostic,
    Standing,
    TargetAnswer,
    Visit,
)
from wherefrom.domain.rules import Terminal

Point = tuple[int, str]
"""Something open: the visit it stands at, and what would settle it."""

_DECIDE = {
    Status.PENDING: "decide on {binding}",
    Status.STALE: "confirm again {binding}",
    Status.DEFERRED: "settle {binding} (DEFERRED)",
    Status.CONFLICT: "settle {binding} (CONFLICT)",
    Status.REJECTED: "add the script that fills {table} ({binding} is REJECTED)",
}

_SETTLE = {
    Terminal.AMBIGUOUS_COLUMN: "name the input of {subject} at {place}",
    Terminal.AMBIGUOUS_STAR: "list the columns of the * at {place}",
    Terminal.NON_ENUMERABLE_PROJECTION: "list the columns of the * at {place}",
    Terminal.MISSING_FIELD: "correct {subject} at {place}, or bring its DDL up to date",
    Terminal.NO_WRITER_EXPRESSION: "state the default of {subject} in DDL: no value is given at {place}",
    Terminal.OPAQUE_FUNCTION: "add the body of {subject}, used at {place}, or look at it",
    Terminal.OPAQUE_TEMPLATE: "freeze the rendered SQL of the template at {place}",
    Terminal.DYNAMIC_SQL: "add the SQL that is put together at {place} as text",
    Terminal.UNPARSED_WRITER: "repair the statement at {place}, or set its dialect",
    Terminal.CYCLE: "add the script that first fills {subject}",
    Terminal.DEPTH_LIMIT: "raise the depth limit reached at {place}",
    Terminal.VISIT_LIMIT: "raise the visit limit reached at {place}",
    Terminal.WRITER_PENDING: "decide on the writer at {place}",
    Terminal.WRITER_DEFERRED: "settle the writer at {place} (DEFERRED)",
    Terminal.WRITER_REJECTED: "add the script that fills {subject} (its writer is REJECTED)",
}


_NAME = {
    SystemGap.UNSAID: "name and confirm a source system for {table}",
    SystemGap.PROPOSED: "confirm a source system for {table} ({system} is proposed)",
    SystemGap.APPROVAL: "approve {decision}: {system} as the source system of {table}",
    SystemGap.DEFERRED: "settle {decision} (DEFERRED): {system} as the source system of {table}",
    SystemGap.STALE: "confirm again {system} as the source system of {table}: its evidence changed since {decision}",
    SystemGap.EXPIRED: "confirm again {system} as the source system of {table}: {decision} has expired",
    SystemGap.NOT_YET_EFFECTIVE: "wait for {decision}: {system} as the source system of {table} is not in effect yet",
    SystemGap.CONFLICT: "settle the source system of {table} (CONFLICT: {system})",
    SystemGap.REJECTED: "name another source system for {table} ({system} was rejected by {decision})",
}


def classify(answer: TargetAnswer, systems: Mapping[str, SystemRuling]) -> tuple[FieldClass, ...]:
    """Classify every field of a target.

    Args:
        answer: The target's answer.
        systems: Reviewed source systems by canonical table. Only CONFIRMED ones count.

    Returns:
        One value per field, in the order of ``answer.fields``.
    """
    statuses = {e.binding_id: e.status for e in answer.closure.edges if e.binding_id and e.status}
    candidates = {c.binding_id: c for c in answer.closure.candidates}
    return tuple(_classify_field(field, systems, statuses, candidates) for field in answer.fields)


def _classify_field(
    field: FieldAnswer,
    systems: Mapping[str, SystemRuling],
    statuses: Mapping[str, Status],
    candidates: Mapping[str, Candidate],
) -> FieldClass:
    columns = [end for end in field.value if end.kind is EndpointKind.FIELD]
    known = {system for end in columns if (system := confirmed_system(systems, end.table))}
    decisions = {systems[end.table].decision_id for end in columns if confirmed_system(systems, end.table)}
    points = [
        *_writer_points(field, statuses, candidates),
        *_open_end_points(field),
        *_system_points(field, systems),
    ]
    missing = _texts(points)
    if not missing and not field.proven:
        missing = (f"see {field.tree_id}: {field.resolution.value}, {field.standing.value}",)
    named = tuple(sorted(known))
    source_class, reason = _judge(named, missing, any_column=bool(columns))
    return FieldClass(
        field=field.field,
        source_class=source_class,
        reason=reason,
        systems=named,
        endpoints=tuple(sorted({end.endpoint for end in columns})),
        other_values=tuple(
            sorted({f"{e.kind.value} {e.endpoint}" for e in field.value if e.kind is not EndpointKind.FIELD})
        ),
        missing=missing,
        decisions=tuple(sorted(decisions)),
    )


def _judge(
    systems: tuple[str, ...], missing: tuple[str, ...], *, any_column: bool
) -> tuple[SourceClass, str]:
    if missing:
        reason = "1 point is open" if len(missing) == 1 else f"{len(missing)} points are open"
        return SourceClass.S3, reason
    if len(systems) > 1:
        return SourceClass.S4, f"column origins belong to {_listed(systems)}"
    if any_column:
        return SourceClass.S1, f"every column origin belongs to {systems[0]}"
    return SourceClass.S2, "no column origin: only constants, parameters, generated values"


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _texts(points: Iterable[Point]) -> tuple[str, ...]:
    ordered = sorted(points, key=lambda point: point[0])
    return tuple(dict.fromkeys(text for _, text in ordered))


def _writer_points(
    field: FieldAnswer, statuses: Mapping[str, Status], candidates: Mapping[str, Candidate]
) -> Iterator[Point]:
    if field.standing is Standing.CONFIRMED:
        return
    first: dict[str, Visit] = {}
    for visit in field.visits:
        if visit.binding_id:
            first.setdefault(visit.binding_id, visit)
    stops = {end.binding_id: end for end in field.open_ends if end.binding_id}
    bindings = dict.fromkeys((*first, *stops, *field.bindings))
    for rank, binding in enumerate(bindings, start=1):
        seen = first.get(binding)
        status = (seen.status if seen else None) or statuses.get(binding)
        if status is None and binding in stops:
            status = _stopped_as(stops[binding])
        if status not in _DECIDE or _changes_nothing(field, status, binding, candidates.get(binding)):
            continue
        end = stops.get(binding)
        at = seen.visit_id if seen else end.visit_id if end else len(field.visits) + rank
        named = candidates.get(binding)
        table = named.logical_table if named else seen.dataset if seen else ""
        yield at, _DECIDE[status].format(binding=binding, table=table)


def _stopped_as(end: OpenEnd) -> Status | None:
    return {
        Terminal.WRITER_PENDING: Status.PENDING,
        Terminal.WRITER_DEFERRED: Status.DEFERRED,
        Terminal.WRITER_REJECTED: Status.REJECTED,
    }.get(end.terminal)


def _changes_nothing(
    field: FieldAnswer, status: Status | None, binding: str, candidate: Candidate | None
) -> bool:
    """Return whether a binding is no gap: an undecided or rejected hint, or a right rejection."""
    hint = candidate is not None and candidate.rule is BindingRule.NAME_ONLY
    if hint and status in (Status.PENDING, Status.REJECTED):
        return True
    return status is Status.REJECTED and _no_gap(field, binding)


def _no_gap(field: FieldAnswer, binding: str) -> bool:
    """Return whether a rejection leaves no gap: every read it stops has a writer that holds.

    A confirmed, current writer of the same read holds, and so does one that the script itself
    proves.
    """
    reads = {visit.parent for visit in field.visits if visit.binding_id == binding}
    held = {
        visit.parent
        for visit in field.visits
        if visit.edge_kind is EdgeKind.WRITER_BINDING
        and visit.status in (None, Status.CONFIRMED, Status.NOT_NEEDED)
        and visit.terminal is not Terminal.CYCLE
    }
    return bool(reads) and reads <= held


def _open_end_points(field: FieldAnswer) -> Iterator[Point]:
    by_id = {visit.visit_id: visit for visit in field.visits}
    for end in field.open_ends:
        if end.binding_id or (end.terminal is Terminal.CYCLE and field.value):
            continue
        said = _diagnostic_of(field, end, by_id.get(end.visit_id))
        subject = said.subject if said and said.subject else end.at
        if end.terminal is Terminal.CYCLE:
            subject = end.at.rpartition(".")[0] or end.at
        text = _SETTLE[end.terminal].format(subject=subject, place=end.location)
        yield end.visit_id, f"{text} ({said.diagnostic_id})" if said else text


def _diagnostic_of(field: FieldAnswer, end: OpenEnd, visit: Visit | None) -> PlacedDiagnostic | None:
    code = f"{end.terminal.value}_SOURCES" if end.candidates else end.terminal.value
    here = visit.diagnostics if visit else ()
    alike = [said for said in field.diagnostics if said.code == code]
    exact = [said for said in alike if said.diagnostic_id in here]
    near = [said for said in alike if said.location == end.location]
    return next(iter((*exact, *near)), None)


def _system_points(field: FieldAnswer, systems: Mapping[str, SystemRuling]) -> Iterator[Point]:
    for end in field.value:
        if end.kind is not EndpointKind.FIELD:
            continue
        ruling = systems.get(end.table)
        gap = system_gap(ruling)
        if gap is not None:
            said = {"system": ruling.system, "decision": ruling.decision_id} if ruling else {}
            yield end.visit_id, _NAME[gap].format(table=end.table, **said)

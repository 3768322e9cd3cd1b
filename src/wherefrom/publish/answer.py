"""The JSON form of an answer: the stable contract of ``trace --json`` (interface 2.2, schema version 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wherefrom.domain.binding import PROVEN_RULES, Candidate, Status
from wherefrom.domain.evidence import (
    Endpoint,
    EndpointKind,
    FieldAnswer,
    FieldControl,
    PlacedDiagnostic,
    TargetAnswer,
)
from wherefrom.domain.expression import stronger
from wherefrom.domain.span import Location
from wherefrom.publish.spans import Json, lines_of

SCHEMA_VERSION = "1"
NONE: dict[str, PlacedDiagnostic] = {}


def trace_json(
    answer: TargetAnswer,
    dialect: str,
    snapshot_id: str,
    graph_diagnostics: Mapping[str, PlacedDiagnostic] = NONE,
) -> Json:
    """Return one target's answer as JSON values.

    Args:
        answer: The answer.
        dialect: Dialect asked for.
        snapshot_id: Snapshot it speaks of, ``sha256:…``.
        graph_diagnostics: Every diagnostic of the graph by its id, where conditions look theirs up.
    """
    known = {said.diagnostic_id: said for said in answer.diagnostics}
    for field in answer.fields:
        known.update((said.diagnostic_id, said) for said in field.diagnostics)
        named = (each for entry in field.controls for each in entry.control.diagnostics)
        known.update((each, graph_diagnostics[each]) for each in named if each in graph_diagnostics)
    found: Json = {
        "schema_version": SCHEMA_VERSION,
        "snapshot": snapshot_id,
        "dialect": dialect,
        "target": answer.target,
    }
    if answer.display and answer.display != answer.target:
        found["display"] = answer.display
    found["fields"] = [_field(field, known) for field in answer.fields]
    statuses = _statuses(answer)
    found["writers"] = [_writer(candidate, statuses) for candidate in answer.closure.candidates]
    found["diagnostics"] = [_diagnostic(said) for said in answer.diagnostics]
    return found


def _statuses(answer: TargetAnswer) -> dict[str, Status]:
    found = {e.binding_id: e.status for e in answer.closure.edges if e.binding_id and e.status}
    for field in answer.fields:
        found.update((v.binding_id, v.status) for v in field.visits if v.binding_id and v.status)
    return found


def _writer(candidate: Candidate, statuses: Mapping[str, Status]) -> Json:
    unsaid = Status.NOT_NEEDED if candidate.rule in PROVEN_RULES else Status.PENDING
    return {
        "logical_table": candidate.logical_table,
        **_place(candidate.writer),
        "rule": candidate.rule.value,
        "status": statuses.get(candidate.binding_id, unsaid).value,
        "binding_id": candidate.binding_id,
        "writer_table": candidate.writer_table,
    }


def _field(field: FieldAnswer, known: Mapping[str, PlacedDiagnostic]) -> Json:
    leaves = {(end.endpoint, end.terminal.value) for end in field.value}
    leaves |= {(stop.at, stop.terminal.value) for stop in field.open_ends}
    return {
        "field": field.field,
        "resolution": field.resolution.value,
        "standing": field.standing.value,
        **_stated(field),
        "value": _values(field.value),
        "control": [_control(entry, known) for entry in field.controls],
        "terminals": [{"at": at, "reason": reason} for at, reason in sorted(leaves)],
        "diagnostics": [_diagnostic(said) for said in field.diagnostics],
    }


def _stated(field: FieldAnswer) -> Json:
    """Return type and nullability, and what states them."""
    found: Json = {"type": field.type, "nullable": field.nullable}
    for key, stated in (("type_stated", field.type_stated), ("nullable_stated", field.nullable_stated)):
        if stated is not None:
            found[key] = {"by": stated.by.value} | _place(stated.location)
    return found


def _values(ends: Iterable[Endpoint]) -> list[Json]:
    alike: dict[tuple[str, str], list[Endpoint]] = {}
    for end in ends:
        alike.setdefault((end.kind.value, end.endpoint), []).append(end)
    return [_value(alike[key]) for key in sorted(alike)]


def _value(same: list[Endpoint]) -> Json:
    """Return one entry for endpoints of one kind and name; they may differ in path and step."""
    first = same[0]
    step = first.transformation
    for other in same[1:]:
        step = stronger(step, other.transformation)
    found: Json = {
        "endpoint": first.endpoint,
        "kind": first.kind.value,
        "terminal": first.terminal.value,
        "dynamic": any(end.dynamic for end in same),
        "provisional": all(end.provisional for end in same),
        "transformation": step.value,
    }
    paths = sorted({end.path for end in same if end.path})
    if paths:
        found["path"] = paths[0]
    if len(paths) > 1:
        found["paths"] = paths
    if first.kind is EndpointKind.GENERATED and first.expression:
        found["expression"] = first.expression
    return found | _place(first.location)


def _control(entry: FieldControl, known: Mapping[str, PlacedDiagnostic]) -> Json:
    record = entry.control
    found: Json = {"kind": record.kind.value, "reach": entry.reach.value}
    if record.join:
        found["join"] = record.join
    found |= {
        "predicate": record.predicate,
        "columns": list(record.columns),
        "columns_here": list(record.columns_here),
        "prior": list(record.prior),
        "other": list(record.other),
        "negated": record.negated,
        "optional": record.optional,
    }
    if record.diagnostics:
        found["diagnostics"] = [_diagnostic(known[each]) for each in record.diagnostics if each in known]
    return found | _place(record.location)


def _diagnostic(said: PlacedDiagnostic) -> Json:
    found: Json = {"code": said.code, "message": said.message}
    if said.subject:
        found["subject"] = said.subject
    return found | {"candidates": list(said.candidates)} | _place(said.location)


def _place(location: Location) -> Json:
    return {"file": location.file, "statement": location.statement, "lines": lines_of(location)}

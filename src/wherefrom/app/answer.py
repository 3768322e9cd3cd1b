"""The JSON form of an answer: the stable contract of ``trace --json`` (interface 2.2, schema version 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wherefrom.domain.evidence import (
    Candidate,
    Endpoint,
    FieldAnswer,
    FieldControl,
    PlacedDiagnostic,
    Ruling,
    Status,
    TargetAnswer,
)
from wherefrom.domain.span import Location

SCHEMA_VERSION = "1"

Json = dict[str, object]


def answer_object(
    answer: TargetAnswer, snapshot_id: str, dialect: str, rulings: Mapping[str, Ruling]
) -> Json:
    """Return one target's answer as JSON values.

    Args:
        answer: The answer.
        snapshot_id: Snapshot it speaks of.
        dialect: Dialect asked for.
        rulings: What review says, by binding id; a missing one is PENDING.
    """
    known = _diagnostics_by_id(answer)
    found: Json = {
        "schema_version": SCHEMA_VERSION,
        "snapshot": snapshot_id,
        "dialect": dialect,
        "target": answer.target,
    }
    if answer.display and answer.display != answer.target:
        found["display"] = answer.display
    found["fields"] = [_field(field, known) for field in answer.fields]
    found["writers"] = [writer_object(c, rulings) for c in answer.closure.candidates]
    found["diagnostics"] = [diagnostic_object(d) for d in answer.diagnostics]
    return found


def all_answers_object(answers: Iterable[Json]) -> Json:
    """Return the answers of every target as one JSON object."""
    return {"schema_version": SCHEMA_VERSION, "targets": list(answers)}


def writer_object(candidate: Candidate, rulings: Mapping[str, Ruling]) -> Json:
    """Return one writer candidate as JSON values."""
    ruling = rulings.get(candidate.binding_id)
    return {
        "logical_table": candidate.logical_table,
        "file": candidate.writer.file,
        "statement": candidate.writer.statement,
        "rule": candidate.rule.value,
        "status": (ruling.status if ruling else Status.PENDING).value,
        "lines": [candidate.writer.span.line, candidate.writer.span.end_line],
        "binding_id": candidate.binding_id,
        "writer_table": candidate.writer_table,
    }


def diagnostic_object(diagnostic: PlacedDiagnostic) -> Json:
    """Return one diagnostic as JSON values."""
    found: Json = {"code": diagnostic.code, "message": diagnostic.message}
    if diagnostic.subject:
        found["subject"] = diagnostic.subject
    found["candidates"] = list(diagnostic.candidates)
    return found | place(diagnostic.location)


def place(location: Location) -> Json:
    """Return a location in its short form."""
    return {
        "file": location.file,
        "statement": location.statement,
        "lines": [location.span.line, location.span.end_line],
    }


def _diagnostics_by_id(answer: TargetAnswer) -> dict[str, PlacedDiagnostic]:
    known = {d.diagnostic_id: d for d in answer.diagnostics}
    for field in answer.fields:
        known.update((d.diagnostic_id, d) for d in field.diagnostics)
    return known


def _field(field: FieldAnswer, known: Mapping[str, PlacedDiagnostic]) -> Json:
    leaves = {(e.endpoint, e.terminal.value) for e in field.value}
    leaves |= {(end.at, end.terminal.value) for end in field.open_ends}
    return {
        "field": field.field,
        "resolution": field.resolution.value,
        "standing": field.standing.value,
        "value": [_value(entry) for entry in field.value],
        "control": [_control(entry, known) for entry in field.controls],
        "terminals": [{"at": at, "reason": reason} for at, reason in sorted(leaves)],
        "diagnostics": [diagnostic_object(d) for d in field.diagnostics],
    }


def _value(entry: Endpoint) -> Json:
    found: Json = {
        "endpoint": entry.endpoint,
        "kind": entry.kind.value,
        "terminal": entry.terminal.value,
        "dynamic": entry.dynamic,
        "provisional": entry.provisional,
        "transformation": entry.transformation.value,
    }
    if entry.path:
        found["path"] = entry.path
    if entry.expression:
        found["expression"] = entry.expression
    return found | place(entry.location)


def _control(entry: FieldControl, known: Mapping[str, PlacedDiagnostic]) -> Json:
    record = entry.control
    found: Json = {
        "kind": record.kind.value,
        "reach": entry.reach.value,
        "predicate": record.predicate,
        "columns": list(record.columns),
        "columns_here": list(record.columns_here),
    }
    optional: Json = {
        "join": record.join,
        "prior": list(record.prior),
        "other": list(record.other),
        "negated": record.negated,
        "optional": record.optional,
        "diagnostics": [diagnostic_object(known[i]) for i in record.diagnostics if i in known],
    }
    found |= {key: value for key, value in optional.items() if value}
    return found | place(record.location)

"""The CSV files: for data owners and data governance. UTF-8 with BOM, CRLF, every cell quoted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wherefrom.domain.classification import confirmed_system
from wherefrom.domain.control import Reach
from wherefrom.domain.evidence import (
    Endpoint,
    EndpointKind,
    FieldAnswer,
    FieldControl,
    OpenEnd,
    Resolution,
    TargetAnswer,
    Visit,
    is_neutral,
)
from wherefrom.domain.sheet import guard
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.closure import all_fields
from wherefrom.publish.spans import lines_text

ORIGIN_COLUMNS = (
    "target_table",
    "ordinal",
    "target_field",
    "kind",
    "endpoint",
    "terminal",
    "standing",
    "dynamic",
    "provisional",
    "system",
    "system_decision",
    "transformation",
    "path",
    "rules",
    "premises",
    "path_length",
    "paths",
    "file",
    "statement",
    "lines",
    "bindings",
    "decisions",
    "reasons",
    "tree_id",
    "visit_id",
    "state",
)
CLASS_COLUMNS = (
    "target_table",
    "ordinal",
    "target_field",
    "class",
    "reason",
    "status",
    "endpoints",
    "other_values",
    "systems",
    "decisions",
    "missing",
    "tree_id",
    "state",
)
CONTROL_COLUMNS = (
    "target_table",
    "ordinal",
    "target_field",
    "reach",
    "kind",
    "join_type",
    "predicate",
    "columns",
    "prior",
    "other",
    "optional",
    "file",
    "statement",
    "lines",
    "scope",
    "control_id",
    "diagnostics",
    "state",
)

Row = dict[str, object]

OPEN = "OPEN"
"""Kind of a row for an end where something is not proven."""

NEUTRAL = "NEUTRAL"
"""Kind of a row for an end that adds nothing and takes nothing away: earlier content of the table
beside a proven end, a rejected writer beside a confirmed one (method 1.7)."""

CANDIDATE = "CANDIDATE"
"""Kind of a row for what stayed possible there. It is doubt, never an origin."""

ALL_FIELDS = "*"


def csv_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield rows as a CSV for people, line by line.

    A NUL is shown as ``␀``: spreadsheets end a cell there.

    Args:
        columns: Header; a row's other keys are not written.
        rows: Values: texts, whole numbers, ``yes``/``no`` for booleans, lists joined by `` | ``.
    """
    yield b"\xef\xbb\xbf" + _line(columns)
    for row in rows:
        yield _line(_cell(row.get(column, "")) for column in columns)


def _line(cells: Iterable[str]) -> bytes:
    line = ",".join(f'"{cell}"' for cell in (c.replace('"', '""') for c in cells))
    return f"{line}\r\n".encode()


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _cell(" | ".join(str(each) for each in value))
    return guard("" if value is None else str(value)).replace("\0", "\N{SYMBOL FOR NULL}")


def origin_rows(bundle: Bundle) -> Iterator[Row]:
    """Yield target field × VALUE endpoint, and × open end and what stayed possible there, marked."""
    said = {str(record["decision_id"]): str(record.get("reason") or "") for record in bundle.decisions}
    for answer, field in all_fields(bundle):
        head = _head(bundle, answer, field) | {"standing": field.standing.value}
        for end in field.value:
            row = head | _endpoint(bundle, end)
            yield row | _reasons(said, row)
        visits = {visit.visit_id: visit for visit in field.visits}
        for stop in field.open_ends:
            row = (
                head
                | _open_end(bundle, stop, visits)
                | {"kind": NEUTRAL if is_neutral(field, stop) else OPEN}
            )
            row |= _reasons(said, row)
            yield row
            yield from (row | {"kind": CANDIDATE, "endpoint": name} for name in stop.candidates)
        if not field.value and not field.open_ends:
            yield head | {"kind": OPEN}


def _head(bundle: Bundle, answer: TargetAnswer, field: FieldAnswer) -> Row:
    return {
        "target_table": answer.target,
        "ordinal": field.ordinal,
        "target_field": field.field,
        "tree_id": field.tree_id,
        "state": bundle.state,
    }


def _endpoint(bundle: Bundle, end: Endpoint) -> Row:
    return {
        "kind": end.kind.value,
        "endpoint": end.endpoint,
        "terminal": end.terminal.value,
        "dynamic": end.dynamic,
        "provisional": end.provisional,
        **_system(bundle, end),
        "transformation": end.transformation.value,
        "path": end.path,
        "rules": tuple(rule.value for rule in end.rules),
        "premises": tuple(premise.value for premise in end.premises),
        "path_length": end.length,
        "paths": end.paths,
        "file": end.location.file,
        "statement": end.location.statement,
        "lines": lines_text(end.location),
        "bindings": end.bindings,
        "decisions": _decisions(bundle, end.bindings),
        "visit_id": end.visit_id,
    }


def _system(bundle: Bundle, end: Endpoint) -> Row:
    """Return the confirmed source system of a column, with the decision that says so."""
    system = confirmed_system(bundle.systems, end.table) if end.kind is EndpointKind.FIELD else ""
    return {
        "system": system,
        "system_decision": bundle.systems[end.table].decision_id if system else "",
    }


def _open_end(bundle: Bundle, stop: OpenEnd, visits: dict[int, Visit]) -> Row:
    way = _way(visits, stop.visit_id)
    bindings = tuple(dict.fromkeys(visit.binding_id for visit in way if visit.binding_id))
    if stop.binding_id and stop.binding_id not in bindings:
        bindings += (stop.binding_id,)
    rules = sorted({visit.rule.value for visit in way if visit.rule})
    premises = sorted({premise.value for visit in way for premise in visit.premises})
    return {
        "endpoint": stop.at,
        "terminal": stop.terminal.value,
        "dynamic": bool(way) and way[-1].dynamic,
        "provisional": bool(way) and way[-1].provisional,
        "rules": tuple(rules),
        "premises": tuple(premises),
        "path_length": way[-1].depth if way else "",
        "file": stop.location.file,
        "statement": stop.location.statement,
        "lines": lines_text(stop.location),
        "bindings": bindings,
        "decisions": _decisions(bundle, bindings),
        "visit_id": stop.visit_id or "",
    }


def _way(visits: dict[int, Visit], visit_id: int) -> tuple[Visit, ...]:
    """Return the visits from the root to one visit."""
    way: list[Visit] = []
    while visit_id in visits:
        way.append(visits[visit_id])
        visit_id = visits[visit_id].parent
    return tuple(reversed(way))


def _decisions(bundle: Bundle, bindings: Iterable[str]) -> tuple[str, ...]:
    rulings = (bundle.rulings.get(binding) for binding in bindings)
    return tuple(dict.fromkeys(r.decision_id for r in rulings if r and r.decision_id))


def _reasons(said: Mapping[str, str], row: Row) -> Row:
    """Return why people decided as they did, each with its decision: ``D0006: Repair of 2025.``."""
    decisions = row.get("decisions", ())
    assert isinstance(decisions, tuple)
    return {"reasons": tuple(f"{each}: {said[each]}" for each in decisions if said.get(each))}


def class_rows(bundle: Bundle) -> Iterator[Row]:
    """Yield target field → source class, and what is missing for a better one."""
    for answer in bundle.answers:
        fields = {field.field: field for field in answer.fields}
        for found in bundle.classes.get(answer.target, ()):
            field = fields[found.field]
            yield _head(bundle, answer, field) | {
                "class": found.source_class.value,
                "reason": found.reason,
                "status": status_word(field),
                "endpoints": found.endpoints,
                "other_values": found.other_values,
                "systems": found.systems,
                "decisions": found.decisions,
                "missing": found.missing,
            }


def status_word(field: FieldAnswer) -> str:
    """Return PROVEN, or the axis that keeps a field from it: its resolution first, then its standing."""
    if field.proven:
        return "PROVEN"
    return (field.standing if field.resolution is Resolution.RESOLVED else field.resolution).value


def control_evidence_rows(bundle: Bundle) -> Iterator[Row]:
    """Yield target field × condition.

    A condition of the rows that applies to every field of the target here is one row, with field
    ``*`` and the reach that most of them have; a field that it reaches otherwise has a row of its
    own, which holds for it instead.
    """
    for answer in bundle.answers:
        everywhere = _everywhere(answer)
        for control_id, (entry, reach) in everywhere.items():
            row = _control(bundle, entry, reach) | {"target_table": answer.target}
            yield row | {"target_field": ALL_FIELDS, "control_id": control_id}
        for field in answer.fields:
            for entry in field.controls:
                common = everywhere.get(entry.control.control_id)
                if common is None or common[1] is not entry.reach:
                    yield _head(bundle, answer, field) | _control(bundle, entry, entry.reach)


def _everywhere(answer: TargetAnswer) -> dict[str, tuple[FieldControl, Reach]]:
    reaches: dict[str, Counter[Reach]] = {}
    first: dict[str, FieldControl] = {}
    for field in answer.fields:
        for entry in {entry.control.control_id: entry for entry in field.controls}.values():
            first.setdefault(entry.control.control_id, entry)
            reaches.setdefault(entry.control.control_id, Counter())[entry.reach] += 1
    found = {}
    for control_id, entry in first.items():
        count = reaches[control_id]
        if count.total() == len(answer.fields) and Reach.EXPRESSION not in count:
            widest = Reach.VALUE_PATH if count[Reach.VALUE_PATH] >= count[Reach.ROW_PATH] else Reach.ROW_PATH
            found[control_id] = (entry, widest)
    return found


def _control(bundle: Bundle, entry: FieldControl, reach: Reach) -> Row:
    record = entry.control
    return {
        "reach": reach.value,
        "kind": record.kind.value,
        "join_type": record.join,
        "predicate": record.predicate,
        "columns": record.columns,
        "prior": record.prior,
        "other": record.other,
        "optional": record.optional,
        "file": record.location.file,
        "statement": record.location.statement,
        "lines": lines_text(record.location),
        "scope": record.scope,
        "control_id": record.control_id,
        "diagnostics": record.diagnostics,
        "state": bundle.state,
    }

"""Which rows count: the conditions of every scope on the way, and what decides them."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.evidence import ControlRecord
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, short_code
from wherefrom.publish.pages.model import Conditions, Row
from wherefrom.publish.pages.plan import Plan, in_recursion, place_of
from wherefrom.publish.pages.windows import FirstRow, direction, first_row

_ROW_KINDS = frozenset(
    {
        ControlKind.WHERE,
        ControlKind.HAVING,
        ControlKind.QUALIFY,
        ControlKind.SEMI_JOIN,
        ControlKind.SORT_LIMIT,
        ControlKind.SET_OPERATION,
        ControlKind.MERGE_MATCH,
        ControlKind.MERGE_CONDITION,
    }
)
_CLOSED = frozenset(
    {Terminal.PARAMETER, Terminal.GENERATED, Terminal.CONSTANT, Terminal.CYCLE, Terminal.WRITER_REJECTED}
)
"""Ends of a condition's column that leave nothing open where other columns decide."""

_SORTING = ("ORDER BY ", "DISTINCT ON ", "LIMIT BY ")
"""How evidence begins a key that says which rows are the first; any other cut says how many stay."""

DECIDERS = 8
"""Most columns that a cell lists."""


def conditions(facts: Facts, plan: Plan) -> Conditions:
    """Return the section ``Which rows count``."""
    words = facts.words
    rows = _ordered(plan, row_records(facts))
    firsts = {record.control_id: first for record in rows if (first := first_row(facts, record))}
    main = [_row(facts, plan, r, firsts.get(r.control_id)) for r in rows if not r.optional]
    optional = [_row(facts, plan, r, firsts.get(r.control_id)) for r in rows if r.optional]
    marked = any(words.tell("place.open.mark") in row[0] for row in (*main, *optional))
    empty = "empty.conditions" if facts.answer.fields else "empty.conditions.unknown"
    return Conditions(
        main=tuple(main),
        optional=tuple(optional),
        legend=words.say("open.legend") if marked else Markup(""),
        empty=Markup("") if main else words.say(empty),
    )


def row_records(facts: Facts) -> list[ControlRecord]:
    """Return the conditions that decide rows; those of one field's own subqueries are told with the field."""
    found: dict[str, ControlRecord] = {}
    for field in facts.answer.fields:
        for held in field.controls:
            record = held.control
            joined = record.kind is ControlKind.SEMI_JOIN and record.input
            if record.kind in _ROW_KINDS and held.reach is not Reach.EXPRESSION and not joined:
                found[record.control_id] = facts.controls[record.control_id]
    return list(found.values())


def _ordered(plan: Plan, records: Iterable[ControlRecord]) -> list[ControlRecord]:
    return sorted(records, key=lambda r: (plan.rank(r.node_id), r.location, r.control_id))


def _row(facts: Facts, plan: Plan, record: ControlRecord, first: FirstRow | None) -> Row:
    records = first.records if first else (record,)
    return (
        place_of(facts, plan, record.node_id),
        _first(facts, record, first) if first else condition_text(facts, record),
        deciders(facts, plan, records),
        locations(facts, records),
    )


def condition_text(facts: Facts, record: ControlRecord) -> Markup:
    """Return a condition in a reader's words."""
    words, cond = facts.words, short_code(record.predicate)
    if record.kind is ControlKind.SEMI_JOIN:
        return words.say("cond.anti" if record.negated else "cond.semi", cond=cond)
    if record.kind is ControlKind.SORT_LIMIT:
        sorts = record.predicate.startswith(_SORTING)
        return words.say("cond.limit" if sorts else "cond.cut", cond=cond)
    if record.kind is ControlKind.SET_OPERATION:
        common = "INTERSECT" in record.predicate.upper()
        return words.say("cond.INTERSECT" if common else "cond.EXCEPT")
    if record.kind in (ControlKind.MERGE_MATCH, ControlKind.MERGE_CONDITION, ControlKind.ROW_GENERATOR):
        return words.say(f"cond.{record.kind.value}", cond=cond)
    return cond


def _first(facts: Facts, record: ControlRecord, first: FirstRow) -> Markup:
    words = facts.words
    keys = words.listing([short_code(key) for key in first.window.keys])
    said = words.say("cond.first" if keys else "cond.first.all", cond=short_code(record.predicate), keys=keys)
    order = []
    for text in first.window.order:
        key, way = direction(text)
        order.append(words.say(way, x=short_code(key)))
    return words.say("cond.first.order", sentence=said, order=words.listing(order)) if order else said


def deciders(facts: Facts, plan: Plan, records: Iterable[ControlRecord]) -> Markup:
    """Return what decides conditions: columns first, then what is no column where there is none."""
    words, given = facts.words, list(records)
    columns = sorted({column for r in given for column in r.columns if column not in r.prior})
    found = _some(facts, columns)
    for record in given:
        if record.prior or Terminal.CYCLE in record.other:
            again = not record.prior and in_recursion(plan, record.location, record.scope)
            said = words.say("by.recursion" if again else "by.own")
            if said not in found:
                found.append(said)
    if any(_is_open(facts, r) for r in given):
        found.append(words.say("by.open"))
    if not found:
        found = _brought(facts, given)
        none = words.say("by.constant")
        others = dict.fromkeys(_no_column(facts, text) for r in given for text in r.other)
        found += [each for each in others if each != none]
    return words.series(found) if found else words.say("by.constant")


def _brought(facts: Facts, records: Iterable[ControlRecord]) -> list[Markup]:
    """Return the columns that decide through conditions inside what is compared: a CASE of constants has no other."""
    inside = (facts.controls.get(each) for record in records for each in record.brings or ())
    columns = sorted({column for record in inside if record is not None for column in record.columns})
    if not columns:
        return []
    return [facts.words.say("by.inside", list=facts.words.series(_some(facts, columns)))]


def _some(facts: Facts, columns: list[str]) -> list[Markup]:
    """Return columns as code; of many the first, and how many more there are."""
    found = [code(column) for column in columns[:DECIDERS]]
    if len(columns) <= DECIDERS:
        return found
    return [facts.words.say("fields.more", list=facts.words.series(found), n=len(columns) - DECIDERS)]


def _is_open(facts: Facts, record: ControlRecord) -> bool:
    said = (facts.diagnostics.get(diagnostic_id) for diagnostic_id in record.diagnostics)
    doubted = any(entry is not None and entry.code.startswith("AMBIGUOUS") for entry in said)
    kinds = {text.partition(" ")[0] for text in record.other}
    if kinds == {Terminal.WRITER_REJECTED} and not record.columns:
        return True
    return doubted or bool(kinds - _CLOSED)


def _no_column(facts: Facts, text: str) -> Markup:
    words = facts.words
    kind, _, rest = text.partition(" ")
    if kind == Terminal.PARAMETER:
        return words.say("by.parameter", x=short_code(rest))
    if kind == Terminal.GENERATED:
        counted = rest.upper().startswith("COUNT(")
        return words.say("by.count") if counted else words.say("by.generated", x=short_code(rest))
    return words.say("by.constant")


def locations(facts: Facts, records: Iterable[ControlRecord]) -> Markup:
    """Return where conditions stand, first things first."""
    ordered = sorted(records, key=lambda record: record.location)
    return facts.words.series(list(dict.fromkeys(facts.places.at(record.location) for record in ordered)))

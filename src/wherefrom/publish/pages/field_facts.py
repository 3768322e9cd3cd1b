"""The facts under a field: what people call it, what chooses it, its class, whom it relies on, and where the SQL stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wherefrom.domain.binding import Status
from wherefrom.domain.classification import FieldClass, SourceClass
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.decision import Flag
from wherefrom.domain.evidence import ControlRecord, EndpointKind, FieldAnswer, Resolution, Visit
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.claims import term_of
from wherefrom.publish.pages.conditions import deciders, locations
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain, short_code
from wherefrom.publish.pages.naming import section_anchor
from wherefrom.publish.pages.open_points import OpenPoints
from wherefrom.publish.pages.plan import Plan
from wherefrom.publish.pages.stated import stated_facts
from wherefrom.publish.pages.values import ValueTree

LIMITS_SHOWN = 8
"""Most conditions of its own that a field lists."""

FILES_SHOWN = 12
"""Most files that the SQL line of a field names."""

_TOLD_ELSEWHERE = frozenset(
    {ControlKind.CASE_CONDITION, ControlKind.WINDOW, ControlKind.AGGREGATE_FILTER, ControlKind.GROUP_BY}
)
_BOTH = 2
_NO_COLUMN = (EndpointKind.CONSTANT, EndpointKind.PARAMETER, EndpointKind.GENERATED)


def field_facts(
    facts: Facts, plan: Plan, tree: ValueTree, given: FieldClass | None, points: OpenPoints
) -> list[Markup]:
    """Return the facts of one field, one sentence or two each, in the order of the page."""
    field = tree.field
    return [
        *term_of(facts, field.field),
        *_chosen(facts, field),
        *_limited(facts, plan, field),
        *_class(facts, field, given, points),
        *_relies(facts, field, given),
        *stated_facts(facts, field),
        *_sql(facts, tree),
    ]


def _own_records(field: FieldAnswer, *, case: bool) -> list[ControlRecord]:
    found: dict[str, ControlRecord] = {}
    for held in field.controls:
        kind = held.control.kind
        wanted = kind is ControlKind.CASE_CONDITION if case else kind not in _TOLD_ELSEWHERE
        if held.reach is Reach.EXPRESSION and wanted:
            found.setdefault(held.control.control_id, held.control)
    return list(found.values())


def _chosen(facts: Facts, field: FieldAnswer) -> Iterable[Markup]:
    records = _own_records(field, case=True)
    if not records:
        return
    words = facts.words
    columns = sorted({column for r in records for column in r.columns if column not in r.prior})
    found = [code(column) for column in columns]
    if any(r.prior or "CYCLE" in r.other for r in records):
        found.append(words.say("by.own"))
    counted = list(dict.fromkeys(text for r in records if _is_count(r) for text in r.columns_here))
    found += [words.say("count.word", x=code(text)) for text in counted]
    if columns or len(found) > len(counted):
        yield words.say("chosen.one" if len(found) == 1 else "chosen.many", list=words.listing(found))
    elif found or not any(r.diagnostics for r in records):
        shown = found or [short_code(text) for text in dict.fromkeys(r.predicate for r in records)]
        yield words.say("chosen.no.column", list=words.listing(shown))
    for record in records:
        if record.diagnostics:
            place = facts.places.at(record.location)
            yield words.say("condition.open", cond=short_code(record.predicate), place=place)


def _is_count(record: ControlRecord) -> bool:
    return not record.columns and any(text.upper().startswith("GENERATED COUNT(") for text in record.other)


def _limited(facts: Facts, plan: Plan, field: FieldAnswer) -> Iterable[Markup]:
    words = facts.words
    records = _own_records(field, case=False)
    for record in records[:LIMITS_SHOWN]:
        cond, place = short_code(record.predicate), locations(facts, (record,))
        if record.columns or record.prior:
            yield words.say("limited", cond=cond, place=place, list=deciders(facts, plan, (record,)))
        else:
            yield words.say("limited.no.column", cond=cond, place=place)
    if len(records) > LIMITS_SHOWN:
        yield words.say("limited.more", n=len(records) - LIMITS_SHOWN)


def _class(
    facts: Facts, field: FieldAnswer, given: FieldClass | None, points: OpenPoints
) -> Iterable[Markup]:
    words = facts.words
    if given is None:
        yield words.say("class.none")
    elif given.source_class is SourceClass.S1:
        yield _class_one(facts, field, given)
    elif given.source_class is SourceClass.S2:
        generated = {end.kind for end in field.value} == {EndpointKind.GENERATED}
        yield words.say("class.S2.generated" if generated else "class.S2")
    elif given.source_class is SourceClass.S4:
        systems = words.listing([plain(system) for system in given.systems])
        yield words.say("class.S4.two" if len(given.systems) == _BOTH else "class.S4.many", list=systems)
    else:
        yield _class_open(facts, field, given, points)


def _class_one(facts: Facts, field: FieldAnswer, given: FieldClass) -> Markup:
    words, kinds = facts.words, {end.kind for end in field.value}
    beside = [words.say(f"beside.{kind.value}") for kind in _NO_COLUMN if kind in kinds]
    situation = "class.S1.one" if len(given.endpoints) == 1 else "class.S1.many"
    system = plain(given.systems[0]) if given.systems else Markup("?")
    if not beside:
        return words.say(situation, sys=system)
    without = words.say("beside.one" if len(beside) == 1 else "beside.many", list=words.listing(beside))
    return words.say(f"{situation}.beside", sys=system, beside=without)


def _class_open(facts: Facts, field: FieldAnswer, given: FieldClass, points: OpenPoints) -> Markup:
    words, numbers = facts.words, points.numbers.get(field.field, ())
    doubts = points.doubts.get(field.field, ())
    if not numbers:
        return (
            words.say("class.S3.reason", why=plain(given.reason))
            if given.reason
            else words.say("class.S3.unnamed")
        )
    only = doubts[0] if len(doubts) == 1 else None
    single = only is not None and only.status in (Status.PENDING, Status.STALE)
    situation = "class.S3.provisional" if single else "class.S3.one" if len(numbers) == 1 else "class.S3.many"
    said = words.say(situation, list=_ranges(facts, numbers), anchor=section_anchor(words, "open"))
    then = _class_then(facts, field, given)
    if single and only and only.status and then:
        settled = words.say(f"settled.{only.status.value}")
        said = words.say("class.S3.once", sentence=said, settled=settled, then=then)
    runtime = _runtime(facts, field)
    return words.say("sentences", x=said, y=runtime) if runtime else said


def _class_then(facts: Facts, field: FieldAnswer, given: FieldClass) -> Markup | None:
    """Return the class a field would have with its one open writer confirmed."""
    words = facts.words
    if not given.endpoints:
        return Markup(SourceClass.S2.value) if field.resolution is Resolution.RESOLVED else None
    if not given.systems:
        return None
    name = SourceClass.S1 if len(given.systems) == 1 else SourceClass.S4
    systems = words.listing([plain(system) for system in given.systems])
    return words.say("then", name=Markup(name.value), list=systems)


def _runtime(facts: Facts, field: FieldAnswer) -> Markup | None:
    tables = {end.table for end in field.value if end.dynamic}
    found: dict[str, None] = {}
    for node in facts.nodes.values():
        if node.dataset in tables:
            found.update(dict.fromkeys(node.placeholders))
    if not found:
        return None
    names = facts.words.listing([code(text) for text in sorted(found)])
    return facts.words.say("runtime" if len(found) == 1 else "runtime.many", list=names)


def _ranges(facts: Facts, numbers: Sequence[int]) -> Markup:
    """Return ``1``, ``5 and 6``, ``1 to 3``: consecutive numbers from three on as a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words, items = facts.words, []
    for run in runs:
        if len(run) > _BOTH:
            items.append(words.say("points.range", a=run[0], b=run[-1]))
        else:
            items.extend(Markup(str(number)) for number in run)
    return words.listing(items)


def _relies(facts: Facts, field: FieldAnswer, given: FieldClass | None) -> Iterable[Markup]:
    words = facts.words
    relied: dict[Markup, None] = {}
    left_out: dict[Markup, None] = {}
    for binding in dict.fromkeys((*field.bindings, *(v.binding_id for v in field.visits if v.binding_id))):
        ruling = facts.ruling(binding)
        name = facts.decision(ruling.decision_id) if ruling.decision_id else None
        if ruling.status is Status.CONFIRMED and name:
            relied.setdefault(name)
        elif ruling.status is Status.STALE and name:
            relied.setdefault(words.say("relies.earlier", d=name))
        elif ruling.status is Status.REJECTED:
            carried = Flag.CARRIED_OVER.value in ruling.flags
            situation = "rejected.carried" if carried else "rejected.by"
            left_out.setdefault(words.say(situation, d=name) if name else words.say("rejected.plain"))
    relied |= dict.fromkeys(facts.decision(each) for each in (given.decisions if given else ()))
    said = words.say("relies", list=words.listing(sorted(relied))) if relied else None
    others = words.listing(list(left_out))
    if said and left_out:
        yield words.say("relies.not.counted", sentence=said, list=others)
    elif said:
        yield said
    elif left_out:
        yield words.say("not.counted", list=others)


def _sql(facts: Facts, tree: ValueTree) -> Iterable[Markup]:
    lines: dict[str, dict[tuple[int, int], None]] = {}
    for visit in _reading_order(tree):
        if _gives_field(tree, visit):
            span = visit.location.span
            lines.setdefault(visit.location.file, {}).setdefault((span.line, span.end_line))
    words, items = facts.words, []
    for file, places in list(lines.items())[:FILES_SHOWN]:
        many = len(places) > 1 or any(first != last for first, last in places)
        shown = words.series([facts.places.lines(file, first, last) for first, last in places])
        named = facts.places.file(file, next(iter(places))[0])
        items.append(words.say("sql.many" if many else "sql.one", file=named, lines=shown))
    if len(lines) > FILES_SHOWN:
        items.append(words.say("sql.more", n=len(lines) - FILES_SHOWN))
    items.append(words.say("sql.tree", tree=code(tree.field.tree_id)))
    yield words.say("sql", list=Markup(" · ".join(items)))


def _gives_field(tree: ValueTree, visit: Visit) -> bool:
    """Return whether a visit's place is SQL that gives the field: no table, and no part of an expression."""
    if visit.expression is not None:
        return bool(visit.node_id) or not visit.parent or tree.visits[visit.parent].expression is None
    return visit.terminal in (Terminal.AMBIGUOUS_STAR, Terminal.NON_ENUMERABLE_PROJECTION)


def _reading_order(tree: ValueTree) -> Iterable[Visit]:
    stack = [min(tree.visits)] if tree.visits else []
    while stack:
        visit = tree.visits[stack.pop()]
        yield visit
        stack.extend(child.visit_id for child in reversed(tree.children.get(visit.visit_id, ())))

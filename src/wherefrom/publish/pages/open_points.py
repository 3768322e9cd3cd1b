"""What is not proven, point by point, each with what would prove it. One point may open several fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import BindingRule, Status
from wherefrom.domain.classification import system_gap
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.decision import Flag
from wherefrom.domain.evidence import EndpointKind, FieldAnswer, OpenEnd, Standing, Visit
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location
from wherefrom.publish.pages.facts import HOLDS, Facts, before_last_part, last_part
from wherefrom.publish.pages.markup import Markup, code, plain, short_code
from wherefrom.publish.pages.model import Row
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.why import candidates_of, tables_of

FIELDS_SHOWN = 4
"""Most fields that one point names; more are counted."""

_NOT_BEHIND = frozenset({"writer", "system", "other"})
"""Doubts that a rejected writer does not settle along with itself."""

_LIMITS = frozenset({Terminal.DEPTH_LIMIT, Terminal.VISIT_LIMIT})
_WRITER_ENDS = frozenset({Terminal.WRITER_PENDING, Terminal.WRITER_DEFERRED, Terminal.WRITER_REJECTED})
_AMBIGUOUS = frozenset({Terminal.AMBIGUOUS_COLUMN, Terminal.AMBIGUOUS_STAR})

Key = tuple[str, ...]
"""What a point is about: equal points of several fields are one."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that is open for one field.

    Attributes:
        key: What it is about.
        at: Visit it stands at, or a number past the last one.
        text: What is open.
        remedy: What would prove it.
        place: Where.
        binding_id: The writer it is about; empty otherwise.
        status: That writer's standing; None otherwise.
    """

    key: Key
    at: int
    text: Markup
    remedy: Markup
    place: Location | None
    binding_id: str = ""
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """All points of a page.

    Attributes:
        rows: Number, field, what is open, what would prove it.
        numbers: 1-based numbers of the points of each field, ascending.
        doubts: The doubts of each field, in visit order.
    """

    rows: tuple[Row, ...]
    numbers: Mapping[str, tuple[int, ...]]
    doubts: Mapping[str, tuple[Doubt, ...]]


def open_points(facts: Facts) -> OpenPoints:
    """Return everything that is open for any field, in the order of fields and visits."""
    doubts = {field.field: _doubts(facts, field) for field in facts.answer.fields}
    first: dict[Key, Doubt] = {}
    fields: dict[Key, list[str]] = {}
    for name, group in doubts.items():
        for doubt in group:
            first.setdefault(doubt.key, doubt)
            fields.setdefault(doubt.key, []).append(name)
    ordered = {key: number for number, key in enumerate(first, start=1)}
    numbers = {name: tuple(sorted({ordered[doubt.key] for doubt in group})) for name, group in doubts.items()}
    rows = []
    for number, (key, doubt) in enumerate(first.items(), start=1):
        settled = _settled_by_rejection(facts, doubt, doubts, ordered)
        remedy = doubt.remedy
        if settled:
            listed = facts.words.listing([Markup(str(n)) for n in settled])
            too = facts.words.say("settles.one" if len(settled) == 1 else "settles.many", list=listed)
            remedy = facts.words.say("prove.settles", sentence=remedy, list=too)
        rows.append(
            (Markup(str(number)), _fields_cell(facts.words, fields[key]), _with_place(facts, doubt), remedy)
        )
    return OpenPoints(tuple(rows), numbers, doubts)


def _fields_cell(words: Phrasebook, names: list[str]) -> Markup:
    shown = words.series([code(name) for name in names[:FIELDS_SHOWN]])
    if len(names) <= FIELDS_SHOWN:
        return shown
    return words.say("fields.more", list=shown, n=len(names) - FIELDS_SHOWN)


def _with_place(facts: Facts, doubt: Doubt) -> Markup:
    if doubt.place is None:
        return doubt.text
    return facts.words.say("open.at", sentence=doubt.text, place=facts.places.at(doubt.place))


def _doubts(facts: Facts, field: FieldAnswer) -> tuple[Doubt, ...]:
    found = [*_writer_doubts(facts, field), *_end_doubts(facts, field), *_system_doubts(facts, field)]
    if not found and not field.proven:
        words, name = facts.words, code(field.field)
        place = field.visits[0].location if field.visits else None
        text, remedy = words.say("open.other", x=name), words.say("prove.other")
        found = [Doubt(("other", field.field), 0, text, remedy, place)]
    unique: dict[Key, Doubt] = {}
    for doubt in sorted(found, key=lambda doubt: doubt.at):
        unique.setdefault(doubt.key, doubt)
    return tuple(unique.values())


def _writer_doubts(facts: Facts, field: FieldAnswer) -> Iterator[Doubt]:
    first: dict[str, int] = {}
    for visit in field.visits:
        if visit.binding_id:
            first.setdefault(visit.binding_id, visit.visit_id)
    for end in field.open_ends:
        if end.binding_id:
            first.setdefault(end.binding_id, end.visit_id)
    tables = {end.table for end in field.value if end.table}
    hints = (
        c.binding_id
        for c in facts.candidates.values()
        if c.logical_table in tables and facts.ruling(c.binding_id).status is Status.DEFERRED
    )
    for rank, binding in enumerate((*field.bindings, *hints), start=1):
        first.setdefault(binding, len(field.visits) + rank)
    for binding, at in first.items():
        status = facts.ruling(binding).status
        if status in HOLDS or (status is Status.REJECTED and not _leaves_gap(field, binding)):
            continue
        yield _writer_doubt(facts, binding, at)


def _leaves_gap(field: FieldAnswer, binding: str) -> bool:
    """Return whether a rejection leaves a read without a writer that holds (method 1.7)."""
    if field.standing is Standing.CONFIRMED:
        return False
    reads = {visit.parent for visit in field.visits if visit.binding_id == binding}
    held = {
        visit.parent
        for visit in field.visits
        if visit.edge_kind is EdgeKind.WRITER_BINDING
        and visit.status in (None, Status.CONFIRMED, Status.NOT_NEEDED)
        and visit.terminal is not Terminal.CYCLE
    }
    return not (reads and reads <= held)


_FLAGS = {
    Flag.PROPOSED.value: ("open.WRITER_PROPOSED", "prove.WRITER_PROPOSED"),
    Flag.EXPIRED.value: ("open.WRITER_EXPIRED", "prove.WRITER_PENDING"),
    Flag.NOT_YET_EFFECTIVE.value: ("open.WRITER_EARLY", "prove.WRITER_PENDING"),
}


def _writer_doubt(facts: Facts, binding: str, at: int) -> Doubt:
    words, ruling, candidate = facts.words, facts.ruling(binding), facts.candidates.get(binding)
    situation, remedy = f"open.WRITER_{ruling.status.value}", f"prove.WRITER_{ruling.status.value}"
    decision = facts.decision(ruling.decision_id)
    if ruling.status is Status.PENDING and ruling.decision_id:
        situation, remedy = next(
            (_FLAGS[flag] for flag in ruling.flags if flag in _FLAGS), (situation, remedy)
        )
    elif ruling.status is Status.DEFERRED:
        hint = candidate is not None and candidate.rule is BindingRule.NAME_ONLY
        situation, remedy = f"open.WRITER_DEFERRED{'.hint' if hint else ''}", "prove.WRITER_PENDING"
    elif ruling.status is Status.REJECTED and not ruling.decision_id:
        situation = "open.WRITER_REJECTED.plain"
    table = code(candidate.logical_table) if candidate else code(binding)
    return Doubt(
        key=("writer", binding),
        at=at,
        text=words.say(situation, w=Markup(binding), t=table, d=decision),
        remedy=words.say(remedy, t=table),
        place=candidate.writer if candidate else None,
        binding_id=binding,
        status=ruling.status,
    )


def _end_doubts(facts: Facts, field: FieldAnswer) -> Iterator[Doubt]:
    visits = {visit.visit_id: visit for visit in field.visits}
    for end in field.open_ends:
        if end.binding_id or (end.terminal is Terminal.CYCLE and field.value):
            continue
        yield _end_doubt(facts, end, visits.get(end.visit_id))


def _end_doubt(facts: Facts, end: OpenEnd, visit: Visit | None) -> Doubt:
    words, terminal = facts.words, end.terminal
    column = last_part(end.at) or (visit.field if visit else "") or end.at
    if terminal in _AMBIGUOUS:
        candidates = end.candidates or (candidates_of(facts, visit) if visit else ())
        text, remedy = _ambiguous(words, terminal, end.at or column, candidates)
    else:
        situation = "LIMIT" if terminal in _LIMITS else terminal.value
        if f"prove.{situation}" not in words.patterns:
            situation = "other"
        whole = terminal in _LIMITS or terminal in (Terminal.OPAQUE_FUNCTION, Terminal.OPAQUE_TEMPLATE)
        x = short_code(end.at if whole else column)
        t = code(before_last_part(end.at) or (visit.dataset if visit else "") or end.at)
        said = f"open.end.{situation}" if terminal in _WRITER_ENDS else f"open.{situation}"
        text, remedy = words.say(said, x=x, t=t), words.say(f"prove.{situation}", x=x, t=t)
    key = (terminal.value, column, end.location.file, str(end.location.span.start))
    return Doubt(key, end.visit_id, text, remedy, end.location)


def _ambiguous(
    words: Phrasebook, terminal: Terminal, name: str, candidates: tuple[str, ...]
) -> tuple[Markup, Markup]:
    situation, x = terminal.value, short_code(name)
    tables = tables_of(candidates)
    if not candidates:
        return words.say(f"open.{situation}.none", x=x), words.say(f"prove.{situation}.none")
    if tables is None:
        other = words.listing([code(text) for text in candidates], "or")
        return words.say("open.AMBIGUOUS_COLUMN.other", x=x, list=other), words.say(f"prove.{situation}.none")
    if terminal is Terminal.AMBIGUOUS_STAR:
        text = words.say("open.AMBIGUOUS_STAR", x=x, n=len(tables))
    else:
        of = words.listing([words.say("of", x=table) for table in tables], "or")
        text = words.say("open.AMBIGUOUS_COLUMN", x=x, list=of)
    return text, words.say(f"prove.{situation}", list=words.listing(tables))


def _system_doubts(facts: Facts, field: FieldAnswer) -> Iterator[Doubt]:
    words = facts.words
    for end in field.value:
        if end.kind is not EndpointKind.FIELD or not end.table:
            continue
        ruling = facts.bundle.systems.get(end.table)
        gap = system_gap(ruling)
        if gap is None:
            continue
        said = {"t": code(end.table)}
        if ruling:
            said |= {"sys": plain(ruling.system), "d": facts.decision(ruling.decision_id)}
        text, remedy = words.say(f"open.system.{gap.value}", **said), words.say(f"prove.system.{gap.value}")
        yield Doubt(("system", end.table), end.visit_id, text, remedy, end.location)


def _settled_by_rejection(
    facts: Facts, doubt: Doubt, doubts: Mapping[str, tuple[Doubt, ...]], ordered: Mapping[Key, int]
) -> list[int]:
    """Return the points that a rejection of a writer would settle too: those that stand behind it alone."""
    if doubt.status is not Status.PENDING:
        return []
    fields = {field.field: field for field in facts.answer.fields}
    found: dict[Key, bool] = {}
    for name, group in doubts.items():
        if all(other.key[0] in _NOT_BEHIND for other in group):
            continue
        field = fields[name]
        behind = _behind(field, doubt.binding_id) if doubt.binding_id in field.bindings else frozenset()
        for other in group:
            if other.key[0] not in _NOT_BEHIND:
                found[other.key] = found.get(other.key, True) and other.at in behind
    return sorted(ordered[key] for key, alone in found.items() if alone)


def _behind(field: FieldAnswer, binding: str) -> frozenset[int]:
    """Return the visits that only a binding leads to; none where a rejection would leave a gap."""
    roots = {visit.visit_id for visit in field.visits if visit.binding_id == binding}
    if not roots or _leaves_gap(field, binding):
        return frozenset()
    inside: set[int] = set(roots)
    for visit in field.visits:
        if visit.parent in inside:
            inside.add(visit.visit_id)
    if any(visit.expanded_at in inside - roots and visit.visit_id not in inside for visit in field.visits):
        return frozenset()
    return frozenset(inside - roots)

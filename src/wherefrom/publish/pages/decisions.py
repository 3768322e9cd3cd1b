"""Decisions relied on, and the state of a page: what people said of writers, systems and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import PROVEN_RULES, BindingRule, Candidate, Status
from wherefrom.domain.decision import Flag, is_open
from wherefrom.publish.bundle import APPROVED
from wherefrom.publish.pages.claims import claims_relied_on
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain
from wherefrom.publish.pages.model import Row
from wherefrom.publish.pages.open_points import OpenPoints
from wherefrom.publish.pages.phrasebook import Phrasebook

_FLAGS = (Flag.PROPOSED, Flag.EXPIRED, Flag.NOT_YET_EFFECTIVE)


@dataclass(frozen=True, slots=True)
class Decided:
    """The writer decisions of one target.

    Attributes:
        needed: Candidates that a decision is asked for, or was given on.
        open: Those of them that keep the gate closed.
    """

    needed: tuple[Candidate, ...]
    open: tuple[Candidate, ...]


def decided(facts: Facts) -> Decided:
    """Return the writer decisions that a target's paths ask for."""
    needed = tuple(c for c in facts.answer.closure.candidates if _asks(facts, c))
    return Decided(needed, tuple(c for c in needed if is_open(c, facts.bundle.rulings.get(c.binding_id))))


def _asks(facts: Facts, candidate: Candidate) -> bool:
    """Return whether a candidate belongs to the table: hints that nobody spoke of change nothing."""
    status = facts.ruling(candidate.binding_id).status
    if status is Status.NOT_NEEDED or (candidate.rule in PROVEN_RULES and status is Status.PENDING):
        return False
    if not candidate.readers:
        return False
    return candidate.rule is not BindingRule.NAME_ONLY or status is not Status.PENDING


def decision_rows(facts: Facts, given: Decided) -> tuple[Row, ...]:
    """Return the rows of ``Decisions relied on``: by decision in log order, then what nobody decided."""
    order = {name: rank for rank, name in enumerate(facts.decisions)}
    rows: list[tuple[tuple[int, str, str], Row]] = []
    for candidate in given.needed:
        decision = facts.ruling(candidate.binding_id).decision_id
        rank = order.get(decision, len(order)) if decision else len(order) + 1
        rows.append(((rank, str(candidate.writer), candidate.logical_table), _row(facts, candidate)))
    for decision, about, standing in claims_relied_on(facts):
        record = facts.decisions.get(decision, {})
        said = facts.words.say(f"decision.{standing}")
        row = (facts.decision(decision), about, said, by_whom(facts.words, record), note_of(record))
        rows.append(((order.get(decision, len(order)), "", about), row))
    return tuple(row for _, row in sorted(rows, key=lambda each: each[0]))


def _row(facts: Facts, candidate: Candidate) -> Row:
    words, ruling = facts.words, facts.ruling(candidate.binding_id)
    record = facts.decisions.get(ruling.decision_id, {})
    writer = words.say("writer.to", place=facts.places.at(candidate.writer), t=code(candidate.logical_table))
    name = facts.decision(ruling.decision_id) if ruling.decision_id else words.say("decision.none")
    return name, writer, _standing(facts, candidate, record), by_whom(facts.words, record), note_of(record)


def _standing(facts: Facts, candidate: Candidate, record: Mapping[str, object]) -> Markup:
    words, ruling = facts.words, facts.ruling(candidate.binding_id)
    flag = next((flag for flag in _FLAGS if flag.value in ruling.flags), None)
    pending = ruling.status is Status.PENDING and flag is not None
    said = words.say(f"decision.{flag.value if pending and flag else ruling.status.value}")
    if Flag.CARRIED_OVER.value in ruling.flags:
        said = words.say("decision.carried", standing=said)
    replaced = _text(record, "supersedes")
    if replaced and ruling.status is not Status.STALE:
        said = words.say("decision.replaces", standing=said, d=facts.decision(replaced))
    return said


def by_whom(words: Phrasebook, record: Mapping[str, object]) -> Markup:
    """Return who decided, for whom, and when; empty where the record does not say."""
    actor = _text(record, "actor") or _text(record, "reviewer")
    if not actor:
        return Markup("")
    date, responsible = plain(_text(record, "decided_at")[:10]), _text(record, "responsible")
    if not responsible:
        return words.say("by.alone", actor=plain(actor), date=date)
    return words.say("by.for", actor=plain(actor), responsible=plain(responsible), date=date)


def note_of(record: Mapping[str, object]) -> Markup:
    """Return what a person wrote to a decision, in their own words."""
    said = dict.fromkeys(text for name in ("reason", "note", "ticket") if (text := _text(record, name)))
    return Markup(" ".join(plain(text) for text in said))


def _text(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def state_line(facts: Facts, given: Decided, points: OpenPoints) -> Markup:
    """Return DRAFT or APPROVED with what is open: never the one without the other."""
    words, fields = facts.words, facts.answer.fields
    n, k = len(given.needed), len(given.open)
    if facts.bundle.state == APPROVED:
        unproven = sum(1 for field in fields if points.numbers.get(field.field) or not field.proven)
        dates = [
            _text(facts.decisions.get(facts.ruling(c.binding_id).decision_id, {}), "decided_at")
            for c in given.needed
        ]
        if not n or not any(dates):
            return words.say("state.approved.none", u=unproven, m=len(fields))
        return words.say("state.approved", n=n, date=plain(max(dates)[:10]), u=unproven, m=len(fields))
    if not n:
        return words.say("state.draft.none")
    if not k:
        return words.say("state.draft.decided.one" if n == 1 else "state.draft.decided", n=n)
    waiting = {candidate.binding_id for candidate in given.open}
    touched = sum(
        1 for group in points.doubts.values() if any(doubt.binding_id in waiting for doubt in group)
    )
    return words.say(
        "state.draft.open.one" if k == 1 else "state.draft.open", k=k, n=n, f=touched, m=len(fields)
    )

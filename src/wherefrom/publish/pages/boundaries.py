"""What the page does not show: a line appears only where its trigger is in the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherefrom.domain.binding import BindingRule
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import EndpointKind, PlacedDiagnostic
from wherefrom.domain.rules import Terminal
from wherefrom.domain.unit import Statement, StatementStatus, WriterKind
from wherefrom.publish.pages.facts import TABLES, Facts, before_last_part
from wherefrom.publish.pages.markup import Markup, code

PLACES = 5
"""Most places that one line names; more are counted."""

KEEPERS = 2
"""Most writers that are named one by one; more are counted."""

_KEEPS = frozenset(
    kind.value
    for kind in (WriterKind.INSERT_INTO, WriterKind.MERGE, WriterKind.UPDATE, WriterKind.OUTPUT_INTO)
)
_UNREAD = frozenset({StatementStatus.UNPARSED, StatementStatus.OPAQUE})
_HOLE = re.compile(r"\$\{[^}]*\}|\{\{.*?\}\}|\$\([^)]*\)")

Unread = tuple[str, Statement]
"""A statement that could not be read, with its file."""


def boundaries(facts: Facts) -> tuple[Markup, ...]:
    """Return the lines of ``Boundaries``; the first and the last always stand."""
    words = facts.words
    return (
        words.say("bound.flow"),
        *_placeholders(facts),
        *_cycles(facts),
        *_kept(facts),
        *_names(facts),
        *_unread(facts),
        *_dynamic(facts),
        words.say("bound.people"),
    )


def _placeholders(facts: Facts) -> Iterable[Markup]:
    found = {hole for node in facts.nodes.values() for hole in node.placeholders}
    for field in facts.answer.fields:
        for end in field.value:
            if end.kind is EndpointKind.PARAMETER:
                found |= _holes(end.endpoint)
        for held in field.controls:
            for text in held.control.other:
                if text.startswith("PARAMETER "):
                    found |= _holes(text.removeprefix("PARAMETER "))
    found = {name for name in found if not any(sigil + name in found for sigil in ("@", ":"))}
    if found:
        yield facts.words.say(
            "bound.placeholders", list=facts.words.listing([code(text) for text in sorted(found)])
        )


def _holes(text: str) -> set[str]:
    """Return the placeholders inside a parameter's text; the text itself where it is one as a whole."""
    return set(_HOLE.findall(text)) or {text.strip("'\"")}


def _cycles(facts: Facts) -> Iterable[Markup]:
    edges = facts.answer.closure.edges
    reads = {facts.nodes[e.dst].dataset for e in edges if e.rule is BindingRule.SELF and e.dst in facts.nodes}
    for field in facts.answer.fields:
        visits = {visit.visit_id: visit for visit in field.visits}
        for end in field.open_ends:
            visit = visits.get(end.visit_id)
            if end.terminal is Terminal.CYCLE and visit and visit.node_kind in TABLES:
                reads.add(visit.dataset)
    for table in sorted(reads - {""}):
        yield facts.words.say("bound.cycle", t=code(table))


def _kept(facts: Facts) -> Iterable[Markup]:
    table = code(facts.answer.display or facts.answer.target)
    keeping = [writer for writer in facts.answer.writers if writer.kind in _KEEPS]
    if len(keeping) > KEEPERS:
        yield facts.words.say("bound.keeps.many", n=len(keeping), t=table)
        return
    for writer in keeping:
        yield facts.words.say("bound.keeps", place=facts.places.at(writer.location), t=table)


def _names(facts: Facts) -> Iterable[Markup]:
    written = {
        node.dataset
        for node in facts.answer.closure.nodes
        if node.role == "target" or node.dataset in facts.names
    }
    subjects = {d.subject for d in _said(facts) if d.code == "TARGET_COLUMN_NAME_UNPROVEN"}
    tables = {name if name in written else before_last_part(name) for name in subjects}
    for table in sorted(tables & written):
        yield facts.words.say("bound.names", t=code(table))


def _said(facts: Facts) -> list[PlacedDiagnostic]:
    found = {entry.diagnostic_id: entry for entry in facts.answer.diagnostics}
    for field in facts.answer.fields:
        found.update((entry.diagnostic_id, entry) for entry in field.diagnostics)
    return list(found.values())


def unread_statements(facts: Facts) -> list[Unread]:
    """Return the statements of the snapshot that could not be read, by place."""
    found = [(p.file, p.statement) for p in facts.bundle.statements if p.statement.status in _UNREAD]
    return sorted(found, key=lambda unread: (unread[0], unread[1].ordinal))


def _unread(facts: Facts) -> Iterable[Markup]:
    unread = unread_statements(facts)
    if not unread:
        return
    words = facts.words
    shown = [facts.places.span(file, each.span.line, each.span.end_line) for file, each in unread[:PLACES]]
    places = words.listing(shown)
    if len(unread) > PLACES:
        places = words.say("fields.more", list=words.series(shown), n=len(unread) - PLACES)
    said = words.count("bound.unread", len(unread), list=places)
    used = {*facts.answer.closure.tables, facts.answer.target}
    heads = {target for _, statement in unread for target in statement.targets}
    headless = sum(1 for _, statement in unread if not statement.targets)
    yield (
        _one_unread(facts, said, heads, used)
        if len(unread) == 1
        else _many_unread(facts, said, sorted(heads & used), headless)
    )


def _one_unread(facts: Facts, said: Markup, heads: set[str], used: set[str]) -> Markup:
    words = facts.words
    if not heads:
        return words.say("bound.unread.unknown", sentence=said)
    listed = words.listing([code(head) for head in sorted(heads)])
    situation = "bound.unread.head.used" if heads & used else "bound.unread.head.unused"
    return words.say(situation, sentence=said, t=listed)


def _many_unread(facts: Facts, said: Markup, named: list[str], headless: int) -> Markup:
    words = facts.words
    if named:
        said = words.say(
            "bound.unread.used.many", sentence=said, list=words.listing([code(t) for t in named])
        )
    else:
        said = words.say("bound.unread.unused.many", sentence=said)
    return words.count("bound.unread.some", headless, sentence=said) if headless else said


def _dynamic(facts: Facts) -> Iterable[Markup]:
    words = facts.words
    tables = set(facts.answer.closure.tables) | {facts.answer.target}
    files = {e.location.file for e in facts.answer.closure.edges if e.kind is EdgeKind.WRITES}
    lines: list[Markup] = []
    for entry in sorted(facts.bundle.diagnostics, key=lambda entry: entry.location):
        place = facts.places.at(entry.location)
        if entry.code == "INCOMPLETE_WRITERS" and entry.subject in tables:
            lines.append(words.say("bound.incomplete", t=code(entry.subject), place=place))
        elif entry.code == "DYNAMIC_SQL" and entry.location.file in files:
            lines.append(words.say("bound.dynamic", place=place))
    lines = list(dict.fromkeys(lines))
    yield from lines[:PLACES]
    if len(lines) > PLACES:
        yield words.say("bound.more", n=len(lines) - PLACES)

"""One target's page, put together from its sections."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.domain.classification import FieldClass
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import EndpointKind, FieldAnswer
from wherefrom.domain.rules import Terminal
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.boundaries import boundaries
from wherefrom.publish.pages.claims import glossary
from wherefrom.publish.pages.conditions import conditions
from wherefrom.publish.pages.decisions import decided, decision_rows, state_line
from wherefrom.publish.pages.drawing import drawing, unmatched_inputs
from wherefrom.publish.pages.excerpts import excerpts, place_of_lines
from wherefrom.publish.pages.facts import HOLDS, Facts
from wherefrom.publish.pages.field_facts import field_facts
from wherefrom.publish.pages.formation import formation
from wherefrom.publish.pages.markup import Markup, code, plain, short_code
from wherefrom.publish.pages.matching import matching
from wherefrom.publish.pages.model import Block, FieldEntry, Listing, Row, TargetPage
from wherefrom.publish.pages.naming import Anchors
from wherefrom.publish.pages.open_points import OpenPoints, open_points
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.plan import Plan, plan_of
from wherefrom.publish.pages.short import short_form
from wherefrom.publish.pages.story import Story
from wherefrom.publish.pages.values import value_tree

SECTIONS = (
    "glance",
    "rows",
    "conditions",
    "matching",
    "fields",
    "open",
    "decisions",
    "boundaries",
    "sql",
    "proof",
)
"""The sections in the order of the page; ``heading.<section>`` in the phrase book, from which anchors follow."""

WRITERS_SHOWN = 6
TREES_SHOWN = 30

_NEUTRAL = frozenset({Terminal.CYCLE, Terminal.WRITER_REJECTED})

_MANNERS = {
    "replaces the table": "manner.table",
    "adds rows": "manner.adds",
    "changes rows": "manner.changes",
    "changes and adds rows": "manner.merges",
}
_PARTITION = "replaces the partition "
"""How evidence says what a writer does to earlier content; what follows ``_PARTITION`` is SQL."""

_QUERY = "query:"


def target_page(facts: Facts, plan: Plan | None = None) -> TargetPage:
    """Return the page of one target.

    Args:
        facts: Its evidence.
        plan: Its ``plan_of``, where it is known already.
    """
    words, plan = facts.words, plan or plan_of(facts)
    points, given = open_points(facts), decided(facts)
    table, marked = matching(facts, plan)
    kept = conditions(facts, plan)
    rows = drawing(facts, plan)
    shown, more = excerpts(facts, plan)
    anchors, entries = _headings(facts, plan, points)
    return TargetPage(
        title=title_of(facts),
        state=state_line(facts, given, points),
        head=_head(facts),
        glossary=words.say("glossary", list=glossary(facts)),
        anchors=anchors,
        fields=entries,
        rows=rows,
        may_match=_may_match(facts, plan),
        conditions=kept,
        matching=table,
        open_points=points.rows,
        decisions=decision_rows(facts, given),
        boundaries=boundaries(facts),
        excerpts=shown,
        more_statements=more,
        proof=_proof(facts),
        empty={
            "fields": words.say("empty.fields"),
            "rows": words.say("empty.rows"),
            "matching": words.say("empty.matching"),
            "matching.legend": words.say("open.legend") if marked and not kept.legend else Markup(""),
            "open": words.say("none.open" if facts.answer.fields else "none.fields"),
            "decisions": words.say("empty.decisions"),
            "sql": words.say("empty.sql"),
        },
    )


def title_of(facts: Facts) -> Markup:
    """Return what a target is called: its name, or where the query stands that has none."""
    answer = facts.answer
    if answer.target.startswith(_QUERY):
        return facts.words.say("query", place=code(answer.target.removeprefix(_QUERY)))
    return code(answer.display or answer.target)


def _plain_title(facts: Facts) -> str:
    answer = facts.answer
    if answer.target.startswith(_QUERY):
        return facts.words.tell("query", place=answer.target.removeprefix(_QUERY))
    return answer.display or answer.target


def _head(facts: Facts) -> tuple[Row, ...]:
    words, bundle = facts.words, facts.bundle
    release = plain(bundle.release)
    moment = bundle.frozen_at[:16].replace("T", " ")
    when = words.say("release", release=release, moment=plain(moment)) if moment else release
    rows = [
        (words.say("label.release"), when),
        (words.say("label.snapshot"), short_digest(bundle.snapshot_id)),
        (words.say("label.log"), log_line(bundle, words)),
    ]
    label = words.say("label.written")
    for writer in facts.answer.writers[:WRITERS_SHOWN]:
        first, last = facts.lines(writer.location)
        place = place_of_lines(facts, writer.location.file, first, last)
        rows.append((label, _written(words, place, writer.manner)))
        label = words.say("label.written.also")
    if len(facts.answer.writers) > WRITERS_SHOWN:
        rows.append((label, words.say("written.more", n=len(facts.answer.writers) - WRITERS_SHOWN)))
    return (*rows, *_runs(facts))


def _runs(facts: Facts) -> list[Row]:
    """Return the calls that run a writer of the target, each once."""
    words, target = facts.words, facts.answer.target
    calls = {
        edge.src: facts.nodes[edge.src]
        for edge in facts.answer.closure.edges
        if edge.kind is EdgeKind.COMMAND and facts.nodes[edge.dst].role == "target"
        if facts.nodes[edge.dst].dataset == target
    }
    rows: list[Row] = []
    label = words.say("label.run")
    for call in list(calls.values())[:WRITERS_SHOWN]:
        span = call.location.span
        place = place_of_lines(facts, call.location.file, span.line, span.end_line)
        rows.append((label, words.say("run", x=code(call.dataset), place=place)))
        label = words.say("label.written.also")
    if len(calls) > WRITERS_SHOWN:
        rows.append((label, words.say("run.more", n=len(calls) - WRITERS_SHOWN)))
    return rows


def _written(words: Phrasebook, place: Markup, manner: str) -> Markup:
    """Say how a statement writes. What follows the known words is SQL and stands as code."""
    if not manner:
        return words.say("written.plain", place=place)
    if manner.startswith(_PARTITION):
        said = words.say("manner.partition", p=short_code(manner.removeprefix(_PARTITION)))
    else:
        said = words.say(_MANNERS[manner]) if manner in _MANNERS else plain(manner)
    return words.say("written", place=place, manner=said)


def short_digest(digest: str) -> Markup:
    """Return a digest as its first twelve hex digits, in a code span."""
    kind, _, value = digest.rpartition(":")
    return code(f"{kind or 'sha256'}:{value[:12]}…")


def full_digest(digest: str) -> Markup:
    """Return a digest in full, in a code span."""
    return code(digest if ":" in digest or not digest else f"sha256:{digest}")


def log_line(bundle: Bundle, words: Phrasebook) -> Markup:
    """Return the decision log as its number of records and its head."""
    if not bundle.decision_count:
        return words.say("log.none")
    return words.count("log", bundle.decision_count, head=short_digest(bundle.decision_head))


def _headings(facts: Facts, plan: Plan, points: OpenPoints) -> tuple[dict[str, str], tuple[FieldEntry, ...]]:
    """Give every heading its anchor, in the order of the page: the fields stand inside ``Fields``."""
    give = Anchors()
    give.give(_plain_title(facts))
    anchors: dict[str, str] = {}
    entries: list[FieldEntry] = []
    classes = {row.field: row for row in facts.bundle.classes.get(facts.answer.target, ())}
    for section in SECTIONS:
        anchors[section] = give.give(facts.words.tell(f"heading.{section}"))
        if section == "fields":
            for field in facts.answer.fields:
                anchor = give.give(field.field)
                entries.append(_entry(facts, plan, field, classes.get(field.field), points, anchor))
    return anchors, tuple(entries)


def _entry(
    facts: Facts, plan: Plan, field: FieldAnswer, given: FieldClass | None, points: OpenPoints, anchor: str
) -> FieldEntry:
    holds = {
        visit.visit_id: facts.ruling(visit.binding_id).status in HOLDS
        for visit in field.visits
        if visit.binding_id
    }
    story = Story(facts, plan, value_tree(field, holds))
    blocks = formation(story)
    told = field_facts(facts, plan, story.tree, given, points)
    return FieldEntry(
        heading=code(field.field),
        anchor=anchor,
        glance=(
            Markup(str(field.ordinal)),
            short_form(story),
            _systems(facts, field, given),
            Markup(given.source_class.value) if given else Markup(""),
            _standing(facts.words, field, points),
        ),
        blocks=_with_facts(blocks, told),
    )


def _with_facts(blocks: list[Block], told: list[Markup]) -> tuple[Block, ...]:
    """Put the facts behind the formation, in its last list where that is not a numbered one."""
    if not told:
        return tuple(blocks)
    last = blocks[-1]
    if isinstance(last, Listing) and not last.numbered:
        return (*blocks[:-1], Listing((*last.items, *told)))
    return (*blocks, Listing(tuple(told)))


def _standing(words: Phrasebook, field: FieldAnswer, points: OpenPoints) -> Markup:
    n = len(points.numbers.get(field.field, ()))
    if n:
        return words.count("standing.open", n)
    return words.say("standing.proven" if field.proven else "standing.unproven")


def _systems(facts: Facts, field: FieldAnswer, given: FieldClass | None) -> Markup:
    words = facts.words
    columns = [end for end in field.value if end.kind is EndpointKind.FIELD]
    named = words.series([plain(system) for system in given.systems]) if given else Markup("")
    if not columns:
        ends = any(end.terminal not in _NEUTRAL for end in field.open_ends)
        return words.say("systems.only.open" if ends else "systems.none")
    if not named:
        return words.say("systems.missing")
    if all(end.provisional for end in columns):
        return words.say("systems.provisional", list=named)
    unconfirmed = given is not None and given.source_class == "S3"
    return words.say("systems.open", list=named) if unconfirmed else named


def _may_match(facts: Facts, plan: Plan) -> Markup:
    words, names = facts.words, unmatched_inputs(facts, plan)
    if not names:
        return Markup("")
    listed = words.listing([facts.short(name) for name in names])
    return words.count("may.match", len(names), list=listed)


def _proof(facts: Facts) -> tuple[Row, ...]:
    words, bundle = facts.words, facts.bundle
    trees = [code(field.tree_id) for field in facts.answer.fields]
    if not trees:
        listed = words.say("proof.trees.none")
    elif len(trees) <= TREES_SHOWN:
        listed = words.say("proof.trees", list=words.series(trees))
    else:
        listed = words.say("proof.trees.many", n=len(trees))
    return (
        (words.say("label.snapshot"), full_digest(bundle.snapshot_id)),
        (words.say("label.analysis"), full_digest(bundle.analysis_id)),
        (words.say("label.log.head"), full_digest(bundle.decision_head)),
        (words.say("label.trees"), listed),
        (words.say("label.verify"), verify_command(bundle)),
    )


def verify_command(bundle: Bundle) -> Markup:
    """Return the command that checks the published folder."""
    return code(f"wherefrom verify deliverables/{bundle.release}")


def class_counts(classes: Mapping[str, tuple[FieldClass, ...]], target: str) -> tuple[Markup, ...]:
    """Return how many fields of a target have class S1, S2, S3, S4."""
    rows = classes.get(target, ())
    return tuple(
        Markup(str(sum(1 for row in rows if row.source_class == name))) for name in ("S1", "S2", "S3", "S4")
    )

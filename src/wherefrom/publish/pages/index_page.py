"""The front page of a release: its tables with their classes, and what was frozen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wherefrom.domain.classification import confirmed_system
from wherefrom.domain.evidence import EndpointKind
from wherefrom.domain.unit import StatementStatus
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.closure import all_fields
from wherefrom.publish.left_out import left_out
from wherefrom.publish.pages.decisions import decided
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain
from wherefrom.publish.pages.model import IndexPage, Row
from wherefrom.publish.pages.naming import file_name
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.places import PLAIN, Places
from wherefrom.publish.pages.target_page import class_counts, full_digest, title_of, verify_command

UNREAD_SHOWN = 5
"""Most unread statements that the front page names."""

WAITING_SHOWN = 10
"""Most tables without a confirmed source system that the front page names."""

_UNREAD = frozenset({StatementStatus.UNPARSED, StatementStatus.OPAQUE})


def index_page(bundle: Bundle, rows: Sequence[Row], words: Phrasebook, places: Places = PLAIN) -> IndexPage:
    """Return the front page of a release.

    Args:
        bundle: Everything published.
        rows: ``index_row`` of each target, in order.
        words: The phrase book.
        places: How places in the SQL are shown.
    """
    return IndexPage(
        title=plain(bundle.release),
        state=bundle.state,
        rows=tuple(rows),
        waiting=_waiting(bundle, words),
        snapshot=_snapshot(bundle, words, places),
        log=_log(bundle, words),
        analysis=full_digest(bundle.analysis_id),
        verify=verify_command(bundle),
        empty=words.say("index.empty"),
    )


def index_row(facts: Facts) -> Row:
    """Return a target's row on the front page."""
    answer, words = facts.answer, facts.words
    given = decided(facts)
    counts = Counter(facts.ruling(candidate.binding_id).status.value for candidate in given.open)
    states = [
        words.say("index.open", n=counts[state], state=words.say(f"index.{state}"))
        for state in ("PENDING", "STALE", "DEFERRED", "CONFLICT")
        if counts[state]
    ]
    return (
        Markup(f"[{title_of(facts)}]({file_name(answer.target)})"),
        Markup(str(len(answer.fields))),
        *class_counts(facts.bundle.classes, answer.target),
        words.series(states) if states else words.say("index.none"),
    )


def _waiting(bundle: Bundle, words: Phrasebook) -> Markup:
    """Return the tables whose fields wait for a confirmed source system, by the number of those fields."""
    fields: Counter[str] = Counter()
    for _, field in all_fields(bundle):
        ends = {end.table for end in field.value if end.kind is EndpointKind.FIELD}
        fields.update(table for table in ends if not confirmed_system(bundle.systems, table))
    if not fields:
        return Markup("")
    ordered = sorted(fields.items(), key=lambda each: (-each[1], each[0]))
    shown = [words.say("index.waiting.table", t=code(table), k=k) for table, k in ordered[:WAITING_SHOWN]]
    listed = words.series(shown)
    if len(ordered) > WAITING_SHOWN:
        listed = words.say("index.waiting.more", list=listed, n=len(ordered) - WAITING_SHOWN)
    return words.count("index.waiting", len(ordered), list=listed)


def _snapshot(bundle: Bundle, words: Phrasebook, places: Places) -> Markup:
    unread = sorted(
        (placed for placed in bundle.statements if placed.statement.status in _UNREAD),
        key=lambda placed: (placed.file, placed.statement.ordinal),
    )
    said = Markup("")
    if unread:
        shown = [
            places.span(each.file, each.statement.span.line, each.statement.span.end_line)
            for each in unread[:UNREAD_SHOWN]
        ]
        listed = words.listing(shown)
        if len(unread) > UNREAD_SHOWN:
            listed = words.say("index.more", list=words.series(shown), n=len(unread) - UNREAD_SHOWN)
        said = words.say("index.unread", n=len(unread), list=listed)
    lost = left_out(bundle.skipped, bundle.diagnostics, bundle.answers)
    if lost:
        shown = [words.say("index.left.one", n=n, why=code(why)) for why, n in lost.items()]
        said = Markup(f"{said}{words.say('index.left', list=words.series(shown))}")
    return words.say(
        "index.snapshot",
        id=full_digest(bundle.snapshot_id),
        files=words.count("files", len(bundle.files)),
        statements=words.count("statements", len(bundle.statements)),
        unread=said,
    )


def _log(bundle: Bundle, words: Phrasebook) -> Markup:
    if not bundle.decision_count:
        return words.say("index.log.none")
    return words.count("index.log", bundle.decision_count, head=full_digest(bundle.decision_head))

"""The front page of a release: its tables with their classes, and what was frozen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wherefrom.domain.unit import StatementStatus
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.decisions import decided
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain
from wherefrom.publish.pages.model import IndexPage, Row
from wherefrom.publish.pages.naming import file_name
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.target_page import class_counts, full_digest, title_of, verify_command

UNREAD_SHOWN = 5
"""Most unread statements that the front page names."""

_UNREAD = frozenset({StatementStatus.UNPARSED, StatementStatus.OPAQUE})


def index_page(bundle: Bundle, rows: Sequence[Row], words: Phrasebook) -> IndexPage:
    """Return the front page of a release.

    Args:
        bundle: Everything published.
        rows: ``index_row`` of each target, in order.
        words: The phrase book.
    """
    return IndexPage(
        title=plain(bundle.release),
        state=bundle.state,
        rows=tuple(rows),
        snapshot=_snapshot(bundle, words),
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
        Markup(", ".join(states)) if states else words.say("index.none"),
    )


def _snapshot(bundle: Bundle, words: Phrasebook) -> Markup:
    unread = sorted(
        (placed for placed in bundle.statements if placed.statement.status in _UNREAD),
        key=lambda placed: (placed.file, placed.statement.ordinal),
    )
    said = Markup("")
    if unread:
        places = [
            _place(placed.file, placed.statement.span.line, placed.statement.span.end_line)
            for placed in unread
        ]
        listed = words.listing(places[:UNREAD_SHOWN])
        if len(places) > UNREAD_SHOWN:
            shown = Markup(", ".join(places[:UNREAD_SHOWN]))
            listed = words.say("index.more", list=shown, n=len(places) - UNREAD_SHOWN)
        said = words.say("index.unread", n=len(unread), list=listed)
    return words.say(
        "index.snapshot",
        id=full_digest(bundle.snapshot_id),
        files=words.count("files", len(bundle.files)),
        statements=words.count("statements", len(bundle.statements)),
        unread=said,
    )


def _place(file: str, first: int, last: int) -> Markup:
    start = code(f"{file}:{first}")
    return start if first == last else Markup(f"{start}–{code(str(last))}")


def _log(bundle: Bundle, words: Phrasebook) -> Markup:
    if not bundle.decision_count:
        return words.say("index.log.none")
    return words.count("index.log", bundle.decision_count, head=full_digest(bundle.decision_head))

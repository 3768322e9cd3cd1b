"""The decision log as a page: every record in its order, with its hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import Candidate
from wherefrom.domain.claim import CLAIMS, read_claim
from wherefrom.domain.decision import SubjectType
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.manifest import with_prefix
from wherefrom.publish.pages.claims import claim_in_words
from wherefrom.publish.pages.decisions import by_whom, note_of
from wherefrom.publish.pages.markup import Markup, code, short_code
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.places import Places

_NO_SECOND = "NOT_REQUIRED"


@dataclass(frozen=True, slots=True)
class Record:
    """One record.

    Attributes:
        anchor: Where links to it lead; empty if nowhere.
        name: Its id.
        about: What it is about.
        decision: What was decided, in words; with the second person's code where one was asked for.
        by: Who decided, for whom, and when.
        note: Their own words.
        hash: Of the record.
    """

    anchor: str
    name: Markup
    about: Markup
    decision: Markup
    by: Markup
    note: Markup
    hash: Markup


def records(bundle: Bundle, words: Phrasebook, places: Places) -> tuple[Record, ...]:
    """Return the records of the log in its order."""
    writers = {each.binding_id: each for each in bundle.candidates}
    found = []
    for record in bundle.decisions:
        decision_id = _text(record, "decision_id")
        found.append(
            Record(
                anchor=decision_id if decision_id in places.decisions else "",
                name=code(decision_id),
                about=_about(words, record, writers, places),
                decision=_decision(words, record),
                by=by_whom(words, record),
                note=note_of(record),
                hash=code(with_prefix(_text(record, "hash"))),
            )
        )
    return tuple(found)


def _about(
    words: Phrasebook, record: Mapping[str, object], writers: Mapping[str, Candidate], places: Places
) -> Markup:
    subject, kind = _text(record, "subject"), _text(record, "subject_type")
    writer = writers.get(subject)
    if writer:
        return words.say("writer.to", place=places.at(writer.writer), t=code(writer.logical_table))
    if kind in CLAIMS:
        return claim_in_words(words, read_claim(SubjectType(kind), subject))
    return short_code(subject)


def _decision(words: Phrasebook, record: Mapping[str, object]) -> Markup:
    decision, approval = _text(record, "decision"), _text(record, "approval")
    situation = f"decision.{decision}"
    said = words.say(situation) if situation in words.patterns else code(decision)
    return said if approval in ("", _NO_SECOND) else words.say("short.and", x=said, y=code(approval))


def _text(record: Mapping[str, object], name: str) -> str:
    return str(record.get(name) or "")

"""What a person says of one row of a table that is reviewed, as an entry of the decision log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.decision import ActorSource, Approval, Decision, DecisionRecord, Flag, SubjectType
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review.append import Entry
from wherefrom.review.force import FourEyes, needs_second

WORDS = ("reason", "responsible", "ticket", "effective_from", "effective_to", "note")
"""What a person says beside the decision, by the names of the log."""


class Reviewed(Protocol):
    """A row that people decide on: a writer candidate, or a claim."""

    @property
    def subject_type(self) -> SubjectType:
        """What kind of thing it is."""

    @property
    def subject(self) -> str:
        """What a record holds as its subject."""

    @property
    def review_id(self) -> str:
        """What a person types."""

    @property
    def ruling(self) -> Ruling:
        """What stands."""

    @property
    def record(self) -> DecisionRecord | None:
        """The record that rests on; None if nobody decided."""

    @property
    def newest(self) -> str:
        """Id of the newest record on this very subject; empty if there is none."""

    @property
    def known(self) -> str:
        """Id of the newest record on any subject about the same; empty if there is none."""

    @property
    def fingerprint(self) -> str:
        """Hex of the evidence of today."""

    @property
    def offered(self) -> Words:
        """Words that are recorded where a decision states none."""

    @property
    def approval(self) -> str:
        """Where it stands with a second person; empty if nobody decided."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Target fields that hang on it."""

    @property
    def competing(self) -> tuple[str, ...]:
        """Ids of the others about the same."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a person says beside a decision; empty where nothing is stated."""

    reason: str = ""
    responsible: str = ""
    ticket: str = ""
    effective_from: str = ""
    effective_to: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Deciding:
    """Who decides, and on what.

    Attributes:
        actor: The person.
        source: How that name is known.
        snapshot_id: Snapshot they look at, ``sha256:…``.
        four_eyes: Which decisions need a second person.
    """

    actor: str
    source: ActorSource
    snapshot_id: str
    four_eyes: FourEyes


def decision_entry(row: Reviewed, decision: Decision, words: Words, who: Deciding) -> Entry:
    """Return the entry for a decision on a row, given on the evidence of today.

    Words that the person does not state are those that the row offers.

    Raises:
        UsageRefusal: a rejection, or what lifts one, has no reason.
    """
    lifts = row.ruling.status is Status.REJECTED and decision is not Decision.REJECTED
    if not words.reason.strip() and (lifts or decision is Decision.REJECTED):
        what = "lifting a rejection" if lifts else "a rejection"
        raise UsageRefusal(f"{row.review_id}: {what} needs a reason. Nothing was recorded.")
    waits = needs_second(decision, who.four_eyes, lifts=lifts)
    return Entry(
        row.subject_type,
        row.subject,
        decision,
        Approval.PROPOSED if waits else Approval.NOT_REQUIRED,
        row.newest,
        who.actor,
        who.source,
        evidence_fingerprint=f"sha256:{row.fingerprint}",
        snapshot_id=who.snapshot_id,
        known=row.known,
        **{name: str(getattr(words, name) or getattr(row.offered, name)) for name in WORDS},
    )


def stands_already(row: Reviewed, decision: Decision, words: Words) -> bool:
    """Return whether a row says this already, on the evidence of today: recording it again would add nothing."""
    record, flags = row.record, row.ruling.flags
    if record is None or row.ruling.status.value != decision.value or record.decision_id != row.newest:
        return False
    if Flag.STALE.value in flags or Flag.CONFLICT.value in flags:
        return False
    stated = {name: getattr(words, name) for name in WORDS}
    return all(not text or text == getattr(record, name) for name, text in stated.items())


def answer_entry(
    row: Reviewed, proposal: DecisionRecord | None, answer: Approval, reason: str, who: Deciding
) -> Entry:
    """Return the entry by which a second person approves a proposal, or returns it.

    Args:
        row: The row.
        proposal: The newest record on it; None if there is none.
        answer: APPROVED or RETURNED.
        reason: Why; returning needs one.
        who: The second person.

    Raises:
        UsageRefusal: nothing waits for an answer, or a return has no reason.
    """
    if proposal is None or Flag.PROPOSED.value not in row.ruling.flags:
        raise UsageRefusal(
            f"{row.review_id}: nothing waits for a second person here. "
            f"wherefrom review show {row.review_id} tells what stands."
        )
    if answer is Approval.RETURNED and not reason.strip():
        raise UsageRefusal(f"{row.review_id}: returning a proposal needs a reason. Nothing was recorded.")
    return Entry(
        row.subject_type, row.subject, proposal.decision, answer, proposal.decision_id, who.actor, who.source,
        reason=reason, ticket=proposal.ticket, responsible=proposal.responsible, note=proposal.note,
        effective_from=proposal.effective_from, effective_to=proposal.effective_to,
        evidence_fingerprint=proposal.evidence_fingerprint, snapshot_id=who.snapshot_id,
        known=row.known,
    )  # fmt: skip

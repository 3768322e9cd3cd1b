"""What the records of one subject come to, one after the other (method 1.5, interface 2.3).

REJECTED acts at once. Everything else acts once approved, where a second person is asked for. What
stands is never taken away by a record that was written without knowing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from wherefrom.domain.decision import Approval, Decision, DecisionRecord, Flag
from wherefrom.domain.moment import begins_after, ends_before

FourEyes = Literal["off", "confirm", "all"]
"""Which decisions need a second person: none, confirmations, all."""


@dataclass(slots=True)
class Force:
    """What stands for one subject after its records so far.

    Attributes:
        record: The decision in force; None while none is.
        rejected: A rejection that ``record`` lifts, for as long as ``record`` has not taken effect.
        proposal: A decision that waits for a second person.
        aware: Whether that proposal was written knowing of what stood before.
        last: Id of the newest record.
        flags: What a reader should know.
        places: ``seq`` of its records so far.
        conflict: The newest decision and the one before it contradict each other.
        confirmed: The newest confirmation that came into force, whatever was decided since.
    """

    record: DecisionRecord | None = None
    rejected: DecisionRecord | None = None
    proposal: DecisionRecord | None = None
    aware: bool = False
    last: str = ""
    flags: set[Flag] = field(default_factory=set)
    places: list[int] = field(default_factory=list)
    conflict: bool = False
    confirmed: DecisionRecord | None = None

    @property
    def fingerprint(self) -> str:
        """Hex of the evidence it was given on; empty if there is none."""
        held = self.record or self.proposal
        return evidence_of(held) if held else ""

    def rejection(self, as_of: str) -> DecisionRecord | None:
        """Return the rejection that stands; None if none does. Effective dates never end one."""
        if self.record is None or self.record.decision is Decision.REJECTED:
            return self.record
        return None if has_begun(self.record, as_of) else self.rejected

    def mark(self, *flags: Flag) -> None:
        """Set the flags; a conflict is kept until a record settles it."""
        self.flags = set(flags) | ({Flag.CONFLICT} if self.conflict else set())


def evidence_of(record: DecisionRecord) -> str:
    """Return the fingerprint a decision was given on, as bare hex."""
    return record.evidence_fingerprint.removeprefix("sha256:")


def in_force(
    records: Iterable[DecisionRecord], as_of: str, four_eyes: FourEyes, unseen: Mapping[int, range]
) -> dict[str, Force]:
    """Return what stands, by subject.

    Args:
        records: Records of one subject type, in log order.
        as_of: Moment that effective dates are judged at, UTC.
        four_eyes: The policy.
        unseen: By ``seq``, the records before that its author could not know of (``unseen_places``).
    """
    found: dict[str, Force] = {}
    for record in records:
        force = found.setdefault(record.subject, Force())
        hidden = unseen.get(record.seq, range(0))
        aware = record.supersedes == force.last and not any(place in hidden for place in force.places)
        _add(force, record, as_of, four_eyes, aware=aware)
        force.places.append(record.seq)
    return found


def has_begun(record: DecisionRecord, as_of: str) -> bool:
    """Return whether a decision has taken effect."""
    return not begins_after(record.effective_from, as_of)


def is_over(record: DecisionRecord, as_of: str) -> bool:
    """Return whether a decision's effective dates lie in the past."""
    return ends_before(record.effective_to, as_of)


def _add(force: Force, record: DecisionRecord, as_of: str, four_eyes: FourEyes, *, aware: bool) -> None:
    force.last = record.decision_id
    if record.approval is Approval.RETURNED:
        force.proposal = None
        force.mark(Flag.RETURNED)
    elif record.decision is Decision.REJECTED:
        _enforce(force, record, aware=aware or record.approval is Approval.APPROVED)
    elif record.approval is Approval.APPROVED and force.proposal is not None:
        if _is_approval(force.proposal, record):
            _take(force, record, as_of, aware=force.aware)
    elif _waits(force, record, four_eyes):
        force.proposal, force.aware = record, aware
        force.mark(Flag.PROPOSED)
    else:
        _take(force, record, as_of, aware=aware)


def _waits(force: Force, record: DecisionRecord, four_eyes: FourEyes) -> bool:
    lifts = force.record is not None and force.record.decision is Decision.REJECTED
    return record.approval is Approval.PROPOSED or needs_second(record.decision, four_eyes, lifts=lifts)


def needs_second(decision: Decision, four_eyes: FourEyes, *, lifts: bool) -> bool:
    """Return whether a decision waits for a second person.

    Args:
        decision: The decision. A rejection never waits.
        four_eyes: The policy.
        lifts: It lifts a rejection: that takes two people under every policy but ``off``.
    """
    if decision is Decision.REJECTED or four_eyes == "off":
        return False
    return lifts or four_eyes == "all" or decision is Decision.CONFIRMED


def _is_approval(proposal: DecisionRecord, record: DecisionRecord) -> bool:
    """Return whether a record approves a proposal: another person, the same thing, the same evidence."""
    return (
        record.supersedes == proposal.decision_id
        and record.decision is proposal.decision
        and record.evidence_fingerprint == proposal.evidence_fingerprint
        and not same_person(record.actor, proposal.actor)
    )


def same_person(one: str, other: str) -> bool:
    """Return whether two names are one person's: case and blanks do not tell people apart."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _enforce(force: Force, record: DecisionRecord, *, aware: bool) -> None:
    contradicts = force.record is not None and force.record.decision is not Decision.REJECTED
    force.record, force.rejected, force.proposal, force.conflict = record, None, None, False
    force.flags = {Flag.CONFLICT} if contradicts and not aware else set()


def _take(force: Force, record: DecisionRecord, as_of: str, *, aware: bool) -> None:
    held = force.record
    if held is not None and held.decision is Decision.REJECTED:
        explained = bool(record.reason.strip() or (force.proposal and force.proposal.reason.strip()))
        if not aware or not explained:
            force.proposal = None
            force.flags = {Flag.NO_REASON if aware else Flag.CONFLICT}
            return
        force.rejected = held
    elif held is not None and has_begun(held, as_of):
        force.rejected = None
    force.conflict = not aware and held is not None and held.decision is not record.decision
    force.record, force.proposal = record, None
    if record.decision is Decision.CONFIRMED:
        force.confirmed = record
    force.mark()

"""What stands for every claim: people's records against the evidence of today (method 1.5, 1.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.claim import CLAIMS, Claim, Surroundings, read_claim
from wherefrom.domain.decision import Decision, DecisionRecord, Flag
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.branches import unseen_places
from wherefrom.review.force import Force, FourEyes, has_begun, in_force
from wherefrom.review.standing import judge

_Thing = tuple[object, ...]


def claims_standing(
    log: DecisionLog, around: Surroundings, as_of: str, four_eyes: FourEyes = "off"
) -> dict[Claim, Ruling]:
    """Return what review says of each claim that anybody decided on. Pure.

    As for writers, a rejection stands for ever, a confirmation acts once approved and while its
    evidence is unchanged. A table has one system at a time and a field one name: a claim that was
    confirmed before another one about the same is replaced by it for good (it has to be confirmed
    again to count), and where the later one was taken without knowing of it neither counts.

    Args:
        log: The decision log.
        around: What the frozen SQL shows of the tables and fields.
        as_of: Moment that effective dates are judged at, UTC.
        four_eyes: Which decisions need a second person.

    Returns:
        One ruling per claim, in the order they first stand in the log, systems before terms.
    """
    unseen = unseen_places(log.records)
    found: dict[Claim, Ruling] = {}
    for kind in CLAIMS:
        records = (record for record in log.records if record.subject_type is kind)
        forces = {
            read_claim(kind, subject): force
            for subject, force in in_force(records, as_of, four_eyes, unseen).items()
        }
        latest = _latest(forces, as_of)
        for claim, force in forces.items():
            ruling = _judge(claim, force, around, as_of)
            found[claim] = _beside(ruling, force, latest.get(claim.about), unseen)
        _find_conflicts(found, forces, unseen)
    return found


def _judge(claim: Claim, force: Force, around: Surroundings, as_of: str) -> Ruling:
    if around.knows(claim):
        return judge(force, around.fingerprint(claim), as_of)
    gone = judge(force, force.fingerprint, as_of)
    return replace(gone, flags=tuple(sorted({*gone.flags, Flag.ORPHANED.value})))


def _latest(forces: Mapping[Claim, Force], as_of: str) -> dict[_Thing, DecisionRecord]:
    """Return the newest confirmation that has taken effect, by what it is about."""
    found: dict[_Thing, DecisionRecord] = {}
    for claim, force in forces.items():
        record = force.confirmed
        if record is None or not has_begun(record, as_of):
            continue
        known = found.get(claim.about)
        if known is None or known.seq < record.seq:
            found[claim.about] = record
    return found


def _beside(
    ruling: Ruling, force: Force, latest: DecisionRecord | None, unseen: Mapping[int, range]
) -> Ruling:
    """Return a ruling in view of what was confirmed about the same since."""
    record = force.record
    if latest is None or record is None or record.decision is not Decision.CONFIRMED:
        return ruling
    if ruling.status is Status.REJECTED or record.seq >= latest.seq:
        return ruling
    if record.seq in unseen.get(latest.seq, ()):
        return replace(ruling, status=Status.CONFLICT, flags=_with(ruling, Flag.CONFLICT))
    return Ruling(Status.PENDING, ruling.decision_id, _with(ruling, Flag.REPLACED))


def _find_conflicts(
    found: dict[Claim, Ruling], forces: Mapping[Claim, Force], unseen: Mapping[int, range]
) -> None:
    """Let a confirmation that did not know of an earlier one about the same count no more than that."""
    unsettled = {
        claim.about
        for claim in forces
        if found[claim].status is Status.CONFLICT and Flag.CONFLICT.value in found[claim].flags
    }
    for claim, force in forces.items():
        ruling = found[claim]
        hidden = unseen.get(force.record.seq, ()) if force.record else ()
        if ruling.status is Status.CONFIRMED and claim.about in unsettled and hidden:
            found[claim] = replace(ruling, status=Status.CONFLICT, flags=_with(ruling, Flag.CONFLICT))


def _with(ruling: Ruling, flag: Flag) -> tuple[str, ...]:
    return tuple(sorted({*ruling.flags, flag.value}))

"""What stands for every writer binding: people's records against the evidence of today (method 1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wherefrom.domain.binding import PROVEN_RULES, BindingRule, Candidate, Ruling, Status
from wherefrom.domain.decision import Decision, DecisionRecord, Flag, SubjectType
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.ids import binding_id
from wherefrom.review.branches import unseen_places
from wherefrom.review.force import Force, FourEyes, evidence_of, has_begun, in_force, is_over

_NEVER_REVIEWED = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF})


def standing(
    log: DecisionLog, candidates: Iterable[Candidate], as_of: str, four_eyes: FourEyes = "off"
) -> dict[str, Ruling]:
    """Return what review says of each candidate. Pure; the program never decides anything itself.

    Among like writers of one file (same tables and kind) a decision follows the statement it was
    given on, wherever that stands now; only what is left over goes by occurrence. A rejected
    statement whose candidate is gone is rejected wherever it turns up again, under any name, until
    a person decides on it there: the log knows a gone candidate by its statement only, so every
    binding of that statement is meant.

    Args:
        log: The decision log.
        candidates: Writer candidates of the snapshot.
        as_of: Moment that effective dates are judged at, UTC (``as_of``).
        four_eyes: Which decisions need a second person.

    Returns:
        One ruling per candidate, by binding id, in the order given.
    """
    known = tuple(candidates)
    writers = (record for record in log.records if record.subject_type is SubjectType.WRITER)
    forces = in_force(writers, as_of, four_eyes, unseen_places(log.records))
    gone = _gone_rejections(forces, {candidate.binding_id for candidate in known}, as_of)
    assigned = _assign(known, forces)
    return {
        candidate.binding_id: _ruling(candidate, assigned.get(candidate.binding_id), gone, as_of)
        for candidate in known
    }


def _gone_rejections(forces: Mapping[str, Force], present: set[str], as_of: str) -> dict[str, DecisionRecord]:
    """Return the newest rejection by statement fingerprint, of candidates that are gone."""
    gone: dict[str, DecisionRecord] = {}
    for subject, force in forces.items():
        record = force.rejection(as_of)
        if subject in present or record is None:
            continue
        statement = evidence_of(record)
        if statement not in gone or gone[statement].seq < record.seq:
            gone[statement] = record
    return gone


def _assign(candidates: Sequence[Candidate], forces: Mapping[str, Force]) -> dict[str, Force]:
    if not forces:
        return {}
    alike: dict[tuple[str, str, str, str], list[Candidate]] = {}
    for candidate in candidates:
        key = (
            candidate.logical_table,
            candidate.writer.file,
            candidate.writer_table,
            candidate.writer_kind,
        )
        alike.setdefault(key, []).append(candidate)
    assigned: dict[str, Force] = {}
    statements = {force.fingerprint for force in forces.values()}
    for group in alike.values():
        ordered = sorted(group, key=lambda c: (c.writer, c.binding_id))
        known = {c.binding_id for c in group}
        if any(c.fingerprint in statements for c in group):
            known |= _earlier_ids(ordered[0], known, len(group) + len(forces)) & set(forces)
        free = {binding: forces[binding] for binding in sorted(known) if binding in forces}
        assigned.update(_assign_group(ordered, free))
    return assigned


def _earlier_ids(candidate: Candidate, present: set[str], most: int) -> set[str]:
    """Return the ids that like writers of a candidate's file have or had, gone ones included."""
    found = {
        binding_id(
            candidate.logical_table,
            candidate.writer.file,
            candidate.writer_table,
            candidate.writer_kind,
            occurrence,
        )
        for occurrence in range(most)
    }
    return found if present <= found else set()


def _assign_group(group: Sequence[Candidate], free: dict[str, Force]) -> dict[str, Force]:
    """Give each of some like writers the decision that is its own: by statement, then by occurrence."""
    taken: dict[str, Force] = {}
    for candidate in group:
        own = free.get(candidate.binding_id)
        if own is not None and own.fingerprint == candidate.fingerprint:
            taken[candidate.binding_id] = free.pop(candidate.binding_id)
    for candidate in group:
        fits = next((s for s, f in free.items() if f.fingerprint == candidate.fingerprint), None)
        if candidate.binding_id not in taken and fits is not None:
            taken[candidate.binding_id] = free.pop(fits)
    for candidate in group:
        if candidate.binding_id not in taken and candidate.binding_id in free:
            taken[candidate.binding_id] = free.pop(candidate.binding_id)
    return taken


def _ruling(
    candidate: Candidate, force: Force | None, gone: Mapping[str, DecisionRecord], as_of: str
) -> Ruling:
    if candidate.rule in _NEVER_REVIEWED:
        return Ruling(Status.NOT_NEEDED)
    decided_here = _is_decided(candidate, force, as_of)
    found = judge(force, candidate.fingerprint, as_of) if force else Ruling(Status.PENDING)
    if not decided_here and found.status is not Status.REJECTED and candidate.fingerprint in gone:
        return Ruling(Status.REJECTED, gone[candidate.fingerprint].decision_id, (Flag.CARRIED_OVER.value,))
    if candidate.rule in PROVEN_RULES and found.status not in (Status.REJECTED, Status.DEFERRED):
        return Ruling(Status.NOT_NEEDED)
    return found


def _is_decided(candidate: Candidate, force: Force | None, as_of: str) -> bool:
    """Return whether a person decided on this very statement here, and that has taken effect."""
    record = force.record if force else None
    return record is not None and evidence_of(record) == candidate.fingerprint and has_begun(record, as_of)


def judge(force: Force, fingerprint: str, as_of: str) -> Ruling:
    """Return what the records of one subject come to against the evidence of today.

    Args:
        force: What stands.
        fingerprint: Hex of the evidence of today.
        as_of: Moment that effective dates are judged at, UTC.
    """
    record = force.record
    if record is None:
        return _say(Status.PENDING, None, force.flags)
    rejection = force.rejection(as_of)
    held = rejection or record
    flags = set(force.flags)
    if record.decision is not Decision.REJECTED:
        flags |= _outside(record, as_of)
    stale = evidence_of(held) != fingerprint
    status = Status.REJECTED if rejection else _status(force, record, flags, stale=stale)
    if stale and status is not Status.STALE:
        flags.add(Flag.STALE)
    return _say(status, held, flags)


def _outside(record: DecisionRecord, as_of: str) -> set[Flag]:
    if not has_begun(record, as_of):
        return {Flag.NOT_YET_EFFECTIVE}
    return {Flag.EXPIRED} if is_over(record, as_of) else set()


def _status(force: Force, record: DecisionRecord, flags: set[Flag], *, stale: bool) -> Status:
    if force.conflict:
        return Status.CONFLICT
    if flags & {Flag.NOT_YET_EFFECTIVE, Flag.EXPIRED}:
        return Status.PENDING
    if record.decision is Decision.DEFERRED:
        return Status.DEFERRED
    return Status.STALE if stale else Status.CONFIRMED


def _say(status: Status, record: DecisionRecord | None, flags: Iterable[Flag]) -> Ruling:
    return Ruling(status, record.decision_id if record else "", tuple(sorted(f.value for f in flags)))

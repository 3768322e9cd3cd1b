"""Append decisions to the log: all of them or none, each on what its author knew (interface 2.3, hardening 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wherefrom.domain.claim import thing_of, told_subject
from wherefrom.domain.decision import (
    RECORD_VERSION,
    ActorSource,
    Approval,
    Decision,
    DecisionRecord,
    SubjectType,
)
from wherefrom.domain.decision_chain import (
    BrokenRecord,
    DecisionLog,
    extend_chain,
    read_chain,
    read_record,
    record_hash,
    record_line,
)
from wherefrom.domain.errors import Conflict, InputRefusal, UsageRefusal
from wherefrom.domain.ids import short_id
from wherefrom.review.force import same_person
from wherefrom.review.log import broken
from wherefrom.review.writing import rewrite


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision as a person asks to record it. Texts are empty where nothing is stated.

    Attributes:
        subject_type, subject, decision, approval: As in ``DecisionRecord``.
        supersedes: The newest decision on the subject that the person knew; empty if there was none.
        actor, actor_source: Who, and how that name is known.
        reason, ticket, responsible, note, effective_from, effective_to: The person's words.
        evidence_fingerprint: ``sha256:…`` of the evidence they saw.
        snapshot_id: Snapshot they looked at.
        request_id: Makes a repeated request the same one; empty for one made from all the rest.
        known: The newest decision about the same table or field that the person knew, whatever it says;
            None where that is ``supersedes``. It is checked, and not recorded.
    """

    subject_type: SubjectType
    subject: str
    decision: Decision
    approval: Approval
    supersedes: str
    actor: str
    actor_source: ActorSource = ActorSource.LOCAL
    reason: str = ""
    ticket: str = ""
    responsible: str = ""
    note: str = ""
    effective_from: str = ""
    effective_to: str = ""
    evidence_fingerprint: str = ""
    snapshot_id: str = ""
    request_id: str = ""
    known: str | None = None

    @property
    def request(self) -> str:
        """The request's id: the stated one, or what the entry says."""
        said = (
            *(self.subject_type.value, self.subject, self.decision.value, self.approval.value),
            *(self.supersedes, self.actor, self.reason, self.ticket, self.responsible, self.note),
            *(self.effective_from, self.effective_to, self.evidence_fingerprint),
        )
        return self.request_id or short_id("Q", *said)


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did.

    Attributes:
        log: The log afterwards.
        added: The new records, in log order.
        repeated: Records that had been written for the same request before.
        clock_back: The clock says an earlier time than the newest record before. Order is by ``seq``.
    """

    log: DecisionLog
    added: tuple[DecisionRecord, ...]
    repeated: tuple[DecisionRecord, ...]
    clock_back: bool = False


def append(path: Path, entries: Sequence[Entry], decided_at: str, expected_head: str = "") -> Appended:
    """Append decisions to a log.

    Args:
        path: The log; created where it is not there.
        entries: What to record, in order.
        decided_at: Moment of the decision, UTC.
        expected_head: Head of the log that the decisions were taken on; empty for any.

    Raises:
        Conflict: a decision was recorded on a subject that its author did not know of, or the head
            is another one; names both. Nothing is recorded then.
        UsageRefusal: a rejection has no reason, or somebody approves their own proposal.
        InputRefusal: the log is broken, or cannot be written.
        Busy: another process holds the log.
    """
    found = _Work(decided_at)

    def change(before: bytes) -> tuple[bytes, DecisionLog]:
        try:
            log = read_chain(before)
        except BrokenRecord as error:
            raise broken(path, error) from error
        lines = found.lines(log, entries, expected_head)
        end = b"" if before[-1:] in (b"", b"\n") or not lines else b"\n"
        return before + end + lines, extend_chain(log, lines)

    try:
        log = rewrite(path, change)
    except BrokenRecord as error:
        raise InputRefusal(f"The decision cannot be recorded: {error}. Nothing was recorded.") from error
    start = log.count - found.count
    return Appended(log, log.records[start:], tuple(found.repeated), found.clock_back)


class _Work:
    """One append while the log is held."""

    def __init__(self, decided_at: str) -> None:
        self.decided_at = decided_at
        self.repeated: list[DecisionRecord] = []
        self.count = 0
        self.clock_back = False

    def lines(self, log: DecisionLog, entries: Sequence[Entry], expected_head: str) -> bytes:
        """Return the lines to add."""
        requests = {record.request_id: record for record in log.records if record.request_id}
        newest = {(record.subject_type, record.subject): record for record in log.records}
        known = {(r.subject_type, thing_of(r.subject_type, r.subject)): r for r in log.records}
        fresh = []
        for entry in entries:
            before = requests.get(entry.request)
            if before is None:
                fresh.append(entry)
            elif _is_same(before, entry):
                self.repeated.append(before)
            else:
                raise Conflict(
                    f"Request {entry.request} was recorded before as {told(before)}; it now says something "
                    "else. Nothing was recorded."
                )
        if fresh and expected_head and expected_head.removeprefix("sha256:") != log.head:
            raise Conflict(
                f"The decision log has head {log.head[:12]} and {log.count} records; the decision was taken "
                f"on head {expected_head.removeprefix('sha256:')[:12]}. Look again, then decide. Nothing was recorded."
            )
        if log.records and fresh:
            self.clock_back = self.decided_at < log.records[-1].decided_at
        out: list[bytes] = []
        head, seq = log.head, log.count
        for entry in fresh:
            subject = (entry.subject_type, entry.subject)
            thing = (entry.subject_type, thing_of(entry.subject_type, entry.subject))
            _require(entry, newest.get(subject))
            _require_known(entry, known.get(thing))
            seq += 1
            values = _values(entry, seq, head, self.decided_at)
            line = record_line(values)
            _, newest[subject] = read_record(seq, line)
            head = newest[subject].hash.removeprefix("sha256:")
            out.append(line)
            self.count += 1
        return b"".join(out)


def told(record: DecisionRecord) -> str:
    """Return a record as a message names it."""
    said = f"{record.decision_id} ({record.decision.value}"
    if record.approval in (Approval.PROPOSED, Approval.APPROVED, Approval.RETURNED):
        said += f" {record.approval.value}"
    said += f" by {record.actor}, {record.decided_at}"
    return f"{said}: {record.reason})" if record.reason else f"{said})"


def _is_same(record: DecisionRecord, entry: Entry) -> bool:
    return (
        record.subject == entry.subject
        and record.decision is entry.decision
        and record.approval is entry.approval
        and record.actor == entry.actor
        and record.evidence_fingerprint == entry.evidence_fingerprint
    )


def _require_known(entry: Entry, newest: DecisionRecord | None) -> None:
    """Pass if the author knew the newest decision about the thing, as the log was before any of these."""
    if entry.known is not None and entry.known != (newest.decision_id if newest else ""):
        raise _unaware(entry, entry.known, newest)


def _unaware(entry: Entry, known: str, newest: DecisionRecord | None) -> Conflict:
    taken = f"on {known}" if known else "as the first"
    stands = told(newest) if newest else "nothing"
    return Conflict(
        f"{told_subject(entry.subject_type, entry.subject)}: {entry.decision.value} by {entry.actor} was taken "
        f"{taken}, and the newest decision is {stands}. Look at both, then decide again. Nothing was recorded."
    )


def _require(entry: Entry, newest: DecisionRecord | None) -> None:
    if entry.supersedes != (newest.decision_id if newest else ""):
        raise _unaware(entry, entry.supersedes, newest)
    subject = told_subject(entry.subject_type, entry.subject)
    if entry.decision is Decision.REJECTED and not entry.reason.strip():
        raise UsageRefusal(f"{subject}: a rejection needs a reason. Nothing was recorded.")
    if entry.approval is not Approval.APPROVED:
        return
    if newest is None or newest.approval in (Approval.APPROVED, Approval.RETURNED):
        raise UsageRefusal(f"{subject}: nothing is proposed, so nothing can be approved.")
    if same_person(newest.actor, entry.actor):
        raise UsageRefusal(
            f"{subject}: {newest.decision_id} was proposed by {newest.actor}. Nobody approves their own "
            "proposal: another person has to."
        )


def _values(entry: Entry, seq: int, head: str, decided_at: str) -> dict[str, object]:
    key = "binding_id" if entry.subject_type is SubjectType.WRITER else "subject"
    values: dict[str, object] = {
        "v": RECORD_VERSION,
        "seq": seq,
        "prev_hash": f"sha256:{head}",
        "decision_id": short_id("D", head, entry.request, decided_at),
        "subject_type": entry.subject_type.value,
        key: entry.subject,
        "decision": entry.decision.value,
        "approval": entry.approval.value,
        "supersedes": entry.supersedes,
        "reason": entry.reason,
        "ticket": entry.ticket,
        "responsible": entry.responsible,
        "note": entry.note,
        "actor": entry.actor,
        "actor_source": entry.actor_source.value,
        "decided_at": decided_at,
        "effective_from": entry.effective_from,
        "effective_to": entry.effective_to,
        "evidence_fingerprint": entry.evidence_fingerprint,
        "snapshot_id": entry.snapshot_id,
        "request_id": entry.request,
    }
    try:
        values["hash"] = record_hash(values)
    except ValueError as error:
        raise UsageRefusal(
            f"{entry.subject}: the text holds half a surrogate pair, which is no text."
        ) from error
    return values

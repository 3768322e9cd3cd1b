"""Put the branches of a decision log one after the other, losing none of either (interface 2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wherefrom.domain.decision import (
    GENESIS,
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
    is_marker,
    log_lines,
    read_chain,
    read_record,
    record_hash,
    record_line,
)
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.ids import short_id
from wherefrom.review.branches import moved_note
from wherefrom.review.writing import rewrite


@dataclass(frozen=True, slots=True)
class Rechained:
    """What was put in order.

    Attributes:
        log: The log afterwards.
        moved: Records that follow another record now than when they were written; log order.
        fork: Position of the record that both branches followed, 1-based; 0 for the beginning.
    """

    log: DecisionLog
    moved: tuple[DecisionRecord, ...]
    fork: int


@dataclass(frozen=True, slots=True)
class _Line:
    """One record as it was found.

    Attributes:
        values: As JSON values.
        record: The same, read.
        own: Its hash, hex. ``before``: the hash it follows, hex.
    """

    values: dict[str, object]
    record: DecisionRecord
    own: str
    before: str


def rechain(path: Path, by: str, reason: str, decided_at: str) -> Rechained:
    """Put the branches of a merged log one after the other.

    The branch whose records come first in the file stays as it is. Records of the others keep every
    word, who decided and when; they only get a new place in the chain. Behind each branch that was
    moved a record of type LOG says who did this and why, and which hashes its records had.

    Args:
        path: The log, as a merge left it, git's own marks included.
        by: Who puts it in order.
        reason: Why; never empty.
        decided_at: Moment, UTC.

    Raises:
        InputRefusal: a record was changed or is missing, so that this is more than a merge.
        UsageRefusal: nobody is named, no reason is given, or the log has one branch only.
        Busy: another process holds the log.
    """
    if not by.strip() or not reason.strip():
        raise UsageRefusal("State who puts the branches in order, and why: --by NAME --reason TEXT.")
    made: list[_Chain] = []

    def change(before: bytes) -> tuple[bytes, DecisionLog]:
        chain = _Chain(by, reason, decided_at)
        for line in _ordered(_lines(path, before)):
            chain.add(line)
        chain.close()
        after = b"".join(record_line(values) for values in chain.out)
        if not chain.moved and len(log_lines(before)) == len(chain.out):
            raise UsageRefusal(f"{path}: the log has one branch only. There is nothing to put in order.")
        made.append(chain)
        return after, read_chain(after)

    try:
        log = rewrite(path, change)
    except BrokenRecord as error:
        raise InputRefusal(f"{path}: put in order, record {error.line} cannot stand: {error}.") from error
    return Rechained(log, tuple(log.records[seq - 1] for seq in made[0].moved), made[0].fork)


def _lines(path: Path, data: bytes) -> list[_Line]:
    """Return the records of a merged log, each once, each as it was written."""
    found: dict[str, _Line] = {}
    for number, line in enumerate(log_lines(data), start=1):
        if is_marker(line):
            continue
        try:
            values, record = read_record(number, line.removesuffix(b"\r"))
            own = record_hash(values)
        except ValueError as error:
            raise _refusal(path, number, str(error)) from error
        if own.removeprefix("sha256:") != record.hash.removeprefix("sha256:"):
            raise _refusal(path, number, f"hash is '{record.hash}'; what the record says has '{own}'")
        before = record.prev_hash.removeprefix("sha256:")
        if before != GENESIS and before not in found:
            raise _refusal(path, number, f"prev_hash is '{record.prev_hash}'; no record above has that hash")
        hex_hash = own.removeprefix("sha256:")
        found.setdefault(hex_hash, _Line(values, record, hex_hash, before))
    return list(found.values())


def _refusal(path: Path, line: int, said: str) -> InputRefusal:
    return InputRefusal(
        f"{path}:{line}: {said}. This is more than two branches of one log: bring back both sides as they "
        "were committed, and merge again."
    )


def _ordered(lines: list[_Line]) -> Iterator[_Line]:
    """Yield the records branch by branch: each is followed to its end before the next begins."""
    after: dict[str, list[_Line]] = {}
    for line in lines:
        after.setdefault(line.before, []).append(line)
    stack = after.get(GENESIS, [])[::-1]
    while stack:
        line = stack.pop()
        yield line
        stack.extend(after.get(line.own, [])[::-1])


class _Chain:
    """The new chain while it is built. A branch that was moved ends with a LOG record about it.

    Attributes:
        out: Records as JSON values.
        moved: ``seq`` of the records that follow another record now.
        fork: ``seq`` of the record that the first two branches followed; 0 for the beginning.
    """

    def __init__(self, by: str, reason: str, decided_at: str) -> None:
        self.out: list[dict[str, object]] = []
        self.moved: list[int] = []
        self.fork = 0
        self._said = (by, reason, decided_at)
        self._head = GENESIS
        self._last = GENESIS  # former hash of the record before
        self._places: dict[str, int] = {GENESIS: 0}  # by former hash
        self._former: list[str] = []  # former hashes of the branch that is being moved
        self._from = 0
        self._ids: set[str] = set()
        self._requests: set[str] = set()
        self._renamed: dict[str, str] = {}

    def add(self, line: _Line) -> None:
        """Put a record behind the others."""
        if line.before != self._last:
            self.close()
            self._from = self._places[line.before]
            self.fork = self.fork if self.moved else self._from
        values = dict(line.values)
        if line.before != self._head or line.record.seq != len(self.out) + 1:
            self._former.append(f"sha256:{line.own}")
            self.moved.append(len(self.out) + 1)
            values |= {"seq": len(self.out) + 1, "prev_hash": f"sha256:{self._head}"}
            values |= self._unlike(line)
            values["hash"] = record_hash(values)
        self._last = line.own
        self._places[line.own] = len(self.out) + 1
        self._append(values)

    def close(self) -> None:
        """End a branch that was moved."""
        if self._former:
            by, reason, decided_at = self._said
            point = str(self.out[self._from - 1]["hash"]) if self._from else f"sha256:{GENESIS}"
            seq, head = len(self.out) + 1, f"sha256:{self._head}"
            self._append(_about(point, (by, reason, moved_note(self._former)), seq, head, decided_at))
            self._former = []

    def _append(self, values: dict[str, object]) -> None:
        self._ids.add(str(values["decision_id"]))
        self._requests.add(str(values["request_id"]))
        self._head = str(values["hash"]).removeprefix("sha256:")
        self.out.append(values)

    def _unlike(self, line: _Line) -> dict[str, object]:
        """Return ids that no earlier record has, for a record whose own are taken by another branch."""
        record = line.record
        found: dict[str, object] = {"supersedes": self._renamed.get(record.supersedes, record.supersedes)}
        if record.decision_id in self._ids:
            self._renamed[record.decision_id] = short_id("D", line.own)
            found["decision_id"] = self._renamed[record.decision_id]
        if record.request_id and record.request_id in self._requests:
            found["request_id"] = f"{record.request_id}-{line.own[:10]}"
        return found


def _about(point: str, said: tuple[str, str, str], seq: int, head: str, decided_at: str) -> dict[str, object]:
    by, reason, note = said
    values: dict[str, object] = {
        "v": RECORD_VERSION,
        "seq": seq,
        "prev_hash": head,
        "decision_id": short_id("D", head, by, decided_at),
        "subject_type": SubjectType.LOG.value,
        "subject": point,
        "decision": Decision.CONFIRMED.value,
        "approval": Approval.NOT_REQUIRED.value,
        "supersedes": "",
        "reason": reason,
        "ticket": "",
        "responsible": "",
        "note": note,
        "actor": by,
        "actor_source": ActorSource.LOCAL.value,
        "decided_at": decided_at,
        "effective_from": "",
        "effective_to": "",
        "evidence_fingerprint": "",
        "snapshot_id": "",
        "request_id": short_id("Q", head, by, reason, decided_at),
    }
    values["hash"] = record_hash(values)
    return values

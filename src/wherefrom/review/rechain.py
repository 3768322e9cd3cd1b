"""Put the branches of a decision log one after the other, losing none of either (interface 2.3)."""

from __future__ import annotations

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
    read_record,
    record_hash,
    record_line,
)
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.ids import short_id
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
    word, who decided and when; they only get a new place in the chain. One more record, of type
    LOG, says who did this and why, and which hashes the moved records had.

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
    made: list[tuple[int, int]] = []

    def change(before: bytes) -> bytes:
        ordered, fork = _ordered(_lines(path, before))
        lines, moved = _chained(ordered)
        if not moved:
            raise UsageRefusal(f"{path}: the log has one branch only. There is nothing to put in order.")
        made.append((fork, len(moved)))
        head = str(lines[-1]["hash"])
        point = lines[fork - 1]["hash"] if fork else f"sha256:{GENESIS}"
        said = f"Records {len(lines) - len(moved) + 1} to {len(lines)} had the hashes: {', '.join(moved)}"
        lines.append(_about(str(point), (by, reason, said), len(lines) + 1, head, decided_at))
        return b"".join(record_line(values) for values in lines)

    try:
        log = rewrite(path, change)
    except BrokenRecord as error:
        raise InputRefusal(f"{path}: put in order, record {error.line} cannot stand: {error}.") from error
    fork, moved = made[0]
    return Rechained(log, log.records[-1 - moved : -1], fork)


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


def _ordered(lines: list[_Line]) -> tuple[list[_Line], int]:
    """Return the records branch by branch, and the position of the first record that two follow."""
    after: dict[str, list[_Line]] = {}
    for line in lines:
        after.setdefault(line.before, []).append(line)
    ordered: list[_Line] = []
    fork = 0 if len(after.get(GENESIS, ())) > 1 else -1
    stack = after.get(GENESIS, [])[::-1]
    while stack:
        line = stack.pop()
        ordered.append(line)
        following = after.get(line.own, [])
        if len(following) > 1 and fork < 0:
            fork = len(ordered)
        stack.extend(following[::-1])
    return ordered, max(fork, 0)


def _chained(ordered: list[_Line]) -> tuple[list[dict[str, object]], list[str]]:
    """Return the records with their new links, and the former hashes of those that moved."""
    out: list[dict[str, object]] = []
    moved: list[str] = []
    head = GENESIS
    ids: set[str] = set()
    requests: set[str] = set()
    renamed: dict[str, str] = {}
    for seq, line in enumerate(ordered, start=1):
        values = dict(line.values)
        if line.before != head or line.record.seq != seq:
            moved.append(f"sha256:{line.own}")
            values |= {"seq": seq, "prev_hash": f"sha256:{head}"}
            values |= _unlike(line, ids, requests, renamed)
            values["hash"] = record_hash(values)
        ids.add(str(values["decision_id"]))
        requests.add(str(values["request_id"]))
        head = str(values["hash"]).removeprefix("sha256:")
        out.append(values)
    return out, moved


def _unlike(line: _Line, ids: set[str], requests: set[str], renamed: dict[str, str]) -> dict[str, object]:
    """Return ids that no earlier record has, for a record whose own are taken by the other branch."""
    record = line.record
    found: dict[str, object] = {"supersedes": renamed.get(record.supersedes, record.supersedes)}
    if record.decision_id in ids:
        renamed[record.decision_id] = short_id("D", line.own)
        found["decision_id"] = renamed[record.decision_id]
    if record.request_id and record.request_id in requests:
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

"""The decision log's bytes: read strictly, every link of the chain checked (interface 2.3, hardening 5.4)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NoReturn, TypeVar

from wherefrom.domain.claim import CLAIMS, read_claim
from wherefrom.domain.decision import (
    GENESIS,
    HASH_PREFIX,
    RECORD_VERSION,
    ActorSource,
    Approval,
    Decision,
    DecisionRecord,
    SubjectType,
)
from wherefrom.domain.moment import is_day, is_moment, last_moment
from wherefrom.domain.strict_json import read_object

MAX_RECORD = 1_000_000
"""Longest record. Unit: bytes. People's words are far below it."""

_DECISION_ID = re.compile(r"D[0-9A-Za-z]+", re.ASCII)
_SHA256 = re.compile(r"(sha256:)?[0-9a-f]{64}", re.ASCII)

_MARKERS = frozenset({b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"})

_Word = TypeVar("_Word", bound=StrEnum)


class BrokenRecord(ValueError):  # noqa: N818  # it is named for what it says
    """A record that cannot stand.

    Attributes:
        line: Its line, 1-based.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class ForkedLog(BrokenRecord):
    """A record that follows an earlier one than the last: two branches appended, and both were kept.

    Attributes:
        line: Its line, 1-based.
    """


@dataclass(frozen=True, slots=True)
class DecisionLog:
    """A log whose chain holds.

    Attributes:
        records: In log order.
        raw: The same as JSON values, as they were read.
        head: Hash of the last record, hex; GENESIS where there is none.
        count: Number of records.
    """

    records: tuple[DecisionRecord, ...] = ()
    raw: tuple[Mapping[str, object], ...] = ()
    head: str = GENESIS
    count: int = 0


def read_chain(data: bytes) -> DecisionLog:
    """Read a log: one JSON object per line.

    Args:
        data: The file's bytes.

    Raises:
        BrokenRecord: a line is no record, or does not continue the chain. Nothing of a log that is
            broken anywhere is used.
        ForkedLog: it is broken where two branches of it were merged.
    """
    return extend_chain(DecisionLog(), data)


def extend_chain(log: DecisionLog, data: bytes) -> DecisionLog:
    """Read the lines that follow a log whose chain holds, and return the whole.

    Args:
        log: What stands before.
        data: The lines' bytes.

    Raises:
        BrokenRecord: as for ``read_chain``; lines are counted from the log's beginning.
    """
    records = list(log.records)
    raw = list(log.raw)
    seen = _Seen(
        {record.decision_id: (record.subject_type, record.subject) for record in records},
        {record.request_id for record in records},
        {GENESIS, *(record.hash.removeprefix("sha256:") for record in records)},
    )
    head = log.head
    for number, line in enumerate(log_lines(data), start=log.count + 1):
        if is_marker(line):
            raise ForkedLog(number, f"a merge left its mark '{line[:7].decode()}' here")
        values, record = read_record(number, line)
        _check_fork(number, record, head, seen)
        _check_link(number, record, values, head)
        _check_references(number, record, seen)
        records.append(record)
        raw.append(values)
        head = record.hash.removeprefix("sha256:")
        seen.hashes.add(head)
    return DecisionLog(tuple(records), tuple(raw), head, len(records))


def log_lines(data: bytes) -> list[bytes]:
    """Return the lines of a log, without their ends."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def is_marker(line: bytes) -> bool:
    """Return whether a line is what git leaves between the two sides of a merge."""
    return line[:7] in _MARKERS and line[7:8] in (b"", b" ", b"\r")


def read_record(number: int, line: bytes) -> tuple[dict[str, object], DecisionRecord]:
    """Read one line of a log by itself: its values as JSON, and as a record. No link is checked.

    Args:
        number: Its line, 1-based.
        line: Its bytes, without the end.

    Raises:
        BrokenRecord: it is no record.
    """
    values = _object(number, line)
    return values, _record(number, values)


def record_line(values: Mapping[str, object]) -> bytes:
    """Return a record as it is written: its keys in their order, one line, its end included."""
    ordered = {key: values[key] for key in record_keys(str(values["subject_type"]))}
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def record_keys(subject_type: str) -> tuple[str, ...]:
    """Return a record's keys in the order they are written; WRITER calls its subject ``binding_id``."""
    subject = "binding_id" if subject_type == SubjectType.WRITER else "subject"
    return tuple(subject if each.name == "subject" else each.name for each in fields(DecisionRecord))


def record_hash(values: Mapping[str, object]) -> str:
    """Return a record's hash, ``sha256:…``.

    The canonical form is that of RFC 8785. Keys are ASCII and values are texts and small whole
    numbers, so that sorted, compact JSON is that form.

    Args:
        values: The record as JSON values, with or without ``hash``.

    Raises:
        ValueError: a text holds half a surrogate pair.
    """
    hashed = {key: value for key, value in values.items() if key != "hash"}
    text = json.dumps(hashed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(HASH_PREFIX + text.encode("utf-8")).hexdigest()


def _object(number: int, line: bytes) -> dict[str, object]:
    try:
        return read_object(line, MAX_RECORD)
    except ValueError as error:
        raise BrokenRecord(number, f"the record cannot be read: {error}") from None


def _record(number: int, values: Mapping[str, object]) -> DecisionRecord:
    keys = record_keys(str(values.get("subject_type")))
    missing = sorted(set(keys) - set(values))
    unknown = sorted(set(values) - set(keys))
    if missing or unknown:
        said = [f"lacks {', '.join(missing)}"] if missing else []
        said += [f"holds {', '.join(unknown)}, which no record of its kind has"] if unknown else []
        raise BrokenRecord(number, f"the record {' and '.join(said)}")
    cells = _Cells(number, values)
    return DecisionRecord(
        v=cells.number("v"),
        seq=cells.number("seq"),
        prev_hash=cells.digest("prev_hash"),
        decision_id=cells.text("decision_id"),
        subject_type=cells.word("subject_type", SubjectType),
        subject=cells.filled("binding_id" if "binding_id" in keys else "subject"),
        decision=cells.word("decision", Decision),
        approval=cells.word("approval", Approval),
        supersedes=cells.text("supersedes"),
        reason=cells.text("reason"),
        ticket=cells.text("ticket"),
        responsible=cells.text("responsible"),
        note=cells.text("note"),
        actor=cells.filled("actor"),
        actor_source=cells.word("actor_source", ActorSource),
        decided_at=cells.moment("decided_at"),
        effective_from=cells.date("effective_from"),
        effective_to=cells.date("effective_to"),
        evidence_fingerprint=cells.text("evidence_fingerprint"),
        snapshot_id=cells.text("snapshot_id"),
        request_id=cells.text("request_id"),
        hash=cells.digest("hash"),
    )


@dataclass(frozen=True, slots=True)
class _Cells:
    """The values of one record, each read as what it has to be."""

    line: int
    values: Mapping[str, object]

    def wrong(self, key: str, wanted: str) -> NoReturn:
        raise BrokenRecord(self.line, f"{key} is '{self.values[key]}'; {wanted}")

    def number(self, key: str) -> int:
        value = self.values[key]
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(key, "it has to be a whole number")
        return value

    def text(self, key: str) -> str:
        value = self.values[key]
        if not isinstance(value, str):
            self.wrong(key, "it has to be a text")
        return value

    def filled(self, key: str) -> str:
        value = self.text(key)
        if not value.strip():
            self.wrong(key, "it must not be empty")
        return value

    def digest(self, key: str) -> str:
        value = self.text(key)
        if not _SHA256.fullmatch(value):
            self.wrong(key, "it has to be sha256: and 64 hex digits")
        return value

    def moment(self, key: str) -> str:
        value = self.text(key)
        if not is_moment(value):
            self.wrong(key, "it has to be a moment in UTC, 2026-11-27T18:00:00Z")
        return value

    def date(self, key: str) -> str:
        value = self.text(key)
        if value and not is_day(value) and not is_moment(value):
            self.wrong(key, "it has to be empty, a day (2026-11-27) or a moment in UTC")
        return value

    def word(self, key: str, words: type[_Word]) -> _Word:
        value = self.text(key)
        if value not in {word.value for word in words}:
            self.wrong(key, f"it has to be one of {', '.join(words)}")
        return words(value)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What earlier records hold: subject by decision id, request ids, and hashes."""

    subjects: dict[str, tuple[SubjectType, str]]
    requests: set[str]
    hashes: set[str]


def _check_fork(number: int, record: DecisionRecord, head: str, seen: _Seen) -> None:
    before, own = record.prev_hash.removeprefix("sha256:"), record.hash.removeprefix("sha256:")
    if own in seen.hashes:
        raise ForkedLog(number, "this record stands above already: two branches of the log were merged")
    if before != head and before in seen.hashes:
        raise ForkedLog(
            number,
            f"this record and an earlier one both follow 'sha256:{before}': two branches of the log were merged",
        )


def _check_link(number: int, record: DecisionRecord, values: Mapping[str, object], head: str) -> None:
    if record.v != RECORD_VERSION:
        raise BrokenRecord(number, f"v is '{record.v}'; this program reads version {RECORD_VERSION}")
    if record.seq != number:
        raise BrokenRecord(
            number, f"seq is '{record.seq}'; record {number} of the log has {number}: one is gone or moved"
        )
    if record.prev_hash.removeprefix("sha256:") != head:
        before = "the record before it" if number > 1 else "the beginning of a log"
        raise BrokenRecord(number, f"prev_hash is '{record.prev_hash}'; {before} has 'sha256:{head}'")
    try:
        own = record_hash(values)
    except ValueError:
        raise BrokenRecord(number, "the record holds half a surrogate pair, which is no text") from None
    if record.hash.removeprefix("sha256:") != own.removeprefix("sha256:"):
        raise BrokenRecord(
            number, f"hash is '{record.hash}'; what the record says has '{own}': it was changed since"
        )


def _check_references(number: int, record: DecisionRecord, seen: _Seen) -> None:
    subject = (record.subject_type, record.subject)
    if not _DECISION_ID.fullmatch(record.decision_id):
        raise BrokenRecord(
            number, f"decision_id is '{record.decision_id}'; it has to be D and letters or digits"
        )
    if record.decision_id in seen.subjects:
        raise BrokenRecord(number, f"decision_id is '{record.decision_id}'; an earlier record has it already")
    if record.supersedes and seen.subjects.get(record.supersedes) != subject:
        raise BrokenRecord(
            number,
            f"supersedes is '{record.supersedes}'; no earlier decision on {record.subject} has that id",
        )
    if record.request_id and record.request_id in seen.requests:
        raise BrokenRecord(number, f"request_id is '{record.request_id}'; an earlier record has it already")
    _check_claim(number, record)
    if record.subject_type is not SubjectType.LOG and not _SHA256.fullmatch(record.evidence_fingerprint):
        raise BrokenRecord(
            number,
            f"evidence_fingerprint is '{record.evidence_fingerprint}'; it has to be sha256: and 64 hex digits",
        )
    if record.effective_to and last_moment(record.effective_to) < record.effective_from:
        raise BrokenRecord(
            number, f"effective_to is '{record.effective_to}'; it lies before {record.effective_from}"
        )
    seen.subjects[record.decision_id] = subject
    seen.requests.add(record.request_id)


def _check_claim(number: int, record: DecisionRecord) -> None:
    if record.subject_type not in CLAIMS:
        return
    try:
        read_claim(record.subject_type, record.subject)
    except ValueError as error:
        raise BrokenRecord(number, f"subject is '{record.subject}'; {error}") from None

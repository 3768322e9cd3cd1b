"""Rows that people decide on, and decisions, as the terminal and JSON show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from wherefrom.app.review.decide import Decided
from wherefrom.app.review.rows import AnyRow
from wherefrom.cli.terminal import complain, say
from wherefrom.cli.words import counted, short
from wherefrom.domain.claim import told_subject
from wherefrom.domain.decision import DecisionRecord, SubjectType
from wherefrom.review import DecisionLog, ReviewRow
from wherefrom.review.claims import ClaimRow, claim_cells

Json = dict[str, object]

_HEADS = {
    SubjectType.WRITER: ("state", "candidate", "table", "writer", "rule", "fields"),
    SubjectType.SYSTEM: ("state", "row", "table", "system", "fields"),
    SubjectType.TERM: ("state", "row", "table", "field", "business name", "meaning", "fields"),
}
NOUNS = {
    SubjectType.WRITER: "candidate",
    SubjectType.SYSTEM: "row",
    SubjectType.TERM: "row",
}
"""What the rows of a table are called."""


def head_of(row: AnyRow) -> tuple[str, ...]:
    """Return the head of ``review list`` for a row of its kind."""
    return _HEADS[row.subject_type]


def noun_of(row: AnyRow) -> str:
    """Return what a row of its kind is called."""
    return NOUNS[row.subject_type]


def row_cells(row: AnyRow) -> tuple[str, ...]:
    """Return a row of ``review list``; the number of fields stands last."""
    state = " ".join((row.ruling.status.value, *row.ruling.flags))
    if isinstance(row, ClaimRow):
        return (state, row.review_id, *row.claim.about, *row.claim.says, str(len(row.fields)))
    each = row.candidate
    return (
        state,
        each.binding_id,
        each.logical_table,
        str(each.writer),
        each.rule.value,
        str(len(row.fields)),
    )


def row_object(row: AnyRow) -> Json:
    """Return a row as JSON values."""
    return claim_object(row) if isinstance(row, ClaimRow) else _writer_object(row)


def claim_object(row: ClaimRow) -> Json:
    """Return a row of a table of claims as JSON values."""
    record = row.record
    return {
        "review_id": row.review_id,
        "state": row.ruling.status.value,
        "flags": list(row.ruling.flags),
        "approval": row.approval,
        "open": row.is_open,
        **claim_cells(row.claim),
        "owner": record.responsible if record else row.offered.responsible,
        "note": record.note if record else row.offered.note,
        "fields": list(row.fields),
        "competing": list(row.competing),
        "fingerprint": f"sha256:{row.fingerprint}",
        "base_decision": row.known,
        "decision": record_object(record) if record else None,
    }


def _writer_object(row: ReviewRow) -> Json:
    each, record = row.candidate, row.record
    return {
        "review_id": each.binding_id,
        "state": row.ruling.status.value,
        "flags": list(row.ruling.flags),
        "approval": row.approval,
        "open": row.is_open,
        "logical_table": each.logical_table,
        "writer_table": each.writer_table,
        "file": each.writer.file,
        "statement": each.writer.statement,
        "lines": [each.writer.span.line, each.writer.span.end_line],
        "writer_kind": each.writer_kind,
        "rule": each.rule.value,
        "readers": [str(reader) for reader in each.readers],
        "fields": list(row.fields),
        "competing": list(row.competing),
        "fingerprint": f"sha256:{each.fingerprint}",
        "base_decision": row.newest,
        "decision": record_object(record) if record else None,
    }


def record_object(record: DecisionRecord) -> Json:
    """Return a record as JSON values."""
    return asdict(record)


def record_line(record: DecisionRecord) -> tuple[str, ...]:
    """Return a record as a row: id, when, who, what, why."""
    said = record.decision.value
    if record.approval.value != "NOT_REQUIRED":
        said += f" {record.approval.value}"
    words = " · ".join(text for text in (record.reason, record.note, record.ticket) if text)
    on = told_subject(record.subject_type, record.subject)
    return (record.decision_id, record.decided_at, record.actor, on, said, words)


def log_line(log: DecisionLog) -> str:
    """Return how long the log is, and its head."""
    return f"{counted(log.count, 'record')}, head {short(log.head)}"


def show_decided(done: Decided) -> None:
    """Print what was recorded, and what the person should know."""
    for record in done.added:
        word = {"PROPOSED": "proposed  ", "APPROVED": "approved  ", "RETURNED": "returned  "}
        lead = word.get(record.approval.value, "recorded  ")
        on = told_subject(record.subject_type, record.subject)
        say(f"{lead}{record.decision_id}  {on}  {record.decision.value}")
    for name in done.unchanged:
        say(f"unchanged {name}: it says so already")
    say(f"log       {log_line(done.log)}")
    for note in done.notes:
        complain(note)


def decided_object(done: Decided) -> Json:
    """Return what was recorded as JSON values."""
    return {
        "recorded": [record_object(record) for record in done.added],
        "unchanged": list(done.unchanged),
        "head": done.log.head,
        "count": done.log.count,
        "notes": list(done.notes),
    }


def names(things: Iterable[str], most: int = 6) -> str:
    """Return some names in a line, and how many more there are."""
    known = list(things)
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return ", ".join(known[:most]) + more if known else "none"

"""The review table and decisions as the terminal and JSON show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from wherefrom.app.review.decide import Decided
from wherefrom.cli.terminal import complain, say
from wherefrom.cli.words import counted, short
from wherefrom.domain.decision import DecisionRecord
from wherefrom.review import DecisionLog, ReviewRow

Json = dict[str, object]

HEAD = ("state", "candidate", "table", "writer", "rule", "fields")


def row_cells(row: ReviewRow) -> tuple[str, ...]:
    """Return a row of ``review list``."""
    each = row.candidate
    state = " ".join((row.ruling.status.value, *row.ruling.flags))
    return (
        state,
        each.binding_id,
        each.logical_table,
        str(each.writer),
        each.rule.value,
        str(len(row.fields)),
    )


def row_object(row: ReviewRow) -> Json:
    """Return a row as JSON values."""
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
    return (record.decision_id, record.decided_at, record.actor, record.subject, said, words)


def log_line(log: DecisionLog) -> str:
    """Return how long the log is, and its head."""
    return f"{counted(log.count, 'record')}, head {short(log.head)}"


def show_decided(done: Decided) -> None:
    """Print what was recorded, and what the person should know."""
    for record in done.added:
        word = {"PROPOSED": "proposed  ", "APPROVED": "approved  ", "RETURNED": "returned  "}
        lead = word.get(record.approval.value, "recorded  ")
        say(f"{lead}{record.decision_id}  {record.subject}  {record.decision.value}")
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

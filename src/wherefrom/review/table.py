"""The review table: one row per writer candidate, and its form as a CSV for people (interface 2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import PROVEN_RULES, BindingRule, Candidate, Ruling, Status
from wherefrom.domain.decision import DecisionRecord, Flag, SubjectType, is_open
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.deciding import WORDS, Reviewed, Words
from wherefrom.review.form import DIGEST, Form, csv_bytes, listed, shown

_FIRST = ("review_id", "logical_table", "writer_table", "writer_file", "statement", "lines")
_LAST = (
    *("writer_kind", "rule", "readers", "affected_fields", "competing", "state", "approval", "flags"),
    *("decided_by", "decided_at", "fingerprint", "base_decision"),
)
MACHINE = (*_FIRST, *_LAST)
"""Columns that the program fills and a person leaves alone; ``row_digest`` is over them."""

PEOPLE = ("decision", *WORDS, "reviewer")
COLUMNS = (*_FIRST, *PEOPLE, *_LAST, DIGEST)
WRITERS = Form("review table", COLUMNS, MACHINE, COLUMNS, ("review_id",), "candidate", "decision")
"""The form of the review table."""

_NEVER_REVIEWED = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF})
_SAID = frozenset({Status.CONFIRMED, Status.REJECTED, Status.DEFERRED})


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A writer candidate with what people said of it.

    Attributes:
        candidate: The candidate.
        ruling: What stands.
        record: The record that rests on; None if nobody decided.
        newest: Id of the newest record on this very binding; empty if there is none.
        approval: Where it stands with a second person; empty if nobody decided.
        fields: Target fields that hang on it, ``target.field``, in target order.
        competing: Ids of the other candidates for the same table, sorted.
    """

    candidate: Candidate
    ruling: Ruling
    record: DecisionRecord | None
    newest: str
    approval: str
    fields: tuple[str, ...]
    competing: tuple[str, ...]

    @property
    def subject_type(self) -> SubjectType:
        """WRITER."""
        return SubjectType.WRITER

    @property
    def subject(self) -> str:
        """What a record holds as its subject: the binding's id."""
        return self.candidate.binding_id

    @property
    def review_id(self) -> str:
        """What a person types: the binding's id."""
        return self.candidate.binding_id

    @property
    def known(self) -> str:
        """Id of the newest record that says anything of it."""
        return self.newest

    @property
    def fingerprint(self) -> str:
        """Hex of the statement of today."""
        return self.candidate.fingerprint

    @property
    def offered(self) -> Words:
        """None: nobody but who decides says anything of a writer."""
        return Words()

    @property
    def is_open(self) -> bool:
        """Whether it keeps the gate closed where it is part of what is published."""
        return is_open(self.candidate, self.ruling)


def review_rows(
    candidates: Iterable[Candidate],
    rulings: Mapping[str, Ruling],
    log: DecisionLog,
    fields: Mapping[str, tuple[str, ...]],
) -> tuple[ReviewRow, ...]:
    """Return the rows of the review table.

    What the script or the project's convention proves, and what nobody reads, has no row, unless a
    person decided on it.

    Args:
        candidates: Writer candidates of the snapshot.
        rulings: What stands, by binding id.
        log: The decision log.
        fields: Target fields that hang on a binding, by its id.

    Returns:
        The open ones first, then by number of fields, the most first, then by table and writer.
    """
    known = [each for each in candidates if each.rule not in _NEVER_REVIEWED and each.readers]
    records = {record.decision_id: record for record in log.records}
    newest = {
        record.subject: record.decision_id
        for record in log.records
        if record.subject_type is SubjectType.WRITER
    }
    alike: dict[str, list[str]] = {}
    for each in known:
        alike.setdefault(each.logical_table, []).append(each.binding_id)
    rows = []
    for each in known:
        unsaid = Ruling(Status.NOT_NEEDED if each.rule in PROVEN_RULES else Status.PENDING)
        ruling = rulings.get(each.binding_id, unsaid)
        record = records.get(ruling.decision_id)
        others = tuple(sorted(other for other in alike[each.logical_table] if other != each.binding_id))
        rows.append(
            ReviewRow(
                each, ruling, record, newest.get(each.binding_id, ""), approval_of(ruling, record),
                fields.get(each.binding_id, ()), others,
            )
        )  # fmt: skip
    return tuple(sorted(rows, key=_rank))


def _rank(row: ReviewRow) -> tuple[object, ...]:
    each = row.candidate
    return not row.is_open, -len(row.fields), each.logical_table, each.writer, each.binding_id


def approval_of(ruling: Ruling, record: DecisionRecord | None) -> str:
    """Return where a decision stands with a second person; empty if nobody decided."""
    for flag in (Flag.PROPOSED, Flag.RETURNED):
        if flag.value in ruling.flags:
            return flag.value
    return record.approval.value if record else ""


def standing_cells(row: Reviewed) -> dict[str, str]:
    """Return the cells that say what stands of a row, and on what: the same in every table."""
    record = row.record
    return {
        "affected_fields": str(len(row.fields)),
        "competing": listed(row.competing),
        "state": row.ruling.status.value,
        "approval": row.approval,
        "flags": " | ".join(row.ruling.flags),
        "decided_by": record.actor if record else "",
        "decided_at": record.decided_at if record else "",
        "fingerprint": f"sha256:{row.fingerprint}",
        "base_decision": row.known,
    }


def machine_cells(row: ReviewRow) -> dict[str, str]:
    """Return the cells of a row that the program fills, as they are shown."""
    each = row.candidate
    cells = {
        "review_id": each.binding_id,
        "logical_table": each.logical_table,
        "writer_table": each.writer_table,
        "writer_file": each.writer.file,
        "statement": str(each.writer.statement),
        "lines": f"L{each.writer.span.line}-L{each.writer.span.end_line}",
        "writer_kind": each.writer_kind,
        "rule": each.rule.value,
        "readers": listed(f"{r.file}#{r.statement}:{r.span.line}" for r in each.readers),
        **standing_cells(row),
    }
    return {name: shown(cell) for name, cell in cells.items()}


def people_cells(row: ReviewRow) -> dict[str, str]:
    """Return the cells of a row that people fill, as an export offers them.

    Where a decision stands it is offered as it is, so that leaving it alone changes nothing. A row
    that waits for one (PENDING, STALE, CONFLICT) has an empty decision: filling it in decides.
    """
    record = row.record
    cells = {name: shown(str(getattr(record, name))) if record else "" for name in WORDS}
    decided = record is not None and row.ruling.status in _SAID
    cells["decision"] = row.ruling.status.value if decided else ""
    return cells | {"reviewer": ""}


def table_cells(rows: Iterable[ReviewRow]) -> Iterator[dict[str, str]]:
    """Yield the cells of the review table, row by row."""
    for row in rows:
        yield machine_cells(row) | people_cells(row)


def table_bytes(rows: Iterable[ReviewRow]) -> bytes:
    """Return the review table as a CSV for people."""
    return csv_bytes(WRITERS, table_cells(rows))

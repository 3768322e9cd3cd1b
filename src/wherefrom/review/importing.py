"""What an edited review table asks for: entries for the log, complaints, or conflicts (interface 2.3).

Everything is looked at before anything is recorded. A row that says what stood when it was exported
asks for nothing; a row that is not there asks for nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Protocol

from wherefrom.domain.claim import told_subject
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import Decision, DecisionRecord, Flag
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review.append import Entry, told
from wherefrom.review.deciding import WORDS, Deciding, Words, decision_entry
from wherefrom.review.form import DIGEST, row_digest, shown
from wherefrom.review.sheet import SheetRow, read_date
from wherefrom.review.table import MACHINE, WRITERS, ReviewRow, machine_cells, people_cells

_DATES = ("effective_from", "effective_to")
_DECISIONS = tuple(decision.value for decision in Decision)


@dataclass(frozen=True, slots=True)
class Asked:
    """What one row asks for.

    Attributes:
        line: Its line, 1-based.
        entry: The decision, as it will be recorded.
        before: What stands now, ``PENDING`` …
        stale: The statement changed since the export: the decision will be STALE at once.
    """

    line: int
    entry: Entry
    before: str
    stale: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What a review table asks for.

    Attributes:
        asked: Decisions to record, in file order.
        unchanged: Number of rows that ask for nothing.
        complaints: What a person has to mend; nothing is recorded while there are any.
        conflicts: Decisions that somebody else took since the export, one paragraph each.
    """

    asked: tuple[Asked, ...]
    unchanged: int
    complaints: tuple[Complaint, ...]
    conflicts: tuple[str, ...]


def plan_import(
    path: str, rows: Iterable[SheetRow], table: Iterable[ReviewRow], log: DecisionLog, who: Deciding
) -> Plan:
    """Return what the rows of a review table ask for.

    Args:
        path: The file, as complaints name it.
        rows: Its rows.
        table: The review table of today.
        log: The decision log.
        who: Who decides where a row names no reviewer; ``actor`` may be empty.
    """
    return planned(_Planner(path, {row.candidate.binding_id: row for row in table}, log, who), rows)


class RowPlanner(Protocol):
    """Looks at one row of a table after the other, and keeps what has to be mended or conflicts."""

    complaints: list[Complaint]
    conflicts: list[str]

    def one(self, row: SheetRow) -> Asked | None:
        """Return what a row asks for; None if it asks for nothing."""


def planned(planner: RowPlanner, rows: Iterable[SheetRow]) -> Plan:
    """Return what all rows of a table ask for."""
    found = [planner.one(row) for row in rows]
    asked = tuple(each for each in found if each is not None)
    unchanged = len(found) - len(asked)
    return Plan(asked, unchanged, tuple(sorted(planner.complaints)), tuple(planner.conflicts))


class _Planner:
    """Looks at one row after the other."""

    def __init__(self, path: str, table: Mapping[str, ReviewRow], log: DecisionLog, who: Deciding) -> None:
        self.complaints: list[Complaint] = []
        self.conflicts: list[str] = []
        self._path = path
        self._table = table
        self._who = who
        self._records = {record.decision_id: record for record in log.records}
        self._requests = {record.request_id: record for record in log.records if record.request_id}

    def one(self, row: SheetRow) -> Asked | None:
        """Return what a row asks for; None if nothing, or if it cannot be used."""
        known = self._table.get(row.cells["review_id"].strip())
        base = self._records.get(row.cells["base_decision"])
        if not row.cells["decision"].strip():
            if known is not None:
                self._check_machine(row, known)
            return None
        if known is None:
            wanted = "no candidate of this release has that id: export the table again, or leave the decision empty"
            self._wrong(row, "review_id", wanted)
            return None
        if not self._check_machine(row, known):
            return None
        words = self._words(row, base or known.record)
        if words is None or self._same_as_exported(row, known, base, words):
            return None
        entry = self._entry(row, known, words)
        if entry is None or entry.request in self._requests:
            return None
        if row.cells["base_decision"] != known.newest:
            self._conflict(row, known, entry)
            return None
        stale = row.cells["fingerprint"] != f"sha256:{known.candidate.fingerprint}"
        return Asked(row.line, entry, known.ruling.status.value, stale)

    def _check_machine(self, row: SheetRow, known: ReviewRow) -> bool:
        """Return whether the machine columns are as they were exported; complain of each that is not."""
        if row_digest(WRITERS, row.cells) == row.cells[DIGEST]:
            return True
        # How many fields hang on it depends on the targets that the export was asked for.
        today = machine_cells(known) | {"affected_fields": row.cells["affected_fields"]}
        differing = [name for name in MACHINE if row.cells[name] != today[name]]
        if row_digest(WRITERS, today) == row.cells[DIGEST]:
            for name in differing:
                self._wrong(row, name, f"it was exported as '{today[name]}': leave it as it is")
            return False
        told_of = "; ".join(f"{name} is '{row.cells[name]}', today '{today[name]}'" for name in differing)
        wanted = f"the row's machine columns have {row_digest(WRITERS, row.cells)}: one of them was changed"
        self._wrong(
            row, DIGEST, f"{wanted} ({told_of}). Export again" if told_of else f"{wanted}. Export again"
        )
        return False

    def _words(self, row: SheetRow, record: DecisionRecord | None) -> Words | None:
        """Return the words of a row; None if one of them cannot be read."""
        cells = {
            name: as_it_was(row.cells[name].strip(), getattr(record, name) if record else "")
            for name in WORDS
        }
        sound = True
        for name in _DATES:
            try:
                cells[name] = read_date(cells[name], getattr(record, name) if record else "")
            except ValueError as error:
                self._wrong(row, name, str(error))
                sound = False
        return Words(**cells) if sound else None

    def _same_as_exported(
        self, row: SheetRow, known: ReviewRow, base: DecisionRecord | None, words: Words
    ) -> bool:
        """Return whether people's cells say what stood when the row was exported, or what stands now."""
        said = {name: getattr(words, name) for name in WORDS} | {"decision": row.cells["decision"].strip()}

        def says(cells: Mapping[str, str]) -> bool:
            return all(
                not text.strip() or shown(text).strip() == cells[name].strip() for name, text in said.items()
            )

        if says(people_cells(known)):
            return True
        if row.cells["state"] != said["decision"]:
            return False
        if Flag.CARRIED_OVER.value in row.cells["flags"]:
            return base is None and said["decision"] == Decision.REJECTED.value
        if base is None:
            return False
        stood = {name: shown(str(getattr(base, name))) for name in WORDS}
        return says(stood | {"decision": base.decision.value})

    def _entry(self, row: SheetRow, known: ReviewRow, words: Words) -> Entry | None:
        decision = row.cells["decision"].strip()
        if row.cells["decision"] not in _DECISIONS:
            said = "it is nobody's decision: leave the cell empty" if decision.upper() == "PENDING" else ""
            self._wrong(row, "decision", said or f"it has to be one of {', '.join(_DECISIONS)}, or empty")
            return None
        actor = row.cells["reviewer"].strip() or self._who.actor
        if not actor:
            self._wrong(row, "reviewer", "a decision names who decides, here or with --reviewer NAME")
            return None
        if words.effective_from and words.effective_to and words.effective_to < words.effective_from:
            self._wrong(row, "effective_to", f"it lies before effective_from, {words.effective_from}")
            return None
        try:
            entry = decision_entry(known, Decision(decision), words, replace(self._who, actor=actor))
        except UsageRefusal:
            wanted = "REJECTED, and what lifts it, needs a reason"
            self._wrong(row, "reason", wanted)
            return None
        return replace(
            entry, supersedes=row.cells["base_decision"], evidence_fingerprint=row.cells["fingerprint"]
        )

    def _conflict(self, row: SheetRow, known: ReviewRow, entry: Entry) -> None:
        newest = self._records.get(known.newest)
        based = entry.supersedes or "no decision"
        since = told(newest) if newest else "nothing"
        self.conflicts.append(
            f"{self._path}:{row.line}: {entry.subject}: {entry.decision.value} by {entry.actor} is based on {based}; "
            f"recorded since: {since}"
        )

    def _wrong(self, row: SheetRow, cell: str, wanted: str) -> None:
        self.complaints.append(Complaint(self._path, row.line, cell, row.cells[cell], wanted))


def as_it_was(cell: str, before: str) -> str:
    """Return what stood in a cell before, where a spreadsheet only wrote it another way: 0012 as 12."""
    if shown(before).strip() == cell:
        return before
    try:
        same = Decimal(cell) == Decimal(before)
    except InvalidOperation:
        return cell
    return before if same else cell


def changes(asked: Iterable[Asked]) -> Iterator[tuple[str, str, str]]:
    """Yield (what it is on, what stands, what will) of each decision."""
    for each in asked:
        after = each.entry.decision.value
        if each.entry.approval.value == "PROPOSED":
            after += " (proposed)"
        yield (
            told_subject(each.entry.subject_type, each.entry.subject),
            each.before,
            f"{after}, STALE" if each.stale else after,
        )

"""What an edited table of claims asks for: entries for the log, complaints, or conflicts (interface 2.3).

The rules are those of the review table. What a person may do here beside deciding on a row is to say
something new: another system, another name, a row of their own without the program's columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from wherefrom.domain.claim import Claim
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import Decision, DecisionRecord, SubjectType
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review.append import Entry, told
from wherefrom.review.claims.forms import FORMS, PROPOSED, claim_of
from wherefrom.review.claims.proposals import is_pattern
from wherefrom.review.claims.table import ClaimRow, ClaimTable, machine_cells, row_among
from wherefrom.review.deciding import WORDS, Deciding, Words, decision_entry, stands_already
from wherefrom.review.form import DIGEST, row_digest
from wherefrom.review.importing import Asked, Plan, as_it_was, planned
from wherefrom.review.sheet import SheetRow, read_date

_COLUMNS = {"responsible": "owner"}  # the column of a word of the log, where they differ
_DATES = ("effective_from", "effective_to")
_DECISIONS = tuple(decision.value for decision in Decision)


def plan_claims(path: str, rows: Iterable[SheetRow], table: ClaimTable, who: Deciding) -> Plan:
    """Return what the rows of a table of claims ask for.

    Args:
        path: The file, as complaints name it.
        rows: Its rows.
        table: The table of today.
        who: Who decides where a row names no reviewer; ``actor`` may be empty.
    """
    return planned(_Planner(path, table, who), rows)


class _Planner:
    """Looks at one row after the other."""

    def __init__(self, path: str, table: ClaimTable, who: Deciding) -> None:
        self.complaints: list[Complaint] = []
        self.conflicts: list[str] = []
        self._path = path
        self._table = table
        self._form = FORMS[table.kind]
        self._by_id = {row.review_id: row for row in table.rows}
        self._alike: dict[tuple[str, ...], list[ClaimRow]] = {}
        for row in table.rows:
            self._alike.setdefault(row.claim.about, []).append(row)
        self._records = {record.decision_id: record for record in table.log.records}
        self._who = who
        self._confirmed: dict[tuple[str, ...], int] = {}

    def one(self, row: SheetRow) -> Asked | None:
        """Return what a row asks for; None if nothing, or if it cannot be used."""
        claim = claim_of(self._table.kind, row.cells)
        status = row.cells["status"].strip()
        sound = self._check_machine(row)
        if not self._check_claim(row, claim, status) or status in ("", PROPOSED) or not sound:
            return None
        known = row_among(claim, self._alike.get(claim.about, ()), self._table.around)
        words = self._words(row, known)
        decision = Decision(status)
        if words is None or stands_already(known, decision, words):
            return None
        if self._is_as_exported(row, claim, words):
            return None
        entry = self._entry(row, known, decision, words)
        if entry is None or self._is_recorded(entry, row.cells["base_decision"]):
            return None
        if row.cells["base_decision"] != known.known:
            self._conflict(row, known, entry)
            return None
        if not self._table.around.knows(claim):
            column = "logical_table" if not self._knows_table(claim) else "field"
            wanted = (
                "no statement of this release reads or writes it: correct the name, or leave the status empty"
            )
            self._wrong(row, column, wanted)
            return None
        return Asked(row.line, entry, known.ruling.status.value, stale=False)

    def _knows_table(self, claim: Claim) -> bool:
        return claim.table in self._table.around.written or claim.table in self._table.around.read

    def _check_claim(self, row: SheetRow, claim: Claim, status: str) -> bool:
        """Return whether a row can be decided on; complain where it cannot."""
        before = len(self.complaints)
        if not claim.table:
            self._wrong(row, "logical_table", "a row needs the canonical name of a table")
        elif status not in ("", PROPOSED, *_DECISIONS):
            said = "it is nobody's decision: leave the cell empty" if status.upper() == "PENDING" else ""
            self._wrong(row, "status", said or f"it has to be one of {', '.join(_DECISIONS)}, or empty")
        elif status in _DECISIONS:
            self._check_decided(row, claim, status)
        return len(self.complaints) == before

    def _check_decided(self, row: SheetRow, claim: Claim, status: str) -> None:
        if claim.kind is SubjectType.SYSTEM and is_pattern(claim.table):
            self._wrong(row, "status", "a pattern only proposes: decide on each table in a row of its own")
        elif not claim.is_made:
            column = self._form.key[len(claim.about)]
            self._wrong(row, column, f"a decision is about a {column}: name it, or leave the status empty")
        elif status == Decision.CONFIRMED.value:
            first = self._confirmed.setdefault(claim.about, row.line)
            if first != row.line:
                column = self._form.key[len(claim.about)]
                self._wrong(row, column, f"line {first} confirms another one for {claim.name}; keep one")

    def _check_machine(self, row: SheetRow) -> bool:
        """Return whether the program's columns are as they were exported; a person's own row has none."""
        form, digest = self._form, row.cells[DIGEST]
        if not digest and not row.cells["review_id"]:
            return True
        if row_digest(form, row.cells) == digest:
            return True
        known = self._by_id.get(row.cells["review_id"])
        today = machine_cells(known) | {"affected_fields": row.cells["affected_fields"]} if known else {}
        differing = [name for name in form.machine if row.cells[name] != today.get(name, row.cells[name])]
        if today and row_digest(form, today) == digest:
            for name in differing:
                self._wrong(row, name, f"it was exported as '{today[name]}': leave it as it is")
            return False
        said = "; ".join(f"{name} is '{row.cells[name]}', today '{today[name]}'" for name in differing)
        wanted = f"the row's machine columns have {row_digest(form, row.cells)}: one of them was changed"
        self._wrong(row, DIGEST, f"{wanted} ({said}). Export again" if said else f"{wanted}. Export again")
        return False

    def _words(self, row: SheetRow, known: ClaimRow) -> Words | None:
        """Return the words of a row; None if one of them cannot be read."""
        record = known.record
        cells: dict[str, str] = {}
        for name in WORDS:
            before = str(getattr(record, name)) if record else ""
            cells[name] = as_it_was(row.cells[_COLUMNS.get(name, name)].strip(), before)
        sound = True
        for name in _DATES:
            try:
                cells[name] = read_date(cells[name], str(getattr(record, name)) if record else "")
            except ValueError as error:
                self._wrong(row, name, str(error))
                sound = False
        if sound and cells["effective_to"] and cells["effective_to"] < cells["effective_from"]:
            self._wrong(row, "effective_to", f"it lies before effective_from, {cells['effective_from']}")
            sound = False
        return Words(**cells) if sound else None

    def _entry(self, row: SheetRow, known: ClaimRow, decision: Decision, words: Words) -> Entry | None:
        actor = row.cells["reviewer"].strip() or self._who.actor
        if not actor:
            self._wrong(row, "reviewer", "a decision names who decides, here or with --reviewer NAME")
            return None
        # What a row leaves empty is meant so: the words of an older proposal are not put in its place.
        stated = replace(known, offered=Words())
        try:
            return decision_entry(stated, decision, words, replace(self._who, actor=actor))
        except UsageRefusal:
            self._wrong(row, "reason", "REJECTED, and what lifts it, needs a reason")
            return None

    def _is_as_exported(self, row: SheetRow, claim: Claim, words: Words) -> bool:
        """Return whether a row says what stood when it was exported: that asks for nothing, whatever came since."""
        if row.cells["review_id"] != claim.claim_id or row.cells["state"] != row.cells["status"].strip():
            return False
        known = self._records.get(row.cells["base_decision"])
        before = self._table.log.records[: known.seq] if known else ()
        stood = next((record for record in reversed(before) if record.subject == claim.subject), None)
        return stood is not None and all(
            not getattr(words, name) or getattr(words, name) == getattr(stood, name) for name in WORDS
        )

    def _is_recorded(self, entry: Entry, base: str) -> bool:
        """Return whether the log holds what a row says, since the row was exported."""
        start = self._records[base].seq if base in self._records else 0
        return any(_says(record, entry) for record in self._table.log.records[start:])

    def _conflict(self, row: SheetRow, known: ClaimRow, entry: Entry) -> None:
        newest = self._records.get(known.known)
        based = row.cells["base_decision"] or "no decision"
        about = f" on {known.claim.name}" if newest and newest.subject != entry.subject else ""
        self.conflicts.append(
            f"{self._path}:{row.line}: {known.claim}: {entry.decision.value} by {entry.actor} is based on {based}; "
            f"recorded since{about}: {told(newest) if newest else 'nothing'}"
        )

    def _wrong(self, row: SheetRow, cell: str, wanted: str) -> None:
        self.complaints.append(Complaint(self._path, row.line, cell, row.cells[cell], wanted))


def _says(record: DecisionRecord, entry: Entry) -> bool:
    """Return whether a record says what an entry would."""
    said: Mapping[str, object] = {
        name: getattr(entry, name) for name in (*WORDS, "subject", "decision", "actor")
    }
    return record.subject_type is entry.subject_type and all(
        getattr(record, name) == value for name, value in said.items()
    )

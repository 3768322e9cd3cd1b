"""The tables of claims: one row per claim, and one per table or field of which nobody says anything yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.claim import Claim, Surroundings, read_claim
from wherefrom.domain.decision import DecisionRecord, Flag, SubjectType
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.review.claims.forms import FORMS, PROPOSED, claim_cells
from wherefrom.review.claims.proposals import Proposal, is_pattern
from wherefrom.review.deciding import Words
from wherefrom.review.form import shown
from wherefrom.review.table import approval_of, standing_cells

PATTERN = "PATTERN"
"""Flag of a row that speaks of many tables, or that such a row proposes."""

_OPEN = frozenset({Status.PENDING, Status.STALE, Status.DEFERRED, Status.CONFLICT})
_SAID = frozenset({Status.CONFIRMED, Status.REJECTED, Status.DEFERRED})
_CELLS = {"owner": "responsible"}  # a word of the log by the column it stands in, where they differ


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim with what people said of it.

    Attributes:
        claim: The claim; empty where nobody has said anything yet.
        ruling: What stands.
        record: The record that rests on; None if nobody decided.
        newest: Id of the newest record on this very claim; empty if there is none.
        known: Id of the newest record on any claim about the same; empty if there is none.
        approval: Where it stands with a second person; empty if nobody decided.
        fields: Target fields that wait for it or rest on it, ``target.field``, in target order.
        competing: Ids of the other claims about the same, sorted.
        fingerprint: Hex of the evidence of today.
        offered: Words of the row that proposes it: they are recorded where a decision states none.
        is_open: Whether fields wait for a decision here.
    """

    claim: Claim
    ruling: Ruling
    record: DecisionRecord | None
    newest: str
    known: str
    approval: str
    fields: tuple[str, ...]
    competing: tuple[str, ...]
    fingerprint: str
    offered: Words = field(default_factory=Words)
    is_open: bool = False

    @property
    def subject_type(self) -> SubjectType:
        """SYSTEM or TERM."""
        return self.claim.kind

    @property
    def subject(self) -> str:
        """What a record holds as its subject."""
        return self.claim.subject

    @property
    def review_id(self) -> str:
        """What a person types."""
        return self.claim.claim_id


@dataclass(frozen=True, slots=True)
class ClaimTable:
    """A table of claims of a release.

    Attributes:
        kind: SYSTEM or TERM.
        rows: As ``claim_rows`` orders them.
        log: The decision log they rest on.
        around: What the frozen SQL shows of the tables and fields.
    """

    kind: SubjectType
    rows: tuple[ClaimRow, ...]
    log: DecisionLog
    around: Surroundings

    def row_for(self, claim: Claim) -> ClaimRow:
        """Return the row of a claim: its own, or the one it would have where nobody has made it yet."""
        return row_among(claim, [row for row in self.rows if row.claim.about == claim.about], self.around)


def row_among(claim: Claim, alike: Sequence[ClaimRow], around: Surroundings) -> ClaimRow:
    """Return the row of a claim, or the one it would have where nobody has made it yet.

    Args:
        claim: The claim.
        alike: All rows about the same.
        around: What the frozen SQL shows of the tables and fields.
    """
    for row in alike:
        if row.claim == claim:
            return row
    return ClaimRow(
        claim,
        Ruling(Status.PENDING, "", () if around.knows(claim) else (Flag.ORPHANED.value,)),
        None,
        "",
        alike[0].known if alike else "",
        "",
        alike[0].fields if alike else (),
        tuple(sorted(row.review_id for row in alike if row.claim.is_made)),
        around.fingerprint(claim),
        is_open=not any(row.ruling.status is Status.CONFIRMED for row in alike),
    )


def claim_rows(
    kind: SubjectType,
    abouts: Mapping[tuple[str, ...], tuple[str, ...]],
    rulings: Mapping[Claim, Ruling],
    proposals: Iterable[Proposal],
    log: DecisionLog,
    around: Surroundings,
) -> tuple[ClaimRow, ...]:
    """Return the rows of a table of claims.

    Args:
        kind: SYSTEM or TERM.
        abouts: What claims may be about, with the target fields that hang on each.
        rulings: What stands for the claims that were decided on.
        proposals: What is proposed, patterns and what they propose included.
        log: The decision log.
        around: What the frozen SQL shows of the tables and fields.

    Returns:
        What fields wait for first, by their number, the most first; then by name; patterns last.
    """
    offered = {each.claim: each for each in reversed(tuple(proposals))}
    decided = [claim for claim in rulings if claim.kind is kind]
    claims = dict.fromkeys((*decided, *reversed(offered)))
    alive = {claim.about for claim in claims if _may_count(rulings.get(claim))}
    empty = (_unmade(kind, about) for about in abouts if about not in alive)
    made = _Rows(kind, log, rulings, tuple(claims))
    rows = [made.row(claim, abouts, offered.get(claim), around) for claim in (*claims, *empty)]
    return tuple(sorted(rows, key=_rank))


def _unmade(kind: SubjectType, about: tuple[str, ...]) -> Claim:
    """Return the claim that says nothing yet."""
    return Claim(kind, about, ("",) * (len(FORMS[kind].key) - len(about)))


def _may_count(ruling: Ruling | None) -> bool:
    if ruling is None:
        return True
    return ruling.status is not Status.REJECTED and Flag.REPLACED.value not in ruling.flags


class _Rows:
    """Makes one row after the other."""

    def __init__(
        self,
        kind: SubjectType,
        log: DecisionLog,
        rulings: Mapping[Claim, Ruling],
        claims: tuple[Claim, ...],
    ) -> None:
        mine = [record for record in log.records if record.subject_type is kind]
        self._rulings = rulings
        self._records = {record.decision_id: record for record in mine}
        self._newest = {record.subject: record.decision_id for record in mine}
        self._known = {read_claim(kind, record.subject).about: record.decision_id for record in mine}
        self._alike: dict[tuple[str, ...], list[Claim]] = {}
        for claim in claims:
            self._alike.setdefault(claim.about, []).append(claim)
        self._settled = {
            claim.about for claim, ruling in rulings.items() if ruling.status is Status.CONFIRMED
        }

    def row(
        self,
        claim: Claim,
        abouts: Mapping[tuple[str, ...], tuple[str, ...]],
        proposal: Proposal | None,
        around: Surroundings,
    ) -> ClaimRow:
        ruling = self._rulings.get(claim, self._unsaid(claim, proposal, around))
        record = self._records.get(ruling.decision_id)
        others = (other for other in self._alike.get(claim.about, ()) if other != claim)
        waits = (
            ruling.status in _OPEN
            and claim.about not in self._settled
            and not {Flag.REPLACED.value, Flag.ORPHANED.value} & set(ruling.flags)
            and not is_pattern(claim.table)
        )
        return ClaimRow(
            claim,
            ruling,
            record,
            self._newest.get(claim.subject, ""),
            self._known.get(claim.about, ""),
            approval_of(ruling, record),
            abouts.get(claim.about, ()),
            tuple(sorted(other.claim_id for other in others)),
            around.fingerprint(claim),
            proposal.words if proposal else Words(),
            waits and (claim.is_made or claim.kind is SubjectType.SYSTEM),
        )

    @staticmethod
    def _unsaid(claim: Claim, proposal: Proposal | None, around: Surroundings) -> Ruling:
        if is_pattern(claim.table) or (proposal and proposal.pattern):
            return Ruling(Status.PENDING, "", (PATTERN,))
        gone = () if around.knows(claim) else (Flag.ORPHANED.value,)
        return Ruling(Status.PENDING, "", gone)


def _rank(row: ClaimRow) -> tuple[object, ...]:
    return is_pattern(row.claim.table), not row.is_open, -len(row.fields), row.claim


def machine_cells(row: ClaimRow) -> dict[str, str]:
    """Return the cells of a row that the program fills, as they are shown."""
    cells = {
        name: cell for name, cell in claim_cells(row.claim).items() if name in FORMS[row.claim.kind].machine
    }
    cells |= {
        "review_id": row.review_id,
        **standing_cells(row),
    }
    return {name: shown(cell) for name, cell in cells.items()}


def people_cells(row: ClaimRow) -> dict[str, str]:
    """Return the cells of a row that people fill, as an export offers them.

    Where a decision stands it is offered as it is, so that leaving it alone changes nothing. A row
    that waits for one has an empty status, or PROPOSED where a row or a pattern proposes it.
    """
    record, form = row.record, FORMS[row.claim.kind]
    said = record or row.offered
    words = ("owner", "note", "effective_from", "effective_to", "reason", "ticket")
    cells = {name: str(getattr(said, _CELLS.get(name, name))) for name in words}
    cells |= {name: cell for name, cell in claim_cells(row.claim).items() if name not in form.machine}
    decided = record is not None and row.ruling.status in _SAID
    proposed = PROPOSED if row.record is None and row.claim.is_made else ""
    cells["status"] = row.ruling.status.value if decided else proposed
    return {name: shown(cell) for name, cell in cells.items()} | {"reviewer": ""}


def table_cells(rows: Iterable[ClaimRow]) -> Iterator[dict[str, str]]:
    """Yield the cells of a table of claims, row by row."""
    for row in rows:
        yield machine_cells(row) | people_cells(row)

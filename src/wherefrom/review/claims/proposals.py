"""What the tables of claims propose. A row there decides nothing: decisions stand in the log (interface 2.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from wherefrom.domain.claim import Claim, system_claim
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.decision import Decision, SubjectType
from wherefrom.domain.decision_chain import DecisionLog
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.moment import is_day, is_moment
from wherefrom.review.claims.forms import FORMS, PROPOSED, claim_of
from wherefrom.review.deciding import Words
from wherefrom.review.sheet import SheetRow, read_sheet

_QUOTED = re.compile(r'"[^"]*"')
_DECISIONS = tuple(decision.value for decision in Decision)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A claim that a row makes; a pattern makes one about every table it fits.

    Attributes:
        claim: The claim. Its table may be a pattern (``is_pattern``).
        words: What the row says beside it.
        line: Line of the row, 1-based.
        pattern: The pattern that made it; empty where the row names its table.
    """

    claim: Claim
    words: Words
    line: int
    pattern: str = ""


def is_pattern(table: str) -> bool:
    """Return whether a name speaks of many tables: a ``*`` outside double quotes."""
    return "*" in _QUOTED.sub("", table)


def read_proposals(
    path: Path, kind: SubjectType, log: DecisionLog
) -> tuple[tuple[Proposal, ...], tuple[Complaint, ...]]:
    """Read what a table of claims proposes.

    Args:
        path: The file. One that is not there proposes nothing.
        kind: SYSTEM or TERM.
        log: The decision log: a row that states a decision which is not there is complained of.

    Returns:
        Proposals in file order, patterns among them, and complaints.

    Raises:
        InputRefusal: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return (), ()
    except OSError as error:
        title = FORMS[kind].title
        raise InputRefusal(f"{path}: the {title} cannot be read: {error.strerror}.") from error
    rows, complaints = read_sheet(str(path), data, FORMS[kind])
    if any(each.cell == "header" for each in complaints):
        return (), complaints
    recorded = {record.subject for record in log.records if record.subject_type is kind}
    found = []
    for row in rows:
        claim = claim_of(kind, row.cells)
        complaints += tuple(_complaints(path, row, claim, recorded))
        if claim.table and claim.is_made:
            found.append(Proposal(claim, _words(row), row.line))
    return tuple(found), tuple(sorted(complaints))


def _words(row: SheetRow) -> Words:
    cells = {name: cell.strip() for name, cell in row.cells.items()}
    return Words(
        responsible=cells["owner"],
        note=cells["note"],
        effective_from=cells["effective_from"] if _is_time(cells["effective_from"]) else "",
        effective_to=cells["effective_to"] if _is_time(cells["effective_to"]) else "",
    )


def _is_time(text: str) -> bool:
    return is_day(text) or is_moment(text)


def _complaints(path: Path, row: SheetRow, claim: Claim, recorded: set[str]) -> Iterable[Complaint]:
    status = row.cells["status"].strip()
    if not claim.table:
        yield Complaint(str(path), row.line, "logical_table", "", "a row needs the canonical name of a table")
    elif status not in ("", PROPOSED, *_DECISIONS):
        wanted = f"it has to be one of {', '.join(_DECISIONS)}, {PROPOSED}, or empty"
        yield Complaint(str(path), row.line, "status", status, wanted)
    elif status in _DECISIONS and is_pattern(claim.table) and claim.kind is SubjectType.SYSTEM:
        wanted = "a pattern only proposes: decide on each table in a row of its own"
        yield Complaint(str(path), row.line, "status", status, wanted)
    elif status in _DECISIONS and claim.is_made and claim.subject not in recorded:
        wanted = f"the decision log holds no decision on it, so the row only proposes: wherefrom review import {path}"
        yield Complaint(str(path), row.line, "status", status, wanted)


def spread(proposals: Iterable[Proposal], tables: Iterable[str]) -> tuple[Proposal, ...]:
    """Return what is proposed of single tables: rows that name one, and patterns for those they fit.

    A pattern says nothing of a table that a row names. Where a pattern and another one differ, both
    propose.

    Args:
        proposals: In file order.
        tables: Canonical tables that a pattern may speak of.
    """
    stated = tuple(proposals)
    plain = tuple(each for each in stated if not is_pattern(each.claim.table))
    named = {each.claim.table for each in plain}
    made: dict[Claim, Proposal] = {}
    for each in stated:
        pattern = each.claim.table
        if not is_pattern(pattern):
            continue
        for table in sorted(tables):
            if table not in named and fnmatchcase(table, _glob(pattern)):
                claim = system_claim(table, each.claim.says[0])
                made.setdefault(claim, Proposal(claim, each.words, each.line, pattern))
    return (*plain, *made.values())


def _glob(pattern: str) -> str:
    """Return a pattern as fnmatch reads it: only ``*`` means anything."""
    return re.sub(r"[\[?]", lambda found: f"[{found[0]}]", pattern)


def by_about(proposals: Iterable[Proposal]) -> Mapping[tuple[str, ...], tuple[Proposal, ...]]:
    """Return proposals by what they are about."""
    found: dict[tuple[str, ...], list[Proposal]] = {}
    for each in proposals:
        found.setdefault(each.claim.about, []).append(each)
    return {about: tuple(group) for about, group in found.items()}

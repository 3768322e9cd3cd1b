"""Propose what a table or a field is: a row for people to decide on. Nothing is decided by it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.analyze import Analysis
from wherefrom.app.review.claims import claim_table
from wherefrom.app.trace import passages_of
from wherefrom.app.workspace import GLOSSARY, SYSTEMS, Workspace
from wherefrom.domain.claim import Claim, system_claim, term_claim
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.sheet import guard
from wherefrom.lineage import resolve_target
from wherefrom.review.claims import FORMS, PROPOSED, ClaimRow, Proposal, is_pattern, spread
from wherefrom.review.deciding import Words

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Proposed:
    """What was proposed.

    Attributes:
        path: The table it was added to.
        added: Whether a row was added: one that says the same stands already otherwise.
        rows: The rows it makes: for a pattern one per table it fits.
    """

    path: Path
    added: bool
    rows: tuple[ClaimRow, ...]


def system_proposal(table: str, system: str) -> Claim:
    """Return the claim that a table, or every table a pattern fits, belongs to a system.

    Raises:
        UsageRefusal: one of them is empty.
    """
    if not table.strip() or not system.strip():
        raise UsageRefusal(
            "A source system is proposed of a table: wherefrom review propose TABLE --system NAME."
        )
    return system_claim(table.strip(), system.strip())


def term_proposal(analysis: Analysis, name: str, business_name: str, meaning: str) -> Claim:
    """Return the claim that a target, or a field of one, is called so.

    Args:
        analysis: The release.
        name: A table or ``table.field``; a written one by any unique suffix.
        business_name: The name.
        meaning: What it means; may be empty.

    Raises:
        UsageRefusal: there is no such table or field.
    """
    if not business_name.strip():
        raise UsageRefusal(
            "A business name must not be empty: wherefrom review propose TABLE.FIELD --name NAME."
        )
    read = analysis.around.read
    if name in read:
        return term_claim(name, "", business_name.strip(), meaning.strip())
    table, _, field = name.rpartition(".")
    if table in read and name not in analysis.around.written and table not in analysis.around.written:
        return term_claim(table, field, business_name.strip(), meaning.strip())
    table, field = resolve_target(analysis.graph, name)
    if field:
        passages_of(analysis.graph, (f"{table}.{field}",))  # refuses a field that is not there
    return term_claim(table, field, business_name.strip(), meaning.strip())


def propose(
    workspace: Workspace, analysis: Analysis, claim: Claim, words: Words, *, dry_run: bool = False
) -> Proposed:
    """Add a row to a table of claims, everything else in it left as it is.

    Args:
        workspace: Where the table is.
        analysis: The release.
        claim: What is proposed; its table may be a pattern.
        words: Owner and note.
        dry_run: Only tell what it would make.

    Raises:
        UsageRefusal: the table is not a CSV with commas as this program writes it, or cannot be written.
    """
    path = workspace.governance / (SYSTEMS if claim.kind is SubjectType.SYSTEM else GLOSSARY)
    known = {each.claim for each in analysis.proposals} | set(analysis.claims)
    rows = _rows(analysis, claim, words)
    if claim not in known and not dry_run:
        _add(path, claim, words)
    return Proposed(path, claim not in known, rows)


def _rows(analysis: Analysis, claim: Claim, words: Words) -> tuple[ClaimRow, ...]:
    """Return the rows that a proposal makes, with the fields that wait for each."""
    mine = [each for each in analysis.proposals if each.claim.kind is claim.kind]
    table = claim_table(analysis, claim.kind, passages_of(analysis.graph, ()))
    if claim.kind is SubjectType.TERM or not is_pattern(claim.table):
        return (table.row_for(claim),)
    fits = spread((*mine, Proposal(claim, words, 0)), table.around.sources)
    made = [table.row_for(each.claim) for each in fits if each.pattern == claim.table]
    return tuple(sorted(made, key=lambda row: (-len(row.fields), row.claim)))


def _add(path: Path, claim: Claim, words: Words) -> None:
    form = FORMS[claim.kind]
    try:
        before = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise UsageRefusal(f"{path}: cannot be read ({error.strerror}). Nothing was proposed.") from error
    head = next(csv.reader(io.StringIO(before.decode("utf-8-sig", "replace"), newline="")), None)
    columns = tuple(head or form.columns[: form.columns.index("reason")])
    if any(name not in columns for name in form.required):
        raise UsageRefusal(
            f"{path}: its first line is no header with {', '.join(form.required)}, separated by commas. Nothing was "
            "proposed: add the row by hand."
        )
    cells = dict(zip(form.key, (*claim.about, *claim.says), strict=True))
    cells |= {"status": PROPOSED, "owner": words.responsible, "note": words.note}
    start = before if head else _BOM + _line(columns)
    end = b"" if start.endswith(b"\n") else b"\r\n"
    data = start + end + _line(tuple(guard(cells.get(name, "")) for name in columns))
    new = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(path)
    except OSError as error:
        raise UsageRefusal(f"{path}: cannot be written ({error.strerror}). Nothing was proposed.") from error


def _line(cells: tuple[str, ...]) -> bytes:
    return (",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\r\n").encode()

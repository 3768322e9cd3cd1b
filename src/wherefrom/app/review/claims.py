"""The tables of claims of a release: source systems, and the glossary; and what hangs on each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from wherefrom.app.analyze import Analysis
from wherefrom.app.review.table import OPEN, Filters, matches, require_known
from wherefrom.app.trace import Passages, passages_of
from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.decision import Decision, Flag, SubjectType
from wherefrom.domain.errors import UsageRefusal
from wherefrom.lineage import surroundings
from wherefrom.review.claims import (
    ClaimRow,
    ClaimTable,
    claim_rows,
    is_pattern,
    spread,
    systems_by_table,
    terms_by_name,
)

_Abouts = dict[tuple[str, ...], dict[str, None]]


def claim_table(
    analysis: Analysis, kind: SubjectType, passages: Passages, targets: tuple[str, ...] = ()
) -> ClaimTable:
    """Return a table of claims of an analysis.

    Args:
        analysis: The release, linked under today's decisions.
        kind: SYSTEM or TERM.
        passages: Targets whose fields count, and which may be named.
        targets: What was asked for; where anything was, only what these fields end at or name has rows.
    """
    known = {target: [each.field for each in fields] for target, fields in passages.items()}
    around = surroundings(analysis.graph, known)
    mine = [each for each in analysis.proposals if each.claim.kind is kind]
    proposals = (*mine, *spread(mine, around.sources)) if kind is SubjectType.SYSTEM else tuple(mine)
    if kind is SubjectType.SYSTEM:
        abouts = _ends(passages)
    else:  # a query result has no name
        abouts = _names({target: names for target, names in known.items() if target in around.written})
    if not targets and kind is SubjectType.SYSTEM:
        for table in sorted(around.sources):
            abouts.setdefault((table,), {})
    hanging = {about: tuple(fields) for about, fields in abouts.items()}
    rows = claim_rows(kind, hanging, analysis.claims, proposals, analysis.log, around)
    if targets:
        rows = tuple(row for row in rows if row.claim.about in abouts)
    return ClaimTable(kind, rows, analysis.log, around)


def claims_here(analysis: Analysis, kind: SubjectType) -> ClaimTable:
    """Return a table of claims without any count of fields; only tables that claims name are traced."""
    if kind is SubjectType.SYSTEM:
        return claim_table(analysis, kind, {})
    named = {claim.table for claim in analysis.claims if claim.kind is kind}
    named |= {each.claim.table for each in analysis.proposals if each.claim.kind is kind}
    return claim_table(analysis, kind, named_passages(analysis, named))


def named_passages(analysis: Analysis, tables: Iterable[str]) -> Passages:
    """Return the fields of those of some tables that anything writes."""
    written = tuple(sorted(set(tables) & set(analysis.graph.written)))
    return passages_of(analysis.graph, written) if written else {}


def _ends(passages: Passages) -> _Abouts:
    """Return the tables that fields end at, with those fields."""
    found: _Abouts = {}
    for target, fields in passages.items():
        for each in fields:
            for table in each.tables:
                found.setdefault((table,), {})[f"{target}.{each.field}"] = None
    return found


def _names(fields: Mapping[str, Iterable[str]]) -> _Abouts:
    """Return the targets and their fields, each with the fields that its name is shown at."""
    found: _Abouts = {}
    for target, names in fields.items():
        found[target, ""] = {f"{target}.{each}": None for each in names}
        found |= {(target, each): {f"{target}.{each}": None} for each in names}
    return found


def select_claims(rows: Iterable[ClaimRow], filters: Filters) -> tuple[ClaimRow, ...]:
    """Return the rows that filters mean, in their order.

    Raises:
        UsageRefusal: a filter is about writers, or a state does not exist.
    """
    if filters.rules or filters.files:
        raise UsageRefusal(
            "--rule and --file are about writers. Choose tables with --table, --schema, --state."
        )
    require_known(filters.states, [OPEN, *(status.value for status in Status)], "state")
    return tuple(row for row in rows if _fits(row, filters))


def _fits(row: ClaimRow, filters: Filters) -> bool:
    table = row.claim.table
    state = {row.ruling.status.value} | ({OPEN} if row.is_open else set())
    return (
        matches(table, filters.tables)
        and matches(table.rpartition(".")[0], filters.schemas)
        and (not filters.states or bool(state & set(filters.states)))
    )


def claim_row_of(table: ClaimTable, review_id: str, release: str) -> ClaimRow:
    """Return the row of an id.

    Raises:
        UsageRefusal: there is none.
    """
    for row in table.rows:
        if row.review_id == review_id:
            return row
    about = "systems" if table.kind is SubjectType.SYSTEM else "glossary"
    raise UsageRefusal(
        f"{review_id}: release {release} has no row of that id. wherefrom review list --about {about} shows all of them."
    )


def require_decidable(rows: Sequence[ClaimRow], decision: Decision) -> None:
    """Pass if each row says something that can be decided on.

    Raises:
        UsageRefusal: one speaks of many tables, says nothing yet, or confirms what is not there; or two
            confirm different things of the same table or field.
    """
    confirmed: dict[tuple[object, ...], ClaimRow] = {}
    for row in rows:
        if is_pattern(row.claim.table):
            raise UsageRefusal(
                f"{row.claim}: a pattern only proposes. Decide on the tables it fits: "
                "wherefrom review list --about systems."
            )
        if not row.claim.is_made:
            option = "--system NAME" if row.subject_type is SubjectType.SYSTEM else "--name NAME"
            raise UsageRefusal(
                f"{row.review_id}: nobody has said anything of {row.claim.name} yet. Propose first: "
                f"wherefrom review propose '{row.claim.name}' {option}"
            )
        if decision is Decision.CONFIRMED and Flag.ORPHANED.value in row.ruling.flags:
            raise UsageRefusal(
                f"{row.claim}: no statement of this release reads or writes {row.claim.name}, so nothing can be "
                "confirmed of it. Correct the name, or decide once a release holds it."
            )
        first = confirmed.setdefault((row.subject_type, row.claim.about), row)
        if decision is Decision.CONFIRMED and first is not row:
            raise UsageRefusal(
                f"{row.claim} and {first.claim} cannot both be confirmed ({row.review_id}, {first.review_id}). Name "
                "the one that is meant."
            )


def with_claim(analysis: Analysis, row: ClaimRow, status: Status) -> Analysis:
    """Return an analysis as it would be with another decision on one claim, in effect and approved.

    Nothing is linked again: a claim changes no edge.
    """
    claims = dict(analysis.claims)
    if status is Status.CONFIRMED:
        for claim, ruling in analysis.claims.items():
            if (
                claim.about == row.claim.about
                and claim.kind is row.claim.kind
                and ruling.status is Status.CONFIRMED
            ):
                claims[claim] = Ruling(Status.PENDING, ruling.decision_id, (Flag.REPLACED.value,))
    claims[row.claim] = Ruling(status)
    systems = [each for each in analysis.proposals if each.claim.kind is SubjectType.SYSTEM]
    return replace(
        analysis,
        claims=claims,
        systems=systems_by_table(claims, spread(systems, analysis.around.sources)),
        glossary=terms_by_name(claims),
    )

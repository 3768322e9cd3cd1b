"""Which rows people mean: writers or claims, by id or by filters."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.app.analyze import Analysis
from wherefrom.app.review.claims import claim_row_of, claim_table, claims_here, named_passages, select_claims
from wherefrom.app.review.table import Filters, row_of, select, table_of
from wherefrom.app.trace import Passages, passages_of
from wherefrom.domain.about import About
from wherefrom.domain.claim import LETTERS
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.deep import run_deep
from wherefrom.domain.errors import UsageRefusal
from wherefrom.lineage import readers_of
from wherefrom.review import ReviewRow
from wherefrom.review.claims import ClaimRow, ClaimTable

_BY_LETTER = {letter: kind for kind, letter in LETTERS.items()} | {"W": SubjectType.WRITER}

AnyRow = ReviewRow | ClaimRow
"""A row that people decide on."""


def rows_by_id(analysis: Analysis, ids: Iterable[str]) -> tuple[AnyRow, ...]:
    """Return the rows of some ids; their first letters say what they are about.

    Raises:
        UsageRefusal: the release has no row of an id.
    """
    asked = {each: _kind_of(each) for each in dict.fromkeys(ids)}
    by_kind = {kind: [each for each, its in asked.items() if its is kind] for kind in asked.values()}
    found: dict[str, AnyRow] = {}
    for kind, wanted in by_kind.items():
        if kind is SubjectType.WRITER:
            writers = table_of(analysis, {})
            found |= {each: row_of(writers, each) for each in wanted}
        else:
            claims = _claims(analysis, kind, wanted)
            found |= {each: claim_row_of(claims, each, analysis.snapshot.release) for each in wanted}
    return tuple(found[each] for each in asked)


def _claims(analysis: Analysis, kind: SubjectType, wanted: Iterable[str]) -> ClaimTable:
    """Return a table of claims that holds some rows; all fields are looked at only where one needs it."""
    here = claims_here(analysis, kind)
    if set(wanted) <= {row.review_id for row in here.rows}:
        return here
    return claim_table(analysis, kind, passages_of(analysis.graph, ()))


def passages_about(analysis: Analysis, row: AnyRow) -> Passages:
    """Return what the fields pass that can hang on a row: those of the targets below its table."""
    graph = analysis.graph
    table = row.candidate.logical_table if isinstance(row, ReviewRow) else row.claim.table
    if isinstance(row, ClaimRow) and row.subject_type is SubjectType.TERM:
        return named_passages(analysis, (table,))
    names = run_deep(lambda given: readers_of(given, table), graph)
    return passages_of(graph, names) if names else {}


def _kind_of(review_id: str) -> SubjectType:
    kind = _BY_LETTER.get(review_id[:1])
    if kind is None:
        raise UsageRefusal(
            f"{review_id}: no id of a row begins so. W stands for a writer, Y for a source system, B for a business "
            "name; wherefrom review list shows them."
        )
    return kind


def rows_about(
    analysis: Analysis, about: About, filters: Filters, targets: tuple[str, ...] | None
) -> tuple[AnyRow, ...]:
    """Return the rows that filters mean, the most waited-for first.

    Args:
        analysis: The release, linked under today's decisions.
        about: What they are about.
        filters: Which are meant.
        targets: Targets whose fields count and to which rows are limited; every written table and bare
            query where empty. None to look at no field.

    Raises:
        UsageRefusal: a filter does not exist, or nothing writes a target.
    """
    if targets is None and about is not About.WRITERS:
        return select_claims(claims_here(analysis, about.kind).rows, filters)
    found: Passages = {} if targets is None else passages_of(analysis.graph, targets)
    if about is About.WRITERS:
        return select(table_of(analysis, found, targets or ()).rows, filters)
    return select_claims(claim_table(analysis, about.kind, found, targets or ()).rows, filters)

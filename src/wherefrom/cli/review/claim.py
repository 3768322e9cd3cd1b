"""One claim as ``wherefrom review show`` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherefrom.cli.review.words import names
from wherefrom.cli.terminal import say, table
from wherefrom.cli.words import counted
from wherefrom.domain.decision import SubjectType

if TYPE_CHECKING:
    from wherefrom.app.analyze import Analysis
    from wherefrom.review.claims import ClaimRow, ClaimTable

_MOST_FIELDS = 4


def show_claim(analysis: Analysis, found: ClaimTable, row: ClaimRow) -> None:
    """Print what a claim says, where the SQL speaks of its table, and what else is claimed of it.

    Args:
        analysis: The release.
        found: The table of claims that the row is of.
        row: The row.
    """
    claim = row.claim
    say(f"{row.review_id}  {' '.join((row.ruling.status.value, *row.ruling.flags))}", "bold")
    places = [
        node.location for node in analysis.graph.nodes if node.dataset == claim.table and node.role == "read"
    ]
    where = f"read at {names(map(str, dict.fromkeys(places)))}" if places else "read nowhere in this release"
    say(f"Table    {claim.table}, {where}")
    if claim.table in found.around.written:
        say("         a statement of this release writes it")
    if row.subject_type is SubjectType.SYSTEM:
        say(f"System   {claim.says[0] or 'nobody names one'}")
    else:
        if claim.about[1]:
            say(f"Field    {claim.about[1]}")
        say(f"Name     {claim.says[0] or 'nobody gives one'}")
        if claim.says[1]:
            say(f"Meaning  {claim.says[1]}")
    _show_words(row)
    fields = f": {names(row.fields, _MOST_FIELDS)}" if row.fields else ""
    say(f"Fields   {counted(len(row.fields), 'field')}{fields}")
    others = [other for other in found.rows if other.review_id in row.competing]
    if others:
        say("Others")
        say("\n".join(table([(o.review_id, o.ruling.status.value, o.claim.says[0]) for o in others])))


def _show_words(row: ClaimRow) -> None:
    owner = row.record.responsible if row.record else row.offered.responsible
    note = row.record.note if row.record else row.offered.note
    if owner:
        say(f"Owner    {owner}")
    if note:
        say(f"Note     {note}")

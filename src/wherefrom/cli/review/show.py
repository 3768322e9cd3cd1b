"""``wherefrom review show``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.review.options import AsJson, Release
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted

if TYPE_CHECKING:
    from wherefrom.app.analyze import Analysis
    from wherefrom.app.review.rows import AnyRow
    from wherefrom.app.review.table import ReviewTable
    from wherefrom.domain.decision import DecisionRecord
    from wherefrom.domain.span import Location
    from wherefrom.review import ReviewRow

EXAMPLE = "wherefrom review show W0123456789"

_MOST_LINES = 30
_MOST_FIELDS = 4
_AROUND = 2  # lines of SQL around a read


def command(
    review_id: Annotated[str, typer.Argument(metavar="ID", help="The row.")],
    release: Release = "",
    as_json: AsJson = False,
) -> None:
    """Show one row: the SQL behind it, why it is there, what else may stand, history, impact."""
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.claims import claim_row_of, claim_table
    from wherefrom.app.review.rows import passages_about, rows_by_id
    from wherefrom.app.review.table import row_of, table_of
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.claim import show_claim
    from wherefrom.review.claims import ClaimRow

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    (row,) = rows_by_id(analysis, (review_id,))
    passages = passages_about(analysis, row)
    history = [record for record in analysis.log.records if record.subject == row.subject]
    if isinstance(row, ClaimRow):
        table = claim_table(analysis, row.subject_type, passages)
        claim_row = claim_row_of(table, review_id, analysis.snapshot.release)
        if as_json:
            _say_json(claim_row, history)
            return
        show_claim(analysis, table, claim_row)
        show_history(analysis, claim_row)
    else:
        found = table_of(analysis, passages)
        writer = row_of(found, review_id)
        if as_json:
            _say_json(
                writer, history, sql="\n".join(text for _, text in _lines(found, writer.candidate.writer))
            )
            return
        _show(found, writer)
        show_history(analysis, writer)
    _show_outlook(analysis, row)


def _say_json(row: AnyRow, history: list[DecisionRecord], **more: str) -> None:
    from wherefrom.cli.review.words import record_object, row_object

    past = [record_object(record) for record in history]
    say_json({"schema_version": "1", **row_object(row), **more, "history": past})


def show_history(analysis: Analysis, row: AnyRow) -> None:
    """Print what was decided on a row, and on what it was carried over from."""
    from wherefrom.cli.review.words import record_line

    history = [record for record in analysis.log.records if record.subject == row.subject]
    if row.record and row.record not in history:
        history.append(row.record)
    say("\nHistory" if history else "\nHistory  nobody has decided yet")
    if history:
        say("\n".join(table([record_line(record) for record in history])))


def _show_outlook(analysis: Analysis, row: AnyRow) -> None:
    """Print what a decision would do, and how to take it; a row that says nothing yet has none."""
    from wherefrom.app.review.impact import impact
    from wherefrom.cli.review.impact import show_impact
    from wherefrom.domain.binding import Status
    from wherefrom.review.claims import ClaimRow, is_pattern

    if isinstance(row, ClaimRow) and (is_pattern(row.claim.table) or not row.claim.is_made):
        option = "--system NAME" if row.subject_type.value == "SYSTEM" else "--name NAME"
        say(f"\nPropose  wherefrom review propose '{row.claim.name}' {option}")
        return
    for each in impact(analysis, row, (Status.CONFIRMED, Status.REJECTED)):
        say()
        show_impact(each)
    say(f"\nDecide   wherefrom review confirm {row.review_id} --reviewer NAME")
    say(f"         wherefrom review reject {row.review_id} --reviewer NAME --reason TEXT")


def _show(found: ReviewTable, row: ReviewRow) -> None:
    from wherefrom.cli.review.words import names
    from wherefrom.domain.codes import RULES

    each = row.candidate
    say(f"{each.binding_id}  {' '.join((row.ruling.status.value, *row.ruling.flags))}", "bold")
    say(f"Table    {each.logical_table}, read at {names(map(str, each.readers))}")
    say(f"Writer   {each.writer}, {each.writer_kind} {each.writer_table}")
    say(f"Rule     {each.rule.value}: {RULES[each.rule.value]}")
    fields = f": {names(row.fields, _MOST_FIELDS)}" if row.fields else ""
    say(f"Fields   {counted(len(row.fields), 'field')}{fields}")
    _show_others(found, row)
    _show_sql("The writer", each.writer, list(_lines(found, each.writer)))
    for reader in each.readers[:2]:
        _show_sql("Read", reader, list(_lines(found, reader, _AROUND)))


def _show_others(found: ReviewTable, row: ReviewRow) -> None:
    others = [other for other in found.rows if other.candidate.binding_id in row.competing]
    if not others:
        say("Others   no other statement may fill the table")
        return
    say("Others")
    rows = [
        (o.candidate.binding_id, o.ruling.status.value, str(o.candidate.writer), o.candidate.rule.value)
        for o in others
    ]
    say("\n".join(table(rows)))


def _show_sql(label: str, place: Location, lines: list[tuple[int, str]]) -> None:
    say(f"\n{label}  {place}")
    for number, text in lines[:_MOST_LINES]:
        say(f"  {number:>4}  {text}")
    if len(lines) > _MOST_LINES:
        say(f"        … {counted(len(lines) - _MOST_LINES, 'more line')}")


def _lines(found: ReviewTable, place: Location, around: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a place, and some around it."""
    from wherefrom.app.redaction import shown_text

    text = shown_text(found.analysis, place.file)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = max(place.span.line - around, 1)
    last = min(place.span.end_line + around, len(lines))
    for number in range(first, last + 1):
        yield number, lines[number - 1]

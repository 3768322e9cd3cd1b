"""``wherefrom review list``."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from wherefrom.cli.review.options import (
    AsJson,
    File,
    Release,
    Rule,
    Schema,
    State,
    Subject,
    Table,
    Target,
    filters,
)
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted
from wherefrom.domain.about import About

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wherefrom.app.review.rows import AnyRow

EXAMPLE = "wherefrom review list --target dm.sales --state OPEN"

_FIELDS = {
    About.WRITERS: "fields: target fields whose value passes through the writer.",
    About.SYSTEMS: "fields: target fields that end at the table.",
    About.GLOSSARY: "fields: target fields the name is shown at.",
}
_FILES = {
    About.WRITERS: ("writer_review.csv", ""),
    About.SYSTEMS: ("source_systems.csv", " --about systems"),
    About.GLOSSARY: ("glossary.csv", " --about glossary"),
}


def command(
    about: Subject = About.WRITERS,
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    state: State = None,
    as_json: AsJson = False,
) -> None:
    """List what people decide on: the open ones first, then those that most published fields hang on.

    With --about systems the tables that fields end at, and which system each belongs to; with --about
    glossary what tables and fields are called.
    """
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.rows import rows_about
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.words import log_line, row_object

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    rows = rows_about(analysis, about, filters(table, schema, file, rule, state), tuple(target or ()))
    if as_json:
        said = [row_object(row) for row in rows]
        say_json({"schema_version": "1", "head": analysis.log.head, "about": about.value, "rows": said})
    else:
        name, option = _FILES[about]
        sheet = shlex.quote(os.path.relpath(workspace.governance / name)) + option
        _show(about, rows, log_line(analysis.log), sheet)


def _show(about: About, rows: Sequence[AnyRow], log: str, sheet: str) -> None:
    from wherefrom.cli.review.words import head_of, row_cells

    if about is About.GLOSSARY:  # a field without a name waits for nobody
        rows = _with_a_name(rows)
    if rows:
        say("\n".join(table([head_of(rows[0]), *(row_cells(row) for row in rows)])))
    still_open = [row for row in rows if row.is_open]
    many = f"{len(still_open)} of {len(rows)} are open" if rows else _nothing(about)
    say(f"\n{many}. {_FIELDS[about]}")
    if about is About.SYSTEMS:
        waiting = {name for row in still_open for name in row.fields}
        say(f"Waiting        {counted(len(waiting), 'field')} for a confirmed source system: S3 until then")
    say(f"Decision log   {log}")
    if rows:
        first = (still_open or rows)[0].review_id
        say(f"Look at one    wherefrom review show {first}")
        say(f"Decide         wherefrom review confirm {_made(still_open or rows).review_id} --reviewer NAME")
    say(f"In a sheet     wherefrom review export {sheet}")


def _made(rows: Sequence[AnyRow]) -> AnyRow:
    """Return the first row that says something; the first of all where none does."""
    from wherefrom.review.claims import ClaimRow

    return next((row for row in rows if not isinstance(row, ClaimRow) or row.claim.is_made), rows[0])


def _with_a_name(rows: Sequence[AnyRow]) -> Sequence[AnyRow]:
    from wherefrom.review.claims import ClaimRow

    return [row for row in rows if isinstance(row, ClaimRow) and row.claim.is_made]


def _nothing(about: About) -> str:
    return {
        About.WRITERS: "No candidate is meant",
        About.SYSTEMS: "No table is meant",
        About.GLOSSARY: "No name is proposed or decided on",
    }[about]

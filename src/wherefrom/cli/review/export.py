"""``wherefrom review export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.review.options import File, Release, Rule, Schema, State, Table, Target, filters
from wherefrom.cli.terminal import say
from wherefrom.cli.words import counted

EXAMPLE = "wherefrom review export governance/writer_review.csv"


def command(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table to write: .xlsx for a workbook, else a CSV.")
    ],
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    state: State = None,
) -> None:
    """Write the review table as a CSV, or as an XLSX workbook with drop-downs and locked cells.

    The name decides: FILE.xlsx is a workbook. Excel and LibreOffice open both as they are. Fill in the column decision (CONFIRMED, REJECTED or DEFERRED), say why in reason, and who decides in
    reviewer. Leave the other columns alone. Then: wherefrom review import FILE.
    """
    from wherefrom.app.review.sheet import export_table
    from wherefrom.app.review.table import open_table, select
    from wherefrom.app.workspace import project_workspace
    from wherefrom.cli.review.words import log_line

    found = open_table(project_workspace(Path.cwd()), release, tuple(target or ()))
    rows = select(found.rows, filters(table, schema, file, rule, state))
    export_table(rows, path)
    still_open = sum(1 for row in rows if row.is_open)
    say(f"wrote     {path}: {counted(len(rows), 'candidate')}, {still_open} open")
    say(f"log       {log_line(found.analysis.log)}")

"""``wherefrom review export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.review.options import File, Release, Rule, Schema, State, Subject, Table, Target, filters
from wherefrom.cli.terminal import say
from wherefrom.cli.words import counted
from wherefrom.domain.about import About

EXAMPLE = "wherefrom review export governance/writer_review.csv"


def command(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table to write: .xlsx for a workbook, else a CSV.")
    ],
    about: Subject = About.WRITERS,
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    state: State = None,
) -> None:
    """Write a table that people decide in, as a CSV or as an XLSX workbook with drop-downs and locked cells.

    The name decides: FILE.xlsx is a workbook. Excel and LibreOffice open both as they are. Fill in the
    column decision (status in the tables of source systems and of the glossary) with CONFIRMED, REJECTED
    or DEFERRED, say why in reason, and who decides in reviewer. Leave the program's columns alone. Then:
    wherefrom review import FILE.
    """
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.rows import rows_about
    from wherefrom.app.review.sheet import export_rows
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.words import NOUNS, log_line

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    rows = rows_about(analysis, about, filters(table, schema, file, rule, state), tuple(target or ()))
    export_rows(workspace, analysis, about.kind, rows, path)
    still_open = sum(1 for row in rows if row.is_open)
    say(f"wrote     {path}: {counted(len(rows), NOUNS[about.kind])}, {still_open} open")
    say(f"log       {log_line(analysis.log)}")

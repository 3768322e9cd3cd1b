"""``wherefrom review import``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.review.options import AsJson, DryRun, Release
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted

if TYPE_CHECKING:
    from wherefrom.review import Plan

EXAMPLE = "wherefrom review import governance/writer_review.csv --dry-run"


def command(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="The table as it was edited, a CSV or an XLSX workbook.")
    ],
    reviewer: Annotated[
        str,
        typer.Option(
            help="Who decides where a row names no reviewer; WHEREFROM_REVIEWER by default.",
            show_default=False,
        ),
    ] = "",
    release: Release = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Record what people decided in a table: all of it, or nothing. Its header says which table it is.

    A row with an empty decision, or as it was exported, changes nothing; so does a row that is missing.
    Exit code 3 where a cell has to be mended, 5 where somebody decided on a row since the export.
    """
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.sheet import import_table, plan_of
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.words import decided_object, show_decided

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    if dry_run:
        plan = plan_of(path, analysis, reviewer)
        _show(plan, as_json=as_json)
        return
    done = import_table(workspace, path, analysis, reviewer)
    if as_json:
        say_json(decided_object(done.decided) if done.decided else {})
    else:
        _show(done.plan, as_json=False, recorded=True)
        if done.decided:
            show_decided(done.decided)


def _show(plan: Plan, *, as_json: bool, recorded: bool = False) -> None:
    from wherefrom.review import changes

    rows = list(changes(plan.asked))
    if as_json:
        keys = ("review_id", "before", "after")
        said = [dict(zip(keys, row, strict=True)) for row in rows]
        say_json({"dry_run": True, "changes": said, "unchanged": plan.unchanged})
        return
    if not recorded:
        if rows:
            say("\n".join(table([("candidate", "stands", "will be"), *rows])))
            say()
        say(f"{counted(len(rows), 'decision')} would be recorded, {counted(plan.unchanged, 'row')} unchanged. "
            "Nothing was recorded.")  # fmt: skip
    else:
        say(f"import    {counted(len(rows), 'decision')}, {counted(plan.unchanged, 'row')} unchanged")

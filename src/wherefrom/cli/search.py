"""``wherefrom search``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.app.analyze import open_analysis, trace_analysis
from wherefrom.app.search import columns_used, paths_between, search
from wherefrom.app.workspace import open_release, project_workspace
from wherefrom.cli.closure import closure_lines, closure_object, closure_tree, path_lines, path_object
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.domain.errors import UsageRefusal

EXAMPLE = "wherefrom search dm.sales --tree"


def command(
    target: Annotated[str, typer.Argument(help="A table, by any unique suffix.")],
    release: Annotated[str, typer.Option(help="Release; the latest by default.", show_default=False)] = "",
    start: Annotated[
        str, typer.Option("--from", help="All paths from this table to the target.", show_default=False)
    ] = "",
    ends: Annotated[bool, typer.Option("--ends", help="Only the external tables.")] = False,
    columns: Annotated[
        bool, typer.Option("--columns", help="External columns that are used, and how.")
    ] = False,
    tree: Annotated[bool, typer.Option("--tree", help="Print a tree of tables and writers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show which datasets a target depends on, who writes them, and by which paths."""
    if sum(map(bool, (start, ends, columns, tree))) > 1:
        raise UsageRefusal("--from, --ends, --columns and --tree exclude each other.")
    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    closure = search(analysis.graph, target)

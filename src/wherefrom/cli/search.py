"""``wherefrom search``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted, short
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.analyze import Analysis

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
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.workspace import open_release, project_workspace

    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    if start:
        _paths(analysis, target, start, as_json)
    elif columns:
        _columns(analysis, target, as_json)
    else:
        _closure(analysis, target, "ends" if ends else "tree" if tree else "tables", as_json)


def _closure(analysis: Analysis, target: str, view: str, as_json: bool) -> None:
    from wherefrom.app.search import search
    from wherefrom.cli.closure import call_rows, closure_object, table_rows, tree_lines

    closure = search(analysis.graph, target)
    if as_json:
        whole = closure_object(closure, analysis.snapshot.snapshot_id, analysis.graph.rulings)
        kept = ("schema_version", "snapshot", "target", "ends")
        say_json({key: whole[key] for key in kept} if view == "ends" else whole)
    elif view == "ends":
        say("\n".join(closure.ends) if closure.ends else "No external table.")
    elif view == "tree":
        say("\n".join(tree_lines(closure)))
    else:
        say(f"{closure.target}  snapshot {short(analysis.snapshot.snapshot_id)}", "bold")
        counts = (
            counted(len(closure.tables), "table"),
            f"{len(closure.ends):,} external",
            counted(len(closure.nodes), "node"),
            counted(len(closure.edges), "edge"),
            counted(len(closure.candidates), "writer candidate"),
        )
        say(", ".join(counts) + "\n")
        say("\n".join(table(table_rows(closure))))
        calls = call_rows(closure)
        if calls:
            say("\n" + "\n".join(table(calls)))


def _columns(analysis: Analysis, target: str, as_json: bool) -> None:
    from wherefrom.app.search import columns_used

    uses = columns_used(analysis.graph, target)
    if as_json:
        say_json([{"column": each.column, "use": each.use, "fields": list(each.fields)} for each in uses])
        return
    every = max((each.fields for each in uses), key=len, default=())
    rows = [("column", "use", "fields")]
    for each in uses:
        several = len(every) > 1 and len(each.fields) == len(every)
        rows.append((each.column, each.use, f"{len(every)} fields" if several else ", ".join(each.fields)))
    say("\n".join(table(rows, indent="")))


def _paths(analysis: Analysis, target: str, start: str, as_json: bool) -> None:
    from wherefrom.app.search import paths_between

    found = paths_between(analysis.graph, start, target)
    if as_json:
        say_json({"from": found.start, "to": found.end, "paths": [list(each) for each in found.paths]})
        return
    if not found.paths:
        say(f"No path leads from {found.start} to {found.end}.")
        return
    say(f"{counted(len(found.paths), 'path')} from {found.start} to {found.end}, the shortest first:")
    say("\n".join(f"  {' → '.join(path)}" for path in found.paths))

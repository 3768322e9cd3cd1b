"""``wherefrom review list``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wherefrom.cli.review.options import AsJson, File, Release, Rule, Schema, State, Table, Target, filters
from wherefrom.cli.terminal import say, say_json, table

if TYPE_CHECKING:
    from wherefrom.app.review.table import ReviewTable
    from wherefrom.review import ReviewRow

EXAMPLE = "wherefrom review list --target dm.sales --state OPEN"


def command(
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    state: State = None,
    as_json: AsJson = False,
) -> None:
    """List writer candidates: the open ones first, then those that most published fields hang on."""
    from wherefrom.app.review.table import open_table, select
    from wherefrom.app.workspace import project_workspace
    from wherefrom.cli.review.words import row_object

    found = open_table(project_workspace(Path.cwd()), release, tuple(target or ()))
    rows = select(found.rows, filters(table, schema, file, rule, state))
    if as_json:
        say_json(
            {"schema_version": "1", "head": found.analysis.log.head, "rows": [row_object(r) for r in rows]}
        )
    else:
        _show(found, rows)


def _show(found: ReviewTable, rows: tuple[ReviewRow, ...]) -> None:
    from wherefrom.cli.review.words import HEAD, log_line, row_cells

    if rows:
        say("\n".join(table([HEAD, *(row_cells(row) for row in rows)])))
    still_open = [row for row in rows if row.is_open]
    many = f"{len(still_open)} of {len(rows)} are open" if rows else "No candidate is meant"
    say(f"\n{many}. fields: target fields whose value passes through the writer.")
    say(f"Decision log   {log_line(found.analysis.log)}")
    if rows:
        first = (still_open or rows)[0].candidate.binding_id
        say(f"Look at one    wherefrom review show {first}")
        say(f"Decide         wherefrom review confirm {first} --reviewer NAME")
        say("In a sheet     wherefrom review export governance/writer_review.csv")

"""``wherefrom review propose``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.review.options import AsJson, DryRun, Release
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted
from wherefrom.domain.errors import UsageRefusal

EXAMPLE = "wherefrom review propose 'src_crm.*' --system CRM"


def command(
    what: Annotated[
        str, typer.Argument(metavar="TABLE[.FIELD]", help="A table, a field, or a pattern of tables.")
    ],
    system: Annotated[str, typer.Option(help="The source system it belongs to.", show_default=False)] = "",
    name: Annotated[str, typer.Option(help="What people call it.", show_default=False)] = "",
    meaning: Annotated[str, typer.Option(help="What it means, beside --name.", show_default=False)] = "",
    owner: Annotated[str, typer.Option(help="Who answers for it.", show_default=False)] = "",
    note: Annotated[str, typer.Option(help="A note for readers.", show_default=False)] = "",
    release: Release = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Propose the source system of a table, or the business name of a table or a field.

    A row is added to governance/source_systems.csv or governance/glossary.csv. Nothing is decided: a
    person confirms or rejects each table singly, also where a pattern such as 'src_crm.*' proposes many.
    """
    from wherefrom.app.analyze import open_analysis
    from wherefrom.app.review.propose import propose, system_proposal, term_proposal
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.review.words import claim_object, head_of, row_cells
    from wherefrom.review import Words

    if bool(system) == bool(name):
        raise UsageRefusal(
            "State what is proposed: --system NAME for a source system, or --name NAME for a business name."
        )
    workspace = project_workspace(Path.cwd())
    analysis = open_analysis(workspace, open_release(workspace, release))
    claim = system_proposal(what, system) if system else term_proposal(analysis, what, name, meaning)
    done = propose(workspace, analysis, claim, Words(responsible=owner, note=note), dry_run=dry_run)
    if as_json:
        rows = [claim_object(row) for row in done.rows]
        say_json(
            {"path": str(done.path), "dry_run": dry_run, "added": done.added and not dry_run, "rows": rows}
        )
        return
    if done.rows:
        say("\n".join(table([head_of(done.rows[0]), *(row_cells(row) for row in done.rows)])))
        say()
    if dry_run:
        say(f"{counted(len(done.rows), 'row')} would be proposed. Nothing was written.")
    elif done.added:
        shown = done.path.relative_to(Path.cwd()) if done.path.is_relative_to(Path.cwd()) else done.path
        say(f"proposed  {claim} in {shown}: {counted(len(done.rows), 'row')} to decide on")
    else:
        say(f"unchanged {claim}: it is proposed or decided on already")
    if done.rows:
        say(f"Decide    wherefrom review confirm {done.rows[0].review_id} --reviewer NAME")

"""``wherefrom publish``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.options import FailOn, Html, Languages
from wherefrom.cli.terminal import complain, say, table

if TYPE_CHECKING:
    from wherefrom.app.gate import Closed

EXAMPLE = "wherefrom publish --release 2026.11 --target dm.sales --draft"


def command(
    release: Annotated[str, typer.Option(help="Release to publish.")],
    draft: Annotated[
        bool, typer.Option("--draft", help="Publish although decisions are open, stamped DRAFT everywhere.")
    ] = False,
    target: Annotated[
        list[str] | None,
        typer.Option(help="A target. May be repeated; every written table by default.", show_default=False),
    ] = None,
    lang: Languages = None,
    html: Html = False,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(help="Exit with 1 if a diagnostic is at or above this level.", show_default=False),
    ] = None,
) -> None:
    """Write the deliverables of a release to deliverables/RELEASE.

    Exit code 1, and nothing written, while a writer decision is open in what the targets depend on.
    """
    from wherefrom.app.analyze import open_analysis, trace_analysis
    from wherefrom.app.gate import Closed
    from wherefrom.app.publish import HTML, MARKDOWN, publish_release
    from wherefrom.app.workspace import open_release, project_workspace
    from wherefrom.cli.stages import left_line, require_below
    from wherefrom.cli.words import publish_line
    from wherefrom.publish import APPROVED, DRAFT
    from wherefrom.publish.site import FOLDER as SITE

    workspace = project_workspace(Path.cwd(), {"languages": lang})
    analysis = open_analysis(workspace, open_release(workspace, release))
    answers = trace_analysis(analysis, tuple(target or ()))
    folder = workspace.deliverables_dir(analysis.snapshot.release)
    state = DRAFT if draft else APPROVED
    try:
        manifest = publish_release(
            analysis, answers, folder, state, (MARKDOWN, HTML) if html else (MARKDOWN,)
        )
    except Closed as closed:
        _show(closed, release)
        raise typer.Exit(closed.exit_code) from None
    shown = folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
    say(publish_line(manifest, shown, analysis.log.head, state))
    say(f"digest    {manifest.digest}")
    if lost := left_line(analysis, answers):
        say(lost, "yellow")
    if html:
        say(f"open      {shown / SITE / 'index.html'}")
    for complaint in analysis.complaints:
        complain(str(complaint))
    require_below(analysis, fail_on)


def _show(closed: Closed, release: str) -> None:
    from wherefrom.app.gate import count_of, opening_command, what_opens

    complain(
        f"Not published: {count_of(len(closed.open), 'decision')} open for {', '.join(closed.targets)}.\n"
    )
    rows = [("state", "candidate", "writer", "table", "fields")]
    for each in closed.open:
        state = " ".join((each.status.value, *each.flags))
        fields = ", ".join(dict.fromkeys(name.rpartition(".")[2] for name in each.fields)) or "none"
        rows.append((state, each.binding_id, str(each.writer), each.table, fields))
    complain("\n".join(table(rows)))
    complain()
    meanings = dict.fromkeys(what_opens(each) for each in closed.open)
    complain("\n".join(table(list(meanings), indent="")))
    complain("\nWhat opens each:")
    for each in closed.open:
        complain(f"  {opening_command(each)}")
    complain("\nTo look at one first  wherefrom review show ID")
    complain("To reject one         wherefrom review reject ID --reviewer NAME --reason TEXT")
    complain(
        f"A draft, stamped DRAFT on every page  wherefrom publish --release {shlex.quote(release)} --draft"
    )

"""``wherefrom freeze``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.terminal import Progress, say

EXAMPLE = "wherefrom freeze --release 2026.11"


def command(
    release: Annotated[str, typer.Option(help="Name of the release.")],
    sources: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders and files; those of wherefrom.toml by default.", show_default=False),
    ] = None,
) -> None:
    """Keep the exact bytes of a release under its hash, in snapshots/RELEASE. A release never changes."""
    from wherefrom.app.freeze import freeze
    from wherefrom.app.workspace import project_workspace
    from wherefrom.cli.words import freeze_line

    flags = {"sources": [str(source) for source in sources]} if sources else {}
    workspace = project_workspace(Path.cwd(), flags)
    snapshot = freeze(workspace, release, Progress("freeze"))
    say(freeze_line(snapshot))
    for skipped in snapshot.skipped:
        say(f"  skipped  {skipped.path}  {skipped.reason.value}")

"""``wherefrom init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.terminal import say

EXAMPLE = "wherefrom init card-reporting"


def command(
    folder: Annotated[Path, typer.Argument(help="Folder of the project; this one by default.")] = Path(),
) -> None:
    """Start a project: wherefrom.toml, the governance files with an example each, .gitignore."""
    from wherefrom.app.init import init

    written = init(folder)
    for path in written:
        say(f"wrote  {path}")
    if not written:
        say(f"{folder}: nothing is missing; nothing was changed.")
        return
    say("Next   set the sources and their dialect in wherefrom.toml, then: wherefrom freeze --release NAME")

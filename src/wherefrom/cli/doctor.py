"""``wherefrom doctor``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.terminal import say, say_json, visible

EXAMPLE = "wherefrom doctor"

_NOT_HELD = 1


def command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check versions, parser, migrations, configuration and store: what is wrong, and how to fix it."""
    from wherefrom.app.doctor import doctor

    checks = doctor(Path.cwd())
    if as_json:
        say_json([asdict(check) for check in checks])
    else:
        for check in checks:
            say(
                f"{'ok' if check.ok else 'WRONG':<6} {check.name:<14} {visible(check.found)}",
                "" if check.ok else "red",
            )
            if check.fix:
                say(f"       {check.fix}")
    if not all(check.ok for check in checks):
        raise typer.Exit(_NOT_HELD)

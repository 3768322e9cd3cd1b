"""``wherefrom explain``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.terminal import say, say_json, table
from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from wherefrom.app.explain import Explanation

EXAMPLE = "wherefrom explain AMBIGUOUS_COLUMN_SOURCES"


def command(
    code: Annotated[
        str,
        typer.Argument(
            help="A diagnostic, a terminal reason, a rule, a class, a kind, a standing.", show_default=False
        ),
    ] = "",
    every: Annotated[bool, typer.Option("--list", help="List every code with its meaning.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what a code means, how far it reaches, and what would settle it."""
    from wherefrom.app.explain import codes, explain

    if not code and not every:
        raise UsageRefusal("Name a code, or ask for all of them: wherefrom explain --list.")
    found = codes() if every else explain(code)
    if as_json:
        say_json([asdict(each) for each in found])
    elif every:
        say("\n".join(table([(each.code, each.kind, each.meaning) for each in found], indent="")))
    else:
        for each in found:
            _page(each)


def _page(each: Explanation) -> None:
    severity = f", {each.severity}" if each.severity else ""
    say(f"{each.code}  {each.kind}{severity}", "bold")
    say(f"  {each.meaning}")
    if each.next_step:
        say(f"  Next step: {each.next_step}")

"""Options that the review commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.domain.about import About

if TYPE_CHECKING:
    from wherefrom.app.review.table import Filters


Release = Annotated[str, typer.Option(help="Release; the latest by default.", show_default=False)]
Target = Annotated[
    list[str] | None,
    typer.Option(
        help="Only what this target depends on. May be repeated; every written table by default.",
        show_default=False,
    ),
]
Table = Annotated[list[str] | None, typer.Option(help="Tables; * stands for anything.", show_default=False)]
Schema = Annotated[
    list[str] | None, typer.Option(help="Schemas of those tables; * stands for anything.", show_default=False)
]
File = Annotated[
    list[str] | None, typer.Option(help="Files of the writers; * stands for anything.", show_default=False)
]
Rule = Annotated[list[str] | None, typer.Option(help="Rules, such as EXACT.", show_default=False)]
State = Annotated[
    list[str] | None,
    typer.Option(help="States, such as PENDING; OPEN for all open ones.", show_default=False),
]
Subject = Annotated[
    About, typer.Option("--about", help="Writers, source systems of tables, or business names.")
]
Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="Rows by id: W, Y or B and ten hex digits.", show_default=False),
]
Reviewer = Annotated[
    str, typer.Option(help="Who decides; WHEREFROM_REVIEWER by default.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the effect, record nothing.")]


def filters(
    table: list[str] | None,
    schema: list[str] | None,
    file: list[str] | None,
    rule: list[str] | None,
    state: list[str] | None,
) -> Filters:
    """Return the filters that options state."""
    from wherefrom.app.review.table import Filters

    stated = (table, schema, file, rule, state)
    return Filters(*(tuple(each or ()) for each in stated))

"""``wherefrom review defer``."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.review.options import (
    AsJson,
    DryRun,
    File,
    Ids,
    Release,
    Reviewer,
    Rule,
    Schema,
    State,
    Subject,
    Table,
    Target,
    filters,
)
from wherefrom.domain.about import About

EXAMPLE = 'wherefrom review defer W0123456789 --reviewer a.lindqvist --note "Asked the owner."'


def command(
    ids: Ids = None,
    about: Subject = About.WRITERS,
    reason: Annotated[str, typer.Option(help="Why.", show_default=False)] = "",
    reviewer: Reviewer = "",
    note: Annotated[str, typer.Option(help="A note for readers.", show_default=False)] = "",
    ticket: Annotated[str, typer.Option(help="A ticket.", show_default=False)] = "",
    responsible: Annotated[str, typer.Option(help="Who answers for the writer.", show_default=False)] = "",
    effective_from: Annotated[str, typer.Option(help="First day or UTC moment.", show_default=False)] = "",
    effective_to: Annotated[str, typer.Option(help="Last day or UTC moment.", show_default=False)] = "",
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    state: State = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Put off the decision on writers: traces stop there, and the point stays open.

    Name rows, or choose them by filters: then the open ones among them are meant, unless --state
    says otherwise. Each is recorded singly.
    """
    from wherefrom.cli.review.deciding import Asked, run
    from wherefrom.domain.decision import Decision
    from wherefrom.review import Words

    words = Words(reason, responsible, ticket, effective_from, effective_to, note)
    meant = filters(table, schema, file, rule, state)
    run(
        Asked(tuple(ids or ()), meant, tuple(target or ()), release, reviewer, about),
        Decision.DEFERRED,
        words,
        dry_run=dry_run,
        as_json=as_json,
    )

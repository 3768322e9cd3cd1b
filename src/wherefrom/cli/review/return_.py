"""``wherefrom review return``."""

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
    Subject,
    Table,
    Target,
    filters,
)
from wherefrom.domain.about import About

EXAMPLE = "wherefrom review return W0123456789 --reviewer b.okafor --reason TEXT"


def command(
    ids: Ids = None,
    about: Subject = About.WRITERS,
    reason: Annotated[str, typer.Option(help="Why.", show_default=False)] = "",
    reviewer: Reviewer = "",
    release: Release = "",
    target: Target = None,
    table: Table = None,
    schema: Schema = None,
    file: File = None,
    rule: Rule = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Send back what was proposed, with a reason: what stood before stays.

    Name rows, or choose them by filters: then those that wait for a second person are meant.
    """
    from wherefrom.cli.review.deciding import Asked, run_answer
    from wherefrom.domain.decision import Approval

    meant = filters(table, schema, file, rule, None)
    asked = Asked(tuple(ids or ()), meant, tuple(target or ()), release, reviewer, about)
    run_answer(asked, Approval.RETURNED, reason, dry_run=dry_run, as_json=as_json)

"""``wherefrom review log``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.review.options import AsJson
from wherefrom.cli.terminal import say, say_json, table

EXAMPLE = "wherefrom review log W0123456789"


def command(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="[ID]", help="Only what was decided on this row, or on this table.", show_default=False
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show the decision log, the newest record last. Every link of its chain is checked first."""
    from wherefrom.app.workspace import DECISIONS, project_workspace
    from wherefrom.cli.review.words import log_line, record_line, record_object
    from wherefrom.domain.claim import names_of
    from wherefrom.review import read_log

    log = read_log(project_workspace(Path.cwd()).governance / DECISIONS)
    records = [
        record
        for record in log.records
        if subject in ("", record.decision_id, *names_of(record.subject_type, record.subject))
    ]
    if as_json:
        found = [record_object(record) for record in records]
        say_json({"schema_version": "1", "head": log.head, "count": log.count, "records": found})
        return
    if records:
        head = ("decision", "decided at", "by", "on", "says", "why")
        say("\n".join(table([head, *(record_line(record) for record in records)])))
        say()
    say(f"Decision log   {log_line(log)}, chain unbroken")

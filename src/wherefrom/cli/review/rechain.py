"""``wherefrom review rechain``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wherefrom.cli.terminal import complain, say
from wherefrom.cli.words import counted

EXAMPLE = 'wherefrom review rechain --by a.lindqvist --reason "Merge of the reviews of both teams."'


def command(
    by: Annotated[str, typer.Option(help="Who puts the branches in order.")],
    reason: Annotated[str, typer.Option(help="Why.")],
) -> None:
    """Put the branches of a merged decision log one after the other. No record of either is lost.

    The branch that comes first in the file stays as it is. The records of the other keep every word, who
    decided and when. A record of its own says who did this, why, and which hashes the moved ones had.
    """
    from wherefrom.app.review.rechain import rechain
    from wherefrom.app.workspace import project_workspace
    from wherefrom.cli.review.words import log_line

    done, notes = rechain(project_workspace(Path.cwd()), by, reason)
    after = f"record {done.fork}" if done.fork else "the beginning"
    say(f"Both branches follow {after}. {counted(len(done.moved), 'record')} moved:")
    for record in done.moved:
        say(
            f"  {record.seq}  {record.decision_id}  {record.subject}  {record.decision.value} by {record.actor}"
        )
    say(f"log       {log_line(done.log)}")
    for note in notes:
        complain(note)

"""Put the branches of a merged decision log in order."""

from __future__ import annotations

from wherefrom.app.moment import freeze_moment
from wherefrom.app.review.decide import mirror
from wherefrom.app.workspace import DECISIONS, Workspace
from wherefrom.review import Rechained
from wherefrom.review import rechain as rechain_log


def rechain(workspace: Workspace, by: str, reason: str) -> tuple[Rechained, tuple[str, ...]]:
    """Put the branches of a workspace's log one after the other, and let the store follow.

    Returns:
        What was moved, and what the person should know.

    Raises:
        InputRefusal: this is more than a merge of two branches.
        UsageRefusal: nobody is named, no reason is given, or the log has one branch only.
    """
    done = rechain_log(workspace.governance / DECISIONS, by, reason, freeze_moment())
    return done, mirror(workspace, done.log)

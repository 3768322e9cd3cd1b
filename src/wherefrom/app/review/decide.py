"""Record what a person decided: on one row, on several, or on a proposal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from wherefrom.app.analyze import Analysis
from wherefrom.app.moment import freeze_moment
from wherefrom.app.review.claims import require_decidable
from wherefrom.app.workspace import DECISIONS, Workspace
from wherefrom.domain.claim import told_subject
from wherefrom.domain.decision import ActorSource, Approval, Decision, DecisionRecord
from wherefrom.domain.errors import Refusal, UsageRefusal
from wherefrom.review import (
    Appended,
    Deciding,
    DecisionLog,
    Entry,
    FourEyes,
    Reviewed,
    Words,
    answer_entry,
    append,
    decision_entry,
    stands_already,
)
from wherefrom.review.claims import ClaimRow
from wherefrom.store import open_store

REVIEWER = "WHEREFROM_REVIEWER"
"""Environment variable that names who decides, where no option does."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was recorded.

    Attributes:
        added: New records, in log order.
        unchanged: Ids of rows that said so already, for which nothing was recorded.
        log: The log afterwards.
        notes: What the person should know; one sentence each.
    """

    added: tuple[DecisionRecord, ...]
    unchanged: tuple[str, ...]
    log: DecisionLog
    notes: tuple[str, ...]


def reviewer(stated: str) -> str:
    """Return who decides: the option, or the environment.

    Raises:
        UsageRefusal: neither names anybody.
    """
    name = stated.strip() or os.environ.get(REVIEWER, "").strip()
    if not name:
        raise UsageRefusal(f"State who decides: --reviewer NAME, or {REVIEWER} in the environment.")
    return name


def deciding(analysis: Analysis, actor: str, source: ActorSource = ActorSource.LOCAL) -> Deciding:
    """Return who decides on a release, under the project's policy."""
    policy = cast("FourEyes", analysis.project.four_eyes)
    return Deciding(actor, source, analysis.snapshot.snapshot_id, policy)


def decide(
    workspace: Workspace,
    analysis: Analysis,
    rows: Sequence[Reviewed],
    decision: Decision,
    words: Words,
    actor: str,
) -> Decided:
    """Record one decision on some rows, each as a record of its own, all of them or none.

    Args:
        workspace: Where the log is.
        analysis: The release that the person looks at.
        rows: Writer candidates, or claims.
        decision: What is decided on each.
        words: What the person says; the same for each.
        actor: The person.

    Raises:
        UsageRefusal: a rejection, or what lifts one, has no reason, or a row says nothing to decide on.
        Conflict: somebody decided on one of them meanwhile.
        InputRefusal: the log is broken, or cannot be written.
    """
    who = deciding(analysis, actor)
    require_decidable([row for row in rows if isinstance(row, ClaimRow)], decision)
    same = tuple(row.review_id for row in rows if stands_already(row, decision, words))
    entries = [decision_entry(row, decision, words, who) for row in rows if row.review_id not in same]
    return record(workspace, analysis.log, entries, same)


def answer(
    workspace: Workspace,
    analysis: Analysis,
    rows: Sequence[Reviewed],
    said: Approval,
    reason: str,
    actor: str,
) -> Decided:
    """Record a second person's answer to some proposals, all of them or none.

    Args:
        workspace: Where the log is.
        analysis: The release that the person looks at.
        rows: Those whose newest decision is a proposal.
        said: APPROVED or RETURNED.
        reason: Why.
        actor: The second person.

    Raises:
        UsageRefusal: nothing is proposed, the proposal is the person's own, or a return has no reason.
        Conflict: somebody decided on one of them meanwhile.
    """
    who = deciding(analysis, actor)
    known = {each.decision_id: each for each in analysis.log.records}
    entries = [answer_entry(row, known.get(row.newest), said, reason, who) for row in rows]
    return record(workspace, analysis.log, entries, ())


def record(
    workspace: Workspace, before: DecisionLog, entries: Sequence[Entry], unchanged: tuple[str, ...]
) -> Decided:
    """Append entries to the workspace's log, and let the store follow.

    Raises:
        Conflict: somebody decided on one of the subjects meanwhile.
        UsageRefusal: an entry cannot stand.
        InputRefusal: the log is broken, or cannot be written.
    """
    if not entries:
        return Decided((), unchanged, before, ())
    done = append(workspace.governance / DECISIONS, entries, freeze_moment())
    repeated = tuple(told_subject(each.subject_type, each.subject) for each in done.repeated)
    return Decided(done.added, unchanged + repeated, done.log, tuple(_notes(workspace, done)))


def _notes(workspace: Workspace, done: Appended) -> Iterable[str]:
    if done.clock_back:
        yield "The clock is behind the newest decision before; order is by number, so nothing else follows."
    yield from mirror(workspace, done.log)


def mirror(workspace: Workspace, log: DecisionLog) -> tuple[str, ...]:
    """Let the store follow the log, where there is one. The log is the record: that the store cannot is a note."""
    if not workspace.has_store:
        return ()
    try:
        with open_store(workspace.store) as store:
            store.mirror_decisions(log.raw)
    except Refusal as refusal:
        return (f"The decision is recorded. The store follows with the next analyze: {refusal}",)
    return ()

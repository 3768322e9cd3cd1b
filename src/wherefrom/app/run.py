"""The main job in one step, without any set-up: freeze, analyse, publish a draft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherefrom.app.analyze import Analysis, analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.gate import open_bindings
from wherefrom.app.progress import Progress
from wherefrom.app.publish import MARKDOWN, publish_release
from wherefrom.app.remembered import remember
from wherefrom.app.workspace import DECISIONS, Workspace
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.engine import Budget
from wherefrom.publish import APPROVED, DRAFT, Manifest
from wherefrom.review import read_log


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did.

    Attributes:
        analysis: The release, linked.
        answers: One per target.
        manifest: What was published.
        folder: Where.
        state: ``APPROVED`` where there was a review and no decision is open in the targets' closures.
    """

    analysis: Analysis
    answers: tuple[TargetAnswer, ...]
    manifest: Manifest
    folder: Path
    state: str


def run(
    workspace: Workspace,
    targets: tuple[str, ...],
    release: str = "",
    budget: Budget | None = None,
    progress: Callable[[str], Progress] | None = None,
    forms: Sequence[str] = (MARKDOWN,),
) -> Run:
    """Freeze, analyse and publish.

    Snapshot, store and deliverables stay under the workspace's home: ``snapshots/<release>``,
    ``.wherefrom/evidence.db`` and ``deliverables/<release>``. What was asked is kept there too, so that
    ``review``, ``publish`` and the other commands work in that folder.

    Args:
        workspace: Where everything is.
        targets: Tables or fields, by any unique suffix.
        release: Name of the release; empty for one that its own content names.
        budget: How extraction is spread.
        progress: Gives the listener of a stage by its name.
        forms: How pages are published: ``markdown``, ``html``.

    Raises:
        Refusal: whatever a stage refuses. Nothing of a later stage is written then.
    """
    read_log(workspace.governance / DECISIONS)  # a broken log is refused before anything is written
    listen = progress or (lambda _: lambda _done, _total: None)
    snapshot = freeze(workspace, release, listen("freeze"))
    analysis, answers = analyze(workspace, snapshot, targets, budget, listen("extract"))
    reviewed = analysis.log.count > 0 and not open_bindings(answers, analysis.graph.rulings)
    state = APPROVED if reviewed else DRAFT
    if workspace.asked:
        remember(workspace.home, workspace.asked)
    folder = workspace.deliverables_dir(snapshot.release)
    return Run(analysis, answers, publish_release(analysis, answers, folder, state, forms), folder, state)

"""What confirm, reject, defer, approve and return have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wherefrom.app.analyze import Analysis, open_analysis
from wherefrom.app.review.decide import Decided, answer, decide, reviewer
from wherefrom.app.review.rows import AnyRow, rows_about, rows_by_id
from wherefrom.app.review.table import OPEN, Filters
from wherefrom.app.workspace import open_release, project_workspace
from wherefrom.cli.review.words import decided_object, head_of, noun_of, row_cells, row_object, show_decided
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted
from wherefrom.domain.about import About
from wherefrom.domain.decision import Approval, Decision, Flag
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review import Words


@dataclass(frozen=True, slots=True)
class Asked:
    """Which rows are meant, and who decides.

    Attributes:
        ids: Rows by id.
        filters: Rows by what they are; only where no id is given.
        targets: Only what these depend on.
        release: The release; empty for the latest.
        reviewer: Who decides; empty for the environment's.
        about: What rows chosen by filters are about; ids say it themselves.
    """

    ids: tuple[str, ...]
    filters: Filters
    targets: tuple[str, ...]
    release: str
    reviewer: str
    about: About


def run(asked: Asked, decision: Decision, words: Words, *, dry_run: bool, as_json: bool) -> None:
    """Record a decision on every row that is meant."""
    actor = reviewer(asked.reviewer)
    analysis = _open(asked)
    rows = _meant(analysis, asked, asked.filters.states or (OPEN,))
    if dry_run:
        _show_rows(rows, decision.value, as_json=as_json)
        return
    workspace = project_workspace(Path.cwd())
    _show_done(decide(workspace, analysis, rows, decision, words, actor), as_json=as_json)


def run_answer(asked: Asked, said: Approval, reason: str, *, dry_run: bool, as_json: bool) -> None:
    """Record a second person's answer to every proposal that is meant."""
    actor = reviewer(asked.reviewer)
    analysis = _open(asked)
    rows = _meant(analysis, asked, asked.filters.states)
    if not asked.ids:
        rows = _some([row for row in rows if Flag.PROPOSED.value in row.ruling.flags])
    if dry_run:
        _show_rows(rows, said.value, as_json=as_json)
        return
    workspace = project_workspace(Path.cwd())
    _show_done(answer(workspace, analysis, rows, said, reason, actor), as_json=as_json)


def _open(asked: Asked) -> Analysis:
    workspace = project_workspace(Path.cwd())
    return open_analysis(workspace, open_release(workspace, asked.release))


def _meant(analysis: Analysis, asked: Asked, states: tuple[str, ...]) -> Sequence[AnyRow]:
    """Return the rows that are named, or else chosen among some states; targets are traced only where they narrow the choice."""
    if asked.ids:
        if asked.filters.are_set or asked.targets:
            raise UsageRefusal("Name rows, or choose them by filters; both at once leave open what is meant.")
        return rows_by_id(analysis, asked.ids)
    if not asked.filters.are_set and not asked.targets:
        raise UsageRefusal(
            "State which rows are meant: ids, or filters such as --table, --schema, --rule, --state, --target."
        )
    chosen = replace(asked.filters, states=states)
    return _some(rows_about(analysis, asked.about, chosen, asked.targets or None))


def _some(rows: Sequence[AnyRow]) -> Sequence[AnyRow]:
    if not rows:
        raise UsageRefusal("No row is meant by these filters. wherefrom review list shows all of them.")
    return rows


def _show_rows(rows: Sequence[AnyRow], decision: str, *, as_json: bool) -> None:
    if as_json:
        say_json({"dry_run": True, "decision": decision, "rows": [row_object(row) for row in rows]})
        return
    for head in dict.fromkeys(head_of(row) for row in rows):
        alike = [row_cells(row)[:-1] for row in rows if head_of(row) == head]
        say("\n".join(table([head[:-1], *alike])))
    say(f"\n{counted(len(rows), noun_of(rows[0]))} would be {decision}. Nothing was recorded.")


def _show_done(done: Decided, *, as_json: bool) -> None:
    if as_json:
        say_json(decided_object(done))
    else:
        show_decided(done)

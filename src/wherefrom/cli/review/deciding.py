"""What confirm, reject, defer, approve and return have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from wherefrom.app.review.decide import Decided, answer, decide, reviewer
from wherefrom.app.review.table import OPEN, Filters, ReviewTable, open_table, row_of, select
from wherefrom.app.workspace import project_workspace
from wherefrom.cli.review.words import HEAD, decided_object, row_cells, row_object, show_decided
from wherefrom.cli.terminal import say, say_json, table
from wherefrom.cli.words import counted
from wherefrom.domain.decision import Approval, Decision, Flag
from wherefrom.domain.errors import UsageRefusal
from wherefrom.review import ReviewRow, Words


@dataclass(frozen=True, slots=True)
class Asked:
    """Which candidates are meant, and who decides.

    Attributes:
        ids: Candidates by id.
        filters: Candidates by what they are; only where no id is given.
        targets: Only what these depend on.
        release: The release; empty for the latest.
        reviewer: Who decides; empty for the environment's.
    """

    ids: tuple[str, ...]
    filters: Filters
    targets: tuple[str, ...]
    release: str
    reviewer: str


def run(asked: Asked, decision: Decision, words: Words, *, dry_run: bool, as_json: bool) -> None:
    """Record a decision on every candidate that is meant."""
    actor = reviewer(asked.reviewer)
    found = _open(asked)
    rows = _meant(found, asked)
    if dry_run:
        _show_rows(rows, decision.value, as_json=as_json)
        return
    workspace = project_workspace(Path.cwd())
    _show_done(decide(workspace, found.analysis, rows, decision, words, actor), as_json=as_json)


def run_answer(asked: Asked, said: Approval, reason: str, *, dry_run: bool, as_json: bool) -> None:
    """Record a second person's answer to every proposal that is meant."""
    actor = reviewer(asked.reviewer)
    found = _open(asked)
    if asked.ids:
        rows = tuple(row_of(found, each) for each in dict.fromkeys(asked.ids))
    else:
        _require_some(asked)
        waiting = [row for row in found.rows if Flag.PROPOSED.value in row.ruling.flags]
        rows = _some(select(waiting, asked.filters))
    if dry_run:
        _show_rows(rows, said.value, as_json=as_json)
        return
    workspace = project_workspace(Path.cwd())
    _show_done(answer(workspace, found.analysis, rows, said, reason, actor), as_json=as_json)


def _open(asked: Asked) -> ReviewTable:
    """Return the review table; targets are traced only where they narrow it."""
    return open_table(project_workspace(Path.cwd()), asked.release, asked.targets or None)


def _meant(found: ReviewTable, asked: Asked) -> tuple[ReviewRow, ...]:
    if asked.ids:
        if asked.filters.are_set or asked.targets:
            raise UsageRefusal(
                "Name candidates, or choose them by filters; both at once leave open what is meant."
            )
        return tuple(row_of(found, each) for each in dict.fromkeys(asked.ids))
    _require_some(asked)
    states = asked.filters.states or (OPEN,)
    return _some(select(found.rows, replace(asked.filters, states=states)))


def _require_some(asked: Asked) -> None:
    if not asked.filters.are_set and not asked.targets:
        raise UsageRefusal(
            "State which candidates are meant: ids, or filters such as --table, --schema, --rule, --state, --target."
        )


def _some(rows: tuple[ReviewRow, ...]) -> tuple[ReviewRow, ...]:
    if not rows:
        raise UsageRefusal("No candidate is meant by these filters. wherefrom review list shows all of them.")
    return rows


def _show_rows(rows: tuple[ReviewRow, ...], decision: str, *, as_json: bool) -> None:
    if as_json:
        say_json({"dry_run": True, "decision": decision, "rows": [row_object(row) for row in rows]})
        return
    say("\n".join(table([HEAD[:-1], *(row_cells(row)[:-1] for row in rows)])))
    say(f"\n{counted(len(rows), 'candidate')} would be {decision}. Nothing was recorded.")


def _show_done(done: Decided, *, as_json: bool) -> None:
    if as_json:
        say_json(decided_object(done))
    else:
        show_decided(done)

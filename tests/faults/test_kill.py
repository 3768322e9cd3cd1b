"""A command is killed: at its operations on files, in the middle of its writes, at any moment (hardening 5.6).

Afterwards what it makes is there as a whole or not at all, what it acknowledged is kept, nothing else is
damaged, and the same command goes through with no help and leaves nothing behind.
"""

from __future__ import annotations

import random

from tests.faults.acts import MOMENT, Stage, killed_badly
from tests.faults.conftest import LONG
from tests.faults.program import Action, Fault, Program
from tests.faults.rounds import killed_at_operations, killed_at_random

HITS = 3
"""At how many operations of a command, in the short run."""


def test_killed_at_its_operations(served: Program, stage: Stage) -> None:
    tally = killed_at_operations(stage, served, 1 if LONG else len(stage.steps) // HITS)
    assert tally.bad == []
    assert tally.count.total() >= HITS


def test_killed_at_the_operation_that_puts_it_in_place(served: Program, stage: Stage) -> None:
    """Before it there is the old state, after it the new one."""
    renames = [at for at, step in enumerate(stage.steps, 1) if step.startswith("rename")]
    states = set()
    for at in (*renames[-1:], *(each + 1 for each in renames[-1:])):
        ended = served.run(stage.act.words, stage.again(), Fault(Action.KILL, at), MOMENT)
        assert ended.killed
        states.add(stage.act.state(stage.home) == stage.before)
        assert killed_badly(stage, ended, served) == ""
    assert states == ({True, False} if renames else set())
    assert bool(renames) != stage.act.name.startswith("analyze")  # SQLite does without


def test_killed_at_any_moment(served: Program, stage: Stage) -> None:
    tally = killed_at_random(stage, served, 100 if LONG else 1, random.Random(7))
    assert tally.bad == []

"""An operation on a file fails, any of them in any way (hardening 5.6).

The command is done all the same, or it ends with one paragraph that names a path; nothing is half done, what was
published before verifies, and the next run goes through.
"""

from __future__ import annotations

import errno

from tests.faults.acts import Stage, failed_badly, put_wrong
from tests.faults.conftest import LONG
from tests.faults.program import Action, Fault, Program
from tests.faults.rounds import failed_at_operations

HITS = 2
"""At how many operations of a command, in the short run."""


def test_an_operation_fails(served: Program, stage: Stage) -> None:
    tally = failed_at_operations(stage, served, 1 if LONG else len(stage.steps) // HITS - 1)
    assert tally.bad == []
    assert tally.count.total() >= 3 * HITS


def test_a_step_fails_after_the_new_state_is_in_its_place(served: Program, stage: Stage) -> None:
    """Whatever is said then is true: nothing is called undone that stands."""
    renames = [at for at, step in enumerate(stage.steps, 1) if step.startswith("rename")]
    last = renames[-1] if renames else len(stage.steps) - 5
    for at in range(last + 1, min(last + 6, len(stage.steps)) + 1):
        assert put_wrong(stage, Fault(Action.FAIL, at, errno.EIO), served, failed_badly) == ""

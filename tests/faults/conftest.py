"""The program on a disk that fails where it is told, and the commands that are done on it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.acts import ACTS, Stage, staged
from tests.faults.program import HERE, MISSING, Program, program

SHORT = tuple(each for each in ACTS if each.name not in ("analyze again", "review confirm"))
"""Of two acts that go the same way, the longer one."""

LONG = bool(os.environ.get("WHEREFROM_LONG_TESTS"))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    if not HERE:
        pytest.skip(MISSING)
    with program(tmp_path_factory.mktemp("program")) as made:
        yield made


@pytest.fixture(scope="module", params=ACTS if LONG else SHORT, ids=lambda act: act.name)
def stage(served: Program, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    desk: Path = tmp_path_factory.mktemp("stage")
    return staged(served, request.param, desk)

"""A short run of chance, and every seed that once failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.__main__ import SEEDS
from tests.fuzz.rounds import play

KEPT = tuple(int(line.split()[0]) for line in SEEDS.read_text("utf-8").splitlines() if line.strip())


@pytest.mark.parametrize("seed", [*range(8), *KEPT])
def test_nothing_bad_breaks_the_way(seed: int, tmp_path: Path) -> None:
    assert play(seed, tmp_path)["rounds"] == 1

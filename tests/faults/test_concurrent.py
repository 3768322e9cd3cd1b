"""Several runs on one project at once: each is done, or is told who holds it; nothing is mixed (hardening 5.6)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import SOURCE, wherefrom
from tests.faults.acts import stored, tree, wrong_items
from tests.faults.conftest import LONG
from tests.faults.reviewers import together
from tests.journeys.desk import at, release, start

COUNTS = (2, 4, 8) if LONG else (3,)
HELD = re.compile(r"^wherefrom: .*another run is writing this store: (process \d+, since|a process that)")


def all_at_once(commands: list[tuple[str, ...]], home: Path) -> list[tuple[int, str]]:
    """Start commands together; return exit code and complaint of each."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "wherefrom", *words],
            cwd=home, env={"PYTHONPATH": str(SOURCE), **at(0)}, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for words in commands
    ]  # fmt: skip
    return [(each.wait(200), each.stderr.read() if each.stderr else "") for each in started]


def done_or_held(ended: list[tuple[int, str]]) -> None:
    assert 0 in {code for code, _ in ended}
    for code, said in ended:
        assert (code, said) == (0, "") or (code == 3 and HELD.match(said)), said


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = start(tmp_path / "shop")
    release(root, "R1", 0)
    return root


@pytest.mark.parametrize("count", COUNTS)
def test_analyses_of_one_project(shop: Path, count: int) -> None:
    expected = stored(shop, "dm.sales")
    for each in (shop / ".wherefrom").iterdir():
        each.unlink()
    done_or_held(all_at_once([("analyze", "--release", "R1", "--target", "dm.sales")] * count, shop))
    assert stored(shop, "dm.sales") == expected
    assert wrong_items(shop) == []


@pytest.mark.parametrize("count", COUNTS)
def test_runs_into_one_folder(shop: Path, tmp_path: Path, count: int) -> None:
    words = ("run", "sql", "--dialect", "spark", "--target", "dm.sales", "--release", "R1", "--out")
    done = wherefrom(*words, tmp_path / "alone", cwd=shop, env=at(0))
    assert done.code == 0, done.err
    together = tmp_path / "together"
    done_or_held(all_at_once([(*words, str(together))] * count, shop))
    for part in ("snapshots", "deliverables"):
        assert tree(together / part) == tree(tmp_path / "alone" / part)
        assert [each.name for each in (together / part).iterdir()] == ["R1"]
    assert wrong_items(together) == []


def test_no_decision_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    people, each = (10, 100) if LONG else (4, 8)
    acknowledged, _, bad = together(tmp_path / "decisions.jsonl", people, each)
    assert bad == []
    assert acknowledged == people * each

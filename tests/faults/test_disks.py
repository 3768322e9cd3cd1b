"""Small, full and read-only disks; a home and a folder for temporary files that are not there (hardening 5.6)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import SOURCE, wherefrom
from tests.faults.acts import Stage
from tests.faults.conftest import LONG
from tests.faults.disks import KIB, MIB, MISSING, mountable
from tests.faults.program import Program
from tests.faults.rounds import full_disks
from tests.journeys.desk import release, start

SIZES = (1, 2, 4, 8, 16) if LONG else (1,)
ROOMS = (0, 8, 32, 96, 200, 400) if LONG else (0, 96)
SPARES = (0, 1, 2, 5, 10, 20) if LONG else (2,)

needs_root = pytest.mark.skipif(not mountable(), reason=MISSING)

READ_ONLY = (
    'mount -o remount,bind,ro / && mount --bind . . && mount -o remount,bind,ro . && cd . && exec "$@"'
)


@needs_root
def test_a_disk_without_room(served: Program, stage: Stage, tmp_path: Path) -> None:
    sizes, rooms = (each * MIB for each in SIZES), (each * KIB for each in ROOMS)
    tally = full_disks(stage, served, tmp_path, sizes, rooms, SPARES)
    assert tally.bad == []


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = start(tmp_path_factory.mktemp("read") / "shop")
    release(root, "R1", 0)
    assert wherefrom("publish", "--release", "R1", "--draft", cwd=root).code == 0
    return root


def sealed(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command where nothing at all can be written, and there is no home."""
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", sys.executable, "-m", "wherefrom", *words],
        cwd=cwd, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(SOURCE), "PATH": os.environ["PATH"], "HOME": "/nowhere", "TMPDIR": str(cwd)},
    )  # fmt: skip


@needs_root
@pytest.mark.parametrize(
    "words", ["verify .", "search dm.sales", "trace dm.sales --tree", "review list", "doctor"]
)
def test_what_only_reads_works_where_nothing_can_be_written(shop: Path, words: str) -> None:
    done = sealed(*words.split(), cwd=shop)
    assert (done.returncode, done.stderr) == (0, "")


@needs_root
def test_work_that_needs_a_temporary_folder_names_the_want_of_one(shop: Path) -> None:
    done = sealed("trace", "dm.sales", "--sql", "sql", "--dialect", "spark", cwd=shop)
    assert done.returncode == 3
    assert "no temporary folder can be made" in done.stderr
    assert done.stderr.count("\n") == 1
    done = sealed("verify", ".", "--rerun", cwd=shop)
    assert done.returncode == 4
    assert "no temporary folder can be made" in done.stdout


@needs_root
@pytest.mark.parametrize("words", ["init other", "run sql --dialect spark --target dm.sales --out out"])
def test_what_would_be_new_is_refused(shop: Path, words: str) -> None:
    done = sealed(*words.split(), cwd=shop)
    assert done.returncode in (2, 3)
    assert "cannot be written (Read-only file system)" in done.stderr
    assert done.stderr.count("\n") == 1


def test_verify_leaves_no_trace(shop: Path) -> None:
    left = (".wherefrom/evidence.db-wal", ".wherefrom/evidence.db-shm")
    for each in left:  # of the commands before, which only read
        (shop / each).unlink(missing_ok=True)
    before = {each: each.stat().st_mtime_ns for each in shop.rglob("*")}
    done = wherefrom("verify", ".", cwd=shop)
    assert done.code == 0, done.out
    assert {each: each.stat().st_mtime_ns for each in shop.rglob("*")} == before

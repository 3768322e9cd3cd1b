"""File systems of their own: small, full, without room for names, read-only. They take root and Linux."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.faults.acts import MOMENT, Stage, goes_on, judged, told_badly
from tests.faults.program import Ended, Program

KIB = 1024
MIB = 1024 * KIB
MISSING = "a file system has to be mounted, which takes Linux and root"
"""Why tests with them are skipped where they are."""

ARTIFACTS = ("snapshots", "deliverables", "governance")


@cache
def mountable() -> bool:
    """Return whether file systems can be mounted here."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path]:
    """Give an empty disk of a size in bytes, mounted at a new folder."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def remount(place: Path, options: str) -> None:
    """Change a mounted disk."""
    subprocess.run(["mount", "-o", f"remount,{options}", place], check=True)


def leave(disk: Path, room: int) -> None:
    """Fill a disk up, until so many bytes are free."""
    now = os.statvfs(disk)
    (disk / "filler").write_bytes(bytes(max(0, now.f_bavail * now.f_frsize - room)))


def done_on_full_disk(stage: Stage, program: Program, disk: Path, room: int) -> str:
    """Do an act on a disk with little room, then with enough; return what is wrong, empty if nothing is."""
    here = replace(stage, home=disk / "home")
    here.again()
    leave(disk, room)
    ended = program.run(here.act.words, here.home, env=MOMENT)
    (disk / "filler").unlink()
    remount(disk, f"size={64 * MIB}")
    return _judged(here, ended, program)


def done_without_names(stage: Stage, program: Program, disk: Path, spare: int) -> str:
    """Do an act on a disk that holds a few more files and folders only; return what is wrong."""
    here = replace(stage, home=disk / "home")
    here.again()
    now = os.statvfs(disk)
    remount(disk, f"nr_inodes={now.f_files - now.f_ffree + spare}")
    ended = program.run(here.act.words, here.home, env=MOMENT)
    remount(disk, "nr_inodes=100000")
    return _judged(here, ended, program)


def done_read_only(stage: Stage, program: Program, disk: Path) -> str:
    """Do an act on a read-only disk; return what is wrong."""
    here = replace(stage, home=disk / "home")
    here.again()
    remount(disk, "ro")
    ended = program.run(here.act.words, here.home, env=MOMENT)
    remount(disk, "rw")
    return "it says that it is done" if ended.code == 0 else _judged(here, ended, program)


def _judged(here: Stage, ended: Ended, program: Program) -> str:
    """Return what is wrong, now that the disk is well again: a store is not read while no file can be made."""

    def judge(stage: Stage, ended: Ended, program: Program) -> str:
        return _empty_artifact(stage) or told_badly(stage, ended) or goes_on(stage, program)

    return judged(here, ended, program, judge)


def _empty_artifact(stage: Stage) -> str:
    for folder in ARTIFACTS:
        for each in sorted((stage.home / folder).rglob("*")):
            beside = stage.base / each.relative_to(stage.home)
            if (
                each.is_file()
                and each.stat().st_size == 0
                and not each.name.startswith(".")
                and not beside.exists()
            ):
                return f"an empty file has its name: {each.relative_to(stage.home)}"
    return ""

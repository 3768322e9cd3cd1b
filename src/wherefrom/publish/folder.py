"""A folder that is there as a whole or not at all: written beside its place, then swapped in."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from wherefrom.domain.errors import UsageRefusal

_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux's renameat2: both names swap in one step."""

_AT_FDCWD = -100


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written.

    Attributes:
        path: Relative, POSIX.
        size: Bytes.
        sha256: Hex digest of its bytes.
    """

    path: str
    size: int
    sha256: str


Put = Callable[[str, Iterable[bytes]], Written]
"""Writes a file by its relative POSIX path, one portion after the other."""


def replace_folder(out: Path, fill: Callable[[Put], Made], is_ours: Callable[[Path], bool]) -> Made:
    """Write a folder, replacing an earlier one of ours, and return what filling it gave.

    Whatever happens on the way, ``out`` is the earlier folder or the new one, whole. Runs that write
    beside each other take turns, so what one of them is still filling is no leftover to the next.

    Args:
        out: The folder.
        fill: Is given what writes a file, and writes all of them.
        is_ours: Says of a folder that is not empty whether it may be replaced.

    Raises:
        UsageRefusal: the place is taken by something else, or cannot be written.
    """
    place = out.resolve()
    fresh = place.with_name(f".{place.name}.{secrets.token_hex(6)}.tmp")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with _turn(place.parent):
            _refuse_foreign(out, place, is_ours)
            _sweep(place)
            made = _fill(fresh, fill)
            _swap(fresh, place)
            return made
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise UsageRefusal(
            f"{out}: the deliverables cannot be written there: {error.strerror or error}. Nothing half "
            "written stands in that place."
        ) from error
    except BaseException:  # what is written is made on the way
        shutil.rmtree(fresh, ignore_errors=True)
        raise


@contextmanager
def _turn(parent: Path) -> Iterator[None]:
    """Wait for the runs that write in this folder; the lock dies with the run that holds it."""
    handle = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):  # a disk without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _refuse_foreign(out: Path, place: Path, is_ours: Callable[[Path], bool]) -> None:
    if not os.path.lexists(place):
        return
    if not place.is_dir():
        raise UsageRefusal(f"{out} is a file. Name a folder for the deliverables.")
    if any(place.iterdir()) and not is_ours(place):
        raise UsageRefusal(
            f"{out} holds files that are no deliverables of this program, or were added to them. "
            "They would be lost: name another folder, or move them away."
        )


def _sweep(place: Path) -> None:
    """Remove what runs that were killed left beside the folder."""
    for stale in sorted(place.parent.glob(f".{_plain(place.name)}.????????????.tmp")):
        shutil.rmtree(stale, ignore_errors=True)


def _plain(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _fill(folder: Path, fill: Callable[[Put], Made]) -> Made:
    folder.mkdir()
    folders = {folder}

    def put(path: str, portions: Iterable[bytes]) -> Written:
        file = folder.joinpath(*path.split("/"))
        file.parent.mkdir(parents=True, exist_ok=True)
        folders.update(parent for parent in file.parents if parent.is_relative_to(folder))
        digest, size = hashlib.sha256(), 0
        with file.open("xb") as stream:
            for some in portions:
                digest.update(some)
                size += stream.write(some)
            stream.flush()
            os.fsync(stream.fileno())
        return Written(path, size, digest.hexdigest())

    made = fill(put)
    for each in sorted(folders, reverse=True):
        _sync(each)
    return made


def _swap(fresh: Path, place: Path) -> None:
    if not place.exists():
        fresh.rename(place)
    elif _exchange(fresh, place):
        shutil.rmtree(fresh, ignore_errors=True)
    else:
        _step_aside(fresh, place)
    _sync(place.parent)


def _step_aside(fresh: Path, place: Path) -> None:
    """Swap in two steps, where the system has no single one; the earlier folder comes back on failure."""
    aside = fresh.with_suffix(".old")
    place.rename(aside)
    try:
        fresh.rename(place)
    except OSError:
        aside.rename(place)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Swap two names in one step; False where the system cannot."""
    if sys.platform != "linux":
        return False
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), ctypes.c_uint(_EXCHANGE))
    return bool(done == 0)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

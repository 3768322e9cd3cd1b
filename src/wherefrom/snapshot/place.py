"""Put a folder in its place whole or not at all.

Everything is written to a hidden sibling, brought to the disk, and renamed once. A run that dies
leaves its sibling behind and releases its lock with it; the next run sweeps such leftovers.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from wherefrom.domain.errors import UsageRefusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MARK = ".freezing-"
_OCCUPIED = frozenset({errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.EISDIR})


@contextmanager
def staging(release_dir: Path) -> Iterator[Path]:
    """Give a new empty folder beside ``release_dir``; it is gone afterwards, unless it was placed.

    Raises:
        UsageRefusal: the folder cannot be made, or something in it cannot be written.
    """
    parent = release_dir.parent
    try:
        with _parents(parent):
            sweep(parent)
            folder, descriptor = _new(parent, release_dir.name)
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
                with suppress(OSError):  # a release that was placed stands
                    os.close(descriptor)
    except OSError as error:
        raise _unwritable(release_dir, error) from error


def place(folder: Path, release_dir: Path) -> bool:
    """Bring a staged folder to the disk and give it its name, in one step.

    Returns:
        False where something already has the name; nothing is changed then.

    Raises:
        OSError: the disk refuses. Nothing has the name then.
        UsageRefusal: the disk refuses after the name was given, and the name cannot be taken away again.
    """
    _to_disk(folder)
    try:
        os.rename(folder, release_dir)  # onto an empty folder too, never onto a filled one
    except OSError as error:
        if error.errno in _OCCUPIED:
            return False
        raise
    try:
        _sync(release_dir.parent)
    except OSError as error:
        try:
            os.rename(release_dir, folder)
        except OSError:
            raise _unconfirmed(release_dir, error) from error
        raise
    return True


def sweep(parent: Path) -> None:
    """Remove what dead runs left behind. A living run holds the lock on its folder."""
    for leftover in sorted(parent.glob(f".*{_MARK}*")):
        with suppress(OSError):
            descriptor = os.open(leftover, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                _lock(descriptor)
                shutil.rmtree(leftover, ignore_errors=True)
            finally:
                os.close(descriptor)


def _unconfirmed(path: Path, error: OSError) -> UsageRefusal:
    """Return the refusal for a release that stands, whole, on a disk that does not say that it is kept."""
    return UsageRefusal(
        f"{path}: the release is there and whole, but the disk did not confirm it ({error.strerror or error}). "
        "See to the disk; then wherefrom verify says whether it is still whole."
    )


def _unwritable(path: Path, error: OSError) -> UsageRefusal:
    """Return the refusal for a place that cannot be written."""
    return UsageRefusal(
        f"{path}: cannot be written ({error.strerror or error}). Nothing was frozen. "
        "Name a folder on a disk with room, where this user may write."
    )


@contextmanager
def _parents(parent: Path) -> Iterator[None]:
    """Make missing folders, and take away again those that stay empty."""
    missing = [each for each in (parent, *parent.parents) if not each.exists()]
    try:
        parent.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for each in missing:
            with suppress(OSError):  # holds the release now, or someone else's files
                each.rmdir()


def _new(parent: Path, name: str) -> tuple[Path, int]:
    while True:
        folder = parent / f".{name[:100]}{_MARK}{secrets.token_hex(8)}"
        folder.mkdir()
        with suppress(FileNotFoundError):  # another run swept it before it was locked
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                _lock(descriptor)
            except BlockingIOError:
                os.close(descriptor)
                continue
            except OSError:  # a disk without locks: nothing is swept there either
                return folder, descriptor
            return folder, descriptor


def _lock(descriptor: int) -> None:
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _to_disk(folder: Path) -> None:
    for here, _, names in os.walk(folder, topdown=False):
        for name in names:
            _sync(os.path.join(here, name))
        _sync(here)


def _sync(path: str | os.PathLike[str]) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

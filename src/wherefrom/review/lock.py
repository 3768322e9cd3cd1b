"""One writer per decision log: an advisory lock on a file beside it, given back when its holder dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wherefrom.domain.errors import Busy

WAIT_SECONDS = 30.0
"""Writers of a log are quick, and there may be many: one that takes longer is named."""

_PAUSE_SECONDS = 0.01


@contextmanager
def writing(log: Path) -> Iterator[None]:
    """Hold a log for writing until the block ends. The lock file goes with it.

    Raises:
        Busy: another process holds it.
        OSError: the lock file cannot be written.
    """
    path = log.with_name(f".{log.name}.lock")
    handle = _take(path)
    try:
        yield
    finally:
        with suppress(
            OSError
        ):  # what was recorded stands; a lock file that stays is taken by the next writer
            path.unlink(missing_ok=True)
        with suppress(OSError):
            os.close(handle)


def _take(path: Path) -> int:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if _locked(handle) and _is_still(handle, path):
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
            return handle
        holder = os.pread(handle, 20, 0).decode("ascii", "replace")
        os.close(handle)
        if time.monotonic() >= end:
            named = f"process {holder}" if holder.isdigit() else "another process"
            raise Busy(f"{path}: {named} is writing the decision log. Try again when it has ended.")
        time.sleep(_PAUSE_SECONDS)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(handle: int, path: Path) -> bool:
    """Return whether the file that was locked is the one others will find: its last holder may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False

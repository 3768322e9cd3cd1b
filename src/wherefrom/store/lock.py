"""One writer per store: an advisory lock that the kernel gives back when its holder dies."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from wherefrom.domain.errors import Busy

WAIT_SECONDS = 2.0
"""A writer that is about to end is waited for; any other is named."""

_PAUSE_SECONDS = 0.05


@contextmanager
def writing(store: Path) -> Iterator[None]:
    """Hold the store of this path for writing until the block ends.

    The lock file stays behind: removing it would let two processes lock two files of one name.

    Raises:
        Busy: another process holds it.
        OSError: the lock file cannot be written.
    """
    path = store.with_name(store.name + ".lock")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        _take(handle, store)
        holder = {"pid": os.getpid(), "since": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(holder).encode(), 0)
        yield
    finally:
        os.close(handle)


def _take(handle: int, store: Path) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise Busy(
                    f"{store}: another run is writing this store: {_holder(handle)}. "
                    "Wait until it has ended, or give this run a store of its own."
                ) from None
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def _holder(handle: int) -> str:
    try:
        found = json.loads(os.pread(handle, 200, 0))
        return f"process {int(found['pid'])}, since {found['since']}"
    except (ValueError, KeyError, TypeError):
        return "a process that has only just started"

"""One writer per store: an advisory lock that the kernel gives back when its holder dies."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from wherefrom.domain.errors import Busy
from wherefrom.store.schema import APPLICATION_ID

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
        with suppress(OSError):  # what was stored stands, and the lock is gone with the handle in any case
            os.close(handle)


def hold_server(connection: sa.Connection, place: str) -> None:
    """Hold a store on a PostgreSQL server for writing for as long as the connection lives.

    Raises:
        Busy: another connection holds it.
    """
    if connection.dialect.name != "postgresql":
        return
    take = f"SELECT pg_try_advisory_lock({APPLICATION_ID})"
    if _patiently(lambda: bool(connection.exec_driver_sql(take).scalar())):
        return
    holders = connection.exec_driver_sql(
        "SELECT a.pid, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"  # noqa: S608
        " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
        f" WHERE l.locktype = 'advisory' AND l.objid = {APPLICATION_ID} AND l.granted"
    )
    named = ", ".join(f"server process {pid}, since {since}" for pid, since in holders)
    raise Busy(_busy(place, named or "it has just ended"))


def _take(handle: int, store: Path) -> None:
    if not _patiently(lambda: _locked(handle)):
        raise Busy(_busy(str(store), _holder(handle)))


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _patiently(take: Callable[[], bool]) -> bool:
    """Try until it succeeds or ``WAIT_SECONDS`` are over; return whether it did."""
    end = time.monotonic() + WAIT_SECONDS
    while not take():
        if time.monotonic() >= end:
            return False
        time.sleep(_PAUSE_SECONDS)
    return True


def _busy(place: str, holder: str) -> str:
    return (
        f"{place}: another run is writing this store: {holder}. "
        "Wait until it has ended, or give this run a store of its own."
    )


def _holder(handle: int) -> str:
    try:
        found = json.loads(os.pread(handle, 200, 0))
        return f"process {int(found['pid'])}, since {found['since']}"
    except (ValueError, KeyError, TypeError):
        return "a process that has only just started"

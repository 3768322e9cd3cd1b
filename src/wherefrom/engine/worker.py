"""A worker process: chunks of jobs come in, encoded Units go out."""

from __future__ import annotations

import gc
import os
import resource
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection

from wherefrom.domain.deep import run_deep
from wherefrom.engine.broken import NO_MEMORY
from wherefrom.engine.job import Codec, Extract, Job
from wherefrom.engine.local import attempt

READY = "ready"
Reply = list[tuple[bytes, bool]]


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told at its start.

    Attributes:
        extract: The function; None for the one of ``wherefrom.extract``.
        codec: How Units travel.
        memory: Bytes it may ask for beyond what it has; 0 for no limit.
    """

    extract: Extract | None
    codec: Codec
    memory: int


def serve(connection: Connection, orders: Orders) -> None:
    """Answer chunks until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    _close_all_but(connection.fileno())
    extract = orders.extract or default_extract()
    gc.freeze()  # without a collection: that would touch, and so copy, every page of the parent
    run_deep(partial(_serve, connection, extract), orders)


def default_extract() -> Extract:
    """Return the extractor. Imported where it is used: it brings the parser with it."""
    from wherefrom.extract import extract

    return extract


def _serve(connection: Connection, extract: Extract, orders: Orders) -> None:
    _limit_memory(orders.memory)  # here, where the deep stack is there already
    # When the parent is gone there is nobody left to answer.
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(READY)
        while True:
            connection.send([_encoded(extract, orders.codec, job) for job in _received(connection)])


def _received(connection: Connection) -> Sequence[Job]:
    try:
        jobs: Sequence[Job] = connection.recv()
    except MemoryError:
        os._exit(NO_MEMORY)
    return jobs


def _encoded(extract: Extract, codec: Codec, job: Job) -> tuple[bytes, bool]:
    try:
        unit, whole = attempt(extract, job)
        return codec.encode(unit), whole
    except MemoryError:
        # What earlier files left behind may be the reason: the file gets a worker of its own.
        os._exit(NO_MEMORY)


def _close_all_but(kept: int) -> None:
    """Close every file that was inherited: locks, databases and the pipes of others are the parent's."""
    os.closerange(3, kept)
    os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))


def _limit_memory(extra: int) -> None:
    """Bound the address space, where the system can."""
    if not extra:
        return
    with suppress(OSError, ValueError):
        limit = _address_space() + extra
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()

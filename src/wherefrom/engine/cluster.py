"""A Dask cluster by address, for estates beyond one machine: chunks go out, encoded Units come back.

The cluster decides which worker does what, and does the chunk of a worker that dies again elsewhere. A chunk that
ends its workers again and again, or that one of them does not come back from, is tried file by file, and the file
that does so alone is the one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from wherefrom.domain.deep import run_deep
from wherefrom.engine.broken import died, out_of_memory, timed_out
from wherefrom.engine.job import Budget, Codec, Extract, Job, Result, WorkersUnavailable
from wherefrom.engine.local import attempt
from wherefrom.engine.worker import Orders, default_extract

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 4
"""Chunks per thread of the cluster that are under way at once: memory stays flat here."""

_CONNECT_SECONDS = 20
_STOP_SECONDS = 10
"""So long a nanny has to end its worker. One that is not back by then leaves its work to the others."""
_LOOK_SECONDS = 5.0
_SILENCE = 10
"""A chunk that is waited for may stay in the queue for so many times the seconds that it may take."""

Reply = tuple[str, list[tuple[bytes, bool]]]


def extract_on_cluster(chunks: Sequence[Sequence[Job]], orders: Orders, budget: Budget) -> Iterator[Result]:
    """Yield the results of all chunks, in their order.

    Raises:
        WorkersUnavailable: the cluster cannot be reached, has no workers, gives no answer in time, or runs
            another version of this program.
    """
    with _connected(budget.scheduler) as client:
        work = partial(answer, orders.extract, orders.codec)
        threads = sum(client.nthreads().values())
        waiting: deque[tuple[Sequence[Job], Future]] = deque()
        rest = iter(chunks)
        while True:
            while len(waiting) < _AHEAD * threads and (chunk := next(rest, None)) is not None:
                waiting.append((chunk, client.submit(work, chunk, pure=False)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield from _results(client, work, chunk, future, budget)


def answer(extract: Extract | None, codec: Codec, jobs: Sequence[Job]) -> Reply:
    """Extract a chunk on a worker of the cluster; say with which version."""
    return _version(extract), run_deep(partial(_encoded, extract or default_extract(), codec), jobs)


def _encoded(extract: Extract, codec: Codec, jobs: Sequence[Job]) -> list[tuple[bytes, bool]]:
    found = []
    for job in jobs:
        try:
            unit, whole = attempt(extract, job)
        except MemoryError:
            unit, whole = out_of_memory(job), False
        found.append((codec.encode(unit), whole))
    return found


def _version(extract: Extract | None) -> str:
    """Return what two machines must have in common: the extractor's version; nothing for a stand-in."""
    if extract is not None:
        return ""
    from wherefrom.extract import EXTRACTOR_VERSION

    return EXTRACTOR_VERSION


def _results(
    client: Client, work: partial[Reply], chunk: Sequence[Job], future: Future, budget: Budget
) -> Iterator[Result]:
    from distributed import KilledWorker

    try:
        said, replies = _awaited(client, future, budget)
    except (KilledWorker, _Overdue) as trouble:
        if len(chunk) == 1:
            late = isinstance(trouble, _Overdue)
            alone = timed_out(chunk[0], budget) if late else died(chunk[0], 1)
            yield Result(chunk[0].key, alone, b"", whole=False)
            return
        for job in chunk:
            yield from _results(client, work, (job,), client.submit(work, (job,), pure=False), budget)
        return
    extract, codec = work.args
    if said != _version(extract):
        raise WorkersUnavailable(
            f"A worker of the cluster {budget.scheduler} has extractor {said}, this machine has "
            f"{_version(extract)}. Install the same version of wherefrom on both."
        )
    for job, (blob, whole) in zip(chunk, replies, strict=True):
        yield Result(job.key, codec.decode(blob), blob, whole)


class _Overdue(Exception):  # noqa: N818 - an outcome, and nobody's error
    """A worker did not come back from a chunk, and was started again."""


def _awaited(client: Client, future: Future, budget: Budget) -> Reply:
    try:
        return _waited(client, future, budget)
    except (ImportError, AttributeError) as trouble:
        raise WorkersUnavailable(
            f"A worker of the cluster {budget.scheduler} cannot run wherefrom: {trouble}. "
            "Install the same version there."
        ) from trouble


def _waited(client: Client, future: Future, budget: Budget) -> Reply:
    """Wait for a chunk, as long as a worker may be at it, and as long as none is."""
    silent = time.monotonic()
    while True:
        try:
            reply: Reply = future.result(timeout=min(_LOOK_SECONDS, budget.seconds))
        except TimeoutError as trouble:
            worker, seconds = _busy_with(client, future)
            if seconds > budget.seconds and _restarted(client, future, worker):
                raise _Overdue from trouble
            silent = time.monotonic() if worker else silent
            if seconds > budget.seconds or time.monotonic() > silent + _SILENCE * budget.seconds:
                raise _unanswered(budget, worker) from trouble
        else:
            return reply


def _busy_with(client: Client, future: Future) -> tuple[str, float]:
    """Return the worker that is at a chunk, empty for none, and the seconds for which it is, by its last word."""
    key = future.key

    def found(dask_scheduler: Any) -> tuple[str, float]:  # sent by value: a scheduler needs no wherefrom
        workers = dask_scheduler.workers.values()
        told = [
            (each.address, seconds)
            for each in workers
            for task, seconds in each.executing.items()
            if task.key == key
        ]
        return told[0] if told else ("", 0.0)

    answer: tuple[str, float] = client.run_on_scheduler(found)
    return answer


def _restarted(client: Client, future: Future, worker: str) -> bool:
    """Start the worker again that native code keeps in a chunk; return whether it let go and some worker is there."""
    future.cancel(force=True)
    try:
        client.restart_workers([worker], timeout=_STOP_SECONDS, raise_for_error=False)
        client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
    except (ValueError, TimeoutError):  # there is no nanny to do it, or no worker left
        return False

    def known(dask_scheduler: Any) -> bool:
        return worker in dask_scheduler.workers

    return not client.run_on_scheduler(known)


def _unanswered(budget: Budget, worker: str) -> WorkersUnavailable:
    if worker:
        return WorkersUnavailable(
            f"The worker {worker} of the cluster {budget.scheduler} gave no answer within {budget.seconds:g} seconds: a "
            "file hangs it, and only a nanny can start it again. Run without the cluster to see which file that is."
        )
    return WorkersUnavailable(
        f"No worker of the cluster {budget.scheduler} took a chunk within {_SILENCE * budget.seconds:g} seconds. "
        "Look at its dashboard: it may be busy with something else."
    )


def _connected(scheduler: str) -> Any:
    """Return a client that is connected to a cluster with at least one worker.

    Raises:
        WorkersUnavailable: there is none.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as trouble:
        raise WorkersUnavailable("A cluster needs wherefrom[dask]: install it.") from trouble
    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as trouble:
        said = " ".join(str(trouble).split())
        raise WorkersUnavailable(f"The cluster {scheduler} cannot be reached: {said}") from trouble
    try:
        client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
    except TimeoutError as trouble:
        client.close()
        raise WorkersUnavailable(
            f"The cluster {scheduler} has no workers. Start some: dask worker {scheduler}"
        ) from trouble
    return client

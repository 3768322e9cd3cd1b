"""A Dask cluster by address, for estates beyond one machine: chunks go out, encoded Units come back.

The cluster decides which worker does what, and does the chunk of a worker that dies again elsewhere. A chunk that
ends its workers again and again is tried file by file, and the file that ends them alone is the one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from wherefrom.domain.deep import run_deep
from wherefrom.engine.broken import died, out_of_memory
from wherefrom.engine.job import Budget, Codec, Extract, Job, Result, WorkersUnavailable
from wherefrom.engine.local import attempt
from wherefrom.engine.worker import Orders, default_extract

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD = 4
"""Chunks per thread of the cluster that are under way at once: memory stays flat here."""

_CONNECT_SECONDS = 20
_SILENCE = 10
"""A chunk that is waited for may take so many times the seconds of its budget, the queue before it included."""

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
        said, replies = _awaited(future, budget)
    except KilledWorker:
        if len(chunk) == 1:
            yield Result(chunk[0].key, died(chunk[0], 1), b"", whole=False)
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


def _awaited(future: Future, budget: Budget) -> Reply:
    seconds = _SILENCE * budget.seconds
    try:
        reply: Reply = future.result(timeout=seconds)
    except TimeoutError as trouble:
        raise WorkersUnavailable(
            f"The cluster {budget.scheduler} gave no answer within {seconds:g} seconds. Look at its dashboard: it may "
            "be busy, or a file may hang its worker. Run without it to see which file that is."
        ) from trouble
    except (ImportError, AttributeError) as trouble:
        raise WorkersUnavailable(
            f"A worker of the cluster {budget.scheduler} cannot run wherefrom: {trouble}. "
            "Install the same version there."
        ) from trouble
    return reply


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

"""The one interface: jobs in, results in the same order out, whoever does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wherefrom.engine.cluster import extract_on_cluster
from wherefrom.engine.job import Budget, Codec, Extract, Job, Result
from wherefrom.engine.local import extract_here
from wherefrom.engine.pool import extract_in_workers
from wherefrom.engine.worker import Orders, default_extract

Progress = Callable[[int, int], None]


def extract_all(
    jobs: Sequence[Job],
    budget: Budget,
    progress: Progress | None = None,
    codec: Codec | None = None,
    extract: Extract | None = None,
) -> Iterator[Result]:
    """Yield the result of every job, in the order of the jobs. The same values whoever does the work.

    Args:
        jobs: Texts to extract.
        budget: How many processes, and what one may use.
        progress: Called with (done, all) after each file.
        codec: How Units travel between processes; pickled if none is given.
        extract: The extractor; that of ``wherefrom.extract`` if none is given.

    Raises:
        WorkersUnavailable: no worker can be started, or the cluster cannot be used.
    """
    chunks = _chunks(jobs, budget)
    if _small(jobs, budget):
        results = extract_here(chunks, extract or default_extract())
    else:
        orders = Orders(extract, codec or Codec(), budget.memory)
        spread = extract_on_cluster if budget.scheduler else extract_in_workers
        results = spread(chunks, orders, budget)
    for done, result in enumerate(results, start=1):
        if progress is not None:
            progress(done, len(jobs))
        yield result


def _small(jobs: Sequence[Job], budget: Budget) -> bool:
    """Whether starting workers would cost more than it saves."""
    if budget.scheduler:
        return not jobs
    if budget.jobs == 1:
        return True
    return len(jobs) <= budget.small and sum(len(job.text) for job in jobs) <= budget.small_chars


def _chunks(jobs: Sequence[Job], budget: Budget) -> list[tuple[Job, ...]]:
    """Cut the jobs into chunks, bounded by number and by text."""
    chunks: list[tuple[Job, ...]] = []
    here: list[Job] = []
    chars = 0
    for job in jobs:
        if here and (len(here) == budget.chunk or chars + len(job.text) > budget.chunk_chars):
            chunks.append(tuple(here))
            here, chars = [], 0
        here.append(job)
        chars += len(job.text)
    if here:
        chunks.append(tuple(here))
    return chunks

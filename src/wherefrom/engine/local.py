"""In this process: on a thread whose stack can hold what SQL nests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wherefrom.domain.deep import run_deep
from wherefrom.domain.unit import Unit
from wherefrom.engine.broken import failed, out_of_memory
from wherefrom.engine.job import Extract, Job, Result


def extract_here(chunks: Sequence[Sequence[Job]], extract: Extract) -> Iterator[Result]:
    """Yield the results of all chunks; a thread per chunk, so that progress shows and memory is given back."""
    for chunk in chunks:
        yield from run_deep(partial(_extract_some, extract), chunk)


def attempt(extract: Extract, job: Job) -> tuple[Unit, bool]:
    """Return a job's Unit and whether extraction came to its end. One file's fault costs one file.

    Raises:
        MemoryError: there was not enough memory.
    """
    try:
        return extract(job.text, job.dialect, job.settings), True
    except MemoryError:
        raise
    except Exception as trouble:  # whatever it is: the other files go on
        return failed(job, type(trouble).__name__), False


def _extract_some(extract: Extract, jobs: Sequence[Job]) -> list[Result]:
    return [_result(extract, job) for job in jobs]


def _result(extract: Extract, job: Job) -> Result:
    try:
        unit, whole = attempt(extract, job)
    except MemoryError:
        unit, whole = out_of_memory(job), False
    return Result(job.key, unit, b"", whole)

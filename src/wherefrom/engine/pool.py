"""Worker processes: who has which chunk, and what happens when one does not come back.

A worker answers a chunk as a whole. One that dies, or gives no answer in time, costs its chunk: the
files of the chunk are tried again one by one, and the file that ends its worker alone is the one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import wait

from wherefrom.domain.unit import Unit
from wherefrom.engine.broken import died, timed_out
from wherefrom.engine.job import Budget, Job, Result
from wherefrom.engine.worker import Orders, Reply
from wherefrom.engine.workers import Task, Worker, prepared, start_method

_HANDOVERS = 1
"""So often a task is handed over again before it is to blame."""

_AHEAD = 8
"""Chunks per worker that may be done before the one that is waited for: memory stays flat."""


def extract_in_workers(chunks: Sequence[Sequence[Job]], orders: Orders, budget: Budget) -> Iterator[Result]:
    """Yield the results of all chunks, in their order.

    Raises:
        WorkersUnavailable: no worker can be started.
    """
    pool = _Pool(chunks, orders, budget)
    try:
        yield from pool.run()
    finally:
        pool.stop()


class _Pool:
    """The state of one run: workers, tasks to hand out, results that wait for their turn."""

    def __init__(self, chunks: Sequence[Sequence[Job]], orders: Orders, budget: Budget) -> None:
        self._chunks = chunks
        self._orders = orders
        self._budget = budget
        self._method = start_method()
        self._workers: list[Worker] = []
        self._again: deque[Task] = deque()
        self._begun = 0
        self._due = 0
        self._results: dict[int, dict[int, Result]] = {}

    def run(self) -> Iterator[Result]:
        prepared(self._orders)
        for _ in range(min(self._budget.jobs, len(self._chunks))):
            self._workers.append(self._started())
        for worker in self._workers:
            worker.wait_until_ready()
        while self._due < len(self._chunks):
            self._hand_out()
            self._listen()
            yield from self._finished()

    def stop(self) -> None:
        for worker in self._workers:
            worker.kill()

    def _started(self) -> Worker:
        return Worker(self._orders, self._method)

    def _replace(self, worker: Worker) -> None:
        fresh = self._started()
        self._workers[self._workers.index(worker)] = fresh
        fresh.wait_until_ready()

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            if worker.task is None and (task := self._next()) is not None:
                try:
                    worker.give(task, self._budget.seconds)
                except OSError:
                    self._not_taken(worker, task)

    def _not_taken(self, worker: Worker, task: Task) -> None:
        """Deal with a task that a worker did not live to take: it ended while idle, or the task is too much for it."""
        exit_code = worker.end()
        if task.given < _HANDOVERS:
            self._again.appendleft(replace(task, given=task.given + 1))
            self._replace(worker)
        else:
            self._lost(worker, task, died(task.jobs[0], exit_code))

    def _next(self) -> Task | None:
        if self._again:
            return self._again.popleft()
        ahead = _AHEAD * len(self._workers)
        if self._begun == len(self._chunks) or self._begun >= self._due + ahead:
            return None
        at = self._begun
        self._begun += 1
        self._results[at] = {}
        return Task(at, 0, tuple(self._chunks[at]))

    def _listen(self) -> None:
        """Wait for the next answer, death or deadline, and act on it."""
        busy = [worker for worker in self._workers if worker.task is not None]
        if not busy:
            return
        patience = min(worker.deadline for worker in busy) - time.monotonic()
        ready = set(wait([worker.connection for worker in busy], max(patience, 0.0)))
        now = time.monotonic()
        for worker in busy:
            if worker.connection in ready:
                self._heard(worker)
            elif worker.deadline <= now:
                self._overdue(worker)

    def _heard(self, worker: Worker) -> None:
        task = worker.task
        if task is None:
            return
        try:
            self._keep(task, worker.answer())
        except (EOFError, OSError):
            exit_code = worker.end()
            self._lost(worker, task, died(task.jobs[0], exit_code))

    def _overdue(self, worker: Worker) -> None:
        task = worker.task
        if task is None:
            return
        worker.kill()
        self._lost(worker, task, timed_out(task.jobs[0], self._budget))

    def _lost(self, worker: Worker, task: Task, alone: Unit) -> None:
        """Deal with the task of a worker that is gone; ``alone`` is its Unit if it was one file."""
        if len(task.jobs) == 1:
            self._results[task.chunk][task.first] = Result(task.jobs[0].key, alone, b"", whole=False)
        else:
            single = (Task(task.chunk, task.first + at, (job,)) for at, job in enumerate(task.jobs))
            self._again.extend(single)
        self._replace(worker)

    def _keep(self, task: Task, reply: Reply) -> None:
        decode = self._orders.codec.decode
        for at, (job, (blob, whole)) in enumerate(zip(task.jobs, reply, strict=True), start=task.first):
            self._results[task.chunk][at] = Result(job.key, decode(blob), blob, whole)

    def _finished(self) -> Iterator[Result]:
        """Yield the chunks that are due and done."""
        while len(self._results.get(self._due, ())) == len(self._chunks[self._due]):
            done = self._results.pop(self._due)
            self._due += 1
            yield from (done[at] for at in sorted(done))
            if self._due == len(self._chunks):
                return

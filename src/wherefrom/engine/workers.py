"""Starting, asking and ending one worker process."""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from wherefrom.engine.job import Job, WorkersUnavailable
from wherefrom.engine.worker import READY, Orders, Reply, default_extract, serve

START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Task:
    """Jobs that a worker has.

    Attributes:
        chunk: Position of the chunk they come from.
        first: Position of the first of them in that chunk.
        jobs: The jobs, in order.
        given: How often it was handed over to a worker that ended before it had it all.
    """

    chunk: int
    first: int
    jobs: tuple[Job, ...]
    given: int = 0


def start_method() -> str:
    """Return how processes are started: forked where that is safe, which saves every import."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


class Worker:
    """A worker process, seen from its parent.

    Attributes:
        connection: Where its answers arrive.
        task: What it works on; None while it is idle.
        deadline: When it has taken too long, in ``time.monotonic`` seconds.
    """

    def __init__(self, orders: Orders, method: str) -> None:
        context = multiprocessing.get_context(method)
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.task: Task | None = None
        self.deadline = time.monotonic() + START_SECONDS
        self._process: BaseProcess = context.Process(target=serve, args=(theirs, orders), daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait for the worker's first word.

        Raises:
            WorkersUnavailable: it ended or stayed silent instead.
        """
        said = None
        try:
            if self.connection.poll(START_SECONDS):
                said = self.connection.recv()
        except (EOFError, OSError):
            pass
        if said != READY:
            raise WorkersUnavailable(
                f"A worker process did not start (exit code {self.end()}). Run with one job instead."
            )

    def give(self, task: Task, seconds: float) -> None:
        """Hand over a task.

        Raises:
            OSError: the worker is gone.
        """
        self.task = task
        self.deadline = time.monotonic() + seconds
        self.connection.send(task.jobs)

    def answer(self) -> Reply:
        """Return the answer that has arrived; the worker is idle then.

        Raises:
            EOFError: it ended instead. OSError likewise.
        """
        reply: Reply = self.connection.recv()
        self.task = None
        return reply

    def end(self) -> int:
        """End the process, if it has not ended by itself, and return its exit code."""
        self.connection.close()
        self._process.join(0.2)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        return int(self._process.exitcode or 0)

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def prepared(orders: Orders) -> None:
    """Import what forked workers then have already."""
    if orders.extract is None:
        default_extract()

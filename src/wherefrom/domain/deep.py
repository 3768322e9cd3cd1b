"""Domain values nest as deep as the SQL they stand for: a thread whose stack can hold that."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")

STACK_BYTES = 512 * 1024 * 1024
"""Address space only: pages that are never touched cost nothing."""

RECURSION_LIMIT = 1_000_000


def run_deep(function: Callable[[Given], Answer], given: Given) -> Answer:
    """Call ``function(given)`` on a stack of ``STACK_BYTES`` and return what it returns.

    Raises:
        BaseException: whatever the function raised, unchanged.
    """
    answers: list[Answer] = []
    troubles: list[BaseException] = []

    def call() -> None:
        try:
            answers.append(function(given))
        except BaseException as trouble:  # handed to the caller's thread, not swallowed
            troubles.append(trouble)

    with _deep_recursion():
        _started(call).join()
    if troubles:
        raise troubles[0]
    return answers[0]


def run_as_deep_as_needed(function: Callable[[Given], Answer], given: Given) -> Answer:
    """Call ``function(given)`` here; on a deep stack where this one is too small. It has to be pure."""
    try:
        return function(given)
    except RecursionError:
        return run_deep(function, given)


_CHANGING = threading.Lock()
"""The stack size of new threads and the recursion limit belong to the process."""

_limits: list[int] = []
"""Per running call the limit that it found."""


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Raise the recursion limit until the last of the calls that need it has ended."""
    with _CHANGING:
        _limits.append(sys.getrecursionlimit())
        sys.setrecursionlimit(RECURSION_LIMIT)
    try:
        yield
    finally:
        with _CHANGING:
            found = _limits.pop()
            if not _limits:
                sys.setrecursionlimit(found)


def _started(call: Callable[[], None]) -> threading.Thread:
    # A daemon, so that an interrupt in the waiting thread ends the process.
    thread = threading.Thread(target=call, daemon=True)
    with _CHANGING:
        size = threading.stack_size(STACK_BYTES)
        try:
            thread.start()
        finally:
            threading.stack_size(size)
    return thread

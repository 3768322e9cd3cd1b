"""Domain values nest as deep as the SQL they stand for: a thread whose stack can hold that."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")

STACK_BYTES = 512 * 1024 * 1024
"""Address space only: pages that are never touched cost nothing."""

RECURSION_LIMIT = 1_000_000

_ONE_AT_A_TIME = threading.Lock()
"""The stack size of new threads and the recursion limit belong to the process."""


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

    with _ONE_AT_A_TIME:
        limit = sys.getrecursionlimit()
        size = threading.stack_size(STACK_BYTES)
        sys.setrecursionlimit(RECURSION_LIMIT)
        try:
            # A daemon, so that an interrupt in the waiting thread ends the process.
            thread = threading.Thread(target=call, daemon=True)
            thread.start()
            thread.join()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)
    if troubles:
        raise troubles[0]
    return answers[0]

"""A deep stack, for one call or several at once."""

from __future__ import annotations

import sys
import threading

import pytest

from wherefrom.domain.deep import RECURSION_LIMIT, run_deep


def depth(left: int) -> int:
    return 0 if left == 0 else 1 + depth(left - 1)


def test_a_deep_call_returns_and_leaves_the_process_as_it_was() -> None:
    before = (sys.getrecursionlimit(), threading.stack_size())
    assert run_deep(depth, 100_000) == 100_000
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_what_is_raised_comes_through() -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(ZeroDivisionError):
        run_deep(lambda given: 1 // given, 0)
    assert sys.getrecursionlimit() == before


def test_calls_may_be_nested_and_concurrent() -> None:
    before = sys.getrecursionlimit()
    assert run_deep(lambda given: run_deep(depth, given), 20_000) == 20_000
    inside, go_on = threading.Event(), threading.Event()
    seen: list[int] = []

    def slow(_: int) -> None:
        inside.set()
        go_on.wait()
        seen.append(sys.getrecursionlimit())

    other = threading.Thread(target=run_deep, args=(slow, 0))
    other.start()
    inside.wait()
    assert run_deep(depth, 20_000) == 20_000
    go_on.set()
    other.join()
    assert seen == [RECURSION_LIMIT]
    assert sys.getrecursionlimit() == before

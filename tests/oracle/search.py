"""Draw queries from a seed, judge them, and make the faulty ones small."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.oracle.data import Data
from tests.oracle.judge import Verdict, judge
from tests.property.sql import Choices, Statement, Style, schema
from tests.property.sql_queries import statement

NUMBERS = 500
PER_SCHEMA = 150
"""Queries over one schema and its data sets, before another one is drawn."""

LOOSE = Style(conditions=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with its verdict.

    Attributes:
        numbers: What it was drawn from.
        statement: The query.
        verdict: The verdict.
        data: What it was run on.
    """

    numbers: tuple[int, ...]
    statement: Statement
    verdict: Verdict
    data: Data


def draw(seed: int, count: int, every: int = 10) -> Iterator[Judged]:
    """Draw and judge queries; the same seed gives the same ones.

    Args:
        seed: The seed.
        count: How many.
        every: Of how many queries one is looked at on many data sets, to see that what is claimed
            moves; 0 for none.
    """
    for batch in range((count + PER_SCHEMA - 1) // PER_SCHEMA):
        rng = random.Random(f"{seed}/{batch}")
        data = Data(schema(Choices(_numbers(rng))), rng.randrange(1 << 30))
        for number in range(min(PER_SCHEMA, count - batch * PER_SCHEMA)):
            yield judged(_numbers(rng), data, look=every > 0 and number % every == 0)
        data.close()


def judged(numbers: tuple[int, ...], data: Data, *, look: bool) -> Judged:
    """Judge the query that some numbers give; ``look`` for what it claims, too."""
    made = statement(Choices(numbers), data.tables)
    loose = statement(Choices(numbers), data.tables, LOOSE) if look else None
    return Judged(numbers, made, judge(made, data, loose), data)


def _numbers(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(1 << 16) for _ in range(NUMBERS))


def smaller(
    found: Judged, faulty: Callable[[Verdict], bool], tries: int = 1500, *, look: bool = False
) -> Judged:
    """Return the smallest query with the same kind of fault that cutting and lowering its numbers finds."""
    best = found
    while tries > 0:
        for numbers in _candidates(best.numbers, best.data):
            tries -= 1
            made = statement(Choices(numbers), best.data.tables)
            if len(made.text) >= len(best.statement.text):
                continue
            trial = judged(numbers, best.data, look=look)
            if faulty(trial.verdict):
                best = trial
                break
            if tries <= 0:
                break
        else:
            break
    return best


def _candidates(numbers: tuple[int, ...], data: Data) -> Iterator[tuple[int, ...]]:
    """Yield shorter and lower lists: the numbers used with a stretch left out, or with zeros in it."""
    choices = Choices(numbers)
    statement(choices, data.tables)
    used = numbers[: choices.taken]
    size = max(1, len(used) // 2)
    while size:
        for at in range(0, len(used), size):
            yield used[:at] + used[at + size :]
            if any(used[at : at + size]):
                yield used[:at] + (0,) * len(used[at : at + size]) + used[at + size :]
        size //= 2

"""The readings of a statement in which a template decides between stretches of SQL (method 1.11).

Nothing in the file decides which branch is taken, so every branch is read, each in a statement of its own
from which the others are left out. Tokens are left out, never moved: every offset is that of the frozen file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from sqlglot.tokenizer_core import Token

from wherefrom.extract.template.deciding import Choice, agree

MOST = 16
"""Where a statement has more readings, its conditions are not crossed; with still more it is read once, as it stands."""
_MOST_TRIED = 4096
"""Ways in which conditions could decide that are held against each other."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A template's IF around stretches of SQL.

    Attributes:
        start: First character of its first tag. Unit: code points, 0-based.
        end: After its last tag.
        condition: Its conditions as written, with `` | `` between them; forks with the same conditions choose alike.
        branches: Slices of SQL, in text order, half-open.
        optional: It may leave all of them out.
        choice: The branch the template's own loop decides on: its ordinal, -2 for none of them; -1 where
            nothing decides.
    """

    start: int
    end: int
    condition: str
    branches: tuple[tuple[int, int], ...]
    optional: bool
    choice: int = -1


def inside(forks: Sequence[Fork], start: int, end: int) -> bool:
    """Whether a stretch lies in one branch of a fork: it may or may not stand there."""
    return any(one <= start and end <= two for fork in forks for one, two in fork.branches)


def within(forks: Sequence[Fork], start: int, end: int) -> list[Fork]:
    """Return the forks that lie in a stretch, in text order."""
    return [
        fork
        for fork in forks
        if any(start < two and one < end for one, two in fork.branches)
        and not any(one <= start and end <= two for one, two in fork.branches)
    ]


def readings(forks: Sequence[Fork], tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the different readings of a statement: one for each way in which its conditions can decide.

    Where these are too many, each branch of each condition stands in one of the readings.
    """
    for choices in (crossed(forks), _one_by_one(forks)):
        found: dict[tuple[int, ...], list[Token]] = {}
        for choice in choices:
            kept = [token for token in tokens if not _left_out(forks, choice, token.start)]
            if kept:
                found.setdefault(tuple(token.start for token in kept), kept)
        if choices and len(found) <= MOST:
            return list(found.values())
    return [list(tokens)]


def crossed(forks: Sequence[Fork]) -> list[Choice]:
    """Return every way in which the conditions of forks can decide together; nothing where these are too many."""
    open_ = _open(forks)
    if prod(open_.values()) > _MOST_TRIED:
        return []
    taken = product(*map(range, open_.values()))
    choices = (dict(zip(open_, each, strict=True)) for each in taken)
    found = [each for each in choices if agree(each)]
    return found if len(found) <= MOST else []


def _one_by_one(forks: Sequence[Fork]) -> list[Choice]:
    found: list[Choice] = [{}]
    for condition, count in _open(forks).items():
        found.extend({condition: branch} for branch in range(1, count))
    return found


def _open(forks: Sequence[Fork]) -> dict[str, int]:
    """Return the conditions that nothing decides, with the number of ways in which each can."""
    return {fork.condition: len(fork.branches) + fork.optional for fork in forks if fork.choice == -1}


def _left_out(forks: Sequence[Fork], choice: Choice, offset: int) -> bool:
    for fork in forks:
        taken = choice.get(fork.condition, 0) if fork.choice == -1 else fork.choice
        if any(at != taken and one <= offset < two for at, (one, two) in enumerate(fork.branches)):
            return True
    return False

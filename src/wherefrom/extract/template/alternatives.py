"""The readings of a statement in which a template decides between stretches of SQL (method 1.11).

Nothing in the file decides which branch is taken, so every branch is read, each in a statement of its own
from which the others are left out. Tokens are left out, never moved: every offset is that of the frozen file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot.tokenizer_core import Token

MOST = 16
"""A statement with more readings is read once, with all branches in it."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A template's IF around stretches of SQL.

    Attributes:
        start: First character of its first tag. Unit: code points, 0-based.
        end: After its last tag.
        condition: Its conditions as written; forks with the same conditions choose alike.
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


Choice = dict[str, int]
"""Per condition the branch that is taken; a number past the branches takes none."""


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
    """Return the different readings of a statement: each branch of each condition stands in one of them."""
    found: dict[tuple[int, ...], list[Token]] = {}
    for choice in _choices(forks):
        kept = [token for token in tokens if not _left_out(forks, choice, token.start)]
        if kept:
            found.setdefault(tuple(token.start for token in kept), kept)
    return list(found.values()) if len(found) <= MOST else [list(tokens)]


def _choices(forks: Sequence[Fork]) -> Iterator[Choice]:
    open_ = {fork.condition: len(fork.branches) + fork.optional for fork in forks if fork.choice == -1}
    yield {}
    for condition, count in open_.items():
        for branch in range(1, count):
            yield {condition: branch}


def _left_out(forks: Sequence[Fork], choice: Choice, offset: int) -> bool:
    for fork in forks:
        taken = choice.get(fork.condition, 0) if fork.choice == -1 else fork.choice
        if any(at != taken and one <= offset < two for at, (one, two) in enumerate(fork.branches)):
            return True
    return False

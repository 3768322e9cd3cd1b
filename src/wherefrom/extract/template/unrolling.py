"""The tokens of a statement with the loops of its template unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token

from wherefrom.extract.template.alternatives import Fork
from wherefrom.extract.template.loops import Loop, Round, spelled
from wherefrom.extract.template.placeholders import Masked


def around(loops: Sequence[Loop], start: int, end: int) -> list[Loop]:
    """Return the loops whose content holds a stretch, outermost first: it stands there once per round."""
    return [loop for loop in loops if loop.body[0] <= start and end <= loop.body[1]]


def within(loops: Sequence[Loop], start: int, end: int) -> list[Loop]:
    """Return the loops that lie in a stretch, in text order."""
    return [
        loop
        for loop in loops
        if start < loop.body[1] and loop.body[0] < end and not around([loop], start, end)
    ]


def decided(forks: Sequence[Fork], loops: Sequence[Loop]) -> list[Fork]:
    """Return the forks that the rounds of loops do not decide."""
    return [
        fork
        for fork in forks
        if Round(0, last=True).keeps(fork.condition) is None
        or not any(loop.body[0] <= fork.start and fork.end <= loop.body[1] for loop in loops)
    ]


class Unroller:
    """Repeats the content of loops in a run of tokens.

    Attributes:
        masked: The file's text, with its loops and forks.
        dialect: One of ours.
    """

    def __init__(self, masked: Masked, dialect: str) -> None:
        self.masked = masked
        self.dialect = dialect

    def rounds(self, tokens: Sequence[Token], loops: Sequence[Loop]) -> Iterator[list[Token]]:
        """Yield the tokens once per round of the loops that stand around them.

        Raises:
            TokenError: what an entry puts there is no SQL.
        """
        if not loops:
            inside = within(self.masked.loops, tokens[0].start, tokens[-1].end + 1)
            yield self._unrolled(tokens, inside)
            return
        for number in range(len(loops[0].rounds)):
            for each in self.rounds(tokens, loops[1:]):
                yield self._round(each, loops[0], number)

    def _unrolled(self, tokens: Sequence[Token], loops: Sequence[Loop]) -> list[Token]:
        """Return the tokens with some loops inside them unrolled."""
        if not loops:
            return list(tokens)
        loop, *others = loops
        nested = [each for each in others if loop.body[0] <= each.start and each.end <= loop.body[1]]
        behind = [each for each in others if each not in nested]
        before = [each for each in tokens if each.start < loop.body[0]]
        body = self._unrolled([t for t in tokens if loop.body[0] <= t.start < loop.body[1]], nested)
        after = [each for each in tokens if each.start >= loop.body[1]]
        repeated = [token for number in range(len(loop.rounds)) for token in self._round(body, loop, number)]
        return [*before, *repeated, *self._unrolled(after, behind)]

    def _round(self, tokens: Sequence[Token], loop: Loop, number: int) -> list[Token]:
        """Return the content of a loop as it stands in one round."""
        now = Round(number, last=number == len(loop.rounds) - 1)
        forks = [
            fork
            for fork in self.masked.forks
            if loop.body[0] <= fork.start
            and fork.end <= loop.body[1]
            and now.keeps(fork.condition) is not None
        ]
        found: list[Token] = []
        for token in tokens:
            if any(self._left_out(fork, now, token.start) for fork in forks):
                continue
            text = self.masked.replaced(token.text, loop.rounds[number])
            found.extend([token] if text == token.text else spelled(token, text, self.dialect))
        return found

    def _left_out(self, fork: Fork, now: Round, offset: int) -> bool:
        taken = 0 if now.keeps(fork.condition) else 1
        return any(at != taken and one <= offset < two for at, (one, two) in enumerate(fork.branches))

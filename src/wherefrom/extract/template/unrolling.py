"""The tokens of a statement with the loops of its template unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token

from wherefrom.extract.template.alternatives import Fork
from wherefrom.extract.template.loops import Loop, Round, spelled
from wherefrom.extract.template.placeholders import Masked


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

    def statements(self, tokens: Sequence[Token]) -> Iterator[list[Token]]:
        """Yield the statements that a run of tokens is: one per round of the loops that repeat whole statements.

        Raises:
            TokenError: what an entry puts there is no SQL.
        """
        start, end = tokens[0].start, tokens[-1].end + 1
        met = [each for each in self.masked.loops if start < each.body[1] and each.body[0] < end]
        apart = [each for each in met if each.body[0] <= start and end <= each.body[1] and self._ends(each)]
        yield from self._rounds(tokens, apart, [each for each in met if each not in apart])

    def _ends(self, loop: Loop) -> bool:
        """Whether each round of a loop ends a statement: otherwise all of them make one, with UNION ALL perhaps."""
        return self.dialect == "tsql" or ";" in self.masked.text[loop.body[0] : loop.body[1]]

    def _rounds(
        self, tokens: Sequence[Token], apart: Sequence[Loop], inside: Sequence[Loop]
    ) -> Iterator[list[Token]]:
        if not apart:
            yield self._unrolled(tokens, inside)
            return
        for number in range(len(apart[0].rounds)):
            for each in self._rounds(tokens, apart[1:], inside):
                yield self._round(each, apart[0], number)

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

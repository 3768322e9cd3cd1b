"""One pass over a statement's tokens: matching brackets, and the clauses of every SELECT."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import word_set

Range = tuple[int, int]
"""First and last token of a piece, both included, as indexes into the statement's tokens."""

# Members of an enumeration are slow to look up, and these are asked for at every token.
_SELECT, _FROM, _ON, _INTO = TokenType.SELECT, TokenType.FROM, TokenType.ON, TokenType.INTO
_EXCEPT, _COMMA, _JOIN = TokenType.EXCEPT, TokenType.COMMA, TokenType.JOIN
_BEFORE_ITEMS = frozenset({TokenType.DISTINCT, TokenType.HINT})

OPEN = {TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE}
CLOSE = {TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE}
SET_OPERATORS = {TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT}
CLAUSES = {
    TokenType.FROM: "from",
    TokenType.INTO: "into",
    TokenType.WHERE: "where",
    TokenType.GROUP_BY: "group",
    TokenType.HAVING: "having",
    TokenType.QUALIFY: "qualify",
    TokenType.ORDER_BY: "order",
    TokenType.LIMIT: "limit",
    TokenType.FETCH: "limit",
    TokenType.WINDOW: "window",
    TokenType.ON: "on",
    TokenType.USING: "using",
    TokenType.JOIN: "join",
    TokenType.STRAIGHT_JOIN: "join",
    TokenType.LATERAL: "lateral",
    TokenType.CONNECT_BY: "connect",
    TokenType.START_WITH: "start",
    TokenType.FOR: "for",
    TokenType.INSERT: "insert",
}
JOIN_WORDS = {
    TokenType.LEFT,
    TokenType.RIGHT,
    TokenType.FULL,
    TokenType.INNER,
    TokenType.OUTER,
    TokenType.CROSS,
    TokenType.NATURAL,
    TokenType.SEMI,
    TokenType.ANTI,
    TokenType.ASOF,
}
BEFORE_ITEM = word_set(
    "ALL UNIQUE PERCENT STREAM HIGH_PRIORITY SQL_CALC_FOUND_ROWS SQL_NO_CACHE SQL_CACHE SQL_SMALL_RESULT SQL_BIG_RESULT"
)
"""Words between SELECT and its first projection, where no dot or AS shows them to be a name."""
AFTER_NAME = (TokenType.DOT, TokenType.ALIAS)

_NOTED = frozenset({*OPEN, *CLOSE, *SET_OPERATORS, *CLAUSES, *_BEFORE_ITEMS, _SELECT, _COMMA})
"""Tokens that brackets or clauses begin or end at."""


@dataclass(slots=True)
class Frame:
    """The token ranges of one SELECT.

    Attributes:
        first: Token index of SELECT.
        last: Token index before the bracket, the set operation or the end that ends it.
        depth: Bracket depth of SELECT.
        items: Ranges of its projections, in order.
        clauses: Ranges of its clauses by name, in order; without their keyword.
    """

    first: int
    depth: int
    last: int = -1
    items: list[Range] = field(default_factory=list)
    clauses: list[tuple[str, Range]] = field(default_factory=list)

    def clause(self, name: str) -> Range | None:
        """Return the first clause of that name."""
        return next((found for called, found in self.clauses if called == name), None)


def after_distinct(tokens: Sequence[Token], index: int) -> bool:
    """Whether a FROM or ON belongs to DISTINCT: ``IS DISTINCT FROM``, ``DISTINCT ON``."""
    return tokens[index - 1].token_type is TokenType.DISTINCT


class Frames:
    """The brackets and SELECTs of one statement.

    Attributes:
        match: Per token the index of the bracket that belongs to it; -1 for all others.
        all: The SELECTs, in text order.
    """

    def __init__(self, tokens: Sequence[Token], kinds: Sequence[TokenType]) -> None:
        self.tokens = tokens
        self.match = [-1] * len(tokens)
        self.all: list[Frame] = []
        self._turns: list[int] = [0]
        self._innermost: list[int] = [-1]
        self._scan(kinds)

    def around(self, index: int) -> Frame | None:
        """Return the innermost SELECT that a token belongs to; None if it belongs to none."""
        at = self._innermost[bisect_right(self._turns, index) - 1]
        return self.all[at] if at >= 0 else None

    def _scan(self, kinds: Sequence[TokenType]) -> None:
        """One pass: matching brackets, and the frames of all SELECTs."""
        opened: list[int] = []
        active: list[int] = []
        clause: dict[int, tuple[str, int]] = {}
        for index in [at for at, kind in enumerate(kinds) if kind in _NOTED]:
            kind = kinds[index]
            if kind in CLOSE and opened:
                start = opened.pop()
                self.match[start], self.match[index] = index, start
                while active and self.all[active[-1]].depth > len(opened):
                    self._close(active.pop(), index - 1, clause)
            if active and self.all[active[-1]].depth == len(opened):
                self._note(active, index, kind, clause)
            if kind is _SELECT:
                active.append(len(self.all))
                self.all.append(Frame(index, len(opened)))
                clause[active[-1]] = ("items", index + 1)
            innermost = active[-1] if active else -1
            if innermost != self._innermost[-1]:
                self._turns.append(index)
                self._innermost.append(innermost)
            if kind in OPEN:
                opened.append(index)
        while active:
            self._close(active.pop(), len(kinds) - 1, clause)

    def _note(
        self, active: list[int], index: int, kind: TokenType, clause: dict[int, tuple[str, int]]
    ) -> None:
        here = active[-1]
        name, low = clause[here]
        if kind is _EXCEPT and self.tokens[index - 1].token_type is TokenType.STAR:
            pass
        elif kind in SET_OPERATORS or kind is _SELECT:
            self._close(active.pop(), index - 1, clause)
        elif kind is _COMMA and name == "items":
            self.all[here].items.append((low, index - 1))
            clause[here] = (name, index + 1)
        elif kind in _BEFORE_ITEMS and name == "items" and low == index:
            clause[here] = (name, index + 1)
        elif kind in (_FROM, _ON) and after_distinct(self.tokens, index):
            pass
        elif kind in CLAUSES and not (kind is _INTO and name != "items"):
            self._end_clause(here, self._before_join(index) if kind is _JOIN else index - 1, clause)
            clause[here] = (CLAUSES[kind], index + 1)

    def _before_join(self, index: int) -> int:
        index -= 1
        while index > 0 and self.tokens[index].token_type in JOIN_WORDS:
            index -= 1
        return index

    def _end_clause(self, here: int, last: int, clause: dict[int, tuple[str, int]]) -> None:
        name, low = clause[here]
        if last >= low:
            frame = self.all[here]
            if name == "items":
                frame.items.append((low, last))
            else:
                frame.clauses.append((name, (low, last)))

    def _close(self, here: int, last: int, clause: dict[int, tuple[str, int]]) -> None:
        self._end_clause(here, last, clause)
        self.all[here].last = last
        del clause[here]

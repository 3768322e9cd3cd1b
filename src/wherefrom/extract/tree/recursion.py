"""What SEARCH and CYCLE add to a recursive query of a WITH; the parser loses half of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType


class Added(Struct, frozen=True):
    """One column that a clause adds.

    Attributes:
        clause: SEARCH; CYCLE for the mark; PATH for what CYCLE … USING names.
        name: Index of the token that names it.
        keys: Indexes of the tokens that name the columns it is made of.
        values: Indexes of the two literals of ``TO x DEFAULT y``; empty without them.
    """

    clause: str
    name: int
    keys: tuple[int, ...]
    values: tuple[int, ...] = ()


def added_columns(tokens: Sequence[Token], start: int) -> tuple[list[Added], int]:
    """Return the columns that the clauses from a token on add, and the index of the token behind the clauses."""
    found: list[Added] = []
    said = [token.text.upper() for token in tokens[start : start + _LONGEST]]
    at = 0
    if said[:1] == ["SEARCH"] and said[2:4] == ["FIRST", "BY"]:
        keys, to = _listed(tokens, said, start, 4)
        if not keys:
            return [], start
        found.append(Added("SEARCH", start + to + 1, keys))
        at = to + 2
    if said[at : at + 1] == ["CYCLE"]:
        keys, to = _listed(tokens, said, start, at + 1)
        if keys:
            end = to + 2
            values: tuple[int, ...] = ()
            if said[end : end + 1] == ["TO"] and said[end + 2 : end + 3] == ["DEFAULT"]:
                values, end = (start + end + 1, start + end + 3), end + 4
            found.append(Added("CYCLE", start + to + 1, keys, values))
            if said[end : end + 1] == ["USING"]:
                found.append(Added("PATH", start + end + 1, keys))
                end += 2
            at = end
    return found, start + at


_LONGEST = 80
"""Tokens of both clauses that are looked at."""
_BETWEEN = frozenset({",", "ASC", "DESC", "NULLS", "FIRST", "LAST"})


def _listed(tokens: Sequence[Token], said: Sequence[str], start: int, at: int) -> tuple[tuple[int, ...], int]:
    """Return the tokens of the columns up to SET, and the place of SET; none where there is no SET."""
    to = next((each for each in range(at, len(said) - 1) if said[each] == "SET"), -1)
    keys = tuple(start + each for each in range(at, to) if said[each] not in _BETWEEN)
    named = all(tokens[each].token_type is not TokenType.DOT for each in keys)
    return (keys, to) if to > 0 and named else ((), to)


def without_added(tokens: list[Token]) -> list[Token]:
    """Leave the clauses out: they stand behind the bracket of their query."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        kept.append(tokens[at])
        at += 1
        if tokens[at - 1].token_type is TokenType.R_PAREN and at < len(tokens):
            at = added_columns(tokens, at)[1]
    return kept


def column_of(token: Token) -> exp.Column:
    """Return the column that a token names, with its place."""
    name = exp.Identifier(this=token.text, quoted=token.token_type is TokenType.IDENTIFIER)
    name.meta.update(line=token.line, col=token.col, start=token.start, end=token.end)
    return exp.Column(this=name)

"""Where a condition of a changing statement ends: at the word that begins the next clause."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.tree.frames import CLAUSES, JOIN_WORDS, SET_OPERATORS, after_distinct

_CLAUSE = (set(CLAUSES) | JOIN_WORDS | SET_OPERATORS | {TokenType.WHEN, TokenType.THEN, TokenType.SET, TokenType.SEMICOLON}) - {
    TokenType.LEFT, TokenType.RIGHT, TokenType.INSERT, TokenType.FOR,
}  # fmt: skip
_JOINING = JOIN_WORDS | {TokenType.JOIN}
_WITH_NEXT = {
    TokenType.LEFT: _JOINING,  # else a function
    TokenType.RIGHT: _JOINING,
    TokenType.IN: {TokenType.PARTITION},  # ClickHouse's stands before the WHERE of a change
    TokenType.DELETE: {TokenType.WHERE},  # Oracle's MERGE … UPDATE SET … WHERE … DELETE WHERE …
}
"""Words that begin a clause where one of these stands behind them."""
_WORDS = {"OUTPUT", "RETURNING", "OPTION"}


def ends_clause(tokens: Sequence[Token], index: int) -> bool:
    """Whether another clause begins at a token."""
    token = tokens[index]
    kind, behind = token.token_type, tokens[min(index + 1, len(tokens) - 1)].token_type
    if kind is TokenType.FROM and after_distinct(tokens, index):
        return False
    if kind in _WITH_NEXT:
        return behind in _WITH_NEXT[kind]
    return kind in _CLAUSE or token.text.upper() in _WORDS

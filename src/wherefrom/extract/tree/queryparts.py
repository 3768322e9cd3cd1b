"""Parts of a query that the parser does not know and no answer needs."""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import words

MATCHING = frozenset({"snowflake", "trino", "presto", "athena"})
"""Dialects with MATCH_RECOGNIZE, beside Oracle."""


def without_subset(tokens: list[Token]) -> list[Token]:
    """Leave out ``SUBSET u = (a, b)`` of MATCH_RECOGNIZE: another name for row patterns, whose columns are the input's."""
    said = words(tokens)
    for at in range(1, len(said) - 2):
        if said[at] == "SUBSET" and said[at + 2] == "=" and tokens[at - 1].token_type is TokenType.R_PAREN:
            end = next((each for each in range(at, len(said)) if said[each] == "DEFINE"), at)
            return [*tokens[:at], *without_subset(tokens[end:])]
    return tokens

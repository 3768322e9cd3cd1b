"""Pipe operators of BigQuery that the parser does not know, as the SELECT that says the same.

``|> SET a = x`` is ``|> SELECT * REPLACE (x AS a)``, ``|> DROP a`` is ``|> SELECT * EXCEPT (a)``, and ``|> RENAME a AS b``
is ``|> SELECT * RENAME (a AS b)``.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

_SAID = {"SET": "REPLACE", "DROP": "EXCEPT", "RENAME": "RENAME"}


def with_selects(tokens: list[Token]) -> list[Token]:
    """Return the tokens with a SELECT in the place of each such operator."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        word = tokens[at].text.upper()
        if word not in _SAID or at == 0 or tokens[at - 1].token_type is not TokenType.PIPE_GT:
            kept.append(tokens[at])
            at += 1
            continue
        end = _end(tokens, at + 1)
        given = tokens[at + 1 : end]
        listed = _assigned(given) if word == "SET" else given
        kept += _selected(tokens[at], _SAID[word], listed) if listed else tokens[at:end]
        at = end
    return kept


def _end(tokens: list[Token], start: int) -> int:
    """Return the token behind an operator: the next pipe, or the bracket that closes around it."""
    depth = 0
    for at in range(start, len(tokens)):
        kind = tokens[at].token_type
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(kind, 0)
        if depth < 0 or (depth == 0 and kind in (TokenType.PIPE_GT, TokenType.SEMICOLON)):
            return at
    return len(tokens)


def _selected(word: Token, modifier: str, listed: list[Token]) -> list[Token]:
    """Return ``SELECT * modifier (listed)``, the words at the operator's place."""
    words = (
        (TokenType.SELECT, "SELECT"),
        (TokenType.STAR, "*"),
        (TokenType.EXCEPT if modifier == "EXCEPT" else TokenType.VAR, modifier),
        (TokenType.L_PAREN, "("),
    )
    before = [Token(kind, text, word.line, word.col, word.start, word.end) for kind, text in words]
    last = listed[-1]
    return [*before, *listed, Token(TokenType.R_PAREN, ")", last.line, last.col, last.end, last.end)]


def _assigned(given: list[Token]) -> list[Token]:
    """Return ``a = x, b = y`` as ``x AS a, y AS b``; nothing where it is not that."""
    said: list[Token] = []
    start = 0
    while start < len(given):
        end = _comma(given, start)
        if end < start + 3 or given[start + 1].token_type is not TokenType.EQ:
            return []
        sign = given[start + 1]
        alias = Token(TokenType.ALIAS, "AS", sign.line, sign.col, sign.start, sign.end)
        said += [*given[start + 2 : end], alias, given[start], *given[end : end + 1]]
        start = end + 1
    return said


def _comma(given: list[Token], start: int) -> int:
    """Return the first comma outside brackets; the end where there is none."""
    depth = 0
    for at in range(start, len(given)):
        kind = given[at].token_type
        depth += (kind in _OPENING) - (kind in _CLOSING)
        if depth == 0 and kind is TokenType.COMMA:
            return at
    return len(given)


_OPENING = (TokenType.L_PAREN, TokenType.L_BRACKET)
_CLOSING = (TokenType.R_PAREN, TokenType.R_BRACKET)

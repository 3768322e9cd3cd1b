"""Parts of a query that the parser does not know: left out where no answer needs them, else said in a way it knows."""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import words


def without_subset(tokens: list[Token]) -> list[Token]:
    """Leave out ``SUBSET u = (a, b)`` of MATCH_RECOGNIZE: another name for row patterns, whose columns are the input's."""
    said = words(tokens)
    for at in range(1, len(said) - 2):
        if said[at] == "SUBSET" and said[at + 2] == "=" and tokens[at - 1].token_type is TokenType.R_PAREN:
            end = next((each for each in range(at, len(said)) if said[each] == "DEFINE"), at)
            return [*tokens[:at], *without_subset(tokens[end:])]
    return tokens


def with_applied(tokens: list[Token]) -> list[Token]:
    """Put brackets around the functions of ClickHouse's ``* APPLY max APPLY f``."""
    said = words(tokens)
    kept: list[Token] = []
    last = -1  # the function before
    for at, token in enumerate(tokens):
        behind = at > 1 and said[at - 1] == "APPLY" and (at - 2 == last or tokens[at - 2].text in ("*", ")"))
        if not behind or token.token_type is TokenType.L_PAREN:
            kept.append(token)
            continue
        start = Token(TokenType.L_PAREN, "(", token.line, token.col, token.start, token.start)
        end = Token(TokenType.R_PAREN, ")", token.line, token.col, token.end, token.end)
        kept += [start, token, end]
        last = at
    return kept

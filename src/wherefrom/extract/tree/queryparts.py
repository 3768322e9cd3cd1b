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


def without_overriding(tokens: list[Token]) -> list[Token]:
    """Leave out OVERRIDING SYSTEM VALUE: what is given goes into identity columns too, as into any other.

    OVERRIDING USER VALUE stays: which columns keep what is given is not told by the statement.
    """
    said = words(tokens)
    for at in range(1, len(said) - 2):
        if said[at : at + 3] == ["OVERRIDING", "SYSTEM", "VALUE"]:
            return [*tokens[:at], *without_overriding(tokens[at + 3 :])]
    return tokens


def with_root_for_prior(tokens: list[Token]) -> list[Token]:
    """Say CONNECT_BY_ROOT for Snowflake's PRIOR before CONNECT BY, where the parser knows only the one.

    Both take their operand from another row of the same input.
    """
    if all(token.token_type is not TokenType.CONNECT_BY for token in tokens):
        return tokens
    kept: list[Token] = []
    joining = [False]  # per open bracket: it stands behind CONNECT BY
    for at, token in enumerate(tokens):
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            joining.append(joining[-1])
        elif kind is TokenType.R_PAREN and len(joining) > 1:
            joining.pop()
        elif kind in (TokenType.CONNECT_BY, TokenType.SELECT):
            joining[-1] = kind is TokenType.CONNECT_BY
        behind = tokens[at + 1].token_type if at + 1 < len(tokens) else None
        prior = kind is TokenType.VAR and token.text.upper() == "PRIOR" and not joining[-1]
        if prior and behind in _OPERANDS and tokens[at - 1].token_type is not TokenType.DOT:
            token = Token(kind, "CONNECT_BY_ROOT", token.line, token.col, token.start, token.end)  # noqa: PLW2901
        kept.append(token)
    return kept


_OPERANDS = (TokenType.VAR, TokenType.IDENTIFIER)


def with_first_of_each(tokens: list[Token]) -> list[Token]:
    """Say CLUSTER BY for ClickHouse's ``LIMIT 2 BY`` before a second LIMIT: the parser takes one limit only."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        behind = _behind_by(tokens, at) if token.token_type is TokenType.LIMIT else 0
        if behind and _limits_again(tokens, behind):
            last = tokens[behind - 1]
            token = Token(TokenType.CLUSTER_BY, "CLUSTER BY", token.line, token.col, token.start, last.end)
            at = behind - 1
        kept.append(token)
        at += 1
    return kept


def _behind_by(tokens: list[Token], limit: int) -> int:
    """Return the token behind ``LIMIT n [OFFSET m] BY``; 0 where no BY follows."""
    at = limit + 1
    while at < len(tokens) and tokens[at].token_type in _COUNTING:
        at += 1
    return at + 1 if at < len(tokens) and tokens[at].text.upper() == "BY" else 0


_COUNTING = (TokenType.NUMBER, TokenType.COMMA, TokenType.OFFSET)


def _limits_again(tokens: list[Token], start: int) -> bool:
    """Whether the same query has another LIMIT further on."""
    depth = 0
    for token in tokens[start:]:
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(token.token_type, 0)
        if depth < 0 or (depth == 0 and token.token_type in (TokenType.SELECT, TokenType.UNION)):
            return False
        if depth == 0 and token.token_type is TokenType.LIMIT:
            return True
    return False


def without_using_alias(tokens: list[Token]) -> list[Token]:
    """Leave out the alias of ``JOIN b USING (id) AS j``, and before ``j.id``: bare, the merged column is meant.

    Only where nothing else can be: in a statement of one SELECT and one USING, every use of the alias before a column.
    """
    kinds = [token.token_type for token in tokens]
    if kinds.count(TokenType.SELECT) != 1 or kinds.count(TokenType.USING) != 1:
        return tokens
    using = kinds.index(TokenType.USING)
    closing = next((at for at in range(using, len(kinds)) if kinds[at] is TokenType.R_PAREN), using)
    listed = kinds[using + 1 : using + 2] == [TokenType.L_PAREN] and set(kinds[using + 2 : closing]) <= _NAMES
    if not listed or kinds[closing + 1 : closing + 2] != [TokenType.ALIAS] or closing + 2 >= len(tokens):
        return tokens
    alias = tokens[closing + 2].text
    uses = [at for at, token in enumerate(tokens) if token.text == alias and at != closing + 2]
    if any(kinds[at + 1 : at + 2] != [TokenType.DOT] or tokens[at + 2].text == "*" for at in uses):
        return tokens
    left_out = {closing + 1, closing + 2, *uses, *(at + 1 for at in uses)}
    return [token for at, token in enumerate(tokens) if at not in left_out]


_NAMES = {TokenType.VAR, TokenType.IDENTIFIER, TokenType.COMMA}

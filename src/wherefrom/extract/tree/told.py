"""What the parser needs to be told of a statement: its tokens in another order, or without words it does not know.

Each token keeps its offsets, so places do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import holds_word
from wherefrom.extract.tree.clauses import (
    mutation_as_change,
    with_own_name,
    without_attributes,
    without_file_format,
    without_locking,
    without_outfile,
    without_pipeline,
    without_row,
    without_rowid,
    without_statistics,
    without_top,
    without_using,
    without_view_attributes,
)
from wherefrom.extract.tree.pipes import with_selects
from wherefrom.extract.tree.queryparts import (
    with_applied,
    with_first_of_each,
    with_root_for_prior,
    without_overriding,
    without_subset,
    without_using_alias,
)
from wherefrom.extract.tree.recursion import without_added
from wherefrom.extract.tree.repairs import HADOOP, without_file_options
from wherefrom.extract.tree.tables import without_properties

NAME_JOINT = "\x1f"
"""Stands between the parts of a name that was joined into one identifier for the parser."""


def told(dialect: str, tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens as the parser takes them."""
    tokens = _view_without_options(_altered_as_created(tokens))
    tokens = without_subset(tokens) if holds_word(text, tokens, "SUBSET") else tokens
    tokens = without_overriding(tokens) if holds_word(text, tokens, "OVERRIDING") else tokens
    if holds_word(text, tokens, "SEARCH") or holds_word(text, tokens, "CYCLE"):
        tokens = without_added(tokens)
    reader = _TOLD.get(dialect)
    return reader(tokens, text) if reader is not None else tokens


def _to_postgres(tokens: list[Token], text: str) -> list[Token]:
    tokens = _without_commit(tokens) if holds_word(text, tokens, "COMMIT") else tokens
    tokens = without_returned(tokens)[0] if holds_word(text, tokens, "RETURN") else tokens
    tokens = without_using_alias(tokens) if holds_word(text, tokens, "USING") else tokens
    tokens = _without_overriding(tokens) if holds_word(text, tokens, "OVERRIDING") else tokens
    return _without_strict(tokens)


def _to_redshift(tokens: list[Token], text: str) -> list[Token]:
    tokens = _to_postgres(tokens, text)
    return without_properties(tokens) if holds_word(text, tokens, "PROPERTIES") else tokens


def _to_clickhouse(tokens: list[Token], text: str) -> list[Token]:
    tokens = _names_behind_dots(tokens) if holds_word(text, tokens, "SAMPLE") else tokens
    tokens = with_applied(tokens) if holds_word(text, tokens, "APPLY") else tokens
    tokens = with_first_of_each(tokens) if holds_word(text, tokens, "LIMIT") else tokens
    if tokens[0].token_type is not TokenType.CREATE:
        return mutation_as_change(tokens)
    return [token for token in tokens if token.text.upper() != "POPULATE"]  # whether old rows count


def _to_mysql(tokens: list[Token], text: str) -> list[Token]:
    """INSERT LOW_PRIORITY …: when a statement runs is none of what it does."""
    tokens = without_outfile(tokens) if holds_word(text, tokens, "FILE") else tokens
    tokens = without_row(tokens) if holds_word(text, tokens, "ROW") else tokens
    return [
        token for at, token in enumerate(tokens) if not (0 < at < 3 and token.text.upper() in _PRIORITIES)
    ]


_PRIORITIES = frozenset({"LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK"})


def _to_hadoop(tokens: list[Token], text: str) -> list[Token]:
    first = tokens[0].token_type
    if first is TokenType.INSERT and holds_word(text, tokens, "EXISTS"):  # PARTITION (p = 1) IF NOT
        at = at_top(tokens, 1, lambda token: token.text.upper() == "IF")
        if at > 0 and [token.text.upper() for token in tokens[at : at + 3]] == ["IF", "NOT", "EXISTS"]:
            tokens = [*tokens[:at], *tokens[at + 3 :]]
    tokens = without_pipeline(tokens) if first is TokenType.CREATE else tokens
    if not holds_word(text, tokens, "DIRECTORY"):
        return tokens
    options = holds_word(text, tokens, "USING") or holds_word(text, tokens, "OPTIONS")
    return without_file_options(tokens) if options else tokens


def _to_oracle(tokens: list[Token], text: str) -> list[Token]:
    tokens = _query_with_name(_without_freed(tokens))
    tokens = without_returned(tokens)[0] if holds_word(text, tokens, "RETURN") else tokens
    return _named_parameters(tokens)


def _to_tsql(tokens: list[Token], text: str) -> list[Token]:
    first = tokens[0]
    if first.token_type is TokenType.PARAMETER:  # a further variable of a DECLARE, or a function's rows
        word = Token(TokenType.DECLARE, "DECLARE", first.line, first.col, first.start, first.start)
        tokens = [word, *tokens]
    tokens = _without_versioning(tokens)
    tokens = without_top(tokens) if holds_word(text, tokens, "TOP") else tokens
    tokens = without_view_attributes(tokens) if tokens[0].token_type is TokenType.CREATE else tokens
    tokens = without_file_format(tokens) if holds_word(text, tokens, "OPENROWSET") else tokens
    tokens = _parse_as_cast(tokens) if holds_word(text, tokens, "PARSE") else tokens
    return _output_last(_one_output_name(tokens)) if holds_word(text, tokens, "OUTPUT") else tokens


def without_returned(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """Return a statement without the variables that RETURNING … INTO fills, and the tokens of these variables."""
    at = at_top(tokens, 1, lambda token: token.text.upper() in ("RETURNING", "RETURN"))
    into = at_top(tokens, at, lambda token: token.text.upper() in _INTO) if at > 0 else -1
    return (tokens[:into], tokens[into + 1 :]) if into > 0 else (tokens, [])


_INTO = frozenset({"INTO", "BULK COLLECT INTO"})


def _without_commit(tokens: list[Token]) -> list[Token]:
    """Leave out what becomes of a temporary table at the end of a transaction: ON COMMIT DROP, DELETE ROWS."""
    words = [token.text.upper() for token in tokens] if tokens[0].token_type is TokenType.CREATE else []
    for at in range(len(words) - 2):
        if words[at : at + 2] == ["ON", "COMMIT"]:
            return [*tokens[:at], *tokens[at + 3 + (words[at + 3 : at + 4] == ["ROWS"]) :]]
    return tokens


def _without_overriding(tokens: list[Token]) -> list[Token]:
    """Leave out OVERRIDING SYSTEM VALUE of an INSERT: the values count that are given."""
    at = at_top(tokens, 1, lambda token: token.text.upper() == "OVERRIDING")
    if at < 0 or [token.text.upper() for token in tokens[at + 1 : at + 3]] != ["SYSTEM", "VALUE"]:
        return tokens
    return [*tokens[:at], *tokens[at + 3 :]]


def _names_behind_dots(tokens: list[Token]) -> list[Token]:
    """Make a name of SAMPLE behind a dot: the parser takes it for the clause."""
    found = list(tokens)
    for at, token in enumerate(tokens):
        if token.token_type is TokenType.TABLE_SAMPLE and at and tokens[at - 1].token_type is TokenType.DOT:
            found[at] = Token(TokenType.VAR, token.text, token.line, token.col, token.start, token.end)
    return found


def _query_with_name(tokens: list[Token]) -> list[Token]:
    """Give the query of Oracle's ``UPDATE (SELECT …) SET`` a name: the parser takes SET for one."""
    at = at_top(tokens, 1, lambda token: token.token_type is TokenType.SET)
    if tokens[0].token_type is not TokenType.UPDATE or at < 1 or tokens[at - 1].text != ")":
        return tokens
    word = tokens[at]
    name = Token(TokenType.VAR, word.text, word.line, word.col, word.start, word.end)
    return [*tokens[:at], name, *tokens[at:]]


def _without_freed(tokens: list[Token]) -> list[Token]:
    """Leave out of Oracle's TRUNCATE what becomes of the space: DROP STORAGE."""
    if [token.text.upper() for token in tokens[:2]] != ["TRUNCATE", "TABLE"]:
        return tokens
    at = at_top(tokens, 3, lambda token: token.text.upper() in ("DROP", "REUSE", "PURGE", "PRESERVE"))
    return tokens[:at] if at > 0 else tokens


def _without_versioning(tokens: list[Token]) -> list[Token]:
    """Leave out a table's versioning options: no columns, and the parser never comes back from some."""
    if tokens[0].token_type is not TokenType.CREATE:
        return tokens
    at = at_top(tokens, 1, lambda token: token.token_type is TokenType.WITH)
    if at < 0 or not any(token.text.upper() == "SYSTEM_VERSIONING" for token in tokens[at:]):
        return tokens
    return tokens[:at]


def _parse_as_cast(tokens: list[Token]) -> list[Token]:
    """PARSE(x AS t USING culture) is a CAST to the parser, which does not know it; a culture only says how to read."""
    kept: list[Token] = []
    ends: list[bool] = []  # per open bracket: it is that of a PARSE
    skipping = False  # from USING to the end of its PARSE
    for at, token in enumerate(tokens):
        kind, word = token.token_type, token.text.upper()
        if kind is TokenType.L_PAREN:
            ends.append(at > 0 and tokens[at - 1].text.upper() in _PARSES)
        elif kind is TokenType.R_PAREN and ends:
            ended = ends.pop()
            skipping = skipping and not ended
        elif word == "USING" and ends and ends[-1]:
            skipping = True
        called = at + 1 < len(tokens) and tokens[at + 1].token_type is TokenType.L_PAREN
        if word in _PARSES and called and kind is TokenType.VAR:
            kept.append(Token(TokenType.VAR, _PARSES[word], token.line, token.col, token.start, token.end))
        elif not skipping:
            kept.append(token)
    return kept


_PARSES = {"PARSE": "CAST", "TRY_PARSE": "TRY_CAST"}


def _without_strict(tokens: list[Token]) -> list[Token]:
    """SELECT … INTO STRICT x: it must give one row."""
    return [
        token
        for at, token in enumerate(tokens)
        if not (at and token.text.upper() == "STRICT" and tokens[at - 1].token_type is TokenType.INTO)
    ]


_PIVOTS = (TokenType.PIVOT, TokenType.UNPIVOT)


def _pivot_as_query(tokens: list[Token]) -> list[Token]:
    """Put the brackets of a FROM around DuckDB's PIVOT where the parser wants a query: in CREATE … AS and INSERT."""
    if tokens[0].token_type not in (TokenType.CREATE, TokenType.INSERT):
        return tokens
    at = at_top(tokens, 2, lambda token: token.token_type in _PIVOTS)
    if at < 0 or any(token.token_type in (TokenType.SELECT, TokenType.FROM) for token in tokens[:at]):
        return tokens
    first, last = tokens[at], tokens[-1]
    words = (
        (TokenType.SELECT, "SELECT"),
        (TokenType.STAR, "*"),
        (TokenType.FROM, "FROM"),
        (TokenType.L_PAREN, "("),
    )
    before = [Token(kind, word, first.line, first.col, first.start, first.start) for kind, word in words]
    end = Token(TokenType.R_PAREN, ")", last.line, last.col, last.end, last.end)
    return [*tokens[:at], *before, *tokens[at:], end]


def _named_parameters(tokens: list[Token]) -> list[Token]:
    """Take the number of ``:1`` for a name, ``?1`` for ``?``, ``:NEW.x`` for a column: the parser knows none of them."""
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        before = kept[-1] if kept else None
        if token.token_type is TokenType.COLON and _is_row(tokens, at + 1):
            continue
        if token.token_type is TokenType.NUMBER and before is not None and before.end + 1 == token.start:
            if before.token_type is TokenType.PLACEHOLDER:
                continue
            if before.token_type is TokenType.COLON:
                kept.append(Token(TokenType.VAR, token.text, token.line, token.col, token.start, token.end))
                continue
        kept.append(token)
    return kept


def _is_row(tokens: list[Token], at: int) -> bool:
    """Whether a trigger's row and a dot begin at a token."""
    dotted = at + 1 < len(tokens) and tokens[at + 1].token_type is TokenType.DOT
    return dotted and tokens[at].text.upper() in ("NEW", "OLD")


def gives_query(tokens: Sequence[Token]) -> bool:
    """Whether a statement is ``ALTER VIEW v AS SELECT …``: the view has this query from now on."""
    if tokens[0].token_type is not TokenType.ALTER:
        return False
    view = next((at for at in range(1, min(_VIEW_HEAD, len(tokens))) if _is_view(tokens[at])), 0)
    behind = at_top(tokens, view + 1, lambda token: token.token_type is TokenType.ALIAS) + 1
    return 0 < view < behind < len(tokens) and tokens[behind].token_type in _QUERY_HEADS


_VIEW_HEAD = 16
"""Tokens of ``ALTER ALGORITHM = MERGE DEFINER = 'a'@'b' SQL SECURITY INVOKER VIEW``, and some more."""
_QUERY_HEADS = (TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN)


def _is_view(token: Token) -> bool:
    return token.token_type is TokenType.VIEW


def _altered_as_created(tokens: list[Token]) -> list[Token]:
    """Say CREATE for the ALTER that gives a view another query: what it leaves is the same."""
    if not gives_query(tokens):
        return tokens
    first = tokens[0]
    create = Token(TokenType.CREATE, "CREATE", first.line, first.col, first.start, first.end)
    return [create, *tokens[1:]]


_VIEW_OPTIONS = (
    ("WITH", "CHECK", "OPTION"),
    ("WITH", "CASCADED", "CHECK", "OPTION"),
    ("WITH", "LOCAL", "CHECK", "OPTION"),
    ("WITH", "READ", "ONLY"),
    ("WITH", "NO", "DATA"),  # filled later, by the same query
    ("WITH", "DATA"),
)


def _view_without_options(tokens: list[Token]) -> list[Token]:
    """Leave out what a view says of changes through it or of when it is filled: nothing of its columns."""
    if tokens[0].token_type is not TokenType.CREATE or not any(map(_is_view, tokens[:_VIEW_HEAD])):
        return tokens
    last = tuple(token.text.upper() for token in tokens[-4:])
    for option in _VIEW_OPTIONS:
        if last[-len(option) :] == option:
            return tokens[: -len(option)]
    return tokens


def _output_last(tokens: list[Token]) -> list[Token]:
    """Move a DELETE's OUTPUT clause behind its WHERE, where the parser looks for it."""
    if tokens[0].token_type is not TokenType.DELETE:
        return tokens
    output = at_top(tokens, 0, lambda token: token.text.upper() == "OUTPUT")
    end = at_top(tokens, output + 1, lambda token: token.token_type in (TokenType.WHERE, TokenType.FROM))
    if output < 0 or end < 0:
        return tokens
    return [*tokens[:output], *tokens[end:], *tokens[output:end]]


def at_top(tokens: Sequence[Token], start: int, wanted: Callable[[Token], bool]) -> int:
    """Return the first token outside brackets that is wanted; -1 if there is none."""
    depth = 0
    opening, closing = TokenType.L_PAREN, TokenType.R_PAREN
    for at in range(max(start, 0), len(tokens)):
        kind = tokens[at].token_type
        if kind is opening:
            depth += 1
        elif kind is closing:
            depth -= 1
        elif depth == 0 and wanted(tokens[at]):
            return at
    return -1


def _one_output_name(tokens: list[Token]) -> list[Token]:
    """Join the parts of a name after OUTPUT … INTO: the parser takes one identifier there only."""
    output = next((at for at, token in enumerate(tokens) if token.text.upper() == "OUTPUT"), -1)
    if output < 0:
        return tokens
    into = next((at for at in range(output, len(tokens)) if tokens[at].token_type is TokenType.INTO), -1)
    if into < 0 or into + 1 >= len(tokens):
        return tokens
    last = into + 1
    while tokens[last].token_type in _SIGNS and last + 1 < len(tokens):  # @t, #t, ##t
        last += 1
    if last > into + 1:
        name, kind = "".join(each.text for each in tokens[into + 1 : last + 1]), TokenType.VAR
    else:
        while last + 2 < len(tokens) and tokens[last + 1].token_type is TokenType.DOT:
            last += 2
        name, kind = (
            NAME_JOINT.join(each.text for each in tokens[into + 1 : last + 1 : 2]),
            tokens[last].token_type,
        )
    if last == into + 1:
        return tokens
    first = tokens[into + 1]
    joined = Token(kind, name, first.line, first.col, first.start, tokens[last].end)
    return [*tokens[: into + 1], joined, *tokens[last + 1 :]]


_SIGNS = (TokenType.PARAMETER, TokenType.HASH)


def _to_teradata(tokens: list[Token]) -> list[Token]:
    return without_attributes(without_statistics(with_own_name(without_locking(without_using(tokens)))))


_TOLD: dict[str, Callable[[list[Token], str], list[Token]]] = {
    "teradata": lambda tokens, _: _to_teradata(tokens),
    "duckdb": lambda tokens, _: _pivot_as_query(tokens),
    "sqlite": lambda tokens, _: _named_parameters(without_rowid(tokens)),
    "clickhouse": _to_clickhouse,
    "bigquery": lambda tokens, text: with_selects(tokens) if holds_word(text, tokens, "|>") else tokens,
    "snowflake": lambda tokens, text: (
        with_root_for_prior(tokens) if holds_word(text, tokens, "PRIOR") else tokens
    ),
    "mysql": _to_mysql,
    "oracle": _to_oracle,
    "tsql": _to_tsql,
    "postgres": _to_postgres,
    "redshift": _to_redshift,
    **dict.fromkeys(HADOOP, _to_hadoop),
}

"""From a statement's tokens to its tree: the one call of the parser, and forms of statements that it does not know."""

from __future__ import annotations

import logging
from threading import local

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, SqlglotError
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import holds_word, replaces
from wherefrom.extract.tree.alterations import by_actions
from wherefrom.extract.tree.clauses import without_error_log
from wherefrom.extract.tree.repairs import repaired
from wherefrom.extract.tree.told import at_top, told

logging.getLogger("sqlglot").setLevel(logging.CRITICAL)  # what it falls back on becomes a diagnostic


class _Parsers(local):
    """The parsers of one thread by dialect: making one takes as long as a short statement."""

    def __init__(self) -> None:
        self.by_dialect: dict[str, Parser] = {}


_PARSERS = _Parsers()


def _parser(name: str) -> Parser:
    found = _PARSERS.by_dialect.get(name)
    if found is None:
        found = Dialect.get_or_raise("" if name == "ansi" else name).parser()
        _PARSERS.by_dialect[name] = found
    return found


_PARSER_FAULTS = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError, AssertionError)
"""What the parser raises besides its own errors, on SQL that is none."""


def parse(dialect: str, tokens: list[Token], text: str) -> exp.Expr:
    """Parse one statement.

    Raises:
        SqlglotError: it is no SQL, or more than one statement.
    """
    try:
        trees = [tree for tree in _parser(dialect).parse(tokens, text) if tree is not None]
    except _PARSER_FAULTS as error:
        raise ParseError(f"the parser failed with {type(error).__name__}") from error
    if len(trees) != 1:
        raise ParseError(f"{len(trees)} statements where one was expected")
    return trees[0]


def select_token(tokens: list[Token]) -> list[Token]:
    """Return a SELECT before an expression, so that the parser takes it for a projection."""
    if tokens[0].token_type in (TokenType.SELECT, TokenType.WITH):
        return []
    first = tokens[0]
    return [Token(TokenType.SELECT, "SELECT", first.line, first.col, first.start, first.start)]


def outer_queries(dialect: str, tokens: list[Token], text: str) -> list[exp.Expr]:
    """Return the outermost queries in a condition or loop."""
    tree = parse(dialect, told(dialect, [*select_token(tokens), *tokens], text), text)
    if select_token(tokens) == []:
        return [tree]
    return [
        node
        for each in tree.expressions
        for node in each.walk(prune=lambda n: isinstance(n, exp.Query))
        if isinstance(node, exp.Query)
    ]


def parse_statement(dialect: str, tokens: list[Token], text: str) -> exp.Expr:
    """Parse a statement of a file, forms that the parser does not know included.

    Raises:
        SqlglotError: it cannot be read.
    """
    called = _insert_exec(dialect, tokens, text) or _storage_alter(dialect, tokens, text)
    if called is not None:
        return called
    if dialect == "oracle" and tokens[0].token_type is TokenType.MERGE:
        return _merge_with_delete(without_error_log(tokens), text)
    outer = _over_change(dialect, tokens, text) or _recursive_view(dialect, tokens, text)
    if outer is not None:
        return outer
    said = told(dialect, tokens, text)
    if replaces(tokens, dialect):
        first = tokens[0]
        insert = Token(TokenType.INSERT, "INSERT", first.line, first.col, first.start, first.end)
        said = [insert, *said[1:]]
    filling = _into_variables(dialect, said, text)
    if filling is not None:
        return filling
    try:
        tree = parse(dialect, said, text)
    except SqlglotError:
        again = repaired(said, dialect)
        altered = _altered(dialect, said, text) if again is None else None
        if altered is not None:
            return altered
        if again is None:
            raise
        return parse(dialect, again, text)
    if not _gives_up(tree):
        return tree
    return _altered(dialect, said, text) or _taken_apart(dialect, said, text) or tree


def _gives_up(tree: exp.Expr) -> bool:
    """Whether a tree leaves a statement, or an action of ALTER, as its text."""
    actions = tree.args.get("actions") if isinstance(tree, exp.Alter) else None
    return isinstance(tree, exp.Command) or any(isinstance(each, exp.Command) for each in actions or ())


def _altered(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse an ALTER that the parser does not know as a whole; None for anything else."""
    if tokens[0].token_type is not TokenType.ALTER:
        return None
    return by_actions(dialect, tokens, lambda said: parse(dialect, said, text))


def _taken_apart(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse a CREATE that the parser left in one piece for words that only say how rows are kept; None if it stays one."""
    again = repaired(tokens, dialect) if tokens[0].token_type is TokenType.CREATE else None
    if again is None:
        return None
    try:
        tree = parse(dialect, again, text)
    except SqlglotError:
        return None
    return None if isinstance(tree, exp.Command) else tree


def _merge_with_delete(tokens: list[Token], text: str) -> exp.Expr:
    """Parse Oracle's MERGE; a DELETE WHERE behind an UPDATE is a WHEN of its own in the tree."""
    at = at_top(tokens, 1, lambda token: token.token_type is TokenType.DELETE)
    if at < 0 or at + 1 >= len(tokens) or tokens[at + 1].token_type is not TokenType.WHERE:
        return parse("oracle", tokens, text)
    end = at_top(tokens, at, lambda token: token.token_type is TokenType.WHEN)
    end = len(tokens) if end < 0 else end
    tree = parse("oracle", [*tokens[:at], *tokens[end:]], text)
    first = tokens[at]
    select = Token(TokenType.SELECT, "SELECT", first.line, first.col, first.start, first.end)
    test = parse("oracle", [select, *tokens[at + 2 : end]], text).expressions[0]
    whens = tree.args.get("whens")
    if whens is not None:
        whens.append("expressions", exp.When(matched=True, condition=test, then=exp.Var(this="DELETE")))
    return tree


def _into_variables(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse a SELECT that fills several variables, or names them last as MySQL does; None for anything else."""
    if dialect == "oracle" or tokens[0].token_type not in (TokenType.SELECT, TokenType.WITH):
        return None
    at = (
        at_top(tokens, 1, lambda token: token.token_type is TokenType.INTO)
        if holds_word(text, tokens, "INTO")
        else -1
    )
    if at < 0:
        return None
    named, end = _variables(tokens, at + 1)
    last = end == len(tokens) and dialect == "mysql"
    if not named or (len(named) == 1 and not last):
        return None
    tree = parse(dialect, [*tokens[:at], *tokens[end:]], text)
    tree.set("into", exp.Into(expressions=named))
    return tree


def _variables(tokens: list[Token], at: int) -> tuple[list[exp.Expr], int]:
    """Read names between commas, each with its sign; return them and the index behind the last."""
    named: list[exp.Expr] = []
    while at < len(tokens):
        sign = tokens[at].token_type if tokens[at].token_type in _SIGNS else None
        at += sign is not None
        if at >= len(tokens) or tokens[at].token_type in (TokenType.STRING, TokenType.L_PAREN):
            return [], at
        name, record = tokens[at], None
        at += 1
        if at + 1 < len(tokens) and tokens[at].token_type is TokenType.DOT:
            name, record = tokens[at + 1], name
            at += 2
        named.append(_variable(sign, name, record))
        if at >= len(tokens) or tokens[at].token_type is not TokenType.COMMA:
            break
        at += 1
    return named, at


_SIGNS = (TokenType.PARAMETER, TokenType.COLON)


def _variable(sign: TokenType | None, name: Token, record: Token | None) -> exp.Expr:
    """Return what stands for a variable, or for a field of a record, in the tree."""
    if record is not None:
        return exp.Table(this=_identifier(name), db=_identifier(record))
    if sign is TokenType.PARAMETER:
        return exp.Parameter(this=exp.Var(this=name.text))
    return exp.Placeholder(this=name.text) if sign else exp.Column(this=_identifier(name))


def _recursive_view(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse CREATE RECURSIVE VIEW v (a, b) AS q; None for anything else.

    By its definition it is the view of WITH RECURSIVE v (a, b) AS (q) SELECT a, b FROM v: so the tree says.
    """
    if tokens[0].token_type is not TokenType.CREATE:
        return None
    at = next((at for at in range(1, min(4, len(tokens))) if tokens[at].text.upper() == "RECURSIVE"), 0)
    if at == 0 or tokens[at + 1 : at + 2] == [] or tokens[at + 1].token_type is not TokenType.VIEW:
        return None
    tree = parse(dialect, told(dialect, [*tokens[:at], *tokens[at + 1 :]], text), text)
    schema, query = tree.this, tree.expression
    if not isinstance(schema, exp.Schema) or not isinstance(query, exp.Query):
        return None
    view = schema.this
    for read in list(query.find_all(exp.Table)):
        if read.name == view.name and read.db in ("", view.db):
            read.set("db", None)
            read.set("catalog", None)
    whole = exp.Select(
        expressions=[exp.Column(this=each.copy()) for each in schema.expressions],
        from_=exp.From(this=exp.Table(this=view.this.copy())),
    )
    columns = [each.copy() for each in schema.expressions]
    called = exp.TableAlias(this=view.this.copy(), columns=columns)
    whole.set("with_", exp.With(recursive=True, expressions=[exp.CTE(this=query, alias=called)]))
    tree.set("expression", whole)
    return tree


def _over_change(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse T-SQL's INSERT over ``FROM (MERGE … OUTPUT …) AS m``; None for anything else.

    In the tree the changing statement is a query of the INSERT's WITH, where other dialects write it.
    """
    if (
        dialect != "tsql"
        or tokens[0].token_type is not TokenType.INSERT
        or not holds_word(text, tokens, "OUTPUT")
    ):
        return None
    start = next((at for at in range(1, len(tokens) - 1) if _opens_change(tokens, at)), -1)
    end = _closing(tokens, start) if start > 0 else -1
    if end < 0 or end + 2 >= len(tokens):
        return None
    named = end + 1 + (tokens[end + 1].token_type is TokenType.ALIAS)
    columns = (
        _closing(tokens, named + 1)
        if tokens[named + 1 : named + 2] and tokens[named + 1].text == "("
        else named
    )
    if columns < 0:
        return None  # a bracket that nothing closes
    tree = parse_statement(dialect, [*tokens[:start], tokens[named], *tokens[columns + 1 :]], text)
    change = parse(dialect, told(dialect, tokens[start + 1 : end], text), text)
    called = exp.TableAlias(
        this=_identifier(tokens[named]),
        columns=[_identifier(each) for each in tokens[named + 2 : columns : 2]],
    )
    tree.set("with_", exp.With(expressions=[exp.CTE(this=change, alias=called)]))
    return tree


_CHANGES = (TokenType.MERGE, TokenType.UPDATE, TokenType.DELETE, TokenType.INSERT)


def _opens_change(tokens: list[Token], at: int) -> bool:
    """Whether a bracket with a changing statement in it opens at a token."""
    return tokens[at].token_type is TokenType.L_PAREN and tokens[at + 1].token_type in _CHANGES


def _closing(tokens: list[Token], start: int) -> int:
    """Return the index of the bracket that closes the one at ``start``; -1 if none does."""
    depth = 0
    for at in range(start, len(tokens)):
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(tokens[at].token_type, 0)
        if depth == 0:
            return at
    return -1


def _identifier(token: Token) -> exp.Identifier:
    """Return the name that a token is, with its place."""
    made = exp.Identifier(this=token.text, quoted=token.token_type is TokenType.IDENTIFIER)
    made.meta.update(line=token.line, col=token.col, start=token.start, end=token.end)
    return made


def _storage_alter(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Take T-SQL's ALTER TABLE … SET (…) for the command it is; None for anything else.

    It moves no data, and the parser never comes back from some misspelt ones.
    """
    if dialect != "tsql" or tokens[0].token_type is not TokenType.ALTER:
        return None
    at = at_top(tokens, 1, lambda token: token.token_type is TokenType.SET)
    if at < 0 or at + 1 >= len(tokens) or tokens[at + 1].token_type is not TokenType.L_PAREN:
        return None
    return exp.Command(this="ALTER", expression=text[tokens[0].end + 1 : tokens[-1].end + 1])


def _insert_exec(dialect: str, tokens: list[Token], text: str) -> exp.Expr | None:
    """Parse T-SQL's INSERT … EXEC, which the parser does not know; None for anything else.

    The tree is an INSERT without a source whose ``exec`` note holds the procedure's tokens.
    """
    if (
        dialect != "tsql"
        or tokens[0].token_type is not TokenType.INSERT
        or not holds_word(text, tokens, "EXEC")
    ):
        return None
    at = next((at for at, token in enumerate(tokens) if token.text.upper() in ("EXEC", "EXECUTE")), -1)
    if at < 2:  # INSERT and a name
        return None
    first = tokens[at]
    words = [
        Token(kind, word, first.line, first.col, first.start, first.end) for kind, word in _DEFAULT_VALUES
    ]
    tree = parse(dialect, [*tokens[:at], *words], text)
    name = tokens[at + 1 :]
    named = name[: _name_length(name)]
    called = "".join(each.text for each in named) or "EXEC"
    tree.meta["exec"] = (
        called,
        called.lower().endswith("sp_executesql") or called in ("EXEC", "("),
        (at, len(tokens) - 1),
        text[named[0].start : named[-1].end + 1] if named else "",
    )
    return tree


_DEFAULT_VALUES = ((TokenType.DEFAULT, "DEFAULT"), (TokenType.VALUES, "VALUES"))


def _name_length(tokens: list[Token]) -> int:
    length = 0
    while length < len(tokens) and (length % 2 == 0) != (tokens[length].token_type is TokenType.DOT):
        if tokens[length].token_type is TokenType.L_PAREN or (length % 2 and length + 1 >= len(tokens)):
            break
        length += 1
        if length % 2 and length < len(tokens) and tokens[length].token_type is not TokenType.DOT:
            break
    return length

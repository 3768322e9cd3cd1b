"""SQL in colours, line by line. Every character of the text stands in some line, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pygments.lexer import Lexer
from pygments.lexers.sql import MySqlLexer, PostgresLexer, SqlLexer, TransactSqlLexer
from pygments.token import Comment, Keyword, Literal, Name, Number, String, _TokenType

LONGEST = 400_000
"""Longest text that is coloured, in characters; a longer one is shown without colours."""

_LEXERS: dict[str, type[Lexer]] = {
    "tsql": TransactSqlLexer,
    "fabric": TransactSqlLexer,
    "postgres": PostgresLexer,
    "redshift": PostgresLexer,
    "materialize": PostgresLexer,
    "risingwave": PostgresLexer,
    "mysql": MySqlLexer,
    "starrocks": MySqlLexer,
    "doris": MySqlLexer,
}
_COLOURS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"),
    (Keyword, "k"),
    (String, "s"),
    (Number, "n"),
    (Literal, "s"),
    (Name.Builtin, "b"),
    (Name.Function, "b"),
    (Name.Variable, "v"),
)
_BREAK = re.compile(r"\r\n|\n|\r")

Piece = tuple[str, str]
"""Class of the colour, empty for none; text without line breaks."""


def coloured(text: str, dialect: str) -> list[tuple[Piece, ...]]:
    """Return the lines of a text as coloured pieces; lines end at LF, CRLF or CR and nothing else."""
    lines: list[tuple[Piece, ...]] = []
    here: list[Piece] = []
    for colour, value in _tokens(text, dialect):
        parts = _BREAK.split(value)
        for part in parts[:-1]:
            _add(here, colour, part)
            lines.append(tuple(here))
            here = []
        _add(here, colour, parts[-1])
    lines.append(tuple(here))
    return lines


def _add(pieces: list[Piece], colour: str, text: str) -> None:
    """Add text to a line; neighbours of one colour are one piece."""
    if text and pieces and pieces[-1][0] == colour:
        pieces[-1] = (colour, pieces[-1][1] + text)
    elif text:
        pieces.append((colour, text))


def _tokens(text: str, dialect: str) -> Iterator[Piece]:
    if len(text) > LONGEST:
        yield "", text
        return
    held = ""  # a CR at the end of a token, whose LF begins the next one
    for _, kind, value in _lexer(dialect).get_tokens_unprocessed(text):
        whole = held + value
        held = ""
        if whole.endswith("\r"):
            whole, held = whole[:-1], "\r"
        yield _colour(kind), whole
    yield "", held


@cache
def _lexer(dialect: str) -> Lexer:
    return _LEXERS.get(dialect, SqlLexer)()


def _colour(kind: _TokenType) -> str:
    return next((name for above, name in _COLOURS if kind[: len(above)] == above), "")

"""What of a statement is not given to the parser at all: too deep to be anybody's SQL, or no SQL to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.script import Note

DEEPEST = 500
"""Deepest nesting of brackets and CASE that is read; the cost of what lies deeper grows with its square."""

_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_STRUCTURE = {
    "U+FF0C": ",",
    "U+3001": ",",
    "U+FF1B": ";",
    "U+3002": ".",
    "U+FF0E": ".",
    "U+2018": "'",
    "U+2019": "'",
    "U+201A": "'",
    "U+201B": "'",
    "U+201C": '"',
    "U+201D": '"',
    "U+201E": '"',
    "U+201F": '"',
    "U+FF07": "'",
    "U+FF02": '"',
}
"""Characters that parsers take for letters, and people for what divides or quotes."""
_WIDE_OPEN, _WIDE_CLOSE = "\uff08", "\uff09"


def depth(tokens: Sequence[Token]) -> int:
    """Return how deep brackets and CASE nest in a statement; 0 where it is too short to be too deep."""
    if len(tokens) <= DEEPEST:
        return 0
    deepest = now = 0
    for token in tokens:
        kind = token.token_type
        if kind in _OPENING:
            now += 1
            deepest = max(deepest, now)
        elif kind in _CLOSING and now:
            now -= 1
    return deepest


def lookalike(notes: Iterable[Note], start: int, end: int) -> str:
    """Return why a slice cannot be read as it looks; empty if it can.

    A comma, stop or quote that is none is a letter to the parser, which makes one name of two. Wide
    brackets are letters too: in pairs they belong to a name, alone they were meant as brackets.
    """
    for note in notes:
        if note.code == "SUSPICIOUS_CHAR" and start <= note.start < end and note.subject in _STRUCTURE:
            return f"{note.subject} stands where {_STRUCTURE[note.subject]} looks to be meant"
    return ""


def torn_brackets(tokens: Iterable[Token]) -> str:
    """Return why a name of a statement is no name: half a pair of wide brackets; empty if all are whole."""
    for token in tokens:
        said = token.text
        if token.token_type is TokenType.VAR and said.count(_WIDE_OPEN) != said.count(_WIDE_CLOSE):
            return "U+FF08 or U+FF09 stands where a bracket looks to be meant"
    return ""

"""What of a statement is not given to the parser at all: too deep to be anybody's SQL, or no SQL to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.script import Note, Piece, PieceKind

DEEPEST = 500
"""Deepest nesting of brackets and CASE that is read; the cost of what lies deeper grows with its square."""
DEEPEST_DERIVED = 2_000
"""Deepest nesting of derived tables that is read; their brackets are not counted above."""

_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_BEFORE_DERIVED = frozenset({TokenType.FROM, TokenType.JOIN})
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


def too_deep(tokens: Sequence[Token]) -> str:
    """Return why a statement is nested too deep to be read; empty if it is not."""
    if len(tokens) <= DEEPEST:
        return ""
    deepest = derived = inside = 0
    open_: list[bool] = []  # per bracket or CASE that is open: it is that of a derived table
    for before, token in pairwise(tokens):
        kind = token.token_type
        if kind in _OPENING:
            open_.append(before.token_type in _BEFORE_DERIVED)
            inside += open_[-1]
            deepest, derived = max(deepest, len(open_) - inside), max(derived, inside)
        elif kind in _CLOSING and open_:
            inside -= open_.pop()
    if deepest > DEEPEST:
        return f"it is nested {deepest} deep, and at most {DEEPEST} are read"
    if derived > DEEPEST_DERIVED:
        return f"its derived tables are nested {derived} deep, and at most {DEEPEST_DERIVED} are read"
    return ""


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


_STRINGS = frozenset({TokenType.STRING, TokenType.NATIONAL_STRING})
_NEVER_AFTER_TEXT = frozenset(
    {
        *(TokenType.VAR, TokenType.IDENTIFIER, TokenType.NUMBER),
        *(TokenType.L_PAREN, TokenType.COLON, TokenType.DOT, TokenType.MOD),
    }
)
_SAYING = frozenset({"PRINT", "RAISERROR", "THROW", "RAISE"})
_AFTER_TEXT = frozenset({"USING", "OUTPUT", "OUT", "AS", "AT", "COLLATE", "WITH"})


def torn_text(piece: Piece) -> str:
    """Return why what no parser sees, a message or a call, is not what it looks; empty if it is.

    A quote too many or too few turns strings inside out: the SQL up to the next quote is one, and what was
    one stands behind it as words. So a word follows a string at once, or a name does where none can.
    """
    if piece.kind is not PieceKind.CALL and piece.kind is not PieceKind.CONTROL:
        return ""
    says = piece.kind is PieceKind.CALL or piece.name in _SAYING
    for before, token in pairwise(piece.tokens):
        if before.token_type not in _STRINGS:
            continue
        joined = (
            token.start == before.end + 1 and token.text[:1].isalnum() and token.token_type not in _STRINGS
        )
        named = says and token.token_type in _NEVER_AFTER_TEXT and token.text.upper() not in _AFTER_TEXT
        if joined or named:
            return "a quote too many or too few stands in it, and SQL may have become part of a string"
    return ""

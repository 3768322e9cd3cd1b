"""From a file's masked text to its pieces (hardening 5.1): each statement is later parsed alone.

The tokens of a file are made once and keep the file's offsets; a piece holds a slice of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from msgspec.structs import replace
from sqlglot.tokenizer_core import Token

from wherefrom.domain.unit import STATEMENT_CHARS
from wherefrom.extract.text.blocks import walk_statements
from wherefrom.extract.text.clients import Cleared, clear
from wherefrom.extract.text.lexing import Literals, TokenError, tokenize, words
from wherefrom.extract.text.longlists import BulkRows
from wherefrom.extract.text.longstatements import shortened
from wherefrom.extract.text.oddities import blanked, hole_reaches
from wherefrom.extract.text.pieces import Tape
from wherefrom.extract.text.script import Note, Piece, PieceKind, Script
from wherefrom.extract.text.tsql import walk_batch


def split(text: str, dialect: str, bulk: tuple[BulkRows, ...] = (), longest: int = STATEMENT_CHARS) -> Script:
    """Return the pieces of a text.

    Args:
        text: The masked text of a whole file.
        dialect: One of ``domain.dialects.DIALECTS``.
        bulk: Rows of it that need no tokens, in text order.
        longest: Longest statement that is read, in characters; a longer one has few tokens.
    """
    cleared = clear(blanked(text, [(each.start, each.end) for each in bulk]), dialect)
    cleared.text = shortened(cleared.text, dialect, cleared.breaks, bulk, longest)
    tokens = _tokens(cleared, dialect)
    tape = Tape(cleared.text, dialect, tokens, words(tokens))
    start = 0
    for stop in [*_stops(tokens, cleared.breaks), len(tokens)]:
        if stop > start:
            _walk(tape, start, stop)
            start = stop
    pieces = [_readable(piece, text, cleared.unread) for piece in tape.pieces]
    pieces = _in_order(pieces + _clients(pieces, cleared))
    notes = sorted(cleared.notes, key=lambda note: (note.start, note.end, note.code))
    return Script(cleared.text, tuple(pieces), tuple(notes), tuple(sorted(cleared.unread)), bulk)


def _walk(tape: Tape, start: int, end: int) -> None:
    if tape.dialect == "tsql":
        walk_batch(tape, start, end)
        return
    walk_statements(tape, start, end)


def _stops(tokens: list[Token], breaks: list[int]) -> list[int]:
    """Return the index of the first token after each break, ascending."""
    return [bisect_left(tokens, offset, key=lambda token: token.start) for offset in breaks]


def _tokens(cleared: Cleared, dialect: str) -> list[Token]:
    """Return the tokens; what follows a form that nothing closes is blanked and reported."""
    try:
        tokens = tokenize(cleared.text, dialect)
        tail = tokens[-1].end + 1 if tokens else 0
        if "/*" not in cleared.text[tail:]:
            return tokens
    except TokenError:
        pass
    size = len(cleared.text)
    start = Literals(cleared.text, dialect).first_open()
    if start < size:
        cleared.notes.append(Note("UNTERMINATED_TEXT", start, size, cleared.text[start : start + 1]))
        cleared.unread.append((start, size))
        cleared.blank([(start, size)])
    try:
        return tokenize(cleared.text, dialect)
    except TokenError:
        cleared.notes.append(Note("UNTERMINATED_TEXT", 0, size))
        cleared.unread[:] = [(0, size)]
        return []


def _readable(piece: Piece, text: str, unread: list[tuple[int, int]]) -> Piece:
    """A statement with a hole in it (a conflict, an open string) is not read as if it were whole."""
    if piece.kind is PieceKind.STATEMENT and any(
        hole_reaches(text, hole, (piece.start, piece.end)) for hole in unread
    ):
        return replace(piece, kind=PieceKind.OPAQUE, name="UNPARSED_STATEMENT")
    return piece


def _clients(pieces: list[Piece], cleared: Cleared) -> list[Piece]:
    """Return the client lines as pieces; one inside a statement is part of the statement's text."""
    starts = [piece.start for piece in pieces]
    lines = []
    for start, end, name in cleared.clients:
        before = bisect_right(starts, start) - 1
        if before < 0 or pieces[before].end <= start:
            lines.append(Piece(PieceKind.CLIENT, start, end, name=name))
    return lines


def _in_order(pieces: list[Piece]) -> list[Piece]:
    """Sort client lines in; the indexes of loops and blocks follow."""
    order = sorted(range(len(pieces)), key=lambda index: (pieces[index].start, pieces[index].end))
    if order == list(range(len(pieces))):
        return pieces
    moved = {old: new for new, old in enumerate(order)}
    return [_moved(pieces[old], moved) for old in order]


def _moved(piece: Piece, moved: dict[int, int]) -> Piece:
    if not piece.loops and not piece.blocks:
        return piece
    loops, blocks = ([moved.get(each, each) for each in given] for given in (piece.loops, piece.blocks))
    return replace(piece, loops=tuple(loops), blocks=tuple(blocks))

"""What a file's text is made of before anything is parsed: pieces, in text order.

Offsets are code points of the decoded text, 0-based and half-open, in every value of this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct
from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.longlists import BulkRows


class PieceKind(StrEnum):
    """What a piece is, and so what may be asked of it."""

    STATEMENT = "STATEMENT"  # one SQL statement, to be parsed alone
    PROCEDURE = "PROCEDURE"  # head of a routine, trigger or package; its body's pieces follow
    CONTROL = "CONTROL"  # BEGIN, IF, RETURN, COMMIT, PRINT …
    DECLARE = "DECLARE"  # one declared variable
    ASSIGN = "ASSIGN"  # one variable that gets a value
    LOOP = "LOOP"  # a query that is gone through row by row
    CALL = "CALL"  # of a procedure by name
    DYNAMIC = "DYNAMIC"  # SQL put together at run time
    CLIENT = "CLIENT"  # a command of the client, not of the database
    OPAQUE = "OPAQUE"  # recognised, not understood


@dataclass(frozen=True, slots=True)
class Note:
    """One remark of the text level, by a code of ``domain.codes``.

    Attributes:
        code: A key of ``DIAGNOSTICS``.
        start: First character it speaks of.
        end: After the last one.
        subject: The text spoken of; empty if the slice says it all.
        message: One sentence; empty where the code's meaning says it all.
    """

    code: str
    start: int
    end: int
    subject: str = ""
    message: str = ""


class Piece(Struct, frozen=True):
    """A stretch of the text that is one thing.

    Attributes:
        kind: What it is.
        start: First character of its first token.
        end: After the last character of its last token; the terminator is not part of it.
        tokens: Its tokens, with offsets of the file. Empty for client commands and unread bodies.
        script: The routine whose body it stands in, as written; empty for the file's own sequence.
        conditional: Under IF, WHILE, CASE, a loop or a handler: it may or may not run.
        name: Routine, variable, cursor or procedure called; the control word; the code if OPAQUE; the table
            variable that a STATEMENT declares.
        parameters: Of a PROCEDURE or a cursor its parameters, of a FETCH, a RETURNING or a SET of several its
            variables, as written.
        value_tokens: Tokens of an initial or assigned value, of a loop's query, of a condition or RETURN
            that holds a query; None if there is none.
        loops: Indexes, in the script's pieces, of the LOOPs it stands in, outermost first.
        blocks: What may hold variables of its own or be left as a whole around it, outermost first, each the
            index of the piece that opens it: a routine, a block, a handler, a loop. Below zero: a batch of T-SQL.
    """

    kind: PieceKind
    start: int
    end: int
    tokens: Sequence[Token] = ()
    script: str = ""
    conditional: bool = False
    name: str = ""
    parameters: tuple[str, ...] = ()
    value_tokens: Sequence[Token] | None = None
    loops: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()


def block_ends(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return for each block of ``Piece.blocks`` the index behind its last piece."""
    return {block: at + 1 for at, piece in enumerate(pieces) for block in piece.blocks}


@dataclass(frozen=True, slots=True)
class Script:
    """A file's text taken apart.

    Attributes:
        text: The text the tokens' offsets speak of: as given, client commands blanked.
        pieces: In text order; none overlaps another.
        notes: In text order.
        unread: Slices that were not looked at (after an unterminated string, inside conflict
            markers), in text order.
        bulk: Rows of literals that have no tokens, in text order.
    """

    text: str
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...]
    unread: tuple[tuple[int, int], ...] = ()
    bulk: tuple[BulkRows, ...] = ()

"""What a RETURN, GOTO, RAISE or LEAVE may pass by: the statements from there to the end of what it leaves.

An error that nothing in the script raises is no exit, and so is one that a handler raises again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wherefrom.domain.unit import Exit
from wherefrom.extract.draft import Draft
from wherefrom.extract.text.script import Piece, PieceKind, block_ends

_RETURN = frozenset({"RETURN", "RETURN TABLE"})
_RAISE = frozenset({"RAISE", "THROW", "RAISERROR", "SIGNAL", "RESIGNAL", "RAISE_APPLICATION_ERROR"})
_LEAVE = frozenset({"LEAVE", "EXIT", "BREAK"})
_LEVELS = frozenset({"DEBUG", "LOG", "INFO", "NOTICE", "WARNING"})
"""What PL/pgSQL's RAISE only reports."""


def read_exits(draft: Draft, pieces: Sequence[Piece], starts: Sequence[int]) -> tuple[Exit, ...]:
    """Return the exits of a file that may pass statements by, in text order.

    Args:
        draft: The file.
        pieces: All of its pieces.
        starts: As ``read_declarations`` takes them.
    """
    handlers = {
        piece.blocks[-1]: at for at, piece in enumerate(pieces) if piece.blocks and piece.name == "EXCEPTION"
    }
    ways = _Ways(draft.facts.name, pieces, block_ends(pieces), handlers)
    found = []
    for at, piece in enumerate(pieces):
        end = ways.end(at)
        if end > at and starts[end] > starts[at + 1]:
            script = draft.masked.restore(piece.script)
            found.append(Exit(script, starts[at + 1], starts[end] - 1))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Ways:
    """Where the exits of a file lead.

    Attributes:
        dialect: Its dialect.
        pieces: All of its pieces.
        ends: What ``block_ends`` says of them.
        handlers: By block the index of its EXCEPTION.
    """

    dialect: str
    pieces: Sequence[Piece]
    ends: Mapping[int, int]
    handlers: Mapping[int, int]

    def end(self, at: int) -> int:
        """Return the index of the first piece behind what a piece may pass by; ``at`` if it is no exit."""
        piece = self.pieces[at]
        word = piece.name.upper()
        known = piece.kind in (PieceKind.CONTROL, PieceKind.CALL)
        if not known or any(self._opens(block, "HANDLER") for block in piece.blocks):
            return at  # a declared handler stands where nothing comes to it in order
        if word in _RETURN:
            return self._behind(self._routine(piece))
        if word in _RAISE and not self._only_tells(piece, word):
            return self._raised(at)
        if word in _LEAVE:
            return self._left(at)
        return self._label(at) if word == "GOTO" else at

    def _opens(self, block: int, name: str) -> bool:
        return block >= 0 and self.pieces[block].name == name

    def _behind(self, block: int | None) -> int:
        """Return the index of the piece behind a block; None stands for the whole file."""
        return len(self.pieces) if block is None else self.ends[block]

    def _routine(self, piece: Piece) -> int | None:
        """Return the block that RETURN leaves: the routine, or what runs as one outside of any."""
        for block in reversed(piece.blocks):
            if block >= 0 and self.pieces[block].kind is PieceKind.PROCEDURE:
                return block
        return piece.blocks[0] if piece.blocks and self.dialect != "bigquery" else None

    def _only_tells(self, piece: Piece, word: str) -> bool:
        """Whether a statement that can raise an error reports something and goes on."""
        said = [token.text.upper() for token in piece.tokens[1:2]]
        if word == "RAISERROR":
            return not any(self._opens(block, "BEGIN TRY") for block in piece.blocks)
        return word == "RAISE" and not _LEVELS.isdisjoint(said)

    def _raised(self, at: int) -> int:
        """Return where an error leads: behind the innermost block that handles it."""
        piece = self.pieces[at]
        routine = self._routine(piece)
        inner = piece.blocks[piece.blocks.index(routine) if routine in piece.blocks else 0 :]
        for block in reversed(inner):
            if self._opens(block, "BEGIN CATCH"):
                return at
            if self._opens(block, "BEGIN TRY"):
                return self._behind(block)
            handled = self.handlers.get(block, -1)
            if handled >= 0:
                return at if handled < at else self._behind(block)
        return self._behind(routine)

    def _left(self, at: int) -> int:
        """Return where LEAVE or EXIT of a labelled block leads; of a loop everything is conditional anyway."""
        piece = self.pieces[at]
        label = piece.tokens[1].text.upper() if len(piece.tokens) > 1 else ""
        for block in reversed(piece.blocks):
            if block > 0 and label and self._called(block - 1) == label:
                return self._behind(block)
        return at

    def _called(self, at: int) -> str:
        """Return the name of a label; empty for any other piece."""
        piece = self.pieces[at]
        if piece.name != "LABEL" or not piece.tokens:
            return ""
        return piece.tokens[0 if piece.tokens[0].text != "<" else 2].text.upper()

    def _label(self, at: int) -> int:
        """Return the label that GOTO jumps ahead to; ``at`` where it jumps back."""
        piece = self.pieces[at]
        label = piece.tokens[1].text.upper() if len(piece.tokens) > 1 else ""
        stop = self._behind(self._routine(piece))
        return next((to for to in range(at + 1, stop) if label and self._called(to) == label), at)

"""From where to where in a file the declarations of its variables hold (method 1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherefrom.domain.unit import Declaration
from wherefrom.extract.draft import Draft
from wherefrom.extract.names import variable_name
from wherefrom.extract.text.script import Piece, PieceKind


def read_declarations(
    draft: Draft, pieces: Sequence[Piece], starts: Sequence[int]
) -> tuple[Declaration, ...]:
    """Return the declarations of a file, in text order.

    Args:
        draft: The file.
        pieces: All of its pieces.
        starts: Per piece the ordinal of the first statement that it or a later one gives, and behind the last
            piece that of the statement after all.
    """
    ends: dict[int | None, int] = {None: starts[-1] - 1}
    for at, piece in enumerate(pieces):
        ends.update(dict.fromkeys(piece.blocks, starts[at + 1] - 1))
    restore = draft.masked.restore
    return tuple(
        Declaration(
            starts[at], variable_name(restore(name)), restore(script), ends.get(block, starts[at] - 1)
        )
        for at, piece in enumerate(pieces)
        for name, script, block in _declared(at, piece)
    )


def _declared(at: int, piece: Piece) -> Iterator[tuple[str, str, int | None]]:
    """Yield the names that a piece declares, each with its script and its block; None for the whole file."""
    if piece.kind is PieceKind.PROCEDURE:
        yield from ((each, piece.name, at) for each in piece.parameters)
    elif piece.kind is PieceKind.DECLARE or (piece.kind is PieceKind.STATEMENT and piece.name):
        yield piece.name, piece.script, piece.blocks[-1] if piece.blocks else None

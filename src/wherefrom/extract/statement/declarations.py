"""From where to where in a file the declarations of its variables hold (method 1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherefrom.domain.unit import Declaration
from wherefrom.extract.draft import Draft
from wherefrom.extract.names import variable_name
from wherefrom.extract.text.script import Piece, PieceKind, block_ends


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
    ends.update((block, starts[end] - 1) for block, end in block_ends(pieces).items())
    restore = draft.masked.restore
    return tuple(
        Declaration(
            starts[at], variable_name(restore(name)), restore(script), ends.get(block, starts[at] - 1)
        )
        for at in range(len(pieces))
        for name, script, block in _declared(draft, pieces, at)
    )


def _declared(draft: Draft, pieces: Sequence[Piece], at: int) -> Iterator[tuple[str, str, int | None]]:
    """Yield the names that a piece declares, each with its script and its block; None for the whole file."""
    piece = pieces[at]
    if piece.kind is PieceKind.PROCEDURE:
        yield from ((each, piece.name, at) for each in piece.parameters)
    elif piece.kind is PieceKind.DECLARE or (piece.kind is PieceKind.STATEMENT and piece.name):
        blocks = [each for each in piece.blocks if each < 0 or not _is_loop(pieces[each])]
        yield piece.name, piece.script, blocks[-1] if blocks else None
    elif piece.kind is PieceKind.LOOP and draft.facts.name not in _ROW_DECLARED:
        yield piece.name, piece.script, at
    elif piece.name == "FOR" and len(piece.tokens) > 1:  # it counts
        yield piece.tokens[1].text, piece.script, at


_ROW_DECLARED = frozenset({"postgres", "redshift"})
"""Dialects in which the row of a FOR loop is a variable declared before."""


def _is_loop(piece: Piece) -> bool:
    return piece.kind is PieceKind.LOOP or piece.name in {"FOR", "LOOP", "REPEAT", "WHILE"}

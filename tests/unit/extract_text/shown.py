"""How these tests write a piece: ``KIND script: its text``; a question mark says conditional."""

from __future__ import annotations

from wherefrom.extract.template.placeholders import mask
from wherefrom.extract.text.script import PieceKind, Script
from wherefrom.extract.text.split import split


def read(sql: str, dialect: str) -> Script:
    """Return the script of a text, placeholders masked."""
    return split(mask(sql, dialect).text, dialect)


def shown(sql: str, dialect: str) -> list[str]:
    """Return one line for each piece."""
    lines = []
    for piece in read(sql, dialect).pieces:
        mark = "?" if piece.conditional else ""
        script = f"{piece.script}: " if piece.script else ""
        lines.append(f"{piece.kind}{mark} {script}{' '.join(sql[piece.start : piece.end].split())}")
    return lines


def statements(sql: str, dialect: str) -> list[str]:
    """Return the text of each STATEMENT."""
    pieces = read(sql, dialect).pieces
    return [
        " ".join(sql[piece.start : piece.end].split())
        for piece in pieces
        if piece.kind is PieceKind.STATEMENT
    ]


def values(sql: str, dialect: str) -> list[tuple[str, str, str]]:
    """Return kind, name and value text of each piece that has a value."""
    return [
        (
            piece.kind.value,
            piece.name,
            " ".join(sql[piece.value_tokens[0].start : piece.value_tokens[-1].end + 1].split()),
        )
        for piece in read(sql, dialect).pieces
        if piece.value_tokens
    ]


def codes(sql: str, dialect: str) -> list[tuple[str, str]]:
    """Return code and text of each note."""
    script = read(sql, dialect)
    return [(note.code, sql[note.start : note.end]) for note in script.notes]

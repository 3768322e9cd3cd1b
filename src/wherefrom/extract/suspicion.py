"""Whether a file's SQL looks like another dialect's (hardening 5.5, row 43). Nothing is switched by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Statement, StatementStatus
from wherefrom.extract.template.placeholders import mask
from wherefrom.extract.text.script import PieceKind
from wherefrom.extract.text.split import split
from wherefrom.extract.tree.parsing import parse_statement

_SAMPLE = 20_000
"""Characters that are tried in other dialects: the whole lines among the first so many."""

_CONVINCING = 3
"""So many statements more has another dialect to read: one that is broken may be read by chance."""

_SUSPICIOUS = 5
"""One unread statement in so many is too many."""


def suspected(
    text: str, dialect: str, styles: tuple[str, ...], read: Sequence[Statement], whole: Span
) -> Diagnostic | None:
    """Return the remark that another dialect reads the text better; None where this one reads most of it.

    Args:
        text: The file's text.
        dialect: What it was read in.
        styles: Its placeholder styles.
        read: Its statements, as they were read.
        whole: Where the text stands.
    """
    lost = [each for each in read if each.status is StatementStatus.UNPARSED]
    if len(lost) * _SUSPICIOUS <= len(read):
        return None
    sample = text if len(text) <= _SAMPLE else text[: text.rfind("\n", 0, _SAMPLE) + 1]
    own = _tried(sample, dialect, styles)
    others = {name: _tried(sample, name, styles) for name in DIALECTS if name not in ("ansi", dialect)}
    best = min(others.values())
    if best.lost * 2 > own.lost or own.unread - best.unread < _CONVINCING:
        return None
    better = tuple(name for name, tried in others.items() if tried == best)
    share = f"{100 - 100 * best.lost // len(sample)} %"
    message = (
        f"Not read as {dialect}: {len(lost)} of {len(read)} statements. "
        f"Of the text that was tried, {share} can be read as {', '.join(better)}."
    )
    return Diagnostic("DIALECT_SUSPECT", 0, whole, dialect, better, message)


@dataclass(frozen=True, slots=True, order=True)
class _Tried:
    """How a dialect reads a text.

    Attributes:
        lost: Characters in statements that it cannot read.
        unread: Minus the number of statements that it reads: what reads more comes first.
    """

    lost: int
    unread: int


def _tried(text: str, dialect: str, styles: tuple[str, ...]) -> _Tried:
    script = split(mask(text, dialect, styles).text, dialect)
    lost = sum(end - start for start, end in script.unread)
    read = 0
    for piece in script.pieces:
        fails = piece.kind is PieceKind.OPAQUE
        if piece.kind is PieceKind.STATEMENT:
            try:
                fails = isinstance(parse_statement(dialect, list(piece.tokens), script.text), exp.Command)
            except SqlglotError:
                fails = True
        lost += (piece.end - piece.start) * fails
        read += not fails
    return _Tried(lost, -read)

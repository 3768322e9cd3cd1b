"""Long VALUES lists: their literals are counted, and rows that say nothing else are not parsed.

A dump holds more rows than SQL. Of a list longer than ``LONG`` the parser gets the first row, the last,
and those with an expression that none before them has; the literals of every column become one cell.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot.tokenizer_core import Token, TokenType

LONG = 64
"""Rows of the longest list that is read cell by cell."""

_FEWEST = 4 * LONG
"""Tokens of the shortest long list: ``(1),`` in every row."""
_OPEN, _CLOSE, _COMMA = TokenType.L_PAREN, TokenType.R_PAREN, TokenType.COMMA
_VALUES, _NAME = TokenType.VALUES, TokenType.VAR
_DEEPER = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE})
_HIGHER = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE})
_STRINGS = frozenset(
    {
        TokenType.STRING, TokenType.NATIONAL_STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING,
        TokenType.BYTE_STRING, TokenType.BIT_STRING, TokenType.HEX_STRING, TokenType.UNICODE_STRING,
    }
)  # fmt: skip
_LITERALS = _STRINGS | {TokenType.NUMBER, TokenType.NULL, TokenType.TRUE, TokenType.FALSE}
_DATED = (
    TokenType.DATE, TokenType.TIME, TokenType.TIMESTAMP, TokenType.TIMESTAMPTZ, TokenType.TIMESTAMPNTZ,
    TokenType.TIMESTAMPLTZ,
)  # fmt: skip
_BEFORE = {TokenType.DASH: frozenset({TokenType.NUMBER}), **dict.fromkeys(_DATED, _STRINGS)}
"""What makes one literal of two tokens: ``-1``, ``DATE '2026-01-31'``."""


@dataclass(frozen=True, slots=True)
class Literals:
    """The literals of one column.

    Attributes:
        count: How many.
        first, last: Where the first and the last stand, half-open offsets.
    """

    count: int
    first: tuple[int, int]
    last: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LongList:
    """One long list.

    Attributes:
        start, end: Where it stands, from the first row's bracket to the last one's; half-open offsets.
        rows: Number of rows.
        literals: Literals by column, 0-based; columns without any are left out.
    """

    start: int
    end: int
    rows: int
    literals: Mapping[int, Literals]


@dataclass(frozen=True, slots=True)
class BulkRows:
    """Rows of literals that were taken out of one list.

    Attributes:
        start, end: From the second row's bracket to the last row's; half-open offsets, white space now.
        rows: How many.
        width: Cells of each.
    """

    start: int
    end: int
    rows: int
    width: int


@dataclass(slots=True)
class _Shape:
    """Rows whose tokens are of the same kinds, one by one.

    Attributes:
        width: Number of cells.
        literals: Cells that are literals: column, first and last token, counted from the row's bracket.
        others: All other cells, likewise.
        count: Number of such rows.
        first, last: Token of the first and of the last such row's bracket.
    """

    width: int
    literals: list[tuple[int, int, int]]
    others: list[tuple[int, int, int]]
    count: int = 0
    first: int = -1
    last: int = -1


@dataclass(slots=True)
class _Reading:
    """What was found of one list so far."""

    shapes: dict[tuple[TokenType, ...], _Shape] = field(default_factory=dict)
    widths: set[int] = field(default_factory=set)
    said: set[tuple[int, str]] = field(default_factory=set)
    kept: list[tuple[int, int]] = field(default_factory=list)
    rows: int = 0


def is_values(token: Token) -> bool:
    """Whether a token is the word VALUES, which is a plain name to some dialects."""
    kind = token.token_type
    return kind is _VALUES or (kind is _NAME and token.text.upper() == "VALUES")


def is_literal(kinds: Sequence[TokenType]) -> bool:
    """Whether tokens of these kinds are one literal."""
    if len(kinds) == 1:
        return kinds[0] in _LITERALS
    return len(kinds) == 2 and kinds[1] in _BEFORE.get(kinds[0], ())


def without_repetition(
    tokens: list[Token], text: str, placeholders: Sequence[int], bulk: Sequence[BulkRows]
) -> tuple[list[Token], tuple[LongList, ...]]:
    """Return a statement's tokens without the rows that say nothing new, and its long lists.

    Args:
        tokens: The statement's tokens.
        text: The file's text.
        placeholders: Offsets of the file's placeholders, ascending; a list that holds one is read whole.
        bulk: Rows of the file that have no tokens, in text order.
    """
    if len(tokens) < _FEWEST and not bulk:
        return tokens, ()
    kinds = [token.token_type for token in tokens]
    kept: list[Token] = []
    lists: list[LongList] = []
    done = 0
    words = (index for index, kind in enumerate(kinds) if kind is _VALUES or kind is _NAME)
    for at in [index + 1 for index in words if is_values(tokens[index])]:
        found = _read(tokens, kinds, at, text) if at >= done and kinds[at : at + 1] == [_OPEN] else None
        if found is None:
            continue
        out = _taken_out(tokens, found, bulk)
        if found.rows + (out.rows if out is not None else 0) <= LONG:
            continue
        made = _long_list(tokens, found, out)
        if bisect_left(placeholders, made.start) < bisect_left(placeholders, made.end):
            continue
        kept += tokens[done:at]
        for number, (start, end) in enumerate(found.kept):
            kept += tokens[start - bool(number) : end]  # with the comma before it
        done = found.kept[-1][1]
        lists.append(made)
    return ([*kept, *tokens[done:]], tuple(lists)) if lists else (tokens, ())


def _read(tokens: list[Token], kinds: list[TokenType], start: int, text: str) -> _Reading | None:
    """Read the rows from an opening bracket on; None where one does not close."""
    found = _Reading()
    while True:
        end = _row_end(kinds, start)
        if end < 0:
            return None
        key = tuple(kinds[start:end])
        shape = found.shapes.get(key)
        if shape is None:
            shape = found.shapes[key] = _shape(key)
            shape.first = start
        shape.count += 1
        shape.last = start
        found.rows += 1
        more = kinds[end : end + 2] == [_COMMA, _OPEN]
        new = found.rows == 1 or not more or shape.width not in found.widths
        found.widths.add(shape.width)
        for column, low, high in shape.others:
            said = (column, text[tokens[start + low].start : tokens[start + high].end + 1])
            if said not in found.said:
                found.said.add(said)
                new = True
        if new:
            found.kept.append((start, end))
        if not more:
            return found
        start = end + 1


def _row_end(kinds: list[TokenType], start: int) -> int:
    """Return the index after the bracket that closes a row; -1 if none does."""
    opened, closed, at = 0, 0, start
    while True:
        try:
            end = kinds.index(_CLOSE, at) + 1
        except ValueError:
            return -1
        opened += kinds[at:end].count(_OPEN)
        closed += 1
        if opened == closed:
            return end
        at = end


def _shape(kinds: tuple[TokenType, ...]) -> _Shape:
    """Divide a row into its cells."""
    shape = _Shape(0, [], [])
    depth, low = 0, 1
    for at, kind in enumerate(kinds):
        if depth == 1 and (kind is _COMMA or at == len(kinds) - 1):
            cell = (shape.width, low, at - 1)
            (shape.literals if is_literal(kinds[low:at]) else shape.others).append(cell)
            shape.width += 1
            low = at + 1
        if kind in _DEEPER:
            depth += 1
        elif kind in _HIGHER:
            depth -= 1
    return shape


def _taken_out(tokens: list[Token], found: _Reading, bulk: Sequence[BulkRows]) -> BulkRows | None:
    """Return the rows of a list that have no tokens."""
    start, end = tokens[found.kept[0][0]].start, tokens[found.kept[-1][0]].start
    at = bisect_left(bulk, start, key=lambda each: each.start)
    return bulk[at] if at < len(bulk) and bulk[at].end <= end else None


def _long_list(tokens: list[Token], found: _Reading, out: BulkRows | None) -> LongList:
    columns: dict[int, Literals] = {}
    for shape in found.shapes.values():
        for column, low, high in shape.literals:
            first = _offsets(tokens, shape.first + low, shape.first + high)
            last = _offsets(tokens, shape.last + low, shape.last + high)
            known = columns.get(column, Literals(0, first, last))
            columns[column] = Literals(
                known.count + shape.count, min(known.first, first), max(known.last, last)
            )
    rows = found.rows
    if out is not None:  # each of its cells is a literal, and so are those of the rows around it
        rows += out.rows
        columns = {number: replace(each, count=each.count + out.rows) for number, each in columns.items()}
    start, end = found.kept[0][0], found.kept[-1][1]
    return LongList(tokens[start].start, tokens[end - 1].end + 1, rows, columns)


def _offsets(tokens: list[Token], low: int, high: int) -> tuple[int, int]:
    return tokens[low].start, tokens[high].end + 1

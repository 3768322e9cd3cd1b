"""The rows of a dump, taken out before the text is cut into tokens (hardening 5.5, number 7).

Ten megabytes of ``(1, 'a'), (2, 'b'), …`` are two million tokens, and not one of them says where a
field comes from. Where a VALUES list holds nothing but literals, all of its rows but the first and the
last become white space of equal length; what stood there is counted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache

from wherefrom.extract.text.lexing import Literals, string_pattern
from wherefrom.extract.text.longlists import LONG, BulkRows

_VALUES = re.compile(r"[Vv](?i:alues)\s*+(?=\()(?<!\w.alues)")
_NUMBER = r"\d++(?:\.\d++)?(?:[eE][+-]?\d++)?"
_NEXT = re.compile(r"\s*+,\s*+(?=\()")
_MORE = re.compile(r"\s*+,")
_SHORTEST = 4 * LONG
"""Characters of the shortest list that is long: ``(1),`` in every row."""


def find_bulk_rows(text: str, dialect: str, placeholders: Sequence[int]) -> tuple[BulkRows, ...]:
    """Return the rows of a text that need no tokens, in text order.

    A list is left as it is where a row is not all literals, holds a comment, or has another width than
    the first, and where a placeholder stands in it.

    Args:
        text: The masked text.
        dialect: Whose literals.
        placeholders: Offsets of the text's placeholders, ascending.
    """
    if len(text) < _SHORTEST:
        return ()
    literals = Literals(text, dialect)
    found = []
    done = 0
    for word in _VALUES.finditer(text):
        if word.start() < done:
            continue
        rows = _rows(text, word.end(), dialect)
        if rows is None or literals.hold(word.start()):
            continue
        bulk, done = rows
        literals.step_over(done)
        if bisect_left(placeholders, word.end()) == bisect_left(placeholders, done):
            found.append(bulk)
    return tuple(found)


def bulk_tokens(text: str, bulk: BulkRows, dialect: str) -> list[str]:
    """Return the text of every token of rows that were taken out, in order."""
    return _token(dialect).findall(text, bulk.start, bulk.end)


@cache
def _token(dialect: str) -> re.Pattern[str]:
    """Return the pattern of a token of a row, after white space."""
    return re.compile(rf"\s*+({string_pattern(dialect)}|{_NUMBER}|\w++|[-(),])")


@lru_cache(maxsize=64)
def _row(dialect: str, width: int) -> re.Pattern[str]:
    """Return the pattern of a row of so many literals, its brackets included."""
    string = string_pattern(dialect)
    word = r"(?i:null|true|false)\b"
    number = rf"-?{_NUMBER}(?![\w.])"
    literal = rf"(?>{string}|{number}|{word}|(?i:{_dated(dialect)})\s*+{string})\s*+"
    return re.compile(rf"\(\s*+{literal}(?:,\s*+{literal}){{{width - 1}}}\)")


def _dated(dialect: str) -> str:
    """Return what may stand before a string and be one literal with it; in T-SQL ``TIMESTAMP`` is another type."""
    return "date|time" if dialect == "tsql" else "date|time|timestamp"


def _rows(text: str, start: int, dialect: str) -> tuple[BulkRows, int] | None:
    """Read a list from its first bracket on, and return its rows with the offset after it; None if it is left."""
    width = _width(text, start, dialect)
    row = _row(dialect, width)
    here = row.match(text, start)
    if here is None:
        return None
    low = last = end = here.end()
    count = 1
    while (comma := _NEXT.match(text, end)) is not None:
        here = row.match(text, comma.end())
        if here is None:
            return None
        last, end = here.span()
        if count == 1:
            low = last
        count += 1
    if count <= LONG or _MORE.match(text, end) is not None:
        return None
    return BulkRows(low, last, count - 2, width), end


def _width(text: str, start: int, dialect: str) -> int:
    """Return the number of cells of a row of literals."""
    token = _token(dialect)
    commas, at = 0, start + 1
    while (found := token.match(text, at)) is not None and found.group(1) not in "()":
        commas += found.group(1) == ","
        at = found.end()
    return commas + 1

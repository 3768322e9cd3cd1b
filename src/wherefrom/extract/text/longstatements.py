"""Statements above the size limit, shortened before the text is cut into tokens (hardening 5.5, number 8).

Such a statement is not read, whatever stands in it, and its tokens alone would take a hundred times the
room of its text. Its head stays, which names what it writes; the rest becomes one word of equal length.
T-SQL needs no semicolons, so the end of a statement is not known there before it has tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from wherefrom.extract.text.lexing import Literals
from wherefrom.extract.text.longlists import BulkRows

_HEAD = 4_096
"""Characters of a longer one that stay."""

_END = re.compile(";")
_SPACE = re.compile(r"\s")
_COMMENTS = ("--", "/*", "#", "//")


def too_large(start: int, end: int, bulk: Sequence[BulkRows], longest: int) -> str:
    """Return why a slice is too large to be read as a statement; empty if it is not.

    Args:
        start: Its first offset.
        end: The offset after it.
        bulk: Rows of the text that were taken out.
        longest: Most characters that are read.
    """
    size = _size(start, end, bulk)
    return f"it has {size:,} characters, and at most {longest:,} are read" if size > longest else ""


def shortened(text: str, dialect: str, breaks: Sequence[int], bulk: Sequence[BulkRows], longest: int) -> str:
    """Return a text in which statements above the limit are a head and one word; offsets stay.

    Args:
        text: The text without client lines.
        dialect: Whose literals.
        breaks: Offsets that no statement reaches across.
        bulk: Rows of it that were taken out.
        longest: Most characters that are read.
    """
    if len(text) <= longest or dialect == "tsql":
        return text
    parts = []
    done = 0
    for start, end in _too_long(text, dialect, breaks, bulk, longest):
        parts += [text[done:start], "_" * (end - start)]
        done = end
    return "".join([*parts, text[done:]])


def _too_long(
    text: str, dialect: str, breaks: Sequence[int], bulk: Sequence[BulkRows], longest: int
) -> Iterator[tuple[int, int]]:
    """Yield what is taken out of each statement above the limit."""
    literals = Literals(text, dialect)
    ends = {found.start() for found in _END.finditer(text) if not literals.hold(found.start())}
    for before, end in pairwise(sorted({0, len(text), *breaks, *ends})):
        start = _first(text, literals, before, end)
        size = _size(start, end, bulk)
        if size <= longest or size - _bodies(text, literals, start, end) <= longest:
            continue
        first = _cut(text, literals, start, end)
        last = len(text[:end].rstrip()) if end == len(text) else end
        if first < last:
            yield first, last


def _first(text: str, literals: Literals, at: int, end: int) -> int:
    """Return where a statement begins, after its semicolon, white space and comments."""
    while at < end:
        around = literals.around(at)
        if around is not None and text.startswith(_COMMENTS, at):
            at = around[1]
        elif around is None and (text[at].isspace() or text[at] == ";"):
            at += 1
        else:
            break
    return at


def _size(start: int, end: int, bulk: Sequence[BulkRows]) -> int:
    return (
        end - start - sum(each.end - each.start for each in bulk if start <= each.start and each.end <= end)
    )


def _cut(text: str, literals: Literals, start: int, end: int) -> int:
    """Return where the head of a statement ends: behind white space, outside every literal."""
    found = _SPACE.search(text, start + _HEAD, end)
    at = found.end() if found else end
    around = literals.around(at)
    return around[0] if around is not None else at


def _bodies(text: str, literals: Literals, start: int, end: int) -> int:
    """Return how many characters stand between dollar signs: bodies of routines, whose statements are read."""
    found = 0
    at = text.find("$", start, end)
    while at >= 0:
        around = literals.around(at)
        if around is not None and text[around[0]] == "$":
            found += around[1] - around[0]
        at = text.find("$", around[1] if around is not None else at + 1, end)
    return found

"""Text that becomes Markdown: the only place where a name or a piece of SQL turns into markup.

Everything from the snapshot or from people passes through ``code``, ``plain`` or ``block``. The type
``Markup`` marks what already did, so that the type checker finds a raw name on its way to a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NewType

Markup = NewType("Markup", str)
"""Finished inline Markdown, on one line. In a table it passes through ``table_cell`` once more."""

CELL_LIMIT = 120
"""Longest code span of a table cell, in characters; longer ones are shortened with an ellipsis."""

_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "]"
)
"""Controls, direction marks, zero-width and filler characters, line separators, surrogates. Listed, so that
a page does not depend on the Unicode version of the Python that made it."""

_BREAK = re.compile(r"[ \t]*[\r\n][ \t\r\n]*|\t")
_TICKS = re.compile(r"`+")
_PIPES = re.compile(r"(\\*)\|")
_MARKS = re.compile(r"([\\`*\[\]<>&~#$]|(?<![^\W_])_|_(?![^\W_]))")


def _escaped(char: str) -> str:
    """Return a character that cannot be seen as the escape a programmer would write for it."""
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def visible(text: str, keep: str = "") -> str:
    """Return ``text`` with every character that cannot be seen written as an escape.

    Control characters, direction marks, zero-width characters, line separators and lone surrogates
    would let a name look like another one, or break the page's encoding.

    Args:
        text: Anything.
        keep: Characters left as they are, such as a tab in a block of SQL.
    """
    return _HIDDEN.sub(lambda hit: hit[0] if hit[0] in keep else _escaped(hit[0]), text)


def one_line(text: str) -> str:
    """Return ``text`` on one line: a line break with its indent becomes one blank, the rest is made visible."""
    return visible(_BREAK.sub(" ", text.strip(" \t\r\n")))


def shortened(text: str, limit: int = CELL_LIMIT) -> str:
    """Return ``text`` on one line and at most ``limit`` characters long, with ``…`` where it was cut."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    head = (limit * 2) // 3
    return f"{line[:head].rstrip()} … {line[len(line) - (limit - head - 3) :].lstrip()}"


def code(text: str) -> Markup:
    """Return a code span that shows ``text`` on one line; its fence is longer than any backticks inside."""
    return Markup(_spanned(one_line(text)))


def short_code(text: str, limit: int = CELL_LIMIT) -> Markup:
    """Return a code span, shortened to ``limit`` characters. The location beside it leads to the rest."""
    return Markup(_spanned(shortened(text, limit)))


def _spanned(line: str) -> str:
    if not line:
        return '`""`'
    fence = "`" * (max((len(run) for run in _TICKS.findall(line)), default=0) + 1)
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def table_cell(content: Markup) -> Markup:
    """Return ``content`` with its pipes escaped: the only thing that could end a cell.

    Readers of tables differ on a backslash before a pipe, so the number of backslashes is made odd.
    """
    return Markup(_PIPES.sub(lambda hit: hit[1] + ("\\" if len(hit[1]) % 2 == 0 else "\\\\") + "|", content))


def plain(text: str) -> Markup:
    """Return people's own words as text: every character that Markdown reads as markup is escaped."""
    return Markup(_MARKS.sub(r"\\\1", one_line(text)))


def fence(lines: Iterable[str]) -> str:
    """Return a fence longer than any run of backticks in ``lines``, three at least."""
    longest = max((len(run) for line in lines for run in _TICKS.findall(line)), default=0)
    return "`" * max(3, longest + 1)

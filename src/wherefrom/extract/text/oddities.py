"""Text that is no SQL, or not what it looks like (hardening 5.5, rows 14 and 22 to 39)."""

from __future__ import annotations

import re

from wherefrom.extract.text.lexing import Literals
from wherefrom.extract.text.script import Note

_CONFLICT_BEGIN = re.compile(r"^<{7}(?![^\s])[^\r\n]*", re.MULTILINE)
_CONFLICT_END = re.compile(r"^>{7}(?![^\s])[^\r\n]*", re.MULTILINE)
_MARKER = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})[^\n]*$", re.MULTILINE)
_COPY_DATA = re.compile(
    r"^[ \t]*COPY\b[^;']*\bFROM\s+STDIN\b[^;]*;[^\n]*\n(?P<data>(?s:.)*?^\\\.)[ \t]*\r?(?:\n|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_DOLLAR_BODY = re.compile(r"(\bAS\s+)\$\$((?s:.)*?)\$\$", re.IGNORECASE)
_SPACE = re.compile(r"\s*")
_BIDI = "\u202a-\u202e\u2066-\u2069"
_SUSPICIOUS = re.compile(
    f"[\\x00\u00ad\u200b-\u200f\u2060-\u2064\u2018-\u201f{_BIDI}\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u3001\u3002]"
)
_BIDI_ONLY = re.compile(f"[{_BIDI}]")
_EXECUTABLE = re.compile(r"/\*M?!")


def blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """Return the text with slices replaced by spaces of equal length; line ends stay.

    Args:
        text: Any text.
        spans: Half-open slices, ascending, not overlapping.
    """
    if not spans:
        return text
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += (
            text[position:start],
            re.sub(r"[^\r\n]++", lambda found: " " * len(found.group()), text[start:end]),
        )
        position = end
    return "".join((*parts, text[position:]))


def conflicts(text: str) -> list[tuple[int, int]]:
    """Return the slices of merge conflicts, markers included."""
    spans: list[tuple[int, int]] = []
    if "<<<<<<<" not in text:
        return spans
    position = 0
    while found := _CONFLICT_BEGIN.search(text, position):
        end = _CONFLICT_END.search(text, found.end())
        if end is None:
            break
        spans.append((found.start(), end.end()))
        position = end.end()
    return spans


def copy_data(text: str) -> list[tuple[int, int]]:
    """Return the data that follows COPY … FROM STDIN, up to and with its closing line."""
    return [found.span("data") for found in _COPY_DATA.finditer(text)] if "\\." in text else []


def quoted_bodies(text: str) -> str:
    """Return the text with ``AS $$ … $$`` as a string of equal length: sqlglot reads it in other dialects only."""
    return _DOLLAR_BODY.sub(_as_string, text)


def _as_string(found: re.Match[str]) -> str:
    """The body is another language, and blank: nothing in it may end the string."""
    body = blanked(found.group(2), [(0, len(found.group(2)))])
    return f"{found.group(1)}' {body} '"


def suspicious_characters(text: str, dialect: str) -> list[Note]:
    """Return notes on characters that cannot be seen or are taken for others, outside strings and comments.

    Bidirectional controls are noted everywhere: in a comment they may make code look like comment.
    """
    literals = Literals(text, dialect)
    return [
        Note("SUSPICIOUS_CHAR", found.start(), found.end(), f"U+{ord(found.group()):04X}")
        for found in _SUSPICIOUS.finditer(text)
        if _BIDI_ONLY.match(found.group()) or not literals.hold(found.start())
    ]


def executable_comments(text: str, dialect: str) -> list[Note]:
    """Return notes on comments that MySQL or MariaDB runs as code."""
    if "/*!" not in text and "/*M!" not in text:
        return []
    literals = Literals(text, dialect)
    around = [(found.start(), literals.around(found.start())) for found in _EXECUTABLE.finditer(text)]
    return [Note("EXECUTABLE_COMMENT", *inside) for start, inside in around if inside and inside[0] == start]


def hole_reaches(text: str, hole: tuple[int, int], piece: tuple[int, int]) -> bool:
    """Return whether text that is not read belongs to a statement.

    It does where it lies in the statement, or directly after it without a terminator, or directly
    before it where the hole does not end with one.
    """
    start, end = hole
    first, last = piece
    if last <= start:
        return _only_space(text, last, start)
    if first >= end:
        sides = _MARKER.split(text[start:end])
        unfinished = any(side.strip() and not side.rstrip().endswith(";") for side in sides)
        return unfinished and _only_space(text, end, first)
    return True


def _only_space(text: str, start: int, end: int) -> bool:
    found = _SPACE.match(text, start)
    return found is not None and found.end() >= end

"""Where evidence stands, in both forms: lines for people, exact offsets and a hash for programs."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Mapping

from wherefrom.domain.span import Location, Span

_NEWLINE = re.compile(r"\r\n|\n|\r")

Json = dict[str, object]


class Spans:
    """Places in the decoded texts of one snapshot. Line starts are found once per file."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._starts: dict[str, list[int]] = {}
        self._known: dict[tuple[str, Span], Json] = {}

    def place(self, location: Location) -> Json:
        """Return ``lines`` and ``span`` of a location, as JSON values."""
        return {"lines": lines_of(location), "span": self.span(location)}

    def span(self, location: Location) -> Json:
        """Return a span as JSON values.

        ``start`` and ``end`` are half-open offsets in code points of the decoded text. ``line`` and
        ``column`` are those of the first character; ``end_line`` is that of the last character, and
        ``end_column`` the column after it. All are 1-based. ``sha256`` is that of the text's UTF-8.
        Columns and hash are null where the file's text is not known.
        """
        key = (location.file, location.span)
        if key not in self._known:
            self._known[key] = self._measure(location.file, location.span)
        return self._known[key]

    def lines(self, path: str, start: int, end: int) -> tuple[int, int]:
        """Return the lines on which a slice's first and last character stand, counted in the text.

        Raises:
            KeyError: the file's text is not known.
        """
        starts = self._line_starts(path)
        return bisect_right(starts, start), bisect_right(starts, max(start, end - 1))

    def _measure(self, path: str, span: Span) -> Json:
        text = self._texts.get(path)
        column = end_column = digest = None
        if text is not None:
            column = self._column(path, span.start)
            last = max(span.start, span.end - 1)
            end_column = self._column(path, last) + (1 if span.end > span.start else 0)
            digest = hashlib.sha256(text[span.start : span.end].encode("utf-8")).hexdigest()
        return {
            "start": span.start,
            "end": span.end,
            "line": span.line,
            "column": column,
            "end_line": span.end_line,
            "end_column": end_column,
            "sha256": digest,
        }

    def _column(self, path: str, offset: int) -> int:
        starts = self._line_starts(path)
        return offset - starts[bisect_right(starts, offset) - 1] + 1

    def _line_starts(self, path: str) -> list[int]:
        if path not in self._starts:
            ends = (found.end() for found in _NEWLINE.finditer(self._texts[path]))
            self._starts[path] = [0, *ends]
        return self._starts[path]


def lines_of(location: Location) -> list[int]:
    """Return first and last line, 1-based."""
    return [location.span.line, location.span.end_line]


def lines_text(location: Location) -> str:
    """Return the lines as a CSV cell, ``L4-L20``."""
    return f"L{location.span.line}-L{location.span.end_line}"

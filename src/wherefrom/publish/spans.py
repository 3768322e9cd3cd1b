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

    def text(self, location: Location) -> str | None:
        """Return the text of a location; None where the file's text is not known."""
        text = self._texts.get(location.file)
        return None if text is None else text[location.span.start : location.span.end]

    def _measure(self, path: str, span: Span) -> Json:
        text = self._texts.get(path)
        column = end_column = digest = None
        if text is not None:
            column = self._column(path, text, span.start)
            last = max(span.start, span.end - 1)
            end_column = self._column(path, text, last) + (1 if span.end > span.start else 0)
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

    def _column(self, path: str, text: str, offset: int) -> int:
        starts = self._starts.get(path)
        if starts is None:
            starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
            self._starts[path] = starts
        return offset - starts[bisect_right(starts, offset) - 1] + 1


def lines_of(location: Location) -> list[int]:
    """Return first and last line, 1-based."""
    return [location.span.line, location.span.end_line]


def lines_text(location: Location) -> str:
    """Return the lines as a CSV cell, ``L4-L20``."""
    return f"L{location.span.line}-L{location.span.end_line}"

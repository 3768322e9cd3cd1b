"""Offsets of a text as lines, and slices of it as spans."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from wherefrom.domain.span import Span


class Lines:
    """Line numbers of one text; lines end at LF, CRLF or CR."""

    def __init__(self, text: str) -> None:
        if "\r" in text:
            starts = [0]
            for index, char in enumerate(text):
                if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
                    starts.append(index + 1)
        else:
            *lines, _ = text.split("\n")
            starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._starts = starts

    def at(self, offset: int) -> int:
        """Return the 1-based line of an offset."""
        return bisect_right(self._starts, offset)

    def span(self, start: int, end: int) -> Span:
        """Return the span of a half-open slice."""
        starts, last = self._starts, max(end - 1, start)
        first = bisect_right(starts, start)
        if first == len(starts) or last < starts[first]:
            return Span(start, end, first, first)
        return Span(start, end, first, bisect_right(starts, last))

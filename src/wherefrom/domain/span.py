"""Where a piece of evidence stands in a frozen file."""

from __future__ import annotations

from msgspec import Struct


class Span(Struct, frozen=True, order=True, gc=False, array_like=True):
    """A half-open slice of one file's decoded text. The file is known from the context.

    Attributes:
        start: Offset of the first character. Unit: Unicode code points of the decoded text
            (a leading byte order mark is not part of it), 0-based.
        end: Offset after the last character, same unit. Equal to ``start`` only for an empty text.
        line: Line of ``start``. 1-based; lines end at LF, CRLF or CR and nothing else.
        end_line: Line of the last character, 1-based.

    Raises:
        ValueError: the end precedes the start, or a line is below 1.
    """

    start: int
    end: int
    line: int
    end_line: int

    def __post_init__(self) -> None:
        if self.end < self.start or self.end_line < self.line or self.line < 1:
            raise ValueError(f"impossible span {self.start}..{self.end} on lines {self.line}-{self.end_line}")


class Location(Struct, frozen=True, order=True, gc=False, array_like=True):
    """A span with its file and statement: what every published line leads back to.

    Attributes:
        file: Snapshot-relative POSIX path.
        statement: Ordinal of the statement in that file, 1-based; 0 for the file as a whole.
        span: The slice of the file's text.
    """

    file: str
    statement: int
    span: Span

    def __str__(self) -> str:
        return f"{self.file}:{self.span.line}"

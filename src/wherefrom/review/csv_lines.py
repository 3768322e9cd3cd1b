"""The lines of a table that came back as a CSV: separators and line ends as a spreadsheet chose them."""

from __future__ import annotations

import csv
import io
import re

from wherefrom.domain.complaint import Complaint

MAX_CELL = 1_000_000
"""Longest cell. Unit: characters."""

Lines = tuple[tuple[tuple[int, tuple[str, ...]], ...], tuple[Complaint, ...]]
"""Rows, each with the line it begins on (1-based) and its cells; and what keeps the file from being read."""

_SEPARATORS = ",;\t"


def csv_lines(path: str, data: bytes) -> Lines:
    """Return the lines of a CSV, empty ones included. An encoding is never guessed.

    Args:
        path: The file, as complaints name it.
        data: Its bytes.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return (), (Complaint(path, 1, "file", "UTF-16", "save it as 'CSV UTF-8'"),)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wanted = "it is no UTF-8: save it as 'CSV UTF-8'"
        return (), (Complaint(path, line, "file", f"byte {error.start + 1}", wanted),)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        return (), (Complaint(path, line, "file", "NUL", "a table for people holds no NUL"),)
    return _split(path, text)


def _split(path: str, text: str) -> Lines:
    found: list[tuple[int, tuple[str, ...]]] = []
    limit = csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    line = 1
    try:
        while (cells := next(reader, None)) is not None:
            if line > 1 or not cells or not cells[0].startswith("sep="):
                found.append((line, tuple(cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        said = "close its double quotes" if "end of data" in str(error) else f"it cannot be read: {error}"
        return tuple(found), (Complaint(path, line, "row", "not whole", said),)
    finally:
        csv.field_size_limit(limit)
    return tuple(found), ()


def _separator(text: str) -> str:
    """Return the separator of the first line that is no comment, quoted parts left out."""
    for line in text.split("\n"):
        if line.startswith("sep=") and len(line.rstrip("\r")) == 5:
            return line[4]
        if line.strip() and not line.lstrip('"').startswith("#"):
            plain = re.sub(r'"[^"]*"', "", line)
            return max(_SEPARATORS, key=plain.count)
    return ","

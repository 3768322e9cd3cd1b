"""What may be written to a terminal, and how: escapes, colour, progress.

Names and comments come from SQL that somebody else wrote. On a terminal a control character in one of
them could move the cursor, change colours or hide text, so text output shows each as its escape.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

import msgspec

_STYLES = {"bold": "\x1b[1m", "red": "\x1b[31m", "yellow": "\x1b[33m"}
_PLAIN = "\x1b[0m"
_SHORT = "\t\n\r"  # what Python would show as \t, \n, \r


def visible(text: str) -> str:
    """Return ``text`` with every control, format and surrogate character shown as its escape.

    A line feed is escaped too: callers print line by line.
    """
    if text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    if unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return character
    return ascii(character)[1:-1] if character not in _SHORT else f"\\x{ord(character):02x}"


def prepare_streams() -> None:
    """Make both streams write UTF-8 with LF, whatever the locale says, and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        encoding = stream.encoding if stream.isatty() else "utf-8"
        reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")


def say(text: str = "", style: str = "") -> None:
    """Print lines to standard output, each made visible.

    Args:
        text: One or more lines.
        style: ``bold``, ``red`` or ``yellow`` where standard output is a terminal and NO_COLOR is not set.
    """
    _write(sys.stdout, text, style)


def complain(text: str = "", style: str = "") -> None:
    """Print lines to standard error, each made visible. Arguments as for ``say``."""
    _write(sys.stderr, text, style)


def say_json(value: object) -> None:
    """Print JSON for a program: two blanks of indent, keys in the order given.

    On a terminal every character beyond ASCII is escaped, since some of them are control characters.
    """
    sys.stdout.write(_json(value) + "\n")


def say_json_list(head: Mapping[str, object], key: str, values: Iterable[object]) -> None:
    """Print what ``say_json`` prints of ``head`` with a list under ``key`` behind it, value by value as they come.

    Nothing is printed before the first value is there.
    """
    empty = _json({**head, key: []})
    before, between = empty.removesuffix("]\n}"), "\n    "
    written = False
    for value in values:
        sys.stdout.write(f"{',' if written else before}{between}{_json(value).replace(chr(10), between)}")
        written = True
    sys.stdout.write("\n  ]\n}\n" if written else f"{empty}\n")


def _json(value: object) -> str:
    if sys.stdout.isatty():
        return json.dumps(value, indent=2)
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _write(stream: TextIO, text: str, style: str) -> None:
    shown = "\n".join(visible(line) for line in text.split("\n"))
    if style and stream.isatty() and not os.environ.get("NO_COLOR"):
        shown = f"{_STYLES[style]}{shown}{_PLAIN}"
    stream.write(shown + "\n")


def table(rows: Sequence[Sequence[str]], indent: str = "  ", gap: str = "  ") -> list[str]:
    """Return rows as aligned lines: every cell made visible, the last column not padded."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*(row[:-1] for row in shown), strict=True)]
    lines = []
    for row in shown:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append((indent + gap.join([*cells, row[-1]])).rstrip())
    return lines


class Progress:
    """File counts on standard error, only where it is a terminal.

    Attributes:
        label: What is counted, ``extract``.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show ``done`` of ``total`` files; clears the line when all are done."""
        if not sys.stderr.isatty():
            return
        text = f"{self.label}  {done:,} of {total:,} files"
        if done < total:
            sys.stderr.write("\r" + text)
            self._shown = True
        elif self._shown:
            sys.stderr.write("\r" + " " * len(text) + "\r")
            self._shown = False
        sys.stderr.flush()

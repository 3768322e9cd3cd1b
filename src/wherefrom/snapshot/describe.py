"""What can be said of a file's bytes: the facts its manifest entry states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wherefrom.snapshot.decoding import Unreadable, decode, newline_counts
from wherefrom.snapshot.globs import matcher_within
from wherefrom.snapshot.values import SnapshotFile

if TYPE_CHECKING:
    from collections.abc import Callable

_NO_LINES = (0, 0, 0)


def encoding_rule(encodings: tuple[tuple[str, str], ...]) -> Callable[[str, str], str]:
    """Return the function from a snapshot path and its source to its configured encoding; empty where none is.

    Args:
        encodings: ``(glob, encoding)``; the last glob that fits decides.
    """
    rules = tuple(reversed(encodings))
    return lambda path, source: next(
        (encoding for glob, encoding in rules if matcher_within((glob,), source)(path)), ""
    )


def describe(plain: SnapshotFile, data: bytes | None, configured: str) -> SnapshotFile:
    """Return the entry of a file with everything its bytes tell.

    Args:
        plain: The entry with path, size and hash.
        data: The bytes; None where the file is larger than is read.
        configured: Encoding a person set for it; empty if none.
    """
    if data is None:
        message = f"The file has {plain.size} bytes, more than the set limit."
        return _with(plain, "unknown", unread=("FILE_TOO_LARGE", message))
    text = decode(data, configured)
    if isinstance(text, Unreadable):
        return _with(plain, text.encoding, unread=(text.code, text.message))
    return _with(plain, text.encoding, newlines=newline_counts(text.value), bom=text.bom)


def _with(
    plain: SnapshotFile,
    encoding: str,
    *,
    newlines: tuple[int, int, int] = _NO_LINES,
    bom: bool = False,
    unread: tuple[str, str] = ("", ""),
) -> SnapshotFile:
    code, message = unread
    return replace(plain, encoding=encoding, newlines=newlines, bom=bom, unread=code, unread_message=message)

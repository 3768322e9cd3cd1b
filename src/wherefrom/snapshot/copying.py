"""Copy one file exactly as it was at one moment, or say that it would not hold still."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from wherefrom.domain.errors import InputRefusal
from wherefrom.snapshot.walk import Found, Stamp, stamp

if TYPE_CHECKING:
    from pathlib import Path

ATTEMPTS = 3
_CHUNK = 1 << 20  # bytes
# Without waiting for a FIFO's writer, and without following a link that took the file's place.
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)
_GONE = frozenset({errno.ENOENT, errno.ELOOP, errno.ENOTDIR, errno.ESTALE})


class Unopened(Exception):  # noqa: N818  # a fact to be listed, not a fault
    """The system refuses to open or read the file."""


class _Moved(Exception):  # noqa: N818
    """The file is not what it was when the attempt began."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied.

    Attributes:
        stamp: State of the file at the moment its bytes were read.
        sha256: Of the bytes, hex.
        data: The bytes; None where the file is larger than asked for.
        executable: Its owner may run it.
    """

    stamp: Stamp
    sha256: str
    data: bytes | None
    executable: bool


def copy_exact(found: Found, target: Path, keep: int) -> Copied:
    """Copy a file to a new place; read it again if it changes meanwhile.

    Args:
        found: The file.
        target: Where its bytes go. Must not exist.
        keep: Largest size in bytes whose bytes are returned too.

    Raises:
        Unopened: the system refuses to open or read the file. Nothing is left at ``target``.
        InputRefusal: it changed during each of the attempts.
        OSError: ``target`` cannot be written.
    """
    with target.open("xb") as out:
        for _ in range(ATTEMPTS):
            try:
                return _attempt(found, out, keep)
            except _Moved:
                out.seek(0)
                out.truncate()
            except Unopened:
                target.unlink()
                raise
    raise changed(found.place)


def changed(place: Path) -> InputRefusal:
    """Return the refusal for a file that did not hold still."""
    return InputRefusal(
        f"FILE_CHANGED_DURING_FREEZE: {place} changed while the release was being frozen, so there "
        "is no one moment to freeze. Nothing was written. Freeze again when nothing writes to the source."
    )


def _attempt(found: Found, out: BinaryIO, keep: int) -> Copied:
    descriptor = _open(found)
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise _Moved
        digest = hashlib.sha256()
        chunks: list[bytes] = []
        size = 0
        while chunk := _read(descriptor):
            out.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            if size > before.st_size:
                raise _Moved
            if before.st_size <= keep:
                chunks.append(chunk)
        after = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if stamp(before) != stamp(after) or size != after.st_size:
        raise _Moved
    data = b"".join(chunks) if size <= keep else None
    return Copied(stamp(after), digest.hexdigest(), data, bool(after.st_mode & stat.S_IXUSR))


def _open(found: Found) -> int:
    try:
        return os.open(found.place, _FLAGS)
    except OSError as error:
        if error.errno in _GONE:
            raise _Moved from error
        raise Unopened from error


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError as error:
        raise Unopened from error

"""What a frozen release is, for the rest of the program."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.span import Span
from wherefrom.snapshot.decoding import Text, Unreadable, decode
from wherefrom.snapshot.globs import DEFAULT_INCLUDE
from wherefrom.snapshot.names import stored_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = "files"
UNDECODED = frozenset({"unknown", "binary"})
SQL, CATALOG = "SQL", "CATALOG"
"""What a frozen file is evidence of: statements, or the columns of known tables."""


@dataclass(frozen=True, slots=True)
class FreezeSettings:
    """What to freeze, and how to read it.

    Attributes:
        include: Globs of file names that are SQL, relative to each source folder.
        exclude: Globs that are left out although included.
        encodings: ``(glob, encoding)`` over snapshot paths; the last glob that fits decides. A file
            that none fits is UTF-8 or has a byte order mark.
        max_file_bytes: A larger file is kept and hashed and not read as text.
        catalogs: ``(path in the snapshot, place)`` of catalog files. The places are no part of what the
            release states of its rules.
    """

    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()
    max_file_bytes: int = 100 * 1024 * 1024
    catalogs: tuple[tuple[str, Path], ...] = ()


class SkipReason(StrEnum):
    """Why something that was found is not in the snapshot."""

    SYMLINK = "SYMLINK"  # never followed: it may lead anywhere
    SPECIAL = "SPECIAL"  # a FIFO, socket or device; never opened
    NOT_INCLUDED = "NOT_INCLUDED"  # its name is an included one with something added (a.sql.bak)
    UNREADABLE = "UNREADABLE"  # the system refused to read it


@dataclass(frozen=True, slots=True, order=True)
class Skipped:
    """Something that stood in a source folder and is not in the snapshot.

    Attributes:
        path: Its path as evidence writes it; a folder's ends in ``/``.
        reason: Why.
    """

    path: str
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """One frozen file.

    Attributes:
        path: Relative POSIX path as evidence writes it (``names.evidence_path``).
        size: Bytes.
        sha256: Of the bytes, hex.
        encoding: Encoding of its text; ``unknown`` or ``binary`` where it has none.
        newlines: Lines ending at LF, CRLF and CR; zeros where the file was not read.
        bom: It begins with a byte order mark.
        executable: Its owner may run it.
        raw: Its path on disk in bytes, where ``path`` does not spell it; otherwise empty.
        unread: Code of the diagnostic that says why it has no text; empty if it has one.
        unread_message: The diagnostic's sentence.
        kind: ``SQL`` or ``CATALOG``.
        source: Name of the source it was found in, where there are several; globs may begin with it.
    """

    path: str
    size: int
    sha256: str
    encoding: str
    newlines: tuple[int, int, int]
    bom: bool
    executable: bool = False
    raw: bytes = b""
    unread: str = ""
    unread_message: str = ""
    kind: str = SQL
    source: str = ""

    @property
    def stored(self) -> str:
        """Where the bytes are kept, relative to the release folder."""
        return f"{FILES}/{stored_path(self.path)}"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A frozen release: one moment of an estate, by content.

    Attributes:
        snapshot_id: ``sha256:…`` over the sorted (path, size, sha256) and nothing else.
        release: Its name, the name of its folder.
        frozen_at: ISO 8601 in UTC, as the release record states it.
        release_dir: Its folder on this machine; no part of its identity.
        files: Sorted by path.
        skipped: What stood beside them and was left out, sorted.
        twins: Groups of paths that differ only by case or Unicode normalisation.
    """

    snapshot_id: str
    release: str
    frozen_at: str
    release_dir: Path
    files: tuple[SnapshotFile, ...]
    skipped: tuple[Skipped, ...]
    twins: tuple[tuple[str, ...], ...] = ()

    def file(self, path: str) -> SnapshotFile:
        """Return the entry of a path.

        Raises:
            KeyError: the snapshot has no such path.
        """
        at = bisect_left(self.files, path, key=attrgetter("path"))
        if at == len(self.files) or self.files[at].path != path:
            raise KeyError(path)
        return self.files[at]

    def read(self, path: str) -> bytes:
        """Return the frozen bytes of a file.

        Raises:
            KeyError: the snapshot has no such path.
            InputRefusal: the bytes are gone, or are not those that were frozen.
        """
        entry = self.file(path)
        place = self.release_dir / entry.stored
        try:
            data = place.read_bytes()
        except OSError as error:
            raise InputRefusal(
                f"{place}: the frozen file cannot be read ({error.strerror}). Restore the release "
                f"'{self.release}' from a copy, or freeze again under a new name."
            ) from error
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise InputRefusal(
                f"{place}: the file is not the one that was frozen: its sha256 differs from manifest.json. "
                f"Restore the release '{self.release}' from a copy, or freeze again under a new name."
            )
        return data

    def text(self, path: str) -> Text | Diagnostic:
        """Return the decoded text of a file, or the diagnostic that says why it has none.

        Raises:
            KeyError: the snapshot has no such path.
            InputRefusal: the bytes are gone, or are not those that were frozen.
        """
        entry = self.file(path)
        if entry.unread:
            return _whole_file(entry.unread, entry.unread_message)
        text = decode(self.read(path), entry.encoding)
        if isinstance(text, Unreadable):
            return _whole_file(text.code, text.message)
        return text


def _whole_file(code: str, message: str) -> Diagnostic:
    return Diagnostic(code, statement=0, span=Span(0, 0, 1, 1), subject="", candidates=(), message=message)

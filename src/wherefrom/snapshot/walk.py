"""Find the files of the sources: regular files whose names are included. Nothing is opened here."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.snapshot.globs import matcher_within
from wherefrom.snapshot.names import evidence_path
from wherefrom.snapshot.values import CATALOG, SQL, FreezeSettings, Skipped, SkipReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_RELEASE = frozenset({"manifest.json", "release.json", "SHA256SUMS"})


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one state of a file from another without reading it.

    Attributes:
        device: Device number.
        inode: Inode number.
        size: Bytes.
        mtime_ns: Time of the last change, nanoseconds.
    """

    device: int
    inode: int
    size: int
    mtime_ns: int


def stamp(status: os.stat_result) -> Stamp:
    """Return the stamp of a file's status."""
    return Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, slots=True)
class Found:
    """A file to freeze.

    Attributes:
        raw: Its relative path in the snapshot, as bytes.
        place: Where it stands now.
        stamp: Its state when it was found.
        kind: ``SQL`` or ``CATALOG``.
        source: Name of its source, where there are several.
    """

    raw: bytes
    place: Path
    stamp: Stamp
    kind: str = SQL
    source: str = ""

    @property
    def path(self) -> str:
        """Its path as evidence writes it."""
        return evidence_path(self.raw)


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything the sources hold.

    Attributes:
        files: Sorted by path.
        skipped: Sorted by path.
    """

    files: tuple[Found, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class _Source:
    label: tuple[str, ...]  # trailing parts of its real path, last part last
    files: tuple[Found, ...]
    skipped: tuple[tuple[bytes, SkipReason], ...]

    def prefixed(self, prefix: bytes) -> _Source:
        return _Source(
            self.label,
            tuple(replace(found, raw=prefix + found.raw) for found in self.files),
            tuple((prefix + raw, reason) for raw, reason in self.skipped),
        )

    def without(self, places: set[Path]) -> _Source:
        """Leave out files that are evidence of another kind."""
        files = tuple(found for found in self.files if found.place not in places)
        return _Source(self.label, files, self.skipped)


def find(sources: Sequence[Path], settings: FreezeSettings) -> Findings:
    """Find the files of all sources.

    Paths are relative to their source folder; a file given by itself has its name as path. Where
    two sources would give one path, every path begins with its source's name.

    Raises:
        InputRefusal: a source is missing or cannot be looked into.
    """
    folders, singles = _apart(sources)
    catalogs = _catalogs(settings)
    names = _names([*map(_label, folders), *(_label(single.parent) for single in singles)])
    found = [_folder(folder, settings, frozenset(singles), names[_label(folder)]) for folder in folders]
    inside = {each.place for source in found for each in source.files}
    found.extend(_single(single, names[_label(single.parent)]) for single in singles if single not in inside)
    known = {each.place for each in catalogs}
    found = _told_apart([source.without(known) for source in found])
    files = [*catalogs, *(each for source in found for each in source.files)]
    _need_one_each(files)
    skipped = {Skipped(evidence_path(raw), reason) for source in found for raw, reason in source.skipped}
    return Findings(tuple(sorted(files, key=lambda each: each.path)), tuple(sorted(skipped)))


def _catalogs(settings: FreezeSettings) -> list[Found]:
    """Return the catalog files.

    Raises:
        InputRefusal: one of them is no file that can be read.
    """
    found = []
    for path, place in settings.catalogs:
        try:
            real = place.resolve(strict=True)
            status = real.stat()
        except (OSError, RuntimeError, ValueError) as error:
            raise unreadable_catalog(place) from error
        if not stat.S_ISREG(status.st_mode):
            raise unreadable_catalog(place)
        found.append(Found(path.encode("utf-8", "surrogateescape"), real, stamp(status), CATALOG))
    return found


def unreadable_catalog(place: Path) -> InputRefusal:
    """Return the refusal for a catalog file that cannot be frozen."""
    return InputRefusal(
        f"{place}: the catalog file cannot be read. Name an existing file in schema_evidence."
    )


def _need_one_each(files: list[Found]) -> None:
    catalogs = [each for each in files if each.kind == CATALOG]
    for each in catalogs:
        if sum(other.raw == each.raw for other in files) > 1:
            raise UsageRefusal(
                f"{each.place}: two files of the snapshot would be called '{each.path}'. Give the catalog "
                "file a name of its own, or name it once."
            )


def _apart(sources: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the real folders, without those inside another, and the files given by themselves."""
    folders: list[Path] = []
    singles: list[Path] = []
    for source in sources:
        try:
            real = source.resolve(strict=True)
            status = real.stat()
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputRefusal(
                f"{source}: the source cannot be read ({reason}). Name an existing folder or file of SQL."
            ) from error
        kept = folders if stat.S_ISDIR(status.st_mode) else singles
        if real not in kept:
            kept.append(real)
    outer = [one for one in folders if not any(other in one.parents for other in folders)]
    return outer, singles


def _folder(root: Path, settings: FreezeSettings, singles: frozenset[Path], name: str) -> _Source:
    """Walk one source folder. A file of ``singles`` is included whatever its name."""
    included, excluded = matcher_within(settings.include, name), matcher_within(settings.exclude, name)
    files: list[Found] = []
    skipped: list[tuple[bytes, SkipReason]] = []
    for raw, place, status in _entries(root, excluded, skipped):
        path = evidence_path(raw)
        if place in singles and stat.S_ISREG(status.st_mode):
            files.append(Found(raw, place, stamp(status), source=name))
        elif excluded(path):
            continue
        elif stat.S_ISLNK(status.st_mode):
            skipped.append((raw, SkipReason.SYMLINK))
        elif not stat.S_ISREG(status.st_mode):
            skipped.append((raw, SkipReason.SPECIAL))
        elif included(path):
            files.append(Found(raw, place, stamp(status), source=name))
        elif _near_miss(path, included):
            skipped.append((raw, SkipReason.NOT_INCLUDED))
    return _Source(_label(root), tuple(files), tuple(skipped))


def _label(folder: Path) -> tuple[str, ...]:
    return folder.parts[1:] or ("root",)


def _names(labels: list[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return the name of each source: its folder's, with as many parents as tell it from the others."""
    if len(set(labels)) < 2:
        return dict.fromkeys(labels, "")
    return {label: evidence_path(os.fsencode(_told(label, set(labels), 1))) for label in labels}


def _entries(
    root: Path, excluded: Callable[[str], bool], skipped: list[tuple[bytes, SkipReason]]
) -> Iterator[tuple[bytes, Path, os.stat_result]]:
    """Yield everything below a folder that is no folder, as (relative path, place, own status)."""
    stack = [(b"", root)]
    while stack:
        before, folder = stack.pop()
        try:
            entries = _listing(folder)
        except OSError as error:
            if not before:
                raise InputRefusal(
                    f"{folder}: the source folder cannot be read ({error.strerror}). "
                    "Give this user the right to read it, or name another source."
                ) from error
            skipped.append((before, SkipReason.UNREADABLE))
            continue
        if before and {name for name, _ in entries} >= _RELEASE:
            continue  # an earlier frozen release is no source of the next
        for name, status in entries:
            raw = before + os.fsencode(name)
            if not stat.S_ISDIR(status.st_mode):
                yield raw, folder / name, status
            elif not name.startswith(".") and not excluded(evidence_path(raw) + "/"):
                stack.append((raw + b"/", folder / name))


def _listing(folder: Path) -> list[tuple[str, os.stat_result]]:
    entries = []
    with os.scandir(folder) as listing:
        for entry in listing:
            with suppress(FileNotFoundError):  # gone since: the second look at the end sees it gone too
                entries.append((entry.name, entry.stat(follow_symlinks=False)))
    return entries


def _near_miss(path: str, included: Callable[[str], bool]) -> bool:
    return included(path.rstrip("~_")) or included(path.rpartition(".")[0])


def _single(place: Path, name: str) -> _Source:
    status = place.lstat()
    raw = os.fsencode(place.name)
    label = _label(place.parent)
    if not stat.S_ISREG(status.st_mode):
        return _Source(label, (), ((raw, SkipReason.SPECIAL),))
    return _Source(label, (Found(raw, place, stamp(status), source=name),), ())


def _overlap(sources: list[_Source]) -> bool:
    """Whether two sources give one path, or one gives a file where another has a folder."""
    owner: dict[bytes, int] = {}
    folders: dict[bytes, set[int]] = {}
    for number, source in enumerate(sources):
        for each in source.files:
            if owner.setdefault(each.raw, number) != number:
                return True
            parts = each.raw.split(b"/")
            for depth in range(1, len(parts)):
                folders.setdefault(b"/".join(parts[:depth]), set()).add(number)
    return any(folders.get(raw, {number}) != {number} for raw, number in owner.items())


def _told_apart(sources: list[_Source]) -> list[_Source]:
    """Put source names in front of all paths where two sources would give one path.

    A source's name is its folder's, with as many parents as tell it from the other sources.
    """
    told, depth = sources, 1
    while _overlap(told):
        labels = {source.label for source in sources}
        told = [source.prefixed(os.fsencode(_told(source.label, labels, depth)) + b"/") for source in sources]
        depth += 1
    return told


def _told(label: tuple[str, ...], labels: set[tuple[str, ...]], depth: int) -> str:
    """Return the last ``depth`` parts of a source's path, and as many more as tell it from the others."""
    others = labels - {label}
    while any(other[-depth:] == label[-depth:] for other in others):
        depth += 1
    return "/".join(label[-depth:])

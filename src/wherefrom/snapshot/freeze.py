"""Freeze sources into a release: exact bytes, their papers, one moment, never half-written."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.snapshot.check import load, snapshot_of
from wherefrom.snapshot.copying import Copied, Unopened, changed, copy_exact
from wherefrom.snapshot.decoding import encoding_name
from wherefrom.snapshot.describe import describe, encoding_rule
from wherefrom.snapshot.manifest import (
    MANIFEST,
    RELEASE,
    SUMS,
    Manifest,
    ReleaseRecord,
    is_moment,
    manifest_bytes,
    release_bytes,
    sums_bytes,
)
from wherefrom.snapshot.names import spells, stored_path
from wherefrom.snapshot.place import place, staging
from wherefrom.snapshot.values import (
    CATALOG,
    FILES,
    SQL,
    FreezeSettings,
    Skipped,
    SkipReason,
    Snapshot,
    SnapshotFile,
)
from wherefrom.snapshot.walk import Findings, Found, Stamp, find, unreadable_catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class _Frozen:
    """The content of a release, and the state each file was in when its bytes were read."""

    manifest: Manifest
    stamps: tuple[tuple[Found, Stamp], ...]


def freeze(
    sources: Sequence[Path],
    release_dir: Path,
    settings: FreezeSettings,
    moment: str,
    progress: Callable[[int, int], None] | None = None,
) -> Snapshot:
    """Freeze every SQL file of the sources into a new release.

    The same release with the same content is returned as it stands; a release never changes.

    Args:
        sources: Folders and files.
        release_dir: Folder to make; its last part is the release's name.
        settings: What to freeze, and how to read it.
        moment: When, as the release record states it: ISO 8601 in UTC, ``2026-11-27T18:00:00Z``.
        progress: Called with (files done, files in all) after each file.

    Raises:
        InputRefusal: a source cannot be read, holds no SQL text, or changes meanwhile.
        UsageRefusal: the release exists with other content, cannot be written, or a setting is wrong.
    """
    name = release_dir.name
    return _freeze(sources, release_dir.parent, settings, moment, _Naming(lambda _: name, progress))


def freeze_by_content(
    sources: Sequence[Path],
    releases: Path,
    settings: FreezeSettings,
    moment: str,
    progress: Callable[[int, int], None] | None = None,
) -> Snapshot:
    """Freeze into a release that its own content names: the first twelve hex digits of the snapshot id.

    Args:
        sources: Folders and files.
        releases: Folder to make the release in.
        settings: What to freeze, and how to read it.
        moment: When. Raises and the rest as for ``freeze``.
        progress: Called with (files done, files in all) after each file.
    """
    return _freeze(sources, releases, settings, moment, _Naming(_short, progress))


@dataclass(frozen=True, slots=True)
class _Naming:
    """How the release is called, by its snapshot id; and who hears of progress."""

    name: Callable[[str], str]
    progress: Callable[[int, int], None] | None


def _short(snapshot_id: str) -> str:
    return snapshot_id.removeprefix("sha256:")[:12]


def _freeze(
    sources: Sequence[Path], releases: Path, settings: FreezeSettings, moment: str, naming: _Naming
) -> Snapshot:
    releases = releases.absolute()
    settings = _checked(settings, naming.name("sha256:0"), moment)
    found = find(sources, settings)
    _need_files(found, sources)
    with staging(releases / naming.name("sha256:0")) as folder:
        frozen = _copy_all(found, folder, settings, naming.progress)
        _need_one_moment(frozen, find(sources, settings))
        _need_text(frozen.manifest, sources)
        release_dir = releases / naming.name(frozen.manifest.snapshot_id)
        record = _write_papers(frozen.manifest, folder, release_dir.name, moment)
        if place(folder, release_dir):
            return snapshot_of(frozen.manifest, record, release_dir)
    return _existing(release_dir, frozen.manifest)


def _checked(settings: FreezeSettings, name: str, moment: str) -> FreezeSettings:
    if not is_moment(moment):
        raise UsageRefusal(
            f"The moment of a release is '{moment}'; write it in UTC like 2026-11-27T18:00:00Z."
        )
    hidden = any(unicodedata.category(character).startswith("C") for character in name)
    if not name or hidden or name.startswith(".") or stored_path(name) != name:
        raise UsageRefusal(
            f"{name!a} is no name for a release: it names a folder, does not begin with a dot, and "
            "has only characters that every file system can hold."
        )
    encodings = tuple((glob, encoding_name(encoding)) for glob, encoding in settings.encodings)
    return replace(settings, encodings=encodings)


def _need_files(found: Findings, sources: Sequence[Path]) -> None:
    if any(each.kind == SQL for each in found.files):
        return
    raise InputRefusal(
        f"{_listed(sources)}: no SQL file was found.{_left_out(found.skipped)} Name a folder that holds "
        "SQL, or say with include which file names are SQL."
    )


def _need_text(manifest: Manifest, sources: Sequence[Path]) -> None:
    files = [file for file in manifest.files if file.kind == SQL]
    if not files:
        raise InputRefusal(
            f"{_listed(sources)}: no SQL file could be read.{_left_out(manifest.skipped)} Give this user "
            "the right to read them."
        )
    if all(file.unread == "BINARY_FILE" for file in files):
        first = files[0]
        raise InputRefusal(
            f"{_listed(sources)}: no file here is text: '{first.path}' is binary "
            f"({first.unread_message.rstrip('.')}). Nothing was frozen. Name the SQL itself."
        )


def _listed(sources: Sequence[Path]) -> str:
    return ", ".join(str(source) for source in sources) or "No source"


def _left_out(skipped: Sequence[Skipped]) -> str:
    if not skipped:
        return ""
    first = skipped[0]
    return f" Left out: {len(skipped)}, first '{first.path}' ({first.reason})."


def _copy_all(
    found: Findings, folder: Path, settings: FreezeSettings, progress: Callable[[int, int], None] | None
) -> _Frozen:
    files: list[SnapshotFile] = []
    skipped = list(found.skipped)
    stamps: list[tuple[Found, Stamp]] = []
    encoding_of = encoding_rule(settings.encodings)
    for number, each in enumerate(found.files, start=1):
        target = folder / FILES / stored_path(each.path)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            copied = copy_exact(each, target, settings.max_file_bytes)
        except Unopened:
            if each.kind == CATALOG:
                raise unreadable_catalog(each.place) from None
            skipped.append(Skipped(each.path, SkipReason.UNREADABLE))
        else:
            files.append(describe(_plain(each, copied), copied.data, encoding_of(each.path, each.source)))
            stamps.append((each, copied.stamp))
        if progress is not None:
            progress(number, len(found.files))
    return _Frozen(Manifest(tuple(files), tuple(sorted(skipped)), settings), tuple(stamps))


def _plain(found: Found, copied: Copied) -> SnapshotFile:
    return SnapshotFile(
        path=found.path,
        size=copied.stamp.size,
        sha256=copied.sha256,
        encoding="unknown",
        newlines=(0, 0, 0),
        bom=False,
        executable=copied.executable,
        raw=b"" if spells(found.path, found.raw) else found.raw,
        kind=found.kind,
        source=found.source,
    )


def _need_one_moment(frozen: _Frozen, again: Findings) -> None:
    """Refuse where a file came, went or changed between the first read and now."""
    read = {found.raw: (found, stamp) for found, stamp in frozen.stamps}
    now = {found.raw: found for found in again.files}
    unreadable = {each.path for each in frozen.manifest.skipped if each.reason is SkipReason.UNREADABLE}
    for raw, (found, stamp) in read.items():
        if raw not in now or now[raw].stamp != stamp:
            raise changed(found.place)
    for raw, found in now.items():
        if raw not in read and found.path not in unreadable:
            raise changed(found.place)


def _write_papers(manifest: Manifest, folder: Path, name: str, moment: str) -> ReleaseRecord:
    content = manifest_bytes(manifest)
    record = ReleaseRecord(name, moment, manifest.snapshot_id, hashlib.sha256(content).hexdigest())
    release = release_bytes(record)
    (folder / MANIFEST).write_bytes(content)
    (folder / RELEASE).write_bytes(release)
    (folder / SUMS).write_bytes(sums_bytes(manifest.files, content, release))
    return record


def _existing(release_dir: Path, manifest: Manifest) -> Snapshot:
    """Return the release that has the name already, if it is the same.

    The moment of the first freeze stands. What is left out, and which rules led here, may differ;
    every file and what is said of it may not (but for the executable mark, which some disks lose).
    """
    if not (release_dir / MANIFEST).is_file():
        raise UsageRefusal(
            f"{release_dir}: the place of the release holds something else. Nothing was changed there. "
            "Name another release, or another folder."
        )
    standing = load(release_dir)
    ours, theirs = _by_path(manifest.files), _by_path(standing.files)
    differing = sorted(path for path in ours.keys() | theirs.keys() if ours.get(path) != theirs.get(path))
    if differing:
        what = "content" if manifest.snapshot_id != standing.snapshot_id else "settings for reading it"
        raise UsageRefusal(
            f"{release_dir}: the release '{standing.release}' exists with other {what}: {len(differing)} of the "
            f"files differ, the first is '{differing[0]}'. A release never changes; freeze under another name."
        )
    return standing


def _by_path(files: Sequence[SnapshotFile]) -> dict[str, SnapshotFile]:
    return {file.path: replace(file, executable=False) for file in files}

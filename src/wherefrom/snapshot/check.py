"""Whether a release is still what was frozen: every difference, by name. Reads only."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wherefrom.domain.errors import InputRefusal
from wherefrom.snapshot.describe import describe, encoding_rule
from wherefrom.snapshot.manifest import (
    MANIFEST,
    RELEASE,
    SUMS,
    Malformed,
    Manifest,
    ReleaseRecord,
    read_manifest,
    read_release,
    sums_bytes,
)
from wherefrom.snapshot.names import twins
from wherefrom.snapshot.values import Snapshot, SnapshotFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CHUNK = 1 << 20  # bytes


class Difference(StrEnum):
    """How something differs from what was frozen."""

    CHANGED = "CHANGED"
    MISSING = "MISSING"
    EXTRA = "EXTRA"
    MALFORMED = "MALFORMED"  # a paper that is not canonical, or contradicts itself or another
    UNREADABLE = "UNREADABLE"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that differs.

    Attributes:
        path: Relative to the release folder.
        difference: How.
        message: What was found.
    """

    path: str
    difference: Difference
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.difference}: {self.message}"


@dataclass(frozen=True, slots=True)
class _Papers:
    """The papers as far as they can be read, and what is wrong with them."""

    manifest: Manifest | None
    record: ReleaseRecord | None
    findings: tuple[Finding, ...]


def load(release_dir: Path) -> Snapshot:
    """Load a release; every hash is checked first.

    Raises:
        InputRefusal: there is none, or something in it differs from what was frozen.
    """
    release_dir = release_dir.absolute()
    if not release_dir.is_dir():
        raise InputRefusal(
            f"{release_dir}: there is no frozen release here. Freeze one, or name the folder that holds manifest.json."
        )
    papers = _read_papers(release_dir)
    findings = sorted([*papers.findings, *_bytes_that_differ(release_dir, papers.manifest)])
    if findings or papers.manifest is None or papers.record is None:
        more = f" ({len(findings)} differences in all)" if len(findings) > 1 else ""
        raise InputRefusal(
            f"{release_dir}: the release is damaged{more}. {findings[0]}. Restore it from a copy, or freeze "
            "again under a new name; verify lists everything that differs."
        )
    return snapshot_of(papers.manifest, papers.record, release_dir)


def check(release_dir: Path) -> tuple[Finding, ...]:
    """List everything in a release that differs from what was frozen, sorted by path.

    Beyond the hashes, what the manifest says of each file's text (encoding, line ends) is worked
    out again from its bytes.
    """
    if not release_dir.is_dir():
        return (Finding(".", Difference.MISSING, "there is no such folder"),)
    papers = _read_papers(release_dir)
    findings = [*papers.findings, *_bytes_that_differ(release_dir, papers.manifest)]
    if papers.manifest is not None:
        wrong = {finding.path for finding in findings}
        findings += _facts_that_differ(release_dir, papers.manifest, wrong)
    return tuple(sorted(findings))


def snapshot_of(manifest: Manifest, record: ReleaseRecord, release_dir: Path) -> Snapshot:
    """Return the snapshot that a release's papers describe."""
    return Snapshot(
        manifest.snapshot_id,
        record.name,
        record.frozen_at,
        release_dir,
        manifest.files,
        manifest.skipped,
        twins(file.path for file in manifest.files),
    )


def _read_papers(release_dir: Path) -> _Papers:
    findings: list[Finding] = []
    data: dict[str, bytes] = {}
    for name in (MANIFEST, RELEASE, SUMS):
        try:
            place = release_dir / name
            if stat.S_ISREG(place.lstat().st_mode):
                data[name] = place.read_bytes()
            else:
                findings.append(Finding(name, Difference.CHANGED, "it is no regular file"))
        except FileNotFoundError:
            findings.append(Finding(name, Difference.MISSING, "the file is gone"))
        except OSError as error:
            findings.append(Finding(name, Difference.UNREADABLE, str(error.strerror)))
    manifest = record = None
    try:
        manifest = read_manifest(data[MANIFEST]) if MANIFEST in data else None
    except Malformed as error:
        findings.append(Finding(MANIFEST, Difference.MALFORMED, str(error)))
    try:
        record = read_release(data[RELEASE]) if RELEASE in data else None
    except Malformed as error:
        findings.append(Finding(RELEASE, Difference.MALFORMED, str(error)))
    if record is not None:
        findings += _papers_that_disagree(release_dir, data, manifest, record)
    if manifest is not None and SUMS in data:
        expected = sums_bytes(manifest.files, data[MANIFEST], data.get(RELEASE, b""))
        if RELEASE in data and data[SUMS] != expected:
            findings.append(Finding(SUMS, Difference.CHANGED, "it does not list the hashes of this release"))
    return _Papers(manifest, record, tuple(findings))


def _papers_that_disagree(
    release_dir: Path, data: dict[str, bytes], manifest: Manifest | None, record: ReleaseRecord
) -> Iterator[Finding]:
    name = release_dir.absolute().name
    if record.name != name:
        yield Finding(
            RELEASE, Difference.CHANGED, f"it names the release '{record.name}', its folder is '{name}'"
        )
    if MANIFEST in data and hashlib.sha256(data[MANIFEST]).hexdigest() != record.manifest_sha256:
        yield Finding(MANIFEST, Difference.CHANGED, "its sha256 is not the one that release.json states")
    if manifest is not None and manifest.snapshot_id != record.snapshot_id:
        yield Finding(RELEASE, Difference.CHANGED, "it names another snapshot than manifest.json")


def _bytes_that_differ(release_dir: Path, manifest: Manifest | None) -> Iterator[Finding]:
    if manifest is None:
        return
    present = dict(_present(release_dir))
    for file in manifest.files:
        status = present.pop(file.stored, None)
        if status is None:
            yield Finding(file.stored, Difference.MISSING, "the file is gone")
        elif not stat.S_ISREG(status.st_mode):
            yield Finding(file.stored, Difference.CHANGED, "it is no regular file any more")
        else:
            yield from _one_file(release_dir, file, status.st_size)
    for path in present:
        if path not in {MANIFEST, RELEASE, SUMS}:
            yield Finding(path, Difference.EXTRA, "it was not frozen")


def _one_file(release_dir: Path, file: SnapshotFile, size: int) -> Iterator[Finding]:
    if size != file.size:
        yield Finding(file.stored, Difference.CHANGED, f"it has {size} bytes; {file.size} were frozen")
        return
    digest = hashlib.sha256()
    try:
        with (release_dir / file.stored).open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        yield Finding(file.stored, Difference.UNREADABLE, str(error.strerror))
        return
    if digest.hexdigest() != file.sha256:
        message = f"its sha256 is {digest.hexdigest()}; {file.sha256} was frozen"
        yield Finding(file.stored, Difference.CHANGED, message)


def _present(release_dir: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield everything in the folder that is no folder, by relative path; links are not followed."""
    stack = [""]
    while stack:
        before = stack.pop()
        with os.scandir(release_dir / before) as listing:
            for entry in listing:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    stack.append(f"{before}{entry.name}/")
                else:
                    yield before + entry.name, status


def _facts_that_differ(release_dir: Path, manifest: Manifest, known: set[str]) -> Iterator[Finding]:
    encoding_of = encoding_rule(manifest.settings.encodings)
    for file in manifest.files:
        if file.stored in known:
            continue
        large = file.size > manifest.settings.max_file_bytes
        data = None if large else (release_dir / file.stored).read_bytes()
        now = describe(file, data, encoding_of(file.path, file.source))
        stated = (file.encoding, file.bom, file.newlines, file.unread)
        if stated != (now.encoding, now.bom, now.newlines, now.unread):
            message = f"what is stated of the text of '{file.path}' is not what its bytes give"
            yield Finding(MANIFEST, Difference.CHANGED, message)

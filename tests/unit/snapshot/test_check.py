"""Whether a release still is what was frozen: every difference is named."""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import TYPE_CHECKING

import pytest
import rfc8785

from wherefrom.domain.errors import InputRefusal
from wherefrom.snapshot import Difference, FreezeSettings, check, freeze, load
from wherefrom.snapshot.manifest import ReleaseRecord, read_manifest, release_bytes, sums_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOMENT = "2026-11-27T18:00:00Z"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql/a.sql").write_bytes(b"SELECT 1\n")
    (tmp_path / "sql/b.sql").write_bytes(b"SELECT 2\n")
    return freeze([tmp_path / "sql"], tmp_path / "R1", FreezeSettings(), MOMENT).release_dir


def found(release: Path) -> set[tuple[str, Difference]]:
    return {(finding.path, finding.difference) for finding in check(release)}


def test_every_byte_of_every_file_counts(release: Path) -> None:
    for path in sorted(each for each in release.rglob("*") if each.is_file()):
        data = path.read_bytes()
        name = str(path.relative_to(release))
        for at in range(len(data)):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert name in {finding.path for finding in check(release)}, (name, at)
            with pytest.raises(InputRefusal, match="damaged"):
                load(release)
        path.write_bytes(data)
    assert check(release) == ()


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda r: (r / "files/a.sql").unlink(), {("files/a.sql", Difference.MISSING)}),
        (lambda r: (r / "files/c.sql").write_bytes(b""), {("files/c.sql", Difference.EXTRA)}),
        (lambda r: (r / "note.txt").write_bytes(b""), {("note.txt", Difference.EXTRA)}),
        (lambda r: (r / "files/a.sql").write_bytes(b"SELECT 12\n"), {("files/a.sql", Difference.CHANGED)}),
        (lambda r: (r / "manifest.json").unlink(), {("manifest.json", Difference.MISSING)}),
        (lambda r: (r / "release.json").unlink(), {("release.json", Difference.MISSING)}),
        (lambda r: (r / "SHA256SUMS").unlink(), {("SHA256SUMS", Difference.MISSING)}),
        (lambda r: (r / "SHA256SUMS").write_bytes(b""), {("SHA256SUMS", Difference.CHANGED)}),
    ],
)
def test_each_kind_of_damage(
    release: Path, damage: Callable[[Path], object], expected: set[tuple[str, Difference]]
) -> None:
    damage(release)
    assert found(release) == expected
    with pytest.raises(InputRefusal, match=re.escape(next(iter(expected))[0])):
        load(release)


def test_a_link_in_the_place_of_a_file_is_no_file(release: Path, tmp_path: Path) -> None:
    (release / "files/a.sql").rename(tmp_path / "moved.sql")
    (release / "files/a.sql").symlink_to(tmp_path / "moved.sql")
    assert found(release) == {("files/a.sql", Difference.CHANGED)}


def test_all_differences_are_listed_and_the_refusal_counts_them(release: Path) -> None:
    (release / "files/a.sql").unlink()
    (release / "files/b.sql").write_bytes(b"SELECT 3\n")
    assert len(check(release)) == 2
    with pytest.raises(InputRefusal, match=r"2 differences in all.*files/a\.sql: MISSING"):
        load(release)


def test_a_renamed_release_is_not_the_same_release(release: Path) -> None:
    other = release.rename(release.parent / "R2")
    assert found(other) == {("release.json", Difference.CHANGED)}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no JSON"),
        (b"[]", "no JSON object"),
        (b"[" * 100_000, "no JSON"),
        (b'{"schema":"other/1"}', "schema is 'other/1'"),
        (b'{"schema":"wherefrom.snapshot/1"}', "no snapshot manifest"),
        (b'{"schema":"wherefrom.snapshot/1" }', "canonical"),
        (b'{"schema":"x","schema":"wherefrom.snapshot/1"}', "canonical"),
        (b'{"schema":"wherefrom.snapshot/1","x":NaN}', "canonical"),
        (b"\xff", "no JSON"),
    ],
)
def test_a_malformed_manifest_is_named_and_never_a_crash(release: Path, data: bytes, says: str) -> None:
    (release / "manifest.json").write_bytes(data)
    messages = [finding.message for finding in check(release) if finding.path == "manifest.json"]
    assert any(says in message for message in messages), messages


def forge(release: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change the manifest and make every other paper agree with it."""
    value = json.loads((release / "manifest.json").read_bytes())
    change(value)
    data = rfc8785.dumps(value)
    (release / "manifest.json").write_bytes(data)
    record = ReleaseRecord("R1", MOMENT, value["snapshot"], hashlib.sha256(data).hexdigest())
    (release / "release.json").write_bytes(release_bytes(record))
    try:
        files = read_manifest(data).files
    except ValueError:
        return
    (release / "SHA256SUMS").write_bytes(sums_bytes(files, data, release_bytes(record)))


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m["entries"][0].update(encoding="gbk"),
        lambda m: m["entries"][0]["newlines"].update(lf=2),
        lambda m: m["entries"][0].update(bom=True),
        lambda m: m["entries"][0].update(unread={"code": "BINARY_FILE", "message": "no"}),
        lambda m: m["totals"].update(files=3),
        lambda m: m.update(note="x"),
        lambda m: m["entries"].reverse(),
        lambda m: m.update(snapshot="sha256:0"),
        lambda m: m["entries"][0].update(path="../../etc/passwd"),
        lambda m: m["entries"][0].update(path="/etc/passwd"),
        lambda m: m["entries"][0].update(size=True),
        lambda m: m["entries"][0].update(sha256="x"),
        lambda m: m["entries"][0].update(path=1),
    ],
)
def test_a_forged_manifest_does_not_hold(
    release: Path, change: Callable[[dict[str, object]], object]
) -> None:
    forge(release, change)
    assert "manifest.json" in {finding.path for finding in check(release)}


def test_no_release(tmp_path: Path) -> None:
    assert [finding.difference for finding in check(tmp_path / "none")] == [Difference.MISSING]
    with pytest.raises(InputRefusal, match="no frozen release here"):
        load(tmp_path / "none")
    assert {name for name, _ in found(tmp_path)} == {"manifest.json", "release.json", "SHA256SUMS"}


def test_checking_writes_nothing(release: Path) -> None:
    before = {path: os.stat(path).st_mtime_ns for path in [release, *release.rglob("*")]}
    check(release)
    assert {path: os.stat(path).st_mtime_ns for path in [release, *release.rglob("*")]} == before

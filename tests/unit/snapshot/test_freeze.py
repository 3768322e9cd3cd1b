"""Freezing folders and files: what is in a release, byte for byte."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from wherefrom.domain.diagnostic import Diagnostic
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.snapshot import (
    FreezeSettings,
    Skipped,
    SkipReason,
    Text,
    check,
    freeze,
    freeze_by_content,
    load,
)

MOMENT = "2026-11-27T18:00:00Z"
PLAIN = FreezeSettings()


def write(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def tree(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


@pytest.fixture
def estate(tmp_path: Path) -> Path:
    return write(
        tmp_path / "sql",
        {
            "dm/sales.sql": b"INSERT INTO dm.sales\r\nSELECT 1\n",
            "ods/Orders.SQL": "\ufeffSELECT 'é'\r".encode(),
            "load.hql": b"SELECT 2",
            "readme.md": b"no SQL",
        },
    )


def test_a_release_holds_the_exact_bytes_and_its_papers(estate: Path, tmp_path: Path) -> None:
    snapshot = freeze([estate], tmp_path / "snapshots" / "R1", PLAIN, MOMENT)
    assert [(f.path, f.encoding, f.bom, f.newlines) for f in snapshot.files] == [
        ("dm/sales.sql", "utf-8", False, (1, 1, 0)),
        ("load.hql", "utf-8", False, (0, 0, 0)),
        ("ods/Orders.SQL", "utf-8", True, (0, 0, 1)),
    ]
    assert (snapshot.release, snapshot.frozen_at, snapshot.skipped, snapshot.twins) == ("R1", MOMENT, (), ())
    assert sorted(tree(snapshot.release_dir)) == [
        "SHA256SUMS",
        "files/dm/sales.sql",
        "files/load.hql",
        "files/ods/Orders.SQL",
        "manifest.json",
        "release.json",
    ]
    for path in ("dm/sales.sql", "load.hql", "ods/Orders.SQL"):
        assert snapshot.read(path) == (estate / path).read_bytes()
    assert snapshot.text("ods/Orders.SQL") == Text("SELECT 'é'\r", "utf-8", bom=True)
    assert load(snapshot.release_dir) == snapshot
    assert check(snapshot.release_dir) == ()


def test_the_manifest_is_canonical_and_says_everything(estate: Path, tmp_path: Path) -> None:
    os.chmod(estate / "load.hql", 0o755)
    snapshot = freeze([estate], tmp_path / "R1", FreezeSettings(exclude=("ods/",)), MOMENT)
    data = (snapshot.release_dir / "manifest.json").read_bytes()
    manifest = json.loads(data)
    assert rfc8785.dumps(manifest) == data
    assert manifest["schema"] == "wherefrom.snapshot/1"
    assert manifest["hash"] == "sha256"
    assert manifest["snapshot"] == snapshot.snapshot_id
    assert manifest["totals"] == {"bytes": 39, "files": 2, "skipped": 0, "unread": 0}
    assert manifest["rules"]["exclude"] == ["ods/"]
    assert manifest["entries"][1] == {
        "path": "load.hql",
        "size": 8,
        "sha256": hashlib.sha256(b"SELECT 2").hexdigest(),
        "encoding": "utf-8",
        "bom": False,
        "newlines": {"lf": 0, "crlf": 0, "cr": 0},
        "executable": True,
    }
    assert str(tmp_path) not in data.decode()


def test_the_release_record_has_its_own_hash(estate: Path, tmp_path: Path) -> None:
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    record = json.loads((snapshot.release_dir / "release.json").read_bytes())
    own = record.pop("hash")
    assert own == "sha256:" + hashlib.sha256(b"wherefrom-release-v1\0" + rfc8785.dumps(record)).hexdigest()
    assert (record["name"], record["frozen_at"], record["snapshot"]) == ("R1", MOMENT, snapshot.snapshot_id)


def test_the_snapshot_id_is_path_size_and_hash_and_nothing_else(estate: Path, tmp_path: Path) -> None:
    one = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    rows = [[f.path, f.size, f.sha256] for f in one.files]
    expected = hashlib.sha256(b"wherefrom-snapshot-v1\0" + rfc8785.dumps(rows)).hexdigest()
    assert one.snapshot_id == f"sha256:{expected}"
    os.chmod(estate / "load.hql", 0o755)
    (estate / "link.sql").symlink_to(estate / "load.hql")
    other = freeze(
        [estate], tmp_path / "R2", FreezeSettings(encodings=(("*.hql", "gbk"),)), "2027-01-01T00:00:00Z"
    )
    assert other.snapshot_id == one.snapshot_id


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum")
def test_sha256sum_accepts_the_sums_also_of_awkward_names(tmp_path: Path) -> None:
    names = [
        b"plain.sql",
        b"new\nline.sql",
        b"back\\slash.sql",
        b"-dash.sql",
        b"caf\xe9.sql",
        b"CON.sql",
        b" a .sql",
    ]
    (tmp_path / "sql").mkdir()
    for name in names:
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), b"sql", name))).write_bytes(name)
    snapshot = freeze([tmp_path / "sql"], tmp_path / "R1", PLAIN, MOMENT)
    assert len(snapshot.files) == len(names)
    done = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"],
        cwd=snapshot.release_dir,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b": OK\n") == len(names) + 2
    raw = {file.path: file.raw for file in load(snapshot.release_dir).files}
    assert raw["new\\x0aline.sql"] == b"new\nline.sql"
    assert raw["caf\\xe9.sql"] == b"caf\xe9.sql"
    assert raw["CON.sql"] == b""
    assert snapshot.read("caf\\xe9.sql") == b"caf\xe9.sql"


def test_the_same_release_again_is_the_one_that_stands(estate: Path, tmp_path: Path) -> None:
    one = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    before = tree(one.release_dir)
    assert freeze([estate], tmp_path / "R1", PLAIN, "2027-01-01T00:00:00Z") == one
    assert tree(one.release_dir) == before


def test_a_release_named_by_its_content(estate: Path, tmp_path: Path) -> None:
    one = freeze_by_content([estate], tmp_path / "snapshots", PLAIN, MOMENT)
    assert one.release == one.snapshot_id.removeprefix("sha256:")[:12]
    assert one.release_dir == tmp_path / "snapshots" / one.release
    assert check(one.release_dir) == ()
    assert freeze_by_content([estate], tmp_path / "snapshots", PLAIN, "2027-01-01T00:00:00Z") == one
    (estate / "load.hql").write_bytes(b"SELECT 3")
    other = freeze_by_content([estate], tmp_path / "snapshots", PLAIN, MOMENT)
    assert other.release != one.release


def test_a_release_never_changes(estate: Path, tmp_path: Path) -> None:
    one = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    before = tree(one.release_dir)
    (estate / "load.hql").write_bytes(b"SELECT 3")
    with pytest.raises(UsageRefusal, match=r"'R1' exists with other content.*1 of the files.*'load\.hql'"):
        freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert tree(one.release_dir) == before


def test_other_settings_for_reading_are_another_release(estate: Path, tmp_path: Path) -> None:
    freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    with pytest.raises(UsageRefusal, match="other settings for reading it"):
        freeze([estate], tmp_path / "R1", FreezeSettings(encodings=(("*.hql", "gbk"),)), MOMENT)


def test_what_is_found_and_left_out_is_listed(estate: Path, tmp_path: Path) -> None:
    write(
        estate,
        {
            ".git/x.sql": b"1",
            ".wherefrom/y.sql": b"1",
            "dm/.hidden/z.sql": b"1",
            "old.sql.bak": b"1",
            "old.sql~": b"1",
            "gone.txt": b"1",
            "tmp/t.sql": b"1",
        },
    )
    (estate / "link.sql").symlink_to("/etc/passwd")
    (estate / "loop").symlink_to(estate)
    (estate / "dangling.sql").symlink_to("nowhere")
    os.mkfifo(estate / "pipe.sql")
    snapshot = freeze([estate], tmp_path / "R1", FreezeSettings(exclude=("tmp/",)), MOMENT)
    assert [f.path for f in snapshot.files] == ["dm/sales.sql", "load.hql", "ods/Orders.SQL"]
    assert snapshot.skipped == (
        Skipped("dangling.sql", SkipReason.SYMLINK),
        Skipped("link.sql", SkipReason.SYMLINK),
        Skipped("loop", SkipReason.SYMLINK),
        Skipped("old.sql.bak", SkipReason.NOT_INCLUDED),
        Skipped("old.sql~", SkipReason.NOT_INCLUDED),
        Skipped("pipe.sql", SkipReason.SPECIAL),
    )


def test_a_folder_with_an_sql_name_is_a_folder_and_a_hard_link_a_file(estate: Path, tmp_path: Path) -> None:
    write(estate, {"x.sql/y.sql": b"SELECT 9"})
    os.link(estate / "load.hql", estate / "again.hql")
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    assert {"x.sql/y.sql", "again.hql", "load.hql"} <= {f.path for f in snapshot.files}


def test_a_single_file_is_included_whatever_its_name(estate: Path, tmp_path: Path) -> None:
    snapshot = freeze([estate / "readme.md"], tmp_path / "R1", PLAIN, MOMENT)
    assert [f.path for f in snapshot.files] == ["readme.md"]
    both = freeze([estate, estate / "readme.md"], tmp_path / "R2", PLAIN, MOMENT)
    assert [f.path for f in both.files] == ["dm/sales.sql", "load.hql", "ods/Orders.SQL", "readme.md"]


def test_several_sources(tmp_path: Path) -> None:
    write(tmp_path, {"a/sql/x.sql": b"1", "b/etl/y.sql": b"2", "c/sql/x.sql": b"3", "d/one.sql": b"4"})
    apart = freeze([tmp_path / "a/sql", tmp_path / "b/etl"], tmp_path / "R1", PLAIN, MOMENT)
    assert [f.path for f in apart.files] == ["x.sql", "y.sql"]
    names = [tmp_path / "a/sql", tmp_path / "b/etl", tmp_path / "c/sql", tmp_path / "d/one.sql"]
    snapshot = freeze(names, tmp_path / "R2", PLAIN, MOMENT)
    assert [f.path for f in snapshot.files] == ["a/sql/x.sql", "c/sql/x.sql", "d/one.sql", "etl/y.sql"]
    nested = freeze([tmp_path / "a", tmp_path / "a/sql", tmp_path / "a"], tmp_path / "R3", PLAIN, MOMENT)
    assert [f.path for f in nested.files] == ["sql/x.sql"]


def test_two_sources_of_other_names_that_share_a_path(tmp_path: Path) -> None:
    write(tmp_path, {"core/x.sql": b"1", "mart/x.sql": b"2", "mart/y.sql": b"3"})
    snapshot = freeze([tmp_path / "mart", tmp_path / "core"], tmp_path / "R1", PLAIN, MOMENT)
    assert [f.path for f in snapshot.files] == ["core/x.sql", "mart/x.sql", "mart/y.sql"]


def test_globs_may_name_one_of_several_sources(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"core/a.sql": b"\xd6\xd0", "core/tmp/t.sql": b"1", "mart/b.sql": b"2", "mart/tmp/u.sql": b"3"},
    )
    rules = FreezeSettings(exclude=("mart/tmp/**",), encodings=(("core/**", "gbk"),))
    snapshot = freeze([tmp_path / "mart", tmp_path / "core"], tmp_path / "R1", rules, MOMENT)
    assert [(f.path, f.source, f.encoding) for f in snapshot.files] == [
        ("a.sql", "core", "gbk"),
        ("b.sql", "mart", "utf-8"),
        ("tmp/t.sql", "core", "gbk"),
    ]
    assert load(tmp_path / "R1").files == snapshot.files
    assert check(tmp_path / "R1") == ()


def test_a_source_name_that_hides_another_source(tmp_path: Path) -> None:
    write(tmp_path, {"p/a/sql/x.sql": b"1", "q/a/sql/x.sql": b"2", "r/c/sql/x.sql": b"3"})
    names = [tmp_path / "p/a", tmp_path / "q/a/sql", tmp_path / "r/c/sql"]
    snapshot = freeze(names, tmp_path / "R1", PLAIN, MOMENT)
    assert [f.path for f in snapshot.files] == ["a/sql/x.sql", "c/sql/x.sql", "p/a/sql/x.sql"]


def test_an_earlier_release_is_no_source_of_the_next(estate: Path) -> None:
    one = freeze([estate], estate / "snapshots" / "R1", PLAIN, MOMENT)
    two = freeze([estate], estate / "snapshots" / "R2", PLAIN, MOMENT)
    assert one.files == two.files


def test_twins_are_noted(tmp_path: Path) -> None:
    write(tmp_path / "sql", {"a.sql": b"1", "A.SQL": b"2"})
    snapshot = freeze([tmp_path / "sql"], tmp_path / "R1", PLAIN, MOMENT)
    assert snapshot.twins == (("A.SQL", "a.sql"),)
    assert json.loads((tmp_path / "R1/manifest.json").read_bytes())["twins"] == [["A.SQL", "a.sql"]]


def test_what_cannot_be_read_is_kept_and_named(estate: Path, tmp_path: Path) -> None:
    gbk = "SELECT 1 -- 订单金额".encode("gbk")
    write(estate, {"legacy/g.sql": gbk, "legacy/b.sql": b"\0\1\2\xff" * 9, "big.sql": b"SELECT 1" * 20})
    snapshot = freeze([estate], tmp_path / "R1", FreezeSettings(max_file_bytes=100), MOMENT)
    unread = {f.path: f.unread for f in snapshot.files if f.unread}
    assert unread == {
        "big.sql": "FILE_TOO_LARGE",
        "legacy/b.sql": "BINARY_FILE",
        "legacy/g.sql": "ENCODING_UNKNOWN",
    }
    assert snapshot.read("legacy/g.sql") == gbk
    found = snapshot.text("legacy/g.sql")
    assert isinstance(found, Diagnostic)
    assert (found.code, found.statement) == ("ENCODING_UNKNOWN", 0)
    assert "offset 12" in found.message
    assert check(snapshot.release_dir) == ()


def test_an_encoding_is_configured_by_glob_and_the_last_one_wins(estate: Path, tmp_path: Path) -> None:
    write(estate, {"legacy/g.sql": "-- 订单".encode("gbk"), "legacy/b5.sql": "-- 訂單".encode("big5")})
    rules = (("**", "cp1252"), ("dm/**", "utf-8"), ("legacy/**", "GBK"), ("legacy/b5.sql", "big5"))
    snapshot = freeze([estate], tmp_path / "R1", FreezeSettings(encodings=rules), MOMENT)
    assert snapshot.text("legacy/g.sql") == Text("-- 订单", "gbk", bom=False)
    assert snapshot.text("legacy/b5.sql") == Text("-- 訂單", "big5", bom=False)
    assert snapshot.text("dm/sales.sql") == Text("INSERT INTO dm.sales\r\nSELECT 1\n", "utf-8", bom=False)
    assert check(snapshot.release_dir) == ()


@pytest.mark.parametrize("pattern", ["**/*.sql", "*.SQL", "DM/*.sql"])
def test_globs_are_blind_to_case(estate: Path, tmp_path: Path, pattern: str) -> None:
    snapshot = freeze([estate], tmp_path / "R1", FreezeSettings(include=(pattern,)), MOMENT)
    assert "dm/sales.sql" in [f.path for f in snapshot.files]


def test_progress_counts_files(estate: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    freeze([estate], tmp_path / "R1", PLAIN, MOMENT, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("name", [".hidden", "a\nb", "CON", "a:b"])
def test_a_release_needs_a_name_that_every_disk_can_hold(estate: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageRefusal, match="no name for a release"):
        freeze([estate], tmp_path / name, PLAIN, MOMENT)


@pytest.mark.parametrize("moment", ["2026-11-27", "2026-11-27T18:00:00+01:00", "yesterday", ""])
def test_a_moment_is_in_utc(estate: Path, tmp_path: Path, moment: str) -> None:
    with pytest.raises(UsageRefusal, match="2026-11-27T18:00:00Z"):
        freeze([estate], tmp_path / "R1", PLAIN, moment)


def test_a_file_that_is_not_in_the_snapshot(estate: Path, tmp_path: Path) -> None:
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    with pytest.raises(KeyError):
        snapshot.read("dm/none.sql")


def test_bytes_that_changed_since_are_not_given(estate: Path, tmp_path: Path) -> None:
    snapshot = freeze([estate], tmp_path / "R1", PLAIN, MOMENT)
    (snapshot.release_dir / "files/load.hql").write_bytes(b"SELECT 3")
    with pytest.raises(InputRefusal, match=r"files/load\.hql: the file is not the one that was frozen"):
        snapshot.read("load.hql")


contents = st.dictionaries(
    st.from_regex(r"\A[a-z]{1,3}(/[a-z]{1,3}){0,2}\.sql\Z"), st.binary(max_size=40), min_size=1, max_size=8
)


@settings(max_examples=30, deadline=None)
@given(contents, st.randoms(use_true_random=False))
def test_order_and_place_do_not_matter_and_twice_is_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes], shuffle: random.Random
) -> None:
    files = {**files, "one.sql": b"SELECT 1"}
    names = list(files)
    releases = []
    for _ in range(2):
        shuffle.shuffle(names)
        base = tmp_path_factory.mktemp("estate")
        write(base / "sql", {name: files[name] for name in names})
        releases.append(freeze([base / "sql"], base / "R1", PLAIN, MOMENT))
    one, other = releases
    assert one.snapshot_id == other.snapshot_id
    assert tree(one.release_dir) == tree(other.release_dir)
    assert {path: one.read(path) for path in files} == files
    assert check(one.release_dir) == ()

"""A deliverables folder is there as a whole or not at all, and the same every time."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import rfc8785
from tests.unit.publish_data.estate import BINDING, CANDIDATE, LOG, bundle

from wherefrom.domain.binding import Status
from wherefrom.domain.errors import GateClosed, UsageRefusal
from wherefrom.publish import check_deliverables, folder, write_deliverables

PAGES = {"business/index.md": "# dm.sales\n", "business/dm.sales.md": "**DRAFT**\n"}
NAMES = [
    "business/dm.sales.md", "business/index.md", "control_evidence.csv", "controls.jsonl", "decisions.jsonl",
    "diagnostics.jsonl", "edges.jsonl", "field_origins.csv", "nodes.jsonl", "source_classification.csv",
    "statements.jsonl", "visits.jsonl",
]  # fmt: skip


def tree(path: Path) -> dict[str, bytes]:
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file()}


def test_everything_is_written_and_listed(tmp_path: Path) -> None:
    out = tmp_path / "deliverables" / "2026.11"
    manifest = write_deliverables(bundle(), out, PAGES)
    files = tree(out)
    assert sorted(files) == sorted([*NAMES, "manifest.intoto.json", "manifest.json"])
    assert list(manifest.files) == NAMES
    values = json.loads(files["manifest.json"])
    assert values == manifest.values
    assert values["files"] == [
        {"path": name, "size": len(files[name]), "sha256": hashlib.sha256(files[name]).hexdigest()}
        for name in NAMES
    ]
    plain = {key: value for key, value in values.items() if key != "digest"}
    assert values["digest"] == manifest.digest
    assert manifest.digest == "sha256:" + hashlib.sha256(rfc8785.dumps(plain)).hexdigest()
    assert list(values) == sorted(values)
    assert files["manifest.json"].endswith(b"}\n")
    assert list(out.parent.iterdir()) == [out]


def test_manifest(tmp_path: Path) -> None:
    values = dict(write_deliverables(bundle(Status.PENDING), tmp_path / "out", {}).values)
    del values["files"], values["digest"]
    assert values == {
        "schema": "wherefrom.deliverables/1",
        "state": "DRAFT",
        "release": "2026.11",
        "analysis_id": "sha256:" + "2" * 64,
        "snapshot": "sha256:" + "1" * 64,
        "frozen_at": "2026-11-27T18:00:00Z",
        "decisions": {"head": "sha256:" + LOG.head, "count": 2},
        "store_revision": "0001",
        "governance": {"source_systems.csv": "sha256:" + "3" * 64},
        "targets": [
            {
                "table": "dm.sales",
                "rests_on": {"writers": [], "systems": ["D2"], "glossary": []},
                "fields": 4,
                "proven": 1,
                "classes": {"S3": 3, "S2": 1},
                "open": [{"candidate_id": BINDING, "state": "PENDING"}],
            }
        ],
        "left_out": {},
        "counts": {
            "files": 2,
            "statements": 2,
            "statements_by_status": {"PARSED": 2},
            "diagnostics": {"AMBIGUOUS_COLUMN_SOURCES": 1},
            "candidates": {"PENDING": 1},
            "visits": 17,
            "terminals": {"EXTERNAL_ENDPOINT": 2, "CONSTANT": 1, "AMBIGUOUS_COLUMN": 1},
        },
        "tool": {"wherefrom": "0.1.0", "sqlglot": "30.30.0", "templates": {"markdown": "1"}},
        "settings": {"dialect": "hive", "environments": {"prd": "${env}"}},
    }


def test_an_approved_state_needs_every_decision(tmp_path: Path) -> None:
    with pytest.raises(GateClosed, match=f"decisions are open on {BINDING}"):
        write_deliverables(bundle(Status.PENDING, state="APPROVED"), tmp_path / "out", {})
    assert not (tmp_path / "out").exists()
    write_deliverables(bundle(state="APPROVED"), tmp_path / "out", {})


def test_earlier_deliverables_are_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_deliverables(bundle(), out, PAGES)
    write_deliverables(bundle(release="2026.12"), out, {})
    assert sorted(tree(out)) == sorted(set(NAMES) - set(PAGES) | {"manifest.intoto.json", "manifest.json"})
    assert list(tmp_path.iterdir()) == [out]


def test_without_a_single_step_it_takes_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "_exchange", lambda *_: False)
    test_earlier_deliverables_are_replaced_as_a_whole(tmp_path)


def test_runs_that_write_beside_each_other_take_turns(tmp_path: Path) -> None:
    def write(turn: int) -> None:
        def fill(put: folder.Put) -> None:
            for number in range(5):
                put(f"{number}.txt", (b"%d" % turn,))

        folder.replace_folder(tmp_path / f"R{turn % 2}", fill, lambda _: True)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, range(80)))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["R0", "R1"]
    for name in ("R0", "R1"):
        files = tree(tmp_path / name)
        assert len(files) == 5
        assert len(set(files.values())) == 1


def test_what_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def fill(put: folder.Put) -> None:
        put("a.txt", (b"1", b"2"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        folder.replace_folder(tmp_path / "out", fill, lambda _: True)
    assert list(tmp_path.iterdir()) == []


def foreign(out: Path) -> None:
    (out / "notes.txt").write_text("mine")


def added(out: Path) -> None:
    write_deliverables(bundle(), out, {})
    (out / "notes.txt").write_text("mine")


def other_schema(out: Path) -> None:
    (out / "manifest.json").write_text('{"schema":"other/1","files":[]}')


@pytest.mark.parametrize("make", [foreign, added, other_schema])
def test_what_is_not_ours_is_not_replaced(tmp_path: Path, make: Callable[[Path], None]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    make(out)
    before = tree(out)
    with pytest.raises(UsageRefusal, match="holds files that are no deliverables"):
        write_deliverables(bundle(), out, {})
    assert tree(out) == before
    assert list(tmp_path.iterdir()) == [out]


def test_an_empty_folder_is_taken_and_a_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    write_deliverables(bundle(), tmp_path / "empty", {})
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageRefusal, match="is a file"):
        write_deliverables(bundle(), tmp_path / "file", {})
    with pytest.raises(UsageRefusal, match="cannot be written there"):
        write_deliverables(bundle(), tmp_path / "file" / "below", {})


@pytest.mark.parametrize("path", ["../x.md", "/x.md", "a//b.md", "manifest.json", "nodes.jsonl", "./x", ""])
def test_pages_stay_inside(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="a page cannot be written"):
        write_deliverables(bundle(), tmp_path / "out", {path: ""})


@pytest.mark.parametrize("call", ["fsync", "rename", "open", "mkdir"])
def test_a_fault_at_any_step_leaves_the_old_folder_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(folder, "_exchange", lambda *_: False)
    out = tmp_path / "out"
    real = getattr(os, call)
    for step in range(60):
        write_deliverables(bundle(), out, PAGES)
        before = tree(out)
        calls = iter(range(1000))

        def faulty(*given: object, at: int = step, calls: Iterator[int] = calls, **more: object) -> object:
            if next(calls) == at:
                raise OSError(28, "No space left on device")
            return real(*given, **more)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, faulty)
            with contextlib.suppress(UsageRefusal):
                write_deliverables(bundle(release="2026.12"), out, PAGES)
        now = tree(out)
        assert now == before or (b"2026.12" in now["manifest.json"] and len(now) == len(before))
        assert all(found.ok for found in check_deliverables(out))
        if next(calls) <= step:
            break
    assert 0 < step < 59


def test_leftovers_of_a_killed_run_are_swept(tmp_path: Path) -> None:
    stale = tmp_path / ".out.0123456789ab.tmp"
    stale.mkdir()
    (stale / "nodes.jsonl").write_text("half")
    write_deliverables(bundle(), tmp_path / "out", {})
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


SCRIPT = """
import sys
from pathlib import Path
from tests.unit.publish_data.estate import bundle
from wherefrom.publish import write_deliverables
print(write_deliverables(bundle(), Path(sys.argv[1]), {}).digest)
"""


def test_the_same_bytes_under_every_hash_seed_locale_and_zone(tmp_path: Path) -> None:
    settings = [
        ("0", "C", "UTC"),
        ("1", "tr_TR.UTF-8", "Asia/Kolkata"),
        ("777", "C.UTF-8", "America/St_Johns"),
    ]
    found = []
    for seed, locale, zone in settings:
        out = tmp_path / f"run {seed}" / "ö"
        env = os.environ | {
            "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone,
            "PYTHONPATH": os.pathsep.join(["src", "."]),
        }  # fmt: skip
        subprocess.run([sys.executable, "-c", SCRIPT, str(out)], env=env, check=True, capture_output=True)
        found.append(tree(out))
    assert found[0] == found[1] == found[2]


def test_a_target_only_asked_for_needs_no_decision(tmp_path: Path) -> None:
    plain = bundle(Status.PENDING)
    closure = replace(plain.answers[0].closure, candidates=(replace(CANDIDATE, readers=()),))
    unread = replace(plain, answers=(replace(plain.answers[0], closure=closure),), state="APPROVED")
    write_deliverables(unread, tmp_path / "out", {})

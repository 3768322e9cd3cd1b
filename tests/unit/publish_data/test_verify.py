"""Verify names everything that differs, offline, from the folder alone."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.publish_data.estate import BINDING, LOG, TEXTS, bundle

from wherefrom.domain.binding import Status
from wherefrom.domain.finding import Finding, Level
from wherefrom.publish import Bundle, check_deliverables, write_deliverables
from wherefrom.publish.deliverables import paper_bytes
from wherefrom.publish.manifest import digest_of
from wherefrom.snapshot import FreezeSettings, freeze

PAGES = {"business/index.md": "# dm.sales\n"}


def full(**more: object) -> Bundle:
    return bundle(**more)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("published") / "2026.11"
    write_deliverables(full(), out, PAGES)
    return out


@pytest.fixture
def folder(published: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(published, tmp_path / "copy"))


def wrong(path: Path) -> list[Finding]:
    return [found for found in check_deliverables(path) if not found.ok]


def rewrite(folder: Path, name: str, data: bytes) -> None:
    """Change a file and everything that vouches for it: the manifest's entry and its digest."""
    (folder / name).write_bytes(data)
    values = json.loads((folder / "manifest.json").read_bytes())
    for entry in values["files"]:
        if entry["path"] == name:
            entry.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
    values["digest"] = digest_of(values)
    for paper, text in paper_bytes(values).items():
        (folder / paper).write_bytes(text)


def restate(folder: Path, **stated: object) -> None:
    values = json.loads((folder / "manifest.json").read_bytes()) | stated
    values["digest"] = digest_of(values)
    for paper, text in paper_bytes(values).items():
        (folder / paper).write_bytes(text)


def test_what_was_published_holds(folder: Path) -> None:
    assert check_deliverables(folder) == (
        Finding(Level.OK, "manifest.json", "DRAFT, release 2026.11"),
        Finding(Level.OK, "files", "all 11 have the recorded sha256"),
        Finding(Level.OK, "decisions", f"2 records, chain unbroken, head {LOG.head[:12]}"),
        Finding(Level.OK, "references", "46 rows name only what is there"),
        Finding(
            Level.OK, "snapshot", "no snapshot was given or found, so the evidence texts were not compared"
        ),
    )


def test_every_byte_of_the_manifest_counts(folder: Path) -> None:
    file = folder / "manifest.json"
    whole = file.read_bytes()
    for place in range(0, len(whole), 3):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert "manifest.json" in {found.item for found in wrong(folder)}, place
    file.write_bytes(whole + b"\n")
    assert [found.item for found in wrong(folder)] == ["manifest.json"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_flipped_byte_names_its_file(folder: Path, data: st.DataObject) -> None:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    file = data.draw(st.sampled_from(files))
    whole = file.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    mask = data.draw(st.integers(1, 255))
    try:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ mask]) + whole[place + 1 :])
        found = wrong(folder)
        assert file.relative_to(folder).as_posix() in {each.item for each in found}
    finally:
        file.write_bytes(whole)


def test_a_changed_file_is_named_with_both_hashes(folder: Path) -> None:
    file = folder / "source_classification.csv"
    file.write_bytes(file.read_bytes().replace(b'"S3"', b'"S1"'))
    (found,) = wrong(folder)
    assert (found.level, found.item, found.message) == (
        Level.DIFFERS,
        "source_classification.csv",
        "its bytes are not those published",
    )
    assert found.recorded.startswith("sha256:")
    assert found.found.startswith("sha256:")
    assert found.recorded != found.found


def test_missing_and_extra_files(folder: Path) -> None:
    (folder / "visits.jsonl").unlink()
    (folder / "business" / "notes.md").write_text("")
    assert wrong(folder) == [
        Finding(Level.MISSING, "visits.jsonl", "the manifest lists it, and it is not there"),
        Finding(Level.EXTRA, "business/notes.md", "the manifest does not list it"),
    ]


def test_links_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (folder / "nodes.jsonl").rename(tmp_path / "nodes.jsonl")
    (folder / "nodes.jsonl").symlink_to(tmp_path / "nodes.jsonl")
    shutil.move(folder / "business", tmp_path / "business")
    (folder / "business").symlink_to(tmp_path / "business")
    said = "it is reached through a link; links are not followed"
    assert wrong(folder)[:3] == [
        Finding(Level.BROKEN, "business/index.md", said),
        Finding(Level.BROKEN, "nodes.jsonl", said),
        Finding(Level.EXTRA, "business", "the manifest does not list it"),
    ]


def test_only_plain_files_are_opened(folder: Path) -> None:
    (folder / "edges.jsonl").unlink()
    os.mkfifo(folder / "edges.jsonl")
    assert Finding(Level.BROKEN, "edges.jsonl", "it is no plain file") in wrong(folder)


@pytest.mark.parametrize(
    ("data", "level", "said"),
    [
        (b"{", Level.BROKEN, "the manifest is not what one is: it is no JSON at its character 2"),
        (b'{"a":1,"a":2}', Level.BROKEN, "the manifest is not what one is: its key 'a' stands twice"),
        (b'{"a":NaN}', Level.BROKEN, "the manifest is not what one is: its NaN is no JSON number"),
        (b"[" * 100_000, Level.BROKEN, "the manifest is not what one is: it is nested too deep"),
        (b'{"schema":"other/1"}', Level.BROKEN, "this program reads another schema"),
        (b"", Level.BROKEN, "the manifest is not what one is: it is no JSON"),
    ],
)
def test_a_manifest_that_is_none(folder: Path, data: bytes, level: Level, said: str) -> None:
    (folder / "manifest.json").write_bytes(data)
    (found,) = check_deliverables(folder)
    assert (found.level, found.item) == (level, "manifest.json")
    assert found.message.startswith(said)


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    expected = Finding(Level.MISSING, "manifest.json", "there is no manifest here: these are no deliverables")
    assert check_deliverables(tmp_path) == (expected,)
    assert check_deliverables(tmp_path / "nowhere") == (expected,)


def test_paths_of_the_manifest_stay_inside(folder: Path) -> None:
    restate(folder, files=[{"path": "../secret", "size": 1, "sha256": "0" * 64}])
    assert wrong(folder)[0].message.startswith("an entry of its files is none: {'path': '../secret'")


class TestWhatVouchesForItself:
    """Changes after which every hash was made to fit again."""

    def test_a_record_of_the_log_is_changed(self, folder: Path) -> None:
        data = (folder / "decisions.jsonl").read_bytes()
        rewrite(folder, "decisions.jsonl", data.replace(b'"ada"', b'"eve"', 1))
        (found,) = wrong(folder)
        assert (found.level, found.item) == (Level.BROKEN, "decisions.jsonl")
        assert found.message.startswith("line 1: hash is 'sha256:")

    def test_the_log_is_cut_off(self, folder: Path) -> None:
        data = (folder / "decisions.jsonl").read_bytes().splitlines(keepends=True)
        rewrite(folder, "decisions.jsonl", data[0])
        (found,) = wrong(folder)
        assert (found.level, found.item) == (Level.DIFFERS, "decisions.jsonl")
        assert found.recorded == f"2 records, head sha256:{LOG.head}"

    def test_a_node_is_taken_out(self, folder: Path) -> None:
        data = (folder / "nodes.jsonl").read_bytes().splitlines(keepends=True)
        rewrite(folder, "nodes.jsonl", b"".join(data[:-1]))
        said = [f"{found.item}: {found.message}" for found in wrong(folder)]
        assert said == [
            "edges.jsonl: row 6 names src N7, which nodes.jsonl does not hold",
            "visits.jsonl: row 6 names node_id N7, which nodes.jsonl does not hold",
            "visits.jsonl: row 12 names node_id N7, which nodes.jsonl does not hold",
        ]

    def test_visits_are_taken_out(self, folder: Path) -> None:
        data = (folder / "visits.jsonl").read_bytes().splitlines(keepends=True)
        rewrite(folder, "visits.jsonl", b"".join(data[:4] + data[5:-1]))
        assert [f"{found.item}: {found.message}" for found in wrong(folder)] == [
            "visits.jsonl: row 5 names parent_visit_id 5, which its tree does not hold",
            "field_origins.csv: row 4 names visit 3 of T0000000004, which is not there",
            "field_origins.csv: row 5 names visit 3 of T0000000004, which is not there",
            "field_origins.csv: row 6 names visit 3 of T0000000004, which is not there",
        ]

    def test_a_control_is_taken_out(self, folder: Path) -> None:
        rewrite(folder, "controls.jsonl", b"")
        assert {found.item for found in wrong(folder)} == {"control_evidence.csv"}

    def test_a_state_is_changed(self, folder: Path) -> None:
        data = (folder / "field_origins.csv").read_bytes()
        rewrite(folder, "field_origins.csv", data.replace(b'"DRAFT"', b'"APPROVED"', 1))
        said = "row 1 has another state than the manifest"
        assert wrong(folder) == [Finding(Level.BROKEN, "field_origins.csv", said, "DRAFT", "APPROVED")]

    def test_a_draft_is_called_approved(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        write_deliverables(bundle(Status.PENDING), out, {})
        restate(out, state="APPROVED")
        found = wrong(out)
        assert Finding(
            Level.BROKEN, "manifest.json", "dm.sales is APPROVED with open decisions", "none open", "1 open"
        ) in found  # fmt: skip
        assert {each.item for each in found} >= {"field_origins.csv", "manifest.json"}

    def test_a_csv_of_another_form(self, folder: Path) -> None:
        rewrite(folder, "field_origins.csv", b"a,b\n")
        assert wrong(folder)[0].message.startswith("it cannot be read: its character 1")


class TestEvidence:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        sources = tmp_path / "sql"
        for path, text in TEXTS.items():
            file = sources / path
            file.parent.mkdir(parents=True)
            file.write_bytes(text.encode())
        snapshot = freeze(
            (sources,), tmp_path / "snapshots" / "2026.11", FreezeSettings(), "2026-11-27T18:00:00Z"
        )
        assert [file.path for file in snapshot.files] == sorted(TEXTS)
        found = full(snapshot_id=snapshot.snapshot_id)
        write_deliverables(found, tmp_path / "deliverables" / "2026.11", PAGES)
        return tmp_path

    def test_the_text_stands_at_the_stated_lines(self, project: Path) -> None:
        found = check_deliverables(project / "deliverables" / "2026.11")
        assert [each.item for each in found][-2:] == ["snapshot", "evidence"]
        assert found[-1] == Finding(
            Level.OK,
            "evidence",
            "2 controls, 1 diagnostics, 6 edges, 7 nodes, 2 statements, 17 visits: "
            "the text stands at the stated lines",
        )

    def test_a_span_that_was_moved(self, project: Path) -> None:
        out = project / "deliverables" / "2026.11"
        rows = [json.loads(line) for line in (out / "controls.jsonl").read_bytes().splitlines()]
        rows[0]["span"]["start"] += 1
        rows[1]["span"]["line"] -= 1
        rewrite(out, "controls.jsonl", b"".join(json.dumps(row).encode() + b"\n" for row in rows))
        assert [found.message for found in wrong(out)] == [
            "row 1: dm/sales.sql, characters 179 to 189, is another text",
            "row 2: dm/sales.sql, characters 197 to 207, stands on other lines",
        ]

    def test_another_snapshot(self, project: Path, tmp_path: Path) -> None:
        out = project / "deliverables" / "2026.11"
        (project / "sql" / "dm" / "sales.sql").write_text("SELECT 1")
        other = freeze((project / "sql",), tmp_path / "other", FreezeSettings(), "2026-11-27T18:00:00Z")
        (found,) = [f for f in check_deliverables(out, tmp_path / "other") if not f.ok]
        assert (found.level, found.item, found.found) == (Level.DIFFERS, "snapshot", other.snapshot_id)

    def test_a_damaged_snapshot(self, project: Path) -> None:
        out = project / "deliverables" / "2026.11"
        for file in (project / "snapshots").rglob("sales.sql"):
            file.chmod(0o644)
            file.write_text("SELECT 1")
        (found,) = wrong(out)
        assert (found.level, found.item) == (Level.BROKEN, "snapshot")
        assert "sales.sql" in found.message


def test_a_binding_of_a_rejected_writer_is_not_open(tmp_path: Path) -> None:
    rejected = replace(bundle(Status.REJECTED), state="APPROVED")
    write_deliverables(rejected, tmp_path / "out", {})
    assert wrong(tmp_path / "out") == []
    assert BINDING in (tmp_path / "out" / "edges.jsonl").read_text()


def test_a_decision_that_the_log_does_not_hold_is_named(folder: Path) -> None:
    targets = json.loads((folder / "manifest.json").read_bytes())["targets"]
    assert targets[0]["rests_on"] == {"writers": ["D1"], "systems": ["D2"], "glossary": []}
    targets[0]["rests_on"]["systems"] = ["D9"]
    restate(folder, targets=targets)
    (found,) = wrong(folder)
    assert (found.level, found.message) == (
        Level.BROKEN,
        "it rests on decisions that decisions.jsonl does not hold: D9",
    )

"""From a folder of SQL to deliverables that verify, and that any changed byte gives away."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.command import SOURCE, wherefrom
from tests.cli.estate import write_estate
from tests.journeys.desk import start, write

from wherefrom.app.verify import verify

MOMENT = {"SOURCE_DATE_EPOCH": "1795000000"}


def _run(sql: Path, out: Path, **env: str) -> str:
    done = wherefrom("run", sql, "--target", "sales", "--dialect", "spark", "--out", out, env=MOMENT | env)
    assert done.code == 0, done.err
    return done.out


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The --out folder of one run over the tiny estate."""
    place = tmp_path_factory.mktemp("journey")
    _run(write_estate(place / "sql"), place / "out")
    return place / "out"


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_run_says_what_it_did(published: Path) -> None:
    said = _run(published.parent / "sql", published)
    assert said.startswith("freeze    2 files, ")
    for stage in (
        "extract   2 statements: 2 read",
        "link      1 writer candidate: 1 pending",
        "trace     3 fields",
    ):
        assert stage in said
    assert "understood 100.0 % of the text" in said
    assert "DRAFT" in said
    assert "ods.shop_order" not in said.split("dm.sales")[0]
    assert "Read first" in said


def test_a_run_publishes_every_promised_file(published: Path) -> None:
    (folder,) = (published / "deliverables").iterdir()
    assert set(_digests(folder)) >= {
        "manifest.json", "nodes.jsonl", "edges.jsonl", "statements.jsonl", "visits.jsonl", "controls.jsonl",
        "diagnostics.jsonl", "decisions.jsonl", "field_origins.csv", "source_classification.csv",
        "control_evidence.csv", "business/index.md",
    }  # fmt: skip
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["state"] == "DRAFT"
    assert manifest["frozen_at"] == "2026-11-18T11:06:40Z"


def test_what_was_run_verifies(published: Path) -> None:
    done = wherefrom("verify", published)
    assert done.code == 0, done.out + done.err
    for kind in ("snapshot", "store", "deliverables"):
        assert f"\n{kind}  " in f"\n{done.out}"


def test_a_changed_byte_anywhere_is_named(published: Path, tmp_path: Path) -> None:
    files = [
        path.relative_to(published)
        for part in ("deliverables", "snapshots")
        for path in sorted((published / part).rglob("*"))
        if path.is_file()
    ]
    assert len(files) > 15
    for name in files:
        copy = tmp_path / "copy"
        shutil.copytree(published, copy)
        data = bytearray((copy / name).read_bytes())
        if not data:
            data = bytearray(b"x")
        else:
            data[len(data) // 2] ^= 0x01
        (copy / name).write_bytes(bytes(data))
        bad = [found for each in verify(copy) for found in each.findings if not found.ok]
        inside = Path(*name.parts[2:]).as_posix()
        assert any(inside in (found.item, found.message.split(":")[0]) for found in bad), (name, bad)
        shutil.rmtree(copy)


def test_the_command_names_what_differs(published: Path, tmp_path: Path) -> None:
    shutil.copytree(published, tmp_path / "copy")
    (changed,) = (tmp_path / "copy" / "deliverables").glob("*/source_classification.csv")
    changed.write_bytes(changed.read_bytes().replace(b"S3", b"S1", 1))
    done = wherefrom("verify", tmp_path / "copy")
    assert done.code == 4
    assert "DIFFERS  source_classification.csv" in done.out
    found = json.loads(wherefrom("verify", tmp_path / "copy", "--json").out)
    assert found["ok"] is False
    assert [each["kind"] for each in found["checked"] if not each["ok"]] == ["deliverables"]


def test_runs_are_byte_identical(tmp_path: Path) -> None:
    first = write_estate(tmp_path / "one" / "sql")
    second = write_estate(tmp_path / "zwei \u4e8c" / "sql")
    _run(first, tmp_path / "one" / "out", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C.UTF-8")
    _run(second, tmp_path / "zwei \u4e8c" / "out", PYTHONHASHSEED="777", TZ="Asia/Kolkata", LC_ALL="C")
    for part in ("deliverables", "snapshots"):
        one, two = (
            _digests(tmp_path / "one" / "out" / part),
            _digests(tmp_path / "zwei \u4e8c" / "out" / part),
        )
        assert one == two
        assert one


def test_a_second_run_changes_nothing(published: Path) -> None:
    before = {part: _digests(published / part) for part in ("deliverables", "snapshots")}
    _run(published.parent / "sql", published)
    assert {part: _digests(published / part) for part in before} == before


def test_a_killed_run_leaves_the_next_one_fine(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    for number in range(300):
        (sql / f"t{number:03}.sql").write_text(
            f"CREATE TABLE w.t{number} AS SELECT s.a, s.b FROM r.s{number} s;\n"
        )
    command = [sys.executable, "-m", "wherefrom", "run", str(sql), "--target", "sales", "--dialect", "spark"]
    command += ["--out", str(tmp_path / "out")]
    for wait in (0.2, 0.5, 0.8, 1.2):
        process = subprocess.Popen(
            command,
            env=os.environ | MOMENT | {"PYTHONPATH": str(SOURCE)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
    _run(sql, tmp_path / "out")
    done = wherefrom("verify", tmp_path / "out")
    assert done.code == 0, done.out
    assert not [path for path in (tmp_path / "out").rglob(".*") if path.name != ".wherefrom"]


def test_trace_without_a_project(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    done = wherefrom("trace", "dm.sales", "--sql", sql, "--dialect", "spark", "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    answer = json.loads(done.out)
    assert answer["schema_version"] == "1"
    assert answer["target"] == "dm.sales"
    assert answer["dialect"] == "spark"
    assert answer["snapshot"].startswith("sha256:")
    found = {
        field["field"]: [
            (value["kind"], value["endpoint"], value["transformation"]) for value in field["value"]
        ]
        for field in answer["fields"]
    }
    assert found == {
        "channel": [("FIELD", "ods.shop_order.channel", "TRANSFORMATION")],
        "amount": [("FIELD", "ods.shop_order.amount", "AGGREGATION")],
        "currency": [("CONSTANT", "'CNY'", "CONSTANT")],
    }
    (writer,) = answer["writers"]
    assert (writer["logical_table"], writer["rule"], writer["status"]) == ("dwd.orders", "EXACT", "PENDING")
    controls = {(each["kind"], tuple(each["columns"])) for each in answer["fields"][1]["control"]}
    assert controls == {
        ("GROUP_BY", ("ods.shop_order.channel",)),
        ("WHERE", ("ods.shop_order.state",)),
    }
    assert list(tmp_path.iterdir()) == [sql]


def test_trace_of_one_field_and_of_all(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    one = json.loads(wherefrom("trace", "sales.amount", "--sql", sql, "--dialect", "spark", "--json").out)
    assert [field["field"] for field in one["fields"]] == ["amount"]
    every = json.loads(wherefrom("trace", "--all", "--sql", sql, "--dialect", "spark", "--json").out)
    assert [target["target"] for target in every["targets"]] == ["dm.sales", "dwd.orders"]
    strict = wherefrom(
        "trace", "sales.amount", "--sql", sql, "--dialect", "spark", "--confirmed-only", "--json"
    )
    (field,) = json.loads(strict.out)["fields"]
    assert field["value"] == []
    assert [end["reason"] for end in field["terminals"]] == ["WRITER_PENDING"]


def test_trace_prints_a_tree(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    done = wherefrom("trace", "sales.amount", "--sql", sql, "--dialect", "spark", "--tree")
    assert done.code == 0
    assert "dm.sales.amount" in done.out
    assert "EXTERNAL_ENDPOINT" in done.out
    assert "dwd/orders.sql:2" in done.out


def test_what_lies_beyond_the_set_number_of_visits_is_said_to_be_left_out(tmp_path: Path) -> None:
    """Each field has its own budget, and a person who asks for more gets it."""
    root = start(tmp_path / "shop")
    steps = ["CREATE TABLE dm.t AS WITH c0 AS (SELECT a, b FROM ods.s)"]
    steps += [f"c{at} AS (SELECT a + b AS a, b FROM c{at - 1})" for at in range(1, 9)]
    write(root, "t.sql", ", ".join(steps) + " SELECT a, b, 1 AS one FROM c8;\n")
    config = (root / "wherefrom.toml").read_text("utf-8")
    (root / "wherefrom.toml").write_text(config.replace("visits = 200000", "visits = 12"), "utf-8")
    for words in (
        ("freeze", "--release", "R1"),
        ("analyze", "--target", "dm.t"),
        ("publish", "--release", "R1", "--draft"),
    ):
        done = wherefrom(*words, cwd=root, env=MOMENT)
        assert done.code == 0, done.err
    (folder,) = (root / "deliverables").iterdir()
    visits = [json.loads(line) for line in (folder / "visits.jsonl").read_text("utf-8").splitlines()]
    cut = [each["tree_id"] for each in visits if each["terminal"] == "VISIT_LIMIT"]
    asked_for = {
        each["tree_id"]: f"{each['dataset']}.{each['field']}" for each in visits if each["depth"] == 0
    }
    assert {asked_for[tree] for tree in cut} == {"dm.t.a"}
    left_out = json.loads((folder / "manifest.json").read_text("utf-8"))["left_out"]
    assert left_out == {"VISIT_LIMIT": len(cut)}
    assert "VISIT_LIMIT" in (folder / "business" / "index.md").read_text("utf-8")
    asked = wherefrom("trace", "dm.t.a", "--max-visits", "1000", "--json", cwd=root)
    assert "VISIT_LIMIT" not in asked.out

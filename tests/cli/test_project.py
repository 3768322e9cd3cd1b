"""The commands of a project: init, freeze, analyze, search, trace, publish, verify, doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Done, wherefrom
from tests.cli.estate import write_estate

MOMENT = {"SOURCE_DATE_EPOCH": "1795000000"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the tiny estate, release r1 frozen and analysed."""
    root = tmp_path_factory.mktemp("project") / "shop"
    write_estate(root / "sql")
    assert wherefrom("init", root).code == 0
    file = root / "wherefrom.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('dialect = "ansi"', 'dialect = "spark"'))
    assert wherefrom("freeze", "--release", "r1", cwd=root, env=MOMENT).code == 0
    done = wherefrom("analyze", "--target", "dm.sales", cwd=root)
    assert done.code == 0, done.err
    return root


def _ask(project: Path, *words: str) -> Done:
    done = wherefrom(*words, cwd=project)
    assert done.code == 0, done.err
    return done


def test_init_writes_what_people_fill_in_and_touches_nothing_that_is_there(project: Path) -> None:
    for name in ("writer_review.csv", "source_systems.csv", "glossary.csv", "decisions.jsonl"):
        assert (project / "governance" / name).is_file()
    before = (project / "wherefrom.toml").read_bytes()
    done = _ask(project, "init")
    assert "nothing was changed" in done.out
    assert (project / "wherefrom.toml").read_bytes() == before


def test_freeze_says_what_is_frozen(project: Path) -> None:
    done = wherefrom("freeze", "--release", "r1", cwd=project, env=MOMENT)
    assert done.code == 0
    assert done.out.startswith("freeze    2 files, ")


def test_analyze_says_what_was_found(project: Path) -> None:
    found = json.loads(_ask(project, "analyze", "--release", "r1", "--all-targets", "--json").out)
    assert found["written"] == ["dm.sales", "dwd.orders"]
    assert found["targets"] == ["dm.sales", "dwd.orders"]
    assert found["statements"] == {"PARSED": 2}
    assert found["candidates"] == {"EXACT": 1}
    assert found["characters"]["understood"] == found["characters"]["total"]


def test_fail_on_is_a_check_after_the_work(project: Path) -> None:
    assert wherefrom("analyze", "--fail-on", "ERROR", cwd=project).code == 0
    (project / "sql" / "bad.sql").write_text("SELEC nothing FRM nowhere;\n")
    try:
        assert wherefrom("freeze", "--release", "bad", cwd=project).code == 0
        done = wherefrom("analyze", "--release", "bad", "--fail-on", "ERROR", cwd=project)
    finally:
        (project / "sql" / "bad.sql").unlink()
    assert done.code == 1
    assert "bad.sql:1" in done.err
    assert done.out.startswith("freeze ")


def test_search_lists_tables_ends_columns_and_paths(project: Path) -> None:
    assert "dwd.orders" in _ask(project, "search", "sales", "--release", "r1").out
    assert _ask(project, "search", "sales", "--release", "r1", "--ends").out == "ods.shop_order\n"
    columns = json.loads(_ask(project, "search", "sales", "--release", "r1", "--columns", "--json").out)
    assert {(each["column"], each["use"]) for each in columns} == {
        ("ods.shop_order.amount", "VALUE"),
        ("ods.shop_order.channel", "VALUE"),
        ("ods.shop_order.channel", "CONTROL"),
        ("ods.shop_order.state", "CONTROL"),
    }
    paths = json.loads(
        _ask(project, "search", "sales", "--release", "r1", "--from", "shop_order", "--json").out
    )
    assert paths["paths"] == [["ods.shop_order", "dwd.orders", "dm.sales"]]


def test_search_draws_the_tree(project: Path) -> None:
    lines = _ask(project, "search", "sales", "--release", "r1", "--tree").out.splitlines()
    assert lines[0] == "dm.sales"
    assert lines[1] == "└─ writer dm/sales.sql:1"
    assert lines[2] == "   └─ dwd.orders"
    assert lines[3].startswith("      └─ writer dwd/orders.sql:1 W")
    assert lines[3].endswith(" PENDING")
    assert lines[4] == "         └─ ods.shop_order (external)"


def test_search_json_holds_nodes_edges_and_writers(project: Path) -> None:
    found = json.loads(_ask(project, "search", "sales", "--release", "r1", "--json").out)
    assert found["tables"] == ["dm.sales", "dwd.orders", "ods.shop_order"]
    assert found["ends"] == ["ods.shop_order"]
    ids = {node["node_id"] for node in found["nodes"]}
    assert {edge["src"] for edge in found["edges"]} | {edge["dst"] for edge in found["edges"]} <= ids
    assert [writer["status"] for writer in found["writers"]] == ["PENDING"]


def test_trace_of_a_project_speaks_of_its_release(project: Path) -> None:
    found = json.loads(_ask(project, "trace", "sales.amount", "--release", "r1", "--json").out)
    manifest = json.loads((project / "snapshots" / "r1" / "release.json").read_text(encoding="utf-8"))
    assert found["snapshot"] in manifest.values()
    assert found["dialect"] == "spark"


def test_the_gate_is_closed_until_a_draft_is_asked_for(project: Path) -> None:
    done = wherefrom("publish", "--release", "r1", "--target", "sales", cwd=project)
    assert done.code == 1
    assert done.out == ""
    assert done.err.startswith("Not published: 1 decision is open for dm.sales.")
    assert "PENDING" in done.err
    assert "dwd/orders.sql:1" in done.err
    assert not (project / "deliverables").exists()
    draft = _ask(project, "publish", "--release", "r1", "--target", "sales", "--draft")
    assert "DRAFT" in draft.out
    manifest = json.loads((project / "deliverables" / "r1" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["state"] == "DRAFT"
    assert manifest["digest"] in draft.out
    assert _ask(project, "verify", ".").code == 0


def test_doctor_finds_nothing_wrong(project: Path) -> None:
    checks = json.loads(_ask(project, "doctor", "--json").out)
    assert all(check["ok"] for check in checks)
    assert {"parser", "migrations", "store", "decisions"} <= {check["name"] for check in checks}


def test_doctor_says_what_is_wrong_and_how_to_fix_it(tmp_path: Path) -> None:
    (tmp_path / "wherefrom.toml").write_text('config_version = 1\n[project]\nsources = ["gone"]\n')
    done = wherefrom("doctor", cwd=tmp_path)
    assert done.code == 1
    assert "WRONG  source" in done.out
    assert "wherefrom.toml" in done.out


def test_what_was_left_out_is_said_everywhere_and_can_fail_a_build(tmp_path: Path) -> None:
    root = write_estate(tmp_path / "p" / "sql").parent
    (root / "sql/broken.sql").write_text("SELECT SUM(a FROM q;\nEXEC (@s);\n", "utf-8")
    (root / "sql/link.sql").symlink_to("broken.sql")
    (root / "wherefrom.toml").write_text(
        'config_version = 1\n[project]\nsources = ["sql"]\ndialect = "spark"\n', "utf-8"
    )
    assert wherefrom("freeze", "--release", "R1", cwd=root).code == 0
    line = "left out  1 DYNAMIC_SQL, 1 SYMLINK, 1 UNPARSED_STATEMENT\n"
    assert line in wherefrom("analyze", "--release", "R1", cwd=root).out
    published = ("publish", "--release", "R1", "--draft", "--target", "dm.sales")
    assert line in wherefrom(*published, cwd=root).out
    manifest = json.loads((root / "deliverables/R1/manifest.json").read_text("utf-8"))
    assert manifest["left_out"] == {"DYNAMIC_SQL": 1, "SYMLINK": 1, "UNPARSED_STATEMENT": 1}
    page = (root / "deliverables/R1/business/index.md").read_text("utf-8")
    assert (
        "left out, not read or not fully understood: 1 × `DYNAMIC_SQL`, 1 × `SYMLINK`, 1 × `UNPARSED_STATEMENT`"
        in " ".join(page.split())
    )
    failing = wherefrom(*published, "--fail-on", "ERROR", cwd=root)
    assert (failing.code, failing.err.split(";")[0]) == (1, "wherefrom: 1 diagnostic is at or above ERROR")

"""Calls between procedures, from the SQL to the published folder: who runs a writer, and nothing more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import wherefrom

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.cli.closure import call_rows, table_rows, tree_lines

PROCEDURES = {
    "load.sql": """CREATE PROCEDURE etl.load_stock AS
INSERT INTO mart.stock (item) SELECT c.item_no FROM store.recount AS c WHERE c.closed = 1;
""",
    "all.sql": "CREATE PROCEDURE etl.load_all AS\nEXEC etl.load_stock;\n",
}
CALLS = {"night.sql": "EXEC etl.load_all;\nEXEC mart.stock;\n"}


def test_a_call_changes_nothing_in_what_a_field_is_made_of() -> None:
    silent = {path: text.replace("EXEC etl.load_stock", "PRINT 'none'") for path, text in PROCEDURES.items()}
    (with_calls,) = answers_for(link_texts(PROCEDURES | CALLS, "tsql"), ("mart.stock",))
    (without,) = answers_for(link_texts(silent, "tsql"), ("mart.stock",))
    assert with_calls.fields == without.fields
    assert with_calls.diagnostics == without.diagnostics
    assert with_calls.closure.tables == without.closure.tables
    assert with_calls.closure.candidates == without.closure.candidates


def test_search_lists_the_calls_that_run_a_writer() -> None:
    (answer,) = answers_for(link_texts(PROCEDURES | CALLS, "tsql"), ("mart.stock",))
    assert call_rows(answer.closure) == [
        ("call", "at", "runs"),
        ("etl.load_stock", "all.sql:2", "mart.stock"),
        ("etl.load_all", "night.sql:1", "etl.load_stock"),
    ]
    assert table_rows(answer.closure) == [
        ("table", "kind", "written by", "read at"),
        ("mart.stock", "PHYSICAL_TABLE", "load.sql:2", ""),
        ("store.recount", "EXTERNAL_TABLE", "", "load.sql:2"),
    ]
    assert tree_lines(answer.closure) == [
        "mart.stock",
        "└─ writer load.sql:2",
        "   └─ store.recount (external)",
    ]


def test_nothing_is_listed_where_nothing_is_called() -> None:
    (answer,) = answers_for(link_texts({"load.sql": PROCEDURES["load.sql"]}, "tsql"), ("mart.stock",))
    assert call_rows(answer.closure) == []


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("calls")
    for path, text in (PROCEDURES | CALLS).items():
        (root / "sql").mkdir(exist_ok=True)
        (root / "sql" / path).write_text(text, "utf-8")
    out = root / "out"
    done = wherefrom("run", root / "sql", "--dialect", "tsql", "--target", "mart.stock", "--out", out)
    assert done.code == 0, done.err
    return out


def test_what_is_published_holds_the_calls_and_verifies(published: Path) -> None:
    folder = next(published.rglob("edges.jsonl")).parent
    done = wherefrom("verify", folder, cwd=published)
    assert done.code == 0, done.out
    edges = [json.loads(line) for line in (folder / "edges.jsonl").read_text("utf-8").splitlines()]
    commands = [
        (e["src_dataset"], e["dst_dataset"], e["file"], e["lines"]) for e in edges if e["kind"] == "COMMAND"
    ]
    assert commands == [
        ("etl.load_stock", "mart.stock", "all.sql", [2, 2]),
        ("etl.load_all", "etl.load_stock", "night.sql", [1, 1]),
    ]
    nodes = [json.loads(line) for line in (folder / "nodes.jsonl").read_text("utf-8").splitlines()]
    assert {(n["dataset"], n["kind"]) for n in nodes if n["role"] == "call"} == {
        ("etl.load_all", "COMMAND_TARGET"),
        ("etl.load_stock", "COMMAND_TARGET"),
    }


def test_a_business_page_says_by_which_call_its_writer_is_run(published: Path) -> None:
    (page,) = published.rglob("business/mart.stock.md")
    lines = page.read_text("utf-8").splitlines()
    written = lines.index("| Written by | `load.sql`, line 2; adds rows |")
    assert lines[written + 1 : written + 3] == [
        "| Run by | the call of `etl.load_stock`: `all.sql`, line 2 |",
        "",
    ]

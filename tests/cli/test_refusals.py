"""What cannot be done is said in one paragraph, with its exit code, and leaves nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Done, wherefrom
from tests.cli.estate import write_estate


def _refused(done: Done, code: int, *words: str) -> None:
    assert done.code == code, done.err
    assert done.out == ""
    assert done.err.startswith("wherefrom: ")
    assert "Traceback" not in done.err
    assert done.err.strip().count("\n") == 0
    for word in words:
        assert word in done.err


def _run(source: Path, out: Path, target: str = "dm.sales", dialect: str = "spark") -> Done:
    return wherefrom("run", source, "--target", target, "--dialect", dialect, "--out", out)


def test_an_unknown_target_names_the_nearest(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    _refused(_run(sql, tmp_path / "out", target="dm.sale"), 2, "dm.sale", "dm.sales")
    done = wherefrom("trace", "dm.sale", "--sql", sql, "--dialect", "spark", "--json")
    _refused(done, 2, "dm.sales")


def test_a_target_that_fits_two_tables_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text(
        "CREATE TABLE a.t AS SELECT 1 AS x;\nCREATE TABLE b.t AS SELECT 1 AS x;\n"
    )
    done = wherefrom("trace", "t", "--sql", tmp_path, "--dialect", "postgres")
    _refused(done, 2, "a.t", "b.t")


def test_a_placeholder_of_several_files_is_none_of_them_alone(tmp_path: Path) -> None:
    for name, body in (
        ("a", "SELECT x FROM s"),
        ("b", "SELECT y FROM s"),
        ("c", "SELECT SELECT z FROM FROM s"),
    ):
        (tmp_path / f"{name}.sql").write_text(f"INSERT OVERWRITE TABLE ${{t}} {body};\n", "utf-8")
    done = wherefrom("trace", "${t}", "--sql", tmp_path, "--dialect", "hive")
    assert done.code == 2
    assert "${t} fits 2 written tables: a.sql:${t}, b.sql:${t}. Name one of them in full." in done.err
    found = json.loads(wherefrom("trace", "a.sql:${t}", "--sql", tmp_path, "--dialect", "hive", "--json").out)
    assert (found["target"], [each["field"] for each in found["fields"]]) == ("a.sql:${t}", ["x"])


def test_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    _refused(_run(tmp_path / "sql", tmp_path / "out"), 3, "sql")
    assert not (tmp_path / "out").exists()


def test_a_folder_without_sql(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "notes.txt").write_text("nothing here")
    _refused(_run(tmp_path / "sql", tmp_path / "out"), 3, "sql")
    assert not (tmp_path / "out").exists()


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    _refused(_run(tmp_path / "none", tmp_path / "out"), 3, "none")


def test_a_binary_file(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "a.sql").write_bytes(bytes(range(256)) * 40)
    _refused(_run(tmp_path / "sql", tmp_path / "out"), 3, "a.sql", "binary")
    assert not (tmp_path / "out").exists()


def test_a_wrong_dialect_names_the_nearest(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    _refused(_run(sql, tmp_path / "out", dialect="postgress"), 2, "postgress", "postgres")
    assert not (tmp_path / "out").exists()
    _refused(wherefrom("trace", "dm.sales", "--sql", sql, "--dialect", "sparc"), 2, "spark")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    (tmp_path / "out").write_text("a file")
    _refused(_run(sql, tmp_path / "out"), 2, "out")
    assert (tmp_path / "out").read_text() == "a file"
    _refused(_run(sql, Path("/proc/out")), 2, "/proc/out")


def test_a_place_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    taken = tmp_path / "out" / "deliverables" / "r1"
    taken.mkdir(parents=True)
    (taken / "mine.txt").write_text("mine")
    done = wherefrom(
        "run", sql, "--target", "dm.sales", "--dialect", "spark", "--out", tmp_path / "out", "--release", "r1"
    )
    _refused(done, 2, "r1")
    assert (taken / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_store(tmp_path: Path, damage: bytes) -> None:
    sql = write_estate(tmp_path / "sql")
    store = tmp_path / "out" / ".wherefrom" / "evidence.db"
    store.parent.mkdir(parents=True)
    store.write_bytes(damage)
    _refused(_run(sql, tmp_path / "out"), 3, "evidence.db")
    assert store.read_bytes() == damage
    assert not (tmp_path / "out" / "deliverables").exists()


def test_the_same_release_with_other_content(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    words = (
        "run",
        sql,
        "--target",
        "dm.sales",
        "--dialect",
        "spark",
        "--out",
        tmp_path / "out",
        "--release",
        "r1",
    )
    assert wherefrom(*words).code == 0
    (sql / "dm" / "sales.sql").write_text("CREATE TABLE dm.sales AS SELECT 1 AS amount;\n")
    _refused(wherefrom(*words), 2, "r1", "dm/sales.sql")


def test_a_damaged_snapshot_is_3_for_everything_but_verify(tmp_path: Path) -> None:
    sql = write_estate(tmp_path / "sql")
    assert wherefrom("init", tmp_path).code == 0
    text = (
        (tmp_path / "wherefrom.toml")
        .read_text(encoding="utf-8")
        .replace('dialect = "ansi"', 'dialect = "spark"')
    )
    (tmp_path / "wherefrom.toml").write_text(text, encoding="utf-8")
    assert wherefrom("freeze", "--release", "r1", cwd=tmp_path).code == 0
    frozen = tmp_path / "snapshots" / "r1" / "files" / "dm" / "sales.sql"
    assert sql.is_dir()
    assert frozen.is_file()
    frozen.write_text("x")
    _refused(wherefrom("analyze", "--release", "r1", cwd=tmp_path), 3, "dm/sales.sql")
    _refused(wherefrom("trace", "dm.sales", cwd=tmp_path), 3, "dm/sales.sql")
    assert wherefrom("verify", "snapshots/r1", cwd=tmp_path).code == 4


@pytest.mark.parametrize("stated", ["-1", "tomorrow", "1e9", "99999999999999", "٣"])
def test_a_source_date_epoch_that_is_none(tmp_path: Path, stated: str) -> None:
    sql = write_estate(tmp_path / "sql")
    done = wherefrom(
        "run", sql, "--target", "dm.sales", "--out", tmp_path / "out", env={"SOURCE_DATE_EPOCH": stated}
    )
    _refused(done, 2, "SOURCE_DATE_EPOCH")
    assert not (tmp_path / "out").exists()


def test_no_project(tmp_path: Path) -> None:
    _refused(wherefrom("analyze", cwd=tmp_path), 2, "wherefrom init", "wherefrom run")


def test_nothing_to_verify(tmp_path: Path) -> None:
    _refused(wherefrom("verify", tmp_path / "none"), 2, "none")
    _refused(wherefrom("verify", tmp_path), 2, "nothing here")


def test_a_key_that_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "wherefrom.toml").write_text('config_version = 1\n[project]\ndialekt = "hive"\n')
    done = wherefrom("freeze", "--release", "r", cwd=tmp_path)
    assert done.code == 2
    assert "dialect" in done.err

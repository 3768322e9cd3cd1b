"""Bad files, places and budgets through the whole way (hardening 5.5, rows 8 to 11, 18, 46 to 50)."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.hardening.sql_cases import A, B
from tests.hardening.through import HERE, go_through, project

from wherefrom.app.freeze import freeze
from wherefrom.app.workspace import project_workspace
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.unit import StatementStatus
from wherefrom.engine import Budget
from wherefrom.extract import ExtractSettings, extract
from wherefrom.snapshot import copying

HEAVY = "".join(f"SELECT {'a[' * 450}1{']' * 450} FROM ods.s{n};\n" for n in range(120))
"""Statements that take their time: minutes in all, and none of them is refused."""


def skipped(home: Path) -> dict[str, str]:
    done = go_through(home)
    return {each.path: each.reason.value for each in done.analysis.snapshot.skipped}


LARGE = f"INSERT INTO mart.a SELECT s.a FROM ods.s s WHERE s.b IN ({', '.join(f'f({n})' for n in range(1_000_000))})"
"""A statement of twelve million characters; its tokens alone would take more than a gigabyte."""


def test_8_a_statement_above_the_limit_costs_itself(tmp_path: Path) -> None:
    home = project(tmp_path / "p", {"large.sql": f"{A}{LARGE};\n{B}"})
    done = go_through(home, budget=Budget(jobs=2, small=0, memory=512 << 20))
    assert done.said() == {("STATEMENT_TOO_LARGE", "large.sql:2", LARGE)}
    assert done.origins("mart.b") == {"b": ["ods.r.b"]}
    assert "STATEMENT_TOO_LARGE" in {each.code for each in done.answers["mart.a"].diagnostics}
    (unit,) = [each.unit for each in done.analysis.reading.files if each.path == "large.sql"]
    assert [(each.status, each.targets) for each in unit.statements] == [
        (StatementStatus.PARSED, ("mart.a",)),
        (StatementStatus.UNPARSED, ("mart.a",)),
        (StatementStatus.PARSED, ("mart.b",)),
    ]
    assert unit.coverage.total - unit.coverage.understood == len(LARGE)


def test_8_the_limit_is_the_project_s(tmp_path: Path) -> None:
    body = "CREATE TABLE mart.a AS SELECT s.a FROM ods.s s WHERE s.b = 'a long, long text';\n"
    rows = ", ".join(f"({n}, 'row')" for n in range(2_000))
    files = {
        "x.sql": f"{body}INSERT INTO mart.rows (k, v) VALUES {rows};\nDECLARE x INT DEFAULT (SELECT 1);\n{B}"
    }
    home = project(tmp_path / "p", files, config="[limits]\nstatement_chars = 75\n")
    done = go_through(home)
    assert {(code, place) for code, place, _ in done.said()} == {("STATEMENT_TOO_LARGE", "x.sql:1")}
    assert done.origins("mart.rows") == {"k": ["0 … (2000 literals)"], "v": ["'row' … (2000 literals)"]}


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param(f"/* {'x; ' * 1_000} */ {A}-- {'y' * 2_000}\n", id="comments around it"),
        pytest.param(f"{A}{' ' * 3_000}\n", id="white space"),
        pytest.param(
            f"CREATE FUNCTION f() RETURNS void AS $$ {A * 100} $$ LANGUAGE sql;", id="a body of statements"
        ),
        pytest.param(f"PROMPT it's\n{A * 30}", id="lines of a client"),
    ],
)
def test_8_what_is_no_statement_has_no_limit(sql: str) -> None:
    unit = extract(
        sql, "oracle" if sql.startswith("PROMPT") else "postgres", ExtractSettings(statement_chars=200)
    )
    assert [each.code for each in unit.diagnostics if each.code == "STATEMENT_TOO_LARGE"] == []
    assert "mart.a" in {table for each in unit.statements for table in each.targets}


def test_9_a_file_larger_than_the_limit_is_kept_and_named(tmp_path: Path) -> None:
    home = project(tmp_path / "p", {"big.sql": b"", "x.sql": A})
    with (home / "sql/big.sql").open("wb") as big:
        big.truncate(100 * 1024 * 1024 + 1)
    done = go_through(home)
    assert done.said() == {("FILE_TOO_LARGE", "big.sql:1", "")}
    assert done.origins("mart.a") == {"a": ["ods.s.a"]}
    assert (home / "snapshots/R1/files/big.sql").stat().st_size == 100 * 1024 * 1024 + 1


@pytest.mark.parametrize(
    ("budget", "code"),
    [
        pytest.param(Budget(jobs=2, small=0, seconds=2.0), "ANALYSIS_TIMEOUT", id="10 no answer in time"),
        pytest.param(Budget(jobs=2, small=0, memory=32 << 20), "ANALYSIS_MEMORY", id="11 too much memory"),
    ],
)
def test_a_file_that_uses_up_its_budget_costs_itself(tmp_path: Path, budget: Budget, code: str) -> None:
    texts = {"ANALYSIS_TIMEOUT": HEAVY, "ANALYSIS_MEMORY": f"-- {'x' * (64 << 20)}\n{A}"}
    home = project(tmp_path / "p", {"heavy.sql": texts[code], "x.sql": A, "y.sql": B}, "duckdb")
    done = go_through(home, budget=budget)
    assert done.said() == {(code, "heavy.sql:1", texts[code])}
    assert (done.origins("mart.a"), done.origins("mart.b")) == ({"a": ["ods.s.a"]}, {"b": ["ods.r.b"]})


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("gbk", "金额"),
        ("cp1252", "größe"),
        ("latin-1", "größe"),
        ("shift_jis", "金額"),
        ("cp1251", "сумма"),
        ("utf-16-le", "größe"),
    ],
)
def test_18_a_configured_encoding_is_read_and_the_bytes_stay(
    tmp_path: Path, encoding: str, name: str
) -> None:
    data = f"CREATE TABLE mart.a AS SELECT s.{name} FROM ods.s s;\n".encode(encoding)
    config = f'[[dialect]]\nfiles = "old/**"\nencoding = "{encoding}"\n'
    home = project(tmp_path / "p", {"old/x.sql": data}, config=config)
    done = go_through(home)
    assert (done.said(), done.origins("mart.a")) == (set(), {name: [f"ods.s.{name}"]})
    assert done.analysis.snapshot.read("old/x.sql") == data


@pytest.mark.parametrize("names", [("a.sql", "A.SQL"), ("é.sql", "e\u0301.sql"), ("A/x.sql", "a/X.sql")])
def test_46_files_that_some_disks_take_for_one(tmp_path: Path, names: tuple[str, str]) -> None:
    done = go_through(project(tmp_path / "p", dict(zip(names, (A, B), strict=True))))
    assert done.said() == {("CASE_COLLISION", f"{name}:1", "") for name in names}
    assert (done.origins("mart.a"), done.origins("mart.b")) == ({"a": ["ods.s.a"]}, {"b": ["ods.r.b"]})


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b"\xff\xfe.sql", "\\xff\\xfe.sql"),
        (b"new\nline.sql", "new\\x0aline.sql"),
        (b"back\\slash.sql", "back\\x5cslash.sql"),
        (b"\xe2\x80\xaertl.sql", "\\xe2\\x80\\xaertl.sql"),
        (b"-rf.sql", "-rf.sql"),
        (b"=1+1.sql", "=1+1.sql"),
        (b"CON.sql", "CON.sql"),
        (b"a:b.sql", "a:b.sql"),
        (b" .sql", " .sql"),
        (b"'; DROP TABLE x.sql", "'; DROP TABLE x.sql"),
        (b"<img src=x onerror=alert(1)>.sql", "<img src=x onerror=alert(1)>.sql"),
        (b"k" * 251 + b".sql", "k" * 251 + ".sql"),
    ],
    ids=repr,
)
def test_47_a_name_that_does_not_travel_is_kept_and_shown(tmp_path: Path, raw: bytes, path: str) -> None:
    home = project(tmp_path / "p", {})
    Path(os.fsdecode(os.fsencode(home / "sql") + b"/" + raw)).write_bytes(A.encode() + b"FROB;")
    done = go_through(home)
    assert done.said() == {("OPAQUE_STATEMENT", f"{path}:2", "FROB")}
    assert done.origins("mart.a") == {"a": ["ods.s.a"]}
    stored = {each.relative_to(home).as_posix() for each in (home / "snapshots/R1/files").iterdir()}
    assert all(each.isprintable() and not set(each) & set('<>:"\\|?*') for each in stored)


@pytest.mark.parametrize(
    ("to", "name"),
    [
        ("/etc/passwd", "x.sql"),
        ("/etc", "folder"),
        ("nowhere", "gone.sql"),
        ("loop.sql", "loop.sql"),
        ("good.sql", "again.sql"),
        (".", "here"),
    ],
)
def test_48_a_link_is_not_followed(tmp_path: Path, to: str, name: str) -> None:
    home = project(tmp_path / "p", {})
    (home / "sql" / name).symlink_to(to)
    assert skipped(home) == {name: "SYMLINK"}


def _socket(place: Path) -> None:
    here = os.getcwd()
    os.chdir(place.parent)  # the path of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(place.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize("make", [os.mkfifo, _socket], ids=["FIFO", "socket"])
def test_49_what_is_no_file_is_not_opened(tmp_path: Path, make: Callable[[Path], object]) -> None:
    home = project(tmp_path / "p", {})
    make(home / "sql/x.sql")
    assert skipped(home) == {"x.sql": "SPECIAL"}


def test_49_a_folder_with_a_file_s_name_and_a_hard_link(tmp_path: Path) -> None:
    home = project(tmp_path / "p", {"folder.sql/x.sql": A})
    os.link(home / "sql/folder.sql/x.sql", home / "sql/linked.sql")
    done = go_through(home)
    assert [each.path for each in done.analysis.snapshot.files] == [
        "folder.sql/x.sql",
        "good.sql",
        "linked.sql",
    ]


def test_50_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = project(tmp_path / "p", {"x.sql": A})
    real = os.open

    def closed(path: Any, *rest: Any, **more: Any) -> int:
        if Path(path).name == "x.sql" and Path(path).parent.name == "sql":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *rest, **more)

    monkeypatch.setattr(copying.os, "open", closed)
    assert skipped(home) == {"x.sql": "UNREADABLE"}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda place: place.unlink(), id="vanishes"),
        pytest.param(lambda place: place.write_text(A + B), id="changes"),
        pytest.param(lambda place: place.with_name("new.sql").write_text(B), id="another comes"),
    ],
)
def test_50_a_source_that_does_not_hold_still(tmp_path: Path, change: Callable[[Path], object]) -> None:
    home = project(tmp_path / "p", {"x.sql": A})

    def progress(done: int, total: int) -> None:
        if done == total:
            change(home / "sql/x.sql")

    with pytest.raises(
        InputRefusal, match=r"FILE_CHANGED_DURING_FREEZE: .*\.sql changed .* Freeze again"
    ) as told:
        freeze(project_workspace(home), "R1", progress)
    assert told.value.exit_code == 3
    assert not (home / "snapshots").exists()


def test_budgets_leave_what_is_small_alone(tmp_path: Path) -> None:
    done = go_through(project(tmp_path / "p", {"x.sql": A}), budget=HERE)
    assert done.said() == set()


def test_the_same_bytes_in_two_encodings_are_two_texts(tmp_path: Path) -> None:
    data = "CREATE TABLE mart.t AS SELECT s.été FROM ods.s s;\n".encode()
    config = '[[dialect]]\nfiles = "sql/old.sql"\nencoding = "latin-1"\n'
    done = go_through(project(tmp_path, {"new.sql": data, "old.sql": data}, config=config))
    assert sorted(field.field for field in done.answers["mart.t"].fields) == ["Ã©tÃ©", "été"]

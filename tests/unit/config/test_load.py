"""From files, flags and environment to one Project; and everything that is wrong in one refusal."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from wherefrom.config import (
    DialectRule,
    FileSettings,
    PathTarget,
    Project,
    dialect_name,
    find_project,
    load,
)
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.snapshot import DEFAULT_INCLUDE

FULL = """\
config_version = 1

[project]
name = "card-reporting"
sources = ["sql"]
dialect = "hive"
include = ["**/*.sql", "**/*.hql"]
exclude = ["sql/tmp/**"]
default_catalog = ""
default_schema = "ods"
schema_evidence = ["catalog.yml"]

[[dialect]]
files = "sql/legacy/**"
name = "tsql"
encoding = "gbk"

[[dialect]]
files = ["sql/legacy/new/**", "dm/*.sql"]
encoding = "utf-8"
default_schema = "dbo"
styles = ["sqlcmd"]

[placeholders]
styles = ["dollar_brace"]

[writers]
path_targets = ["models/**", {files = "**/query.sql", target = "dm.{folder}"}]

[environments]
prd_dwd = "${env}_dwd"
prd_dm = "${env}_dm"

[review]
four_eyes = "confirm"

[publish]
languages = ["en", "zh"]
redact = "literals"

[limits]
file_bytes = 1_000_000
statement_chars = 2_000
visits = 300
"""


def project_in(folder: Path, text: str) -> Path:
    (folder / "wherefrom.toml").write_text(text, encoding="utf-8")
    return folder


def refusal(folder: Path, text: str) -> list[str]:
    with pytest.raises(UsageRefusal) as caught:
        load(project_in(folder, text), {}, {})
    assert caught.value.exit_code == 2
    return [line.removeprefix(str(folder / "wherefrom.toml")) for line in str(caught.value).splitlines()]


def test_every_key(tmp_path: Path) -> None:
    assert load(project_in(tmp_path, FULL), {}, {}) == Project(
        name="card-reporting",
        sources=("sql",),
        defaults=FileSettings("hive", "", "", "ods", ("dollar_brace",)),
        rules=(
            DialectRule(("sql/legacy/**",), "tsql", "gbk"),
            DialectRule(("sql/legacy/new/**", "dm/*.sql"), None, "utf-8", None, "dbo", ("sqlcmd",)),
        ),
        include=("**/*.sql", "**/*.hql"),
        exclude=("sql/tmp/**",),
        environments=(("prd_dm", "${env}_dm"), ("prd_dwd", "${env}_dwd")),
        path_targets=(PathTarget(("models/**",)), PathTarget(("**/query.sql",), "dm.{folder}")),
        four_eyes="confirm",
        languages=("en", "zh"),
        redact="literals",
        file_bytes=1_000_000,
        statement_chars=2_000,
        visits=300,
        schema_evidence=("catalog.yml",),
        root=tmp_path,
    )


@pytest.mark.parametrize("start", [None, "somewhere"])
def test_without_a_file_there_are_the_defaults(tmp_path: Path, start: str | None) -> None:
    found = load(tmp_path / start if start else None, {}, {})
    assert found == Project()
    assert found.defaults == FileSettings("ansi", "", "", "", ("auto",))
    assert found.include == DEFAULT_INCLUDE
    assert found.root is None


def test_an_empty_file_is_the_defaults_too(tmp_path: Path) -> None:
    assert load(project_in(tmp_path, ""), {}, {}) == Project(root=tmp_path)


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "wherefrom.toml").write_bytes(b"\xef\xbb\xbf[project]\r\nname = 'x'\r\n")
    assert load(tmp_path, {}, {}).name == "x"


def test_the_file_itself_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("[project]\nname = 'x'\n")
    assert load(tmp_path / "other.toml", {}, {}).name == "x"


def test_the_nearest_project_above_rules(tmp_path: Path) -> None:
    project_in(tmp_path, FULL)
    (tmp_path / "sql/legacy").mkdir(parents=True)
    assert find_project(tmp_path / "sql/legacy") == tmp_path / "wherefrom.toml"
    assert load(tmp_path / "sql/legacy", {}, {}).root == tmp_path
    project_in(tmp_path / "sql", "[project]\nname = 'inner'\n")
    assert load(tmp_path / "sql/legacy", {}, {}).name == "inner"


def test_how_each_file_is_read(tmp_path: Path) -> None:
    found = load(project_in(tmp_path, FULL), {}, {})
    assert found.for_file("dwd/x.sql") == FileSettings("hive", "", "", "ods", ("dollar_brace",))
    assert found.for_file("legacy/x.sql") == FileSettings("tsql", "gbk", "", "ods", ("dollar_brace",))
    assert found.for_file("sql/legacy/x.sql") == found.for_file("legacy/x.sql")
    assert found.for_file("legacy/new/x.sql") == FileSettings("tsql", "utf-8", "", "dbo", ("sqlcmd",))
    assert found.for_file("dm/x.sql") == FileSettings("hive", "utf-8", "", "dbo", ("sqlcmd",))


def test_a_glob_that_names_one_of_several_sources_is_about_that_one() -> None:
    rule = DialectRule(("mart/**",), dialect="tsql", encoding="gbk")
    for sources in (("staging", "mart"), ("sql/staging", "sql/mart")):
        project = Project(sources=sources, rules=(replace(rule, files=(f"{sources[1]}/**",)),))
        assert project.for_file("a.sql", "mart").dialect == "tsql"
        assert project.for_file("b.sql", "staging").dialect == "ansi"
        assert project.for_file("mart/a.sql", "mart").dialect == "tsql"
        assert project.for_file("staging/a.sql", "staging").dialect == "ansi"
    inside = Project(sources=("staging", "mart"), rules=(replace(rule, files=("legacy/**",)),))
    assert inside.for_file("legacy/a.sql", "mart").dialect == "tsql"
    assert inside.for_file("a.sql", "mart").dialect == "ansi"
    alone = Project(sources=("mart",), rules=(rule,))
    assert alone.for_file("a.sql").dialect == "tsql"


def test_what_the_snapshot_needs(tmp_path: Path) -> None:
    found = load(project_in(tmp_path, FULL), {}, {}).freeze_settings()
    assert found.exclude == ("sql/tmp/**", "/tmp/**")
    assert found.encodings == (
        ("sql/legacy/**", "gbk"),
        ("/legacy/**", "gbk"),
        ("sql/legacy/new/**", "utf-8"),
        ("/legacy/new/**", "utf-8"),
        ("dm/*.sql", "utf-8"),
    )


def test_flags_over_environment_over_file(tmp_path: Path) -> None:
    project_in(tmp_path, FULL)
    environment = {
        "WHEREFROM_DEFAULT_SCHEMA": "env",
        "WHEREFROM_NAME": "env",
        "WHEREFROM_LANGUAGES": "zh, en",
    }
    found = load(tmp_path, {"name": "flag", "default_schema": None, "exclude": ()}, environment)
    assert found.name == "flag"
    assert found.defaults.default_schema == "env"
    assert found.languages == ("zh", "en")
    assert found.exclude == ("sql/tmp/**",)


def test_what_is_set_for_the_run_rules_over_entries_for_some_files(tmp_path: Path) -> None:
    found = load(project_in(tmp_path, FULL), {"dialect": "spark"}, {"WHEREFROM_STYLES": "jinja"})
    assert found.for_file("legacy/new/x.sql") == FileSettings("spark", "utf-8", "", "dbo", ("jinja",))


def test_sources_of_a_command_are_relative_to_where_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project_in(tmp_path, FULL)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert load(Path(), {}, {}).source_paths() == (tmp_path / "sql",)
    assert load(Path(), {"sources": [Path("x")]}, {}).source_paths() == (tmp_path / "here/x",)
    environment = {"WHEREFROM_SOURCES": os.pathsep.join(["x", "y"])}
    assert load(Path(), {}, environment).source_paths() == (tmp_path / "here/x", tmp_path / "here/y")
    assert load(None, {}, {}).source_paths() == (Path(),)


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    text = (
        "[project]\nname = 'x'\ndialekt = 'hive'\n\n[[dialect]]\nfiles='a'\nencodng='gbk'\n\n[reviews]\nx=1\n"
    )
    assert refusal(tmp_path, text) == [
        ":3: project.dialekt is no known key; the nearest known key is 'dialect'",
        ":7: dialect[1].encodng is no known key; the nearest known key is 'encoding'",
        ":9: reviews is no known key; the nearest known key is 'review'",
    ]


def test_a_key_near_to_none_lists_the_known(tmp_path: Path) -> None:
    assert refusal(tmp_path, "[review]\nxyz = 1\n") == [":2: review.xyz is no known key; known are four_eyes"]


def test_an_unknown_key_of_a_path_rule(tmp_path: Path) -> None:
    text = "[writers]\npath_targets = [{file = 'x'}]\n"
    assert ":2: writers.path_targets[1].file is no known key; the nearest known key is 'files'" in refusal(
        tmp_path, text
    )


def test_every_fault_is_listed_with_line_key_and_what_was_found(tmp_path: Path) -> None:
    text = """\
config_version = 2
[project]
sources = "sql"
dialect = "hivee"
[[dialect]]
files = "a/**"
[[dialect]]
name = "mssql"
encoding = "klingon"
[writers]
path_targets = ["m/**", {files = "q/**", target = "{fodler}"}, 3]
[environments]
a = 3
[review]
four_eyes = true
"""
    found = refusal(tmp_path, text)
    starts = [
        ":1: config_version is 2; input should be 1",
        ":3: project.sources is 'sql'; input should be a valid list",
        ":4: project.dialect: 'hivee' is no dialect; the nearest is 'hive'; known are ansi,",
        ":7: dialect[2].files is missing; it has to be given",
        ":8: dialect[2].name: 'mssql' is no dialect; the nearest is 'tsql'; known are ansi,",
        ":9: dialect[2].encoding: 'klingon' is no encoding",
        ":11: writers.path_targets[2].target: '{fodler}' is no target of a path rule",
        ":11: writers.path_targets[3]: '3' is no path rule",
        ":13: environments.a is 3; input should be a valid string",
        ":15: review.four_eyes is True; input should be 'off', 'confirm' or 'all'",
    ]
    assert len(found) == len(starts)
    assert [line.startswith(start) for line, start in zip(found, starts, strict=True)] == [True] * len(starts)


def test_a_wrong_flag_or_variable_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(UsageRefusal) as caught:
        load(project_in(tmp_path, FULL), {"dialect": "postgresql"}, {"WHEREFROM_FOUR_EYES": "two"})
    said = str(caught.value).splitlines()
    assert said[1].startswith("WHEREFROM_FOUR_EYES: review.four_eyes is 'two'; input should be 'off'")
    assert said[0].startswith(
        "--dialect: project.dialect: 'postgresql' is no dialect; the nearest is 'postgres'"
    )


def test_a_misspelt_variable_is_named_and_others_are_left_alone() -> None:
    with pytest.raises(
        UsageRefusal, match="WHEREFROM_DIALCT is not known; the nearest known is WHEREFROM_DIALECT"
    ):
        load(None, {}, {"WHEREFROM_DIALCT": "hive"})
    assert load(None, {}, {"WHEREFROM_STORE": "x", "WHEREFROM": "y", "WHEREFROM_NAME": ""}) == Project()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[project\n", r"wherefrom\.toml: the file is no TOML: .*line 1"),
        (b"name = '\xff'", r"wherefrom\.toml: the byte at offset 8 is no UTF-8"),
        (b"a = 1\na = 2\n", "the file is no TOML"),
        (b"project = 1\n", "project is 1; "),
        (b"x = " + b"[" * 100_000, "the file is no TOML"),
    ],
)
def test_a_file_that_is_no_configuration(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "wherefrom.toml").write_bytes(data)
    with pytest.raises(UsageRefusal, match=says):
        load(tmp_path, {"name": "x"}, {})


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project_in(tmp_path, FULL)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(
        InputRefusal, match=r"wherefrom\.toml: the configuration cannot be read \(Permission denied\)"
    ):
        load(tmp_path, {}, {})


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_fact_sheet_has_a_name(name: str) -> None:
    assert dialect_name(name) == name


@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [
        ("Hive", "hive"),
        ("snowflak", "snowflake"),
        ("sqlserver", "tsql"),
        ("mariadb", "mysql"),
        ("plsql", "oracle"),
    ],
)
def test_a_wrong_dialect_names_the_nearest(wrong: str, nearest: str) -> None:
    with pytest.raises(UsageRefusal, match=f"'{wrong}' is no dialect; the nearest is '{nearest}'"):
        dialect_name(wrong)


def test_a_dialect_near_to_none_lists_the_known() -> None:
    with pytest.raises(UsageRefusal, match="'xxxx' is no dialect; known are ansi, athena"):
        dialect_name("xxxx")


def test_a_number_from_the_environment() -> None:
    assert load(None, {}, {"WHEREFROM_STATEMENT_CHARS": "5000"}).statement_chars == 5_000
    for wrong in ("5e3", "many", "9" * 40, "0"):
        with pytest.raises(UsageRefusal, match=r"WHEREFROM_STATEMENT_CHARS: limits\.statement_chars"):
            load(None, {}, {"WHEREFROM_STATEMENT_CHARS": wrong})

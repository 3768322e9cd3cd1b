"""Hostile names through every renderer (hardening 5.5, rows 55 to 57), from the SQL to the published files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.cli.command import wherefrom
from tests.hardening.through import go_through, project
from tests.unit.pages.reading import faults as markdown_faults
from tests.unit.pages.test_hostile import HOSTILE
from tests.unit.site.reading import faults as site_faults

from wherefrom.app.publish import HTML, MARKDOWN, publish_release
from wherefrom.app.trace import answers_for
from wherefrom.app.workspace import project_workspace
from wherefrom.publish import DRAFT

FORMULAS = ("=1+1", "+1", "-1", "@a", "\t=1", "=cmd|'/C calc'!A0")
TERMINAL = ("\x1b[31mred", "\x1b]8;;http://e.invalid\x07x", "a\rb", "a\x08b", "\u202ea", "\x9b31m")
NAMES = tuple(
    name
    for name in dict.fromkeys((*HOSTILE, *FORMULAS, *TERMINAL))
    if name.isascii() or not set(name) & {"\ud800"}
)
"""Half a surrogate pair never gets here: no file's bytes give one."""


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def hostile_sql() -> str:
    """Return statements in which every hostile text is a column, a table, an alias, a literal and a comment."""
    made = []
    for number, name in enumerate(NAMES):
        literal = name.replace("'", "''").replace("\0", "")
        comment = name.replace("*/", "").replace("/*", "")
        made.append(
            f"/* {comment} */ CREATE TABLE mart.t{number} AS SELECT x.{quoted(name)} AS {quoted(name)}, '{literal}' AS c "
            f"FROM ods.{quoted(name)} x WHERE x.{quoted(name)} = '{literal}';\n"
        )
    return "".join(made)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "p"
    done = go_through(project(folder, {"<img src=x onerror=alert(1)>/`x`|y.sql": hostile_sql()}))
    assert done.origins("mart.t0") == {
        quoted(NAMES[0]): [f"ods.{quoted(NAMES[0])}.{quoted(NAMES[0])}"],
        "c": [done.origins("mart.t0")["c"][0]],
    }
    answers = answers_for(done.analysis.graph, ())
    out = project_workspace(folder).deliverables_dir("R1")
    publish_release(done.analysis, answers, out, DRAFT, (MARKDOWN, HTML))
    return folder


def published(home: Path, suffix: str) -> dict[str, str]:
    folder = home / "deliverables/R1"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8")
        for path in sorted(folder.rglob(f"*{suffix}"))
    }


def test_56_markdown_shows_names_as_text(home: Path) -> None:
    pages = published(home, ".md")
    assert len(pages) > len(NAMES)
    assert {path: found for path, page in pages.items() if (found := markdown_faults(page))} == {}


def test_56_the_site_runs_and_asks_for_nothing(home: Path) -> None:
    pages = published(home, ".html")
    assert len(pages) > len(NAMES)
    assert site_faults(pages) == []


def test_56_what_a_program_reads_is_the_name_itself(home: Path) -> None:
    rows = [json.loads(line) for line in published(home, "nodes.jsonl")["nodes.jsonl"].splitlines()]
    datasets = {str(row["dataset"]) for row in rows}
    assert {
        f"ods.{quoted(name)}" for name in NAMES if not name.isidentifier() and "{" not in name
    } <= datasets


def test_55_no_cell_of_a_table_is_a_formula(home: Path) -> None:
    tables = published(home, ".csv")
    assert len(tables) == 3
    for name, text in tables.items():
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")):
            assert [cell for cell in row if cell[:1] in tuple("=+-@\t\r＝＋－＠") and cell] == [], name


@pytest.mark.parametrize(
    "words", [("trace", "--all", "--tree"), ("trace", "--all"), ("search", "mart.good"), ("review", "list")]
)
def test_57_a_terminal_gets_no_control_character(home: Path, words: tuple[str, ...]) -> None:
    done = wherefrom(*words, cwd=home)
    assert done.code == 0, done.err
    for line in (done.out + done.err).split("\n"):
        assert line.isprintable(), ascii(line)


@pytest.mark.parametrize("word", ["INTERSECT", "EXCEPT", "UNION", "UNION ALL"])
def test_set_operations_are_published_so_that_they_verify(tmp_path: Path, word: str) -> None:
    text = f"CREATE TABLE mart.a AS SELECT s.k FROM ods.s s {word} SELECT r.k FROM ods.r r;\n"
    done = go_through(project(tmp_path / "p", {"x.sql": text}))
    assert done.origins("mart.a")["k"][0] in {"ods.r.k", "ods.s.k"}

"""verify --since and --rerun: a log that goes on, and deliverables that come out the same."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field
from tests.hardening.through import go_through, project

from wherefrom.app.analyze import analyze, open_analysis
from wherefrom.app.gate import open_bindings
from wherefrom.app.publish import HTML, MARKDOWN, publish_release
from wherefrom.app.review.rows import rows_about
from wherefrom.app.review.sheet import export_rows, import_table
from wherefrom.app.review.table import Filters
from wherefrom.app.verify import verify
from wherefrom.app.workspace import open_release, project_workspace
from wherefrom.domain.about import About
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.finding import Level
from wherefrom.publish import DRAFT

FILES = {
    "x.sql": "INSERT INTO mart.a (k) SELECT s.k FROM ods.s s;\n",
    "y.sql": "INSERT INTO mart.a (k) SELECT r.k FROM ods.r r;\n",
    "z.sql": "CREATE TABLE rep.a AS SELECT a.k FROM mart.a a;\n",
}


def decide(home: Path, words: dict[int, str]) -> str:
    """Decide on rows of the review table and return the head of the log."""
    workspace = project_workspace(home)
    analysis = open_analysis(workspace, open_release(workspace, "R1"))
    table = home / "table.csv"
    export_rows(
        workspace, analysis, SubjectType.WRITER, rows_about(analysis, About.WRITERS, Filters(), ()), table
    )
    lines = table.read_text("utf-8-sig").splitlines()
    names = [name.strip('"') for name in lines[0].split(",")]
    for row, decision in words.items():
        cells = [cell.strip('"') for cell in lines[row].split('","')]
        cells[names.index("decision")], cells[names.index("reason")] = decision, "Known job."
        lines[row] = ",".join(f'"{cell}"' for cell in cells)
    table.write_text("\r\n".join(lines), "utf-8")
    import_table(workspace, table, analysis, "ann")
    return str(json.loads((home / "governance/decisions.jsonl").read_text("utf-8").splitlines()[-1])["hash"])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A project with deliverables of its first decision, a second decision behind it, and the first one's head."""
    home = tmp_path_factory.mktemp("again") / "p"
    go_through(project(home, FILES))
    head = decide(home, {1: "CONFIRMED"})
    workspace = project_workspace(home)
    analysis, answers = analyze(workspace, open_release(workspace, "R1"), ("rep.a", "mart.good"))
    publish_release(analysis, answers, workspace.deliverables_dir("R1"), DRAFT, (MARKDOWN, HTML))
    assert len(open_bindings(answers, analysis.graph.rulings)) == 1
    decide(home, {2: "REJECTED"})
    return home, head


@pytest.fixture
def home(made: tuple[Path, str], tmp_path: Path) -> Path:
    shutil.copytree(made[0], tmp_path / "p")
    return tmp_path / "p"


def found(home: Path, kind: str, *, since: str = "", rerun: bool = False) -> list[tuple[Level, str, str]]:
    checked = [each for each in verify(home, since, rerun=rerun) if each.kind == kind]
    return [(each.level, each.item, each.message) for item in checked for each in item.findings]


# --rerun


def test_under_the_decisions_of_then_the_same_bytes_come_out(home: Path) -> None:
    count = len([each for each in (home / "deliverables/R1").rglob("*") if each.is_file()])
    said = f"made again, all {count} files have the same bytes"
    assert found(home, "rerun", rerun=True) == [(Level.OK, "rerun", said)]


def test_an_untouched_project_is_left_untouched(home: Path) -> None:
    before = {each: each.read_bytes() for each in home.rglob("*") if each.is_file()}
    verify(home, rerun=True)
    assert {each: each.read_bytes() for each in before} == before


def forged(folder: Path) -> None:
    """Change a page, and every hash that would tell."""
    from wherefrom.publish.deliverables import paper_bytes
    from wherefrom.publish.manifest import digest_of

    page = folder / "business/rep.a.md"
    page.write_bytes(page.read_bytes().replace(b"ods.r.k", b"ods.r.q").replace(b"ods.s.k", b"ods.s.q"))
    values = json.loads((folder / "manifest.json").read_bytes())
    for entry in values["files"]:
        if entry["path"] == "business/rep.a.md":
            entry["sha256"] = hashlib.sha256(page.read_bytes()).hexdigest()
            entry["size"] = page.stat().st_size
    values["digest"] = digest_of(values)
    for name, data in paper_bytes(values).items():
        (folder / name).write_bytes(data)


def test_a_forgery_with_all_its_hashes_is_found_by_making_it_again(home: Path) -> None:
    forged(home / "deliverables/R1")
    assert all(level is Level.OK for level, _, _ in found(home, "deliverables"))
    named = {item for _, item, _ in found(home, "rerun", rerun=True)}
    assert named == {"business/rep.a.md", "manifest.json", "manifest.intoto.json"}


@pytest.mark.parametrize(
    ("change", "level", "item"),
    [
        pytest.param(lambda h: (h / "deliverables/R1/nodes.jsonl").write_bytes(b""), Level.DIFFERS, "nodes.jsonl", id="emptied"),
        pytest.param(lambda h: (h / "deliverables/R1/nodes.jsonl").unlink(), Level.MISSING, "nodes.jsonl", id="gone"),
        pytest.param(lambda h: (h / "deliverables/R1/more.md").write_bytes(b"x"), Level.EXTRA, "more.md", id="added"),
        pytest.param(
            lambda h: (h / "governance/glossary.csv").write_text("name,label\n"), Level.BROKEN, "governance/glossary.csv", id="other glossary"
        ),
        pytest.param(lambda h: (h / "governance/decisions.jsonl").unlink(), Level.BROKEN, "governance/decisions.jsonl", id="no log"),
        pytest.param(lambda h: (h / "snapshots/R1/files/x.sql").write_bytes(b"SELECT 1"), Level.BROKEN, "rerun", id="other SQL"),
    ],
)  # fmt: skip
def test_what_differs_is_named(home: Path, change: Callable[[Path], object], level: Level, item: str) -> None:
    change(home)
    assert (level, item) in {(each[0], each[1]) for each in found(home, "rerun", rerun=True)}


def test_where_nothing_was_published_nothing_can_be_made_again(home: Path) -> None:
    with pytest.raises(UsageRefusal, match="no deliverables"):
        verify(home / "snapshots/R1", rerun=True)


# --since


def test_a_log_goes_on_from_its_earlier_head(home: Path, made: tuple[Path, str]) -> None:
    head = made[1]
    for noted in (head, head.removeprefix("sha256:"), head.removeprefix("sha256:")[:12]):
        ((level, item, said),) = found(home, "checkpoint", since=noted)
        assert (level, item) == (Level.OK, "checkpoint")
        assert said.endswith("1 records since")
    ((level, _, said),) = found(home, "checkpoint", since="0" * 64)
    assert (level, said) == (Level.OK, "the log was empty then, 2 records since")


def test_a_log_that_was_cut_off_is_found(home: Path, made: tuple[Path, str]) -> None:
    log = home / "governance/decisions.jsonl"
    last = json.loads(log.read_text("utf-8").splitlines()[-1])["hash"]
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    ((level, item, said),) = found(home, "checkpoint", since=last)
    assert (level, item) == (Level.MISSING, "decisions.jsonl")
    assert "cut off, or written anew" in said
    assert found(home, "checkpoint", since=made[1])[0][0] is Level.OK


def test_deliverables_alone_are_asked_for_the_head_they_rest_on(home: Path, made: tuple[Path, str]) -> None:
    assert found(home / "deliverables/R1", "checkpoint", since=made[1])[0][0] is Level.OK
    assert found(home / "deliverables/R1", "checkpoint", since="f" * 64)[0][0] is Level.MISSING


@pytest.mark.parametrize("head", ["zz", "abc", "sha256:", "f" * 65, "HEAD"])
def test_what_is_no_head_is_refused(home: Path, head: str) -> None:
    with pytest.raises(UsageRefusal, match="is no head of a decision log"):
        verify(home, head)


# The in-toto statement


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Digest(Strict):
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Subject(Strict):
    name: str = Field(min_length=1)
    digest: Digest


class Statement(Strict):
    """in-toto Attestation Framework, Statement v1."""

    type: str = Field(alias="_type", pattern=r"^https://in-toto\.io/Statement/v1$")
    subject: list[Subject] = Field(min_length=1)
    predicate_type: str = Field(alias="predicateType", min_length=1)
    predicate: dict[str, object]


def test_the_statement_names_every_file_by_its_hash(home: Path) -> None:
    folder = home / "deliverables/R1"
    statement = Statement.model_validate_json((folder / "manifest.intoto.json").read_bytes())
    files = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*") if each.is_file()}
    del files["manifest.intoto.json"]
    due = {name: hashlib.sha256(place.read_bytes()).hexdigest() for name, place in files.items()}
    assert {each.name: each.digest.sha256 for each in statement.subject} == due
    assert statement.predicate_type == "urn:wherefrom:deliverables:v1"
    assert statement.predicate["release"] == "R1"


@pytest.mark.parametrize(
    ("change", "level"),
    [
        pytest.param(lambda place: place.unlink(), Level.MISSING, id="gone"),
        pytest.param(lambda place: place.write_bytes(place.read_bytes() + b" "), Level.DIFFERS, id="a blank more"),
        pytest.param(lambda place: place.write_bytes(place.read_bytes().replace(b"DRAFT", b"APPROVED")), Level.DIFFERS, id="another state"),
    ],
)  # fmt: skip
def test_a_statement_that_does_not_follow_from_the_manifest_is_found(
    home: Path, change: Callable[[Path], object], level: Level
) -> None:
    change(home / "deliverables/R1/manifest.intoto.json")
    bad = [each for each in found(home, "deliverables") if each[0] is not Level.OK]
    assert [(each[0], each[1]) for each in bad] == [(level, "manifest.intoto.json")]

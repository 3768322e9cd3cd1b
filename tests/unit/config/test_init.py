"""Beginning a project."""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path

import pytest

from wherefrom.config import Project, init_project, load
from wherefrom.domain.errors import UsageRefusal

FILES = [
    ".gitignore",
    "governance/decisions.jsonl",
    "governance/glossary.csv",
    "governance/source_systems.csv",
    "governance/writer_review.csv",
    "wherefrom.toml",
]


def test_all_files_of_a_project(tmp_path: Path) -> None:
    folder = tmp_path / "card reporting"
    written = init_project(folder)
    assert [path.relative_to(folder).as_posix() for path in written] == FILES
    assert (folder / "governance/decisions.jsonl").read_bytes() == b""
    assert "/.wherefrom/" in (folder / ".gitignore").read_text().splitlines()


def test_the_configuration_holds_the_defaults(tmp_path: Path) -> None:
    init_project(tmp_path / "p")
    assert load(tmp_path / "p", {}, {}) == Project(name="p", root=tmp_path / "p")


def test_a_folder_named_sql_is_the_source(tmp_path: Path) -> None:
    (tmp_path / "sql").mkdir()
    init_project(tmp_path)
    assert load(tmp_path, {}, {}).sources == ("sql",)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        (
            "writer_review.csv",
            "review_id logical_table writer_table writer_file statement lines decision reason responsible ticket "
            "effective_from effective_to note reviewer writer_kind rule readers affected_fields competing state "
            "approval flags decided_by decided_at fingerprint base_decision row_digest",
        ),
        ("source_systems.csv", "logical_table system status owner note reviewer effective_from effective_to"),
        (
            "glossary.csv",
            "logical_table field business_name meaning status owner note reviewer effective_from effective_to",
        ),
    ],
)
def test_tables_for_people(tmp_path: Path, name: str, columns: str) -> None:
    init_project(tmp_path)
    data = (tmp_path / "governance" / name).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n") == 2
    header, example = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert header == columns.split()
    assert example[0].startswith("# ")
    assert len(example) == len(header)
    assert data.count(b'"') >= 4 * len(header)


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "wherefrom.toml").write_bytes(b"# mine\n")
    (tmp_path / "governance").mkdir()
    (tmp_path / "governance/decisions.jsonl").write_bytes(b"{}\n")
    written = {path.name for path in init_project(tmp_path)}
    assert written == {".gitignore", "glossary.csv", "source_systems.csv", "writer_review.csv"}
    assert (tmp_path / "wherefrom.toml").read_bytes() == b"# mine\n"
    assert (tmp_path / "governance/decisions.jsonl").read_bytes() == b"{}\n"
    assert init_project(tmp_path) == ()


@pytest.mark.parametrize("name", ['quo"te', "back\\slash", "订单", "tab\there", "del\x7f"])
def test_any_folder_name_makes_a_configuration(tmp_path: Path, name: str) -> None:
    init_project(tmp_path / name)
    text = (tmp_path / name / "wherefrom.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["project"]["name"] == name


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(UsageRefusal, match="cannot be written"):
        init_project(tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == b"x"

"""The review table as a workbook: out, filled in, saved by LibreOffice, and in by the rules of the CSV."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.cli.command import wherefrom
from tests.journeys.desk import ask, at, candidate, fill_in, release, start, states
from tests.journeys.spreadsheet import needs_libreoffice, saved_as_csv, saved_as_xlsx

DECISIONS = {
    "dwd/orders.sql": {"decision": "CONFIRMED", "reason": "Daily job.", "reviewer": "ada"},
    "dwd/orders_web.sql": {"decision": "DEFERRED", "note": "0012", "reviewer": "ada"},
    "adhoc/repair.sql": {"decision": "REJECTED", "reason": "Repair of 2024.", "reviewer": "bob"},
}
DECIDED = {
    "dwd/orders.sql": ("CONFIRMED",),
    "dwd/orders_web.sql": ("DEFERRED",),
    "adhoc/repair.sql": ("REJECTED",),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an analysed release nobody has reviewed, and its table as a workbook."""
    root = start(tmp_path / "shop")
    release(root, "r1", 0)
    said = ask(root, "review", "export", "review.xlsx").out
    assert said.startswith("wrote     review.xlsx: 3 candidates, 3 open")
    return root


def fill_in_workbook(path: Path, decisions: dict[str, dict[str, str]]) -> None:
    """Fill in the cells of a workbook, by the writer's file."""
    book = load_workbook(path)
    sheet = book.worksheets[0]
    head = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        file = str(row[head.index("writer_file")].value)
        for column, text in decisions.get(file.removeprefix("sql/"), {}).items():
            row[head.index(column)].value = text
    book.save(path)


def log_of(root: Path) -> bytes:
    path = root / "governance" / "decisions.jsonl"
    return path.read_bytes() if path.exists() else b""


@needs_libreoffice
def test_what_libreoffice_saves_is_recorded_once(project: Path) -> None:
    fill_in_workbook(project / "review.xlsx", DECISIONS)
    saved = project / "saved"
    saved.mkdir()
    workbook = saved_as_xlsx(project / "review.xlsx", saved)
    table = saved_as_csv(project / "review.xlsx", saved)
    for path in (workbook, table):
        dry = ask(project, "review", "import", path, "--dry-run", day=1)
        assert "3 decisions would be recorded, 0 rows unchanged. Nothing was recorded." in dry.out
    assert log_of(project) == b""
    done = ask(project, "review", "import", workbook, day=1)
    assert done.out.count("recorded  D") == 3
    assert states(project) == DECIDED
    log = log_of(project)
    for path in (workbook, table, project / "review.xlsx"):
        again = ask(project, "review", "import", path, day=2)
        assert "import    0 decisions, 3 rows unchanged" in again.out
    assert log_of(project) == log


def test_a_decision_since_the_export_is_a_conflict(project: Path) -> None:
    fill_in_workbook(project / "review.xlsx", DECISIONS)
    ask(project, "review", "export", "other.csv")
    fill_in(project / "other.csv", {"adhoc/repair.sql": {"decision": "CONFIRMED", "reviewer": "eve"}})
    ask(project, "review", "import", "other.csv", day=1)
    log = log_of(project)
    done = wherefrom("review", "import", "review.xlsx", cwd=project, env=at(2))
    assert done.code == 5
    assert "REJECTED by bob is based on no decision; recorded since: " in done.err
    assert log_of(project) == log


def test_a_formula_is_named_by_row_and_column_and_nothing_is_recorded(project: Path) -> None:
    formula = {"dwd/orders_web.sql": {"decision": "CONFIRMED", "reason": '=HYPERLINK("http://x.test")'}}
    fill_in_workbook(project / "review.xlsx", DECISIONS | formula)
    done = wherefrom("review", "import", "review.xlsx", cwd=project, env=at(1))
    assert done.code == 3
    assert "Nothing was recorded. To be mended:\nreview.xlsx:" in done.err
    assert (
        "reason is '=HYPERLINK(\"http://x.test\")'; a formula is never run: put its value in its place"
        in done.err
    )
    assert log_of(project) == b""


def test_the_same_table_is_the_same_workbook(project: Path) -> None:
    ask(project, "review", "export", "again.XLSX", day=40)
    assert (project / "again.XLSX").read_bytes() == (project / "review.xlsx").read_bytes()


@pytest.mark.parametrize("name", ["review.ods", "review.xls", "review.xlsm"])
def test_other_forms_are_not_written(project: Path, name: str) -> None:
    done = wherefrom("review", "export", name, cwd=project, env=at(1))
    assert done.code == 2
    assert f"{name}: a table is written as .csv or .xlsx, not as {Path(name).suffix}." in done.err
    assert not (project / name).exists()


def test_what_is_no_workbook_is_refused(project: Path) -> None:
    (project / "review.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    done = wherefrom("review", "import", "review.xlsx", cwd=project, env=at(1))
    assert done.code == 3
    assert "file is 'an old .xls, or locked by a password'; save it as .xlsx, without a password" in done.err
    assert candidate(project, "adhoc/repair.sql")

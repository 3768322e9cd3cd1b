"""(e) A data owner opens ``field_origins.csv`` in a spreadsheet, filters one field, and has the whole answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.journeys.desk import ask, candidate, release, rows_of, start, write
from tests.journeys.spreadsheet import AS_TEXT, AS_TYPED, needs_libreoffice, saved_as_csv, saved_as_xlsx

SYSTEMS = """\
logical_table,system,status,owner,note,reviewer,effective_from,effective_to
ods.shop_order,SHOP,CONFIRMED,,,ada,,
"""
AWKWARD = """\
CREATE TABLE dm.awkward AS
SELECT '=HYPERLINK("http://x.test")' AS formula, -1 AS minus, '+1' AS plus, '@SUM(1;1)' AS at,
       0012 AS zeros, 1E5 AS large, TRUE AS yes, '2026-11-27' AS day, 'a;b,"c"
d' AS lines, o.`=cmd|x` AS `-minus`
FROM ods.shop_order o;
"""
Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A published draft: one writer confirmed, one rejected, one nobody decided on, one system confirmed."""
    root = start(tmp_path_factory.mktemp("owner") / "shop")
    write(root, "dm/awkward.sql", AWKWARD)
    (root / "governance/source_systems.csv").write_text(SYSTEMS, encoding="utf-8")
    release(root, "r1", 0)
    ask(root, "review", "import", "governance/source_systems.csv", day=1)
    ask(root, "review", "confirm", candidate(root, "dwd/orders.sql"), "--reviewer", "ada", day=1)
    repair = candidate(root, "adhoc/repair.sql")
    ask(root, "review", "reject", repair, "--reviewer", "bob", "--reason", "Repair of 2024.", day=1)
    ask(
        root, "publish", "--release", "r1", "--target", "dm.sales", "--target", "dm.awkward", "--draft", day=1
    )
    return root


def origins(root: Path) -> Path:
    return root / "deliverables/r1/field_origins.csv"


def sheet_rows(path: Path) -> Rows:
    """Return what a spreadsheet shows of each cell; none may be a formula."""
    (sheet,) = load_workbook(path).worksheets
    head, *rows = sheet.iter_rows()
    assert {cell.data_type for row in rows for cell in row} <= {"s", "n", "b"}
    names = [str(cell.value) for cell in head]
    return [
        dict(zip(names, ("" if c.value is None else str(c.value) for c in row), strict=True)) for row in rows
    ]


def filtered(rows: Rows, table: str, field: str) -> Rows:
    return [row for row in rows if (row["target_table"], row["target_field"]) == (table, field)]


@needs_libreoffice
def test_every_cell_survives_where_the_spreadsheet_takes_texts(project: Path, tmp_path: Path) -> None:
    workbook = saved_as_xlsx(origins(project), tmp_path, AS_TEXT)
    assert sheet_rows(workbook) == rows_of(origins(project))
    assert rows_of(saved_as_csv(workbook, tmp_path)) == rows_of(origins(project))


@needs_libreoffice
def test_nothing_is_run_where_it_tells_numbers_apart(project: Path, tmp_path: Path) -> None:
    shown = sheet_rows(saved_as_xlsx(origins(project), tmp_path, AS_TYPED))
    changed = {
        (column, text, row[column])
        for written, row in zip(rows_of(origins(project)), shown, strict=True)
        for column, text in written.items()
        if row[column] != text
    }
    # A number or truth value of the SQL may be shown as such; ids, names, lines and texts are as they were.
    assert changed == {
        ("endpoint", "0012", "12"),
        ("endpoint", "1E5", "100000"),
        ("endpoint", "TRUE", "True"),
    }


@needs_libreoffice
def test_one_filter_gives_the_whole_answer(project: Path, tmp_path: Path) -> None:
    rows = filtered(sheet_rows(saved_as_xlsx(origins(project), tmp_path)), "dm.sales", "amount")
    log = project / "governance/decisions.jsonl"
    records = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    names = {each["decision"]: each["decision_id"] for each in records if each["subject_type"] == "WRITER"}
    (system,) = [each["decision_id"] for each in records if each["subject_type"] == "SYSTEM"]
    assert [
        (r["kind"], r["endpoint"], r["terminal"], r["system"], r["provisional"], r["transformation"]) for r in rows
    ] == [
        ("FIELD", "ods.shop_order.amount", "EXTERNAL_ENDPOINT", "SHOP", "no", "AGGREGATION"),
        ("FIELD", "ods.web_order.amount", "EXTERNAL_ENDPOINT", "", "yes", "AGGREGATION"),
        ("NEUTRAL", "dwd.orders.amount", "WRITER_REJECTED", "", "no", ""),
    ]  # fmt: skip
    shop, web, rejected = rows
    assert {row["standing"] for row in rows} == {"PROVISIONAL"}
    assert {row["state"] for row in rows} == {"DRAFT"}
    assert (shop["decisions"], shop["file"], shop["lines"]) == (names["CONFIRMED"], "dwd/orders.sql", "L2-L2")
    assert (web["decisions"], web["file"], web["lines"]) == ("", "dwd/orders_web.sql", "L2-L2")
    assert (shop["system_decision"], web["system_decision"]) == (system, "")
    assert rejected["decisions"] == names["REJECTED"]
    assert rejected["reasons"].endswith(": Repair of 2024.")


def test_the_filtered_rows_are_what_a_trace_says(project: Path) -> None:
    for table in ("dm.sales", "dm.awkward"):
        answer = json.loads(ask(project, "trace", table, "--json", day=1).out)
        for field in answer["fields"]:
            rows = filtered(rows_of(origins(project)), table, field["field"])
            value = [(v["kind"], v["endpoint"]) for v in field["value"]]
            listed = [
                (r["kind"], unguarded(r["endpoint"])) for r in rows if r["kind"] not in {"OPEN", "NEUTRAL"}
            ]
            assert sorted(listed) == sorted(value)
            assert {r["standing"] for r in rows} == {field["standing"]}


def test_an_origin_has_one_row(project: Path) -> None:
    rows = rows_of(origins(project))
    keys = [
        tuple(row[c] for c in ("target_table", "target_field", "kind", "endpoint", "path", "terminal"))
        for row in rows
    ]
    assert len(set(keys)) == len(keys)
    assert all(row["target_table"] and row["target_field"] and row["tree_id"] for row in rows)


def unguarded(cell: str) -> str:
    from wherefrom.domain.sheet import unguard

    return unguard(cell)

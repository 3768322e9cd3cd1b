"""Catalog files from the project to the deliverables: frozen, hashed, read from the frozen bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherefrom.app.analyze import analyze, open_analysis
from wherefrom.app.freeze import freeze
from wherefrom.app.publish import publish_release
from wherefrom.app.trace import link_texts, trace_folder
from wherefrom.app.verify import verify
from wherefrom.app.workspace import Workspace, project_workspace
from wherefrom.domain.errors import InputRefusal, UsageRefusal
from wherefrom.domain.evidence import StatedBy
from wherefrom.domain.finding import Level
from wherefrom.domain.rules import Premise, Rule
from wherefrom.publish import DRAFT
from wherefrom.snapshot import CATALOG

CATALOG_TEXT = """\
tables:
  - name: ods.orders
    columns: [{name: order_id, type: bigint, nullable: false}, cust_id]
  - {name: ods.customer, columns: [id, name]}
"""
SQL = """\
CREATE VIEW rep.v AS
SELECT order_id, name FROM ods.orders AS o LEFT JOIN ods.customer AS c ON c.id = o.cust_id;
"""


def project(root: Path, evidence: str = '["known/catalog.yml"]', catalog: str = CATALOG_TEXT) -> Workspace:
    (root / "sql").mkdir(parents=True, exist_ok=True)
    (root / "known").mkdir(exist_ok=True)
    (root / "sql/v.sql").write_text(SQL)
    (root / "known/catalog.yml").write_text(catalog)
    (root / "wherefrom.toml").write_text(
        "config_version = 1\n[project]\nname = 'x'\nsources = ['sql']\ndialect = 'postgres'\n"
        f"schema_evidence = {evidence}\n"
    )
    return project_workspace(root)


def test_a_catalog_is_evidence_from_freeze_to_verify(tmp_path: Path) -> None:
    workspace = project(tmp_path)
    snapshot = freeze(workspace, "R1")
    assert [(file.path, file.kind) for file in snapshot.files] == [
        ("known/catalog.yml", CATALOG),
        ("v.sql", "SQL"),
    ]
    entries = json.loads((snapshot.release_dir / "manifest.json").read_bytes())["entries"]
    assert [entry.get("kind") for entry in entries] == ["CATALOG", None]
    (tmp_path / "known/catalog.yml").write_text("no longer read")
    analysis, (answer,) = analyze(workspace, snapshot, ("rep.v",))
    assert [(file.path, len(file.unit.statements)) for file in analysis.reading.files] == [("v.sql", 1)]
    assert analysis.reading.texts["known/catalog.yml"] == CATALOG_TEXT
    order, name = answer.fields
    (end,) = order.value
    assert (end.endpoint, end.rules, end.premises) == (
        "ods.orders.order_id",
        (Rule.BY_NAME, Rule.DECLARED_UNIQUE),
        (Premise.DDL_CURRENT,),
    )
    assert (order.type, order.nullable, name.type, name.nullable) == ("bigint", False, "UNKNOWN", True)
    assert order.type_stated is not None
    assert order.type_stated.by is StatedBy.CATALOG
    assert str(order.type_stated.location) == "known/catalog.yml:3"
    assert open_analysis(workspace, snapshot).graph.diagnostics == analysis.graph.diagnostics
    out = workspace.deliverables_dir("R1")
    publish_release(analysis, (answer,), out, DRAFT)
    page = next((out / "business").glob("rep*.md")).read_text("utf-8")
    assert "**Type** `bigint`, is never NULL: stated by the catalog (`known/catalog.yml:3`)." in page
    for place in (out, snapshot.release_dir, workspace.store):
        assert [f for checked in verify(place) for f in checked.findings if f.level is not Level.OK] == []


def test_another_catalog_is_another_snapshot(tmp_path: Path) -> None:
    one = freeze(project(tmp_path / "one"), "R1").snapshot_id
    same = freeze(project(tmp_path / "two"), "R1").snapshot_id
    other = freeze(
        project(tmp_path / "three", catalog=CATALOG_TEXT.replace("bigint", "int")), "R1"
    ).snapshot_id
    assert one == same != other


def test_a_conflict_leads_to_the_line_of_the_catalog(tmp_path: Path) -> None:
    workspace = project(tmp_path)
    (tmp_path / "sql/ddl.sql").write_text("CREATE TABLE ods.customer (id int);\n")
    analysis, (answer,) = analyze(workspace, freeze(workspace, "R1"), ("rep.v",))
    said = [each for each in analysis.graph.diagnostics if each.code == "DDL_CONFLICT"]
    assert [str(each.location) for each in said] == ["ddl.sql:1", "known/catalog.yml:4"]
    out = workspace.deliverables_dir("R1")
    publish_release(analysis, (answer,), out, DRAFT)
    assert [f for checked in verify(out) for f in checked.findings if f.level is not Level.OK] == []


def test_a_catalog_that_has_to_be_mended_freezes_nothing(tmp_path: Path) -> None:
    workspace = project(tmp_path, catalog="tables:\n- {name: t, columns: [a, A]}\n- {nam: u}\n")
    with pytest.raises(UsageRefusal) as refused:
        freeze(workspace, "R1")
    assert str(refused.value).split("\n") == [
        "known/catalog.yml:2: name is 'a'; the table has the column already",
        "known/catalog.yml:3: columns is ''; a table needs its columns",
        "known/catalog.yml:3: key is 'nam'; the nearest known is 'name'",
        "known/catalog.yml:3: name is ''; a table needs its name",
    ]
    assert not (tmp_path / "snapshots").exists()


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    workspace = project(tmp_path)
    (tmp_path / "known/catalog.yml").write_bytes(b"tables: \xff\xfe\x00")
    with pytest.raises(UsageRefusal, match=r"known/catalog\.yml:1: file is '"):
        freeze(workspace, "R1")


def test_a_catalog_that_is_not_there_is_refused(tmp_path: Path) -> None:
    workspace = project(tmp_path, evidence='["none.yml"]')
    with pytest.raises(InputRefusal, match=r"none\.yml: the catalog file cannot be read"):
        freeze(workspace, "R1")


def test_a_catalog_outside_the_project_is_called_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "shared.yml").write_text(CATALOG_TEXT)
    snapshot = freeze(project(tmp_path / "p", evidence='["../shared.yml"]'), "R1")
    assert [file.path for file in snapshot.files] == ["shared.yml", "v.sql"]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "catalog.yml").write_text(CATALOG_TEXT)
    workspace = project(tmp_path / "p", evidence='["../catalog.yml", "catalog.yml"]')
    (tmp_path / "p/catalog.yml").write_text(CATALOG_TEXT)
    with pytest.raises(UsageRefusal, match=r"would be called 'catalog\.yml'"):
        freeze(workspace, "R1")


def test_a_catalog_in_the_source_folder_is_no_sql(tmp_path: Path) -> None:
    workspace = project(tmp_path, evidence='["sql/catalog.yml"]')
    (tmp_path / "sql/catalog.yml").write_text(CATALOG_TEXT)
    text = (tmp_path / "wherefrom.toml").read_text()
    (tmp_path / "wherefrom.toml").write_text(text + "include = ['**/*.sql', '**/*.yml']\n")
    snapshot = freeze(project_workspace(workspace.home), "R1")
    assert [(file.path, file.kind) for file in snapshot.files] == [
        ("sql/catalog.yml", CATALOG),
        ("v.sql", "SQL"),
    ]


def test_catalogs_alone_are_nothing_to_freeze(tmp_path: Path) -> None:
    workspace = project(tmp_path)
    (tmp_path / "sql/v.sql").unlink()
    with pytest.raises(InputRefusal, match="no SQL file was found"):
        freeze(workspace, "R1")


def test_trace_takes_a_catalog_beside_ddl(tmp_path: Path) -> None:
    project(tmp_path)
    (tmp_path / "more.sql").write_text("CREATE TABLE ods.customer (id int, name text NOT NULL);\n")
    given = (tmp_path / "known/catalog.yml", tmp_path / "more.sql")
    tracing = trace_folder(tmp_path / "sql", "postgres", ("rep.v",), schema=given)
    assert [(field.type, field.nullable) for field in tracing.answers[0].fields] == [
        ("bigint", False),
        ("text", True),
    ]
    assert not [each for each in tracing.graph.diagnostics if each.code == "DDL_CONFLICT"]


def test_texts_may_be_catalogs() -> None:
    graph = link_texts({"c.yml": CATALOG_TEXT, "v.sql": SQL}, "postgres")
    assert [file.path for file in graph.index.files] == ["v.sql"]
    with pytest.raises(UsageRefusal, match=r"^c\.yml:1: "):
        link_texts({"c.yml": "x", "v.sql": SQL}, "postgres")

"""The ids that standing computes for like writers are those that lineage gives."""

from __future__ import annotations

from wherefrom.domain.ids import binding_id
from wherefrom.extract import ExtractSettings, extract
from wherefrom.lineage import Estate, EstateFile, find_candidates

SQL = {
    "load.sql": "INSERT INTO d.t SELECT a FROM s.x;\nINSERT INTO d.t SELECT a FROM s.y;\n",
    "read.sql": "INSERT INTO d.u SELECT a FROM d.t;\n",
}


def test_ids_of_like_writers_differ_by_occurrence_only() -> None:
    settings = ExtractSettings(default_catalog="", default_schema="", styles=("auto",), path_target="")
    files = tuple(EstateFile(path, extract(text, "spark", settings)) for path, text in SQL.items())
    found = {c.binding_id for c in find_candidates(Estate(files)) if c.logical_table == "d.t"}
    assert found == {binding_id("d.t", "load.sql", "d.t", "INSERT_INTO", number) for number in range(2)}

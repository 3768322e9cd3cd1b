"""Placeholders are masked at equal length and shown again."""

from __future__ import annotations

import pytest
from tests.unit.extract_text.shown import statements

from wherefrom.extract.template.placeholders import mask

STYLES = [
    ("hive", "SELECT ${x} FROM ${env}_ods.t_${hiveconf:s}", ["${x}", "${env}", "${hiveconf:s}"]),
    ("hive", "SELECT '${day}' FROM t WHERE a = '#{b}'", ["${day}", "#{b}"]),
    ("spark", "SELECT 1 FROM {{ ref('m') }} -- x", ["{{ ref('m') }}"]),
    ("tsql", "SELECT a FROM [$(db)].dbo.t", ["$(db)"]),
    ("oracle", "SELECT '&1' FROM &sch..t, &&other.x", ["&1", "&sch.", "&&other."]),
    ("postgres", "SELECT a::int FROM :sch.t WHERE b = :p", [":sch"]),
    ("postgres", "SELECT a[1:2] FROM :\"t\" WHERE b = :'v'", [':"t"', ":'v'"]),
    ("postgres", "INSERT INTO :tgt SELECT 1", [":tgt"]),
    ("snowflake", "SELECT a:b.c, :p FROM t", []),
    ("mysql", "SELECT %s, a %s FROM %(tbl)s WHERE b = %s", ["%s", "%(tbl)s", "%s"]),
    ("tsql", "SELECT @p, @x.value('a', 'int') FROM @cdm.visit", ["@cdm"]),
    ("tsql", "SELECT a FROM #tmp JOIN ##all ON 1 = 1", []),
    ("hive", "SELECT a FROM <<TBL>> WHERE a << 2 > 1", ["<<TBL>>"]),
    ("oracle", "BEGIN <<again>> NULL; END;", []),
    ("hive", "SELECT a FROM #env#.t", ["#env#"]),
    ("oracle", "SET DEFINE OFF\nSELECT 'R&D' FROM dual", []),
]


@pytest.mark.parametrize(("dialect", "sql", "expected"), STYLES)
def test_what_is_a_placeholder(dialect: str, sql: str, expected: list[str]) -> None:
    masked = mask(sql, dialect)
    assert [mark.text for mark in masked.marks] == expected
    assert len(masked.text) == len(sql)
    assert masked.restore(masked.text) == sql


def test_two_placeholders_never_look_alike() -> None:
    sql = "SELECT 1 FROM ${hiveconf:a}, ${hiveconf:b}, ${hiveconf:a}"
    chars = [mark.char for mark in mask(sql, "hive").marks]
    assert chars[0] == chars[2] != chars[1]


def test_a_mask_never_uses_a_character_of_the_text() -> None:
    sql = "SELECT '\ue000' FROM ${a}"
    masked = mask(sql, "hive")
    assert masked.marks[0].char != "\ue000"
    assert masked.restore(masked.text) == sql


def test_a_name_with_placeholders_is_one_name() -> None:
    masked = mask("SELECT 1 FROM ods.cust_${env}${env}_${x}", "hive")
    name = masked.text.rsplit(".", 1)[1]
    assert masked.restore(name) == "cust_${env}${env}_${x}"
    assert masked.placeholders(name) == ("${env}", "${env}", "${x}")
    assert not masked.only_placeholder(name)
    assert masked.only_placeholder(masked.marks[0].char * 6)


def test_references_of_a_project() -> None:
    sql = "SELECT 1 FROM {{ ref('m') }}, {{ source(\"s\", 't') }}, {{ this }}, {{ var('x') }}"
    masked = mask(sql, "postgres")
    assert [masked.references.get(mark.char) for mark in masked.marks] == [
        ("ref", "m"),
        ("source", "s", "t"),
        ("this",),
        None,
    ]


def test_config_and_comments_of_a_template_are_blank() -> None:
    sql = "{{ config(a='b') }}\n{# no 'sql' #}\n{% set x = 1 %}\nSELECT 1"
    masked = mask(sql, "postgres")
    assert masked.text.strip() == "SELECT 1"
    assert masked.text.count("\n") == sql.count("\n")
    assert [sql[start:end] for start, end in masked.blanked] == sql.split("\n")[:3]
    assert masked.notes == ()


def test_a_branch_inside_a_statement_is_a_fork() -> None:
    sql = "SELECT a FROM t {% if x %} WHERE b = 1 {% endif %}"
    masked = mask(sql, "postgres")
    (fork,) = masked.forks
    assert sql[fork.start : fork.end] == "{% if x %} WHERE b = 1 {% endif %}"
    assert [sql[start:end] for start, end in fork.branches] == [" WHERE b = 1 "]
    assert (fork.condition, fork.optional) == ("x", True)
    assert masked.notes == ()
    assert masked.text.split() == ["SELECT", "a", "FROM", "t", "WHERE", "b", "=", "1"]


def test_a_branch_of_whole_statements_is_not() -> None:
    sql = "SELECT 1;\n{% if x %}\nDELETE FROM t;\n{% else %}\nDELETE FROM u;\n{% endif %}\nSELECT 2;"
    assert mask(sql, "postgres").notes == ()
    assert statements(sql, "postgres") == ["SELECT 1", "DELETE FROM t", "DELETE FROM u", "SELECT 2"]


def test_a_macro_is_not_sql_in_its_place() -> None:
    sql = "{% macro m(a) %} SELECT {{ a }} {% endmacro %}\nSELECT 2"
    masked = mask(sql, "postgres")
    assert [note.code for note in masked.notes] == ["OPAQUE_TEMPLATE"]
    assert statements(sql, "postgres") == ["SELECT 2"]


def test_sqlrender() -> None:
    sql = """{DEFAULT @cdm = 'cdm'}
{@first} ? {
DELETE FROM @cdm.a;
} : {
DELETE FROM @cdm.b;
}
INSERT INTO @cdm.t SELECT @value FROM @table {@limit} ? {WHERE a = 1};"""
    masked = mask(sql, "tsql")
    assert [mark.text for mark in masked.marks] == ["@cdm", "@cdm", "@cdm", "@table"]
    assert [sql[start:end] for fork in masked.forks for start, end in fork.branches] == [
        "\nDELETE FROM @cdm.a;\n",
        "\nDELETE FROM @cdm.b;\n",
        "WHERE a = 1",
    ]
    assert statements(sql, "tsql") == [
        "DELETE FROM @cdm.a",
        "DELETE FROM @cdm.b",
        "INSERT INTO @cdm.t SELECT @value FROM @table {@limit} ? {WHERE a = 1",
    ]

"""Expressions inside others are quoted whole, as written; so are the cuts of rows by their number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wherefrom.domain.dataset import Item, Select
from wherefrom.domain.expression import Expression
from wherefrom.extract import extract


def _select(sql: str, dialect: str) -> Select:
    body = extract(sql, dialect).nodes[-1].body
    if not isinstance(body, Select):
        body = next(each.body for each in extract(sql, dialect).nodes if isinstance(each.body, Select))
    return body


def _inside(value: Expression) -> Iterator[str]:
    for part in value.parts:
        yield part.value.text
        yield from _inside(part.value)


@pytest.mark.parametrize(
    ("dialect", "expression", "inside"),
    [
        ("ansi", "MAX(CASE WHEN t.a = 1 THEN t.b END)", ["CASE WHEN t.a = 1 THEN t.b END", "t.b"]),
        ("ansi", "SUM(CASE t.a WHEN 1 THEN 2 ELSE 3 END)", ["CASE t.a WHEN 1 THEN 2 ELSE 3 END", "2", "3"]),
        ("ansi", "CASE WHEN t.q THEN 1 ELSE 0 END + t.w", ["CASE WHEN t.q THEN 1 ELSE 0 END", "1", "0", "t.w"]),
        (
            "ansi",
            "SUM(CASE WHEN CASE WHEN t.a THEN t.b END = 1 THEN t.c ELSE NULL END)",
            ["CASE WHEN CASE WHEN t.a THEN t.b END = 1 THEN t.c ELSE NULL END", "t.c", "NULL"],
        ),
        ("spark", "SUM(IF(t.a = 1, t.b, 0))", ["IF(t.a = 1, t.b, 0)", "t.b", "0"]),
        ("tsql", "SUM(IIF(t.a = 1, t.b, 0))", ["IIF(t.a = 1, t.b, 0)", "t.b", "0"]),
        ("spark", "MAX(IF(t.a IS NULL, NULL, TRUE))", ["IF(t.a IS NULL, NULL, TRUE)", "NULL", "TRUE"]),
        ("ansi", "SUM(CAST(t.a AS INT))", ["CAST(t.a AS INT)", "t.a"]),
        ("bigquery", "SUM(SAFE_CAST(t.a AS INT64))", ["SAFE_CAST(t.a AS INT64)", "t.a"]),
        ("postgres", "SUM((t.a + t.b)::numeric(9, 2))", ["(t.a + t.b)::numeric(9, 2)", "t.a + t.b", "t.a", "t.b"]),
        ("ansi", "SUM(-t.a)", ["-t.a", "t.a"]),
        ("spark", "MAX(NOT t.a)", ["NOT t.a", "t.a"]),
        ("ansi", "MAX(t.a IS NOT NULL)", ["t.a IS NOT NULL", "t.a", "NULL"]),
        ("ansi", "MAX(t.a = TRUE)", ["t.a = TRUE", "t.a", "TRUE"]),
        ("ansi", "SUM((t.a + t.b) * t.c)", ["(t.a + t.b) * t.c", "t.a", "t.b", "t.c"]),
        ("ansi", "MAX(EXTRACT(YEAR FROM t.d))", ["EXTRACT(YEAR FROM t.d)", "t.d"]),
        ("ansi", "MAX(TRIM(t.a))", ["TRIM(t.a)", "t.a"]),
        ("bigquery", "MAX(DATE '2026-01-01')", ["DATE '2026-01-01'"]),
        ("ansi", "MAX(t.d + INTERVAL '1' DAY)", ["t.d + INTERVAL '1' DAY", "t.d", "'1'"]),
        ("ansi", "MAX(COALESCE(t.a, CAST(t.b AS INT)))",
         ["COALESCE(t.a, CAST(t.b AS INT))", "t.a", "CAST(t.b AS INT)", "t.b"]),
    ],
)  # fmt: skip
def test_an_expression_inside_another_is_quoted_whole(
    dialect: str, expression: str, inside: list[str]
) -> None:
    (item,) = _select(f"SELECT {expression} AS x FROM t", dialect).items
    assert isinstance(item, Item)
    assert item.value.text == expression
    assert list(_inside(item.value)) == inside


@pytest.mark.parametrize(
    ("dialect", "sql", "cuts"),
    [
        ("postgres", "SELECT a FROM t LIMIT 10", ["LIMIT 10"]),
        ("postgres", "SELECT a FROM t ORDER BY b LIMIT 10 OFFSET 5", ["ORDER BY b", "LIMIT 10 OFFSET 5"]),
        ("mysql", "SELECT a FROM t LIMIT 5, 10", ["LIMIT 5, 10"]),
        ("tsql", "SELECT TOP 10 PERCENT WITH TIES a FROM t ORDER BY b", ["ORDER BY b", "TOP 10 PERCENT WITH TIES"]),
        ("tsql", "SELECT DISTINCT TOP (@n) a FROM t", ["TOP (@n)"]),
        ("oracle", "SELECT a FROM t OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY", ["OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY"]),
        ("oracle", "SELECT a FROM t FETCH FIRST 5 PERCENT ROWS ONLY", ["FETCH FIRST 5 PERCENT ROWS ONLY"]),
        ("bigquery", "SELECT a FROM t TABLESAMPLE SYSTEM (10 PERCENT) LIMIT @n",
         ["LIMIT @n", "TABLESAMPLE SYSTEM (10 PERCENT)"]),
        ("snowflake", "SELECT a FROM t SAMPLE (10 ROWS)", ["SAMPLE (10 ROWS)"]),
        ("duckdb", "SELECT a FROM t USING SAMPLE 10%", ["SAMPLE 10%"]),
        ("postgres", "SELECT a FROM t LIMIT (SELECT n FROM u)", ["LIMIT (SELECT n FROM u)"]),
        ("postgres", "SELECT a FROM t LIMIT ALL", []),
        ("snowflake", "SELECT a FROM t LIMIT NULL", []),
        ("postgres", "SELECT a FROM t", []),
    ],
)  # fmt: skip
def test_a_cut_by_number_is_quoted_whole(dialect: str, sql: str, cuts: list[str]) -> None:
    body = next(
        each.body
        for each in extract(sql, dialect).nodes
        if isinstance(each.body, Select) and each.scope == "root"
    )
    assert [each.predicate for each in body.controls] == cuts


@pytest.mark.parametrize(
    ("dialect", "sql", "conditions"),
    [
        (
            "oracle",
            "SELECT a FROM t WHERE a = 1 START WITH b IS NULL CONNECT BY NOCYCLE PRIOR c = b AND d > 2 "
            "ORDER SIBLINGS BY e",
            ["a = 1", "b IS NULL", "PRIOR c = b", "d > 2"],
        ),
        (
            "snowflake",
            "SELECT a FROM t WHERE a = 1 AND f(b) = 2 START WITH b IS NULL CONNECT BY b = PRIOR c",
            ["a = 1", "f(b) = 2", "b IS NULL", "b = PRIOR c"],
        ),
        (
            "oracle",
            "SELECT a FROM t CONNECT BY PRIOR c = b START WITH b IS NULL AND d = 1",
            ["PRIOR c = b", "b IS NULL", "d = 1"],
        ),
        (
            "oracle",
            "MERGE INTO t USING s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET t.b = s.b WHERE s.c = 1 "
            "DELETE WHERE t.b > 9",
            ["t.a = s.a", "s.c = 1", "t.b > 9"],
        ),
        (
            "mysql",
            "UPDATE t JOIN s ON t.a = s.a LEFT JOIN u ON u.a = LEFT(s.a, 2) SET t.b = s.b WHERE s.c = 1",
            ["t.a = s.a", "u.a = LEFT(s.a, 2)", "s.c = 1"],
        ),
        ("databricks", "SELECT t.a FROM t JOIN LATERAL (SELECT s.a FROM s WHERE s.b = t.b) x", ["s.b = t.b"]),
        (
            "clickhouse",
            "SELECT t.a FROM t ORDER BY t.b LIMIT 2 BY t.c LIMIT 5",
            ["ORDER BY t.b", "LIMIT 2", "LIMIT BY t.c", "LIMIT 5"],
        ),
        ("databricks", "SELECT t.a FROM t JOIN LATERAL (SELECT s.a FROM s) x ON TRUE", ["TRUE"]),
    ],
)
def test_a_condition_is_quoted_without_what_stands_beside_it(
    dialect: str, sql: str, conditions: list[str]
) -> None:
    bodies = [each.body for each in extract(sql, dialect).nodes if isinstance(each.body, Select)]
    found = {each.predicate for body in bodies for each in body.controls}
    assert found == set(conditions)

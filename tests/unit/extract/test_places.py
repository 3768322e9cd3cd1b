"""Texts of expressions and conditions are those of the SQL, word for word."""

from __future__ import annotations

import pytest

from wherefrom.domain.dataset import Item, NodeKind, Select, SetOperation, Values
from wherefrom.extract import extract


def predicates(sql: str, dialect: str) -> list[str]:
    """Return every condition's text, in node and SQL order."""
    unit = extract(sql, dialect)
    bodies = [node.body for node in unit.nodes if isinstance(node.body, Select | SetOperation)]
    return [control.predicate for body in bodies for control in body.controls]


def values(sql: str, dialect: str) -> list[str]:
    """Return every projected or assigned value's text."""
    unit = extract(sql, dialect)
    bodies = [node.body for node in unit.nodes if isinstance(node.body, Select)]
    return [item.value.text for body in bodies for item in body.items if isinstance(item, Item)]


@pytest.mark.parametrize(
    ("dialect", "sql", "expected"),
    [
        ("tsql", "UPDATE b SET b.x = CASE WHEN s.y <= 10 THEN 'S' ELSE s.z END FROM m.b AS b JOIN m.s AS s ON s.k = b.k",
         ["CASE WHEN s.y <= 10 THEN 'S' ELSE s.z END"]),
        ("tsql", "UPDATE b SET x = NULL, y = @p, z = (SELECT TOP 1 [q] FROM m.s WHERE [k] = @p) FROM m.b AS b",
         ["NULL", "@p", "(SELECT TOP 1 [q] FROM m.s WHERE [k] = @p)", "[q]"]),
        ("postgres", "UPDATE m.b SET x = CAST(s.y AS date), n = n + 1 FROM m.s AS s WHERE s.k = b.k",
         ["CAST(s.y AS date)", "n + 1"]),
        ("snowflake", "MERGE INTO m.t USING m.s ON t.k = s.k WHEN MATCHED THEN UPDATE SET t.a = COALESCE(s.a, NULL), t.b = TRUE "
         "WHEN NOT MATCHED THEN INSERT (k, a) VALUES (s.k, CURRENT_DATE)",
         ["COALESCE(s.a, NULL)", "TRUE", "s.k", "CURRENT_DATE"]),
    ],
)  # fmt: skip
def test_an_assigned_value_is_all_of_it(dialect: str, sql: str, expected: list[str]) -> None:
    assert sorted(values(sql, dialect)) == sorted(expected)


@pytest.mark.parametrize(
    ("dialect", "sql", "expected"),
    [
        ("tsql", "UPDATE b SET x = 1 FROM m.b AS b JOIN m.s AS s ON s.k = b.k AND s.d = @e WHERE b.v = @e AND b.w IS NULL",
         ["s.k = b.k", "s.d = @e", "b.v = @e", "b.w IS NULL"]),
        ("postgres", "DELETE FROM m.b WHERE v = CURRENT_DATE AND NOT w", ["v = CURRENT_DATE", "NOT w"]),
        ("oracle", "MERGE INTO m.t USING m.s ON (t.k = s.k) WHEN MATCHED THEN UPDATE SET t.a = s.a WHERE s.ok IS NOT NULL",
         ["t.k = s.k", "s.ok IS NOT NULL"]),
        ("tsql", "MERGE m.t AS t USING m.s AS s ON t.k = s.k WHEN MATCHED AND s.n = @p AND s.o IS NULL THEN UPDATE SET t.a = s.a;",
         ["t.k = s.k", "s.n = @p", "s.o IS NULL"]),
        ("postgres", "SELECT a FROM m.t WHERE b BETWEEN c AND CURRENT_DATE AND d IS NOT NULL",
         ["b BETWEEN c AND CURRENT_DATE", "d IS NOT NULL"]),
    ],
)  # fmt: skip
def test_a_condition_is_all_of_it(dialect: str, sql: str, expected: list[str]) -> None:
    assert sorted(predicates(sql, dialect)) == sorted(expected)


@pytest.mark.parametrize(
    ("dialect", "row"),
    [
        (
            "tsql",
            [
                "NULL",
                "(SELECT MAX(k) FROM s)",
                "N'x'",
                "CAST(CEILING(RAND() * 10) + 1 AS nvarchar(20))",
                "NULL",
            ],
        ),
        ("postgres", ["ARRAY[1, 2]", "NULL"]),
        ("postgres", ["NULL", "(1 + 2) * (SELECT x FROM s WHERE y IN (1, 2))", "f((1), (2))"]),
        ("bigquery", ["[STRUCT(1 AS a, 2 AS b)]", "NULL"]),
    ],
)
def test_cells_of_a_row_have_their_own_text(dialect: str, row: list[str]) -> None:
    unit = extract(f"INSERT INTO t VALUES ({', '.join(row)})", dialect)
    (found,) = [node.body for node in unit.nodes if isinstance(node.body, Values)]
    assert [cells[0].text for cells in found.cells] == row


def test_pairs_of_a_list_have_their_own_text() -> None:
    sql = "UPDATE t SET (a, b) = (NULL, CAST(f((1), 2) AS int))"
    assert values(sql, "postgres")[:2] == ["NULL", "CAST(f((1), 2) AS int)"]


def queries(sql: str, dialect: str = "postgres") -> dict[str, str]:
    """Return the text of every query's node by its scope."""
    kinds = {NodeKind.CTE, NodeKind.DERIVED_QUERY, NodeKind.QUERY_RESULT, NodeKind.SET_OPERATION}
    unit = extract(sql, dialect)
    return {
        f"{node.kind} {node.scope}": sql[node.span.start : node.span.end]
        for node in unit.nodes
        if node.kind in kinds
    }


@pytest.mark.parametrize(
    ("before", "query", "after", "dialect"),
    [
        ("", "SELECT a FROM t WHERE b IS NULL", "", "postgres"),
        ("", "SELECT a FROM t WHERE b = @id", ";", "tsql"),
        ("", "SELECT a FROM t ORDER BY a DESC", "", "postgres"),
        ("", "SELECT SUSER_SNAME()", "", "tsql"),
        ("", "SELECT NULL", "", "postgres"),
        ("", "SELECT /*+ COALESCE(1) */ a FROM t", "", "spark"),
        ("INSERT OVERWRITE TABLE u ", "SELECT /*+ COALESCE(1) */ a FROM t WHERE a IS NOT NULL", ";", "spark"),
        ("INSERT INTO u ", "SELECT a FROM t WHERE a IS NOT NULL", "", "postgres"),
        ("INSERT INTO u ", "SELECT a FROM t WHERE a = b", " ON CONFLICT (a) DO NOTHING", "postgres"),
        ("CREATE TABLE u AS ", "SELECT a FROM t WHERE a = b", " WITH NO DATA", "postgres"),
        ("CREATE VIEW u AS ", "WITH x AS (SELECT 1 AS a) SELECT a FROM x", "", "postgres"),
        ("", "FROM t SELECT a", "", "duckdb"),
    ],
)
def test_a_query_stands_from_its_first_word_to_its_last(
    before: str, query: str, after: str, dialect: str
) -> None:
    found = queries(f"{before}{query}{after}", dialect)
    assert found["QUERY_RESULT root"] == query


def test_branches_ctes_and_derived_tables_stand_whole() -> None:
    first = "SELECT a, b + interval '1' hour FROM t WHERE a < now() - interval '1' hour"
    second, third = "SELECT 1, NULL", "SELECT a FROM t"
    found = queries(f"WITH x (a, b) AS ({first} UNION ALL {second}), y AS MATERIALIZED (SELECT * FROM x) "
                    f"SELECT * FROM (SELECT a FROM y WHERE b IS NULL) AS d (c) UNION {third} ORDER BY 1")  # fmt: skip
    assert found == {
        "CTE root/x": f"x (a, b) AS ({first} UNION ALL {second})",
        "SET_OPERATION root/x": f"{first} UNION ALL {second}",
        "QUERY_RESULT root/x/branch:1": first,
        "QUERY_RESULT root/x/branch:2": second,
        "CTE root/y": "y AS MATERIALIZED (SELECT * FROM x)",
        "DERIVED_QUERY root/branch:1/d": "(SELECT a FROM y WHERE b IS NULL) AS d (c)",
        "QUERY_RESULT root/branch:1": "SELECT * FROM (SELECT a FROM y WHERE b IS NULL) AS d (c)",
        "QUERY_RESULT root/branch:2": third,
        "SET_OPERATION root": found["SET_OPERATION root"],
    }


@pytest.mark.parametrize(
    ("dialect", "sql", "expected"),
    [
        ("spark", "SELECT /*+ COALESCE(1) */ 'x' AS k, b FROM t", ["'x'", "b"]),
        ("oracle", "SELECT /*+ PARALLEL(t 4), FULL(t) */ DISTINCT 1 AS k, b FROM t", ["1", "b"]),
        ("mysql", "SELECT DISTINCT /*+ MRR(t) */ NULL AS k, b FROM t", ["NULL", "b"]),
        ("mysql", "SELECT SQL_CALC_FOUND_ROWS 'x' AS k, b FROM t", ["'x'", "b"]),
        ("oracle", "SELECT UNIQUE 'x' AS k, b FROM t", ["'x'", "b"]),
        ("bigquery", "SELECT AS STRUCT 'x' AS k, b FROM t", ["'x'", "b"]),
        ("spark", "SELECT stream AS k, b FROM t", ["stream", "b"]),
    ],
)
def test_words_before_the_first_projection_are_none_of_it(
    dialect: str, sql: str, expected: list[str]
) -> None:
    assert values(sql, dialect) == expected


@pytest.mark.parametrize(
    ("dialect", "sql", "expected"),
    [
        ("oracle", "SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b desc NULLS LAST, f(c) ASC) AS n FROM t",
         ["PARTITION BY a", "ORDER BY b desc NULLS LAST", "ORDER BY f(c) ASC"]),
        ("postgres", "SELECT a FROM t ORDER BY b DESC\n  NULLS FIRST, a LIMIT 1", ["ORDER BY b DESC\n  NULLS FIRST", "ORDER BY a"]),
        ("postgres", "SELECT a FROM t UNION SELECT a FROM s ORDER BY a NULLS FIRST, 1 DESC LIMIT 1",
         ["ORDER BY a NULLS FIRST", "ORDER BY 1 DESC"]),
        ("snowflake", "SELECT m FROM t MATCH_RECOGNIZE (ORDER BY a DESC NULLS LAST MEASURES FIRST(b) AS m PATTERN (x) DEFINE x AS TRUE)",
         ["ORDER BY a DESC NULLS LAST"]),
        ("clickhouse", "SELECT a FROM t ORDER BY a DESC WITH FILL FROM 1 TO 2 LIMIT 1", ["ORDER BY a DESC WITH FILL FROM 1 TO 2"]),
    ],
)  # fmt: skip
def test_a_sorting_key_is_written_with_its_direction(dialect: str, sql: str, expected: list[str]) -> None:
    assert [each for each in predicates(sql, dialect) if each.startswith(("PARTITION", "ORDER"))] == expected

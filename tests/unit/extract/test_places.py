"""Texts of expressions and conditions are those of the SQL, word for word."""

from __future__ import annotations

import pytest

from wherefrom.domain.dataset import Item, Select, Values
from wherefrom.extract import extract


def predicates(sql: str, dialect: str) -> list[str]:
    """Return every condition's text, in node and SQL order."""
    unit = extract(sql, dialect)
    return [c.predicate for node in unit.nodes if isinstance(node.body, Select) for c in node.body.controls]


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

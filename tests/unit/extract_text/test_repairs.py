"""Clauses that move no data, and that sqlglot cannot read."""

from __future__ import annotations

import pytest
from sqlglot.dialects.dialect import Dialect

from wherefrom.extract.text.lexing import tokenize
from wherefrom.extract.tree.repairs import repaired

REPAIRS = [
    ("tsql", "UPDATE t SET a.b += c, d -= 1 FROM t", "UPDATE t SET a.b = a.b + c, d = d - 1 FROM t"),
    ("tsql", "SELECT @s += N'x' + n FROM t", "SELECT @s = @s + N'x' + n FROM t"),
    ("tsql", "INSERT t WITH (TABLOCK) (a) SELECT b FROM u", "INSERT INTO t (a) SELECT b FROM u"),
    (
        "tsql",
        "CREATE TABLE t WITH (DISTRIBUTION = REPLICATE, CLUSTERED COLUMNSTORE INDEX) AS SELECT a FROM u",
        "SELECT * INTO t FROM (SELECT a AS a FROM u) AS temp",
    ),
    (
        "tsql",
        "CREATE TABLE t (a INTEGER MASKED WITH (FUNCTION = 'default()') NULL, INDEX i CLUSTERED COLUMNSTORE, b INTEGER,"
        " CONSTRAINT k PRIMARY KEY NONCLUSTERED (a) ON ps (a)) ON ps (a)",
        "CREATE TABLE t (a INTEGER NULL, b INTEGER, CONSTRAINT k PRIMARY KEY (a))",
    ),
    ("tsql", "CREATE TABLE t (a INTEGER, INDEX i (a))", "CREATE TABLE t (a INTEGER)"),
    ("tsql", "CREATE TABLE t (INDEX i (a), a INTEGER)", "CREATE TABLE t (a INTEGER)"),
    (
        "spark",
        "INSERT OVERWRITE DIRECTORY 'd' USING csv OPTIONS ('sep' '|') SELECT a FROM t",
        "INSERT OVERWRITE DIRECTORY 'd' SELECT a FROM t",
    ),
    ("spark", "SELECT 'it''s' FROM t", "SELECT 'its' FROM t"),
    ("teradata", "UPDATE t SET a = b ALL", "UPDATE t SET a = b"),
    ("teradata", "DELETE FROM t ALL", "DELETE FROM t"),
]


@pytest.mark.parametrize(("dialect", "sql", "expected"), REPAIRS)
def test_what_is_left_parses(dialect: str, sql: str, expected: str) -> None:
    tokens = repaired(tokenize(sql, dialect), dialect)
    assert tokens is not None
    (tree,) = Dialect.get_or_raise(dialect).parser().parse(tokens, sql)
    assert tree is not None
    assert tree.sql(dialect) == expected


@pytest.mark.parametrize("dialect", ["tsql", "spark", "postgres"])
def test_nothing_to_repair(dialect: str) -> None:
    assert repaired(tokenize("SELECT a FROM t WHERE b = 1", dialect), dialect) is None

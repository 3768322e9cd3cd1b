"""TPC-DS's and TPC-H's queries, judged by the execution oracle of the tests.

The queries and schemas are obtained for the run and never kept here::

    pip download sqlglot==30.30.0 --no-deps --no-binary sqlglot
    PYTHONPATH=src:. python benchmarks/tpc_oracle.py sqlglot-30.30.0.tar.gz

Each query runs in DuckDB on made-up data: few rows, keys that meet, and values at and around the constants that the
query compares a column with, so that its conditions hold. One source column after the other is changed: one that
moves an output column must be among what is claimed of it (soundness), and a claimed VALUE column should be seen to
move it (usefulness). LIMIT of the whole is left out, since which of equal rows it keeps is chance; fractions are
compared to six places, since the order of rows decides the last ones.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

import duckdb
import sqlglot
from sqlglot import exp
from tests.oracle.data import Cell, Data
from tests.oracle.judge import Verdict, judge
from tests.property.sql import Column, Relation, Statement, ddl

from wherefrom.domain.errors import Refusal

SUITES = {"TPC-H": ("tpc-h", "TPCH_SCHEMA"), "TPC-DS": ("tpc-ds", "TPCDS_SCHEMA")}
TYPES = {"bigint": "BIGINT", "double": "DECIMAL(15, 2)", "string": "VARCHAR"}
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
Constants = dict[str, list[Cell]]


class NearData(Data):
    """Made-up data with values at and around a query's constants."""

    planned = True

    def __init__(self, tables: tuple[Relation, ...], seed: int, constants: Constants) -> None:
        super().__init__(tables, seed)
        self._connection.execute("SET scalar_subquery_error_on_multiple_rows = false")
        self._constants = constants

    def compared(self, name: str) -> str:
        """Return an output column with six places of a fraction."""
        number = f"TRY_CAST({name} AS DOUBLE)"
        return f"COALESCE(ROUND({number}, 6)::VARCHAR, {name}::VARCHAR)"

    def cells(self, rng: random.Random, column: Column, count: int, holes: float) -> list[Cell]:
        """Draw from values at and around the query's constants, keys from three, dates from dates."""
        near = self._constants.get(column.name, [])
        if column.type == "DATE":
            near = [each for each in near if DATE.fullmatch(str(each))] or ["2000-01-01", "2000-06-15"]
        if column.name.endswith(("_sk", "key", "_number")):
            near = near or [1, 2, 3]
        if not near:
            near = ["a", "b", "ab", "bc"] if column.type == "VARCHAR" else [1, 2, 3, 5]
        chosen = rng.sample(near, min(len(near), rng.choice((1, 2, 3, 5))))
        return [None if rng.random() < holes / 2 else rng.choice(chosen) for _ in range(count)]


def near(literal: exp.Literal) -> list[Cell]:
    """Return values at and around a constant."""
    text = literal.name
    if not literal.is_string:
        number = float(text) if "." in text else int(text)
        return [number, number - 1, number + 1] if isinstance(number, int) else [int(number), int(number) + 1]
    if DATE.fullmatch(text):
        year, rest = int(text[:4]), text[4:]
        return [text, f"{year}{rest[:-2]}28", f"{year - 1}{rest}", f"{year + 1}{rest}"]
    return [text.strip("%").replace("%", "x").replace("_", "y"), text.replace("%", "")]


def constants(query: exp.Expr) -> Constants:
    """Return, per column name, the values at and around the constants it is compared with."""
    found: dict[str, dict[Cell, None]] = defaultdict(dict)
    shapes = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.In, exp.Like, exp.Case)
    renamed = {
        each.alias: inner.name
        for each in query.find_all(exp.Alias)
        if isinstance(inner := each.this, exp.Column)
    }
    for test in query.find_all(*shapes):
        literals = [value for each in test.find_all(exp.Literal) for value in near(each)]
        for column in test.find_all(exp.Column):
            found[renamed.get(column.name, column.name).lower()].update(dict.fromkeys(literals))
    return {name: list(values) for name, values in found.items()}


def fitting(tables: tuple[Relation, ...], given: Constants) -> Constants:
    """Return the constants that a column's type can hold."""
    types = {column.name: column.type for table in tables for column in table.columns}
    return {
        name: [each for each in values if isinstance(each, str) == (types.get(name) in ("VARCHAR", "DATE"))]
        for name, values in given.items()
    }


def deduplicating(query: exp.Expr) -> tuple[str, ...]:
    """Return the scopes outside conditions that give equal rows once, as whole queries."""
    ctes = query.args.get("with_")
    found = []
    for each in query.find_all(exp.Select, exp.Union):
        if not each.args.get("distinct") or each.find_ancestor(
            exp.Where, exp.Having, exp.Join, exp.In, exp.Exists
        ):
            continue
        if (inside := each.find_ancestor(exp.CTE)) is not None and inside.find_ancestor(exp.Subquery):
            continue
        alone = each.copy()
        if ctes is not None and each is not query:
            alone.set("with_", ctes.copy())
        found.append(alone.sql("duckdb"))
    return tuple(found)


def queries(sdist: str, folder: str) -> Iterator[tuple[str, exp.Expr]]:
    """Yield the name and the tree of each query of a suite, without the LIMIT of the whole."""
    with tarfile.open(sdist) as archive:
        name = next(each for each in archive.getnames() if each.endswith(f"optimizer/{folder}/{folder}.sql"))
        member = archive.extractfile(name)
        assert member is not None  # it is a file
        pieces = member.read().decode().split(";")
    for piece in pieces[0::2]:
        named = re.search(r"-- (TPC-\w+ \d+)", piece)
        if named is None:
            continue
        text = re.sub(r"^#.*$", "", piece, flags=re.MULTILINE)
        tree = sqlglot.parse_one(text)
        tree.set("limit", None)
        yield named.group(1), tree


def schema(sdist: str, name: str) -> tuple[Relation, ...]:
    """Return the tables of a suite."""
    with tarfile.open(sdist) as archive:
        path = next(
            each for each in archive.getnames() if PurePosixPath(each).parts[1:] == ("tests", "helpers.py")
        )
        member = archive.extractfile(path)
        assert member is not None  # it is a file
        module = ast.parse(member.read())
    given = next(
        ast.literal_eval(each.value)
        for each in module.body
        if isinstance(each, ast.Assign)
        and isinstance(each.targets[0], ast.Name)
        and each.targets[0].id == name
    )
    return tuple(
        Relation(table, tuple(Column(column, _type(column, kind)) for column, kind in columns.items()))
        for table, columns in given.items()
    )


def _type(column: str, kind: str) -> str:
    """Return a column's type: the schema calls dates strings, and some queries compare them with dates."""
    return "DATE" if kind == "string" and column.endswith("date") else TYPES.get(kind, kind)


def width(tree: exp.Expr, tables: tuple[Relation, ...]) -> int:
    """Return how many columns a query has."""
    with duckdb.connect() as connection:
        connection.execute(ddl(tables))
        return len(connection.execute(f"DESCRIBE {tree.sql('duckdb')}").fetchall())


def judged(
    name: str, tree: exp.Expr, tables: tuple[Relation, ...], seed: int, counts: Counter[str]
) -> Iterator[str]:
    """Judge one query; yield what is to be said of it."""
    named = {each.name.lower() for each in tree.find_all(exp.Table)}
    used = tuple(each for each in tables if each.name in named)
    data = NearData(used, seed, fitting(used, constants(tree)))
    columns = tuple(Column(f"c{at}", "") for at in range(1, width(tree, used) + 1))
    text = f"SELECT * FROM ({tree.sql('duckdb')}) AS q({', '.join(each.name for each in columns)})"
    statement = Statement((), text, columns, deduplicating(tree))
    try:
        verdict = judge(statement, data, statement)
    except Refusal:
        verdict = Verdict(failure="it could not be read")
    data.close()
    counts["not run" if verdict.failure else "judged"] += 1
    counts["claimed"] += verdict.claimed
    counts["idle"] += len(verdict.idle)
    counts["unsound"] += bool(verdict.unsound)
    counts["open"] += bool(verdict.open)
    if verdict.failure:
        yield f"{name}: not run: {verdict.failure}"
    if verdict.unsound:
        yield f"{name}: UNSOUND {verdict.unsound}"
    if verdict.open:
        yield f"{name}: open {verdict.open}"
    if verdict.idle:
        yield f"{name}: idle {verdict.idle}"


def main() -> int:
    """Judge every query of both suites; print what differs, and the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sdist", help="sqlglot's source distribution")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one query, by its name: 'TPC-DS 7'")
    asked = parser.parse_args()
    unsound = 0
    for suite, (folder, schema_name) in SUITES.items():
        tables = schema(asked.sdist, schema_name)
        counts: Counter[str] = Counter()
        for name, tree in queries(asked.sdist, folder):
            if asked.only in ("", name):
                for line in judged(name, tree, tables, asked.seed, counts):
                    print(line, flush=True)
        share = 1 - counts["idle"] / max(1, counts["claimed"])
        print(f"{suite}: {dict(counts)}; {share:.2%} of the claimed value columns seen to move", flush=True)
        unsound += counts["unsound"]
    return int(unsound > 0)


if __name__ == "__main__":
    sys.exit(main())

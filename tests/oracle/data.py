"""Made-up data: many data sets, and for each one variants in which some columns are drawn anew."""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import duckdb
from tests.property.sql import SQL_TYPES, Column, Relation

DATA_SETS = 60
FULL_SETS = 8
"""Data sets before those in which some tables have only a few rows, where a sum or a MAX can be anything."""
PATIENCE = 20.0
"""Seconds after which a query is given up as not run: a join that grew beyond all guesses."""
Cell = int | str | bool | None
NUMBERS: Sequence[Cell] = (-1, 0, 1, 2, 3, 5)
WORDS: Sequence[Cell] = ("a", "b", "c", "ab", "bc", "A", "d")
"""The constants of the queries, and a value below and above all of them: else a MIN of both never moves."""
Bag = tuple[int, int]
"""How many values a column has, and the sum of their hashes: equal for equal bags of values."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """One source column."""

    table: str
    column: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


class Data:
    """A database with ``DATA_SETS`` data sets of one schema.

    Each data set is a database schema of its own. A variant is a schema that holds the changed tables and
    stands before its data set on the search path, so that a query runs on it unchanged.

    Attributes:
        planned: Whether the database plans queries: those whose joins are commas never end otherwise.
    """

    planned = False

    def __init__(self, tables: Sequence[Relation], seed: int) -> None:
        self.tables = tuple(tables)
        self.sources = tuple(Source(table.name, c.name) for table in tables for c in table.columns)
        self._seed = seed
        self._connection = duckdb.connect(config={"threads": 1})
        if not self.planned:
            self._connection.execute("PRAGMA disable_optimizer")  # the tables are small: planning is the cost
        self._made: dict[tuple[int, str, frozenset[str]], str] = {}
        self._cells: dict[int, dict[str, dict[str, list[Cell]]]] = {}
        self._other: dict[int, dict[str, dict[str, list[Cell]]]] = {}

    def outputs(self, sql: str, width: int, number: int, changed: Collection[Source] = ()) -> tuple[Bag, ...]:
        """Run a query on a data set, or on a variant of it.

        Args:
            sql: The query.
            width: How many columns it has.
            number: The data set, from 0.
            changed: Columns that are drawn anew.

        Returns:
            Per output column the bag of its values. How many rows there are counts, their order and what
            stands beside a value do not.

        Raises:
            duckdb.Error: the query cannot be run.
        """
        if number not in self._cells:
            self._fill(number)
        path = [
            self._variant(
                number, table, frozenset(each.column for each in changed if each.table == table.name)
            )
            for table in self.tables
            if any(each.table == table.name for each in changed)
        ]
        self._connection.execute(f"SET search_path = '{','.join([*path, f'd{number}'])}'")
        names = [f"o{at}" for at in range(width)]
        sums = ", ".join(f"SUM(HASH({self.compared(name)})::HUGEINT)" for name in names)
        guard = threading.Timer(PATIENCE, self._connection.interrupt)
        guard.start()
        try:
            found = self._connection.execute(
                f"SELECT COUNT(*), {sums} FROM ({sql}) AS bag({', '.join(names)})"
            ).fetchall()
        finally:
            guard.cancel()
        count, *hashes = found[0]
        return tuple((count, each or 0) for each in hashes)

    def compared(self, name: str) -> str:
        """Return what of an output column is compared, as SQL."""
        return name

    def cells(self, rng: random.Random, column: Column, count: int, holes: float) -> list[Cell]:
        """Draw the cells of a column; ``holes`` is the share of NULLs."""
        return _column(rng, column, count, holes)

    def close(self) -> None:
        """Let the database go."""
        self._connection.close()

    def _fill(self, number: int) -> None:
        """Draw a data set, and what each of its columns becomes when it is changed."""
        rng = random.Random(f"{self._seed}/{number}")
        holes = rng.choice((0.0, 0.1, 0.25))
        self._cells[number], self._other[number] = {}, {}
        self._connection.execute(f"CREATE SCHEMA d{number}")
        for table in self.tables:
            small = number >= FULL_SETS and rng.random() < 0.4
            count = rng.randrange(1, 4) if small else rng.randrange(7, 14)
            for place in (self._cells, self._other):
                place[number][table.name] = {c.name: self.cells(rng, c, count, holes) for c in table.columns}
            self._create(f"d{number}", table, self._cells[number][table.name])

    def _variant(self, number: int, table: Relation, columns: frozenset[str]) -> str:
        """Return the schema that holds a table with some columns changed."""
        key = number, table.name, columns
        if key not in self._made:
            name = self._made[key] = f"v{len(self._made)}"
            old, new = self._cells[number][table.name], self._other[number][table.name]
            self._connection.execute(f"CREATE SCHEMA {name}")
            self._create(name, table, {c: new[c] if c in columns else old[c] for c in old})
        return self._made[key]

    def _create(self, schema: str, table: Relation, cells: dict[str, list[Cell]]) -> None:
        columns = ", ".join(f"{each.name} {SQL_TYPES.get(each.type, each.type)}" for each in table.columns)
        rows = zip(*(cells[each.name] for each in table.columns), strict=True)
        values = ", ".join(f"({', '.join(map(_literal, row))})" for row in rows)
        self._connection.execute(f"CREATE TABLE {schema}.{table.name} ({columns})")
        self._connection.execute(f"INSERT INTO {schema}.{table.name} VALUES {values}")


def _column(rng: random.Random, column: Column, count: int, holes: float) -> list[Cell]:
    if column.name == "id":
        first = rng.choice((-1, -1, -count))
        return list(rng.sample(range(first, first + count + 2), count))
    if column.type == "bool":
        share = rng.choice((0.15, 0.5, 0.85))
        return [None if rng.random() < holes else rng.random() < share for _ in range(count)]
    options = rng.sample(NUMBERS if column.type == "int" else WORDS, rng.choice((2, 3, 3, 4)))
    return [None if rng.random() < holes else rng.choice(options) for _ in range(count)]


def _literal(cell: Cell) -> str:
    return "NULL" if cell is None else repr(cell)

"""Made-up schemas and queries, drawn from a list of numbers.

The same numbers give the same query, whatever draws them: Hypothesis for the laws, a seeded generator for
the oracle. Zero is the simplest choice everywhere and an exhausted list gives zeros, so a shorter list with
smaller numbers is a smaller query: that is how both shrink.

Queries are deterministic as multisets of rows: LIMIT, ROW_NUMBER and LAG order by a key, text is aggregated
in the order of itself, and no arithmetic leaves the whole numbers except AVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

TYPES = ("int", "text", "bool")
SQL_TYPES = {"int": "INTEGER", "text": "VARCHAR", "bool": "BOOLEAN"}
POOL = (("a", "int"), ("b", "int"), ("s", "text"), ("k", "int"), ("f", "bool"), ("d", "int"), ("t", "text"))
"""Columns of base tables: one name has one type everywhere, so tables share joinable names."""

Option = TypeVar("Option")


class Choices:
    """Numbers that decide, one after the other."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers
        self.taken = 0

    def pick(self, count: int) -> int:
        """Return a number below ``count``."""
        number = self.numbers[self.taken] if self.taken < len(self.numbers) else 0
        self.taken += 1
        return number % count

    def one(self, options: Sequence[Option]) -> Option:
        """Return one of the options; the first is the simplest."""
        return options[self.pick(len(options))]

    def chance(self, percent: int) -> bool:
        """Return True in so many of a hundred cases; the simplest choice is False."""
        return self.pick(100) >= 100 - percent


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, and one of ``TYPES``, or a type as SQL spells it."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Relation:
    """Something that FROM can name.

    Attributes:
        name: Its name.
        columns: Its columns, in order.
        key: The column that tells its rows apart; empty if none does.
        rows: About how many rows it has.
    """

    name: str
    columns: tuple[Column, ...]
    key: str = ""
    rows: int = 8


@dataclass(frozen=True, slots=True)
class Style:
    """How a query is written, apart from what it says.

    Attributes:
        prefix: Goes before every alias and CTE name.
        deduplicates: Whether DISTINCT and UNION are written; UNION ALL and plain SELECT stand instead.
        conditions: Whether rows are chosen by conditions; without, every join keeps the rows of both sides.
        bare: Whether columns whose name is unique in their scope may stand without their alias.
    """

    prefix: str = ""
    deduplicates: bool = True
    conditions: bool = True
    bare: bool = True


@dataclass(frozen=True, slots=True)
class Definition:
    """One CTE: ``name``, its column list or ``""``, its query."""

    name: str
    columns: str
    body: str
    recursive: bool = False

    def __str__(self) -> str:
        return f"{self.name}{self.columns} AS ({self.body})"


@dataclass(frozen=True, slots=True)
class Statement:
    """A query with its CTEs.

    Attributes:
        definitions: CTEs in order.
        body: The query below them.
        columns: What it gives.
        deduplicating: Whole queries, CTEs included, that are the deduplicating scopes of this one.
    """

    definitions: tuple[Definition, ...]
    body: str
    columns: tuple[Column, ...]
    deduplicating: tuple[str, ...]

    @property
    def text(self) -> str:
        """The statement as one query."""
        return with_clause(self.definitions) + self.body


def with_clause(definitions: Sequence[Definition]) -> str:
    """Return ``WITH …`` with a blank behind it; nothing for no CTE."""
    if not definitions:
        return ""
    word = "WITH RECURSIVE " if any(each.recursive for each in definitions) else "WITH "
    return word + ", ".join(map(str, definitions)) + " "


def schema(choices: Choices) -> tuple[Relation, ...]:
    """Return two to four base tables, each with a key ``id`` and two to five columns."""
    tables = []
    for number in range(1, 3 + choices.pick(3)):
        wanted = 2 + choices.pick(4)
        start = choices.pick(len(POOL))
        chosen = [(POOL * 2)[start + at] for at in range(wanted)]
        columns = (Column("id", "int"), *(Column(name, kind) for name, kind in chosen))
        tables.append(Relation(f"t{number}", columns, "id"))
    return tuple(tables)


def ddl(tables: Sequence[Relation]) -> str:
    """Return the CREATE TABLE statements of base tables."""
    return "".join(
        f"CREATE TABLE {table.name} ("
        + ", ".join(f"{each.name} {SQL_TYPES.get(each.type, each.type)}" for each in table.columns)
        + ");\n"
        for table in tables
    )


def renamed(relation: Relation, name: str) -> Relation:
    """Return a relation under another name."""
    return replace(relation, name=name)

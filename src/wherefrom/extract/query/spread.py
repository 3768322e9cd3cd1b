"""Generators whose arguments are written out: which cell of which row each column takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from sqlglot import exp

from wherefrom.extract.query import built

Column = tuple[str, tuple[exp.Expr, ...]]
"""The name of a column, empty if it has none, and its cell in every row."""

_INLINE = frozenset({"INLINE", "INLINE_OUTER"})
_EXPLODE = frozenset({"EXPLODE", "EXPLODE_OUTER", "POSEXPLODE", "POSEXPLODE_OUTER"})
_ARRAYS = frozenset({"postgres", "duckdb", "bigquery"})
"""Dialects whose UNNEST makes one column of an array, whatever its elements are."""


@dataclass(frozen=True, slots=True)
class Source:
    """One argument of a generator.

    Attributes:
        columns: Those its rows have; for an argument that is not written out one, the argument itself.
        written: Its rows are written out.
        certain: It has these columns and no more.
    """

    columns: tuple[Column, ...]
    written: bool
    certain: bool


def source(name: str, argument: exp.Expr, dialect: str) -> Source:
    """Return what an argument of a generator gives."""
    found = _map(name, argument, dialect) or _rows(name, argument, dialect)
    if found:
        return Source(found, written=True, certain=True)
    elements = built.elements(argument)
    if elements and name not in _INLINE and name != "FLATTEN":
        if dialect == "postgres":
            elements = built.flat(elements)
        one = name in _EXPLODE or dialect in _ARRAYS or all(map(is_scalar, elements))
        return Source((("", elements),), written=True, certain=one)
    one = name in _EXPLODE and _makes_array(argument)
    return Source((("", (argument,)),), written=False, certain=one or (name == "UNNEST" and dialect in _ONE))


_ONE = frozenset({"duckdb", "bigquery"})
_MAKE_ARRAYS = (
    exp.Array, exp.ArrayAgg, exp.ArrayUniqueAgg, exp.ArrayDistinct, exp.ArrayFilter, exp.ArrayIntersect, exp.ArrayExcept,
    exp.ArrayConcat, exp.ArraySort, exp.ArraysZip, exp.Flatten, exp.GenerateSeries, exp.MapKeys, exp.RegexpExtractAll,
    exp.RegexpSplit, exp.Split, exp.Transform, exp.ArraySlice, exp.ArrayCompact,
)  # fmt: skip
_ARRAY_NAMES = frozenset({"ARRAY_UNION", "ARRAY_REPEAT", "MAP_VALUES", "MAP_ENTRIES"})


def _makes_array(node: exp.Expr) -> bool:
    """Whether a value is an array for sure, of which EXPLODE makes one column; a map gives two."""
    if isinstance(node, exp.Cast):
        return node.to.is_type(exp.DType.ARRAY)
    return isinstance(node, _MAKE_ARRAYS) or (
        isinstance(node, exp.Anonymous) and node.name.upper() in _ARRAY_NAMES
    )


def _map(name: str, argument: exp.Expr, dialect: str) -> tuple[Column, ...]:
    """Return the columns of a map that is written out, its keys and its values; none of any other."""
    if name in _EXPLODE or (name == "UNNEST" and dialect in built.ROWS):
        found = built.pairs(argument)
        return _pair(found) if found else ()
    return ()


def _pair(found: Sequence[tuple[exp.Expr, exp.Expr]]) -> tuple[Column, ...]:
    return ("key", tuple(key for key, _ in found)), ("value", tuple(value for _, value in found))


def _rows(name: str, argument: exp.Expr, dialect: str) -> tuple[Column, ...]:
    """Return the columns of an array of structures that a generator makes columns of; none of any other."""
    if name not in _INLINE and not (name == "UNNEST" and (dialect in built.ROWS or dialect == "bigquery")):
        return ()
    rows = built.rows(argument, dialect)
    width = len(rows[0]) if rows else 0
    return tuple((rows[0][at][0], tuple(row[at][1] for row in rows)) for at in range(width))


def flattened(argument: exp.Expr) -> tuple[Column, ...]:
    """Return the keys and the values that Snowflake's FLATTEN makes of an object or an array written out; none of any other."""
    found = built.object_pairs(argument)
    if found and all(isinstance(key, exp.Literal) for key, _ in found):
        return _pair(found)
    elements = built.elements(argument)
    return (("key", ()), ("value", elements)) if elements else ()


def is_scalar(node: exp.Expr) -> bool:
    """Whether a value is no structure: a literal."""
    return isinstance(node, (exp.Literal, exp.Neg, exp.Boolean, exp.Null))


def shares(sources: Sequence[Source], count: int) -> list[int]:
    """Return, for each of so many columns, the number of the argument it is made of; -1 where that is not proven.

    An argument that is not written out may be a map, or an array of structures: how many columns it has shows only
    where those of all others are known. Its first column is proven from the left, its last one from the right.
    """
    widths = [len(each.columns) for each in sources]
    loose = [at for at, each in enumerate(sources) if not each.certain]
    spare = count - sum(widths)
    if spare and len(loose) == 1:
        widths[loose[0]] += spare
        spare = 0
    if not spare:
        return [at for at, width in enumerate(widths) for _ in range(width)]
    found = [-1] * count
    for order, places in ((1, range(count)), (-1, range(count - 1, -1, -1))):
        waiting = iter(places)
        for at in range(len(sources))[::order]:
            for place in islice(waiting, widths[at]):
                found[place] = at
            if not sources[at].certain:
                break
    return found

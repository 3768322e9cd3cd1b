"""Structures, arrays and maps that an expression writes out, as the parser has them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

ROWS = frozenset({"trino", "presto", "athena"})
"""Dialects whose structures have no names, and whose UNNEST makes a column of each member."""

Member = tuple[str, exp.Expr]
"""The name of a member, empty if it has none, and its value."""


def elements(node: object) -> tuple[exp.Expr, ...]:
    """Return the elements of an array that is written out; none of any other."""
    array = _inside(node)
    if not isinstance(array, exp.Array) or any(isinstance(each, exp.Query) for each in array.expressions):
        return ()
    return tuple(array.expressions)


def flat(array: Sequence[exp.Expr]) -> tuple[exp.Expr, ...]:
    """Return the elements of arrays within an array, as PostgreSQL takes them apart."""
    return tuple(each for one in array for each in (flat(elements(one)) if elements(one) else (one,)))


def pairs(node: object) -> tuple[tuple[exp.Expr, exp.Expr], ...]:
    """Return the keys and values of a map that is written out; none of any other."""
    map_ = _inside(node)
    if isinstance(map_, (exp.Map, exp.VarMap)):
        keys, values = elements(map_.args.get("keys")), elements(map_.args.get("values"))
        return tuple(zip(keys, values, strict=True)) if len(keys) == len(values) else ()
    if isinstance(map_, exp.ToMap):
        return object_pairs(map_.this)
    if isinstance(map_, exp.MapFromEntries):
        rows = [members(each, "") for each in elements(map_.this)]
        return (
            tuple((row[0][1], row[1][1]) for row in rows) if all(len(row) == 2 for row in rows) else ()
        )  # a key and a value
    return ()


def object_pairs(node: object) -> tuple[tuple[exp.Expr, exp.Expr], ...]:
    """Return the keys and values of an object that is written out; none of any other."""
    found = _inside(node)
    given = found.expressions if isinstance(found, (exp.Struct, exp.JSONObject)) else []
    if not all(isinstance(each, (exp.PropertyEQ, exp.JSONKeyValue)) for each in given):
        return ()
    return tuple((each.this, each.expression) for each in given)


def members(node: exp.Expr, dialect: str) -> tuple[Member, ...]:
    """Return the members of a structure that is written out; none of any other, nor where a value names one."""
    found = _inside(node)
    if isinstance(found, exp.Tuple) or (isinstance(found, exp.Anonymous) and found.name.upper() == "ROW"):
        listed = tuple(("", each) for each in found.expressions)
    elif isinstance(found, exp.Struct) and not is_keyed(found):
        listed = tuple(_member(each, at, dialect) for at, each in enumerate(found.expressions, start=1))
    else:
        return ()
    return _called(listed, _stated(node))


def rows(node: exp.Expr, dialect: str) -> tuple[tuple[Member, ...], ...]:
    """Return the structures that an array of them writes out, all with the names of the first; none of any other."""
    found = [members(each, dialect) for each in elements(node)]
    if not found or any(len(row) != len(found[0]) or not row for row in found):
        return ()
    first = _called(found[0], _stated(node))
    names = [name for name, _ in first]
    return tuple(_called(row, names) if all(names) else row for row in [first, *found[1:]])


def is_keyed(node: exp.Struct) -> bool:
    """Whether a value gives the name of a member: ``OBJECT_CONSTRUCT(s.k, s.v)``."""
    return any(
        isinstance(each, exp.PropertyEQ) and not isinstance(each.this, (exp.Identifier, exp.Literal))
        for each in node.expressions
    )


def _member(node: exp.Expr, at: int, dialect: str) -> Member:
    value = node.expression if isinstance(node, exp.PropertyEQ) else node
    if dialect == "hive" and (value is node or _is_placed(node.this)):
        return f"col{at}", value  # the parser takes the name of a column for the member's
    if value is not node:
        return node.this.name if dialect == "snowflake" else node.this.name.lower(), value
    return "" if dialect in ROWS else node.alias_or_name.lower(), value


def _is_placed(name: exp.Expr) -> bool:
    return "start" in name.meta


def _called(listed: tuple[Member, ...], names: Sequence[str]) -> tuple[Member, ...]:
    if len(names) != len(listed):
        return listed
    return tuple((name, value) for name, (_, value) in zip(names, listed, strict=True))


def _stated(node: exp.Expr) -> list[str]:
    """Return the member names that the type of a structure, or of an array of them, states."""
    while isinstance(node, exp.Paren):
        node = node.this
    kind = node.args.get("to") if isinstance(node, exp.Cast) else None
    if isinstance(kind, exp.DataType) and kind.is_type(exp.DType.ARRAY) and len(kind.expressions) == 1:
        kind = kind.expressions[0]
    listed = kind.expressions if isinstance(kind, exp.DataType) else []
    return [each.name.lower() for each in listed if isinstance(each, exp.ColumnDef)]


def _inside(node: object) -> object:
    while isinstance(node, (exp.Paren, exp.Cast)):
        node = node.this
    return node

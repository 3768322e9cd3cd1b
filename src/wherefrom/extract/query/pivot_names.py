"""How the columns of a PIVOT are called, by dialect: from its values and its aggregates."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from wherefrom.extract import names
from wherefrom.extract.draft import Scope

_QUOTES_KEPT = frozenset({"snowflake", "oracle"})
"""Dialects in which the column of ``'JAN'`` is called by the literal, quotes included."""

_VALUE_ALONE = frozenset({"spark", "databricks", "hive"})
"""Dialects in which the alias of the only aggregate is no part of the name."""

_CALL_IN_NAME = frozenset({"spark", "databricks", "duckdb"})
"""Dialects in which one of several aggregates without an alias is named by its text."""


def column_name(scope: Scope, values: Sequence[exp.Expr], aggregate: exp.Expr, *, alone: bool) -> str:
    """Return the name of one pivoted column.

    Args:
        scope: Where the PIVOT stands.
        values: One entry of each FOR … IN list.
        aggregate: The aggregate.
        alone: It is the only one.
    """
    parts = [_value(scope, each) for each in values]
    text = "_".join(each.name for each in parts)
    quoted = any(each.args.get("quoted") for each in parts)
    called = _aggregate(scope, aggregate, alone=alone)
    if called:
        text = f"{called}_{text}" if scope.here.draft.facts.name == "bigquery" else f"{text}_{called}"
    plain = text.isidentifier() and not quoted
    return names.column(scope.here.draft, exp.Identifier(this=text, quoted=not plain))


def _value(scope: Scope, node: exp.Expr) -> exp.Identifier:
    """Return what an entry of the IN list calls its column."""
    called = node.args.get("alias") if isinstance(node, exp.PivotAlias) else None
    if isinstance(called, exp.Identifier):
        return called
    if isinstance(called, exp.Expr):
        return exp.Identifier(this=called.name, quoted=False)
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Identifier):
        return node.this
    places = scope.here.places
    if isinstance(node, exp.Literal) and node.is_string:
        if scope.here.draft.facts.name in _QUOTES_KEPT:
            return exp.Identifier(this=f"'{node.name}'", quoted=True)
        return exp.Identifier(this=node.name, quoted=False)
    return exp.Identifier(this=node.name or places.slice(places.of(node)), quoted=False)


def _aggregate(scope: Scope, node: exp.Expr, *, alone: bool) -> str:
    """Return what an aggregate adds to the names of its columns; empty if nothing."""
    dialect = scope.here.draft.facts.name
    if alone and dialect in _VALUE_ALONE:
        return ""
    if isinstance(node, exp.Alias):
        return node.alias
    if alone or dialect not in _CALL_IN_NAME:
        return ""
    places = scope.here.places
    return places.slice(places.of(node)).lower()

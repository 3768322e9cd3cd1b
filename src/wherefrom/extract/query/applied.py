"""Functions applied to every column of a star: ClickHouse's ``* APPLY(f)``, DuckDB's ``f(COLUMNS(*))``."""

from __future__ import annotations

import sqlglot
from sqlglot import exp

from wherefrom.domain.expression import Transformation


def applied_to(node: exp.Expr) -> tuple[exp.Expr, Transformation | None]:
    """Return what lists the columns, and what a projection does to each; the projection itself and None for any other."""
    if isinstance(node, exp.Apply):
        return _called_on(node)
    found = list(node.find_all(exp.Columns))
    if len(found) != 1 or found[0] is node:
        return node, None
    aggregates = False
    here: exp.Expr | None = found[0]
    while here is not None and here is not node:
        here = here.parent
        if not isinstance(here, _PLAIN) or isinstance(here, _CHOOSING):
            return node, None
        aggregates = aggregates or isinstance(here, exp.AggFunc)
    beside = [
        each for each in node.find_all(exp.Column, exp.Query) if each.find_ancestor(exp.Columns) is None
    ]
    if beside:
        return node, None
    return found[0], _kind(aggregates=aggregates)


_PLAIN = (exp.Func, exp.Binary, exp.Unary)
_CHOOSING = (exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Window, exp.Filter, exp.Star)
"""What has constants of its own in result position, or conditions."""


def _called_on(node: exp.Expr) -> tuple[exp.Expr, Transformation]:
    """Take the functions of ``* APPLY(f) APPLY(g)`` off; ClickHouse is the only dialect that has them."""
    aggregates = False
    while isinstance(node, exp.Apply):
        call = sqlglot.parse_one(f"{node.expression.name}(x)", read="clickhouse")
        aggregates = aggregates or isinstance(call, exp.AggFunc)
        node = node.this
    return node, _kind(aggregates=aggregates)


def _kind(*, aggregates: bool) -> Transformation:
    return Transformation.AGGREGATION if aggregates else Transformation.TRANSFORMATION

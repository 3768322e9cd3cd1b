"""Aggregates and window functions: what of them is value, and which rows and order they look at."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract.draft import Scope, leaf
from wherefrom.extract.query import functions
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.tree.frames import Range


def read_aggregate(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read an aggregate function."""
    name = functions.name_of(scope, node, found)
    if functions.is_generated(node, name):
        return leaf(scope, Form.GENERATED, found, name)
    if isinstance(node, exp.CountIf):
        condition(scope, ControlKind.AGGREGATE_FILTER, (node.this,), found, item)
        return leaf(scope, Form.GENERATED, found, "COUNTIF")
    if isinstance(node, (exp.Count, exp.ApproxDistinct)) and functions.counts_rows(node):
        return leaf(scope, Form.GENERATED, found, "COUNT(*)")
    if type(node) in functions.WINDOW_GENERATED:
        return leaf(scope, Form.GENERATED, found, name)
    if isinstance(node, (exp.CombinedAggFunc, exp.CombinedParameterizedAgg)) and name.endswith("IF"):
        last = (node.args.get("params") or node.expressions).pop()
        condition(scope, ControlKind.AGGREGATE_FILTER, (last,), scope.here.places.of(last, found), item)
    return _over(scope, node, found, item, Form.AGGREGATE, name)


def _over(  # a reader's arguments, and the two that the forms differ in
    scope: Scope, node: exp.Expr, found: Range, item: int, form: Form, name: str
) -> Expression:
    places = scope.here.places
    parts: list[Part] = []
    distinct = False
    for at, argument in enumerate(functions.arguments(node)):
        inner = _ordered(scope, argument, found, item)
        if inner is None:
            continue
        if at and isinstance(node, (exp.ArgMax, exp.ArgMin)):
            condition(scope, ControlKind.AGGREGATE_FILTER, (inner,), places.of(inner, found), item)
            continue
        if isinstance(inner, exp.Distinct):
            distinct = True
            parts.extend(
                Part(scope.here.read_value(scope, each, places.of(each, found), item))
                for each in inner.expressions
            )
            continue
        parts.append(Part(scope.here.read_value(scope, inner, places.of(inner, found), item)))
    kept = functions.value_arguments(node, parts)
    if not kept:
        return leaf(scope, Form.GENERATED, found, name)
    keys = ("DISTINCT",) if distinct else ()
    return Expression(form, places.slice(found), places.span(found), tuple(kept), function=name, keys=keys)


def _ordered(scope: Scope, node: exp.Expr, found: Range, item: int) -> exp.Expr | None:
    """Return an argument without its ORDER BY, LIMIT and HAVING MAX, which choose and sort rows."""
    inner: exp.Expr | None = node
    while isinstance(inner, (exp.Order, exp.Limit, exp.HavingMax)):
        keys = inner.expressions if isinstance(inner, exp.Order) else []
        for key in keys if not isinstance(inner, exp.HavingMax) else [inner.expression]:
            written, where = functions.ordering(scope, key, found)
            text = f"ORDER BY {written}" if isinstance(inner, exp.Order) else ""
            condition(scope, ControlKind.AGGREGATE_FILTER, (key,), where, item, text)
        inner = inner.this
    return inner


def read_window(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read a window function: its partition and order are conditions."""
    places = scope.here.places
    if _keeps(node):
        return _first_or_last(scope, node, found, item)
    keys, order, frame = _windowed(scope, node, found, item)
    inner = node.this
    within: exp.WithinGroup | None = None
    while isinstance(inner, (exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup, exp.Filter)) or _keeps(
        inner
    ):
        if isinstance(inner, (exp.WithinGroup, exp.Filter)):
            _filter_condition(scope, inner, found, item)
            within = inner if isinstance(inner, exp.WithinGroup) else within
        elif _keeps(inner):
            _order_of_kept(scope, inner, item)
        inner = inner.this
    name = functions.name_of(scope, inner, places.of(inner, found))
    if isinstance(inner, (exp.CountIf, exp.CombinedAggFunc, exp.CombinedParameterizedAgg)):
        read = read_aggregate(scope, inner, found, item)
    elif functions.generates_in_window(inner):
        read = leaf(scope, Form.GENERATED, found, "COUNT(*)" if isinstance(inner, exp.Count) else name)
    elif within is not None and type(inner) in functions.ORDERED_SET:
        read = _of_the_order(scope, within, found, item, Form.WINDOW)
    else:
        read = _over(scope, inner, found, item, Form.WINDOW, name)
    return Expression(
        read.form,
        read.text,
        read.span,
        read.parts,
        read.function,
        keys=keys,
        order=order,
        frame=frame,
    )


def _windowed(
    scope: Scope, node: exp.Expr, found: Range, item: int
) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Read what a window is made of as conditions; return its keys, its order and its frame as written."""
    places = scope.here.places
    definition = _definition(scope, node)
    keys, order = [], []
    for key in definition[0]:
        where = places.of(key)
        keys.append(places.slice(where))
        condition(scope, ControlKind.WINDOW, (key,), where, item, f"PARTITION BY {keys[-1]}")
    for key in definition[1]:
        text, where = functions.ordering(scope, key)
        order.append(text)
        condition(scope, ControlKind.WINDOW, (key,), where, item, f"ORDER BY {text}")
    framed = _frame(scope, node, found)
    if framed is not None:
        condition(scope, ControlKind.WINDOW, (), framed, item)
    return tuple(keys), tuple(order), places.slice(framed) if framed is not None else ""


def _keeps(node: exp.Expr) -> bool:
    """Whether it is Oracle's KEEP (DENSE_RANK FIRST ORDER BY …), which the parser takes for a window."""
    return isinstance(node, exp.Window) and node.args.get("over") == "KEEP"


def _first_or_last(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read an aggregate over the first or the last rows only: their order decides which rows it takes."""
    _order_of_kept(scope, node, item)
    places = scope.here.places
    read = scope.here.read_value(scope, node.this, places.of(node.this, found), item)
    return replace(read, text=places.slice(found), span=places.span(found))


def _order_of_kept(scope: Scope, node: exp.Expr, item: int) -> None:
    for key in _definition(scope, node)[1]:
        text, where = functions.ordering(scope, key)
        condition(scope, ControlKind.AGGREGATE_FILTER, (key,), where, item, f"ORDER BY {text}")


def _definition(scope: Scope, node: exp.Expr) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """Return PARTITION BY and ORDER BY keys; a named window adds its own."""
    keys = list(node.args.get("partition_by") or [])
    ordered = node.args.get("order")
    order = list(ordered.expressions) if ordered is not None else []
    named = node.args.get("alias")
    if named is not None:
        base = scope.windows.get(named.name.lower())
        if base is not None:
            more = _definition(scope, base)
            keys, order = more[0] + keys, more[1] + order
    return keys, order


def _frame(scope: Scope, node: exp.Expr, found: Range) -> Range | None:
    """Return the frame of a window, ``ROWS BETWEEN … AND …``, or that of the named window it stands on."""
    places = scope.here.places
    if node.args.get("spec") is not None:
        framed = (at for at in range(found[1], found[0], -1) if places.tokens[at].text.upper() in _FRAMES)
        last = next(framed, -1)
        return (last, places.inside(last)[1]) if last >= 0 else None
    named = node.args.get("alias")
    base = scope.windows.get(named.name.lower()) if named is not None else None
    return None if base is None else _frame(scope, base, places.window(base))


_FRAMES = frozenset({"ROWS", "RANGE", "GROUPS"})


def read_filter(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """FILTER and WITHIN GROUP: the condition decides which rows the aggregate sees."""
    _filter_condition(scope, node, found, item)
    places = scope.here.places
    if isinstance(node, exp.WithinGroup) and type(node.this) in functions.ORDERED_SET:
        return _of_the_order(scope, node, found, item, Form.AGGREGATE)
    inner = scope.here.read_value(scope, node.this, places.of(node.this, found), item)
    return Expression(
        inner.form,
        places.slice(found),
        places.span(found),
        inner.parts,
        inner.function,
        keys=inner.keys,
    )


def _of_the_order(scope: Scope, node: exp.WithinGroup, found: Range, item: int, form: Form) -> Expression:
    """Read an aggregate whose value is one of what WITHIN GROUP puts in order; its own argument says which."""
    places = scope.here.places
    keys = node.expression.expressions if isinstance(node.expression, exp.Order) else []
    ordered = tuple(Part(scope.here.read_value(scope, key.this, places.of(key.this), item)) for key in keys)
    name = functions.name_of(scope, node.this, found)
    return Expression(form, places.slice(found), places.span(found), ordered, function=name)


def _filter_condition(scope: Scope, node: exp.Expr, found: Range, item: int) -> None:
    clause = node.expression
    if isinstance(clause, exp.Where):
        where = scope.here.places.of(clause.this, found)
        for term, piece in split_terms(scope, clause.this, where):
            condition(scope, ControlKind.AGGREGATE_FILTER, (term,), piece, item)
    elif isinstance(clause, exp.Order):
        for key in clause.expressions:
            text, where = functions.ordering(scope, key, found)
            condition(scope, ControlKind.AGGREGATE_FILTER, (key,), where, item, f"ORDER BY {text}")

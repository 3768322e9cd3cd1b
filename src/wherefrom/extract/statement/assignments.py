"""SET lists: one item per assigned column, named after it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.dataset import Input, Item, Star
from wherefrom.domain.expression import Expression, Form
from wherefrom.extract import names
from wherefrom.extract.draft import Scope
from wherefrom.extract.query.values import read_value
from wherefrom.extract.tree.frames import Range


def read_assignments(scope: Scope, nodes: Sequence[exp.Expr]) -> list[Item | Star]:
    """Read a SET list; ``(a, b) = (SELECT …)`` gives one item per column."""
    items: list[Item | Star] = []
    for each in nodes:
        if not isinstance(each, exp.EQ):
            continue
        if isinstance(each.this, exp.Tuple) and isinstance(each.expression, exp.Query):
            items.extend(_from_row(scope, each))
        elif isinstance(each.this, exp.Tuple) and isinstance(each.expression, exp.Tuple):
            items.extend(read_pairs(scope, each.this.expressions, each.expression.expressions, len(items)))
        else:
            items.append(read_assignment(scope, each, len(items)))
    return items


def read_pairs(
    scope: Scope, columns: Sequence[exp.Expr], cells: Sequence[exp.Expr], first: int
) -> list[Item | Star]:
    """Read a list of columns and the bracketed list of their values; the first item has ordinal ``first``."""
    exact = pieces_of(scope, cells)
    return [
        read_assignment(scope, exp.EQ(this=name, expression=cell), first + at, found)
        for at, (name, cell, found) in enumerate(zip(columns, cells, exact, strict=False))
    ]


def pieces_of(scope: Scope, cells: Sequence[exp.Expr]) -> Sequence[Range]:
    """Return the tokens of each value of a bracketed list, those included that the parser keeps no place of."""
    places = scope.here.places
    inside = places.listed(cells)
    pieces = places.divide(inside, TokenType.COMMA) if inside is not None else []
    return pieces if len(pieces) == len(cells) else [places.of(cell) for cell in cells]


def _from_row(scope: Scope, node: exp.EQ) -> list[Item]:
    here = scope.here
    found = here.places.of(node.expression)
    text, span = here.places.slice(found), here.places.span(found)
    index = scope.subquery(node.expression)
    return [
        Item(
            names.column(here.draft, assigned(name)),
            Expression(Form.SUBQUERY, text, span, node=index, item=at),
            here.places.span(here.places.of(node)),
        )
        for at, name in enumerate(node.this.expressions)
    ]


def read_assignment(scope: Scope, node: exp.EQ, ordinal: int, exact: Range | None = None) -> Item:
    """Read ``column = expression`` of SET as an item named after the column.

    ``exact`` gives the expression's tokens where they do not stand beside the name.
    """
    here = scope.here
    found = exact or here.places.assigned(node.this, node.expression)
    name = names.column(here.draft, _column(scope, node.this))
    value = read_value(scope, node.expression, found, ordinal)
    return Item(name, value, here.places.span(here.places.of(node)))


def input_called(scope: Scope, column: exp.Column) -> Input | None:
    """Return the input that an assigned column's qualifier names; None where it has none, or it names no input."""
    called = names.alias(scope.here.draft, column.args.get("table"))
    return next((each for each in scope.inputs if called and each.alias == called), None)


def _column(scope: Scope, node: exp.Expr) -> exp.Expr:
    """Return the identifier of the column that is assigned to: of a member or an element it is the whole."""
    if isinstance(node, (exp.Dot, exp.Bracket)):
        return _column(scope, node.this)
    if isinstance(node, exp.Column) and len(node.parts) > 1 and input_called(scope, node) is None:
        first = input_called(scope, exp.Column(this=node.parts[1], table=node.parts[0]))
        return node.parts[0] if first is None else node.parts[1]
    return assigned(node)


def assigned(node: exp.Expr) -> exp.Expr:
    """Return the identifier of an assigned column or of a key."""
    while isinstance(node, (exp.Ordered, exp.Column)):
        node = node.this
    return node


def items_named(items: Sequence[Item | Star]) -> tuple[str, ...]:
    """Return the names of explicit items."""
    return tuple(item.name for item in items if isinstance(item, Item))

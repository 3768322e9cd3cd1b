"""Conditions: one control per top-level AND term, with the leaves that decide it (method 1.8)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.expression import Expression, Form
from wherefrom.extract.draft import Scope
from wherefrom.extract.query import columns, functions
from wherefrom.extract.tree.frames import Range


def condition(  # noqa: PLR0913  # a control's own fields
    scope: Scope,
    kind: ControlKind,
    nodes: Sequence[exp.Expr],
    found: Range,
    item: int = -1,
    text: str = "",
    *,
    join: str = "",
    joined: int = -1,
) -> None:
    """Add a control of these expressions to the scope.

    Args:
        scope: The scope it stands in.
        kind: Its kind; a row condition that is IN or EXISTS with a subquery becomes SEMI_JOIN.
        nodes: The expressions whose columns decide.
        found: Its tokens.
        item: The only projection it speaks of; -1 for all rows.
        text: The predicate, where it is not the tokens' own text.
        join: INNER, LEFT …
        joined: Ordinal of the joined input.
    """
    places = scope.here.places
    terms: list[Expression] = []
    queries: list[int] = []
    for node in nodes:
        collect(scope, node, found, terms, queries)
    negated, bare = False, nodes[0] if nodes else None
    while isinstance(bare, (exp.Not, exp.Paren)):
        negated = negated != isinstance(bare, exp.Not)
        bare = bare.this
    semi = item < 0 and kind in _ROW_KINDS and _is_semi(bare)
    scope.controls.append(
        Control(
            kind=ControlKind.SEMI_JOIN if semi else kind,
            predicate=text or places.slice(found),
            span=places.span(found),
            terms=tuple(terms),
            join=join,
            item=item,
            input=joined,
            subqueries=tuple(queries),
            negated=negated and semi,
        )
    )


_ROW_KINDS = {ControlKind.WHERE, ControlKind.HAVING, ControlKind.QUALIFY}


def _is_semi(node: exp.Expr | None) -> bool:
    if isinstance(node, exp.Exists):
        return isinstance(node.this, exp.Query)  # else Spark's function of an array
    return isinstance(node, exp.In) and node.args.get("query") is not None


def collect(scope: Scope, root: exp.Expr, found: Range, terms: list[Expression], queries: list[int]) -> None:
    """Collect the leaves of a condition in SQL order. Iterative: chains of AND can be long.

    A subquery's output is a leaf, that of EXISTS is not; the node index of every subquery goes to
    ``queries``. The keys of a window inside the condition take part like any other column.
    """
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) is exp.Column:  # the most frequent by far
            terms.append(columns.read_column(scope, node, scope.here.places.of(node, found)))
        elif _OPERATOR[type(node)]:
            stack.extend(reversed(list(functions.arguments(node))))
        elif isinstance(node, exp.Exists) and isinstance(node.this, exp.Query):
            queries.append(scope.subquery(node.this))
        elif isinstance(node, exp.Query):
            terms.extend(_outputs(scope, node, found, queries))
        elif scope.keys is not None and isinstance(node, _AGGREGATES):
            _inside_aggregate(scope, node, found, terms, queries)
        elif isinstance(node, exp.Window):
            stack.extend(reversed([*functions.arguments(node), *_named(scope, node)]))
        else:
            leaf = _leaf(scope, node, found)
            if leaf is not None:
                terms.append(leaf)
            elif not isinstance(node, exp.Literal):
                stack.extend(reversed(list(functions.arguments(node))))


_AGGREGATES = (exp.AggFunc, exp.Filter, exp.WithinGroup)
"""Aggregates, and what stands around one with columns of its own: FILTER (WHERE …), WITHIN GROUP (ORDER BY …)."""


class _Operators(dict[type, bool]):
    """By class, whether a node is an operator, which only holds its operands together."""

    def __missing__(self, kind: type) -> bool:
        more = (exp.Func, exp.Query, *functions.PATHS)
        plain = issubclass(kind, (exp.Binary, exp.Unary)) and not issubclass(kind, more)
        found = self[kind] = plain or kind in (exp.And, exp.Or)
        return found


_OPERATOR = _Operators()


def _inside_aggregate(
    scope: Scope, node: exp.Expr, found: Range, terms: list[Expression], queries: list[int]
) -> None:
    """Collect what an aggregate in HAVING takes: columns of the inputs, never an alias."""
    keys, scope.keys, scope.ready = scope.keys, None, False
    for each in functions.arguments(node):
        collect(scope, each, found, terms, queries)
    scope.keys, scope.ready = keys, True


def _outputs(scope: Scope, node: exp.Expr, found: Range, queries: list[int]) -> list[Expression]:
    """Read a subquery in a condition; return the outputs that are compared."""
    places = scope.here.places
    where = places.of(node, found)
    text, span = places.slice(where), places.span(where)
    index = scope.subquery(node)
    queries.append(index)
    return [Expression(Form.SUBQUERY, text, span, node=index, item=at) for at in range(_width(node))]


def _leaf(scope: Scope, node: exp.Expr, found: Range) -> Expression | None:
    """Return a leaf of a condition; None for what has parts, and for plain literals."""
    places = scope.here.places
    if isinstance(node, exp.Pseudocolumn):
        return columns.read_column(scope, node, places.of(node, found))
    if isinstance(node, (exp.Parameter, exp.SessionParameter, exp.Placeholder)):
        return columns.read_variable(scope, node, places.of(node, found))
    if isinstance(node, functions.PATHS):
        return columns.read_path(scope, node, places.of(node, found))
    if isinstance(node, exp.Literal) and scope.here.draft.masked.placeholders(node.name):
        where = places.of(node, found)
        return Expression(Form.PARAMETER, places.slice(where), places.span(where))
    counted = isinstance(node, (exp.Count, exp.ApproxDistinct)) and functions.counts_rows(node)
    if counted or (isinstance(node, exp.Func) and functions.is_generated(node, "")):
        where = places.of(node, found)
        name = "COUNT(*)" if counted else functions.name_of(scope, node, where)
        return Expression(Form.GENERATED, places.slice(where), places.span(where), function=name)
    return None


def _width(query: exp.Expr) -> int:
    """Return how many outputs of a subquery are compared: all those beside a row of values."""
    above = query.parent
    if isinstance(above, exp.In) and isinstance(above.this, exp.Tuple):
        return len(above.this.expressions)
    return 1


def _named(scope: Scope, node: exp.Window) -> list[exp.Expr]:
    """Return the keys of the named window that a window stands on."""
    named = node.args.get("alias")
    base = scope.windows.get(named.name.lower()) if named is not None else None
    if base is None:
        return []
    order = base.args.get("order")
    keys = [*(base.args.get("partition_by") or []), *(order.expressions if order is not None else [])]
    return keys + _named(scope, base)


def split_terms(scope: Scope, node: exp.Expr, found: Range) -> list[tuple[exp.Expr, Range]]:
    """Return the top-level AND terms of a condition with their tokens."""
    places = scope.here.places
    while isinstance(node, exp.Paren):
        node, found = node.this, places.strip(found)
    if not isinstance(node, exp.And):
        return [(node, found)]
    terms = list(node.flatten(unnest=False))
    pieces = places.divide(found, TokenType.AND)
    if len(pieces) != len(terms):
        return [(term, places.of(term, found)) for term in terms]
    flat: list[tuple[exp.Expr, Range]] = []
    for term, piece in zip(terms, pieces, strict=True):
        inner = term.unnest() if isinstance(term, exp.Paren) else term
        flat.extend(split_terms(scope, term, piece) if isinstance(inner, exp.And) else [(term, piece)])
    return flat

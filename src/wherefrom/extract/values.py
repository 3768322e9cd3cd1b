"""Expressions in value position: what a value is made of, and which conditions it brings (method 1.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp
from sqlglot.tokens import TokenType

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.expression import ColumnRef, Expression, Form, Part
from wherefrom.extract import columns, functions
from wherefrom.extract.conditions import condition
from wherefrom.extract.draft import Scope
from wherefrom.extract.locate import Range

Reader = Callable[[Scope, exp.Expression, Range, int], Expression]


def read_value(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """Read one expression.

    Args:
        scope: The scope it stands in; conditions it brings are added to its controls.
        node: The expression, without its alias.
        found: Its tokens.
        item: 0-based ordinal of the projection it belongs to.
    """
    while isinstance(node, (exp.Paren, exp.Alias)):
        found = scope.here.places.strip(found) if isinstance(node, exp.Paren) else found
        node = node.this
    reader = _READERS.get(type(node))
    if reader is not None:
        return reader(scope, node, found, item)
    if isinstance(node, exp.Query):
        return _subquery(scope, node, found, item)
    if isinstance(node, exp.AggFunc):
        return _aggregate(scope, node, found, item)
    if isinstance(node, exp.Func) or (isinstance(node, exp.Dot) and isinstance(node.expression, exp.Func)):
        return _function(scope, node, found, item)
    return computed(scope, node, found, item)


def leaf(scope: Scope, form: Form, found: Range, function: str = "") -> Expression:
    """Return a leaf without further parts, its text as written."""
    places = scope.here.places
    return Expression(form, places.slice(found), places.span(found), function=function)


def computed(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """Read an operator or function: every part is an operand; only constants make a constant."""
    parts = tuple(Part(each) for each in _operands(scope, node, found, item))
    places = scope.here.places
    if all(part.value.form is Form.CONSTANT for part in parts):
        return leaf(scope, Form.CONSTANT, found)
    return Expression(
        Form.COMPUTED,
        places.slice(found),
        places.span(found),
        parts,
        function=functions.name_of(scope, node, found),
        opaque=functions.is_opaque(node),
    )


def _operands(scope: Scope, node: exp.Expression, found: Range, item: int) -> Iterator[Expression]:
    """Yield the value-carrying operands; long operator chains are walked, not recursed into."""
    stack = [node]
    while stack:
        here = stack.pop()
        if here is node or _transparent(here):
            stack.extend(reversed(list(functions.arguments(here))))
            continue
        read = read_value(scope, here, scope.here.places.of(here, found), item)
        if read.form is Form.COMPUTED and not read.opaque:
            yield from (part.value for part in read.parts)
        else:
            yield read


def _transparent(node: exp.Expression) -> bool:
    if isinstance(
        node, (exp.Paren, exp.Tuple, exp.Ordered, exp.Kwarg, exp.Interval, exp.Distinct, exp.Order)
    ):
        return True
    return isinstance(node, (exp.Binary, exp.Unary)) and type(node) not in _READERS


def _column(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    return columns.read_column(scope, node, found)


def _path(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    read = columns.read_path(scope, node, found)
    return read or computed(scope, node, found, item)


def _constant(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    text = scope.here.places.slice(found)
    raw = node.name if isinstance(node, exp.Literal) else ""
    if raw and scope.here.draft.masked.placeholders(raw):
        return leaf(scope, Form.PARAMETER, found)
    return Expression(Form.CONSTANT, text, scope.here.places.span(found))


def _variable(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    return columns.read_variable(scope, node, found)


def _subquery(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    index = scope.subquery(node)
    return Expression(Form.SUBQUERY, places.slice(found), places.span(found), node=index)


def _cast(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    inner = read_value(scope, node.this, places.of(node.this, found), item)
    if inner.form is Form.CONSTANT:
        return leaf(scope, Form.CONSTANT, found)
    kind = node.args.get("to")
    stated = kind.sql(dialect=functions.dialect_name(scope)) if isinstance(kind, exp.DataType) else ""
    return Expression(Form.CAST, places.slice(found), places.span(found), (Part(inner),), type=stated)


def _case(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    pieces = places.case_parts(found)
    whens = [piece for word, piece in pieces if word is TokenType.WHEN]
    thens = [piece for word, piece in pieces if word is TokenType.THEN]
    ifs = node.args.get("ifs") or []
    exact = len(whens) == len(thens) == len(ifs)
    subject = node.this
    parts = []
    for index, branch in enumerate(ifs):
        when = whens[index] if exact else places.of(branch.this, found)
        value = branch.args["true"]
        then = thens[index] if exact else places.of(value, found)
        text = places.slice(when)
        if subject is not None:
            text = f"{places.slice(places.of(subject, found))} = {text}"
            condition(scope, ControlKind.CASE_CONDITION, (subject, branch.this), when, item, text)
        else:
            _terms(scope, branch.this, when, item)
        parts.append(Part(read_value(scope, value, then, item), text))
    otherwise = node.args.get("default")
    if otherwise is not None:
        last = next((piece for word, piece in pieces if word is TokenType.ELSE), found)
        parts.append(Part(read_value(scope, otherwise, last, item)))
    return Expression(
        Form.CONDITIONAL,
        places.slice(found),
        places.span(found),
        tuple(parts),
        else_missing=otherwise is None,
    )


def _terms(scope: Scope, node: exp.Expression, found: Range, item: int) -> None:
    for term, piece in split_terms(scope, node, found):
        condition(scope, ControlKind.CASE_CONDITION, (term,), piece, item)


def split_terms(scope: Scope, node: exp.Expression, found: Range) -> list[tuple[exp.Expression, Range]]:
    """Return the top-level AND terms of a condition with their tokens."""
    places = scope.here.places
    while isinstance(node, exp.Paren):
        node, found = node.this, places.strip(found)
    if not isinstance(node, exp.And):
        return [(node, found)]
    terms = [each for each in node.flatten(unnest=False)]
    pieces = places.divide(found, TokenType.AND)
    if len(pieces) != len(terms):
        return [(term, places.of(term, found)) for term in terms]
    flat: list[tuple[exp.Expression, Range]] = []
    for term, piece in zip(terms, pieces, strict=True):
        inner = term.unnest() if isinstance(term, exp.Paren) else term
        flat.extend(split_terms(scope, term, piece) if isinstance(inner, exp.And) else [(term, piece)])
    return flat


def _if(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """IF, IIF, NVL2: a condition and two values."""
    places = scope.here.places
    given = places.arguments(found) if places.is_call(found) else []
    test = given[0] if given else places.of(node.this, found)
    text = places.slice(test) + (" IS NOT NULL" if isinstance(node, exp.Nvl2) else "")
    if isinstance(node, exp.Nvl2):
        condition(scope, ControlKind.CASE_CONDITION, (node.this,), test, item, text)
    else:
        _terms(scope, node.this, test, item)
    parts = []
    for index, key in ((1, "true"), (2, "false")):
        value = node.args.get(key)
        if value is not None:
            where = given[index] if len(given) > index else places.of(value, found)
            parts.append(Part(read_value(scope, value, where, item), text if index == 1 else ""))
    missing = node.args.get("false") is None
    return Expression(
        Form.CONDITIONAL, places.slice(found), places.span(found), tuple(parts), else_missing=missing
    )


def _decode(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """DECODE(x, key, value, …, default)."""
    places = scope.here.places
    given = node.expressions
    where = places.arguments(found) if places.is_call(found) else []
    if len(where) != len(given):
        where = [places.of(each, found) for each in given]
    parts, index = [], 1
    subject = places.slice(where[0])
    while index + 1 < len(given):
        text = f"{subject} = {places.slice(where[index])}"
        condition(scope, ControlKind.CASE_CONDITION, (given[0], given[index]), where[index], item, text)
        parts.append(Part(read_value(scope, given[index + 1], where[index + 1], item), text))
        index += 2
    if index < len(given):
        parts.append(Part(read_value(scope, given[index], where[index], item)))
    return Expression(
        Form.CONDITIONAL,
        places.slice(found),
        places.span(found),
        tuple(parts),
        else_missing=index >= len(given),
    )


def _coalesce(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    given = [node.this, *node.expressions]
    where = places.arguments(found) if places.is_call(found) else []
    if len(where) != len(given):
        where = [places.of(each, found) for each in given]
    parts = tuple(Part(read_value(scope, each, at, item)) for each, at in zip(given, where, strict=True))
    if all(part.value.form is Form.CONSTANT for part in parts) and len(parts) == 1:
        return parts[0].value
    return Expression(Form.COALESCE, places.slice(found), places.span(found), parts)


def _nullif(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    given = places.arguments(found) if places.is_call(found) else []
    value = given[0] if given else places.of(node.this, found)
    other = given[1] if len(given) > 1 else places.of(node.expression, found)
    text = f"{places.slice(value)} = {places.slice(other)}"
    condition(scope, ControlKind.CASE_CONDITION, (node.expression,), other, item, text)
    inner = read_value(scope, node.this, value, item)
    return Expression(Form.NULLIF, places.slice(found), places.span(found), (Part(inner, text),))


def _exists(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """EXISTS as a value is generated; the subquery's own conditions come along."""
    query = node.this
    if isinstance(query, exp.Query) or isinstance(query, exp.Subquery):
        condition(scope, ControlKind.SEMI_JOIN, (node,), found, item)
    return leaf(scope, Form.GENERATED, found, "EXISTS")


def _in(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    return computed(scope, node, found, item)


def _aggregate(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
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
    return _over(scope, node, found, item, Form.AGGREGATE, name)


def _over(  # noqa: PLR0913  # a reader's arguments, and the two that the forms differ in
    scope: Scope, node: exp.Expression, found: Range, item: int, form: Form, name: str
) -> Expression:
    places = scope.here.places
    parts: list[Part] = []
    distinct = False
    for argument in functions.arguments(node):
        inner = argument
        if isinstance(inner, exp.Distinct):
            distinct = True
            for each in inner.expressions:
                parts.append(Part(read_value(scope, each, places.of(each, found), item)))
            continue
        if isinstance(inner, exp.Order):
            for key in inner.expressions:
                condition(scope, ControlKind.AGGREGATE_FILTER, (key,), places.of(key, found), item)
            inner = inner.this
            if inner is None:
                continue
        parts.append(Part(read_value(scope, inner, places.of(inner, found), item)))
    kept = functions.value_arguments(node, parts)
    if not kept:
        return leaf(scope, Form.GENERATED, found, name)
    keys = ("DISTINCT",) if distinct else ()
    return Expression(form, places.slice(found), places.span(found), tuple(kept), function=name, keys=keys)


def _window(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    places = scope.here.places
    definition = _definition(scope, node)
    keys, order = [], []
    for key in definition[0]:
        where = places.of(key)
        keys.append(places.slice(where))
        condition(scope, ControlKind.WINDOW, (key,), where, item, f"PARTITION BY {keys[-1]}")
    for key in definition[1]:
        where = places.of(key)
        text = functions.ordering(scope, key, where)
        order.append(text)
        condition(scope, ControlKind.WINDOW, (key,), where, item, f"ORDER BY {text}")
    inner = node.this
    while isinstance(inner, (exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup, exp.Filter)):
        if isinstance(inner, (exp.WithinGroup, exp.Filter)):
            _filter_condition(scope, inner, found, item)
        inner = inner.this
    name = functions.name_of(scope, inner, places.of(inner, found))
    if functions.generates_in_window(inner):
        read = leaf(scope, Form.GENERATED, found, "COUNT(*)" if isinstance(inner, exp.Count) else name)
    else:
        read = _over(scope, inner, found, item, Form.WINDOW, name)
    return Expression(
        read.form, read.text, read.span, read.parts, read.function, keys=tuple(keys), order=tuple(order)
    )


def _definition(scope: Scope, node: exp.Expression) -> tuple[list[exp.Expression], list[exp.Expression]]:
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


def _filter(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """FILTER and WITHIN GROUP: the condition decides which rows the aggregate sees."""
    _filter_condition(scope, node, found, item)
    places = scope.here.places
    if isinstance(node, exp.WithinGroup) and isinstance(node.expression, exp.Order):
        keys = node.expression.expressions
        ordered = tuple(Part(read_value(scope, key.this, places.of(key.this), item)) for key in keys)
        name = functions.name_of(scope, node.this, found)
        if type(node.this) in functions.ORDERED_SET:
            return Expression(Form.AGGREGATE, places.slice(found), places.span(found), ordered, function=name)
    inner = read_value(scope, node.this, places.of(node.this, found), item)
    return Expression(
        inner.form,
        places.slice(found),
        places.span(found),
        inner.parts,
        inner.function,
        keys=inner.keys,
    )


def _filter_condition(scope: Scope, node: exp.Expression, found: Range, item: int) -> None:
    clause = node.expression
    if isinstance(clause, exp.Where):
        where = scope.here.places.of(clause.this, found)
        for term, piece in split_terms(scope, clause.this, where):
            condition(scope, ControlKind.AGGREGATE_FILTER, (term,), piece, item)
    elif isinstance(clause, exp.Order):
        for key in clause.expressions:
            condition(scope, ControlKind.AGGREGATE_FILTER, (key,), scope.here.places.of(key, found), item)


def _nulls(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    return read_value(scope, node.this, scope.here.places.of(node.this, found), item)


def _function(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    name = functions.name_of(scope, node, found)
    if functions.is_generated(node, name):
        return leaf(scope, Form.GENERATED, found, name)
    read = computed(scope, node, found, item)
    if read.form is Form.CONSTANT and not list(functions.arguments(node)):
        opaque = functions.is_opaque(node)
        return Expression(Form.GENERATED, read.text, read.span, function=name, opaque=opaque)
    return read


def _struct(scope: Scope, node: exp.Expression, found: Range, item: int) -> Expression:
    """STRUCT, ROW, named objects: kept with member names, so that a path can narrow to one."""
    places = scope.here.places
    names, parts = [], []
    for each in node.expressions:
        value = each.expression if isinstance(each, exp.PropertyEQ) else each
        label = each.this.name if isinstance(each, exp.PropertyEQ) else each.alias_or_name
        names.append(label.lower())
        parts.append(Part(read_value(scope, value, places.of(value, found), item)))
    return Expression(
        Form.COMPUTED,
        places.slice(found),
        places.span(found),
        tuple(parts),
        function="STRUCT",
        keys=tuple(names),
    )


_READERS: dict[type[exp.Expression], Reader] = {
    exp.Column: _column,
    exp.Pseudocolumn: _column,
    exp.Dot: _path,
    exp.Bracket: _path,
    exp.JSONExtract: _path,
    exp.JSONExtractScalar: _path,
    exp.JSONBExtract: _path,
    exp.JSONBExtractScalar: _path,
    exp.Literal: _constant,
    exp.Boolean: _constant,
    exp.Null: _constant,
    exp.HexString: _constant,
    exp.BitString: _constant,
    exp.National: _constant,
    exp.RawString: _constant,
    exp.ByteString: _constant,
    exp.Interval: computed,
    exp.Parameter: _variable,
    exp.SessionParameter: _variable,
    exp.Placeholder: _variable,
    exp.Cast: _cast,
    exp.TryCast: _cast,
    exp.Case: _case,
    exp.If: _if,
    exp.Nvl2: _if,
    exp.DecodeCase: _decode,
    exp.Coalesce: _coalesce,
    exp.Nullif: _nullif,
    exp.Exists: _exists,
    exp.In: _in,
    exp.Window: _window,
    exp.Filter: _filter,
    exp.WithinGroup: _filter,
    exp.IgnoreNulls: _nulls,
    exp.RespectNulls: _nulls,
    exp.Struct: _struct,
}

__all__ = ["ColumnRef", "Control", "read_value", "split_terms"]

"""Expressions in value position: what a value is made of, and which conditions it brings (method 1.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Item, NodeKind, Select
from wherefrom.domain.expression import ColumnRef, Expression, Form, Part
from wherefrom.domain.unit import Assignment
from wherefrom.extract.draft import RESULT, Label, Scope, leaf
from wherefrom.extract.query import columns, functions
from wherefrom.extract.query.aggregates import read_aggregate, read_filter, read_window
from wherefrom.extract.query.casts import read_cast, read_convert
from wherefrom.extract.query.choices import read_choice, read_decode
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.query.structures import read_array, read_struct
from wherefrom.extract.tree.frames import Range

Reader = Callable[[Scope, exp.Expr, Range, int], Expression]


def read_value(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
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
    if type(node) in _NAMES and columns.is_default(node):
        return leaf(scope, Form.DEFAULT, found)
    reader = _READERS.get(type(node))
    if reader is not None:
        return reader(scope, node, found, item)
    if isinstance(node, exp.Query):
        return _subquery(scope, node, found, item)
    if isinstance(node, exp.AggFunc):
        return read_aggregate(scope, node, found, item)
    if isinstance(node, exp.Func) or (isinstance(node, exp.Dot) and isinstance(node.expression, exp.Func)):
        return _function(scope, node, found, item)
    return computed(scope, node, found, item)


_NAMES = frozenset({exp.Column, exp.Identifier, exp.Var})
"""What the word DEFAULT may be to the parser."""


def computed(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read an operator or function: every part is an operand; only constants make a constant."""
    parts = tuple(Part(each) for each in _operands(scope, node, found, item))
    places = scope.here.places
    calls = functions.own_calls(node)
    if all(part.value.form is Form.CONSTANT for part in parts):
        calls += tuple(each for part in parts for each in part.value.calls)
        return replace(leaf(scope, Form.CONSTANT, found), calls=calls)
    return Expression(
        Form.COMPUTED,
        places.slice(found),
        places.span(found),
        parts,
        function=functions.name_of(scope, node, found),
        opaque=functions.is_opaque(node),
        calls=calls,
    )


def _operands(scope: Scope, node: exp.Expr, found: Range, item: int) -> Iterator[Expression]:
    """Yield the value-carrying operands; long operator chains are walked, not recursed into."""
    stack = [node]
    while stack:
        here = stack.pop()
        if here is node or _transparent(here):
            stack.extend(reversed(list(functions.arguments(here))))
            continue
        read = read_value(scope, here, scope.here.places.of(here, found), item)
        if read.form is Form.COMPUTED and not (read.opaque or read.keys or read.calls):
            yield from (part.value for part in read.parts)
        else:
            yield read


def _transparent(node: exp.Expr) -> bool:
    if isinstance(
        node, (exp.Paren, exp.Tuple, exp.Ordered, exp.Kwarg, exp.Interval, exp.Distinct, exp.Order)
    ):
        return True
    return isinstance(node, (exp.Binary, exp.Unary)) and type(node) not in _READERS


def _column(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:  # noqa: ARG001  # one signature for all readers
    return columns.read_column(scope, node, found)


def _every_column(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:  # noqa: ARG001
    """Read the ``*`` of HASH(*): every column of every input, as ``t.*`` is every column of one."""
    places = scope.here.places
    return Expression(Form.COLUMN, "*", places.span(found), column=ColumnRef("*", (), "*"))


def _path(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    read = columns.read_path(scope, node, found) or _element(scope, node, found, item)
    return read or computed(scope, node, found, item)


def _element(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression | None:
    """Read ``ARRAY_AGG(x)[OFFSET(0)]`` and ``f(x).member``: one part of a structure that an expression makes."""
    if isinstance(node, exp.Bracket) and len(node.expressions) == 1:
        key = node.expressions[0]
        step = f"[{key.name}]" if isinstance(key, exp.Literal) and not key.is_string else ""
    elif isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        step = f".{columns.member(scope, node.expression)}"
    else:
        return None
    inner = node.this.unnest() if isinstance(node.this, exp.Paren) else node.this
    if not step or isinstance(inner, exp.Column):
        return None
    places = scope.here.places
    read = read_value(scope, inner, places.of(inner, found), item)
    return Expression(
        Form.COMPUTED, places.slice(found), places.span(found), (Part(read),), function="PATH", keys=(step,)
    )


def _constant(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:  # noqa: ARG001  # one signature for all readers
    text = scope.here.places.slice(found)
    if isinstance(node, (exp.Null, exp.Boolean)):
        found = scope.here.places.keyword(found)
        said = scope.here.places.slice(found)
        text = said if said.upper() in _KEYWORDS else node.sql()  # of several, its own is not told apart
    raw = node.name if isinstance(node, exp.Literal) else ""
    if raw and scope.here.draft.masked.placeholders(raw):
        return leaf(scope, Form.PARAMETER, found)
    if raw and raw not in text and scope.here.draft.masked.loops:  # an entry of a template's list
        text = f"'{raw}'" if node.args.get("is_string") else raw
    return Expression(Form.CONSTANT, text, scope.here.places.span(found))


_KEYWORDS = frozenset({"NULL", "TRUE", "FALSE"})


def _variable(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:  # noqa: ARG001  # one signature for all readers
    return columns.read_variable(scope, node, found)


def _variable_set(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read MySQL's ``@r := x`` inside a query: its value is x, which the variable holds from then on."""
    if not isinstance(node.this, exp.Parameter):
        return computed(scope, node, found, item)
    here = scope.here
    tokens = here.places.tokens
    signs = [at for at in range(found[0], found[1]) if tokens[at].token_type is TokenType.COLON_EQ]
    value = (signs[0] + 1, found[1]) if signs else here.places.of(node.expression, found)
    read = read_value(scope, node.expression, value, item)
    around = node.parent
    while isinstance(around, (exp.Paren, exp.Alias)):
        around = around.parent
    at = (scope.node, item)
    if not isinstance(around, exp.Select):  # only a part of what the projection gives
        place = (here.path(f"{scope.path}/variable"), RESULT)
        body = Select(tuple(scope.inputs), (Item("", read, read.span),))
        at = (here.add(NodeKind.QUERY_RESULT, place, body, Label("", read.span)), 0)
    name = f"@{node.this.name.lower()}"
    here.draft.assignments.append(Assignment(here.ordinal, name, *at, rowwise=True))
    return read


def _subquery(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:  # noqa: ARG001  # one signature for all readers
    places = scope.here.places
    index = scope.subquery(node)
    text, span = places.slice(found), places.span(found)
    members = _members(scope, node, index)
    if members:  # SELECT AS STRUCT: its one value is made of all columns
        parts = tuple(
            Part(Expression(Form.SUBQUERY, text, span, node=index, item=at)) for at in range(len(members))
        )
        return Expression(Form.COMPUTED, text, span, parts, function="STRUCT", keys=members)
    return Expression(Form.SUBQUERY, text, span, node=index)


def _members(scope: Scope, node: exp.Expr, index: int) -> tuple[str, ...]:
    """Return the member names of BigQuery's SELECT AS STRUCT; empty for another query, or where a star names them."""
    query = node.unnest() if isinstance(node, exp.Subquery) else node
    if not isinstance(query, exp.Select) or str(query.args.get("kind") or "").upper() != "STRUCT":
        return ()
    made = scope.here.draft.nodes[index]
    items = made.body.items if made is not None and isinstance(made.body, Select) else ()
    named = [each.name for each in items if isinstance(each, Item)]
    return tuple(named) if len(named) == len(items) > 1 else ()


def _case(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
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


def _terms(scope: Scope, node: exp.Expr, found: Range, item: int) -> None:
    for term, piece in split_terms(scope, node, found):
        condition(scope, ControlKind.CASE_CONDITION, (term,), piece, item)


def _if(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """IF, IIF, NVL2: a condition and two values."""
    places = scope.here.places
    given = places.arguments(found) if places.is_call(found) else []
    if given and places.tokens[found[0]].text.upper() not in _IFS:
        return _unfolded(scope, node, found, item)
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


_IFS = frozenset({"IF", "IFF", "IIF", "NVL2"})


def _unfolded(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read a function that the parser unfolds, ZEROIFNULL or DIV0: its arguments are its value."""
    places = scope.here.places
    written = [
        value
        for key in ("true", "false")
        if isinstance(value := node.args.get(key), exp.Expr) and value.find(exp.Column) is not None
    ]
    parts: list[Part] = []
    for value in written:
        read = read_value(scope, value, places.of(value, found), item)
        inside = read.form is Form.COMPUTED and not (read.opaque or read.calls)
        parts.extend(read.parts if inside else [Part(read)])
    name = places.tokens[found[0]].text.upper()
    return Expression(Form.COMPUTED, places.slice(found), places.span(found), tuple(parts), name)


def _coalesce(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    places = scope.here.places
    given = [node.this, *node.expressions]
    where = places.arguments(found) if places.is_call(found) else []
    if len(where) != len(given):
        where = [places.of(each, found) for each in given]
    parts = tuple(Part(read_value(scope, each, at, item)) for each, at in zip(given, where, strict=True))
    if all(part.value.form is Form.CONSTANT for part in parts) and len(parts) == 1:
        return parts[0].value
    return Expression(Form.COALESCE, places.slice(found), places.span(found), parts)


def _nullif(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    places = scope.here.places
    given = places.arguments(found) if places.is_call(found) else []
    value = given[0] if given else places.of(node.this, found)
    other = given[1] if len(given) > 1 else places.of(node.expression, found)
    text = f"{places.slice(value)} = {places.slice(other)}"
    condition(scope, ControlKind.CASE_CONDITION, (node.expression,), other, item, text)
    inner = read_value(scope, node.this, value, item)
    return Expression(Form.NULLIF, places.slice(found), places.span(found), (Part(inner, text),))


def _exists(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """EXISTS as a value is generated; the subquery's own conditions come along. Spark's function takes an array."""
    if not isinstance(node.this, exp.Query):
        return computed(scope, node, found, item)
    condition(scope, ControlKind.SEMI_JOIN, (node,), found, item)
    return leaf(scope, Form.GENERATED, found, "EXISTS")


def _in(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    return computed(scope, node, found, item)


def _nulls(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    return read_value(scope, node.this, scope.here.places.of(node.this, found), item)


def _function(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    name = functions.name_of(scope, node, found)
    if functions.is_generated(node, name):
        return leaf(scope, Form.GENERATED, found, functions.generated_name(scope, node, name, found))
    chosen = read_choice(scope, node, name, found, item)
    if chosen is not None:
        return chosen
    read = computed(scope, node, found, item)
    if read.form is Form.CONSTANT and not isinstance(node, exp.Array) and not list(functions.arguments(node)):
        return replace(read, form=Form.GENERATED, function=name)
    return read


_READERS: dict[type[exp.Expr], Reader] = {
    exp.Column: _column,
    exp.Star: _every_column,
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
    exp.PropertyEQ: _variable_set,
    exp.SessionParameter: _variable,
    exp.Placeholder: _variable,
    exp.Cast: read_cast,
    exp.TryCast: read_cast,
    exp.Convert: read_convert,
    exp.Case: _case,
    exp.If: _if,
    exp.Nvl2: _if,
    exp.DecodeCase: read_decode,
    exp.Coalesce: _coalesce,
    exp.Nullif: _nullif,
    exp.Exists: _exists,
    exp.In: _in,
    exp.Window: read_window,
    exp.Filter: read_filter,
    exp.WithinGroup: read_filter,
    exp.IgnoreNulls: _nulls,
    exp.RespectNulls: _nulls,
    exp.Struct: read_struct,
    exp.Array: read_array,
}

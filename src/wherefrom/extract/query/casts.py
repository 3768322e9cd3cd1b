"""CAST and its like: the value passes, and the type that is stated is kept as written (method 1.7)."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract.draft import Scope, leaf
from wherefrom.extract.query import functions
from wherefrom.extract.query.spelling import spelled_in_cast
from wherefrom.extract.tree.frames import Range

_CONVERTS = frozenset({"CONVERT", "TRY_CONVERT"})


def read_cast(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read ``CAST(x AS t)``, ``x::t``, T-SQL's ``PARSE(x AS t)``, and ``CONVERT`` where the parser takes it for one."""
    kind = node.args.get("to")
    stated = _argument(scope, node.this, found)
    if not stated and not _recodes(scope, kind, found):
        stated = spelled_in_cast(scope.here.places.slice(found), kind, functions.dialect_name(scope.here))
    read = _cast(scope, node.this, found, item, stated)
    members = [each.name for each in kind.expressions] if isinstance(kind, exp.DataType) else []
    inner = read.parts[0].value if read.form is Form.CAST else read
    if inner.function == "STRUCT" and len(members) == len(inner.parts) and all(members):
        inner = replace(inner, keys=tuple(each.lower() for each in members))
        return inner if read.form is Form.CONSTANT else replace(read, parts=(Part(inner), *read.parts[1:]))
    return read


def read_convert(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read T-SQL's ``CONVERT(t, x, style)``: a style is an operand, a written one nothing."""
    kind, style = node.this, node.args.get("style")
    given = scope.here.places.arguments(found) if scope.here.places.is_call(found) else []
    stated = (
        scope.here.places.slice(given[0]) if given else kind.sql(dialect=functions.dialect_name(scope.here))
    )
    read = _cast(scope, node.expression, found, item, stated)
    if style is None or read.form is Form.CONSTANT:
        return read
    places = scope.here.places
    asked = scope.here.read_value(scope, style, places.of(style, found), item)
    if asked.form is Form.CONSTANT:
        return read
    operand = Expression(Form.COMPUTED, asked.text, asked.span, (Part(asked),))
    return replace(read, parts=(*read.parts, Part(operand)))


def _cast(scope: Scope, value: exp.Expr, found: Range, item: int, stated: str) -> Expression:
    places = scope.here.places
    inner = scope.here.read_value(scope, value, places.of(value, found), item)
    if inner.form is Form.CONSTANT:
        whole = leaf(scope, Form.CONSTANT, found)
        return replace(whole, parts=inner.parts, function=inner.function, keys=inner.keys, type=stated)
    return Expression(Form.CAST, places.slice(found), places.span(found), (Part(inner),), type=stated)


def _recodes(scope: Scope, kind: object, found: Range) -> bool:
    """Whether it is MySQL's ``CONVERT(x USING charset)``, which states no type."""
    recoded = isinstance(kind, exp.DataType) and kind.is_type(exp.DType.CHARACTER_SET)
    return recoded and scope.here.places.tokens[found[0]].text.upper() in _CONVERTS


def _argument(scope: Scope, value: exp.Expr, found: Range) -> str:
    """Return the type among the arguments of a CONVERT as written; empty for another form."""
    places = scope.here.places
    if places.tokens[found[0]].text.upper() not in _CONVERTS or not places.is_call(found):
        return ""
    place = places.of(value, found)[0]
    given = places.arguments(found)
    others = [each for each in given[:2] if not each[0] <= place <= each[1]]
    return places.slice(others[0]) if len(given) > 1 and len(others) == 1 else ""

"""The shape of an expression: what its value is made of, and under which conditions.

A deliberately small tree. It keeps what the method asks about (method 1.8) and nothing of the
parser: result positions, operands, branches and their conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from wherefrom.domain.span import Span


class Form(StrEnum):
    """What an expression does with its parts. The first seven are leaves."""

    COLUMN = "COLUMN"  # ``column`` says which
    CONSTANT = "CONSTANT"
    GENERATED = "GENERATED"  # a value without column input; ``function`` is its name as written
    DEFAULT = "DEFAULT"  # the word itself: what the target's DDL gives its column
    PARAMETER = "PARAMETER"  # a bind variable, or a placeholder in a value position
    VARIABLE = "VARIABLE"  # a script variable; link finds its assignment or makes it a PARAMETER
    TEMPLATE = "TEMPLATE"  # a column whose name a placeholder gives: ``t.${column}``
    SUBQUERY = "SUBQUERY"  # ``node`` is the query; its output ``item`` is the value, the first if -1
    CAST = "CAST"  # value passes, constants stay results
    COMPUTED = "COMPUTED"  # operator or function: every part is an operand
    AGGREGATE = "AGGREGATE"  # ``function`` over its parts; constants stay results
    WINDOW = "WINDOW"  # ``function`` over its parts, with a window; constants stay results
    CONDITIONAL = "CONDITIONAL"  # CASE, IF, DECODE, NVL2: one part per branch
    COALESCE = "COALESCE"  # the first part that is not NULL
    NULLIF = "NULLIF"  # one part
    ALIAS = "ALIAS"  # an earlier item of the same SELECT; ``item`` says which


class ColumnRef(Struct, frozen=True, gc=False, array_like=True):
    """A column as the SQL names it, not yet bound to an input.

    Attributes:
        name: Canonical column name.
        qualifier: Canonical alias or table name parts before it; empty for a bare name.
        written: The reference as written, ``t.amt``.
        path: Nested or JSON path below the column, ``$.a[0].b``; empty if none.
    """

    name: str
    qualifier: tuple[str, ...]
    written: str
    path: str = ""


class Part(Struct, frozen=True, gc=False, array_like=True):
    """One value-carrying part of an expression.

    Attributes:
        value: The part itself.
        condition: For a CASE branch the condition as written; empty for ELSE and for all others.
    """

    value: Expression
    condition: str = ""


class Expression(Struct, frozen=True, gc=False, array_like=True):
    """One expression in value position.

    Attributes:
        form: What it does with its parts.
        text: The expression as written, without its alias, placeholders as written.
        span: Where it stands. An expression without a place of its own has its statement's span.
        parts: Value-carrying parts in SQL order; empty for leaves, but for a structure of constants, which is one
            and whose members can be asked for. Conditions are not parts: they are controls of the item.
        function: Function name as written, upper case, for AGGREGATE, WINDOW, GENERATED and COMPUTED.
        column: Set for COLUMN.
        node: Unit index of the query for SUBQUERY; -1 otherwise.
        item: 0-based ordinal of the earlier item for ALIAS, of the output for SUBQUERY; -1 otherwise. For a
            bare COLUMN the earlier item its name may also mean.
        keys: For WINDOW the PARTITION BY texts; for AGGREGATE the DISTINCT marker ``("DISTINCT",)``; for a STRUCT
            its member names; for PATH the step below its part, ``[0]`` or ``.a``.
        order: For WINDOW the ORDER BY texts.
        type: The SQL type a CAST states, as written; empty otherwise.
        opaque: A scalar function of the project's own, as its name says.
        calls: Name, in lower case, of a function that the dialect does not know: one with a schema is the project's
            own, any other may be. For a CONSTANT those of all calls in it.
        else_missing: A CASE without ELSE.
        frame: For a window function the frame as written, ``ROWS BETWEEN … AND …``; empty without one.
    """

    form: Form
    text: str
    span: Span
    parts: tuple[Part, ...] = ()
    function: str = ""
    column: ColumnRef | None = None
    node: int = -1
    item: int = -1
    keys: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    type: str = ""
    opaque: bool = False
    else_missing: bool = False
    frame: str = ""
    calls: tuple[str, ...] = ()


class Transformation(StrEnum):
    """What a value step does (method 1.8). A path is labelled by its strongest step."""

    IDENTITY = "IDENTITY"
    TRANSFORMATION = "TRANSFORMATION"
    CONDITIONAL = "CONDITIONAL"
    AGGREGATION = "AGGREGATION"
    GENERATED = "GENERATED"
    CONSTANT = "CONSTANT"


STRENGTH = {
    Transformation.CONSTANT: 0,
    Transformation.GENERATED: 0,
    Transformation.IDENTITY: 0,
    Transformation.TRANSFORMATION: 1,
    Transformation.CONDITIONAL: 2,
    Transformation.AGGREGATION: 3,
}

_STEP = {
    Form.CAST: Transformation.TRANSFORMATION,
    Form.COMPUTED: Transformation.TRANSFORMATION,
    Form.AGGREGATE: Transformation.AGGREGATION,
    Form.WINDOW: Transformation.AGGREGATION,
    Form.CONDITIONAL: Transformation.CONDITIONAL,
    Form.COALESCE: Transformation.CONDITIONAL,
    Form.NULLIF: Transformation.CONDITIONAL,
}

LEAVES = frozenset(
    {
        Form.COLUMN,
        Form.CONSTANT,
        Form.DEFAULT,
        Form.GENERATED,
        Form.PARAMETER,
        Form.VARIABLE,
        Form.TEMPLATE,
        Form.SUBQUERY,
        Form.ALIAS,
    }
)


def stronger(one: Transformation, other: Transformation) -> Transformation:
    """Return the stronger of two steps; ``one`` where they are equally strong."""
    return other if STRENGTH[other] > STRENGTH[one] else one


def transformation(expression: Expression) -> Transformation:
    """Return the step an expression is as a whole, its own outermost form."""
    if expression.form is Form.CONSTANT or expression.form is Form.PARAMETER:
        return Transformation.CONSTANT
    if expression.form is Form.GENERATED:
        return Transformation.GENERATED
    step = _STEP.get(expression.form, Transformation.IDENTITY)
    for part in expression.parts:
        inner = transformation(part.value)
        step = stronger(step, inner)
    return step


def aggregates(expression: Expression) -> bool:
    """Whether an aggregate or a window is part of an expression: then it is no grouping key."""
    if expression.form in (Form.AGGREGATE, Form.WINDOW):
        return True
    if expression.form is Form.GENERATED and expression.function.startswith("COUNT"):
        return True
    return any(aggregates(part.value) for part in expression.parts)


COLLECTING = frozenset({"ARRAY_AGG", "COLLECT_LIST", "COLLECT_SET", "LIST", "GROUPARRAY", "ARRAY_UNIQUE_AGG"})
"""Aggregates whose value is an array of their first argument."""

ARRANGING = frozenset(
    {"SORT_ARRAY", "ARRAY_SORT", "LIST_SORT", "ARRAYSORT", "ARRAY_DISTINCT", "LIST_DISTINCT", "ARRAY_COMPACT",
     "ARRAY_REVERSE", "LIST_REVERSE", "SHUFFLE"}
)  # fmt: skip
"""Functions of an array whose value is an array of its elements, in another order or not all of them."""

PASSING = COLLECTING | frozenset(
    {"ANY_VALUE", "MAX_BY", "MIN_BY", "ARG_MAX", "ARG_MIN", "FIRST_VALUE", "LAST_VALUE", "NTH_VALUE",
     "LAG", "LEAD", "FIRST", "LAST", "MAX", "MIN"}
)  # fmt: skip
"""Aggregates and window functions whose value is their first argument as it is, alone or in an array."""


class Leaf(Struct, frozen=True, gc=False):
    """One leaf of an expression, with what stands between it and the expression's result.

    Attributes:
        value: The leaf expression.
        step: Strongest step on the way up to the expression's result.
        operand: An operator or function on the way consumes it: a constant here is no endpoint.
    """

    value: Expression
    step: Transformation
    operand: bool


def inside(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and every part of it."""
    stack = [expression]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(part.value for part in reversed(here.parts))


_MEMBER = re.compile(r"\$\.([^.\[]+)(.*)", re.DOTALL)
_ELEMENT = re.compile(r"\$\[(\d*)\](.*)", re.DOTALL)


def narrowed(expression: Expression, path: str) -> Iterator[tuple[Leaf, str]]:
    """Yield the leaves behind a path below an expression, each with the path that is left below it.

    A STRUCT built here narrows to the member that the path names, an array to the element.
    """
    member, element = _MEMBER.fullmatch(path), _ELEMENT.fullmatch(path)
    form, parts = expression.form, expression.parts
    if expression.function == "STRUCT" and member and member[1] in expression.keys:
        yield from narrowed(parts[expression.keys.index(member[1])].value, _rest(member[2]))
    elif expression.function == "ARRAY" and element and parts:
        wanted = parts[int(element[1]) :][:1] if element[1] else parts
        for part in wanted or parts:
            yield from narrowed(part.value, _rest(element[2]))
    elif inner := _asked_of_part(expression, path):
        for leaf, rest in narrowed(parts[0].value, inner):
            yield Leaf(leaf.value, stronger(Transformation.TRANSFORMATION, leaf.step), leaf.operand), rest
    elif form in (Form.CAST, Form.CONDITIONAL, Form.COALESCE, Form.NULLIF) or (
        form in (Form.AGGREGATE, Form.WINDOW) and expression.function in PASSING
    ):
        below = _rest(element[2]) if element and expression.function in COLLECTING else path
        for part in parts:
            for leaf, rest in narrowed(part.value, below):
                yield Leaf(leaf.value, stronger(_STEP[form], leaf.step), leaf.operand), rest
    else:
        yield from ((leaf, path) for leaf in leaves(expression))


def _asked_of_part(expression: Expression, path: str) -> str:
    """Return what a path below a PATH, or below an array in another order, asks of its one part; empty for any other."""
    element = _ELEMENT.fullmatch(path)
    if expression.form is not Form.COMPUTED or not expression.parts:
        return ""
    if expression.function == "PATH":
        return f"${expression.keys[0]}{path[1:]}"
    return f"$[]{element[2]}" if element and expression.function in ARRANGING else ""


def _rest(path: str) -> str:
    return f"${path}" if path else ""


def leaves(expression: Expression) -> Iterator[Leaf]:
    """Yield the value-carrying leaves in SQL order. Iterative: depth is the SQL author's choice."""
    stack = [(expression, Transformation.IDENTITY, False)]
    while stack:
        here, step, operand = stack.pop()
        if here.form in LEAVES:
            yield Leaf(here, step, operand)
            continue
        below = stronger(step, _STEP[here.form])
        consumed = operand or here.form is Form.COMPUTED
        stack.extend((part.value, below, consumed) for part in reversed(here.parts))

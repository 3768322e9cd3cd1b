"""PIVOT and UNPIVOT as scopes over the input before them (method 1.8)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.dialects import Folding
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Label, Scope, UnreadableError
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.query.pivot_names import column_name
from wherefrom.extract.query.values import read_value


def read_pivot(scope: Scope, pivot: exp.Pivot) -> None:
    """Replace the scope's last input by the pivoted one."""
    here = scope.here
    before = scope.inputs.pop()
    called = pivot.args.get("alias")
    alias = (
        names.alias(here.draft, called.this)
        if called is not None and called.this is not None
        else before.alias
    )
    columns = names.columns(here.draft, called)
    path = here.path(f"{scope.path}/{alias or 'pivot'}")
    inner = Scope(here, path, here.draft.reserve(), None, scope.ctes)
    inner.inputs.append(replace(before, join="", using=(), natural=False))
    span = here.span(pivot)
    items = _unpivoted(inner, pivot) if pivot.args.get("unpivot") else _pivoted(inner, pivot)
    body = Select(tuple(inner.inputs), tuple(items), tuple(inner.controls))
    label = Label(alias, span, columns)
    here.put(inner.node, NodeKind.DERIVED_QUERY, (path, RESULT), body, label)
    scope.inputs.append(
        Input(
            alias,
            inner.node,
            span,
            (),
            before.join,
            before.using,
            before.natural,
            before.lateral,
            left=before.left,
        )
    )


def as_clause(node: exp.Pivot) -> exp.Pivot:
    """Return DuckDB's PIVOT or UNPIVOT statement as the clause that says the same.

    Raises:
        UnreadableError: the rows, or the columns of what is read, decide which columns it has.
    """
    if node.args.get("unpivot"):
        into = node.args.get("into")
        named = into.this if into is not None else exp.column("name")
        values = into.expressions if into is not None else [exp.column("value")]
        if any(each.find(exp.Columns, exp.Star) is not None for each in node.expressions):
            raise UnreadableError("an UNPIVOT chooses its columns by a pattern, and is not read")
        entries = [
            exp.PivotAlias(this=each.this, alias=each.args["alias"]) if isinstance(each, exp.Alias) else each
            for each in node.expressions
        ]
        field = exp.In(this=named, expressions=entries)
        nulls = node.args.get("include_nulls")
        return exp.Pivot(expressions=list(values), fields=[field], unpivot=True, include_nulls=nulls)
    if not all(isinstance(each, exp.In) for each in node.expressions):
        raise UnreadableError("the rows of a PIVOT decide which columns it has")
    using = node.args.get("using") or [exp.Count(this=exp.Star())]
    return exp.Pivot(expressions=using, fields=list(node.expressions), group=node.args.get("group"))


def _pivoted(scope: Scope, pivot: exp.Pivot) -> list[Item | Star]:
    draft, places = scope.here.draft, scope.here.places
    aggregates = pivot.expressions
    fields = [each for each in pivot.args.get("fields") or [] if isinstance(each, exp.In)]
    used = [
        names.column(draft, column.this)
        for each in [*aggregates, *(field.this for field in fields)]
        for column in each.find_all(exp.Column)
    ]
    if any(isinstance(each, (exp.PivotAny, exp.Query)) for field in fields for each in field.expressions):
        raise UnreadableError("the rows of a PIVOT decide which columns it has")
    span = scope.here.span(pivot)
    items = _kept(scope, pivot, tuple(dict.fromkeys(used)))
    for values in product(*(field.expressions for field in fields)):
        for aggregate in aggregates:
            ordinal = len(items)
            read = read_value(scope, aggregate, places.of(aggregate), ordinal)
            for field, value in zip(fields, values, strict=True):
                text = f"{places.slice(places.of(field.this))} = {places.slice(places.of(value))}"
                condition(scope, ControlKind.CASE_CONDITION, (field.this,), places.of(field), ordinal, text)
            name = column_name(scope, values, aggregate, alone=len(aggregates) == 1)
            items.append(Item(name, _or_default(scope, pivot, read, ordinal), span))
    return items


def _or_default(scope: Scope, pivot: exp.Pivot, read: Expression, ordinal: int) -> Expression:
    """Return a pivoted value with what stands in its place where it is NULL: DEFAULT ON NULL (x)."""
    default = pivot.args.get("default_on_null")
    if not isinstance(default, exp.Expr):
        return read
    other = read_value(scope, default, scope.here.places.of(default), ordinal)
    return Expression(Form.COALESCE, read.text, read.span, (Part(read), Part(other)))


def _kept(scope: Scope, pivot: exp.Pivot, used: tuple[str, ...]) -> list[Item | Star]:
    """Return the columns that a PIVOT groups by: those it lists, else every input column it does not use."""
    draft, places = scope.here.draft, scope.here.places
    span = scope.here.span(pivot)
    group = pivot.args.get("group")
    if group is None:
        text = "columns the PIVOT does not use"
        every = scope.inputs[0].node
        scope.controls.append(Control(ControlKind.GROUP_BY, text, span, (), all_columns=every, without=used))
        return [Star((), span, used)]
    items: list[Item | Star] = []
    for at, key in enumerate(group.expressions):
        found = places.of(key)
        condition(scope, ControlKind.GROUP_BY, (key,), found)
        name = names.column(draft, key.this) if isinstance(key, exp.Column) else ""
        items.append(Item(name, read_value(scope, key, found, at), places.span(found)))
    return items


def _unpivoted(scope: Scope, pivot: exp.Pivot) -> list[Item | Star]:
    """One item for the name, one per value column; every entry of the list is a branch of each."""
    draft, places = scope.here.draft, scope.here.places
    span = scope.here.span(pivot)
    field = next((each for each in pivot.args.get("fields") or [] if isinstance(each, exp.In)), None)
    if field is None:
        raise UnreadableError("an UNPIVOT without FOR … IN is not read")
    entries = [_entry(scope, each) for each in field.expressions]
    listed = [column for columns, _ in entries for column in columns]
    used = tuple(dict.fromkeys(names.column(draft, each.this) for each in listed))
    items: list[Item | Star] = [Star((), span, used)]
    labels = tuple(Part(label) for _, label in entries)
    name = names.column(draft, field.this.this if isinstance(field.this, exp.Column) else field.this)
    items.append(Item(name, Expression(Form.COALESCE, f"names in {name}", span, labels), span))
    given = pivot.expressions
    if len(given) == 1 and isinstance(given[0], exp.Tuple):
        given = given[0].expressions
    for at, each in enumerate(given):
        called = names.column(draft, each.this if isinstance(each, exp.Column) else each)
        values = tuple(
            Part(read_value(scope, columns[at], places.of(columns[at]), at + 2))
            for columns, _ in entries
            if at < len(columns)
        )
        items.append(Item(called, Expression(Form.COALESCE, called, span, values), span))
    if not pivot.args.get("include_nulls"):
        for each in listed:
            text = f"{places.slice(places.of(each))} IS NOT NULL"
            condition(scope, ControlKind.WHERE, (each,), places.of(each), text=text)
    return items


def _entry(scope: Scope, node: exp.Expr) -> tuple[list[exp.Column], Expression]:
    """Return the columns of one entry of UNPIVOT's list, and the constant its rows are named by."""
    places = scope.here.places
    columns = list(
        node.this.find_all(exp.Column) if isinstance(node, exp.PivotAlias) else node.find_all(exp.Column)
    )
    found = places.of(node)
    called = node.args.get("alias") if isinstance(node, exp.PivotAlias) else None
    if isinstance(called, exp.Literal):
        where = places.of(called)
        return columns, Expression(Form.CONSTANT, places.slice(where), places.span(where))
    named = [called] if called is not None else [each.this for each in columns]
    name = "_".join(_stored(scope, each) for each in named)
    return columns, Expression(Form.CONSTANT, f"'{name}'", places.span(found))


def _stored(scope: Scope, name: exp.Expr) -> str:
    """Return a name as the dialect stores it, which is what a row of UNPIVOT holds."""
    folding = scope.here.draft.facts.columns
    if name.args.get("quoted") or folding not in (Folding.UPPER, Folding.LOWER):
        return name.name
    return name.name.upper() if folding is Folding.UPPER else name.name.lower()

"""PIVOT and UNPIVOT as scopes over the input before them (method 1.8)."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract import names
from wherefrom.extract.conditions import condition
from wherefrom.extract.draft import RESULT, Label, Scope
from wherefrom.extract.values import read_value


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
        Input(alias, inner.node, span, (), before.join, before.using, before.natural, before.lateral)
    )


def _pivoted(scope: Scope, pivot: exp.Pivot) -> list[Item | Star]:
    draft, places = scope.here.draft, scope.here.places
    aggregates = pivot.expressions
    fields = [each for each in pivot.args.get("fields") or [] if isinstance(each, exp.In)]
    used = [
        names.column(draft, column.this)
        for each in [*aggregates, *(field.this for field in fields)]
        for column in each.find_all(exp.Column)
    ]
    outputs = [names.column(draft, _plain(each)) for each in pivot.args.get("columns") or []]
    span = scope.here.span(pivot)
    items: list[Item | Star] = [Star((), span, tuple(dict.fromkeys(used)))]
    values = [value for field in fields for value in field.expressions] or [None]
    for position in range(max(len(outputs), len(values) * len(aggregates))):
        aggregate = aggregates[position % len(aggregates)] if aggregates else None
        if aggregate is None:
            break
        ordinal = len(items)
        read = read_value(scope, aggregate, places.of(aggregate), ordinal)
        for field in fields:
            value = values[min(position // max(len(aggregates), 1), len(values) - 1)]
            text = places.slice(places.of(field.this)) + (
                f" = {places.slice(places.of(value))}" if value is not None else ""
            )
            condition(scope, ControlKind.CASE_CONDITION, (field.this,), places.of(field), ordinal, text)
        items.append(Item(outputs[position] if position < len(outputs) else "", read, span))
    scope.controls.append(
        Control(
            ControlKind.GROUP_BY,
            "columns the PIVOT does not use",
            span,
            (),
            all_columns=scope.inputs[0].node,
            without=tuple(dict.fromkeys(used)),
        )
    )
    return items


def _plain(identifier: exp.Expr) -> exp.Expr:
    """Return a pivot column's name without the quotes the parser puts around strings."""
    text = identifier.name
    if len(text) > 1 and text[0] == text[-1] == "'":
        return exp.to_identifier(text[1:-1])
    return identifier


def _unpivoted(scope: Scope, pivot: exp.Pivot) -> list[Item | Star]:
    """One item for the name, one for the value; every listed column is a branch of the value."""
    draft, places = scope.here.draft, scope.here.places
    span = scope.here.span(pivot)
    field = next((each for each in pivot.args.get("fields") or [] if isinstance(each, exp.In)), None)
    listed: list[exp.Column] = []
    if field is not None:
        for each in field.expressions:
            listed.extend(each.find_all(exp.Column))
    used = tuple(dict.fromkeys(names.column(draft, each.this) for each in listed))
    items: list[Item | Star] = [Star((), span, used)]
    labels = tuple(
        Part(Expression(Form.CONSTANT, f"'{each.name}'", places.span(places.of(each)))) for each in listed
    )
    values = tuple(Part(read_value(scope, each, places.of(each), 2)) for each in listed)
    if field is not None:
        name = names.column(draft, field.this.this if isinstance(field.this, exp.Column) else field.this)
        items.append(Item(name, Expression(Form.COALESCE, f"names in {name}", span, labels), span))
    for each in pivot.expressions:
        name = names.column(draft, each.this if isinstance(each, exp.Column) else each)
        items.append(Item(name, Expression(Form.COALESCE, name, span, values), span))
    if not pivot.args.get("include_nulls"):
        for each in listed:
            text = f"{places.slice(places.of(each))} IS NOT NULL"
            condition(scope, ControlKind.WHERE, (each,), places.of(each), text=text)
    return items

"""MATCH_RECOGNIZE as a scope over the input before it: what it measures, and which rows it matches (method 1.8)."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Label, Scope
from wherefrom.extract.query import functions
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.query.values import read_value
from wherefrom.extract.tree.frames import Range


def read_match(scope: Scope, match: exp.MatchRecognize) -> None:
    """Replace the scope's last input by the rows that are matched in it."""
    here = scope.here
    before = scope.inputs.pop()
    called = match.args.get("alias")
    alias = names.alias(here.draft, called.this) if called is not None else before.alias
    path = here.path(f"{scope.path}/{alias or 'match'}")
    inner = Scope(here, path, here.draft.reserve(), None, scope.ctes)
    inner.inputs.append(replace(before, join="", using=(), natural=False))
    span = here.span(match)
    items = _items(inner, match)
    _read_conditions(inner, match)
    body = Select(tuple(inner.inputs), tuple(items), tuple(inner.controls))
    label = Label(alias, span, names.columns(here.draft, called))
    here.put(inner.node, NodeKind.DERIVED_QUERY, (path, RESULT), body, label)
    scope.inputs.append(Input(alias, inner.node, span, (), before.join, left=before.left))


def _items(scope: Scope, match: exp.MatchRecognize) -> list[Item | Star]:
    """Return what the matches give: one row each, or all of their rows with every column of the input."""
    rows = match.args.get("rows")
    partition = list(match.args.get("partition_by") or [])
    if rows is None or not rows.name.upper().startswith("ALL"):
        return [*_columns(scope, partition, 0), *_measures(scope, match, len(partition))]
    if scope.here.draft.facts.name != "oracle":
        return [Star((), scope.here.span(match)), *_measures(scope, match, 1)]
    order = match.args.get("order")  # Oracle lists them first, and the rest of the input behind the measures
    keys = [*partition, *(each.this for each in (order.expressions if order is not None else ()))]
    first = _columns(scope, keys, 0)
    measures = _measures(scope, match, len(first))
    return [*first, *measures, Star((), scope.here.span(match), tuple(each.name for each in first))]


def _columns(scope: Scope, keys: list[exp.Expr], ordinal: int) -> list[Item]:
    draft, places = scope.here.draft, scope.here.places
    items: dict[str, Item] = {}
    for key in keys:
        found = places.of(key)
        name = names.column(draft, key.this) if isinstance(key, exp.Column) else ""
        read = read_value(scope, key, found, ordinal + len(items))
        items.setdefault(name or read.text, Item(name, read, places.span(found)))
    return list(items.values())


def _measures(scope: Scope, match: exp.MatchRecognize, ordinal: int) -> list[Item]:
    places = scope.here.places
    items: list[Item] = []
    for each in match.args.get("measures") or []:
        called, value = each.this.args["alias"], each.this.this
        found = _of_rows(scope, value, places.of(value, places.of(called)))
        name = names.column(scope.here.draft, called)
        items.append(Item(name, read_value(scope, value, found, ordinal + len(items)), places.span(found)))
    return items


def _read_conditions(scope: Scope, match: exp.MatchRecognize) -> None:
    """Add the conditions: keys that divide and sort the rows are those of a window, DEFINE chooses among them."""
    places = scope.here.places
    for key in match.args.get("partition_by") or []:
        found = places.of(key)
        condition(scope, ControlKind.WINDOW, (key,), found, text=f"PARTITION BY {places.slice(found)}")
    order = match.args.get("order")
    for key in order.expressions if order is not None else ():
        text, found = functions.ordering(scope, key)
        condition(scope, ControlKind.WINDOW, (key,), found, text=f"ORDER BY {text}")
    for each in match.args.get("define") or []:
        value = each.this
        for term, piece in split_terms(scope, value, _of_rows(scope, value, places.of(value))):
            condition(scope, ControlKind.WHERE, (term,), piece)


def _of_rows(scope: Scope, value: exp.Expr, found: Range) -> Range:
    """Take the names of row patterns out of an expression: what stands behind ``down.price`` is the input's column.

    Returns the tokens of the whole expression, found before it lost them.
    """
    for node in list(value.find_all(exp.Column)):
        qualifier = node.args.get("table")
        if qualifier is not None and names.alias(scope.here.draft, qualifier) != scope.inputs[0].alias:
            node.set("table", None)
    for call in value.find_all(exp.Anonymous):
        if call.name.upper() == "CLASSIFIER":  # CLASSIFIER(down): a pattern, no column
            call.set("expressions", [])
    return found

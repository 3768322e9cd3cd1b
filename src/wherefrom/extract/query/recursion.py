"""A recursive query with the columns that SEARCH and CYCLE add: a scope over the query itself."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Here, Label, Scope
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.query.values import read_value
from wherefrom.extract.tree.recursion import Added, column_of


def read_added(here: Here, added: Sequence[Added], inner: int, place: tuple[int, str], label: Label) -> None:
    """Put the query of a WITH, which has the columns of an inner one and those that its clauses add.

    Args:
        here: Its statement.
        added: The columns.
        inner: Index of the query without them.
        place: Its reserved index, and its scope path.
        label: Its name and place.
    """
    index, path = place
    scope = Scope(here, path, index, None, {})
    scope.inputs.append(Input(label.name, inner, label.span or here.whole()))
    items: list[Item | Star] = [Star((), label.span or here.whole())]
    for each in added:
        token = here.places.tokens[each.name]
        name = names.column(here.draft, column_of(token).this)
        items.append(Item(name, _value(scope, each, len(items)), here.places.span((each.name, each.name))))
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    here.put(index, NodeKind.CTE, (path, RESULT), body, label)


def _value(scope: Scope, added: Added, ordinal: int) -> Expression:
    """Return what a column is made of: the keys on the way down, or a number or mark that they decide."""
    places = scope.here.places
    span = places.span((added.name, added.name))
    text = places.slice((added.keys[0], added.name))
    keys = [(column_of(places.tokens[at]), (at, at)) for at in added.keys]
    if added.clause == "CYCLE":
        for key, found in keys:
            condition(
                scope, ControlKind.CASE_CONDITION, (key,), found, ordinal, f"CYCLE {places.slice(found)}"
            )
        given = [
            Expression(Form.CONSTANT, places.slice((at, at)), places.span((at, at))) for at in added.values
        ]
        marks = given or [Expression(Form.CONSTANT, each, span) for each in ("TRUE", "FALSE")]
        return Expression(Form.CONDITIONAL, text, span, tuple(Part(each) for each in marks))
    if scope.here.draft.facts.name == "oracle":  # a number; elsewhere a list of the keys
        for key, found in keys:
            condition(scope, ControlKind.WINDOW, (key,), found, ordinal, f"ORDER BY {places.slice(found)}")
        return Expression(Form.GENERATED, text, span, function="SEARCH")
    parts = tuple(Part(read_value(scope, key, found, ordinal)) for key, found in keys)
    return Expression(
        Form.COMPUTED, text, span, parts, function="CYCLE" if added.clause == "PATH" else "SEARCH"
    )

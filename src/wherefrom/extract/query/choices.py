"""Functions that choose one of their arguments: DECODE, CHOOSE, ELT, multiIf, transform (method 1.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract.draft import Scope
from wherefrom.extract.query.conditions import condition, split_terms
from wherefrom.extract.tree.frames import Range


@dataclass(frozen=True, slots=True)
class _Called:
    """A call with the places of its arguments.

    Attributes:
        scope: The scope it stands in.
        given: Its arguments.
        where: Their tokens.
        found: Its own tokens.
        item: 0-based ordinal of the projection it belongs to.
    """

    scope: Scope
    given: Sequence[exp.Expr]
    where: Sequence[Range]
    found: Range
    item: int

    def text(self, at: int) -> str:
        """Return an argument as written."""
        return self.scope.here.places.slice(self.where[at])

    def value(self, at: int, text: str = "") -> Part:
        """Read an argument as one of the values; ``text`` is the condition it is chosen under."""
        return Part(self.scope.here.read_value(self.scope, self.given[at], self.where[at], self.item), text)

    def decides(self, nodes: Sequence[exp.Expr], at: int, text: str) -> None:
        """Note that expressions decide which value is chosen."""
        condition(self.scope, ControlKind.CASE_CONDITION, nodes, self.where[at], self.item, text)

    def chosen(self, parts: Sequence[Part], *, else_missing: bool = False) -> Expression:
        """Return the call as a choice among values."""
        places = self.scope.here.places
        text, span = places.slice(self.found), places.span(self.found)
        return Expression(Form.CONDITIONAL, text, span, tuple(parts), else_missing=else_missing)


def _called(scope: Scope, given: Sequence[exp.Expr], found: Range, item: int) -> _Called:
    places = scope.here.places
    where = places.arguments(found) if places.is_call(found) else []
    if len(where) != len(given):
        where = [places.of(each, found) for each in given]
    return _Called(scope, given, where, found, item)


def read_decode(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read ``DECODE(x, key, value, …, default)``."""
    return _decode(_called(scope, node.expressions, found, item))


def read_choice(scope: Scope, node: exp.Expr, name: str, found: Range, item: int) -> Expression | None:
    """Read a function that chooses among its arguments by another argument; None for any other function.

    Args:
        scope: The scope it stands in.
        node: The call.
        name: Its name in upper case.
        found: Its tokens.
        item: 0-based ordinal of the projection it belongs to.
    """
    least, reader = _CHOICES.get((scope.here.draft.facts.name, name), (0, None))
    given = [node.this, *node.expressions] if isinstance(node, exp.Elt) else node.expressions
    if reader is None or len(given) < least:
        return None
    return reader(_called(scope, given, found, item))


def _decode(call: _Called) -> Expression:
    parts, at = [], 1
    while at + 1 < len(call.given):
        text = f"{call.text(0)} = {call.text(at)}"
        call.decides((call.given[0], call.given[at]), at, text)
        parts.append(call.value(at + 1, text))
        at += 2
    if at < len(call.given):
        parts.append(call.value(at))
    return call.chosen(parts, else_missing=at >= len(call.given))


def _multi_if(call: _Called) -> Expression:
    """ClickHouse's ``multiIf(condition, value, …, otherwise)``."""
    parts = []
    for at in range(0, len(call.given) - 1, 2):
        for term, piece in split_terms(call.scope, call.given[at], call.where[at]):
            condition(call.scope, ControlKind.CASE_CONDITION, (term,), piece, call.item)
        parts.append(call.value(at + 1, call.text(at)))
    return call.chosen([*parts, call.value(len(call.given) - 1)])


def _by_index(call: _Called) -> Expression:
    """``CHOOSE(i, a, b)``: the index decides which; past the last there is NULL."""
    call.decides(call.given[:1], 0, call.text(0))
    parts = [call.value(at, f"{call.text(0)} = {at}") for at in range(1, len(call.given))]
    return call.chosen(parts, else_missing=True)


def _transform(call: _Called) -> Expression:
    """ClickHouse's ``transform(x, keys, values, default)``: without a default, x itself stands for what no key meets."""
    call.decides(call.given[:2], 0, f"{call.text(0)} IN {call.text(1)}")
    parts = [call.value(2, f"{call.text(0)} IN {call.text(1)}")]
    return call.chosen([*parts, call.value(3 if len(call.given) > 3 else 0)])


_CHOICES: dict[tuple[str, str], tuple[int, Callable[[_Called], Expression]]] = {
    ("clickhouse", "MULTIIF"): (3, _multi_if),
    ("clickhouse", "CASEWITHEXPRESSION"): (4, _decode),
    ("clickhouse", "TRANSFORM"): (3, _transform),
    ("tsql", "CHOOSE"): (3, _by_index),
    ("mysql", "ELT"): (2, _by_index),
    ("hive", "ELT"): (2, _by_index),
    ("spark", "ELT"): (2, _by_index),
    ("databricks", "ELT"): (2, _by_index),
}
"""By dialect and name, the fewest arguments and the reader: elsewhere the name is a function of one's own."""

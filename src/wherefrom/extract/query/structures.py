"""Structures and arrays as values: kept with their parts, so that a path can narrow to one of them."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.expression import Expression, Form, Part
from wherefrom.extract.draft import Scope
from wherefrom.extract.query import built
from wherefrom.extract.query.entries import placed
from wherefrom.extract.tree.frames import Range


def read_struct(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read STRUCT, ROW and named objects: kept with member names."""
    if isinstance(node, exp.Struct) and built.is_keyed(node):
        parts = [_part(scope, each, found, item) for pair in built.object_pairs(node) for each in pair]
        return _made(scope, "STRUCT", parts, found)
    return _structure(scope, built.members(node, scope.here.draft.facts.name), found, item)


def read_array(scope: Scope, node: exp.Expr, found: Range, item: int) -> Expression:
    """Read ``[a, b]``, ARRAY(…) and ARRAY_CONSTRUCT(…): its structures have the member names of the first."""
    rows = built.rows(node, scope.here.draft.facts.name)
    if rows:
        parts = [
            Part(_structure(scope, row, placed(scope.here, each, found), item))
            for row, each in zip(rows, node.expressions, strict=True)
        ]
    else:
        parts = [_part(scope, each, found, item) for each in node.expressions]
    return _made(scope, "ARRAY", parts, found)


def _structure(scope: Scope, members: tuple[built.Member, ...], found: Range, item: int) -> Expression:
    parts = [_part(scope, value, found, item) for _, value in members]
    return _made(scope, "STRUCT", parts, found, tuple(name for name, _ in members))


def _part(scope: Scope, node: exp.Expr, found: Range, item: int) -> Part:
    return Part(scope.here.read_value(scope, node, placed(scope.here, node, found), item))


def _made(
    scope: Scope, function: str, parts: list[Part], found: Range, keys: tuple[str, ...] = ()
) -> Expression:
    """Return what is made of parts: a constant where all of them are, whose own parts only structures ask for."""
    places = scope.here.places
    constant = all(part.value.form is Form.CONSTANT for part in parts)
    kept = bool(keys) or not constant or any(part.value.parts for part in parts)
    return Expression(
        Form.CONSTANT if constant else Form.COMPUTED,
        places.slice(found),
        places.span(found),
        tuple(parts) if kept else (),
        function=function if kept else "",
        keys=keys,
    )

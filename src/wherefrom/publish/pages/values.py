"""A field's visit tree as values: what stands behind a name, with every step that only passes left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import FieldAnswer, Visit
from wherefrom.domain.expression import Expression, Form, Transformation, leaves
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.leaves import Ref, match_leaves, may_be_alias

STOPPED = frozenset({Terminal.WRITER_REJECTED, Terminal.WRITER_DEFERRED})
"""Leaves that stand for a writer which is not followed."""

_PASSING = frozenset({Form.COLUMN, Form.ALIAS, Form.VARIABLE, Form.CONSTANT, Form.GENERATED, Form.PARAMETER})


@dataclass(frozen=True, slots=True)
class Name:
    """A name a value is met under.

    Attributes:
        text: As written.
        file, statement: Where it is written.
    """

    text: str
    file: str
    statement: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a chain of passing steps ends in.

    Attributes:
        visit: The visit that does something, or a leaf.
        names: Names met on the way, outermost first; the first is the one it was asked by.
        edges: Ids of the edges on the way.
    """

    visit: Visit
    names: tuple[Name, ...]
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a visit's expression, with the visits its leaves lead to.

    Attributes:
        expression: The part.
        visit: The visit whose expression it belongs to.
        refs: Per leaf of the part, in SQL order, the visits that answer to it.
    """

    expression: Expression
    visit: Visit
    refs: tuple[Ref, ...]

    def parts(self) -> tuple[tuple[str, Term], ...]:
        """Return the value-carrying parts with their conditions, each with its own share of the leaves."""
        found: list[tuple[str, Term]] = []
        at = 0
        for part in self.expression.parts:
            size = sum(1 for _ in leaves(part.value))
            found.append((part.condition, Term(part.value, self.visit, self.refs[at : at + size])))
            at += size
        return tuple(found)

    def leaves(self) -> tuple[tuple[Expression, Ref], ...]:
        """Return every leaf with the visits that answer to it."""
        return tuple(zip((leaf.value for leaf in leaves(self.expression)), self.refs, strict=True))


@dataclass(frozen=True, slots=True)
class ValueTree:
    """One field's visits, ready to be followed.

    Attributes:
        field: The field.
        visits: By id.
        children: By parent, in visit order; writers that hold come before those that do not.
        unchanged: No step on any path of the field changes a value.
    """

    field: FieldAnswer
    visits: Mapping[int, Visit]
    children: Mapping[int, tuple[Visit, ...]]
    unchanged: bool

    def live(self, visit: Visit) -> tuple[Visit, ...]:
        """Return the children that carry a value: writers nobody follows are left out."""
        found = self.children.get(visit.visit_id, ())
        return tuple(child for child in found if child.terminal not in STOPPED)

    def find(self, visit_id: int, asked: Name | None = None) -> Found:
        """Follow the steps that only pass a value on, and return where they end."""
        names = [asked] if asked else []
        edges: list[str] = []
        here = self.visits[visit_id]
        seen: set[int] = set()
        while here.visit_id not in seen:
            seen.add(here.visit_id)
            edges.append(here.edge_id)
            following = self._next(here)
            if following is None:
                break
            if here.expression is not None and not here.expanded_at:
                names.append(Name(here.expression.text, here.location.file, here.location.statement))
            here = following
        return Found(here, tuple(names), tuple(edge for edge in edges if edge))

    def _next(self, here: Visit) -> Visit | None:
        if here.expanded_at:
            return self.visits[here.expanded_at]
        live = self.live(here)
        if here.terminal or len(live) != 1:
            return None
        if here.expression is not None:
            return live[0] if self._passes(here.expression) else None
        if here.node_kind in _MAKERS or here.transformation not in _STILL:
            return None
        consumed = live[0].operand and not here.operand
        return None if consumed or (same_row(here, live[0]) and not self.unchanged) else live[0]

    def _passes(self, expression: Expression) -> bool:
        """Return whether an expression hands a value on as it is; an earlier column only if nothing changes it."""
        if may_be_alias(expression):
            return self.unchanged
        return expression.form in _PASSING

    def term(self, visit: Visit) -> Term | None:
        """Return a visit's expression with its references; None where it has none."""
        if visit.expression is None:
            return None
        return Term(visit.expression, visit, match_leaves(visit.expression, self.live(visit)))


_MAKERS = frozenset({NodeKind.TABLE_FUNCTION, NodeKind.VALUES_LIST})
"""Nodes that make their fields even of one argument or cell."""

_STILL = frozenset({None, Transformation.IDENTITY, Transformation.CONSTANT, Transformation.GENERATED})
"""Steps that change nothing."""


def same_row(here: Visit, child: Visit) -> bool:
    """Return whether a child is another column of the same row: a computed column is made of those."""
    return (
        child.edge_kind is None
        and child.node_id == here.node_id
        and bool(here.node_id)
        and child.field != here.field
    )


def value_tree(field: FieldAnswer, holds: Mapping[int, bool]) -> ValueTree:
    """Return one field's tree.

    Args:
        field: The field.
        holds: Per visit reached through a writer binding, whether nothing about that writer is open.
    """
    children: dict[int, list[Visit]] = {}
    for visit in field.visits:
        if visit.parent:
            children.setdefault(visit.parent, []).append(visit)
    return ValueTree(
        field=field,
        visits={visit.visit_id: visit for visit in field.visits},
        children={parent: _confirmed_first(group, holds) for parent, group in children.items()},
        unchanged=all(end.transformation in _STILL for end in field.value),
    )


def _confirmed_first(group: list[Visit], holds: Mapping[int, bool]) -> tuple[Visit, ...]:
    if any(visit.edge_kind is EdgeKind.WRITER_BINDING for visit in group):
        return tuple(sorted(group, key=lambda visit: (not holds.get(visit.visit_id, True), visit.visit_id)))
    return tuple(group)

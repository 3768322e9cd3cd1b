"""Conditions of a field: those of its expressions, and those that decide its rows (method 1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import (
    Call,
    Input,
    Item,
    Select,
    SetOperation,
    Table,
    TableFunction,
    Values,
    Wrap,
)
from wherefrom.domain.expression import Form, aggregates
from wherefrom.lineage.control_steps import first_steps
from wherefrom.lineage.estate import Index
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.steps import Step, Vertex
from wherefrom.lineage.variables import variable_of

Key = tuple[int, int]
"""A control: its node, and its ordinal there; ordinal -1 for the comparison of EXCEPT and INTERSECT."""


@dataclass(slots=True)
class Cone:
    """Everything behind a field, as a set: what a control's column comes down to.

    Attributes:
        ends: Steps that end, in search order.
        items: ``(node, item)`` of every expression passed.
        subqueries: Scopes of scalar subqueries passed, and of assignments that govern one field only.
    """

    ends: list[Step] = field(default_factory=list)
    items: list[tuple[int, int]] = field(default_factory=list)
    subqueries: list[int] = field(default_factory=list)


class Controls:
    """Which conditions decide a field. Lazy and memoised."""

    def __init__(self, index: Index, fields: Fields) -> None:
        self.index = index
        self.fields = fields
        self._rows: dict[int, dict[Key, bool]] = {}
        self._cones: dict[Vertex, Cone] = {}
        self._followed: dict[Key, tuple[Key, ...]] = {}
        self._inside: dict[int, dict[int, list[Key]]] = {}
        self._first: dict[Key, list[Step]] = {}
        self._steps: dict[Vertex, tuple[Cone, list[Vertex]]] = {}

    def rows(self, gid: int) -> dict[Key, bool]:
        """Return the conditions that decide a node's rows, in SQL order.

        True stands for those under an outer-joined input: they only limit what it offers.
        """
        found = self._rows.get(gid)
        if found is None:
            self._rows[gid] = {}
            found = self._find_rows(gid)
            self._rows[gid] = found
        return found

    def _find_rows(self, gid: int) -> dict[Key, bool]:
        body = self.index.nodes[gid].body
        found: dict[Key, bool] = {}
        if isinstance(body, Select):
            self._select_rows(gid, body, found)
        elif isinstance(body, Wrap):
            found.update(self.rows(self.index.local(gid, body.node)))
        elif isinstance(body, SetOperation):
            for branch in body.branches:
                _join(found, self.rows(self.index.local(gid, branch)))
            _join(found, {(gid, at): False for at in range(len(body.controls))})
            if not body.operator.startswith("UNION"):
                found[gid, -1] = False
        elif not isinstance(body, Call):
            self._source_rows(gid, body, found)
        return found

    def _source_rows(self, gid: int, body: Table | Values | TableFunction, found: dict[Key, bool]) -> None:
        """Add the conditions of what brought rows into a table, or of the procedure that gives them."""
        ground = self.fields.ground
        if isinstance(body, TableFunction):
            for result in ground.reach.calls.results(gid):
                _join(found, self.rows(result))
        elif isinstance(body, Table) and body.role == "read" and not body.prior:
            for bound in ground.reach.of(gid).bound:
                if ground.accepted.follows(bound):
                    _join(found, self.writer_rows(bound.writer))

    def writer_rows(self, number: int) -> dict[Key, bool]:
        """Return the conditions of a writer that govern every field it writes."""
        writer = self.index.writers[number]
        found: dict[Key, bool] = {}
        for branch in writer.writer.branches:
            if branch.governs_all:
                _join(found, self.rows(self.index.base[writer.file] + branch.node))
        return found

    def _select_rows(self, gid: int, body: Select, found: dict[Key, bool]) -> None:
        for at, control in enumerate(body.controls):
            if control.item < 0 and not self._aggregated(gid, body, control):
                found[gid, at] = False
                for query in control.subqueries:
                    _join(found, self.rows(self.index.local(gid, query)))
                for query in self._variable_queries(gid, control):
                    _join(found, self.rows(query))
        for at, given in enumerate(body.inputs):
            below = self.rows(self.index.local(gid, given.node))
            if _optional(body.inputs, at):
                below = dict.fromkeys(below, True)
            _join(found, below)

    def _aggregated(self, gid: int, body: Select, control: Control) -> bool:
        """Whether a projection is no grouping key after all: an earlier alias in it stands for an aggregate."""
        if control.kind is not ControlKind.GROUP_BY:
            return False
        given = [
            body.items[item]
            for term in control.terms
            if term.form is Form.ALIAS
            for item in self.fields.leaves.aliased(gid, term)
        ]
        return any(isinstance(item, Item) and aggregates(item.value) for item in given)

    def _variable_queries(self, gid: int, control: Control) -> list[int]:
        """Return the queries behind script variables in a condition: like scalar subqueries there."""
        found: list[int] = []
        for term in control.terms:
            variable = variable_of(term)
            if variable is not None:
                given = self.fields.leaves.variables.assignments(gid, *variable)
                found.extend(self.index.local(gid, each.node) for each in given)
        return found

    def cone(self, vertex: Vertex) -> Cone:
        """Return everything behind a field."""
        if vertex not in self._cones:
            cone = Cone()
            seen: set[Vertex] = set()
            stack = [vertex]
            while stack:
                here = stack.pop()
                if here in seen:
                    continue
                seen.add(here)
                own, onward = self._next(here)
                cone.ends += own.ends
                cone.items += own.items
                cone.subqueries += own.subqueries
                stack += onward
            self._cones[vertex] = cone
        return self._cones[vertex]

    def _next(self, vertex: Vertex) -> tuple[Cone, list[Vertex]]:
        """Return what one field adds to the cones it stands in, and the fields behind it, the first one last."""
        found = self._steps.get(vertex)
        if found is None:
            expansion = self.fields.expand(vertex)
            onward = [(step, step.to) for step in expansion.steps if step.to is not None]
            own = Cone(
                ends=[step for step in expansion.steps if step.to is None],
                items=[(vertex.node, item) for item in expansion.items],
                subqueries=[*expansion.governed, *(to.node for step, to in onward if is_subquery(step))],
            )
            found = self._steps[vertex] = own, [to for _, to in reversed(onward)]
        return found

    def item_controls(self, gid: int, item: int) -> list[Key]:
        """Return the conditions inside one projection's expression."""
        if gid not in self._inside:
            body = self.index.nodes[gid].body
            self._inside[gid] = {}
            for at, control in enumerate(body.controls if isinstance(body, Select) else ()):
                self._inside[gid].setdefault(control.item, []).append((gid, at))
        return self._inside[gid].get(item, [])

    def behind(self, items: Iterable[tuple[int, int]], subqueries: Iterable[int]) -> list[Key]:
        """Return the conditions that come with expressions and scalar subqueries that were passed."""
        found: dict[Key, None] = {}
        for gid, item in items:
            for key in self.item_controls(gid, item):
                found[key] = None
                for query in self.control(key).subqueries:
                    found.update(dict.fromkeys(self.rows(self.index.local(gid, query))))
        for node in subqueries:
            found.update(dict.fromkeys(self.rows(node)))
        return list(found)

    def control(self, key: Key) -> Control:
        """Return the local fact behind a key."""
        gid, at = key
        body = self.index.nodes[gid].body
        if at < 0:
            assert isinstance(body, SetOperation)  # only set operations compare
            node = self.index.nodes[gid]
            return Control(ControlKind.SET_OPERATION, body.operator, node.span, ())
        assert isinstance(body, Select | SetOperation)  # only scopes hold conditions
        return body.controls[at]

    def first(self, key: Key) -> list[Step]:
        """Return the first steps of every column that a condition names."""
        if key not in self._first:
            self._first[key] = first_steps(self.index, self.fields, key[0], self.control(key))
        return self._first[key]

    def followed(self, key: Key) -> tuple[Key, ...]:
        """Return the window and CASE conditions that a condition's own columns bring along."""
        if key not in self._followed:
            aliased = [
                (key[0], item)
                for term in self.control(key).terms
                for item in self.fields.leaves.aliased(key[0], term)
            ]
            found: dict[Key, None] = dict.fromkeys(self.behind(aliased, ()))
            for step in self.first(key):
                if step.to is None:
                    continue
                cone = self.cone(step.to)
                extra = [step.to.node] if is_subquery(step) else []
                for each in self.behind(cone.items, [*cone.subqueries, *extra]):
                    found[each] = None
            found.pop(key, None)
            self._followed[key] = tuple(found)
        return self._followed[key]


def is_subquery(step: Step) -> bool:
    """Whether a step goes into a scalar subquery or a script variable's query."""
    return (step.leaf is not None and step.leaf.form in (Form.SUBQUERY, Form.VARIABLE)) or (
        step.leaf is not None
        and step.leaf.form is Form.COLUMN
        and step.edge is not None
        and step.rule is not None
        and step.rule.value == "ORDINAL"
    )


def _optional(inputs: tuple[Input, ...], at: int) -> bool:
    """Whether rows stand without an input; those of both sides of a FULL join all stand."""
    return inputs[at].join == "LEFT" or any(each.join == "RIGHT" for each in inputs[at + 1 :])


def _join(into: dict[Key, bool], more: dict[Key, bool]) -> None:
    """Add conditions; one that is not optional anywhere is not optional."""
    for key, optional in more.items():
        into[key] = into.get(key, True) and optional

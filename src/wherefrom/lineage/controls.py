"""Conditions of a field: those of its expressions, and those that decide its rows (method 1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Input, Select, SetOperation, Table, TableFunction, Values, Wrap
from wherefrom.domain.evidence import ControlRecord, PlacedDiagnostic
from wherefrom.domain.expression import Expression, Form, Leaf, Transformation
from wherefrom.domain.ids import short_id
from wherefrom.domain.rules import Terminal
from wherefrom.lineage.estate import Index
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.steps import Doubt, Step, Vertex

Key = tuple[int, int]
"""A control: its node, and its ordinal there; ordinal -1 for the comparison of EXCEPT and INTERSECT."""

_EXPRESSION_KINDS = {ControlKind.CASE_CONDITION, ControlKind.WINDOW, ControlKind.AGGREGATE_FILTER}


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


def placed(doubt: Doubt) -> PlacedDiagnostic:
    """Return a doubt as a diagnostic with its id."""
    found = short_id(
        "G",
        doubt.code,
        doubt.location.file,
        doubt.location.statement,
        doubt.location.span.start,
        doubt.subject,
    )
    return PlacedDiagnostic(
        found, doubt.code, doubt.subject, doubt.candidates, doubt.message, doubt.location, doubt.scope
    )


class Controls:
    """Row conditions and resolved records. Lazy and memoised.

    Attributes:
        diagnostics: Every diagnostic met in a condition so far, by id.
    """

    def __init__(self, index: Index, fields: Fields) -> None:
        self.index = index
        self.fields = fields
        self.diagnostics: dict[str, PlacedDiagnostic] = {}
        self._rows: dict[int, dict[Key, bool]] = {}
        self._cones: dict[Vertex, Cone] = {}
        self._records: dict[Key, ControlRecord] = {}
        self._followed: dict[Key, tuple[Key, ...]] = {}

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
        else:
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
            if control.item < 0:
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

    def _variable_queries(self, gid: int, control: Control) -> list[int]:
        """Return the queries behind script variables in a condition: like scalar subqueries there."""
        found: list[int] = []
        for term in control.terms:
            name = term.function if term.form is Form.VARIABLE else ""
            if term.form is Form.COLUMN and term.column is not None and not term.column.qualifier:
                name = term.column.name
            if name:
                found.extend(
                    self.index.local(gid, each.node) for each in self.fields.leaves.assignments(gid, name)
                )
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
                expansion = self.fields.expand(here)
                cone.items.extend((here.node, item) for item in expansion.items)
                cone.subqueries.extend(expansion.governed)
                onward = []
                for step in expansion.steps:
                    self._subqueries(step, cone)
                    if step.to is None:
                        cone.ends.append(step)
                    else:
                        onward.append(step.to)
                stack.extend(reversed(onward))
            self._cones[vertex] = cone
        return self._cones[vertex]

    def _subqueries(self, step: Step, cone: Cone) -> None:
        if step.to is not None and is_subquery(step):
            cone.subqueries.append(step.to.node)

    def item_controls(self, gid: int, item: int) -> list[Key]:
        """Return the conditions inside one projection's expression."""
        body = self.index.nodes[gid].body
        if not isinstance(body, Select):
            return []
        return [(gid, at) for at, control in enumerate(body.controls) if control.item == item]

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

    def followed(self, key: Key) -> tuple[Key, ...]:
        """Return the window and CASE conditions that a condition's own columns bring along."""
        if key not in self._followed:
            aliased = [
                (key[0], item)
                for term in self.control(key).terms
                for item in self.fields.leaves.aliased(key[0], term)
            ]
            found: dict[Key, None] = dict.fromkeys(self.behind(aliased, ()))
            for step in self._steps(key):
                if step.to is None:
                    continue
                cone = self.cone(step.to)
                extra = [step.to.node] if is_subquery(step) else []
                for each in self.behind(cone.items, [*cone.subqueries, *extra]):
                    found[each] = None
            found.pop(key, None)
            self._followed[key] = tuple(found)
        return self._followed[key]

    def _steps(self, key: Key) -> list[Step]:
        """Return the first steps of every column that a condition names."""
        gid, at = key
        control = self.control(key)
        steps: list[Step] = []
        for term in control.terms:
            steps.extend(self._term_steps(gid, term, control))
        body = self.index.nodes[gid].body
        if isinstance(body, Select) and control.join and not control.terms and control.input >= 0:
            steps.extend(
                Step(to=Vertex(place.node, place.key))
                for place in self.fields.ground.binder.using(gid, control.input)
            )
        if control.kind is ControlKind.MERGE_MATCH and not control.terms and isinstance(body, Select):
            steps.extend(self._key_steps(gid, body))
        if control.all_columns >= 0:
            steps.extend(self._rest(gid, control))
        if at < 0 and isinstance(body, SetOperation):
            for branch in body.branches:
                node = self.index.local(gid, branch)
                slots = self.fields.ground.layouts.of(node).slots
                steps.extend(Step(to=Vertex(node, slot.key)) for slot in slots if not slot.open)
        return steps

    def _term_steps(self, gid: int, term: Expression, control: Control) -> tuple[Step, ...]:
        leaf = Leaf(term, Transformation.IDENTITY, operand=False)
        if isinstance(self.index.nodes[gid].body, SetOperation):
            output = self._output(gid, term)
            return (Step(to=Vertex(gid, output)),) if output else ()
        if control.kind is ControlKind.ROW_GENERATOR and control.input >= 0:
            body = self.index.nodes[gid].body
            if isinstance(body, Select):
                node = self.index.local(gid, body.inputs[control.input].node)
                return self.fields.leaves.steps(node, leaf, Vertex(node, ""))
        return self.fields.leaves.steps(gid, leaf, Vertex(gid, ""))

    def _output(self, gid: int, term: Expression) -> str:
        """Return the output of a set operation that a sorting key names."""
        if term.form is Form.ALIAS:
            return self.fields.ground.key_at(gid, term.item)
        return term.column.name if term.column is not None and not term.column.qualifier else ""

    def _key_steps(self, gid: int, body: Select) -> list[Step]:
        """Return both sides of the keys that DDL names for an upsert that names none."""
        target, row = (self.index.local(gid, each.node) for each in body.inputs[:2])
        name = self.index.table(target)
        if name is None:
            return []
        place = self.index.nodes[gid].statement
        keys = self.fields.ground.schema.of(name, self.index.file_of[gid], place).keys
        given = self.fields.ground.layouts.of(row)
        return [
            Step(to=Vertex(node, column))
            for key in keys
            for column in key
            if column in given.names
            for node in (target, row)
        ]

    def _rest(self, gid: int, control: Control) -> list[Step]:
        node = self.index.local(gid, control.all_columns)
        layout = self.fields.ground.layouts.of(node)
        return [
            Step(to=Vertex(node, slot.key))
            for slot in layout.slots
            if not slot.open and slot.name not in control.without
        ]

    def record(self, key: Key, *, optional: bool) -> ControlRecord:
        """Return a condition with its columns resolved down to endpoints."""
        if key not in self._records:
            self._records[key] = self._resolve(key)
        found = self._records[key]
        if found.optional == optional:
            return found
        return ControlRecord(
            **{name: getattr(found, name) for name in _FIELDS if name != "optional"}, optional=optional
        )

    def _resolve(self, key: Key) -> ControlRecord:
        gid, _ = key
        control = self.control(key)
        node = self.index.nodes[gid]
        columns: set[str] = set()
        prior: set[str] = set()
        other: set[str] = set()
        doubts: dict[str, PlacedDiagnostic] = {}
        for step in self._steps(key):
            ends = [step] if step.to is None else self.cone(step.to).ends
            for end in ends:
                self._end(end, gid, (columns, prior, other), doubts)
        self.diagnostics.update(doubts)
        location = self.index.location(gid, control.span)
        identity = short_id(
            "C",
            location.file,
            location.statement,
            node.scope,
            control.kind.value,
            control.span.start,
            control.predicate,
            control.item,
        )
        return ControlRecord(
            control_id=identity,
            kind=control.kind,
            join=control.join if control.kind is not ControlKind.ROW_GENERATOR else "",
            predicate=control.predicate,
            columns_here=_here(control),
            columns=tuple(sorted(columns)),
            prior=tuple(sorted(prior)),
            other=tuple(sorted(other)),
            node_id=self.index.node_id(gid),
            scope=node.scope,
            scope_name=node.name,
            location=location,
            diagnostics=tuple(sorted(doubts)),
            negated=control.negated,
            input=self._input_name(gid, control),
        )

    def _input_name(self, gid: int, control: Control) -> str:
        body = self.index.nodes[gid].body
        if not isinstance(body, Select) or not 0 <= control.input < len(body.inputs):
            return ""
        given = body.inputs[control.input]
        name = self.index.table(self.index.local(gid, given.node))
        return (
            name.canonical if name is not None else self.index.nodes[self.index.local(gid, given.node)].name
        )

    def _end(
        self,
        end: Step,
        gid: int,
        into: tuple[set[str], set[str], set[str]],
        doubts: dict[str, PlacedDiagnostic],
    ) -> None:
        columns, prior, other = into
        if end.terminal in (Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE):
            columns.add(end.at)
            if end.terminal is Terminal.PRIOR_STATE and self._own(end, gid):
                prior.add(end.at)
        elif end.terminal is Terminal.CYCLE:
            if self._own(end, gid):
                columns.add(end.at)
                prior.add(end.at)
            else:
                other.add("CYCLE")
        elif end.doubt is not None:
            diagnostic = placed(end.doubt)
            doubts[diagnostic.diagnostic_id] = diagnostic
        elif end.terminal is not None and not (end.terminal is Terminal.CONSTANT and end.operand):
            other.add(f"{end.terminal.value} {end.at}".strip())

    def _own(self, end: Step, gid: int) -> bool:
        """Whether an end stands in the condition's own statement."""
        if end.node < 0:
            return False
        index = self.index
        same = index.file_of[end.node] == index.file_of[gid]
        return same and index.nodes[end.node].statement == index.nodes[gid].statement


_FIELDS = ControlRecord.__slots__


def is_subquery(step: Step) -> bool:
    """Whether a step goes into a scalar subquery or a script variable's query."""
    return (step.leaf is not None and step.leaf.form in (Form.SUBQUERY, Form.VARIABLE)) or (
        step.leaf is not None
        and step.leaf.form is Form.COLUMN
        and step.edge is not None
        and step.rule is not None
        and step.rule.value == "ORDINAL"
    )


def _here(control: Control) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            term.column.written if term.column is not None else term.text
            for term in control.terms
            if term.form in (Form.COLUMN, Form.ALIAS)
        )
    )


def _optional(inputs: tuple[Input, ...], at: int) -> bool:
    if inputs[at].join in ("LEFT", "FULL"):
        return True
    return any(each.join in ("RIGHT", "FULL") for each in inputs[at + 1 :])


def _join(into: dict[Key, bool], more: dict[Key, bool]) -> None:
    """Add conditions; one that is not optional anywhere is not optional."""
    for key, optional in more.items():
        into[key] = into.get(key, True) and optional

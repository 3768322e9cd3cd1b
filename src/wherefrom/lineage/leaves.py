"""The leaves of an expression: columns, subqueries, variables, literals, each one way on."""

from __future__ import annotations

import re

from msgspec.structs import replace

from wherefrom.domain.dataset import EdgeKind, Item, Select, Star, TableFunction, Values
from wherefrom.domain.expression import ColumnRef, Expression, Form, Leaf, inside, leaves, stronger
from wherefrom.domain.rules import Rule, Terminal
from wherefrom.domain.unit import Assignment
from wherefrom.lineage.estate import subquery_edge
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.layout import starred
from wherefrom.lineage.places import Binding, Place
from wherefrom.lineage.routines import Routines
from wherefrom.lineage.steps import Doubt, Step, Vertex, below

_COLUMN = re.compile(r"\$(?:\[\d*\])?\.([^.\[]+)(.*)", re.DOTALL)


class Leaves:
    """Turns leaves into steps, in the scope they stand in."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.index = ground.index
        self.routines = Routines(ground.index)
        self.declarations = ground.reach.declarations

    def steps(self, gid: int, leaf: Leaf, vertex: Vertex, item: int = -1) -> tuple[Step, ...]:
        """Return the steps of one leaf of an expression in a scope."""
        value = leaf.value
        operand = vertex.operand or leaf.operand
        base = Step(
            leaf=value,
            step=leaf.step,
            operand=operand,
            location=self.index.location(gid, value.span),
            node=gid,
        )
        if value.form is Form.COLUMN and value.column is not None:
            if vertex.path:
                base = replace(base, path=vertex.path)
            return self._column(gid, value, value.column, base, item)
        if value.form is Form.DEFAULT:
            return ()  # the statement that writes the column says what it is
        if value.form is Form.SUBQUERY:
            to = self.index.local(gid, value.node)
            edge = subquery_edge(self.index, to)
            onward = Vertex(to, self.output(to, max(value.item, 0)), vertex.path, operand)
            return (replace(base, to=onward, edge=edge, ends=(to, gid), rule=Rule.ORDINAL),)
        if value.form is Form.ALIAS:
            return self._earlier(gid, value.item, base, vertex)
        if value.form is Form.VARIABLE:
            return self._variable(gid, value, base)
        terminal = _LEAF_ENDS.get(value.form, Terminal.PARAMETER)
        named = value.function if value.form is Form.GENERATED and value.function else value.text
        if self.routines.own_functions(gid, value):  # of no column: what it gives is not known
            terminal = Terminal.OPAQUE_FUNCTION
        return (replace(base, terminal=terminal, at=named),)

    def opaque(self, gid: int, value: Expression) -> tuple[Doubt, ...]:
        """Return what is to be said of the project's own functions that an expression calls, its parts left out."""
        return tuple(
            self.ground.doubt(gid, value.span, "OPAQUE_FUNCTION", name, (), self._why_opaque(gid, name))
            for name in self.routines.own_functions(gid, value)
        )

    def opaque_ends(self, gid: int, value: Expression, vertex: Vertex) -> tuple[Step, ...]:
        """Return an end for each of the project's own functions that is given values and no column: it may read tables."""
        return tuple(
            Step(
                leaf=part,
                terminal=Terminal.OPAQUE_FUNCTION,
                at=part.text,
                operand=vertex.operand,
                location=self.index.location(gid, part.span),
                node=gid,
            )
            for part in inside(value)
            if part.form is Form.COMPUTED and self.routines.own_functions(gid, part)
            if all(leaf.value.form in _GIVEN for leaf in leaves(part))
        )

    def _why_opaque(self, gid: int, name: str) -> str:
        if self.routines.has_function(gid, name):
            return f"The body of {name} is in the snapshot and not followed: its arguments are shown, not what it reads."
        return f"The body of {name} is not in the snapshot; its arguments are shown, not what it does."

    def output(self, gid: int, at: int) -> str:
        """Return the key of a subquery's output by position."""
        slots = self.ground.layouts.of(gid).slots
        if at < len(slots) and not any(slot.open for slot in slots[: at + 1]):
            return slots[at].key
        return f"#{at + 1}"

    def _earlier(self, gid: int, item: int, base: Step, vertex: Vertex) -> tuple[Step, ...]:
        """An earlier item of the same scope: its own leaves stand in its place."""
        body = self.index.nodes[gid].body
        given = body.items[item] if isinstance(body, Select) else None
        if not isinstance(given, Item):
            return ()
        found: list[Step] = []
        for leaf in leaves(given.value):
            inner = replace(vertex, operand=base.operand)
            found.extend(
                replace(step, step=stronger(base.step, step.step), rule=step.rule or Rule.LATERAL_ALIAS)
                for step in self.steps(gid, leaf, inner, item)
            )
        return tuple(found)

    def aliased(self, gid: int, expression: Expression, item: int = -1) -> tuple[int, ...]:
        """Return the earlier items of the scope that an expression stands on, by LATERAL_ALIAS."""
        body = self.index.nodes[gid].body
        if not isinstance(body, Select):
            return ()
        found: dict[int, None] = {}
        stack = [(expression, item)]
        while stack:
            here, own = stack.pop()
            for leaf in leaves(here):
                at = self._alias_of(gid, leaf.value, own)
                given = body.items[at] if 0 <= at < len(body.items) else None
                if isinstance(given, Item) and at not in found:
                    found[at] = None
                    stack.append((given.value, at))
        return tuple(found)

    def _alias_of(self, gid: int, value: Expression, item: int) -> int:
        if value.form is Form.ALIAS:
            return value.item
        if value.form is not Form.COLUMN or value.column is None or value.item in (-1, item):
            return -1
        binding = self.ground.binder.bind(gid, value.column, value.item, self._limit(gid))
        return binding.places[0].item if binding.rule is Rule.LATERAL_ALIAS else -1

    def _column(self, gid: int, value: Expression, ref: ColumnRef, base: Step, item: int) -> tuple[Step, ...]:
        if ref.name == "*":
            return self._whole_row(gid, ref, base)
        path = below(ref.path, base.path)
        row = self.ground.layouts.structures.row_of(gid, ref)
        if row >= 0:
            return self._row(gid, row, path, ref, base)
        limit = self._limit(gid)
        alias = value.item if value.item != item else -1
        scope = self._scope(gid)
        binding = self.ground.binder.bind(scope, ref, alias, limit)
        whole = self.ground.layouts.structures.row_beside(scope, ref)
        if binding.rule is None or whole:
            return self._unbound(scope, value, ref, binding, base, whole)
        steps: list[Step] = []
        for place in binding.places:
            if place.item >= 0:
                vertex = Vertex(scope, place.key, path, base.operand)
                steps.extend(self._earlier(scope, place.item, base, vertex))
                continue
            onward = Vertex(place.node, place.key, path, base.operand)
            found = self.ground.to_place(place, binding, onward, base)
            steps.append(found)
        return tuple(steps)

    def _row(self, gid: int, at: int, path: str, ref: ColumnRef, base: Step) -> tuple[Step, ...]:
        """The whole row of an input, or the one column of it that a path names."""
        body = self.index.nodes[gid].body
        found = _COLUMN.fullmatch(path)
        if found is None or not isinstance(body, Select):
            return self._whole_row(gid, replace(ref, qualifier=(ref.name,)), base)
        name, rest = found[1], f"${found[2]}" if found[2] else ""
        to = self.index.local(gid, body.inputs[at].node)
        slot = next((s for s in self.ground.layouts.of_input(gid, at).slots if s.name == name), None)
        key = slot.key if slot is not None else name
        binding = Binding(Rule.QUALIFIED, (Place(gid, at, to, key, name),))
        onward = Vertex(to, key, rest, base.operand)
        return (self.ground.to_place(binding.places[0], binding, onward, base),)

    def _scope(self, gid: int) -> int:
        """Return the scope in which a node's own expressions are bound."""
        node = self.index.nodes[gid]
        if isinstance(node.body, TableFunction | Values) and node.parent >= 0:
            return self.index.local(gid, node.parent)
        return gid

    def _limit(self, gid: int) -> int:
        """A table function, or a list of rows, sees the inputs before it."""
        scope = self._scope(gid)
        body = self.index.nodes[scope].body
        if scope == gid or not isinstance(body, Select):
            return -1
        inputs = [self.index.local(scope, each.node) for each in body.inputs]
        return inputs.index(gid) if gid in inputs else -1

    def _whole_row(self, gid: int, ref: ColumnRef, base: Step) -> tuple[Step, ...]:
        """``f(t.*)``: every known column of the inputs meant; none can be listed past an open star."""
        body = self.index.nodes[gid].body
        if not isinstance(body, Select):
            return ()
        star = Star(ref.qualifier, base.leaf.span if base.leaf else self.index.nodes[gid].span)
        steps: list[Step] = []
        for at in starred(self.index, gid, body, star):
            layout = self.ground.layouts.of_input(gid, at)
            to = self.index.local(gid, body.inputs[at].node)
            for slot in layout.slots:
                if slot.open:
                    continue
                place = Place(gid, at, to, slot.key, slot.name)
                binding = Binding(Rule.STAR_EXPANSION, (place,))
                steps.append(
                    self.ground.to_place(place, binding, Vertex(to, slot.key, "", base.operand), base)
                )
            if not layout.complete:
                name = body.inputs[at].alias
                message = f"All columns of {name} are used, and they are not known."
                doubt = self.ground.doubt(
                    gid, star.span, "NON_ENUMERABLE_PROJECTION", f"{name}.*", (), message
                )
                steps.append(
                    replace(base, terminal=Terminal.NON_ENUMERABLE_PROJECTION, at=f"{name}.*", doubt=doubt)
                )
        return tuple(steps)

    def _unbound(  # what is known of a reference
        self, gid: int, value: Expression, ref: ColumnRef, binding: Binding, base: Step, whole: str
    ) -> tuple[Step, ...]:
        """A reference that is not proven: missing, a variable, or ambiguous."""
        if binding.variable and not binding.places:
            return self._variable(gid, replace(value, function=ref.name), base)
        if not binding.places:
            at = ref.written
            message = f"{at} is asked for, and no input of its scope can hold it."
            doubt = self.ground.doubt(gid, value.span, "MISSING_FIELD", at, (), message)
            return (replace(base, terminal=Terminal.MISSING_FIELD, at=at, doubt=doubt),)
        names = [name for place in binding.places for name in self.ground.candidates(place)]
        if binding.variable:
            names.append(f"variable:{ref.name}")
        if whole:
            names.append(whole)
        candidates = tuple(dict.fromkeys(names))
        message = f"{ref.written} has no alias, and {len(candidates)} inputs may hold it."
        if len(candidates) == 1:
            message = f"{ref.written} rests on a premise, and only what rests on none was asked for."
        doubt = self.ground.doubt(
            gid, value.span, "AMBIGUOUS_COLUMN_SOURCES", ref.written, candidates, message
        )
        return (replace(base, terminal=Terminal.AMBIGUOUS_COLUMN, at=ref.written, doubt=doubt),)

    def _variable(self, gid: int, value: Expression, base: Step) -> tuple[Step, ...]:
        """A script variable: the assignments that reach it, and the parameter where none of them must have run."""
        found, certain = self._reaching(gid, value.function)
        steps = []
        for assignment in found:
            to = self.index.local(gid, assignment.node)
            onward = Vertex(to, self._assigned(to, assignment.item, value), "", base.operand)
            through = replace(base, to=onward, rule=Rule.ORDINAL)
            if to != gid:  # another item of the same query is no way between two nodes
                through = replace(through, edge=EdgeKind.DERIVES, ends=(to, gid), alias=value.function)
            steps.append(through)
        if not found or (not certain and self._given(gid, value.function)):
            steps.append(replace(base, terminal=Terminal.PARAMETER, at=value.text))
        return tuple(steps)

    def _given(self, gid: int, name: str) -> bool:
        """Whether a caller gives a variable its first value: a parameter of a routine around, or the session's own."""
        file, statement = self.index.file_of[gid], self.index.statement(gid)
        unit, script = self.index.files[file].unit, statement.script
        declared = self.declarations.at(file, statement.ordinal, name)
        if declared is not None:
            return any(each.statement == declared.statement for each in unit.routines)
        around = (each for each in unit.routines if f"{script}.".startswith(f"{each.script}."))
        return name not in unit.parameters or any(name in each.parameters for each in around)

    def _assigned(self, gid: int, item: int, value: Expression) -> str:
        """Return the column of a query that a variable has: by position, or a record's field by its name."""
        layout = self.ground.layouts.of(gid)
        if item < 0 and value.column is not None:
            field = layout.at(value.column.name)
            return field.key if field is not None else value.column.name
        return self.output(gid, max(item, 0))

    def assignments(self, gid: int, name: str) -> list[Assignment]:
        """Return the assignments of a variable that reach a node's statement, latest first."""
        return self._reaching(gid, name)[0]

    def _reaching(self, gid: int, name: str) -> tuple[list[Assignment], bool]:
        """Return the assignments of a variable that reach a statement, and whether the earliest of them must have run."""
        file, statement = self.index.file_of[gid], self.index.statement(gid)
        unit = self.index.files[file].unit
        declared = self.declarations.at(file, statement.ordinal, name)
        found: list[Assignment] = []
        begun = False
        for each in reversed(unit.assignments):
            other = unit.statements[each.statement - 1]
            if (
                each.name != name
                or each.statement + (not each.rowwise) > statement.ordinal
                or not f"{statement.script}.".startswith(f"{other.script}." if other.script else "")
            ):
                continue
            if self.declarations.at(file, each.statement, name) is not declared:
                continue
            if each.argument and not self.routines.may_fill(file, each):
                continue
            if begun and each.statement < statement.ordinal:
                break
            found.append(each)
            if each.statement == statement.ordinal:
                begun = begun or self._begins(gid, each)
            elif not other.conditional and not each.argument:
                return found, True
        return found, begun

    def _begins(self, gid: int, given: Assignment) -> bool:
        """Whether a value given inside the own query is its first one: ``(SELECT @r := 0)`` is read before all rows."""
        body = self.index.nodes[self.index.local(gid, given.node)].body
        return isinstance(body, Select) and not body.inputs


_GIVEN = frozenset({Form.CONSTANT, Form.GENERATED, Form.PARAMETER})
"""Leaves that read nothing."""
_LEAF_ENDS = {
    Form.CONSTANT: Terminal.CONSTANT,
    Form.GENERATED: Terminal.GENERATED,
    Form.TEMPLATE: Terminal.OPAQUE_TEMPLATE,
}

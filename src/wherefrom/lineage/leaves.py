"""The leaves of an expression: columns, subqueries, variables, literals, each one way on."""

from __future__ import annotations

import re

from msgspec.structs import replace

from wherefrom.domain.dataset import Item, Select, Star, TableFunction, Values
from wherefrom.domain.expression import ColumnRef, Expression, Form, Leaf, inside, leaves, stronger
from wherefrom.domain.rules import Rule, Terminal
from wherefrom.lineage.estate import subquery_edge
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.layout import starred
from wherefrom.lineage.places import Binding, Place
from wherefrom.lineage.steps import Doubt, Step, Vertex, below
from wherefrom.lineage.variables import Variables, variable_of

_COLUMN = re.compile(r"\$(?:\[\d*\])?\.([^.\[]+)(.*)", re.DOTALL)


class Leaves:
    """Turns leaves into steps, in the scope they stand in."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.index = ground.index
        self.variables = Variables(ground)
        self.routines = self.variables.routines

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
            onward = Vertex(to, self.ground.output(to, max(value.item, 0)), vertex.path, operand)
            return (replace(base, to=onward, edge=edge, ends=(to, gid), rule=Rule.ORDINAL),)
        if value.form is Form.ALIAS:
            return self._earlier(gid, value.item, base, vertex)
        if value.form is Form.VARIABLE:
            name, field = variable_of(value) or ("", "")
            return self.variables.steps(gid, name, below(field, vertex.path), base)
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
            return self.variables.steps(gid, ref.name, below(ref.path, base.path), base)
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


_GIVEN = frozenset({Form.CONSTANT, Form.GENERATED, Form.PARAMETER})
"""Leaves that read nothing."""
_LEAF_ENDS = {
    Form.CONSTANT: Terminal.CONSTANT,
    Form.GENERATED: Terminal.GENERATED,
    Form.TEMPLATE: Terminal.OPAQUE_TEMPLATE,
}

"""What the output columns of queries are made of: SELECT, set operations, VALUES, functions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wherefrom.domain.dataset import (
    EdgeKind,
    Item,
    Select,
    SetOperation,
    Star,
    TableFunction,
    Values,
    replacement,
)
from wherefrom.domain.expression import Expression, Form, Leaf, Transformation, inside, narrowed, stronger
from wherefrom.domain.expression import leaves as leaves_of
from wherefrom.domain.rules import Premise, Rule, Terminal
from wherefrom.domain.span import Span
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.handed import Handed
from wherefrom.lineage.layout import keeps, starred
from wherefrom.lineage.leaves import Leaves
from wherefrom.lineage.places import Binding, Place
from wherefrom.lineage.steps import Expansion, Step, Vertex, below
from wherefrom.lineage.structures import Layout
from wherefrom.lineage.unlisted import name_unknown, position_unknown

NO_PLACE = "?"
"""Stands for a position that is not known."""


class Queries:
    """Expands fields of query-level nodes."""

    def __init__(self, ground: Ground, leaves: Leaves) -> None:
        self.ground = ground
        self.leaves = leaves
        self.handed = Handed(ground, leaves)
        self.index = ground.index

    def select(self, vertex: Vertex, body: Select) -> Expansion:
        """Expand a field of a SELECT."""
        layout = self.ground.layouts.of(vertex.node)
        at = self.ground.slot_at(vertex.node, vertex.key)
        if len(layout.called(vertex.key)) > 1:
            return self._doubled(vertex, body, layout)
        key = vertex.key
        if at >= 0:
            slot = layout.slots[at]
            if slot.item >= 0:
                item = body.items[slot.item]
                if isinstance(item, Item):
                    return self.item(vertex, slot.item, item.value, item.span)
                return _applied(item, self._starred(vertex, body, item, slot.item, slot.input, slot.inner))
            key = f"#{at + 1}"  # a column list names it, past an open star
        elif layout.complete:
            return self.ground.missing(vertex)
        numbered = next((item for item in body.items if isinstance(item, Star) and item.numbered), None)
        if numbered is not None and not key.startswith("#"):
            return Expansion((name_unknown(self.ground, vertex, body, numbered),))
        if numbered is not None:
            place = Place(vertex.node, 0, self.index.local(vertex.node, body.inputs[0].node), key, key)
            return Expansion(
                (self.ground.to_place(place, Binding(Rule.ORDINAL, (place,)), vertex, None),),
                span=numbered.span,
            )
        if key.startswith("#"):
            return Expansion((position_unknown(self.ground, vertex, body, key),))
        return self._open_star(vertex, body, layout)

    def item(self, vertex: Vertex, ordinal: int, value: Expression, span: Span) -> Expansion:
        """Expand a field that an explicit projection gives."""
        value, path = _narrowed(value, vertex.path)
        steps = tuple(
            step
            for leaf, rest in narrowed(value, path)
            for step in self.leaves.steps(vertex.node, leaf, replace(vertex, path=rest), item=ordinal)
        )
        doubts = tuple(doubt for part in inside(value) for doubt in self.leaves.opaque(vertex.node, part))
        steps += self.leaves.opaque_ends(vertex.node, value, vertex)
        items = (ordinal, *self.leaves.aliased(vertex.node, value, ordinal))
        return Expansion(steps, value, value.span or span, items, doubts)

    def _starred(  # where a star takes a field from
        self, vertex: Vertex, body: Select, star: Star, item: int, ordinal: int, key: str
    ) -> Expansion:
        if star.value is not None:
            return self._replaced(vertex, star, item, key) or self._member(vertex, star, item, key)
        layout = self.ground.layouts.of_input(vertex.node, ordinal)
        found = next((s for s in layout.slots if s.key == key), None)
        asked = found.name if found is not None else key
        replaced = self._replaced(vertex, star, item, asked)
        if replaced is not None:
            return replaced
        merged = None if star.qualifier else self.ground.binder.merged(vertex.node, asked, ordinal)
        if merged is not None:
            return self._merging(vertex, merged, star.span)
        to = self.index.local(vertex.node, body.inputs[ordinal].node)
        place = Place(vertex.node, ordinal, to, key, asked)
        premises = frozenset({Premise.DDL_CURRENT}) if layout.ddl else frozenset()
        if self.ground.binder.no_premises and premises:
            return self._ambiguous_star(vertex, star.span, (place,))
        return self._bound(vertex, Binding(Rule.STAR_EXPANSION, (place,), premises), star.span)

    def _replaced(self, vertex: Vertex, star: Star, item: int, name: str) -> Expansion | None:
        """What REPLACE puts in a column's place; None where it leaves the column alone."""
        for at, (column, value) in enumerate(star.replace):
            if column == name:
                return self.item(vertex, replacement(item, at), value, value.span)
        return None

    def _member(self, vertex: Vertex, star: Star, item: int, name: str) -> Expansion:
        """A member of the structure that a star lists."""
        assert star.value is not None  # the callers look first
        inside = replace(vertex, path=below(f"$.{name}", vertex.path))
        return self.item(inside, item, star.value, star.span)

    def _merging(self, vertex: Vertex, merged: Binding, span: Span) -> Expansion:
        """A column of a star that USING merges."""
        if merged.rule is None:
            return self._ambiguous_star(vertex, span, merged.places)
        return self._bound(vertex, merged, span)

    def _bound(self, vertex: Vertex, binding: Binding, span: Span) -> Expansion:
        steps = tuple(self.ground.to_place(place, binding, vertex, None) for place in binding.places)
        return Expansion(steps, span=span)

    def _doubled(self, vertex: Vertex, body: Select, layout: Layout) -> Expansion:
        """Two columns of one name: none of them is meant for sure."""
        places = []
        span = self.index.nodes[vertex.node].span
        for slot in layout.slots:
            if slot.name != vertex.key or slot.open:
                continue
            item = body.items[slot.item]
            span = item.span
            if isinstance(item, Item):
                places.append(Place(vertex.node, -1, vertex.node, slot.key, slot.name, slot.item))
            else:
                to = self.index.local(vertex.node, body.inputs[slot.input].node)
                places.append(Place(vertex.node, slot.input, to, slot.inner, slot.name))
        return self._ambiguous_star(vertex, span, tuple(places))

    def _open_star(self, vertex: Vertex, body: Select, layout: Layout) -> Expansion:
        """A field asked by name of a projection with a star whose columns are not known (STAR_PASS)."""
        stars = {slot.item: body.items[slot.item] for slot in layout.slots if slot.open}
        inputs: list[int] = []
        structures: list[str] = []
        span = self.index.nodes[vertex.node].span
        asked = vertex.key
        for star in stars.values():
            assert isinstance(star, Star)  # only stars are open
            span = star.span
            asked = next((old for old, new in star.rename if new == vertex.key), vertex.key)
            if star.unnamed or not keeps(star, asked) or (asked == vertex.key and asked in dict(star.rename)):
                continue
            replaced = self._replaced(vertex, star, body.items.index(star), asked)
            if replaced is not None:
                return _applied(star, replaced)
            if star.value is not None:
                if len(stars) == 1:
                    return self._member(vertex, star, body.items.index(star), asked)
                structures.append(f"{star.value.text}.{asked}")
                continue
            merged = None if star.qualifier else self.ground.binder.merged(vertex.node, asked)
            if merged is not None:
                return _applied(star, self._merging(vertex, merged, star.span))
            inputs.extend(
                at
                for at in starred(self.index, vertex.node, body, star)
                if at not in inputs and not self.ground.layouts.of_input(vertex.node, at).complete
            )
        if not inputs and not structures:
            return self._taken_out(vertex, span)
        places = tuple(
            Place(vertex.node, at, self.index.local(vertex.node, body.inputs[at].node), asked, asked)
            for at in inputs
        )
        if structures:
            return self._ambiguous_star(vertex, span, places, structures)
        if len(places) == 1 and not self.ground.binder.no_premises:
            star = next(item for item in stars.values() if isinstance(item, Star))
            alone = len(starred(self.index, vertex.node, body, star)) == 1
            rule = Rule.STAR_PASS if alone else Rule.ELIMINATION
            premises = frozenset({Premise.COLUMN_EXISTS} if alone else {Premise.COMPILES})
            binding = Binding(rule, places, premises)
            return _applied(star, self._bound(vertex, binding, span))
        return self._ambiguous_star(vertex, span, places)

    def _taken_out(self, vertex: Vertex, span: Span) -> Expansion:
        """A column that EXCEPT took out of an open star."""
        at = self.ground.called(vertex.node, vertex.key)
        message = f"{vertex.key} is asked of a * that leaves it out."
        doubt = self.ground.doubt(vertex.node, span, "MISSING_FIELD", at, (), message)
        return Expansion((self.ground.end(vertex, Terminal.MISSING_FIELD, at, doubt),))

    def _ambiguous_star(
        self, vertex: Vertex, span: Span, places: tuple[Place, ...], more: Sequence[str] = ()
    ) -> Expansion:
        known = [name for place in places for name in self.ground.candidates(place)]
        candidates = tuple(dict.fromkeys([*known, *more]))
        subject = self.ground.called(vertex.node, vertex.key)
        message = f"{vertex.key} is asked of a * over {len(places) + len(more)} inputs; which one holds it is not proven."
        doubt = self.ground.doubt(vertex.node, span, "AMBIGUOUS_STAR_SOURCES", subject, candidates, message)
        return Expansion((self.ground.end(vertex, Terminal.AMBIGUOUS_STAR, vertex.key, doubt),), span=span)

    def set_operation(self, vertex: Vertex, body: SetOperation) -> Expansion:
        """Expand a field of a set operation: the field at its place in every branch."""
        index = self.index
        branches = [index.local(vertex.node, each) for each in body.branches]
        single = body.operator.startswith(("INTERSECT", "EXCEPT", "MINUS"))
        at = self.ground.slot_at(vertex.node, vertex.key)
        named = not vertex.key.startswith("#")
        if at < 0 and named and self.ground.layouts.of(vertex.node).complete:
            return self.ground.missing(vertex)
        steps: list[Step] = []
        for number, branch in enumerate(branches[:1] if single else branches, start=1):
            key = self._branch_key(branch, vertex, at, number, by_name=body.by_name)
            if key is None:
                continue
            if key == NO_PLACE:
                steps.append(self._unplaced(vertex, branches[0]))
                continue
            onward = Vertex(branch, key, vertex.path, vertex.operand)
            mark = "" if single else f"{number}/{len(branches)}"
            rule = Rule.BY_NAME if body.by_name else Rule.ORDINAL
            steps.append(
                Step(to=onward, edge=EdgeKind.SET_BRANCH, ends=(branch, vertex.node), rule=rule, branch=mark)
            )
        return Expansion(tuple(steps)) if steps else self.ground.missing(vertex)

    def _unplaced(self, vertex: Vertex, first: int) -> Step:
        """A column of a later branch whose place only the first branch's open ``*`` could tell."""
        span = self.index.nodes[first].span
        message = (
            f"The place of {vertex.key} in the first branch is not known, so its column here is not either."
        )
        doubt = self.ground.doubt(vertex.node, span, "NON_ENUMERABLE_PROJECTION", "*", (), message)
        return self.ground.end(vertex, Terminal.NON_ENUMERABLE_PROJECTION, "*", doubt)

    def _branch_key(self, branch: int, vertex: Vertex, at: int, number: int, *, by_name: bool) -> str | None:
        layout = self.ground.layouts.of(branch)
        if by_name:
            return None if layout.complete and vertex.key not in layout.names else vertex.key
        if at < 0:
            return vertex.key if number == 1 or vertex.key.startswith("#") else NO_PLACE
        if at < len(layout.slots) and not any(slot.open for slot in layout.slots[: at + 1]):
            return layout.slots[at].key
        return f"#{at + 1}"

    def values(self, vertex: Vertex, body: Values) -> Expansion:
        """Expand a column of inline rows."""
        at = self.ground.slot_at(vertex.node, vertex.key)
        if at < 0 or at >= len(body.cells):
            return self.ground.missing(vertex)
        steps = tuple(
            step
            for cell in body.cells[at]
            for leaf in leaves_of(cell)
            for step in self.leaves.steps(vertex.node, leaf, vertex)
        )
        return Expansion(steps)

    def function(self, vertex: Vertex, body: TableFunction) -> Expansion:
        """Expand an output of a table function, or of the procedure an INSERT … EXEC runs."""
        results = self.ground.reach.calls.results(vertex.node)
        if results:
            return self._executed(vertex, body, results)
        node = self.index.nodes[vertex.node]
        output = next((each for each in body.outputs if each.name == vertex.key), None)
        if (
            output is None
            and vertex.key.startswith("#")
            and (at := self.ground.slot_at(vertex.node, vertex.key)) >= 0
        ):
            output = body.outputs[at]
        if output is not None and output.generated:
            made = Expression(Form.GENERATED, output.generated, node.span, function=output.generated)
            return Expansion(
                self.leaves.steps(vertex.node, Leaf(made, Transformation.GENERATED, operand=False), vertex)
            )
        if not body.known:
            return self._unknown(vertex, body)
        if output is None and body.outputs and not body.struct:
            return self.ground.missing(vertex)
        path = output.path if output is not None else body.element
        if output is None and vertex.key and not vertex.key.startswith("#"):
            path += f".{vertex.key}" if body.struct else ""
        inner = replace(vertex, path=below(path, vertex.path) if path else vertex.path)
        arguments = body.arguments if output is None else tuple(body.arguments[at] for at in output.arguments)
        if body.arguments and not arguments:
            return self._unshared(vertex, body)
        steps = tuple(
            step
            for argument in arguments
            for leaf, rest in narrowed(argument, inner.path)
            for step in self.leaves.steps(
                vertex.node, leaf, replace(vertex, path="" if leaf.operand else rest)
            )
        )
        if not steps:
            made = Expression(Form.GENERATED, body.function, node.span, function=body.function)
            steps = self.leaves.steps(
                vertex.node, Leaf(made, Transformation.GENERATED, operand=False), vertex
            )
        return Expansion(steps)

    def _executed(self, vertex: Vertex, body: TableFunction, results: Sequence[int]) -> Expansion:
        """An output of a called procedure: by position in each of its result sets (method 1.11)."""
        at = self.ground.slot_at(vertex.node, vertex.key)
        steps: list[Step] = []
        for number, result in enumerate(results, start=1):
            key = self._branch_key(result, vertex, at, number, by_name=False)
            if key is None or key == NO_PLACE:
                steps.append(self._unplaced(vertex, results[0]))
                continue
            onward = Vertex(result, key, vertex.path, vertex.operand)
            mark = f"{number}/{len(results)}" if len(results) > 1 else ""
            ends = (result, vertex.node)
            steps.append(Step(to=onward, edge=EdgeKind.DERIVES, ends=ends, rule=Rule.ORDINAL, branch=mark))
        return Expansion((*steps, *self.handed.steps(vertex, body, steps)))

    def _unknown(self, vertex: Vertex, body: TableFunction) -> Expansion:
        """An output of a function whose body is not in the snapshot."""
        span, name = self.index.nodes[vertex.node].span, body.function.lower()
        if body.dynamic:
            message = "The rows come from SQL that is put together at run time."
            doubt = self.ground.doubt(vertex.node, span, "DYNAMIC_SQL", name, (), message)
            return Expansion((self.ground.end(vertex, Terminal.DYNAMIC_SQL, name, doubt),))
        message = f"The body of {name} is not in the snapshot; what {vertex.key} is made of is not known."
        doubt = self.ground.doubt(vertex.node, span, "OPAQUE_FUNCTION", name, (), message)
        return Expansion((self.ground.end(vertex, Terminal.OPAQUE_FUNCTION, name, doubt),))

    def _unshared(self, vertex: Vertex, body: TableFunction) -> Expansion:
        """An output of a generator of which nothing proves which argument makes it."""
        span, name = self.index.nodes[vertex.node].span, body.function.lower()
        message = f"{name} has several arguments, and which of them makes {vertex.key} is not proven."
        doubt = self.ground.doubt(vertex.node, span, "OPAQUE_FUNCTION", name, (), message)
        return Expansion((self.ground.end(vertex, Terminal.OPAQUE_FUNCTION, name, doubt),))

    def pass_on(self, vertex: Vertex, to: int, key: str, edge: EdgeKind) -> Step:
        """Return the step that passes a field on unchanged."""
        onward = Vertex(to, key, vertex.path, vertex.operand)
        return Step(to=onward, edge=edge, ends=(to, vertex.node), rule=Rule.ORDINAL)

    def inner_key(self, vertex: Vertex, to: int) -> str:
        """Return a wrapped node's own key for a field of the node around it."""
        at = self.ground.slot_at(vertex.node, vertex.key)
        inner = self.ground.layouts.of(to)
        listed = bool(self.index.nodes[vertex.node].columns)
        if listed and at >= 0 and any(slot.open for slot in inner.slots[: at + 1]):
            return f"#{at + 1}"  # the column list names it, and an open star hides its place
        if 0 <= at < len(inner.slots) and not inner.slots[at].open:
            return inner.slots[at].key
        return vertex.key


def _applied(star: Star, found: Expansion) -> Expansion:
    """Return what a column of a star is made of where a function was applied to each of them."""
    if star.applied is None:
        return found
    consumed = star.applied is Transformation.TRANSFORMATION
    steps = (
        replace(
            step,
            to=step.to and replace(step.to, operand=step.to.operand or consumed),
            step=stronger(star.applied, step.step),
            operand=step.operand or consumed,
        )
        for step in found.steps
    )
    return replace(found, steps=tuple(steps), expression=None)


def _narrowed(value: Expression, path: str) -> tuple[Expression, str]:
    """Follow a path into a STRUCT built here: only the member it names is meant."""
    while path.startswith("$.") and value.function == "STRUCT" and value.keys:
        name, _, rest = path[2:].partition(".")
        if name not in value.keys:
            break
        value = value.parts[value.keys.index(name)].value
        path = f"$.{rest}" if rest else ""
    return value, path

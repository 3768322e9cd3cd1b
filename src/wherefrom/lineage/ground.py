"""What every part of the field search stands on: nodes, layouts, bindings, names for people."""

from __future__ import annotations

from collections.abc import Callable

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, Select, Table, TableFunction, Values
from wherefrom.domain.expression import Expression, Transformation
from wherefrom.domain.names import TableName
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location, Span
from wherefrom.lineage.binding import Binder
from wherefrom.lineage.columns import columns_of
from wherefrom.lineage.estate import Index, PlacedWriter
from wherefrom.lineage.layout import Layouts
from wherefrom.lineage.places import Binding, Place, input_of
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.schema import Schema
from wherefrom.lineage.steps import Accepted, Doubt, Expansion, Step, Vertex


class Ground:
    """Shared facts of one field search.

    Attributes:
        accepted: What counts as proof.
        naming: Candidates are being named: only ways on are asked for, and what is not proven has none.
        expand: What a field is made of; for candidates, whose meaning lies further up.
    """

    def __init__(
        self,
        index: Index,
        schema: Schema,
        reach: Reach,
        accepted: Accepted,
        expand: Callable[[Vertex], Expansion],
    ) -> None:
        self.accepted = accepted
        self.index = index
        self.schema = schema
        self.reach = reach
        self.expand = expand
        self.naming = False
        self.layouts = Layouts(index, schema, reach)
        self.tables = self.layouts.tables
        self.binder = Binder(index, self.layouts, no_premises=accepted.no_premises)
        self._outer: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def outer(self, gid: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the inputs of a scope that an outer join brings in, and those that a ``(+)`` marks; -1 for any."""
        if gid not in self._outer:
            body = self.index.nodes[gid].body
            assert isinstance(body, Select)  # only scopes have inputs
            joins = enumerate(each.join for each in body.inputs)
            outer = tuple(at for at, join in joins if join in ("LEFT", "RIGHT", "FULL"))
            marks = (each.input for each in body.controls if each.kind is ControlKind.OUTER_JOIN)
            self._outer[gid] = outer, tuple(at for at in marks if at not in outer)
        return self._outer[gid]

    def slot_at(self, node: int, key: str) -> int:
        """Return the position of a field in a node's layout; -1 where it is not proven."""
        return self.layouts.of(node).place(key)

    def output(self, gid: int, at: int) -> str:
        """Return the key of a subquery's output by position."""
        slots = self.layouts.of(gid).slots
        if at < len(slots) and not any(slot.open for slot in slots[: at + 1]):
            return slots[at].key
        return f"#{at + 1}"

    def called(self, node: int, key: str) -> str:
        """Return a field's name for people: ``dataset.field``."""
        found = self.index.nodes[node]
        name = self.index.table(node)
        if name is not None:
            return f"{name.canonical}.{key}"
        return f"{found.name or self.index.results.get(node) or 'result'}.{key}"

    def computed(
        self, name: TableName, file: int, statement: int, column: str
    ) -> tuple[Expression, Location | None] | None:
        """Return what DDL computes a column of, as a statement sees it, and where; None where it is stored or not known."""
        found = self.tables.definition(name, file, statement, column)
        if found is None or found[0].computed is None:
            return None
        return found[0].computed, within(found[1], found[0].computed)

    def recomputes(self, placed: PlacedWriter, column: str) -> frozenset[str]:
        """Return the columns that a writer of no rows assigns and a computed column is made of; empty for any other."""
        given = {each for branch in placed.writer.branches for each in branch.columns or ()}
        rows = any(branch.brings_rows for branch in placed.writer.branches)
        found = self.computed(placed.name, placed.file, placed.writer.statement, column)
        if rows or not given or found is None:
            return frozenset()
        return columns_of(found[0]) & given

    def end(self, vertex: Vertex, terminal: Terminal, at: str, doubt: Doubt | None = None) -> Step:
        """Return the step that ends at a field itself."""
        return Step(
            terminal=terminal,
            at=at,
            location=doubt.location if doubt else self.index.location(vertex.node),
            doubt=doubt,
            node=vertex.node,
            path=vertex.path,
            operand=vertex.operand,
        )

    def doubt(  # a diagnostic's own fields
        self, node: int, span: Span, code: str, subject: str, candidates: tuple[str, ...], message: str
    ) -> Doubt:
        """Return a diagnostic in the making, at a span of a node's statement."""
        return Doubt(
            code, self.index.location(node, span), self.index.nodes[node].scope, subject, candidates, message
        )

    def missing(self, vertex: Vertex, span: Span | None = None) -> Expansion:
        """Return the expansion of a field that its node provably lacks."""
        at = self.called(vertex.node, vertex.key)
        place = span or self.index.nodes[vertex.node].span
        doubt = self.doubt(
            vertex.node,
            place,
            "MISSING_FIELD",
            at,
            (),
            f"{at} is asked for, and its columns are known without it.",
        )
        return Expansion((self.end(vertex, Terminal.MISSING_FIELD, at, doubt),))

    def to_place(self, place: Place, binding: Binding, vertex: Vertex, base: Step | None) -> Step:
        """Return the step to what a binding means; ``base`` is the leaf it stands for."""
        given = input_of(self.index, place)
        node = self.index.nodes[place.node]
        edge = EdgeKind.READS if isinstance(node.body, Table | Values | TableFunction) else EdgeKind.DERIVES
        if node.kind.value == "CTE":
            edge = EdgeKind.CTE_BINDING
        return Step(
            to=Vertex(place.node, place.key, vertex.path, vertex.operand),
            edge=edge,
            ends=(place.node, place.scope),
            alias=given.alias if given is not None else "",
            rule=binding.rule,
            premises=tuple(sorted(binding.premises)),
            leaf=None if base is None else base.leaf,
            step=Transformation.IDENTITY if base is None else base.step,
            operand=vertex.operand if base is None else base.operand,
            location=None if base is None else base.location,
        )

    def candidates(self, place: Place) -> tuple[str, ...]:
        """Return what a possible meaning is called: a table's column; for a query the columns behind it.

        Nothing while others are being named: what stands behind a field may lead back to it.
        """
        if self.naming:
            return ()
        self.naming = True
        ends = self._behind(Vertex(place.node, place.key))
        self.naming = False
        return (f"alias:{place.name}({', '.join(ends)})",) if place.item >= 0 else ends

    def _behind(self, vertex: Vertex) -> tuple[str, ...]:
        """Return the columns of tables that stand behind a field."""
        found: list[str] = []
        seen: set[Vertex] = set()
        stack = [vertex]
        while stack:
            here = stack.pop()
            if here in seen:
                continue
            seen.add(here)
            name = self.index.table(here.node)
            if name is not None:
                found.append(f"{name.canonical}.{here.key}")
                continue
            steps = self.expand(here).steps
            stack.extend(step.to for step in reversed(steps) if step.to is not None)
        return tuple(dict.fromkeys(found)) or (self.called(vertex.node, vertex.key),)

    def key_at(self, node: int, at: int) -> str:
        """Return the key of an output by position, past an open star the position itself."""
        slots = self.layouts.of(node).slots
        if at < len(slots) and not any(slot.open for slot in slots[: at + 1]):
            return slots[at].key
        return f"#{at + 1}"


def within(place: Location | None, value: Expression) -> Location | None:
    """Return where an expression of DDL stands, in the statement that a place is in."""
    return None if place is None else Location(place.file, place.statement, value.span)

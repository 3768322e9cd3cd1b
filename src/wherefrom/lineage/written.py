"""Tables that are written: what a statement's branches put into a column (method 1.6)."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.dataset import KEPT, EdgeKind, Item, NodeKind, Select, Star, Values
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.expression import leaves as leaves_of
from wherefrom.domain.rules import Rule, Terminal
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Branch, Mapping
from wherefrom.lineage.columns import Added, Carried
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.ground import Ground, within
from wherefrom.lineage.leaves import Leaves
from wherefrom.lineage.steps import Doubt, Expansion, Step, Vertex


class Written:
    """Expands columns of a statement's target."""

    def __init__(self, ground: Ground, leaves: Leaves) -> None:
        self.ground = ground
        self.leaves = leaves
        self.index = ground.index

    def target(self, vertex: Vertex) -> Expansion:
        """A column of a statement's target: what the statement's branches put there."""
        placed = self.writer_of(vertex.node)
        if placed is None:
            return self.ground.missing(vertex)
        if vertex.added is not None:
            return Expansion(self._since(vertex, vertex.added))
        steps: list[Step] = []
        doubts: list[Doubt] = []
        governed: list[int] = []
        for branch in placed.writer.branches:
            node = self.index.base[placed.file] + branch.node
            found = self._branch(vertex, placed, branch, node, doubts)
            if found and not branch.governs_all:
                governed.append(node)
            steps.extend(found)
        if not steps:
            again = self._recomputed(vertex, placed)
            return Expansion(again) if again else self._unwritten(vertex, placed)
        return Expansion(tuple(steps), doubts=tuple(doubts), governed=tuple(governed))

    def computed_after(self, vertex: Vertex, body: Select) -> tuple[Step, ...]:
        """Return what a computed column is in the row that a change leaves; nothing for any other field.

        It is computed anew over that row, so it is none of what the row keeps.
        """
        kept = next((each.node for each in body.inputs if each.alias == KEPT), -1)
        if kept < 0 or any(isinstance(each, Item) and each.name == vertex.key for each in body.items):
            return ()
        name = self.index.table(self.index.local(vertex.node, kept))
        if name is None:
            return ()
        file, statement = self.index.file_of[vertex.node], self.index.statement(vertex.node).ordinal
        found = self.ground.computed(name, file, statement, vertex.key)
        return self._computed(vertex, *found) if found is not None else ()

    def writer_of(self, target: int) -> PlacedWriter | None:
        """Return the writer that a target node belongs to."""
        name = self.index.table(target)
        if name is None:
            return None
        key = self.index.key(name, self.index.file_of[target])
        for number in self.index.by_table.get(key, ()):
            if self.index.writers[number].target == target:
                return self.index.writers[number]
        return None

    def _branch(  # one way per mapping
        self, vertex: Vertex, placed: PlacedWriter, branch: Branch, node: int, doubts: list[Doubt]
    ) -> tuple[Step, ...]:
        for partition in branch.partitions:
            if partition.name == vertex.key and partition.value is not None:
                value = partition.value
                return tuple(
                    s for leaf in leaves_of(value) for s in self.leaves.steps(vertex.node, leaf, vertex)
                )
        onward = replace(vertex, node=node)
        if branch.columns is not None and (branch.mapping is Mapping.POSITION or branch.brings_rows is False):
            if vertex.key not in branch.columns:
                return self._absent(vertex, placed, branch)
            at = branch.columns.index(vertex.key)
            rule = Rule.ORDINAL if branch.mapping is Mapping.POSITION else Rule.BY_NAME
            return self._given(vertex, placed, branch, self.ground.key_at(node, at), rule)
        if branch.columns is not None:
            if vertex.key not in branch.columns:
                return self._absent(vertex, placed, branch)
            return self._given(vertex, placed, branch, vertex.key, Rule.BY_NAME)
        if branch.mapping is Mapping.NAME:
            layout = self.ground.layouts.of(node)
            if layout.complete and vertex.key not in layout.names and not vertex.key.startswith("#"):
                return self._absent(vertex, placed, branch)
            return (self._writes(vertex, node, onward.key, Rule.BY_NAME),)
        return self._by_place(vertex, placed, branch, node, doubts)

    def _given(
        self, vertex: Vertex, placed: PlacedWriter, branch: Branch, key: str, rule: Rule
    ) -> tuple[Step, ...]:
        """What a branch gives: its rows' value, and the column's default where the word DEFAULT or NULL asks for it."""
        node = self.index.base[placed.file] + branch.node
        cells = self._cells(node, key)
        written = self._writes(vertex, node, key, rule)
        if all(each.form is not Form.DEFAULT for each in cells):
            fills = branch.brings_rows and self._fills_null(placed, vertex.key) and not _never_null(cells)
            return (written, *self._default(vertex, placed)) if fills else (written,)
        default = self._default(vertex, placed)
        return default if all(each.form is Form.DEFAULT for each in cells) else (written, *default)

    def _fills_null(self, placed: PlacedWriter, column: str) -> bool:
        declared = self.ground.schema.of(placed.name, placed.file, placed.writer.statement)
        found = declared.column(column)
        return found is not None and found.fills_null

    def _cells(self, node: int, key: str) -> tuple[Expression, ...]:
        """Return the expressions that rows written out, or a SELECT's explicit item, give a field."""
        body = self.index.nodes[node].body
        at = self.ground.slot_at(node, key) if isinstance(body, Values | Select) else -1
        if isinstance(body, Values):
            return body.cells[at] if 0 <= at < len(body.cells) else ()
        item = body.items[at] if isinstance(body, Select) and 0 <= at < len(body.items) else None
        stars = isinstance(body, Select) and any(isinstance(each, Star) for each in body.items)
        return (item.value,) if isinstance(item, Item) and not stars else ()

    def _writes(self, vertex: Vertex, node: int, key: str, rule: Rule) -> Step:
        onward = Vertex(node, key, vertex.path, vertex.operand)
        command = self.index.nodes[vertex.node].kind is NodeKind.COMMAND_TARGET
        edge = EdgeKind.COMMAND_WRITES if command else EdgeKind.WRITES
        return Step(to=onward, edge=edge, ends=(node, vertex.node), rule=rule)

    def _by_place(
        self, vertex: Vertex, placed: PlacedWriter, branch: Branch, node: int, doubts: list[Doubt]
    ) -> tuple[Step, ...]:
        """INSERT without a column list: by position onto the DDL's columns, else by name, unproven."""
        declared = self.ground.tables.declared(placed)
        static = {each.name for each in branch.partitions if each.value is not None}
        dynamic = [each.name for each in branch.partitions if each.value is None]
        layout = self.ground.layouts.of(node)
        if declared is not None:
            apart = static.union(dynamic, self._own_values(placed))
            order = [each for each in declared if each not in apart] + dynamic
            if vertex.key not in order:
                return self._absent(vertex, placed, branch)
            at = order.index(vertex.key)
            if layout.complete and at >= len(layout.slots):
                return self._absent(vertex, placed, branch)
            return self._given(vertex, placed, branch, self.ground.key_at(node, at), Rule.ORDINAL)
        if vertex.key in dynamic:
            if not layout.complete:
                return (self._writes(vertex, node, "#?", Rule.ORDINAL),)
            at = len(layout.slots) - len(dynamic) + dynamic.index(vertex.key)
            return (self._writes(vertex, node, self.ground.key_at(node, at), Rule.ORDINAL),)
        name = placed.name.canonical
        message = (
            f"INSERT without a column list, and {name} has no DDL: the name {vertex.key} is the projection's."
        )
        span = self.index.nodes[placed.target].span
        doubts.append(
            self.ground.doubt(
                placed.target,
                span,
                "TARGET_COLUMN_NAME_UNPROVEN",
                f"{name}.{vertex.key}",
                (vertex.key,),
                message,
            )
        )
        if layout.complete and vertex.key not in layout.names and not vertex.key.startswith("#"):
            return self._absent(vertex, placed, branch)
        return (self._writes(vertex, node, vertex.key, Rule.ORDINAL),)

    def _own_values(self, placed: PlacedWriter) -> set[str]:
        """Return the columns that an INSERT without a list leaves out: hidden ones, in some dialects also others."""
        skips = DIALECTS[self.index.files[placed.file].unit.dialect].skips_own_values
        defined = [
            self.ground.tables.definition(placed.name, placed.file, placed.writer.statement, each)
            for each in self.ground.tables.declared(placed) or ()
        ]
        return {
            each.name
            for each, _ in filter(None, defined)
            if each.hidden
            or (
                skips
                and (each.computed or (each.default is not None and each.default.function == "IDENTITY"))
            )
        }

    def _absent(self, vertex: Vertex, placed: PlacedWriter, branch: Branch) -> tuple[Step, ...]:
        """A column this branch leaves out: its default, its computation, or nothing."""
        return self._default(vertex, placed) if branch.brings_rows else ()

    def _default(self, vertex: Vertex, placed: PlacedWriter) -> tuple[Step, ...]:
        """What the target's DDL gives a column: its default, its computation, or nothing."""
        place = (placed.name, placed.file, placed.writer.statement)
        found = self.ground.tables.definition(*place, vertex.key)
        if found is None:
            return () if self.ground.schema.of(*place).columns is not None else (self._nothing(vertex),)
        column, where = found
        if column.computed is not None:
            return self._computed(vertex, column.computed, within(where, column.computed))
        return self._defaulted(vertex, column.default, where)

    def _defaulted(
        self, vertex: Vertex, default: Expression | None, where: Location | None
    ) -> tuple[Step, ...]:
        if default is None:
            return (self._nothing(vertex),)
        return tuple(
            replace(step, location=within(where, default) or step.location)
            for leaf in leaves_of(default)
            for step in self.leaves.steps(vertex.node, leaf, vertex)
        )

    def _since(self, vertex: Vertex, added: Added) -> tuple[Step, ...]:
        """What rows have in a column that their table got after they were written: its default, its computation, or nothing."""
        column = added.column
        if column.computed is None:
            given = self._defaulted(vertex, column.default, added.where)
            if column.fills or column.default is None:
                return given
            return (self._nothing(vertex),) if added.certain else (*given, self._nothing(vertex))
        steps = self._computed(vertex, column.computed, within(added.where, column.computed))
        over = dict(added.over)
        return tuple(step if step.to is None else self._as_written(step, step.to, over) for step in steps)

    def _as_written(self, step: Step, to: Vertex, over: dict[str, Carried]) -> Step:
        """Ask for a column by the name it had when the rows were written."""
        was = over.get(to.key, Carried(to.key, to.key))
        return replace(step, to=replace(to, key=was.was or to.key, added=was.added))

    def _nothing(self, vertex: Vertex) -> Step:
        at = self.ground.called(vertex.node, vertex.key)
        return self.ground.end(vertex, Terminal.NO_WRITER_EXPRESSION, at)

    def _computed(self, vertex: Vertex, value: Expression, where: Location | None) -> tuple[Step, ...]:
        """A computed column: its expression over the same row's columns of this writer."""
        steps: list[Step] = []
        for leaf in leaves_of(value):
            ref = leaf.value.column
            if leaf.value.form is Form.COLUMN and ref is not None:
                to = Vertex(vertex.node, ref.name, ref.path, vertex.operand or leaf.operand)
                steps.append(
                    Step(to=to, rule=Rule.SINGLE_INPUT, leaf=leaf.value, step=leaf.step, operand=to.operand)
                )
            else:
                found = self.leaves.steps(vertex.node, leaf, vertex)
                steps.extend(replace(step, location=where or step.location) for step in found)
        return tuple(steps)

    def _recomputed(self, vertex: Vertex, placed: PlacedWriter) -> tuple[Step, ...]:
        """A computed column after an UPDATE of columns that it is made of: the others are the row's as before."""
        changed = self.ground.recomputes(placed, vertex.key)
        found = self.ground.computed(placed.name, placed.file, placed.writer.statement, vertex.key)
        if not changed or found is None:
            return ()
        steps = self._computed(vertex, *found)
        return tuple(each for each in steps if each.to is not None and each.to.key in changed)

    def _unwritten(self, vertex: Vertex, placed: PlacedWriter) -> Expansion:
        if any(branch.brings_rows for branch in placed.writer.branches):
            declared = self.ground.schema.of(placed.name, placed.file, placed.writer.statement)
            if declared.columns is not None:
                return self.ground.missing(vertex)
        at = self.ground.called(vertex.node, vertex.key)
        return Expansion((self.ground.end(vertex, Terminal.NO_WRITER_EXPRESSION, at),))


def _never_null(cells: tuple[Expression, ...]) -> bool:
    """Whether the values that rows give a column are written out, and none is NULL."""
    return bool(cells) and all(each.form is Form.CONSTANT and each.text.upper() != "NULL" for each in cells)

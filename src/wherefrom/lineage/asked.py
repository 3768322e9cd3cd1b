"""What was asked for: a target, the statements that write it, its fields, and where the way up from each begins."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.unit import Effect
from wherefrom.lineage.columns import Carried, View
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.exits import END
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.graph import Graph
from wherefrom.lineage.reach import Bound
from wherefrom.lineage.steps import Accepted, Expansion, Step, Vertex
from wherefrom.lineage.targets import ending, query_node
from wherefrom.lineage.tree import Expand, TraceOptions
from wherefrom.lineage.unlisted import unlisted

OPEN = "*"
"""Stands among the fields of a target for columns that cannot be listed (method 1.7, NON_ENUMERABLE_PROJECTION)."""


class Asked:
    """A target as a trace begins with it.

    Attributes:
        fields: The field search.
        query: Node of a bare query; -1 for a table.
        bound: The writers of a table that are followed.
    """

    def __init__(self, graph: Graph, target: str, options: TraceOptions) -> None:
        self.graph = graph
        self.target = target
        self.fields: Fields = graph.fields(Accepted(options.no_premises, options.confirmed_only))
        self.query = query_node(graph, target)
        self.bound: tuple[Bound, ...] = ()
        if self.query < 0:
            self.bound = self._only(options.writer, ending(graph, target))

    def _only(self, node_id: str, bound: tuple[Bound, ...]) -> tuple[Bound, ...]:
        """Keep the one writer that is named, where one is."""
        index = self.graph.index
        return tuple(
            b for b in bound if not node_id or index.node_id(index.writers[b.writer].target) == node_id
        )

    def writers(self) -> list[PlacedWriter]:
        """Return the statements that write the target."""
        return [self.graph.index.writers[each.writer] for each in self.bound]

    def display(self) -> str:
        """Return the target as the SQL spells it; a placeholder names a table in its own file only."""
        name = next((writer.name for writer in self.writers()), None)
        if name is None or (name.only_placeholder and not name.reference):
            return self.target
        return name.written

    def field_names(self) -> list[str]:
        """Return the target's fields: its DDL's columns, else what its writers list, assign, project.

        The last is ``*`` where that holds columns that cannot be listed.
        """
        layouts = self.fields.ground.layouts
        if self.query >= 0:
            listed = [slot.key for slot in layouts.of(self.query).slots if not slot.open]
            return listed if layouts.of(self.query).complete else [*listed, OPEN]
        found: dict[str, None] = {}
        for writer in self.writers():
            declared = self._declared(writer)
            if declared is not None:
                found.update(dict.fromkeys(declared))
                break
        else:
            for writer in self.writers():
                found.update(dict.fromkeys(layouts.tables.listed(writer, self._end(writer))))
            if self._unlisted():
                found[OPEN] = None
        return list(found)

    def _unlisted(self) -> list[int]:
        """Return the queries that give the target columns nobody lists."""
        layouts = self.fields.ground.layouts
        given = [self.query] if self.query >= 0 else []
        for writer in self.writers():
            base = self.graph.index.base[writer.file]
            given.extend(base + each.node for each in writer.writer.branches if each.columns is None)
        return [node for node in given if not layouts.of(node).complete]

    def find(self, field: str, names: list[str]) -> str:
        """Return the field meant; one of an open star can be asked for without being listed."""
        by_fold = {name.lower(): name for name in names}
        if field in names or field.lower() in by_fold:
            return field if field in names else by_fold[field.lower()]
        if self._open():
            return field.lower()
        shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
        raise UsageRefusal(f"{self.target} has no field {field}. Its fields: {shown}.")

    def _open(self) -> bool:
        layouts = self.fields.ground.layouts
        nodes = [self.query] if self.query >= 0 else []
        for writer in self.writers():
            if self._declared(writer) is not None:
                return False
            nodes.extend(self.graph.index.base[writer.file] + each.node for each in writer.writer.branches)
        return any(not layouts.of(node).complete for node in nodes)

    def start(self, name: str) -> tuple[Vertex, Expand]:
        """Return where the way up from a field begins, and what each field on it is made of."""
        if name == OPEN:
            top = Vertex(self.query if self.query >= 0 else self.writers()[0].target, OPEN)
            ends = tuple(end for node in self._unlisted() for end in unlisted(self.fields.ground, node))
            return top, lambda _: Expansion(ends)
        if self.query >= 0:
            return Vertex(self.query, name), self.fields.expand
        if len(self.bound) == 1:
            writer = self.writers()[0]
            column = self.column(writer, name)
            if column.sure:
                return Vertex(writer.target, column.was or name, added=column.added), self.fields.expand
        return self._several(name)

    def _several(self, name: str) -> tuple[Vertex, Expand]:
        """Begin with a target that several statements write.

        The first one's node stands for the table, and every statement is a branch below it.
        """
        writers = self.writers()
        top = Vertex(writers[0].target, "\x00" + name)
        steps = tuple(
            replace(self._step(writer, name), writer=f"{number}/{len(writers)}")
            for number, writer in enumerate(writers, start=1)
            if self.fields.reads.assigns(writer, self.column(writer, name))
            and not self._overwritten(writer, name)
        )
        return top, lambda vertex: Expansion(steps) if vertex == top else self.fields.expand(vertex)

    def _step(self, writer: PlacedWriter, name: str) -> Step:
        column = self.column(writer, name)
        if not column.sure:
            return self.fields.reads.unsettled(Vertex(writer.target, name), writer, column)
        return Step(to=Vertex(writer.target, column.was or name, added=column.added))

    def column(self, writer: PlacedWriter, name: str) -> Carried:
        """Return what a field of the target was to one of the statements that write it."""
        return self.fields.ground.tables.carried(writer, name, self._end(writer))

    def _end(self, writer: PlacedWriter) -> View:
        return View(self.graph.index.key(writer.name, writer.file))

    def _declared(self, writer: PlacedWriter) -> tuple[str, ...] | None:
        """Return the target's columns as all that is said of them leaves them, where a writer's are known."""
        return self.fields.ground.tables.at_end(writer)

    def _overwritten(self, writer: PlacedWriter, name: str) -> bool:
        """Whether a later UPDATE of every row in the same script gives the column another value."""
        return any(
            other.writer.effect is Effect.SET_ALL
            and (other.file, other.statement.script) == (writer.file, writer.statement.script)
            and other.statement.ordinal > writer.statement.ordinal
            and not other.statement.conditional
            and self.graph.reach.exits.since(other.file, other.statement.ordinal, END)
            <= writer.statement.ordinal
            and self.fields.reads.overwrites(other, self.column(other, name))
            for other in self.writers()
        )

"""What columns statements give the tables they write, and what those are to a later look at the table (method 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from wherefrom.domain.dataset import Select, Values
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import ColumnDefinition, Mapping, WriterKind
from wherefrom.lineage.columns import Carried, Changes, Columns, View, view_of
from wherefrom.lineage.estate import Index, PlacedWriter
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.schema import NOWHERE, Schema
from wherefrom.lineage.structures import Layout, renamed

DEFINING = frozenset(
    {
        WriterKind.CREATE_TABLE_AS,
        WriterKind.CREATE_VIEW,
        WriterKind.SELECT_INTO,
        WriterKind.RENAME,
        WriterKind.CLONE,
        WriterKind.PROJECT_FILE,
    }
)
"""Writers whose projection is the table's column list."""

_TAKES_OVER = frozenset({WriterKind.RENAME, WriterKind.CLONE})
"""Writers that give a table what another one holds, column by column."""


class Tables:
    """Columns of tables as their writers know them. It asks for the columns of nodes, and is asked by them."""

    def __init__(self, index: Index, schema: Schema, reach: Reach, of: Callable[[int], Layout]) -> None:
        self.index = index
        self.schema = schema
        self.reach = reach
        self.changes = Changes(index, schema)
        self._of = of

    def written(self, placed: PlacedWriter) -> Layout:
        """Return the columns that a statement which defines its table gives it."""
        branch = placed.writer.branches[0]
        layout = self._of(self.index.base[placed.file] + branch.node)
        return renamed(layout, branch.columns or ())

    def fields(
        self, placed: PlacedWriter, seen: frozenset[tuple[int, int]] = frozenset()
    ) -> tuple[tuple[str, ...], bool]:
        """Return the target fields a writer lists, assigns or projects, and whether names are proven.

        Args:
            placed: The writer.
            seen: File and statement of the writers that ask for what a table they move holds.
        """
        found: list[str] = []
        proven = True
        for branch in placed.writer.branches:
            static = [each.name for each in branch.partitions]
            if branch.columns is not None:
                found.extend(branch.columns)
            else:
                layout = self._of(self.index.base[placed.file] + branch.node)
                dynamic = sum(1 for each in branch.partitions if each.value is None)
                slots = [slot for slot in layout.slots if not slot.open]
                kept = slots[: len(slots) - dynamic] if dynamic and layout.complete else slots
                rows = isinstance(self.index.nodes[self.index.base[placed.file] + branch.node].body, Values)
                found.extend(
                    f"#{at + 1}" if rows or not slot.name else slot.name for at, slot in enumerate(kept)
                )
                proven = proven and branch.mapping is Mapping.NAME
                found.extend(self._moved(placed, seen) if not layout.complete else ())
            found.extend(static)
        return tuple(dict.fromkeys(found)), proven

    def _moved(self, placed: PlacedWriter, seen: frozenset[tuple[int, int]]) -> Iterator[str]:
        """Yield the fields that are known of a table taken over whole, whose columns are not all known."""
        own = (placed.file, placed.writer.statement)
        node = self.index.base[placed.file] + placed.writer.branches[0].node
        body = self.index.nodes[node].body
        if placed.writer.kind not in _TAKES_OVER or own in seen or not isinstance(body, Select):
            return
        read = self.index.local(node, body.inputs[0].node)
        for bound in self.reach.of(read).bound:
            if bound.followed:
                moved = self.index.writers[bound.writer]
                yield from self.listed(moved, view_of(self.index, read), seen | {own})

    def declared(self, placed: PlacedWriter) -> tuple[str, ...] | None:
        """Return the columns of a writer's target in order: its DDL's, else those it was created with before.

        None without usable evidence.
        """
        declared = self.schema.of(placed.name, placed.file, placed.writer.statement)
        if declared.columns is not None:
            return tuple(column.name for column in declared.columns)
        if declared.query >= 0:
            return column_list(self._of(declared.query))
        return None if declared.conflict else self._created(placed)

    def _created(self, placed: PlacedWriter) -> tuple[str, ...] | None:
        """Return the columns of the query that made a writer's target earlier in its script."""
        if placed.writer.kind in DEFINING:
            return None
        made: PlacedWriter | None = None
        for number in self.index.by_table.get(self.index.key(placed.name, placed.file), ()):
            other = self.index.writers[number]
            before = other.file == placed.file and other.writer.statement < placed.writer.statement
            same = other.statement.script == placed.statement.script and not other.statement.conditional
            if before and same and other.writer.kind in DEFINING:
                made = other
        if made is None:
            return None
        names = self.shape(made, view_of(self.index, placed.target))
        return names if names is not None and all(names) and len(set(names)) == len(names) else None

    def shape(self, placed: PlacedWriter, view: View) -> tuple[str, ...] | None:
        """Return the columns of the table that a statement makes, at a look at it; None where not all are known.

        One without a name stands as an empty text.
        """
        changed = self._changed(placed, view)
        if changed is not None:
            return changed.names()
        made = self.written(placed)
        return tuple(slot.name for slot in made.slots) if made.complete else None

    def at_end(self, placed: PlacedWriter) -> tuple[str, ...] | None:
        """Return the columns of a writer's target as all files leave them; None without usable evidence."""
        key = self.index.key(placed.name, placed.file)
        declared = self.schema.at(key, NOWHERE, 0)
        if declared.columns is not None:
            return tuple(column.name for column in declared.columns)
        known = self.declared(placed)
        changed = self._changed(placed, View(key))
        return known if known is None or changed is None else tuple(each.name for each in changed.listed)

    def listed(
        self, placed: PlacedWriter, view: View, seen: frozenset[tuple[int, int]] = frozenset()
    ) -> tuple[str, ...]:
        """Return the fields that are known of a table by one of its writers, as they are called at a look at it."""
        changed = self._changed(placed, view)
        if changed is None:
            return self.fields(placed, seen)[0]
        return tuple(each.name for each in changed.listed)

    def carried(self, placed: PlacedWriter, name: str, view: View) -> Carried:
        """Return what a column was to a statement that wrote the table."""
        if name[:1] == "#":
            return Carried(name, name)  # a position, where columns cannot be listed
        later = self._later(placed, name, view)
        if later:
            return Carried(name, later)
        changed = self._changed(placed, view)
        return Carried(name, name) if changed is None else changed.called(name)

    def _later(self, placed: PlacedWriter, name: str, view: View) -> str:
        """Return what a column is called after it was looked at, where the statement that writes it comes later; empty otherwise.

        A view's query reads rows that are there when it is used; between files the names tell which came first.
        """
        steps = self.changes.until(placed, view)
        if not steps:
            return ""
        columns = Columns.of((name,), closed=False)
        for step, where, sure in steps:
            columns = columns.after(step, where, sure=sure)
        later = next((each.name for each in columns.listed if each.was == name), "")
        if later == name or view.file == placed.file:
            return "" if later == name else later
        given = self._start(placed).given
        return later if later in given and name not in given else ""

    def _changed(self, placed: PlacedWriter, view: View) -> Columns | None:
        """Return the columns that a statement writes as they are at a look at the table; None where nothing changed any."""
        steps = self.changes.since(placed, view)
        if not steps:
            return None
        columns = self._start(placed)
        for step, where, sure in steps:
            columns = columns.after(step, where, sure=sure)
        return columns

    def _start(self, placed: PlacedWriter) -> Columns:
        """Return the columns of a table as a statement that writes it knows them."""
        defines = placed.writer.kind in DEFINING
        known = column_list(self.written(placed)) if defines else self.declared(placed)
        branches = placed.writer.branches
        given = tuple(each for each in self.fields(placed)[0] if each[:1] != "#")
        all_listed = not defines and all(each.columns is not None for each in branches)
        if known is not None and not all_listed:
            given = known
        columns = Columns.of(known if known is not None else given, closed=known is not None)
        return replace(columns, given=frozenset(given), only_given=all_listed or known is not None)

    def definition(
        self, name: TableName, file: int, statement: int, column: str
    ) -> tuple[ColumnDefinition, Location | None] | None:
        """Return what DDL says of one column of a table, as a statement sees it, and where; None where it says nothing."""
        declared = self.schema.of(name, file, statement)
        if declared.columns is not None:
            found = declared.column(column)
            return None if found is None else (found, declared.defined(column))
        columns = Columns.of((), closed=False)
        for step, where, _ in self.changes.before(name, file, statement):
            columns = columns.after(step, where, sure=True)
        added = columns.called(column).added
        return None if added is None else (added.column, added.where)


def column_list(layout: Layout) -> tuple[str, ...] | None:
    """Return a query's columns as those of a table: all known, each with a name of its own; None otherwise."""
    names = tuple(slot.name for slot in layout.slots)
    return names if layout.complete and all(names) and len(set(names)) == len(names) else None

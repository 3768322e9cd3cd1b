"""What columns statements give the tables they write, and what those are to a later look at the table (method 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from wherefrom.domain.dataset import Select, Values
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import ColumnDefinition, Mapping, WriterKind
from wherefrom.lineage.columns import DEFINING, Carried, Change, Changes, Columns, View, view_of
from wherefrom.lineage.estate import Index, PlacedWriter
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.schema import NOWHERE, Declared, Schema
from wherefrom.lineage.structures import Layout, renamed

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
        self._carried: dict[tuple[int, View], Columns | None] = {}

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
        place = (placed.name, placed.file, placed.writer.statement)
        declared = self.schema.of(*place)
        if declared.columns is not None:
            names = _names(declared)
            if self._values(placed) > len(names):  # it ran before another file dropped columns
                return _names(self.schema.alone(*place))
            return names
        if declared.query >= 0:
            return column_list(self._of(declared.query))
        return None if declared.conflict else self._created(placed)

    def _values(self, placed: PlacedWriter) -> int:
        """Return how many columns a statement without a list gives values to; -1 where it has one, or that is not known."""
        branches = placed.writer.branches
        if (
            len(branches) != 1
            or branches[0].columns is not None
            or branches[0].mapping is not Mapping.POSITION
        ):
            return -1
        layout = self._of(self.index.base[placed.file] + branches[0].node)
        static = sum(1 for each in branches[0].partitions if each.value is not None)
        return len(layout.slots) + static if layout.complete else -1

    def _created(self, placed: PlacedWriter) -> tuple[str, ...] | None:
        """Return the columns of the query that made a writer's target earlier in its script."""
        if placed.writer.kind in DEFINING:
            return None
        made = self._made(placed.name, placed.file, placed.writer.statement)
        names = self.shape(made, view_of(self.index, placed.target)) if made is not None else None
        return names if names is not None and all(names) and len(set(names)) == len(names) else None

    def _made(self, name: TableName, file: int, statement: int) -> PlacedWriter | None:
        """Return the statement that made a table before another one of its script, where it certainly ran."""
        script = self.index.files[file].unit.statements[statement - 1].script
        made: PlacedWriter | None = None
        for number in self.index.by_table.get(self.index.key(name, file), ()):
            other = self.index.writers[number]
            before = other.file == file and other.writer.statement < statement
            same = other.statement.script == script and not other.statement.conditional
            if before and same and other.writer.kind in DEFINING:
                passed = self.reach.exits.since(file, other.writer.statement, statement)
                made = other if not passed else made
        return made

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
        made = self._made(placed.name, placed.file, placed.writer.statement)
        if known is None or made is None:
            return known
        changed = self._changed(made, View(key))
        return known if changed is None else tuple(each.name for each in changed.listed)

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
        if (placed.number, view) not in self._carried:
            self._carried[placed.number, view] = self._changed(placed, view)
        changed = self._carried[placed.number, view]
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
        listed = all(each.columns is not None for each in placed.writer.branches)
        if placed.writer.kind not in DEFINING and not listed and self._is_seen(placed):
            return self._by_place(placed, view, steps)
        columns = self._start(placed)
        for step, where, sure in steps:
            columns = columns.after(step, where, sure=sure)
        return columns

    def _is_seen(self, placed: PlacedWriter) -> bool:
        """Whether the DDL that a statement sees holds changes of other files, of which no order is known."""
        place = (placed.name, placed.file, placed.writer.statement)
        declared = self.schema.of(*place)
        return declared.columns is not None and _names(declared) != _names(self.schema.alone(*place))

    def _by_place(self, placed: PlacedWriter, view: View, steps: list[Change]) -> Columns:
        """Return the columns of a table that a statement writes by their places, whose places other files have changed.

        It ran before those changes or after them: as many values as there are columns say when, and where they do not,
        only what is the same both ways is sure.
        """
        called, values = self.declared(placed) or (), self._values(placed)
        own = {self.index.path(each) for each in (placed.file, view.file) if each >= 0}
        others = [each for each in steps if each[1].file not in own]
        before = _names(self.schema.alone(placed.name, placed.file, placed.writer.statement))
        after = tuple(each.name for each in _replayed(before, others).listed)
        tried = ((before, steps), (after, [each for each in steps if each not in others]))
        fitting = [each for each in tried if values == len(each[0])] or [
            each for each in tried if values <= len(each[0])
        ]
        ways = [
            [_placed(each, names, called) for each in _replayed(names, changes).listed]
            for names, changes in fitting
        ]
        without = frozenset(called[values:] if values >= 0 else ())
        listed = [
            structs.replace(each, sure=all(_alike(each, way, without) for way in ways))
            for each in (ways[0] if ways else ())
        ]
        return Columns(tuple(listed), closed=bool(ways))

    def _start(self, placed: PlacedWriter) -> Columns:
        """Return the columns of a table as a statement that writes it knows them."""
        defines = placed.writer.kind in DEFINING
        known = column_list(self.written(placed)) if defines else self.declared(placed)
        given = tuple(each for each in self.fields(placed)[0] if each[:1] != "#")
        listed = not defines and all(each.columns is not None for each in placed.writer.branches)
        if listed:  # its own names are those of its time
            columns = Columns.of(given, closed=False)
            had = _names(self.schema.alone(placed.name, placed.file, placed.writer.statement))
            return replace(columns, given=frozenset(given), only_given=True, before=frozenset((*given, *had)))
        given = given if known is None else known
        columns = Columns.of(given, closed=known is not None)
        return replace(columns, given=frozenset(given), only_given=known is not None)

    def definition(
        self, name: TableName, file: int, statement: int, column: str
    ) -> tuple[ColumnDefinition, Location | None] | None:
        """Return what DDL says of one column of a table, as a statement sees it, and where; None where it says nothing."""
        declared = self.schema.of(name, file, statement)
        if declared.columns is not None:
            found = declared.column(column)
            return None if found is None else (found, declared.place(column, "value"))
        made = self._made(name, file, statement)
        if made is not None:
            changed = self._changed(made, View(self.index.key(name, file), file, statement))
        else:
            changed = Columns.of((), closed=False)
            for step, where, _ in self.changes.before(name, file, statement):
                changed = changed.after(step, where, sure=True)
        added = changed.called(column).added if changed is not None else None
        return None if added is None else (added.column, added.where)


def _names(declared: Declared) -> tuple[str, ...]:
    return tuple(column.name for column in declared.columns or ())


def _replayed(names: tuple[str, ...], steps: Iterable[Change]) -> Columns:
    """Return columns after changes that are taken to have come in this order."""
    columns = Columns.of(names, closed=True)
    for step, where, sure in steps:
        columns = columns.after(step, where, sure=sure)
    return columns


def _placed(column: Carried, names: tuple[str, ...], called: tuple[str, ...]) -> Carried:
    """Return a column with what the DDL that a statement sees calls the place it was written at."""
    if not column.was:
        return column
    at = names.index(column.was)
    return Carried(column.name, called[at] if at < len(called) else f"#{at + 1}", column.added)


def _alike(column: Carried, way: list[Carried], without: frozenset[str]) -> bool:
    """Whether a column is the same another way, or has no value of its own either way."""
    other = next((each for each in way if each.name == column.name), None)
    if other is None or other == column:
        return other is not None
    return column.added is not None and other.was in without


def column_list(layout: Layout) -> tuple[str, ...] | None:
    """Return a query's columns as those of a table: all known, each with a name of its own; None otherwise."""
    names = tuple(slot.name for slot in layout.slots)
    return names if layout.complete and all(names) and len(set(names)) == len(names) else None

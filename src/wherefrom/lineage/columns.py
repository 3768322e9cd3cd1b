"""What becomes of a table's columns between a statement that writes it and one that reads it (method 1.4).

ALTER moves no row: a column that is renamed keeps what was written under its old name, one that is added has
its default in the rows that were there, and one that is dropped takes what it held along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from msgspec import Struct

from wherefrom.domain.expression import leaves
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange
from wherefrom.lineage.estate import Index, PlacedWriter
from wherefrom.lineage.schema import MAKING, Schema, moved

END = 1 << 31
"""Stands behind every statement of a file."""


class Added(Struct, frozen=True, gc=False):
    """A column that a table got after a statement wrote it.

    Attributes:
        column: Its definition.
        where: The statement that adds it.
        over: Of a computed one the columns that it is made of, by their names then.
    """

    column: ColumnDefinition
    where: Location
    over: tuple[tuple[str, Carried], ...] = ()


class Carried(Struct, frozen=True, gc=False):
    """A column of a table, and what it was to a statement that wrote it.

    Attributes:
        name: What it is called now.
        was: What it was called; empty where that statement knew no such column.
        added: How the table got it since; None where it had it.
        sure: That the column is this one, and no other of the names it had, is proven.
    """

    name: str
    was: str = ""
    added: Added | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Columns:
    """A table's columns after some changes.

    Attributes:
        listed: Those that are known, in order.
        closed: There are no others.
        given: Names that the statement which wrote the table gives values to, or makes the table of.
        only_given: It certainly gives no other column a value of its own.
        gone: Names that were certainly dropped or renamed away.
        before: Names that were known before the changes.
    """

    listed: tuple[Carried, ...]
    closed: bool
    given: frozenset[str] = frozenset()
    only_given: bool = False
    gone: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str], *, closed: bool) -> Columns:
        """Return columns that nothing has changed."""
        listed = tuple(Carried(each, each) for each in names)
        return cls(listed, closed, before=frozenset(each.name for each in listed))

    def names(self) -> tuple[str, ...] | None:
        """Return the names in order; None where there may be others, or another order."""
        sure = self.closed and all(each.sure for each in self.listed)
        return tuple(each.name for each in self.listed) if sure else None

    def _at(self, name: str) -> int:
        return next((at for at, each in enumerate(self.listed) if each.name == name), -1)

    def called(self, name: str) -> Carried:
        """Return what a column was to the statement that wrote the table, as far as it is proven."""
        at = self._at(name)
        if at < 0:
            return Carried(name, name, sure=name not in self.gone)
        found = self.listed[at]
        return Carried(name, found.was, found.added, sure=found.sure or self._settled(found))

    def _settled(self, found: Carried) -> bool:
        """Whether the names that a statement uses show that it wrote before the column was changed."""
        if found.name in self.given or (found.added is not None and found.name in self.before):
            return False
        if found.was in self.given:
            return self._at(found.was) < 0
        return self.only_given

    def after(self, step: Ddl, where: Location, *, sure: bool) -> Columns:
        """Return the columns after one change; ``sure`` says that it came after the statement that wrote them."""
        if step.change is DdlChange.ADD:
            return self._add(step, where, sure=sure and (self.closed or not step.only_if_absent))
        if step.change is DdlChange.DROP:
            names = {each.name for each in step.columns}
            kept = tuple(each for each in self.listed if each.name not in names)
            if sure:
                return replace(self, listed=kept, gone=self.gone | names)
            return replace(self, listed=kept, closed=False)
        if step.change is DdlChange.RENAME:
            return self._rename(*step.rename, sure=sure)
        if step.change is DdlChange.REPLACE:
            return self._replace(step, where)
        if step.change is DdlChange.ALTER:
            listed = self.listed
            for each in step.columns:
                listed = moved(listed, each)
            return replace(self, listed=listed)
        return self

    def _add(self, step: Ddl, where: Location, *, sure: bool) -> Columns:
        listed = self.listed
        for column in step.columns:
            if self._at(column.name) < 0:
                over = {
                    leaf.value.column.name: self.called(leaf.value.column.name)
                    for leaf in (leaves(column.computed) if column.computed is not None else ())
                    if leaf.value.column is not None
                }
                added = Added(column, where, tuple(over.items()))
                listed = moved((*listed, Carried(column.name, added=added, sure=sure)), column)
        gone = self.gone - {each.name for each in step.columns}
        return replace(self, listed=listed, gone=gone)

    def _rename(self, old: str, new: str, *, sure: bool) -> Columns:
        at = self._at(old)
        gone = (self.gone | ({old} if sure else set())) - {new}
        if at < 0:
            if self.closed or old in self.gone or self._at(new) >= 0:
                return self
            return replace(self, listed=(*self.listed, Carried(new, old, sure=sure)), gone=gone)
        if self._at(new) >= 0:
            return self
        found = self.listed[at]
        renamed = Carried(new, found.was, found.added, sure=found.sure and sure)
        return replace(self, listed=(*self.listed[:at], renamed, *self.listed[at + 1 :]), gone=gone)

    def _replace(self, step: Ddl, where: Location) -> Columns:
        """Put other columns in place of all: only one of the same name at the same place is the old one for sure."""
        found: list[Carried] = []
        for at, column in enumerate(step.columns):
            if at < len(self.listed) and self.listed[at].name == column.name:
                found.append(self.listed[at])
            elif self.closed and at >= len(self.listed) and self._at(column.name) < 0:
                found.append(Carried(column.name, added=Added(column, where)))
            else:
                found.append(Carried(column.name, column.name, sure=False))
        return replace(self, listed=tuple(found), closed=True)


class View(Struct, frozen=True, gc=False):
    """Where a table is looked at.

    Attributes:
        table: Its identity there (``Index.key``).
        file: Index of the file; -1 for the end of all files.
        ordinal: The statement.
    """

    table: str
    file: int = -1
    ordinal: int = END


def view_of(index: Index, gid: int) -> View:
    """Return the look at a table that a node of it is."""
    name, file = index.table(gid), index.file_of[gid]
    assert name is not None  # the caller has a table's node
    return View(index.key(name, file), file, index.nodes[gid].statement)


class Changes:
    """The changes of columns that lie between two statements."""

    def __init__(self, index: Index, schema: Schema) -> None:
        self._index = index
        self._schema = schema

    def since(self, placed: PlacedWriter, view: View) -> list[tuple[Ddl, Location, bool]]:
        """Return the changes between a statement that writes a table and a look at it.

        Those of its own file come in the order of its statements. Of those in files that do not make the
        table it is not known whether they came before or after: False stands with them, and with those
        that may not have run.
        """
        own = self._index.key(placed.name, placed.file)
        steps = self._schema.steps(own)
        if not steps and own == view.table:
            return []
        last = view.ordinal if view.file == placed.file else END
        found = [
            self._step(each, placed.file)
            for each in steps.get(placed.file, ())
            if placed.statement.ordinal < each.statement <= last and not self._apart(placed, each)
        ]
        if placed.name.temporary and view.file not in (-1, placed.file):
            here = self._schema.steps(view.table).get(view.file, ())
            return found + [self._step(each, view.file) for each in here if each.statement <= view.ordinal]
        if view.file == placed.file:
            return found
        for number in sorted(steps):
            if number != placed.file and not any(each.change in MAKING for each in steps[number]):
                until = view.ordinal if number == view.file else END
                others = (self._step(each, number) for each in steps[number] if each.statement <= until)
                found += [(step, where, False) for step, where, _ in others]
        return found

    def until(self, placed: PlacedWriter, view: View) -> list[tuple[Ddl, Location, bool]]:
        """Return the changes that follow a look at a table in its file and may come before the statement that writes it.

        Those of a file that makes the table say nothing of a writer in another.
        """
        here = self._schema.steps(view.table).get(view.file, ())
        if view.file != placed.file and any(each.change in MAKING for each in here):
            return []
        last = placed.statement.ordinal if view.file == placed.file else END
        return [self._step(each, view.file) for each in here if view.ordinal < each.statement <= last]

    def before(self, name: TableName, file: int, ordinal: int) -> Iterator[tuple[Ddl, Location, bool]]:
        """Yield the changes that a statement sees of a table."""
        for number, steps in sorted(self._schema.steps(self._index.key(name, file)).items()):
            for each in steps:
                if number != file or each.statement <= ordinal:
                    yield self._step(each, number)

    def _step(self, step: Ddl, file: int) -> tuple[Ddl, Location, bool]:
        if file >= len(self._index.files):
            return step, Location(self._index.path(file), step.statement, step.span), True
        statement = self._index.files[file].unit.statements[step.statement - 1]
        return step, Location(self._index.path(file), step.statement, step.span), not statement.conditional

    def _apart(self, placed: PlacedWriter, step: Ddl) -> bool:
        """Whether a change is of another script's own table of that name."""
        script = self._index.files[placed.file].unit.statements[step.statement - 1].script
        return placed.name.temporary and script != placed.statement.script

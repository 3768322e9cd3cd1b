"""What becomes of a table's columns between a statement that writes it and one that reads it (method 1.4).

ALTER moves no row: a column that is renamed keeps what was written under its old name, one that is added has
its default in the rows that were there, and one that is dropped takes what it held along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import Struct

from wherefrom.domain.expression import Expression, leaves
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, WriterKind
from wherefrom.lineage.estate import MAKING, Index, PlacedWriter
from wherefrom.lineage.schema import Schema, moved

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

Change = tuple[Ddl, Location, bool]
"""A change of columns, its statement, and whether it certainly came after the statement that wrote the table."""

END = 1 << 31
"""Stands behind every statement of a file."""


class Added(Struct, frozen=True, gc=False):
    """A column that a table got after a statement wrote it.

    Attributes:
        column: Its definition.
        where: The statement that adds it.
        over: Of a computed one the columns that it is made of, by their names then.
        certain: It certainly came after that statement.
    """

    column: ColumnDefinition
    where: Location
    over: tuple[tuple[str, Carried], ...] = ()
    certain: bool = True


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


@dataclass(frozen=True)  # without slots: its look-up is kept beside it
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

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The first place of each name."""
        return {each.name: at for at, each in reversed(tuple(enumerate(self.listed)))}

    def _at(self, name: str) -> int:
        return self._places.get(name, -1)

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
                over = columns_of(column.computed) if column.computed is not None else frozenset()
                made_of = tuple((each, self.called(each)) for each in sorted(over))
                added = Added(column, where, made_of, certain=sure)
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

    def since(self, placed: PlacedWriter, view: View) -> list[Change]:
        """Return the changes between a statement that writes a table and a look at it.

        Those of its own file come in the order of its statements, and rows of another file that are looked at
        have gone through the changes before it in its file. Of those in a third file that does not make the table it
        is not known whether they came before or after: False stands with them, and with those that may not have run.
        """
        own = self._index.key(placed.name, placed.file)
        steps = self._schema.steps(own)
        if not steps and own == view.table:
            return []
        if placed.name.temporary:
            return list(self._of_session(placed, view))
        last = view.ordinal if view.file == placed.file else END
        found = [
            self._step(each, placed.file)
            for each in steps.get(placed.file, ())
            if placed.statement.ordinal < each.statement <= last
        ]
        if view.file == placed.file:
            return found
        for number in sorted(steps):
            if number != placed.file and not any(each.change in MAKING for each in steps[number]):
                until = view.ordinal if number == view.file else END
                others = [self._step(each, number) for each in steps[number] if each.statement <= until]
                found += [(step, where, sure and number == view.file) for step, where, sure in others]
        return found

    def _of_session(self, placed: PlacedWriter, view: View) -> Iterator[Change]:
        """Yield the changes of a session's table: its own script's in order, those of a body that makes no such table perhaps."""
        key = self._index.key(placed.name, placed.file)
        own, here = placed.statement.script, self._script(view.file, view.ordinal)
        alone = view.file in (-1, placed.file) and own == here
        for each in self._schema.steps(key).get(placed.file, ()):
            script = self._script(placed.file, each.statement)
            step, where, sure = self._step(each, placed.file)
            if script == own:
                if placed.statement.ordinal < each.statement and (
                    not alone or each.statement <= view.ordinal
                ):
                    yield step, where, sure and alone
            elif script not in self._makers(key, placed.file):
                yield step, where, False
        if view.file not in (-1, placed.file):
            for each in self._schema.steps(view.table).get(view.file, ()):
                if self._script(view.file, each.statement) == here and each.statement <= view.ordinal:
                    yield self._step(each, view.file)

    def _script(self, file: int, ordinal: int) -> str:
        """Return the script of a statement; that of the file itself at its end."""
        statements = self._index.files[file].unit.statements if file >= 0 else ()
        return statements[ordinal - 1].script if ordinal <= len(statements) else ""

    def _makers(self, key: str, file: int) -> set[str]:
        """Return the scripts of a file that make a table of their own."""
        index = self._index
        made = {each.statement for each in self._schema.steps(key).get(file, ()) if each.change in MAKING}
        writers = (index.writers[number] for number in index.by_table.get(key, ()))
        made |= {
            each.statement.ordinal for each in writers if each.file == file and each.writer.kind in DEFINING
        }
        return {self._script(file, each) for each in made}

    def until(self, placed: PlacedWriter, view: View) -> list[Change]:
        """Return the changes that follow a look at a table in its file and may come before the statement that writes it.

        Those of a file that makes the table say nothing of a writer in another.
        """
        here = self._schema.steps(view.table).get(view.file, ())
        if not here or (view.file != placed.file and any(each.change in MAKING for each in here)):
            return []
        if placed.name.temporary and self._script(view.file, view.ordinal) != placed.statement.script:
            return []
        last = placed.statement.ordinal if view.file == placed.file else END
        return [self._step(each, view.file) for each in here if view.ordinal < each.statement <= last]

    def before(self, name: TableName, file: int, ordinal: int) -> Iterator[Change]:
        """Yield the changes that a statement sees of a table."""
        script = self._script(file, ordinal)
        for number, steps in sorted(self._schema.steps(self._index.key(name, file)).items()):
            for each in steps:
                apart = name.temporary and self._script(number, each.statement) != script
                if not apart and (number != file or each.statement <= ordinal):
                    yield self._step(each, number)

    def _step(self, step: Ddl, file: int) -> Change:
        if file >= len(self._index.files):
            return step, Location(self._index.path(file), step.statement, step.span), True
        statement = self._index.files[file].unit.statements[step.statement - 1]
        return step, Location(self._index.path(file), step.statement, step.span), not statement.conditional


def columns_of(value: Expression) -> frozenset[str]:
    """Return the names of the columns that an expression of DDL is made of."""
    return frozenset(leaf.value.column.name for leaf in leaves(value) if leaf.value.column is not None)

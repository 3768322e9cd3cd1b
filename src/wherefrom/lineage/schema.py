"""Schema evidence: the columns of a table as DDL gives them at one place (method 1.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, TypeVar

from msgspec import structs

from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, WriterKind
from wherefrom.lineage.estate import MAKING, Index
from wherefrom.lineage.structures import Layout, Slot

Columns = tuple[ColumnDefinition, ...]


@dataclass(frozen=True)  # without slots: its layout and look-ups are kept beside it
class Declared:
    """What DDL says of a table.

    Attributes:
        columns: In order; None where there is no usable DDL.
        partitioned: Names of partition columns.
        conflict: Files disagree: the columns count as unknown.
        keys: Primary and unique keys.
        file: Index of the file that creates the table, catalog files after the SQL files; -1 for none.
        statement: Its statement there.
        places: Where each column is defined.
        query: Global number of the query whose columns they are, where a query that brings no rows made the
            table: ``columns`` is None then. -1 for none.
        others: ``(column, "type", "nullable" or "value", where)`` for what is stated elsewhere than where the
            column is defined: by another file than the first, or by a later ALTER.
    """

    columns: Columns | None
    partitioned: tuple[str, ...] = ()
    conflict: bool = False
    keys: tuple[tuple[str, ...], ...] = ()
    file: int = -1
    statement: int = 0
    places: tuple[tuple[str, Location], ...] = ()
    others: tuple[tuple[str, str, Location], ...] = ()
    query: int = -1

    @property
    def usable(self) -> bool:
        """Whether it says anything of the columns."""
        return self.columns is not None or self.query >= 0

    @cached_property
    def layout(self) -> Layout:
        """The columns as those of a node that reads the table; it has to have some."""
        slots = tuple(Slot(column.name, column.name, hidden=column.hidden) for column in self.columns or ())
        return Layout(slots, complete=True, ddl=True)

    @cached_property
    def _by_name(self) -> Mapping[str, ColumnDefinition]:
        """The first column of each name."""
        return {each.name: each for each in reversed(self.columns or ())}

    @cached_property
    def _last_places(self) -> Mapping[str, Location]:
        """Where each column was stated last."""
        return dict(self.places)

    def column(self, name: str) -> ColumnDefinition | None:
        """Return a column; None where it is not known."""
        return self._by_name.get(name)

    def place(self, name: str, what: str) -> Location | None:
        """Return where the ``type``, ``nullable`` or ``value`` of a column was stated last; None where it is not known."""
        for column, kind, where in self.others:
            if (column, kind) == (name, what):
                return where
        return self._last_places.get(name)


NOTHING = Declared(None)
NOWHERE = -2
"""The file of a look at a table from outside all files."""
_COPYING = frozenset({DdlChange.LIKE, DdlChange.PART})
_AT_END = 2**31
"""A statement behind every other of a file."""
_MAKING = frozenset({WriterKind.CREATE_TABLE_AS, WriterKind.CREATE_VIEW, WriterKind.SELECT_INTO})
"""Writers whose query's columns are the table's."""


class Schema:
    """DDL of an estate, in statement order inside a file, without order between files."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._steps: dict[str, dict[int, list[Ddl]]] = defaultdict(lambda: defaultdict(list))
        for number, file in enumerate(index.files):
            for step in file.unit.ddl:
                self._steps[index.key(step.name, number)][number].append(step)
        for number, catalog in enumerate(index.estate.catalog, start=len(index.files)):
            for step in catalog.tables:
                self._steps[step.name.canonical][number].append(step)
        self._memo: dict[tuple[str, int, int], Declared] = {}
        self._ends: dict[str, dict[int, Declared]] = {}

    def conflicts(self) -> list[str]:
        """Return the tables whose files disagree, sorted."""
        several = (key for key, files in self._steps.items() if len(files) > 1)
        return sorted(key for key in several if self.at(key, NOWHERE, 0).conflict)

    def steps(self, key: str) -> dict[int, list[Ddl]]:
        """Return the DDL steps of a table by file."""
        return self._steps.get(key, {})

    def of(self, name: TableName, file: int, ordinal: int) -> Declared:
        """Return what DDL says of a table as seen by a statement."""
        return self.at(self.index.key(name, file), file, ordinal)

    def at(self, key: str, file: int, ordinal: int) -> Declared:
        """Return what DDL says of a table at a statement of a file; ``NOWHERE`` is none of them."""
        if key not in self._steps:
            return NOTHING
        memo = (key, file, ordinal)
        if memo not in self._memo:
            self._memo[memo] = NOTHING
            self._memo[memo] = self._find(key, file, ordinal, tuple(self._steps[key]))
        return self._memo[memo]

    def alone(self, name: TableName, file: int, ordinal: int) -> Declared:
        """Return what DDL says of a table, as seen by a statement before other files than its own have changed it."""
        key = self.index.key(name, file)
        return self._find(key, file, ordinal, (file,)) if key in self._steps else NOTHING

    def _find(self, key: str, file: int, ordinal: int, changing: tuple[int, ...]) -> Declared:
        steps = self._steps[key]
        finals = self._at_ends(key)
        shapes = {
            tuple(column.name for column in state.columns or ()) for state in finals.values() if state.columns
        }
        if len(shapes) > 1:
            return Declared(None, conflict=True)
        if file in finals:
            whole = all(
                step.statement <= ordinal and step.change is not DdlChange.PART for step in steps[file]
            )
            here = finals[file] if whole else self._replay(steps[file], file, ordinal)
            if here.usable:
                return here
        listed = [state for state in finals.values() if state.columns is not None]
        queried = [state for state in finals.values() if state.query >= 0]
        base = queried[0] if len(queried) == 1 and not listed else _agreed(listed)
        for number in sorted(set(changing) & set(steps) - set(finals)):
            limit = ordinal if number == file else None
            base = self._replay(steps[number], number, limit, base)
        return base

    def _at_ends(self, key: str) -> dict[int, Declared]:
        """Return what each file that makes a table says of it at its end."""
        if key not in self._ends:
            self._ends[key] = {
                number: self._replay(steps, number, None)
                for number, steps in self._steps[key].items()
                if any(step.change in MAKING for step in steps)
            }
        return self._ends[key]

    def _replay(self, steps: list[Ddl], file: int, before: int | None, base: Declared = NOTHING) -> Declared:
        """Apply DDL steps in order, those of statements after ``before`` left out."""
        state = base
        for step in steps:
            if before is not None and step.statement > before:
                break
            seen = _AT_END if before is None else before
            state = self._apply(state, step, file, seen if step.change is DdlChange.PART else step.statement)
        return state

    def _apply(self, state: Declared, step: Ddl, file: int, ordinal: int) -> Declared:
        """Apply one step; another table that it names is looked at as it is at a statement."""
        if step.change is DdlChange.DROP_TABLE:
            return NOTHING
        if step.change in MAKING and step.only_if_absent and state.usable:
            return state
        if step.change is DdlChange.CREATE:
            return Declared(
                step.columns,
                step.partitioned,
                keys=step.keys,
                file=file,
                statement=step.statement,
                places=self._places(step, file),
            )
        if step.change is DdlChange.QUERY:
            query = self.index.base[file] + step.query if step.query >= 0 else -1
            return Declared(None, file=file, statement=step.statement, query=query)
        if step.change in _COPYING and step.like is not None:
            copied = self.of(step.like, file, ordinal)
            made = copied if copied.usable or copied.conflict else self._made_by_query(step, file)
            return replace(made, conflict=False)
        if state.columns is None:
            return NOTHING if state.usable else state
        old, new = step.rename
        renamed = tuple((new if old and name == old else name, where) for name, where in state.places)
        columns = _altered(state.columns, step)
        if step.change is DdlChange.REPLACE:  # of those that are no partition's
            columns += tuple(each for each in state.columns if each.name in state.partitioned)
        columns = _partitions_last(columns, state)
        if step.change is DdlChange.SET:
            others = (*self._stated(step, file), *state.others)
            return replace(state, columns=columns, others=others, keys=state.keys + step.keys)
        again = {each.name for each in step.columns if step.change is not DdlChange.UNSET}
        others = tuple(
            (new if old and name == old else name, what, where)
            for name, what, where in state.others
            if name not in again
        )
        return replace(state, columns=columns, places=renamed + self._places(step, file), others=others)

    def _stated(self, step: Ddl, file: int) -> Iterator[tuple[str, str, Location]]:
        """Yield what a statement says of columns that are defined elsewhere, and where."""
        for (name, where), column in zip(self._places(step, file), step.columns, strict=True):
            if column.type:
                yield name, "type", where
            if column.nullable is not None:
                yield name, "nullable", where
            if column.default is not None or column.computed is not None:
                yield name, "value", where

    def _made_by_query(self, step: Ddl, file: int) -> Declared:
        """Return the columns of a table that LIKE names and one query makes, without any DDL of its own."""
        assert step.like is not None  # the caller looks first
        key = self.index.key(step.like, file)
        given = [self.index.writers[number] for number in self.index.by_table.get(key, ())]
        made = [each for each in given if each.writer.kind in _MAKING]
        if key in self._steps or len(made) != 1 or any(each.columns for each in made[0].writer.branches):
            return NOTHING
        query = self.index.base[made[0].file] + made[0].writer.branches[0].node
        return Declared(None, file=file, statement=step.statement, query=query)

    def _places(self, step: Ddl, file: int) -> tuple[tuple[str, Location], ...]:
        path = self.index.path(file)
        return tuple(
            (each.name, Location(path, step.statement, each.span or step.span)) for each in step.columns
        )


def _agreed(states: list[Declared]) -> Declared:
    """Return what several files say alike of one table: of a type they state differently nothing is known."""
    if not states:
        return NOTHING
    first, *others = states
    if not others:
        return first
    columns = []
    elsewhere: list[tuple[str, str, Location]] = []
    for column in first.columns or ():
        alike = [(each, same) for each in states if (same := each.column(column.name)) is not None]
        typed = [(each, same.type) for each, same in alike if same.type]
        sure = [(each, same.nullable) for each, same in alike if same.nullable is not None]
        columns.append(
            structs.replace(
                column,
                type=typed[0][1] if len({as_compared(kind) for _, kind in typed}) == 1 else "",
                nullable=sure[0][1] if len({nullable for _, nullable in sure}) == 1 else None,
            )
        )
        for what, given in (("type", [each for each, _ in typed]), ("nullable", [each for each, _ in sure])):
            place = given[0].place(column.name, what) if given else None
            if place is not None and given[0] is not first:
                elsewhere.append((column.name, what, place))
    return replace(first, columns=tuple(columns), others=tuple(elsewhere))


def as_compared(kind: str) -> str:
    """Return a type's text as two spellings of one type share it: no blanks, upper case."""
    return "".join(kind.split()).upper()


def _partitions_last(columns: Columns, before: Declared) -> Columns:
    """Return columns with the partition columns behind them, where they were last before a change."""
    given = before.columns or ()
    last = [each.name for each in given[len(given) - len(before.partitioned) :]]
    if not last or sorted(last) != sorted(before.partitioned):
        return columns
    apart = tuple(each for each in columns if each.name in last)
    return (*(each for each in columns if each.name not in last), *apart)


def _altered(columns: Columns, step: Ddl) -> Columns:
    if step.change is DdlChange.ADD:
        for each in step.columns:
            if all(each.name != column.name for column in columns):
                columns = moved((*columns, each), each)
        return columns
    if step.change is DdlChange.DROP:
        gone = {column.name for column in step.columns}
        return tuple(each for each in columns if each.name not in gone)
    if step.change is DdlChange.RENAME:
        old, new = step.rename
        return tuple(structs.replace(each, name=new) if each.name == old else each for each in columns)
    if step.change is DdlChange.REPLACE:
        return step.columns
    if step.change is DdlChange.SET:
        stated = {column.name: column for column in step.columns}
        return tuple(_with(each, stated[each.name]) if each.name in stated else each for each in columns)
    if step.change is DdlChange.UNSET:
        gone = {column.name for column in step.columns}
        return tuple(structs.replace(each, default=None) if each.name in gone else each for each in columns)
    changed = {column.name: column for column in step.columns if column.type}
    columns = tuple(changed.get(each.name, each) for each in columns)
    for each in step.columns:
        columns = moved(columns, each)
    return columns


def _with(column: ColumnDefinition, stated: ColumnDefinition) -> ColumnDefinition:
    """Return a column's definition with what a later statement says of it."""
    return structs.replace(
        column,
        type=stated.type or column.type,
        nullable=column.nullable if stated.nullable is None else stated.nullable,
        default=stated.default or column.default,
        computed=stated.computed or column.computed,
    )


class _Named(Protocol):
    """A column of any kind."""

    @property
    def name(self) -> str: ...


_C = TypeVar("_C", bound=_Named)


def moved(columns: tuple[_C, ...], column: ColumnDefinition) -> tuple[_C, ...]:
    """Return columns in the order that a change gives them: FIRST, AFTER another one, or as they are."""
    at = next((at for at, each in enumerate(columns) if each.name == column.name), -1)
    if at < 0 or column.behind is None:
        return columns
    others = (*columns[:at], *columns[at + 1 :])
    behind = next((to + 1 for to, each in enumerate(others) if each.name == column.behind), 0)
    if column.behind and not behind:
        return columns
    return (*others[:behind], columns[at], *others[behind:])

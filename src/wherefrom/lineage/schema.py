"""Schema evidence: the columns of a table as DDL gives them at one place (method 1.4)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from wherefrom.domain.names import TableName
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange
from wherefrom.lineage.estate import Index

Columns = tuple[ColumnDefinition, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """What DDL says of a table.

    Attributes:
        columns: In order; None where there is no usable DDL.
        partitioned: Names of partition columns.
        conflict: Files disagree: the columns count as unknown.
        keys: Primary and unique keys.
        file: Index of the file that creates the table; -1 for a catalog file or none.
        statement: Its statement there.
    """

    columns: Columns | None
    partitioned: tuple[str, ...] = ()
    conflict: bool = False
    keys: tuple[tuple[str, ...], ...] = ()
    file: int = -1
    statement: int = 0


NOTHING = Declared(None)


class Schema:
    """DDL of an estate, in statement order inside a file, without order between files."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._steps: dict[str, dict[int, list[Ddl]]] = defaultdict(lambda: defaultdict(list))
        for number, file in enumerate(index.files):
            for step in file.unit.ddl:
                self._steps[index.key(step.name, number)][number].append(step)
        for step in index.estate.catalog:
            self._steps[step.name.canonical][-1].append(step)
        self._memo: dict[tuple[str, int, int], Declared] = {}

    def conflicts(self) -> list[str]:
        """Return the tables whose files disagree, sorted."""
        return sorted(key for key in self._steps if self.at(key, -2, 0).conflict)

    def steps(self, key: str) -> dict[int, list[Ddl]]:
        """Return the DDL steps of a table by file."""
        return self._steps.get(key, {})

    def of(self, name: TableName, file: int, ordinal: int) -> Declared:
        """Return what DDL says of a table as seen by a statement."""
        return self.at(self.index.key(name, file), file, ordinal)

    def at(self, key: str, file: int, ordinal: int) -> Declared:
        """Return what DDL says of a table at a statement of a file; file -2 stands for nowhere."""
        if key not in self._steps:
            return NOTHING
        memo = (key, file, ordinal)
        if memo not in self._memo:
            self._memo[memo] = NOTHING
            self._memo[memo] = self._find(key, file, ordinal)
        return self._memo[memo]

    def _find(self, key: str, file: int, ordinal: int) -> Declared:
        steps = self._steps[key]
        creating = [
            number
            for number, each in steps.items()
            if any(step.change in (DdlChange.CREATE, DdlChange.LIKE) for step in each)
        ]
        finals = {number: self._replay(steps[number], number, None) for number in creating}
        shapes = {
            tuple(column.name for column in state.columns or ()) for state in finals.values() if state.columns
        }
        if len(shapes) > 1:
            return Declared(None, conflict=True)
        if file in creating:
            here = self._replay(steps[file], file, ordinal)
            if here.columns is not None:
                return here
        base = next((finals[number] for number in creating if finals[number].columns is not None), NOTHING)
        for number in sorted(set(steps) - set(creating)):
            limit = ordinal if number == file else None
            base = self._replay(steps[number], number, limit, base)
        return base

    def _replay(self, steps: list[Ddl], file: int, before: int | None, base: Declared = NOTHING) -> Declared:
        """Apply DDL steps in order, those of statements after ``before`` left out."""
        state = base
        for step in steps:
            if before is not None and step.statement > before:
                break
            state = self._apply(state, step, file)
        return state

    def _apply(self, state: Declared, step: Ddl, file: int) -> Declared:
        if step.change is DdlChange.DROP_TABLE:
            return NOTHING
        if step.change is DdlChange.CREATE:
            if step.only_if_absent and state.columns is not None:
                return state
            return Declared(
                step.columns, step.partitioned, keys=step.keys, file=file, statement=step.statement
            )
        if step.change is DdlChange.LIKE and step.like is not None:
            copied = self.of(step.like, file, step.statement)
            return replace(copied, conflict=False)
        if state.columns is None:
            return state
        return replace(state, columns=_altered(state.columns, step))


def _altered(columns: Columns, step: Ddl) -> Columns:
    if step.change is DdlChange.ADD:
        known = {column.name for column in columns}
        return columns + tuple(each for each in step.columns if each.name not in known)
    if step.change is DdlChange.DROP:
        gone = {column.name for column in step.columns}
        return tuple(each for each in columns if each.name not in gone)
    if step.change is DdlChange.RENAME:
        old, new = step.rename
        return tuple(
            ColumnDefinition(new, each.type, each.nullable, each.default, each.computed)
            if each.name == old
            else each
            for each in columns
        )
    changed = {column.name: column for column in step.columns}
    return tuple(changed.get(each.name, each) for each in columns)

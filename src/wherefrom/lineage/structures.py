"""Columns as layouts hold them, and the members of structures as far as the SQL builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from wherefrom.domain.dataset import Item, Select, TableFunction
from wherefrom.domain.expression import PASSING, ColumnRef, Expression, Form
from wherefrom.lineage.estate import Index


class Slot(Struct, frozen=True, gc=False):
    """One output column of a node, or an open star.

    Attributes:
        name: Canonical name; empty if it has none.
        key: What to ask the node for: the name, or ``#3``.
        item: Ordinal of the item or star that gives it; -1 for tables.
        input: Ordinal of the input a star takes it from; -1 for an explicit item.
        inner: What to ask that input for.
        open: A star over an input whose columns are not known: no single column.
        hidden: A column of a table that a star leaves out.
    """

    name: str
    key: str
    item: int = -1
    input: int = -1
    inner: str = ""
    open: bool = False
    hidden: bool = False


@dataclass(frozen=True)  # without slots: its look-ups are kept beside it
class Layout:
    """The output columns of a node.

    Attributes:
        slots: In order. Positions are proven up to the first open one.
        complete: There is no open slot: the node is enumerable.
        ddl: Known by DDL: the DDL is a premise.
    """

    slots: tuple[Slot, ...]
    complete: bool
    ddl: bool = False

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the known columns."""
        return frozenset(slot.name for slot in self.slots if slot.name and not slot.open)

    @cached_property
    def _proven(self) -> int:
        """How many positions are proven: those before the first open one."""
        return next((at for at, slot in enumerate(self.slots) if slot.open), len(self.slots))

    @cached_property
    def _by_key(self) -> Mapping[str, int]:
        """The first proven position of each key."""
        return {self.slots[at].key: at for at in reversed(range(self._proven))}

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Slot, ...]]:
        """The known columns of each name, in order."""
        found: dict[str, list[Slot]] = {}
        for slot in self.slots:
            if not slot.open:
                found.setdefault(slot.name, []).append(slot)
        return {name: tuple(slots) for name, slots in found.items()}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The first position of each name of a known column."""
        return {slot.name: at for at, slot in reversed(tuple(enumerate(self.slots))) if not slot.open}

    def called(self, name: str) -> tuple[Slot, ...]:
        """Return the known columns of a name, in order."""
        return self._by_name.get(name, ())

    def place(self, key: str) -> int:
        """Return the position of a field by its key, its proven place ``#3`` or its name; -1 where it has none."""
        at = self._by_key.get(key, -1)
        if key[:1] == "#" and key[1:].isdecimal() and key[1:] == str(int(key[1:])):
            numbered = int(key[1:]) - 1
            if 0 <= numbered < self._proven and (at < 0 or numbered < at):
                return numbered
        return at if at >= 0 else self._places.get(key, -1)

    def at(self, name: str) -> Slot | None:
        """Return the column of a name, or of a proven place ``#3``; None where there is none."""
        if name[:1] == "#" and name[1:].isdigit():
            place = int(name[1:])
            return self.slots[place - 1] if 0 < place <= self._proven else None
        return next(iter(self.called(name)), None)


def renamed(layout: Layout, names: tuple[str, ...]) -> Layout:
    """Give the first columns the names of a position list; past an open star the place is the key."""
    if not names:
        return layout
    slots = list(layout.slots)
    known = next((at for at, slot in enumerate(slots) if slot.open), len(slots))
    complete = layout.complete and len(names) <= len(slots)
    found: list[Slot] = []
    for at, name in enumerate(names):
        if at < known:
            old = slots[at]
            found.append(Slot(name, old.key, old.item, old.input, old.inner))
        else:
            found.append(Slot(name, f"#{at + 1}"))
    if complete or known >= len(names):
        found.extend(slots[len(names) :])
    return Layout(tuple(found), complete, layout.ddl)


OfInput = Callable[[int, int], Layout]
"""Gives the columns of an input: the scope's node, the input's ordinal."""

WHOLE_ROWS = frozenset({"bigquery", "postgres", "duckdb"})
"""Dialects in which the name of an input in an expression is its whole row, where no column is called so."""


class Structures:
    """The members of structures, as far as the SQL builds them."""

    def __init__(self, index: Index, of_input: OfInput) -> None:
        self.index = index
        self.of_input = of_input

    def members(self, gid: int, value: Expression) -> tuple[str, ...] | None:
        """Return the member names of an expression in a scope; None where they are not known."""
        if value.function == "STRUCT" and value.keys:
            return value.keys
        if value.form in (Form.CONDITIONAL, Form.COALESCE, Form.NULLIF):
            parts = [part.value for part in value.parts if part.value.text.upper() != "NULL"]
            found = {self.members(gid, part) for part in parts}
            return found.pop() if len(found) == 1 else None
        if value.form in (Form.AGGREGATE, Form.WINDOW) and value.function in PASSING:
            return self.members(gid, value.parts[0].value) if value.parts else None
        if value.function == "PATH" and value.keys[0].startswith("["):
            return self.members(gid, value.parts[0].value)
        return self._column(gid, value) if value.form is Form.COLUMN else None

    def _column(self, gid: int, value: Expression) -> tuple[str, ...] | None:
        ref, body = value.column, self.index.nodes[gid].body
        if ref is None or not isinstance(body, Select) or "." in ref.path.removeprefix("$"):
            return None
        row = self.row_of(gid, ref)
        if row >= 0:
            layout = self.of_input(gid, row)
            return tuple(slot.name for slot in layout.slots) if layout.complete else None
        for at, given in enumerate(body.inputs):
            if not ref.qualifier or ref.qualifier == (given.alias,):
                slot = next((s for s in self.of_input(gid, at).slots if s.name == ref.name), None)
                if slot is not None:
                    return self._item(self.index.local(gid, given.node), slot.item)
        return None

    def _item(self, gid: int, item: int) -> tuple[str, ...] | None:
        body = self.index.nodes[gid].body
        given = body.items[item] if isinstance(body, Select) and item >= 0 else None
        return self.members(gid, given.value) if isinstance(given, Item) else None

    def row_of(self, gid: int, ref: ColumnRef) -> int:
        """Return the input whose whole row a bare name is; -1 where it may be a column."""
        index = self.index
        body = index.nodes[gid].body
        if ref.qualifier or not isinstance(body, Select):
            return -1
        if index.files[index.file_of[gid]].unit.dialect not in WHOLE_ROWS:
            return -1
        found = next((at for at, each in enumerate(body.inputs) if each.alias == ref.name), -1)
        if found < 0 or isinstance(
            index.nodes[index.local(gid, body.inputs[found].node)].body, TableFunction
        ):
            return -1
        every = [self.of_input(gid, at) for at in range(len(body.inputs))]
        return found if all(each.complete and ref.name not in each.names for each in every) else -1

    def row_beside(self, gid: int, ref: ColumnRef) -> str:
        """Return the whole row that a bare name may be beside a column of that name, ``t.*``; empty if it cannot."""
        index = self.index
        body = index.nodes[gid].body
        if ref.qualifier or not isinstance(body, Select):
            return ""
        if index.files[index.file_of[gid]].unit.dialect not in WHOLE_ROWS:
            return ""
        at = next((at for at, each in enumerate(body.inputs) if each.alias == ref.name), -1)
        every = [self.of_input(gid, at) for at in range(len(body.inputs))]
        if at < 0 or any(ref.name in each.names for each in every) or all(each.complete for each in every):
            return ""
        node = index.local(gid, body.inputs[at].node)
        if isinstance(index.nodes[node].body, TableFunction):
            return ""
        name = index.table(node)
        return f"{name.canonical if name is not None else index.nodes[node].name}.*"

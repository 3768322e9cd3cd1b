"""What columns a node offers, in order, as far as SQL and DDL prove it (method 1.6)."""

from __future__ import annotations

import re

from wherefrom.domain.dataset import (
    Input,
    Item,
    Kept,
    Node,
    Select,
    SetOperation,
    Star,
    Table,
    TableFunction,
    Values,
    Wrap,
)
from wherefrom.domain.dialects import DIALECTS
from wherefrom.lineage.columns import DEFINING, view_of
from wherefrom.lineage.estate import Index
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.schema import Schema
from wherefrom.lineage.structures import Layout, Slot, Structures, renamed
from wherefrom.lineage.tables import Tables, column_list

OPEN = Layout((), complete=False)

_WITH_DUAL = frozenset({"oracle", "mysql", "snowflake"})
"""Dialects with a table of one row and one column, to have a FROM where nothing is read."""


class Layouts:
    """Layouts of all nodes. Lazy and memoised; a node that is being worked out counts as open."""

    def __init__(self, index: Index, schema: Schema, reach: Reach) -> None:
        self.index = index
        self.schema = schema
        self.reach = reach
        self.structures = Structures(index, self.of_input)
        self.tables = Tables(index, schema, reach, self.of)
        self._memo: dict[int, Layout] = {}
        self._inputs: dict[int, tuple[Layout, ...]] = {}
        self._under_way = 0

    def of(self, gid: int) -> Layout:
        """Return the columns of a node."""
        found = self._memo.get(gid)
        if found is None:
            self._memo[gid] = OPEN
            self._under_way += 1
            node = self.index.nodes[gid]
            found = self._find(gid, node)
            self._under_way -= 1
            if node.columns:
                named = renamed(found, node.columns)
                found = Layout(_keyed(named.slots), named.complete, named.ddl)
            self._memo[gid] = found
        return found

    def of_inputs(self, gid: int) -> tuple[Layout, ...]:
        """Return the columns of every input as its scope calls them."""
        found = self._inputs.get(gid)
        if found is None:
            body = self.index.nodes[gid].body
            assert isinstance(body, Select)  # only scopes have inputs
            found = tuple(self.of_input(gid, at) for at in range(len(body.inputs)))
            if not self._under_way:
                self._inputs[gid] = found
        return found

    def of_input(self, gid: int, ordinal: int) -> Layout:
        """Return the columns of an input as its scope calls them."""
        body = self.index.nodes[gid].body
        assert isinstance(body, Select)  # only scopes have inputs
        given = body.inputs[ordinal]
        columns = given.columns
        if given.row_of is not None and not columns:
            place = self.index.nodes[gid].statement
            declared = self.schema.of(given.row_of, self.index.file_of[gid], place)
            columns = tuple(column.name for column in declared.columns or () if not column.hidden)
        return renamed(self.of(self.index.local(gid, given.node)), columns)

    def _find(self, gid: int, node: Node) -> Layout:
        body = node.body
        if isinstance(body, Select):
            return self._select(gid, body)
        if isinstance(body, Wrap):
            inner = self.of(self.index.local(gid, body.node))
            return Layout(_keyed(inner.slots), inner.complete, inner.ddl)
        if isinstance(body, SetOperation):
            return self._set_operation(gid, body)
        if isinstance(body, Values):
            names = [
                body.names[at] if at < len(body.names) else f"column{at + 1}" for at in range(len(body.cells))
            ]
            return Layout(tuple(Slot(name, f"#{at + 1}") for at, name in enumerate(names)), complete=True)
        if isinstance(body, TableFunction):
            results = [self.of(each) for each in self.reach.calls.results(gid)]
            if results:
                whole = all(each.complete for each in results)
                given = Layout(_keyed(results[0].slots), whole, results[0].ddl)
                return renamed(given, tuple(each.name for each in body.outputs if not each.generated))
            slots = tuple(Slot(each.name, each.name) for each in body.outputs)
            return Layout(slots, complete=bool(slots) and not body.struct)
        return self._table(gid, body) if isinstance(body, Table) else Layout((), complete=True)

    def _set_operation(self, gid: int, body: SetOperation) -> Layout:
        first, *others = (self.of(self.index.local(gid, branch)) for branch in body.branches)
        slots = _keyed(first.slots)
        whole = first.complete and all(each.complete for each in others)
        ddl = first.ddl or any(each.ddl for each in others)
        if body.listed:
            return Layout(tuple(Slot(name, name) for name in body.listed), complete=True)
        if body.keeps is Kept.ALL:
            more = dict.fromkeys(s.name for each in others for s in each.slots if s.name not in first.names)
            return Layout(slots + tuple(Slot(name, name, open=not name) for name in more), whole, ddl)
        if body.keeps is Kept.COMMON:
            common = tuple(slot for slot in slots if all(slot.name in each.names for each in others))
            return Layout(common if whole else (*common, Slot("", "", open=True)), whole, ddl)
        return Layout(slots, first.complete, first.ddl)

    def _select(self, gid: int, body: Select) -> Layout:
        slots: list[Slot] = []
        ddl = False
        for at, item in enumerate(body.items):
            if isinstance(item, Item):
                slots.append(Slot(item.name, item.name or f"#{len(slots) + 1}", at))
            else:
                more, declared = self._star(gid, body, item, at)
                slots.extend(more)
                ddl = ddl or declared
        return Layout(_keyed(tuple(slots)), not any(slot.open for slot in slots), ddl)

    def _star(self, gid: int, body: Select, star: Star, at: int) -> tuple[list[Slot], bool]:
        if star.value is not None:
            return self._members(gid, star, at), False
        over = starred(self.index, gid, body, star)
        if star.qualifier:
            listed = [slot for ordinal in over for slot in self._columns(gid, ordinal)]
        else:
            listed = self._listed(gid, body, over, (0, len(body.inputs))) if over else []
        slots: list[Slot] = []
        for ordinal, slot in listed:
            if slot.open:
                slots.append(Slot("", "", at, ordinal, open=True))
            elif keeps(star, slot.name):
                name = "" if star.unnamed else dict(star.rename).get(slot.name, slot.name)
                slots.append(Slot(name, name, at, ordinal, slot.key))
        return slots, any(self.of_input(gid, ordinal).ddl for ordinal in over)

    def _columns(self, gid: int, ordinal: int) -> list[tuple[int, Slot]]:
        """Return the columns of one input, each with the input's ordinal."""
        layout = self.of_input(gid, ordinal)
        if not layout.slots and not layout.complete:
            return [(ordinal, Slot("", "", open=True))]
        return [(ordinal, slot) for slot in layout.slots if not slot.hidden]

    def _listed(
        self, gid: int, body: Select, over: list[int], part: tuple[int, int]
    ) -> list[tuple[int, Slot]]:
        """Return what a bare ``*`` over some inputs lists of a half-open part of FROM: merged columns once."""
        done: list[tuple[int, Slot]] = []
        first, end = part
        listed = self._columns(gid, first) if first in over else []
        at = first + 1
        while at < end:
            right = self._listed(gid, body, over, (at, right_of(body, at)[-1] + 1))
            if body.inputs[at].join == "COMMA":
                done, listed = done + listed, right
            else:
                listed = self._joined(gid, body.inputs[at], listed, right)
            at = right_of(body, at)[-1] + 1
        return done + listed

    def _joined(
        self, gid: int, given: Input, left: list[tuple[int, Slot]], right: list[tuple[int, Slot]]
    ) -> list[tuple[int, Slot]]:
        """Return the columns of a join: those that USING or NATURAL merges first, or in their place (dialect fact)."""
        before = [slot.name for _, slot in left if slot.name and not slot.open]
        own = {slot.name for _, slot in right}
        merged = [name for name in before if name in own] if given.natural else list(given.using)
        kept = [pair for pair in right if pair[1].name not in merged or pair[1].name not in before]
        facts = DIALECTS[self.index.files[self.index.file_of[gid]].unit.dialect]
        if facts.merged_in_place:
            return left + kept
        order = {name: at for at, name in enumerate(merged)}
        return sorted(left + kept, key=lambda pair: order.get(pair[1].name, len(order)))

    def _members(self, gid: int, star: Star, at: int) -> list[Slot]:
        """Return the members of the structure that a star lists; an open slot where they are not known."""
        assert star.value is not None  # the caller looks first
        found = self.structures.members(gid, star.value)
        if found is None:
            return [Slot("", "", at, open=True)]
        called = dict(star.rename)
        return [Slot(called.get(n, n), called.get(n, n), at, -1, n) for n in found if keeps(star, n)]

    def _table(self, gid: int, body: Table) -> Layout:
        index = self.index
        node = index.nodes[gid]
        declared = self.schema.of(body.name, index.file_of[gid], node.statement)
        if declared.columns is not None:
            return declared.layout
        if declared.query >= 0:
            listed = column_list(self.of(declared.query))
            slots = tuple(Slot(each, each) for each in listed or ())
            return OPEN if listed is None else Layout(slots, complete=True, ddl=True)
        if declared.conflict or body.role != "read":
            return OPEN
        if body.name.parts[-1] == "dual" and index.files[index.file_of[gid]].unit.dialect in _WITH_DUAL:
            return Layout((Slot("dummy", "dummy"),), complete=True)
        defining = [
            index.writers[bound.writer]
            for bound in self.reach.of(gid).bound
            if bound.followed and index.writers[bound.writer].writer.kind in DEFINING
        ]
        shapes = [self.tables.shape(placed, view_of(index, gid)) for placed in defining]
        first = shapes[0] if shapes else None
        if first is None or any(shape != first for shape in shapes) or "" in first:
            return OPEN
        return Layout(tuple(Slot(name, name) for name in first), complete=True)


def keeps(star: Star, name: str) -> bool:
    """Whether a star lists a column of that name: EXCEPT takes names out, a pattern chooses among them."""
    if name in star.without:
        return False
    return not star.pattern or re.fullmatch(star.pattern, name.strip('"')) is not None


def visible_inputs(body: Select) -> list[int]:
    """Return the ordinals of the inputs whose columns a bare name or a bare ``*`` may mean."""
    return [at for at, each in enumerate(body.inputs) if each.visible and not each.alias.endswith(":")]


def starred(index: Index, gid: int, body: Select, star: Star) -> list[int]:
    """Return the ordinals of the inputs a star stands over."""
    visible = visible_inputs(body)
    if star.value is not None:
        return []
    if not star.qualifier:
        return visible
    wanted = star.qualifier[-1]
    hidden = [at for at, each in enumerate(body.inputs) if each.alias == wanted]
    if hidden:
        return hidden[:1]
    by_name = [
        at
        for at in visible
        if (name := index.table(index.local(gid, body.inputs[at].node))) is not None
        and name.parts[-len(star.qualifier) :] == star.qualifier
    ]
    return by_name[:1]


def left_of(body: Select, at: int) -> list[int]:
    """Return the ordinals of the inputs on the left side of a join.

    A comma and a bracket begin anew, and the right side of a SEMI or ANTI join is none of them.
    """
    commas = (each for each in range(1, at) if body.inputs[each].join == "COMMA")
    first = max(body.inputs[at].left, *commas, 0)
    return [each for each in range(first, at) if body.inputs[each].visible]


def right_of(body: Select, at: int) -> list[int]:
    """Return the ordinals of the inputs on the right side of a join: more than one where a bracket joins them first."""
    end = at + 1
    while end < len(body.inputs) and body.inputs[end].left >= at > 0:
        end += 1
    return list(range(at, end))


def _keyed(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Give every slot a key that is unique: its name, or its ordinal where the name is not."""
    counts: dict[str, int] = {}
    for slot in slots:
        counts[slot.name] = counts.get(slot.name, 0) + 1
    return tuple(
        slot
        if slot.open
        else Slot(
            slot.name,
            slot.name if slot.name and counts[slot.name] == 1 else f"#{at + 1}",
            slot.item,
            slot.input,
            slot.inner,
        )
        for at, slot in enumerate(slots)
    )

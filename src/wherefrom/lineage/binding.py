"""Which input a column reference means, by exactly one named rule (method 1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.dataset import Item, NodeKind, Select, TableFunction
from wherefrom.domain.dialects import DIALECTS, LateralAlias
from wherefrom.domain.expression import ColumnRef
from wherefrom.domain.rules import Premise, Rule
from wherefrom.lineage.estate import Index
from wherefrom.lineage.laterals import laterals
from wherefrom.lineage.layout import Layouts, left_of, right_of, visible_inputs
from wherefrom.lineage.mentions import Mentions
from wherefrom.lineage.places import MISSING, Binding, Place
from wherefrom.lineage.structures import Layout

_PSEUDO = {
    dialect: frozenset(name for name, _ in facts.pseudo_columns) for dialect, facts in DIALECTS.items()
}
"""The names that each dialect defines itself."""


class Binder:
    """Binds references in scopes. Lazy and memoised.

    Attributes:
        no_premises: Only what rests on no premise is accepted.
    """

    def __init__(self, index: Index, layouts: Layouts, *, no_premises: bool) -> None:
        self.index = index
        self.layouts = layouts
        self.no_premises = no_premises
        self._memo: dict[tuple[int, ColumnRef, int, int], Binding] = {}
        self._laterals: dict[int, dict[int, int]] = {}
        self.mentions = Mentions(index)

    def bind(self, gid: int, ref: ColumnRef, item: int = -1, limit: int = -1) -> Binding:
        """Bind a reference in a scope.

        Args:
            gid: The scope.
            ref: The reference.
            item: Ordinal of an earlier item of that name; -1 if there is none.
            limit: Only inputs before this one count (a table function sees those before it);
                -1 for all.
        """
        memo = (gid, ref, item, limit)
        if memo not in self._memo:
            found = self._qualified(gid, ref, limit) if ref.qualifier else self._bare(gid, ref, item, limit)
            if self.no_premises and found.rule is not None and found.premises:
                found = Binding(None, found.places)
            self._memo[memo] = found
        return self._memo[memo]

    def _select(self, gid: int) -> Select | None:
        body = self.index.nodes[gid].body
        return body if isinstance(body, Select) else None

    def _parent(self, gid: int) -> int:
        parent = self.index.nodes[gid].parent
        return self.index.local(gid, parent) if parent >= 0 else -1

    def _around(self, gid: int) -> tuple[int, int]:
        """Return the scope around a node, and before which of its inputs a lateral query must look; -1 for all."""
        parent = self._parent(gid)
        if parent not in self._laterals:
            self._laterals[parent] = laterals(self.index, parent)
        return parent, self._laterals[parent].get(gid, -1)

    def _qualified(self, gid: int, ref: ColumnRef, limit: int) -> Binding:
        scope = gid
        while scope >= 0:
            select = self._select(scope)
            if select is not None:
                at = self._named(scope, select, ref.qualifier, limit)
                twins = self._called(select, ref.qualifier) if at >= 0 else []
                if len(twins) > 1:
                    return Binding(None, tuple(self._in_input(scope, each, ref.name)[0] for each in twins))
                if at >= 0:
                    place, premises = self._in_input(scope, at, ref.name)
                    return Binding(Rule.QUALIFIED, (place,), premises)
            scope, limit = self._around(scope)
        return MISSING

    def _called(self, select: Select, qualifier: tuple[str, ...]) -> list[int]:
        """Return the visible inputs that share an alias: SQL rejects two, so none of them is meant for sure."""
        if len(qualifier) != 1:
            return []
        found = {
            each.span: at
            for at, each in enumerate(select.inputs)
            if each.alias == qualifier[0] and each.visible
        }
        return list(found.values())  # brackets within brackets name one place twice

    def _named(self, gid: int, select: Select, qualifier: tuple[str, ...], limit: int) -> int:
        """Return the input a qualifier names; -1 if none."""
        inputs = select.inputs if limit < 0 else select.inputs[:limit]
        if len(qualifier) == 1:
            for at, each in enumerate(inputs):
                if each.alias == qualifier[0]:
                    return at
        called = [at for at, each in enumerate(inputs) if each.alias == qualifier[-1]]
        order: list[int] = [*called, *range(len(inputs))]
        for at in order:
            node = self.index.local(gid, inputs[at].node)
            name = self.index.table(node)
            if name is None and at in called and self.index.nodes[node].kind is NodeKind.QUERY_RESULT:
                return at  # the rows a statement leaves in the table of that name
            if name is not None and name.parts[-len(qualifier) :] == qualifier:
                return at
        return -1

    def _in_input(self, gid: int, at: int, name: str) -> tuple[Place, frozenset[Premise]]:
        """Return the field of that name in an input; a name it lacks is asked for all the same."""
        layout = self.layouts.of_inputs(gid)[at]
        select = self._select(gid)
        assert select is not None  # the caller found an input in it
        node = self.index.local(gid, select.inputs[at].node)
        slot = layout.at(name)
        if slot is not None:
            return Place(gid, at, node, slot.key, name), frozenset()
        premises = frozenset() if layout.complete else frozenset({Premise.COLUMN_EXISTS})
        return Place(gid, at, node, name, name), premises

    def _bare(self, gid: int, ref: ColumnRef, item: int, limit: int) -> Binding:
        select = self._select(gid)
        if select is None:
            return Binding(None, (), variable=self._is_variable(gid, ref.name))
        inputs = visible_inputs(select)
        if limit >= 0:
            inputs = [at for at in inputs if at < limit]
        alias = self._alias_place(gid, item, ref.name) if self._alias_first(gid) else None
        if alias is not None:
            return Binding(Rule.LATERAL_ALIAS, (alias,), frozenset({Premise.DIALECT}))
        merged = self._merged(gid, select, inputs, ref.name)
        if merged is not None:
            return merged
        element = self._element(gid, select, inputs, ref.name)
        if element is not None:
            return element
        has, open_ = self._holders(gid, select, inputs, ref.name)
        if len(has) == 1:
            return self._one(gid, inputs, has[0], open_, ref.name)
        if len(has) > 1:
            return Binding(None, tuple(self._in_input(gid, at, ref.name)[0] for at in has))
        return self._none_known(gid, ref, item, inputs, open_)

    def _holders(self, gid: int, select: Select, inputs: list[int], name: str) -> tuple[list[int], list[int]]:
        """Return the inputs known to have a name, and those that may have it."""
        has, open_ = [], []
        pseudo = self.pseudo(gid, name)
        layouts = self.layouts.of_inputs(gid)
        for at in inputs:
            layout = layouts[at]
            if layout.at(name) is not None or self._mentioned(gid, select, at, layout, name):
                has.append(at)
            elif not layout.complete or pseudo:
                open_.append(at)
        return has, open_

    def _mentioned(self, gid: int, select: Select, at: int, layout: Layout, name: str) -> bool:
        """Whether an input whose columns are not known is known to have one of that name."""
        return not layout.complete and name in self.mentions.of(gid, select).get(select.inputs[at].alias, ())

    def pseudo(self, gid: int, name: str) -> bool:
        """Whether the dialect of a node's file defines a name itself."""
        return name in _PSEUDO[self.index.files[self.index.file_of[gid]].unit.dialect]

    def _one(self, gid: int, inputs: list[int], at: int, open_: list[int], name: str) -> Binding:
        place, premises = self._in_input(gid, at, name)
        if len(inputs) == 1:
            return Binding(Rule.SINGLE_INPUT, (place,), premises)
        layouts = self.layouts.of_inputs(gid)
        if not open_ and all(layouts[each].complete for each in inputs):
            ddl = any(layouts[each].ddl for each in inputs)
            return Binding(
                Rule.DECLARED_UNIQUE, (place,), frozenset({Premise.DDL_CURRENT}) if ddl else frozenset()
            )
        return Binding(Rule.NAME_RESOLUTION, (place,), premises | {Premise.COMPILES})

    def _none_known(
        self, gid: int, ref: ColumnRef, item: int, inputs: list[int], open_: list[int]
    ) -> Binding:
        """No input is known to have the name: elimination, alias, variable, or the scope around."""
        alias = self._alias_place(gid, item, ref.name)
        variable = self._is_variable(gid, ref.name)
        outer = self._outer(gid, ref)
        if not open_:
            if alias is not None:
                return Binding(Rule.LATERAL_ALIAS, (alias,), frozenset({Premise.DIALECT}))
            if variable:
                return Binding(None, (), variable=True)
            return self._looked_out(outer)
        places = [self._in_input(gid, at, ref.name)[0] for at in open_]
        rivals = [*([alias] if alias is not None else []), *outer.places]
        if len(places) == 1 and alias is None and not variable and self._same_table(places[0], outer.places):
            return Binding(Rule.NAME_RESOLUTION, (places[0],), frozenset({Premise.COMPILES}))
        if len(places) == 1 and not rivals and not variable and not outer.variable:
            layouts = self.layouts.of_inputs(gid)
            others = [*(layouts[each] for each in inputs if each != open_[0]), *self._outside(gid)]
            if not others:
                return Binding(Rule.SINGLE_INPUT, (places[0],), frozenset({Premise.COLUMN_EXISTS}))
            premises = {Premise.COMPILES}
            if any(each.ddl for each in others):
                premises.add(Premise.DDL_CURRENT)
            if self.pseudo(gid, ref.name):
                return Binding(Rule.PSEUDO_COLUMN, (places[0],), frozenset({Premise.DIALECT}))
            return Binding(Rule.ELIMINATION, (places[0],), frozenset(premises))
        return Binding(None, (*places, *rivals), variable=variable)

    def _same_table(self, place: Place, others: tuple[Place, ...]) -> bool:
        """Whether all that a scope's name may mean outside is read from the very table of the input inside.

        Then the input inside has the column if any of them has, and the inner scope comes first.
        """
        return bool(others) and {self._read(each.node) for each in others} == {self._read(place.node)}

    def _read(self, gid: int) -> str | int:
        name = self.index.table(gid)
        return gid if name is None else self.index.key(name, self.index.file_of[gid])

    def _looked_out(self, outer: Binding) -> Binding:
        if outer.rule is None:
            return outer
        premises = outer.premises | {Premise.COMPILES}
        return Binding(Rule.OUTER_SCOPE, outer.places, premises)

    def _alias_first(self, gid: int) -> bool:
        facts = DIALECTS[self.index.files[self.index.file_of[gid]].unit.dialect]
        return facts.lateral_alias is LateralAlias.ALIAS_FIRST

    def _outer(self, gid: int, ref: ColumnRef) -> Binding:
        """Return what the scopes around may mean by the name."""
        parent, limit = self._around(gid)
        if parent < 0 or self._select(parent) is None:
            return MISSING
        found = self._bare(parent, ref, -1, limit)
        if found.rule is Rule.LATERAL_ALIAS:
            return MISSING
        return found

    def _outside(self, gid: int) -> Iterator[Layout]:
        """Yield the columns of all inputs that a bare name may mean in the scopes around."""
        scope, limit = self._around(gid)
        while (select := self._select(scope) if scope >= 0 else None) is not None:
            layouts = self.layouts.of_inputs(scope)
            yield from (layouts[at] for at in visible_inputs(select) if limit < 0 or at < limit)
            scope, limit = self._around(scope)

    def _alias_place(self, gid: int, item: int, name: str) -> Place | None:
        if item < 0:
            return None
        select = self._select(gid)
        given = select.items[item] if select is not None and item < len(select.items) else None
        if not isinstance(given, Item):
            return None
        return Place(gid, -1, gid, given.name, name, item)

    def _is_variable(self, gid: int, name: str) -> bool:
        """Whether a bare name in a scope may be a variable of its file (dialect fact).

        In a function's body its parameters have no sign even where variables have one.
        """
        file, statement = self.index.file_of[gid], self.index.statement(gid)
        unit = self.index.files[file].unit
        if name not in unit.parameters:
            return False
        select = self._select(gid)
        if not DIALECTS[unit.dialect].marked_variables or select is None or not select.inputs:
            return self.layouts.reach.declarations.may_be(file, statement.ordinal, name)
        return any(
            each.function and each.script == statement.script and name in each.parameters
            for each in unit.routines
        )

    def merged(self, gid: int, name: str, among: int = -1) -> Binding | None:
        """Return what a column merged by USING or NATURAL means in a scope; None where it is none.

        ``among`` is the ordinal of an input that must be on a side of the merging join; -1 for any.
        """
        select = self._select(gid)
        if select is None:
            return None
        return self._merged(gid, select, list(range(len(select.inputs))), name, among)

    def _merged(
        self, gid: int, select: Select, inputs: list[int], name: str, among: int = -1, first: int = -1
    ) -> Binding | None:
        """Return what the last of some inputs that merges a column makes of it (USING_MERGE).

        ``first`` begins a bracket: its own USING belongs to the join of the bracket.
        """
        found = [
            at
            for at in inputs
            if at != first
            and (
                name in select.inputs[at].using
                or (select.inputs[at].natural and self._natural(gid, at, name))
            )
            and (among < 0 or among in (*left_of(select, at), *right_of(select, at)))
        ]
        inside = {at for each in found for at in right_of(select, each)[1:]}
        merging = [at for at in found if at not in inside]
        if not merging:
            return None
        at = merging[-1]
        join = select.inputs[at].join
        left, right = left_of(select, at), right_of(select, at)
        sides = [] if join == "RIGHT" else [self._left(gid, inputs, at, name)]
        if join in ("RIGHT", "FULL"):
            sides.append(self._right(gid, select, at, name))
        if all(sides):
            return Binding(Rule.USING_MERGE, tuple(place for side in sides for place in side))
        open_ = {"RIGHT": right, "FULL": left + right}.get(join, left)
        may = [each for each in open_ if self._may_have(gid, each, name)]
        return Binding(None, tuple(self._in_input(gid, each, name)[0] for each in may))

    def _may_have(self, gid: int, at: int, name: str) -> bool:
        layout = self.layouts.of_input(gid, at)
        return not layout.complete or name in layout.names

    def _natural(self, gid: int, at: int, name: str) -> bool:
        select = self._select(gid)
        assert select is not None  # the caller has its inputs
        before = [self.layouts.of_input(gid, each) for each in left_of(select, at)]
        own = self.layouts.of_input(gid, at)
        return name in own.names and any(name in each.names for each in before)

    def using(self, gid: int, at: int) -> tuple[Place, ...]:
        """Return both sides of every column that an input's USING or NATURAL merges."""
        select = self._select(gid)
        if select is None:
            return ()
        given = select.inputs[at]
        names = given.using
        if given.natural:
            own = self.layouts.of_input(gid, at).names
            names = tuple(sorted(n for n in own if self._natural(gid, at, n)))
        before = left_of(select, at)
        found: list[Place] = []
        for name in names:
            found.extend(self._left(gid, before, at, name))
            found.extend(self._right(gid, select, at, name))
        return tuple(found)

    def _left(self, gid: int, inputs: list[int], at: int, name: str) -> tuple[Place, ...]:
        """Return the left side of a USING column; empty where several inputs may hold it."""
        select = self._select(gid)
        assert select is not None  # the caller has its inputs
        return self._side(gid, select, [each for each in left_of(select, at) if each in inputs], name)

    def _right(self, gid: int, select: Select, at: int, name: str) -> tuple[Place, ...]:
        """Return the right side: USING proves that a single input has the column."""
        side = right_of(select, at)
        if len(side) == 1:
            return (self._in_input(gid, at, name)[0],)
        return self._side(gid, select, side, name)

    def _side(self, gid: int, select: Select, side: list[int], name: str) -> tuple[Place, ...]:
        """Return what is merged before among these inputs, or the one of them that holds the column."""
        merged = self._merged(gid, select, side, name, first=side[0]) if side else None
        if merged is not None:
            return merged.places if merged.rule is not None else ()
        has, open_ = self._holders(gid, select, side, name)
        chosen = has or open_
        return tuple(self._in_input(gid, each, name)[0] for each in chosen) if len(chosen) == 1 else ()

    def _element(self, gid: int, select: Select, inputs: list[int], name: str) -> Binding | None:
        """A bare name that is a table function's alias means its element."""
        for at in inputs:
            given = select.inputs[at]
            node = self.index.local(gid, given.node)
            body = self.index.nodes[node].body
            if not isinstance(body, TableFunction) or given.alias != name:
                continue
            made = [each.name for each in body.outputs if not each.generated]
            if body.struct or not body.outputs:
                return Binding(Rule.QUALIFIED, (Place(gid, at, node, "", name),))
            if len(made) == 1:
                return Binding(Rule.QUALIFIED, (Place(gid, at, node, made[0], name),))
        return None

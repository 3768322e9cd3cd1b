"""One step of the field search: what a field of a node is made of, there and then (method 1.6, 1.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wherefrom.domain.dataset import (
    EdgeKind,
    Item,
    NodeKind,
    Select,
    SetOperation,
    Star,
    Table,
    TableFunction,
    Values,
    Wrap,
)
from wherefrom.domain.evidence import HINT_RULES, BindingRule, Premise, Rule, Status, Terminal
from wherefrom.domain.expression import (
    ColumnRef,
    Expression,
    Form,
    Leaf,
    Part,
    Transformation,
    leaves,
    stronger,
    transformation,
)
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Assignment, Branch, Effect, Mapping
from wherefrom.lineage.binding import Binder, Binding, Place, input_of
from wherefrom.lineage.estate import Index, PlacedWriter, subquery_edge
from wherefrom.lineage.layout import Layout, Layouts, starred
from wherefrom.lineage.reach import ROW_WRITERS, Bound, Reach
from wherefrom.lineage.schema import Declared, Schema


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a trace accepts as proof.

    Attributes:
        no_premises: Only bindings that rest on no premise.
        confirmed_only: A writer that nobody confirmed stops the path.
    """

    no_premises: bool = False
    confirmed_only: bool = False

    def follows(self, bound: Bound) -> bool:
        """Whether a trace goes through a writer binding."""
        if not self.confirmed_only:
            return bound.followed
        return bound.ruling.status in (Status.CONFIRMED, Status.NOT_NEEDED)


@dataclass(frozen=True, slots=True)
class Vertex:
    """A field of a node, as asked for.

    Attributes:
        node: Global node number.
        key: The field's key there; empty for a table function's element.
        path: Nested path below it, ``$.a``; empty if none.
        operand: An operator or function further up consumes it.
    """

    node: int
    key: str
    path: str = ""
    operand: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a step is no proof: a diagnostic in the making."""

    code: str
    location: Location
    scope: str
    subject: str
    candidates: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """One way on from a field: to another field, or to an end.

    Attributes:
        to: The next field; None for an end.
        terminal: Reason of an end; None otherwise.
        edge: Edge it goes through; None for ends that are no dataset.
        ends: ``(source, destination)`` nodes of that edge.
        alias: Alias of the input.
        rule: Binding rule.
        premises: What that rests on.
        leaf: The expression the step stands for; None where there is none.
        at: Name of what an end is at.
        location: Where an end stands.
        bound: The writer binding it goes through; None otherwise.
        doubt: For an end in doubt.
        branch: ``i/n`` for set branches, empty otherwise; ``writer`` likewise.
        node: Node an end belongs to; -1 for none.
        path: Nested path of an end.
        step: What the step does to the value.
        operand: An operator consumes it.
    """

    to: Vertex | None = None
    terminal: Terminal | None = None
    edge: EdgeKind | None = None
    ends: tuple[int, int] = (-1, -1)
    alias: str = ""
    rule: Rule | None = None
    premises: tuple[Premise, ...] = ()
    leaf: Expression | None = None
    at: str = ""
    location: Location | None = None
    bound: Bound | None = None
    doubt: Doubt | None = None
    branch: str = ""
    writer: str = ""
    node: int = -1
    path: str = ""
    step: Transformation = Transformation.IDENTITY
    operand: bool = False


@dataclass(frozen=True, slots=True)
class Expansion:
    """What a field is made of.

    Attributes:
        steps: In SQL order. A single end without a leaf makes the field itself that end.
        expression: The expression that gives it; None for tables and pass-through nodes.
        span: Where it is given.
        item: Ordinal of the item that gives it; -1 otherwise: its controls apply to it.
        doubts: Remarks on the field itself (a name that is not proven).
        governed: Scopes whose row conditions govern this field only.
    """

    steps: tuple[Step, ...]
    expression: Expression | None = None
    span: Span | None = None
    item: int = -1
    doubts: tuple[Doubt, ...] = ()
    governed: tuple[int, ...] = ()


class Fields:
    """Expands fields. Lazy and memoised; the only place that knows what each body means."""

    def __init__(self, index: Index, schema: Schema, reach: Reach, accepted: Accepted) -> None:
        self.accepted = accepted
        self.index = index
        self.schema = schema
        self.reach = reach
        self.layouts = Layouts(index, schema, reach)
        self.binder = Binder(index, self.layouts, no_premises=accepted.no_premises)
        self._memo: dict[Vertex, Expansion] = {}

    def expand(self, vertex: Vertex) -> Expansion:
        """Return what a field is made of."""
        if vertex not in self._memo:
            self._memo[vertex] = self._find(vertex)
        return self._memo[vertex]

    def _find(self, vertex: Vertex) -> Expansion:
        body = self.index.nodes[vertex.node].body
        if isinstance(body, Table):
            if body.role == "target":
                return self._target(vertex, body)
            return self._read(vertex, body)
        if isinstance(body, Select):
            return self._select(vertex, body)
        if isinstance(body, Wrap):
            to = self.index.local(vertex.node, body.node)
            key = self._inner_key(vertex, to)
            return Expansion((self._pass(vertex, to, key, body.edge),))
        if isinstance(body, SetOperation):
            return self._set(vertex, body)
        if isinstance(body, Values):
            return self._values(vertex, body)
        return self._function(vertex, body)

    def slot_at(self, node: int, key: str) -> int:
        """Return the position of a field in a node's layout; -1 where it is not proven."""
        layout = self.layouts.of(node)
        for at, slot in enumerate(layout.slots):
            if slot.open:
                break
            if slot.key == key or (key.startswith("#") and key == f"#{at + 1}"):
                return at
        return next((at for at, s in enumerate(layout.slots) if s.name == key and not s.open), -1)

    def _inner_key(self, vertex: Vertex, to: int) -> str:
        """Return a wrapped node's own key for a field of the node around it."""
        at = self.slot_at(vertex.node, vertex.key)
        inner = self.layouts.of(to)
        if 0 <= at < len(inner.slots) and not inner.slots[at].open:
            return inner.slots[at].key
        return vertex.key

    def _pass(self, vertex: Vertex, to: int, key: str, edge: EdgeKind) -> Step:
        onward = Vertex(to, key, vertex.path, vertex.operand)
        return Step(to=onward, edge=edge, ends=(to, vertex.node), rule=Rule.ORDINAL)

    def _end(self, vertex: Vertex, terminal: Terminal, at: str, doubt: Doubt | None = None) -> Step:
        return Step(
            terminal=terminal,
            at=at,
            location=doubt.location if doubt else self.index.location(vertex.node),
            doubt=doubt,
            node=vertex.node,
            path=vertex.path,
            operand=vertex.operand,
        )

    def called(self, node: int, key: str) -> str:
        """Return a field's name for people: ``dataset.field``."""
        found = self.index.nodes[node]
        name = self.index.table(node)
        if name is not None:
            return f"{name.canonical}.{key}"
        return f"{found.name or self.index.results.get(node) or 'result'}.{key}"

    def _doubt(  # a diagnostic's own fields
        self, node: int, span: Span, code: str, subject: str, candidates: tuple[str, ...], message: str
    ) -> Doubt:
        return Doubt(
            code, self.index.location(node, span), self.index.nodes[node].scope, subject, candidates, message
        )

    def _missing(self, vertex: Vertex, span: Span | None = None) -> Expansion:
        at = self.called(vertex.node, vertex.key)
        place = span or self.index.nodes[vertex.node].span
        doubt = self._doubt(
            vertex.node,
            place,
            "MISSING_FIELD",
            at,
            (),
            f"{at} is asked for, and its columns are known without it.",
        )
        return Expansion((self._end(vertex, Terminal.MISSING_FIELD, at, doubt),))

    def _select(self, vertex: Vertex, body: Select) -> Expansion:
        layout = self.layouts.of(vertex.node)
        at = self.slot_at(vertex.node, vertex.key)
        doubled = [s for s in layout.slots if s.name == vertex.key and not s.open]
        if len(doubled) > 1:
            return self._doubled(vertex, body, layout)
        if at >= 0:
            slot = layout.slots[at]
            item = body.items[slot.item]
            if isinstance(item, Item):
                return self._item(vertex, slot.item, item.value, item.span)
            return self._starred(vertex, body, item, slot.item, slot.input, slot.inner)
        if layout.complete:
            return self._missing(vertex)
        if vertex.key.startswith("#"):
            return self._not_enumerable(vertex, body, layout)
        return self._open_star(vertex, body, layout)

    def _item(self, vertex: Vertex, ordinal: int, value: Expression, span: Span) -> Expansion:
        value, path = _narrowed(value, vertex.path)
        inner = replace(vertex, path=path)
        steps = tuple(
            step for leaf in leaves(value) for step in self.leaf_steps(vertex.node, leaf, inner, item=ordinal)
        )
        doubts = tuple(
            self._doubt(vertex.node, each.span, "OPAQUE_FUNCTION", each.function.lower(), (), _opaque(each))
            for each in _own_functions(value)
        )
        return Expansion(steps, value, value.span or span, ordinal, doubts)

    def _starred(  # where a star takes a field from
        self, vertex: Vertex, body: Select, star: Star, item: int, ordinal: int, key: str
    ) -> Expansion:
        layout = self.layouts.of_input(vertex.node, ordinal)
        found = next((s for s in layout.slots if s.key == key), None)
        asked = found.name if found is not None else key
        for name, value in star.replace:
            if name == asked:
                return self._item(vertex, item, value, value.span)
        to = self.index.local(vertex.node, body.inputs[ordinal].node)
        place = Place(vertex.node, ordinal, to, key, asked)
        premises = frozenset({Premise.DDL_CURRENT}) if layout.ddl else frozenset()
        if self.binder.no_premises and premises:
            return self._ambiguous_star(vertex, star.span, (place,))
        binding = Binding(Rule.STAR_EXPANSION, (place,), premises)
        return Expansion((self._to_place(place, binding, vertex, None),), span=star.span)

    def _not_enumerable(self, vertex: Vertex, body: Select, layout: Layout) -> Expansion:
        star = next(body.items[slot.item] for slot in layout.slots if slot.open)
        at = ".".join((*star.qualifier, "*")) if isinstance(star, Star) else "*"
        span = star.span
        doubt = self._doubt(
            vertex.node,
            span,
            "NON_ENUMERABLE_PROJECTION",
            at,
            (),
            f"Column {vertex.key[1:]} of a * is needed, and the columns of what it stands over are not known.",
        )
        return Expansion((self._end(vertex, Terminal.NON_ENUMERABLE_PROJECTION, at, doubt),))

    def _doubled(self, vertex: Vertex, body: Select, layout: Layout) -> Expansion:
        """Two columns of one name: none of them is meant for sure."""
        places = []
        span = self.index.nodes[vertex.node].span
        for slot in layout.slots:
            if slot.name != vertex.key or slot.open:
                continue
            item = body.items[slot.item]
            span = item.span
            if isinstance(item, Item):
                places.append(Place(vertex.node, -1, vertex.node, slot.key, slot.name, slot.item))
            else:
                to = self.index.local(vertex.node, body.inputs[slot.input].node)
                places.append(Place(vertex.node, slot.input, to, slot.inner, slot.name))
        return self._ambiguous_star(vertex, span, tuple(places))

    def _open_star(self, vertex: Vertex, body: Select, layout: Layout) -> Expansion:
        """A field asked by name of a projection with a star whose columns are not known (STAR_PASS)."""
        stars = {slot.item: body.items[slot.item] for slot in layout.slots if slot.open}
        inputs: list[int] = []
        span = self.index.nodes[vertex.node].span
        asked = vertex.key
        for star in stars.values():
            assert isinstance(star, Star)  # noqa: S101  # only stars are open
            span = star.span
            if vertex.key in star.without:
                continue
            for name, value in star.replace:
                if name == vertex.key:
                    return self._item(vertex, body.items.index(star), value, value.span)
            asked = next((old for old, new in star.rename if new == vertex.key), vertex.key)
            inputs.extend(
                at
                for at in starred(self.index, vertex.node, body, star)
                if at not in inputs and not self.layouts.of_input(vertex.node, at).complete
            )
        if not inputs:
            return self._taken_out(vertex, span)
        places = tuple(
            Place(vertex.node, at, self.index.local(vertex.node, body.inputs[at].node), asked, asked)
            for at in inputs
        )
        if len(places) == 1 and not self.binder.no_premises:
            alone = sum(1 for _ in starred(self.index, vertex.node, body, next(iter(stars.values())))) == 1  # type: ignore[arg-type]
            rule = Rule.STAR_PASS if alone else Rule.ELIMINATION
            premises = frozenset({Premise.COLUMN_EXISTS} if alone else {Premise.COMPILES})
            binding = Binding(rule, places, premises)
            return Expansion((self._to_place(places[0], binding, vertex, None),), span=span)
        return self._ambiguous_star(vertex, span, places)

    def _taken_out(self, vertex: Vertex, span: Span) -> Expansion:
        """A column that EXCEPT took out of an open star."""
        at = self.called(vertex.node, vertex.key)
        message = f"{vertex.key} is asked of a * that leaves it out."
        doubt = self._doubt(vertex.node, span, "MISSING_FIELD", at, (), message)
        return Expansion((self._end(vertex, Terminal.MISSING_FIELD, at, doubt),))

    def _ambiguous_star(self, vertex: Vertex, span: Span, places: tuple[Place, ...]) -> Expansion:
        candidates = tuple(dict.fromkeys(name for place in places for name in self.candidates(place)))
        subject = self.called(vertex.node, vertex.key)
        message = f"{vertex.key} is asked of a * over {len(places)} inputs; which one holds it is not proven."
        doubt = self._doubt(vertex.node, span, "AMBIGUOUS_STAR_SOURCES", subject, candidates, message)
        return Expansion((self._end(vertex, Terminal.AMBIGUOUS_STAR, vertex.key, doubt),), span=span)

    def candidates(self, place: Place) -> tuple[str, ...]:
        """Return what a possible meaning is called: a table's column; for a query the columns behind it."""
        if place.item >= 0:
            ends = self._behind(Vertex(place.node, place.key))
            return (f"alias:{place.name}({', '.join(ends)})",)
        return self._behind(Vertex(place.node, place.key))

    def _behind(self, vertex: Vertex) -> tuple[str, ...]:
        found: list[str] = []
        seen: set[Vertex] = set()
        stack = [vertex]
        while stack:
            here = stack.pop()
            if here in seen:
                continue
            seen.add(here)
            name = self.index.table(here.node)
            if name is not None:
                found.append(f"{name.canonical}.{here.key}")
                continue
            steps = self.expand(here).steps
            stack.extend(step.to for step in reversed(steps) if step.to is not None)
        return tuple(dict.fromkeys(found)) or (self.called(vertex.node, vertex.key),)

    def leaf_steps(self, gid: int, leaf: Leaf, vertex: Vertex, item: int = -1) -> tuple[Step, ...]:
        """Return the steps of one leaf of an expression in a scope."""
        value = leaf.value
        operand = vertex.operand or leaf.operand
        base = Step(
            leaf=value,
            step=leaf.step,
            operand=operand,
            location=self.index.location(gid, value.span),
            node=gid,
        )
        if value.form is Form.COLUMN and value.column is not None:
            return self._column(gid, value, value.column, replace(base, path=vertex.path), item)
        if value.form is Form.SUBQUERY:
            to = self.index.local(gid, value.node)
            edge = subquery_edge(self.index, to)
            onward = Vertex(to, self._output(to, max(value.item, 0)), vertex.path, operand)
            return (replace(base, to=onward, edge=edge, ends=(to, gid), rule=Rule.ORDINAL),)
        if value.form is Form.ALIAS:
            return self._earlier(gid, value.item, base, vertex)
        if value.form is Form.VARIABLE:
            return self._variable(gid, value, base)
        terminal = _LEAF_ENDS.get(value.form, Terminal.PARAMETER)
        named = value.function if value.form is Form.GENERATED and value.function else value.text
        return (replace(base, terminal=terminal, at=named),)

    def _output(self, gid: int, at: int) -> str:
        """Return the key of a subquery's output by position."""
        slots = self.layouts.of(gid).slots
        if at < len(slots) and not any(slot.open for slot in slots[: at + 1]):
            return slots[at].key
        return f"#{at + 1}"

    def _earlier(self, gid: int, item: int, base: Step, vertex: Vertex) -> tuple[Step, ...]:
        """An earlier item of the same scope: its own leaves stand in its place."""
        body = self.index.nodes[gid].body
        given = body.items[item] if isinstance(body, Select) else None
        if not isinstance(given, Item):
            return ()
        found: list[Step] = []
        for leaf in leaves(given.value):
            inner = replace(vertex, operand=base.operand)
            for step in self.leaf_steps(gid, leaf, inner, item):
                found.append(
                    replace(step, step=stronger(base.step, step.step), rule=step.rule or Rule.LATERAL_ALIAS)
                )
        return tuple(found)

    def _column(self, gid: int, value: Expression, ref: ColumnRef, base: Step, item: int) -> tuple[Step, ...]:
        if ref.name == "*":
            return self._whole_row(gid, ref, base)
        limit = self._limit(gid)
        alias = value.item if value.item != item else -1
        scope = self._scope(gid)
        binding = self.binder.bind(scope, ref, alias, limit)
        if binding.rule is None:
            return (self._unbound(scope, value, ref, binding, base),)
        path = _below(ref.path, base.path)
        steps: list[Step] = []
        for place in binding.places:
            if place.item >= 0:
                vertex = Vertex(scope, place.key, path, base.operand)
                steps.extend(self._earlier(scope, place.item, base, vertex))
                continue
            onward = Vertex(place.node, place.key, path, base.operand)
            found = self._to_place(place, binding, onward, base)
            steps.append(found)
        return tuple(steps)

    def _scope(self, gid: int) -> int:
        """Return the scope in which a node's own expressions are bound."""
        node = self.index.nodes[gid]
        if isinstance(node.body, TableFunction) and node.parent >= 0:
            return self.index.local(gid, node.parent)
        return gid

    def _limit(self, gid: int) -> int:
        """A table function sees the inputs before it."""
        node = self.index.nodes[gid]
        return node.relation if isinstance(node.body, TableFunction) and node.relation >= 0 else -1

    def _to_place(self, place: Place, binding: Binding, vertex: Vertex, base: Step | None) -> Step:
        given = input_of(self.index, place)
        node = self.index.nodes[place.node]
        edge = EdgeKind.READS if isinstance(node.body, Table | Values | TableFunction) else EdgeKind.DERIVES
        if node.kind.value == "CTE":
            edge = EdgeKind.CTE_BINDING
        to = Vertex(place.node, place.key, vertex.path, vertex.operand)
        made = Step(
            to=to,
            edge=edge,
            ends=(place.node, place.scope),
            alias=given.alias if given is not None else "",
            rule=binding.rule,
            premises=tuple(sorted(binding.premises)),
        )
        if base is None:
            return replace(made, operand=vertex.operand)
        return replace(made, leaf=base.leaf, step=base.step, operand=base.operand, location=base.location)

    def _whole_row(self, gid: int, ref: ColumnRef, base: Step) -> tuple[Step, ...]:
        """``f(t.*)``: every known column of the inputs meant; none can be listed past an open star."""
        body = self.index.nodes[gid].body
        if not isinstance(body, Select):
            return ()
        star = Star(ref.qualifier, base.leaf.span if base.leaf else self.index.nodes[gid].span)
        steps: list[Step] = []
        for at in starred(self.index, gid, body, star):
            layout = self.layouts.of_input(gid, at)
            to = self.index.local(gid, body.inputs[at].node)
            for slot in layout.slots:
                if slot.open:
                    continue
                place = Place(gid, at, to, slot.key, slot.name)
                binding = Binding(Rule.STAR_EXPANSION, (place,))
                steps.append(self._to_place(place, binding, Vertex(to, slot.key, "", base.operand), base))
            if not layout.complete:
                name = body.inputs[at].alias
                message = f"All columns of {name} are used, and they are not known."
                doubt = self._doubt(gid, star.span, "NON_ENUMERABLE_PROJECTION", f"{name}.*", (), message)
                steps.append(
                    replace(base, terminal=Terminal.NON_ENUMERABLE_PROJECTION, at=f"{name}.*", doubt=doubt)
                )
        return tuple(steps)

    def _unbound(self, gid: int, value: Expression, ref: ColumnRef, binding: Binding, base: Step) -> Step:
        """A reference that is not proven: missing, a variable, or ambiguous."""
        if binding.variable and not binding.places:
            found = self._variable(gid, replace(value, function=ref.name), base)
            if len(found) == 1:
                return found[0]
        if not binding.places:
            at = ref.written
            message = f"{at} is asked for, and no input of its scope can hold it."
            doubt = self._doubt(gid, value.span, "MISSING_FIELD", at, (), message)
            return replace(base, terminal=Terminal.MISSING_FIELD, at=at, doubt=doubt)
        names = [name for place in binding.places for name in self.candidates(place)]
        if binding.variable:
            names.append(f"variable:{ref.name}")
        candidates = tuple(dict.fromkeys(names))
        message = f"{ref.written} has no alias, and {len(candidates)} inputs may hold it."
        if len(candidates) == 1:
            message = f"{ref.written} rests on a premise, and only what rests on none was asked for."
        doubt = self._doubt(gid, value.span, "AMBIGUOUS_COLUMN_SOURCES", ref.written, candidates, message)
        return replace(base, terminal=Terminal.AMBIGUOUS_COLUMN, at=ref.written, doubt=doubt)

    def _variable(self, gid: int, value: Expression, base: Step) -> tuple[Step, ...]:
        """A script variable: the assignments that reach it; a parameter where nothing assigns it."""
        found = self.assignments(gid, value.function)
        if not found:
            return (replace(base, terminal=Terminal.PARAMETER, at=value.text),)
        steps = []
        for assignment in found:
            to = self.index.local(gid, assignment.node)
            key = f"#{assignment.item + 1}"
            slots = self.layouts.of(to).slots
            if assignment.item < len(slots) and not slots[assignment.item].open:
                key = slots[assignment.item].key
            onward = Vertex(to, key, "", base.operand)
            through = replace(base, edge=EdgeKind.DERIVES, ends=(to, gid), alias=value.function)
            steps.append(replace(through, to=onward, rule=Rule.ORDINAL))
        return tuple(steps)

    def assignments(self, gid: int, name: str) -> list[Assignment]:
        """Return the assignments of a variable that reach a node's statement, latest first."""
        unit = self.index.files[self.index.file_of[gid]].unit
        statement = self.index.statement(gid)
        found: list[Assignment] = []
        for each in reversed(unit.assignments):
            other = unit.statements[each.statement - 1]
            if (
                each.name != name
                or each.statement >= statement.ordinal
                or other.script not in (statement.script, "")
            ):
                continue
            found.append(each)
            if not other.conditional:
                break
        return found

    def _set(self, vertex: Vertex, body: SetOperation) -> Expansion:
        index = self.index
        branches = [index.local(vertex.node, each) for each in body.branches]
        single = body.operator.startswith(("INTERSECT", "EXCEPT", "MINUS"))
        at = self.slot_at(vertex.node, vertex.key)
        steps: list[Step] = []
        for number, branch in enumerate(branches[:1] if single else branches, start=1):
            key = self._branch_key(branch, vertex, at, number, by_name=body.by_name)
            if key is None:
                continue
            onward = Vertex(branch, key, vertex.path, vertex.operand)
            mark = "" if single else f"{number}/{len(branches)}"
            rule = Rule.BY_NAME if body.by_name else Rule.ORDINAL
            steps.append(
                Step(to=onward, edge=EdgeKind.SET_BRANCH, ends=(branch, vertex.node), rule=rule, branch=mark)
            )
        return Expansion(tuple(steps)) if steps else self._missing(vertex)

    def _branch_key(self, branch: int, vertex: Vertex, at: int, number: int, *, by_name: bool) -> str | None:
        layout = self.layouts.of(branch)
        if by_name:
            return None if layout.complete and vertex.key not in layout.names else vertex.key
        if at < 0:
            position = f"#{vertex.key[1:]}" if vertex.key.startswith("#") else "#?"
            return vertex.key if number == 1 else position
        if at < len(layout.slots) and not any(slot.open for slot in layout.slots[: at + 1]):
            return layout.slots[at].key
        return f"#{at + 1}"

    def _values(self, vertex: Vertex, body: Values) -> Expansion:
        at = self.slot_at(vertex.node, vertex.key)
        if at < 0 or at >= len(body.cells):
            return self._missing(vertex)
        steps = tuple(
            step
            for cell in body.cells[at]
            for leaf in leaves(cell)
            for step in self.leaf_steps(self._cells_scope(vertex.node), leaf, vertex)
        )
        return Expansion(steps)

    def _cells_scope(self, gid: int) -> int:
        return gid

    def _function(self, vertex: Vertex, body: TableFunction) -> Expansion:
        node = self.index.nodes[vertex.node]
        if vertex.key in body.generated:
            made = Expression(Form.GENERATED, vertex.key.upper(), node.span, function=vertex.key.upper())
            return Expansion(
                self.leaf_steps(vertex.node, Leaf(made, Transformation.GENERATED, operand=False), vertex)
            )
        if not body.known:
            name = body.function.lower()
            if body.dynamic:
                message = "The rows come from SQL that is put together at run time."
                doubt = self._doubt(vertex.node, node.span, "DYNAMIC_SQL", name, (), message)
                return Expansion((self._end(vertex, Terminal.DYNAMIC_SQL, name, doubt),))
            message = f"The body of {name} is not in the snapshot; what {vertex.key} is made of is not known."
            doubt = self._doubt(vertex.node, node.span, "OPAQUE_FUNCTION", name, (), message)
            return Expansion((self._end(vertex, Terminal.OPAQUE_FUNCTION, name, doubt),))
        if body.names and not body.struct and self.slot_at(vertex.node, vertex.key) < 0:
            return self._missing(vertex)
        path = body.element
        if body.paths:
            path = body.paths[self.slot_at(vertex.node, vertex.key)]
        if body.struct and vertex.key and not vertex.key.startswith("#"):
            path += f".{vertex.key}"
        below = _below(path, vertex.path) if path else vertex.path
        inner = replace(vertex, path=below)
        steps = tuple(
            step
            for argument in body.arguments
            for leaf in leaves(argument)
            for step in self.leaf_steps(
                vertex.node, leaf, inner if argument.form is Form.COLUMN else replace(vertex, path="")
            )
        )
        if not steps:
            made = Expression(Form.GENERATED, body.function, node.span, function=body.function)
            steps = self.leaf_steps(vertex.node, Leaf(made, Transformation.GENERATED, operand=False), vertex)
        return Expansion(steps)

    def _read(self, vertex: Vertex, body: Table) -> Expansion:
        """A table that is read: its writers, or the end."""
        index = self.index
        name = body.name.canonical
        at = f"{name}.{vertex.key}"
        layout = self.layouts.of(vertex.node)
        key = self._table_key(vertex, layout)
        pseudo = self.binder._pseudo(vertex.node, key)  # noqa: SLF001  # one room, one fact
        if layout.complete and key not in layout.names and not pseudo:
            return self._missing(vertex)
        vertex = replace(vertex, key=key)
        if body.prior:
            written = index.by_table.get(index.key(body.name, index.file_of[vertex.node]))
            terminal = Terminal.PRIOR_STATE if written else Terminal.EXTERNAL_ENDPOINT
            return Expansion((self._end(vertex, terminal, at),))
        reaching = self.reach.of(vertex.node)
        relevant = self._relevant(reaching.bound, key)
        steps = [
            self._through(vertex, bound, f"{number}/{len(relevant)}" if len(relevant) > 1 else "")
            for number, bound in enumerate(relevant, start=1)
        ]
        if reaching.own:
            steps.append(self._end(vertex, Terminal.CYCLE, at))
        rows = any(self._brings_rows(bound) for bound in reaching.bound if not self._only_hint(bound))
        unread = index.unread.get(index.key(body.name, index.file_of[vertex.node]), [])
        for location in unread:
            message = f"The statement at {location} writes {name} and could not be read."
            doubt = Doubt("UNPARSED_STATEMENT", location, "", name, (), message)
            steps.append(self._end(vertex, Terminal.UNPARSED_WRITER, at, doubt))
        if not rows and not reaching.own and not unread and not any(step.to for step in steps):
            moved = self.index.statement(vertex.node).kind == "ALTER"
            key_written = moved and index.by_table.get(index.key(body.name, index.file_of[vertex.node]))
            terminal = Terminal.PRIOR_STATE if key_written else Terminal.EXTERNAL_ENDPOINT
            steps.append(self._end(vertex, terminal, at))
        return Expansion(tuple(steps))

    def _table_key(self, vertex: Vertex, layout: Layout) -> str:
        """Return a column's name for a position, where the columns are known."""
        if vertex.key.startswith("#") and layout.complete:
            at = int(vertex.key[1:]) - 1 if vertex.key[1:].isdigit() else -1
            if 0 <= at < len(layout.slots):
                return layout.slots[at].name
        return vertex.key

    def _only_hint(self, bound: Bound) -> bool:
        return bound.rule in HINT_RULES and bound.ruling.status is not Status.CONFIRMED

    def _decided_hint(self, bound: Bound) -> bool:
        """A hint that a person put off or, between environments, rejected is shown as an end."""
        if bound.ruling.status is Status.DEFERRED:
            return True
        return bound.rule is BindingRule.ENVIRONMENT and bound.ruling.status is Status.REJECTED

    def _brings_rows(self, bound: Bound) -> bool:
        return self.index.writers[bound.writer].writer.kind in ROW_WRITERS

    def _relevant(self, bound: tuple[Bound, ...], key: str) -> list[Bound]:
        """Return the bindings that give a value for this column, hints only where decided."""
        found: list[Bound] = []
        for each in bound:
            if self._only_hint(each) and not self._decided_hint(each):
                continue
            placed = self.index.writers[each.writer]
            assigns = self._assigns(placed, key)
            if assigns is False:
                continue
            found.append(each)
            hides = placed.writer.effect is Effect.SET_ALL and not placed.statement.conditional
            if hides and each.rule is BindingRule.SAME_SCRIPT:
                break
        return found

    def _assigns(self, placed: PlacedWriter, key: str) -> bool:
        """Whether a writer says anything about a column: one that brings rows always does."""
        if any(branch.brings_rows for branch in placed.writer.branches):
            return True
        return any(key in (branch.columns or ()) for branch in placed.writer.branches)

    def _through(self, vertex: Vertex, bound: Bound, mark: str) -> Step:
        placed = self.index.writers[bound.writer]
        ends = (placed.target, vertex.node)
        blocked = {Status.REJECTED: Terminal.WRITER_REJECTED, Status.DEFERRED: Terminal.WRITER_DEFERRED}
        terminal = blocked.get(bound.ruling.status)
        if terminal is None and not self.accepted.follows(bound):
            terminal = Terminal.WRITER_PENDING
        if terminal is not None:
            return Step(
                terminal=terminal,
                edge=EdgeKind.WRITER_BINDING,
                ends=ends,
                at=self.called(vertex.node, vertex.key),
                location=self.index.location(placed.target, placed.statement.span),
                bound=bound,
                node=placed.target,
                writer=mark,
                operand=vertex.operand,
            )
        onward = Vertex(placed.target, vertex.key, vertex.path, vertex.operand)
        return Step(
            to=onward,
            edge=EdgeKind.WRITER_BINDING,
            ends=ends,
            bound=bound,
            writer=mark,
            operand=vertex.operand,
        )

    def _target(self, vertex: Vertex, body: Table) -> Expansion:
        """A column of a statement's target: what the statement's branches put there."""
        placed = self.writer_of(vertex.node)
        if placed is None:
            return self._missing(vertex)
        steps: list[Step] = []
        doubts: list[Doubt] = []
        governed: list[int] = []
        for branch in placed.writer.branches:
            node = self.index.base[placed.file] + branch.node
            found = self._branch(vertex, placed, branch, node, doubts)
            if found and not branch.governs_all:
                governed.append(node)
            steps.extend(found)
        if not steps:
            return self._unwritten(vertex, placed)
        return Expansion(tuple(steps), doubts=tuple(doubts), governed=tuple(governed))

    def writer_of(self, target: int) -> PlacedWriter | None:
        """Return the writer that a target node belongs to."""
        name = self.index.table(target)
        if name is None:
            return None
        key = self.index.key(name, self.index.file_of[target])
        for number in self.index.by_table.get(key, ()):
            if self.index.writers[number].target == target:
                return self.index.writers[number]
        return None

    def _branch(  # noqa: PLR0911  # one way per mapping
        self, vertex: Vertex, placed: PlacedWriter, branch: Branch, node: int, doubts: list[Doubt]
    ) -> tuple[Step, ...]:
        for partition in branch.partitions:
            if partition.name == vertex.key and partition.value is not None:
                value = partition.value
                return tuple(s for leaf in leaves(value) for s in self.leaf_steps(vertex.node, leaf, vertex))
        onward = replace(vertex, node=node)
        if branch.columns is not None and (branch.mapping is Mapping.POSITION or branch.brings_rows is False):
            if vertex.key not in branch.columns:
                return self._absent(vertex, placed, branch)
            at = branch.columns.index(vertex.key)
            rule = Rule.ORDINAL if branch.mapping is Mapping.POSITION else Rule.BY_NAME
            return (self._writes(vertex, node, self._key_at(node, at), rule),)
        if branch.columns is not None:
            if vertex.key not in branch.columns:
                return self._absent(vertex, placed, branch)
            return (self._writes(vertex, node, vertex.key, Rule.BY_NAME),)
        if branch.mapping is Mapping.NAME:
            return (self._writes(vertex, node, onward.key, Rule.BY_NAME),)
        return self._by_place(vertex, placed, branch, node, doubts)

    def _writes(self, vertex: Vertex, node: int, key: str, rule: Rule) -> Step:
        onward = Vertex(node, key, vertex.path, vertex.operand)
        command = self.index.nodes[vertex.node].kind is NodeKind.COMMAND_TARGET
        edge = EdgeKind.COMMAND_WRITES if command else EdgeKind.WRITES
        return Step(to=onward, edge=edge, ends=(node, vertex.node), rule=rule)

    def _key_at(self, node: int, at: int) -> str:
        slots = self.layouts.of(node).slots
        if at < len(slots) and not any(slot.open for slot in slots[: at + 1]):
            return slots[at].key
        return f"#{at + 1}"

    def _by_place(
        self, vertex: Vertex, placed: PlacedWriter, branch: Branch, node: int, doubts: list[Doubt]
    ) -> tuple[Step, ...]:
        """INSERT without a column list: by position onto the DDL's columns, else by name, unproven."""
        declared = self.layouts.declared(placed)
        static = {each.name for each in branch.partitions if each.value is not None}
        dynamic = [each.name for each in branch.partitions if each.value is None]
        layout = self.layouts.of(node)
        if declared is not None:
            order = [each for each in declared if each not in static and each not in dynamic] + dynamic
            if vertex.key not in order:
                return self._absent(vertex, placed, branch)
            at = order.index(vertex.key)
            if layout.complete and at >= len(layout.slots):
                return self._absent(vertex, placed, branch)
            return (self._writes(vertex, node, self._key_at(node, at), Rule.ORDINAL),)
        if vertex.key in dynamic:
            if not layout.complete:
                return (self._writes(vertex, node, "#?", Rule.ORDINAL),)
            at = len(layout.slots) - len(dynamic) + dynamic.index(vertex.key)
            return (self._writes(vertex, node, self._key_at(node, at), Rule.ORDINAL),)
        name = placed.name.canonical
        message = (
            f"INSERT without a column list, and {name} has no DDL: the name {vertex.key} is the projection's."
        )
        span = self.index.nodes[placed.target].span
        doubts.append(
            self._doubt(
                placed.target,
                span,
                "TARGET_COLUMN_NAME_UNPROVEN",
                f"{name}.{vertex.key}",
                (vertex.key,),
                message,
            )
        )
        if layout.complete and vertex.key not in layout.names and not vertex.key.startswith("#"):
            return self._absent(vertex, placed, branch)
        return (self._writes(vertex, node, vertex.key, Rule.ORDINAL),)

    def _absent(self, vertex: Vertex, placed: PlacedWriter, branch: Branch) -> tuple[Step, ...]:
        """A column this branch leaves out: its default, its computation, or nothing."""
        if not branch.brings_rows:
            return ()
        declared = self.schema.of(placed.name, placed.file, placed.writer.statement)
        column = next((each for each in declared.columns or () if each.name == vertex.key), None)
        if column is not None and column.computed is not None:
            return self._computed(vertex, column.computed)
        if column is not None and column.default is not None:
            return tuple(
                replace(
                    step,
                    location=self._of_ddl(declared, column.default) or step.location,
                )
                for leaf in leaves(column.default)
                for step in self.leaf_steps(vertex.node, leaf, vertex)
            )
        if column is None and declared.columns is not None:
            return ()
        return (self._end(vertex, Terminal.NO_WRITER_EXPRESSION, self.called(vertex.node, vertex.key)),)

    def _of_ddl(self, declared: Declared, value: Expression) -> Location | None:
        """Return where a default of the DDL stands."""
        if declared.file < 0:
            return None
        return Location(self.index.files[declared.file].path, declared.statement, value.span)

    def _computed(self, vertex: Vertex, value: Expression) -> tuple[Step, ...]:
        """A computed column: its expression over the same row's columns of this writer."""
        steps: list[Step] = []
        for leaf in leaves(value):
            ref = leaf.value.column
            if leaf.value.form is Form.COLUMN and ref is not None:
                to = Vertex(vertex.node, ref.name, ref.path, vertex.operand or leaf.operand)
                steps.append(
                    Step(to=to, rule=Rule.SINGLE_INPUT, leaf=leaf.value, step=leaf.step, operand=to.operand)
                )
            else:
                steps.extend(self.leaf_steps(vertex.node, leaf, vertex))
        return tuple(steps)

    def _unwritten(self, vertex: Vertex, placed: PlacedWriter) -> Expansion:
        if any(branch.brings_rows for branch in placed.writer.branches):
            declared = self.schema.of(placed.name, placed.file, placed.writer.statement)
            if declared.columns is not None:
                return self._missing(vertex)
        at = self.called(vertex.node, vertex.key)
        return Expansion((self._end(vertex, Terminal.NO_WRITER_EXPRESSION, at),))


def _own_functions(value: Expression) -> list[Expression]:
    """Return the calls of the project's own scalar functions in an expression."""
    found, stack = [], [value]
    while stack:
        here = stack.pop()
        if here.opaque:
            found.append(here)
        stack.extend(part.value for part in here.parts)
    return found


def _opaque(value: Expression) -> str:
    return f"The body of {value.function.lower()} is not in the snapshot; its arguments are shown, not what it does."


_LEAF_ENDS = {
    Form.CONSTANT: Terminal.CONSTANT,
    Form.GENERATED: Terminal.GENERATED,
    Form.TEMPLATE: Terminal.OPAQUE_TEMPLATE,
}


def _below(path: str, rest: str) -> str:
    """Join two nested paths: ``$.a`` and ``$.b`` make ``$.a.b``."""
    if not path or not rest:
        return path or rest
    return path + rest.removeprefix("$")


def _narrowed(value: Expression, path: str) -> tuple[Expression, str]:
    """Follow a path into a STRUCT built here: only the member it names is meant."""
    while path.startswith("$.") and value.function == "STRUCT" and value.keys:
        name, _, rest = path[2:].partition(".")
        if name not in value.keys:
            break
        value = value.parts[value.keys.index(name)].value
        path = f"$.{rest}" if rest else ""
    return value, path


def whole(value: Expression) -> Transformation:
    """Return the transformation that a visit of this expression is labelled with."""
    return transformation(value)


__all__ = ["Doubt", "Expansion", "Fields", "Part", "Step", "Vertex", "whole"]

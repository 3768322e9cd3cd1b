"""Field search from a target: every field's visit tree, endpoints, conditions and doubts (method 1.2)."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.binding import BindingRule
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import FieldAnswer, FieldControl, PlacedDiagnostic, TargetAnswer, TargetWriter
from wherefrom.domain.graph import Closure
from wherefrom.domain.ids import short_id
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Effect
from wherefrom.lineage.control_records import ControlRecords
from wherefrom.lineage.controls import Controls, Key
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.graph import Graph, diagnostic
from wherefrom.lineage.reach import Bound
from wherefrom.lineage.search import search
from wherefrom.lineage.steps import Accepted, Expansion, Step, Vertex
from wherefrom.lineage.summary import endpoints, open_ends, resolution, standing
from wherefrom.lineage.targets import ending, query_node
from wherefrom.lineage.tree import TraceOptions, Tree, grow
from wherefrom.lineage.types import UNKNOWN_TYPE, Typed, Types
from wherefrom.lineage.unlisted import unlisted

DEFAULTS = TraceOptions()
OPEN = "*"
"""Stands among the fields of a target for columns that cannot be listed (method 1.7, NON_ENUMERABLE_PROJECTION)."""


def trace(graph: Graph, target: str, options: TraceOptions = DEFAULTS, field: str = "") -> TargetAnswer:
    """Trace the fields of a target.

    Args:
        graph: The linked graph.
        target: A canonical written table, or ``query:<file>#<statement>``.
        options: Limits, and what is accepted.
        field: The only field wanted; empty for all.

    Raises:
        UsageRefusal: the target has no such field.
    """
    tracer = _Tracer(graph, target, options)
    names = tracer.field_names()
    wanted = names
    if field:
        chosen = tracer.find(field, names)
        wanted = [chosen]
    answers = tuple(tracer.answer(name, names.index(name) + 1 if name in names else 0) for name in wanted)
    closure = search(graph, target)
    return TargetAnswer(
        target=target,
        display=tracer.display(),
        writers=tracer.target_writers(),
        fields=answers,
        closure=closure,
        diagnostics=_of_target(graph, target, closure, tracer),
    )


class _Tracer:
    """Traces the fields of one target; shares conditions and expansions between them."""

    def __init__(self, graph: Graph, target: str, options: TraceOptions) -> None:
        self.graph = graph
        self.target = target
        self.options = options
        self.fields: Fields = graph.fields(Accepted(options.no_premises, options.confirmed_only))
        self.controls = Controls(graph.index, self.fields)
        self.records = ControlRecords(graph.index, self.controls)
        self.query = query_node(graph, target)
        self.bound: tuple[Bound, ...] = () if self.query >= 0 else self._asked(ending(graph, target))
        self._rows = self._target_rows()
        self._conditions: dict[tuple[tuple[Key, ...], tuple[Key, ...]], tuple[FieldControl, ...]] = {}

    def _asked(self, bound: tuple[Bound, ...]) -> tuple[Bound, ...]:
        """Keep the one writer that the options name, where they name one."""
        index, only = self.graph.index, self.options.writer
        return tuple(b for b in bound if not only or index.node_id(index.writers[b.writer].target) == only)

    def writers(self) -> list[PlacedWriter]:
        """Return the statements that write the target."""
        return [self.graph.index.writers[each.writer] for each in self.bound]

    def display(self) -> str:
        """Return the target as the SQL spells it."""
        for writer in self.writers():
            return writer.name.written
        return self.target

    def field_names(self) -> list[str]:
        """Return the target's fields: its DDL's columns, else what its writers list, assign, project.

        The last is ``*`` where that holds columns that cannot be listed.
        """
        layouts = self.fields.ground.layouts
        if self.query >= 0:
            listed = [slot.key for slot in layouts.of(self.query).slots if not slot.open]
            return listed if layouts.of(self.query).complete else [*listed, OPEN]
        found: dict[str, None] = {}
        for writer in self.writers():
            declared = layouts.declared(writer)
            if declared is not None:
                found.update(dict.fromkeys(declared))
                break
        else:
            for writer in self.writers():
                found.update(dict.fromkeys(layouts.fields(writer)[0]))
            if self._unlisted():
                found[OPEN] = None
        return list(found)

    def _unlisted(self) -> list[int]:
        """Return the queries that give the target columns nobody lists."""
        layouts = self.fields.ground.layouts
        given = [self.query] if self.query >= 0 else []
        for writer in self.writers():
            base = self.graph.index.base[writer.file]
            given.extend(base + each.node for each in writer.writer.branches if each.columns is None)
        return [node for node in given if not layouts.of(node).complete]

    def find(self, field: str, names: list[str]) -> str:
        """Return the field meant; one of an open star can be asked for without being listed."""
        by_fold = {name.lower(): name for name in names}
        if field in names or field.lower() in by_fold:
            return field if field in names else by_fold[field.lower()]
        if self._open():
            return field.lower()
        shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
        raise UsageRefusal(f"{self.target} has no field {field}. Its fields: {shown}.")

    def _open(self) -> bool:
        layouts = self.fields.ground.layouts
        nodes = [self.query] if self.query >= 0 else []
        for writer in self.writers():
            if layouts.declared(writer) is not None:
                return False
            nodes.extend(self.graph.index.base[writer.file] + each.node for each in writer.writer.branches)
        return any(not layouts.of(node).complete for node in nodes)

    def answer(self, name: str, ordinal: int) -> FieldAnswer:
        """Trace one field."""
        tree = self._grow(name)
        controls = self._controls(tree)
        diagnostics = tuple(each for each in tree.doubts.values() if isinstance(each, PlacedDiagnostic))
        stated = self._stated(name)
        return FieldAnswer(
            field=name,
            ordinal=ordinal,
            tree_id=short_id("T", self.target, name),
            resolution=resolution(tree),
            standing=standing(tree),
            value=endpoints(tree),
            open_ends=open_ends(tree),
            controls=controls,
            diagnostics=diagnostics,
            visits=tuple(tree.visits),
            type=stated.type or UNKNOWN_TYPE,
            nullable=stated.nullable,
            bindings=tuple(dict.fromkeys(each.binding_id for each in tree.visits if each.binding_id)),
            type_stated=stated.type_stated,
            nullable_stated=stated.nullable_stated,
        )

    def _grow(self, name: str) -> Tree:
        index = self.graph.index
        if name == OPEN:
            return self._grow_unlisted()
        if self.query >= 0:
            return grow(index, self.fields.expand, Vertex(self.query, name), Step(), self.options)
        if len(self.bound) == 1:
            root = Vertex(self.writers()[0].target, name)
            return grow(index, self.fields.expand, root, Step(), self.options)
        return self._grow_several(name)

    def _grow_unlisted(self) -> Tree:
        """Grow the tree of the columns that cannot be listed: where each list of them ends."""
        top = Vertex(self.query if self.query >= 0 else self.writers()[0].target, OPEN)
        ends = tuple(end for node in self._unlisted() for end in unlisted(self.fields.ground, node))
        return grow(self.graph.index, lambda _: Expansion(ends), top, Step(), self.options)

    def _grow_several(self, name: str) -> Tree:
        """Grow the tree of a target that several statements write.

        The first one's node stands for the table, and every statement is a branch below it.
        """
        index = self.graph.index
        writers = self.writers()
        first = writers[0].target
        top = Vertex(first, "\x00" + name)
        steps = tuple(
            Step(
                to=Vertex(writer.target, name),
                writer=f"{number}/{len(writers)}",
            )
            for number, writer in enumerate(writers, start=1)
            if self.fields.reads.assigns(writer, name) and not self._overwritten(writer, name)
        )

        def expand(vertex: Vertex) -> Expansion:
            return Expansion(steps) if vertex == top else self.fields.expand(vertex)

        tree = grow(index, expand, top, Step(), self.options)
        tree.visits[0] = replace(tree.visits[0], field=name)
        return tree

    def _overwritten(self, writer: PlacedWriter, name: str) -> bool:
        """Whether a later UPDATE of every row in the same script gives the column another value."""
        return any(
            other.writer.effect is Effect.SET_ALL
            and (other.file, other.statement.script) == (writer.file, writer.statement.script)
            and other.statement.ordinal > writer.statement.ordinal
            and not other.statement.conditional
            and self.fields.reads.overwrites(other, name)
            for other in self.writers()
        )

    def _target_rows(self) -> dict[Key, bool]:
        if self.query >= 0:
            return dict(self.controls.rows(self.query))
        found: dict[Key, bool] = {}
        for each in self.bound:
            for key, optional in self.controls.writer_rows(each.writer).items():
                found[key] = found.get(key, True) and optional
        return found

    def _controls(self, tree: Tree) -> tuple[FieldControl, ...]:
        """Return a field's conditions: of its rows, of its expressions, and what these bring along."""
        passed = tree.nodes | self._governing(tree)
        on_path = tuple(key for key in self._rows if key[0] in passed)
        behind = tuple(self.controls.behind(tree.items, tree.subqueries))
        if (on_path, behind) not in self._conditions:
            self._conditions[on_path, behind] = self._followed(frozenset(on_path), behind)
        return self._conditions[on_path, behind]

    def _followed(self, on_path: frozenset[Key], behind: tuple[Key, ...]) -> tuple[FieldControl, ...]:
        """Return the conditions of the target's rows and those behind a field, and what these bring along."""
        found: dict[Key, tuple[Reach, bool]] = {}
        for key, optional in self._rows.items():
            found[key] = (Reach.VALUE_PATH if key in on_path else Reach.ROW_PATH, optional)
        for key in behind:
            found.setdefault(key, (Reach.EXPRESSION, False))
        queue = list(found)
        while queue:
            key = queue.pop(0)
            for more in self.controls.followed(key):
                if more not in found:
                    found[more] = found[key]
                    queue.append(more)
        made = [
            FieldControl(self.records.record(key, optional=optional), reach)
            for key, (reach, optional) in found.items()
        ]
        kept = [each for each in made if self._says_something(each)]
        unique = {each.control.control_id: each for each in reversed(kept)}
        order = sorted(
            unique.values(),
            key=lambda each: (each.control.location, each.control.kind, each.control.control_id),
        )
        return tuple(order)

    def _says_something(self, each: FieldControl) -> bool:
        record = each.control
        if record.kind is ControlKind.MERGE_MATCH and not record.columns_here:
            return bool(record.columns or record.other)
        return bool(
            record.columns or record.other or record.diagnostics or record.columns_here or record.predicate
        )

    def _governing(self, tree: Tree) -> set[int]:
        """Return the scopes that govern a writer whose value path was taken (MERGE's match)."""
        found: set[int] = set()
        for node in tree.nodes:
            writer = self.fields.written.writer_of(node) if self.graph.index.table(node) is not None else None
            if writer is not None:
                found.update(
                    self.graph.index.base[writer.file] + each.node
                    for each in writer.writer.branches
                    if each.governs_all
                )
        return found

    def _stated(self, name: str) -> Typed:
        if name == OPEN:
            return Typed()
        types = Types(self.fields)
        return (
            types.of(Vertex(self.query, name)) if self.query >= 0 else types.of_target(self.writers(), name)
        )

    def target_writers(self) -> tuple[TargetWriter, ...]:
        """Return the statements that write the target, with what they do to earlier content."""
        index = self.graph.index
        return tuple(
            TargetWriter(
                location=Location(index.files[each.file].path, each.statement.ordinal, each.statement.span),
                kind=each.writer.kind.value,
                table=each.name.canonical,
                rule=BindingRule.EXACT,
                manner=_manner(each),
                node_id=index.node_id(each.target),
            )
            for each in self.writers()
        )


def _manner(placed: PlacedWriter) -> str:
    """Say what a writer does to earlier content, in the words of the phrase book."""
    partitions = [each for branch in placed.writer.branches for each in branch.partitions]
    if placed.writer.kind.value == "INSERT_OVERWRITE" and partitions:
        given = [
            f"{each.name} = {each.value.text}" if each.value is not None else each.name for each in partitions
        ]
        return f"replaces the partition {', '.join(given)}"
    if placed.writer.effect is Effect.OVERWRITE:
        return "replaces the table"
    if placed.writer.kind.value == "MERGE":
        return "changes and adds rows"
    return "changes rows" if placed.writer.effect in (Effect.CHANGE, Effect.SET_ALL) else "adds rows"


def _of_target(graph: Graph, target: str, closure: Closure, tracer: _Tracer) -> tuple[PlacedDiagnostic, ...]:
    """Return the remarks that concern a target.

    They come from the files it depends on, from statements that were not read, from its conditions.
    """
    nodes = [node for node in closure.nodes if node.role != "call"]
    files = {node.location.file for node in nodes} | graph.writing_files(target)
    statements = {(node.location.file, node.location.statement) for node in nodes}
    subjects = {*closure.tables, target}
    found = {each.diagnostic_id: each for each in graph.said.of(files, statements, subjects)}
    for places, one, many in (
        (graph.index.unknown, "statement", "statements"),
        (graph.index.dark, "stretch of text", "stretches of text"),
    ):
        if places:
            what = f"1 {one}" if len(places) == 1 else f"{len(places)} {many}"
            message = f"{what} that could not be read, the first at {places[0]}, may write any table."
            remark = diagnostic(places[0], "UNPARSED_WRITERS_POSSIBLE", target, message)
            found[remark.diagnostic_id] = remark
    for table in closure.tables:
        if graph.is_incomplete(table):
            remark = graph.incomplete(table)
            found[remark.diagnostic_id] = remark
    found.update(tracer.records.diagnostics)
    return tuple(sorted(found.values(), key=lambda each: (each.location, each.code, each.subject)))

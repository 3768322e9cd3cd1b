"""Field search from a target: every field's visit tree, endpoints, conditions and doubts (method 1.2)."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.binding import BindingRule
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.evidence import FieldAnswer, FieldControl, PlacedDiagnostic, TargetAnswer, TargetWriter
from wherefrom.domain.graph import Closure
from wherefrom.domain.ids import short_id
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Effect
from wherefrom.lineage.asked import OPEN, Asked
from wherefrom.lineage.control_records import ControlRecords
from wherefrom.lineage.controls import Controls, Key
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.graph import Graph, diagnostic
from wherefrom.lineage.search import search
from wherefrom.lineage.steps import Step, Vertex
from wherefrom.lineage.summary import endpoints, open_ends, resolution, standing
from wherefrom.lineage.tree import TraceOptions, Tree, grow
from wherefrom.lineage.types import UNKNOWN_TYPE, Typed, Types

DEFAULTS = TraceOptions()


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
    names = tracer.asked.field_names()
    wanted = names
    if field:
        chosen = tracer.asked.find(field, names)
        wanted = [chosen]
    places = {name: at for at, name in enumerate(names, start=1)}
    answers = tuple(tracer.answer(name, places.get(name, 0)) for name in wanted)
    closure = search(graph, target)
    return TargetAnswer(
        target=target,
        display=tracer.asked.display(),
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
        self.asked = Asked(graph, target, options)
        self.controls = Controls(graph.index, self.asked.fields)
        self.records = ControlRecords(graph.index, self.controls)
        self._rows = self._target_rows()
        self._conditions: dict[tuple[tuple[Key, ...], tuple[Key, ...]], tuple[FieldControl, ...]] = {}

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
        top, expand = self.asked.start(name)
        tree = grow(self.graph.index, expand, top, Step(), self.options)
        if top.key != name:
            tree.visits[0] = replace(tree.visits[0], field=name)
        return tree

    def _target_rows(self) -> dict[Key, bool]:
        if self.asked.query >= 0:
            return dict(self.controls.rows(self.asked.query))
        found: dict[Key, bool] = {}
        for each in self.asked.bound:
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
            writer = (
                self.asked.fields.written.writer_of(node)
                if self.graph.index.table(node) is not None
                else None
            )
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
        types = Types(self.asked.fields)
        return (
            types.of(Vertex(self.asked.query, name))
            if self.asked.query >= 0
            else types.of_target([(each, self.asked.column(each, name)) for each in self.asked.writers()])
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
            for each in self.asked.writers()
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

"""The estate: every file's Unit, and one numbering of all nodes over them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.dataset import EdgeKind, Node, NodeKind, Select, Table
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.evidence import MAX_VISITS
from wherefrom.domain.ids import short_id
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Ddl, DdlChange, Effect, Statement, StatementStatus, Unit, Writer, WriterKind

_DARK = frozenset(
    {code for code, facts in DIAGNOSTICS.items() if facts.severity is Severity.ERROR} - {"OPAQUE_TEMPLATE"}
)
"""What says of a stretch of a file, or of all of it, that it was not read."""


@dataclass(frozen=True, slots=True)
class EstateFile:
    """One file of a snapshot.

    Attributes:
        path: Its path.
        unit: Its local facts.
        model: The references of other files make its bare query the table of its name.
    """

    path: str
    unit: Unit
    model: bool = False


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """Schema evidence from outside the SQL: known tables by file.

    Attributes:
        path: Its snapshot path.
        tables: One CREATE per table, statement 0.
    """

    path: str
    tables: tuple[Ddl, ...]


@dataclass(frozen=True, slots=True)
class Estate:
    """What link takes.

    Attributes:
        files: Sorted by path.
        environments: ``(name part, equal to)`` pairs of the configured environment map.
        catalog: Schema evidence from outside the SQL files, sorted by path.
        visits: Most visits of one field's tree, where who asks says nothing else.
    """

    files: tuple[EstateFile, ...]
    environments: tuple[tuple[str, str], ...] = ()
    catalog: tuple[CatalogFile, ...] = ()
    visits: int = MAX_VISITS


MAKING = frozenset({DdlChange.CREATE, DdlChange.LIKE, DdlChange.QUERY, DdlChange.PART})
"""Changes that make a table."""
_WRITES_NOTHING = frozenset({"CREATE_TABLE", "ALTER", "DROP", "TRUNCATE", "DELETE"})
"""Kinds of unread statements that bring no rows, whatever else they do."""


@dataclass(frozen=True, slots=True)
class PlacedWriter:
    """A writer statement with its place in the estate.

    Attributes:
        number: Its index in ``Index.writers``.
        file: Index of its file.
        writer: The local fact.
        target: Global number of its target node.
        name: The table it writes.
        statement: Its statement.
        occurrence: 0-based, among like writers of its file (same table and kind).
    """

    number: int
    file: int
    writer: Writer
    target: int
    name: TableName
    statement: Statement
    occurrence: int


@dataclass(frozen=True, slots=True)
class Event:
    """One change of a table's content in a script, in order.

    Attributes:
        ordinal: Statement.
        effect: What happens to earlier content.
        conditional: It may not happen.
        writer: Index in ``Index.writers``; -1 where nothing is written.
    """

    ordinal: int
    effect: Effect
    conditional: bool
    writer: int


class Index:
    """All nodes, writers and content events of an estate. Built once, never changed.

    Attributes:
        detached: By file, script and table, the statements after which it is no part of another table.
        known: Canonical names of the tables that something writes or DDL defines.
        unknown: Statements that were not understood and name no target.
        dark: Text that was not read, or files as a whole; it may hold any statement.
        refreshes: Per materialized view, by file and script, the statements that fill it, in order.
    """

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self.files = estate.files
        self.number: dict[str, int] = {file.path: number for number, file in enumerate(estate.files)}
        self.base: list[int] = []
        self.nodes: list[Node] = []
        self.file_of: list[int] = []
        self.writers: list[PlacedWriter] = []
        self.by_table: dict[str, list[int]] = defaultdict(list)
        self.by_last: dict[str, list[int]] = defaultdict(list)
        self.events: dict[tuple[int, str, str], list[Event]] = defaultdict(list)
        self.detached: dict[tuple[int, str, str], list[int]] = defaultdict(list)
        self.scripts: dict[str, set[tuple[int, str]]] = defaultdict(set)
        self.refreshes: dict[str, dict[tuple[int, str], list[Event]]] = defaultdict(dict)
        self.results: dict[int, str] = {}
        self.known = {table.name.canonical for catalog in estate.catalog for table in catalog.tables}
        self.unread: dict[str, list[Location]] = defaultdict(list)
        self.unknown: list[Location] = []
        self.dark: list[Location] = []
        self.dynamic_scripts: dict[tuple[int, str], Location] = {}
        self._ids: dict[int, str] = {}
        for number, file in enumerate(estate.files):
            self._add_file(number, file)
        for events in self.events.values():
            events.sort(key=lambda event: event.ordinal)
        self.dynamic_lasts = [last for last, numbers in self.by_last.items() if self._dynamic(last, numbers)]

    def _dynamic(self, last: str, numbers: list[int]) -> bool:
        """Whether the table part that some writers share holds a placeholder."""
        return any(each in last for each in self.writers[numbers[0]].name.placeholders)

    def _add_file(self, number: int, file: EstateFile) -> None:
        unit = file.unit
        self.base.append(len(self.nodes))
        self.nodes.extend(unit.nodes)
        self.file_of.extend([number] * len(unit.nodes))
        seen: dict[tuple[str, WriterKind], int] = defaultdict(int)
        for writer in unit.writers:
            self._add_writer(number, writer, unit, seen)
        self.known.update(each.name.canonical for each in unit.ddl if each.change in MAKING)
        for event in unit.events:
            statement = unit.statements[event.statement - 1]
            key = self.key(event.name, number)
            place = (number, statement.script, key)
            if event.effect is Effect.REFRESH:
                filled = Event(event.statement, event.effect, statement.conditional, -1)
                self.refreshes[key].setdefault(place[:2], []).append(filled)
                continue
            if event.effect is Effect.DETACH:
                self.detached[place] += [] if statement.conditional else [event.statement]
                continue
            self.events[place].append(Event(event.statement, event.effect, statement.conditional, -1))
        self.dark += [
            Location(file.path, 0, each.span)
            for each in unit.diagnostics
            if each.statement == 0 and each.code in _DARK
        ]
        for statement in unit.statements:
            self._add_unread(number, statement)
            if statement.dynamic_sql:
                location = Location(file.path, statement.ordinal, statement.span)
                self.dynamic_scripts.setdefault((number, statement.script), location)

    def _add_unread(self, number: int, statement: Statement) -> None:
        """Note a statement that was not understood: it writes its targets, or may write anything."""
        if statement.status not in (StatementStatus.UNPARSED, StatementStatus.OPAQUE):
            return
        if statement.dynamic_sql or statement.kind in _WRITES_NOTHING:
            return
        location = Location(self.files[number].path, statement.ordinal, statement.span)
        for target in statement.targets:
            self.unread[target].append(location)
        if not statement.targets:
            self.unknown.append(location)

    def _add_writer(
        self, number: int, writer: Writer, unit: Unit, seen: dict[tuple[str, WriterKind], int]
    ) -> None:
        node = unit.nodes[writer.target]
        assert isinstance(node.body, Table)  # extract's own promise
        name = node.body.name
        statement = unit.statements[writer.statement - 1]
        like = (name.canonical, writer.kind)
        placed = PlacedWriter(
            len(self.writers), number, writer, self.base[number] + writer.target, name, statement, seen[like]
        )
        for branch in writer.branches:
            self.results.setdefault(self.base[number] + branch.node, name.canonical)
        seen[like] += 1
        self.writers.append(placed)
        key = self.key(name, number)
        self.by_table[key].append(placed.number)
        if not name.temporary:
            self.known.add(name.canonical)
            self.by_last[name.parts[-1]].append(placed.number)
        self.scripts[key].add((number, statement.script))
        self.events[number, statement.script, key].append(
            Event(writer.statement, writer.effect, statement.conditional, placed.number)
        )

    def found(self, name: TableName) -> tuple[str, ...]:
        """Return the tables of the snapshot that a name looked for in several schemas may mean, in their order."""
        each = (f"{schema}.{name.parts[-1]}" for schema in name.searched)
        return tuple(full for full in each if full in self.known)

    def path(self, file: int) -> str:
        """Return the path of a file; catalog files are numbered after the SQL files."""
        if file < len(self.files):
            return self.files[file].path
        return self.estate.catalog[file - len(self.files)].path

    def key(self, name: TableName, file: int) -> str:
        """Return the identity of a table: its canonical name, private to a file where only that knows it."""
        if name.temporary or (name.only_placeholder and not name.reference):
            return f"{file}\x00{name.canonical}"
        return name.canonical

    def statement(self, gid: int) -> Statement:
        """Return the statement a node stands in."""
        node = self.nodes[gid]
        return self.files[self.file_of[gid]].unit.statements[node.statement - 1]

    def location(self, gid: int, span: Span | None = None) -> Location:
        """Return where a node, or a span in its statement, stands."""
        node = self.nodes[gid]
        return Location(self.files[self.file_of[gid]].path, node.statement, span or node.span)

    def node_id(self, gid: int) -> str:
        """Return a node's id: its identity tuple's hash (method 1.3)."""
        found = self._ids.get(gid)
        if found is None:
            node = self.nodes[gid]
            path = self.files[self.file_of[gid]].path
            found = self._ids[gid] = short_id("N", path, node.statement, node.scope, node.relation)
        return found

    def table(self, gid: int) -> TableName | None:
        """Return the table a node is a use of; None for query-level nodes."""
        body = self.nodes[gid].body
        return body.name if isinstance(body, Table) else None

    def local(self, gid: int, index: int) -> int:
        """Return the global number of a node of the same file."""
        return self.base[self.file_of[gid]] + index

    def kind(self, gid: int) -> NodeKind:
        """Return a node's final kind: tables that something writes are PHYSICAL or VIEW."""
        node = self.nodes[gid]
        if not isinstance(node.body, Table):
            return node.kind
        if node.kind in (NodeKind.COMMAND_TARGET, NodeKind.VIEW):
            return node.kind
        if node.body.name.temporary:
            return NodeKind.TEMP_TABLE
        numbers = self.by_table.get(self.key(node.body.name, self.file_of[gid]), ())
        if any(self.writers[each].writer.kind is WriterKind.CREATE_VIEW for each in numbers):
            return NodeKind.VIEW
        return NodeKind.PHYSICAL_TABLE if numbers or node.body.role == "target" else NodeKind.EXTERNAL_TABLE


def subquery_edge(index: Index, gid: int) -> EdgeKind:
    """Return the kind of edge from a subquery to the scope around it: CORRELATES where it names one of its inputs."""
    body = index.nodes[gid].body
    if not isinstance(body, Select):
        return EdgeKind.DERIVES
    own = {each.alias for each in body.inputs}
    refs = [term.column for control in body.controls for term in control.terms if term.column is not None]
    outside = any(ref.qualifier and ref.qualifier[-1] not in own for ref in refs)
    return EdgeKind.CORRELATES if outside else EdgeKind.DERIVES

"""The linked graph of a snapshot: what link gives, and what search and trace ask (architecture 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wherefrom.domain.binding import Candidate, Ruling
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Call, Node, Select, Table
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.ids import short_id
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Statement
from wherefrom.lineage.edges import Edges, Link
from wherefrom.lineage.estate import Estate, Index
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.reach import Reach, find_candidates
from wherefrom.lineage.remarks import remarks
from wherefrom.lineage.routines import Routines
from wherefrom.lineage.said import Said
from wherefrom.lineage.schema import Schema
from wherefrom.lineage.steps import Accepted


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """A statement with its file."""

    file: str
    statement: Statement


class Graph:
    """Nodes and edges of a snapshot under the decisions that stand.

    Attributes:
        index: All nodes and writers.
        candidates: Writer bindings that people decide on.
        rulings: What stands for them, by binding id.
    """

    def __init__(
        self, index: Index, candidates: tuple[Candidate, ...], rulings: Mapping[str, Ruling]
    ) -> None:
        self.index = index
        self.candidates = candidates
        self.rulings = dict(rulings)
        self.schema = Schema(index)
        self.reach = Reach(index, self.rulings)
        self._fields: dict[Accepted, Fields] = {}
        self._nodes: dict[int, GraphNode] = {}
        self.routines = Routines(index)
        self._edges = Edges(index, self.reach, self.routines, self._assigned)

    def under(self, rulings: Mapping[str, Ruling]) -> Graph:
        """Return the same graph under other decisions.

        Decisions select which writers feed a read and change nothing else: everything but the
        bindings whose ruling differs is taken as it is, and nothing is read again.

        Args:
            rulings: What stands for each candidate; a missing one is PENDING.
        """
        other = Graph(self.index, self.candidates, rulings)
        other.schema, other.reach = self.schema, self.reach.under(rulings)
        other._edges = self._edges.under(other.reach, other._assigned)  # it is one of its own
        return other

    def fields(self, accepted: Accepted) -> Fields:
        """Return the field search over this graph."""
        if accepted not in self._fields:
            self._fields[accepted] = Fields(self.index, self.schema, self.reach, accepted)
        return self._fields[accepted]

    @cached_property
    def nodes(self) -> tuple[GraphNode, ...]:
        """Every Dataset Node, in file and statement order."""
        return tuple(self.node(gid) for gid in range(len(self.index.nodes)))

    def node(self, gid: int) -> GraphNode:
        """Return one node with its final kind."""
        found = self._nodes.get(gid)
        if found is None:
            found = self._nodes[gid] = self._node(gid)
        return found

    def _node(self, gid: int) -> GraphNode:
        index = self.index
        node = index.nodes[gid]
        body = node.body
        name = index.table(gid)
        role = body.role if isinstance(body, Table) else "call" if isinstance(body, Call) else "query"
        placeholders = name.placeholders if name is not None else ()
        return GraphNode(
            node_id=index.node_id(gid),
            kind=index.kind(gid),
            dataset=name.canonical if name is not None else node.name,
            alias=self._aliases.get(gid, "") if role == "read" else "",
            role=role,
            placeholders=body.placeholders if isinstance(body, Call) else placeholders,
            location=index.location(gid),
            scope=node.scope,
            flags=_flags(node),
        )

    @cached_property
    def _aliases(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for gid, node in enumerate(self.index.nodes):
            if isinstance(node.body, Select):
                for each in node.body.inputs:
                    found.setdefault(self.index.local(gid, each.node), each.alias)
        return found

    @property
    def links(self) -> tuple[Link, ...]:
        """Every edge with the numbers of its source and destination."""
        return self._edges.links

    def upstream(self, gid: int) -> Iterator[tuple[int, GraphEdge]]:
        """Yield what flows into a node: the numbers of the sources, with the edges, by place."""
        for source, _, edge in self._edges.into(gid):
            yield source, edge

    @cached_property
    def edges(self) -> tuple[GraphEdge, ...]:
        """Every edge, sorted by place. Only what is referenced is an edge."""
        return tuple(edge for _, _, edge in self.links)

    def _assigned(self, gid: int, name: str, path: str) -> Iterator[int]:
        return (each.node for each in self.fields(Accepted()).leaves.variables.assignments(gid, name, path))

    @cached_property
    def written(self) -> tuple[str, ...]:
        """Canonical names of the tables that something writes, sorted; session-scoped ones left out.

        A name that is nothing but a placeholder means something in its own file only: it has the
        file's path and a colon in front.
        """
        shared = {
            each.name.canonical
            for each in self.index.writers
            if not each.name.temporary and not _private(each.name)
        }
        return tuple(sorted(shared | set(self.private)))

    @cached_property
    def private(self) -> dict[str, tuple[int, TableName]]:
        """Written tables that mean something in their own file only: ``path:${table}`` to file and name."""
        return {
            f"{self.index.files[each.file].path}:{each.name.canonical}": (each.file, each.name)
            for each in self.index.writers
            if _private(each.name)
        }

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Bare query results, as ``query:<file>#<statement>``, sorted."""
        return tuple(
            f"query:{file.path}#{statement.ordinal}"
            for file in self.index.files
            for statement in file.unit.statements
            if statement.result >= 0
        )

    @cached_property
    def statements(self) -> tuple[PlacedStatement, ...]:
        """Every statement with its file, in order."""
        return tuple(
            PlacedStatement(file.path, statement)
            for file in self.index.files
            for statement in file.unit.statements
        )

    @cached_property
    def diagnostics(self) -> tuple[PlacedDiagnostic, ...]:
        """What extraction and link say of the snapshot as a whole, in file order."""
        found = [
            _placed(
                file.path, each.code, each.statement, each.span, each.subject, each.candidates, each.message
            )
            for file in self.index.files
            for each in file.unit.diagnostics
        ]
        found.extend(self._conflicts())
        found.extend(self._open_calls())
        found.extend(self.incomplete(each) for each in self.written if self._scripts(each))
        found.extend(remarks(self.index))
        return tuple(found)

    @cached_property
    def said(self) -> Said:
        """The diagnostics by what they are about."""
        return Said(self.diagnostics)

    def writing_files(self, table: str) -> frozenset[str]:
        """Return the files with a statement that writes a table, read or not."""
        return frozenset(self._writing.get(table, ()))

    @cached_property
    def _writing(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for placed in self.statements:
            for target in placed.statement.targets:
                found.setdefault(target, set()).add(placed.file)
        return found

    def _conflicts(self) -> Iterator[PlacedDiagnostic]:
        for table in self.schema.conflicts():
            for number, steps in sorted(self.schema.steps(table).items()):
                path = self.index.path(number)
                message = f"The columns of {table} are defined differently in other files, so they count as unknown."
                yield _placed(path, "DDL_CONFLICT", steps[0].statement, steps[0].span, table, (), message)

    def _open_calls(self) -> Iterator[PlacedDiagnostic]:
        for each in self.routines.open_calls():
            where = each.location
            message = f"{each.name} has no body in the snapshot: what it reads and writes is not known."
            if each.bodies:
                message = (
                    f"{each.name} has {len(each.bodies)} bodies in the snapshot: which one runs is not known."
                )
            if each.times > 1:
                message += f" It is called {each.times} times in this file."
            subject = f"{each.name}()"  # no table's name
            yield _placed(
                where.file, "UNRESOLVED_CALL", where.statement, where.span, subject, each.bodies, message
            )

    def _scripts(self, table: str) -> list[Location]:
        """Return the dynamic statements in scripts that write a table."""
        return [
            self.index.dynamic_scripts[place]
            for place in sorted(self.index.scripts.get(table, ()))
            if place in self.index.dynamic_scripts
        ]

    def incomplete(self, table: str) -> PlacedDiagnostic:
        """Return the INCOMPLETE_WRITERS remark of a table that a dynamic script writes."""
        where = self._scripts(table)[0]
        message = f"Writers of {table} may be missing: {where} puts SQL together at run time."
        return _placed(where.file, "INCOMPLETE_WRITERS", where.statement, where.span, table, (), message)

    def is_incomplete(self, table: str) -> bool:
        """Whether a script that writes a table also runs SQL put together at run time."""
        return bool(self._scripts(table))


def _placed(  # noqa: PLR0913, PLR0917  # a diagnostic's own fields
    path: str, code: str, statement: int, span: Span, subject: str, candidates: tuple[str, ...], message: str
) -> PlacedDiagnostic:
    identity = short_id("G", code, path, statement, span.start, subject)
    return PlacedDiagnostic(identity, code, subject, candidates, message, Location(path, statement, span))


def _private(name: TableName) -> bool:
    return name.only_placeholder and not name.reference and not name.temporary


def diagnostic(location: Location, code: str, subject: str, message: str) -> PlacedDiagnostic:
    """Return a diagnostic of link at a place."""
    return _placed(location.file, code, location.statement, location.span, subject, (), message)


def _flags(node: Node) -> tuple[str, ...]:
    body = node.body
    if not isinstance(body, Select):
        return ()
    found = []
    if body.distinct:
        found.append("DISTINCT")
    if body.grouped:
        found.append("GROUPED")
    if body.ordered:
        found.append("ORDERED")
    return tuple(found)


def link(estate: Estate, rulings: Mapping[str, Ruling]) -> Graph:
    """Link the Units of a snapshot into one graph.

    Args:
        estate: All files' Units.
        rulings: What stands for each candidate; a missing one is PENDING.
    """
    index = Index(estate)
    return Graph(index, find_candidates(index), rulings)


def candidates_of(estate: Estate) -> tuple[Candidate, ...]:
    """Return every writer binding that people decide on."""
    return find_candidates(Index(estate))


__all__ = ["ControlKind", "Graph", "PlacedStatement", "candidates_of", "link"]

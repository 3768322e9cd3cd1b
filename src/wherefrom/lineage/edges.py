"""The edges of a graph: those that no decision changes, and the bindings between readers and writers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.dataset import (
    Body,
    Call,
    EdgeKind,
    Item,
    NodeKind,
    Select,
    SetOperation,
    Table,
    TableFunction,
    Values,
    Wrap,
)
from wherefrom.domain.expression import Expression, Form, leaves
from wherefrom.domain.graph import GraphEdge
from wherefrom.domain.span import Location, Span
from wherefrom.lineage.estate import Index, PlacedWriter, subquery_edge
from wherefrom.lineage.reach import Reach
from wherefrom.lineage.routines import Routines
from wherefrom.lineage.tree import make_edge_id
from wherefrom.lineage.variables import variable_of

Link = tuple[int, int, GraphEdge]
"""An edge with the numbers of its source and destination."""


Assigned = Callable[[int, str, str], Iterable[int]]
"""Gives the nodes that a node's script variable, or the part of it at a path, is assigned from."""


class Edges:
    """The edges of a snapshot under the decisions that stand: those into a node are made when it is asked about.

    Attributes:
        index: All nodes and writers.
        reach: Which writers reach a read.
        routines: Which bodies calls run.
    """

    def __init__(self, index: Index, reach: Reach, routines: Routines, assigned: Assigned) -> None:
        self.index = index
        self.reach = reach
        self.routines = routines
        self._assigned = assigned
        self._inner: dict[int, tuple[Link, ...]] = {}
        self._bindings: dict[int, tuple[Link, ...]] = {}

    def under(self, reach: Reach, assigned: Assigned) -> Edges:
        """Return the edges under other decisions: only bindings whose status differs are bound anew."""
        changed = changed_bindings(self.reach.rulings, reach.rulings)
        other = Edges(self.index, reach, self.routines, assigned)
        other._inner = self._inner  # no decision changes them
        other._bindings = {  # what is left is bound when it is asked for
            gid: links
            for gid, links in self._bindings.items()
            if not any(edge.binding_id in changed for _, _, edge in links)
        }
        return other

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every edge with the numbers of its source and destination."""
        return tuple(
            sorted((each for gid in range(len(self.index.nodes)) for each in self.into(gid)), key=_place)
        )

    def into(self, gid: int) -> tuple[Link, ...]:
        """Return the edges that end in a node, by place."""
        inner = self._inner.get(gid)
        if inner is None:
            inner = self._inner[gid] = tuple(self._edges(gid))
        if not _reads(self.index.nodes[gid].body):
            return inner
        if gid not in self._bindings:
            self._bindings[gid] = tuple(self._bind(gid))
        return tuple(sorted((*inner, *self._bindings[gid]), key=_place))

    def _edges(self, gid: int) -> list[Link]:
        """Return the edges into a node that no decision changes, by place."""
        node = self.index.nodes[gid]
        found = [*self._inner_edges(gid, _values_of(node.body), _queries_of(node.body))]
        if isinstance(node.body, Select):
            found += self._select_edges(gid, node.body)
        elif not isinstance(node.body, Table | Call):
            found += self._whole_edges(gid, node.span, node.body)
        for writer in self._writing.get(gid, ()):
            found += self._written_edges(writer)
        found += [
            self._placed(EdgeKind.COMMAND, call, gid, self.index.location(call))
            for call in self._runs.get(gid, ())
        ]
        return sorted(found, key=_place)

    @cached_property
    def _writing(self) -> Mapping[int, list[PlacedWriter]]:
        """The writers of each target's node."""
        found: dict[int, list[PlacedWriter]] = defaultdict(list)
        for writer in self.index.writers:
            found[writer.target].append(writer)
        return found

    @cached_property
    def _runs(self) -> Mapping[int, list[int]]:
        """The calls that run each node's statement."""
        found: dict[int, list[int]] = defaultdict(list)
        for call, run in self.routines.runs():
            found[run].append(call)
        return found

    def _written_edges(self, writer: PlacedWriter) -> Iterator[Link]:
        """Yield the edges from what a statement writes to its target."""
        target = self.index.nodes[writer.target]
        kind = EdgeKind.COMMAND_WRITES if target.kind is NodeKind.COMMAND_TARGET else EdgeKind.WRITES
        for given in writer.writer.branches:
            yield self._edge(kind, self.index.base[writer.file] + given.node, writer.target, "", target.span)
            stated = [each.value for each in given.partitions if each.value is not None]
            yield from self._inner_edges(writer.target, stated, ())

    def _whole_edges(
        self, gid: int, span: Span, body: SetOperation | Wrap | Values | TableFunction
    ) -> Iterator[Link]:
        """Yield the edges from queries whose rows a node takes as they are."""
        if isinstance(body, SetOperation):
            for at, branch in enumerate(body.branches, start=1):
                source = self.index.local(gid, branch)
                yield self._edge(EdgeKind.SET_BRANCH, source, gid, "", self.index.nodes[source].span, at)
        elif isinstance(body, Wrap):
            yield self._edge(body.edge, self.index.local(gid, body.node), gid, "", span)
        elif isinstance(body, TableFunction):
            results = self.reach.calls.results(gid)
            for at, source in enumerate(results, start=1):
                yield self._edge(EdgeKind.DERIVES, source, gid, "", span, at if len(results) > 1 else 0)

    def _select_edges(self, gid: int, body: Select) -> Iterator[Link]:
        for each in body.inputs:
            source = self.index.local(gid, each.node)
            node = self.index.nodes[source]
            kind = EdgeKind.DERIVES if isinstance(node.body, Select | Wrap | SetOperation) else EdgeKind.READS
            if node.kind is NodeKind.CTE:
                kind = EdgeKind.CTE_BINDING
            yield self._edge(kind, source, gid, each.alias, each.span)

    def _inner_edges(self, gid: int, values: Iterable[Expression], queries: Iterable[int]) -> Iterator[Link]:
        """Yield the edges from subqueries and script variables that a node's expressions name."""
        named = [leaf.value for value in values for leaf in leaves(value)]
        nodes = {value.node for value in named if value.form is Form.SUBQUERY}
        for source in sorted(nodes.union(queries)):
            inner = self.index.local(gid, source)
            yield self._edge(subquery_edge(self.index, inner), inner, gid, "", self.index.nodes[inner].span)
        variables = {variable for value in named if (variable := variable_of(value)) is not None}
        for name, path in sorted(variables):
            for node in self._assigned(gid, name, path):
                inner = self.index.local(gid, node)
                if inner != gid:
                    yield self._edge(EdgeKind.DERIVES, inner, gid, name, self.index.nodes[inner].span)

    def _bind(self, gid: int) -> Iterator[Link]:
        """Yield the edges from writers to one node that reads a table, under the decisions that stand."""
        for bound in self.reach.of(gid).bound:
            placed = self.index.writers[bound.writer]
            source, destination = self.index.node_id(placed.target), self.index.node_id(gid)
            identity = make_edge_id(EdgeKind.WRITER_BINDING.value, source, destination, "", 0)
            edge = GraphEdge(
                identity,
                EdgeKind.WRITER_BINDING,
                source,
                destination,
                "",
                0,
                self.index.location(placed.target),
                bound.binding_id,
                bound.rule,
                bound.ruling.status,
            )
            yield placed.target, gid, edge

    def _edge(  # an edge's own fields
        self, kind: EdgeKind, source: int, destination: int, alias: str, span: Span, branch: int = 0
    ) -> Link:
        return self._placed(kind, source, destination, self.index.location(destination, span), alias, branch)

    def _placed(  # an edge's own fields
        self, kind: EdgeKind, source: int, destination: int, at: Location, alias: str = "", branch: int = 0
    ) -> Link:
        one, other = self.index.node_id(source), self.index.node_id(destination)
        identity = make_edge_id(kind.value, one, other, alias, branch)
        return source, destination, GraphEdge(identity, kind, one, other, alias, branch, at)


def _place(link: Link) -> tuple[Location, str, str]:
    edge = link[2]
    return edge.location, edge.kind, edge.edge_id


def changed_bindings(before: Mapping[str, Ruling], after: Mapping[str, Ruling]) -> frozenset[str]:
    """Return the bindings for which another status stands; one that nobody speaks of is PENDING."""
    pending = Ruling(Status.PENDING)
    return frozenset(
        binding
        for binding in before.keys() | after.keys()
        if before.get(binding, pending).status is not after.get(binding, pending).status
    )


def _reads(body: Body) -> bool:
    return isinstance(body, Table) and body.role == "read" and not body.prior


def _values_of(body: Body) -> list[Expression]:
    """Return the expressions of a node, in value or in condition position."""
    if isinstance(body, Values):
        return [value for cells in body.cells for value in cells]
    if isinstance(body, TableFunction):
        return list(body.arguments)
    if isinstance(body, SetOperation):
        return [term for control in body.controls for term in control.terms]
    if not isinstance(body, Select):
        return []
    found = [term for control in body.controls for term in control.terms]
    for item in body.items:
        found += [item.value] if isinstance(item, Item) else [value for _, value in item.replace]
    return found


def _queries_of(body: Body) -> set[int]:
    """Return the unit indexes of the queries inside a node's conditions."""
    controls = body.controls if isinstance(body, Select | SetOperation) else ()
    return {query for control in controls for query in control.subqueries}

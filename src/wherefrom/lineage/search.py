"""Which datasets a target depends on: the node graph walked upstream (method 1.2, search)."""

from __future__ import annotations

from collections import defaultdict, deque

from wherefrom.domain.binding import HINT_RULES, Status
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.graph import Closure, GraphEdge
from wherefrom.lineage.graph import Graph
from wherefrom.lineage.targets import roots


def search(graph: Graph, target: str) -> Closure:
    """Return the upstream nodes, edges, tables and writer candidates of a target.

    Args:
        graph: The linked graph.
        target: A canonical table name or ``query:<file>#<statement>``.
    """
    index = graph.index
    start = roots(graph, target)
    seen = dict.fromkeys(start)
    queue = deque(start)
    edges: dict[str, GraphEdge] = {}
    while queue:
        here = queue.popleft()
        for source, edge in graph.upstream(here):
            edges[edge.edge_id] = edge
            if source not in seen and followed(edge):
                seen[source] = None
                queue.append(source)
    nodes = {gid: graph.node(gid) for gid in sorted(seen)}
    named = {gid: name for gid in seen if (name := index.table(gid)) is not None}
    tables = {name.canonical for name in named.values() if not name.temporary}
    reads = any(not gid_is_target(graph, gid) for gid in named)
    ends = {name.canonical for gid, name in named.items() if nodes[gid].kind is NodeKind.EXTERNAL_TABLE}
    bound = {edge.binding_id for edge in edges.values()} if reads else set()
    return Closure(
        target=target,
        nodes=tuple(nodes.values()),
        edges=tuple(sorted(edges.values(), key=lambda edge: (edge.location, edge.kind, edge.edge_id))),
        tables=tuple(sorted(tables)),
        ends=tuple(sorted(ends)),
        candidates=tuple(each for each in graph.candidates if each.binding_id in bound),
    )


def gid_is_target(graph: Graph, gid: int) -> bool:
    """Whether a node is a table that is written."""
    body = graph.index.nodes[gid].body
    return getattr(body, "role", "") == "target"


def followed(edge: GraphEdge) -> bool:
    """Whether a search goes through an edge: not through a writer that review stops."""
    if edge.kind is not EdgeKind.WRITER_BINDING:
        return True
    if edge.status in (Status.REJECTED, Status.DEFERRED):
        return False
    return edge.rule not in HINT_RULES or edge.status is Status.CONFIRMED


def paths(graph: Graph, target: str, start: str, limit: int = 1_000) -> tuple[tuple[str, ...], ...]:
    """Return the table paths from one table to another, shortest first; at most ``limit``.

    A path lists logical tables only; each one once.
    """
    below = _table_graph(graph)
    found: list[tuple[str, ...]] = []
    queue: deque[tuple[str, ...]] = deque([(start,)])
    while queue and len(found) < limit:
        way = queue.popleft()
        for following in sorted(below.get(way[-1], ())):
            if following == target:
                found.append((*way, following))
            elif following not in way:
                queue.append((*way, following))
    return tuple(found)


def _table_graph(graph: Graph) -> dict[str, set[str]]:
    """Return which tables are written from which, one statement apart."""
    index = graph.index
    below: dict[str, set[str]] = defaultdict(set)
    for writer in index.writers:
        seen = {writer.target}
        queue = deque([writer.target])
        while queue:
            here = queue.popleft()
            for source, edge in graph.upstream(here):
                if edge.kind is EdgeKind.WRITER_BINDING or source in seen:
                    continue
                seen.add(source)
                queue.append(source)
                name = index.table(source)
                if name is not None:
                    below[name.canonical].add(writer.name.canonical)
    return below

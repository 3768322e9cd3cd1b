"""What a changed decision reaches: the targets below the reads it decides on (architecture 3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from wherefrom.lineage.graph import Graph
from wherefrom.lineage.search import followed
from wherefrom.lineage.targets import roots


def reached(graph: Graph, bindings: Iterable[str]) -> tuple[str, ...]:
    """Return the targets in whose closure one of some writer bindings stands, in name order.

    Every other target has the same answer whatever is decided on them: the way up to the reads they
    are about is not walked for it.

    Args:
        graph: The graph, under any decisions.
        bindings: Ids of bindings.
    """
    asked = frozenset(bindings)
    return _below(graph, {to for _, to, edge in graph.links if edge.binding_id in asked})


def readers_of(graph: Graph, table: str) -> tuple[str, ...]:
    """Return the targets in whose closure a table stands, in name order.

    Args:
        graph: The graph.
        table: Canonical name.
    """
    index = graph.index
    names = ((gid, index.table(gid)) for gid in range(len(index.nodes)))
    return _below(graph, {gid for gid, name in names if name is not None and name.canonical == table})


def _below(graph: Graph, start: set[int]) -> tuple[str, ...]:
    below: dict[int, list[int]] = defaultdict(list)
    for source, destination, edge in graph.links:
        if followed(edge):
            below[source].append(destination)
    seen, waiting = set(start), list(start)
    while waiting:
        for destination in below.get(waiting.pop(), ()):
            if destination not in seen:
                seen.add(destination)
                waiting.append(destination)
    names = dict.fromkeys((*graph.written, *graph.queries))
    return tuple(name for name in names if any(root in seen for root in roots(graph, name)))

"""Search: which datasets a target depends on, and by which paths."""

from __future__ import annotations

from wherefrom.domain.evidence import Closure
from wherefrom.lineage import Graph, resolve_target
from wherefrom.lineage import search as search_graph


def search(graph: Graph, target: str) -> Closure:
    """Return everything upstream of a target.

    Args:
        graph: A linked graph.
        target: A table, by any unique suffix; a field is taken as its table.

    Raises:
        UsageRefusal: nothing writes it.
    """
    table, _ = resolve_target(graph, target)
    return search_graph(graph, table)

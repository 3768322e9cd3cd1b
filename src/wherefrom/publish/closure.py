"""What the data files hold of the graph: the closures of all targets, each node and edge once."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.evidence import FieldAnswer, TargetAnswer
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.publish.bundle import Bundle


def all_fields(bundle: Bundle) -> Iterator[tuple[TargetAnswer, FieldAnswer]]:
    """Yield every field of every target, in target and field order."""
    for answer in bundle.answers:
        for field in answer.fields:
            yield answer, field


def closure_edges(bundle: Bundle) -> tuple[GraphEdge, ...]:
    """Return the edges of all targets' closures and of their visits, by place."""
    found = {edge.edge_id: edge for answer in bundle.answers for edge in answer.closure.edges}
    walked = {visit.edge_id for _, field in all_fields(bundle) for visit in field.visits}
    found.update((edge.edge_id, edge) for edge in bundle.edges if edge.edge_id in walked)
    return tuple(sorted(found.values(), key=lambda edge: (edge.location, edge.edge_id)))


def closure_nodes(bundle: Bundle) -> tuple[GraphNode, ...]:
    """Return the nodes of all targets' closures and everything the other files refer to, by place."""
    found = {node.node_id: node for answer in bundle.answers for node in answer.closure.nodes}
    named = {visit.node_id for _, field in all_fields(bundle) for visit in field.visits}
    named.update(entry.control.node_id for _, field in all_fields(bundle) for entry in field.controls)
    for edge in closure_edges(bundle):
        named.update((edge.src, edge.dst))
    found.update((node.node_id, node) for node in bundle.nodes if node.node_id in named)
    return tuple(sorted(found.values(), key=lambda node: (node.location, node.node_id)))

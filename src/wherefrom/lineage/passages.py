"""What the value of each field passes on its way up, as sets: enough to tell what hangs on a decision."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.domain.evidence import EndpointKind, Passage, TargetAnswer
from wherefrom.domain.rules import Terminal
from wherefrom.lineage.asked import Asked
from wherefrom.lineage.estate import Index
from wherefrom.lineage.graph import Graph
from wherefrom.lineage.steps import Vertex
from wherefrom.lineage.tree import Expand, TraceOptions

_AT_A_COLUMN = frozenset({Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE})
"""Reasons of the ends that are a table's column."""


def passages(graph: Graph, target: str, fields: Iterable[str] = ()) -> tuple[Passage, ...]:
    """Return what the value of each field of a target passes.

    The ways up are walked as ``trace`` walks them, without a limit and without a record of the visits.

    Args:
        graph: The linked graph.
        target: A canonical written table, or ``query:<file>#<statement>``.
        fields: The fields wanted; empty for all.

    Raises:
        UsageRefusal: the target has no such field.
    """
    asked = Asked(graph, target, TraceOptions())
    names = asked.field_names()
    wanted = [asked.find(field, names) for field in fields] or names
    return tuple(_walked(graph.index, name, *asked.start(name)) for name in wanted)


def passages_in(answer: TargetAnswer) -> tuple[Passage, ...]:
    """Return what the value of each traced field passes."""
    return tuple(
        Passage(
            each.field,
            frozenset(each.bindings),
            frozenset(end.table for end in each.value if end.kind is EndpointKind.FIELD),
        )
        for each in answer.fields
    )


def _walked(index: Index, name: str, start: Vertex, expand: Expand) -> Passage:
    bindings: set[str] = set()
    tables: set[str] = set()
    seen = {start}
    waiting = [start]
    while waiting:
        for step in expand(waiting.pop()).steps:
            if step.bound is not None and step.bound.binding_id:
                bindings.add(step.bound.binding_id)
            if step.to is None:
                if step.terminal in _AT_A_COLUMN and step.node >= 0:
                    table = index.table(step.node)
                    tables.add(table.canonical if table is not None else index.nodes[step.node].name)
            elif step.to not in seen:
                seen.add(step.to)
                waiting.append(step.to)
    return Passage(name, frozenset(bindings), frozenset(tables))

"""Search: which datasets a target depends on, by which paths, and which of their columns are used."""

from __future__ import annotations

from dataclasses import dataclass

from wherefrom.app.trace import answers_for
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import Closure, EndpointKind
from wherefrom.lineage import Graph, resolve_target
from wherefrom.lineage import search as search_graph


@dataclass(frozen=True, slots=True, order=True)
class ColumnUse:
    """A column of an external table that a target uses.

    Attributes:
        column: ``table.column``, canonical.
        use: ``VALUE`` where it is an origin, ``CONTROL`` where it only decides.
        fields: Target fields it serves, in target order.
    """

    column: str
    use: str
    fields: tuple[str, ...]


def search(graph: Graph, target: str) -> Closure:
    """Return everything upstream of a target.

    Args:
        graph: A linked graph.
        target: A table, by any unique suffix; a field is taken as its table.

    Raises:
        UsageRefusal: nothing writes it.
    """
    table, _ = resolve_target(graph, target)
    return run_deep(lambda given: search_graph(given, table), graph)


def columns_used(graph: Graph, target: str) -> tuple[ColumnUse, ...]:
    """Return the columns that a target's fields end at, by name, VALUE and CONTROL apart.

    Raises:
        UsageRefusal: nothing writes the target.
    """
    (answer,) = answers_for(graph, (target,))
    uses: dict[tuple[str, str], list[str]] = {}
    for field in answer.fields:
        for end in field.value:
            if end.kind is EndpointKind.FIELD:
                uses.setdefault((end.endpoint, "VALUE"), []).append(field.field)
        for column in sorted({column for each in field.controls for column in each.control.columns}):
            uses.setdefault((column, "CONTROL"), []).append(field.field)
    return tuple(
        ColumnUse(column, use, tuple(dict.fromkeys(fields)))
        for (column, use), fields in sorted(uses.items(), key=lambda item: (item[0][0], item[0][1] != "VALUE"))
    )

"""Search: which datasets a target depends on, by which paths, and which of their columns are used."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from wherefrom.app.trace import answers_for
from wherefrom.domain.deep import run_deep
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import EndpointKind
from wherefrom.domain.graph import Closure
from wherefrom.lineage import Graph, paths, resolve_target
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


@dataclass(frozen=True, slots=True)
class Paths:
    """All ways from one table to another.

    Attributes:
        start: Canonical name of the first table.
        end: Canonical name of the last.
        paths: Logical tables in order, the shortest way first; empty if there is none.
    """

    start: str
    end: str
    paths: tuple[tuple[str, ...], ...]


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
        for (column, use), fields in sorted(
            uses.items(), key=lambda item: (item[0][0], item[0][1] != "VALUE")
        )
    )


def paths_between(graph: Graph, start: str, end: str) -> Paths:
    """Return the table paths from ``start`` to ``end``.

    Args:
        graph: A linked graph.
        start: A table that is read or written, by any unique suffix.
        end: A written table, likewise.

    Raises:
        UsageRefusal: one of them is unknown, or fits several tables.
    """
    table, _ = resolve_target(graph, end)
    first = _any_table(graph, start)
    return Paths(first, table, paths(graph, table, first))


def _any_table(graph: Graph, text: str) -> str:
    known = {node.dataset for node in graph.nodes if node.role in ("read", "target")}
    wanted = text.strip().lower()
    exact = [name for name in known if name.lower() == wanted]
    fits = exact or sorted(name for name in known if name.lower().endswith(f".{wanted}"))
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise UsageRefusal(
            f"{text} fits {len(fits)} tables: {', '.join(fits[:5])}. Name one of them in full."
        )
    near = get_close_matches(text, sorted(known), n=3, cutoff=0.3)
    hint = f" The nearest are: {', '.join(near)}." if near else ""
    raise UsageRefusal(f"No statement reads or writes {text}.{hint}")

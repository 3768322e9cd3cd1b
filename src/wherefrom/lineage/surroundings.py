"""What the frozen SQL shows of the tables that people make claims about (method 1.9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from wherefrom.domain.claim import Surroundings
from wherefrom.domain.dataset import Table
from wherefrom.lineage.graph import Graph

NONE: dict[str, tuple[str, ...]] = {}


def surroundings(graph: Graph, fields: Mapping[str, Iterable[str]] = NONE) -> Surroundings:
    """Return the tables that are written and read.

    Left out are session-scoped ones, and names that are nothing but a placeholder: these mean something
    in their own file only, so nothing can be claimed of them.

    Args:
        graph: The graph.
        fields: Names of the fields by target, where they are known.
    """
    index = graph.index
    written: dict[str, set[str]] = defaultdict(set)
    for writer in index.writers:
        if not writer.name.temporary:
            written[writer.name.canonical].add(writer.statement.fingerprint)
    read = set()
    for gid, node in enumerate(index.nodes):
        name = index.table(gid)
        reads = isinstance(node.body, Table) and node.body.role == "read"
        if reads and name and not name.temporary and (name.reference or not name.only_placeholder):
            read.add(name.canonical)
    return Surroundings(
        {table: tuple(sorted(prints)) for table, prints in sorted(written.items())},
        frozenset(read),
        {target: frozenset(names) for target, names in fields.items()},
    )

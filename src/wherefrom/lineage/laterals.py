"""Which inputs of a scope a query that stands among them may look at: those before it."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Select, SetOperation, TableFunction, Wrap
from wherefrom.domain.expression import Form, leaves
from wherefrom.lineage.estate import Index


def laterals(index: Index, gid: int) -> dict[int, int]:
    """Return, by node, the ordinal of the input of a scope that the node is or stands in: a lateral query, an argument."""
    body = index.nodes[gid].body if gid >= 0 else None
    found: dict[int, int] = {}
    if not isinstance(body, Select):
        return found
    made = (each for each in body.controls if each.kind is ControlKind.ROW_GENERATOR and each.input >= 0)
    given = [(at, (each.node,)) for at, each in enumerate(body.inputs) if each.lateral]
    for at, nodes in [*((each.input, each.subqueries) for each in made), *given]:
        waiting = [*nodes]
        while waiting:
            to = index.local(gid, waiting.pop())
            if to not in found:
                found[to] = at
                waiting.extend(_inside(index, to))
    return found


def _inside(index: Index, gid: int) -> Iterator[int]:
    """Yield the queries that stand inside a lateral input."""
    node = index.nodes[gid]
    if isinstance(node.body, Wrap):
        yield node.body.node
    elif isinstance(node.body, SetOperation):
        yield from node.body.branches
    elif isinstance(node.body, TableFunction):
        for argument in node.body.arguments:
            yield from (leaf.value.node for leaf in leaves(argument) if leaf.value.form is Form.SUBQUERY)
    elif isinstance(node.body, Select) and node.parent < 0:  # a PIVOT stands around it
        yield from (each.node for each in node.body.inputs)

"""From which offset to which the placed parts of a tree node reach.

Only identifiers, literals, stars and functions carry positions in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

_LEAVES = frozenset({exp.Identifier, exp.Literal, exp.Null, exp.Boolean})
"""Nodes without placed parts of their own."""


def own_extent(node: exp.Expr) -> tuple[int, int]:
    """Return the first and last offset of what the parser placed of a node itself; -1 where it did not."""
    meta = node._meta  # noqa: SLF001  # asking for the property gives every node a dictionary
    if not meta or "start" not in meta:
        return -1, -1
    start, end = meta["start"], meta["end"]
    return start, start if end is None else end  # None: joined by the parser from several tokens


class Extents:
    """The extents of one statement's nodes."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[exp.Expr, int, int]] = {}

    def of(self, node: exp.Expr) -> tuple[int, int]:  # the hottest of all loops
        """Return the first and last offset of a node's placed parts; -1 where it has none.

        Every node is met once by each of the readers around it, so what was found is kept.
        """
        low, high = own_extent(node)
        if type(node) in _LEAVES:
            return low, high
        known = self._known.get(id(node))
        if known is not None and known[0] is node:
            return known[1], known[2]
        for key, value in node.args.items():
            if key == "hint":  # the parser reads it as a text of its own
                continue
            if isinstance(value, exp.Expr):
                parts: Sequence[object] = (value,)
            elif isinstance(value, list) and type(node) is not exp.Column:
                parts = value
            else:
                continue
            for part in parts:
                if isinstance(part, exp.Expr):
                    first, last = own_extent(part) if type(part) in _LEAVES else self.of(part)
                    if first >= 0:
                        low = first if low < 0 or first < low else low
                        high = last if last > high else high  # max() is slower, and this is met everywhere
        self._known[id(node)] = (node, low, high)
        return low, high

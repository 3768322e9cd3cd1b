"""A target's closure as the terminal and JSON show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import Ruling
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.graph import Closure, GraphEdge, GraphNode
from wherefrom.domain.span import Location
from wherefrom.publish.answer import SCHEMA_VERSION

_TABLES = frozenset(
    {
        NodeKind.PHYSICAL_TABLE,
        NodeKind.EXTERNAL_TABLE,
        NodeKind.TEMP_TABLE,
        NodeKind.VIEW,
        NodeKind.COMMAND_TARGET,
    }
)

Json = dict[str, object]


def table_rows(closure: Closure) -> list[tuple[str, ...]]:
    """Return a row per logical table of a closure: name, kind, where it is written or read."""
    rows: list[tuple[str, ...]] = [("table", "kind", "written by", "read at")]
    for name in closure.tables:
        mine = [n for n in closure.nodes if n.dataset == name and n.kind in _TABLES and n.role != "call"]
        written = _places(node.location for node in mine if node.role == "target")
        read = _places(node.location for node in mine if node.role == "read")
        kinds = sorted({node.kind.value for node in mine})
        rows.append((name, ", ".join(kinds), written, read))
    return rows


def call_rows(closure: Closure) -> list[tuple[str, ...]]:
    """Return a row per call that runs a writer, or another call: name, where it stands, what it runs."""
    nodes = {node.node_id: node for node in closure.nodes}
    runs: dict[str, list[str]] = {}
    for edge in closure.edges:
        if edge.kind is EdgeKind.COMMAND:
            runs.setdefault(edge.src, []).append(nodes[edge.dst].dataset)
    rows = [
        (nodes[call].dataset, str(nodes[call].location), ", ".join(dict.fromkeys(runs[call])))
        for call in runs
    ]
    return [("call", "at", "runs"), *rows] if rows else []


def tree_lines(closure: Closure) -> list[str]:
    """Return the tree of tables and writers above a target; a table met again is not drawn again."""
    return list(_Tree(closure).lines())


def closure_object(closure: Closure, snapshot_id: str, rulings: Mapping[str, Ruling]) -> Json:
    """Return a closure as JSON values."""
    return {
        "schema_version": SCHEMA_VERSION,
        "snapshot": snapshot_id,
        "target": closure.target,
        "tables": list(closure.tables),
        "ends": list(closure.ends),
        "writers": [
            {
                "logical_table": each.logical_table,
                "writer_table": each.writer_table,
                **_place(each.writer),
                "rule": each.rule.value,
                "status": rulings[each.binding_id].status.value if each.binding_id in rulings else "PENDING",
                "binding_id": each.binding_id,
            }
            for each in closure.candidates
        ],
        "nodes": [node_object(node) for node in closure.nodes],
        "edges": [edge_object(edge) for edge in closure.edges],
    }


def node_object(node: GraphNode) -> Json:
    """Return a Dataset Node as JSON values."""
    return {
        "node_id": node.node_id,
        "kind": node.kind.value,
        "dataset": node.dataset,
        "alias": node.alias,
        "role": node.role,
        "dynamic": bool(node.placeholders),
        "scope": node.scope,
        **_place(node.location),
    }


def edge_object(edge: GraphEdge) -> Json:
    """Return an edge as JSON values."""
    found: Json = {"edge_id": edge.edge_id, "kind": edge.kind.value, "src": edge.src, "dst": edge.dst}
    if edge.alias:
        found["alias"] = edge.alias
    if edge.branch:
        found["branch"] = edge.branch
    if edge.rule is not None:
        found["rule"] = edge.rule.value
    if edge.status is not None:
        found["status"] = edge.status.value
    if edge.binding_id:
        found["binding_id"] = edge.binding_id
    return found | _place(edge.location)


def _place(location: Location) -> Json:
    return {
        "file": location.file,
        "statement": location.statement,
        "lines": [location.span.line, location.span.end_line],
    }


def _places(locations: Iterable[Location]) -> str:
    shown = sorted(set(map(str, locations)))
    more = f" and {len(shown) - 2} more" if len(shown) > 3 else ""  # two fit beside the rest
    return ", ".join(shown[:2] if more else shown) + more


class _Tree:
    """Walks a closure from its target upwards, table by table; queries between tables are passed over."""

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._nodes = {node.node_id: node for node in closure.nodes}
        self._above: dict[str, list[GraphEdge]] = {}
        for edge in sorted(closure.edges, key=lambda e: (e.location, e.edge_id)):
            if edge.kind is not EdgeKind.COMMAND:
                self._above.setdefault(edge.dst, []).append(edge)
        self._drawn = {closure.target}

    def lines(self) -> Iterator[str]:
        """Yield the lines. Iterative: a chain of tables can be long."""
        yield self._closure.target
        own = [n for n in self._closure.nodes if n.dataset == self._closure.target and n.role == "target"]
        stack: list[tuple[_Branch, str, str]] = []
        _push(stack, [_Branch(f"writer {n.location}", writer=n.node_id) for n in own], "")
        while stack:
            branch, line, bar = stack.pop()
            yield line
            _push(stack, self._children(branch), bar)

    def _children(self, branch: _Branch) -> list[_Branch]:
        if branch.writer:
            return [self._table(read) for read in self._reads(branch.writer)]
        return [self._writer(edge) for edge in self._writer_edges(branch.read)]

    def _table(self, read: str) -> _Branch:
        node = self._nodes[read]
        if node.dataset in self._drawn:
            return _Branch(f"{node.dataset} (see above)")
        if not self._writer_edges(read):
            word = " (external)" if node.kind is NodeKind.EXTERNAL_TABLE else ""
            return _Branch(node.dataset + word)
        self._drawn.add(node.dataset)
        return _Branch(node.dataset, read=read)

    def _writer(self, edge: GraphEdge) -> _Branch:
        words = ["writer", str(self._nodes[edge.src].location if edge.src in self._nodes else edge.location)]
        words += [word for word in (edge.binding_id, edge.status.value if edge.status else "") if word]
        return _Branch(" ".join(words), writer=edge.src)

    def _writer_edges(self, read: str) -> list[GraphEdge]:
        return [e for e in self._above.get(read, ()) if e.kind is EdgeKind.WRITER_BINDING]

    def _reads(self, writer: str) -> list[str]:
        """Return the first read of each table that a writer's statement draws on, in SQL order."""
        found: dict[str, str] = {}
        seen = {writer}
        stack = [edge.src for edge in reversed(self._above.get(writer, ()))]
        while stack:
            here = stack.pop()
            node = self._nodes.get(here)
            if here in seen or node is None:
                continue
            seen.add(here)
            if node.kind in _TABLES:
                found.setdefault(node.dataset, here)
            else:
                stack.extend(edge.src for edge in reversed(self._above.get(here, ())))
        return list(found.values())


@dataclass(frozen=True, slots=True)
class _Branch:
    """One line of the tree and what is below it.

    Attributes:
        label: Its text.
        read: Node id of a table read whose writers come below; empty if none do.
        writer: Node id of a writer's target whose reads come below; empty if none do.
    """

    label: str
    read: str = ""
    writer: str = ""


def _push(stack: list[tuple[_Branch, str, str]], branches: list[_Branch], lead: str) -> None:
    for position, branch in reversed(list(enumerate(branches))):
        last = position == len(branches) - 1
        mark, bar = ("└─ ", "   ") if last else ("├─ ", "│  ")
        stack.append((branch, lead + mark + branch.label, lead + bar))

"""What link says, cut by file, and put together again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from wherefrom.domain.binding import Candidate
from wherefrom.domain.claim import Surroundings
from wherefrom.domain.dataset import EdgeKind, Table
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.outline import Interface, Outline, WrittenTable, in_order, joined
from wherefrom.domain.unit import Coverage
from wherefrom.lineage.edges import Link
from wherefrom.lineage.estate import EstateFile
from wherefrom.lineage.graph import Graph, PlacedStatement
from wherefrom.lineage.interface import interface_of
from wherefrom.lineage.reach import candidates_of

LINKER_VERSION = "6"
"""Raised whenever link says anything else of the same Units: what was kept of before is not used then."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What link says of a whole estate in short, decisions left out.

    Attributes:
        statuses: How many statements have a status.
        coverage: Of all texts.
        written: As ``Graph.written``.
        queries: As ``Graph.queries``.
        nodes, edges: How many there are.
        candidates: As ``Graph.candidates``.
        diagnostics: As ``Graph.diagnostics``.
        around: What is written and read.
    """

    statuses: Mapping[str, int]
    coverage: Coverage
    written: tuple[str, ...]
    queries: tuple[str, ...]
    nodes: int
    edges: int
    candidates: tuple[Candidate, ...]
    diagnostics: tuple[PlacedDiagnostic, ...]
    around: Surroundings


@dataclass(frozen=True, slots=True)
class Rows:
    """The evidence of some files, in the order of the whole graph; bindings have no standing yet.

    An edge belongs to the file it ends in, that of a call to the caller's; a candidate to the file that reads.
    """

    statements: tuple[PlacedStatement, ...]
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    candidates: tuple[Candidate, ...]
    diagnostics: tuple[PlacedDiagnostic, ...]


def cut(graph: Graph, paths: Collection[str]) -> tuple[dict[str, Outline], Rows]:
    """Return what a graph says of some of its files: by file in short, and the rows of all of them."""
    index = graph.index
    wanted = {number: file for number, file in enumerate(index.files) if file.path in paths}
    owned = ((index.file_of[_owner(link)], link[2]) for link in graph.links)
    edges = [(number, edge) for number, edge in owned if number in wanted]
    ending = Counter(number for number, _ in edges)
    diagnostics = _by_owner(graph, paths)
    outlines: dict[str, Outline] = {}
    nodes: list[GraphNode] = []
    statements: list[PlacedStatement] = []
    for number, file in wanted.items():
        own = range(index.base[number], index.base[number] + len(file.unit.nodes))
        nodes += map(graph.node, own)
        statements += [PlacedStatement(file.path, each) for each in file.unit.statements]
        candidates = candidates_of(graph.reach, own)
        outlines[file.path] = _outline(file, ending[number], candidates, tuple(diagnostics[file.path]))
    rows = Rows(
        tuple(statements),
        tuple(nodes),
        tuple(replace(edge, status=None) if edge.binding_id else edge for _, edge in edges),
        tuple(one for each in outlines.values() for one in each.candidates),
        tuple(one for each in outlines.values() for one in each.diagnostics),
    )
    return outlines, rows


def _owner(link: Link) -> int:
    """Return the node an edge belongs to: what it ends in, of a call the call."""
    source, destination, edge = link
    return source if edge.kind is EdgeKind.COMMAND else destination


def _outline(
    file: EstateFile, edges: int, candidates: tuple[Candidate, ...], diagnostics: tuple[PlacedDiagnostic, ...]
) -> Outline:
    unit = file.unit
    written = []
    for writer in unit.writers:
        body = unit.nodes[writer.target].body
        if isinstance(body, Table) and not body.name.temporary:
            private = body.name.only_placeholder and not body.name.reference
            fingerprint = unit.statements[writer.statement - 1].fingerprint
            written.append(WrittenTable(body.name.canonical, fingerprint, private))
    names = (
        node.body.name for node in unit.nodes if isinstance(node.body, Table) and node.body.role == "read"
    )
    read = {
        name.canonical
        for name in names
        if not name.temporary and (name.reference or not name.only_placeholder)
    }
    return Outline(
        interface=_interface(file),
        statuses=tuple(sorted(Counter(each.status.value for each in unit.statements).items())),
        coverage=unit.coverage,
        written=tuple(written),
        read=tuple(sorted(read)),
        queries=tuple(each.ordinal for each in unit.statements if each.result >= 0),
        nodes=len(unit.nodes),
        edges=edges,
        candidates=candidates,
        diagnostics=diagnostics,
    )


def _interface(file: EstateFile) -> Interface:
    """Return how a file by itself meets the others: that it is a model, only they say."""
    found = interface_of(file.unit)
    return replace(found, writes=(), owns=(), bare=True) if file.model else found


def _by_owner(graph: Graph, paths: Collection[str]) -> dict[str, list[PlacedDiagnostic]]:
    """Return the diagnostics of each file; those of a catalog file belong to the first file that declares the table."""
    files = {file.path for file in graph.index.files}
    found: dict[str, list[PlacedDiagnostic]] = defaultdict(list)
    for each in graph.diagnostics:
        owner = each.location.file
        if owner not in files:
            steps = graph.schema.steps(each.subject)
            owner = graph.index.path(min(steps)) if steps else ""
        if owner in paths:
            found[owner].append(each)
    return found


def together(outlines: Mapping[str, Outline], apart: Iterable[PlacedDiagnostic] = ()) -> Linked:
    """Return what the outlines of all files of an estate say.

    Args:
        outlines: By path, sorted.
        apart: Diagnostics that no file tells.
    """
    statuses: Counter[str] = Counter()
    written: dict[str, set[str]] = defaultdict(set)
    names: set[str] = set()
    read: set[str] = set()
    queries = []
    for path, each in outlines.items():
        for status, count in each.statuses:
            statuses[status] += count
        read.update(each.read)
        queries += [f"query:{path}#{ordinal}" for ordinal in each.queries]
        for table in each.written:
            written[table.table].add(table.fingerprint)
            names.add(f"{path}:{table.table}" if table.private else table.table)
    every = outlines.values()
    told = [one for each in every for one in each.diagnostics]
    return Linked(
        statuses,
        Coverage(sum(each.coverage.total for each in every), sum(each.coverage.understood for each in every)),
        tuple(sorted(names)),
        tuple(queries),
        sum(each.nodes for each in every),
        sum(each.edges for each in every),
        joined(one for each in every for one in each.candidates),
        in_order((*told, *apart), outlines),
        Surroundings(
            {table: tuple(sorted(prints)) for table, prints in sorted(written.items())}, frozenset(read), {}
        ),
    )

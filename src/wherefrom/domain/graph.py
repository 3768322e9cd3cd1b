"""The linked graph as others see it: nodes, edges, and what a target depends on (method 1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from wherefrom.domain.binding import BindingRule, Candidate, Status
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.span import Location


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A Dataset Node of the snapshot.

    Attributes:
        node_id: ``N`` and ten hex digits of (file, statement, scope, relation).
        kind: Final kind.
        dataset: Canonical table name, CTE name or alias; empty for a bare result.
        alias: Alias it is read under; empty if none.
        role: ``target``, ``read``, ``query`` or ``call``.
        placeholders: Placeholders in its name; not empty means dynamic.
        location: Where it stands.
        scope: Scope path.
        flags: DISTINCT, ORDERED, GROUPED …; sorted.
    """

    node_id: str
    kind: NodeKind
    dataset: str
    alias: str
    role: str
    placeholders: tuple[str, ...]
    location: Location
    scope: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge with its evidence; data flows from ``src`` to ``dst``.

    Attributes:
        edge_id: ``E`` and ten hex digits of (kind, src, dst, alias, branch).
        kind: Its kind.
        src: Node id.
        dst: Node id.
        alias: Alias of the input; empty if none.
        branch: 1-based branch of a set operation; 0 if none.
        location: The SQL that makes it.
        binding_id: For WRITER_BINDING the candidate; empty where none is needed.
        rule: For WRITER_BINDING its rule; None otherwise.
        status: For WRITER_BINDING its standing; None otherwise.
        evidence: ``SQL``; later also PIPELINE, CODE, DECLARED.
    """

    edge_id: str
    kind: EdgeKind
    src: str
    dst: str
    alias: str
    branch: int
    location: Location
    binding_id: str = ""
    rule: BindingRule | None = None
    status: Status | None = None
    evidence: str = "SQL"


@dataclass(frozen=True, slots=True)
class Closure:
    """The datasets a target depends on: what search answers.

    Attributes:
        target: Canonical name.
        nodes: Every node upstream of the target's writers, sorted by location.
        edges: The edges among them, sorted likewise.
        tables: Logical tables in the closure, target included, sorted.
        ends: External tables, sorted.
        candidates: Writer candidates of the tables read in it, sorted by (table, writer).
    """

    target: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    tables: tuple[str, ...]
    ends: tuple[str, ...]
    candidates: tuple[Candidate, ...]

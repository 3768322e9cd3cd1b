"""The order in which a page speaks of a target's scopes, and what each of them is called.

One walk from the target's writers up, in the order the SQL reads: every table of the page (conditions,
matching, original SQL) follows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import HINT_RULES, BindingRule, Status
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location
from wherefrom.publish.pages.facts import HOLDS, Facts, Key
from wherefrom.publish.pages.inputs import InputRelation, inputs_of, is_subquery
from wherefrom.publish.pages.markup import Markup, code

_BRANCH = "branch:"
SPLICED = frozenset({NodeKind.DERIVED_QUERY, NodeKind.QUERY_RESULT, NodeKind.SET_OPERATION})
"""Queries without a name of their own: a reader sees through them."""

_STOPPED = frozenset({Status.REJECTED, Status.DEFERRED})


@dataclass(frozen=True, slots=True)
class Live:
    """A writer that feeds a table on the paths.

    Attributes:
        node_id: Its target node.
        location: Where it stands.
        status: Its standing; NOT_NEEDED for the target's own writers.
        binding_id: Empty where no review is needed.
    """

    node_id: str
    location: Location
    status: Status
    binding_id: str = ""

    @property
    def holds(self) -> bool:
        """Whether nothing about it is open."""
        return self.status in HOLDS


@dataclass(frozen=True, slots=True)
class Plan:
    """Scopes and statements in reading order.

    Attributes:
        scopes: Ids of the query nodes, the target's own first.
        statements: Statements on the paths, in order of first appearance.
        owners: The written node each scope feeds, by scope.
        writers: Live writers by logical table, confirmed ones first.
        ranks: Place of each scope in ``scopes``, 0-based.
        inputs: Inputs of every scope, in the order of its FROM clause.
        ctes: Named queries by statement, the innermost first.
        own_reads: Reads that reach a table's own earlier content, by node.
        recursive: Scope paths of queries that read themselves, by file and statement.
        main: Scopes whose inputs are the target's own: each writer's query, or its branches.
    """

    scopes: tuple[str, ...]
    statements: tuple[Key, ...]
    owners: Mapping[str, str]
    writers: Mapping[str, tuple[Live, ...]]
    ranks: Mapping[str, int]
    inputs: Mapping[str, tuple[InputRelation, ...]]
    ctes: Mapping[Key, tuple[GraphNode, ...]]
    own_reads: frozenset[str]
    recursive: frozenset[tuple[str, int, str]]
    main: frozenset[str]

    def rank(self, node_id: str) -> int:
        """Return a scope's place in the reading order; unknown scopes come last."""
        return self.ranks.get(node_id, len(self.scopes))


def plan_of(facts: Facts) -> Plan:
    """Return the reading order of one target."""
    writers = _writers(facts)
    scopes: list[str] = []
    statements: dict[Key, None] = {}
    owners: dict[str, str] = {}
    seen: set[str] = set()
    roots = [live.node_id for live in writers.get(facts.answer.target, ())] or _query_roots(facts)
    stack = [(node_id, node_id) for node_id in reversed(roots)]
    while stack:
        here, owner = stack.pop()
        node = facts.nodes.get(here)
        if here in seen or node is None:
            continue
        seen.add(here)
        if node.role == "target":
            owner = here
        if node.role != "read":
            statements.setdefault((node.location.file, node.location.statement))
        if node.role == "query":
            scopes.append(here)
            owners[here] = owner
        stack.extend((edge.src, owner) for edge in reversed(followed(facts, here)))
    return Plan(
        scopes=tuple(scopes),
        statements=tuple(statements),
        owners=owners,
        writers=writers,
        ranks={node_id: rank for rank, node_id in enumerate(scopes)},
        inputs={
            node.node_id: inputs_of(facts, node.node_id)
            for node in facts.nodes.values()
            if node.role == "query"
        },
        ctes=_ctes(facts),
        own_reads=frozenset(
            visit.node_id
            for field in facts.answer.fields
            for visit in field.visits
            if visit.terminal is Terminal.CYCLE and visit.node_id
        ),
        recursive=frozenset(_recursive(facts)),
        main=frozenset(_main(facts, writers)),
    )


def followed(facts: Facts, node_id: str) -> list[GraphEdge]:
    """Return the edges into a node that lead on: rejected, deferred and self bindings lead nowhere."""
    found = [edge for edge in facts.into.get(node_id, ()) if not is_stopped(facts, edge)]
    return sorted(found, key=lambda edge: _standing_rank(facts, edge))


def is_stopped(facts: Facts, edge: GraphEdge) -> bool:
    """Return whether a writer binding is not followed."""
    if edge.kind is not EdgeKind.WRITER_BINDING:
        return False
    status = facts.status(edge)
    if edge.rule in HINT_RULES and status is not Status.CONFIRMED:
        return True
    return edge.rule is BindingRule.SELF or status in _STOPPED


def _standing_rank(facts: Facts, edge: GraphEdge) -> int:
    if edge.kind is not EdgeKind.WRITER_BINDING:
        return -1
    return 0 if facts.status(edge) in HOLDS else 1


def _writers(facts: Facts) -> dict[str, tuple[Live, ...]]:
    found: dict[str, dict[str, Live]] = {}
    for group in facts.into.values():
        for edge in group:
            reader = facts.nodes.get(edge.dst)
            if edge.kind is not EdgeKind.WRITER_BINDING or reader is None or is_stopped(facts, edge):
                continue
            live = Live(edge.src, edge.location, facts.status(edge), edge.binding_id)
            found.setdefault(reader.dataset, {}).setdefault(edge.src, live)
    answer = facts.answer
    found[answer.target] = {
        writer.node_id: Live(writer.node_id, writer.location, Status.NOT_NEEDED) for writer in answer.writers
    }
    return {
        table: tuple(sorted(group.values(), key=lambda live: (not live.holds, live.location, live.node_id)))
        for table, group in found.items()
    }


def _main(facts: Facts, writers: Mapping[str, tuple[Live, ...]]) -> Iterator[str]:
    """Yield the target's own queries, with branches and queries without a name that they consist of."""
    stack = [live.node_id for live in writers.get(facts.answer.target, ())] or _query_roots(facts)
    seen: set[str] = set()
    while stack:
        here = stack.pop()
        node = facts.nodes.get(here)
        if node is None or here in seen:
            continue
        seen.add(here)
        if node.role == "query":
            yield here
        below = [edge for edge in facts.into.get(here, ()) if edge.kind is not EdgeKind.WRITER_BINDING]
        alone = len(below) == 1 and facts.nodes.get(below[0].src, node).kind in SPLICED
        if node.role == "target" or alone or any(edge.kind is EdgeKind.SET_BRANCH for edge in below):
            stack.extend(edge.src for edge in below)


def _query_roots(facts: Facts) -> list[str]:
    """Return the result node of a target that is a bare query."""
    firsts = [field.visits[0].node_id for field in facts.answer.fields if field.visits]
    return list(dict.fromkeys(node_id for node_id in firsts if node_id))[:1]


def _ctes(facts: Facts) -> Mapping[Key, tuple[GraphNode, ...]]:
    """Return the named queries of every statement, the innermost first."""
    found: dict[Key, list[GraphNode]] = defaultdict(list)
    for node in facts.nodes.values():
        if node.role == "query" and node.kind is NodeKind.CTE:
            found[node.location.file, node.location.statement].append(node)
    return {key: tuple(sorted(nodes, key=lambda node: -len(node.scope))) for key, nodes in found.items()}


def _recursive(facts: Facts) -> Iterator[tuple[str, int, str]]:
    for edge in facts.answer.closure.edges:
        query, reader = facts.nodes.get(edge.src), facts.nodes.get(edge.dst)
        if edge.kind is EdgeKind.CTE_BINDING and query and reader:
            same = (query.location.file, query.location.statement) == (
                reader.location.file,
                reader.location.statement,
            )
            if same and f"{reader.scope}/".startswith(f"{query.scope}/"):
                yield query.location.file, query.location.statement, query.scope


def in_recursion(plan: Plan, place: Location, scope: str) -> bool:
    """Return whether a scope lies in a query that reads itself."""
    parts = scope.split("/")
    return any(
        (place.file, place.statement, "/".join(parts[:end])) in plan.recursive
        for end in range(1, len(parts) + 1)
    )


def branch_of(scope: str) -> str:
    """Return the branch a scope path lies in, ``2`` or ``1.3`` for a branch of a branch; empty if none."""
    return ".".join(part[len(_BRANCH) :] for part in scope.split("/") if part.startswith(_BRANCH))


def cte_of(plan: Plan, node: GraphNode) -> GraphNode | None:
    """Return the innermost named query a scope lies in; None in the statement's own rows."""
    around = plan.ctes.get((node.location.file, node.location.statement), ())
    return next((each for each in around if f"{node.scope}/".startswith(f"{each.scope}/")), None)


def place_of(facts: Facts, plan: Plan, node_id: str) -> Markup:
    """Return what a reader calls a scope: ``final rows``, a named query, or the table it fills."""
    words, node = facts.words, facts.nodes.get(node_id)
    if node is None:
        return words.say("place.final")
    owner = facts.nodes.get(plan.owners.get(node_id, ""))
    table = facts.answer.target if owner is None else owner.dataset
    lives = plan.writers.get(table, ())
    own = table == facts.answer.target
    place = words.say("place.final") if own else facts.short(table)
    numbered = [i for i, live in enumerate(lives, start=1) if owner and live.node_id == owner.node_id]
    inner = cte_of(plan, node)
    if inner is not None:
        place = (
            code(inner.dataset) if own else words.say("place.within", place=code(inner.dataset), table=place)
        )
    if len(lives) > 1 and numbered:
        place = words.say("place.writer", place=place, i=numbered[0])
    if numbered and not lives[numbered[0] - 1].holds:
        place = words.say("place.open", place=place)
    if is_subquery(node):
        place = words.say("place.inside", place=place)
    branch = branch_of(node.scope if inner is None else node.scope[len(inner.scope) :])
    return words.say("place.branch", place=place, i=Markup(branch)) if branch else place

"""The visit tree of one field, with shared subtrees (method 1.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from wherefrom.domain.binding import Status
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import Visit
from wherefrom.domain.expression import Transformation, transformation
from wherefrom.domain.ids import short_id
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location
from wherefrom.lineage.control_records import placed
from wherefrom.lineage.controls import is_subquery
from wherefrom.lineage.estate import Index
from wherefrom.lineage.steps import Doubt, Expansion, Step, Vertex

PROVISIONAL = frozenset({Status.PENDING, Status.STALE, Status.CONFLICT})


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """How far a trace goes and what it accepts.

    Attributes:
        no_premises: Only bindings that rest on no premise.
        confirmed_only: A writer that nobody confirmed stops the path.
        max_depth: Deepest visit.
        max_visits: Most visits of one tree; None for as many as the estate allows.
        writer: Node id of the only target writer that is followed; empty for all of them.
    """

    no_premises: bool = False
    confirmed_only: bool = False
    max_depth: int = 5_000
    max_visits: int | None = None
    writer: str = ""


@dataclass(slots=True)
class Tree:
    """A tree in the making and what was passed on the way.

    Attributes:
        visits: In preorder; ``visits[i].visit_id == i + 1``.
        steps: The step each visit was reached by; parallel to ``visits``.
        items: ``(node, item)`` of every expression passed.
        subqueries: Scopes of scalar subqueries passed, and scopes that govern this field only.
        nodes: Nodes passed.
        doubts: Diagnostics met, by id, in visit order.
    """

    visits: list[Visit] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    items: dict[tuple[int, int], None] = field(default_factory=dict)
    subqueries: dict[int, None] = field(default_factory=dict)
    nodes: set[int] = field(default_factory=set)
    doubts: dict[str, object] = field(default_factory=dict)


Expand = Callable[[Vertex], Expansion]


class _Pending(Struct, gc=False):
    """A step still to be visited."""

    step: Step
    parent: int
    depth: int
    provisional: bool
    leaving: Vertex | None = None


def grow(index: Index, expand: Expand, root: Vertex, top: Step, options: TraceOptions) -> Tree:
    """Return the visit tree of a field. Iterative: paths can be longer than the call stack.

    Args:
        index: The estate.
        expand: What a field is made of.
        root: The field asked for.
        top: The step that stands for asking.
        options: Limits, and what is accepted.
    """
    tree = Tree()
    most = index.estate.visits if options.max_visits is None else options.max_visits
    expanded: dict[Vertex, int] = {}
    on_path: set[Vertex] = set()
    stack = [_Pending(replace(top, to=root), 0, 0, provisional=False)]
    while stack:
        here = stack.pop()
        if here.leaving is not None:
            on_path.discard(here.leaving)
            continue
        step = here.step
        provisional = here.provisional or (step.bound is not None and step.bound.ruling.status in PROVISIONAL)
        identity = len(tree.visits) + 1
        if step.to is None:
            _leaf(tree, index, step, here, provisional=provisional)
            continue
        vertex = step.to
        _passed(tree, step)
        limit = _limit(identity, most, here.depth, options.max_depth)
        if vertex in on_path or limit is not None or vertex in expanded:
            reason = Terminal.CYCLE if vertex in on_path else limit
            at = 0 if reason is not None else expanded[vertex]
            tree.visits.append(_visit(index, step, here, identity, provisional, Expansion(()), reason, at))
            tree.steps.append(step)
            continue
        expansion = expand(vertex)
        expanded[vertex] = identity
        own = _own_end(expansion)
        tree.nodes.add(vertex.node)
        tree.items.update(dict.fromkeys((vertex.node, item) for item in expansion.items))
        tree.subqueries.update(dict.fromkeys(expansion.governed))
        reason = own.terminal if own is not None else None
        visit = _visit(index, step, here, identity, provisional, expansion, reason, 0)
        doubts = [placed(each) for each in expansion.doubts]
        if own is not None:
            visit = _ended(visit, own)
            asked = _asked(own, _asking(tree, step, here.parent))
            doubts += [placed(asked)] if asked is not None else []
        tree.doubts.update({each.diagnostic_id: each for each in doubts})
        if doubts:
            visit = replace(visit, diagnostics=tuple(each.diagnostic_id for each in doubts))
        tree.visits.append(visit)
        tree.steps.append(step if own is None else replace(own, bound=step.bound, step=step.step))
        if own is None:
            on_path.add(vertex)
            stack.append(_Pending(step, 0, 0, provisional=False, leaving=vertex))
            stack.extend(
                _Pending(each, identity, here.depth + 1, provisional) for each in reversed(expansion.steps)
            )
    return tree


def _limit(identity: int, most: int, depth: int, deepest: int) -> Terminal | None:
    if depth > deepest:
        return Terminal.DEPTH_LIMIT
    return Terminal.VISIT_LIMIT if identity > most else None


def _passed(tree: Tree, step: Step) -> None:
    if step.to is not None and is_subquery(step):
        tree.subqueries[step.to.node] = None


def _own_end(expansion: Expansion) -> Step | None:
    """Return the end that the visit itself is: a table's end, or an expression that is one literal."""
    if len(expansion.steps) != 1 or expansion.steps[0].to is not None:
        return None
    only = expansion.steps[0]
    if only.bound is not None:
        return None
    return only if only.leaf is None or only.leaf is expansion.expression else None


def _asked(own: Step, location: Location | None) -> Doubt | None:
    """A field that its node lacks is a fault of the place that asks for it."""
    doubt = own.doubt
    if (
        doubt is None
        or own.terminal is not Terminal.MISSING_FIELD
        or own.leaf is not None
        or location is None
    ):
        return doubt
    return replace(doubt, location=location)


def _asking(tree: Tree, step: Step, parent: int) -> Location | None:
    """Return the nearest reference on the way from the root."""
    while step.location is None and parent:
        step = tree.steps[parent - 1]
        parent = tree.visits[parent - 1].parent
    return step.location


def _ended(visit: Visit, end: Step) -> Visit:
    return replace(
        visit,
        location=end.location if end.leaf is not None and end.location is not None else visit.location,
        transformation=end.step if end.leaf is not None else None,
        path=end.path or visit.path,
    )


def _leaf(tree: Tree, index: Index, step: Step, here: _Pending, *, provisional: bool) -> None:
    """Add a visit for an end of its own: a literal among others, a writer that review stopped."""
    identity = len(tree.visits) + 1
    location = step.location or index.location(step.node)
    dataset = step.node >= 0 and step.leaf is None
    node = index.nodes[step.node] if dataset else None
    name = index.table(step.node) if dataset else None
    diagnostic = placed(step.doubt) if step.doubt is not None else None
    if diagnostic is not None:
        tree.doubts[diagnostic.diagnostic_id] = diagnostic
    tree.visits.append(
        Visit(
            visit_id=identity,
            parent=here.parent,
            depth=here.depth,
            node_id=index.node_id(step.node) if dataset else "",
            node_kind=index.kind(step.node) if dataset else None,
            dataset=name.canonical if name is not None else "",
            field=_field_of(step) if dataset else "",
            expression=step.leaf,
            text=step.leaf.text if step.leaf is not None else "",
            transformation=_leaf_step(step),
            edge_id=edge_id(index, step) if step.edge is not None else "",
            edge_kind=step.edge,
            rule=step.rule,
            premises=step.premises,
            location=location,
            scope=node.scope if node is not None else index.nodes[step.node].scope if step.node >= 0 else "",
            terminal=step.terminal,
            expanded_at=0,
            binding_id=step.bound.binding_id if step.bound is not None else "",
            status=step.bound.ruling.status if step.bound is not None else None,
            provisional=provisional,
            dynamic=bool(name.placeholders) if name is not None else False,
            operand=step.operand,
            path=step.path if dataset else "",
            diagnostics=(diagnostic.diagnostic_id,) if diagnostic is not None else (),
            writer=step.writer,
            branch=step.branch,
        )
    )
    tree.steps.append(step)


def _leaf_step(step: Step) -> Transformation | None:
    if step.terminal is Terminal.CONSTANT:
        return Transformation.CONSTANT
    return Transformation.GENERATED if step.terminal is Terminal.GENERATED else None


def _field_of(step: Step) -> str:
    return step.at.rsplit(".", 1)[-1] if "." in step.at else step.at


def _visit(  # noqa: PLR0913, PLR0917  # what a visit is put together from
    index: Index,
    step: Step,
    here: _Pending,
    identity: int,
    provisional: bool,  # noqa: FBT001  # a fact of the path, not a switch
    expansion: Expansion,
    terminal: Terminal | None,
    expanded_at: int,
) -> Visit:
    vertex = step.to
    assert vertex is not None  # ends are handled elsewhere
    node = index.nodes[vertex.node]
    name = index.table(vertex.node)
    expression = expansion.expression
    place = expansion.span or node.span
    passing = terminal is None and not expanded_at
    return Visit(
        visit_id=identity,
        parent=here.parent,
        depth=here.depth,
        node_id=index.node_id(vertex.node),
        node_kind=index.kind(vertex.node),
        dataset=name.canonical if name is not None else node.name,
        field=vertex.key,
        expression=expression,
        text=expression.text if expression is not None else "",
        transformation=transformation(expression)
        if expression is not None
        else Transformation.IDENTITY
        if passing
        else None,
        edge_id=edge_id(index, step) if step.edge is not None else "",
        edge_kind=step.edge,
        rule=step.rule,
        premises=step.premises,
        location=index.location(vertex.node, place),
        scope=node.scope,
        terminal=terminal,
        expanded_at=expanded_at,
        binding_id=step.bound.binding_id if step.bound is not None else "",
        status=step.bound.ruling.status if step.bound is not None and step.bound.binding_id else None,
        provisional=provisional,
        dynamic=bool(name.placeholders) if name is not None else False,
        operand=vertex.operand,
        path=vertex.path,
        diagnostics=(),
        writer=step.writer,
        branch=step.branch,
    )


def edge_id(index: Index, step: Step) -> str:
    """Return the id of the edge a step goes through."""
    source, destination = step.ends
    kind = step.edge.value if step.edge is not None else ""
    # INTERSECT and EXCEPT give values from their first branch only: it has no mark, and is an edge all the same.
    unmarked = 1 if step.edge is EdgeKind.SET_BRANCH else 0
    branch = step.branch.split("/")[0] if step.branch else unmarked
    return make_edge_id(kind, index.node_id(source), index.node_id(destination), step.alias, int(branch))


def make_edge_id(kind: str, source: str, destination: str, alias: str, branch: int) -> str:
    """Return an edge's id: the hash of what tells it from others."""
    return short_id("E", kind, source, destination, alias, branch)

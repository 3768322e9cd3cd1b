"""From a visit tree to its endpoints, open ends, resolution and standing (method 1.7)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from wherefrom.domain.binding import HINT_RULES, Status
from wherefrom.domain.evidence import Endpoint, EndpointKind, OpenEnd, Resolution, Standing, Visit
from wherefrom.domain.expression import STRENGTH, Transformation, stronger
from wherefrom.domain.rules import CLOSED, Premise, Rule, Terminal
from wherefrom.lineage.tree import PROVISIONAL, Tree

PATHS_CAP = 1_000_000

_KINDS = {
    Terminal.EXTERNAL_ENDPOINT: EndpointKind.FIELD,
    Terminal.PRIOR_STATE: EndpointKind.FIELD,
    Terminal.CONSTANT: EndpointKind.CONSTANT,
    Terminal.GENERATED: EndpointKind.GENERATED,
    Terminal.PARAMETER: EndpointKind.PARAMETER,
}


@dataclass(slots=True)
class _Reached:
    """How a visit is reached over all full paths.

    Attributes:
        ways: Number of full paths, capped.
        length: Steps of the shortest one.
        states: ``(strongest step, passes an unconfirmed binding)`` of the paths.
    """

    ways: int = 0
    length: int = -1
    states: set[tuple[Transformation, bool]] = field(default_factory=set)


def reached(tree: Tree) -> dict[int, _Reached]:
    """Return how every visit is reached, shared subtrees counted from each place they are met."""
    count = len(tree.visits)
    sources: dict[int, list[int]] = defaultdict(list)
    for visit in tree.visits:
        if visit.expanded_at:
            sources[visit.expanded_at].append(visit.visit_id)
    found: dict[int, _Reached] = {}
    for start in range(1, count + 1):
        stack = [start]
        while stack:
            here = stack[-1]
            if here in found:
                stack.pop()
                continue
            visit = tree.visits[here - 1]
            needed = [each for each in (visit.parent, *sources[here]) if each and each not in found]
            if needed:
                stack.extend(needed)
                continue
            found[here] = _combine(tree, visit, sources[here], found)
            stack.pop()
    return found


def _combine(tree: Tree, visit: Visit, sources: list[int], found: dict[int, _Reached]) -> _Reached:
    made = _Reached()
    step = tree.steps[visit.visit_id - 1]
    pending = step.bound is not None and step.bound.ruling.status in PROVISIONAL
    if not visit.parent:
        return _Reached(1, 0, {(Transformation.IDENTITY, False)})
    above = found[visit.parent]
    made.ways, made.length = above.ways, above.length + 1
    made.states = {(stronger(kind, step.step), open_ or pending) for kind, open_ in above.states}
    for source in sources:
        other = found[source]
        made.ways = min(made.ways + other.ways, PATHS_CAP)
        made.length = min(made.length, other.length)
        made.states |= other.states
    return made


def endpoints(tree: Tree) -> tuple[Endpoint, ...]:
    """Return the VALUE endpoints, sorted and unique by (kind, endpoint).

    A constant that an operator takes is none beside anything else; a value computed of nothing but
    constants has no others.
    """
    ways = reached(tree)
    groups: dict[tuple[EndpointKind, str], list[int]] = defaultdict(list)
    operands: dict[tuple[EndpointKind, str], list[int]] = defaultdict(list)
    for visit in tree.visits:
        kind = _KINDS.get(visit.terminal) if visit.terminal is not None else None
        if kind is not None:
            into = operands if kind is EndpointKind.CONSTANT and visit.operand else groups
            into[kind, end_name(tree, visit)].append(visit.visit_id)
    if not groups and not open_ends(tree):
        groups = operands
    made = [_endpoint(tree, kind, name, ids, ways) for (kind, name), ids in groups.items()]
    return tuple(sorted(made, key=lambda each: (each.kind.value, each.endpoint)))


def end_name(tree: Tree, visit: Visit) -> str:
    """Return what a closed leaf is called."""
    return tree.steps[visit.visit_id - 1].at


def _endpoint(
    tree: Tree, kind: EndpointKind, name: str, ids: list[int], ways: dict[int, _Reached]
) -> Endpoint:
    first = tree.visits[ids[0] - 1]
    above = tree.visits[first.parent - 1] if kind is EndpointKind.FIELD and first.parent else first
    states = {state for each in ids for state in ways[each].states}
    strongest = max((step for step, _ in states), key=lambda step: (STRENGTH[step], step.value))
    if kind in (EndpointKind.CONSTANT, EndpointKind.PARAMETER):
        strongest = Transformation.CONSTANT
    elif kind is EndpointKind.GENERATED:
        strongest = Transformation.GENERATED
    way = _way(tree, first)
    rules: set[Rule] = {visit.rule for visit in way if visit.rule is not None}
    premises: set[Premise] = {premise for visit in way for premise in visit.premises}
    step = tree.steps[ids[0] - 1]
    return Endpoint(
        kind=kind,
        endpoint=name,
        table=first.dataset if kind is EndpointKind.FIELD else "",
        terminal=first.terminal or Terminal.CONSTANT,
        transformation=strongest,
        dynamic=first.dynamic,
        provisional=all(open_ for _, open_ in states),
        path=first.path or step.path,
        expression="" if kind is EndpointKind.FIELD else first.text,
        location=above.location,
        visit_id=first.visit_id,
        length=min(ways[each].length for each in ids),
        paths=min(sum(ways[each].ways for each in ids), PATHS_CAP),
        bindings=tuple(dict.fromkeys(visit.binding_id for visit in way if visit.binding_id)),
        rules=tuple(sorted(rules)),
        premises=tuple(sorted(premises)),
    )


def _way(tree: Tree, visit: Visit) -> list[Visit]:
    """Return the visits from the root to a visit."""
    way = [visit]
    while way[-1].parent:
        way.append(tree.visits[way[-1].parent - 1])
    return way[::-1]


def open_ends(tree: Tree) -> tuple[OpenEnd, ...]:
    """Return the leaves that prove nothing, in visit order."""
    found = []
    for visit in tree.visits:
        if visit.terminal is None or visit.terminal in CLOSED:
            continue
        step = tree.steps[visit.visit_id - 1]
        candidates = step.doubt.candidates if step.doubt is not None else ()
        at = step.at or (f"{visit.dataset}.{visit.field}" if visit.dataset else visit.field or visit.text)
        found.append(
            OpenEnd(visit.terminal, at, candidates, visit.location, visit.visit_id, visit.binding_id)
        )
    return tuple(found)


def resolution(tree: Tree) -> Resolution:
    """Return how far the leaves are proven."""
    closed = open_ = ambiguous = False
    for visit in tree.visits:
        reason = visit.terminal
        if reason is None or reason is Terminal.CYCLE:
            continue
        if reason in CLOSED:
            closed = True
        elif reason is not Terminal.WRITER_REJECTED or not _confirmed_beside(tree, visit):
            open_ = True
            ambiguous = ambiguous or reason in (Terminal.AMBIGUOUS_COLUMN, Terminal.AMBIGUOUS_STAR)
    if closed:
        return Resolution.PARTIAL if open_ else Resolution.RESOLVED
    return Resolution.AMBIGUOUS if ambiguous else Resolution.UNRESOLVED


def _confirmed_beside(tree: Tree, visit: Visit) -> bool:
    """Whether a right rejection leaves a confirmed writer of the same read; a rejected hint never was one."""
    bound = tree.steps[visit.visit_id - 1].bound
    if bound is not None and bound.rule in HINT_RULES:
        return True
    return any(
        other.parent == visit.parent and other.status is Status.CONFIRMED
        for other in tree.visits
        if other.visit_id != visit.visit_id
    )


def standing(tree: Tree) -> Standing:
    """Return what people decided about the bindings on the paths."""
    provisional = False
    for visit in tree.visits:
        if visit.status is Status.DEFERRED:
            return Standing.BLOCKED
        if visit.status is Status.REJECTED and not _confirmed_beside(tree, visit):
            return Standing.BLOCKED
        provisional = provisional or visit.status in PROVISIONAL
    return Standing.PROVISIONAL if provisional else Standing.CONFIRMED

"""The tables on the way to a target: which of them are drawn, and which arrows between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wherefrom.domain.binding import Status
from wherefrom.domain.classification import confirmed_system
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.graph import GraphNode
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.plan import Live, Plan

DRAWN = 48
"""Most boxes of one drawing; those nearest to the target are kept."""

GROUPED = 6
"""More source tables than this with the same readers stand in one box."""


@dataclass(frozen=True, slots=True)
class Box:
    """A table, or several source tables that feed the same ones.

    Attributes:
        tables: Canonical names, sorted; one, or more than ``GROUPED``.
        written: Whether statements of the snapshot fill it; otherwise it is a source.
        system: Confirmed source system; empty if none, or if the box stands for several.
        place: Where it is written or read first: file and line.
        reads_itself: Whether a statement that fills it reads it.
        hidden: Number of its inputs that are not drawn.
    """

    tables: tuple[str, ...]
    written: bool
    system: str = ""
    place: tuple[str, int] | None = None
    reads_itself: bool = False
    hidden: int = 0

    @property
    def key(self) -> str:
        """What arrows call it."""
        return self.tables[0]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A table that a statement reads to fill another one.

    Attributes:
        src, dst: Keys of the boxes.
        value: Whether values of any field pass here; otherwise it is only matched or in conditions.
        open: Whether the writer is one that nobody has confirmed for its present text.
    """

    src: str
    dst: str
    value: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of one target.

    Attributes:
        target: Key of its box.
        boxes: By nearness to the target, then in reading order.
        arrows: In the same order.
        left_out: Number of tables that are not drawn.
    """

    target: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class _Read:
    """One reading of a table for another one."""

    node: GraphNode
    writer: Live


def picture(facts: Facts, plan: Plan) -> Picture | None:
    """Return what is drawn of a target; None where it reads nothing."""
    target = facts.answer.target
    reads = _reads(facts, plan, target)
    order = list(reads)
    if not reads.get(target):
        return None
    kept = order[:DRAWN]
    valued = {v.node_id for field in facts.answer.fields for v in field.visits if v.node_id}
    found: dict[tuple[str, str], list[bool]] = {}
    for dst in kept:
        for read in reads[dst]:
            if read.node.dataset in kept and read.node.dataset != dst:
                said = found.setdefault((read.node.dataset, dst), [False, True])
                said[0] = said[0] or read.node.node_id in valued
                said[1] = said[1] and not read.writer.holds
    arrows = [Arrow(src, dst, value, opened) for (src, dst), (value, opened) in found.items()]
    boxes = [_box(facts, plan, table, reads, frozenset(kept)) for table in kept]
    boxes, arrows = _grouped(boxes, arrows)
    return Picture(target, tuple(boxes), tuple(arrows), len(order) - len(kept))


def _reads(facts: Facts, plan: Plan, target: str) -> dict[str, list[_Read]]:
    """Return what the writers of each table read, by table, nearest to the target first."""
    found: dict[str, list[_Read]] = {}
    waiting = [target]
    for table in waiting:
        if table in found:
            continue
        lives = plan.writers.get(table, ())
        found[table] = [_Read(node, live) for live in lives for node in _under(facts, live.node_id)]
        if table == target and not lives and plan.scopes:
            place = facts.nodes[plan.scopes[0]]
            alone = Live(place.node_id, place.location, Status.NOT_NEEDED)
            found[table] = [_Read(node, alone) for node in _under(facts, place.node_id)]
        waiting += [read.node.dataset for read in found[table]]
    return found


def _under(facts: Facts, node_id: str) -> Iterable[GraphNode]:
    """Return the reads of the statement that fills a node, in the order the SQL reads."""
    stack, seen = [node_id], {node_id}
    while stack:
        here = stack.pop()
        node = facts.nodes.get(here)
        if node is not None and node.role == "read" and here != node_id:
            yield node
            continue
        below = [e.src for e in facts.into.get(here, ()) if e.kind is not EdgeKind.WRITER_BINDING]
        for src in reversed(below):
            if src not in seen:
                seen.add(src)
                stack.append(src)


def _box(facts: Facts, plan: Plan, table: str, reads: Mapping[str, list[_Read]], kept: frozenset[str]) -> Box:
    lives = plan.writers.get(table, ())
    inputs = {read.node.dataset for read in reads[table]}
    place = (lives[0].location.file, lives[0].location.span.line) if lives else _first_read(facts, table)
    return Box(
        (table,),
        written=bool(lives) or table == facts.answer.target,
        system=confirmed_system(facts.bundle.systems, table),
        place=place,
        reads_itself=table in inputs,
        hidden=len(inputs - kept),
    )


def _first_read(facts: Facts, table: str) -> tuple[str, int] | None:
    places = sorted(
        node.location for node in facts.nodes.values() if node.dataset == table and node.role == "read"
    )
    return (places[0].file, places[0].span.line) if places else None


def _grouped(boxes: list[Box], arrows: list[Arrow]) -> tuple[list[Box], list[Arrow]]:
    """Put source tables with the same readers into one box, where there are many."""
    leads: dict[str, set[tuple[str, bool, bool]]] = defaultdict(set)
    for arrow in arrows:
        leads[arrow.src].add((arrow.dst, arrow.value, arrow.open))
    alike: dict[tuple[str, frozenset[tuple[str, bool, bool]]], list[Box]] = defaultdict(list)
    for box in boxes:
        if not box.written:
            alike[box.system, frozenset(leads[box.key])].append(box)
    into: dict[str, Box] = {}
    for (system, _), group in alike.items():
        if len(group) > GROUPED:
            one = Box(tuple(sorted(box.key for box in group)), written=False, system=system)
            into.update((box.key, one) for box in group)
    merged = list(dict.fromkeys(into.get(box.key, box) for box in boxes))
    drawn = (Arrow(into[a.src].key if a.src in into else a.src, a.dst, a.value, a.open) for a in arrows)
    return merged, list(dict.fromkeys(drawn))

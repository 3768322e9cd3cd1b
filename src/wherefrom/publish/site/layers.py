"""Lay a directed graph out in layers: what feeds something stands to its left. Values in, values out.

The usual three steps: a layer for each box, so that arrows lead to the right; an order within the layers
that crosses few arrows; places. Equal graphs give equal drawings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

SWEEPS = 8
"""How often the order, and then the places, are improved."""

Arrow = tuple[str, str]
"""From a box to a box."""

Bend = tuple[str, str, int]
"""Where an arrow passes a layer between its ends."""

Spot = str | Bend


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand. Unit: pixels; x grows to the right, y downwards, both from 0.

    Attributes:
        places: Middle of the left edge of each box.
        ways: Points that each arrow passes, its ends included. An arrow against the flow is not among them.
        width: Of the whole.
        height: Of the whole.
    """

    places: Mapping[str, tuple[int, int]]
    ways: Mapping[Arrow, tuple[tuple[int, int], ...]]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes. Unit: pixels.

    Attributes:
        box: Height of a box.
        between: Free space between boxes of one layer.
        gap: Free space between layers.
        bend: Height that a passing arrow takes.
    """

    box: int = 44
    between: int = 14
    gap: int = 64
    bend: int = 14


def lay_out(
    widths: Mapping[str, int], arrows: Sequence[Arrow], last: str, measures: Measures | None = None
) -> Layout:
    """Return a layout in which ``last`` stands at the right end.

    Args:
        widths: Width of each box; its order breaks ties.
        arrows: Every box but ``last`` leads to it over some of them.
        last: A box.
        measures: Sizes.
    """
    sizes = measures or Measures()
    forward = _without_circles(widths, arrows, last)
    ranks = _ranks(widths, forward, last)
    layers, chains = _with_bends(widths, forward, ranks)
    around = _around(chains)
    _order(layers, around)
    tops = _settle(layers, around, sizes)
    return _drawn(widths, layers, chains, tops, sizes)


def _without_circles(widths: Mapping[str, int], arrows: Sequence[Arrow], last: str) -> list[Arrow]:
    """Return the arrows without those that lead back on a way to ``last``."""
    sources: dict[str, list[str]] = defaultdict(list)
    for src, dst in dict.fromkeys(arrows):
        if src != dst:
            sources[dst].append(src)
    kept: list[Arrow] = []
    done: set[str] = set()
    for start in (last, *widths):
        path, stack = {start: None}, [(start, iter(sources[start]))]
        if start in done:
            continue
        while stack:
            here, left = stack[-1]
            for src in left:
                if src in path:
                    continue
                kept.append((src, here))
                if src not in done:
                    path[src] = None
                    stack.append((src, iter(sources[src])))
                    break
            else:
                stack.pop()
                del path[here]
                done.add(here)
    return kept


def _ranks(widths: Mapping[str, int], arrows: Sequence[Arrow], last: str) -> dict[str, int]:
    """Return each box's distance from the right: one more than the farthest of what it feeds."""
    feeds: dict[str, list[str]] = defaultdict(list)
    waiting: dict[str, int] = dict.fromkeys(widths, 0)
    for src, dst in arrows:
        feeds[dst].append(src)
        waiting[src] += 1
    ranks = dict.fromkeys(widths, 0)
    ready = [box for box in (last, *widths) if not waiting[box]]
    for box in dict.fromkeys(ready):
        stack = [box]
        while stack:
            here = stack.pop()
            for src in feeds[here]:
                ranks[src] = max(ranks[src], ranks[here] + 1)
                waiting[src] -= 1
                if not waiting[src]:
                    stack.append(src)
    return ranks


def _with_bends(
    widths: Mapping[str, int], arrows: Sequence[Arrow], ranks: Mapping[str, int]
) -> tuple[list[list[Spot]], dict[Arrow, list[Spot]]]:
    layers: list[list[Spot]] = [[] for _ in range(max(ranks.values()) + 1)]
    for box in widths:
        layers[ranks[box]].append(box)
    chains: dict[Arrow, list[Spot]] = {}
    for src, dst in arrows:
        bends: list[Spot] = [(src, dst, rank) for rank in range(ranks[src] - 1, ranks[dst], -1)]
        for rank, bend in zip(range(ranks[src] - 1, ranks[dst], -1), bends, strict=True):
            layers[rank].append(bend)
        chains[src, dst] = [src, *bends, dst]
    return layers, chains


def _around(chains: Mapping[Arrow, list[Spot]]) -> tuple[dict[Spot, list[Spot]], dict[Spot, list[Spot]]]:
    """Return the neighbours of each spot, those to its right and those to its left."""
    right: dict[Spot, list[Spot]] = defaultdict(list)
    left: dict[Spot, list[Spot]] = defaultdict(list)
    for chain in chains.values():
        for a, b in pairwise(chain):
            right[a].append(b)
            left[b].append(a)
    return right, left


def _order(layers: list[list[Spot]], around: tuple[dict[Spot, list[Spot]], dict[Spot, list[Spot]]]) -> None:
    """Order each layer by the mean place of its neighbours, to and fro."""
    right, left = around
    for sweep in range(SWEEPS):
        outward = sweep % 2 == 0
        beside = right if outward else left
        for at in range(1, len(layers)) if outward else range(len(layers) - 2, -1, -1):
            fixed = {spot: i for i, spot in enumerate(layers[at - 1 if outward else at + 1])}
            now = {spot: float(i) for i, spot in enumerate(layers[at])}
            means = {
                spot: sum(fixed[other] for other in beside[spot]) / len(beside[spot])
                for spot in now
                if beside[spot]
            }
            layers[at].sort(key=lambda spot, now=now, means=means: (means.get(spot, now[spot]), now[spot]))  # type: ignore[misc]


def _settle(
    layers: list[list[Spot]],
    around: tuple[dict[Spot, list[Spot]], dict[Spot, list[Spot]]],
    sizes: Measures,
) -> dict[Spot, float]:
    """Return the middle of each spot: near its neighbours, and none upon another."""
    right, left = around
    middles: dict[Spot, float] = {}
    for layer in layers:
        at = 0.0
        for spot in layer:
            middles[spot] = at + _height(spot, sizes) / 2
            at += _height(spot, sizes) + sizes.between
    for sweep in range(SWEEPS):
        beside = left if sweep % 2 == 0 else right
        for layer in layers[::-1] if sweep % 2 == 0 else layers:
            wished = [
                sum(middles[other] for other in beside[spot]) / len(beside[spot])
                if beside[spot]
                else middles[spot]
                for spot in layer
            ]
            _spread(layer, wished, middles, sizes)
    return middles


def _spread(layer: list[Spot], wished: list[float], middles: dict[Spot, float], sizes: Measures) -> None:
    """Place a layer as near to the wished middles as its order and sizes allow: runs that touch move as one."""
    runs: list[tuple[float, int, list[float]]] = []  # start wished, number of spots, offsets in the run
    offset: list[float] = [0.0]
    for here, after in pairwise(layer):
        offset.append(offset[-1] + (_height(here, sizes) + _height(after, sizes)) / 2 + sizes.between)
    for wish, off in zip(wished, offset, strict=True):
        runs.append((wish - off, 1, [wish - off]))
        while len(runs) > 1 and runs[-2][0] > runs[-1][0]:
            _, many, ends = runs.pop()
            _, others, before = runs.pop()
            joined = before + ends
            runs.append((sum(joined) / len(joined), many + others, joined))
    starts = [start for start, many, _ in runs for _ in range(many)]
    for spot, start, off in zip(layer, starts, offset, strict=True):
        middles[spot] = start + off


def _height(spot: Spot, sizes: Measures) -> int:
    return sizes.box if isinstance(spot, str) else sizes.bend


def _drawn(
    widths: Mapping[str, int],
    layers: list[list[Spot]],
    chains: Mapping[Arrow, list[Spot]],
    middles: Mapping[Spot, float],
    sizes: Measures,
) -> Layout:
    top = min(middles[spot] - _height(spot, sizes) / 2 for spot in middles)
    bottom = max(middles[spot] + _height(spot, sizes) / 2 for spot in middles)
    columns = [max((widths[s] for s in layer if isinstance(s, str)), default=0) for layer in layers]
    lefts: list[int] = []
    at = 0
    for width in reversed(columns):
        lefts.append(at)
        at += width + sizes.gap
    lefts.reverse()
    where = {spot: rank for rank, layer in enumerate(layers) for spot in layer}
    spots = {spot: (lefts[where[spot]], round(middles[spot] - top)) for spot in middles}
    ways: dict[Arrow, tuple[tuple[int, int], ...]] = {}
    for arrow, chain in chains.items():
        src, dst = arrow
        begin = (spots[src][0] + widths[src], spots[src][1])
        between = [
            point
            for spot in chain[1:-1]
            for point in (spots[spot], (spots[spot][0] + columns[where[spot]], spots[spot][1]))
        ]
        ways[arrow] = (begin, *between, spots[dst])
    places = {spot: place for spot, place in spots.items() if isinstance(spot, str)}
    return Layout(places, ways, at - sizes.gap, round(bottom - top))

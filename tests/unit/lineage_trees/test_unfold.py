"""Shared subtrees written out by number, and trees that are cut off."""

from __future__ import annotations

import pytest
from benchmarks.stress import diamond

from wherefrom import unfolded
from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.evidence import FieldAnswer, Resolution
from wherefrom.domain.rules import Terminal
from wherefrom.lineage import TraceOptions


def field(text: str, options: TraceOptions | None = None) -> FieldAnswer:
    """Return the first field of ``answer``."""
    return answers_for(link_texts({"q.sql": text}, "spark"), ("answer",), options)[0].fields[0]


def written_out(traced: FieldAnswer) -> list[tuple[str, ...]]:
    """Return the way to every visit, shared subtrees repeated, in preorder."""
    children: dict[int, list[int]] = {}
    for visit in traced.visits:
        children.setdefault(visit.parent, []).append(visit.visit_id)
    found: list[tuple[str, ...]] = []

    def walk(identity: int, way: tuple[str, ...]) -> None:
        visit = traced.visits[identity - 1]
        here = (*way, f"{visit.dataset}.{visit.field}")
        found.append(here)
        for child in children.get(visit.expanded_at or identity, ()):
            walk(child, here)

    walk(1, ())
    return found


@pytest.mark.parametrize("layers", [1, 2, 3, 5])
def test_every_visit_by_its_number(layers: int) -> None:
    traced = field(diamond(layers))
    whole = unfolded(traced)
    ways = written_out(traced)
    assert whole.count == len(ways)
    assert [
        tuple(f"{each.dataset}.{each.field}" for each in whole.path(number))
        for number in range(1, whole.count + 1)
    ] == ways


def test_two_hundred_layers_are_counted_and_asked_for_without_being_made() -> None:
    traced = field(diamond(200))
    whole = unfolded(traced)
    # The table and its query, a binary tree of d200 to d0, and the base table under each d0.
    assert whole.count == 2 + (2**201 - 1) + 2**200
    assert len(traced.visits) == 803
    last = [each.dataset for each in whole.path(whole.count)]
    assert (len(last), last[0], last[2], last[-2], last[-1]) == (204, "answer", "d200", "d0", "t")
    with pytest.raises(UsageRefusal, match=r"There is no visit 0: the tree has 4,820,814"):
        whole.path(0)


def test_a_tree_beyond_its_limit_says_so() -> None:
    """Not a visit is made beyond the limit that is not marked, and nothing passes for resolved."""
    traced = field(diamond(20), TraceOptions(max_visits=10))
    cut = [visit.visit_id for visit in traced.visits if visit.terminal is Terminal.VISIT_LIMIT]
    assert cut
    assert min(cut) == 11
    assert {end.terminal for end in traced.open_ends} == {Terminal.VISIT_LIMIT}
    assert traced.resolution is not Resolution.RESOLVED
    assert len(traced.visits) < 25

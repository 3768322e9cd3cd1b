"""The same release under other decisions: only what they reach is linked and traced again (architecture 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.app.trace import answers_for
from wherefrom.domain.binding import Ruling
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.lineage import Graph, changed_bindings, reached


@dataclass(frozen=True, slots=True)
class Again:
    """A graph and its answers under other decisions.

    Attributes:
        graph: The graph, linked again where it had to be.
        answers: One per target, in the order given; those that nothing reaches are the same values.
        traced: Targets that were traced again, in that order.
    """

    graph: Graph
    answers: tuple[TargetAnswer, ...]
    traced: tuple[str, ...]


def under(graph: Graph, answers: tuple[TargetAnswer, ...], rulings: Mapping[str, Ruling]) -> Again:
    """Return a graph and its answers under other decisions. Nothing is parsed.

    Args:
        graph: The graph under the decisions that stood.
        answers: Targets that were traced over it, each as a whole.
        rulings: What stands now, by binding id; a missing one is PENDING.
    """
    changed = changed_bindings(graph.rulings, rulings)
    other = graph.under(rulings)
    below = run_deep(lambda given: reached(given, changed), graph)
    names = tuple(answer.target for answer in answers if answer.target in below)
    fresh = {answer.target: answer for answer in answers_for(other, names)} if names else {}
    return Again(other, tuple(fresh.get(answer.target, answer) for answer in answers), names)

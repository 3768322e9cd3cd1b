"""What a decision would open, close or change, told before it is taken. Nothing is parsed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wherefrom.app.analyze import Analysis
from wherefrom.app.gate import open_bindings
from wherefrom.app.trace import answers_for
from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.classification import FieldClass
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import FieldAnswer, TargetAnswer
from wherefrom.lineage import Estate, Graph, classify, link, search


@dataclass(frozen=True, slots=True)
class Side:
    """A field under one set of decisions.

    Attributes:
        resolution, standing: The two axes.
        source_class: ``S1`` …
        systems: Confirmed systems of its origins, sorted.
        endpoints: Its origins as written, sorted.
    """

    resolution: str
    standing: str
    source_class: str
    systems: tuple[str, ...]
    endpoints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that a decision changes.

    Attributes:
        field: ``target.field``.
        before: As it is; None for a field that it adds.
        after: As it would be; None for a field that it takes away.
    """

    field: str
    before: Side | None
    after: Side | None

    @property
    def gained(self) -> tuple[str, ...]:
        """Origins that come."""
        before = self.before.endpoints if self.before else ()
        return tuple(each for each in (self.after.endpoints if self.after else ()) if each not in before)

    @property
    def lost(self) -> tuple[str, ...]:
        """Origins that go."""
        after = self.after.endpoints if self.after else ()
        return tuple(each for each in (self.before.endpoints if self.before else ()) if each not in after)


@dataclass(frozen=True, slots=True)
class Impact:
    """What one decision on one candidate would do.

    Attributes:
        binding_id: The candidate.
        status: The status it would have.
        targets: Targets that depend on the table it may fill, in name order.
        closes: Decisions that would no longer be open, sorted.
        opens: Decisions that would be open and are not now, sorted.
        changes: Fields that would change, in target order.
    """

    binding_id: str
    status: Status
    targets: tuple[str, ...]
    closes: tuple[str, ...]
    opens: tuple[str, ...]
    changes: tuple[FieldChange, ...]


def impact(
    analysis: Analysis, binding_id: str, statuses: tuple[Status, ...], targets: tuple[str, ...] = ()
) -> tuple[Impact, ...]:
    """Return what each of some decisions on a candidate would do, in effect and approved.

    Args:
        analysis: The release, linked under today's decisions.
        binding_id: The candidate.
        statuses: What it might become.
        targets: Targets that are looked at; all that depend on it where empty.

    Raises:
        UsageRefusal: nothing writes a target.
    """
    reached = run_deep(_reached, (analysis.graph, binding_id))
    if targets:
        asked = {answer.target for answer in answers_for(analysis.graph, targets)}
        reached = tuple(each for each in reached if each in asked)
    before = answers_for(analysis.graph, reached) if reached else ()
    return tuple(_one(analysis, binding_id, status, reached, before) for status in statuses)


def _reached(given: tuple[Graph, str]) -> tuple[str, ...]:
    """Return the targets whose closure holds a candidate."""
    graph, binding_id = given
    names = dict.fromkeys((*graph.written, *graph.queries))
    return tuple(
        name
        for name in names
        if any(each.binding_id == binding_id for each in search(graph, name).candidates)
    )


def _one(
    analysis: Analysis,
    binding_id: str,
    status: Status,
    reached: tuple[str, ...],
    before: tuple[TargetAnswer, ...],
) -> Impact:
    rulings = {**analysis.graph.rulings, binding_id: Ruling(status)}
    estate = Estate(analysis.reading.files, analysis.project.environments, analysis.reading.catalog)
    graph = run_deep(lambda given: link(given, rulings), estate)
    after = answers_for(graph, reached) if reached else ()
    was = {each.binding_id for each in open_bindings(before, analysis.graph.rulings)}
    will = {each.binding_id for each in open_bindings(after, graph.rulings)}
    old, new = _sides(analysis, before), _sides(analysis, after)
    changes = tuple(
        FieldChange(name, old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    )
    return Impact(binding_id, status, reached, tuple(sorted(was - will)), tuple(sorted(will - was)), changes)


def _sides(analysis: Analysis, answers: tuple[TargetAnswer, ...]) -> Mapping[str, Side]:
    found: dict[str, Side] = {}
    for answer in answers:
        for field, given in zip(answer.fields, classify(answer, analysis.systems), strict=True):
            found[f"{answer.target}.{field.field}"] = _side(field, given)
    return found


def _side(field: FieldAnswer, given: FieldClass) -> Side:
    ends = tuple(dict.fromkeys(end.endpoint + end.path for end in field.value))
    return Side(field.resolution.value, field.standing.value, given.source_class.value, given.systems, ends)

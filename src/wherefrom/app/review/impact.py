"""What a decision would open, close or change, told before it is taken. Nothing is parsed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from wherefrom.app.again import under
from wherefrom.app.analyze import Analysis
from wherefrom.app.gate import open_bindings
from wherefrom.app.redaction import redact, redaction_of
from wherefrom.app.review.claims import claim_table, require_decidable, with_claim
from wherefrom.app.review.rows import AnyRow
from wherefrom.app.trace import answers_for, tables_meant
from wherefrom.domain.binding import Ruling, Status
from wherefrom.domain.classification import FieldClass, confirmed_system
from wherefrom.domain.decision import Decision, SubjectType
from wherefrom.domain.deep import run_deep
from wherefrom.domain.evidence import EndpointKind, FieldAnswer, TargetAnswer
from wherefrom.domain.later import Later
from wherefrom.lineage import classify, passages_in, reached, readers_of
from wherefrom.review import ReviewRow
from wherefrom.review.claims import ClaimRow


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
    """What one decision on one row would do.

    Attributes:
        review_id: The row.
        status: The status it would have.
        targets: Targets that it reaches, in name order: only they were traced.
        closes: Rows that would no longer be open, sorted.
        opens: Rows that would be open and are not now, sorted.
        named: Tables that would no longer wait for a source system, sorted.
        unnamed: Tables that would wait for a source system and do not now, sorted.
        changes: Fields that would change, in target order.
    """

    review_id: str
    status: Status
    targets: tuple[str, ...]
    closes: tuple[str, ...]
    opens: tuple[str, ...]
    named: tuple[str, ...]
    unnamed: tuple[str, ...]
    changes: tuple[FieldChange, ...]

    @property
    def classes(self) -> tuple[tuple[str, str, int], ...]:
        """Source classes before and after, with the number of fields that change so, sorted."""
        counted = Counter(
            (_class(change.before), _class(change.after))
            for change in self.changes
            if _class(change.before) != _class(change.after)
        )
        return tuple((before, after, n) for (before, after), n in sorted(counted.items()))


def _class(side: Side | None) -> str:
    return side.source_class if side else "none"


@dataclass(frozen=True, slots=True)
class _Seen:
    """The targets a decision reaches, under one set of decisions."""

    analysis: Analysis
    answers: tuple[TargetAnswer, ...]


def impact(
    analysis: Analysis, row: AnyRow, statuses: tuple[Status, ...], targets: tuple[str, ...] = ()
) -> tuple[Impact, ...]:
    """Return what each of some decisions on a row would do, in effect and approved.

    Nothing is parsed or linked again: the graph takes the other decision, and only the targets it
    reaches are traced.

    Args:
        analysis: The release, linked under today's decisions.
        row: A writer candidate or a claim.
        statuses: What it might become.
        targets: Targets that are looked at; all that it reaches where empty.

    Raises:
        UsageRefusal: nothing writes a target, or the row says nothing that could be decided on.
    """
    if isinstance(row, ClaimRow):
        require_decidable((row,), Decision.DEFERRED)  # also what is not there may be looked at
    names = _reached(analysis, row)
    if targets:
        asked = set(tables_meant(analysis.graph, targets))
        names = tuple(each for each in names if each in asked)
    before = _Seen(analysis, answers_for(analysis.graph, names) if names else ())
    return tuple(_one(before, row, status, names) for status in statuses)


def _reached(analysis: Analysis, row: AnyRow) -> tuple[str, ...]:
    """Return the targets whose closure holds a candidate, or the table a claim is about."""
    graph = analysis.graph
    if isinstance(row, ReviewRow):
        return run_deep(lambda given: reached(given, [row.review_id]), graph)
    if row.subject_type is SubjectType.TERM:
        return (row.claim.table,) if row.claim.table in graph.written else ()
    return run_deep(lambda given: readers_of(given, row.claim.table), graph)


def _one(before: _Seen, row: AnyRow, status: Status, names: tuple[str, ...]) -> Impact:
    after = (
        _with_writer(before, row, status) if isinstance(row, ReviewRow) else _with_claim(before, row, status)
    )
    was, will = _open(before, row), _open(after, row)
    old, new = _sides(before), _sides(after)
    changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
    if redaction_of(before.analysis) is not None:
        old, new = _sides(before, shown=True), _sides(after, shown=True)
    changes = tuple(FieldChange(name, old.get(name), new.get(name)) for name in changed)
    waited, waits = _unnamed(before), _unnamed(after)
    return Impact(
        row.review_id, status, names, tuple(sorted(was - will)), tuple(sorted(will - was)),
        tuple(sorted(waited - waits)), tuple(sorted(waits - waited)), changes,
    )  # fmt: skip


def _with_writer(before: _Seen, row: ReviewRow, status: Status) -> _Seen:
    graph = before.analysis.graph
    again = under(graph, before.answers, {**graph.rulings, row.review_id: Ruling(status)})
    analysis = replace(before.analysis, later_graph=Later(lambda: again.graph), rulings=again.graph.rulings)
    return _Seen(analysis, again.answers)


def _with_claim(before: _Seen, row: ClaimRow, status: Status) -> _Seen:
    return _Seen(with_claim(before.analysis, row, status), before.answers)


def _open(seen: _Seen, row: AnyRow) -> set[str]:
    """Return the ids of the rows that are open, of the kind of the row that is decided on."""
    if isinstance(row, ReviewRow):
        return {each.binding_id for each in open_bindings(seen.answers, seen.analysis.graph.rulings)}
    passages = {answer.target: passages_in(answer) for answer in seen.answers}
    table = claim_table(seen.analysis, row.subject_type, passages)
    return {each.review_id for each in table.rows if each.is_open and each.claim.about == row.claim.about}


def _unnamed(seen: _Seen) -> set[str]:
    ends = {
        end.table
        for answer in seen.answers
        for field in answer.fields
        for end in field.value
        if end.kind is EndpointKind.FIELD
    }
    return {table for table in ends if not confirmed_system(seen.analysis.systems, table)}


def _sides(seen: _Seen, *, shown: bool = False) -> Mapping[str, Side]:
    """Return what is said of each field; as it may be shown, or as it was found."""
    found: dict[str, Side] = {}
    answers = redact(redaction_of(seen.analysis), seen.answers, ())[0] if shown else seen.answers
    for answer in answers:
        for field, given in zip(answer.fields, classify(answer, seen.analysis.systems), strict=True):
            found[f"{answer.target}.{field.field}"] = _side(field, given)
    return found


def _side(field: FieldAnswer, given: FieldClass) -> Side:
    ends = tuple(dict.fromkeys(end.endpoint + end.path for end in field.value))
    return Side(field.resolution.value, field.standing.value, given.source_class.value, given.systems, ends)

"""A TargetAnswer as rows, and back.

Diagnostics and controls that several fields share stand once per target. The closure refers to the
nodes, edges and candidates of the analysis by their 1-based positions there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wherefrom.domain.binding import Candidate
from wherefrom.domain.evidence import FieldAnswer, FieldControl, TargetAnswer
from wherefrom.domain.graph import Closure, GraphEdge, GraphNode
from wherefrom.store.rows import Evidence, FieldControlRow, FieldRow, TargetRow
from wherefrom.store.schema import OF_FIELD, OF_TARGET
from wherefrom.store.shape import Intern, Row

Thing = TypeVar("Thing")
Rows = dict[str, list[Row]]


@dataclass(frozen=True, slots=True)
class Places:
    """1-based positions of an analysis' nodes, edges and candidates, by their ids."""

    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    candidates: Mapping[str, int]

    @classmethod
    def of(cls, graph: Evidence) -> Places:
        """Return the positions of a graph."""
        return cls(
            {node.node_id: at for at, node in enumerate(graph.nodes, start=1)},
            {edge.edge_id: at for at, edge in enumerate(graph.edges, start=1)},
            {each.binding_id: at for at, each in enumerate(graph.candidates, start=1)},
        )


class _Numbered(Generic[Thing]):
    """Things in the order they are first met, each once."""

    def __init__(self) -> None:
        self._numbers: dict[Thing, int] = {}

    def number(self, thing: Thing) -> int:
        return self._numbers.setdefault(thing, len(self._numbers) + 1)

    def numbers(self, things: Iterable[Thing]) -> tuple[int, ...]:
        return tuple(self.number(thing) for thing in things)

    def __iter__(self) -> Any:
        return iter(self._numbers)


def flat_target(answer: TargetAnswer, places: Places, owner: int, intern: Intern) -> tuple[TargetRow, Rows]:
    """Return the flat part of an answer and the rows of its tables.

    Args:
        answer: The answer.
        places: Positions in the analysis it belongs to.
        owner: Id of its row in ``target``.
        intern: Gives the id of a text.

    Raises:
        KeyError: its closure names something that the analysis does not hold.
    """
    diagnostics: _Numbered[Any] = _Numbered()
    controls: _Numbered[Any] = _Numbered()
    closure = answer.closure
    row = TargetRow(
        answer.target,
        answer.display,
        closure.tables,
        closure.ends,
        tuple(places.nodes[node.node_id] for node in closure.nodes),
        tuple(places.edges[edge.edge_id] for edge in closure.edges),
        tuple(places.candidates[each.binding_id] for each in closure.candidates),
        diagnostics.numbers(answer.diagnostics),
    )
    rows: Rows = {name: [] for name in (*OF_TARGET, *OF_FIELD)}
    fields = []
    for number, each in enumerate(answer.fields, start=1):
        fields.append(_flat_field(each, diagnostics.numbers(each.diagnostics)))
        parts: dict[str, Iterable[Any]] = {
            "endpoint": each.value,
            "open_end": each.open_ends,
            "field_control": [
                FieldControlRow(controls.number(held.control), held.reach) for held in each.controls
            ],
            "visit": each.visits,
        }
        for name, values in parts.items():
            rows[name] += OF_FIELD[name].rows((owner, number), values, intern)
    whole: dict[str, Iterable[Any]] = {
        "target_writer": answer.writers,
        "target_diagnostic": diagnostics,
        "control": controls,
        "field": fields,
    }
    for name, values in whole.items():
        rows[name] = OF_TARGET[name].rows((owner,), values, intern)
    return row, rows


def _flat_field(each: FieldAnswer, diagnostics: tuple[int, ...]) -> FieldRow:
    return FieldRow(
        each.field,
        each.ordinal,
        each.tree_id,
        each.resolution,
        each.standing,
        each.type,
        each.nullable,
        each.bindings,
        diagnostics,
        each.type_stated,
        each.nullable_stated,
    )


@dataclass(frozen=True, slots=True)
class Parts:
    """What was read of one target: per table of ``OF_TARGET`` its values, of ``OF_FIELD`` values by field."""

    whole: Mapping[str, Sequence[Any]]
    by_field: Mapping[str, Mapping[int, Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class Around:
    """The analysis an answer belongs to."""

    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]
    candidates: Sequence[Candidate]


def whole_target(row: TargetRow, parts: Parts, around: Around) -> TargetAnswer:
    """Return the answer that ``flat_target`` was given."""
    diagnostics = parts.whole["target_diagnostic"]
    closure = Closure(
        row.target,
        _at(around.nodes, row.nodes),
        _at(around.edges, row.edges),
        row.tables,
        row.ends,
        _at(around.candidates, row.candidates),
    )
    fields = tuple(
        _whole_field(each, number, parts) for number, each in enumerate(parts.whole["field"], start=1)
    )
    writers = tuple(parts.whole["target_writer"])
    return TargetAnswer(row.target, row.display, writers, fields, closure, _at(diagnostics, row.diagnostics))


def _whole_field(row: FieldRow, number: int, parts: Parts) -> FieldAnswer:
    mine = {name: tuple(values.get(number, ())) for name, values in parts.by_field.items()}
    controls = parts.whole["control"]
    return FieldAnswer(
        row.field,
        row.ordinal,
        row.tree_id,
        row.resolution,
        row.standing,
        mine["endpoint"],
        mine["open_end"],
        tuple(FieldControl(controls[held.control - 1], held.reach) for held in mine["field_control"]),
        _at(parts.whole["target_diagnostic"], row.diagnostics),
        mine["visit"],
        row.type,
        row.nullable,
        row.bindings,
        row.type_stated,
        row.nullable_stated,
    )


def _at(things: Sequence[Thing], places: Sequence[int]) -> tuple[Thing, ...]:
    return tuple(things[place - 1] for place in places)

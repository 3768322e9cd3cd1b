"""Where a condition's columns lead: the first step of each, in the scope the condition stands in."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import Select, SetOperation
from wherefrom.domain.expression import Expression, Form, Leaf, Transformation
from wherefrom.lineage.estate import Index
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.steps import Step, Vertex
from wherefrom.lineage.unlisted import unlisted


def first_steps(index: Index, fields: Fields, gid: int, control: Control) -> list[Step]:
    """Return the first steps of every column that a condition of a node names."""
    steps: list[Step] = []
    for term in control.terms:
        steps.extend(_term_steps(index, fields, gid, term, control))
    body = index.nodes[gid].body
    if isinstance(body, Select) and control.join and not control.terms and control.input >= 0:
        steps.extend(
            Step(to=Vertex(place.node, place.key)) for place in fields.ground.binder.using(gid, control.input)
        )
    if control.kind is ControlKind.MERGE_MATCH and not control.terms and isinstance(body, Select):
        steps.extend(_key_steps(index, fields, gid, body))
    if control.all_columns >= 0:
        steps.extend(_rest(index, fields, gid, control))
    if control.kind is ControlKind.SET_OPERATION and isinstance(body, SetOperation):
        steps.extend(_compared(index, fields, gid, body))
    return steps


def _term_steps(
    index: Index, fields: Fields, gid: int, term: Expression, control: Control
) -> tuple[Step, ...]:
    leaf = Leaf(term, Transformation.IDENTITY, operand=False)
    if isinstance(index.nodes[gid].body, SetOperation):
        output = _output(fields, gid, term)
        return (Step(to=Vertex(gid, output)),) if output else ()
    if control.kind is ControlKind.ROW_GENERATOR and control.input >= 0:
        body = index.nodes[gid].body
        if isinstance(body, Select):
            node = index.local(gid, body.inputs[control.input].node)
            return fields.leaves.steps(node, leaf, Vertex(node, ""))
    return fields.leaves.steps(gid, leaf, Vertex(gid, ""))


def _output(fields: Fields, gid: int, term: Expression) -> str:
    """Return the output of a set operation that a sorting key names."""
    if term.form is Form.ALIAS:
        return fields.ground.key_at(gid, term.item)
    return term.column.name if term.column is not None and not term.column.qualifier else ""


def _key_steps(index: Index, fields: Fields, gid: int, body: Select) -> list[Step]:
    """Return both sides of the keys that DDL names for an upsert that names none."""
    target, row = (index.local(gid, each.node) for each in body.inputs[:2])
    name = index.table(target)
    if name is None:
        return []
    place = index.nodes[gid].statement
    keys = fields.ground.schema.of(name, index.file_of[gid], place).keys
    given = fields.ground.layouts.of(row)
    return [
        Step(to=Vertex(node, column))
        for key in keys
        for column in key
        if column in given.names
        for node in (target, row)
    ]


def _compared(index: Index, fields: Fields, gid: int, body: SetOperation) -> Iterator[Step]:
    """Yield the columns that EXCEPT or INTERSECT compares: by name only those that it keeps."""
    kept = fields.ground.layouts.of(gid).names
    for branch in body.branches:
        node = index.local(gid, branch)
        for slot in fields.ground.layouts.of(node).slots:
            if not slot.open and (not body.by_name or slot.name in kept):
                yield Step(to=Vertex(node, slot.key))


def _rest(index: Index, fields: Fields, gid: int, control: Control) -> list[Step]:
    node = index.local(gid, control.all_columns)
    layout = fields.ground.layouts.of(node)
    steps = [
        Step(to=Vertex(node, slot.key))
        for slot in layout.slots
        if not slot.open and slot.name not in control.without
    ]
    return steps if node != gid or layout.complete else [*steps, *unlisted(fields.ground, gid)]

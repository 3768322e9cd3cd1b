"""Type and nullability of a field, where SQL states them: CAST, DDL, literals, outer joins (method 1.7).

Nothing is worked out that a database would have to work out: no arithmetic, no function's result, no
common type of alternatives that differ. What is not stated is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from wherefrom.domain.dataset import Item, Select, SetOperation, Table
from wherefrom.domain.evidence import Stated, StatedBy
from wherefrom.domain.expression import Expression, Form, Leaf, Transformation
from wherefrom.domain.rules import Terminal
from wherefrom.domain.span import Location
from wherefrom.lineage.columns import DEFINING, Added, Carried
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.fields import Fields
from wherefrom.lineage.schema import Declared, as_compared
from wherefrom.lineage.steps import Step, Vertex

UNKNOWN_TYPE = "UNKNOWN"


class Typed(Struct, frozen=True, gc=False):
    """What is stated of one value.

    Attributes:
        type: As stated; empty if it is not.
        nullable: It may be NULL, or not; None if nothing says.
        type_stated, nullable_stated: What says so.
        null: It is a written NULL, which has any type.
    """

    type: str = ""
    nullable: bool | None = None
    type_stated: Stated | None = None
    nullable_stated: Stated | None = None
    null: bool = False


NOTHING = Typed()
_LITERALS = (
    (re.compile(r"""(?:[NE]|U&)?'(?:[^']|'')*'|"[^"]*\"""", re.IGNORECASE), "STRING LITERAL"),
    (re.compile(r"[+-]?\s*(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?", re.IGNORECASE), "NUMBER LITERAL"),
    (re.compile(r"TRUE|FALSE", re.IGNORECASE), "BOOLEAN"),
)
_DATED = re.compile(r"(DATE|TIME|TIMESTAMP|DATETIME|INTERVAL)\s*'[^']*'", re.IGNORECASE)


class Types:
    """Types of fields over one field search.

    One object for each field asked for: where fields go round in a circle, what is known of one must not
    depend on which was asked first.
    """

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._index = fields.index
        self._memo: dict[Vertex, Typed] = {}

    def of_target(self, writers: list[tuple[PlacedWriter, Carried]]) -> Typed:
        """Return what is stated of a target's column, as each writer knows it: its DDL, else the values that they give."""
        declared = [self._declared(self._schema(each), column.was) for each, column in writers]
        given = _alternatives(
            self.of(Vertex(each.target, column.was, added=column.added)) if column.sure else NOTHING
            for each, column in writers
            if self._fields.reads.assigns(each, column)
        )
        return _over(next((each for each in declared if each.type), NOTHING), given)

    def of(self, vertex: Vertex) -> Typed:
        """Return what is stated of a field."""
        if vertex.path:
            return NOTHING
        key = replace(vertex, operand=False)
        if key not in self._memo:
            self._memo[key] = NOTHING  # a field on a way to itself
            self._memo[key] = self._find(key)
        return self._memo[key]

    def _find(self, vertex: Vertex) -> Typed:
        if vertex.added is not None:
            return _defined(vertex.added)
        body = self._index.nodes[vertex.node].body
        expansion = self._fields.expand(vertex)
        if isinstance(body, Table) and body.role == "read":
            return self._read(vertex, body, expansion.steps)
        if isinstance(body, Select):
            found = self._selected(vertex, expansion.expression, expansion.items, expansion.steps)
            # GROUP BY ROLLUP and its like put NULL in the place of a key.
            return _less_sure(found) if body.grouped else found
        found = _alternatives(self._through(step) for step in expansion.steps)
        if isinstance(body, SetOperation) and len(expansion.steps) < len(body.branches):
            return replace(found, type="", type_stated=None)  # what EXCEPT compares has a say in the type
        return found

    def _selected(
        self, vertex: Vertex, value: Expression | None, items: tuple[int, ...], steps: tuple[Step, ...]
    ) -> Typed:
        if value is None or not items:
            return self._places(steps)
        if value.form is Form.COLUMN and len(items) == 1:  # its steps are the field's own
            whole = value.column is not None and not value.column.path
            return self._places(steps) if whole else NOTHING
        return self._value(vertex.node, value, items[0])

    def _read(self, vertex: Vertex, body: Table, steps: tuple[Step, ...]) -> Typed:
        """A table that is read has the type of its DDL, else of the statement that defined it."""
        node = self._index.nodes[vertex.node]
        file = self._index.file_of[vertex.node]
        declared = self._declared(self._fields.ground.schema.of(body.name, file, node.statement), vertex.key)
        kept = [step for step in steps if step.terminal is not Terminal.WRITER_REJECTED]
        given = [self._through(step) for step in kept]
        defining = [
            value
            for step, value in zip(kept, given, strict=True)
            if step.to is not None and self._defines(step)
        ]
        stored = _alternatives(defining) if all(step.to is not None for step in kept) else NOTHING
        values = _alternatives(given)
        found = replace(values, type=stored.type, type_stated=stored.type_stated, null=False)
        return _over(declared, found)

    def _defines(self, step: Step) -> bool:
        return step.bound is not None and self._index.writers[step.bound.writer].writer.kind in DEFINING

    def _places(self, steps: tuple[Step, ...]) -> Typed:
        """A column's places: more than one only where FULL JOIN … USING merges two."""
        found = _alternatives(self._through(step) for step in steps)
        return found if len(steps) == 1 else replace(found, nullable=None, nullable_stated=None)

    def _through(self, step: Step) -> Typed:
        if step.leaf is not None and (step.operand or step.step is Transformation.TRANSFORMATION):
            return NOTHING
        if step.to is None:
            literal = step.leaf is not None and step.terminal is Terminal.CONSTANT
            return _literal(step.leaf, step.location) if literal and step.leaf and step.location else NOTHING
        if step.step not in (Transformation.IDENTITY, Transformation.CONSTANT):
            return NOTHING
        return self._joined(step, self.of(step.to))

    def _joined(self, step: Step, found: Typed) -> Typed:
        """Heed how the input stands in its FROM: an outer join makes its columns nullable."""
        source, scope = step.ends
        body = self._index.nodes[scope].body if scope >= 0 else None
        if not isinstance(body, Select):
            return found
        at = next(
            (
                number
                for number, each in enumerate(body.inputs)
                if self._index.local(scope, each.node) == source and each.alias == step.alias
            ),
            -1,
        )
        if at < 0:
            return _less_sure(found)
        outer, marked = self._fields.ground.outer(scope)
        if at in marked or body.inputs[at].join in ("LEFT", "FULL"):
            return self._nullable(found, scope, at)
        later = [number for number in outer if number > at and body.inputs[number].join in ("RIGHT", "FULL")]
        if at + 1 in later:
            return self._nullable(found, scope, at + 1)
        # Further away parentheses and commas decide, and of the places of a (+) not all are told.
        unsure = later or any(number < at for number in outer) or -1 in marked or body.inputs[at].lateral
        return _less_sure(found) if unsure else found

    def _nullable(self, found: Typed, scope: int, at: int) -> Typed:
        body = self._index.nodes[scope].body
        assert isinstance(body, Select)  # only scopes have inputs
        said = Stated(StatedBy.OUTER_JOIN, self._index.location(scope, body.inputs[at].span))
        return replace(found, nullable=True, nullable_stated=said)

    def _value(self, gid: int, value: Expression, item: int) -> Typed:
        """Return what is stated of an expression in a scope."""
        where = self._index.location(gid, value.span)
        if value.form is Form.CONSTANT:
            return _literal(value, where)
        if value.form is Form.COLUMN:
            return self._column(gid, value, item)
        if value.form is Form.ALIAS:
            return self._item(gid, value.item)
        if value.form is Form.SUBQUERY:
            return _less_sure(self._leaf(gid, value, item))  # without a row it is NULL
        parts = [self._value(gid, part.value, item) for part in value.parts if value.form in _TYPED]
        if value.form is Form.CAST:
            return _cast(value, where, parts[0])
        if value.form is Form.NULLIF:
            return replace(parts[0], nullable=True, nullable_stated=Stated(StatedBy.NULLIF, where))
        if value.form is Form.CONDITIONAL:
            found = _alternatives(parts)
            missing = Stated(StatedBy.NO_ELSE, where)
            return replace(found, nullable=True, nullable_stated=missing) if value.else_missing else found
        return _coalesced(parts) if value.form is Form.COALESCE else NOTHING

    def _column(self, gid: int, value: Expression, item: int) -> Typed:
        if value.column is None or value.column.path:
            return NOTHING
        aliased = self._fields.leaves.aliased(gid, value, item)
        return self._item(gid, aliased[0]) if aliased else self._leaf(gid, value, item)

    def _item(self, gid: int, at: int) -> Typed:
        body = self._index.nodes[gid].body
        given = body.items[at] if isinstance(body, Select) and 0 <= at < len(body.items) else None
        return self._value(gid, given.value, at) if isinstance(given, Item) else NOTHING

    def _leaf(self, gid: int, value: Expression, item: int) -> Typed:
        leaf = Leaf(value, Transformation.IDENTITY, operand=False)
        return self._places(self._fields.leaves.steps(gid, leaf, Vertex(gid, ""), item))

    def _schema(self, placed: PlacedWriter) -> Declared:
        return self._fields.ground.schema.of(placed.name, placed.file, placed.writer.statement)

    def _declared(self, declared: Declared, name: str) -> Typed:
        if declared.query >= 0:
            found = self.of(Vertex(declared.query, name))
            return Typed(found.type, type_stated=found.type_stated)
        column = declared.column(name)
        if column is None:
            return NOTHING
        return Typed(
            column.type,
            column.nullable,
            _said(declared, name, "type") if column.type else None,
            _said(declared, name, "nullable") if column.nullable is not None else None,
        )


_TYPED = frozenset({Form.CAST, Form.NULLIF, Form.CONDITIONAL, Form.COALESCE})
"""Forms of which more is stated than that something is computed."""


def _defined(added: Added) -> Typed:
    """A column that a table got later has the type of its definition."""
    column, said = added.column, Stated(StatedBy.DDL, added.where)
    typed = said if column.type else None
    return Typed(column.type, column.nullable, typed, said if column.nullable is not None else None)


def _said(declared: Declared, name: str, what: str) -> Stated | None:
    place = declared.place(name, what)
    if place is None:
        return None
    return Stated(StatedBy.DDL if place.statement else StatedBy.CATALOG, place)


def _literal(value: Expression, where: Location) -> Typed:
    said = Stated(StatedBy.LITERAL, where)
    text = value.text.strip()
    if text.upper() == "NULL":
        return Typed(nullable=True, nullable_stated=said, null=True)
    dated = _DATED.fullmatch(text)
    if value.type and not dated:
        return Typed(value.type, type_stated=Stated(StatedBy.CAST, where))
    kind = dated[1].upper() if dated else next((k for form, k in _LITERALS if form.fullmatch(text)), "")
    if not kind:
        return NOTHING
    empty = text in ("''", '""')  # which is NULL in some dialects
    return Typed(kind, None if empty else False, said, None if empty else said)


def _cast(value: Expression, where: Location, inner: Typed) -> Typed:
    """A CAST states the type. Whether it makes NULL of what it cannot read differs, so only NULL stays NULL."""
    kept = _less_sure(inner)
    stated = Stated(StatedBy.CAST, where) if value.type else None
    return replace(kept, type=value.type, type_stated=stated, null=False)


def _coalesced(parts: list[Typed]) -> Typed:
    found = _alternatives(parts)
    sure = next((each for each in parts if each.nullable is False), None)
    if sure is not None:
        return replace(found, nullable=False, nullable_stated=sure.nullable_stated)
    if all(each.nullable for each in parts):
        return found
    return replace(found, nullable=None, nullable_stated=None)


def _alternatives(values: Iterable[Typed]) -> Typed:
    """Return what all of some alternatives have; one that may be NULL makes the whole so."""
    given = list(values)
    if not given:
        return NOTHING
    typed = [each for each in given if not each.null]
    alike = {as_compared(each.type) for each in typed}
    first = typed[0] if len(alike) == 1 and typed[0].type else NOTHING
    nullable = next((each for each in given if each.nullable), None)
    if nullable is None and all(each.nullable is False for each in given):
        nullable = given[0]
    return Typed(
        first.type,
        nullable.nullable if nullable is not None else None,
        first.type_stated,
        nullable.nullable_stated if nullable is not None else None,
        null=not typed,
    )


def _over(stated: Typed, given: Typed) -> Typed:
    """Return what DDL states, and of the rest what is given."""
    found = given
    if stated.type:
        found = replace(found, type=stated.type, type_stated=stated.type_stated)
    if stated.nullable is not None:
        found = replace(found, nullable=stated.nullable, nullable_stated=stated.nullable_stated)
    return found


def _less_sure(found: Typed) -> Typed:
    """Take back that a value is never NULL."""
    return replace(found, nullable=None, nullable_stated=None) if found.nullable is False else found

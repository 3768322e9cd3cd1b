"""Targets and branches: the common half of every statement that writes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from wherefrom.domain.dataset import NodeKind, Table
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Branch, ContentEvent, Effect, Partition, Writer, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import TARGET, Here, Label, Scope
from wherefrom.extract.query.values import read_value
from wherefrom.extract.tree.told import NAME_JOINT


def table_of(node: exp.Expr) -> exp.Table | None:
    """Return the table in ``t``, ``t (a, b)`` or an alias of it; None if there is none."""
    if isinstance(node, exp.Schema):
        node = node.this
    if isinstance(node, (exp.Anonymous, exp.Identifier)):
        parts = [exp.Identifier(this=part, quoted=False) for part in node.name.split(NAME_JOINT)]
        if len(parts) == 1 and isinstance(node, exp.Identifier):
            return exp.Table(this=node)
        return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(parts), strict=False)))
    if isinstance(node, exp.Dot):
        named = [
            each if isinstance(each, exp.Identifier) else exp.Identifier(this=each.name, quoted=False)
            for each in node.flatten()
            if not isinstance(each, exp.Dot)
        ]
        return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(named), strict=False)))
    return node if isinstance(node, exp.Table) else None


def listed(here: Here, node: exp.Expr) -> tuple[str, ...] | None:
    """Return the column list of ``t (a, b)``; None if it has none."""
    if isinstance(node, exp.Dot):
        node = node.expression
    given = node.expressions if isinstance(node, (exp.Schema, exp.Anonymous)) else []
    found = []
    for each in given:
        inner = each.this if isinstance(each, (exp.ColumnDef, exp.Column)) else each
        if isinstance(inner, exp.Identifier):
            found.append(names.column(here.draft, inner))
    return tuple(found) or None


def add_target(here: Here, name: TableName, span: Span, kind: NodeKind = NodeKind.PHYSICAL_TABLE) -> int:
    """Add the node of a table that is written."""
    if name.temporary:
        kind = NodeKind.TEMP_TABLE
    here.targets.append(name.canonical)
    path = "root" if len(here.targets) == 1 else f"root/target:{len(here.targets)}"
    return here.add(kind, (path, TARGET), Table(name, "target"), Label(name.canonical, span))


def add_writer(here: Here, kind: WriterKind, target: int, branches: Sequence[Branch], effect: Effect) -> None:
    """Add a writer of this statement."""
    here.draft.writers.append(Writer(here.ordinal, kind, target, tuple(branches), effect))


def add_event(here: Here, name: TableName, effect: Effect) -> None:
    """Add the end or the move of a table's content."""
    here.draft.events.append(ContentEvent(here.ordinal, name, effect))


def partitions(scope: Scope, node: object) -> tuple[Partition, ...]:
    """Read a PARTITION clause: static values, and dynamic columns in order."""
    if not isinstance(node, exp.Expr):
        return ()
    here = scope.here
    found = []
    for each in node.expressions:
        if isinstance(each, exp.EQ):
            name = names.column(
                here.draft, each.this.this if isinstance(each.this, exp.Column) else each.this
            )
            where = here.places.of(each.expression)
            found.append(Partition(name, read_value(scope, each.expression, where, -1)))
        else:
            inner = each.this if isinstance(each, (exp.Column, exp.Ordered)) else each
            if isinstance(inner, exp.Identifier):
                found.append(Partition(names.column(here.draft, inner), None))
    return tuple(found)

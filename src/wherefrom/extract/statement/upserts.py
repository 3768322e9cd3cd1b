"""ON CONFLICT and ON DUPLICATE KEY: a match with the rows that are there, and an update of them (method 1.8)."""

from __future__ import annotations

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import Control, ControlKind
from wherefrom.domain.dataset import EdgeKind, Input, NodeKind, Select, Wrap
from wherefrom.domain.expression import ColumnRef, Expression, Form
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Branch, Mapping
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Here, Label, Scope
from wherefrom.extract.query.clauses import read_terms
from wherefrom.extract.query.relations import add_table
from wherefrom.extract.statement.assignments import assigned, items_named, read_assignments


def read_conflict(
    here: Here, conflict: exp.OnConflict, table: exp.Table, proposed: Branch, ctes: dict[str, int]
) -> list[Branch]:
    """Read ON CONFLICT / ON DUPLICATE KEY: a match, and an update over the proposed row."""
    path = here.path("root/conflict")
    scope = Scope(here, path, here.draft.reserve(), None, ctes)
    span = here.span(conflict)
    _proposed(scope, table, proposed, span)
    keys = [names.column(here.draft, assigned(each)) for each in conflict.args.get("conflict_keys") or []]
    alias = scope.inputs[0].alias
    for key in keys:
        terms = tuple(
            Expression(Form.COLUMN, key, span, column=ColumnRef(key, (side,), key))
            for side in (alias, "excluded")
        )
        scope.controls.append(Control(ControlKind.MERGE_MATCH, f"ON CONFLICT ({key})", span, terms))
    if not keys:
        text = "ON DUPLICATE KEY" if conflict.args.get("duplicate") else "ON CONFLICT"
        scope.controls.append(Control(ControlKind.MERGE_MATCH, text, span, ()))
    match = here.put(
        scope.node,
        NodeKind.QUERY_RESULT,
        (path, RESULT),
        Select(tuple(scope.inputs), (), tuple(scope.controls)),
        Label("", span),
    )
    branches = [Branch(match, Mapping.NAME, (), (), brings_rows=False, governs_all=True)]
    given = [_values_call(each) for each in conflict.expressions if isinstance(each, exp.EQ)]
    if given:
        update = Scope(here, here.path("root/conflict"), here.draft.reserve(), None, ctes)
        update.inputs = [*scope.inputs, *_named_rows(update, conflict, proposed)]
        items = read_assignments(update, given)
        where = conflict.args.get("where")
        if where is not None:
            read_terms(update, ControlKind.MERGE_CONDITION, where.this, here.places.clause(where.this))
        body = Select(tuple(update.inputs), tuple(items), tuple(update.controls))
        here.put(update.node, NodeKind.QUERY_RESULT, (update.path, RESULT), body, Label("", span))
        columns = items_named(items)
        branches.append(Branch(update.node, Mapping.NAME, columns, (), brings_rows=False, governs_all=False))
    return branches


def _proposed(scope: Scope, table: exp.Table, proposed: Branch, span: Span) -> None:
    """Add the target and the proposed row as inputs of an upsert."""
    here = scope.here
    name = names.table(here.draft, table)
    called = table.args.get("alias")
    alias = names.alias(here.draft, called.this) if called is not None else name.parts[-1]
    shape = Input(alias, -1, span)
    scope.inputs.append(Input(alias, add_table(here, name, (scope.path, 0), shape), span))
    label = Label("excluded", span, proposed.columns or ())
    wrap = Wrap(proposed.node, EdgeKind.DERIVES)
    row = here.add(NodeKind.DERIVED_QUERY, (here.path(f"{scope.path}/excluded"), RESULT), wrap, label)
    bare = here.draft.facts.name not in _BARE_IS_TARGET
    row_of = name if proposed.columns is None else None
    scope.inputs.append(Input("excluded", row, span, join="INNER", visible=bare, row_of=row_of))


_BARE_IS_TARGET = ("mysql", "sqlite")
"""Dialects in which a bare name never means the proposed row."""


def _named_rows(scope: Scope, conflict: exp.OnConflict, proposed: Branch) -> list[Input]:
    """Return what else MySQL's update may name: the inputs of the SELECT, or the rows by their alias."""
    here = scope.here
    insert = conflict.parent
    source = insert.expression if isinstance(insert, exp.Insert) else None
    if here.draft.facts.name != "mysql" or source is None:
        return []
    node = here.draft.nodes[proposed.node]
    if isinstance(source, exp.Select):
        found = node.body.inputs if node is not None and isinstance(node.body, Select) else ()
        return [replace(each, join=each.join or "COMMA") for each in found]
    called = source.args.get("alias")
    if not isinstance(called, exp.TableAlias) or called.this is None:
        return []
    alias, span = names.alias(here.draft, called.this), here.span(source)
    label = Label(alias, span, names.columns(here.draft, called) or proposed.columns or ())
    wrap = Wrap(proposed.node, EdgeKind.DERIVES)
    row = here.add(NodeKind.DERIVED_QUERY, (here.path(f"{scope.path}/{alias}"), RESULT), wrap, label)
    return [Input(alias, row, span, join="INNER")]


def _values_call(node: exp.Expr) -> exp.Expr:
    """Turn MySQL's ``VALUES(c)`` into a column of the proposed row."""

    def turn(each: exp.Expr) -> exp.Expr:
        if isinstance(each, exp.Anonymous) and each.name.upper() == "VALUES" and each.expressions:
            inner = each.expressions[0]
            if not isinstance(inner, (exp.Identifier, exp.Column)):
                return each
            found = exp.Column(this=assigned(inner).copy(), table=exp.to_identifier("excluded"))
            found.this.meta.update(assigned(inner).meta)
            return found
        return each

    return node.transform(turn)

"""UPDATE, DELETE and MERGE (method 1.5, 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from sqlglot import exp

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import KEPT, Input, Item, NodeKind, Select, Star, Table
from wherefrom.domain.span import Span
from wherefrom.domain.unit import Branch, Effect, Mapping, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Asked, Here, Label, Scope, UnreadableError
from wherefrom.extract.query.clauses import read_terms
from wherefrom.extract.query.queries import read_ctes, read_item
from wherefrom.extract.query.relations import add_table, read_from, read_relation
from wherefrom.extract.statement import returning
from wherefrom.extract.statement.assigning import columns_and_variables, fill_variables
from wherefrom.extract.statement.assignments import (
    input_called,
    items_named,
    pieces_of,
    read_assignments,
    read_pairs,
)
from wherefrom.extract.statement.everyrow import changes_every_row
from wherefrom.extract.statement.targets import add_event, add_target, add_writer, table_of
from wherefrom.extract.statement.through import assigned_through, table_behind, written_through
from wherefrom.extract.statement.writers import read_insert


@dataclass(frozen=True, slots=True)
class Opened:
    """The scope of a changing statement with its inputs, and which of them is the target."""

    scope: Scope
    target: Input
    table: exp.Table


def read_change(here: Here, node: exp.Expr, asked: Asked) -> None:
    """Read a data-modifying statement inside WITH; its RETURNING becomes the CTE's node."""
    if isinstance(node, exp.Insert):
        source = read_insert(here, node, asked.ctes)
        table = table_of(node.this)
        nothing = returning.Changed(exp.Table(this=exp.to_identifier("?")), source)
        changed = returning.inserted(here, table) if table is not None else nothing
    elif isinstance(node, exp.Update):
        changed = read_update(here, node, asked.ctes)
    elif isinstance(node, exp.Delete):
        changed = read_delete(here, node, asked.ctes)
    else:
        changed = read_merge(here, node, asked.ctes)
    clause = node.args.get("returning")
    if clause is None:
        here.put(asked.index, NodeKind.CTE, (asked.path, RESULT), Select((), ()), asked.label)
        return
    returning.read_returning(here, clause, changed, asked.ctes, asked.label, asked.index)


def _open(here: Here, node: exp.Expr, ctes: dict[str, int]) -> Opened:
    """Read the inputs of an UPDATE or DELETE and find its target among them."""
    visible = dict(ctes)
    read_ctes(here, node, Asked("root", ctes=visible), visible)
    scope = Scope(here, here.path("root"), here.draft.reserve(), None, visible)
    table = node.this if isinstance(node.this, exp.Table) else exp.Table(this=exp.to_identifier("?"))
    tables = node.args.get("tables") or []
    wanted = tables[0] if tables else table
    name = names.alias(here.draft, wanted.this) if not wanted.args.get("db") else ""
    if node.args.get("from_") is not None:
        read_from(scope, exp.Select(from_=node.args["from_"]), None)
    found = next((each for each in scope.inputs if name and each.alias == name), None)
    if found is None:
        found = _same_table(scope, wanted)
    if isinstance(node.this, exp.Subquery):
        read_relation(scope, node.this, "")
        found = scope.inputs[0]
    if found is None:
        before = len(scope.inputs)
        read_from(scope, exp.Select(from_=exp.From(this=table)), None)
        found = next((each for each in scope.inputs[before:] if each.alias == name), scope.inputs[before])
    for other in node.args.get("using") or []:
        read_relation(scope, other, "COMMA")
    for join in node.args.get("joins") or []:
        read_from(scope, exp.Select(joins=[join]), None)
    return Opened(scope, found, table)


def _same_table(scope: Scope, wanted: exp.Table) -> Input | None:
    """Find the target among FROM's inputs where it is named, not aliased."""
    draft = scope.here.draft
    logical = names.table(draft, wanted).canonical
    for each in scope.inputs:
        node = draft.nodes[each.node]
        if node is not None and isinstance(node.body, Table) and node.body.name.canonical == logical:
            return each
    return None


def read_update(here: Here, node: exp.Update, ctes: dict[str, int]) -> returning.Changed:
    """Read an UPDATE: the assigned columns are fields of a scope over target and FROM."""
    here.dml += 1
    opened = _open(here, node, ctes)
    scope = opened.scope
    joined = tuple(scope.controls)
    columns, variables = columns_and_variables(node.expressions)
    changes = _by_table(opened, columns)
    target, assignments = changes[0]
    read = tuple(scope.inputs)
    scope.inputs = _as_before(scope, read, [other for other, _ in changes[1:]])
    opened = Opened(scope, target, opened.table)
    items = _set(opened, assignments, node)
    for other, more in changes[1:]:
        beside = Scope(here, here.path("root"), here.draft.reserve(), None, scope.ctes)
        beside.inputs = _as_before(beside, read, [each for each, _ in changes if each is not other])
        beside.controls = list(joined)
        _set(Opened(beside, other, opened.table), more, node)
    if variables:
        fill_variables(scope, _as_before(scope, scope.inputs, [opened.target]), variables)
    output = node.args.get("returning")
    row = _row_after(opened, items, items_named(items), here.span(output)) if output is not None else -1
    changed = returning.Changed(
        _plain(opened), row, None, tuple(each for each in scope.inputs if each is not opened.target)
    )
    returning.read_output(here, node, changed, scope.ctes)
    return changed


def _by_table(opened: Opened, assignments: Sequence[exp.Expr]) -> list[tuple[Input, list[exp.Expr]]]:
    """Return the assignments of a SET by the input they change: MySQL changes several tables at once."""
    found: dict[int, tuple[Input, list[exp.Expr]]] = {}
    for each in assignments:
        column = each.this if isinstance(each, exp.EQ) else None
        named = input_called(opened.scope, column) if isinstance(column, exp.Column) else None
        changed = named or opened.target
        found.setdefault(opened.scope.inputs.index(changed), (changed, []))[1].append(each)
    return list(found.values()) or [(opened.target, [])]


def _as_before(scope: Scope, inputs: Sequence[Input], changed: Sequence[Input]) -> list[Input]:
    """Return inputs of which those that the statement changes beside its target are read as they were before."""
    here, found = scope.here, []
    for each in inputs:
        node = here.draft.nodes[each.node]
        if any(each is other for other in changed) and node is not None and isinstance(node.body, Table):
            place = (here.path(f"{scope.path}/before"), 0)
            body = Table(node.body.name, "read", prior=True)
            before = here.add(NodeKind.EXTERNAL_TABLE, place, body, Label(node.name, node.span))
            found.append(replace(each, node=before))
        else:
            found.append(each)
    return found


def _set(opened: Opened, assignments: Sequence[exp.Expr], node: exp.Update) -> list[Item | Star]:
    """Add the writer of an UPDATE's assignments to one table; return them by the names of its columns."""
    scope = opened.scope
    here = scope.here
    where = node.args.get("where")
    if where is not None:
        read_terms(scope, ControlKind.WHERE, where.this, here.places.clause(where.this))
    items = read_assignments(scope, assignments)
    table, items = written_through(here.draft, opened.target.node, items)
    changed, written = assigned_through(here.draft, table, items)
    body = Select(tuple(scope.inputs), tuple(written), tuple(scope.controls))
    here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label("", here.whole()))
    target = add_target(here, changed, opened.target.span)
    branch = Branch(scope.node, Mapping.NAME, items_named(written), (), brings_rows=False, governs_all=False)
    whole = changes_every_row(scope, opened.table, node) and _is_table(opened)
    add_writer(here, WriterKind.UPDATE, target, [branch], Effect.SET_ALL if whole else Effect.CHANGE)
    return items


def _is_table(opened: Opened) -> bool:
    node = opened.scope.here.draft.nodes[opened.target.node]
    views = opened.scope.here.draft.views
    return node is not None and isinstance(node.body, Table) and node.body.name.canonical not in views


def _plain(opened: Opened) -> exp.Table:
    """Return the target table as it is called in its statement, for OUTPUT and RETURNING."""
    table = opened.table
    if table.args.get("alias") is None and opened.target.alias:
        node = opened.scope.here.draft.nodes[opened.target.node]
        if node is not None and isinstance(node.body, Table):
            parts = node.body.name.written.split(".")
            keys = ("catalog", "db", "this")[-len(parts) :] if len(parts) <= 3 else ("this",)
            built = exp.Table(
                **{k: exp.to_identifier(v) for k, v in zip(keys, parts[-len(keys) :], strict=True)}
            )
            built.set("alias", exp.TableAlias(this=exp.to_identifier(opened.target.alias)))
            return built
    return table


def _row_after(opened: Opened, items: list[Item | Star], columns: tuple[str, ...], span: Span) -> int:
    """Add the row as it is after an UPDATE: assigned columns, the rest as before."""
    scope = opened.scope
    here = scope.here
    node = here.draft.nodes[opened.target.node]
    if node is None or not isinstance(node.body, Table):
        return scope.node
    path = here.path("root/after")
    before = here.add(
        NodeKind.EXTERNAL_TABLE, (path, 0), Table(node.body.name, "read", prior=True), Label(node.name, span)
    )
    inputs = _over(scope.inputs, opened.target, before, span)
    body = Select(inputs, (*items, Star((KEPT,), span, columns)), tuple(scope.controls))
    return here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))


def _over(inputs: Sequence[Input], target: Input, before: int, span: Span) -> tuple[Input, ...]:
    """Return a statement's inputs for the row it leaves: the target is read as it was before.

    What the row keeps is taken from a hidden input of the same content.
    """
    read = tuple(replace(each, node=before) if each is target else each for each in inputs)
    return (*read, Input(KEPT, before, span, join="COMMA"))


def read_delete(here: Here, node: exp.Delete, ctes: dict[str, int]) -> returning.Changed:
    """Read a DELETE: it ends or reduces content and writes no value."""
    here.dml += 1
    opened = _open(here, node, ctes)
    scope = opened.scope
    where = node.args.get("where")
    if where is not None:
        read_terms(scope, ControlKind.WHERE, where.this, here.places.clause(where.this))
    body = Select(tuple(scope.inputs), (), tuple(scope.controls))
    here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label("", here.whole()))
    logical = here.draft.nodes[opened.target.node]
    if logical is not None and isinstance(logical.body, Table):
        name = logical.body.name
        here.add(
            NodeKind.COMMAND_TARGET,
            (here.path("root/delete"), 0),
            Table(name, "target"),
            Label(name.canonical, here.whole()),
        )
        if changes_every_row(scope, opened.table, node) and name.canonical not in here.draft.views:
            add_event(here, name, Effect.CLEAR)
    others = tuple(each for each in scope.inputs if each is not opened.target)
    changed = returning.Changed(_plain(opened), -1, None, others, opened.target.node, scope.node)
    returning.read_output(here, node, changed, scope.ctes)
    return changed


def read_merge(here: Here, node: exp.Expr, ctes: dict[str, int]) -> returning.Changed:
    """Read a MERGE: the match governs all fields, each WHEN only those it assigns."""
    here.dml += 1
    visible = dict(ctes)
    read_ctes(here, node, Asked("root", ctes=visible), visible)
    table = table_of(node.this) or exp.Table(this=exp.to_identifier("?"))
    name = names.table(here.draft, table)
    match = Scope(here, here.path("root"), here.draft.reserve(), None, visible)
    called = table.args.get("alias")
    alias = names.alias(here.draft, called.this) if called is not None else name.parts[-1]
    span = here.span(table)
    shape = Input(alias, -1, span)
    query = visible.get(_bare(here, table), -1) if here.draft.facts.name == "tsql" else -1
    if query >= 0:
        name = table_behind(here.draft, query)
        if node.args.get("returning") is not None:
            raise UnreadableError("it changes a CTE and gives back its rows")
    read = query if query >= 0 else add_table(here, name, (match.path, 0), shape)
    match.inputs.append(Input(alias, read, span))
    read_relation(match, node.args["using"], "INNER")
    on = node.args.get("on")
    if on is not None:
        read_terms(match, ControlKind.MERGE_MATCH, on, here.places.clause(on))
    target = add_target(here, name, span)
    branches = [Branch(match.node, Mapping.NAME, (), (), brings_rows=False, governs_all=True)]
    rows: list[int] = []
    whens = node.args.get("whens")
    for when in whens.expressions if whens is not None else node.expressions:
        branch = _when(match, when, rows, node.args.get("returning"))
        if branch is not None:
            branches.append(branch)
    body = Select(tuple(match.inputs), (), tuple(match.controls))
    here.put(match.node, NodeKind.QUERY_RESULT, (match.path, RESULT), body, Label("", here.whole()))
    add_writer(here, WriterKind.MERGE, target, branches, Effect.CHANGE)
    row = returning.union_rows(here, rows, here.whole()) if rows else -1
    changed = returning.Changed(table, row, None, tuple(match.inputs[1:]))
    returning.read_output(here, node, changed, visible)
    return changed


def _bare(here: Here, table: exp.Table) -> str:
    """Return a table's name as a CTE of that name would have it; empty for a name with a schema."""
    return "" if table.args.get("db") else names.alias(here.draft, table.this)


def _when(match: Scope, when: exp.Expr, rows: list[int], output: exp.Expr | None) -> Branch | None:
    """Read one WHEN; a DELETE's conditions govern all fields and go to the match.

    Where the statement has an OUTPUT, the row the WHEN leaves is added to ``rows``.
    """
    here = match.here
    then = when.args.get("then")
    test = when.args.get("condition")
    if not isinstance(then, (exp.Update, exp.Insert)):
        if test is not None and isinstance(then, exp.Var) and then.name.upper() == "DELETE":
            read_terms(match, ControlKind.MERGE_CONDITION, test, here.places.clause(test))
        return None
    scope = Scope(here, here.path("root/when"), here.draft.reserve(), None, match.ctes)
    scope.inputs = _within_reach(match.inputs, when)
    if test is not None:
        read_terms(scope, ControlKind.MERGE_CONDITION, test, here.places.clause(test))
    where = then.args.get("where")
    if where is not None:
        read_terms(scope, ControlKind.MERGE_CONDITION, where.this, here.places.clause(where.this))
    inserts = isinstance(then, exp.Insert)
    items = _inserted(scope, then) if isinstance(then, exp.Insert) else _assigned(scope, then)
    _, items = written_through(here.draft, match.inputs[0].node, items)
    span = here.span(when)
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label("", span))
    columns = items_named(items)
    if output is not None:
        rows.append(_merged_row(scope, match, items, here.span(output), inserts=inserts))
    if inserts and not then.args.get("this"):
        by_name = any(isinstance(item, Star) for item in items)
        mapping = Mapping.NAME if by_name else Mapping.POSITION
        return Branch(scope.node, mapping, None, (), brings_rows=True, governs_all=False)
    return Branch(scope.node, Mapping.NAME, columns or None, (), brings_rows=inserts, governs_all=False)


def _within_reach(inputs: Sequence[Input], when: exp.Expr) -> list[Input]:
    """Return a MERGE's inputs for a WHEN: a bare name is never of the side that has no row there."""
    if when.args.get("matched"):
        return list(inputs)
    missing = range(1, len(inputs)) if when.args.get("source") else range(1)
    return [replace(each, visible=at not in missing) for at, each in enumerate(inputs)]


def _assigned(scope: Scope, then: exp.Update) -> list[Item | Star]:
    items = read_assignments(scope, then.expressions)
    return items or [Star((scope.inputs[1].alias,), scope.here.span(then))]


def _inserted(scope: Scope, then: exp.Insert) -> list[Item | Star]:
    """Read INSERT (a, b) VALUES (x, y) of a WHEN: items named after the listed columns."""
    here = scope.here
    listed = then.this.expressions if isinstance(then.this, (exp.Tuple, exp.Schema)) else []
    values = then.expression
    if isinstance(values, exp.Values):
        values = values.expressions[0]
    cells = (
        values.expressions
        if isinstance(values, exp.Tuple)
        else [values]
        if isinstance(values, exp.Expr)
        else []
    )
    if not cells or (len(cells) == 1 and isinstance(cells[0], exp.Var)):
        return [Star((scope.inputs[1].alias,), here.span(then))]
    if listed:
        return read_pairs(scope, listed, cells, 0)
    exact = pieces_of(scope, cells)
    return [read_item(scope, cell, exact[at], at) for at, cell in enumerate(cells)]


def _merged_row(scope: Scope, match: Scope, items: list[Item | Star], span: Span, *, inserts: bool) -> int:
    """Add the row a WHEN leaves, for OUTPUT: assigned columns, in an UPDATE the rest as before."""
    here = scope.here
    controls = (*match.controls, *scope.controls)
    path = here.path("root/after")
    if inserts:
        body = Select(tuple(scope.inputs), tuple(items), controls)
        return here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))
    table = here.draft.nodes[match.inputs[0].node]
    assert table is not None
    assert isinstance(table.body, Table)  # a MERGE has a table for its target
    before = here.add(
        NodeKind.EXTERNAL_TABLE,
        (path, 0),
        Table(table.body.name, "read", prior=True),
        Label(table.name, span),
    )
    inputs = _over(scope.inputs, scope.inputs[0], before, span)
    body = Select(inputs, (*items, Star((KEPT,), span, items_named(items))), controls)
    return here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))

"""INSERT, CREATE … AS, SELECT INTO and the commands that fill a table whole (method 1.5)."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star, TableFunction
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Branch, Effect, Mapping, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Asked, Here, Label, Scope
from wherefrom.extract.query.conditions import condition
from wherefrom.extract.query.queries import read_ctes, read_query
from wherefrom.extract.query.relations import add_table
from wherefrom.extract.query.values import read_value
from wherefrom.extract.statement import returning, upserts
from wherefrom.extract.statement.calls import read_call
from wherefrom.extract.statement.recordrows import read_record_row
from wherefrom.extract.statement.targets import (
    add_event,
    add_target,
    add_writer,
    listed,
    partitions,
    table_of,
)
from wherefrom.extract.statement.through import inserted_through, remember_view
from wherefrom.extract.text.longlists import is_values
from wherefrom.extract.tree.frames import Range


def read_insert(here: Here, node: exp.Insert, ctes: dict[str, int] | None = None) -> int:
    """Read an INSERT; return the node of its source, or -1 for one without a query."""
    here.dml += 1
    visible = dict(ctes or {})
    asked = Asked("root", ctes=visible)
    read_ctes(here, node, asked, visible)
    source = node.expression or _whole_table(node) or _listed_values(here, node)
    index = -1
    called = node.meta.get("exec")
    if called is not None:
        name, dynamic, found, written = called
        index = _executed(here, name, found, dynamic=dynamic)
        if written and not dynamic:
            read_call(here, written)
    elif source is not None:
        index = read_record_row(here) if isinstance(source, exp.Values) else -1
        if index < 0:
            index = read_query(here, source, Asked(here.path("root"), ctes=visible))
    table = table_of(node.this)
    if table is None:
        return index
    fill(here, node, table, index, visible)
    return index


def _whole_table(node: exp.Insert) -> exp.Select | None:
    """Return what ``INSERT INTO t TABLE s`` reads where the parser keeps the table only: every column of it."""
    table = node.args.get("source")
    if not isinstance(table, exp.Table):
        return None
    return exp.Select(expressions=[exp.Star()], from_=exp.From(this=table))


def _listed_values(here: Here, node: exp.Insert) -> exp.Values | None:
    """Return what Teradata's ``INS t (1, 'x')`` gives: in its list stand values, and no word says so."""
    listed = node.this
    if here.draft.facts.name != "teradata" or not isinstance(listed, exp.Schema) or not listed.expressions:
        return None
    node.set("this", listed.this)
    return exp.Values(expressions=[exp.Tuple(expressions=listed.expressions)])


def _executed(here: Here, name: str, found: tuple[int, int], *, dynamic: bool) -> int:  # a fact
    """Add the rows that a called procedure gives."""
    span = here.places.span(found)
    body = TableFunction(name.lower(), (), known=False, dynamic=dynamic)
    return here.add(NodeKind.TABLE_FUNCTION, (here.path("root"), RESULT), body, Label(name.lower(), span))


def fill(here: Here, node: exp.Insert, table: exp.Table, source: int, ctes: dict[str, int]) -> None:
    """Add the writer of an INSERT whose source was read."""
    name, columns = names.table(here.draft, table), listed(here, node.this)
    conflict = node.args.get("conflict")
    if conflict is None and node.args.get("returning") is None:  # both name the columns of the view
        name, columns = inserted_through(here.draft, name, columns)
    target = add_target(here, name, here.span(table))
    scope = Scope(here, "root", source, None, ctes)
    split = partitions(scope, table.args.get("partition") or node.args.get("partition"))
    if source < 0:
        span = here.whole()
        source = here.add(NodeKind.QUERY_RESULT, (here.path("root"), RESULT), Select((), ()), Label("", span))
        columns = columns or ()
    mapping = Mapping.NAME if node.args.get("by_name") else Mapping.POSITION
    branches = [Branch(source, mapping, columns, split)]
    overwrite = bool(node.args.get("overwrite"))
    if conflict is not None:
        branches.extend(upserts.read_conflict(here, conflict, table, branches[0], ctes))
    kind = WriterKind.INSERT_OVERWRITE if overwrite else WriterKind.INSERT_INTO
    effect = Effect.OVERWRITE if overwrite and not split else Effect.APPEND
    add_writer(here, kind, target, branches, effect)
    returning.read_output(here, node, returning.inserted(here, table), ctes)


def read_multi_insert(here: Here, node: exp.MultitableInserts) -> None:
    """Read Hive's FROM … INSERT … INSERT, and INSERT ALL."""
    source = node.args["source"]
    visible: dict[str, int] = {}
    read_ctes(here, node, Asked("root", ctes=visible), visible)
    conditional: list[exp.Expr] = []
    tests: list[exp.Expr] = []
    for each in node.expressions:
        insert = each.this if isinstance(each, exp.ConditionalInsert) else each
        if not isinstance(insert, exp.Insert):
            continue
        here.dml += 1
        select = insert.expression
        if isinstance(select, exp.Select) and select.args.get("from_") is None:
            select.set("from_", exp.From(this=source.copy()))
            _keep_places(source, select.args["from_"].this)
            table = table_of(insert.this)
            index = read_query(here, select, Asked(here.path("root"), ctes=visible))
        else:
            table = table_of(insert.this)
            tests = _asked(node, each, tests, conditional)
            index = _insert_all(here, insert, source, tests, visible)
        if table is not None:
            fill(here, insert, table, index, {})


def _asked(
    node: exp.MultitableInserts, branch: exp.Expr, before: list[exp.Expr], conditional: list[exp.Expr]
) -> list[exp.Expr]:
    """Return the conditions of one INTO: its WHEN's, which may have several; FIRST leaves it what no WHEN before took."""
    test = branch.args.get("expression") if isinstance(branch, exp.ConditionalInsert) else None
    earlier = list(conditional)
    if test is not None:
        conditional.append(test)
        return [*earlier, test] if str(node.args.get("kind") or "").upper() == "FIRST" else [test]
    return earlier if branch.args.get("else_") else before


def _keep_places(original: exp.Expr, copied: exp.Expr) -> None:
    for one, other in zip(original.walk(), copied.walk(), strict=True):
        other.meta.update(one.meta)


def _insert_all(
    here: Here, insert: exp.Insert, source: exp.Expr, tests: list[exp.Expr], ctes: dict[str, int]
) -> int:
    """Read one INTO of INSERT ALL: its values stand over the rows of the common query."""
    path = here.path("root/into")
    scope = Scope(here, path, here.draft.reserve(), None, {})
    row = read_query(here, source, Asked(here.path("root/source"), NodeKind.DERIVED_QUERY, ctes=ctes))
    scope.inputs.append(Input("", row, here.span(source)))
    for test in tests:
        condition(scope, ControlKind.MERGE_CONDITION, (test,), here.places.clause(test))
    items: list[Item | Star] = []
    values = insert.expression
    cells = values.expressions[0].expressions if isinstance(values, exp.Values) else None
    if cells is None:
        items.append(Star((), here.span(insert)))
    else:
        for at, (cell, found) in enumerate(zip(cells, _placed(here, insert.this, cells), strict=True)):
            items.append(
                Item(cell.alias_or_name.lower(), read_value(scope, cell, found, at), here.places.span(found))
            )
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    return here.put(scope.node, NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", here.span(insert)))


def _placed(here: Here, target: exp.Expr, cells: list[exp.Expr]) -> list[Range]:
    """Return the tokens of each value of an INTO: its VALUES are the first behind its table.

    The parser keeps no place of NULL, TRUE or a clock without brackets.
    """
    places = here.places
    at = places.of(target)[1] + 1
    while at < places.whole[1] and not is_values(places.tokens[at]):
        at += 1
    opening = at + 1
    inside = (opening + 1, places.closing(opening) - 1)
    pieces = places.divide(inside, TokenType.COMMA) if opening < places.whole[1] else []
    return pieces if len(pieces) == len(cells) else [places.of(cell) for cell in cells]


def read_create(here: Here, node: exp.Create) -> int:
    """Read CREATE TABLE AS, CREATE VIEW and CLONE; plain DDL is read elsewhere. Return the query's node, -1 for none."""
    table = table_of(node.this)
    if table is None:
        return -1
    temporary = is_temporary(node)
    is_view = str(node.args.get("kind") or "").upper() == "VIEW"
    visible: dict[str, int] = {}
    clone = node.args.get("clone")
    if clone is not None:
        copied = clone.this
        name = names.table(here.draft, table, written=temporary)
        copy_table(here, WriterKind.CLONE, names.table(here.draft, copied), name, Effect.OVERWRITE)
        return -1
    read_ctes(here, node, Asked("root", ctes=visible), visible)
    source = read_query(here, node.expression, Asked(here.path("root"), ctes=visible))
    name = names.table(here.draft, table, written=temporary)
    into = _to_table(node)
    if into is not None:
        stored = names.table(here.draft, into)
        target = add_target(here, stored, here.span(into))
        add_writer(here, WriterKind.INSERT_INTO, target, [Branch(source, Mapping.NAME)], Effect.APPEND)
        return source
    kind = NodeKind.VIEW if is_view else NodeKind.PHYSICAL_TABLE
    target = add_target(here, name, here.span(table), kind)
    columns = None if lists_beside(here, node) else listed(here, node.this)
    mapping = Mapping.POSITION if columns else Mapping.NAME
    effect = Effect.APPEND if node.args.get("exists") else Effect.OVERWRITE
    if is_view and not _keeps_rows(node):
        remember_view(here.draft, name, source, columns or ())
    writer = WriterKind.CREATE_VIEW if is_view else WriterKind.CREATE_TABLE_AS
    add_writer(here, writer, target, [Branch(source, mapping, columns)], effect)
    if is_view and _is_filled(here, node):
        add_event(here, name, Effect.REFRESH)
    return source


def _keeps_rows(node: exp.Create) -> bool:
    """Whether a view is materialized: it has rows of its own."""
    properties = node.args.get("properties")
    found = properties.expressions if properties is not None else []
    return any(isinstance(each, exp.MaterializedProperty) for each in found)


def _is_filled(here: Here, node: exp.Create) -> bool:
    """Whether a view is materialized, keeps its rows until it is refreshed, and is filled as it is made."""
    properties = node.args.get("properties")
    found = properties.expressions if properties is not None else []
    fresh = any(
        isinstance(each, exp.AutoRefreshProperty) and each.this.name.upper() == "YES" for each in found
    )
    last = [token.text.upper() for token in here.places.tokens[-3:]]
    if not here.draft.facts.stored_views or fresh or not _keeps_rows(node):
        return False
    return last != ["WITH", "NO", "DATA"]


def lists_beside(here: Here, node: exp.Create) -> bool:
    """Whether a CREATE … AS lists columns beside those of its query: MySQL's tables have both, and match them by name."""
    given = node.this.expressions if isinstance(node.this, exp.Schema) else []
    return here.draft.facts.name == "mysql" and any(isinstance(each, exp.ColumnDef) for each in given)


def is_temporary(node: exp.Create) -> bool:
    """Whether a CREATE makes a session-scoped table or view."""
    properties = node.args.get("properties")
    found = properties.expressions if properties is not None else []
    return any(
        isinstance(each, (exp.TemporaryProperty, exp.VolatileProperty))
        or (isinstance(each, exp.StabilityProperty) and each.name == "VOLATILE")  # behind MULTISET or SET
        for each in found
    )


def _to_table(node: exp.Create) -> exp.Table | None:
    properties = node.args.get("properties")
    for each in properties.expressions if properties is not None else []:
        if isinstance(each, exp.ToTableProperty):
            return each.this if isinstance(each.this, exp.Table) else None
    return None


def read_cache(here: Here, node: exp.Cache) -> None:
    """Read CACHE TABLE … AS: a script-local name."""
    table = table_of(node.this)
    if table is None or node.expression is None:
        return
    source = read_query(here, node.expression, Asked(here.path("root")))
    name = names.table(here.draft, table, written=True)
    target = add_target(here, name, here.span(table))
    add_writer(here, WriterKind.CREATE_TABLE_AS, target, [Branch(source, Mapping.NAME)], Effect.OVERWRITE)


def read_select_into(here: Here, into: exp.Into, source: int) -> None:
    """Add the writer of SELECT … INTO a table."""
    table = table_of(into.this)
    if table is None:
        return
    name = names.table(here.draft, table, written=bool(into.args.get("temporary")))
    target = add_target(here, name, here.span(table))
    add_writer(here, WriterKind.SELECT_INTO, target, [Branch(source, Mapping.NAME)], Effect.OVERWRITE)


def copy_table(here: Here, kind: WriterKind, source: TableName, target: TableName, effect: Effect) -> None:
    """Add an identity writer: RENAME, CLONE, SWAP."""
    span = here.whole()
    path = here.path("root")
    shape = Input(source.parts[-1], -1, span)
    read = add_table(here, source, (path, 0), shape)
    body = Select((Input(source.parts[-1], read, span),), (Star((), span),))
    index = here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))
    written = add_target(here, target, span)
    add_writer(here, kind, written, [Branch(index, Mapping.NAME)], effect)

"""DDL as schema evidence: CREATE TABLE, DROP, RENAME, TRUNCATE (method 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from wherefrom.domain.dataset import Item, NodeKind, Select, Table
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, Effect, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, TARGET, Here, Label, Scope
from wherefrom.extract.query import functions
from wherefrom.extract.query.spelling import LONGEST_TYPE, spelled_in_column
from wherefrom.extract.query.values import read_value
from wherefrom.extract.statement.targets import add_event, table_of
from wherefrom.extract.statement.writers import copy_table, is_temporary
from wherefrom.extract.tree.frames import Range


def read_create_table(here: Here, node: exp.Create, pattern: exp.Table | None = None) -> None:
    """Read CREATE TABLE without a query: columns, keys, partitions, LIKE.

    Args:
        here: Its statement.
        node: The statement's tree.
        pattern: A table whose columns it has, named outside the list; None where LIKE names it, or nothing.
    """
    table = table_of(node.this)
    if table is None:
        return
    name = names.table(here.draft, table, written=is_temporary(node))
    given = node.this.expressions if isinstance(node.this, exp.Schema) else []
    placed: Sequence[Range | None] = here.places.listed_behind(table, len(given)) or [None] * len(given)
    properties = node.args.get("properties")
    extra = properties.expressions if properties is not None else []
    here.add(
        NodeKind.TEMP_TABLE if name.temporary else NodeKind.PHYSICAL_TABLE,
        ("root", TARGET),
        Table(name, "target"),
        Label(name.canonical, here.span(table)),
    )
    here.targets.append(name.canonical)
    only = bool(node.args.get("exists"))
    like = next((each for each in [*given, *extra] if isinstance(each, exp.LikeProperty)), None)
    pattern = like.this if like is not None and isinstance(like.this, exp.Table) else pattern
    if pattern is not None:
        copied = names.table(here.draft, pattern)
        add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.LIKE, like=copied, only_if_absent=only))
        own = _columns(here, given, placed)
        if own:
            add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.ADD, own))
        return
    columns = list(_columns(here, given, placed))
    partitioned: list[str] = []
    for each in extra:
        if isinstance(each, exp.PartitionedByProperty) and isinstance(each.this, exp.Schema):
            partitioned.extend(_partition(here, definition, columns) for definition in each.this.expressions)
    keys = tuple(key for each in given if (key := _key(here, each)))
    keys += tuple((names.column(here.draft, each.this),) for each in given if _is_key(each))
    if columns:
        add_ddl(
            here,
            Ddl(
                here.ordinal,
                here.whole(),
                name,
                DdlChange.CREATE,
                tuple(columns),
                partitioned=tuple(partitioned),
                keys=keys,
                only_if_absent=only,
            ),
        )


def read_list_beside(here: Here, node: exp.Create, source: int) -> None:
    """Read the columns of MySQL's ``CREATE TABLE t (a int) SELECT …``: those only listed, then the query's.

    Where not all columns of the query are known by name, the statement says nothing of the table's.
    """
    table, query = table_of(node.this), here.draft.nodes[source]
    if table is None or query is None or not isinstance(query.body, Select):
        return
    given = [each.name for each in query.body.items if isinstance(each, Item) and each.name]
    if len(given) < len(query.body.items) or len(set(given)) < len(given):
        return
    stated = [read_column(here, each) for each in node.this.expressions if isinstance(each, exp.ColumnDef)]
    typed = {each.name: each for each in stated}
    columns = [each for each in stated if each.name not in given]
    columns += [typed.get(each) or ColumnDefinition(each) for each in given]
    name = names.table(here.draft, table, written=is_temporary(node))
    only = bool(node.args.get("exists"))
    add_ddl(
        here, Ddl(here.ordinal, here.whole(), name, DdlChange.CREATE, tuple(columns), only_if_absent=only)
    )


def add_ddl(here: Here, ddl: Ddl) -> None:
    """Add a step of schema evidence."""
    here.draft.ddl.append(ddl)


def _partition(here: Here, node: exp.Expr, columns: list[ColumnDefinition]) -> str:
    """Return a partition column's name; one with a type is a column of its own, last in order."""
    if isinstance(node, exp.ColumnDef):
        made = read_column(here, node)
        if made.name not in {each.name for each in columns}:
            columns.append(made)
        return made.name
    inner = node.this if isinstance(node, exp.Column) else node
    return names.column(here.draft, inner)


def _is_key(node: exp.Expr) -> bool:
    if not isinstance(node, exp.ColumnDef):
        return False
    kinds = (exp.PrimaryKeyColumnConstraint, exp.UniqueColumnConstraint)
    return any(isinstance(each.args.get("kind"), kinds) for each in node.args.get("constraints") or [])


def _key(here: Here, node: exp.Expr) -> tuple[str, ...]:
    """Return the columns of a table-level key; empty for anything else."""
    if isinstance(node, exp.Constraint):
        return next((key for each in node.expressions if (key := _key(here, each))), ())
    if not isinstance(node, (exp.PrimaryKey, exp.UniqueColumnConstraint)):
        return ()
    given = node.expressions or (node.this.expressions if isinstance(node.this, exp.Schema) else [])
    found = []
    for each in given:
        inner = each
        while isinstance(inner, (exp.Ordered, exp.Column)):
            inner = inner.this
        if isinstance(inner, exp.Identifier):
            found.append(names.column(here.draft, inner))
    return tuple(found)


def _columns(
    here: Here, given: Sequence[exp.Expr], placed: Sequence[Range | None]
) -> tuple[ColumnDefinition, ...]:
    """Read the columns among the entries of a list, whose tokens are known or not."""
    return tuple(
        read_column(here, each, found)
        for each, found in zip(given, placed, strict=True)
        if isinstance(each, exp.ColumnDef)
    )


def read_column(here: Here, node: exp.ColumnDef, found: Range | None = None) -> ColumnDefinition:
    """Read a column's definition; where its tokens are not known, it reaches as far as the parser placed it."""
    places = here.places
    kind = node.args.get("kind")
    if found is not None and places.tokens[found[0]].start != places.start(node.this):
        found = None
    named = found or places.of(node.this)
    whole = places.span(found or places.of(node))
    text = places.slice(found or (named[0], min(named[1] + LONGEST_TYPE, places.whole[1])))
    stated = spelled_in_column(text, kind, functions.dialect_name(here))
    nullable: bool | None = None
    default: Expression | None = None
    computed: Expression | None = None
    for each in node.args.get("constraints") or []:
        constraint = each.args.get("kind")
        if isinstance(constraint, exp.NotNullColumnConstraint):
            nullable = bool(constraint.args.get("allow_null"))
        elif isinstance(constraint, exp.PrimaryKeyColumnConstraint):
            nullable = False
        elif isinstance(constraint, exp.DefaultColumnConstraint):
            default = _computed(here, constraint.this, named[0])
        elif isinstance(
            constraint, (exp.GeneratedAsIdentityColumnConstraint, exp.AutoIncrementColumnConstraint)
        ):
            default = Expression(Form.GENERATED, "IDENTITY", whole, function="IDENTITY")
        elif isinstance(constraint, exp.ComputedColumnConstraint):
            computed = _computed(here, constraint.this, named[0])
    if stated.upper().endswith("SERIAL"):
        default = Expression(Form.GENERATED, "NEXTVAL", whole, function="NEXTVAL")
    name = names.column(here.draft, node.this)
    return ColumnDefinition(name, stated, nullable, default, computed, whole)


def _computed(here: Here, node: exp.Expr, first: int) -> Expression:
    """Read an expression over the columns of its own row; ``first`` is the token that names its column."""
    found, whole = here.places.of(node), here.places.whole
    if found == whole:  # the parser keeps no place of it
        found = (first, whole[1])
    return read_value(Scope(here, "root", -1, None, {}), node, found, -1)


def renamed(here: Here, old: TableName, new: exp.Table) -> TableName:
    """Return the name behind RENAME TO: one without a schema stays in the old one's."""
    found = names.table(here.draft, new)
    if len(found.parts) < len(old.parts) or found.defaulted:
        last = found.parts[-1]
        return TableName((*old.parts[:-1], last), found.written, found.placeholders, temporary=old.temporary)
    return found


def rename_table(here: Here, old: TableName, new: exp.Table) -> None:
    """Read RENAME TO."""
    copy_table(here, WriterKind.RENAME, old, renamed(here, old, new), Effect.OVERWRITE)
    add_event(here, old, Effect.MOVE)


def read_drop(here: Here, node: exp.Drop) -> None:
    """Read DROP TABLE and DROP VIEW: the content ends."""
    if str(node.args.get("kind") or "").upper() not in ("TABLE", "VIEW", "MATERIALIZED VIEW"):
        return
    given = list(node.args.get("tables") or []) or [node.this]
    for each in given:
        if isinstance(each, exp.Table):
            name = names.table(here.draft, each)
            here.targets.append(name.canonical)
            add_event(here, name, Effect.CLEAR)
            add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.DROP_TABLE))


def read_truncate(here: Here, node: exp.Expr) -> None:
    """Read TRUNCATE: the content ends."""
    here.dml += 1
    for each in node.expressions or [node.this]:
        table = table_of(each)
        if table is not None:
            name = names.table(here.draft, table)
            here.targets.append(name.canonical)
            here.add(
                NodeKind.COMMAND_TARGET,
                (here.path("root/truncate"), RESULT),
                Table(name, "target"),
                Label(name.canonical, here.whole()),
            )
            if not (each.args.get("partition") or node.args.get("partition") or each.args.get("only")):
                add_event(here, name, Effect.CLEAR)

"""ALTER TABLE and ALTER VIEW: what becomes of the columns, and of the table's name (method 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import structs
from sqlglot import exp

from wherefrom.domain.names import TableName
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, Effect, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import Here
from wherefrom.extract.statement.ddl import add_ddl, key_of, read_column, rename_table
from wherefrom.extract.statement.targets import table_of
from wherefrom.extract.statement.writers import copy_table
from wherefrom.extract.tree.alterations import FILLS


def read_alter(here: Here, node: exp.Alter) -> bool:
    """Read ALTER TABLE; return whether every action was understood."""
    table = table_of(node.this)
    if table is None or str(node.args.get("kind") or "").upper() not in ("TABLE", "VIEW", ""):
        return True
    name = names.table(here.draft, table)
    here.targets.append(name.canonical)
    column = _renamed_column(node)
    if column is not None:
        rename_column(here, name, *column)
        return True
    pairs = [pair for action in node.args.get("actions") or [] if (pair := _pair(action)) is not None]
    apart = here.draft.facts.name == "mysql" and not _named(here, pairs, 0).isdisjoint(_named(here, pairs, 1))
    if apart:  # one statement's names change all at once
        for old, new in pairs:
            rename_column(here, name, old, _meanwhile(new))
    understood = True
    for action in node.args.get("actions") or []:
        understood &= _action(here, name, action, _meanwhile if apart else None)
    return understood


def _pair(action: exp.Expr) -> tuple[exp.Expr, exp.Expr] | None:
    """Return the old and the new name of a column that an action renames."""
    if isinstance(action, exp.RenameColumn):
        return action.this.this, action.args["to"].this
    if isinstance(action, exp.ModifyColumn) and action.args.get("rename_from") is not None:
        return action.args["rename_from"], action.this.this
    if isinstance(action, exp.AlterColumn) and action.args.get("rename_to") is not None:
        return action.this, action.args["rename_to"]
    return None


def _named(here: Here, pairs: list[tuple[exp.Expr, exp.Expr]], at: int) -> set[str]:
    return {names.column(here.draft, pair[at]) for pair in pairs}


def _meanwhile(name: exp.Expr) -> exp.Identifier:
    """Return a name that no column has, for one whose new name another still has."""
    return exp.Identifier(this=f"{name.name}\x00", quoted=True)


def _renamed_column(node: exp.Alter) -> tuple[exp.Expr, exp.Expr] | None:
    """Return the names of ``RENAME a TO b``, where the word COLUMN is left out; None for RENAME TO b.

    The parser takes the first name for a table's and what follows for an option.
    """
    action = next(iter(node.args.get("actions") or ()), None)
    option = next(
        (each for each in node.args.get("options") or () if isinstance(each, exp.ToTableProperty)), None
    )
    if option is None or not isinstance(action, exp.AlterRename):
        return None
    return action.this.this, option.this.this


def rename_column(here: Here, table: TableName, old: exp.Expr, new: exp.Expr) -> None:
    """Add the step that gives a column another name."""
    pair = (names.column(here.draft, old), names.column(here.draft, new))
    add_ddl(here, Ddl(here.ordinal, here.whole(), table, DdlChange.RENAME, rename=pair))


def _action(
    here: Here, name: TableName, action: exp.Expr, called: Callable[[exp.Expr], exp.Expr] | None
) -> bool:
    """Read one action; ``called`` gives the name that a renamed column has by now, where it is not the old one."""
    pair = _pair(action)
    if pair is not None:
        old, new = pair
        rename_column(here, name, called(new) if called is not None else old, new)
    if isinstance(action, exp.AlterRename) and isinstance(action.this, exp.Table):
        rename_table(here, name, action.this)
    elif isinstance(action, exp.SwapTable) and isinstance(action.this, exp.Table):
        other = names.table(here.draft, action.this)
        copy_table(here, WriterKind.RENAME, name, other, Effect.OVERWRITE)
        copy_table(here, WriterKind.RENAME, other, name, Effect.OVERWRITE)
    else:
        _of_columns(here, name, action)
    return not isinstance(action, exp.Command) and _is_named(action)


def _of_columns(here: Here, name: TableName, action: exp.Expr) -> None:
    """Read an action that changes the column list, or a column's definition."""
    if isinstance(action, exp.ColumnDef) and _is_named(action) and not _is_constraint(action):
        _added(here, name, (action,))
    elif isinstance(action, exp.Schema):
        _added(here, name, _definitions(action))
    elif isinstance(action, exp.ModifyColumn):
        anew = DdlChange.SET if here.draft.facts.name == "oracle" else DdlChange.ALTER
        _changed(here, name, anew, [_placed(here, action.this)])
    elif isinstance(action, exp.AlterColumn):
        _stated(here, name, action)
    elif isinstance(action, exp.AddConstraint):
        keys = tuple(key for each in action.expressions if (key := key_of(here, each)))
        if keys:
            add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.SET, keys=keys))
    elif isinstance(action, exp.ReplaceColumns):
        _changed(here, name, DdlChange.REPLACE, [read_column(here, each) for each in _definitions(action)])
    elif isinstance(action, exp.Drop):
        dropped = [ColumnDefinition(names.column(here.draft, each)) for each in _dropped(action)]
        if dropped:
            _changed(here, name, DdlChange.DROP, dropped)


def _stated(here: Here, name: TableName, action: exp.AlterColumn) -> None:
    """ALTER COLUMN: its type, its default, whether it may be NULL."""
    node, default = action.args.get("rename_to") or action.this, action.args.get("default")
    nullable = action.args.get("allow_null")
    if action.args.get("drop") and nullable is None:
        _changed(here, name, DdlChange.UNSET, [ColumnDefinition(names.column(here.draft, node))])
        return
    given = [exp.ColumnConstraint(kind=_constraint(default))] if default is not None else []
    column = exp.ColumnDef(this=node.copy(), kind=action.args.get("dtype"), constraints=given)
    _changed(here, name, DdlChange.SET, [structs.replace(read_column(here, column), nullable=nullable)])


def _constraint(default: exp.Expr) -> exp.Expr:
    """Return what a default is in a column's definition; an identity is that already."""
    if isinstance(default, exp.GeneratedAsIdentityColumnConstraint):
        return default
    return exp.DefaultColumnConstraint(this=default)


def _definitions(action: exp.Expr) -> list[exp.ColumnDef]:
    return [
        each for each in action.expressions if isinstance(each, exp.ColumnDef) and not _is_constraint(each)
    ]


def _is_named(action: exp.Expr) -> bool:
    """Whether a column that is added has a name: two actions without a comma, as Oracle has them, leave the parser none."""
    return not isinstance(action, exp.ColumnDef) or isinstance(action.this, exp.Identifier)


def _is_constraint(node: exp.ColumnDef) -> bool:
    """Whether the parser takes a constraint behind a comma for a column."""
    return node.this.name.upper() in ("CONSTRAINT", "PRIMARY", "UNIQUE") and not node.this.args.get("quoted")


def _changed(here: Here, name: TableName, change: DdlChange, columns: Sequence[ColumnDefinition]) -> None:
    add_ddl(here, Ddl(here.ordinal, here.whole(), name, change, tuple(columns)))


def _added(here: Here, name: TableName, given: Sequence[exp.ColumnDef]) -> None:
    columns = tuple(structs.replace(_placed(here, each), fills=_fills(here, each)) for each in given)
    absent = any(each.args.get("exists") for each in given)
    add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.ADD, columns, only_if_absent=absent))


def _placed(here: Here, node: exp.ColumnDef) -> ColumnDefinition:
    """Read a column with the place that FIRST or AFTER gives it."""
    column, place = read_column(here, node), node.args.get("position")
    if place is None:
        return column
    other = place.this
    behind = names.column(here.draft, other.this if isinstance(other, exp.Column) else other) if other else ""
    return structs.replace(column, behind=behind)


def _fills(here: Here, node: exp.ColumnDef) -> bool:
    """Whether rows that are there get the default of a column that is added (dialect fact)."""
    if not here.draft.facts.adds_null or node.meta.get(FILLS):
        return True
    column = read_column(here, node)
    own = column.default is not None and column.default.function in ("IDENTITY", "NEXTVAL")
    return column.nullable is False or own


def _dropped(action: exp.Drop) -> Iterator[exp.Expr]:
    """Yield the names of the columns that an action drops; nothing where it drops anything else."""
    if str(action.args.get("kind") or "").upper() not in ("COLUMN", "COLUMNS"):
        return
    for each in [*(action.args.get("tables") or []), action.this]:
        if isinstance(each, exp.Schema):
            yield from (name for name in each.expressions if isinstance(name, exp.Identifier))
        elif (
            isinstance(each, (exp.Column, exp.Table)) and len(each.parts) == 1
        ):  # of more it is a structure's member
            yield each.this

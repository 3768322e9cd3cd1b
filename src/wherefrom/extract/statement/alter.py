"""ALTER TABLE and ALTER VIEW: what becomes of the columns, and of the table's name (method 1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from wherefrom.domain.names import TableName
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, Effect, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import Here
from wherefrom.extract.statement.ddl import add_ddl, read_column, rename_table
from wherefrom.extract.statement.targets import table_of
from wherefrom.extract.statement.writers import copy_table


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
    understood = True
    for action in node.args.get("actions") or []:
        understood &= _action(here, name, action)
    return understood


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


def _action(here: Here, name: TableName, action: exp.Expr) -> bool:
    span = here.whole()
    if isinstance(action, exp.ColumnDef):
        add_ddl(here, Ddl(here.ordinal, span, name, DdlChange.ADD, (read_column(here, action),)))
    elif isinstance(action, exp.Schema):
        columns = tuple(
            read_column(here, each) for each in action.expressions if isinstance(each, exp.ColumnDef)
        )
        add_ddl(here, Ddl(here.ordinal, span, name, DdlChange.ADD, columns))
    elif isinstance(action, exp.Drop):
        dropped = tuple(ColumnDefinition(names.column(here.draft, each)) for each in _dropped(action))
        if dropped:
            add_ddl(here, Ddl(here.ordinal, span, name, DdlChange.DROP, dropped))
    elif isinstance(action, exp.RenameColumn):
        rename_column(here, name, action.this.this, action.args["to"].this)
    elif isinstance(action, exp.AlterRename) and isinstance(action.this, exp.Table):
        rename_table(here, name, action.this)
    elif isinstance(action, exp.SwapTable) and isinstance(action.this, exp.Table):
        other = names.table(here.draft, action.this)
        copy_table(here, WriterKind.RENAME, name, other, Effect.OVERWRITE)
        copy_table(here, WriterKind.RENAME, other, name, Effect.OVERWRITE)
    return not isinstance(action, exp.Command)


def _dropped(action: exp.Drop) -> Iterator[exp.Expr]:
    """Yield the names of the columns that an action drops; nothing where it drops anything else."""
    if str(action.args.get("kind") or "").upper() not in ("COLUMN", "COLUMNS"):
        return
    for each in [*(action.args.get("tables") or []), action.this]:
        if isinstance(each, exp.Schema):
            yield from each.expressions
        elif isinstance(each, (exp.Column, exp.Table)):
            yield each.this

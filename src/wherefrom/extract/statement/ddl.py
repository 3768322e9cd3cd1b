"""DDL as schema evidence: CREATE TABLE, DROP, RENAME, TRUNCATE (method 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.dataset import Item, NodeKind, Select, Table
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, Effect, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, TARGET, Here, Label, Scope
from wherefrom.extract.query import functions
from wherefrom.extract.query.spelling import LONGEST_TYPE, spelled_in_column
from wherefrom.extract.query.values import read_value
from wherefrom.extract.statement.inheritance import read_wholes
from wherefrom.extract.statement.targets import add_event, table_of
from wherefrom.extract.statement.writers import copy_table, is_temporary
from wherefrom.extract.tree.frames import CLOSE, OPEN, Range


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
    patterns = [each.find(exp.Table) for each in [*given, *extra] if isinstance(each, exp.LikeProperty)]
    pattern = patterns[0] if patterns else pattern
    wholes = read_wholes(here, node, name)
    if len(patterns) + len(wholes) > 1 or (wholes and pattern is not None):
        return  # how the columns of several tables are merged is not worked out
    if wholes or pattern is not None:
        change = DdlChange.PART if pattern is None else DdlChange.LIKE
        copied = wholes[0] if pattern is None else names.table(here.draft, pattern)
        add_ddl(here, Ddl(here.ordinal, here.whole(), name, change, like=copied, only_if_absent=only))
        own = read_columns(here, given)
        if own:
            add_ddl(here, Ddl(here.ordinal, here.whole(), name, DdlChange.ADD, own))
        return
    columns = list(read_columns(here, given))
    partitioned: list[str] = []
    for each in extra:
        if isinstance(each, exp.PartitionedByProperty) and isinstance(each.this, exp.Schema):
            partitioned.extend(_partition(here, definition, columns) for definition in each.this.expressions)
    keys = tuple(key for each in given if (key := key_of(here, each)))
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


def key_of(here: Here, node: exp.Expr) -> tuple[str, ...]:
    """Return the columns of a table-level key; empty for anything else."""
    if isinstance(node, exp.Constraint):
        return next((key for each in node.expressions if (key := key_of(here, each))), ())
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


def read_columns(here: Here, given: Sequence[exp.Expr]) -> tuple[ColumnDefinition, ...]:
    """Read the columns among the entries of a list."""
    return tuple(
        read_column(here, each if isinstance(each, exp.ColumnDef) else exp.ColumnDef(this=each))
        for each in given
        if isinstance(each, (exp.ColumnDef, exp.Identifier)) and not _is_index(here, each)
    )


def _is_index(here: Here, node: exp.Expr) -> bool:
    """Whether it is T-SQL's ``INDEX i …`` among the columns, which the parser takes for one."""
    name = node.this if isinstance(node, exp.ColumnDef) else node
    quoted = isinstance(name, exp.Identifier) and bool(name.args.get("quoted"))
    return here.draft.facts.name == "tsql" and not quoted and name.name.upper() == "INDEX"


def read_column(here: Here, node: exp.ColumnDef) -> ColumnDefinition:
    """Read a column's definition."""
    places = here.places
    first = places.of(node.this)
    found = _entry(here, first[0]) if first != places.whole else first
    text = places.slice((found[0], min(found[1], found[0] + LONGEST_TYPE)))
    stated = spelled_in_column(text, node.args.get("kind"), functions.dialect_name(here))
    constraints = [each.args.get("kind") for each in node.args.get("constraints") or []]
    given = [_given(here, each, found) for each in constraints if isinstance(each, exp.Expr)]
    if stated.upper().endswith("SERIAL"):
        given.append(_generated(here, "NEXTVAL", found))
    computed = next((each for each, stored in given if each is not None and not stored), None)
    return ColumnDefinition(
        names.column(here.draft, node.this),
        stated,
        _nullable(constraints),
        next((each for each, stored in reversed(given) if each is not None and stored), None),
        computed,
        places.span(found),
        hidden=_hidden(here, constraints, found) or (_skips(here) and computed is not None),
        fills_null=_fills_null(here, found),
    )


def _entry(here: Here, first: int) -> Range:
    """Return an entry of a list from its first token on: to the next comma, or to the list's end."""
    kinds, last, depth = here.places.kinds, here.places.whole[1], 0
    for at in range(first, last + 1):
        kind = kinds[at]
        if depth == 0 and (kind is TokenType.COMMA or kind in CLOSE):
            return first, max(at - 1, first)
        depth += (kind in OPEN or kind is TokenType.LT) - (kind in CLOSE or kind is TokenType.GT)
    return first, last


def _nullable(constraints: Sequence[exp.Expr | None]) -> bool | None:
    """Return whether a column may be NULL; None where its definition does not say."""
    nullable = None
    for each in constraints:
        if isinstance(each, exp.NotNullColumnConstraint):
            nullable = bool(each.args.get("allow_null"))
        elif isinstance(each, exp.PrimaryKeyColumnConstraint):
            nullable = False
    return nullable


def _given(here: Here, node: exp.Expr, within: Range) -> tuple[Expression | None, bool]:
    """Return what a constraint gives a column, and whether that is stored where a writer leaves the column out."""
    if isinstance(node, exp.DefaultColumnConstraint):
        return value_of_row(here, node.this, within), True
    if isinstance(node, exp.GeneratedAsRowColumnConstraint):
        return _generated(here, "ROW START" if node.args.get("start") else "ROW END", within)
    if isinstance(node, _IDENTITY) and node.args.get("expression") is None:
        return _generated(here, "IDENTITY", within)
    if isinstance(node, (exp.ComputedColumnConstraint, *_IDENTITY)):
        return value_of_row(here, node.args.get("expression") or node.this, within), False
    return None, False


def _generated(here: Here, word: str, within: Range) -> tuple[Expression, bool]:
    return Expression(Form.GENERATED, word, here.places.span(within), function=word), True


def _hidden(here: Here, constraints: Sequence[exp.Expr | None], within: Range) -> bool:
    """Whether a ``*`` leaves a column out by its definition."""
    for each in constraints:
        if isinstance(each, (exp.InvisibleColumnConstraint, exp.EphemeralColumnConstraint)):
            return True
        if isinstance(each, exp.GeneratedAsRowColumnConstraint) and each.args.get("hidden"):
            return True
    said = [token.text.upper() for token in here.places.tokens[within[0] + 1 : within[1] + 1]]
    return here.draft.facts.name == "oracle" and "INVISIBLE" in said


def _fills_null(here: Here, within: Range) -> bool:
    """Whether it has Oracle's DEFAULT ON NULL, of a value or of an identity."""
    said = [token.text.upper() for token in here.places.tokens[within[0] : within[1] + 1]]
    return here.draft.facts.name == "oracle" and any(
        said[at : at + 3] == ["DEFAULT", "ON", "NULL"] for at in range(len(said))
    )


def _skips(here: Here) -> bool:
    """Whether a ``*`` leaves out what the database computes."""
    return here.draft.facts.name == "clickhouse"


_IDENTITY = (exp.GeneratedAsIdentityColumnConstraint, exp.AutoIncrementColumnConstraint)


def value_of_row(here: Here, node: exp.Expr, within: Range) -> Expression:
    """Read an expression over the columns of its own row; ``within`` are the tokens of its column's definition."""
    found = here.places.of(node, (-1, -1))
    if found[0] < 0:  # the parser keeps no place of NULL, SYSDATE, CURRENT_DATE
        found = _behind_default(here, within)
    return read_value(Scope(here, "root", -1, None, {}), node, found, -1)


def _behind_default(here: Here, within: Range) -> Range:
    """Return the word behind DEFAULT, with its empty brackets; all of the definition where there is none."""
    kinds = here.places.kinds
    said = [token.text.upper() for token in here.places.tokens[within[0] : within[1]]]
    first = within[0] + said.index("DEFAULT") + 1 if "DEFAULT" in said else -1
    while 0 <= first < within[1] and kinds[first] is TokenType.L_PAREN:
        first += 1
    if first < 0:
        return within
    called = kinds[first + 1 : first + 3] == [TokenType.L_PAREN, TokenType.R_PAREN]
    return first, first + 2 * called


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


def move_table(here: Here, table: exp.Table, schema: exp.Expr) -> None:
    """Read a move to another schema: a rename that leaves all but the schema."""
    old = names.table(here.draft, table)
    found = names.table(here.draft, exp.Table(this=table.this, db=schema))
    catalog = old.parts[: max(0, len(old.parts) - len(found.parts))]
    copy_table(here, WriterKind.RENAME, old, replace(found, parts=(*catalog, *found.parts)), Effect.OVERWRITE)
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
            here.draft.views.pop(name.canonical, None)
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
            partial = each.args.get("partition") or node.args.get("partition")
            if not (partial or each.args.get("only") or table.args.get("only")):
                add_event(here, name, Effect.CLEAR)

"""One parsed statement: what kind it is, and which reader it goes to."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.dataset import NodeKind
from wherefrom.domain.unit import Assignment, Effect, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import Asked, Here, Label
from wherefrom.extract.query.queries import read_query
from wherefrom.extract.statement import alter, changes, ddl, empty, loads, session, writers
from wherefrom.extract.statement.assigning import assign_row
from wherefrom.extract.statement.identifiers import resolve_identifiers
from wherefrom.extract.statement.reading import NO_DATA, OPAQUE, PARSED, Reading
from wherefrom.extract.statement.rewrites import rewrite_calls
from wherefrom.extract.statement.targets import table_of
from wherefrom.extract.statement.triggers import changed_field

_NO_DATA = (
    exp.Set,
    exp.Grant,
    exp.Revoke,
    exp.Analyze,
    exp.Transaction,
    exp.Commit,
    exp.Rollback,
    exp.Describe,
    exp.Show,
    exp.Comment,
    exp.Pragma,
    exp.Kill,
    exp.Refresh,
    exp.Uncache,
    exp.Heredoc,
    exp.Attach,
    exp.Detach,
)

NO_DATA_WORDS = frozenset(
    {
        "GRANT", "REVOKE", "DENY", "VACUUM", "ANALYZE", "SET", "RESET", "SHOW", "DESCRIBE", "DESC", "COMMENT", "MSCK", "MSCK REPAIR",
        "REFRESH", "INVALIDATE", "COLLECT", "PRINT", "RAISERROR", "THROW", "DBCC", "CHECKPOINT", "BACKUP", "RESTORE",
        "RECONFIGURE", "ADD", "RELOAD", "LIST", "HELP", "CLUSTER", "REINDEX", "DISCARD", "LISTEN", "NOTIFY", "LOCK",
        "UNLOCK", "OPTIMIZE", "FLUSH", "WAITFOR", "SHUTDOWN", "SECURITY", "REASSIGN", "IMPORT", "UNCACHE", "CLEAR",
        "PREPARE", "DEALLOCATE", "UNLOAD", "PUT", "GET", "REMOVE", "EXPLAIN", "SAVEPOINT", "RELEASE", "CHECK", "PURGE", "EXPORT", "AUDIT", "NOAUDIT", "UPDATE STATISTICS",
        "SYSTEM", "RM", "BT", "ET",
    }
)  # fmt: skip
"""First words of commands that move no data."""

_OBJECTS = frozenset(
    {
        "INDEX", "SCHEMA", "DATABASE", "SEQUENCE", "ROLE", "USER", "LOGIN", "EXTENSION", "TYPE", "DOMAIN", "FUNCTION",
        "PROCEDURE", "TRIGGER", "STATISTICS", "SYNONYM", "CATALOG", "WAREHOUSE", "STAGE", "FILE FORMAT", "TABLESPACE",
        "FULLTEXT", "MACRO", "POLICY", "MASTER", "CERTIFICATE", "PARTITION", "EXTERNAL", "SERVER", "AVAILABILITY",
        "ASSEMBLY", "AGGREGATE", "SECURITY", "QUEUE", "MESSAGE", "CONTRACT", "SERVICE", "ROUTE", "COLUMN", "ENDPOINT",
        "RESOURCE", "WORKLOAD", "XML", "SYMMETRIC", "ASYMMETRIC", "CREDENTIAL", "CRYPTOGRAPHIC", "EVENT", "LIBRARY",
        "PACKAGE", "CONSTRAINT", "RULE", "COLLATION", "OPERATOR", "PUBLICATION", "LANGUAGE", "CAST", "CONNECTION",
        "SHARE", "NETWORK", "TAG", "TASK", "PIPE", "STREAM", "AUTHORIZATION", "BROKER", "DIRECTORY", "PROFILE",
        "UNIQUE", "CLUSTERED", "NONCLUSTERED", "COLUMNSTORE", "TEXT", "ACCESS", "CONVERSION", "BITMAP", "SPATIAL",
    }
)  # fmt: skip
"""Objects whose CREATE, ALTER and DROP move no data."""


def read_statement(here: Here, tree: exp.Expr) -> Reading:
    """Read one parsed statement into the draft."""
    resolve_identifiers(here, tree)
    rewrite_calls(here, tree)
    if isinstance(tree, exp.Query):
        return _query(here, tree)
    if isinstance(tree, exp.Create):
        return _create(here, tree)
    if isinstance(tree, exp.Insert):
        index = writers.read_insert(here, tree)
        kind = "INSERT_OVERWRITE" if tree.args.get("overwrite") else "INSERT_INTO"
        return Reading(kind, PARSED, -1 if here.targets else index)
    if isinstance(tree, exp.MultitableInserts):
        writers.read_multi_insert(here, tree)
        return Reading("INSERT_INTO", PARSED)
    return _change(here, tree) or _other(here, tree)


def _change(here: Here, tree: exp.Expr) -> Reading | None:
    if isinstance(tree, exp.Update):
        changes.read_update(here, tree, {})
        return Reading("UPDATE", PARSED)
    if isinstance(tree, exp.Delete):
        changes.read_delete(here, tree, {})
        return Reading("DELETE", PARSED)
    if isinstance(tree, exp.Merge):
        changes.read_merge(here, tree, {})
        return Reading("MERGE", PARSED)
    return None


def _query(here: Here, tree: exp.Expr) -> Reading:
    first = tree
    while isinstance(first, exp.SetOperation):
        first = first.this
    into = first.args.get("into")
    label = Label(columns=(here.returns or ()) if into is None else ())  # what goes elsewhere is not returned
    index = read_query(here, tree, Asked(here.path("root"), label=label))
    if into is not None:
        return _into(here, into, index, tree)
    assigned = _assigns(here, tree, index)
    return Reading("SELECT", PARSED, -1 if assigned else index)


def _into(here: Here, into: exp.Into, index: int, query: exp.Expr) -> Reading:
    """SELECT INTO fills a table, or variables where the script declares them."""
    given = [into.this, *into.expressions]
    called = [_variable_name(here, each) for each in given if isinstance(each, exp.Expr)]
    if called and all(called):
        assign_row(here, called, index)
        return Reading("SELECT_INTO", PARSED)
    session.note_made(into.this)
    if empty.brings_no_rows(query):
        empty.read_empty_into(here, into, index)
    else:
        writers.read_select_into(here, into, index)
    return Reading("SELECT_INTO", PARSED)


def _variable_name(here: Here, node: exp.Expr) -> str:
    """Return a declared variable's name; empty for anything else."""
    text = node.name if not isinstance(node, exp.Table) or not node.args.get("db") else ""
    if isinstance(node, exp.Table) and not text and not node.args.get("catalog"):  # a field of a record
        field, row = f"{node.db}.{node.name}".lower(), node.db.lower()
        if row in here.draft.variables and not changed_field(here, field):
            here.draft.records.add(row)  # whatever its type is called
        return field if row in here.draft.records or changed_field(here, field) else ""
    if isinstance(node, exp.Parameter):
        text = "@" + node.name
    name = text.lower().lstrip(":")
    return name if name in here.draft.variables or isinstance(node, (exp.Parameter, exp.Placeholder)) else ""


def _assigns(here: Here, tree: exp.Expr, index: int) -> bool:
    """T-SQL ``SELECT @a = x``: every such item is an assignment."""
    if not isinstance(tree, exp.Select):
        return False
    found = False
    for ordinal, each in enumerate(tree.expressions):
        if isinstance(each, exp.EQ) and isinstance(each.this, (exp.Parameter, exp.SessionParameter)):
            name = (
                here.places.slice(here.places.of(each.this)) if each.this.name == "" else "@" + each.this.name
            )
            here.draft.assignments.append(Assignment(here.ordinal, name.lower(), index, ordinal))
            found = True
    return found


def _create(here: Here, tree: exp.Create) -> Reading:
    kind = str(tree.args.get("kind") or "").upper()
    if kind not in ("TABLE", "VIEW", "MATERIALIZED VIEW"):
        return Reading(f"CREATE_{kind.replace(' ', '_')}", NO_DATA)
    session.note_made(tree.this)
    if kind == "TABLE" and empty.makes_empty(tree):
        source = empty.read_empty_create(here, tree)
        if writers.lists_beside(here, tree):
            ddl.read_list_beside(here, tree, source)
        return Reading("CREATE_TABLE", PARSED)
    if isinstance(tree.expression, exp.Query) or tree.args.get("clone") is not None:
        source = writers.read_create(here, tree)
        if writers.lists_beside(here, tree):
            ddl.read_list_beside(here, tree, source)
        return Reading("CREATE_VIEW" if "VIEW" in kind else "CREATE_TABLE_AS", PARSED)
    if isinstance(tree.expression, exp.Table) and kind == "TABLE" and here.draft.facts.name != "tsql":
        return _copied(here, tree, tree.expression)
    if tree.expression is not None and not isinstance(tree.expression, exp.Properties):
        return Reading(f"CREATE_{kind}", OPAQUE, why="its body is no query")
    ddl.read_create_table(here, tree)
    return Reading("CREATE_TABLE", PARSED)


def _copied(here: Here, tree: exp.Create, source: exp.Table) -> Reading:
    """Teradata's ``CREATE TABLE t AS s WITH [NO] DATA``: a copy of a table, or of its columns."""
    if empty.without_data(tree):
        ddl.read_create_table(here, tree, source)
        return Reading("CREATE_TABLE", PARSED)
    table = table_of(tree.this)
    if table is None:
        return Reading("CREATE_TABLE", OPAQUE, why="its name is none")
    target = names.table(here.draft, table, written=writers.is_temporary(tree))
    copied = names.table(here.draft, source)
    writers.copy_table(here, WriterKind.CREATE_TABLE_AS, copied, target, Effect.OVERWRITE)
    return Reading("CREATE_TABLE_AS", PARSED)


def _other(here: Here, tree: exp.Expr) -> Reading:
    found = _structure(here, tree) or _session(here, tree)
    if found is not None:
        return found
    if isinstance(tree, _NO_DATA):
        return Reading(type(tree).__name__.upper(), NO_DATA)
    return _command(here, tree)


def _structure(here: Here, tree: exp.Expr) -> Reading | None:
    """Read what changes tables or fills them from outside."""
    if isinstance(tree, exp.Alter):
        understood = alter.read_alter(here, tree)
        return Reading("ALTER", PARSED if understood else OPAQUE, why="an action of ALTER is not known")
    if isinstance(tree, exp.Drop):
        ddl.read_drop(here, tree)
        return Reading("DROP", PARSED)
    if isinstance(tree, exp.TruncateTable):
        ddl.read_truncate(here, tree)
        return Reading("TRUNCATE", PARSED)
    if isinstance(tree, exp.Cache):
        writers.read_cache(here, tree)
        return Reading("CREATE_TABLE_AS", PARSED)
    if isinstance(tree, exp.Copy):
        return _copy(here, tree)
    if isinstance(tree, exp.LoadData):
        table, path = table_of(tree.this), tree.args.get("inpath")
        if table is None or path is None:
            return Reading("LOAD", OPAQUE, why="what is loaded is not said as this dialect says it")
        whole, into = bool(tree.args.get("overwrite")), tree.args.get("partition")
        loads.read_load(here, table, path.name, None, whole=whole, into=into)
        return Reading("LOAD", PARSED)
    return _declare(here, tree) if isinstance(tree, exp.Declare) else None


def _session(here: Here, tree: exp.Expr) -> Reading | None:
    """Read what says which catalog and schema names belong to."""
    if isinstance(tree, exp.Use):
        session.read_use(here, tree)
        return Reading("USE", NO_DATA)
    if isinstance(tree, exp.Set):
        session.read_set(here)
        return Reading("SET", NO_DATA)
    return None


def _declare(here: Here, tree: exp.Declare) -> Reading:
    """DECLARE @t TABLE (…): a session-scoped table with its columns."""
    for item in tree.expressions:
        schema = item.args.get("kind")
        named = item.this[0] if isinstance(item.this, list) else item.this
        if isinstance(schema, exp.Schema) and isinstance(named, exp.Expr):
            table = exp.Table(this=exp.Identifier(quoted=False, this="@" + named.name.lstrip("@")))
            ddl.read_create_table(
                here, exp.Create(this=exp.Schema(this=table, expressions=schema.expressions), kind="TABLE")
            )
    return Reading("CREATE_TABLE", PARSED)


def _copy(here: Here, tree: exp.Copy) -> Reading:
    """COPY into a table is a writer; COPY out of one only reads."""
    table = table_of(tree.this)
    incoming = bool(tree.args.get("kind"))
    if table is None or not isinstance(table.this, exp.Identifier) or not incoming:
        query = tree.this.this if isinstance(tree.this, exp.Subquery) else None
        given = tree.args.get("files") or []
        read = query or next(
            (each for each in [tree.this, *given] if isinstance(each, (exp.Table, exp.Subquery))), None
        )
        if isinstance(read, exp.Subquery):
            read = read.this
        if isinstance(read, exp.Query) or (
            isinstance(read, exp.Table) and isinstance(read.this, exp.Identifier)
        ):
            read_query(
                here, read, Asked(here.path("root"), NodeKind.QUERY_RESULT, label=Label("", here.whole()))
            )
        return Reading("COPY", PARSED)
    files = tree.args.get("files") or []
    stage = files[0].name if files else "stdin"
    if isinstance(files[0] if files else None, exp.Subquery):
        index = read_query(here, files[0], Asked(here.path("root")))
        insert = exp.Insert(this=tree.this)
        writers.fill(here, insert, table, index, {})
        return Reading("COPY", PARSED)
    columns = None
    if isinstance(tree.this, exp.Schema):
        columns = tuple(names.column(here.draft, each) for each in tree.this.expressions)
    loads.read_load(here, table, stage, columns, loads.mapping_of(tree), whole=False)
    return Reading("COPY", PARSED)


def _command(here: Here, tree: exp.Expr) -> Reading:
    """A statement the parser did not take apart: known to move no data, or opaque."""
    tokens = here.places.tokens
    first = tokens[0].text.upper()
    words = [token.text.upper() for token in tokens[:6]]
    if first in ("SET", "RESET"):
        session.read_set(here)
    if first in ("CREATE", "ALTER", "DROP") and _is_object(words):
        return Reading(f"{first}_{words[1]}", NO_DATA)
    if first == "ALTER" and words[1:2] in (["TABLE"], ["VIEW"]) and _harmless_alter(words, tokens):
        return Reading("ALTER", NO_DATA)
    if not {first, first.split(" ")[0]}.isdisjoint(NO_DATA_WORDS) and not (
        first == "EXPLAIN" and "ANALYZE" in words
    ):
        return Reading(first, NO_DATA)
    if isinstance(tree, (exp.Alias, exp.Column, exp.Identifier)) or not isinstance(tree, exp.Command):
        return Reading(first, OPAQUE, why="it is no statement the program knows")
    return Reading(first, OPAQUE, why=f"{first} is a command the parser does not take apart")


def _is_object(words: list[str]) -> bool:
    """Whether the head of a CREATE, ALTER or DROP names an object that holds no rows."""
    if words[1:4] == ["MATERIALIZED", "VIEW", "LOG"]:
        return True
    rows = {"TABLE", "VIEW"} & set(words[1:3]) or "EXTERNAL TABLE" in " ".join(words)
    return bool(_OBJECTS & set(words[1:5])) and not rows


_ALTERATIONS = frozenset(
    {"CONSTRAINT", "CHECK", "NOCHECK", "OWNER", "INDEX", "TBLPROPERTIES", "SERDEPROPERTIES", "LOCATION", "PARTITION",
     "REBUILD", "TRIGGER", "STATISTICS", "COMPRESS", "LOCK_ESCALATION", "SYSTEM_VERSIONING", "PERIOD", "FOREIGN", "PRIMARY",
     "UNIQUE", "DEFAULT", "ENABLE", "DISABLE", "CLUSTER", "SORTKEY", "DISTKEY", "REPLICA", "LEVEL", "CACHE", "TYPE"}
)  # fmt: skip


def _harmless_alter(words: list[str], tokens: object) -> bool:
    """Whether an ALTER TABLE changes neither columns nor content."""
    rest = {token.text.upper() for token in tokens}  # type: ignore[attr-defined]
    return (
        bool(rest & _ALTERATIONS)
        and not rest & {"SWITCH", "EXCHANGE", "SWAP", "RENAME", "COLUMN"}
        and bool(words)
    )


def heads(here: Here) -> int:
    """Count the data-changing words at statement-head positions of the tokens."""
    tokens, kinds = here.places.tokens, here.places.kinds
    if kinds[0] is TokenType.MERGE:
        return 1
    count = 0
    for index in [at for at, kind in enumerate(kinds) if kind in _HEADS]:
        before = tokens[index - 1].text.upper() if index else ""
        after = kinds[index + 1] if index + 1 < len(kinds) else None
        called = after is TokenType.L_PAREN and kinds[index] is not TokenType.MERGE
        kept = before == "COMMIT" and index > 1 and kinds[index - 2] is TokenType.ON  # ON COMMIT DELETE ROWS
        indexes = tokens[index + 1].text.upper() in _INDEXES if index + 1 < len(tokens) else False
        count += not (called or kept or indexes or before in _NO_HEAD_AFTER or after in _NO_HEAD_BEFORE)
    return count


_INDEXES = ("GLOBAL", "INDEXES")
"""Oracle's UPDATE GLOBAL INDEXES, of an ALTER TABLE."""
_NO_HEAD_BEFORE = {TokenType.DOT, TokenType.EQ, TokenType.COMMA, TokenType.R_PAREN}
_HEADS = {TokenType.INSERT, TokenType.UPDATE, TokenType.DELETE, TokenType.MERGE}
_NO_HEAD_AFTER = frozenset(
    {
        "FOR",
        "ON",
        "THEN",
        "DO",
        "KEY",
        "AFTER",
        "BEFORE",
        "OF",
        "OR",
        ",",
        ".",
        "=",
        "GRANT",
        "REVOKE",
        "AS",
        "NO",
        "WITH",
    }
)

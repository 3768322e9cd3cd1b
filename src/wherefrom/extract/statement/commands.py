"""Commands the parser does not take apart that move content: renames, swaps, loads, synonyms, streams (method 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Branch, Effect, Mapping, StatementStatus, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Here, Label
from wherefrom.extract.query.relations import add_table
from wherefrom.extract.statement import alter, ddl, loads, writers
from wherefrom.extract.statement.inheritance import read_joining
from wherefrom.extract.statement.reading import Reading
from wherefrom.extract.statement.session import in_schema
from wherefrom.extract.statement.targets import add_event, add_target, add_writer
from wherefrom.extract.statement.through import remember_view
from wherefrom.extract.statement.words import Words
from wherefrom.extract.text.lexing import tokenize

_STREAM_COLUMNS = ("metadata$action", "metadata$isupdate", "metadata$row_id")


def begins_command(tokens: Sequence[Token]) -> bool:
    """Whether a statement's first words may be those of a command."""
    first = tokens[0].text.upper()
    if first == "CREATE":
        return not _CREATED.isdisjoint(token.text.upper() for token in tokens[1:_LONGEST_HEAD])
    return first in _READERS


def read_command(here: Here) -> Reading | None:
    """Read a command by its words; None for any other statement."""
    tokens = list(here.places.tokens)
    if len(tokens) == 2 and tokens[1].token_type is TokenType.STRING:
        rest = here.draft.masked.text[tokens[1].start : tokens[1].end + 1]
        tokens = [tokens[0], *tokenize(rest, here.draft.facts.name, tokens[1].start)]
    words = Words(here, tokens)
    reader = _READERS.get(words.word())
    words.at = 1
    return reader(here, words) if reader is not None else None


def read_rename_call(here: Here, tokens: Sequence[Token]) -> Reading | None:
    """Read ``EXEC sp_rename 'old', 'new'``, which is a call; a third argument says it is no table."""
    texts = [token for token in tokens if token.token_type in (TokenType.STRING, TokenType.NATIONAL_STRING)]
    words = [token.text for token in texts]
    if [word.upper() for word in words[2:]] == ["COLUMN"]:
        return _rename_column(here, words[0], words[1])
    if len(texts) != 2:
        return None
    old = names.table(here.draft, exp.to_table(words[0], dialect="tsql"))
    ddl.rename_table(here, old, exp.Table(this=exp.to_identifier(words[1])))
    return Reading("ALTER", StatementStatus.PARSED)


def _rename_column(here: Here, old: str, new: str) -> Reading | None:
    """The old name is that of the table, a dot, and the column's; the new one is the column's alone, as it will be."""
    parts = exp.to_column(old, dialect="tsql").parts
    if len(parts) < 2:
        return None
    keys = ("this", "db", "catalog")
    table = names.table(here.draft, exp.Table(**dict(zip(keys, reversed(parts[:-1]), strict=False))))
    here.targets.append(table.canonical)
    alter.rename_column(here, table, parts[-1], exp.to_identifier(new, quoted=True))
    return Reading("ALTER", StatementStatus.PARSED)


def _rename(here: Here, words: Words) -> Reading | None:
    """RENAME TABLE a TO b, c TO a: one after the other; what each name holds in the end was there before."""
    words.take("TABLE")
    holds: dict[TableName, TableName] = {}
    moved: dict[TableName, None] = {}
    while True:
        old = words.name()
        new = words.table() if old is not None and words.take("TO") else None
        if old is None or new is None:
            return None
        holds[ddl.renamed(here, old, new)] = holds.pop(old, old)
        moved[old] = None
        if not words.take(","):
            break
    for name, content in holds.items():
        writers.copy_table(here, WriterKind.RENAME, content, name, Effect.OVERWRITE)
    for name in moved:
        if name not in holds:
            add_event(here, name, Effect.MOVE)
    return Reading("ALTER", StatementStatus.PARSED)


def _exchange(here: Here, words: Words) -> Reading | None:
    """EXCHANGE TABLES a AND b: each has the other's content."""
    if not words.take("TABLES"):
        return None
    one = words.name()
    if one is None or not words.take("AND"):
        return None
    other = words.name()
    if other is None:
        return None
    writers.copy_table(here, WriterKind.RENAME, one, other, Effect.OVERWRITE)
    writers.copy_table(here, WriterKind.RENAME, other, one, Effect.OVERWRITE)
    return Reading("ALTER", StatementStatus.PARSED)


def _alter(here: Here, words: Words) -> Reading | None:
    """Partitions that go from one table to another; Oracle's current schema."""
    if words.take("SESSION"):
        if words.find("CURRENT_SCHEMA", "=") and (name := words.name()) is not None:
            in_schema(here.draft, name.parts[-1])
        return Reading("ALTER", StatementStatus.NO_DATA)
    moved = _transferred(here, words) if words.take("SCHEMA") else _to_schema(here, words)
    if moved is not None:
        return moved
    if words.take("MATERIALIZED", "VIEW"):
        name = words.name()
        return _refreshed(here, name) if words.take("REBUILD") else None
    return _altered(here, words) if words.take("TABLE") else None


def _altered(here: Here, words: Words) -> Reading | None:
    """Read what moves rows between a table and others."""
    words.take("IF", "EXISTS")
    words.take("ONLY")
    table = words.name()
    if table is None:
        return None
    joined = read_joining(here, words, table) if here.draft.facts.name == "postgres" else None
    return joined or _exchanged(here, words, table)


def _exchanged(here: Here, words: Words, table: TableName) -> Reading | None:
    """Read what moves rows between a table and another one; None for anything else."""
    moves = {
        ("EXCHANGE",): (("WITH", "TABLE"), True),
        ("SWITCH",): (("TO",), False),
        ("REPLACE", "PARTITION"): (("FROM",), True),
        ("ATTACH", "PARTITION"): (("FROM",), True),
        ("MOVE", "PARTITION"): (("TO", "TABLE"), False),
        ("APPEND",): (("FROM",), True),
    }
    for head, (before, incoming) in moves.items():
        if words.take(*head) and words.find(*before):
            other = words.name()
            if other is None:
                return None
            source, target = (other, table) if incoming else (table, other)
            writers.copy_table(here, WriterKind.RENAME, source, target, Effect.APPEND)
            if head == ("EXCHANGE",) and here.draft.facts.name not in ("hive", "spark"):
                writers.copy_table(here, WriterKind.RENAME, target, source, Effect.OVERWRITE)
            return Reading("ALTER", StatementStatus.PARSED)
    return None


def _refresh(here: Here, words: Words) -> Reading | None:
    """REFRESH MATERIALIZED VIEW; of anything else it moves no rows."""
    if not words.take("MATERIALIZED", "VIEW"):
        return None
    words.take("CONCURRENTLY")
    name = words.name()
    return None if words.take("WITH", "NO") else _refreshed(here, name)


def _refreshed(here: Here, name: TableName | None) -> Reading | None:
    """Note that a materialized view is filled anew, where it keeps its rows until then (dialect fact)."""
    if name is None:
        return None
    if here.draft.facts.stored_views:
        add_event(here, name, Effect.REFRESH)
    return Reading("REFRESH", StatementStatus.PARSED)


def _transferred(here: Here, words: Words) -> Reading | None:
    """T-SQL's ALTER SCHEMA s TRANSFER [OBJECT::]t; None for a type, which holds no rows."""
    schema = words.table()
    if schema is None or not words.take("TRANSFER"):
        return None
    words.take("OBJECT", "::")
    table = words.table()
    if table is None or words.word() == "::":
        return None
    ddl.move_table(here, table, schema.this)
    return Reading("ALTER", StatementStatus.PARSED)


def _to_schema(here: Here, words: Words) -> Reading | None:
    """ALTER TABLE t SET SCHEMA s, and the same of a view; None for anything else, with nothing stepped over."""
    start = words.at
    words.take("MATERIALIZED")
    if words.take("TABLE") or words.take("VIEW") or words.take("FOREIGN", "TABLE"):
        words.take("IF", "EXISTS")
        words.take("ONLY")
        table = words.table()
        schema = words.table() if table is not None and words.take("SET", "SCHEMA") else None
        if table is not None and schema is not None:
            ddl.move_table(here, table, schema.this)
            return Reading("ALTER", StatementStatus.PARSED)
    words.at = start
    return None


def _create(here: Here, words: Words) -> Reading | None:
    """CREATE SYNONYM and CREATE STREAM, another name for a table's rows; clones."""
    words.take("OR", "REPLACE")
    if words.word() in _CLONED:
        return _clone(here, words)
    words.take("PUBLIC")
    kind = words.word()
    if kind not in ("SYNONYM", "STREAM") or not words.take(kind):
        return None
    words.take("IF", "NOT", "EXISTS")
    name = words.name()
    ahead = {"SYNONYM": (("FOR",),), "STREAM": (("ON", "TABLE"), ("ON", "VIEW"))}[kind]
    found = any(words.find(*each) for each in ahead)
    source = words.name() if found else None
    if name is None or source is None:
        return None
    _other_name(here, source, name, _STREAM_COLUMNS if kind == "STREAM" else ())
    return Reading(f"CREATE_{kind}", StatementStatus.PARSED)


_CREATED = frozenset({"SYNONYM", "STREAM", "CLONE"})
_LONGEST_HEAD = 16
"""Tokens of ``CREATE OR REPLACE TRANSIENT TABLE IF NOT EXISTS a.b.c DEEP CLONE``, and one more."""
_CLONED = frozenset({"TABLE", "SNAPSHOT", "TRANSIENT", "TEMP", "TEMPORARY", "SCHEMA", "DATABASE"})


def _clone(here: Here, words: Words) -> Reading | None:
    """CREATE TABLE t [DEEP | SHALLOW] CLONE s; which tables a whole schema has, the statement does not say."""
    kinds = []
    while words.word() in _CLONED:
        kinds.append(words.word())
        words.at += 1
    once = words.take("IF", "NOT", "EXISTS")
    table = words.table()
    if words.word() in ("DEEP", "SHALLOW"):
        words.at += 1
    if table is None or not words.take("CLONE"):
        return None
    if kinds[-1] in ("SCHEMA", "DATABASE"):
        why = "it clones every table of a schema, and names none"
        return Reading("CREATE_CLONE", StatementStatus.OPAQUE, why=why)
    words.take("AS")
    source = words.name()
    if source is None:
        return None
    name = names.table(here.draft, table, written=kinds[0] in ("TEMP", "TEMPORARY"))
    effect = Effect.APPEND if once else Effect.OVERWRITE
    writers.copy_table(here, WriterKind.CLONE, source, name, effect)
    return Reading("CREATE_CLONE", StatementStatus.PARSED)


def _other_name(here: Here, source: TableName, name: TableName, made: tuple[str, ...]) -> None:
    span, path = here.whole(), here.path("root")
    shape = Input(source.parts[-1], -1, span)
    read = add_table(here, source, (path, 0), shape)
    items: list[Item | Star] = [
        Item(each, Expression(Form.GENERATED, each.upper(), span, function=each.upper()), span)
        for each in made
    ]
    body = Select((Input(source.parts[-1], read, span),), (Star((), span), *items))
    index = here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))
    if not made:
        remember_view(here.draft, name, index, ())
    target = add_target(here, name, span)
    add_writer(here, WriterKind.CLONE, target, [Branch(index, Mapping.NAME)], Effect.OVERWRITE)


_READERS: dict[str, Callable[[Here, Words], Reading | None]] = {
    "RENAME": _rename,
    "EXCHANGE": _exchange,
    "ALTER": _alter,
    "REFRESH": _refresh,
    "BULK": loads.read_bulk,
    "LOAD": loads.read_load_data,
    "CREATE": _create,
}

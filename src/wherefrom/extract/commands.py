"""Commands the parser does not take apart that move content: renames, swaps, loads, synonyms, streams (method 1.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Branch, Effect, Mapping, StatementStatus, WriterKind
from wherefrom.extract import ddl, names, writers
from wherefrom.extract.draft import RESULT, Here, Label
from wherefrom.extract.lexing import tokenize
from wherefrom.extract.relations import add_table
from wherefrom.extract.statements import Reading
from wherefrom.extract.targets import add_event, add_target, add_writer

_STREAM_COLUMNS = ("metadata$action", "metadata$isupdate", "metadata$row_id")


@dataclass(slots=True)
class _Words:
    """The tokens of a command and a place among them."""

    here: Here
    tokens: Sequence[Token]
    at: int = 0

    def word(self, ahead: int = 0) -> str:
        """Return a word in upper case; empty past the end."""
        return self.tokens[self.at + ahead].text.upper() if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        """Step over these words if they stand here."""
        if [self.word(ahead) for ahead in range(len(wanted))] != list(wanted):
            return False
        self.at += len(wanted)
        return True

    def find(self, *wanted: str) -> bool:
        """Step to the first place after which these words stand, and over them."""
        for at in range(self.at, len(self.tokens) - len(wanted) + 1):
            if [token.text.upper() for token in self.tokens[at : at + len(wanted)]] == list(wanted):
                self.at = at + len(wanted)
                return True
        return False

    def table(self) -> exp.Table | None:
        """Read a dotted name."""
        parts: list[exp.Identifier] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            quoted = token.token_type is TokenType.IDENTIFIER
            part = exp.Identifier(this=token.text, quoted=quoted)
            part.meta.update({"start": token.start, "end": token.end})
            parts.append(part)
            self.at += 1
            if self.word() != ".":
                break
            self.at += 1
        keys = ("this", "db", "catalog")
        return exp.Table(**dict(zip(keys, reversed(parts), strict=False))) if 0 < len(parts) < 4 else None

    def name(self) -> TableName | None:
        """Read a dotted name as a logical table."""
        table = self.table()
        return names.table(self.here.draft, table) if table is not None else None


def begins_command(tokens: Sequence[Token]) -> bool:
    """Whether a statement's first word is that of a command."""
    return tokens[0].text.upper() in _READERS


def read_command(here: Here) -> Reading | None:
    """Read a command by its words; None for any other statement."""
    tokens = list(here.places.tokens)
    if len(tokens) == 2 and tokens[1].token_type is TokenType.STRING:
        rest = here.draft.masked.text[tokens[1].start : tokens[1].end + 1]
        tokens = [tokens[0], *tokenize(rest, here.draft.facts.name, tokens[1].start)]
    words = _Words(here, tokens)
    reader = _READERS.get(words.word())
    words.at = 1
    return reader(here, words) if reader is not None else None


def read_rename_call(here: Here, tokens: Sequence[Token]) -> Reading | None:
    """Read ``EXEC sp_rename 'old', 'new'``, which is a call; a third argument says it is no table."""
    texts = [token for token in tokens if token.token_type in (TokenType.STRING, TokenType.NATIONAL_STRING)]
    if len(texts) != 2:
        return None
    old = names.table(here.draft, exp.to_table(texts[0].text, dialect="tsql"))
    ddl.rename_table(here, old, exp.Table(this=exp.to_identifier(texts[1].text)))
    return Reading("ALTER", StatementStatus.PARSED)


def _rename(here: Here, words: _Words) -> Reading | None:
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


def _exchange(here: Here, words: _Words) -> Reading | None:
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


def _alter(here: Here, words: _Words) -> Reading | None:
    """Partitions that go from one table to another; Oracle's current schema."""
    if words.take("SESSION"):
        if words.find("CURRENT_SCHEMA", "=") and (name := words.name()) is not None:
            here.draft.schema = name.parts[-1]
        return Reading("ALTER", StatementStatus.NO_DATA)
    if not words.take("TABLE"):
        return None
    words.take("IF", "EXISTS")
    table = words.name()
    if table is None:
        return None
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


def _bulk(here: Here, words: _Words) -> Reading | None:
    """BULK INSERT t FROM 'file'."""
    if not words.take("INSERT"):
        return None
    here.dml += 1
    table = words.table()
    if table is None or not words.take("FROM"):
        return None
    writers.read_load(here, table, words.tokens[words.at].text, None, whole=False)
    return Reading("COPY", StatementStatus.PARSED)


def _load(here: Here, words: _Words) -> Reading | None:
    """MySQL's LOAD DATA INFILE and BigQuery's LOAD DATA FROM FILES."""
    if not words.take("DATA") or words.word() == "INPATH" or words.word(1) == "INPATH":
        return None
    if here.draft.facts.name == "bigquery":
        return _load_files(here, words)
    if not words.find("INFILE"):
        return None
    file = words.tokens[words.at].text
    if not words.find("INTO", "TABLE"):
        return None
    table = words.table()
    columns: tuple[str, ...] | None = None
    while words.at < len(words.tokens):
        if words.word() == "(":
            columns = _listed(here, words)
        elif words.word() == "SET":
            return None
        else:
            words.at += 1
    if table is None:
        return None
    writers.read_load(here, table, file, columns, whole=False)
    return Reading("LOAD", StatementStatus.PARSED)


def _load_files(here: Here, words: _Words) -> Reading | None:
    whole = words.take("OVERWRITE")
    if not whole and not words.take("INTO"):
        return None
    words.take("TEMP", "TABLE")
    table = words.table()
    columns = _listed(here, words) if words.word() == "(" else None
    if table is None or not words.find("URIS", "="):
        return None
    file = next(
        (token.text for token in words.tokens[words.at :] if token.token_type is TokenType.STRING), "files"
    )
    writers.read_load(here, table, file, columns, whole=whole)
    return Reading("LOAD", StatementStatus.PARSED)


def _listed(here: Here, words: _Words) -> tuple[str, ...]:
    """Read a column list in brackets; types behind the names are stepped over."""
    found: list[str] = []
    depth, first = 0, True
    while words.at < len(words.tokens):
        token = words.tokens[words.at]
        words.at += 1
        if token.text in ("(", "<"):
            depth += 1
        elif token.text in (")", ">"):
            depth -= 1
            if depth == 0:
                break
        elif token.text == "," and depth == 1:
            first = True
            continue
        elif first and depth == 1:
            quoted = token.token_type is TokenType.IDENTIFIER
            found.append(names.column(here.draft, exp.Identifier(this=token.text, quoted=quoted)))
        first = first and token.text == "("
    return tuple(found)


def _create(here: Here, words: _Words) -> Reading | None:
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


_CLONED = frozenset({"TABLE", "SNAPSHOT", "TRANSIENT", "TEMP", "TEMPORARY", "SCHEMA", "DATABASE"})


def _clone(here: Here, words: _Words) -> Reading | None:
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
    target = add_target(here, name, span)
    add_writer(here, WriterKind.CLONE, target, [Branch(index, Mapping.NAME)], Effect.OVERWRITE)


_READERS: dict[str, Callable[[Here, _Words], Reading | None]] = {
    "RENAME": _rename,
    "EXCHANGE": _exchange,
    "ALTER": _alter,
    "BULK": _bulk,
    "LOAD": _load,
    "CREATE": _create,
}

"""COPY, LOAD DATA, BULK INSERT: tables that files fill, by position (method 1.11)."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Input, Item, NodeKind, Select, Star, Table
from wherefrom.domain.dialects import Folding, canonical_part
from wherefrom.domain.expression import ColumnRef, Expression, Form
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Branch, Effect, Mapping, StatementStatus, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Here, Label, Scope
from wherefrom.extract.statement.assignments import items_named, read_assignments
from wherefrom.extract.statement.reading import Reading
from wherefrom.extract.statement.targets import add_target, add_writer, partitions
from wherefrom.extract.statement.words import Words
from wherefrom.extract.tree.parsing import parse


def read_load(  # noqa: PLR0913  # what a load says
    here: Here,
    table: exp.Table,
    stage: str,
    columns: tuple[str, ...] | None,
    mapping: Mapping = Mapping.POSITION,
    *,
    whole: bool,
    into: exp.Expr | None = None,
) -> None:
    """Add the writer of COPY, LOAD DATA and BULK INSERT from files.

    Args:
        here: The statement.
        table: What it fills.
        stage: The files.
        columns: The columns it fills; None where it lists none.
        mapping: How the columns of the files meet those of the table.
        whole: Nothing stays of what was there.
        into: The partition it fills, whose columns are not in the files; None where it names none.
    """
    span = here.whole()
    path = here.path("root")
    numbered = mapping is Mapping.POSITION
    body = Select((Input("", _files(here, stage, path), span),), (Star((), span, numbered=numbered),))
    index = here.add(NodeKind.QUERY_RESULT, (path, RESULT), body, Label("", span))
    name = names.table(here.draft, table)
    target = add_target(here, name, here.span(table), NodeKind.COMMAND_TARGET)
    split = partitions(Scope(here, path, index, None, {}), into)
    effect = Effect.OVERWRITE if whole and not split else Effect.APPEND
    add_writer(here, WriterKind.COPY, target, [Branch(index, mapping, columns, split)], effect)


def mapping_of(tree: exp.Copy) -> Mapping:
    """Return how the columns of Snowflake's files meet those of the table."""
    for each in tree.args.get("params") or []:
        if each.name.upper() == "MATCH_BY_COLUMN_NAME" and each.expression.name.upper() != "NONE":
            return Mapping.NAME
    return Mapping.POSITION


def _files(here: Here, stage: str, path: str) -> int:
    """Add the node of the files that are read: a table whose columns have places and no names."""
    shown = stage if stage.startswith("@") else canonical_part(stage, quoted=True, folding=Folding.SENSITIVE)
    body = Table(TableName((shown,), stage), "read", numbered=True)
    return here.add(NodeKind.EXTERNAL_TABLE, (path, 0), body, Label(stage, here.whole()))


def read_bulk(here: Here, words: Words) -> Reading | None:
    """BULK INSERT t FROM 'file'."""
    if not words.take("INSERT"):
        return None
    here.dml += 1
    table = words.table()
    if table is None or not words.take("FROM"):
        return None
    read_load(here, table, words.tokens[words.at].text, None, whole=False)
    return Reading("COPY", StatementStatus.PARSED)


def read_load_data(here: Here, words: Words) -> Reading | None:
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
    places = _filled(here, words)
    if table is None:
        return None
    if words.take("SET") or any(each[:1] == "@" for each in places or ()):
        if places is None:
            return None
        _read_set(here, words, table, file, places)
    else:
        read_load(here, table, file, places, whole=False)
    return Reading("LOAD", StatementStatus.PARSED)


def _filled(here: Here, words: Words) -> tuple[str, ...] | None:
    """Step to SET or the end of LOAD DATA; return the columns and variables listed on the way, None for none."""
    places: tuple[str, ...] | None = None
    if words.take("PARTITION"):  # by its name: the rows have to be its own
        words.find(")")
    while words.at < len(words.tokens) and words.word() != "SET":
        if words.word() == "(":
            places = _listed(here, words)
        else:
            words.at += 1
    return places


def _read_set(here: Here, words: Words, table: exp.Table, file: str, places: tuple[str, ...]) -> None:
    """Add the writer of LOAD DATA … (a, @b) SET c = f(@b): a variable stands for its place in the file."""
    scope = Scope(here, here.path("root"), here.draft.reserve(), None, {})
    scope.inputs.append(Input("", _files(here, file, scope.path), here.whole()))
    items: list[Item | Star] = []
    for at, each in enumerate(places, start=1):
        if each[:1] != "@":
            column = ColumnRef(f"#{at}", (), each)
            value = Expression(Form.COLUMN, each, here.whole(), column=column)
            items.append(Item(each, value, here.whole()))
    if words.at < len(words.tokens):
        rest = list(words.tokens[words.at :])
        update = [Token(kind, word, *_place(rest[0])) for kind, word in _UPDATE]
        tree = parse(here.draft.facts.name, [*update, *rest], here.draft.masked.text)
        numbers = {name[1:]: at for at, name in enumerate(places, start=1) if name[:1] == "@"}
        given = [each.transform(_placed, numbers) for each in tree.expressions]
        items.extend(read_assignments(scope, given))
    body = Select(tuple(scope.inputs), tuple(items), tuple(scope.controls))
    here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label("", here.whole()))
    target = add_target(here, names.table(here.draft, table), here.span(table), NodeKind.COMMAND_TARGET)
    branch = Branch(scope.node, Mapping.NAME, items_named(items))
    add_writer(here, WriterKind.COPY, target, [branch], Effect.APPEND)


_UPDATE = ((TokenType.UPDATE, "UPDATE"), (TokenType.VAR, "t"), (TokenType.SET, "SET"))
"""What makes a statement of an assignment list, so that the parser takes it."""


def _place(token: Token) -> tuple[int, int, int, int]:
    return token.line, token.col, token.start, token.start


def _placed(node: exp.Expr, numbers: dict[str, int]) -> exp.Expr:
    """Return the file's column for a variable that the column list fills."""
    if isinstance(node, exp.Parameter) and node.name.lower() in numbers:
        return exp.Column(this=exp.Identifier(this=f"#{numbers[node.name.lower()]}", quoted=False))
    return node


def _load_files(here: Here, words: Words) -> Reading | None:
    whole = words.take("OVERWRITE")
    if not whole and not words.take("INTO"):
        return None
    words.take("TEMP", "TABLE")
    table = words.table()
    columns = _listed(here, words) if words.word() == "(" else None
    whole = whole and words.word() != "PARTITIONS"
    if table is None or not words.find("URIS", "="):
        return None
    file = next(
        (token.text for token in words.tokens[words.at :] if token.token_type is TokenType.STRING), "files"
    )
    read_load(here, table, file, columns, whole=whole)
    return Reading("LOAD", StatementStatus.PARSED)


def _listed(here: Here, words: Words) -> tuple[str, ...]:
    """Read a column list in brackets, variables with their sign; types behind the names are stepped over."""
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
        elif first and depth == 1 and token.text == "@":
            found.append(f"@{words.word().lower()}")
            words.at += 1
        elif first and depth == 1:
            quoted = token.token_type is TokenType.IDENTIFIER
            found.append(names.column(here.draft, exp.Identifier(this=token.text, quoted=quoted)))
        first = first and token.text == "("
    return tuple(found)

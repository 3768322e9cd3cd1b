"""The rows a trigger is about: NEW and OLD of a row, inserted and deleted of a statement (docs/decisions/0008).

What is new is the content of the table the trigger watches, what is old its earlier content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import Item, NodeKind, Select, Table
from wherefrom.domain.expression import Expression
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Branch, Effect, Mapping, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import RESULT, Draft, Fired, Here, Label, Scope, UnreadableError
from wherefrom.extract.statement.calls import routine_name
from wherefrom.extract.statement.targets import add_target, add_writer
from wherefrom.extract.text.script import Piece

_ROWS = {"tsql": ("inserted", "deleted")}


def watched_tables(draft: Draft, head: Piece, pieces: Sequence[Piece]) -> dict[TableName, bool]:
    """Return the tables that fire a routine, and of each whether that is before its rows are stored.

    Args:
        draft: The file; where not exactly one table is known, the rows become records that the run sets.
        head: Head of a routine.
        pieces: All pieces of the file: PostgreSQL names the table beside the function.
    """
    watched: dict[TableName, bool] = {}
    for table, stored in _watched(draft, head, pieces):
        watched[table] = watched.get(table, False) or stored
    if len(watched) != 1 and "TRIGGER" in _words(head.tokens):
        draft.variables.update(("new", "old"))
        draft.records.update(("new", "old"))
    return watched


def fired_rows(here: Here, watched: dict[TableName, bool]) -> tuple[Fired, ...]:
    """Add the rows that the body of a trigger may name, at its first statement: there they are read."""
    facts = here.draft.facts
    new, old = (names.alias(here.draft, each) for each in _ROWS.get(facts.name, ("new", "old")))
    found = []
    for table, stored in watched.items():
        path, label = here.path("root/row"), Label(table.canonical, here.whole())
        rows = {
            name: here.add(NodeKind.EXTERNAL_TABLE, (path, at), Table(table, "read", prior=prior), label)
            for at, (name, prior) in enumerate(((new, False), (old, True)))
        }
        found.append(Fired(table, rows, stored))
    return tuple(found)


def changed_field(here: Here, name: str) -> str:
    """Return the field of a trigger's new row that a name stands for; empty for a variable."""
    row, _, field = name.lower().lstrip(":").partition(".")
    known = here.fired or row in here.draft.records
    return field if row == "new" and known else ""


def change_field(here: Here, field: str, value: Callable[[Scope], Expression]) -> None:
    """Add what a trigger stores in a field of its new row: a change of every table that fires it.

    Args:
        here: The assignment.
        field: The field.
        value: Reads what is assigned, in a scope that knows the rows of one of the tables.

    Raises:
        UnreadableError: no trigger in the file says which table's row it is.
    """
    if not here.fired:
        raise UnreadableError("it changes a row, and no trigger in the file says of which table")
    for each in here.fired:
        if not each.stored:
            continue
        inner = replace(here, records=here.records | each.rows)
        scope = Scope(inner, here.path("root"), here.draft.reserve(), None, {})
        item = Item(names.column(here.draft, field), value(scope), here.whole())
        body = Select(tuple(scope.inputs), (item,), tuple(scope.controls))
        here.put(scope.node, NodeKind.QUERY_RESULT, (scope.path, RESULT), body, Label("", here.whole()))
        target = add_target(here, each.table, here.whole())
        branch = Branch(scope.node, Mapping.NAME, (item.name,), (), brings_rows=False, governs_all=False)
        add_writer(here, WriterKind.UPDATE, target, [branch], Effect.CHANGE)


def _watched(draft: Draft, head: Piece, pieces: Sequence[Piece]) -> Iterator[tuple[TableName, bool]]:
    """Yield the tables that a routine is fired by, and whether that is before their rows are stored."""
    words = _words(head.tokens)
    if "TRIGGER" not in words:
        return
    if "FUNCTION" not in words[:4]:
        yield from _table(draft, head.tokens)
        return
    own = routine_name(draft, head.name).parts
    for piece in pieces:
        words = _words(piece.tokens)
        at = next((at for at, word in enumerate(words) if word in ("FUNCTION", "PROCEDURE")), -1)
        if (
            "TRIGGER" in words[:6]
            and at > 0
            and routine_name(draft, _dotted(draft, piece.tokens, at + 1)).parts == own
        ):
            yield from _table(draft, piece.tokens)


def _words(tokens: Sequence[Token]) -> list[str]:
    return [token.text.upper() for token in tokens]


def _table(draft: Draft, tokens: Sequence[Token]) -> Iterator[tuple[TableName, bool]]:
    words = _words(tokens)
    if "ON" in words[:-1]:
        on = words.index("ON")
        yield routine_name(draft, _dotted(draft, tokens, on + 1)), "AFTER" not in words[:on]


def _dotted(draft: Draft, tokens: Sequence[Token], start: int) -> str:
    """Return the dotted name that begins at a token, as it is written."""
    end = start
    while end + 2 < len(tokens) and tokens[end + 1].token_type is TokenType.DOT:
        end += 2
    return draft.masked.text[tokens[start].start : tokens[end].end + 1]

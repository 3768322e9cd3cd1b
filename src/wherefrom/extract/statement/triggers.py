"""The rows a trigger is about: NEW and OLD of a row, inserted and deleted of a statement (docs/decisions/0008).

What is new is the content of the table the trigger watches, what is old its earlier content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import NodeKind, Table
from wherefrom.domain.names import TableName
from wherefrom.extract import names
from wherefrom.extract.draft import Draft, Here, Label
from wherefrom.extract.statement.calls import routine_name
from wherefrom.extract.text.script import Piece

_ROWS = {"tsql": ("inserted", "deleted")}


def trigger_rows(here: Here, head: Piece, pieces: Sequence[Piece]) -> dict[str, int]:
    """Add the rows that a trigger's body may name; return their nodes by name, none where no table is known.

    Args:
        here: The head as a statement.
        head: Head of a routine.
        pieces: All pieces of the file: PostgreSQL names the table beside the function.
    """
    draft = here.draft
    tables = list(dict.fromkeys(_watched(draft, head, pieces)))
    if len(tables) != 1:
        if "TRIGGER" in _words(head.tokens):  # a record that the run sets
            draft.variables.update(("new", "old"))
            draft.records.update(("new", "old"))
        return {}
    found: dict[str, int] = {}
    for at, (name, prior) in enumerate(
        zip(_ROWS.get(draft.facts.name, ("new", "old")), (False, True), strict=True)
    ):
        body = Table(tables[0], "read", prior=prior)
        label = Label(tables[0].canonical, here.whole())
        found[names.alias(draft, name)] = here.add(NodeKind.EXTERNAL_TABLE, ("root", at), body, label)
    return found


def _watched(draft: Draft, head: Piece, pieces: Sequence[Piece]) -> Iterator[TableName]:
    """Yield the tables that a routine is fired by."""
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


def _table(draft: Draft, tokens: Sequence[Token]) -> Iterator[TableName]:
    words = _words(tokens)
    if "ON" in words[:-1]:
        yield routine_name(draft, _dotted(draft, tokens, words.index("ON") + 1))


def _dotted(draft: Draft, tokens: Sequence[Token], start: int) -> str:
    """Return the dotted name that begins at a token, as it is written."""
    end = start
    while end + 2 < len(tokens) and tokens[end + 1].token_type is TokenType.DOT:
        end += 2
    return draft.masked.text[tokens[start].start : tokens[end].end + 1]

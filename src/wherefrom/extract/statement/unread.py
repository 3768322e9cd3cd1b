"""What can still be said of a statement that was not read: why, what kind it is, what its head names."""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from wherefrom.extract import names
from wherefrom.extract.draft import Draft, Here, UnreadableError
from wherefrom.extract.text.script import Piece
from wherefrom.extract.tree.told import gives_query

_GAP = r"(?:\s|/\*.*?\*/|--[^\n]*\n)+"
"""What parts two words: white space, and comments, which may be hints."""

_HEAD = re.compile(
    r"\b(?:INSERT (?:INTO|OVERWRITE)(?: TABLE)?|MERGE INTO|UPDATE|ALTER VIEW|CREATE (?:OR (?:REPLACE|ALTER) )?"
    r"(?:(?:TEMP|TEMPORARY|MATERIALIZED|EXTERNAL|TRANSIENT) )*(?:TABLE|VIEW)(?: IF NOT EXISTS)?|"
    r"TRUNCATE TABLE|DELETE FROM|INSERT|MERGE) "
    r"(?!(?:INTO|OVERWRITE|ALL|FIRST|LOCAL|DIRECTORY|SET|TOP|ONLY|WITH|FROM)\b|/\*|--)([^\s(;,]+)".replace(
        " ", _GAP
    ),
    re.IGNORECASE | re.DOTALL,
)


_BEFORE_HEAD = frozenset({"WITH", "FROM"})
"""What may stand before the verb of a statement: queries with names, the rows of Hive's INSERTs."""


def head_kind(piece: Piece) -> str:
    """Return what an unread statement begins with; DDL without a query is told from CREATE … AS."""
    first = piece.tokens[0].text.upper()
    if gives_query(piece.tokens):
        return "CREATE_VIEW"
    if first == "CREATE" and not any(token.token_type is TokenType.SELECT for token in piece.tokens):
        return "CREATE_TABLE"
    return first


def head_target(draft: Draft, here: Here, piece: Piece) -> str:
    """Return the table a statement's head says it writes; empty if it does not say so plainly."""
    if piece.tokens and piece.tokens[0].token_type is TokenType.ALTER and not gives_query(piece.tokens):
        return ""
    text, start = draft.masked.text, piece.tokens[0].start if piece.tokens else piece.start
    behind = piece.tokens and piece.tokens[0].text.upper() in _BEFORE_HEAD
    found = _HEAD.search(text, start, piece.end) if behind else _HEAD.match(text, start, piece.end)
    if found is None or (draft.facts.name == "tsql" and _may_stand_for_another(draft, found, piece)):
        return ""
    try:
        table = exp.to_table(found.group(1), dialect=here.draft.facts.name.replace("ansi", ""))
        return names.table(draft, table).canonical
    except (SqlglotError, UnreadableError, ValueError):
        return draft.masked.restore(found.group(1))


def _may_stand_for_another(draft: Draft, head: re.Match[str], piece: Piece) -> bool:
    """Whether a name in the head may be a CTE, or an alias of FROM: T-SQL changes tables by these, too."""
    name, text = head.group(1), draft.masked.text
    if "." in name:
        return False
    named = re.compile(rf"(?<!\w){re.escape(name)}\s+AS\s*\(", re.IGNORECASE)
    changes = text[head.start() : head.start() + 6].upper() in ("UPDATE", "DELETE")
    return named.search(text, piece.start, head.start()) is not None or (
        changes and _FROM.search(text, head.end(), piece.end) is not None
    )


_FROM = re.compile(r"\bFROM\b", re.IGNORECASE)

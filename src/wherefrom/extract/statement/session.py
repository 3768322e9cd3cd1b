"""What a script says of the names behind it: USE, SET SCHEMA and search_path (method 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dialects import Folding, canonical_part, fold
from wherefrom.extract import names
from wherefrom.extract.draft import Draft, Here, Session
from wherefrom.extract.statement.targets import table_of
from wherefrom.extract.text.script import Piece, PieceKind

_SCOPES = frozenset({"SESSION", "LOCAL", "GLOBAL"})
_PATHS = frozenset({"SEARCH_PATH", "SCHEMA", "CURRENT_SCHEMA"})
_SYSTEM = frozenset({"pg_catalog", "pg_temp", "information_schema"})
"""Schemas of a path in which no table of the project's own stands."""


def enter(draft: Draft, script: str) -> None:
    """Go on in a script: what a routine's body sets holds in it, and what is set around it at first."""
    if script == draft.script:
        return
    draft.sessions[draft.script] = draft.session
    draft.session = draft.sessions.get(script) or replace(draft.session, made=set(draft.session.made))
    draft.script = script


def read_routine_paths(draft: Draft, pieces: Sequence[Piece]) -> None:
    """Read the SET search_path of routines, which stands before or behind the body and holds in it."""
    routines = {piece.name for piece in pieces if piece.kind is PieceKind.PROCEDURE}
    for piece in pieces:
        body = piece.name if piece.kind is PieceKind.PROCEDURE else piece.script
        if piece.kind not in (PieceKind.PROCEDURE, PieceKind.CONTROL) or body not in routines:
            continue
        words = [token.text.upper() for token in piece.tokens]
        if "SEARCH_PATH" in words[1:] and words[(at := words.index("SEARCH_PATH")) - 1] == "SET":
            draft.sessions[body] = _searching(draft, Session(), piece.tokens[at + 1 :])


def read_use(here: Here, tree: exp.Use) -> None:
    """USE gives the catalog or schema of the names that follow."""
    draft = here.draft
    table = tree.this
    if not isinstance(table, exp.Table):
        return
    kind = tree.args.get("kind")
    word = kind.name.upper() if kind is not None else ""
    parts = [names.part(draft, each, draft.facts.tables) for each in table.parts]
    if word in ("WAREHOUSE", "ROLE", "SECONDARY"):
        return
    if not word and len(parts) == 1 and draft.facts.name == "duckdb":
        return  # of a catalog or of a schema: the statement does not say
    if word in ("DATABASE", "CATALOG") or (not word and not draft.facts.schema_by_use and len(parts) == 1):
        draft.session = Session(catalog=parts[-1])
        return
    catalog = parts[-2] if len(parts) > 1 else draft.session.catalog
    draft.session = Session(catalog, parts[-1])


def read_set(here: Here) -> None:
    """Read SET and RESET of what says where names without a schema belong; any other SET says nothing of it."""
    tokens = here.places.tokens
    words = [token.text.upper() for token in tokens[:3]]
    at = 2 if words[1:2] and words[1] in _SCOPES else 1
    if words[at : at + 1] and words[at] in _PATHS:
        given = tokens[at + 1 :] if words[0] == "SET" else ()
        here.draft.session = _searching(here.draft, here.draft.session, given)


def in_schema(draft: Draft, schema: str) -> None:
    """Take over the one schema of the names that follow."""
    draft.session = Session(draft.session.catalog, schema)


def note_made(node: exp.Expr) -> None:
    """Note that a statement makes a table: without a schema it is made in the first one of the path."""
    table = table_of(node)
    if table is not None:
        table.meta["made"] = True


def _searching(draft: Draft, session: Session, tokens: Sequence[Token]) -> Session:
    """Return a session with the path that stands behind its setting.

    One schema proves where names without one belong. Under several a table may stand in any, and only the snapshot
    may know in which.
    """
    schemas = [each for each in _listed(draft, tokens) if each not in _SYSTEM]
    if len(schemas) == 1 and schemas[0] != names.USER_SCHEMA:
        return Session(session.catalog, schemas[0])
    searched = tuple(schemas) if len(schemas) > 1 else ()
    return session if searched and searched == session.searched else Session(session.catalog, None, searched)


def _listed(draft: Draft, tokens: Sequence[Token]) -> list[str]:
    """Return the schemas of a path in canonical form; none of ``DEFAULT``. What is no further schema ends it."""
    found: list[str] = []
    rest = list(tokens[1:] if tokens and tokens[0].text.upper() in ("=", "TO") else tokens)
    while rest:
        token = rest.pop(0)
        texts = token.text.split(",") if token.token_type is TokenType.STRING else (token.text,)
        quoted = token.token_type is TokenType.IDENTIFIER
        found.extend(_schema(draft, text.strip(), quoted=quoted) for text in texts)
        if not rest or rest.pop(0).token_type is not TokenType.COMMA:
            break
    return [each for each in found if each and each != "default"]


def _schema(draft: Draft, text: str, *, quoted: bool) -> str:
    if fold(text) == "$user":
        return names.USER_SCHEMA
    if draft.masked.placeholders(text):
        return draft.masked.restore(fold(text))
    folding = Folding.LOWER if draft.facts.tables is Folding.SENSITIVE else draft.facts.tables
    return canonical_part(text, quoted, folding)

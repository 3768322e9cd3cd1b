"""Functions that give rows: which routines they are, and how their columns are called (method 1.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract import names
from wherefrom.extract.draft import Draft
from wherefrom.extract.text.script import Piece, PieceKind


def returned_columns(draft: Draft, pieces: Sequence[Piece]) -> dict[str, tuple[str, ...]]:
    """Return the routines that give rows, by the script their body is, with the names their heads state.

    The names are empty where the body's query gives them. A name that several routines share is left out:
    which of them a call means is not told by its name.
    """
    heads = [piece for piece in pieces if piece.kind is PieceKind.PROCEDURE and piece.tokens]
    if not heads:
        return {}
    called = Counter(piece.name for piece in heads)
    found: dict[str, tuple[str, ...]] = {}
    for piece in heads:
        columns = _columns(draft, piece.tokens)
        if columns is not None and called[piece.name] == 1 and not piece.script:
            found[piece.name] = columns
    return found


def _columns(draft: Draft, tokens: Sequence[Token]) -> tuple[str, ...] | None:
    """Return the names behind RETURNS TABLE; None where the routine gives no rows that way."""
    words = [token.text.upper() for token in tokens]
    if words[-1:] == ["RETURNS"]:
        return ()  # the rows of a variable, which has a DDL of its own
    at = next((at for at in range(len(words) - 1) if words[at : at + 2] == ["RETURNS", "TABLE"]), -1)
    if (
        at < 0
        and draft.facts.name == "postgres"
        and "FUNCTION" in words[:4]
        and (given := _given_out(draft, tokens))
    ):
        return given
    if at < 0:
        return () if "TABLE" in words[:5] and "FUNCTION" in words[:6] else None
    found: list[str] = []
    depth, first = 0, True
    for token in tokens[at + 2 :]:
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
        elif token.text == "," and depth == 1:
            first = True
            continue
        elif first and depth == 1:
            quoted = token.token_type is TokenType.IDENTIFIER
            found.append(names.column(draft, exp.Identifier(this=token.text, quoted=quoted)))
            first = False
        if depth == 0:
            break
    return tuple(found)


def _given_out(draft: Draft, tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the names of a function's OUT parameters: PostgreSQL calls its columns so."""
    found: list[str] = []
    depth = 0
    for at, token in enumerate(tokens[:-1]):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 1 and token.text.upper() in ("OUT", "INOUT") and tokens[at - 1].text in ("(", ","):
            named = tokens[at + 1]
            quoted = named.token_type is TokenType.IDENTIFIER
            found.append(names.column(draft, exp.Identifier(this=named.text, quoted=quoted)))
        if depth == 0 and token.text == ")":
            break
    return tuple(found)

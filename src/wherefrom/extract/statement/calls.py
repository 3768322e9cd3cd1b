"""Routines and the calls of them: what each is called, and the node of a call (docs/decisions/0012)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from wherefrom.domain.dataset import Call, NodeKind
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Routine
from wherefrom.extract import names
from wherefrom.extract.draft import TARGET, Draft, Here, Label
from wherefrom.extract.names import variable_name
from wherefrom.extract.text.lexing import tokenize, words
from wherefrom.extract.text.script import Piece


def read_routine(draft: Draft, piece: Piece, ordinal: int) -> None:
    """Note the routine whose head is ``piece``, statement ``ordinal`` of its file."""
    around = draft.bodies.get(piece.script)
    if around is not None and piece.name.startswith(f"{piece.script}."):
        own = routine_name(draft, piece.name[len(piece.script) + 1 :])
        name = TableName((*around[0].parts, own.parts[-1]), own.written)
    else:
        name = routine_name(draft, piece.name)
    draft.bodies[piece.name] = name, piece.script
    script = draft.masked.restore(piece.name)
    given = tuple(variable_name(each) for each in piece.parameters)
    fills, replaces = _given_back(piece, given, _BACK), _given_back(piece, given, _NEW)
    if draft.facts.name == "tsql":  # there every OUTPUT takes a value along too
        replaces = ()
    function = "FUNCTION" in words(list(piece.tokens[:_LONGEST_KIND]))
    draft.routines.append(Routine(ordinal, name.canonical, script, given, fills, function, replaces))


_LONGEST_KIND = 7
"""Tokens of ``CREATE OR REPLACE SECURE TEMPORARY TABLE FUNCTION``."""


_BACK = frozenset({"OUT", "INOUT", "OUTPUT"})
_NEW = frozenset({"OUT"})


def _given_back(piece: Piece, given: tuple[str, ...], modes: frozenset[str]) -> tuple[str, ...]:
    """Return those of a head's parameters that are OUT: the mode stands before the name or somewhere behind it.

    Without INOUT among the ``modes``, those that are IN OUT are none.
    """
    found: list[str] = []
    current, ahead, before = "", False, ""
    for token, word in zip(piece.tokens, words(list(piece.tokens)), strict=True):
        name = variable_name(f"@{token.text}" if before == "@" else token.text)
        if word in modes and (modes is _BACK or before != "IN"):
            ahead = before in {"(", ","}
            if not ahead:
                found.append(current)
        elif name in given and before in {"(", ",", "@", "", "IN", "VARIADIC", *_BACK}:
            current = name
            if ahead:
                found.append(current)
            ahead = False
        before = word
    return tuple(each for each in given if each in found)


def read_call(here: Here, written: str) -> None:
    """Add the node of a call of the routine called ``written``; a variable's own method is no routine."""
    draft = here.draft
    parts = _parts(draft, written)
    if not written or (len(parts) > 1 and parts[0].name.lower() in draft.variables):
        return
    name = routine_name(draft, written)
    said = name.parts[len(name.parts) - len(parts) :]
    meant = () if name.only_placeholder else (*_inside(here, said), name.canonical)
    place = (here.path("call"), TARGET)
    body = Call(tuple(dict.fromkeys(meant)), name.placeholders)
    here.add(NodeKind.COMMAND_TARGET, place, body, Label(name.canonical))


def _inside(here: Here, said: tuple[str, ...]) -> Iterator[str]:
    """Yield the names that a routine has inside those around the call, from the inside out; their schema last."""
    draft = here.draft
    around = draft.bodies.get(here.script)
    outermost: tuple[str, ...] = ()
    while around is not None:
        outermost = around[0].parts
        yield ".".join((*outermost, *said))
        around = draft.bodies.get(around[1])
    if draft.facts.own_schema_first and len(outermost) > 1:
        yield ".".join((*outermost[:-1], *said))


def routine_name(draft: Draft, written: str) -> TableName:
    """Return a routine's name, canonical as a table's name is."""
    parts = _parts(draft, written)
    if len(parts) > len(_KEYS):  # on another server
        folded = tuple(names.part(draft, each, draft.facts.tables) for each in parts)
        return TableName(folded, written, draft.masked.placeholders(written))
    given = {key: part for key, part in zip(_KEYS, reversed(parts), strict=False) if part.name}
    return names.table(draft, exp.Table(**given))


_KEYS = ("this", "db", "catalog")


def _parts(draft: Draft, written: str) -> list[exp.Identifier]:
    """Return the parts of a dotted name; one that is left out, as in ``db..p``, is empty."""
    parts = [exp.Identifier(this="", quoted=False)]
    for token in tokenize(written, draft.facts.name):
        if token.token_type is TokenType.DOT:
            parts.append(exp.Identifier(this="", quoted=False))
            continue
        quoted = token.token_type is TokenType.IDENTIFIER
        if quoted and draft.facts.name == "bigquery":  # there one pair of quotes may hold the whole path
            parts[-1:] = [exp.Identifier(this=part, quoted=True) for part in token.text.split(".")]
        else:
            parts[-1] = exp.Identifier(this=parts[-1].name + token.text, quoted=quoted)
    return parts

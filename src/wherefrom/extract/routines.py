"""Heads of routines in the dialects that end statements with semicolons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlglot.tokens import TokenType

from wherefrom.extract.pieces import Tape

_KINDS = frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "PACKAGE", "MACRO", "EVENT", "TASK", "TYPE"})
_NO_ROUTINE = frozenset(
    "TABLE VIEW INDEX SCHEMA DATABASE SEQUENCE USER ROLE EXTENSION STAGE PIPE STREAM WAREHOUSE DOMAIN AS ( ; SYNONYM".split()
)
_MODES = frozenset({"IN", "OUT", "INOUT", "VARIADIC"})
_STATEMENTS = frozenset(
    "SELECT INSERT UPDATE DELETE MERGE SET CALL IF CASE WITH REPLACE WHILE LOOP REPEAT TRUNCATE SIGNAL BEGIN RETURN".split()
)
_TEXTS = frozenset(
    {TokenType.STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING, TokenType.NATIONAL_STRING}
)
_OWN_LANGUAGES = frozenset({"SQL", "PLPGSQL", "PLSQL", "", "SPL"})
_ROUTINE_DIALECTS = frozenset(
    "oracle postgres redshift snowflake bigquery mysql teradata databricks spark sqlite trino ansi".split()
)


class Body(StrEnum):
    """What the body of a routine is."""

    SECTION = "SECTION"  # declarations, then BEGIN … END
    PACKAGE = "PACKAGE"  # declarations and routines, then END
    STATEMENT = "STATEMENT"  # one statement or block
    TEXT = "TEXT"  # a quoted text that holds the body
    GROUP = "GROUP"  # an expression or statements in parentheses
    FOREIGN = "FOREIGN"  # another language


@dataclass(frozen=True, slots=True)
class Head:
    """A routine's head.

    Attributes:
        kind: PROCEDURE, FUNCTION …
        name: As written.
        parameters: As written.
        body: Index of the body's first token.
        form: What the body is.
    """

    kind: str
    name: str
    parameters: tuple[str, ...]
    body: int
    form: Body


def read_head(tape: Tape, start: int, end: int) -> Head | None:
    """Return the routine that CREATE or REPLACE at ``start`` begins, or None if it makes something else."""
    if tape.dialect not in _ROUTINE_DIALECTS:
        return None
    for index in range(start + 1, min(start + 12, end)):
        word = tape.words[index]
        if word in _KINDS:
            return read_named(tape, index, end)
        if word in _NO_ROUTINE and not (word == "TABLE" and tape.word(index + 1) == "FUNCTION"):
            return None
    return None


def read_named(tape: Tape, index: int, end: int) -> Head | None:
    """Return the routine whose kind (PROCEDURE, FUNCTION …) stands at ``index``.

    Also used for the routines of a package, which have no CREATE. None where it has no body.
    """
    kind = tape.words[index]
    first = index + 1
    if kind in {"PACKAGE", "TYPE"}:
        if kind == "TYPE" and tape.word(first) != "BODY":
            return None
        first += tape.word(first) == "BODY"
    if tape.words[first : first + 2] == ["IF", "NOT"]:
        first += 3
    after = tape.past_name(first, end)
    parameters = _parameters(tape, after, end) if tape.word(after) == "(" else ()
    past = tape.past_group(after, end) if tape.word(after) == "(" else after
    found = _body(tape, kind, past, end)
    return Head(kind, tape.written(first, after), parameters, *found) if found else None


def _parameters(tape: Tape, start: int, end: int) -> tuple[str, ...]:
    names = []
    for first, last in tape.commas(start + 1, tape.past_group(start, end) - 1):
        while first < last and tape.words[first] in _MODES:
            first += 1
        if last - first > 1:
            names.append(tape.written(first, first + 1))
    return tuple(names)


def _body(tape: Tape, kind: str, start: int, end: int) -> tuple[int, Body] | None:
    """Return where the body begins, and what it is."""
    depth, index = 0, start
    while index < end:
        word = tape.words[index]
        if word == ";":
            return None
        if word in {"(", ")"}:
            depth += 1 if word == "(" else -1
        elif depth == 0:
            found = _body_at(tape, kind, index, end)
            if found:
                return found
        index += 1
    return None


def _body_at(tape: Tape, kind: str, index: int, end: int) -> tuple[int, Body] | None:
    """Return the body if a head word at ``index`` leads to it."""
    word, dialect = tape.words[index], tape.dialect
    if word in {"AS", "IS"} and not (dialect == "mysql" or (kind == "TRIGGER" and dialect == "postgres")):
        return _after_as(tape, kind, index, end)
    if word == "LANGUAGE" and tape.word(index + 1) not in _OWN_LANGUAGES and dialect in {"oracle", "mysql"}:
        return index, Body.FOREIGN
    if dialect == "oracle":
        opens = kind == "TRIGGER" and word in {"BEGIN", "DECLARE", "CALL", "COMPOUND"}
        if opens and word == "COMPOUND":
            return index + 2, Body.PACKAGE
        return (index, Body.STATEMENT) if opens else None
    if word == "DO" and kind == "EVENT":
        return index + 1, Body.STATEMENT
    if kind == "TRIGGER" and word not in {"BEGIN", "SET", "IF", "CALL", "SELECT"}:
        return _after_each_row(tape, index)
    return (index, Body.STATEMENT) if word in _STATEMENTS and not _clause(tape, index) else None


def _after_each_row(tape: Tape, index: int) -> tuple[int, Body] | None:
    """A trigger's events come before FOR EACH ROW and are no statements; what follows is."""
    row = tape.words[index - 1] == "ROW" and tape.words[index - 2] == "EACH"
    return (index, Body.STATEMENT) if row and tape.words[index] in _STATEMENTS else None


def _clause(tape: Tape, index: int) -> bool:
    """Return whether a word is part of the head: IF NOT EXISTS, SET option, CALLED ON, SQL DATA."""
    word, after = tape.words[index], tape.word(index + 1)
    if word == "SET" and tape.dialect in {"postgres", "redshift"}:
        return True
    if word == "WITH" and tape.dialect == "bigquery":
        return True
    return (word == "IF" and after == "NOT") or (word == "RETURN" and tape.dialect in {"oracle", "snowflake"})


def _after_as(tape: Tape, kind: str, index: int, end: int) -> tuple[int, Body] | None:
    first = index + 1
    if first >= end:
        return None
    if tape.tokens[first].token_type in _TEXTS:
        if tape.dialect in {"hive", "spark", "trino"}:
            return None
        own = _language(tape, index, end) in _OWN_LANGUAGES
        return first, Body.TEXT if own else Body.FOREIGN
    word = tape.words[first]
    if tape.dialect == "oracle":
        if word in {"LANGUAGE", "EXTERNAL"}:
            return first, Body.FOREIGN
        return first, Body.PACKAGE if kind in {"PACKAGE", "TYPE"} else Body.SECTION
    if word == "(":
        return first, Body.GROUP
    return first, Body.STATEMENT


def _language(tape: Tape, index: int, end: int) -> str:
    """Return the routine's language, which stands before or after its body; empty if none does."""
    words = tape.words
    start = index
    while start > 0 and words[start - 1] != ";":
        start -= 1
    stop = words.index(";", index, end) if ";" in words[index:end] else end
    if "LANGUAGE" not in words[start:stop]:
        return ""
    return tape.tokens[words.index("LANGUAGE", start, stop) + 1 : stop][0].text.upper()

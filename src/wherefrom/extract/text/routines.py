"""Heads of routines in the dialects that end statements with semicolons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlglot.tokenizer_core import TokenType

from wherefrom.extract.text.lexing import word_set
from wherefrom.extract.text.pieces import Tape

_KINDS = frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "PACKAGE", "MACRO", "EVENT", "TASK", "TYPE"})
_NO_ROUTINE = word_set(
    "TABLE VIEW INDEX SCHEMA DATABASE SEQUENCE USER ROLE EXTENSION STAGE PIPE STREAM WAREHOUSE DOMAIN AS ( ; SYNONYM"
)
_MODES = frozenset({"IN", "OUT", "INOUT", "VARIADIC"})
_STATEMENTS = word_set(
    "SELECT INSERT UPDATE DELETE MERGE SET CALL IF CASE WITH REPLACE WHILE LOOP REPEAT TRUNCATE SIGNAL BEGIN RETURN"
)
_TEXTS = frozenset(
    {TokenType.STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING, TokenType.NATIONAL_STRING}
)
_OWN_LANGUAGES = frozenset({"SQL", "PLPGSQL", "PLSQL", "", "SPL"})
_ROUTINE_DIALECTS = word_set(
    "oracle postgres redshift snowflake bigquery mysql teradata databricks spark sqlite trino ansi"
)
PURE_FUNCTIONS = word_set("bigquery snowflake databricks redshift trino")
"""Dialects in which a function in another language reads its arguments and nothing else."""


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
        name = next((index for index in range(first, last) if tape.words[index] not in _MODES), last)
        if last - name > 1:
            names.append(tape.written(name, name + 1))
    return tuple(names)


def _body(tape: Tape, kind: str, start: int, end: int) -> tuple[int, Body] | None:
    """Return where the body begins, and what it is."""
    depth = 0
    for index in range(start, end):
        word = tape.words[index]
        if word == ";":
            return None
        if word in {"(", ")"}:
            depth += 1 if word == "(" else -1
        elif depth == 0 and (found := _body_at(tape, kind, index, end)):
            return found
    return None


def _body_at(tape: Tape, kind: str, index: int, end: int) -> tuple[int, Body] | None:
    """Return the body if a head word at ``index`` leads to it."""
    word, dialect = tape.words[index], tape.dialect
    if word in {"AS", "IS"} and dialect != "mysql" and tape.words[index - 1] != "EXECUTE":
        return None if kind == "TRIGGER" and dialect == "postgres" else _after_as(tape, kind, index, end)
    if word == "LANGUAGE" and tape.word(index + 1) not in _OWN_LANGUAGES and dialect in {"oracle", "mysql"}:
        return index, Body.FOREIGN
    if dialect == "oracle":
        return _oracle_trigger(tape, index) if kind == "TRIGGER" else None
    if word == "DO" and kind == "EVENT":
        return index + 1, Body.STATEMENT
    begins = word in _STATEMENTS and not _clause(tape, index)
    if kind == "TRIGGER" and word not in {"BEGIN", "SET", "IF", "CALL", "SELECT"}:
        # the events INSERT, UPDATE, DELETE come before FOR EACH ROW
        begins = begins and tape.words[index - 1] == "ROW" and tape.words[index - 2] == "EACH"
    return (index, Body.STATEMENT) if begins else None


def _oracle_trigger(tape: Tape, index: int) -> tuple[int, Body] | None:
    word = tape.words[index]
    if word == "COMPOUND":
        return index + 2, Body.PACKAGE
    return (index, Body.STATEMENT) if word in {"BEGIN", "DECLARE", "CALL"} else None


def _clause(tape: Tape, index: int) -> bool:
    """Return whether a word is part of the head: IF NOT EXISTS, SET option, CALLED ON, SQL DATA."""
    word, after = tape.words[index], tape.word(index + 1)
    if word == "SET" and tape.dialect in {"postgres", "redshift"}:
        return True
    if word == "WITH" and tape.dialect == "bigquery":
        return True
    return (word == "IF" and after == "NOT") or (word == "RETURN" and tape.dialect in {"oracle", "snowflake"})


def _after_as(tape: Tape, kind: str, index: int, end: int) -> tuple[int, Body] | None:
    """Return the body that follows AS or IS."""
    first = index + 1
    if first >= end:
        return None
    word = tape.words[first]
    if tape.tokens[first].token_type in _TEXTS:
        own = _language(tape, index, end) in _OWN_LANGUAGES
        form = Body.TEXT if own else Body.FOREIGN
        return None if tape.dialect in {"hive", "spark", "trino"} else (first, form)
    if tape.dialect != "oracle":
        form = Body.GROUP if word == "(" else Body.STATEMENT
    elif word in {"LANGUAGE", "EXTERNAL"}:
        form = Body.FOREIGN
    else:
        form = Body.PACKAGE if kind in {"PACKAGE", "TYPE"} else Body.SECTION
    return first, form


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

"""Heads of T-SQL routines: CREATE PROCEDURE, FUNCTION and TRIGGER up to their body."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot.tokenizer_core import TokenType

from wherefrom.extract.text.pieces import Tape

_KINDS = frozenset({"PROC", "PROCEDURE", "FUNCTION", "TRIGGER"})


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine's head.

    Attributes:
        name: As written.
        parameters: As written, with their sigil.
        body: Index of the body's first token.
        foreign: The body is not SQL.
        rows: Tokens of ``@r TABLE (…)``, the variable whose rows a function gives; both 0 if it gives none so.
    """

    name: str
    parameters: tuple[str, ...]
    body: int
    foreign: bool
    rows: tuple[int, int] = (0, 0)


def read_routine(tape: Tape, start: int, end: int) -> Routine | None:
    """Return the head of the routine that begins at ``start``, or None if none does.

    Args:
        tape: The tokens.
        start: Index of CREATE or ALTER.
        end: Index after the batch's last token.
    """
    index = start + 1
    if tape.words[index : index + 2] == ["OR", "ALTER"]:
        index += 2
    if tape.word(index) not in _KINDS or index + 1 >= end:
        return None
    first = index + 1
    after = first + 1
    while after + 1 < end and tape.words[after] == ".":
        after += 2
    body = _body(tape, after, end)
    if body is None:
        return None
    name = tape.written(first, after)
    foreign = tape.word(body) == "EXTERNAL" or tape.word(body - 1) == "EXTERNAL"
    return Routine(name, _parameters(tape, after, body), body, foreign, _rows(tape, after, body))


def _rows(tape: Tape, start: int, body: int) -> tuple[int, int]:
    """Return the tokens of ``@r TABLE (…)`` behind RETURNS."""
    for index in range(start, body - 4):
        if tape.words[index : index + 2] == ["RETURNS", "@"] and tape.words[index + 3 : index + 5] == [
            "TABLE",
            "(",
        ]:
            return index + 1, tape.past_group(index + 4, body)
    return 0, 0


def _body(tape: Tape, start: int, end: int) -> int | None:
    """Return where the body begins: after AS, or at the BEGIN or RETURN of a function without AS."""
    depth = 0
    for index in range(start, end):
        word = tape.words[index]
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
        elif depth:
            continue
        elif word in {"BEGIN", "RETURN", "EXTERNAL"}:
            return index
        elif word == "AS" and _is_body(tape, index):
            return index + 1
    return None


def _is_body(tape: Tape, index: int) -> bool:
    """AS may also stand between a parameter and its type, and in EXECUTE AS."""
    typed = index >= 2 and tape.tokens[index - 2].token_type is TokenType.PARAMETER
    return not typed and tape.word(index - 1) not in {"EXECUTE", "EXEC"}


def _parameters(tape: Tape, start: int, end: int) -> tuple[str, ...]:
    names = []
    for index in range(start, end - 1):
        if tape.words[index] == "RETURNS":
            break
        if tape.words[index] == "@" and (index == start or tape.words[index - 1] in {"(", ","}):
            names.append(tape.written(index, index + 2))
    return tuple(names)

"""Variables that take what run text or a called procedure gives: EXECUTE IMMEDIATE … INTO, EXEC … OUTPUT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import NodeKind, TableFunction
from wherefrom.domain.unit import Assignment
from wherefrom.extract.draft import RESULT, Here, Label
from wherefrom.extract.names import variable_name
from wherefrom.extract.text.lexing import words

_INTO = frozenset({"INTO", "BULK COLLECT INTO"})
_OUTPUTS = frozenset({"OUTPUT", "OUT"})
_NAMES = (TokenType.VAR, TokenType.IDENTIFIER)
_SIGILS = frozenset({"@", ":", "$"})
_FILLING = ("get", "read", "column_value", "variable_value")
"""What the database's own routines that fill variables are called, or begin with; the others only take values."""


def read_outcome(here: Here, tokens: Sequence[Token], called: str, *, dynamic: bool) -> None:
    """Give each variable that the statement fills, or may fill, a value whose making is not in the snapshot.

    Args:
        here: The statement.
        tokens: Its tokens.
        called: The procedure, or the words that run text.
        dynamic: Text is run: what it gives is unknown for that reason (method 1.5).
    """
    said = words(list(tokens))
    marked = here.draft.facts.name == "tsql"
    named = _outputs(tokens, said) if marked else _listed(tokens, said)
    possible = {} if dynamic or marked or _only_takes(here, said, called) else _arguments(here, tokens, said)
    if not named and not possible:
        return
    body = TableFunction(called.lower(), (), known=False, dynamic=dynamic)
    label = Label(called.lower(), here.whole())
    node = here.add(NodeKind.TABLE_FUNCTION, (here.path("outcome"), RESULT), body, label)
    filled = [Assignment(here.ordinal, variable_name(name), node, at) for at, name in enumerate(named)]
    records = here.draft.records
    given = [
        Assignment(here.ordinal, name, node, -1 if name in records else len(named) + at, argument)
        for at, (argument, name) in enumerate(possible.items())
    ]
    here.draft.assignments.extend((*given, *filled))


def _only_takes(here: Here, said: Sequence[str], called: str) -> bool:
    """Whether a call cannot fill what it is given: of a function, a variable's own method, or a routine as PUT_LINE is."""
    parts = called.lower().split(".")
    own = here.draft.facts.system_routines
    if said[:1] == ["PERFORM"] or not called or (len(parts) > 1 and parts[0] in here.draft.variables):
        return True
    of_database = parts[0].startswith(own) or parts[-1].startswith(own)
    return of_database and not parts[-1].startswith(_FILLING)


def _arguments(here: Here, tokens: Sequence[Token], said: Sequence[str]) -> dict[str, str]:
    """Return the variables among a call's arguments that stand alone, by the argument: its name, or its position.

    Which of them are OUT says only the head of what is called.
    """
    found: dict[str, str] = {}
    first = said.index("(") + 1 if "(" in said else len(said)
    for at, (start, stop) in enumerate(_divided(said, first), 1):
        named = start + 2 < stop and said[start + 1] in {"=>", ":="}
        begin = start + 2 if named else start
        sign = said[begin] if begin < stop and said[begin] in _SIGILS else ""
        begin += bool(sign)
        if stop - begin == 1 and tokens[begin].token_type in _NAMES:
            name = variable_name(f"{sign}{tokens[begin].text}")
            if sign or name in here.draft.variables:
                found[variable_name(tokens[start].text) if named else str(at)] = name
    fixed = here.draft.constants | _only_read(here)
    return {argument: name for argument, name in found.items() if name not in fixed}


def _only_read(here: Here) -> set[str]:
    """Return the parameters around that PL/SQL lets no statement change."""
    if here.draft.facts.name != "oracle":
        return set()
    script = f"{here.draft.masked.restore(here.script)}."
    around = [each for each in here.draft.routines if script.startswith(f"{each.script}.")]
    return {name for each in around for name in each.parameters if name not in each.fills}


def _divided(said: Sequence[str], first: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges between the commas of a list that ends with its bracket."""
    start, depth = first, 0
    for at in range(first, len(said)):
        depth += 1 if said[at] in {"(", "["} else -1 if said[at] in {")", "]"} else 0
        if depth < 0 or (depth == 0 and said[at] == ","):
            yield start, at
            start = at + 1
        if depth < 0:
            return


def _listed(tokens: Sequence[Token], said: Sequence[str]) -> list[str]:
    """Return the names behind INTO, up to USING or the end."""
    start = next((at + 1 for at, word in enumerate(said) if word in _INTO), len(said))
    named: list[str] = []
    for token in tokens[start:]:
        if token.text.upper() == "USING" or token.token_type not in _NAMING:
            break
        if token.token_type in _NAMES:
            named.append(token.text)
    return named


_NAMING = frozenset({TokenType.VAR, TokenType.IDENTIFIER, TokenType.COMMA, TokenType.COLON})


def _outputs(tokens: Sequence[Token], said: Sequence[str]) -> list[str]:
    """Return T-SQL's variables before OUTPUT; the declarations of sp_executesql stand in a string."""
    return [
        f"@{tokens[at - 1].text}"
        for at in range(2, len(said))
        if said[at] in _OUTPUTS and said[at - 2] == "@"
    ]

"""Variables that take what run text or a called procedure gives: EXECUTE IMMEDIATE … INTO, EXEC … OUTPUT."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.dataset import NodeKind, TableFunction
from wherefrom.domain.unit import Assignment
from wherefrom.extract.draft import RESULT, Here, Label
from wherefrom.extract.statement.assigning import variable_name
from wherefrom.extract.text.lexing import words

_INTO = frozenset({"INTO", "BULK COLLECT INTO"})
_OUTPUTS = frozenset({"OUTPUT", "OUT"})


def read_outcome(here: Here, tokens: Sequence[Token], called: str, *, dynamic: bool) -> None:
    """Give each variable that the statement fills a value whose making is not in the snapshot.

    Args:
        here: The statement.
        tokens: Its tokens.
        called: The procedure, or the words that run text.
        dynamic: Text is run: what it gives is unknown for that reason (method 1.5).
    """
    said = words(list(tokens))
    named = _outputs(tokens, said) if here.draft.facts.name == "tsql" else _listed(tokens, said)
    if not named:
        return
    body = TableFunction(called.lower(), (), known=False, dynamic=dynamic)
    label = Label(called.lower(), here.whole())
    node = here.add(NodeKind.TABLE_FUNCTION, (here.path("outcome"), RESULT), body, label)
    here.draft.assignments.extend(
        Assignment(here.ordinal, variable_name(name), node, at) for at, name in enumerate(named)
    )


def _listed(tokens: Sequence[Token], said: Sequence[str]) -> list[str]:
    """Return the names behind INTO, up to USING or the end."""
    start = next((at + 1 for at, word in enumerate(said) if word in _INTO), len(said))
    named: list[str] = []
    for token in tokens[start:]:
        if token.text.upper() == "USING" or token.token_type not in _NAMING:
            break
        if token.token_type in (TokenType.VAR, TokenType.IDENTIFIER):
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

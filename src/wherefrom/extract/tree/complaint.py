"""What the parser complains of, in one line."""

from __future__ import annotations

import re

from wherefrom.extract.template.placeholders import Masked

_MISSING = re.compile(r"Required keyword: '\w+' missing for <class '(?:\w+\.)*(\w+)'>")
_FOUND = re.compile(r",? (?:but )?got (?s:.)*")
_QUOTED = re.compile(r"(?<!multiple):? (?:'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z))")
"""What a description quotes. Of several clauses of one kind it is the clause's own word."""


def complaint(error: Exception, masked: Masked) -> str:
    """Return the parser's complaint in one line, without the SQL it quotes; placeholders as written."""
    errors = getattr(error, "errors", None)
    if errors:
        first = errors[0]
        where = masked.restore(str(first.get("highlight") or ""))[:40]
        # Which of several missing parts the parser names first follows the hash seed.
        text = _MISSING.sub(r"a part of \1 is missing", str(first.get("description") or "").rstrip("."))
        text = _QUOTED.sub("", _FOUND.sub("", text))
        return f"{text} at {_named(where)}" if where else text
    return _QUOTED.sub("", str(error).split("\n")[0])[:160].rstrip(".")


def _named(where: str) -> str:
    """Return how a complaint names a token: what is quoted or a number may be a secret, and is not repeated."""
    if where[0] in "'\"`" or where[:2].upper() in _PREFIXED:
        return "a quoted text"
    return "a number" if where[0].isdigit() else repr(where)


_PREFIXED = frozenset(f"{letter}{quote}" for letter in "NEBRXUQ" for quote in "'\"")

"""A type as the SQL spells it: the parser keeps what it means, evidence shows what is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

_AS = re.compile(r".*\bAS\s+(?P<type>[^'\"]+?)\s*\)\s*$", re.IGNORECASE | re.DOTALL)
_COLONS = re.compile(r".*::\s*(?P<type>[^'\"]+?)\s*$", re.DOTALL)
_NAME = re.compile(r"\s*(?:\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|[^\s\"`\[]+)\s+")
_WORD = re.compile(r"\s*\w+(?:\s*\([^()]*\))?(?:\s*<[^()=]*?>+)?(?:\s*\[\s*\d*\s*\])*")
_REST = re.compile(r"\s+(?:PRECISION|VARYING(?:\s*\([^()]*\))?|WITHOUT\s+TIME\s+ZONE)\b", re.IGNORECASE)
_MOST_WORDS = 6  # TIMESTAMP(6) WITH LOCAL TIME ZONE
_TAIL = 300  # characters of a CAST, in which its type ends
LONGEST_TYPE = 24
"""Most tokens of a type that are looked at."""


def spelled_in_cast(text: str, kind: exp.Expr | None, dialect: str) -> str:
    """Return the type of a CAST or ``::`` as written; as the parser writes it where it is not found.

    Args:
        text: The whole expression as written.
        kind: The type; empty is returned for anything else.
        dialect: sqlglot's name.
    """
    if not isinstance(kind, exp.DataType):
        return ""
    found = (form.match(text[-_TAIL:]) for form in (_AS, _COLONS))
    return _first((each["type"] for each in found if each), kind, dialect)


def spelled_in_column(text: str, kind: exp.Expr | None, dialect: str) -> str:
    """Return the type of a column definition as written, likewise.

    Args:
        text: The definition as written, from its name on; what stands behind it does not matter.
        kind: The type.
        dialect: sqlglot's name.
    """
    if not isinstance(kind, exp.DataType):
        return ""
    name = _NAME.match(text)
    candidates = []
    at = start = name.end() if name else len(text)
    for _ in range(_MOST_WORDS):
        word = _WORD.match(text, at)
        if word is None:
            break
        at = word.end()
        rest = _REST.match(text, at)  # says nothing more to the parser, which takes the shortest
        candidates.append(text[start : rest.end() if rest else at].strip())
    return _first(candidates, kind, dialect)


def _first(candidates: Iterable[str], kind: exp.DataType, dialect: str) -> str:
    """Return the first candidate that means the type."""
    given = tuple((name, value) for name, value in kind.args.items() if value and name != "this")
    if not given:
        made = _plain(kind.this, dialect)
    elif len(given) == 1 and given[0][0] == "expressions" and all(map(_is_number, given[0][1])):
        made = _sized(kind.this, tuple(each.this.this for each in given[0][1]), dialect)
    else:
        made = kind.sql(dialect=dialect)
    return next((each for each in candidates if _meaning(each, dialect) == made), made)


@cache
def _plain(kind: object, dialect: str) -> str:
    """Return a type without arguments as the parser writes it."""
    return exp.DataType(this=kind).sql(dialect=dialect)


def _is_number(given: exp.Expr) -> bool:
    """Whether an argument of a type is a number and nothing else, the 10 of ``DECIMAL(10, 2)``."""
    return (
        type(given) is exp.DataTypeParam
        and type(given.this) is exp.Literal
        and not given.this.is_string
        and not given.args.get("expression")
    )


@lru_cache(maxsize=10_000)
def _sized(kind: object, sizes: tuple[str, ...], dialect: str) -> str:
    """Return a type with numbers as the parser writes it."""
    given = [exp.DataTypeParam(this=exp.Literal.number(each)) for each in sizes]
    return exp.DataType(this=kind, expressions=given).sql(dialect=dialect)


@lru_cache(maxsize=10_000)
def _meaning(text: str, dialect: str) -> str:
    """Return a type as the parser writes it; empty where the text is none."""
    try:
        return exp.DataType.build(text, dialect=dialect).sql(dialect=dialect)
    except (SqlglotError, ValueError, RecursionError):
        return ""

"""A type as the SQL spells it: the parser keeps what it means, evidence shows what is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

_AS = re.compile(
    r".*\bAS\s+(?P<type>[^'\"]+?)\s*(?:\b(?:USING|FORMAT)\s[^()]*)?\)\s*$", re.IGNORECASE | re.DOTALL
)
_COLONS = re.compile(r".*::\s*(?P<type>[^'\"]+?)\s*$", re.DOTALL)
_NAME = re.compile(r"\s*(?:\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|[^\s\"`\[]+)\s+")
_WORD = re.compile(r"\s*\w+(?:\s*\([^()]*\))?")
_INSIDE = re.compile(r"\s*<")
_EDGE = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"[^\"]*\"|`[^`]*`|(?P<edge>[<>])", re.DOTALL)
_ARRAY = re.compile(r"(?:\s*\[\s*\d*\s*\])+")
_REST = re.compile(r"\s+(?:PRECISION|VARYING(?:\s*\([^()]*\))?|WITHOUT\s+TIME\s+ZONE)\b", re.IGNORECASE)
_LINE_END = re.compile(r"\s*[\r\n]\s*")
_MOST_WORDS = 6  # TIMESTAMP(6) WITH LOCAL TIME ZONE
_TAIL = 300  # characters of a CAST, in which its type ends
LONGEST_TYPE = 400
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
    return _first(_types(text), kind, dialect)


def _types(text: str) -> Iterator[str]:
    """Yield what may be the type behind a column's name, the shortest first."""
    name = _NAME.match(text)
    at = start = name.end() if name else len(text)
    for _ in range(_MOST_WORDS):
        word = _WORD.match(text, at)
        if word is None:
            break
        at = _behind_fields(text, word.end())
        array = _ARRAY.match(text, at)
        at = array.end() if array else at
        rest = _REST.match(text, at)  # says nothing more to the parser, which takes the shortest
        yield text[start : rest.end() if rest else at].strip()


def _behind_fields(text: str, at: int) -> int:
    """Return the offset after ``<…>``, if that stands at an offset; the offset itself if nothing closes it."""
    opened = _INSIDE.match(text, at)
    depth = 0
    for found in _EDGE.finditer(text, at) if opened else ():
        depth += {"<": 1, ">": -1}.get(found["edge"], 0)
        if depth == 0:
            return found.end()
    return at


def _first(candidates: Iterable[str], kind: exp.DataType, dialect: str) -> str:
    """Return the first candidate that means the type."""
    made = ""
    for each in candidates:
        read = _read(each, dialect)
        if read is None:
            continue
        if _same(read, kind):
            return _on_one_line(each) or _said(kind, dialect)
        made = made or _said(kind, dialect)
        if _said(read, dialect) == made:
            return _on_one_line(each) or made
    return made or _said(kind, dialect)


def _on_one_line(text: str) -> str:
    """Return a type without the line ends between its fields; empty where a comment stands among them."""
    if "\n" not in text and "\r" not in text:
        return text
    return "" if "--" in text or "/*" in text else _LINE_END.sub(" ", text)


def _same(one: exp.DataType, other: exp.DataType) -> bool:
    """Whether two types are equal; most have nothing but a name, and trees are slow to compare."""
    return (one.this is other.this and _plain(one) and _plain(other)) or one == other


def _said(kind: exp.DataType, dialect: str) -> str:
    """Return a type as the parser writes it, which takes it longer than to read it."""
    return _said_plainly(kind.this, dialect) if _plain(kind) else kind.sql(dialect=dialect, comments=False)


@lru_cache(maxsize=1_000)
def _said_plainly(kind: object, dialect: str) -> str:
    return exp.DataType(this=kind).sql(dialect=dialect)


def _plain(kind: exp.DataType) -> bool:
    return not any(value for key, value in kind.args.items() if key != "this")


@lru_cache(maxsize=10_000)
def _read(text: str, dialect: str) -> exp.DataType | None:
    """Return a type as a tree; None where the text is none."""
    try:
        return exp.DataType.build(text, dialect=dialect)
    except (SqlglotError, ValueError, RecursionError):
        return None

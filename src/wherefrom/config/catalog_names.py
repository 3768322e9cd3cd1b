"""Names in catalog files, read by the rules of the project's dialect (method 1.4)."""

from __future__ import annotations

import re

from wherefrom.config.project import FileSettings
from wherefrom.domain.dialects import DialectFacts, Folding, canonical_part, fold
from wherefrom.domain.names import TableName

_QUOTES = {'"': '"', "`": "`", "[": "]"}
_PLACEHOLDER = re.compile(r"\$\{[^{}]*\}|\$\([^()]*\)|\{\{.*?\}\}")
_PART = re.compile(
    r"""(?P<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\])"""
    r"""|(?P<plain>(?:\$\{[^{}]*\}|\$\([^()]*\)|\{\{.*?\}\}|[\w$#@-])*)"""
)


def name_fault(written: str, facts: DialectFacts, *, single: bool = False) -> str:
    """Return what is wrong with a name; empty if nothing is.

    Args:
        written: The name, quotes included.
        facts: The dialect's facts.
        single: It is one part: a column's.
    """
    parts = _parts(written)
    if parts is None:
        return "put a name with other characters than letters, digits and _ in SQL quotes, '\"City Key\"'"
    empty = [at for at, (text, _) in enumerate(parts) if not text]
    middle_default = len(parts) == 3 and empty == [1] and bool(facts.default_schema)
    if empty and not middle_default:
        return "write a name"
    if single and len(parts) > 1:
        return "a column's name has one part; put it in SQL quotes if the dot belongs to it"
    return ""


def column_name(written: str, facts: DialectFacts) -> str:
    """Return a column's canonical name; ``name_fault`` has nothing against it."""
    ((text, quoted),) = _parts(written) or [(written, True)]
    return _canonical(text, facts.columns, quoted=quoted)


def table_name(written: str, settings: FileSettings, facts: DialectFacts) -> TableName:
    """Return a table's logical name; ``name_fault`` has nothing against it."""
    given = _parts(written) or [(written, True)]
    parts = [_canonical(text, facts.tables, quoted=quoted) if text else "" for text, quoted in given]
    parts = [each or (settings.default_schema or facts.default_schema) for each in parts]
    defaulted = 0
    if len(parts) == 1 and settings.default_schema:
        parts, defaulted = [settings.default_schema, *parts], 1
    if len(parts) == 2 and settings.default_catalog:
        parts, defaulted = [settings.default_catalog, *parts], defaulted + 1
    return TableName(tuple(parts), written, tuple(_PLACEHOLDER.findall(written)), defaulted)


def _canonical(text: str, folding: Folding, *, quoted: bool) -> str:
    placeholders = _PLACEHOLDER.findall(text)
    if not placeholders:
        return canonical_part(text, quoted, folding)
    rest = _PLACEHOLDER.split(text)
    folded = [each if folding is Folding.SENSITIVE else fold(each) for each in rest]
    return "".join(one + other for one, other in zip(folded, [*placeholders, ""], strict=True))


def _parts(written: str) -> list[tuple[str, bool]] | None:
    """Return the parts of a name with whether each was quoted; None where it is none."""
    found: list[tuple[str, bool]] = []
    at = 0
    while True:
        part = _PART.match(written, at)
        assert part is not None  # a plain part may be empty
        at = part.end()
        quoted = part["quoted"]
        if quoted:
            close = _QUOTES[quoted[0]]
            found.append((quoted[1:-1].replace(close * 2, close), True))
        else:
            found.append((part["plain"], False))
        if at == len(written):
            return found
        if written[at] != ".":
            return None
        at += 1

"""What client lines look like, by dialect (hardening 5.5, row 37)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_LINE = r"[^\r\n]*"
_END = r"[ \t]*(?=\r|\n|\Z)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of client line.

    Attributes:
        pattern: What it looks like, from its first character on.
        name: What its piece is called; empty for the line's own first word.
        ends: It ends the statement before it.
        fresh: It counts only where no statement is open.
        include: It runs another file.
        sql: The line itself is SQL, and ends where the line ends.
    """

    pattern: str
    name: str = ""
    ends: bool = False
    fresh: bool = False
    include: bool = False
    sql: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that looks like a client line; it may still be inside a string."""

    start: int
    end: int
    rule: Rule


_PSQL = (
    Rule(r"(?:i|ir|include|include_relative)\b" + _LINE, "\\i", include=True),
    Rule(r"g(?:set|exec|desc|x)?\b" + _LINE, "\\g", ends=True),
    Rule(r"crosstabview\b" + _LINE, "\\crosstabview", ends=True),
    Rule(r"(?=copy\b)", "\\copy", ends=True, sql=True),
    Rule(r"[A-Za-z!?+]" + _LINE),
)
_DOT_COMMANDS = (
    Rule(r"\.(?:read|run)\b" + _LINE, fresh=True, include=True),
    Rule(r"\.[a-z]" + _LINE, fresh=True),
)
_HADOOP = (
    Rule(r"!\w" + _LINE, fresh=True),
    Rule(r"source[ \t]+[^\s;]+[ \t]*;?" + _END, "source", fresh=True, include=True),
    Rule(r"(?:add|delete|list)[ \t]+(?:jars?|files?|archives?)\b[^;\r\n]*;?", "add", fresh=True),
    Rule(r"dfs[ \t]+-[^;\r\n]*;?", "dfs", fresh=True),
    Rule(r"(?:quit|exit)[ \t]*;" + _END, "exit", fresh=True),
)
_SQLPLUS_WORDS = (
    "acc|accept|btitle|ttitle|clear|col|column|compute|conn|connect|def|define|disc|disconnect|desc|describe|host|"
    "password|pause|pro|prompt|pri|print|quit|sho|show|spo|spool|store|timing|undef|undefine|var|variable|whenever"
)
_SQLPLUS = (
    Rule(r"/" + _END, "/", ends=True),
    Rule(r"@@?[^\s;=]" + _LINE, "@", fresh=True, include=True),
    Rule(r"sta(?:rt)?[ \t]+(?!with\b|transaction\b)\S" + _LINE, "start", fresh=True, include=True),
    Rule(r"rem(?:ark)?\b" + _LINE, "rem", fresh=True),
    Rule(r"set[ \t]+(?!role\b|transaction\b|constraints?\b)\w+" + _LINE, "set", fresh=True),
    Rule(rf"(?:{_SQLPLUS_WORDS})(?:[ \t]+[^\s(:.]{_LINE}|[ \t]*;?{_END})", fresh=True),
    Rule(r"exit\b[^\r\n]*(?=\s*\Z)", "exit", fresh=True),
    Rule(r"(?=exec(?:ute)?[ \t]+(?!immediate\b))", fresh=True, sql=True),
)

_LINES: dict[str, tuple[Rule, ...]] = {
    "tsql": (
        Rule(r"go(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?=--|/\*|\r|\n|\Z)", "GO", ends=True),
        Rule(r":r[ \t]" + _LINE, ":r", include=True),
        Rule(r":[a-z!]" + _LINE),
        Rule(r"!!" + _LINE, "!!"),
    ),
    "oracle": _SQLPLUS,
    "mysql": (
        Rule(r"delimiter[ \t]+\S+" + _END, "DELIMITER", ends=True),
        Rule(r"(?:source[ \t]|\\\.)[ \t]*\S" + _LINE, "source", fresh=True, include=True),
        Rule(r"(?:system[ \t]|\\!)" + _LINE, "system", fresh=True),
        Rule(rf"(?=use[ \t]+[\w`]+{_END})", fresh=True, sql=True),
    ),
    "snowflake": (
        Rule(r"!(?:load|source|run)\b" + _LINE, fresh=True, include=True),
        Rule(r"!\w" + _LINE, fresh=True),
    ),
    "sqlite": _DOT_COMMANDS,
    "duckdb": _DOT_COMMANDS,
    "teradata": _DOT_COMMANDS,
    "hive": _HADOOP,
    "spark": _HADOOP,
    "databricks": _HADOOP,
}
"""Lines known by their first word."""

_BACKSLASH: dict[str, tuple[Rule, ...]] = {
    "postgres": _PSQL,
    "redshift": _PSQL,
    "mysql": (Rule(r"[gG]" + _END, "\\g", ends=True),),
}
"""Commands that a backslash begins, anywhere."""


@cache
def _compiled(rules: tuple[Rule, ...], lead: str) -> re.Pattern[str]:
    """Return one pattern for some rules: a group each, in their order."""
    either = "|".join(f"(?P<r{number}>{rule.pattern})" for number, rule in enumerate(rules))
    return re.compile(f"{lead}(?:{either})", re.IGNORECASE | re.MULTILINE)


def candidates(text: str, dialect: str) -> list[Candidate]:
    """Return what looks like a client line, in text order."""
    found = [
        *_find(f"\n{text}", _LINES.get(dialect, ()), r"\n[ \t]*+"),  # a search that can skip to line ends
        *_find(f"\n{text}", _BACKSLASH.get(dialect, ()), r"\\"),
    ]
    return sorted(found, key=lambda one: (one.start, one.end))


def _find(text: str, rules: tuple[Rule, ...], lead: str) -> Iterator[Candidate]:
    """Yield what looks like one of some rules behind a lead, in a text that a line end was put before."""
    if not rules:
        return
    for found in _compiled(rules, lead).finditer(text):
        number = next(n for n in range(len(rules)) if found.group(f"r{n}") is not None)
        start = found.start(f"r{number}") - (lead == r"\\")
        yield Candidate(start - 1, found.end() - 1, rules[number])

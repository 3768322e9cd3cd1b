"""What placeholders look like, by style (interface 2.1, ``[placeholders] styles``).

Every pattern has a group ``p``: the placeholder itself. What stands around it only tells it from
the dialect's own syntax.
"""

from __future__ import annotations

import re

_NAME_PLACE = r"\b(?:from|join|into|table|update|view|using|overwrite)\s+"
_OPERAND_PLACE = (
    r"(?:[=(,<>.]|\b(?:from|join|into|table|update|in|and|or|select|where|limit|between|like|values|on)\s)\s*"
)

_STYLES: dict[str, tuple[re.Pattern[str], ...]] = {
    "dollar_brace": (re.compile(r"(?P<p>[$#]\{[^{}\r\n]+\})"),),
    "sqlcmd": (re.compile(r"(?P<p>\$\([A-Za-z_]\w*\))"),),
    "sqlplus": (re.compile(r"(?P<p>&&?(?:[A-Za-z_][\w$#]*|\d+)\.?)"),),
    "colon": (
        re.compile(r"(?<![:\w])(?P<p>:\"\w+\"|:'\w+')"),
        re.compile(r"(?<![:\w\]])(?P<p>:[A-Za-z_]\w*)(?=\.[\w\"])"),
        re.compile(r"(?:(?<=\w\.)|(?<=\"\.))(?P<p>:[A-Za-z_]\w*)"),
        re.compile(_NAME_PLACE + r"(?P<p>:[A-Za-z_]\w*)", re.IGNORECASE),
    ),
    "percent": (
        re.compile(r"(?P<p>%\([A-Za-z_]\w*\)[sdf])"),
        re.compile(_OPERAND_PLACE + r"(?P<p>%s)\b", re.IGNORECASE),
        re.compile(r"(?P<p>%[A-Za-z_]\w*%)(?=\.\w)"),
        re.compile(r"(?<=\w\.)(?P<p>%[A-Za-z_]\w*%)"),
    ),
    "angle": (re.compile(r"(?<![\w)<])(?P<p><<\w+>>)(?!>)"),),
    "hash": (
        re.compile(_NAME_PLACE + r"(?P<p>#\w+#)", re.IGNORECASE),
        re.compile(r"(?P<p>#\w+#)(?=\.\w)"),
        re.compile(r"(?<=\w\.)(?P<p>#\w+#)"),
    ),
}
_LABELS = frozenset({"oracle", "postgres", "redshift"})
_HASH_IS_SYNTAX = frozenset({"tsql", "mysql", "bigquery", "clickhouse"})
_DEFINE_OFF = re.compile(r"^[ \t]*set[ \t]+def(?:ine)?[ \t]+off\b", re.IGNORECASE | re.MULTILINE)
_SQLRENDER_MARK = re.compile(r"\{\s*DEFAULT\s+@\w+|\{[^{}]*@\w+[^{}]*\}\s*\?\s*\{", re.IGNORECASE)
_AT_NAME = re.compile(r"(?<![@\w])(?P<p>@[A-Za-z_]\w*)(?=\.(?!\s*\w+\s*\())|(?<=\.)@[A-Za-z_]\w*")
_AT_PLACE = re.compile(_NAME_PLACE + r"(@[A-Za-z_]\w*)|[\w#]_?(@[A-Za-z_]\w*)", re.IGNORECASE)


def patterns(text: str, dialect: str, styles: tuple[str, ...]) -> list[re.Pattern[str]]:
    """Return the patterns that apply to a text.

    Args:
        text: The whole file.
        dialect: One of ours.
        styles: Names of interface 2.1.
    """
    names = set(styles)
    if "auto" in names:
        names |= _by_dialect(text, dialect)
    found = [pattern for name in sorted(names & _STYLES.keys()) for pattern in _STYLES[name]]
    at = _at_pattern(text, dialect, names)
    return [*found, at] if at else found


def _by_dialect(text: str, dialect: str) -> set[str]:
    names = {"dollar_brace", "percent"}
    if dialect == "tsql":
        names.add("sqlcmd")
    if dialect == "oracle" and "&" in text and not _DEFINE_OFF.search(text):
        names.add("sqlplus")
    if dialect in {"postgres", "redshift"}:
        names.add("colon")
    if dialect not in _LABELS:
        names.add("angle")
    if dialect not in _HASH_IS_SYNTAX:
        names.add("hash")
    return names


def _at_pattern(text: str, dialect: str, names: set[str]) -> re.Pattern[str] | None:
    """Return the pattern of SqlRender parameters: ``@name`` where it is part of a name.

    ``@p`` is otherwise a variable of T-SQL and MySQL. In a file with SqlRender's own marks, and
    where the style is set, ``FROM @table`` and ``x_@suffix`` are parameters too.
    """
    own = bool({"at", "sqlrender"} & names) or bool("{" in text and _SQLRENDER_MARK.search(text))
    if "@" not in text or not (own or (dialect == "tsql" and "auto" in names)):
        return None
    found = {one.group().lstrip(".") for one in _AT_NAME.finditer(text)}
    if own:
        found |= {one.group(1) or one.group(2) for one in _AT_PLACE.finditer(text)}
    if not found:
        return None
    longest = sorted(found, key=lambda name: (-len(name), name))
    return re.compile(f"(?<!@)(?P<p>{'|'.join(map(re.escape, longest))})\\b")

"""What placeholders look like, by style (interface 2.1, ``[placeholders] styles``).

A shape begins with a literal character, so that a text without that character costs nothing. What
stands before a placeholder may be needed to tell it from the dialect's own syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_NAME_WORDS = re.compile(
    r"\b(?:from|join|into|table|update|view|using|overwrite|only|exists)\s+\Z|[\w\"\]`)]\.\Z", re.IGNORECASE
)
_OPERAND_WORDS = re.compile(
    r"(?:[=(,<>.]|\b(?:from|join|into|table|update|in|and|or|select|where|limit|between|like|values|on|then|else)\s)\s*\Z",
    re.IGNORECASE,
)
_REACH = 24  # code points looked at before a placeholder: the longest word above, and some space


@dataclass(frozen=True, slots=True)
class Shape:
    """One form of a placeholder.

    Attributes:
        needle: Text without which it cannot occur.
        pattern: The placeholder itself.
        before: What must stand before it; None if nothing must.
    """

    needle: str
    pattern: re.Pattern[str]
    before: re.Pattern[str] | None = None

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the half-open slices where it stands, in text order."""
        if self.needle not in text:
            return
        for found in self.pattern.finditer(text):
            start, end = found.span()
            if self.before is None or self.before.search(text[max(0, start - _REACH) : start]):
                yield start, end


def _shape(needle: str, pattern: str, before: re.Pattern[str] | None = None) -> Shape:
    return Shape(needle, re.compile(pattern), before)


_STYLES: dict[str, tuple[Shape, ...]] = {
    "dollar_brace": (
        _shape("${", r"\$\{[^{}\r\n]*\}"),
        _shape("#{", r"#\{[^{}\r\n]+\}"),
    ),
    "sqlcmd": (_shape("$(", r"\$\([A-Za-z_]\w*\)"),),
    "sqlplus": (_shape("&", r"&&?(?:[A-Za-z_][\w$#]*|\d+)\.?"),),
    "snowsql": (
        _shape("&{", r"&\{[A-Za-z_]\w*\}"),
        _shape("&", r"&[A-Za-z_]\w*", _NAME_WORDS),
    ),
    "colon": (
        _shape(':"', r':(?<![:\w].)"\w+"'),
        _shape(":'", r":(?<![:\w].)'\w+'"),
        _shape(":", r":(?<![:\w\]].)[A-Za-z_]\w*(?=\.[\w\":])"),
        _shape(":", r":(?<!:.)[A-Za-z_]\w*", _NAME_WORDS),
    ),
    "percent": (
        _shape("%(", r"%\([A-Za-z_]\w*\)[sdf]"),
        _shape("%s", r"%s\b", _OPERAND_WORDS),
        _shape("%.", r"%[A-Za-z_]\w*%(?=\.\w)"),
        _shape(".%", r"%(?<=\w\..)[A-Za-z_]\w*%"),
    ),
    "angle": (_shape("<<", r"<<(?<![\w)<]..)\w+>>(?!>)"),),
    "hash": (
        _shape("#.", r"#\w+#(?=\.\w)"),
        _shape("#", r"#\w+#", _NAME_WORDS),
    ),
}
_LABELS = frozenset({"oracle", "postgres", "redshift"})
_HASH_IS_SYNTAX = frozenset({"tsql", "mysql", "bigquery", "clickhouse"})
_DEFINE_OFF = re.compile(r"^[ \t]*set[ \t]+def(?:ine)?[ \t]+off\b", re.IGNORECASE | re.MULTILINE)
_SQLRENDER_MARK = re.compile(r"\{\s*DEFAULT\s+@\w+|\{(?=[^{}]*@)[^{}]*+\}\s*\?\s*\{", re.IGNORECASE)
_AT_QUALIFIER = re.compile(r"@(?<![@\w].)[A-Za-z_]\w*(?=\.(?!\s*\w+\s*\())")
_AT_QUALIFIED = re.compile(r"\.(?<=[\w\])\"].)(@[A-Za-z_]\w*)")
_AT_PLACE = re.compile(
    r"\b(?:from|join|into|table|update)\s+(@[A-Za-z_]\w*)|[\w#]_(@[A-Za-z_]\w*)", re.IGNORECASE
)


def shapes(text: str, dialect: str, styles: tuple[str, ...]) -> list[Shape]:
    """Return the shapes that placeholders may have in a text.

    Args:
        text: The whole file.
        dialect: One of ours.
        styles: Names of interface 2.1.
    """
    off = dialect == "oracle" and "&" in text and _DEFINE_OFF.search(text) is not None
    names, found = _named(dialect, styles, frozenset({"sqlplus"} if off else ()))
    at = _at_shape(text, dialect, names)
    return [*found, at] if at else list(found)


@cache
def _named(
    dialect: str, styles: tuple[str, ...], withheld: frozenset[str]
) -> tuple[frozenset[str], tuple[Shape, ...]]:
    """Return the styles that apply, and their shapes; ``withheld`` are not the dialect's own in this file."""
    names = set(styles)
    if "auto" in names:
        names |= _by_dialect(dialect) - withheld
    return frozenset(names), tuple(
        shape for name in sorted(names & _STYLES.keys()) for shape in _STYLES[name]
    )


def _by_dialect(dialect: str) -> set[str]:
    names = {"dollar_brace", "percent"}
    if dialect == "tsql":
        names.add("sqlcmd")
    if dialect == "oracle":
        names.add("sqlplus")
    if dialect == "snowflake":
        names.add("snowsql")
    if dialect in {"postgres", "redshift"}:
        names.add("colon")
    if dialect not in _LABELS:
        names.add("angle")
    if dialect not in _HASH_IS_SYNTAX:
        names.add("hash")
    return names


def _at_shape(text: str, dialect: str, names: frozenset[str]) -> Shape | None:
    """Return the shape of SqlRender parameters: ``@name`` where it is part of a name.

    ``@p`` is otherwise a variable of T-SQL and MySQL. In a file with SqlRender's own marks, and
    where the style is set, ``FROM @table`` and ``x_@suffix`` are parameters too.
    """
    if "@" not in text:
        return None
    own = bool({"at", "sqlrender"} & names) or bool("{" in text and _SQLRENDER_MARK.search(text))
    if not (own or (dialect == "tsql" and "auto" in names)):
        return None
    found = {one.group() for one in _AT_QUALIFIER.finditer(text)}
    found |= {one.group(1) for one in _AT_QUALIFIED.finditer(text)}
    if own:
        found |= {one.group(1) or one.group(2) for one in _AT_PLACE.finditer(text)}
    if not found:
        return None
    longest = sorted((name[1:] for name in found), key=lambda name: (-len(name), name))
    return _shape("@", rf"@(?<!@.)(?:{'|'.join(map(re.escape, longest))})\b")

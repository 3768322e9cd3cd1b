"""``*``, ``t.*`` and what dialects hang on them: EXCEPT, REPLACE, RENAME, name patterns."""

from __future__ import annotations

import re

from sqlglot import exp

from wherefrom.domain.dataset import Star, replacement
from wherefrom.domain.expression import Expression, Form
from wherefrom.extract import names
from wherefrom.extract.draft import Scope, UnreadableError
from wherefrom.extract.query.applied import applied_to
from wherefrom.extract.query.columns import is_structured, names_input
from wherefrom.extract.query.values import read_value
from wherefrom.extract.template.templates import is_macro
from wherefrom.extract.tree.frames import Range


def read_star(scope: Scope, node: exp.Expr, found: Range, ordinal: int) -> Star | None:
    """Read a projection that stands for several columns; None where it stands for one.

    Raises:
        UnreadableError: the columns are chosen in a way that cannot be worked out from names.
    """
    if type(node) is exp.Column:
        several = _macro(scope, node, found) or _quoted_pattern(scope, node, found)
        if several is not None:
            return several
    if type(node) is exp.Alias and not scope.here.draft.mentions("COLUMNS"):
        return None
    listed, applied = applied_to(node) if any(map(scope.here.draft.mentions, _APPLYING)) else (node, None)
    chosen, pattern = _chosen(listed)
    star = _star(chosen)
    if star is None:
        if scope.here.draft.mentions("COLUMNS") and node.find(exp.Columns) is not None:
            raise UnreadableError("COLUMNS makes one projection of several, and which is not read")
        return None
    draft = scope.here.draft
    replace = []
    for at, each in enumerate(star.args.get("replace") or []):
        where = scope.here.places.of(each.this, found)
        value = read_value(scope, each.this, where, replacement(ordinal, at))
        replace.append((names.column(draft, each.args.get("alias") or ""), value))
    like = star.args.get("ilike")
    structure = _structure(scope, chosen)
    return Star(
        qualifier=() if structure is not None else _qualifier(scope, chosen),
        span=scope.here.places.span(found),
        without=tuple(
            names.column(draft, _bare(each))
            for each in star.args.get("except_") or star.args.get("except") or []
        ),
        replace=tuple(replace),
        rename=tuple(
            (names.column(draft, _bare(each.this)), names.column(draft, each.args.get("alias") or ""))
            for each in star.args.get("rename") or []
        ),
        pattern=_like(like.name, "(?is)") if like is not None else pattern,
        value=read_value(scope, structure, scope.here.places.of(structure, found), ordinal)
        if structure is not None
        else None,
        applied=applied,
        unnamed=isinstance(node, exp.Apply),
    )


_APPLYING = ("APPLY", "COLUMNS")


def _macro(scope: Scope, node: exp.Column, found: Range) -> Star | None:
    """Read a projection that is a macro's call and has no name: as many columns as the macro writes."""
    if type(node.this) is exp.Identifier and node.this.this.isascii():  # next to every column: no mask is
        return None
    draft = scope.here.draft
    if len(node.parts) != 1 or not draft.masked.only_placeholder(node.name):
        return None
    if not is_macro(draft.masked.restore(node.name)):
        return None
    places = scope.here.places
    text, span = places.slice(found), places.span(found)
    return Star((), span, value=Expression(Form.TEMPLATE, text, span))


_PATTERNS_ON = {
    "hive": re.compile(r"^\s*SET\s+hive\.support\.quoted\.identifiers\s*=\s*(?:(none)|\w+)", re.I | re.M),
    **dict.fromkeys(
        ("spark", "databricks"),
        re.compile(r"^\s*SET\s+spark\.sql\.parser\.quotedRegexColumnNames\s*=\s*(?:(true)|\w+)", re.I | re.M),
    ),
}
"""By dialect, what makes a name in backquotes a pattern; the first group is there where it switches that on."""


def _quoted_pattern(scope: Scope, node: exp.Column, found: Range) -> Star | None:
    """Read ``(a|b)?+.+`` in backquotes where the script has said that such a name is a regular expression.

    Raises:
        UnreadableError: it is none that is known.
    """
    draft, places = scope.here.draft, scope.here.places
    switch = _PATTERNS_ON.get(draft.facts.name)
    if switch is None or not node.this.args.get("quoted") or re.fullmatch(r"\w+", name := node.name):
        return None
    said = list(switch.finditer(draft.text, 0, places.tokens[found[0]].start))
    if not said or said[-1][1] is None:
        return None
    try:
        re.compile(name)
    except re.error as error:
        raise UnreadableError("the pattern of a column is no regular expression") from error
    return Star(_qualifier(scope, node), places.span(found), pattern=f"(?is){name}")


def _chosen(node: exp.Expr) -> tuple[exp.Expr, str]:
    """Return a star and the pattern that chooses among its columns: ``* LIKE 'a%'``, ``COLUMNS('a.*')``."""
    if (
        isinstance(node, (exp.Like, exp.ILike))
        and _star(node.this)
        and isinstance(node.expression, exp.Literal)
    ):
        return node.this, _like(node.expression.name, "(?is)" if isinstance(node, exp.ILike) else "(?s)")
    if isinstance(node, exp.Columns) and isinstance(node.this, exp.Star):
        return node.this, ""
    if isinstance(node, exp.Columns) and isinstance(node.this, exp.Literal):
        try:
            re.compile(node.this.name)
        except re.error as error:
            raise UnreadableError("the pattern of COLUMNS is no regular expression") from error
        return exp.Star(), f"(?s).*(?:{node.this.name}).*"
    return node, ""


def _like(pattern: str, flags: str) -> str:
    """Return a LIKE pattern as a regular expression."""
    steps = {"%": ".*", "_": "."}
    return flags + "".join(steps.get(each) or re.escape(each) for each in pattern)


def _star(node: exp.Expr) -> exp.Star | None:
    if isinstance(node, exp.Star):
        return node
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
        return node.this
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Star):
        return node.expression
    return None


def _structure(scope: Scope, node: exp.Expr) -> exp.Expr | None:
    """Return the expression before a ``.*`` that is no input: a function's result, a nested column."""
    if isinstance(node, exp.Dot):
        before: exp.Expr = node.this
        return before
    parts = [node.args[key] for key in ("catalog", "db", "table") if node.args.get(key) is not None]
    if not parts or not is_structured(scope):
        return None
    if scope.aliased(names.alias(scope.here.draft, parts[-1])) or names_input(scope, parts):
        return None
    keys = ("this", "table", "db")
    return exp.Column(**dict(zip(keys, reversed(parts), strict=False)))


def _qualifier(scope: Scope, node: exp.Expr) -> tuple[str, ...]:
    draft = scope.here.draft
    if isinstance(node, exp.Column):
        parts = [node.args.get(key) for key in ("catalog", "db", "table")]
        return tuple(names.alias(draft, part) for part in parts if part is not None)
    return (names.alias(draft, node.this),) if isinstance(node, exp.Dot) else ()


def _bare(node: exp.Expr) -> exp.Expr:
    return node.this if isinstance(node, exp.Column) else node

"""SQL without its literals: what of a text may be shown where secrets in it may not.

Only what the dialect's own tokens prove to be no literal stays. Where a text is no SQL, nothing is
proven, and only words of the language stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sqlglot.dialects.dialect import Dialect
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.bulkrows import find_bulk_rows
from wherefrom.extract.text.lexing import (
    QUOTED,
    TokenError,
    comment_end,
    sqlglot_name,
    string_pattern,
    tokenize,
    word_set,
)
from wherefrom.extract.text.longlists import BulkRows

GONE = "…"
"""Stands for a number, for the inside of a text or comment, and for a word that may be anything."""

_TEXTS = QUOTED - {TokenType.IDENTIFIER, TokenType.NUMBER}
_PLACEHOLDER = re.compile(
    r"\$\{[^{}'\"\s]*\}|\$\(\w[\w.]*\)"
    r"|\{\{-?\s*(?:(?:ref|source|var)\(\s*(?:'[\w.]*'|\"[\w.]*\")(?:\s*,\s*(?:'[\w.]*'|\"[\w.]*\"))?\s*\)"
    r"|[A-Za-z_][\w.]*)\s*-?\}\}"
)
"""Placeholders that are a name and nothing else; of ``var`` the second is a value, and goes below."""
_DEFAULTED = re.compile(r"\{\{-?\s*var\([^,)]*,")
_TEMPLATE = re.compile(r"\{%(?s:.)*?%\}|\{#(?s:.)*?#\}|\{\{(?s:.)*?\}\}")
_MONEY = frozenset({"tsql", "fabric"})
"""Dialects in which ``$1`` is an amount, and no parameter."""
_WORD = re.compile(r"\w+")
_ORDINAL = re.compile(r"\d{1,3}")
"""Number of a parameter, behind its sign."""
_AMOUNT = re.compile(r"\$\d")
_PREFIX = re.compile(r"[A-Za-z&]{0,2}(?=['\"])")
_MARK = re.compile(r"/\*|--|//|#")
_SIGN = re.compile(r"\S+")
_REST = re.compile(r"[\w.]*+")
_BREAKS = re.compile(r"\r\n|\n|\r")
_CONTROL = word_set("ELSIF ELSEIF EXIT GO HANDLER LOOP REPEAT TRY CATCH UNTIL WHILE")


def redact_sql(text: str, dialect: str) -> str:
    """Return a text of SQL without its literals and comments, on the same lines.

    A text is ``'…'`` in its own marks, a number ``…``, a comment ``/*…*/`` or ``--…``. Names, types,
    words of the language and placeholders stay as written, also a text that is one placeholder.
    """
    if text == "" or text.isspace():
        return text
    masked, templates = _masked(text)
    bulk = find_bulk_rows(masked, dialect, ())
    for each in bulk:
        masked = f"{masked[: each.start]}{' ' * (each.end - each.start)}{masked[each.end :]}"
    try:
        tokens = tokenize(masked, dialect)
    except TokenError:
        return redact_unread(text, dialect)
    return "".join(_parts(_Written(text, dialect, templates, bulk), tokens))


def redact_unread(text: str, dialect: str) -> str:
    """Return a text that nobody understood, its words of SQL and its punctuation only, on the same lines."""
    known = _keywords(dialect)
    return _WORD.sub(lambda found: found[0] if found[0].upper() in known else GONE, text)


def redact_between(text: str, dialect: str) -> str:
    """Return what stands between statements: comments as in SQL, all else as what nobody understood."""
    try:
        tokens = tokenize(text, dialect)
    except TokenError:
        return redact_unread(text, dialect)
    plain = all(token.token_type is TokenType.SEMICOLON for token in tokens)
    return redact_sql(text, dialect) if plain else redact_unread(text, dialect)


@cache
def _keywords(dialect: str) -> frozenset[str]:
    """Return the words of the dialect, in upper case."""
    keywords = Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class.KEYWORDS
    return _CONTROL | {word for phrase in keywords for word in _WORD.findall(phrase) if not word.isdigit()}


def _masked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a text with letters of equal length for what is no SQL, and where template code stands."""
    templates: list[tuple[int, int]] = []

    def template(found: re.Match[str]) -> str:
        if not _PLACEHOLDER.fullmatch(found[0]) or _DEFAULTED.match(found[0]):
            templates.append(found.span())
        return "_" * len(found[0])

    masked = _TEMPLATE.sub(template, text) if "{" in text else text
    return _PLACEHOLDER.sub(lambda found: "_" * len(found[0]), masked) if "$" in text else masked, templates


@dataclass(frozen=True, slots=True)
class _Written:
    """A text, and what in it has no tokens of its own: template code, and rows of nothing but literals."""

    text: str
    dialect: str
    templates: Sequence[tuple[int, int]]
    bulk: Sequence[BulkRows]


def _parts(written: _Written, tokens: Sequence[Token]) -> Iterator[str]:
    """Yield what is shown of a text, token by token."""
    text = written.text
    done = 0
    left = list(reversed(written.templates))
    for token in tokens:
        start, end = token.start, token.end + 1
        if start < done:
            continue  # of a token of several, such as 1L, which is a number and a type
        yield from _gap(written, done, start)
        while left and left[-1][1] <= start:
            left.pop()
        number = _number(text, token, written.dialect)
        if number is not None:
            end = number
            yield GONE
        elif token.token_type in _TEXTS:
            yield _literal(text[start:end], token.token_type)
        elif left and left[-1][0] < end:
            first, last = left[-1]
            yield _hidden(text[first : first + 2], text[start:end], text[last - 2 : last])
        else:
            yield text[start:end]
        done = end
    yield from _gap(written, done, len(text))


def _number(text: str, token: Token, dialect: str) -> int | None:
    """Return where a number ends that begins at a token; None where none does."""
    written = text[token.start : token.end + 1]
    amount = dialect in _MONEY and _AMOUNT.match(written) is not None
    if token.token_type is not TokenType.NUMBER and not amount:
        return None
    if text[token.start - 1 : token.start] == "$" and _ORDINAL.fullmatch(written) and dialect not in _MONEY:
        return None
    rest = _REST.match(text, token.end + 1)
    return rest.end() if rest else token.end + 1


def _literal(written: str, kind: TokenType) -> str:
    """Return what is shown of a text."""
    inside = written[1:-1]
    if _PLACEHOLDER.fullmatch(inside) and not _DEFAULTED.match(inside):
        return written
    if kind is TokenType.HEREDOC_STRING:
        return _hidden("$$", written, "$$")
    if written[-1:] not in ("'", '"'):
        return _hidden("", written, "")  # 0x1F
    prefix = _PREFIX.match(written)
    return _hidden(f"{prefix[0] if prefix else ''}{written[-1]}", written, written[-1])


def _gap(written: _Written, start: int, end: int) -> Iterator[str]:
    """Yield what is shown of what has no token: white space, comments and rows that were taken out."""
    gap = written.text[start:end]
    if not gap or gap.isspace():
        yield gap
    elif any(start <= each.start and each.end <= end for each in written.bulk):
        yield _cell(written.dialect).sub(lambda found: f"'{GONE}'" if found["text"] else GONE, gap)
    else:
        yield from _comments(gap, written.dialect)


def _comments(gap: str, dialect: str) -> Iterator[str]:
    """Yield what is shown of comments and the white space around them."""
    nested = Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class.NESTED_COMMENTS
    done = 0
    for found in _MARK.finditer(gap):
        if found.start() < done:
            continue
        yield _SIGN.sub(GONE, gap[done : found.start()])
        if found[0] == "/*":
            end = comment_end(gap, found.start(), nested)
            done = end if end >= 0 else len(gap)
            yield _hidden("/*", gap[found.start() : done], "*/")
        else:
            line = _BREAKS.search(gap, found.end())
            done = line.start() if line else len(gap)
            yield f"{found[0]}{GONE}"
    yield _SIGN.sub(GONE, gap[done:])


@cache
def _cell(dialect: str) -> re.Pattern[str]:
    """Return the pattern of a value of a row of literals, or of a part of one."""
    return re.compile(rf"(?P<text>{string_pattern(dialect)})|-?\w[\w.+-]*")


def _hidden(opening: str, written: str, closing: str) -> str:
    """Return one sign between marks, and as many line breaks as were written."""
    breaks = "\n" * len(_BREAKS.findall(written))
    return f"{opening}{GONE}{breaks}{closing}"

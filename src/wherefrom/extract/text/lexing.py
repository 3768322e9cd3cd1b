"""The dialect's own lexical rules, taken from sqlglot's tokenizer so that both always agree."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import attrgetter

from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token, TokenType
from sqlglot.tokens import Tokenizer

QUOTED = frozenset(
    {
        TokenType.STRING,
        TokenType.IDENTIFIER,
        TokenType.NUMBER,
        TokenType.NATIONAL_STRING,
        TokenType.RAW_STRING,
        TokenType.NATIONAL_RAW_STRING,
        TokenType.HEREDOC_STRING,
        TokenType.BYTE_STRING,
        TokenType.BIT_STRING,
        TokenType.HEX_STRING,
        TokenType.UNICODE_STRING,
    }
)
"""Tokens whose text is never a keyword."""

_LONGEST_PHRASE = 5
"""No keyword has more words."""
_SIGILS = frozenset({TokenType.DOT, TokenType.PARAMETER, TokenType.HASH})
_PUNCTUATION = frozenset("();,=.:")
_FIXED = {
    **dict.fromkeys(QUOTED, ""),
    TokenType.COMMA: ",",
    TokenType.L_PAREN: "(",
    TokenType.R_PAREN: ")",
    TokenType.DOT: ".",
}
"""Words of the tokens that are always the same."""
_KIND, _TEXT = attrgetter("token_type"), attrgetter("text")


def sqlglot_name(dialect: str) -> str:
    """Return sqlglot's name for one of ours: ``ansi`` is its base dialect."""
    return "" if dialect == "ansi" else dialect


@cache
def _tokenizer(dialect: str) -> Tokenizer:
    """Return the dialect's tokenizer without its command mode.

    That mode swallows everything from ``EXEC`` or ``DECLARE`` to the next semicolon into one
    string, and many scripts have no semicolons.
    """
    name = sqlglot_name(dialect)
    members = {"COMMANDS": set(), "tokenize": Tokenizer.tokenize}  # Athena's own looks at the first word
    plain = type("Plain", (Dialect.get_or_raise(name).tokenizer_class,), members)
    tokenizer: Tokenizer = plain(dialect=name)
    return tokenizer


@cache
def command_types(dialect: str) -> frozenset[TokenType]:
    """Return the head tokens whose statement sqlglot takes as one word and one string."""
    return frozenset(Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class.COMMANDS)


def tokenize(text: str, dialect: str, offset: int = 0, line: int = 0) -> list[Token]:
    """Return the tokens of a text that stands at an offset of a larger one.

    Args:
        text: What to read.
        dialect: Whose rules.
        offset: Added to every token's offsets, in code points.
        line: Added to every token's line.

    Raises:
        TokenError: a string, identifier or comment is not closed.
    """
    tokens = _rejoined(list(_tokenizer(dialect).tokenize(text)), dialect)
    if dialect == "tsql" and _AMOUNT.search(text):
        tokens = _with_amounts(tokens)
    return _moved(tokens, offset, line) if offset else tokens


_AMOUNT = re.compile(r"[$£€¥]\.?[0-9]")
_CURRENCY = re.compile(r"[$£€¥][0-9]*")


def _with_amounts(tokens: list[Token]) -> list[Token]:
    """Make one number of T-SQL's literal of money: ``$5.20`` is a name, a dot and a number to the tokenizer."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token, end = tokens[at], at
        if token.token_type is TokenType.VAR and _CURRENCY.fullmatch(token.text):
            for kind in (TokenType.DOT, TokenType.NUMBER):
                if [each.token_type for each in tokens[end + 1 : end + 2]] != [kind]:
                    break
                end += tokens[end + 1].start == tokens[end].end + 1
            amount = "".join(each.text for each in tokens[at : end + 1])[1:]
            if amount.strip("."):
                last = tokens[end].end
                token = Token(TokenType.NUMBER, amount, token.line, token.col, token.start, last)
        kept.append(token)
        at = end + 1
    return kept


@cache
def _phrases(dialect: str) -> dict[str, TokenType]:
    """Return the dialect's keywords of several words, in upper case."""
    keywords = Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class.KEYWORDS
    return {phrase: kind for phrase, kind in keywords.items() if " " in phrase}


@cache
def _openings(dialect: str) -> frozenset[str]:
    """Return the words that a keyword of several words begins with."""
    return frozenset(phrase.split()[0] for phrase in _phrases(dialect))


def _rejoined(tokens: list[Token], dialect: str) -> list[Token]:
    """Make one token of a keyword whose words a comment keeps apart (``GROUP /* … */ BY``)."""
    openings, phrases = _openings(dialect), _phrases(dialect)
    # A comment belongs to the token before it or behind it.
    commented = [at for at, token in enumerate(tokens) if token.comments]
    parted = sorted(
        at
        for at in {near for each in commented for near in (each - 1, each)}
        if at >= 0 and tokens[at].token_type not in QUOTED and tokens[at].text.upper() in openings
    )
    joined: list[Token] = []
    done = 0
    for at in parted:
        if at < done:
            continue
        phrase = tokens[at].text.upper()
        for end in range(at + 1, min(at + _LONGEST_PHRASE, len(tokens))):
            phrase += f" {tokens[end].text.upper()}"
            if tokens[end].token_type not in QUOTED and (kind := phrases.get(phrase)) is not None:
                first = tokens[at]
                whole = Token(kind, phrase, first.line, first.col, first.start, tokens[end].end)
                joined += [*tokens[done:at], whole]
                done = end + 1
                break
    return [*joined, *tokens[done:]] if joined else tokens


def holds_word(text: str, tokens: Sequence[Token], word: str) -> bool:
    """Whether a word stands anywhere in what some tokens cover, in a name or a literal too: a cheap no."""
    return word in _upper(text, tokens[0].start, tokens[-1].end + 1)


@lru_cache(maxsize=1)
def _upper(text: str, start: int, end: int) -> str:
    """Return a slice in upper case; several words are asked of every statement."""
    return text[start:end].upper()


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text: how this room writes its tables of keywords."""
    return frozenset(text.split())


def words(tokens: list[Token]) -> list[str]:
    """Return each token's text in upper case, or nothing where it cannot be a keyword.

    Quoted text, numbers, and what follows a dot or a sigil (``t.end``, ``@set``, ``#if``) are no
    keywords; punctuation always stands for itself.
    """
    kinds = list(map(_KIND, tokens))
    given = zip(map(_TEXT, tokens), map(_FIXED.get, kinds), strict=True)
    said = [text.upper() if word is None else word for text, word in given]
    for at in [at + 1 for at, kind in enumerate(kinds[:-1]) if kind in _SIGILS]:
        if tokens[at].text not in _PUNCTUATION:
            said[at] = ""
    return said


def for_parsing(tokens: list[Token], text: str, dialect: str) -> list[Token]:
    """Return a statement's tokens in the form that sqlglot's parser wants.

    Commands are a head and one string. Athena's statements are each read by the rules of Hive or of
    Trino, so each gets tokens of its own.
    """
    if dialect == "athena":
        return _athena_tokens(tokens, text)
    if len(tokens) <= 1 or tokens[0].token_type not in command_types(dialect):
        return tokens
    if replaces(tokens, dialect):
        return tokens
    first, second, last = tokens[0], tokens[1], tokens[-1]
    rest = Token(
        TokenType.STRING,
        text=text[second.start : last.end + 1],
        line=last.line,
        col=last.col,
        start=second.start,
        end=last.end,
    )
    return [first, rest]


def replaces(tokens: list[Token], dialect: str) -> bool:
    """Whether a statement is REPLACE [INTO] t …, which is an INSERT; INTO is only needed outside MySQL."""
    return tokens[0].text.upper() == "REPLACE" and (
        dialect == "mysql" or (len(tokens) > 1 and tokens[1].token_type is TokenType.INTO)
    )


def _athena_tokens(tokens: list[Token], text: str) -> list[Token]:
    start = tokens[0].start
    try:
        own: list[Token] = Dialect.get_or_raise("athena").tokenize(text[start : tokens[-1].end + 1])
    except TokenError:
        return tokens
    return _moved(own, start, tokens[0].line - 1)


def _moved(tokens: list[Token], offset: int, line: int) -> list[Token]:
    for token in tokens:
        token.start += offset
        token.end += offset
        token.line += line
    return tokens


_BLOCK_EDGE = re.compile(r"/\*|\*/")


def _closed(start: str, end: str, escapes: bool) -> str:  # noqa: FBT001 - an escape rule, not a mode
    """Return the pattern of one quoted form, from its opening to its closing mark."""
    opening, closing = re.escape(start), re.escape(end)
    if len(end) > 1:
        return f"{opening}(?s:.)*?{closing}"
    if escapes:
        return rf"{opening}(?:[^{closing}\\]++|\\(?s:.)|{closing}{closing})*+{closing}"
    return f"{opening}(?:[^{closing}]++|{closing}{closing})*+{closing}"


@cache
def string_pattern(dialect: str) -> str:
    """Return the pattern of a string that is one token: a plain or a national one."""
    tokenizer = Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class
    escapes = "\\" in tokenizer.STRING_ESCAPES
    forms = [
        _closed(mark, mark, escapes) if mark in tokenizer.STRING_ESCAPES else _undoubled(mark)
        for mark in tokenizer.QUOTES
        if mark in {"'", '"'} and mark not in tokenizer.IDENTIFIERS
    ]
    return f"[Nn]?(?:{'|'.join(forms)})"


def _undoubled(mark: str) -> str:
    """Return the pattern of a string in which a doubled mark is no mark: it would be two strings."""
    return rf"{mark}(?:[^{mark}\\]++|\\(?s:.))*+{mark}(?!{mark})"


@cache
def _literals(dialect: str) -> tuple[re.Pattern[str], bool]:
    """Return the pattern of strings, identifiers and comments, and whether comments nest.

    Every branch starts with a literal character: the search then skips by a character set. A group
    ``open…`` is a mark that nothing closes, ``block`` the start of a block comment.
    """
    tokenizer = Dialect.get_or_raise(sqlglot_name(dialect)).tokenizer_class
    branches = [rf"{mark}[^\n\r]*" for mark in ("--", "//", "#") if mark in tokenizer.COMMENTS]
    if tokenizer.DASH_COMMENT_REQUIRES_BOUNDARY:
        branches[0] = r"--(?=\s|\Z)[^\n\r]*"
    branches.append(r"/(?P<block>\*)")
    branches += _special_forms(dialect)
    quotes = [*tokenizer.QUOTES, *tokenizer.IDENTIFIERS]
    pairs = list(dict.fromkeys((quote, quote) if isinstance(quote, str) else quote for quote in quotes))
    pairs.sort(key=lambda pair: -len(pair[0]))
    escapes = "\\" in tokenizer.STRING_ESCAPES
    branches += [_closed(start, end, escapes and start in "'\"") for start, end in pairs]
    marks = dict.fromkeys(start[0] for start, _ in pairs)
    branches += [f"{re.escape(mark)}(?P<open{number}>)" for number, mark in enumerate(marks)]
    return re.compile("|".join(branches)), bool(tokenizer.NESTED_COMMENTS)


def _special_forms(dialect: str) -> list[str]:
    """Return patterns of quoting that only some dialects have."""
    if dialect == "oracle":
        inside = r"(?<![\w$#].)'(?:\[(?s:.)*?\]'|\{(?s:.)*?\}'|\((?s:.)*?\)'|<(?s:.)*?>'|(?P<qq>[^\s\[{(<])(?s:.)*?(?P=qq)')"
        return [f"q{inside}", f"Q{inside.replace('qq', 'qQ')}"]
    if dialect in {"postgres", "redshift", "duckdb", "clickhouse", "databricks"}:
        escaped = r"(?<!\w.)'(?:[^'\\]++|\\(?s:.)|'')*+'"
        dollars = r"\$(?<![\w$].)(?P<tag>[A-Za-z_]\w*|)\$(?s:.)*?\$(?P=tag)\$"
        left_open = r"\$(?<![\w$].)(?:[A-Za-z_]\w*|)\$(?P<opendollars>)"
        return [dollars, left_open, f"e{escaped}", f"E{escaped}"]
    return [r"\$\$(?s:.)*?\$\$", r"\$\$(?P<opendollars>)"] if dialect == "snowflake" else []


class Literals:
    """Strings, quoted identifiers and comments of a text: where nothing may be recognised.

    The text is read as far as it is asked about, so that a client line (``PROMPT it's done``) can
    be stepped over before its apostrophe opens a string.
    """

    __slots__ = ("_ends", "_nested", "_open", "_pattern", "_position", "_starts", "_text")

    def __init__(self, text: str, dialect: str) -> None:
        self._pattern, self._nested = _literals(dialect)
        self._text = text
        self._position = 0
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._open = len(text)

    def step_over(self, end: int) -> None:
        """Take everything up to an offset as no SQL, whatever seems to begin in it."""
        straddles = bool(self._starts) and self._starts[-1] < end < self._ends[-1]
        if straddles:
            self._starts.pop()
            self._ends.pop()
        if straddles or self._open < end:
            self._open = len(self._text)
            self._position = end
        else:
            self._position = max(self._position, end)

    def around(self, offset: int) -> tuple[int, int] | None:
        """Return the literal or comment that holds a character, or None."""
        self._read(offset)
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and offset < self._ends[index]:
            return self._starts[index], self._ends[index]
        return None

    def hold(self, offset: int) -> bool:
        """Return whether a character is inside a literal or comment, or after one left open."""
        return self.around(offset) is not None or offset >= self._open

    def first_open(self) -> int:
        """Return where a form begins that nothing closes; the length of the text if all are closed."""
        self._read(len(self._text))
        return self._open

    def _read(self, offset: int) -> None:
        search, text, size = self._pattern.search, self._text, len(self._text)
        while self._position <= offset and self._open == size:
            found = search(text, self._position)
            if found is None:
                self._position = size + 1
                return
            start, end = found.span()
            if found.lastindex is not None:  # the few forms with a group of their own
                kind = found.lastgroup or ""
                if kind == "block":
                    end = comment_end(text, start, self._nested)
                if end < 0 or kind.startswith("open"):
                    self._open = start
                    return
            self._starts.append(start)
            self._ends.append(end)
            self._position = end


def comment_end(text: str, start: int, nested: bool) -> int:  # noqa: FBT001 - the dialect's rule
    """Return the offset after a block comment, or -1 if nothing closes it."""
    if not nested:
        found = text.find("*/", start + 2)
        return found + 2 if found >= 0 else -1
    depth = 0
    for edge in _BLOCK_EDGE.finditer(text, start):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    return -1


__all__ = [
    "Literals",
    "TokenError",
    "comment_end",
    "for_parsing",
    "sqlglot_name",
    "string_pattern",
    "tokenize",
    "word_set",
    "words",
]

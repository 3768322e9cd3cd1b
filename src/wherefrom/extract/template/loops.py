"""Jinja's FOR over a list that the file itself writes out: its content stands there once per entry (method 1.11).

The tokens of the content are repeated, each with the offsets of the frozen file, and what the loop's variable
stands for is put into their text. A loop over anything else, or one whose content does more with its variable
than name it, is not unrolled.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.extract.text.lexing import tokenize

MOST = 64
"""A longer list is not unrolled."""

Entry = str | int | tuple[str | int, ...] | dict[str, str | int]

_SET = re.compile(r"\{%-?\s*set\s+(\w+)\s*=\s*(?P<list>[\[(](?s:.)*?[\])])\s*-?%\}")
_FOR = re.compile(r"\{%-?\s*for\s+(?P<names>\w+(?:\s*,\s*\w+)*)\s+in\s+(?P<list>(?s:.)*?)\s*-?%\}")
_RANGE = re.compile(r"range\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)")
_VALUE = re.compile(r"\{\{-?\s*(\w+)\s*(?:\.\s*(\w+)|\[\s*(?:(\d+)|'([^']*)'|\"([^\"]*)\")\s*\])?\s*-?\}\}")
_CHOSEN = re.compile(
    r"\{\{-?\s*(['\"])(?P<text>[^'\"]*)\1\s+if\s+(?P<asked>(?:not\s+)?loop\.(?:first|last))"
    r"(?:\s+else\s+(['\"])(?P<other>[^'\"]*)\4)?\s*-?\}\}"
)
_REFERENCE = re.compile(r"\{\{-?\s*(?P<call>ref|source)\s*\((?P<given>[^()]*)\)\s*-?\}\}")
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"")
_ROUND = {"loop.first": True, "not loop.first": False, "loop.last": True, "not loop.last": False}


@dataclass(frozen=True, slots=True)
class Loop:
    """A FOR that is unrolled.

    Attributes:
        start: First character of its first tag. Unit: code points, 0-based.
        end: After its last tag.
        body: Slice of its content, half-open.
        rounds: Per entry what each placeholder of the content that names the entry stands for.
    """

    start: int
    end: int
    body: tuple[int, int]
    rounds: tuple[Mapping[str, str], ...]


def read_loop(text: str, tag: tuple[int, int], body: tuple[int, int], end: int) -> Loop | None:
    """Return a FOR as a loop that can be unrolled; None where it cannot.

    Args:
        text: The whole file.
        tag: Slice of its first tag.
        body: Slice of its content.
        end: Offset after its last tag.
    """
    head = _FOR.fullmatch(text[tag[0] : tag[1]])
    entries = _entries(text, head["list"]) if head is not None else None
    if head is None or entries is None or not 0 < len(entries) <= MOST:
        return None
    names = [each.strip() for each in head["names"].split(",")]
    inside = text[body[0] : body[1]]
    naming = {found.group() for found in re.finditer(r"\{\{(?s:.)*?\}\}|\{%(?s:.)*?%\}", inside)}
    told = {each for each in naming if any(re.search(rf"\b{name}\b", each) for name in (*names, "loop"))}
    rounds = []
    for number, entry in enumerate(entries):
        now = Round(number, last=number == len(entries) - 1)
        found = {each: _text(each, names, entry, now) for each in told if not _asks_round(each)}
        if None in found.values():
            return None
        rounds.append({key: value for key, value in found.items() if value is not None})
    return Loop(tag[0], end, body, tuple(rounds))


def _entries(text: str, written: str) -> Sequence[Entry] | None:
    """Return the entries of a list that is written out, where it stands or in the file's only SET of its name."""
    ranged = _RANGE.fullmatch(written)
    if ranged is not None:
        first, last = (0, ranged[1]) if ranged[2] is None else (ranged[1], ranged[2])
        return range(int(first), min(int(last), int(first) + MOST + 1))
    if written.isidentifier():
        given = [found["list"] for found in _SET.finditer(text) if found[1] == written]
        others = re.findall(rf"\{{%-?\s*(?:set\s+{written}\b|do\s+{written}\.)", text)
        if len(given) != 1 or len(others) != 1:
            return None
        written = given[0]
    try:
        value = ast.literal_eval(written)
    except (ValueError, SyntaxError):
        return None
    return list(value) if isinstance(value, (list, tuple)) else None


def _asks_round(mark: str) -> bool:
    """Whether a tag of the content only asks which round it is: such an IF is decided in each round."""
    asked = re.fullmatch(r"\{%-?\s*(?:if|elif)\s+(.*?)\s*-?%\}", mark)
    return asked is not None and " ".join(asked[1].split()) in _ROUND


def _text(mark: str, names: Sequence[str], entry: Entry, now: Round) -> str | None:
    """Return what a placeholder stands for in a round; None where it does more than name the entry or the round."""
    chosen = _CHOSEN.fullmatch(mark)
    if chosen is not None:
        return chosen["text"] if now.keeps(" ".join(chosen["asked"].split())) else chosen["other"] or ""
    called = _REFERENCE.fullmatch(mark)
    if called is not None:
        return _referred(called, names, entry, now)
    found = _VALUE.fullmatch(mark)
    if found is None:
        return None
    name, field, place, *keys = found.groups()
    if name == "loop":
        return {"index": str(now.number + 1), "index0": str(now.number)}.get(field or "")
    value: object = entry
    if len(names) > 1:
        if not isinstance(entry, (tuple, list)) or len(entry) != len(names):
            return None
        value = entry[names.index(name)]
    key = field or next((each for each in keys if each is not None), None)
    if key is not None:
        value = value.get(key) if isinstance(value, dict) else None
    elif place is not None:
        value = value[int(place)] if isinstance(value, (tuple, list)) and int(place) < len(value) else None
    return str(value) if isinstance(value, (str, int)) else None


def _referred(called: re.Match[str], names: Sequence[str], entry: Entry, now: Round) -> str | None:
    """Return a project reference with its names put together; None where one of their parts is not known."""
    given: list[str] = []
    for argument in called["given"].split(","):
        parts = [each.strip() for each in re.split("[~+]", argument)]
        texts = [
            each[1:-1] if _LITERAL.fullmatch(each) else _text(f"{{{{ {each} }}}}", names, entry, now)
            for each in parts
        ]
        if None in texts:
            return None
        given.append("".join(each or "" for each in texts))
    return f"{{{{ {called['call']}({', '.join(map(repr, given))}) }}}}"


@dataclass(frozen=True, slots=True)
class Round:
    """What is decided in one round of a loop: its number, and whether it is the last."""

    number: int
    last: bool

    def keeps(self, condition: str) -> bool | None:
        """Return whether ``{% if loop.first %}`` and the like hold; None for another condition."""
        wanted = _ROUND.get(condition)
        if wanted is None:
            return None
        held = self.number == 0 if condition.endswith("first") else self.last
        return held is wanted


def spelled(token: Token, text: str, dialect: str) -> Iterator[Token]:
    """Yield the tokens of a new text in a token's place: a string stays one, a name may become an expression.

    Raises:
        TokenError: the text is no SQL.
    """
    if token.token_type in (TokenType.STRING, TokenType.IDENTIFIER):
        yield Token(token.token_type, text, token.line, token.col, token.start, token.end)
        return
    for each in tokenize(text, dialect):
        yield Token(each.token_type, each.text, token.line, token.col, token.start, token.end)

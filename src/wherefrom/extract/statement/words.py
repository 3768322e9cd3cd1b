"""A command as words: what the parser does not take apart is read from its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from wherefrom.domain.names import TableName
from wherefrom.extract import names
from wherefrom.extract.draft import Here


def _may_name(token: Token) -> bool:
    """Whether a token may be a part of a name: a word, one in quotes, or a placeholder."""
    return token.token_type is TokenType.IDENTIFIER or token.text[:1] not in _SIGNS


_SIGNS = frozenset("(),.;=+-*/<>|&!:'")
_LONGEST_NAME = 4
"""Parts of a name: T-SQL's may have a server before the catalog."""


@dataclass(slots=True)
class Words:
    """The tokens of a command and a place among them."""

    here: Here
    tokens: Sequence[Token]
    at: int = 0

    def word(self, ahead: int = 0) -> str:
        """Return a word in upper case; empty past the end."""
        return self.tokens[self.at + ahead].text.upper() if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        """Step over these words if they stand here."""
        if [self.word(ahead) for ahead in range(len(wanted))] != list(wanted):
            return False
        self.at += len(wanted)
        return True

    def find(self, *wanted: str) -> bool:
        """Step to the first place after which these words stand, and over them."""
        for at in range(self.at, len(self.tokens) - len(wanted) + 1):
            if [token.text.upper() for token in self.tokens[at : at + len(wanted)]] == list(wanted):
                self.at = at + len(wanted)
                return True
        return False

    def table(self) -> exp.Table | None:
        """Read a dotted name; None where none stands here."""
        parts: list[exp.Identifier] = []
        while (part := self._part()) is not None:
            parts.append(part)
            if self.word() != ".":
                break
            self.at += 1
        if part is None or len(parts) > _LONGEST_NAME:
            return None
        *before, last = parts
        this = exp.Dot(this=before.pop(), expression=last) if len(parts) == _LONGEST_NAME else last
        keys = ("db", "catalog")
        return exp.Table(this=this, **dict(zip(keys, reversed(before), strict=False)))

    def _part(self) -> exp.Identifier | None:
        """Read a part of a name, empty where two dots stand together; None where none stands here."""
        signs = ""  # of T-SQL's temporary tables
        while self.word() == "#":
            signs += "#"
            self.at += 1
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        if token.token_type is TokenType.DOT and self.at and self.tokens[self.at - 1].text == ".":
            return exp.Identifier(this="", quoted=False)
        if not _may_name(token):
            return None
        part = exp.Identifier(this=signs + token.text, quoted=token.token_type is TokenType.IDENTIFIER)
        part.meta.update({"start": token.start, "end": token.end})
        self.at += 1
        return part

    def name(self) -> TableName | None:
        """Read a dotted name as a logical table."""
        table = self.table()
        return names.table(self.here.draft, table) if table is not None else None

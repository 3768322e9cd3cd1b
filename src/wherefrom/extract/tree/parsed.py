"""Readings of a statement, parsed: long lists shortened, loops of a template unrolled."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token

from wherefrom.extract.template.placeholders import Masked
from wherefrom.extract.text.longlists import LongList, without_repetition
from wherefrom.extract.text.script import Script
from wherefrom.extract.tree.complaint import complaint
from wherefrom.extract.tree.parsing import parse_statement


@dataclass(frozen=True, slots=True)
class Parsed:
    """A reading of a statement.

    Attributes:
        tokens: Its tokens, each once.
        kept: Those that were parsed.
        long: The long lists that the others are of.
        tree: What they were parsed to.
    """

    tokens: list[Token]
    kept: list[Token]
    long: tuple[LongList, ...]
    tree: exp.Expr


class Parser:
    """Parses the statements of one file.

    Attributes:
        dialect: One of ours.
        text: The text the tokens' offsets speak of.
        masked: The file's placeholders and loops.
        lists: Whether VALUES stands in the file: only then are there long lists to shorten.
    """

    def __init__(self, dialect: str, script: Script, masked: Masked, *, lists: bool) -> None:
        self.dialect = dialect
        self.text = script.text
        self._bulk = script.bulk
        self.masked = masked
        self._placeholders = [mark.start for mark in masked.marks]
        self.lists = lists

    def parsed(self, said: list[Token], tokens: list[Token]) -> Parsed | None:
        """Parse a reading of a statement of some tokens, of which loops may repeat some; None where it is no SQL."""
        try:
            if self.masked.loops:
                starts = {token.start for token in said}
                written = [token for token in tokens if token.start in starts]
                return Parsed(written, written, (), parse_statement(self.dialect, said, self.text))
            if not self.lists:
                return Parsed(said, said, (), parse_statement(self.dialect, said, self.text))
            kept, long = without_repetition(said, self.text, self._placeholders, self._bulk)
            return Parsed(said, kept, long, parse_statement(self.dialect, kept, self.text))
        except SqlglotError:
            return None

    def why(self, tokens: list[Token]) -> str:
        """Return why no reading of a statement could be parsed."""
        try:
            parse_statement(self.dialect, tokens, self.text)
        except SqlglotError as error:
            return complaint(error, self.masked)
        return "no reading of it could be read"

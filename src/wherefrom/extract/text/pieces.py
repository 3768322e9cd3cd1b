"""Where the walkers put what they recognise: pieces with the place they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.lexing import for_parsing, word_set, words
from wherefrom.extract.text.script import Piece, PieceKind

QUERY_WORDS = word_set("SELECT SEL WITH")
"""Words without which there is no query."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is open around a statement.

    Attributes:
        script: Name of the routine; empty at file level.
        conditional: Something decides whether it runs.
        loops: Indexes of the loops it stands in.
        blocks: As ``Piece.blocks``.
    """

    script: str = ""
    conditional: bool = False
    loops: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()


@dataclass(slots=True)
class Tape:
    """One run of tokens, what was read from it, and the pieces so far.

    Attributes:
        text: The whole file's text.
        dialect: One of ours.
        tokens: The tokens of the run.
        words: Upper-case word of each token (``lexing.words``).
        pieces: All pieces of the file, shared by every run of it.
        cursors: Declared cursor, lower case: index of its LOOP.
        opened: Indexes of cursors that are open, in order of opening.
    """

    text: str
    dialect: str
    tokens: list[Token]
    words: list[str]
    pieces: list[Piece] = field(default_factory=list)
    cursors: dict[str, int] = field(default_factory=dict)
    opened: list[int] = field(default_factory=list)

    def inner(self, tokens: list[Token]) -> Tape:
        """Return a tape over other tokens of the same file, adding to the same pieces."""
        return Tape(self.text, self.dialect, tokens, words(tokens), self.pieces, self.cursors, self.opened)

    def word(self, index: int) -> str:
        """Return the word at an index, or nothing beyond the end."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def written(self, start: int, end: int) -> str:
        """Return the text of a range of tokens as it is written."""
        end = min(end, len(self.tokens))
        return self.text[self.tokens[start].start : self.tokens[end - 1].end + 1] if start < end else ""

    def query(self, start: int, end: int) -> Sequence[Token] | None:
        """Return a range of tokens if it holds a query, without parentheses around the whole."""
        words = self.words
        if QUERY_WORDS.isdisjoint(words[start:end]):
            return None
        around = self._parentheses_around(start, end)
        return self.tokens[start + around : end - around]

    def _parentheses_around(self, start: int, end: int) -> int:
        """Return how many pairs of parentheses stand around a whole range."""
        opening = start
        while opening < end and self.words[opening] == "(":
            opening += 1
        closes: dict[int, int] = {}
        depth = 0
        for index in range(start, end):
            word = self.words[index]
            if word == "(":
                depth += 1
            elif word == ")":
                depth -= 1
                closes.setdefault(depth, index)
        pairs = 0
        while pairs < opening - start and closes.get(pairs) == end - 1 - pairs:
            pairs += 1
        return pairs

    def commas(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the ranges of tokens between commas at depth zero."""
        ranges, depth, first = [], 0, start
        for index in range(start, end):
            word = self.words[index]
            if word == "," and depth == 0:
                ranges.append((first, index))
                first = index + 1
            elif word in {"(", ")"}:
                depth += 1 if word == "(" else -1
        return [*ranges, (first, end)]

    def past_name(self, start: int, end: int) -> int:
        """Return the index after the dotted name that begins at ``start``; its sigil counts."""
        index = start + 1 + (self.word(start) in {"@", "#", ":", "$"})
        while index + 1 < end and self.words[index] == ".":
            index += 1 if self.words[index + 1] == "." else 2
        return min(index, end)

    def past_group(self, start: int, end: int) -> int:
        """Return the index after the group of parentheses that opens at ``start``; ``end`` if none closes it."""
        depth = 0
        for index in range(start, end):
            word = self.words[index]
            depth += 1 if word == "(" else -1 if word == ")" else 0
            if depth == 0:
                return index + 1
        return end

    def put(
        self,
        kind: PieceKind,
        span: tuple[int, int],
        place: Place,
        name: str = "",
        value: Sequence[Token] | None = None,
        parameters: tuple[str, ...] = (),
    ) -> int:
        """Add a piece over a range of tokens and return its index; an empty range adds nothing.

        Args:
            kind: Its kind.
            span: Index of its first token, and the index after its last one.
            place: Where it stands.
            name: Its name.
            value: Its value's tokens.
            parameters: Its parameters.
        """
        start, end = span
        if start >= end:
            return -1
        tokens = self.tokens[start:end]
        if kind is PieceKind.STATEMENT:
            tokens = for_parsing(tokens, self.text, self.dialect)
        self.pieces.append(
            Piece(
                kind,
                self.tokens[start].start,
                self.tokens[end - 1].end + 1,
                tokens,
                place.script,
                place.conditional,
                name,
                parameters,
                value or None,
                place.loops,
                place.blocks,
            )
        )
        return len(self.pieces) - 1

"""A walk over statements that end with semicolons, and over the blocks they stand in.

Every dialect but T-SQL is walked this way: a statement reaches to the next semicolon, whatever its
parentheses say, so that a broken one costs itself only. What opens and closes is kept as frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot.tokenizer_core import Token

from wherefrom.extract.text.pieces import Place, Tape
from wherefrom.extract.text.script import PieceKind

SECTION = "SECTION"  # declarations, up to BEGIN
PACKAGE = "PACKAGE"  # declarations and routines, up to END
BLOCK = "BLOCK"
ROUTINE = "ROUTINE"  # below a body; closes when its body does
HANDLER = "HANDLER"  # waits for one statement
CASE = "CASE"
IF = "IF"
LOOP = "LOOP"


_FILE = Place()
_BLOCKS = frozenset({SECTION, BLOCK, ROUTINE, HANDLER, LOOP})
"""What counts as a block of its own (``Piece.blocks``); a package does not: its variables are the session's."""


@dataclass(slots=True)
class Frame:
    """Something open.

    Attributes:
        kind: One of the names above.
        place: Where the statements in it stand.
    """

    kind: str
    place: Place


@dataclass(slots=True)
class Walk:
    """One run of tokens on its way from first to last.

    Attributes:
        tape: The tokens and the pieces.
        at: Index of the next token.
        end: Index after the last one.
        base: Where the run as a whole stands.
        body: It is the body of a routine: control words are control words from the start.
        frames: What is open, outermost first.
    """

    tape: Tape
    at: int
    end: int
    base: Place = _FILE
    body: bool = False
    frames: list[Frame] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where the next statement stands."""
        return self.frames[-1].place if self.frames else self.base

    @property
    def top(self) -> str:
        """Kind of the innermost open frame; empty if none is open."""
        return self.frames[-1].kind if self.frames else ""

    @property
    def inside(self) -> bool:
        """Whether control words are control words here, not SQL."""
        return self.body or bool(self.frames)

    def word(self, ahead: int = 0) -> str:
        """Return a word from here on, or nothing beyond the end."""
        return self.tape.word(self.at + ahead) if self.at + ahead < self.end else ""

    def stop(self) -> int:
        """Return the index of the next semicolon, or the end."""
        try:
            return self.tape.words.index(";", self.at, self.end)
        except ValueError:
            return self.end

    def find(self, wanted: frozenset[str], start: int) -> int:
        """Return the index of the first of some words outside parentheses and CASE, or -1.

        A semicolon ends the search.
        """
        depth = cases = 0
        words = self.tape.words
        for index in range(start, self.end):
            word = words[index]
            if word == ";":
                return -1
            if word in {"(", ")"}:
                depth += 1 if word == "(" else -1
            elif depth <= 0 and not cases and word in wanted:
                return index
            elif word == "CASE":
                cases += 1
            elif word == "END" and cases:
                cases -= 1
        return -1

    def put(
        self,
        kind: PieceKind,
        end: int,
        name: str = "",
        value: Sequence[Token] | None = None,
        parameters: tuple[str, ...] = (),
    ) -> int:
        """Put what stands from here to ``end``, and go on there."""
        end = min(end, self.end)
        index = self.tape.put(kind, (self.at, end), self.place, name, value, parameters)
        self.at = max(end, self.at + 1)
        return index

    def within(self, script: str) -> Place:
        """Return the place of a routine's body whose head was put last."""
        return self._numbered(Place(script, blocks=self.place.blocks))

    def block(self) -> Place:
        """Return the place of a block that the piece put last opens."""
        return self._numbered(self.place)

    def _numbered(self, place: Place) -> Place:
        """Return a place inside the block that the piece put last opens."""
        opened = len(self.tape.pieces) - 1
        return place if opened in place.blocks else replace(place, blocks=(*place.blocks, opened))

    def open(self, kind: str, *, conditional: bool = False, loop: int = -1, script: str = "") -> None:
        """Open a frame in the place that is current."""
        place = self.place
        if conditional or kind in {IF, CASE, LOOP, HANDLER}:
            place = replace(place, conditional=True)
        if loop >= 0:
            place = replace(place, loops=(*place.loops, loop))
        if script:
            place = Place(script, blocks=place.blocks)
        if kind in _BLOCKS:
            place = self._numbered(place)
        self.frames.append(Frame(kind, place))

    def close(self, kinds: frozenset[str]) -> None:
        """Close the innermost frame of some kinds, and what was left open in it."""
        for index in range(len(self.frames) - 1, -1, -1):
            if self.frames[index].kind in kinds:
                del self.frames[index:]
                break
        self.finish()

    def finish(self) -> None:
        """A statement is complete: what waited for just one closes with it."""
        while self.frames and self.frames[-1].kind in {ROUTINE, HANDLER}:
            self.frames.pop()

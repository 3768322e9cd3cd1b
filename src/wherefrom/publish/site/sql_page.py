"""The page of one SQL file: its lines in colours, each with an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.excerpts import LINES_SHOWN, WIDTH_SHOWN
from wherefrom.publish.pages.markup import visible
from wherefrom.publish.site.highlight import Piece, coloured

WHOLE = 5_000
"""Longest file shown whole, in lines; of a longer one the surroundings of what pages refer to are shown."""

AROUND = 100
"""How many lines on either side of such a place."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to show, or a gap.

    Attributes:
        number: 1-based; 0 for a gap.
        pieces: Coloured text, hidden characters already visible.
        left: For a gap the number of lines left out; for a line that of characters.
    """

    number: int
    pieces: tuple[Piece, ...] = ()
    left: int = 0


@dataclass(frozen=True, slots=True)
class SqlPage:
    """One file.

    Attributes:
        file: Its snapshot path.
        count: Number of its lines.
        sha256: Of its bytes, hex; empty where the bundle does not say.
        dialect: How it was read.
        lines: What is shown.
    """

    file: str
    count: int
    sha256: str
    dialect: str
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Texts:
    """The files of a release in colours, each coloured once.

    Attributes:
        bundle: Everything published.
        done: Lines by path, of the files that were asked for.
    """

    bundle: Bundle
    done: dict[str, list[tuple[Piece, ...]]] = field(default_factory=dict)

    def lines(self, file: str) -> Sequence[tuple[Piece, ...]]:
        """Return a file's coloured lines."""
        if file not in self.done:
            lines = coloured(self.bundle.shown(file), self.dialect(file))
            self.done[file] = lines[:-1] if len(lines) > 1 and not lines[-1] else lines
        return self.done[file]

    def dialect(self, file: str) -> str:
        """Return the dialect a file was read in."""
        return self.bundle.dialects.get(file) or str(self.bundle.settings.get("dialect", ""))

    def part(self, file: str, first: int, last: int) -> tuple[Line, ...]:
        """Return the lines of a statement, cut in the middle where there are very many."""
        numbers = range(first, last + 1)
        if len(numbers) <= LINES_SHOWN:
            return self._shown(file, numbers)
        half = LINES_SHOWN // 2
        gap = Line(0, left=len(numbers) - 2 * half)
        return (*self._shown(file, numbers[:half]), gap, *self._shown(file, numbers[-half:]))

    def page(self, file: str, referred: Iterable[int]) -> SqlPage:
        """Return a file's page.

        Args:
            file: Its snapshot path.
            referred: Lines that other pages lead to, 1-based.
        """
        count = len(self.lines(file))
        kept = _kept(count, referred)
        lines: list[Line] = []
        at = 1
        for part in kept:
            if part.start > at:
                lines.append(Line(0, left=part.start - at))
            lines += self._shown(file, part)
            at = part.stop
        if at <= count:
            lines.append(Line(0, left=count + 1 - at))
        digests: Mapping[str, str] = {frozen.path: frozen.sha256 for frozen in self.bundle.files}
        return SqlPage(file, count, digests.get(file, ""), self.dialect(file), tuple(lines))

    def _shown(self, file: str, numbers: range) -> tuple[Line, ...]:
        all_lines = self.lines(file)
        return tuple(_line(n, all_lines[n - 1]) for n in numbers if n <= len(all_lines))


def _line(number: int, pieces: Sequence[Piece]) -> Line:
    shown: list[Piece] = []
    room = WIDTH_SHOWN
    for colour, text in pieces:
        if room > 0:
            shown.append((colour, visible(text[:room], keep="\t")))
        room -= len(text)
    return Line(number, tuple(shown), max(0, -room))


def _kept(count: int, referred: Iterable[int]) -> list[range]:
    """Return the parts of a file that are shown, in order, with a line between any two."""
    if count <= WHOLE:
        return [range(1, count + 1)]
    found: list[range] = []
    for line in sorted({n for n in referred if 1 <= n <= count}):
        first, stop = max(1, line - AROUND), min(count, line + AROUND) + 1
        if found and first <= found[-1].stop:
            found[-1] = range(found[-1].start, stop)
        else:
            found.append(range(first, stop))
    return found

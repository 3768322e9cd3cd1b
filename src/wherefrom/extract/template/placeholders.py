"""Placeholders are masked before anything is read (method 1.4), by text of the same length.

Each different placeholder text gets one private-use character of its own, repeated to its length.
sqlglot reads such a run as part of an identifier, so ``cust_${env}`` stays one name, two different
placeholders stay two names, and every offset is that of the frozen file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from wherefrom.extract.template.alternatives import Fork
from wherefrom.extract.template.loops import Loop
from wherefrom.extract.template.styles import shapes
from wherefrom.extract.template.templates import (
    Tag,
    named_references,
    read_jinja,
    read_sqlrender,
    reference,
    variable,
)
from wherefrom.extract.text.script import Note

_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")


@dataclass(frozen=True, slots=True)
class Mark:
    """One place where a placeholder stands.

    Attributes:
        start: Its first character. Unit: code points, 0-based.
        end: After its last one.
        text: As written.
        char: Its mask character.
    """

    start: int
    end: int
    text: str
    char: str


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without placeholders, and how to show them again.

    Attributes:
        text: As long as the text given.
        marks: Where placeholders stand, in text order.
        blanked: Template tags that were replaced by spaces, in text order, half-open.
        references: Mask character: what a template call refers to, ``("ref", "m")``,
            ``("source", "s", "t")`` or ``("this",)``.
        notes: Templates that decide what SQL stands there and are not read, in text order.
        forks: Templates that decide between stretches of SQL, in text order.
        loops: Templates that repeat a stretch of SQL for the entries of a written list, in text order.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    blanked: tuple[tuple[int, int], ...] = ()
    references: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    forks: tuple[Fork, ...] = ()
    loops: tuple[Loop, ...] = ()
    _texts: Mapping[str, str] = field(default_factory=dict)
    _runs: re.Pattern[str] | None = None

    @property
    def chars(self) -> dict[str, str]:
        """The mask character of each placeholder's text."""
        return {text: char for char, text in self._texts.items()}

    def restore(self, fragment: str) -> str:
        """Return a slice of the masked text, or a name taken from it, as it is written in the file."""
        if self._runs is None or fragment.isascii():  # masks are private-use characters
            return fragment
        return self._runs.sub(self._written, fragment)

    def placeholders(self, fragment: str) -> tuple[str, ...]:
        """Return the placeholders in a fragment of the masked text, in order."""
        return () if fragment.isascii() else tuple(self._each(fragment))

    def within(self, name: str) -> tuple[str, ...]:
        """Return the placeholders of the file that stand, as written, in a name."""
        return tuple(each for each in self._texts.values() if each in name) if name else ()

    def replaced(self, fragment: str, given: Mapping[str, str]) -> str:
        """Return a fragment of the masked text with other text for some placeholders, by how they are written."""
        if not self._runs:
            return fragment
        return self._runs.sub(lambda run: self._filled(run.group(), given), fragment)

    def _filled(self, run: str, given: Mapping[str, str]) -> str:
        parts, position = [], 0
        for text in self._split(run):
            parts.append(given.get(text, run[position : position + len(text)]))
            position += len(text)
        return "".join(parts)

    def only_placeholder(self, fragment: str) -> bool:
        """Return whether a fragment is exactly one placeholder."""
        found = None if self._runs is None or fragment.isascii() else self._runs.fullmatch(fragment)
        return found is not None and len(self.placeholders(fragment)) == 1

    def _each(self, fragment: str) -> Iterator[str]:
        for run in self._runs.finditer(fragment) if self._runs else ():
            yield from self._split(run.group())

    def _split(self, run: str) -> Iterator[str]:
        position = 0
        while position < len(run):
            text = self._texts[run[position]]
            yield text
            position += len(text)

    def _written(self, found: re.Match[str]) -> str:
        return "".join(self._split(found.group()))


def mask(text: str, dialect: str, styles: tuple[str, ...] = ("auto",)) -> Masked:
    """Return the text with its placeholders masked.

    Args:
        text: A whole file.
        dialect: One of ``domain.dialects.DIALECTS``.
        styles: Names of interface 2.1, or ``auto``: the styles that cannot be taken for the
            dialect's own syntax, and those whose marks stand in the file.
    """
    tags, notes, forks, loops = _tags(text, styles) if "{" in text else _NO_TAGS
    spans = {(tag.start, tag.end) for tag in tags if tag.value}
    blanks = sorted((tag.start, tag.end) for tag in tags if not tag.value)
    taken = sorted([*spans, *blanks])
    for found in _matches(text, dialect, styles):
        if not _overlaps(taken, found):
            spans.add(found)
    if not spans and not blanks:
        return Masked(text, notes=tuple(notes))
    made = {each for loop in loops for given in loop.rounds for each in given.values() if each[:2] == "{{"}
    masked = _masked(text, sorted(spans), blanks, sorted(made))
    if made:
        loops = [_masked_rounds(loop, masked) for loop in loops]
    if tags and "set" in text:
        named = named_references(text)
        more = {mark.char: named.get(variable(mark.text), ()) for mark in masked.marks}
        given = {char: call for char, call in more.items() if call}
        masked = replace(masked, references={**given, **masked.references})
    if not (tags or notes or forks or loops):
        return masked
    return replace(masked, notes=tuple(notes), forks=tuple(forks), loops=tuple(loops))


_NO_TAGS: tuple[list[Tag], list[Note], list[Fork], list[Loop]] = ([], [], [], [])
_SQLRENDER = frozenset({"auto", "at", "sqlrender"})


def _tags(text: str, styles: tuple[str, ...]) -> tuple[list[Tag], list[Note], list[Fork], list[Loop]]:
    tags: list[Tag] = []
    notes: list[Note] = []
    forks: list[Fork] = []
    loops: list[Loop] = []
    if ("auto" in styles or "jinja" in styles) and ("{{" in text or "{%" in text or "{#" in text):
        tags, notes, forks, loops = read_jinja(text)
    if "@" in text and not _SQLRENDER.isdisjoint(styles):
        more, other = read_sqlrender(text)
        tags, forks = tags + more, forks + other
    if not (tags or notes or forks or loops):
        return _NO_TAGS
    return (
        tags,
        sorted(notes, key=lambda note: (note.start, note.end)),
        sorted(forks, key=lambda fork: (fork.start, fork.end)),
        sorted(loops, key=lambda loop: (loop.start, -loop.end)),
    )


def _matches(text: str, dialect: str, styles: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the slices of simple placeholders, in text order; the first and longest one wins."""
    taken = 0
    found = [span for shape in shapes(text, dialect, styles) for span in shape.spans(text)]
    found.sort(key=lambda span: (span[0], -span[1]))
    for start, end in found:
        if start >= taken:
            yield start, end
            taken = end


def _overlaps(taken: list[tuple[int, int]], span: tuple[int, int]) -> bool:
    index = bisect_right(taken, span) - 1
    before = index >= 0 and taken[index][1] > span[0]
    return before or (index + 1 < len(taken) and taken[index + 1][0] < span[1])


def _characters(text: str) -> Iterator[str]:
    """Yield private-use characters that do not occur in the text."""
    used = set(_PRIVATE.findall(text)) if not text.isascii() else set()
    for first, last in ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)):
        for code in range(first, last + 1):
            if chr(code) not in used:
                yield chr(code)


def _masked_rounds(loop: Loop, masked: Masked) -> Loop:
    """Return a loop whose references that it puts together are masked as those of the file are."""
    chars = masked.chars
    rounds = tuple({mark: chars.get(text, text) for mark, text in given.items()} for given in loop.rounds)
    return replace(loop, rounds=rounds)


def _masked(
    text: str, spans: list[tuple[int, int]], blanks: list[tuple[int, int]], made: Iterable[str]
) -> Masked:
    """Mask slices of a text; ``made`` are placeholders that stand in no slice."""
    characters = _characters(text)
    by_text: dict[str, str] = {}
    parts: list[str] = []
    marks: list[Mark] = []
    position = 0
    hidden = set(blanks)
    for start, end in sorted([*spans, *blanks]):
        written = text[start:end]
        parts.append(text[position:start])
        position = end
        if (start, end) in hidden:
            parts.append(re.sub(r"[^\r\n]", " ", written))
            continue
        if written not in by_text:
            by_text[written] = next(characters)
        parts.append(by_text[written] * len(written))
        marks.append(Mark(start, end, written, by_text[written]))
    parts.append(text[position:])
    for written in made:
        by_text.setdefault(written, next(characters))
    texts = {char: written for written, char in by_text.items()}
    calls = {char: call for char, written in texts.items() if (call := reference(written))}
    runs = re.compile(f"[{''.join(sorted(texts))}]+") if texts else None
    return Masked("".join(parts), tuple(marks), tuple(blanks), calls, _texts=texts, _runs=runs)

"""A phrase book: every sentence of the pages in one language, as patterns with named gaps.

Builders choose a pattern and fill its gaps; they hold no words themselves. The modules of one language
(``phrases_en``, ``phrases_zh``) give the words, ``phrases`` names the books. A pattern never turns a name
into a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from wherefrom.publish.pages.markup import Markup

Gaps = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks that a language puts between texts.

    Attributes:
        series: Between the items of a row of names.
        clauses: Between clauses.
        stop: The end of a sentence.
    """

    series: str
    clauses: str
    stop: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a diagnostic code means, in the language of the book; the code itself is never translated.

    Attributes:
        found: What was found.
        next_step: What would settle it.
    """

    found: str
    next_step: str


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The words of one language.

    Attributes:
        language: ``en`` or ``zh``.
        patterns: Sentence patterns by situation; ``{x}`` is a gap.
        aggregates: Upper-case function name to what it gives, lower case.
        diagnostics: Meaning by diagnostic code.
        reasons: Terminal reasons in a reader's words.
        rules: Rules in a reader's words.
        join_list: Joins items as the language lists them.
        capital: Turns a phrase into the beginning of a sentence.
        marks: What stands between texts.
        fill: Fills the gaps of a pattern; what is filled in stays as it is, to the character.
    """

    language: str
    patterns: Mapping[str, str]
    aggregates: Mapping[str, str]
    diagnostics: Mapping[str, Meaning]
    reasons: Mapping[str, str]
    rules: Mapping[str, str]
    join_list: Callable[[Sequence[str], str], str]
    capital: Callable[[str], str]
    marks: Marks
    fill: Callable[[str, Gaps], str] = str.format_map

    def say(self, situation: str, /, **gaps: Markup | int) -> Markup:
        """Return the pattern of a situation with its gaps filled; what is filled in is never read as a pattern.

        Raises:
            KeyError: the book has no such pattern, or a gap is left open: a fault of the builder.
        """
        return Markup(self.fill(self.patterns[situation], gaps))

    def tell(self, situation: str, /, **gaps: str | int) -> str:
        """Return the same for a block of text, where names stand as they are.

        Raises:
            KeyError: as for ``say``.
        """
        return self.fill(self.patterns[situation], gaps)

    def count(self, situation: str, number: int, /, **gaps: Markup | int) -> Markup:
        """Return the pattern ``<situation>.one`` or ``<situation>.many`` with ``n`` filled.

        Raises:
            KeyError: as for ``say``.
        """
        return self.say(f"{situation}.{'one' if number == 1 else 'many'}", n=number, **gaps)

    def listing(self, items: Sequence[Markup], last: str = "and") -> Markup:
        """Return a list in words: ``a``, ``a and b``, ``a, b and c``; ``last`` is ``and`` or ``or``."""
        return Markup(self.join_list(items, last))

    def series(self, items: Sequence[Markup]) -> Markup:
        """Return a row of names: ``a, b, c``."""
        return Markup(self.marks.series.join(items))

    def clauses(self, items: Sequence[Markup]) -> Markup:
        """Return clauses side by side: ``a; b``."""
        return Markup(self.marks.clauses.join(items))

    def is_sentence(self, text: Markup) -> bool:
        """Return whether a text ends as a sentence does, so that another one may follow it."""
        return text.endswith(self.marks.stop)

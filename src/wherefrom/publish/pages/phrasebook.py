"""A phrase book: every sentence of the pages in one language, as patterns with named gaps.

Builders choose a pattern and fill its gaps; they hold no words themselves. One module per language
(``phrases_en``) gives the words. A pattern never turns a name into a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from wherefrom.publish.pages.markup import Markup


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The words of one language.

    Attributes:
        language: ``en``; also the folder of the templates.
        patterns: Sentence patterns by situation; ``{x}`` is a gap.
        aggregates: Upper-case function name to what it gives, lower case.
        join_list: Joins items as the language lists them.
        capital: Turns a phrase into the beginning of a sentence.
    """

    language: str
    patterns: Mapping[str, str]
    aggregates: Mapping[str, str]
    join_list: Callable[[Sequence[str], str], str]
    capital: Callable[[str], str]

    def say(self, situation: str, /, **gaps: Markup | int) -> Markup:
        """Return the pattern of a situation with its gaps filled; what is filled in is never read as a pattern.

        Raises:
            KeyError: the book has no such pattern, or a gap is left open: a fault of the builder.
        """
        return Markup(self.patterns[situation].format(**gaps))

    def tell(self, situation: str, /, **gaps: str | int) -> str:
        """Return the same for a block of text, where names stand as they are.

        Raises:
            KeyError: as for ``say``.
        """
        return self.patterns[situation].format(**gaps)

    def count(self, situation: str, number: int, /, **gaps: Markup | int) -> Markup:
        """Return the pattern ``<situation>.one`` or ``<situation>.many`` with ``n`` filled.

        Raises:
            KeyError: as for ``say``.
        """
        return self.say(f"{situation}.{'one' if number == 1 else 'many'}", n=number, **gaps)

    def listing(self, items: Sequence[Markup], last: str = "and") -> Markup:
        """Return a list in words: ``a``, ``a and b``, ``a, b and c``; ``last`` is ``and`` or ``or``."""
        return Markup(self.join_list(items, last))

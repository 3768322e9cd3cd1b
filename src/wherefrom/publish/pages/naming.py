"""File names of pages, and the anchors of their headings."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from wherefrom.publish.pages.markup import Markup, one_line
from wherefrom.publish.pages.phrasebook import Phrasebook

SLUG_LENGTH = 80
"""Longest slug, in characters: names stay usable on every file system."""

_KEPT = re.compile(r"[^a-z0-9._-]+")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))})
_TAKEN = frozenset({"index"})


def file_name(target: str) -> str:
    """Return the page's file name: a slug, with six hex of the name's hash wherever it differs from the name.

    Lower case only, so that two names never meet on a disk that does not tell case.
    """
    slug = (
        _KEPT.sub("-" if " " in target.strip() else "", target.lower())
        .strip(".-_ ")[:SLUG_LENGTH]
        .rstrip(".-_ ")
    )
    if slug and slug == target and slug.partition(".")[0] not in _DEVICES and slug not in _TAKEN:
        return f"{slug}.md"
    digest = hashlib.sha256(target.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    if not slug or slug.partition(".")[0] in _DEVICES:
        slug = f"table-{slug}".rstrip("-")
    return f"{slug}--{digest}.md"


class Anchors:
    """The anchors of one page, given out in the order of its headings.

    The rule is the one that GitHub and most renderers follow: lower case; letters, digits, ``_`` and
    ``-`` stay; blanks become ``-``; a repeated anchor gets a number.
    """

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def give(self, heading: str) -> str:
        """Return the anchor of the next heading, given as the text that a reader sees; empty if it has none."""
        text = one_line(heading).lower()
        slug = "".join("-" if char == " " else char for char in text if char in " -" or _is_word(char))
        anchor = slug
        while anchor in self._given:
            self._given[slug] += 1
            anchor = f"{slug}-{self._given[slug]}"
        self._given[anchor] = 0
        return anchor


def section_anchor(words: Phrasebook, section: str) -> Markup:
    """Return the anchor of a section's heading, as long as nothing else on the page is called like it."""
    return Markup(Anchors().give(words.tell(f"heading.{section}")))


def _is_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN" or char == "_"

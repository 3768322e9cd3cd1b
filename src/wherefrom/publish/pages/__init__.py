"""The business pages: how each table is formed, in words a data owner reads, with the SQL beside it.

Evidence becomes a page model (values), the phrase book gives the words, the templates the layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.facts import facts_of, snapshot_of
from wherefrom.publish.pages.index_page import index_page, index_row
from wherefrom.publish.pages.model import FieldEntry
from wherefrom.publish.pages.naming import file_name
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.phrases import BOOKS
from wherefrom.publish.pages.render import render, templates_folder
from wherefrom.publish.pages.target_page import target_page

__all__ = ["FOLDERS", "field_entries", "file_name", "pages", "templates_folder"]

FOLDERS = {"en": "business", "zh": "business/zh"}
"""Where the pages of a language stand, whichever others are published."""


def pages(bundle: Bundle, languages: Sequence[str] = ("en",)) -> dict[str, str]:
    """Return the business pages by path: in each language ``index.md`` and one page per target.

    Raises:
        UsageRefusal: the templates are not where the installation puts them.
    """
    found: dict[str, str] = {}
    for language in languages:
        found |= _edition(bundle, BOOKS[language], FOLDERS[language])
    return dict(sorted(found.items()))


def _edition(bundle: Bundle, words: Phrasebook, folder: str) -> dict[str, str]:
    snapshot = snapshot_of(bundle)
    found: dict[str, str] = {}
    rows = []
    for answer in bundle.answers:
        facts = facts_of(snapshot, answer, words)
        rows.append(index_row(facts))
        found[f"{folder}/{file_name(answer.target)}"] = render("target.md.j2", target_page(facts), words)
    found[f"{folder}/index.md"] = render("index.md.j2", index_page(bundle, rows, words), words)
    return found


def field_entries(bundle: Bundle, language: str = "en") -> dict[str, tuple[FieldEntry, ...]]:
    """Return the fields of every target as its page shows them, by target: what a terminal lists."""
    snapshot, words = snapshot_of(bundle), BOOKS[language]
    facts = {answer.target: facts_of(snapshot, answer, words) for answer in bundle.answers}
    return {target: target_page(each).fields for target, each in facts.items()}

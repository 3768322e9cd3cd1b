"""The business pages: how each table is formed, in words a data owner reads, with the SQL beside it.

Evidence becomes a page model (values), the phrase book gives the words, the templates the layout.
"""

from __future__ import annotations

from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.facts import facts_of, snapshot_of
from wherefrom.publish.pages.index_page import index_page, index_row
from wherefrom.publish.pages.model import FieldEntry
from wherefrom.publish.pages.naming import file_name
from wherefrom.publish.pages.phrases_en import ENGLISH
from wherefrom.publish.pages.render import environment, render, templates_folder
from wherefrom.publish.pages.target_page import target_page

__all__ = ["field_entries", "file_name", "pages", "templates_folder"]


def pages(bundle: Bundle) -> dict[str, str]:
    """Return the business pages by path: ``business/index.md`` and one page per target.

    Raises:
        UsageRefusal: the templates are not where the installation puts them.
    """
    words, templates, snapshot = ENGLISH, environment(ENGLISH.language), snapshot_of(bundle)
    found: dict[str, str] = {}
    rows = []
    for answer in bundle.answers:
        facts = facts_of(snapshot, answer, words)
        rows.append(index_row(facts))
        found[f"business/{file_name(answer.target)}"] = render(templates, "target.md.j2", target_page(facts))
    found["business/index.md"] = render(templates, "index.md.j2", index_page(bundle, rows, words))
    return dict(sorted(found.items()))


def field_entries(bundle: Bundle) -> dict[str, tuple[FieldEntry, ...]]:
    """Return the fields of every target as its page shows them, by target: what a terminal lists."""
    snapshot = snapshot_of(bundle)
    facts = {answer.target: facts_of(snapshot, answer, ENGLISH) for answer in bundle.answers}
    return {target: target_page(each).fields for target, each in facts.items()}

"""What the search of the front page knows: names of this release, with the page that tells of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import visible
from wherefrom.publish.pages.model import FieldEntry
from wherefrom.publish.site.front import sources_of
from wherefrom.publish.site.names import table_page

KNOWN = 40_000
"""Most names that are known; the page says so where there are more."""

Entry = tuple[str, str, str, str]
"""Kind, name, what it belongs to, address."""


def entries(
    all_facts: Sequence[Facts],
    fields: Mapping[str, Sequence[FieldEntry]],
    sources: Mapping[str, str],
    files: Mapping[str, str],
) -> tuple[Entry, ...]:
    """Return everything that can be searched for: tables, source tables, files, then fields.

    Args:
        all_facts: Of every target, in order.
        fields: Its fields as its page shows them, by target.
        sources: Where each source table is read, as an address.
        files: Address of the page of each file, by path.
    """
    found: list[Entry] = [
        ("target", visible(f.answer.display or f.answer.target), "", table_page(f.answer.target))
        for f in all_facts
    ]
    for table, readers in sources_of(all_facts).items():
        page = sources.get(table) or table_page(readers[0].answer.target)
        found.append(("source", visible(table), "", page))
    found += [("file", visible(path), "", page) for path, page in files.items()]
    for facts in all_facts:
        target = facts.answer.target
        shown = visible(facts.answer.display or target)
        for field, entry in zip(facts.answer.fields, fields[target], strict=True):
            page = table_page(target) + (f"#{entry.anchor}" if entry.anchor else "")
            found.append(("field", visible(field.field), shown, page))
    return tuple(found)

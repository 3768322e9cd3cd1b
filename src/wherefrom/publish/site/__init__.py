"""The static site: the business pages as HTML, with search, coloured SQL and a drawing per target.

It opens from a folder: no page asks for anything outside itself. The content is that of the page model and
the phrase books in ``pages``; only what HTML can do beside is made here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.facts import Facts, facts_of, snapshot_of
from wherefrom.publish.pages.index_page import index_page
from wherefrom.publish.pages.markup import visible
from wherefrom.publish.pages.model import TargetPage
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.phrases import BOOKS
from wherefrom.publish.pages.places import Places
from wherefrom.publish.pages.plan import Plan, plan_of
from wherefrom.publish.pages.target_page import target_page, title_of
from wherefrom.publish.site.figure import figure
from wherefrom.publish.site.front import limit_rows, open_rows, sources_of, table_row
from wherefrom.publish.site.graph import picture
from wherefrom.publish.site.inline import text
from wherefrom.publish.site.log_page import records
from wherefrom.publish.site.names import FRONT, LOG, WORDS, decision_places, sql_pages, table_page
from wherefrom.publish.site.origins import Origins, origins, rows_by_field
from wherefrom.publish.site.render import render
from wherefrom.publish.site.search import KNOWN, entries
from wherefrom.publish.site.sql_page import Texts

__all__ = ["FOLDER", "site"]

FOLDER = "site"
"""Folder of the site in the deliverables; each language has a folder in it."""

_LEADS = re.compile(r'href="(?:\.\./)?(sql/[^"#]+)#L(\d+)"')


@dataclass(frozen=True, slots=True)
class _Edition:
    """The site in one language, while it is being made.

    Attributes:
        bundle: Everything published.
        words: The language.
        languages: All languages of the site.
        files: Address of each file's page, by path.
        decisions: Address of each decision's record, by id.
        texts: The files in colours.
        origins: Origins by target and field.
    """

    bundle: Bundle
    words: Phrasebook
    languages: Sequence[str]
    files: Mapping[str, str]
    decisions: Mapping[str, str]
    texts: Texts
    origins: Origins


def site(bundle: Bundle, languages: Sequence[str] = ("en",)) -> dict[str, str]:
    """Return the pages of the site by path, below ``site/``.

    Raises:
        UsageRefusal: the templates are not where the installation puts them.
    """
    files, texts, rows = sql_pages(sorted(bundle.texts)), Texts(bundle), rows_by_field(bundle)
    decisions = decision_places(str(record.get("decision_id", "")) for record in bundle.decisions)
    found: dict[str, str] = {}
    for language in languages:
        edition = _Edition(bundle, BOOKS[language], languages, files, decisions, texts, rows)
        for path, page in _pages(edition).items():
            found[f"{FOLDER}/{language}/{path}"] = page
    first = BOOKS[languages[0]]
    books = [BOOKS[language] for language in languages]
    found[f"{FOLDER}/{FRONT}"] = render("entry.html.j2", {"bundle": bundle, "books": books}, first)
    return dict(sorted(found.items()))


def _pages(edition: _Edition) -> dict[str, str]:
    bundle, words = edition.bundle, edition.words
    below = Places(
        {path: f"../{page}" for path, page in edition.files.items()},
        {name: f"../{place}" for name, place in edition.decisions.items()},
    )
    snapshot = snapshot_of(bundle)
    all_facts = [facts_of(snapshot, answer, words, below) for answer in bundle.answers]
    plans = {facts.answer.target: plan_of(facts) for facts in all_facts}
    models = {facts.answer.target: target_page(facts, plans[facts.answer.target]) for facts in all_facts}
    found = {
        table_page(facts.answer.target): _table(
            edition, facts, plans[facts.answer.target], models[facts.answer.target]
        )
        for facts in all_facts
    }
    found[FRONT] = _front(edition, all_facts, models)
    found[LOG] = _log(edition)
    return found | _sql(edition, found) | {WORDS: _words(edition)}


def _table(edition: _Edition, facts: Facts, plan: Plan, page: TargetPage) -> str:
    answer = facts.answer
    drawn = picture(facts, plan)
    tables = {each.target: table_page(each.target) for each in edition.bundle.answers}
    shown = {
        field.field: origins(facts, edition.origins.get((answer.target, field.field), ()))
        for field in answer.fields
    }
    values = {entry.name: getattr(page, entry.name) for entry in fields(page)}
    values |= {
        "names": [field.field for field in answer.fields],
        "origins": shown,
        "figure": figure(facts, drawn, tables) if drawn else None,
        "parts_of_sql": [
            (each, edition.texts.part(each.file, each.first, each.last)) for each in page.excerpts
        ],
        "sql_pages": facts.places.pages,
    }
    return _page(edition, "table.html.j2", table_page(answer.target), text(title_of(facts)), values)


def _front(edition: _Edition, all_facts: Sequence[Facts], models: Mapping[str, TargetPage]) -> str:
    bundle, words, here = edition.bundle, edition.words, Places(edition.files, edition.decisions)
    on_paths = _statement_files(all_facts)
    known = entries(
        all_facts,
        {target: page.fields for target, page in models.items()},
        _read_at(edition, all_facts),
        {path: page for path, page in edition.files.items() if path in on_paths},
    )
    values = {
        "rows": [table_row(facts) for facts in all_facts],
        "open": open_rows(all_facts, here),
        "limits": limit_rows(bundle, words, here),
        "index": index_page(bundle, (), words, here),
        "known": [list(each) for each in known[:KNOWN]],
        "cut": len(known) > KNOWN,
        "limit": KNOWN,
    }
    return _page(edition, "front.html.j2", FRONT, bundle.release, values)


def _statement_files(all_facts: Sequence[Facts]) -> set[str]:
    """Return the files on the paths of any target: their pages are published for certain."""
    return {node.location.file for facts in all_facts for node in facts.answer.closure.nodes}


def _read_at(edition: _Edition, all_facts: Sequence[Facts]) -> dict[str, str]:
    """Return where each source table is read first, as an address."""
    found: dict[str, str] = {}
    for table, readers in sources_of(all_facts).items():
        nodes = readers[0].answer.closure.nodes
        places = sorted(node.location for node in nodes if node.dataset == table and node.role == "read")
        if places and places[0].file in edition.files:
            found[table] = f"{edition.files[places[0].file]}#L{places[0].span.line}"
    return found


def _sql(edition: _Edition, pages: Mapping[str, str]) -> dict[str, str]:
    """Return the pages of the files that the other pages lead to."""
    paths = {page: path for path, page in edition.files.items()}
    lines: dict[str, set[int]] = {}
    users: dict[str, dict[str, None]] = {}
    for address, page in pages.items():
        for target, line in _LEADS.findall(page):
            lines.setdefault(target, set()).add(int(line))
            users.setdefault(target, {}).setdefault(address)
    titles = {
        table_page(answer.target): visible(answer.display or answer.target)
        for answer in edition.bundle.answers
    }
    found: dict[str, str] = {}
    for target in sorted(lines):
        file = paths[target]
        values = {
            "page": edition.texts.page(file, lines[target]),
            "users": [(f"../{each}", titles[each]) for each in users[target] if each in titles],
        }
        found[target] = _page(edition, "sql.html.j2", target, file, values)
    return found


def _log(edition: _Edition) -> str:
    words, here = edition.words, Places(edition.files, edition.decisions)
    values = {
        "records": records(edition.bundle, words, here),
        "index": index_page(edition.bundle, (), words, here),
    }
    return _page(edition, "decisions.html.j2", LOG, words.tell("label.log"), values)


def _words(edition: _Edition) -> str:
    words = edition.words
    used = {said.code for said in edition.bundle.diagnostics}
    values = {
        "reasons": sorted(words.reasons.items()),
        "rules": sorted(words.rules.items()),
        "explained": {*words.reasons, *words.rules},
        "diagnostics": sorted((code, said) for code, said in words.diagnostics.items() if code in used),
    }
    return _page(edition, "words.html.j2", WORDS, words.tell("site.words"), values)


def _page(edition: _Edition, template: str, path: str, title: str, values: Mapping[str, object]) -> str:
    around = {
        "path": path,
        "up": "../" if "/" in path else "",
        "name": visible(title),
        "bundle": edition.bundle,
        "languages": edition.languages,
    }
    return render(template, around | dict(values), edition.words)

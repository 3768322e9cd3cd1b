"""The front page of the site: tables with their state, open decisions, limits of the release, files, search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wherefrom.domain.binding import Candidate
from wherefrom.domain.classification import SourceClass
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages.decisions import decided
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.open_points import open_points
from wherefrom.publish.pages.phrasebook import Meaning, Phrasebook
from wherefrom.publish.pages.places import Places
from wherefrom.publish.pages.target_page import title_of
from wherefrom.publish.site.names import table_page

PLACES = 5
"""Most places that one limit names; more are counted."""

TABLES = 4
"""Most tables that one open decision names."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A published table.

    Attributes:
        title: Its name.
        page: Address of its page.
        fields: Number of its fields.
        proven: How many of them are proven and have nothing open, as their page says.
        classes: How many there are of each class, S1 to S4.
        open: Number of its open decisions.
    """

    title: Markup
    page: str
    fields: int
    proven: int
    classes: tuple[tuple[str, int], ...]
    open: int


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A decision that keeps tables from being approved.

    Attributes:
        binding_id: The writer binding.
        writer: Where it stands, and the table it may feed.
        standing: What stands, in words.
        touches: Which fields of which tables hang on it.
    """

    binding_id: str
    writer: Markup
    standing: Markup
    touches: Markup


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A diagnostic code with everything that has it.

    Attributes:
        code: The code.
        meaning: What it says, in the language of the page.
        count: How often it was given.
        where: The first places.
    """

    code: str
    meaning: Meaning
    count: int
    where: Markup


def table_row(facts: Facts) -> TableRow:
    """Return a target's row."""
    answer = facts.answer
    rows, points = facts.bundle.classes.get(answer.target, ()), open_points(facts)
    counts = Counter(row.source_class for row in rows)
    return TableRow(
        title_of(facts),
        table_page(answer.target),
        len(answer.fields),
        sum(field.proven and not points.numbers.get(field.field) for field in answer.fields),
        tuple((each.value, counts[each]) for each in SourceClass),
        len(decided(facts).open),
    )


def open_rows(all_facts: Sequence[Facts], places: Places) -> tuple[OpenRow, ...]:
    """Return the open decisions of all targets, those that touch most fields first."""
    found: dict[str, Candidate] = {}
    touched: dict[str, list[tuple[Facts, int]]] = {}
    for facts in all_facts:
        for candidate in decided(facts).open:
            found.setdefault(candidate.binding_id, candidate)
            count = sum(candidate.binding_id in field.bindings for field in facts.answer.fields)
            touched.setdefault(candidate.binding_id, []).append((facts, count))
    ranked = sorted(
        found, key=lambda each: (-sum(n for _, n in touched[each]), str(found[each].writer), each)
    )
    return tuple(_open_row(found[each], touched[each], places) for each in ranked)


def _open_row(candidate: Candidate, touched: Sequence[tuple[Facts, int]], places: Places) -> OpenRow:
    facts = touched[0][0]
    words = facts.words
    standing = facts.ruling(candidate.binding_id).status.value
    tables = [Markup(f"[{title_of(each)}]({table_page(each.answer.target)})") for each, _ in touched[:TABLES]]
    listed = words.series(tables)
    if len(touched) > TABLES:
        listed = words.say("fields.more", list=listed, n=len(touched) - TABLES)
    n = sum(count for _, count in touched)
    return OpenRow(
        candidate.binding_id,
        words.say("writer.to", place=places.at(candidate.writer), t=code(candidate.logical_table)),
        words.say(f"decision.{standing}"),
        words.count("site.open.touches", n, list=listed)
        if n
        else words.say("site.open.touches.none", list=listed),
    )


def limit_rows(bundle: Bundle, words: Phrasebook, places: Places) -> tuple[LimitRow, ...]:
    """Return the diagnostics of the whole snapshot by code, in the order of the codes."""
    by_code: dict[str, list[PlacedDiagnostic]] = {}
    for said in bundle.diagnostics:
        by_code.setdefault(said.code, []).append(said)
    return tuple(
        LimitRow(
            name,
            words.diagnostics[name],
            len(by_code[name]),
            _where(by_code[name], words, places),
        )
        for name in sorted(by_code)
        if name in words.diagnostics
    )


def _where(given: Iterable[PlacedDiagnostic], words: Phrasebook, places: Places) -> Markup:
    ordered = sorted({each.location: None for each in given})
    shown = words.series([places.at(location) for location in ordered[:PLACES]])
    if len(ordered) <= PLACES:
        return shown
    return words.say("fields.more", list=shown, n=len(ordered) - PLACES)


def sources_of(all_facts: Sequence[Facts]) -> Mapping[str, list[Facts]]:
    """Return the external tables with the targets that depend on them, by name."""
    found: dict[str, list[Facts]] = {}
    for facts in all_facts:
        for table in facts.answer.closure.ends:
            found.setdefault(table, []).append(facts)
    return dict(sorted(found.items()))

"""The origins of a field with the evidence of each: what ``field_origins.csv`` holds, with links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wherefrom.publish.bundle import Bundle
from wherefrom.publish.csv_files import CANDIDATE, Row, origin_rows
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain, short_code

SHOWN = 60
"""Most rows that a field shows."""


@dataclass(frozen=True, slots=True)
class Origin:
    """One row.

    Attributes:
        kind: What it is, in words.
        endpoint: Column, literal or text.
        terminal: Code of why the path ends; empty if the row has none.
        system: Confirmed system; empty if none.
        rules: Codes of the rules on the way.
        decisions: Ids of the decisions on the way, and of the one on the source system.
        place: Where it is read.
        visit: Its visit in ``visits.jsonl``.
    """

    kind: Markup
    endpoint: Markup
    terminal: str
    system: Markup
    rules: tuple[str, ...]
    decisions: tuple[Markup, ...]
    place: Markup
    visit: Markup


Origins = Mapping[tuple[str, str], Sequence[Row]]
"""Rows by target and field."""


def rows_by_field(bundle: Bundle) -> Origins:
    """Return the rows of ``field_origins.csv`` by target and field."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in origin_rows(bundle):
        found.setdefault((str(row["target_table"]), str(row["target_field"])), []).append(row)
    return found


def origins(facts: Facts, rows: Sequence[Row]) -> tuple[tuple[Origin, ...], Markup]:
    """Return what a field shows of its rows, and a sentence on the rest."""
    shown = tuple(_origin(facts, row) for row in rows[:SHOWN])
    left = len(rows) - len(shown)
    return shown, facts.words.say("site.origins.more", n=left) if left > 0 else Markup("")


def _origin(facts: Facts, row: Row) -> Origin:
    words = facts.words
    kind = words.say(f"site.origin.{row['kind']}")
    if row.get("provisional"):
        kind = words.say("site.origin.provisional", x=kind)
    candidate = row["kind"] == CANDIDATE
    path = str(row.get("path") or "").removeprefix("$")
    visit = row.get("visit_id")
    return Origin(
        kind=kind,
        endpoint=short_code(f"{row.get('endpoint', '')}{path}"),
        terminal="" if candidate else str(row.get("terminal") or ""),
        system=plain(str(row.get("system") or "")),
        rules=() if candidate else _texts(row.get("rules")),
        decisions=tuple(facts.decision(each) for each in _relied_on(row)),
        place=_place(facts, row),
        visit=words.say("site.visit", v=code(str(visit)), tree=code(str(row["tree_id"])))
        if visit
        else Markup(""),
    )


def _relied_on(row: Row) -> tuple[str, ...]:
    """Return the decisions on the way, and the one on the source system."""
    return (*_texts(row.get("decisions")), *(str(each) for each in (row.get("system_decision"),) if each))


def _place(facts: Facts, row: Row) -> Markup:
    file, lines = row.get("file"), str(row.get("lines") or "")
    if not file or not lines:
        return Markup("")
    first, _, last = lines.replace("L", "").partition("-")
    return facts.places.span(str(file), int(first), int(last or first))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value if each) if isinstance(value, tuple) else ()

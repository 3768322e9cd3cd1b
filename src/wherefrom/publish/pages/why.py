"""Why a value is not proven, inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.domain.evidence import Visit
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.facts import Facts, before_last_part, last_part
from wherefrom.publish.pages.markup import Markup, code

_NO_TABLE = ("alias:", "variable:")
"""What begins a candidate that is no column of a table (method 1.4)."""


def candidates_of(facts: Facts, visit: Visit) -> tuple[str, ...]:
    """Return what stayed possible at a visit, as its diagnostics say."""
    for diagnostic_id in visit.diagnostics:
        said = facts.diagnostics.get(diagnostic_id)
        if said and said.candidates:
            return said.candidates
    return ()


def tables_of(candidates: Sequence[str]) -> list[Markup] | None:
    """Return the tables of candidates that are one column of several tables; None where they are not."""
    columns = {last_part(text) for text in candidates}
    if len(columns) != 1 or any(
        text.startswith(_NO_TABLE) or not before_last_part(text) for text in candidates
    ):
        return None
    return [code(before_last_part(text)) for text in candidates]


def why(facts: Facts, visit: Visit) -> Markup:
    """Return what is open at a leaf, as a clause."""
    words, terminal = facts.words, visit.terminal
    candidates = candidates_of(facts, visit)
    if terminal in (Terminal.AMBIGUOUS_COLUMN, Terminal.AMBIGUOUS_STAR) and candidates:
        tables = tables_of(candidates)
        if tables is None:
            return words.say("why.candidates", list=words.listing([code(text) for text in candidates], "or"))
        if terminal is Terminal.AMBIGUOUS_STAR:
            return words.say("why.AMBIGUOUS_STAR", list=words.listing(tables))
        of = [words.say("of", x=table) for table in tables]
        return words.say("why.AMBIGUOUS_COLUMN", list=words.listing(of, "or"))
    situation = f"why.{terminal.value}" if terminal else "why.other"
    if situation not in words.patterns or terminal in (Terminal.AMBIGUOUS_COLUMN, Terminal.AMBIGUOUS_STAR):
        situation = "why.other"
    return words.say(situation, t=code(visit.dataset or visit.text), x=code(visit.field or visit.text))

"""The type of a field and whether it may be NULL, with what states it; nothing where nothing does."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.domain.evidence import FieldAnswer, Stated, StatedBy
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, short_code

SITUATIONS = {
    StatedBy.DDL: "stated.DDL",
    StatedBy.CATALOG: "stated.CATALOG",
    StatedBy.CAST: "stated.CAST",
    StatedBy.OUTER_JOIN: "stated.OUTER_JOIN",
    StatedBy.NO_ELSE: "stated.NO_ELSE",
    StatedBy.NULLIF: "stated.NULLIF",
}
"""What is worth a sentence. A literal is not: the page shows it."""


def stated_facts(facts: Facts, field: FieldAnswer) -> Iterable[Markup]:
    """Return what SQL or DDL states of a field's values, in one sentence."""
    words = facts.words
    kind, null = _said(facts, field.type_stated), _said(facts, field.nullable_stated)
    holds = words.say("stated.null" if field.nullable else "stated.not.null")
    if kind is not None and null is not None and field.type_stated == field.nullable_stated:
        yield words.say("stated.both", type=short_code(field.type), null=holds, by=kind)
    elif kind is not None and null is not None:
        yield words.say("stated.apart", type=short_code(field.type), by=kind, null=holds, other=null)
    elif kind is not None:
        yield words.say("stated.type", type=short_code(field.type), by=kind)
    elif null is not None:
        yield words.say("stated.only.null", null=holds, by=null)


def _said(facts: Facts, stated: Stated | None) -> Markup | None:
    situation = SITUATIONS.get(stated.by) if stated is not None else None
    if stated is None or situation is None:
        return None
    return facts.words.say(situation, place=facts.places.at(stated.location))

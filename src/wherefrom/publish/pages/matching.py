"""How inputs are matched: the joins of every scope on the way."""

from __future__ import annotations

from wherefrom.domain.control import ControlKind
from wherefrom.publish.pages.conditions import locations
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.inputs import InputRelation
from wherefrom.publish.pages.markup import Markup, code, short_code
from wherefrom.publish.pages.model import Row
from wherefrom.publish.pages.plan import Plan, place_of

_SIDE_BY_SIDE = frozenset({"tree.cross", "tree.comma"})


def matching(facts: Facts, plan: Plan) -> tuple[tuple[Row, ...], bool]:
    """Return the rows of ``How inputs are matched``, and whether one of them stands for an open writer."""
    found: list[Row] = []
    final = facts.words.say("place.final")
    for scope in plan.scopes:
        place = place_of(facts, plan, scope)
        for relation in plan.inputs.get(scope, ()):
            if not relation.records and relation.how not in _SIDE_BY_SIDE:
                continue
            name = _input(facts, relation)
            shown = name if place == final else facts.words.say("in", place=place, x=name)
            found.append((shown, _rule(facts, relation), _place(facts, relation)))
    return tuple(found), any(facts.words.tell("place.open.mark") in row[0] for row in found)


def _input(facts: Facts, relation: InputRelation) -> Markup:
    name = code(relation.name) if relation.name else facts.words.say("tree.query")
    alias = relation.edge.alias
    if not alias or alias == relation.name:
        return name
    return facts.words.say("input.alias", x=name, alias=code(alias))


def _rule(facts: Facts, relation: InputRelation) -> Markup:
    words = facts.words
    texts = words.listing([short_code(record.predicate) for record in relation.records])
    if not relation.records:
        return words.say(relation.how)
    if relation.records[0].kind is ControlKind.ROW_GENERATOR:
        return words.say("rule.generator", cond=texts)
    return words.say("rule", how=words.say(relation.how or "tree.must"), cond=texts)


def _place(facts: Facts, relation: InputRelation) -> Markup:
    if not relation.records:
        return facts.places.at(relation.edge.location)
    return locations(facts, relation.records)

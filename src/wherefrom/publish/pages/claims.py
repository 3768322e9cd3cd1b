"""What people claim of tables and fields, on a page: source systems relied on, and business names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wherefrom.domain.claim import Claim, system_claim
from wherefrom.domain.classification import SystemRuling, Term
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.evidence import EndpointKind
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.markup import Markup, code, plain
from wherefrom.publish.pages.phrasebook import Phrasebook

Claimed = tuple[str, Markup, str]
"""A decision on a claim: its id, what it is about, and its standing as a situation of the phrase book."""

_FLAGS = ("PROPOSED", "EXPIRED", "NOT_YET_EFFECTIVE", "REPLACED")


def systems_of(facts: Facts) -> Mapping[str, SystemRuling]:
    """Return what stands for the source systems of the tables that fields end at, by table."""
    ends = {
        end.table: None
        for field in facts.answer.fields
        for end in field.value
        if end.kind is EndpointKind.FIELD
    }
    return {table: facts.bundle.systems[table] for table in ends if table in facts.bundle.systems}


def terms_of(facts: Facts) -> Mapping[str, Term]:
    """Return the confirmed business names of the target and of its fields, by canonical name."""
    names = (facts.answer.target, *(f"{facts.answer.target}.{field.field}" for field in facts.answer.fields))
    return {name: facts.bundle.glossary[name] for name in names if name in facts.bundle.glossary}


def claim_in_words(words: Phrasebook, claim: Claim) -> Markup:
    """Return a claim as a page tells it."""
    if claim.kind is SubjectType.SYSTEM:
        return words.say("claim.system", sys=plain(claim.says[0]), t=code(claim.table))
    return words.say("claim.term", name=plain(claim.says[0]), x=code(claim.name))


def claims_relied_on(facts: Facts) -> Iterator[Claimed]:
    """Yield the decisions on source systems and business names that a page rests on."""
    words = facts.words
    for table, ruling in systems_of(facts).items():
        if ruling.decision_id:
            about = claim_in_words(words, system_claim(table, ruling.system))
            flag = next((flag for flag in _FLAGS if flag in ruling.flags), "")
            pending = ruling.status.value == "PENDING" and flag
            yield ruling.decision_id, about, flag if pending else ruling.status.value
    for name, term in terms_of(facts).items():
        about = words.say("claim.term", name=plain(term.business_name), x=code(name))
        yield term.decision_id, about, "CONFIRMED"


def term_of(facts: Facts, field: str) -> Iterator[Markup]:
    """Yield what people call a field, in their own words; nothing where nobody confirmed a name."""
    term = facts.bundle.glossary.get(f"{facts.answer.target}.{field}")
    if term is None:
        return
    said = {"name": plain(term.business_name), "d": facts.decision(term.decision_id)}
    if term.meaning:
        yield facts.words.say("term.meaning", **said, meaning=plain(term.meaning))
    else:
        yield facts.words.say("term", **said)


def glossary(facts: Facts) -> Markup:
    """Return the business names of the target and its fields in a row; the target's with its meaning."""
    words, known = facts.words, []
    for name, term in terms_of(facts).items():
        said = plain(term.business_name)
        if name == facts.answer.target and term.meaning:
            said = words.say("term.table", name=said, meaning=plain(term.meaning))
        known.append(Markup(f"{code(name)} {said}"))
    return words.clauses(known) if known else words.say("glossary.none")

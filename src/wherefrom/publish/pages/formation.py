"""How a field's value is formed: the lead sentence, then what it named and did not explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherefrom.domain.evidence import EndpointKind, Visit
from wherefrom.domain.expression import Form
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.alternatives import UNCHANGED, alternatives, listed, one
from wherefrom.publish.pages.ends import LINE, say_end, say_generated, say_leaf, text_of
from wherefrom.publish.pages.facts import TABLES
from wherefrom.publish.pages.inline import (
    argument,
    choice_situation,
    choices,
    first_items,
    function_word,
    lookup_parts,
    nullif_parts,
    operands,
    rows_phrase,
    say_term,
    with_opaque,
    with_rows,
)
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.model import Block, Listing, Paragraph
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.story import Story, kind_of, sql
from wherefrom.publish.pages.values import Found, Term
from wherefrom.publish.pages.why import why

EXPLAINED = 24
"""How many values a field's page explains; the tree in ``visits.jsonl`` holds all of them."""

_OPTIONAL = frozenset({"tree.may", "tree.right", "tree.full"})


def formation(story: Story) -> list[Block]:
    """Return how a field is formed: at least one paragraph."""
    tree = story.tree
    if not tree.visits:
        return [Paragraph(story.words.say("nothing.lead"))]
    found = tree.find(min(tree.visits))
    if kind_of(tree, found.visit) != "statements":
        story.start(found.visit, code(tree.field.field))
    blocks = list(_lead(story, found))
    told: dict[tuple[Block, ...], Markup] = {}
    explained = 0
    while story.waiting and explained < EXPLAINED:
        name, value = story.waiting.popleft()
        _append(story.words, blocks, _told_once(story, name, value, told), first=explained == 0)
        explained += 1
    if story.waiting:
        blocks.append(Paragraph(_cut(story)))
    return blocks


def _told_once(
    story: Story, name: Markup, value: Found | Term, told: dict[tuple[Block, ...], Markup]
) -> list[Block]:
    """Return the explanation of a value; one that reads like an earlier one only says so."""
    blocks = (
        _explained_term(story, name, value) if isinstance(value, Term) else _explained(story, name, value)
    )
    first = blocks[0]
    if isinstance(first, Paragraph):
        blocks[0] = Paragraph(Markup(story.words.capital(first.text)))
    key = tuple(_renamed(block, name, Markup("…")) for block in blocks)
    if key in told:
        return [Paragraph(story.words.say("is.like", x=name, y=told[key]))]
    told[key] = name
    return blocks


def _renamed(block: Block, name: Markup, other: Markup) -> Block:
    if isinstance(block, Paragraph):
        return Paragraph(Markup(block.text.replace(name, other)))
    return Listing(tuple(Markup(item.replace(name, other)) for item in block.items), block.numbered)


def _append(words: Phrasebook, blocks: list[Block], more: Sequence[Block], *, first: bool) -> None:
    """Add an explanation; the first one goes on in the lead's own paragraph where a list follows."""
    last, head = blocks[-1], more[0]
    if not isinstance(last, Paragraph) or not isinstance(head, Paragraph):
        blocks.extend(more)
        return
    if first and len(more) > 1 and words.is_sentence(last.text):
        blocks[-1] = Paragraph(words.say("sentences", x=last.text, y=head.text))
        more = more[1:]
    blocks.extend(more)


def _cut(story: Story) -> Markup:
    field = story.tree.field
    origins = [
        code(end.endpoint + end.path.removeprefix("$"))
        for end in field.value
        if end.kind is EndpointKind.FIELD
    ]
    tree = code(field.tree_id)
    if not origins:
        return story.words.say("cut.none", tree=tree)
    return story.words.say("cut", tree=tree, list=story.words.listing(origins))


def _lead(story: Story, found: Found) -> list[Block]:
    visit = found.visit
    kind = kind_of(story.tree, visit)
    if kind == "leaf":
        return [Paragraph(_lead_leaf(story, found))]
    term = story.tree.term(visit)
    if kind == "term" and term is not None:
        return _LEADS.get(term.expression.form, _lead_computed)(story, term)
    if kind in ("stopped", "nothing"):
        return [Paragraph(_lead_end(story, visit))]
    return alternatives(story, visit, kind, None)


def _lead_end(story: Story, visit: Visit) -> Markup:
    stopped = story.tree.children.get(visit.visit_id, ())
    if stopped:
        return story.words.say("open.lead", why=why(story.facts, stopped[0]))
    return story.words.say("nothing.lead")


def _lead_leaf(story: Story, found: Found) -> Markup:
    words, visit = story.words, found.visit
    if visit.terminal in (Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE):
        return words.say("taken.lead", x=say_leaf(story, visit))
    if visit.terminal is Terminal.CONSTANT:
        return _lead_constant(story, found)
    if visit.terminal is Terminal.GENERATED:
        return say_generated(story, visit, "lead")
    if visit.terminal is Terminal.PARAMETER:
        return words.say("parameter.lead", x=sql(text_of(visit)))
    if visit.terminal is Terminal.CYCLE:
        said = "carried.lead" if visit.node_kind in TABLES else "recursion.lead"
        return words.say(said, x=code(visit.dataset))
    return words.say("open.lead", why=why(story.facts, visit))


def _lead_constant(story: Story, found: Found) -> Markup:
    x, matched = sql(text_of(found.visit)), _matched_input(story, found)
    if matched:
        return story.words.say("constant.lead.matched", x=x, input=matched)
    return story.words.say("constant.lead", x=x)


def _matched_input(story: Story, found: Found) -> Markup | None:
    """Return the outer-joined input a value came through, if it came through one."""
    passed = set(found.edges)
    for scope in story.plan.scopes:
        for relation in story.plan.inputs.get(scope, ()):
            if relation.edge.edge_id in passed and relation.how in _OPTIONAL:
                return code(relation.name)
    return None


def _lead_computed(story: Story, term: Term) -> list[Block]:
    parts, expr = operands(story, term), sql(term.expression.text)
    if not parts:
        said = story.words.say("computed.lead.alone", expr=expr)
    else:
        said = story.words.say("computed.lead", origins=story.words.listing(parts), expr=expr)
    return one(with_rows(story, term, with_opaque(story, term, said)))


def _lead_function(story: Story, term: Term) -> list[Block]:
    word, known = function_word(story, term.expression)
    x, rows = argument(story, term), rows_phrase(story, term)
    situation = "aggregate.lead" if known else "function.lead"
    return one(story.words.say(situation, word=Markup(story.words.capital(word)), x=x, rows=rows))


def _lead_choice(story: Story, term: Term) -> list[Block]:
    head = story.words.say(choice_situation(term, "choice.lead"), n=len(term.expression.parts))
    return [Paragraph(head), listed(story, choices(story, term, LINE), numbered=True)]


def _lead_first(story: Story, term: Term) -> list[Block]:
    return one(story.words.say("first.lead", list=first_items(story, term)))


def _lead_nullif(story: Story, term: Term) -> list[Block]:
    said = story.words.say("nullif.lead", **nullif_parts(story, term))
    return one(Markup(story.words.capital(said)))


def _lead_lookup(story: Story, term: Term) -> list[Block]:
    value, conditions = lookup_parts(story, term)
    if not conditions:
        return one(story.words.say("lookup.lead.all", x=value))
    return one(story.words.say("lookup.lead", x=value, cond=story.words.listing(conditions)))


def _lead_name(story: Story, term: Term) -> list[Block]:
    value = say_term(story, term, None, LINE)
    return one(story.words.say("taken.lead", x=value))


_LEADS: dict[Form, Callable[[Story, Term], list[Block]]] = {
    Form.AGGREGATE: _lead_function,
    Form.WINDOW: _lead_function,
    Form.CONDITIONAL: _lead_choice,
    Form.COALESCE: _lead_first,
    Form.NULLIF: _lead_nullif,
    Form.SUBQUERY: _lead_lookup,
    Form.COLUMN: _lead_name,
    Form.ALIAS: _lead_name,
    Form.VARIABLE: _lead_name,
}


def _explained(story: Story, name: Markup, found: Found) -> list[Block]:
    """Return the explanation of a value that a sentence named."""
    visit, words = found.visit, story.words
    kind = kind_of(story.tree, visit)
    if kind == "leaf":
        if visit.terminal is None or visit.terminal in _PLAIN_LEAVES:
            return one(words.say("is", x=name, value=say_leaf(story, visit)))
        return one(words.say("open.is", x=name, why=why(story.facts, visit)))
    if kind in ("stopped", "nothing"):
        return one(words.say("is", x=name, value=say_end(story, visit)))
    term = story.tree.term(visit)
    if kind != "term" or term is None:
        return alternatives(story, visit, kind, name)
    if term.expression.form is Form.CONDITIONAL or name == sql(term.expression.text):
        return _explained_term(story, name, term)
    return one(words.say("is", x=name, value=say_term(story, term, None, LINE)))


def _explained_term(story: Story, name: Markup, term: Term) -> list[Block]:
    """Return the explanation of a part of an expression that a sentence showed as written."""
    words, form = story.words, term.expression.form
    if form is Form.CONDITIONAL:
        head = words.say(choice_situation(term, "choice.are"), x=name, n=len(term.expression.parts))
        return [Paragraph(head), listed(story, choices(story, term, LINE), numbered=True)]
    if form in (Form.COMPUTED, Form.CAST):
        said = words.say("computed.is", origins=words.listing(operands(story, term)))
        value = with_rows(story, term, with_opaque(story, term, said))
    else:
        value = say_term(story, term, None, LINE)
    return one(words.say("is", x=name, value=value))


_PLAIN_LEAVES = UNCHANGED | {Terminal.CONSTANT, Terminal.GENERATED, Terminal.PARAMETER}

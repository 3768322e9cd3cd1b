"""How a field's value is formed: the lead sentence, then what it named and did not explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import EndpointKind, Terminal, Visit
from wherefrom.domain.expression import Form
from wherefrom.publish.pages.ends import ITEM, LINE, say_end, say_generated, say_leaf, text_of
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
    say_found,
    say_ref,
    say_term,
    with_opaque,
    with_rows,
)
from wherefrom.publish.pages.leaves import Ref
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.model import Block, Listing, Paragraph
from wherefrom.publish.pages.story import Story, kind_of, operator_of, sql
from wherefrom.publish.pages.values import Found, Name, Term, same_row
from wherefrom.publish.pages.why import why

EXPLAINED = 24
"""How many values a field's page explains; the tree in ``visits.jsonl`` holds all of them."""

LISTED = 40
"""How many alternatives one list shows."""

_UNCHANGED = frozenset({Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE, Terminal.CYCLE})
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
        _append(blocks, _told_once(story, name, value, told), first=explained == 0)
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


def _append(blocks: list[Block], more: Sequence[Block], *, first: bool) -> None:
    """Add an explanation; the first one goes on in the lead's own paragraph where a list follows."""
    last, head = blocks[-1], more[0]
    if not isinstance(last, Paragraph) or not isinstance(head, Paragraph):
        blocks.extend(more)
        return
    if first and len(more) > 1 and last.text.endswith("."):
        blocks[-1] = Paragraph(Markup(f"{last.text} {head.text}"))
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
    return _alternatives(story, visit, kind, None)


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


def _one(text: Markup) -> list[Block]:
    return [Paragraph(text)]


def _lead_computed(story: Story, term: Term) -> list[Block]:
    parts, expr = operands(story, term), sql(term.expression.text)
    if not parts:
        said = story.words.say("computed.lead.alone", expr=expr)
    else:
        said = story.words.say("computed.lead", origins=story.words.listing(parts), expr=expr)
    return _one(with_rows(story, term, with_opaque(story, term, said)))


def _lead_function(story: Story, term: Term) -> list[Block]:
    word, known = function_word(story, term.expression)
    x, rows = argument(story, term), rows_phrase(story, term)
    situation = "aggregate.lead" if known else "function.lead"
    return _one(story.words.say(situation, word=Markup(story.words.capital(word)), x=x, rows=rows))


def _lead_choice(story: Story, term: Term) -> list[Block]:
    head = story.words.say(choice_situation(term, "choice.lead"), n=len(term.expression.parts))
    return [Paragraph(head), _listed(story, choices(story, term, LINE), numbered=True)]


def _lead_first(story: Story, term: Term) -> list[Block]:
    return _one(story.words.say("first.lead", list=first_items(story, term)))


def _lead_nullif(story: Story, term: Term) -> list[Block]:
    said = story.words.say("nullif.lead", **nullif_parts(story, term))
    return _one(Markup(story.words.capital(said)))


def _lead_lookup(story: Story, term: Term) -> list[Block]:
    value, conditions = lookup_parts(story, term)
    if not conditions:
        return _one(story.words.say("lookup.lead.all", x=value))
    return _one(story.words.say("lookup.lead", x=value, cond=story.words.listing(conditions)))


def _lead_name(story: Story, term: Term) -> list[Block]:
    value = say_term(story, term, None, LINE)
    return _one(story.words.say("taken.lead", x=value))


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


def _listed(story: Story, items: Sequence[Markup], *, numbered: bool = False) -> Listing:
    shown = list(items[:LISTED])
    if len(items) > LISTED:
        tree = code(story.tree.field.tree_id)
        shown.append(story.words.say("item.more", n=len(items) - LISTED, tree=tree))
    return Listing(tuple(shown), numbered)


def _explained(story: Story, name: Markup, found: Found) -> list[Block]:
    """Return the explanation of a value that a sentence named."""
    visit, words = found.visit, story.words
    kind = kind_of(story.tree, visit)
    if kind == "leaf":
        if visit.terminal is None or visit.terminal in _PLAIN_LEAVES:
            return _one(words.say("is", x=name, value=say_leaf(story, visit)))
        return _one(words.say("open.is", x=name, why=why(story.facts, visit)))
    if kind in ("stopped", "nothing"):
        return _one(words.say("is", x=name, value=say_end(story, visit)))
    term = story.tree.term(visit)
    if kind != "term" or term is None:
        return _alternatives(story, visit, kind, name)
    if term.expression.form is Form.CONDITIONAL or name == sql(term.expression.text):
        return _explained_term(story, name, term)
    return _one(words.say("is", x=name, value=say_term(story, term, None, LINE)))


def _explained_term(story: Story, name: Markup, term: Term) -> list[Block]:
    """Return the explanation of a part of an expression that a sentence showed as written."""
    words, form = story.words, term.expression.form
    if form is Form.CONDITIONAL:
        head = words.say(choice_situation(term, "choice.are"), x=name, n=len(term.expression.parts))
        return [Paragraph(head), _listed(story, choices(story, term, LINE), numbered=True)]
    if form in (Form.COMPUTED, Form.CAST):
        said = words.say("computed.is", origins=words.listing(operands(story, term)))
        value = with_rows(story, term, with_opaque(story, term, said))
    else:
        value = say_term(story, term, None, LINE)
    return _one(words.say("is", x=name, value=value))


_PLAIN_LEAVES = _UNCHANGED | {Terminal.CONSTANT, Terminal.GENERATED, Terminal.PARAMETER}


def _alternatives(story: Story, visit: Visit, kind: str, name: Markup | None) -> list[Block]:
    """Return a value that has several ways to come about; ``name`` is None for the field itself."""
    live = story.tree.live(visit)
    if kind in ("branches", "writers", "statements", "ways", "rowlist"):
        return _ALTERNATIVES[kind](story, visit, live, name)
    words = story.words
    if kind == "merged" and visit.expression is not None:
        each = [say_ref(story, visit.expression.text, Ref((child.visit_id,)), visit, ITEM) for child in live]
        list_ = words.listing(each, "or")
    else:
        made = [child for child in live if not child.operand or child.dataset] or live
        list_ = words.listing(list(dict.fromkeys(_values(story, made, ITEM))))
    situation = f"{kind}.are" if name else f"{kind}.lead"
    if visit.expression is not None and kind == "several":
        situation = f"alias.{'are' if name else 'lead'}"
    return _one(
        words.say(
            situation,
            x=name or Markup(""),
            list=list_,
            f=code(visit.dataset or visit.text),
            y=sql(visit.text),
        )
    )


def _values(story: Story, live: Sequence[Visit], depth: int = LINE) -> list[Markup]:
    return [
        say_found(story, story.tree.find(child.visit_id, _column_beside(story, child)), depth)
        for child in live
    ]


def _column_beside(story: Story, child: Visit) -> Name | None:
    """Return the name of another column of the same row; None for anything else."""
    parent = story.tree.visits.get(child.parent)
    if parent is None or not same_row(parent, child):
        return None
    return Name(child.field, child.location.file, child.location.statement)


def _branches(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    words, operator, n = story.words, operator_of(story, visit), len(live)
    if name is None:
        ends = [story.tree.find(child.visit_id).visit.terminal for child in live]
        unchanged = all(terminal in _UNCHANGED for terminal in ends)
        head = words.say("taken.branches.lead" if unchanged else "branches.lead", n=n, operator=operator)
    else:
        head = words.say("branches.is", x=name)
    items = [
        words.say("branch.item", i=i, n=n, value=value)
        for i, value in enumerate(_values(story, live), start=1)
    ]
    return [Paragraph(head), _listed(story, items)]


def _writers(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    del visit
    words, x = story.words, name or code(story.tree.field.field)
    through = [child for child in live if child.edge_kind is EdgeKind.WRITER_BINDING]
    n, own = len(through), len(live) - len(through)
    head = words.say("writers.are" if n > 1 else "writer.is", x=x, n=n)
    items: list[Markup] = []
    for i, (child, value) in enumerate(zip(through, _values(story, through), strict=True), start=1):
        standing = words.say(f"standing.{writer_status(story, child)}")
        items.append(words.say("writer.item", i=i, n=n, standing=standing, value=value))
    if own:
        beside = [child for child in live if child not in through]
        items.extend(
            words.say("writer.beside", value=value) for value in dict.fromkeys(_values(story, beside))
        )
    return [Paragraph(head), _listed(story, items)]


def writer_status(story: Story, visit: Visit) -> str:
    """Return the standing of the writer a visit was reached through."""
    if visit.binding_id:
        return story.facts.ruling(visit.binding_id).status.value
    return visit.status.value if visit.status else "NOT_NEEDED"


def _statements(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    words, n = story.words, len(live)
    head = words.say("writers.are", x=name, n=n) if name else words.say("writers.lead", n=n)
    del visit
    items = [
        words.say("writer.item.plain", i=i, n=n, place=code(str(child.location)), value=value)
        for i, (child, value) in enumerate(zip(live, _values(story, live), strict=True), start=1)
    ]
    return [Paragraph(head), _listed(story, items)]


def _ways(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    words, n, place = story.words, len(live), code(str(visit.location))
    values = _values(story, live)
    if len(set(values)) == 1:
        said = words.say("ways.same", n=n, place=place, value=values[0])
        return _one(
            words.say("is", x=name, value=said)
            if name
            else words.say("ways.same.lead", n=n, place=place, value=values[0])
        )
    head = (
        words.say("ways.are", x=name, n=n, place=place) if name else words.say("ways.lead", n=n, place=place)
    )
    items = [
        words.say("way.item", i=i, n=n, place=code(str(child.location)), value=value)
        for i, (child, value) in enumerate(zip(live, values, strict=True), start=1)
    ]
    return [Paragraph(head), _listed(story, items)]


def _rowlist(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    del visit
    words = story.words
    if len(live) == 1:
        value = _values(story, live)[0]
        return _one(words.say("is", x=name, value=value) if name else words.say("rowlist.one", value=value))
    head = words.say("rowlist.are", x=name) if name else words.say("rowlist.lead")
    return [
        Paragraph(head),
        _listed(story, [words.say("rowlist.item", value=v) for v in _values(story, live)]),
    ]


_ALTERNATIVES: dict[str, Callable[[Story, Visit, Sequence[Visit], Markup | None], list[Block]]] = {
    "branches": _branches,
    "writers": _writers,
    "statements": _statements,
    "ways": _ways,
    "rowlist": _rowlist,
}

"""Values that have several ways to come about: branches, writers, ways of one statement, listed rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.evidence import Visit
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.ends import ITEM, LINE
from wherefrom.publish.pages.inline import say_found, say_ref
from wherefrom.publish.pages.leaves import Ref
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.model import Block, Listing, Paragraph
from wherefrom.publish.pages.story import Story, operator_of, sql
from wherefrom.publish.pages.values import Name, same_row

LISTED = 40
"""How many alternatives one list shows."""

UNCHANGED = frozenset({Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE, Terminal.CYCLE})


def one(text: Markup) -> list[Block]:
    """Return one paragraph."""
    return [Paragraph(text)]


def listed(story: Story, items: Sequence[Markup], *, numbered: bool = False) -> Listing:
    """Return a list, cut where it is too long to read."""
    shown = list(items[:LISTED])
    if len(items) > LISTED:
        tree = code(story.tree.field.tree_id)
        shown.append(story.words.say("item.more", n=len(items) - LISTED, tree=tree))
    return Listing(tuple(shown), numbered)


def alternatives(story: Story, visit: Visit, kind: str, name: Markup | None) -> list[Block]:
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
    return one(
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
        unchanged = all(terminal in UNCHANGED for terminal in ends)
        head = words.say("taken.branches.lead" if unchanged else "branches.lead", n=n, operator=operator)
    else:
        head = words.say("branches.is", x=name)
    items = [
        words.say("branch.item", i=i, n=n, value=value)
        for i, value in enumerate(_values(story, live), start=1)
    ]
    return [Paragraph(head), listed(story, items)]


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
    return [Paragraph(head), listed(story, items)]


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
        words.say("writer.item.plain", i=i, n=n, place=story.facts.places.at(child.location), value=value)
        for i, (child, value) in enumerate(zip(live, _values(story, live), strict=True), start=1)
    ]
    return [Paragraph(head), listed(story, items)]


def _ways(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    words, n, place = story.words, len(live), story.facts.places.at(visit.location)
    values = _values(story, live)
    if len(set(values)) == 1:
        said = words.say("ways.same", n=n, place=place, value=values[0])
        return one(
            words.say("is", x=name, value=said)
            if name
            else words.say("ways.same.lead", n=n, place=place, value=values[0])
        )
    head = (
        words.say("ways.are", x=name, n=n, place=place) if name else words.say("ways.lead", n=n, place=place)
    )
    items = [
        words.say("way.item", i=i, n=n, place=story.facts.places.at(child.location), value=value)
        for i, (child, value) in enumerate(zip(live, values, strict=True), start=1)
    ]
    return [Paragraph(head), listed(story, items)]


def _rowlist(story: Story, visit: Visit, live: Sequence[Visit], name: Markup | None) -> list[Block]:
    del visit
    words = story.words
    if len(live) == 1:
        value = _values(story, live)[0]
        return one(words.say("is", x=name, value=value) if name else words.say("rowlist.one", value=value))
    head = words.say("rowlist.are", x=name) if name else words.say("rowlist.lead")
    return [
        Paragraph(head),
        listed(story, [words.say("rowlist.item", value=v) for v in _values(story, live)]),
    ]


_ALTERNATIVES: dict[str, Callable[[Story, Visit, Sequence[Visit], Markup | None], list[Block]]] = {
    "branches": _branches,
    "writers": _writers,
    "statements": _statements,
    "ways": _ways,
    "rowlist": _rowlist,
}

"""How a field is formed, in a few words for the table of all fields."""

from __future__ import annotations

from wherefrom.domain.evidence import Visit
from wherefrom.domain.expression import Form
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.ends import text_of
from wherefrom.publish.pages.inline import choice_situation, function_word
from wherefrom.publish.pages.markup import Markup
from wherefrom.publish.pages.story import Story, kind_of
from wherefrom.publish.pages.values import Term

_LEAVES = {
    Terminal.EXTERNAL_ENDPOINT: "short.taken",
    Terminal.PRIOR_STATE: "short.taken",
    Terminal.CONSTANT: "short.constant",
    Terminal.PARAMETER: "short.parameter",
    Terminal.CYCLE: "short.carried",
}
_KINDS = {
    "rowlist": "short.rowlist",
    "element": "short.element",
    "merged": "short.taken",
    "ways": "short.ways",
    "several": "short.several",
}
_FORMS = {
    Form.COALESCE: "short.first",
    Form.NULLIF: "short.nullif",
    Form.SUBQUERY: "short.lookup",
    Form.COLUMN: "short.taken",
    Form.ALIAS: "short.taken",
    Form.VARIABLE: "short.taken",
}
_UNCHANGED = frozenset({Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE, Terminal.CYCLE})


def short_form(story: Story) -> Markup:
    """Return how a field is formed, for its row in ``Fields at a glance``."""
    if not story.tree.visits:
        return story.words.say("short.open")
    return _short(story, story.tree.find(min(story.tree.visits)).visit)


def _short(story: Story, visit: Visit) -> Markup:
    words = story.words
    kind = kind_of(story.tree, visit)
    if kind == "leaf":
        return _short_leaf(story, visit)
    term = story.tree.term(visit)
    if kind == "term" and term is not None:
        return _short_term(story, term)
    if kind in ("branches", "writers", "statements"):
        return _short_alternatives(story, visit, kind)
    return words.say(_KINDS.get(kind, "short.open"), n=len(story.tree.live(visit)))


def _short_leaf(story: Story, visit: Visit) -> Markup:
    if visit.terminal is Terminal.GENERATED:
        head = text_of(visit).upper().replace(" ", "")
        if head.startswith("COUNT("):
            return story.words.say("short.count")
        return story.words.say("short.position" if head.startswith("ROW_NUMBER(") else "short.generated")
    return story.words.say(_LEAVES.get(visit.terminal, "short.open") if visit.terminal else "short.open")


def _short_term(story: Story, term: Term) -> Markup:
    words, form = story.words, term.expression.form
    if form is Form.CONDITIONAL:
        return words.say(choice_situation(term, "short.choice"), n=len(term.expression.parts))
    if form in (Form.AGGREGATE, Form.WINDOW):
        word, known = function_word(story, term.expression)
        said = word if known else words.say("short.function", f=word)
        if form is Form.WINDOW:
            said = words.say("short.window", word=said)
        return _with_branches(story, term, said)
    return words.say(_FORMS.get(form, "short.computed"))


def _with_branches(story: Story, term: Term, said: Markup) -> Markup:
    """Add the branches its only argument comes from."""
    refs = [visit for _, ref in term.leaves() for visit in ref.visits]
    if len(refs) != 1:
        return said
    visit = story.tree.find(refs[0]).visit
    if kind_of(story.tree, visit) != "branches":
        return said
    count = story.words.say("short.branches", n=len(story.tree.live(visit)))
    return story.words.say("short.and", x=said, y=count)


def _short_alternatives(story: Story, visit: Visit, kind: str) -> Markup:
    words, live = story.words, story.tree.live(visit)
    ends = [story.tree.find(child.visit_id).visit.terminal for child in live]
    fresh = [end for end in ends if end is not Terminal.CYCLE]
    count = words.say("short.branches" if kind == "branches" else "short.writers", n=len(live))
    if not all(end in _UNCHANGED for end in ends):
        return count
    said = words.say("short.taken" if fresh else "short.carried")
    return words.say("short.and", x=said, y=count) if len(fresh) > 1 else said

"""A value inside a sentence or a list: the short phrase that says what it is made of."""

from __future__ import annotations

import re
from collections.abc import Callable

from wherefrom.domain.control import ControlKind
from wherefrom.domain.evidence import Visit
from wherefrom.domain.expression import Expression, Form
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.ends import (
    CLAUSE,
    ITEM,
    LINE,
    say_end,
    say_leaf,
    say_window,
)
from wherefrom.publish.pages.leaves import Ref
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.story import (
    Story,
    group_keys,
    has_grouping_sets,
    kind_of,
    name_here,
    records_at,
    scope_name,
    sql,
)
from wherefrom.publish.pages.values import Found, Name, Term
from wherefrom.publish.pages.windows import closing, has_named_window, pieces, window_of

MANY = 4
"""How many alternatives a sentence may list; more become a list of their own."""

_ORIGINS = frozenset({Terminal.EXTERNAL_ENDPOINT, Terminal.PRIOR_STATE})
_SAID_IN_LISTS = _ORIGINS | {Terminal.CONSTANT, Terminal.PARAMETER, Terminal.GENERATED, Terminal.CYCLE}
_NAMED_OPERANDS = frozenset({Terminal.CONSTANT, Terminal.GENERATED, Terminal.CYCLE})


def say_ref(story: Story, text: str, ref: Ref, at: Visit, depth: int) -> Markup:
    """Say what a name in an expression stands for.

    Args:
        story: The field's story.
        text: The name as written.
        ref: Visits that answer to it; without any, the name stands for itself.
        at: The visit whose expression holds it.
        depth: How deep in the sentence.
    """
    if not ref.visits:
        return sql(text)
    asked = Name(text, at.location.file, at.location.statement)
    if not ref.direct and not (story.tree.unchanged and len(ref.visits) == 1):
        each = [say_found(story, story.tree.find(visit), ITEM) for visit in ref.visits]
        return story.words.say("made.of", x=sql(text), list=story.words.listing(list(dict.fromkeys(each))))
    if len(ref.visits) > 1:
        each = [say_found(story, story.tree.find(visit, asked), ITEM) for visit in ref.visits]
        return story.words.say("merged.inline", list=story.words.listing(each, "or"))
    return say_found(story, story.tree.find(ref.visits[0], asked), depth)


def say_found(story: Story, found: Found, depth: int) -> Markup:
    """Say a value in a sentence: what it is, or the name under which it is explained."""
    visit = found.visit
    kind = kind_of(story.tree, visit)
    if kind == "leaf":
        named = depth == ITEM and found.names and visit.terminal not in _SAID_IN_LISTS
        return say_name(story, found) if named else say_leaf(story, visit, depth)
    if kind == "term":
        term = story.tree.term(visit)
        if term and not story.known(visit) and _fits(story, term, depth):
            return say_term(story, term, found, depth)
    elif kind in ("stopped", "nothing"):
        return say_end(story, visit)
    elif kind == "ways" and depth == LINE and (same := _said_alike(story, visit)):
        return story.words.say(
            "ways.same",
            value=same,
            n=len(story.tree.live(visit)),
            place=story.facts.places.at(visit.location),
        )
    elif kind == "rowlist" and len(story.tree.live(visit)) == 1:
        return say_found(story, story.tree.find(story.tree.live(visit)[0].visit_id), depth)
    return say_name(story, found)


def _said_alike(story: Story, visit: Visit) -> Markup | None:
    """Return what all alternatives of a visit are, where each of them is the same column or literal."""
    ends = [story.tree.find(child.visit_id).visit for child in story.tree.live(visit)]
    said = {say_leaf(story, end) for end in ends if end.terminal}
    return said.pop() if len(said) == 1 and all(end.terminal for end in ends) else None


def say_name(story: Story, found: Found) -> Markup:
    """Say the name under which a value is explained further down."""
    written = name_here(found)
    known = story.known(found.visit)
    name = known or story.name(found, written)
    asked = sql(found.names[0].text) if found.names else name
    if name == asked:
        return name
    situation = "same.above" if known and sql(written) != known else "is.same"
    return story.words.say(situation, x=asked, y=name)


def say_term(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    """Say an expression in a sentence.

    Args:
        story: The field's story.
        term: The expression.
        found: How it was met, for its name; None for a part of a larger expression.
        depth: How deep in the sentence.
    """
    form = term.expression.form
    if not term.expression.parts and form is not Form.SUBQUERY:
        ref = term.refs[0] if term.refs else Ref()
        if form in _BARE and not ref.visits:
            return story.words.say(_BARE[form], x=sql(term.expression.text))
        return say_ref(story, term.expression.text, ref, term.visit, depth)
    if found is None and not _fits(story, term, depth):
        return story.name_term(term) if any(ref.visits for ref in term.refs) else sql(term.expression.text)
    return _FORMS.get(form, _say_computed)(story, term, found, depth)


def _fits(story: Story, term: Term, depth: int) -> bool:
    """Return whether an expression may be said in a place, and need not be explained further down."""
    form = term.expression.form
    if depth == LINE:
        return form not in (Form.CONDITIONAL, Form.COALESCE) or len(term.expression.parts) <= MANY
    return depth == CLAUSE and form in (Form.COMPUTED, Form.CAST) and _is_simple(story, term)


def _is_simple(story: Story, term: Term) -> bool:
    """Return whether an expression is made of origins and run parameters only, its own literals aside."""
    ends = [
        story.tree.find(visit).visit.terminal
        for _, ref in term.leaves()
        for visit in ref.visits
        if ref.direct
    ]
    return bool(ends) and all(
        end in _ORIGINS or end in (Terminal.PARAMETER, Terminal.CONSTANT) for end in ends
    )


def operands(story: Story, term: Term) -> list[Markup]:
    """Return what an expression is made of: origins, and names of what is explained apart, each once."""
    found: dict[Markup, None] = {}
    for leaf, ref in term.leaves():
        for visit in ref.visits:
            said = _operand(story, leaf, visit, term.visit)
            if said:
                found.setdefault(said)
    return list(found)


def _operand(story: Story, leaf: Expression, ref: int, at: Visit) -> Markup | None:
    named = leaf.form is not Form.SUBQUERY
    found = story.tree.find(ref, Name(leaf.text, at.location.file, at.location.statement) if named else None)
    terminal = found.visit.terminal
    if terminal in _ORIGINS or terminal is Terminal.PARAMETER:
        return say_leaf(story, found.visit)
    if terminal in _NAMED_OPERANDS and len(found.names) == 1 and leaf.form is not Form.COLUMN:
        # It stands in the expression itself, for everyone to read.
        return None
    if not named:
        return story.name(found, name_here(found))
    name, asked = story.name(found, leaf.text), sql(leaf.text)
    if name == asked or name == story.words.say(
        "named.at", x=asked, place=story.facts.places.at(found.visit.location)
    ):
        return name
    return story.words.say("same.above", x=asked, y=name)


def _say_computed(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del depth
    words, expr = story.words, sql(term.expression.text)
    parts = operands(story, term)
    origins = [leaf for leaf in parts if leaf not in story.named.values()]
    asked = sql(found.names[0].text) if found and found.names else None
    if len(parts) == 1 and origins:
        said = words.say("computed.one", x=parts[0], expr=expr)
    elif not origins and parts and asked and asked not in parts:
        said = words.say("computed.one", x=asked, expr=expr)
    elif parts:
        said = words.say("computed.many", origins=words.listing(parts), expr=expr)
    else:
        said = words.say("computed.alone", expr=expr)
    return with_rows(story, term, with_opaque(story, term, said))


def with_rows(story: Story, term: Term, said: Markup) -> Markup:
    """Add the rows that an aggregate inside a computation, or a window named there, is taken over."""
    inside = _deep(term.expression)
    if not any(_aggregates(part) for part in inside):
        named = next((part for part in inside if has_named_window(part)), None)
        if named is None:
            return said
        rows = say_window(story, window_of(named), scope_name(story, term.visit))
        return story.words.say("computed.rows", sentence=said, rows=rows)
    return story.words.say("computed.rows", sentence=said, rows=rows_phrase(story, term))


def with_opaque(story: Story, term: Term, said: Markup) -> Markup:
    """Add that the body of a function of the project's own is not known."""
    names = dict.fromkeys(
        code(part.function) for part in _deep(term.expression) if part.opaque and part.function
    )
    if not names:
        return said
    unknown = story.words.say("opaque", f=story.words.listing(list(names)))
    return story.words.say("short.and", x=said, y=unknown)


def _aggregates(part: Expression) -> bool:
    text = part.text.upper().replace(" ", "")
    counted = part.form is Form.GENERATED and text.startswith("COUNT(") and ")OVER" not in text
    return part.form is Form.AGGREGATE or counted


def _deep(expression: Expression) -> list[Expression]:
    found, stack = [], [expression]
    while stack:
        here = stack.pop()
        found.append(here)
        stack.extend(part.value for part in here.parts)
    return found


def argument(story: Story, term: Term) -> Markup:
    """Return what a function is taken of: a column's origin or name, or the text with what it is made of."""
    parts = [part for _, part in term.parts() if part.expression.form is not Form.CONSTANT]
    if len(parts) == 1 and not parts[0].expression.parts:
        only = parts[0]
        names = operands(story, only)
        said = names[0] if len(names) == 1 else sql(only.expression.text)
    else:
        text = ", ".join(part.expression.text for part in parts) or term.expression.text
        made = operands(story, term)
        said = sql(text)
        if made:
            said = story.words.say("made.of", x=said, list=story.words.listing(made))
    counts = term.expression.function.upper() == "COUNT"
    if term.expression.keys == ("DISTINCT",) and not counts:
        said = story.words.say("distinct.values", x=said)
    call = _literal_call(term.expression)
    return story.words.say("as.written", x=said, expr=sql(call)) if call else said


def _literal_call(expression: Expression) -> str:
    """Return a function's call as written where a literal among its arguments is no value: ``LAG(x, 2)``; else empty."""
    text = expression.text
    opening = text.find("(")
    close = closing(text, opening + 1, len(text))
    given = {part.value.text for part in expression.parts}
    literals = (each.strip() for each in pieces(text[opening + 1 : close]))
    beside = any(each not in given and _LITERAL.match(each) for each in literals)
    return text[: close + 1] if opening > 0 and beside else ""


def function_word(story: Story, expression: Expression) -> tuple[Markup, bool]:
    """Return what an aggregate gives, and whether the book has a word for it or only the function's name."""
    name = expression.function.upper()
    if expression.form is Form.AGGREGATE and expression.keys == ("DISTINCT",) and name == "COUNT":
        name = "COUNT DISTINCT"
    word = story.words.aggregates.get(name)
    return (Markup(word), True) if word else (code(expression.function or "?"), False)


_SORTING = "ORDER BY "
"""How evidence begins a key that an aggregate takes its values in the order of."""
_LITERAL = re.compile(r"[-+]?\d|'|(?:INTERVAL|DATE|TIMESTAMP)\b", re.IGNORECASE)


def rows_phrase(story: Story, term: Term) -> Markup:
    """Return the rows an aggregate or a window function is taken over."""
    words, visit = story.words, term.visit
    scope = scope_name(story, visit)
    if term.expression.form is Form.WINDOW:
        return say_window(story, window_of(term.expression), scope)
    keys = group_keys(story, visit)
    situation = "rows.all" if not keys else "rows.sets" if has_grouping_sets(story, visit) else "rows.keys"
    said = words.say(situation, scope=scope, keys=words.listing(keys))
    span = term.expression.span
    given = [
        record.predicate
        for record in records_at(story, visit, ControlKind.AGGREGATE_FILTER)
        if span.start <= record.location.span.start and record.location.span.end <= span.end
    ]
    filters = [sql(each) for each in given if not each.startswith(_SORTING)]
    said = words.say("rows.filter", rows=said, cond=words.listing(filters)) if filters else said
    order = [sql(each.removeprefix(_SORTING)) for each in given if each.startswith(_SORTING)]
    return words.say("rows.order", rows=said, order=words.listing(order)) if order else said


def _say_aggregate(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del found, depth
    word, known = function_word(story, term.expression)
    situation = "aggregate.inline" if known else "function.inline"
    return story.words.say(situation, word=word, x=argument(story, term), rows=rows_phrase(story, term))


def choices(story: Story, term: Term, depth: int) -> list[Markup]:
    """Return the branches of a conditional value, each with its condition."""
    words, found = story.words, []
    for condition, part in term.parts():
        value = say_term(story, part, None, depth)
        if condition:
            found.append(words.say("choice.if", cond=sql(condition), value=value))
        else:
            found.append(words.say("choice.else", value=value))
    if term.expression.else_missing:
        found.append(words.say("choice.none"))
    return found


def choice_situation(term: Term, base: str) -> str:
    """Return the pattern for a conditional value: ``single`` where it has one value or none."""
    single = len(term.expression.parts) == 1 and term.expression.else_missing
    return f"{base}.single" if single else base


def _say_choice(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del found, depth
    items = story.words.clauses(choices(story, term, CLAUSE))
    return story.words.say(choice_situation(term, "choice.inline"), n=len(term.expression.parts), list=items)


def first_items(story: Story, term: Term) -> Markup:
    """Return the values of which the first that is not NULL is taken."""
    return story.words.listing([say_term(story, part, None, ITEM) for _, part in term.parts()])


def _say_first(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del found, depth
    return story.words.say("first.inline", list=first_items(story, term))


def nullif_parts(story: Story, term: Term) -> dict[str, Markup]:
    """Return the value of a NULLIF and the value it is compared with, as written."""
    _, value = term.parts()[0]
    return {"x": say_term(story, value, None, ITEM), "y": sql(_second_argument(term.expression))}


def _second_argument(expression: Expression) -> str:
    """Return what follows the first argument of ``NULLIF(a, b)``, as written."""
    after = expression.parts[0].value.span.end - expression.span.start
    rest = expression.text[after:].strip()
    return rest.removeprefix(",").removesuffix(")").strip() if rest.startswith(",") else expression.text


def _say_nullif(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del found, depth
    return story.words.say("nullif.inline", **nullif_parts(story, term))


def lookup_parts(story: Story, term: Term) -> tuple[Markup, list[Markup]]:
    """Return what a scalar subquery gives, and its own row conditions."""
    ref = term.refs[0] if term.refs else Ref()
    value = (
        say_found(story, story.tree.find(ref.visits[0]), LINE) if ref.visits else sql(term.expression.text)
    )
    where = records_at(story, story.tree.visits[ref.visits[0]], ControlKind.WHERE) if ref.visits else []
    return value, [sql(record.predicate) for record in where]


def _say_lookup(story: Story, term: Term, found: Found | None, depth: int) -> Markup:
    del found, depth
    value, conditions = lookup_parts(story, term)
    if not conditions:
        return story.words.say("lookup.inline.all", x=value)
    return story.words.say("lookup.inline", x=value, cond=story.words.listing(conditions))


_BARE = {
    Form.CONSTANT: "constant.inline",
    Form.GENERATED: "generated.inline",
    Form.PARAMETER: "parameter.inline",
}
"""How a leaf is said that has no visit of its own."""

_FORMS: dict[Form, Callable[[Story, Term, Found | None, int], Markup]] = {
    Form.AGGREGATE: _say_aggregate,
    Form.WINDOW: _say_aggregate,
    Form.CONDITIONAL: _say_choice,
    Form.COALESCE: _say_first,
    Form.NULLIF: _say_nullif,
    Form.SUBQUERY: _say_lookup,
}

"""Where a path ends, in words: columns, constants, generated values, earlier content, doubts."""

from __future__ import annotations

from wherefrom.domain.evidence import Visit
from wherefrom.domain.rules import Terminal
from wherefrom.publish.pages.facts import TABLES
from wherefrom.publish.pages.markup import Markup, code
from wherefrom.publish.pages.story import Story, group_keys, has_grouping_sets, scope_name, sql
from wherefrom.publish.pages.why import why
from wherefrom.publish.pages.windows import Window, read_window, window_of

LINE, CLAUSE, ITEM = 0, 1, 2
"""Where a value is said: on a line of its own, in a clause between semicolons, in a list between commas.
The tighter the place, the less may be said there; what does not fit is named and explained further down."""


def column_of(visit: Visit) -> Markup:
    """Return the column a leaf stands for, its path below the column included."""
    return code(f"{visit.dataset}.{visit.field}{visit.path.removeprefix('$')}")


def text_of(visit: Visit) -> str:
    """Return a leaf's text as written."""
    return visit.text or (visit.expression.text if visit.expression else "") or visit.field


def say_end(story: Story, visit: Visit) -> Markup:
    """Say a value whose path stops without a leaf of its own."""
    stopped = story.tree.children.get(visit.visit_id, ())
    if stopped:
        return story.words.say("open.inline", why=why(story.facts, stopped[0]))
    return story.words.say("nothing.inline")


def say_leaf(story: Story, visit: Visit, depth: int = LINE) -> Markup:
    """Say a leaf in a sentence."""
    words, terminal = story.words, visit.terminal
    if terminal is Terminal.EXTERNAL_ENDPOINT:
        return column_of(visit)
    if terminal is Terminal.PRIOR_STATE:
        return words.say("prior.inline", x=column_of(visit), t=code(visit.dataset))
    if terminal in (Terminal.CONSTANT, Terminal.PARAMETER):
        return words.say(f"{terminal.value.lower()}.inline", x=sql(text_of(visit)))
    if terminal is Terminal.GENERATED:
        return say_generated(story, visit, "inline")
    if terminal is Terminal.CYCLE:
        return _say_cycle(story, visit, depth)
    return words.say("open.inline", why=why(story.facts, visit))


def _say_cycle(story: Story, visit: Visit, depth: int) -> Markup:
    words, x = story.words, code(visit.dataset)
    if visit.node_kind in TABLES:
        return words.say("carried.item") if depth == ITEM else words.say("carried.inline")
    return words.say("recursion.item", x=x) if depth == ITEM else words.say("recursion.inline", x=x)


def say_generated(story: Story, visit: Visit, form: str) -> Markup:
    """Say a generated value; ``form`` is ``lead`` or ``inline``."""
    words, text = story.words, text_of(visit)
    head = text.upper().replace(" ", "")
    shown = read_window(text) if "OVER" in head else None
    window = window_of(visit.expression) if shown is not None and visit.expression is not None else shown
    order = [sql(part) for part in window.order] if window else []
    if head.startswith("COUNT(") and not order:
        keys = [sql(key) for key in window.keys] if window else group_keys(story, visit)
        sets = window is None and has_grouping_sets(story, visit)
        situation = f"count.{form}.sets" if sets else f"count.{form}" if keys else f"count.{form}.all"
        scope = scope_name(story, visit)
        return words.say(situation, scope=scope, keys=words.listing(keys), expr=sql(text))
    if head.startswith("ROW_NUMBER(") and window and order:
        keys = [sql(key) for key in window.keys]
        situation = f"position.{form}" if keys else f"position.{form}.all"
        return words.say(situation, keys=words.listing(keys), order=words.listing(order))
    if window is not None and window != shown:  # a named window, whose clause stands elsewhere
        rows = say_window(story, window, scope_name(story, visit))
        return words.say(f"generated.window.{form}", x=sql(text), rows=rows)
    return words.say(f"generated.{form}", x=sql(text))


def say_window(story: Story, window: Window, scope: Markup) -> Markup:
    """Say the rows a window function is taken over."""
    words = story.words
    keys, order = [sql(key) for key in window.keys], [sql(key) for key in window.order]
    said = words.say("rows.window" if keys else "rows.window.all", keys=words.listing(keys), scope=scope)
    said = words.say("rows.order", rows=said, order=words.listing(order)) if order else said
    return words.say("rows.frame", rows=said, frame=sql(window.frame)) if window.frame else said

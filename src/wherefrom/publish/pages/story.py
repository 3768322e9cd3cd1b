"""What is told of one field: the values still to be explained, and the names they were given."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import ControlRecord, Visit
from wherefrom.domain.expression import Form
from wherefrom.domain.rules import Rule
from wherefrom.publish.pages.facts import Facts
from wherefrom.publish.pages.inputs import BESIDE, set_operator
from wherefrom.publish.pages.markup import Markup, code, plain, short_code
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.plan import Plan
from wherefrom.publish.pages.values import Found, Name, Term, ValueTree

LONG = 400
"""Longest SQL text in a sentence, in characters; the SQL section holds the rest."""

TERM = 100
"""Longest part of an expression that stands for its value, in characters."""

_SETS = re.compile(r"\b(?:ROLLUP|CUBE|GROUPING\s+SETS)\b", re.IGNORECASE)
_SCOPES = frozenset({NodeKind.CTE, NodeKind.DERIVED_QUERY})
_WRITES = frozenset({EdgeKind.WRITES, EdgeKind.COMMAND_WRITES})


@dataclass(slots=True)
class Story:
    """One field on its way to the page.

    Attributes:
        facts, plan, tree: What is told about.
        waiting: Values that a sentence named and did not explain yet, with their names.
        named: Name by value, of the values that were or will be explained.
    """

    facts: Facts
    plan: Plan
    tree: ValueTree
    waiting: deque[tuple[Markup, Found | Term]] = field(default_factory=deque)
    named: dict[tuple[str, str, str, str], Markup] = field(default_factory=dict)

    @property
    def words(self) -> Phrasebook:
        """The phrase book."""
        return self.facts.words

    def name(self, found: Found, written: str) -> Markup:
        """Return the name under which a value is explained, and have it explained if nobody did yet."""
        known = self.known(found.visit)
        if known:
            return known
        name = (
            sql(written)
            if written
            else self.words.say("value.at", place=self.facts.places.at(found.visit.location))
        )
        if name in self.named.values():
            place = self.facts.places.at(found.visit.location)
            name = self.words.say("named.at", x=name, place=place)
        self.named[_identity(found.visit)] = name
        self.waiting.append((name, found))
        return name

    def name_term(self, term: Term) -> Markup:
        """Show a part of an expression as written, and have it explained if nobody did yet."""
        name = short_code(term.expression.text, TERM)
        key = (term.visit.node_id, str(term.visit.location), term.expression.text, "term")
        if key not in self.named:
            self.named[key] = name
            self.waiting.append((name, term))
        return name

    def known(self, visit: Visit) -> Markup | None:
        """Return the name a value was given; a field of a node is one value wherever it is met."""
        return self.named.get(_identity(visit))

    def start(self, visit: Visit, name: Markup) -> None:
        """Name the value that the field itself is."""
        self.named[_identity(visit)] = name


def _identity(visit: Visit) -> tuple[str, str, str, str]:
    if visit.node_id:
        return visit.node_id, visit.field, visit.path, visit.terminal or ""
    return str(visit.location), str(visit.location.span.start), visit.text, visit.terminal or ""


def sql(text: str) -> Markup:
    """Return SQL as a code span in a sentence, shortened where it is very long."""
    return short_code(text, LONG)


def name_here(found: Found) -> str:
    """Return the innermost name a value has in the statement that asks for it; empty if it has none."""
    if not found.names:
        return ""
    first = found.names[0]
    return [name for name in found.names if same_statement(name, first)][-1].text


def same_statement(one: Name, other: Name) -> bool:
    """Return whether two names are written in one statement."""
    return (one.file, one.statement) == (other.file, other.statement)


def kind_of(tree: ValueTree, visit: Visit) -> str:
    """Return what a visit does: the suffix of the functions and phrases that tell it."""
    if visit.terminal:
        return "leaf"
    live = tree.live(visit)
    if not live:
        return "stopped" if tree.children.get(visit.visit_id) else "nothing"
    if visit.expression is not None:
        return _kind_of_expression(visit, live)
    if visit.node_kind is NodeKind.TABLE_FUNCTION:
        return "element"
    if len(live) == 1 and visit.node_kind is not NodeKind.VALUES_LIST:
        return "several"
    return _kind_of_node(visit, live)


def _kind_of_expression(visit: Visit, live: tuple[Visit, ...]) -> str:
    if visit.expression is None or visit.expression.parts or visit.expression.form is Form.SUBQUERY:
        return "term"
    return "merged" if all(child.rule is Rule.USING_MERGE for child in live) else "several"


def _kind_of_node(visit: Visit, live: tuple[Visit, ...]) -> str:
    if visit.node_kind is NodeKind.SET_OPERATION:
        return "branches"
    if visit.node_kind is NodeKind.VALUES_LIST:
        return "rowlist"
    kinds = {child.edge_kind for child in live}
    if EdgeKind.WRITER_BINDING in kinds:
        return "writers" if visit.parent else "statements"
    if kinds & _WRITES or any(child.writer for child in live):
        places = {(child.location.file, child.location.statement) for child in live}
        return "ways" if len(places) == 1 else "statements"
    return "several"


def records_at(story: Story, visit: Visit, kind: ControlKind) -> list[ControlRecord]:
    """Return the field's conditions of one kind in the scope of a visit, in SQL order."""
    held = story.tree.field.controls
    found = {
        entry.control.control_id: entry.control
        for entry in held
        if entry.control.kind is kind and entry.control.node_id == visit.node_id and visit.node_id
    }
    return sorted(found.values(), key=lambda record: record.location)


def scope_name(story: Story, visit: Visit) -> Markup:
    """Return what a reader calls the rows a value is taken over."""
    if visit.node_kind in _SCOPES and visit.dataset:
        return code(visit.dataset)
    inputs = [each for each in story.plan.inputs.get(visit.node_id, ()) if each.how not in BESIDE]
    if len(inputs) == 1 and inputs[0].name:
        return code(inputs[0].name)
    return story.words.say("joined")


def group_keys(story: Story, visit: Visit) -> list[Markup]:
    """Return the GROUP BY keys of a visit's scope as written, each once; what stands for keys as words."""
    records = records_at(story, visit, ControlKind.GROUP_BY)
    texts = story.facts.bundle.texts
    written = (
        sql(r.predicate) if r.predicate in texts.get(r.location.file, r.predicate) else plain(r.predicate)
        for r in records
    )
    return list(dict.fromkeys(written))


def has_grouping_sets(story: Story, visit: Visit) -> bool:
    """Return whether a visit's scope is grouped in several ways at once: ROLLUP, CUBE, GROUPING SETS."""
    records = records_at(story, visit, ControlKind.GROUP_BY)
    if not records:
        return False
    text = story.facts.bundle.texts.get(records[0].location.file, "")
    first, last = records[0].location.span, records[-1].location.span
    around = text[max(0, first.start - 40) : last.end + 40]
    return len({r.predicate for r in records}) < len(records) or _SETS.search(around) is not None


def operator_of(story: Story, visit: Visit) -> Markup:
    """Return the set operator of a visit, as the SQL writes it between its first two branches."""
    return Markup(set_operator(story.facts, visit.node_id)) or story.words.say("set.operation")

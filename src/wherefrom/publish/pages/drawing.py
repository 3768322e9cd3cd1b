"""How a row is formed, drawn: inputs as a tree of text, names left, words right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wherefrom.domain.binding import HINT_RULES, BindingRule, Status
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.publish.pages.facts import HOLDS, Facts
from wherefrom.publish.pages.inputs import BESIDE, InputRelation
from wherefrom.publish.pages.markup import fence, visible
from wherefrom.publish.pages.model import TextBlock
from wherefrom.publish.pages.plan import SPLICED, Plan, followed, in_recursion
from wherefrom.publish.pages.windows import first_row

DRAWN = 200
"""Most lines of one drawing."""

DEEPEST = 12
"""Most levels of one drawing."""

_NAME_WIDTH = 72
_LEAVES = {NodeKind.VALUES_LIST: "tree.values", NodeKind.COMMAND_TARGET: "tree.command"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the drawing with what stands below it.

    Attributes:
        name: What is read, as text.
        notes: What is said of it, in order.
        below: Its own inputs.
    """

    name: str
    notes: tuple[str, ...]
    below: tuple[Line, ...] = ()

    def tagged(self, tag: str, *more: str) -> Line:
        """Return the line with notes in front: which writer or branch it belongs to."""
        return replace(self, notes=(tag, *more, *self.notes))


@dataclass(slots=True)
class _Artist:
    """Draws one target; every table and named query is drawn out once.

    Attributes:
        facts, plan: What is drawn.
        drawn: Tables and named queries that were drawn out.
    """

    facts: Facts
    plan: Plan
    drawn: set[str]

    def root(self) -> Line:
        """Return the target with all of its inputs."""
        answer, words = self.facts.answer, self.facts.words
        lives = self.plan.writers.get(answer.target, ())
        self.drawn.add(answer.target)
        alone = [] if lives or not self.plan.scopes else [self.plan.scopes[0]]
        below = [line for scope in alone for line in self._scope(scope, 0)]
        notes = list(self._shape(alone))
        for i, live in enumerate(lives, start=1):
            lines = self._written(live.node_id, 0)
            tag = words.tell("tree.writer", i=i)
            shape = self._shape([edge.src for edge in self._giving(live.node_id)])
            below.extend(line.tagged(tag) if len(lives) > 1 else line for line in lines)
            notes.extend(f"{tag}: {each}" if len(lives) > 1 else each for each in shape)
        return Line(answer.display or answer.target, tuple(notes), tuple(below))

    def _giving(self, node_id: str) -> list[GraphEdge]:
        """Return the edges through which a written table's own statement gives it rows."""
        return [e for e in self.facts.into.get(node_id, ()) if e.kind is not EdgeKind.WRITER_BINDING]

    def _written(self, node_id: str, depth: int) -> list[Line]:
        """Return the inputs of a written table's own statement, each name once: a MERGE reads them in each branch."""
        found: dict[str, Line] = {}
        for edge in self._giving(node_id):
            for line in self._scope(edge.src, depth):
                found.setdefault(f"{line.name} {line.notes}" if line.below else line.name, line)
        return list(found.values())

    def _scope(self, node_id: str, depth: int) -> list[Line]:
        """Return the inputs of a scope; a scope inside it that has no name of its own is drawn through."""
        facts = self.facts
        branches = [e for e in facts.into.get(node_id, ()) if e.kind is EdgeKind.SET_BRANCH]
        if branches:
            return [
                line.tagged(facts.words.tell("tree.branch", i=edge.branch or i))
                for i, edge in enumerate(branches, start=1)
                for line in self._scope(edge.src, depth)
            ]
        relations = self.plan.inputs.get(node_id, ())
        if len(relations) == 1 and relations[0].node.kind in SPLICED:
            return self._scope(relations[0].node.node_id, depth)
        return [line for relation in relations for line in self._lines(relation, depth)]

    def _lines(self, relation: InputRelation, depth: int) -> list[Line]:
        if relation.how not in BESIDE or relation.name:
            return [self._input(relation, depth)]
        tag = self.facts.words.tell(relation.how)
        return [line.tagged(tag) for line in self._scope(relation.node.node_id, depth + 1)]

    def _input(self, relation: InputRelation, depth: int) -> Line:
        facts, node = self.facts, relation.node
        told = relation.how and (depth == 0 or relation.how in BESIDE)
        how = (facts.words.tell(relation.how),) if told else ()
        if node.role == "read":
            line = self._table(node, depth)
        elif node.kind in _LEAVES:
            line = Line(
                relation.name or facts.words.tell("tree.query"), (facts.words.tell(_LEAVES[node.kind]),)
            )
        else:
            line = self._query(relation, depth)
        return replace(line, notes=(*how, *line.notes))

    def _query(self, relation: InputRelation, depth: int) -> Line:
        node = relation.node
        name, notes = relation.name or self.facts.words.tell("tree.query"), self._shape([node.node_id])
        key = node.node_id
        if key in self.drawn:
            reader = self.facts.nodes.get(relation.edge.dst)
            inside = reader is not None and f"{reader.scope}/".startswith(f"{node.scope}/")
            if inside and in_recursion(self.plan, node.location, node.scope):
                return Line(name, (self.facts.words.tell("tree.recursion"),))
            return Line(name, (*notes, self.facts.words.tell("tree.above")))
        self.drawn.add(key)
        if depth >= DEEPEST:
            return Line(name, (*notes, self.facts.words.tell("tree.deeper")))
        return Line(name, notes, tuple(self._scope(key, depth + 1)))

    def _table(self, node: GraphNode, depth: int) -> Line:
        facts, words = self.facts, self.facts.words
        bindings = [e for e in facts.into.get(node.node_id, ()) if e.kind is EdgeKind.WRITER_BINDING]
        live = [e for e in followed(facts, node.node_id) if e.kind is EdgeKind.WRITER_BINDING]
        stopped = [line for edge in bindings if edge not in live for line in self._stopped(edge)]
        if not live:
            return Line(node.dataset, self._end_notes(node, bindings), tuple(stopped))
        if node.node_id in self.plan.own_reads:
            stopped.append(Line(node.dataset, (words.tell("tree.own"),)))
        notes = self._notes_of(live)
        if node.dataset in self.drawn:
            return Line(node.dataset, (*notes, words.tell("tree.above")))
        self.drawn.add(node.dataset)
        if depth >= DEEPEST:
            return Line(node.dataset, (*notes, words.tell("tree.deeper")))
        return Line(node.dataset, notes, (*self._writers(live, depth), *stopped))

    def _notes_of(self, live: list[GraphEdge]) -> tuple[str, ...]:
        """Return what one writer does to the rows, and that it is open; several say so line by line."""
        if len(live) != 1:
            return ()
        scopes = [
            e.src for e in self.facts.into.get(live[0].src, ()) if e.kind is not EdgeKind.WRITER_BINDING
        ]
        return (*self._shape(scopes), *self._open(live[0]))

    def _open(self, edge: GraphEdge) -> tuple[str, ...]:
        status = self.facts.status(edge)
        if status in HOLDS:
            return ()
        words = self.facts.words
        return (words.tell("tree.standing", standing=words.tell(f"standing.{status.value}")),)

    def _writers(self, live: list[GraphEdge], depth: int) -> list[Line]:
        words = self.facts.words
        found: list[Line] = []
        for i, edge in enumerate(live, start=1):
            lines = [line for line in self._written(edge.src, depth + 1) if not self._is_itself(line, edge)]
            if len(live) == 1:
                return lines
            found.extend(line.tagged(words.tell("tree.writer", i=i), *self._open(edge)) for line in lines)
        return found

    def _is_itself(self, line: Line, edge: GraphEdge) -> bool:
        """Return whether a writer's input is the table it writes, being drawn right now: an UPDATE of it."""
        again = self.facts.words.tell("tree.above") in line.notes
        return again and line.name == self.facts.nodes[edge.src].dataset

    def _end_notes(self, node: GraphNode, bindings: list[GraphEdge]) -> tuple[str, ...]:
        """Return what a table is that no writer is followed into: an origin, or its own earlier content."""
        if any(edge.rule not in HINT_RULES and edge.rule is not BindingRule.SELF for edge in bindings):
            return ()
        if node.kind is not NodeKind.PHYSICAL_TABLE and node.node_id not in self.plan.own_reads:
            return self._system(node.dataset)
        place = (node.location.file, node.location.statement)
        written = {
            n.dataset
            for n in self.facts.nodes.values()
            if n.role == "target" and (n.location.file, n.location.statement) == place
        }
        return (self.facts.words.tell("tree.own" if node.dataset in written else "tree.earlier"),)

    def _stopped(self, edge: GraphEdge) -> Iterator[Line]:
        """Yield the line of a writer that is not followed; a hint that nobody spoke of has none."""
        status, words = self.facts.status(edge), self.facts.words
        if edge.rule is BindingRule.SELF or (edge.rule is BindingRule.NAME_ONLY and status is Status.PENDING):
            return
        if status is Status.REJECTED:
            said = words.tell("tree.rejected")
        elif status is Status.DEFERRED:
            said = words.tell("tree.deferred")
        else:
            said = words.tell("tree.possible", standing=words.tell(f"standing.{status.value}"))
        yield Line(str(edge.location), (said,))

    def _system(self, table: str) -> tuple[str, ...]:
        ruling = self.facts.bundle.systems.get(table)
        if ruling and ruling.status is Status.CONFIRMED:
            return (ruling.system,)
        return (self.facts.words.tell("tree.no.system"),)

    def keeps_one(self, relation: InputRelation) -> bool:
        """Return whether an input is grouped or cut down to first rows, so that keys stand once in it."""
        if relation.node.role == "query":
            return bool(self._shape([relation.node.node_id]))
        live = [e for e in followed(self.facts, relation.node.node_id) if e.kind is EdgeKind.WRITER_BINDING]
        if len(live) != 1:
            return False
        return bool(self._shape([edge.src for edge in self._giving(live[0].src)]))

    def _shape(self, scopes: list[str]) -> tuple[str, ...]:
        """Return what the scopes of one line do to its rows: grouping, first rows, DISTINCT."""
        facts, found = self.facts, []
        inner = [s for scope in scopes for s in (scope, *self._through(scope))]
        for scope in inner:
            records = facts.records.get(scope, ())
            keys = [
                r.predicate
                for r in sorted(records, key=lambda r: r.location)
                if r.kind is ControlKind.GROUP_BY
            ]
            if keys:
                found.append(facts.words.tell("tree.one.row", keys=facts.words.join_list(keys, "and")))
            for record in records:
                first = (
                    first_row(facts, record)
                    if record.kind in (ControlKind.WHERE, ControlKind.QUALIFY)
                    else None
                )
                if first and first.window.keys:
                    keys = list(first.window.keys)
                    found.append(facts.words.tell("tree.first.row", keys=facts.words.join_list(keys, "and")))
                elif first:
                    found.append(facts.words.tell("tree.first.row.all"))
            if scope in facts.nodes and "DISTINCT" in facts.nodes[scope].flags:
                found.append(facts.words.tell("tree.distinct"))
        return tuple(dict.fromkeys(found))

    def _through(self, scope: str) -> list[str]:
        """Return the scopes without a name of their own that a scope is drawn through."""
        found: list[str] = []
        while True:
            relations = self.plan.inputs.get(scope, ())
            if len(relations) != 1 or relations[0].node.kind not in SPLICED or len(found) > DEEPEST:
                return found
            scope = relations[0].node.node_id
            found.append(scope)


def drawing(facts: Facts, plan: Plan) -> TextBlock | None:
    """Return the drawing of a target's rows; None where no input is known."""
    root = _Artist(facts, plan, set()).root()
    if not root.below:
        return None
    flat: list[tuple[str, str]] = [(visible(root.name), visible(" · ".join(root.notes)))]
    _flatten(root, "", flat)
    if len(flat) > DRAWN:
        left = len(flat) - DRAWN
        flat = [*flat[:DRAWN], (facts.words.tell("tree.more", n=left), "")]
    width = max((len(name) for name, notes in flat if notes and len(name) <= _NAME_WIDTH), default=0)
    lines = tuple(f"{name:<{width}}   {notes}".rstrip() for name, notes in flat)
    return TextBlock(fence(lines), lines)


def _flatten(line: Line, indent: str, flat: list[tuple[str, str]]) -> None:
    for at, child in enumerate(line.below, start=1):
        last = at == len(line.below)
        name = f"{indent}{'└─ ' if last else '├─ '}{visible(child.name)}"
        flat.append((name, visible(" · ".join(child.notes))))
        _flatten(child, indent + ("   " if last else "│  "), flat)


def unmatched_inputs(facts: Facts, plan: Plan) -> list[str]:
    """Return the joined inputs of the target's own rows of which nothing shows that they match once."""
    artist = _Artist(facts, plan, set())
    found: dict[str, None] = {}
    for scope in plan.scopes:
        if scope not in plan.main:
            continue
        for relation in plan.inputs.get(scope, ()):
            if relation.how not in ("tree.may", "tree.must", "tree.full", "tree.right"):
                continue
            if not artist.keeps_one(relation):
                found[relation.name] = None
    return list(found)

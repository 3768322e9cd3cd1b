"""Tables that are read: their writers, or the end (method 1.5)."""

from __future__ import annotations

from msgspec.structs import replace

from wherefrom.domain.binding import HINT_RULES, BindingRule, Status
from wherefrom.domain.dataset import EdgeKind, Table
from wherefrom.domain.rules import Terminal
from wherefrom.domain.unit import Effect
from wherefrom.lineage.columns import Carried, View, columns_of, view_of
from wherefrom.lineage.estate import PlacedWriter
from wherefrom.lineage.exits import END
from wherefrom.lineage.ground import Ground
from wherefrom.lineage.reach import ROW_WRITERS, Bound
from wherefrom.lineage.steps import Doubt, Expansion, Step, Vertex
from wherefrom.lineage.structures import Layout


class Reads:
    """Expands columns of tables that are read."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.index = ground.index

    def read(self, vertex: Vertex, body: Table) -> Expansion:
        """A table that is read: its writers, or the end."""
        index = self.index
        name = body.name.canonical
        at = (
            f"{name}.${vertex.key[1:]}" if _is_place(vertex.key) and body.numbered else f"{name}.{vertex.key}"
        )
        layout = self.ground.layouts.of(vertex.node)
        key = self._table_key(vertex, layout)
        pseudo = self.ground.binder.pseudo(vertex.node, key)
        if layout.complete and key not in layout.names and not pseudo:
            return self.ground.missing(vertex)
        vertex = replace(vertex, key=key)
        if body.prior:
            written = index.by_table.get(index.key(body.name, index.file_of[vertex.node]))
            terminal = Terminal.PRIOR_STATE if written else Terminal.EXTERNAL_ENDPOINT
            return Expansion((self.ground.end(vertex, terminal, at),))
        reaching = self.ground.reach.of(vertex.node)
        relevant = self._relevant(reaching.bound, key, view_of(index, vertex.node))
        steps = [
            self._through(vertex, bound, f"{number}/{len(relevant)}" if len(relevant) > 1 else "", carried)
            for number, (bound, carried) in enumerate(relevant, start=1)
        ]
        if reaching.own:
            steps.append(self.ground.end(vertex, Terminal.CYCLE, at))
        changed = self.ground.reach.views.changed.get(index.key(body.name, index.file_of[vertex.node]), ())
        rows = any(placed.writer.kind in ROW_WRITERS for placed in changed)
        rows |= any(self._brings_rows(bound) for bound in reaching.bound if not self._only_hint(bound))
        unread = index.unread.get(index.key(body.name, index.file_of[vertex.node]), [])
        for location in unread:
            message = f"The statement at {location} writes {name} and could not be read."
            doubt = Doubt("UNPARSED_STATEMENT", location, "", name, (), message)
            steps.append(self.ground.end(vertex, Terminal.UNPARSED_WRITER, at, doubt))
        for placed in changed:
            location = index.location(placed.target, placed.statement.span)
            message = f"The statement at {location} writes to a view over {name}: which of its columns, is not shown."
            doubt = Doubt("OPAQUE_STATEMENT", location, "", name, (), message)
            steps.append(self.ground.end(vertex, Terminal.UNPARSED_WRITER, at, doubt))
        if not rows and not reaching.own and not unread and not any(step.to for step in steps):
            moved = self.index.statement(vertex.node).kind == "ALTER"
            key_written = moved and index.by_table.get(index.key(body.name, index.file_of[vertex.node]))
            terminal = Terminal.PRIOR_STATE if key_written else Terminal.EXTERNAL_ENDPOINT
            steps.append(self._one_of_several(vertex, body) or self.ground.end(vertex, terminal, at))
        return Expansion(tuple(steps))

    def _one_of_several(self, vertex: Vertex, body: Table) -> Step | None:
        """Return the end at a name under a search_path that may mean several tables of the snapshot; None for any other."""
        found = self.index.found(body.name)
        if len(found) < 2:
            return None
        at = f"{body.name.canonical}.{vertex.key}"
        message = f"{body.name.canonical} is looked for in several schemas, and {len(found)} of them have it."
        span = self.index.nodes[vertex.node].span
        candidates = tuple(f"{each}.{vertex.key}" for each in found)
        doubt = self.ground.doubt(vertex.node, span, "AMBIGUOUS_COLUMN_SOURCES", at, candidates, message)
        return self.ground.end(vertex, Terminal.AMBIGUOUS_COLUMN, at, doubt)

    def _table_key(self, vertex: Vertex, layout: Layout) -> str:
        """Return a column's name for a position, where the columns are known."""
        if vertex.key.startswith("#") and layout.complete:
            at = int(vertex.key[1:]) - 1 if vertex.key[1:].isdigit() else -1
            if 0 <= at < len(layout.slots):
                return layout.slots[at].name
        return vertex.key

    def _only_hint(self, bound: Bound) -> bool:
        return bound.rule in HINT_RULES and bound.ruling.status is not Status.CONFIRMED

    def _decided_hint(self, bound: Bound) -> bool:
        """A hint that a person put off or, between environments, rejected is shown as an end."""
        if bound.ruling.status is Status.DEFERRED:
            return True
        return bound.rule is BindingRule.ENVIRONMENT and bound.ruling.status is Status.REJECTED

    def _brings_rows(self, bound: Bound) -> bool:
        return self.index.writers[bound.writer].writer.kind in ROW_WRITERS

    def _relevant(self, bound: tuple[Bound, ...], key: str, view: View) -> list[tuple[Bound, Carried]]:
        """Return the bindings that give a value for this column, each with what it was then; hints only where decided."""
        found: list[tuple[Bound, Carried]] = []
        seen = END
        for each in bound:
            if self._only_hint(each) and not self._decided_hint(each):
                continue
            placed = self.index.writers[each.writer]
            same = each.rule is BindingRule.SAME_SCRIPT
            if same and placed.statement.ordinal >= seen:
                continue
            carried = self.ground.tables.carried(placed, key, view)
            if not self.assigns(placed, carried):
                continue
            found.append((each, carried))
            whole = placed.writer.effect is Effect.SET_ALL and not placed.statement.conditional
            hides = whole and self.overwrites(placed, carried)
            if hides and same:
                seen = min(
                    seen, self.ground.reach.exits.since(placed.file, placed.statement.ordinal, view.ordinal)
                )
                if not seen:
                    break
        return found

    def assigns(self, placed: PlacedWriter, column: Carried) -> bool:
        """Whether a writer says anything about a column: one that brings rows always does."""
        if any(branch.brings_rows for branch in placed.writer.branches):
            return True
        names = {column.was} if column.sure else {column.was, column.name}
        if any(not names.isdisjoint(branch.columns or ()) for branch in placed.writer.branches):
            return True
        return bool(self.ground.recomputes(placed, column.was))

    def overwrites(self, placed: PlacedWriter, column: Carried) -> bool:
        """Whether a writer of no rows leaves nothing of a column: it assigns it, or all that it is computed of."""
        key = column.was if column.sure else ""
        if any(key in (branch.columns or ()) for branch in placed.writer.branches):
            return True
        found = self.ground.computed(placed.name, placed.file, placed.writer.statement, key)
        made = columns_of(found[0]) if found is not None else frozenset()
        return bool(made) and made <= self.ground.recomputes(placed, key)

    def unsettled(self, vertex: Vertex, placed: PlacedWriter, column: Carried) -> Step:
        """Return the end of a column that may have been another one when a statement wrote the table."""
        name = placed.name.canonical
        at = f"{name}.{column.name}"
        names = dict.fromkeys((column.name, column.was or column.name))
        candidates = tuple(f"{name}.{each}" for each in names)
        where = self.index.location(placed.target, placed.statement.span)
        message = (
            f"Columns of {name} were changed, and which of those that the statement at {where} writes is {at},"
            " is not known."
        )
        span = placed.statement.span
        doubt = self.ground.doubt(placed.target, span, "COLUMN_CHANGE_UNPROVEN", at, candidates, message)
        return replace(
            self.ground.end(vertex, Terminal.AMBIGUOUS_COLUMN, at, doubt), node=placed.target, location=where
        )

    def _through(self, vertex: Vertex, bound: Bound, mark: str, carried: Carried) -> Step:
        placed = self.index.writers[bound.writer]
        ends = (placed.target, vertex.node)
        if not carried.sure:
            end = self.unsettled(vertex, placed, carried)
            return replace(end, edge=EdgeKind.WRITER_BINDING, ends=ends, bound=bound, writer=mark)
        blocked = {Status.REJECTED: Terminal.WRITER_REJECTED, Status.DEFERRED: Terminal.WRITER_DEFERRED}
        terminal = blocked.get(bound.ruling.status)
        if terminal is None and not self.ground.accepted.follows(bound):
            terminal = Terminal.WRITER_PENDING
        if terminal is not None:
            return Step(
                terminal=terminal,
                edge=EdgeKind.WRITER_BINDING,
                ends=ends,
                at=self.ground.called(vertex.node, vertex.key),
                location=self.index.location(placed.target, placed.statement.span),
                bound=bound,
                node=placed.target,
                writer=mark,
                operand=vertex.operand,
            )
        onward = Vertex(
            placed.target, carried.was or carried.name, vertex.path, vertex.operand, carried.added
        )
        return Step(
            to=onward,
            edge=EdgeKind.WRITER_BINDING,
            ends=ends,
            bound=bound,
            writer=mark,
            operand=vertex.operand,
        )


def _is_place(key: str) -> bool:
    return key[:1] == "#" and key[1:].isdigit()

"""Tables that are part of others, partitions and child tables, and what is done to a part through its whole (method 1.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from wherefrom.domain.dataset import Select
from wherefrom.domain.names import TableName
from wherefrom.domain.unit import PARTS, WriterKind
from wherefrom.lineage.estate import Event, Index, PlacedWriter


class Wholes:
    """The parts of an estate's tables. Lazy, never changed."""

    def __init__(self, index: Index) -> None:
        self.index = index

    @cached_property
    def _joins(self) -> dict[str, list[PlacedWriter]]:
        """What makes each table, by key, part of another."""
        found: dict[str, list[PlacedWriter]] = defaultdict(list)
        for placed in self.index.writers:
            if placed.writer.kind in PARTS:
                found[self.key(placed)].append(placed)
        return found

    def __bool__(self) -> bool:
        """Whether there are parts at all."""
        return bool(self._joins)

    def is_part(self, number: int) -> bool:
        """Whether a writer is a part that its target has."""
        return self.index.writers[number].writer.kind in PARTS

    def read(self, placed: PlacedWriter) -> int:
        """Return the node that reads the part, of the statement that makes it one."""
        query = self.index.base[placed.file] + placed.writer.branches[0].node
        body = self.index.nodes[query].body
        assert isinstance(body, Select)  # extract's own promise
        return self.index.local(query, body.inputs[0].node)

    def key(self, placed: PlacedWriter) -> str:
        """Return the identity of the part."""
        part = self.index.table(self.read(placed))
        assert part is not None  # extract's own promise
        return self.index.key(part, placed.file)

    def events(self, key: str, file: int, script: str, ordinal: int) -> list[Event]:
        """Return what happens to a table in a script, in order, what is done through its wholes included.

        Args:
            key: The table.
            file: The file.
            script: The script in it.
            ordinal: The statement that reads it. Where that is the one that makes it a part, rows put into the
                whole are not looked for: who asks has them of the whole itself.
        """
        own = self.index.events.get((file, script, key), [])
        through = [
            event
            for placed, routed in self._above(key, (file, ordinal))
            for event in self.index.events.get((file, script, self.index.key(placed.name, file)), ())
            if event.ordinal > self._since(placed, file, script)
            and (event.writer < 0 or self.reaches(event.writer, routed=routed))
        ]
        return sorted([*own, *through], key=lambda event: event.ordinal) if through else own

    def elsewhere(self, key: str, place: tuple[int, int]) -> Iterator[tuple[TableName, bool]]:
        """Yield the tables through which other scripts may write a part, and whether rows put there go to it."""
        if all((each.file, each.statement.ordinal) != place for each in self._joins.get(key, ())):
            yield from ((placed.name, routed) for placed, routed in self._above(key, place))

    def _above(
        self, key: str, place: tuple[int, int], seen: frozenset[str] = frozenset()
    ) -> Iterator[tuple[PlacedWriter, bool]]:
        """Yield what makes a table part of its wholes and of theirs, and whether rows put there go to the part."""
        for placed in self._joins.get(key, ()):
            here = (placed.file, placed.statement.ordinal) == place
            routed = placed.writer.kind is WriterKind.PARTITION and not here
            above = self.index.key(placed.name, placed.file)
            if above not in seen:
                yield placed, routed
                for higher, onward in self._above(above, place, seen | {above, key}):
                    yield higher, onward and routed

    def reaches(self, number: int, *, routed: bool) -> bool:
        """Whether what a writer does to a whole is done to its part: a change always is, new rows where they go there."""
        kind = self.index.writers[number].writer.kind
        return kind is WriterKind.UPDATE or (routed and kind not in PARTS)

    def detached(self, number: int, file: int, script: str, before: int | None) -> bool:
        """Whether a writer is a part that a script has detached.

        Args:
            number: The writer.
            file: The file.
            script: The script in it.
            before: The statement at which it is asked; None for the script's end.
        """
        if not self.is_part(number):
            return False
        placed = self.index.writers[number]
        first = self._since(placed, file, script)
        ended = self.index.detached.get((file, script, self.key(placed)), ())
        return any(first < each and (before is None or each < before) for each in ended)

    def _since(self, placed: PlacedWriter, file: int, script: str) -> int:
        """Return the statement after which a script knows a part: 0 where another script makes it one."""
        here = (placed.file, placed.statement.script) == (file, script)
        return placed.statement.ordinal if here else 0

"""When the rows of a view are read: its query runs where the view is used, or where it is filled (method 1.5).

So it is with everything that is another name for rows and holds none: synonyms, streams, the parts of a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from wherefrom.domain.dataset import Table
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.unit import PARTS, WriterKind
from wherefrom.lineage.estate import Index, PlacedWriter
from wherefrom.lineage.exits import END, Exits

_LIVE = PARTS | {WriterKind.CREATE_VIEW}
_CHANGING = frozenset(
    {
        WriterKind.INSERT_INTO,
        WriterKind.INSERT_OVERWRITE,
        WriterKind.MERGE,
        WriterKind.UPDATE,
        WriterKind.OUTPUT_INTO,
        WriterKind.COPY,
    }
)
_OTHER_NAMES = frozenset({"CREATE_SYNONYM", "CREATE_STREAM"})


class Views:
    """The views of an estate and the statements that read them. Lazy, memoised."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.exits = Exits(index)

    @cached_property
    def _made(self) -> dict[tuple[int, int], list[str]]:
        """The views each statement makes, by file and ordinal."""
        made: dict[tuple[int, int], list[str]] = defaultdict(list)
        for placed in self.index.writers:
            if placed.writer.kind in _LIVE or placed.statement.kind in _OTHER_NAMES:
                key = self.index.key(placed.name, placed.file)
                made[placed.file, placed.statement.ordinal].append(key)
        return made

    @cached_property
    def _readers(self) -> dict[tuple[int, str, str], set[int]]:
        """The statements that read each view, by file, script and view."""
        index = self.index
        views = {key for keys in self._made.values() for key in keys}
        readers: dict[tuple[int, str, str], set[int]] = defaultdict(set)
        for gid, node in enumerate(index.nodes):
            if isinstance(node.body, Table) and node.body.role == "read":
                key = index.key(node.body.name, index.file_of[gid])
                if key in views:
                    readers[index.file_of[gid], index.statement(gid).script, key].add(node.statement)
        return readers

    @cached_property
    def changed(self) -> dict[str, list[PlacedWriter]]:
        """The writers that write to a view, by each table that its query reads, directly or through other views.

        Only of dialects whose views take writes: what they put into the table, nothing here says.
        """
        index = self.index
        makers: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for placed in index.writers:
            if placed.writer.kind is WriterKind.CREATE_VIEW or placed.statement.kind in _OTHER_NAMES:
                key = index.key(placed.name, placed.file)
                makers[key].append((placed.file, placed.statement.ordinal))
        made = {place for places in makers.values() for place in places}
        writers = [
            (self.index.key(placed.name, placed.file), placed)
            for placed in index.writers
            if placed.writer.kind in _CHANGING and self._takes_writes(placed.file)
        ]
        if all(key not in makers for key, _ in writers):
            return {}
        reads: dict[tuple[int, int], list[str]] = defaultdict(list)
        for gid, node in enumerate(index.nodes):
            place = (index.file_of[gid], node.statement)
            if place in made and isinstance(node.body, Table) and node.body.role == "read":
                reads[place].append(index.key(node.body.name, place[0]))
        found: dict[str, list[PlacedWriter]] = defaultdict(list)
        for key, placed in writers:
            waiting, seen = [key], {key}
            while waiting:
                behind = {read for place in makers.get(waiting.pop(), ()) for read in reads[place]} - seen
                seen |= behind
                waiting += sorted(behind)
            for table in sorted(seen - makers.keys()):
                if table != key:
                    found[table].append(placed)
        return found

    def _takes_writes(self, file: int) -> bool:
        return DIALECTS[self.index.files[file].unit.dialect].writes_through_views

    def makes(self, file: int, ordinal: int) -> bool:
        """Whether a statement makes a view."""
        return (file, ordinal) in self._made

    def runs(self, file: int, script: str, ordinal: int) -> tuple[tuple[int, ...], bool]:
        """Return as at which statements of a script the query of a view runs.

        Args:
            file: The file.
            script: The script in it.
            ordinal: The statement that makes the view, 1-based.

        Returns:
            Ordinals, ``END`` for what other scripts read; and whether another script runs it anew.
        """
        fills = [self.index.refreshes.get(key, {}) for key in self._made[file, ordinal]]
        uses = self.uses(file, script, ordinal) or (END,)
        if not any(fills):
            return uses, False
        elsewhere = any(place != (file, script) for each in fills for place in each)
        return tuple(sorted(set(self._filled_for(file, script, ordinal, uses)))) or uses, elsewhere

    def _filled_for(self, file: int, script: str, ordinal: int, uses: Iterable[int]) -> Iterator[int]:
        """Yield the statements that may have filled a materialized view as it stands at those that read it."""
        fills = [self.index.refreshes.get(key, {}) for key in self._made[file, ordinal]]
        own = [event for each in fills for event in each.get((file, script), ())]
        for use in uses:
            for event in reversed([each for each in own if each.ordinal < use]):
                yield event.ordinal
                if not event.conditional and not self.exits.since(file, event.ordinal, use):
                    break

    def uses(self, file: int, script: str, ordinal: int) -> tuple[int, ...]:
        """Return the statements of a script that read the view of a statement, by themselves or through other views.

        Args:
            file: The file.
            script: The script in it.
            ordinal: The statement that makes the view, 1-based.

        Returns:
            Ordinals in order; empty where the script does not read the view after making it.
        """
        return tuple(sorted(set(self._uses(file, script, ordinal, set()))))

    def _uses(self, file: int, script: str, ordinal: int, seen: set[int]) -> Iterator[int]:
        seen.add(ordinal)
        for key in self._made[file, ordinal]:
            for reader in self._readers.get((file, script, key), ()):
                if not self.makes(file, reader):
                    yield from (reader,) if reader > ordinal else ()
                elif reader not in seen:
                    uses = self._uses(file, script, reader, seen)
                    if any(self.index.refreshes.get(each) for each in self._made[file, reader]):
                        uses = self._filled_for(file, script, reader, tuple(uses) or (END,))
                    yield from (each for each in uses if each > ordinal)

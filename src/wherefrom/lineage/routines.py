"""Which body a call runs, and what that body writes and calls (docs/decisions/0012).

Nothing here carries a row: it says by whom a writer is run.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from wherefrom.domain.dataset import Call
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.expression import Expression
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Assignment, Routine
from wherefrom.lineage.estate import Index

_UNQUOTED = re.compile(r'["`\[\]]')


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A routine that a file calls and whose body is not known.

    Attributes:
        name: Canonical name, as the first call has it.
        location: The first call in the file.
        times: Calls of it in the file.
        bodies: The bodies that have the name, each with its file and line; empty if none does.
    """

    name: str
    location: Location
    times: int
    bodies: tuple[str, ...]


class Routines:
    """The calls of an estate and the bodies they run. Lazy; depends on no ruling."""

    def __init__(self, index: Index) -> None:
        self.index = index

    @cached_property
    def _calls(self) -> tuple[tuple[int, Call], ...]:
        nodes = enumerate(self.index.nodes)
        return tuple((gid, node.body) for gid, node in nodes if isinstance(node.body, Call))

    @cached_property
    def _by_statement(self) -> dict[tuple[int, int], tuple[int, Call]]:
        return {
            (self.index.file_of[gid], self.index.statement(gid).ordinal): (gid, call)
            for gid, call in self._calls
        }

    @cached_property
    def _bodies(self) -> dict[tuple[str, str], list[tuple[int, Routine]]]:
        found: dict[tuple[str, str], list[tuple[int, Routine]]] = defaultdict(list)
        for number, file in enumerate(self.index.files):
            for routine in file.unit.routines:
                found[_key(file.unit.dialect, routine.name)].append((number, routine))
        return found

    @cached_property
    def _functions(self) -> frozenset[tuple[str, str]]:
        """Functions as queries may call them: by dialect and name, as the heads have it or without what stands before it."""
        found: set[tuple[str, str]] = set()
        for file in self.index.files:
            dialect = file.unit.dialect
            for routine in file.unit.routines:
                if routine.function:
                    name = _UNQUOTED.sub("", routine.script).lower()
                    found.add((dialect, name))
                    if not DIALECTS[dialect].functions_by_schema:
                        found.add((dialect, name.rpartition(".")[2]))
        return frozenset(found)

    def own_functions(self, gid: int, value: Expression) -> tuple[str, ...]:
        """Return the functions of the project's own among those that an expression calls, its parts left out."""
        dialect = self._dialect(gid)
        found = tuple(each for each in value.calls if "." in each or (dialect, each) in self._functions)
        return found or ((value.function.lower(),) if value.opaque else ())

    def has_function(self, gid: int, name: str) -> bool:
        """Whether the snapshot holds the body of a function, as a node's statement calls it."""
        return (self._dialect(gid), name) in self._functions

    def _bodies_of(self, gid: int, call: Call) -> list[tuple[int, Routine]]:
        """Return the bodies that have the nearest of a call's names that any has."""
        dialect = self._dialect(gid)
        return next((found for each in call.names if (found := self._bodies.get(_key(dialect, each)))), [])

    def may_fill(self, file: int, given: Assignment) -> bool:
        """Whether a call may fill a variable that it is given: the body's head says so, or there is none."""
        call = self._by_statement.get((file, given.statement))
        bodies = self._bodies_of(*call) if call is not None else []
        return not bodies or any(routine.may_fill(given.argument) for _, routine in bodies)

    def must_fill(self, file: int, given: Assignment) -> bool:
        """Whether a call is sure to leave nothing of the old value of a variable that it is given."""
        call = self._by_statement.get((file, given.statement))
        bodies = self._bodies_of(*call) if call is not None else []
        return bool(bodies) and all(routine.must_fill(given.argument) for _, routine in bodies)

    def runs(self) -> Iterator[tuple[int, int]]:
        """Yield calls with what they run: the tables that the body writes, and the calls inside it."""
        inside: dict[tuple[int, str], list[int]] = defaultdict(list)
        for writer in self.index.writers if self._calls else ():
            inside[writer.file, writer.statement.script].append(writer.target)
        for gid, _ in self._calls:
            inside[self.index.file_of[gid], self.index.statement(gid).script].append(gid)
        for gid, call in self._calls:
            bodies = self._bodies_of(gid, call)
            if len(bodies) == 1:
                number, routine = bodies[0]
                yield from ((gid, each) for each in inside[number, routine.script])

    def open_calls(self) -> Iterator[OpenCall]:
        """Yield the routines that a file calls and that have no body in the snapshot, or several; once per file."""
        found: dict[tuple[int, str], list[int]] = defaultdict(list)
        several: dict[tuple[int, str], tuple[str, ...]] = {}
        for gid, call in self._calls:
            name = self.index.nodes[gid].name
            bodies = self._bodies_of(gid, call)
            if len(bodies) > 1 or not (bodies or self._brought_along(gid, name)):
                found[self.index.file_of[gid], name].append(gid)
                several.setdefault((self.index.file_of[gid], name), self._places(bodies))
        for (file, name), gids in found.items():
            yield OpenCall(name, self.index.location(gids[0]), len(gids), several[file, name])

    def _places(self, bodies: list[tuple[int, Routine]]) -> tuple[str, ...]:
        statements = (
            (self.index.path(number), self.index.files[number].unit.statements[routine.statement - 1])
            for number, routine in bodies
        )
        return tuple(f"{path}:{each.span.line}" for path, each in statements)

    def _brought_along(self, gid: int, name: str) -> bool:
        """Whether a name is that of a routine of the database's own."""
        beginnings = DIALECTS[self._dialect(gid)].system_routines
        whole = name.lower()
        return whole.startswith(beginnings) or whole.rpartition(".")[2].startswith(beginnings)

    def _dialect(self, gid: int) -> str:
        return self.index.files[self.index.file_of[gid]].unit.dialect


def _key(dialect: str, name: str) -> tuple[str, str]:
    """Return what tells routines apart: a name without schema is in the default one, where the dialect has it."""
    schema = DIALECTS[dialect].default_schema
    return dialect, name.removeprefix(f"{schema}.") if schema else name

"""Calls between procedures: shared temporary tables, and the rows that INSERT … EXEC inserts (method 1.4, 1.11).

T-SQL only: there a called procedure sees the ``#t`` of its caller, and INSERT … EXEC takes the result
sets of the procedure by position.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property

from wherefrom.domain.dataset import TableFunction
from wherefrom.domain.unit import StatementStatus, WriterKind
from wherefrom.lineage.estate import MAKING, Event, Index
from wherefrom.lineage.exits import END, Exits

Script = tuple[int, str]
"""A body or a file's own sequence: the file's number, and the procedure's name or nothing."""

_QUOTES = re.compile(r'[\[\]"]')


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a procedure whose body is in the snapshot.

    Attributes:
        ordinal: Statement of the caller.
        conditional: It may not happen.
        body: What is called.
    """

    ordinal: int
    conditional: bool
    body: Script


class Calls:
    """Who calls whom in an estate. Lazy and memoised; depends on no ruling."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.exits = Exits(index)
        self._content: dict[tuple[Script, str], tuple[Event, ...]] = {}

    @cached_property
    def _bodies(self) -> dict[str, tuple[Script, ...]]:
        found: dict[str, dict[Script, None]] = defaultdict(dict)
        for number, file in enumerate(self.index.files):
            if file.unit.dialect == "tsql":
                for statement in file.unit.statements:
                    if statement.script:
                        found[procedure(statement.script)][number, statement.script] = None
        return {name: tuple(scripts) for name, scripts in found.items()}

    @cached_property
    def _functions(self) -> dict[str, tuple[Script, ...]]:
        """The bodies of routines that give rows, of every dialect."""
        found: dict[str, dict[Script, None]] = defaultdict(dict)
        for number, file in enumerate(self.index.files):
            for statement in file.unit.statements:
                if statement.script and statement.result >= 0:
                    found[procedure(statement.script)][number, statement.script] = None
        return {name: tuple(scripts) for name, scripts in found.items()}

    @cached_property
    def _calls(self) -> dict[Script, tuple[Call, ...]]:
        found: dict[Script, list[Call]] = defaultdict(list)
        for number, file in enumerate(self.index.files):
            if file.unit.dialect == "tsql":
                for each in file.unit.statements:
                    if each.calls:
                        found[number, each.script].extend(
                            Call(each.ordinal, each.conditional, body)
                            for body in self._bodies.get(procedure(each.calls), ())
                        )
        return {script: tuple(calls) for script, calls in found.items()}

    @cached_property
    def _callers(self) -> dict[Script, tuple[tuple[Script, Call], ...]]:
        found: dict[Script, list[tuple[Script, Call]]] = defaultdict(list)
        for caller, calls in self._calls.items():
            for call in calls:
                found[call.body].append((caller, call))
        return {body: tuple(callers) for body, callers in found.items()}

    def content(self, script: Script, name: str) -> tuple[Event, ...]:
        """Return what happens to a ``#t`` in a script, with what the procedures it calls do to it, in order."""
        place = (script, name)
        if place not in self._content:
            self._content[place] = ()
            found = list(self.index.events.get((*script, f"{script[0]}\x00{name}"), ()))
            for call in self._calls.get(script, ()):
                if self._creates(call.body, name):
                    continue
                last = {event.writer: event for event in self.content(call.body, name)}
                found.extend(
                    replace(
                        event,
                        ordinal=call.ordinal,
                        conditional=event.conditional
                        or call.conditional
                        or self.exits.since(call.body[0], event.ordinal, END) > 0,
                    )
                    for event in last.values()
                )
            self._content[place] = tuple(sorted(found, key=lambda event: event.ordinal))
        return self._content[place]

    def callers(self, script: Script, name: str) -> tuple[tuple[Script, Call], ...]:
        """Return the calls through which a script sees a ``#t`` that it does not make itself."""
        return () if self._creates(script, name) else self._callers.get(script, ())

    def _creates(self, script: Script, name: str) -> bool:
        unit = self.index.files[script[0]].unit
        makers = {
            each.statement for each in unit.ddl if each.name.canonical == name and each.change in MAKING
        }
        for number in self.index.by_table.get(f"{script[0]}\x00{name}", ()):
            placed = self.index.writers[number]
            if placed.writer.kind is WriterKind.SELECT_INTO:
                makers.add(placed.writer.statement)
        return any(unit.statements[each - 1].script == script[1] for each in makers)

    def results(self, gid: int) -> tuple[int, ...]:
        """Return the queries whose rows an INSERT … EXEC or a function in FROM gives; nothing where not all are known."""
        node = self.index.nodes[gid]
        dialect = self.index.files[self.index.file_of[gid]].unit.dialect
        if not isinstance(node.body, TableFunction) or node.body.known:
            return ()
        if node.parent < 0 and dialect != "tsql":
            return ()
        known = self._functions if node.parent >= 0 else self._bodies
        bodies = known.get(procedure(node.body.function), ())
        found = self._results(bodies[0], frozenset()) if len(bodies) == 1 else None
        if found and node.parent >= 0 and all(self.index.statement(each).kind == "SELECT" for each in found):
            found = found[-1:]  # a body of plain statements gives the rows of the last one
        return tuple(found or ())

    def _results(self, script: Script, outer: frozenset[Script]) -> list[int] | None:
        """Return a body's result queries and those of the bodies it calls; None where one is not known."""
        found: list[int] = []
        for each in self.index.files[script[0]].unit.statements:
            if each.script != script[1]:
                continue
            if each.dynamic_sql or each.status in (StatementStatus.UNPARSED, StatementStatus.OPAQUE):
                return None
            if each.result >= 0:
                found.append(self.index.base[script[0]] + each.result)
            if each.calls:
                bodies = self._bodies.get(procedure(each.calls), ())
                if len(bodies) != 1 or bodies[0] in outer:
                    return None
                more = self._results(bodies[0], outer | {script})
                if more is None:
                    return None
                found.extend(more)
        return found


def procedure(name: str) -> str:
    """Return what tells procedures apart: names are not case-sensitive, ``dbo`` is where a bare one stands."""
    return _QUOTES.sub("", name).lower().removeprefix("dbo.")

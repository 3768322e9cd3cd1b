"""What link says of one file in short, and what a file shows to the others: enough to leave its Unit unread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from wherefrom.domain.binding import Candidate
from wherefrom.domain.evidence import PlacedDiagnostic
from wherefrom.domain.span import Location
from wherefrom.domain.unit import Coverage

_OF_LINK = ("DDL_CONFLICT", "UNRESOLVED_CALL", "INCOMPLETE_WRITERS")
"""Diagnostics of link: they follow those of the files, in this order."""


@dataclass(frozen=True, slots=True)
class Interface:
    """By which names a file and the others of its estate meet.

    Tables go by the last part of their names, as link looks them up; session-scoped ones are left out.

    Attributes:
        writes: Tables whose rows or columns it decides: written, emptied, moved, declared. Sorted.
        reads: Tables it reads, or takes the columns of. Sorted.
        copies: Tables whose columns its DDL copies. Sorted.
        defines: Procedures and functions whose bodies it holds. Sorted.
        calls: Those it calls. Sorted.
        anywhere: A name that it writes has a placeholder in its last part: it may be any table.
        open: A name that it reads has.
        shares: It names a temporary table that procedures share with their callers.
        refers: Models that its project references name. Sorted.
        owns: Tables that it fills by the project's own convention. Sorted.
        bare: It holds one query and nothing else that reads or writes.
    """

    writes: tuple[str, ...]
    reads: tuple[str, ...]
    copies: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    anywhere: bool = False
    open: bool = False
    shares: bool = False
    refers: tuple[str, ...] = ()
    owns: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table that a statement of a file writes.

    Attributes:
        table: Canonical name.
        fingerprint: The statement's.
        private: The name means something in its own file only.
    """

    table: str
    fingerprint: str
    private: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """What link says of one file, decisions left out.

    Attributes:
        interface: How it meets the others.
        statuses: How many statements have a status, sorted.
        coverage: Of its text.
        written: Tables it writes, session-scoped ones left out, in order.
        read: Canonical tables it reads, sorted; names that mean something in one file only left out.
        queries: Statements that are bare queries.
        nodes: How many nodes it has.
        edges: How many edges end in it.
        candidates: Writers that may feed its reads; their readers are those in this file.
        diagnostics: Of its statements, and of link where they are told with this file.
    """

    interface: Interface
    statuses: tuple[tuple[str, int], ...]
    coverage: Coverage
    written: tuple[WrittenTable, ...]
    read: tuple[str, ...]
    queries: tuple[int, ...]
    nodes: int
    edges: int
    candidates: tuple[Candidate, ...]
    diagnostics: tuple[PlacedDiagnostic, ...]


def joined(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return each candidate once with all of its readers, sorted, as the whole graph has them."""
    last: dict[str, Candidate] = {}
    readers: dict[str, set[Location]] = defaultdict(set)
    for each in candidates:
        last[each.binding_id] = each
        readers[each.binding_id].update(each.readers)
    found = (
        each
        if len(readers[name]) == len(each.readers)
        else replace(each, readers=tuple(sorted(readers[name])))
        for name, each in last.items()
    )
    return tuple(sorted(found, key=lambda each: (each.logical_table, each.writer, each.binding_id)))


def in_order(diagnostics: Iterable[PlacedDiagnostic], files: Collection[str]) -> tuple[PlacedDiagnostic, ...]:
    """Return diagnostics as the whole graph has them: those of link after those of the files."""
    every = tuple(diagnostics)
    of_files = [each for each in every if each.code not in _OF_LINK]
    of_link = sorted((each for each in every if each.code in _OF_LINK), key=lambda each: _place(each, files))
    return (*of_files, *of_link)


def _place(each: PlacedDiagnostic, files: Collection[str]) -> tuple[int, str, bool, str]:
    """Return where a diagnostic of link comes: by table, calls by file, those of catalog files after the others."""
    subject = "" if each.code == "UNRESOLVED_CALL" else each.subject
    return _OF_LINK.index(each.code), subject, each.location.file not in files, each.location.file

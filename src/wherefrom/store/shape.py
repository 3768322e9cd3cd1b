"""How a domain value becomes one row of numbers, and comes back.

The columns follow from the value's own type hints, so a table, its writer and its reader cannot
disagree: text and enums become ids of interned strings, a place in the SQL becomes its numbers,
everything without a fixed size becomes interned JSON.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter, pos
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from wherefrom.domain.deep import run_as_deep_as_needed
from wherefrom.domain.rest import collector_at_rest
from wherefrom.domain.span import Location, Span

Value = TypeVar("Value")
Row = tuple[int | None, ...]
Intern = Callable[[str], int]
Texts = Mapping[int, str]

_NAMES = {"start": "span_start", "end": "span_end"}
"""Column names where the field's name is a word of SQL."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        name: Its name in the table.
        path: Where the value holds it, dotted.
        kind: ``text`` and ``json`` hold an id of the text table, ``number`` and ``flag`` the value.
        optional: It may be None, which is NULL.
        type: What JSON or an enum is read as; None for the others.
    """

    name: str
    path: str
    kind: str
    optional: bool = False
    type: Any = None

    @property
    def interned(self) -> bool:
        """Whether it holds an id of the text table."""
        return self.kind in {"text", "json"}


class Shape(Generic[Value]):
    """The columns of one kind of value.

    Attributes:
        cls: The frozen dataclass or Struct.
        columns: Its columns, in the order of its fields.
    """

    def __init__(self, cls: type[Value], inside: Sequence[type] = (Location, Span)) -> None:
        """Read the shape of ``cls``; fields of a type in ``inside`` are spread over columns."""
        hints = get_type_hints(cls)
        self.cls = cls
        self._spread: list[tuple[int, Callable[[Sequence[Iterable[Any]]], Iterable[Any]] | None]] = []
        columns: list[Column] = []
        names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]
        for name in names:
            hint = hints[name]
            if hint in inside:
                part: Shape[Any] = Shape(hint, inside)
                columns += [replace(each, path=f"{name}.{each.path}") for each in part.columns]
                self._spread.append((len(part.columns), part.build))
            else:
                columns.append(_column(name, hint))
                self._spread.append((1, None))
        self.columns: tuple[Column, ...] = tuple(columns)
        self._values = attrgetter(*(column.path for column in columns))
        self._texts = tuple(at for at, column in enumerate(columns) if column.interned)

    def rows(
        self, owner: tuple[int, ...], values: Iterable[Value], intern: Intern, first: int = 1
    ) -> list[Row]:
        """Return one row per value: the owner's columns, the position from ``first`` on, its own columns.

        Works column by column, so that most of the loops are not Python's.
        """
        whole = list(values)
        if not whole:
            return []
        owners = [(each,) * len(whole) for each in owner]
        with collector_at_rest():
            columns = zip(self.columns, zip(*map(self._values, whole), strict=True), strict=True)
            cells = [_written(column, given, intern) for column, given in columns]
            return list(zip(*owners, range(first, first + len(whole)), *cells, strict=True))

    def text_ids(self, rows: Iterable[Sequence[int | None]]) -> set[int]:
        """Return the ids that reading these rows (own columns only) will ask for."""
        found = {row[at] for row in rows for at in self._texts}
        return {each for each in found if each is not None}

    def read(self, rows: Sequence[Sequence[int | None]], texts: Texts) -> list[Value]:
        """Return the values of rows (own columns only).

        Raises:
            ValueError: a cell is not what its column holds. LookupError likewise.
        """
        if not rows:
            return []
        with collector_at_rest():
            columns = zip(self.columns, zip(*rows, strict=True), strict=True)
            cells = [_found(column, given, texts) for column, given in columns]
            return list(self.build(cells))

    def build(self, cells: Sequence[Iterable[Any]]) -> Iterator[Value]:
        """Yield the values of columns that are already read."""
        given: list[Iterable[Any]] = []
        at = 0
        for width, build in self._spread:
            given.append(cells[at] if build is None else build(cells[at : at + width]))
            at += width
        return map(self.cls, *given)


def _column(name: str, hint: Any) -> Column:
    """Return the column of one field that is not spread."""
    optional = isinstance(hint, types.UnionType) and types.NoneType in get_args(hint)
    inner = next(each for each in get_args(hint) if each is not types.NoneType) if optional else hint
    column = _NAMES.get(name, name)
    if inner is bool:
        return Column(column, name, "flag", optional)
    if inner is int:
        return Column(column, name, "number", optional)
    if inner is str:
        return Column(column, name, "text", optional)
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        return Column(column, name, "text", optional, inner)
    return Column(column, name, "json", optional, inner)


def _written(column: Column, values: Sequence[Any], intern: Intern) -> Iterable[int | None]:
    """Return the cells of one column."""
    if column.kind == "number":
        return values
    if column.kind == "json":
        return _as_json(values, intern)
    if column.kind == "flag":
        write: Callable[[Any], int] = pos
    elif column.type is None:
        write = intern
    else:
        write = _member(intern)
    return _unless_none(write, values) if column.optional else map(write, values)


def _as_json(values: Sequence[Any], intern: Intern) -> list[int | None]:
    # Values are shared, and the caller holds them: an id names one value for as long as this runs.
    known: dict[int, int | None] = {id(None): None}
    for value in values:
        if id(value) not in known:
            known[id(value)] = intern(run_as_deep_as_needed(msgspec.json.encode, value).decode())
    return [known[id(value)] for value in values]


def _member(intern: Intern) -> Callable[[Any], int]:
    """Return a writer of enum members: the database must get plain text."""
    return lambda value: intern(str.__str__(value))


def _found(column: Column, cells: Sequence[Any], texts: Texts) -> Iterable[Any]:
    """Return the values of one column."""
    if column.kind == "number":
        return cells
    if column.kind == "flag":
        read: Callable[[Any], Any] = bool
    elif column.type is None:
        read = texts.__getitem__
    else:
        parse = msgspec.json.Decoder(column.type).decode if column.kind == "json" else column.type
        known = {cell: run_as_deep_as_needed(parse, texts[cell]) for cell in set(cells) if cell is not None}
        read = known.__getitem__
    return _unless_none(read, cells) if column.optional else map(read, cells)


def _unless_none(function: Callable[[Any], Any], values: Iterable[Any]) -> list[Any]:
    return [None if value is None else function(value) for value in values]

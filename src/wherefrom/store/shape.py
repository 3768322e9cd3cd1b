"""How a domain value becomes one row of numbers, and comes back.

The columns follow from the value's own type hints, so a table, its writer and its reader cannot
disagree: text and enums become ids of interned strings, a place in the SQL becomes its numbers,
everything without a fixed size becomes interned JSON.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter, pos
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

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
        cls: The frozen dataclass.
        columns: Its columns, in the order of its fields.
    """

    def __init__(self, cls: type[Value], inside: Sequence[type] = (Location, Span)) -> None:
        """Read the shape of ``cls``; fields of a type in ``inside`` are spread over columns."""
        hints = get_type_hints(cls)
        self.cls = cls
        self._spread: list[tuple[int, Callable[[list[Any]], Any] | None]] = []
        columns: list[Column] = []
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            hint = hints[field.name]
            if hint in inside:
                part: Shape[Any] = Shape(hint, inside)
                columns += [
                    dataclasses.replace(each, path=f"{field.name}.{each.path}") for each in part.columns
                ]
                self._spread.append((len(part.columns), part.build))
            else:
                columns.append(_column(field.name, hint))
                self._spread.append((1, None))
        self.columns: tuple[Column, ...] = tuple(columns)
        self._values = attrgetter(*(column.path for column in columns))
        self._texts = tuple(at for at, column in enumerate(columns) if column.interned)

    def rows(self, owner: tuple[int, ...], values: Iterable[Value], intern: Intern) -> list[Row]:
        """Return one row per value: the owner's columns, the 1-based position, its own columns."""
        writers = [_writer(column, intern) for column in self.columns]
        take = self._values
        return [
            (*owner, number, *[write(cell) for write, cell in zip(writers, take(value), strict=True)])
            for number, value in enumerate(values, start=1)
        ]

    def text_ids(self, rows: Iterable[Sequence[int | None]]) -> set[int]:
        """Return the ids that reading these rows (own columns only) will ask for."""
        found = {row[at] for row in rows for at in self._texts}
        return {each for each in found if each is not None}

    def read(self, rows: Iterable[Sequence[int | None]], texts: Texts) -> list[Value]:
        """Return the values of rows (own columns only)."""
        readers = [_reader(column, texts) for column in self.columns]
        return [self.build([read(cell) for read, cell in zip(readers, row, strict=True)]) for row in rows]

    def build(self, cells: list[Any]) -> Value:
        """Return the value of cells that are already read."""
        if len(cells) == len(self._spread):
            return self.cls(*cells)
        given = []
        at = 0
        for width, build in self._spread:
            given.append(cells[at] if build is None else build(cells[at : at + width]))
            at += width
        return self.cls(*given)


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


def _writer(column: Column, intern: Intern) -> Callable[[Any], int | None]:
    encode = msgspec.json.encode
    if column.kind == "json":
        write: Callable[[Any], int] = lambda value: intern(encode(value).decode())  # noqa: E731
    elif column.kind == "text" and column.type is not None:
        write = lambda value: intern(str.__str__(value))  # noqa: E731
    elif column.kind == "text":
        write = intern
    else:
        write = pos
    if not column.optional:
        return write
    return lambda value: None if value is None else write(value)


def _reader(column: Column, texts: Texts) -> Callable[[Any], Any]:
    if column.kind == "number":
        return _same
    if column.kind == "flag":
        read: Callable[[Any], Any] = bool
    elif column.type is None:
        return lambda cell: None if cell is None else texts[cell]
    else:
        known: dict[int, Any] = {}
        parse = msgspec.json.Decoder(column.type).decode if column.kind == "json" else column.type

        def read(cell: int) -> Any:
            if cell not in known:
                known[cell] = parse(texts[cell])
            return known[cell]

    return lambda cell: None if cell is None else read(cell)


def _same(cell: Any) -> Any:
    return cell

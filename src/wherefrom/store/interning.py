"""Texts and their ids."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from wherefrom.store.bulk import chunks, fetch_all, insert_all
from wherefrom.store.schema import text

_TEXTS: sa.Select[Any] = sa.select(text.c.id, text.c.value, text.c.crc)

_AT_ONCE = 500
"""Bound parameters per query; SQLite allows 999 in old builds."""

_ALL_ABOVE = 20_000
"""From here on reading the whole table is faster than asking for ids."""


class Interner(dict[str, int]):
    """Ids of texts: those the database knows, and new ones, written by ``flush``.

    Lives for one transaction of the only writer, so that ids can be counted here.
    """

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__((value, number) for number, value in _read(connection, _TEXTS))
        self._next = max(self.values(), default=0) + 1
        self._new: list[tuple[int, str, int]] = []

    def __missing__(self, value: str) -> int:
        number = self[value] = self._next
        self._next += 1
        self._new.append((number, value, checksum(value)))
        return number

    def flush(self, connection: sa.Connection) -> None:
        """Write the new texts."""
        insert_all(connection, text, self._new)
        self._new = []


def texts_of(connection: sa.Connection, ids: set[int]) -> dict[int, str]:
    """Return the texts of these ids. An id without a text is left out.

    Raises:
        ValueError: a text is not what was written.
    """
    if len(ids) > _ALL_ABOVE:
        return dict(_read(connection, _TEXTS))
    found: dict[int, str] = {}
    for some in chunks(sorted(ids), _AT_ONCE):
        found.update(_read(connection, _TEXTS.where(text.c.id.in_(some))))
    return found


def _read(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[tuple[int, str]]:
    for number, value, crc in fetch_all(connection, query):
        if checksum(value) != crc:
            raise ValueError(f"text {number} differs from its checksum")
        yield number, value


def checksum(value: object) -> int:
    """Return the checksum of a text: SQLite would not notice a changed byte, nor a changed type."""
    return zlib.crc32(value.encode()) if isinstance(value, str) else -1

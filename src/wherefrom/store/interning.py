"""Texts and their ids."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from wherefrom.store.bulk import chunks, fetch_all, insert_all
from wherefrom.store.schema import metadata, text

_TEXTS: sa.Select[Any] = sa.select(text.c.id, text.c.value, text.c.crc)

_AT_ONCE = 500
"""Bound parameters per query; SQLite allows 999 in old builds."""

_ALL_ABOVE = 20_000
"""From here on reading the whole table is faster than asking for ids."""


_FEW = 500
"""So many texts are asked for one by one; whoever has more new ones reads all that there are."""

_SMALL = 5_000
"""Up to so many texts are read at once, whoever asks."""


class Interner(dict[str, int]):
    """Ids of texts: those the database knows, and new ones, written by ``flush``.

    Lives for one transaction of the only writer, so that ids can be counted here.
    """

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__()
        self._connection = connection
        self._next = int(connection.execute(sa.select(sa.func.max(text.c.id))).scalar() or 0) + 1
        self._asked = 0
        self._all = False
        self._new: list[tuple[int, str, int]] = []
        if self._next <= _SMALL:
            self._read_all()

    def learn(self, ids: sa.Select[Any]) -> None:
        """Read the texts whose ids a query gives: those that are likely to be needed."""
        if not self._all:
            self.update(
                (value, number) for number, value in _read(self._connection, _TEXTS.where(text.c.id.in_(ids)))
            )

    def __missing__(self, value: str) -> int:
        number = self._known(value)
        if number is None:
            number = self._next
            self._next += 1
            self._new.append((number, value, checksum(value)))
        self[value] = number
        return number

    def _known(self, value: str) -> int | None:
        if self._all:
            return None
        self._asked += 1
        if self._asked > _FEW:
            self._read_all()
            return self.get(value)
        mark = "?" if self._connection.dialect.paramstyle == "qmark" else "%s"
        asked = f"SELECT id FROM text WHERE value = {mark}"  # noqa: S608  # the mark is the driver's
        found = self._connection.exec_driver_sql(asked, (value,)).first()
        return None if found is None else int(found[0])

    def _read_all(self) -> None:
        self.update({value: number for number, value in _read(self._connection, _TEXTS)} | self)
        self._all = True

    def flush(self, connection: sa.Connection) -> None:
        """Write the new texts."""
        insert_all(connection, text, self._new)
        self._new = []


def texts_of_snapshot(connection: sa.Connection) -> sa.Select[Any]:
    """Return the ids of the texts that the last snapshot uses."""
    files = metadata.tables["snapshot_file"]
    last = connection.execute(sa.select(sa.func.max(files.c.snapshot))).scalar() or 0
    return sa.select(files.c.path).where(files.c.snapshot == last)


def texts_of_analysis(connection: sa.Connection) -> sa.Select[Any]:
    """Return the ids of the texts that every analysis uses again: files, Units, rulings, of the last one."""
    files, rulings = metadata.tables["analysis_file"], metadata.tables["ruling"]
    last = connection.execute(sa.select(sa.func.max(files.c.of_analysis))).scalar() or 0
    columns = (files.c.path, files.c.unit, rulings.c.binding_id)
    asked = [sa.select(each.label("id")).where(each.table.c.of_analysis == last) for each in columns]
    return sa.select(sa.union(*asked).subquery().c.id)


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

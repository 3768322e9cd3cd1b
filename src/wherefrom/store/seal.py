"""A digest over rows: SQLite does not notice a changed byte inside a row, this does."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from wherefrom.store.bulk import fetch_all
from wherefrom.store.schema import (
    OF_ANALYSIS,
    OF_FIELD,
    OF_TARGET,
    TARGET,
    analysis,
    metadata,
    snapshot,
    target,
)

SNAPSHOT_COLUMNS = ("snapshot_id", "release", "frozen_at")
ANALYSIS_COLUMNS = ("analysis_id", "snapshot", "settings", "versions", "decision_head", "counts")
TARGET_COLUMNS = ("of_analysis", *(column.name for column in TARGET.columns))


_ADDED: Mapping[str, tuple[Any, ...]] = {"analysis_file": (None,), "field": (None, None), "statement": (0,)}
"""Columns that came in a later revision, last in their tables: what rows of before hold in them."""


class Sealing:
    """A digest in the making: tables one after the other, by ascending name, so that none has to be held."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._unset: tuple[Any, ...] | None = None

    def begin(self, name: str, count: int) -> None:
        """Begin a table of so many rows."""
        self._unset = _ADDED.get(name)
        self._digest.update(_array(2) + msgspec.msgpack.encode(name) + _array(count))

    def take(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Take in the next rows of the table that was begun.

        A row of before a revision keeps its digest: what it holds in columns it was not written with is left out.
        """
        unset = self._unset
        if unset is not None:
            rows = [row[: -len(unset)] if row[-len(unset) :] == unset else row for row in rows]
        self._digest.update(msgspec.msgpack.encode(rows)[len(_array(len(rows))) :])

    def add(self, name: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Take in a whole table."""
        self.begin(name, len(rows))
        self.take(rows)

    def hexdigest(self) -> str:
        """Return the sha256 hex digest of what was taken in."""
        return self._digest.hexdigest()


def _array(count: int) -> bytes:
    """Return how an array of so many entries begins (MessagePack specification, array format family)."""
    if count < 1 << 4:
        return bytes((0x90 | count,))
    short = count < 1 << 16
    return (b"\xdc" if short else b"\xdd") + count.to_bytes(2 if short else 4, "big")


def seal(rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> str:
    """Return the sha256 hex digest of rows, by table name."""
    sealing = Sealing()
    for name in sorted(rows):
        sealing.add(name, rows[name])
    return sealing.hexdigest()


def part_seal(key: str, unit: str, facts: bytes) -> str:
    """Return the digest of a part."""
    return hashlib.sha256(f"{key}\0{unit}\0".encode() + facts).hexdigest()


def snapshot_seal(connection: sa.Connection, number: int) -> str:
    """Return the digest of what the database holds of a snapshot."""
    row = _row(connection, snapshot, number, SNAPSHOT_COLUMNS)
    return seal({"snapshot": row, "snapshot_file": _rows(connection, "snapshot_file", "snapshot", number)})


def analysis_seal(connection: sa.Connection, number: int) -> str:
    """Return the digest of what the database holds of an analysis, its targets left out."""
    sealing = Sealing()
    sealing.add("analysis", _row(connection, analysis, number, ANALYSIS_COLUMNS))
    for name in sorted(OF_ANALYSIS):
        sealing.add(name, _rows(connection, name, "of_analysis", number))
    return sealing.hexdigest()


def target_seal(connection: sa.Connection, number: int) -> str:
    """Return the digest of what the database holds of a target."""
    rows = {name: _rows(connection, name, "of_target", number) for name in (*OF_TARGET, *OF_FIELD)}
    return seal({"target": _row(connection, target, number, TARGET_COLUMNS), **rows})


def _row(
    connection: sa.Connection, table: sa.Table, number: int, columns: Sequence[str]
) -> list[tuple[Any, ...]]:
    query = sa.select(*[table.c[name] for name in columns]).where(table.c.id == number)
    return fetch_all(connection, query)


def _rows(connection: sa.Connection, name: str, owner: str, number: int) -> list[tuple[Any, ...]]:
    table = metadata.tables[name]
    query = sa.select(table).where(table.c[owner] == number)
    return fetch_all(connection, query.order_by(*table.primary_key.columns))

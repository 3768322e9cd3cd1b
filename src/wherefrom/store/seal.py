"""A digest over rows: SQLite does not notice a changed byte inside a row, this does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from wherefrom.store.schema import OF_ANALYSIS, OF_FIELD, OF_TARGET, TARGET, metadata, target


def seal(rows: Mapping[str, Iterable[Sequence[Any]]]) -> str:
    """Return the sha256 hex digest of rows, by table name."""
    digest = hashlib.sha256()
    for name in sorted(rows):
        digest.update(msgspec.msgpack.encode((name, [tuple(row) for row in rows[name]])))
    return digest.hexdigest()


def analysis_seal(connection: sa.Connection, number: int) -> str:
    """Return the digest of what the database holds of an analysis, its targets left out."""
    return seal({name: _rows(connection, name, "of_analysis", number) for name in OF_ANALYSIS})


def target_seal(connection: sa.Connection, number: int) -> str:
    """Return the digest of what the database holds of a target."""
    row = sa.select(*[target.c[column.name] for column in TARGET.columns]).where(target.c.id == number)
    rows = {name: _rows(connection, name, "of_target", number) for name in (*OF_TARGET, *OF_FIELD)}
    return seal({"target": connection.execute(row).all(), **rows})


def _rows(connection: sa.Connection, name: str, owner: str, number: int) -> Sequence[sa.Row[Any]]:
    table = metadata.tables[name]
    query = sa.select(table).where(table.c[owner] == number)
    return connection.execute(query.order_by(*table.primary_key.columns)).all()

"""Rows of one owner as domain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

from wherefrom.store.bulk import fetch_all
from wherefrom.store.interning import texts_of
from wherefrom.store.schema import OF_FIELD, OF_TARGET, metadata
from wherefrom.store.shape import Shape

Value = TypeVar("Value")


def owned(connection: sa.Connection, name: str, shape: Shape[Value], **owner: int) -> list[Value]:
    """Return the values of one table that belong to one owner, in their order."""
    table = metadata.tables[name]
    found = fetch_all(
        connection,
        sa.select(*[table.c[column.name] for column in shape.columns])
        .where(*[table.c[key] == value for key, value in owner.items()])
        .order_by(table.c.number),
    )
    return shape.read(found, texts_of(connection, shape.text_ids(found)))


def of_target(connection: sa.Connection, number: int) -> dict[str, Sequence[Any]]:
    """Return everything of a target that is not of one field, by table."""
    return {name: owned(connection, name, shape, of_target=number) for name, shape in OF_TARGET.items()}


def of_fields(connection: sa.Connection, number: int) -> dict[str, Mapping[int, Sequence[Any]]]:
    """Return everything of a target's fields, by table and position of the field."""
    return {name: _by_field(connection, name, shape, number) for name, shape in OF_FIELD.items()}


def _by_field(
    connection: sa.Connection, name: str, shape: Shape[Value], number: int
) -> dict[int, list[Value]]:
    table = metadata.tables[name]
    found = fetch_all(
        connection,
        sa.select(table.c.of_field, *[table.c[column.name] for column in shape.columns])
        .where(table.c.of_target == number)
        .order_by(table.c.of_field, table.c.number),
    )
    rows = [row[1:] for row in found]
    values = shape.read(rows, texts_of(connection, shape.text_ids(rows)))
    by_field: dict[int, list[Value]] = {}
    for row, value in zip(found, values, strict=True):
        by_field.setdefault(row[0], []).append(value)
    return by_field

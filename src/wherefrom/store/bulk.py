"""Many rows in and out, as the driver's plain tuples: several times faster than naming each value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa

Thing = TypeVar("Thing")


def fetch_all(connection: sa.Connection, query: sa.Select[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a query whose columns need no conversion: numbers, text, bytes."""
    return list(connection.execute(query).cursor.fetchall())


def chunks(things: Iterable[Thing], size: int) -> Iterator[list[Thing]]:
    """Yield the things in lists of at most ``size``."""
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some


def insert_all(
    connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]], columns: Sequence[str] = ()
) -> None:
    """Insert rows: the one place where many are written.

    Args:
        connection: An open transaction.
        table: Where.
        rows: One tuple per row, in the order of ``columns``.
        columns: Names; empty for all columns of the table.
    """
    if not rows:
        return
    names = list(columns) or [column.name for column in table.columns]
    quoted = ", ".join(connection.dialect.identifier_preparer.quote(name) for name in names)
    if connection.dialect.driver == "psycopg":
        _copy(connection, f"COPY {table.name} ({quoted}) FROM STDIN", rows)
        return
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    marks = ", ".join([mark] * len(names))
    # Names come from the schema, values are bound.
    connection.exec_driver_sql(f"INSERT INTO {table.name} ({quoted}) VALUES ({marks})", list(rows))  # noqa: S608


def _copy(connection: sa.Connection, command: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Load rows as PostgreSQL likes many of them best, in the connection's transaction."""
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(command) as copy:
        for row in rows:
            copy.write_row(row)

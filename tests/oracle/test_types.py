"""Types and NOT NULL against a database: what is stated of a column must be so in what the query gives."""

from __future__ import annotations

import random
from collections.abc import Iterator

import duckdb
import pytest
from tests.oracle import data as made_up
from tests.oracle.judge import script
from tests.property.sql import Choices, Column, Statement, schema
from tests.property.sql_queries import statement

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.evidence import FieldAnswer, StatedBy

QUERIES, SCHEMAS, DATA_SETS = 120, 4, 3


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Base tables without a NULL, so that their DDL may say NOT NULL."""
    draw = made_up._column

    def whole(rng: random.Random, column: Column, count: int, holes: float) -> list[made_up.Cell]:
        del holes
        return draw(rng, column, count, 0.0)

    monkeypatch.setattr(made_up, "_column", whole)


def drawn(seed: str) -> Iterator[tuple[made_up.Data, Statement]]:
    for batch in range(SCHEMAS):
        rng = random.Random(f"{seed}/{batch}")
        data = made_up.Data(
            schema(Choices([rng.randrange(1 << 16) for _ in range(500)])), rng.randrange(1 << 30)
        )
        for _ in range(QUERIES // SCHEMAS):
            yield data, statement(Choices([rng.randrange(1 << 16) for _ in range(500)]), data.tables)
        data.close()


def stated(made: Statement, data: made_up.Data) -> tuple[FieldAnswer, ...]:
    text = script(made, data.tables)
    for kind in sorted(set(made_up.SQL_TYPES.values())):
        text = text.replace(f" {kind},", f" {kind} NOT NULL,").replace(f" {kind});", f" {kind} NOT NULL);")
    return answers_for(link_texts({"q.sql": text}, "duckdb"), ("result",))[0].fields


def result(data: made_up.Data, sql: str, number: int) -> tuple[list[tuple[object, ...]], list[str]]:
    """Return the rows of a query on a data set, and the types of its columns."""
    if number not in data._cells:
        data._fill(number)
    data._connection.execute(f"SET search_path = 'd{number}'")
    found = data._connection.execute(sql)
    kinds = [str(column[1]) for column in found.description or ()]
    return found.fetchall(), kinds


def canonical(data: made_up.Data, kind: str) -> str:
    """Return a type as the database calls it."""
    found = data._connection.execute(f"SELECT typeof(CAST(NULL AS {kind}))").fetchone()
    assert found is not None
    return str(found[0])


def test_what_is_stated_is_so(full: None) -> None:  # noqa: ARG001
    types = never = 0
    for data, made in drawn("types"):
        fields = stated(made, data)
        for number in range(DATA_SETS):
            try:
                rows, kinds = result(data, made.text, number)
            except duckdb.Error:
                break
            for at, field in enumerate(fields):
                if field.type_stated is not None and field.type_stated.by is not StatedBy.LITERAL:
                    types += 1
                    assert kinds[at] == canonical(data, field.type), (field.field, made.text)
                if field.nullable is False:
                    never += 1
                    assert all(row[at] is not None for row in rows), (field.field, made.text)
    assert types > 100
    assert never > 50

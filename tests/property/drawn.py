"""What Hypothesis draws for the laws, and what the laws compare."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.property.sql import Choices, Relation, Statement, Style, ddl, schema
from tests.property.sql_queries import statement

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.evidence import FieldAnswer, TargetAnswer

LAW = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""The same examples everywhere and every time."""

NUMBERS = st.lists(st.integers(0, 65535), min_size=30, max_size=160)
TABLES = schema(Choices([random.Random(7).randrange(1 << 16) for _ in range(30)]))
"""The base tables the laws speak of."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is claimed of one field, without places and ids.

    Attributes:
        value: ``(kind, endpoint, transformation)``.
        control: ``(kind, join, negated, columns)``.
        open: ``(reason, candidates)``.
    """

    value: frozenset[tuple[str, str, str]]
    control: frozenset[tuple[str, str, bool, tuple[str, ...]]]
    open: frozenset[tuple[str, tuple[str, ...]]]


def facts(field: FieldAnswer) -> Facts:
    """Return what is claimed of a field."""
    controls = (each.control for each in field.controls)
    return Facts(
        frozenset((each.kind.value, each.endpoint, each.transformation.value) for each in field.value),
        frozenset((each.kind.value, each.join, each.negated, each.columns) for each in controls),
        frozenset((each.terminal.value, each.candidates) for each in field.open_ends),
    )


def made(
    numbers: Sequence[int], style: Style | None = None, tables: Sequence[Relation] = TABLES
) -> Statement:
    """Return the query that some numbers give."""
    return statement(Choices(numbers), tables, style)


def created(query: Statement, name: str = "result") -> str:
    """Return the statement that writes a query into a table."""
    return f"CREATE TABLE {name} AS {query.text};\n"


def traced(text: str, target: str = "result", **others: str) -> TargetAnswer:
    """Trace a target of one file, beside others by name."""
    files = {"query.sql": text} | {f"{name}.sql": other for name, other in others.items()}
    return answers_for(link_texts(files, "duckdb"), (target,))[0]


def all_facts(text: str, target: str = "result") -> list[Facts]:
    """Return what is claimed of each field, in order."""
    return [facts(field) for field in traced(text, target).fields]


BASE = ddl(TABLES)

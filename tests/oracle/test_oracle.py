"""A few hundred made-up queries: nothing moves a column unclaimed, and what is claimed moves it."""

from __future__ import annotations

import pytest
from tests.oracle import judge
from tests.oracle.search import Judged, draw

from wherefrom.domain.evidence import FieldAnswer

SEED, QUERIES = 5, 300


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    return list(draw(SEED, QUERIES, every=30))


def test_queries_can_be_run(judged: list[Judged]) -> None:
    assert sum(bool(each.verdict.failure) for each in judged) <= QUERIES // 50
    assert len({each.statement.text for each in judged}) > QUERIES * 0.95


def test_every_influence_is_claimed(judged: list[Judged]) -> None:
    assert [(each.verdict.unsound, each.statement.text) for each in judged if each.verdict.unsound] == []


def test_with_all_ddl_nothing_is_open(judged: list[Judged]) -> None:
    assert [(each.verdict.open, each.statement.text) for each in judged if each.verdict.open] == []


def test_claims_are_seen(judged: list[Judged]) -> None:
    claimed = sum(each.verdict.claimed for each in judged)
    idle = [(each.verdict.idle, each.statement.text) for each in judged if each.verdict.idle]
    assert claimed > 15
    assert sum(len(fields) for fields, _ in idle) <= claimed * 0.05, idle


def test_conditions_do_not_change_values(judged: list[Judged]) -> None:
    assert [(each.verdict.changed, each.statement.text) for each in judged if each.verdict.changed] == []


@pytest.mark.parametrize("kind", ["WHERE", "OUTER_JOIN", "GROUP_BY"])
def test_a_missing_claim_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(field: FieldAnswer) -> frozenset[str]:
        controls = (each.control for each in field.controls if each.control.kind != kind)
        return frozenset(column for each in controls for column in each.columns)

    monkeypatch.setattr(judge, "_control", without)
    assert any(each.verdict.unsound for each in draw(3, 60, every=0))

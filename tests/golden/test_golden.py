"""Every golden case, exact both ways: lineage too much fails as much as lineage missing."""

from __future__ import annotations

import pytest
from tests.golden.answer import QUIET, differences, run
from tests.golden.fixture import Case, read_all

from wherefrom.domain.codes import DIAGNOSTICS, REASONS
from wherefrom.domain.rules import CLOSED, Terminal

ELSEWHERE = {
    "ANALYSIS_MEMORY": "the engine's budgets",
    "ANALYSIS_TIMEOUT": "the engine's budgets",
    "BINARY_FILE": "freeze",
    "ENCODING_INVALID": "freeze",
    "ENCODING_UNKNOWN": "freeze",
    "FILE_TOO_LARGE": "freeze",
    "INTERNAL_ERROR": "a fault of ours",
    "PARSER_CRASHED": "the engine's budgets",
    "NESTING_LIMIT": "unit tests of extract: a case would fill pages",
}
"""Codes that no golden case can show, with where they come from."""

NEEDS_REVIEW = ("WRITER_REJECTED", "WRITER_DEFERRED", "DEPTH_LIMIT", "VISIT_LIMIT")
"""Reasons that need decisions or limits, which a case does not have."""


@pytest.mark.parametrize("case", read_all(), ids=str)
def test_case(case: Case) -> None:
    done = run(case)
    found = differences(case, done)
    assert not found, "\n  ".join([f"tests/golden/{case}", *found])
    assert {
        visit.edge_id for field in done.answer.fields for visit in field.visits if visit.edge_id
    } <= done.edges


def test_every_code_is_shown() -> None:
    cases = read_all()
    shown = {row[0] for case in cases for row in case.expected("diagnostics")}
    assert shown | set(ELSEWHERE) | QUIET == set(DIAGNOSTICS)
    assert not shown & set(ELSEWHERE)
    for code in shown:
        assert any(code not in {row[0] for row in case.expected("diagnostics")} for case in cases)


def test_every_reason_is_shown() -> None:
    shown = {row[1] for case in read_all() for row in case.expected("open")}
    assert shown | set(NEEDS_REVIEW) == {reason for reason in REASONS if Terminal(reason) not in CLOSED}

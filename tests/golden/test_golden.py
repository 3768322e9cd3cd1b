"""Every golden case, exact both ways: lineage too much fails as much as lineage missing."""

from __future__ import annotations

import pytest
from tests.golden.answer import differences, run
from tests.golden.fixture import Case, read_all


@pytest.mark.parametrize("case", read_all(), ids=str)
def test_case(case: Case) -> None:
    found = differences(case, run(case))
    assert not found, "\n  ".join([f"tests/golden/{case}", *found])

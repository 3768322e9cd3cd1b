"""Every row of the catalogue of bad inputs has a test (hardening 5.5)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.hardening.sql_cases import CASES


def test_all_sixty_rows_are_tested() -> None:
    numbers = {case.number for case in CASES}
    for file in Path(__file__).parent.glob("test_*.py"):
        found = re.findall(r'def test_(\d+)_|id="(\d\d) ', file.read_text("utf-8"))
        numbers |= {int(one or other) for one, other in found}
    assert numbers == set(range(1, 61))

"""Bad SQL through the whole way (hardening 5.5, rows 1 to 45)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hardening.sql_cases import CASES, Case
from tests.hardening.through import HERE, WORKERS, go_through, project

QUIET = {"TEMPLATE_PLACEHOLDER"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bad_sql(case: Case, tmp_path: Path) -> None:
    files = case.sql if not isinstance(case.sql, (str, bytes)) else {"x.sql": case.sql}
    home = project(tmp_path / "p", files, case.dialect)
    few = (*case.origins, "mart.good") if len(files) > 50 or case.number == 45 else None
    done = go_through(home, few, WORKERS if case.workers else HERE)
    assert {each for each in done.said() if each[0] not in QUIET} == set(case.said)
    for target, fields in case.origins.items():
        assert done.origins(target) == fields

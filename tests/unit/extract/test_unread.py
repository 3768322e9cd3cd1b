"""What is said of a statement that was not read."""

from __future__ import annotations

import pytest

from wherefrom.domain.unit import StatementStatus
from wherefrom.extract import extract, unit


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT a /", "Statement 1 could not be read: a part of Div is missing at '/'."),
        ("INSERT INTO t SELECT a BETWEEN FROM s", "a part of Between is missing"),
    ],
)
def test_the_complaint_does_not_follow_the_hash_seed(sql: str, said: str) -> None:
    found = [each.message for each in extract(sql, "postgres").diagnostics]
    assert said in " ".join(found)
    assert "class" not in " ".join(found)


@pytest.mark.parametrize("placeholder", ["${day}", "{{ some.call() }}"])
def test_the_complaint_shows_placeholders_as_written(placeholder: str) -> None:
    (found,) = extract(f"SELECT a FROM t WHERE x = 1 {placeholder} y", "bigquery").diagnostics
    assert found.code == "UNPARSED_STATEMENT"
    assert f"at '{placeholder}'" in found.message


def test_slices_that_overlap_count_once() -> None:
    assert unit._covered([(3, 8), (0, 5), (10, 12), (10, 11)]) == 10
    assert unit._covered([]) == 0


def test_a_column_list_that_nothing_closes_is_said_to_be_unread() -> None:
    text = (
        "INSERT dw.log (meter_no, what) SELECT x.meter_no, x.act FROM (MERGE INTO dw.meter AS t "
        "USING stg.meter AS s ON s.meter_no = t.meter_no WHEN MATCHED THEN UPDATE SET kwh = s.kwh "
        "OUTPUT $action, inserted.meter_no) x (act, meter_no"
    )
    found = extract(text, "tsql")
    assert [each.status for each in found.statements] == [StatementStatus.UNPARSED]
    assert [each.code for each in found.diagnostics] == ["UNPARSED_STATEMENT"]

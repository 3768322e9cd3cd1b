"""What is said of a statement that was not read."""

from __future__ import annotations

import pytest

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

"""What stands beside a query, and how it is cut up, leaves its answer alone (laws 4 and 5)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.drawn import BASE, LAW, NUMBERS, TABLES, all_facts, created, made, traced
from tests.property.sql import Statement, Style

from wherefrom.snapshot import FreezeSettings, freeze

MOMENT = "2026-11-27T18:00:00Z"


@LAW
@given(numbers=NUMBERS, others=NUMBERS)
def test_an_unrelated_statement_leaves_the_tree_equal(numbers: list[int], others: list[int]) -> None:
    text, other = BASE + created(made(numbers)), created(made(others), "unrelated")
    alone = traced(text).fields
    assert traced(text, other=other).fields == alone
    assert traced(text + other).fields == alone


@LAW
@given(numbers=NUMBERS)
def test_a_cte_and_a_table_in_its_place_give_the_same(numbers: list[int]) -> None:
    query = made(numbers)
    names = {each.name for each in TABLES}
    assume(query.definitions and not any(each.recursive or each.name in names for each in query.definitions))
    assert all_facts(BASE + _staged(query)) == all_facts(BASE + created(query))


def _staged(query: Statement) -> str:
    """Write each CTE as a table of its own."""
    parts = []
    for each in query.definitions:
        body = f"SELECT * FROM ({each.body}) AS listed{each.columns}" if each.columns else each.body
        parts.append(f"CREATE TABLE {each.name} AS {body};\n")
    return "".join(parts) + f"CREATE TABLE result AS {query.body};\n"


@LAW
@given(numbers=NUMBERS)
def test_deduplication_is_no_origin(numbers: list[int]) -> None:
    plain, deduplicating = made(numbers, Style(deduplicates=False)), made(numbers)
    assert all_facts(BASE + created(deduplicating)) == all_facts(BASE + created(plain))


@settings(LAW, max_examples=6)
@given(contents=st.lists(NUMBERS, min_size=2, max_size=4), order=st.randoms(use_true_random=False))
def test_the_order_of_files_does_not_change_the_snapshot(contents: list[list[int]], order: object) -> None:
    files = {f"part{at}.sql": created(made(numbers)) for at, numbers in enumerate(contents)}
    names = sorted(files)
    order.shuffle(names)  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as place:
        assert _snapshot(Path(place), "one", sorted(files), files) == _snapshot(
            Path(place), "two", names, files
        )


def _snapshot(place: Path, release: str, names: list[str], files: dict[str, str]) -> str:
    """Write files in an order, freeze them in that order and return the snapshot id."""
    source = place / release / "sql"
    source.mkdir(parents=True)
    for name in names:
        (source / name).write_text(files[name], "utf-8")
    frozen = place / release / "frozen"
    return freeze([source / name for name in names], frozen, FreezeSettings(), MOMENT).snapshot_id

"""Digests over rows: they keep through revisions that add columns, and see every change."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from wherefrom.store.seal import Sealing, seal


def test_a_row_of_before_a_revision_keeps_its_digest() -> None:
    assert seal({"field": [(1, 2, None, None)]}) == seal({"field": [(1, 2)]})
    assert seal({"statement": [(1, 3, 0), (2, 5, 0)]}) == seal({"statement": [(1, 3), (2, 5)]})


def test_what_a_row_was_written_with_counts() -> None:
    found = [
        seal({name: [row]})
        for name, row in (
            ("field", (1, None, 7)),
            ("field", (1, 7, None)),
            ("field", (1, 7, 7)),
            ("field", (1, None, None)),
            ("statement", (1, 7)),
            ("statement", (1, 8)),
            ("node", (1, None, None)),
            ("node", (1,)),
        )
    ]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("count", [0, 1, 15, 16, 65_535, 65_536])
@pytest.mark.parametrize("at_once", [1_000, 15])
def test_rows_may_come_in_any_portions(count: int, at_once: int) -> None:
    rows = [(1, number, "x" * (number % 3)) for number in range(count)]
    sealing = Sealing()
    sealing.begin("node", count)
    for at in range(0, count, at_once):
        sealing.take(rows[at : at + at_once])
    whole = hashlib.sha256(msgspec.msgpack.encode(("node", rows))).hexdigest()
    assert sealing.hexdigest() == seal({"node": rows}) == whole

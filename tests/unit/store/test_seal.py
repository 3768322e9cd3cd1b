"""Digests over rows: they keep through revisions that add columns, and see every change."""

from __future__ import annotations

from wherefrom.store.seal import seal


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

"""Where a field stands in the columns of a node."""

from __future__ import annotations

import pytest

from wherefrom.lineage.structures import Layout, Slot

PLAIN = Layout((Slot("a", "a"), Slot("", "#2"), Slot("b", "b"), Slot("a", "#4")), complete=True)
OPEN = Layout((Slot("a", "a"), Slot("", "", open=True), Slot("b", "b")), complete=False)


@pytest.mark.parametrize(
    ("layout", "key", "place"),
    [
        (PLAIN, "a", 0),
        (PLAIN, "#2", 1),
        (PLAIN, "#3", 2),
        (PLAIN, "#4", 3),
        (PLAIN, "#5", -1),
        (PLAIN, "#0", -1),
        (PLAIN, "#03", -1),
        (PLAIN, "c", -1),
        (OPEN, "a", 0),
        (OPEN, "#2", -1),
        (OPEN, "b", 2),
        (OPEN, "#3", -1),
    ],
)
def test_a_field_has_a_place_by_key_number_or_name(layout: Layout, key: str, place: int) -> None:
    assert layout.place(key) == place


def test_columns_by_name() -> None:
    assert (PLAIN.names, OPEN.names) == ({"a", "b"}, {"a", "b"})
    assert [slot.key for slot in PLAIN.called("a")] == ["a", "#4"]
    assert PLAIN.at("a") == Slot("a", "a")
    assert PLAIN.at("#4") == Slot("a", "#4")
    assert (PLAIN.at("#5"), OPEN.at("#2"), OPEN.at("c")) == (None, None, None)

"""The layout of drawings: to the right, apart, and the same every time."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from wherefrom.publish.site.layers import Layout, Measures, lay_out

SIZES = Measures()


def test_a_chain_stands_in_one_row() -> None:
    found = lay_out({"t": 100, "a": 80, "b": 60}, [("a", "t"), ("b", "a")], "t")
    assert found.places == {"b": (0, 22), "a": (60 + 64, 22), "t": (60 + 64 + 80 + 64, 22)}
    assert found.ways[("a", "t")] == ((204, 22), (268, 22))
    assert (found.width, found.height) == (368, 44)


def test_two_sources_stand_around_what_they_feed() -> None:
    found = lay_out({"t": 100, "a": 80, "b": 80}, [("a", "t"), ("b", "t")], "t")
    assert found.places == {"a": (0, 22), "b": (0, 80), "t": (144, 51)}


def test_a_long_arrow_passes_beside_the_boxes_between() -> None:
    found = lay_out({"t": 50, "a": 50, "b": 50}, [("a", "t"), ("b", "a"), ("b", "t")], "t")
    assert len(found.ways[("b", "t")]) == 4
    (_, first), (_, second) = found.ways[("b", "t")][1:3]
    assert first == second
    assert abs(first - found.places["a"][1]) >= (SIZES.box + SIZES.bend) // 2


def test_a_circle_ends_where_it_would_lead_back() -> None:
    found = lay_out({"t": 50, "a": 50}, [("a", "t"), ("t", "a"), ("t", "t")], "t")
    assert list(found.ways) == [("a", "t")]


def test_no_arrow_is_one_box() -> None:
    assert lay_out({"t": 70}, [], "t") == Layout({"t": (0, 22)}, {}, 70, 44)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Boxes that all lead to ``t``, with more arrows between any of them, circles included."""
    names = ["t", *(f"b{i}" for i in range(draw(st.integers(0, 14))))]
    widths = {name: draw(st.integers(20, 300)) for name in names}
    arrows = [(name, draw(st.sampled_from(names[:at]))) for at, name in enumerate(names) if at]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    return widths, arrows + draw(st.lists(pairs, max_size=25))


@settings(deadline=None)
@given(graphs())
def test_laws(graph: tuple[dict[str, int], list[tuple[str, str]]]) -> None:
    widths, arrows = graph
    found = lay_out(widths, arrows, "t")
    assert found == lay_out(widths, arrows, "t")
    assert found.places.keys() == widths.keys()
    for (src, dst), way in found.ways.items():
        xs = [x for x, _ in way]
        assert xs == sorted(xs)
        assert way[0] == (found.places[src][0] + widths[src], found.places[src][1])
        assert way[-1] == found.places[dst]
    assert {src for src, _ in found.ways} == set(widths) - {"t"}
    assert found.places["t"][0] == max(x for x, _ in found.places.values())
    for one, other in combinations(widths, 2):
        (left, top), (right, down) = found.places[one], found.places[other]
        apart = abs(top - down) >= SIZES.box + SIZES.between - 1
        assert apart or left + widths[one] < right or right + widths[other] < left
    for name, (x, y) in found.places.items():
        assert 0 <= x <= found.width - widths[name]
        assert SIZES.box // 2 - 1 <= y <= found.height - SIZES.box // 2 + 1

"""Trees are whole, and doubt never becomes an origin (laws 6, 7 and 10)."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from tests.property.drawn import BASE, LAW, NUMBERS, all_facts, created, facts, made, traced

from wherefrom.domain.evidence import Visit
from wherefrom.domain.rules import CLOSED, Terminal

AMBIGUOUS = (Terminal.AMBIGUOUS_COLUMN, Terminal.AMBIGUOUS_STAR)


@LAW
@given(numbers=NUMBERS, declared=st.booleans())
def test_every_visit_has_children_or_an_end(numbers: list[int], declared: bool) -> None:
    answer = traced((BASE if declared else "") + created(made(numbers)))
    assert answer.fields or not declared
    for field in answer.fields:
        _check_tree(field.visits)


def _check_tree(visits: Sequence[Visit]) -> None:
    parents = {visit.parent for visit in visits}
    assert [visit.visit_id for visit in visits] == list(range(1, len(visits) + 1))
    for visit in visits:
        ways = (visit.visit_id in parents, visit.terminal is not None, visit.expanded_at != 0)
        assert sum(ways) == 1, (visit.visit_id, ways)
        assert visit.parent < visit.visit_id
        if visit.parent:
            assert visit.depth == visits[visit.parent - 1].depth + 1
        if visit.expanded_at:
            held = visits[visit.expanded_at - 1]
            assert (held.node_id, held.field, held.expanded_at) == (visit.node_id, visit.field, 0)


@LAW
@given(numbers=NUMBERS)
def test_candidates_are_no_origins(numbers: list[int]) -> None:
    for field in traced(created(made(numbers))).fields:
        by_id = {visit.visit_id: visit for visit in field.visits}
        assert all(by_id[each.visit_id].terminal in CLOSED for each in field.value)
        doubted = [each for each in field.open_ends if each.terminal in AMBIGUOUS]
        assert all(each.candidates for each in doubted)


@LAW
@given(numbers=NUMBERS)
def test_less_evidence_never_claims_more(numbers: list[int]) -> None:
    """Without DDL a claim may be missing; none may be made that the DDL would not bear out."""
    text = created(made(numbers))
    known = {field.field: facts(field) for field in traced(BASE + text).fields}
    for field in traced(text).fields:
        blind, seen = facts(field), known.get(field.field)
        if seen is None:  # a star that nothing lists is a field of its own
            continue
        assert _columns(blind.value) <= _columns(seen.value)
        assert {c for each in blind.control for c in each[3]} <= {c for each in seen.control for c in each[3]}


def _columns(value: frozenset[tuple[str, str, str]]) -> set[str]:
    return {endpoint for kind, endpoint, _ in value if kind == "FIELD"}


FORMS = (
    "{0}",
    "COALESCE({0}, 0)",
    "SUM({0})",
    "CASE WHEN i1.z > 1 THEN {0} END",
    "MAX({0}) OVER (ORDER BY i1.z)",
)


@LAW
@given(
    inputs=st.integers(2, 4),
    form=st.sampled_from(FORMS),
    nested=st.booleans(),
    word=st.sampled_from(["JOIN", "LEFT JOIN", "FULL JOIN"]),
)
def test_qualifying_turns_doubt_into_exactly_that_origin(
    inputs: int, form: str, nested: bool, word: str
) -> None:
    source = "src.t1 AS i1" + "".join(
        f" {word} src.t{at} AS i{at} ON i{at}.k = i1.k" for at in range(2, inputs + 1)
    )

    def written(column: str) -> str:
        inner = f"SELECT {form.format(column)} AS x FROM {source}"
        return f"CREATE TABLE result AS {f'SELECT d.x FROM ({inner}) AS d' if nested else inner};\n"

    (doubted,) = traced(written("c")).fields
    candidates = {name for end in doubted.open_ends for name in end.candidates}
    assert candidates == {f"src.t{at}.c" for at in range(1, inputs + 1)}
    assert not any(each.endpoint in candidates for each in doubted.value)
    for at in range(1, inputs + 1):
        (found,) = all_facts(written(f"i{at}.c"))
        assert _columns(found.value) == {f"src.t{at}.c"}
        assert not found.open

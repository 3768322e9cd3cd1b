"""What fields pass, found without a trace, is what their trees hold: for every golden case, whatever was decided."""

from __future__ import annotations

import pytest
from tests.golden.fixture import Case, read_all

from wherefrom.app.trace import answers_for, link_texts, passages_of
from wherefrom.domain.binding import Ruling, Status
from wherefrom.lineage import passages_in


@pytest.mark.parametrize("case", read_all(), ids=str)
def test_they_are_those_of_the_trees(case: Case) -> None:
    longest = int(case.head["longest"]) if "longest" in case.head else None
    graph = link_texts(case.texts, case.head["dialect"], statement_chars=longest)
    for status in (Status.PENDING, Status.CONFIRMED, Status.REJECTED):
        decided = graph.under({each.binding_id: Ruling(status) for each in graph.candidates})
        trees = {answer.target: passages_in(answer) for answer in answers_for(decided, ())}
        assert passages_of(decided, ()) == trees

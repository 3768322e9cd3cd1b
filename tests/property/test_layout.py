"""How SQL is laid out and what its aliases are called changes nothing (laws 2 and 3)."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from tests.property.drawn import BASE, LAW, NUMBERS, all_facts, created, made
from tests.property.sql import Style

GAPS = (" ", "\n", "\r\n", "  \t", " /* ; from t1, 'x */ ", "\n-- select x from y;\n", "\n\n")
TOKEN = re.compile(r"'[^']*'|\w+|<=|>=|<>|\|\||[^\s\w]")


def laid_out(text: str, gaps: list[int]) -> str:
    """Return the same tokens with other gaps between them."""
    tokens = TOKEN.findall(text)
    return "".join(token + GAPS[gaps[at % len(gaps)] % len(GAPS)] for at, token in enumerate(tokens))


@LAW
@given(numbers=NUMBERS, gaps=st.lists(st.integers(0, 6), min_size=1, max_size=40))
def test_layout_and_comments_do_not_change_origins(numbers: list[int], gaps: list[int]) -> None:
    text = created(made(numbers))
    assert all_facts(BASE + laid_out(text, gaps)) == all_facts(BASE + text)


@LAW
@given(numbers=NUMBERS)
def test_other_names_of_aliases_and_ctes_change_nothing_else(numbers: list[int]) -> None:
    plain, other = made(numbers), made(numbers, Style(prefix="zz_"))
    assert plain.text != other.text or not plain.columns
    assert all_facts(BASE + created(other)) == all_facts(BASE + created(plain))


@LAW
@given(numbers=NUMBERS)
def test_keywords_and_names_fold(numbers: list[int]) -> None:
    text = created(made(numbers))
    shouted = "".join(part if part.startswith("'") else part.upper() for part in re.split(r"('[^']*')", text))
    assert all_facts(BASE + shouted) == all_facts(BASE + text)

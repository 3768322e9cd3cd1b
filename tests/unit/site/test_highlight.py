"""SQL in colours: nothing is lost, nothing is added, and lines are those of the evidence."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wherefrom.publish.site.highlight import coloured

DIALECTS = ("spark", "tsql", "postgres", "mysql", "")


def shown(text: str, dialect: str) -> list[str]:
    return ["".join(value for _, value in line) for line in coloured(text, dialect)]


def test_colours() -> None:
    assert coloured("SELECT 'a' -- why\nFROM t", "spark") == [
        (("k", "SELECT"), ("", " "), ("s", "'a'"), ("", " "), ("c", "-- why")),
        (("k", "FROM"), ("", " t")),
    ]


def test_a_comment_over_several_lines_is_one_colour_in_each() -> None:
    assert coloured("/* a\r\nb\rc */", "tsql") == [(("c", "/* a"),), (("c", "b"),), (("c", "c */"),)]


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(deadline=None)
@given(text=st.text(alphabet=st.sampled_from("ab'\"-*/\r\n \t;$@[`(){}é中\u2028\x0b\x00"), max_size=60))
@example(text="'a\r\nb'\r\r\n--\n\r")
def test_every_character_stands_in_its_line(dialect: str, text: str) -> None:
    assert shown(text, dialect) == re.split(r"\r\n|\n|\r", text)


def test_a_very_long_text_is_shown_without_colours() -> None:
    assert coloured("SELECT 1;\n" * 50_000, "spark")[0] == (("", "SELECT 1;"),)

"""File names that no disk confuses, and anchors that links find."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.publish.pages.naming import Anchors, file_name


def test_a_plain_name_is_its_own_file_name() -> None:
    assert file_name("dm.sales_2024") == "dm.sales_2024.md"


def test_any_other_name_carries_its_hash() -> None:
    assert file_name("${env}_dm.card_month_report") == "env_dm.card_month_report--1b27b2.md"
    for name in (
        "DM.Sales",
        '"city key"',
        "query:a/b.sql#3",
        "con",
        "aux.t",
        "index",
        "金额",
        "../../etc",
        "-x",
        "a" * 300,
    ):
        found = file_name(name)
        assert "--" in found, name
        assert found.endswith(".md")
        assert len(found) < 120
        assert found.strip(".-") == found.strip(".")
        assert "/" not in found


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=8, unique=True))
def test_two_names_have_two_files_also_where_case_is_not_told(names: list[str]) -> None:
    assert len({file_name(name).lower() for name in names}) == len(names)


def test_anchors_follow_the_headings_and_are_numbered_when_repeated() -> None:
    anchors = Anchors()
    given_ = [
        anchors.give(text)
        for text in ("Fields at a glance", "card_no", "fields", "Fields", "a.b|c", "fields-1", "`")
    ]
    assert given_ == ["fields-at-a-glance", "card_no", "fields", "fields-1", "abc", "fields-1-1", ""]

"""Names from other people's SQL cannot speak to the terminal."""

from __future__ import annotations

import pytest

from wherefrom.cli.terminal import say, say_json, say_json_list, table, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("dm.sales", "dm.sales"),
        ("金额 größe", "金额 größe"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\rb", "a\\x0db"),
        ("a\x9bb", "a\\x9bb"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("a\u2028b", "a\\u2028b"),
        ("a\ud800b", "a\\ud800b"),
        ("a\U000e0001b", "a\\U000e0001b"),
        ("a\x00", "a\\x00"),
    ],
)
def test_control_characters_are_shown_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_what_is_said_is_visible(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\ntwo \x1b]8;;evil\x07", "bold")
    assert capsys.readouterr().out == "one\ntwo \\x1b]8;;evil\\x07\n"


def test_a_table_is_aligned_and_its_last_column_is_not_padded() -> None:
    assert table([("a", "bb", "c"), ("aaa", "b", "")]) == ["  a    bb  c", "  aaa  b"]


@pytest.mark.parametrize("values", [[], [{}], [{"a": [1, "x\n\u2028y"]}, {"b": {"c": None}}]])
def test_a_list_that_is_printed_as_it_comes_is_the_same_text(
    values: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    say_json({"schema_version": "1", "targets": values})
    whole = capsys.readouterr().out
    say_json_list({"schema_version": "1"}, "targets", iter(values))
    assert capsys.readouterr().out == whole

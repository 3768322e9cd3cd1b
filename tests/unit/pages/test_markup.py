"""Text that becomes Markdown stays inert, and shows what it holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wherefrom.publish.pages.markup import (
    CELL_LIMIT,
    code,
    fence,
    one_line,
    plain,
    short_code,
    shortened,
    table_cell,
    visible,
)

MARKDOWN = MarkdownIt("commonmark").enable("table")
TEXT = st.text(st.characters(codec="utf-8"), max_size=60) | st.text(alphabet="`|\\<>[]()*_ab \n", max_size=20)


def spans(text: str) -> list[str]:
    """The code spans of a paragraph; everything else must be white space."""
    tokens = MARKDOWN.parse(text)
    inline = [token for token in tokens if token.type == "inline"]
    assert len(inline) == 1, tokens
    assert all(c.type == "code_inline" or not c.content.strip() for c in inline[0].children or ()), inline
    return [c.content for c in inline[0].children or () if c.type == "code_inline"]


def test_code_spans() -> None:
    assert code("a.b") == "`a.b`"
    assert code("a`b") == "``a`b``"
    assert code("`a``b") == "``` `a``b ```"
    assert code("a\n   b\tc") == "`a b c`"
    assert code("") == '`""`'
    assert code("a\x1b[31m\u202eb") == r"`a\x1b[31m\u202eb`"


@given(TEXT)
def test_a_code_span_holds_exactly_its_text(text: str) -> None:
    shown = one_line(text)
    if shown:
        assert [span.strip() for span in spans(code(text))] == [shown.strip()]


@given(st.lists(TEXT, min_size=1, max_size=4))
def test_a_cell_never_ends_early(texts: list[str]) -> None:
    row = " | ".join(table_cell(code(text)) for text in texts)
    head = " | ".join("h" for _ in texts)
    rule = "|".join(":--" for _ in texts)
    tokens = MARKDOWN.parse(f"| {head} |\n|{rule}|\n| {row} |\n")
    cells = [tokens[i + 1] for i, token in enumerate(tokens) if token.type == "td_open"]
    assert len(cells) == len(texts)
    assert all([c.type for c in cell.children or ()] == ["code_inline"] for cell in cells)


def test_pipes_are_escaped_so_that_every_reader_sees_them_as_such() -> None:
    assert table_cell(code("a|b")) == r"`a\|b`"
    assert table_cell(code(r"a\|b")) == r"`a\\\|b`"


@given(TEXT)
def test_peoples_words_are_only_text(text: str) -> None:
    tokens = MARKDOWN.parse("x " + plain(text))
    children = [child for token in tokens if token.type == "inline" for child in token.children or ()]
    assert {child.type for child in children} <= {"text", "text_special"}, children


def test_what_cannot_be_seen_is_shown_as_an_escape() -> None:
    assert visible("a\u200bb\ufeff\ud800") == r"a\u200bb\ufeff\ud800"
    assert visible("\ta", keep="\t") == "\ta"
    assert visible("Größe 金额") == "Größe 金额"


def test_long_text_is_cut_in_the_middle() -> None:
    long = "SELECT " + ", ".join(f"c{i}" for i in range(100))
    cut = shortened(long)
    assert len(cut) <= CELL_LIMIT
    assert " … " in cut
    assert (cut[:7], cut[-3:]) == ("SELECT ", "c99")
    assert short_code("a = 1") == "`a = 1`"


def test_a_fence_is_longer_than_any_run_of_backticks() -> None:
    assert fence(["a"]) == "```"
    assert fence(["```sql", "`````"]) == "``````"

"""Inline Markdown as HTML: words, code, bold and links, and nothing that acts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wherefrom.publish.pages.markup import code, plain
from wherefrom.publish.site.inline import html, text


def test_bold_code_and_a_link() -> None:
    assert html("**Taken unchanged** from [`a/b.sql:3`](sql/ab--0.html#L3).") == (
        '<strong>Taken unchanged</strong> from <a href="sql/ab--0.html#L3"><code>a/<wbr>b.<wbr>sql:3</code></a>.'
    )


def test_a_link_may_lead_one_folder_up() -> None:
    assert html("[x](../sql/a.html#L1)") == '<a href="../sql/a.html#L1">x</a>'


@pytest.mark.parametrize(
    "href", ["http://e.invalid/", "//e.invalid/x", "/etc/passwd", "../../x", "mailto:a@b"]
)
def test_a_link_to_elsewhere_is_a_fault(href: str) -> None:
    with pytest.raises(ValueError, match="leads away"):
        html(f"[x]({href})")


@pytest.mark.parametrize("href", ["file:///x", "data:,x", "javascript:alert(1)"])
def test_a_link_that_acts_is_text(href: str) -> None:
    assert html(f"[x]({href})").replace("<wbr>", "") == f"[x]({href})"


@pytest.mark.parametrize(
    "raw", ["<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->"]
)
def test_raw_html_is_text(raw: str) -> None:
    assert "<" not in html(raw).replace("<wbr>", "")
    assert text(raw) == raw


@settings(deadline=None)
@given(st.text())
def test_a_name_is_shown_as_it_is_and_never_a_tag(name: str) -> None:
    shown = html(code(name))
    assert shown.startswith("<code>")
    assert shown.endswith("</code>")
    inside = shown.removeprefix("<code>").removesuffix("</code>").replace("<wbr>", "")
    assert not set(inside) & set("<>\"'")


@settings(deadline=None)
@given(st.text())
def test_peoples_words_are_never_a_tag_nor_a_link(words: str) -> None:
    assert "<" not in html(plain(words))

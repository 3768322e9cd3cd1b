"""Finished inline Markdown as HTML: the words, code spans, bold and links of the pages, and nothing else.

A link leads nowhere but to the pages beside it. What a name or a person's words hold of markup was made
text in ``markup``; what slipped through would be text here again, since raw HTML is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import markupsafe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from wherefrom.publish.pages.markup import Markup

_HERE = re.compile(r"(?:\.\./)?(?:[\w-][\w.-]*(?:/[\w-][\w.-]*)*)?(?:#.*)?", re.DOTALL)
"""An address of the same language: no scheme, no host, at most one folder up."""


_REMEMBERED = 50_000
"""How many texts are remembered: places and names stand on many pages."""

_JOINT = re.compile(r"([/._])(?=\w)")


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": False})
    return reader.disable(["image", "autolink", "html_inline", "newline"])


@lru_cache(maxsize=_REMEMBERED)
def html(text: Markup | str) -> markupsafe.Markup:
    """Return inline Markdown as HTML.

    Raises:
        ValueError: a link leads away from the pages: a fault of the builder.
    """
    tokens = _reader().parseInline(text)[0].children or []
    for token in tokens:
        if token.type == "link_open" and not _HERE.fullmatch(str(token.attrs.get("href", ""))):
            raise ValueError(f"a link leads away from the pages: {token.attrs.get('href')}")
    return markupsafe.Markup("".join(_pieces(tokens)))  # noqa: S704  # every piece is escaped or a fixed tag


def _pieces(tokens: Sequence[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type == "code_inline":
            yield f"<code>{_breakable(token.content)}</code>"
        elif token.type == "link_open":
            yield f'<a href="{markupsafe.escape(str(token.attrs["href"]))}">'
        elif token.type in _TAGS:
            yield _TAGS[token.type]
        else:
            yield str(markupsafe.escape(token.content))


def _breakable(code: str) -> str:
    """Return escaped code that may go on in the next line after ``/``, ``.`` and ``_``."""
    return _JOINT.sub(r"\1<wbr>", str(markupsafe.escape(code)))


_TAGS = {
    "link_close": "</a>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "em_open": "<em>",
    "em_close": "</em>",
    "softbreak": " ",
    "hardbreak": " ",
}


@lru_cache(maxsize=_REMEMBERED)
def text(markup: Markup | str) -> str:
    """Return what a reader sees of inline Markdown, as plain text."""
    tokens = _reader().parseInline(markup)[0].children or []
    return "".join(" " if token.type in ("softbreak", "hardbreak") else token.content for token in tokens)

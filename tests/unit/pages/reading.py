"""Read a page as Markdown readers do, and say what is wrong with it."""

from __future__ import annotations

from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark").enable("table")


def text_of(token: Token) -> str:
    """What a reader sees of an inline token."""
    return "".join(child.content for child in token.children or ())


def slug(text: str) -> str:
    """The anchor of a heading, written apart from the code under test."""
    kept = [
        c
        for c in text.lower()
        if c.isalnum() or c in "_- " or (not c.isascii() and c.isprintable() and not c.isspace())
    ]
    return "".join(kept).replace(" ", "-")


def anchors(tokens: list[Token]) -> list[str]:
    """The anchors of all headings, repeated ones numbered."""
    found: list[str] = []
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            base = slug(text_of(tokens[i + 1]))
            name, count = base, 0
            while name in found:
                count += 1
                name = f"{base}-{count}"
            found.append(name)
    return found


def links(tokens: list[Token]) -> list[str]:
    """Every link of a page."""
    inline = [child for token in tokens if token.type == "inline" for child in token.children or ()]
    return [unquote(str(child.attrs["href"])) for child in inline if child.type == "link_open"]


def faults(page: str) -> list[str]:
    """What is wrong with a page: broken links, tables with a wrong number of cells, raw HTML."""
    tokens = MARKDOWN.parse(page)
    known = anchors(tokens)
    found = [
        f"no heading for {link}" for link in links(tokens) if link.startswith("#") and link[1:] not in known
    ]
    found += [
        f"unexpected link {link}"
        for link in links(tokens)
        if not link.startswith("#") and not link.endswith(".md")
    ]
    for token in tokens:
        kinds = {child.type for child in token.children or ()}
        if token.type in ("html_block", "html_inline") or kinds & {"html_inline", "image"}:
            found.append(f"markup in {token.content!r}")
    found += _table_faults(page, tokens)
    return found


def _table_faults(page: str, tokens: list[Token]) -> list[str]:
    found: list[str] = []
    rows = 0
    for i, token in enumerate(tokens):
        if token.type == "table_open":
            cells = [len([t for t in row if t.type in ("th_open", "td_open")]) for row in _rows(tokens, i)]
            rows += len(cells)
            if len(set(cells)) != 1:
                found.append(f"cells of a table: {cells}")
    drawn = _drawn(page)
    found += [f"row {line!r}" for head, line in drawn if _bare_pipes(head) != _bare_pipes(line)]
    if len(drawn) != rows:
        found.append(f"{len(drawn)} rows are written and {rows} are read")
    return found


def _drawn(page: str) -> list[tuple[str, str]]:
    """The rows of all tables as written, each with the head of its table; rules between are left out."""
    found: list[tuple[str, str]] = []
    fence = head = ""
    for line in page.split("\n"):
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```") and "`" not in line.lstrip("`"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        elif line.startswith("|"):
            head = head or line
            if not line.startswith(("|:", "|-")):
                found.append((head, line))
        else:
            head = ""
    return found


def _rows(tokens: list[Token], start: int) -> list[list[Token]]:
    found: list[list[Token]] = []
    for token in tokens[start:]:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            found.append([])
        elif found:
            found[-1].append(token)
    return found


def _bare_pipes(line: str) -> int:
    return line.replace("\\|", "").count("|")

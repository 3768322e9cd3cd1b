"""Read a page of the site as a browser does, and say what is wrong with it."""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

VOID = frozenset({"meta", "link", "input", "wbr", "img", "br", "hr", "path"})
ADDRESSES = "href src action data poster srcset formaction xlink:href ping background"
ELEMENTS = """html head meta link title style body header main footer nav section article a form label input p span b
strong em i code pre h1 h2 h3 ul ol li dl dt dd div table thead tbody tr th td details summary figure figcaption svg
g defs marker path rect text wbr br script"""


@dataclass
class Page(HTMLParser):
    """One page, read.

    Attributes:
        tags: Every opened element with its attributes.
        ids: Every id.
        links: Every address.
        faults: What is wrong with the page by itself.
        inside: Text of the style and of each script, by its kind.
    """

    source: str
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    inside: list[tuple[str, str]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()
        if self._open:
            self.faults.append(f"never closed: {self._open}")
        twice = {each for each in self.ids if self.ids.count(each) > 1}
        self.faults += [f"id twice: {each}" for each in sorted(twice)]
        self._check_policy()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag not in ELEMENTS.split():
            self.faults.append(f"an element of no template: {tag}")
        for name, value in given.items():
            if name.startswith(("on", "srcdoc")) or name == "style":
                self.faults.append(f"{tag} has {name}")
            if name in ADDRESSES.split():
                self.links.append(value)
        if "id" in given:
            self.ids.append(given["id"])
        if tag in ("style", "script"):
            self.inside.append((given.get("type", tag), ""))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"closed without being open: {tag}")

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("style", "script"):
            kind, text = self.inside[-1]
            self.inside[-1] = (kind, text + data)
        else:
            self.shown.append(data)

    def _check_policy(self) -> None:
        policy = next(
            (each["content"] for _, each in self.tags if each.get("http-equiv") == "Content-Security-Policy"),
            "",
        )
        if not policy.startswith("default-src 'none';") or "unsafe" in policy or "http" in policy:
            self.faults.append(f"policy: {policy}")
        for kind, text in self.inside:
            if kind in ("style", "script"):
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                if f"{kind}-src 'sha256-{digest}'" not in policy:
                    self.faults.append(f"the policy does not allow the page's own {kind}")


def faults(pages: Mapping[str, str]) -> list[str]:
    """Everything wrong with a site: of each page, and links that lead nowhere."""
    read = {path: Page(text) for path, text in pages.items()}
    found = [f"{path}: {fault}" for path, page in read.items() for fault in page.faults]
    for path, page in read.items():
        for link in page.links:
            if link == "data:,":
                continue
            address, _, anchor = link.partition("#")
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(address)))
                if address
                else path
            )
            if re.match(r"[a-z]+:|//|/", link) or target not in read:
                found.append(f"{path}: leads to {link}")
            elif anchor and unquote(anchor) not in read[target].ids:
                found.append(f"{path}: no place {link}")
    return found

"""Lay the site's pages out: HTML with every value escaped, and one style and script inside each page.

A page is one file and asks for nothing: the policy it carries allows that style and that script by their
hash, and no address at all.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache

import markupsafe
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from wherefrom.publish.pages.model import Listing
from wherefrom.publish.pages.phrasebook import Phrasebook
from wherefrom.publish.pages.render import templates_folder
from wherefrom.publish.site.inline import html


@cache
def environment() -> Environment:
    """Return the templates. An unknown name in a template is an error, never a blank."""
    found = Environment(
        loader=FileSystemLoader(templates_folder() / "site"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["md"] = html
    found.tests["listing"] = lambda block: isinstance(block, Listing)
    style, script = _asset("style.css"), _asset("script.js")
    found.globals |= {"style": style, "script": script, "policy": _policy(style, script)}
    return found


def _asset(name: str) -> markupsafe.Markup:
    text = (templates_folder() / "site" / name).read_text("utf-8")
    return markupsafe.Markup(text)  # noqa: S704  # a file of this program


def _policy(style: str, script: str) -> str:
    def allowed(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode() + "'"

    return (
        f"default-src 'none'; style-src {allowed(style)}; script-src {allowed(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def render(name: str, values: Mapping[str, object], words: Phrasebook) -> str:
    """Return a page as HTML that ends in one newline.

    Args:
        name: Of the template.
        values: What it shows.
        words: Its language.
    """
    said = (
        environment()
        .get_template(name)
        .render(values, say=words.say, tell=words.tell, count=words.count, language=words.language)
    )
    return said.rstrip("\n") + "\n"

"""Lay Markdown pages out. Names and SQL are values, never templates; the words come from the phrase book."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from wherefrom.domain.errors import UsageRefusal
from wherefrom.publish.pages.markup import table_cell
from wherefrom.publish.pages.model import IndexPage, Listing, TargetPage
from wherefrom.publish.pages.phrasebook import Phrasebook

_ROOM = Path(__file__).resolve()


def templates_folder() -> Path:
    """Return the folder of the templates: inside the wheel, else in the checkout around this file.

    Raises:
        UsageRefusal: neither is there; the installation is damaged.
    """
    package = next(parent for parent in _ROOM.parents if parent.name == "wherefrom")
    for folder in (package / "_data" / "templates", package.parent.parent / "templates"):
        if (folder / "markdown").is_dir():
            return folder
    raise UsageRefusal(
        "The templates of the pages were not found, neither inside the installed package nor in a checkout "
        "around it. Install wherefrom again."
    )


@cache
def environment() -> Environment:
    """Return the templates. An unknown name in a template is an error, never a blank."""
    found = Environment(
        loader=FileSystemLoader(templates_folder() / "markdown"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  # Markdown: the values are finished markup, made in markup.py
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["cell"] = table_cell
    found.tests["listing"] = lambda block: isinstance(block, Listing)
    return found


def render(name: str, page: TargetPage | IndexPage, words: Phrasebook) -> str:
    """Return a page as Markdown that ends in one newline."""
    values = {entry.name: getattr(page, entry.name) for entry in fields(page)}
    return environment().get_template(name).render(values, say=words.say).rstrip("\n") + "\n"

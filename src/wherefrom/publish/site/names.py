"""Where the pages of the site stand: ``index.html``, ``tables/…`` and ``sql/…`` under each language."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from wherefrom.publish.pages import file_name

TABLES = "tables"
SQL = "sql"
FRONT = "index.html"
WORDS = "words.html"
LOG = "decisions.html"


_PLAIN = re.compile(r"[A-Za-z0-9-]+")
_DOTS = re.compile(r"\.{2,}")


def table_page(target: str) -> str:
    """Return the address of a target's page below its language."""
    return f"{TABLES}/{file_name(target).removesuffix('.md')}.html"


def decision_places(decision_ids: Iterable[str]) -> dict[str, str]:
    """Return the address of each decision's record below its language; an id that is no plain word has none."""
    return {each: f"{LOG}#{each}" for each in decision_ids if _PLAIN.fullmatch(each)}


def sql_pages(paths: Iterable[str]) -> dict[str, str]:
    """Return the address of each file's page below its language; no two files share one.

    The folders of a path are joined by ``-``. Ten hex digits of the path's hash follow always, since
    ``a-b.sql`` and ``a/b.sql`` are two files.
    """
    return {path: f"{SQL}/{_slug(path)}.html" for path in paths}


def _slug(path: str) -> str:
    plain = _DOTS.sub(".", path).replace("/", " ")
    name = file_name(plain).removesuffix(".md").partition("--")[0]
    digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{name}--{digest}"

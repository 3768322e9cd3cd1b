"""From SQL to what a business reader is told: one file, one target, its page by sections and fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.cli.command import wherefrom


@dataclass(frozen=True)
class Told:
    """A target's page.

    Attributes:
        sections: Lines that are not empty by heading, in order.
        fields: The first paragraph by field, in order.
    """

    sections: dict[str, list[str]]
    fields: dict[str, str]


def told(place: Path, sql: str, target: str, dialect: str) -> Told:
    """Publish the target of one file and return its English page."""
    (place / "sql").mkdir(parents=True)
    (place / "sql" / "f.sql").write_text(sql, "utf-8")
    out = place / "out"
    done = wherefrom("run", place / "sql", "--target", target, "--dialect", dialect, "--out", out)
    assert done.code == 0, done.err
    (page,) = (each for each in out.glob("deliverables/*/business/*.md") if each.name != "index.md")
    sections: dict[str, list[str]] = {}
    fields: dict[str, str] = {}
    heading = field = ""
    for line in page.read_text("utf-8").split("\n"):
        if line.startswith("## "):
            heading, field = line.removeprefix("## "), ""
        elif line.startswith("### "):
            field = re.sub(r"[`\\]", "", line.removeprefix("### "))
        elif line and field and heading == "Fields" and field not in fields:
            fields[field] = line
        if line and not line.startswith("#"):
            sections.setdefault(heading, []).append(line)
    return Told(sections, fields)

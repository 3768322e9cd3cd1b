"""The documents say what the program does: made pages are current, links lead somewhere, names are right."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.command import wherefrom

from docs import generate
from wherefrom.domain.codes import DIAGNOSTICS, REASONS, RULES
from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.kinds import CONTROL_KINDS, EDGE_KINDS, NODE_KINDS
from wherefrom.publish.csv_files import CLASS_COLUMNS, CONTROL_COLUMNS, ORIGIN_COLUMNS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#]*)(?:#(?P<anchor>[^)]*))?\)")
CODE = re.compile(r"`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)`")


def anchors(text: str) -> set[str]:
    heads = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"&[lg]t;", "", head)).strip().lower().replace(" ", "-")
        for head in heads
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links(page: Path) -> None:
    for found in LINK.finditer(page.read_text("utf-8")):
        target = (page.parent / found["path"]).resolve() if found["path"] else page
        assert target.exists(), f"{page.name}: {found[0]}"
        if found["anchor"]:
            assert found["anchor"] in anchors(target.read_text("utf-8")), f"{page.name}: {found[0]}"


def test_index_lists_every_page() -> None:
    docs = ROOT / "docs"
    linked = {
        (docs / found["path"]).resolve() for found in LINK.finditer((docs / "index.md").read_text("utf-8"))
    }
    assert linked == set(docs.rglob("*.md")) - {docs / "index.md"}


@pytest.mark.parametrize(
    ("head", "columns"),
    [
        ("field_origins.csv", ORIGIN_COLUMNS),
        ("source_classification.csv", CLASS_COLUMNS),
        ("control_evidence.csv", CONTROL_COLUMNS),
    ],
)
def test_columns(head: str, columns: tuple[str, ...]) -> None:
    text = (ROOT / "docs/reference/files.md").read_text("utf-8")
    section = text.split(f"### {head}\n")[1].split("\n## ")[0].split("\n### ")[0]
    named = [
        name
        for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    ]
    assert named == list(columns)


@pytest.mark.parametrize("name", ["diagnostics", "rules", "dialects"])
def test_reference_is_current(name: str) -> None:
    page = ROOT / f"docs/reference/{name}.md"
    assert page.read_text("utf-8") == getattr(generate, name)(), "run python -m docs.generate"


def test_reference_has_every_code() -> None:
    text = (ROOT / "docs/reference/diagnostics.md").read_text("utf-8")
    assert set(CODE.findall(text)) >= set(DIAGNOSTICS)
    text = (ROOT / "docs/reference/rules.md").read_text("utf-8")
    kinds = [each.value for each in (*NODE_KINDS, *EDGE_KINDS, *CONTROL_KINDS)]
    assert all(f"`{name}`" in text for name in [*REASONS, *RULES, *kinds])


def test_every_kind_has_a_meaning() -> None:
    assert list(NODE_KINDS) == list(NodeKind)
    assert list(EDGE_KINDS) == list(EdgeKind)
    assert list(CONTROL_KINDS) == list(ControlKind)


def test_console_blocks_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    started = generate.printed

    def printed(line: str, folder: Path) -> str:
        program, *words = shlex.split(line)
        if program != "wherefrom":
            return started(line, folder)
        done = wherefrom(*words, cwd=folder, env=generate.SURROUNDINGS)
        return done.out + done.err

    monkeypatch.setattr(generate, "printed", printed)
    stale = [path.name for path, text in generate.pages().items() if path.read_text("utf-8") != text]
    assert not stale, "run python -m docs.generate"


def test_refreshed_keeps_an_early_end() -> None:
    page = "text\n\n```console\n$ a\nold\n[…]\n$ b\n```\n"
    made = generate.refreshed(page, lambda line: {"a": "1\n2\n3\n", "b": "x\n"}[line])
    assert made == "text\n\n```console\n$ a\n1\n[…]\n$ b\nx\n```\n"

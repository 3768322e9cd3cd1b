"""Names, literals and people's words that try to be more than text stay text everywhere on a page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.pages.build import (
    Estate,
    V,
    answer_field,
    at,
    candidate,
    classed,
    column,
    constant,
    control,
    edge,
    ends,
    made,
    node,
    statement,
)
from tests.unit.pages.reading import MARKDOWN, faults

from wherefrom.domain.binding import BindingRule, Ruling, Status
from wherefrom.domain.classification import SourceClass
from wherefrom.domain.control import ControlKind, Reach
from wherefrom.domain.dataset import EdgeKind, NodeKind
from wherefrom.domain.evidence import TargetWriter
from wherefrom.domain.expression import Form
from wherefrom.publish.pages import pages

HOSTILE = (
    "a|b",
    "a\\|b\\",
    "`",
    "``tick``",
    "```\nfence\n```",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "](javascript:alert(1))",
    "![x](http://e.invalid/x.png)",
    "{{7*7}}",
    "{% raw %}",
    "{# gone #}",
    "{x}",
    "-->",
    "line\nbreak\r\nand | bar",
    "\x1b[31mred\x1b]8;;http://e.invalid\x07",
    "\u202ereversed",
    "zero\u200bwidth\ufeff",
    "\ud800",
    "# heading",
    "- item",
    "&lt;b&gt;",
    " ",
    "",
    "a" * 10_000,
    "%%{init}%%",
    '=cmd|"/c calc"!A1',
)


def hostile(text: str) -> Estate:
    """An estate in which one text stands wherever a name, a literal, a path or a person's words can stand."""
    read = V(
        NodeKind.PHYSICAL_TABLE, text, text, node="N:read", edge=EdgeKind.READS,
        below=[
            V(NodeKind.PHYSICAL_TABLE, text, text, node="N:W1", edge=EdgeKind.WRITER_BINDING, binding="W1", status=Status.STALE,
              file=text or "x", below=[ends(f"{text}.{text}", file=text or "x")]),
            V(NodeKind.PHYSICAL_TABLE, text, text, node="N:W2", edge=EdgeKind.WRITER_BINDING, binding="W2", status=Status.PENDING,
              below=[ends(f"ods.{text}")]),
        ],
    )  # fmt: skip
    expr = made(
        Form.CONDITIONAL,
        text,
        (text, constant(text)),
        (text, made(Form.COMPUTED, text, column(text))),
        column(text),
    )
    root = V(
        NodeKind.QUERY_RESULT, "", text, expr, node="N:query", edge=EdgeKind.WRITES,
        below=[V(None, "", "", constant(text), text=text, terminal=None), read, read],
    )  # fmt: skip
    conditions = [
        control(ControlKind.WHERE, text, text, other=(f"PARAMETER {text}",)),
        control(ControlKind.OUTER_JOIN, text, text, join="LEFT", input=text, line=10),
        control(ControlKind.CASE_CONDITION, text, text, reach=Reach.EXPRESSION, line=11),
        control(ControlKind.SORT_LIMIT, text, reach=Reach.EXPRESSION, line=12),
        control(ControlKind.GROUP_BY, text, text, line=13),
    ]
    return Estate(
        fields=(answer_field(text, root, controls=conditions),),
        nodes=(
            node("N:target", NodeKind.PHYSICAL_TABLE, text, "target", placeholders=(text,)),
            node("N:query", NodeKind.QUERY_RESULT, "", "query"),
            node("N:read", NodeKind.PHYSICAL_TABLE, text, "read", line=4, alias=text),
            node("N:cte", NodeKind.CTE, text, "query", line=5),
        ),
        edges=(
            edge(EdgeKind.WRITES, "N:query", "N:target"),
            edge(EdgeKind.READS, "N:read", "N:query", line=4, alias=text),
            edge(EdgeKind.CTE_BINDING, "N:cte", "N:query", line=5, alias=text),
        ),
        candidates=(candidate("W1", text, text or "x", 3), candidate("W2", text, "b.sql", 3)),
        rulings={"W1": Ruling(Status.STALE, text), "W2": Ruling(Status.PENDING)},
        systems={text: text, f"{text}.{text}": text},
        classes=(classed(text, SourceClass.S3, text, reason=text),),
        texts={"shop/orders.sql": f"SELECT 1\n{text}\n{text}\n", text: text},
        statements=(("shop/orders.sql", statement(1, 3)), (text or "x", statement(1, 2, targets=(text,)))),
        decisions=({"decision_id": text, "actor": text, "responsible": text, "note": text, "decided_at": text, "supersedes": text},),
        target=text,
        writers=(TargetWriter(at(1), text, text, BindingRule.EXACT, f"replaces the partition {text}", "N:target"),),
    )  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_text(text: str) -> None:
    for name, page in pages(hostile(text).bundle(), ("en", "zh")).items():
        assert faults(page) == [], name
        page.encode("utf-8")
        for hidden in ("\x1b", "\u202e", "\u200b", "\ufeff", "\x07", "\r"):
            assert hidden not in page, name
        assert name.isprintable()
        assert ".." not in name


@pytest.mark.parametrize("text", ["{{7*7}}", "{% raw %}", "{# gone #}", "{x}", "{0.__class__}"])
def test_a_name_is_never_a_template(text: str) -> None:
    page = next(page for name, page in pages(hostile(text).bundle()).items() if name != "business/index.md")
    assert "49" not in page
    assert page.startswith(f"# `{text}`\n")


def test_the_headings_of_a_page_do_not_depend_on_its_names() -> None:
    estate = hostile("```\n## Proof\n\n| a | b |\n|---|---|\n")
    page = next(page for name, page in pages(estate.bundle()).items() if name != "business/index.md")
    headings = [token.tag for token in MARKDOWN.parse(page) if token.type == "heading_open"]
    assert headings.count("h2") == 10
    assert headings.count("h3") == 1


def test_a_field_called_like_a_section_has_its_own_anchor() -> None:
    fields = tuple(
        answer_field(name, ends("ods.a.b"), ordinal=i)
        for i, name in enumerate(("fields", "Proof", "not proven"), 1)
    )
    page = next(
        page
        for name, page in pages(replace(hostile("t"), fields=fields).bundle()).items()
        if name != "business/index.md"
    )
    assert faults(page) == []
    assert "[`fields`](#fields-1)" in page
    assert "[Proof](#proof-1)" in page

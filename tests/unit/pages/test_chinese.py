"""The pages in Chinese: the same content in the same order, and sentences that read like Chinese."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.unit.pages.build import FILE, V, answer_field, column, constant, control, ends, literal, made
from tests.unit.pages.reading import MARKDOWN, faults
from tests.unit.pages.test_sections import SMALL, section

from wherefrom.domain.control import ControlKind
from wherefrom.domain.dataset import NodeKind
from wherefrom.domain.evidence import FieldAnswer
from wherefrom.domain.expression import Form
from wherefrom.publish.pages import pages
from wherefrom.publish.pages.facts import facts_of, snapshot_of
from wherefrom.publish.pages.model import Listing
from wherefrom.publish.pages.phrases_zh import CHINESE
from wherefrom.publish.pages.target_page import target_page


def told(field: FieldAnswer) -> list[str]:
    """How a field is formed, sentence by sentence and item by item, without its facts."""
    bundle = replace(SMALL, fields=(field,), texts={FILE: "GROUP BY o.customer\n" * 9}).bundle()
    (entry,) = target_page(facts_of(snapshot_of(bundle), bundle.answers[0], CHINESE)).fields
    lines = [
        line
        for block in entry.blocks
        for line in (block.items if isinstance(block, Listing) else (block.text,))
    ]
    return [line for line in lines if not re.match(r"\*\*(分类|SQL|依据)", line)]


def formed(expr: object, *below: V, controls: list[object] | None = None) -> list[str]:
    root = V(NodeKind.QUERY_RESULT, "", "v", expr, below=below, node="N:query")  # type: ignore[arg-type]
    return told(answer_field("v", root, controls=controls or []))  # type: ignore[arg-type]


def test_the_whole_of_a_small_page() -> None:
    text = pages(SMALL.bundle(), ("zh",))["business/zh/dm.report.md"]
    assert faults(text) == []
    assert text.split("\n")[:12] == [
        "# `dm.report`",
        "",
        "| 状态 | **DRAFT（草稿）**：无需作出写入方决定；尚未作为批准版发布 |",
        "|:--|:--|",
        "| 版本 | 2026.11，冻结于 2026-11-27 18:00 UTC |",
        "| 快照 | `sha256:aaaaaaaaaaaa…` |",
        "| 决定日志 | 空 |",
        "| 写入语句 | `shop/orders.sql` 第 2–5 行；覆盖全表 |",
        "",
        "以下内容全部读自冻结的 SQL：没有执行任何语句，也没有猜测业务含义。`这种字体` 的名称是 SQL 中的原名。"
        "`governance/glossary.csv` 中已确认的业务名称：无。",
        "",
        "**目录**：[字段一览](#字段一览) · [一行数据如何形成](#一行数据如何形成) ·",
    ]
    assert section(text, "字段一览") == [
        "| # | 字段 | 加工规则 | 来源系统 | 分类 | 状况 |",
        "|--:|:--|:--|:--|:-:|:--|",
        "| 1 | [`amount`](#amount) | 原样取值 | SHOP | S1 | 已证明 |",
        "S1 单一来源系统 · S2 无来源系统 · S3 尚不可证明 · S4 两个或更多来源系统",
    ]
    assert section(text, "字段") == [
        "### `amount`",
        "**原样取自** `ods.orders.amount`。",
        "- **分类 S1：** 唯一已确认的来源属于 SHOP。",
        "- **SQL：** `shop/orders.sql` 第 3 行 · 访问树 `T0000000001`",
    ]
    assert section(text, "未证明事项") == ["无：每个字段均已证明。"]
    assert section(text, "边界") == [
        "- SQL 表明数据可能如何流动，不表明某次运行实际读了哪些行、各占多少。",
        "- 字段归谁负责、含义是什么、数据质量如何、谁可以查看，SQL 都无法表明。",
    ]
    assert section(text, "原始 SQL")[0] == "`shop/orders.sql` 第 2–5 行"
    assert text.endswith("| 校验本目录 | `wherefrom verify deliverables/2026.11` |\n")


def test_the_page_has_the_sections_of_the_english_one() -> None:
    both = pages(SMALL.bundle(), ("en", "zh"))
    shapes = [
        [token.tag for token in MARKDOWN.parse(both[path]) if token.type.endswith("_open")]
        for path in ("business/dm.report.md", "business/zh/dm.report.md")
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("languages", [("en",), ("zh",), ("en", "zh"), ("zh", "en")])
def test_a_language_stands_in_its_own_place(languages: tuple[str, ...]) -> None:
    places = {"en": "business/index.md", "zh": "business/zh/index.md"}
    found = pages(SMALL.bundle(), languages)
    assert {path for path in found if path.endswith("index.md")} == {places[each] for each in languages}


def test_a_choice() -> None:
    expr = made(Form.CONDITIONAL, "CASE …", ("o.a > 1", constant("'X'")), column("o.b"))
    assert formed(expr, literal("'X'"), ends("ods.orders.b")) == [
        "**取 2 个值之一**，以第一个成立的条件为准：",
        "若 `o.a > 1`：常量 `'X'`",
        "否则：`ods.orders.b`",
    ]


def test_a_sum_over_keys() -> None:
    expr = made(Form.AGGREGATE, "SUM(o.amount)", column("o.amount"), function="SUM")
    keys = [control(ControlKind.GROUP_BY, "o.customer", "ods.orders.customer")]
    assert formed(expr, ends("ods.orders.amount"), controls=keys) == [
        "对 `ods.orders.amount` **求和**，范围为 `ods.orders` 中 `o.customer` 相同的行。"
    ]


def test_the_first_that_is_not_null() -> None:
    expr = made(Form.COALESCE, "COALESCE(o.a, 0)", column("o.a"), constant("0"))
    assert formed(expr, ends("ods.orders.a")) == ["`ods.orders.a` 和常量 `0` 中**第一个**不为 NULL 的值。"]

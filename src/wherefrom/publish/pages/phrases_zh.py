"""The phrase book in Chinese: how values are formed, and the whole book. Same situations, same gaps as in English.

Codes, ids, people's notes and SQL are never translated. A gap that holds SQL has a blank on either side; a
gap that holds Chinese words does not, which ``_fill`` sees to. Bold ends before a full-width mark or before
a blank, or Markdown would not read it as bold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import Formatter

from wherefrom.publish.pages.phrasebook import Gaps, Marks, Phrasebook
from wherefrom.publish.pages.phrases_zh_codes import DIAGNOSTICS, REASONS, RULES
from wherefrom.publish.pages.phrases_zh_layout import LAYOUT
from wherefrom.publish.pages.phrases_zh_sections import OPEN, PAGE, ROWS
from wherefrom.publish.pages.phrases_zh_site import SITE

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3001\u3002\u201c\u201d\uff01\uff08\uff09\uff0c\uff1a\uff1b"
_ENDS_HAN = re.compile(f"[{_HAN}]$")
_BEGINS_HAN = re.compile(f"^[{_HAN}]")
_LAST = {"and": "和", "or": "或"}


def _fill(pattern: str, gaps: Gaps) -> str:
    """Fill a pattern; a blank of the pattern falls away where both of its neighbours are Chinese."""
    made = ""
    after_gap = False
    for text, name, _, _ in Formatter().parse(pattern):
        if after_gap and text.startswith(" ") and _ENDS_HAN.search(made) and _BEGINS_HAN.search(text[1:]):
            made += text[1:]
        else:
            made += text
        if name is None:
            break
        value = str(gaps[name])
        if made.endswith(" ") and text and _ENDS_HAN.search(made[:-1]) and _BEGINS_HAN.search(value):
            made = made[:-1]
        made += value
        after_gap = bool(value)
    return made


def _join(items: Sequence[str], last: str) -> str:
    numbers = all(item[:1].isdigit() for item in items)
    if numbers or not items[1:] or (len(items) > 2 and last == "and"):
        return "、".join(items)
    return _fill("{a} " + _LAST[last] + " {b}", {"a": "、".join(items[:-1]), "b": items[-1]})


def _same(text: str) -> str:
    return text


AGGREGATES = {
    "SUM": "求和",
    "MIN": "取最小值",
    "MAX": "取最大值",
    "AVG": "求平均值",
    "MEAN": "求平均值",
    "COUNT": "计非 NULL 值个数",
    "COUNT DISTINCT": "计不同值个数",
    "ARRAY_AGG": "汇成列表",
    "COLLECT_LIST": "汇成列表",
    "LISTAGG": "汇成列表",
    "STRING_AGG": "汇成列表",
    "GROUP_CONCAT": "汇成列表",
}

FORMATION = {
    # 字段的首句，以及在列举中代表其取值的短语。
    "taken.lead": "**原样取自** {x}。",
    "taken.branches.lead": "**原样取值**；每一行来自 {n} 个分支之一（{operator}）。",
    "branches.lead": "每一行来自 **{n} 个分支之一**（{operator}）。",
    "branches.are": "{x} 来自 {n} 个分支之一（{operator}）：",
    "set.operation": "集合运算",
    "branches.is": "{x} 为：",
    "branch.item": "**分支 {i}/{n}：** {value}",
    "writers.lead": "取值来自写入该表的 **{n} 条语句之一**。",
    "writers.are": "{x} 来自 {n} 个写入方之一：",
    "writer.is": "{x} 来自下列之一：",
    "writer.beside": "**另有：** {value}",
    "writer.item": "**写入方 {i}/{n}，{standing}：** {value}",
    "writer.item.plain": "**写入方 {i}/{n}**（{place}）：{value}",
    "ways.lead": "{place} 以 **{n} 种方式之一** 给出取值。",
    "ways.are": "{x} 由 {place} 以 {n} 种方式之一给出：",
    "ways.same": "{value}（{place} 的 {n} 种方式均如此）",
    "ways.same.lead": "{place} 的 **{n} 种方式均为**：{value}。",
    "way.item": "**方式 {i}/{n}**（{place}）：{value}",
    "standing.CONFIRMED": "已确认",
    "standing.NOT_NEEDED": "由脚本自身证明",
    "standing.PENDING": "未审核",
    "standing.STALE": "审核后语句有改动",
    "standing.DEFERRED": "已暂缓",
    "standing.REJECTED": "已驳回",
    "standing.CONFLICT": "所作决定相互冲突",
    "computed.lead": "由 {origins} **计算**：{expr}",
    "computed.lead.alone": "由 {expr} **计算**。",
    "computed.one": "{x}，经 {expr} 计算",
    "computed.many": "由 {origins} 计算：{expr}",
    "computed.is": "由 {origins} 计算",
    "computed.alone": "经 {expr} 计算",
    "computed.rows": "{sentence}，范围为 {rows}",
    "opaque": "{f} 的函数体不在快照中",
    "aggregate.lead": "对 {x} **{word}**，范围为 {rows}。",
    "aggregate.inline": "对 {x} {word}（{rows}）",
    "function.lead": "对 {x} 作 **{word}** 汇总，范围为 {rows}。",
    "function.inline": "对 {x} 作 {word} 汇总（{rows}）",
    "made.of": "{x}（来自 {list}）",
    "distinct.values": "{x} 的不同值",
    "rows.keys": "{scope} 中 {keys} 相同的行",
    "rows.sets": "{scope} 的行，依次按 {keys} 及其中较少的键分组",
    "rows.all": "{scope} 的全部行",
    "rows.filter": "{rows}，只计 {cond} 的行",
    "rows.window": "{keys} 相同的行",
    "rows.window.all": "{scope} 的全部行",
    "rows.order": "{rows}，按 {order} 排列",
    "rows.frame": "{rows}，其中 {frame}",
    "as.written": "{x}（{expr}）",
    "joined": "关联后的各输入",
    "choice.lead": "**取 {n} 个值之一**，以第一个成立的条件为准：",
    "choice.lead.single": "**有值或无值**，视条件而定：",
    "choice.are": "{x} 取 {n} 个值之一，以第一个成立的条件为准：",
    "choice.are.single": "{x} 视条件有值或无值：",
    "choice.inline": "取 {n} 个值之一：{list}",
    "choice.inline.single": "视条件有值或无值：{list}",
    "choice.if": "若 {cond}：{value}",
    "choice.else": "否则：{value}",
    "choice.none": "否则：不给值（NULL）",
    "first.lead": "{list} 中**第一个**不为 NULL 的值。",
    "first.inline": "{list} 中第一个不为 NULL 的值",
    "nullif.lead": "{x}；与 {y} 相等时为 NULL。",
    "nullif.inline": "{x}（与 {y} 相等时为 NULL）",
    "constant.lead": "**恒为** {x}。",
    "constant.lead.matched": "{input} 有匹配时**恒为** {x}；否则为 NULL。",
    "constant.inline": "常量 {x}",
    "generated.lead": "**由** {x} **生成**，没有来源列。",
    "generated.window.lead": "**由** {x} **生成**，范围为 {rows}，没有来源列。",
    "generated.inline": "由 {x} 生成的值",
    "generated.window.inline": "由 {x} 生成的值，范围为 {rows}",
    "count.lead": "**行数**：{scope} 中 {keys} 相同的行的数目，{expr}。",
    "count.lead.all": "**行数**：{scope} 的行的数目，{expr}。",
    "count.lead.sets": "**行数**：{scope} 的行的数目，依次按 {keys} 及其中较少的键分组，{expr}。",
    "count.inline.sets": "行数 {expr}（{scope} 的行，依次按 {keys} 及其中较少的键分组）",
    "count.inline": "行数 {expr}（{scope} 中 {keys} 相同的行）",
    "count.inline.all": "行数 {expr}（{scope} 的行）",
    "count.word": "行数 {x}",
    "position.lead": "**序号**：{keys} 相同的行按 {order} 排列后的位置。",
    "position.lead.all": "**序号**：各行按 {order} 排列后的位置。",
    "position.inline": "{keys} 相同的行按 {order} 排列后的序号",
    "position.inline.all": "各行按 {order} 排列后的序号",
    "parameter.lead": "**由运行给定：** {x}。其取值不在证据之内。",
    "parameter.inline": "运行参数 {x}",
    "lookup.lead": "**查得**：{x}，条件为 {cond}。",
    "lookup.lead.all": "**查得**：{x}。",
    "lookup.inline": "查得 {x}，条件为 {cond}",
    "lookup.inline.all": "查得 {x}",
    "rowlist.lead": "**取所列值之一**，SQL 逐行列出：",
    "rowlist.are": "{x} 取 SQL 逐行列出的值之一：",
    "rowlist.one": "**由 SQL 直接列出：** {value}。",
    "rowlist.item": "{value}",
    "element.lead": "**由表函数生成**，此处称为 {f}，输入为 {list}。",
    "element.are": "{x} 由表函数生成，此处称为 {f}，输入为 {list}。",
    "merged.lead": "**原样取自** {list}：以有该行的一侧为准。",
    "merged.inline": "{list}（以有该行的一侧为准）",
    "merged.are": "{x} 为 {list}：以有该行的一侧为准。",
    "several.lead": "由 {list} **形成**。",
    "several.are": "{x} 由 {list} 形成。",
    "alias.lead": "**形成方式**同 {y}（同一 SELECT 中在前的列），来自 {list}。",
    "alias.are": "{x} 的形成方式同 {y}（同一 SELECT 中在前的列），来自 {list}。",
    "item.more": "另有 {n} 项：见 `visits.jsonl` 中的访问树 {tree}",
    "nothing.lead": "SQL 没有表明该字段的取值。",
    "nothing.inline": "SQL 没有表明的值",
    "carried.lead": "**沿用**本表先前的内容。",
    "carried.item": "本表先前的内容",
    "recursion.lead": "**承接** {x} 中所接续的那一行。",
    "recursion.inline": "承接 {x} 中所接续的那一行",
    "recursion.item": "{x} 中所接续的那一行",
    "carried.inline": "沿用本表先前的内容",
    "prior.inline": "{x}（该语句执行前 {t} 的内容）",
    "open.lead": "**未证明：** {why}。",
    "open.inline": "**未证明**，{why}",
    "open.is": "{x} **未证明**：{why}。",
    "is": "{x} 为 {value}。",
    "is.like": "{x} 的形成方式同 {y}。",
    "value.at": "{place} 处的值",
    "is.same": "{x}，即原样的 {y}",
    "same.above": "{x}（形成方式同 {y}）",
    "named.at": "{x}（{place}）",
    "sentences": "{x}{y}",
    "cut": "由此还有更多步骤：见 `visits.jsonl` 中的访问树 {tree}。该字段的全部来源：{list}。",
    "cut.none": "由此还有更多步骤：见 `visits.jsonl` 中的访问树 {tree}。该字段没有已证明的来源。",
}

WHY = {
    # 句中说明未定之处。
    "why.AMBIGUOUS_COLUMN": "可能是 {list}",
    "of": "{x} 的列",
    "why.AMBIGUOUS_STAR": "是对 {list} 的 `SELECT *` 中的一列",
    "why.candidates": "可能是 {list}",
    "why.NON_ENUMERABLE_PROJECTION": "`SELECT *` 的列未知",
    "why.MISSING_FIELD": "快照中的 {t} 没有列 {x}",
    "why.NO_WRITER_EXPRESSION": "该写入方没有给它赋值",
    "why.OPAQUE_FUNCTION": "{x} 的函数体不在快照中，或未被跟入",
    "why.OPAQUE_TEMPLATE": "此处内容由模板决定",
    "why.DYNAMIC_SQL": "该语句在运行时拼成",
    "why.UNPARSED_WRITER": "写入 {t} 的一条语句无法读取",
    "why.WRITER_REJECTED": "唯一的写入方已被驳回",
    "why.WRITER_DEFERRED": "对其写入方的决定已暂缓",
    "why.WRITER_PENDING": "其写入方未审核",
    "why.DEPTH_LIMIT": "搜索在设定的深度处停止",
    "why.VISIT_LIMIT": "搜索在设定的访问数处停止",
    "why.other": "路径在此结束，没有已证明的来源",
}

SHORT = {
    # “字段一览”表。
    "short.taken": "原样取值",
    "short.computed": "计算",
    "short.function": "{f} 汇总",
    "short.window": "{word}（窗口）",
    "short.choice": "按条件取 {n} 个值之一",
    "short.choice.single": "按条件有值或无值",
    "short.first": "首个非 NULL 值",
    "short.nullif": "原样或 NULL",
    "short.constant": "常量",
    "short.generated": "生成",
    "short.count": "行数",
    "short.position": "行序号",
    "short.parameter": "运行参数",
    "short.lookup": "查得",
    "short.rowlist": "所列值之一",
    "short.element": "由表函数生成",
    "short.branches": "{n} 个分支",
    "short.writers": "{n} 个写入方",
    "short.ways": "{n} 种方式之一",
    "short.carried": "本表先前的内容",
    "short.several": "由多个值形成",
    "short.open": "未证明",
    "short.and": "{x}，{y}",
    "systems.none": "无",
    "systems.open": "{list}，其余未定",
    "systems.only.open": "未定",
    "systems.provisional": "{list}（暂定）",
    "systems.missing": "未确认",
    "standing.proven": "已证明",
    "standing.unproven": "**未证明**",
    "standing.open.one": "**未定：{n} 项**",
    "standing.open.many": "**未定：{n} 项**",
}

FACTS = {
    # 字段之下的各项。
    "chosen.one": "**由** {list} **选择**（是条件，不是来源）。",
    "chosen.many": "**由** {list} **选择**（是条件，不是来源）。",
    "chosen.no.column": "**由** {list} **选择**；没有列参与决定。",
    "limited": "**受限于** {cond}（{place}），由 {list} 决定。",
    "limited.no.column": "**受限于** {cond}（{place}）。",
    "limited.more": "**另受限于** {n} 项条件：见 `controls.jsonl`。",
    "condition.open": "条件 {cond} 中有一列未证明（{place}）。",
    "class.S1.one": "**分类 S1：** 唯一已确认的来源属于 {sys}。",
    "class.S1.many": "**分类 S1：** 已确认的来源都属于 {sys}。",
    "class.S1.one.beside": "**分类 S1：** 唯一已确认的列来源属于 {sys}；{beside}。",
    "class.S1.many.beside": "**分类 S1：** 已确认的列来源都属于 {sys}；{beside}。",
    "beside.CONSTANT": "常量",
    "beside.PARAMETER": "运行参数",
    "beside.GENERATED": "生成值",
    "beside.one": "{list} 不属于任何系统",
    "beside.many": "{list} 不属于任何系统",
    "class.S2": "**分类 S2：** 形成过程不含任何来源系统。",
    "class.S2.generated": "**分类 S2：** 生成值，没有来源列。",
    "class.S3.one": "**分类 S3：** 见[第 {list} 项](#{anchor})。",
    "class.S3.many": "**分类 S3：** 见[第 {list} 项](#{anchor})。",
    "class.S3.provisional": "**分类 S3：** 暂定，见[第 {list} 项](#{anchor})。",
    "class.S3.unnamed": "**分类 S3：** 尚不可证明。",
    "class.S3.reason": "**分类 S3：** {why}。",
    "class.S3.once": "{sentence}{settled}后为：{then}。",
    "class.S4.two": "**分类 S4：** 已确认的来源属于 {list}。两者是否在同一次运行中都有数据，SQL 无法表明。",
    "class.S4.many": "**分类 S4：** 已确认的来源属于 {list}。各系统是否在同一次运行中都有数据，SQL 无法表明。",
    "class.none": "**分类：** 未给出。",
    "settled.PENDING": "确认",
    "settled.STALE": "再次确认",
    "then": "{name}，{list}",
    "points.range": "{a} 至 {b}",
    "runtime": "{list} 在运行时才填入。",
    "runtime.many": "{list} 在运行时才填入。",
    "relies": "**依据** {list}。",
    "relies.earlier": "{d}（针对语句的较早文本）",
    "relies.not.counted": "{sentence}不计入：{list}。",
    "not.counted": "**不计入：** {list}。",
    "rejected.by": "被 {d} 驳回的一个写入方",
    "rejected.carried": "以先前名称被 {d} 驳回的一个写入方",
    "rejected.plain": "一个已驳回的写入方",
    "stated.type": "**类型** {type}，由 {by} 声明。",
    "stated.both": "**类型** {type}，{null}：由 {by} 声明。",
    "stated.apart": "**类型** {type}，由 {by} 声明；{null}，依据 {other}。",
    "stated.only.null": "该值{null}，依据 {by}。",
    "stated.null": "可为 NULL",
    "stated.not.null": "不为 NULL",
    "stated.DDL": "DDL（{place}）",
    "stated.CATALOG": "目录文件（{place}）",
    "stated.CAST": "CAST（{place}）",
    "stated.OUTER_JOIN": "外连接（{place}）",
    "stated.NO_ELSE": "没有 ELSE 的 CASE（{place}）",
    "stated.NULLIF": "NULLIF（{place}）",
    "sql": "**SQL：** {list}",
    "sql.one": "{file} 第 {lines} 行",
    "sql.many": "{file} 第 {lines} 行",
    "sql.more": "另有 {n} 个文件",
    "sql.tree": "访问树 {tree}",
}

CHINESE = Phrasebook(
    language="zh",
    patterns={**FORMATION, **WHY, **SHORT, **FACTS, **ROWS, **OPEN, **PAGE, **LAYOUT, **SITE},
    aggregates=AGGREGATES,
    diagnostics=DIAGNOSTICS,
    reasons=REASONS,
    rules=RULES,
    join_list=_join,
    capital=_same,
    marks=Marks(series="、", clauses="；", stop="。"),
    fill=_fill,
)

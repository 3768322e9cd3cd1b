"""Pages of real SQL, through extraction, link and trace: the lines that a reader relies on."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.unit.pages.reading import faults

from wherefrom.domain.binding import Status
from wherefrom.domain.classification import SystemRuling
from wherefrom.extract import ExtractSettings, extract
from wherefrom.lineage import Estate, EstateFile, TraceOptions, classify, link, trace
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.pages import pages

LOAD = """\
WITH RECURSIVE tree AS (
    SELECT u.id, u.name FROM src.unit u WHERE u.parent_id IS NULL
    UNION ALL
    SELECT c.id, t.name FROM src.unit c JOIN tree t ON t.id = c.parent_id
),
latest AS (
    SELECT p.* FROM (
        SELECT r.shop_id, r.price, ROW_NUMBER() OVER (PARTITION BY r.shop_id ORDER BY r.set_on DESC) AS rn
        FROM src.price r
    ) p WHERE p.rn = 1
)
INSERT INTO mart.shop (id, name, price, sales, rate, kind, top_day, note)
SELECT s.id,
       UPPER(t.name),
       COALESCE(l.price, 0),
       d.sales,
       (SELECT MAX(x.rate) FROM src.rate x WHERE x.day = s.opened_on),
       CASE WHEN d.days > 30 THEN 'OLD' WHEN d.days > 0 THEN 'NEW' END,
       d.top_day,
       'n/a'
FROM src.shop s
JOIN tree t ON t.id = s.unit_id
LEFT JOIN latest l ON l.shop_id = s.id
LEFT JOIN mart.shop_day d ON d.shop_id = s.id
WHERE s.closed_on IS NULL
  AND EXISTS (SELECT 1 FROM src.lease e WHERE e.shop_id = s.id);
"""

DAY = """\
CREATE TABLE mart.shop_day AS
SELECT a.shop_id, SUM(a.amount) AS sales, COUNT(*) AS days, MAX(a.day) AS top_day
FROM (SELECT c.shop_id, c.amount, c.day FROM src.card c
      UNION ALL
      SELECT k.shop_id, k.amount * k.rate, k.day FROM src.cash k) a
GROUP BY a.shop_id;
"""

MERGE = """\
MERGE INTO mart.stock s
USING src.delta d ON d.id = s.id
WHEN MATCHED AND d.qty <> s.qty THEN UPDATE SET qty = d.qty
WHEN NOT MATCHED THEN INSERT (id, qty) VALUES (d.id, d.qty);
"""

UPDATE = """\
UPDATE mart.stock SET qty = 0 WHERE id < 0;
"""

ROLLUP = """\
CREATE VIEW mart.totals AS
SELECT d.shop_id, COUNT(*) AS n, SUM(d.sales) / COUNT(*) AS mean FROM mart.shop_day d GROUP BY ROLLUP (d.shop_id);
"""

FILES = {"load.sql": LOAD, "day.sql": DAY, "merge.sql": MERGE, "update.sql": UPDATE, "rollup.sql": ROLLUP}


@dataclass(frozen=True)
class Frozen:
    path: str
    size: int
    sha256: str


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    files = tuple(
        EstateFile(path, extract(text, "postgres", ExtractSettings())) for path, text in sorted(FILES.items())
    )
    graph = link(Estate(files, (), ()), {})
    systems = {
        table: SystemRuling("SHOP", Status.CONFIRMED)
        for table in ("src.unit", "src.shop", "src.price", "src.rate", "src.card", "src.cash", "src.delta")
    }
    answers = tuple(trace(graph, target, TraceOptions()) for target in graph.written)
    bundle = Bundle(
        release="r1", frozen_at="2026-11-27T18:00:00Z", snapshot_id="sha256:" + "a" * 64, analysis_id="sha256:" + "b" * 64,
        state="DRAFT", files=tuple(Frozen(path, len(text), "0" * 64) for path, text in FILES.items()), texts=FILES,
        statements=graph.statements, nodes=graph.nodes, edges=graph.edges, diagnostics=graph.diagnostics,
        candidates=graph.candidates, rulings=graph.rulings, decisions=(), decision_head="0" * 64, decision_count=0,
        answers=answers, classes={answer.target: classify(answer, systems) for answer in answers}, systems=systems,
        settings={}, versions={},
    )  # fmt: skip
    return pages(bundle)


def test_every_page_reads_back_as_markdown(made: dict[str, str]) -> None:
    assert sorted(made) == [
        "business/index.md", "business/mart.shop.md", "business/mart.shop_day.md", "business/mart.stock.md",
        "business/mart.totals.md",
    ]  # fmt: skip
    assert {name: faults(text) for name, text in made.items() if faults(text)} == {}


SHOP = (
    "**Taken unchanged** from `src.shop.id`.",
    "**Computed** from `t.name`: `UPPER(t.name)`",
    "- **Branch 1 of 2:** `src.unit.name`",
    "- **Branch 2 of 2:** taken over from the row of `tree` that it continues",
    "**The first** of `src.price.price` and the constant `0` that is not NULL.",
    "**Sum** of `a.amount` over the rows of `a` with the same `a.shop_id`. `a.amount` is:",
    "- **Branch 2 of 2:** computed from `src.cash.amount` and `src.cash.rate`: `k.amount * k.rate`",
    "**Looked up:** the largest of `src.rate.rate` over all rows of `src.rate`, where `x.day = s.opened_on`.",
    "**One of 2 values**, the first whose condition holds:",
    "3. otherwise: no value is given (NULL)",
    "- **Chosen by** the number of rows `d.days`; no column decides.",
    "**Always** `'n/a'`.",
    "├─ tree            must match",
    "│  └─ tree         branch 2 · the rows found so far",
    "├─ latest          may match · first row per r.shop_id",
    "├─ mart.shop_day   may match · one row per a.shop_id · ? not reviewed",
    "├─ src.rate        read inside a condition or a value · SHOP",
    "└─ src.lease       read inside a condition or a value · ? no confirmed system",
    "| final rows, query in an expression | `e.shop_id = s.id` | `src.lease.shop_id`, `src.shop.id` | `load.sql:26` |",
    "| final rows | `s.closed_on IS NULL` | `src.shop.closed_on` | `load.sql:25` |",
    "| `tree` (`t`) | must match: `t.id = s.unit_id` | `load.sql:22` |",
    "- `load.sql:1` leaves other rows or columns of `mart.shop` as they were; that earlier content is not shown here.",
)


@pytest.mark.parametrize("line", SHOP)
def test_the_page_of_a_target_with_everything(made: dict[str, str], line: str) -> None:
    assert line in made["business/mart.shop.md"].split("\n")


def test_a_first_row_is_called_so(made: dict[str, str]) -> None:
    assert (
        "`p.rn = 1`: the first row per `r.shop_id`, by `r.set_on` descending" in made["business/mart.shop.md"]
    )


def test_a_merge_and_an_update_of_one_table(made: dict[str, str]) -> None:
    text = made["business/mart.stock.md"]
    assert "| Written by | `merge.sql`, lines 1–4; changes and adds rows |" in text
    assert "| and by | `update.sql`, line 1; changes rows |" in text
    assert "The value comes from **one of 2 statements** that write the table." in text
    assert "- **Writer 1 of 2** (`merge.sql:1`): `src.delta.qty`, in each of 2 ways of `merge.sql:1`" in text
    assert "existing rows are found by `d.id = s.id`" in text
    assert "- **Limited by** `d.qty <> s.qty` (`merge.sql:3`)" in text


def test_subtotals_are_not_told_as_one_group(made: dict[str, str]) -> None:
    text = made["business/mart.totals.md"]
    assert (
        "**Number of rows** of `mart.shop_day`, grouped in turn by `d.shop_id` and by fewer of them: `COUNT(*)`."
        in text
    )


def test_original_sql_stands_in_order_of_first_appearance(made: dict[str, str]) -> None:
    text = made["business/mart.shop.md"]
    assert text.index("`load.sql`, lines 1–26") < text.index("`day.sql`, lines 1–6")
    assert " 12  INSERT INTO mart.shop (id, name, price, sales, rate, kind, top_day, note)\n" in text

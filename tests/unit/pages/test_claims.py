"""Source systems and business names on a page: whose words they are, and what is missing where none counts."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from tests.unit.pages.reading import faults
from tests.unit.review.records import log_of

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.binding import Status
from wherefrom.domain.claim import system_claim, term_claim
from wherefrom.domain.classification import SystemRuling, Term
from wherefrom.lineage import classify
from wherefrom.publish import Bundle
from wherefrom.publish.pages import pages
from wherefrom.publish.site import site

FILES = {
    "sales.sql": "CREATE TABLE dm.sales AS SELECT o.amount, w.channel FROM ods.shop o JOIN ods.web w ON o.k = w.k;"
}
SHOP = system_claim("ods.shop", "SHOP")
NAMES = (
    term_claim("dm.sales", "", "Sales", "One row per order."),
    term_claim("dm.sales", "amount", "Turn|over", "Paid *orders*."),
    term_claim("dm.sales", "channel", "Channel", ""),
)
LOG = log_of(
    {"subject_type": "SYSTEM", "subject": SHOP.subject, "responsible": "Shop data", "note": "The tills."},
    *({"subject_type": "TERM", "subject": each.subject, "responsible": ""} for each in NAMES),
)
CONFIRMED = SystemRuling("SHOP", Status.CONFIRMED, "D0001")


def bundle(systems: dict[str, SystemRuling], glossary: dict[str, Term] | None = None) -> Bundle:
    graph = link_texts(FILES, "spark")
    answers = answers_for(graph, ("dm.sales",))
    return Bundle(
        release="r1", frozen_at="2026-11-27T18:00:00Z", snapshot_id="sha256:" + "a" * 64,
        analysis_id="sha256:" + "b" * 64, state="DRAFT", files=(), texts=FILES, statements=graph.statements,
        nodes=graph.nodes, edges=graph.edges, diagnostics=(), candidates=(), rulings={},
        decisions=tuple(asdict(record) for record in LOG.records), decision_head=LOG.head, decision_count=LOG.count,
        answers=answers, classes={"dm.sales": classify(answers[0], systems)}, systems=systems, settings={},
        versions={}, glossary=glossary or {},
    )  # fmt: skip


def page(systems: dict[str, SystemRuling], glossary: dict[str, Term] | None = None) -> str:
    text = pages(bundle(systems, glossary))["business/dm.sales.md"]
    assert faults(text) == []
    return text


def test_a_confirmed_system_names_its_decision() -> None:
    text = page({"ods.shop": CONFIRMED, "ods.web": replace(CONFIRMED, decision_id="")})
    assert (
        "| D0001 | source system SHOP of `ods.shop` | confirmed | ada for Shop data, 2026-11-20 | The tills. |"
        in text
    )
    assert "- **Class S1:** the only confirmed origin belongs to SHOP." in text
    assert "- **Relies on** D0001." in text


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (None, "`ods.web` has no confirmed system."),
        (SystemRuling("A / B", Status.PENDING), "`ods.web` has no confirmed system; A / B is proposed."),
        (
            SystemRuling("WEB", Status.PENDING, "D0002", ("PROPOSED",)),
            "`ods.web` has no confirmed system; WEB waits for a second person (D0002).",
        ),
        (SystemRuling("WEB", Status.DEFERRED, "D0002"), "WEB was deferred by D0002."),
        (SystemRuling("WEB", Status.STALE, "D0002", ()), "the SQL around WEB changed after D0002."),
        (
            SystemRuling("WEB", Status.PENDING, "D0002", ("EXPIRED",)),
            "the decision D0002 for WEB has expired.",
        ),
        (
            SystemRuling("WEB", Status.PENDING, "D0002", ("NOT_YET_EFFECTIVE",)),
            "the decision D0002 for WEB is not in effect yet.",
        ),
        (SystemRuling("A / B", Status.CONFLICT, "D0002"), "the decisions for A / B conflict."),
        (SystemRuling("WEB", Status.REJECTED, "D0002"), "WEB was rejected by D0002."),
    ],
)
def test_what_keeps_a_table_without_a_system_is_an_open_point(ruling: SystemRuling | None, said: str) -> None:
    text = page({"ods.shop": CONFIRMED} | ({"ods.web": ruling} if ruling else {}))
    assert said in text
    assert "| 1 | `channel` | `ods.web` has no confirmed system" in text


def test_the_front_page_lists_what_most_fields_wait_for() -> None:
    index = pages(bundle({"ods.web": CONFIRMED}))["business/index.md"]
    assert (
        "1 table has no confirmed source system; in brackets the fields that wait for it: `ods.shop` (1)."
        in index
    )
    settled = pages(bundle({"ods.web": CONFIRMED, "ods.shop": CONFIRMED}))["business/index.md"]
    assert "no confirmed source system" not in settled


def test_business_names_are_peoples_words_with_their_decision() -> None:
    glossary = {each.name: Term(*each.says, f"D000{n}") for n, each in enumerate(NAMES, start=2)}
    text = page({}, glossary)
    assert "`dm.sales` Sales (One row per order.); `dm.sales.amount` Turn|over;" in text
    assert "- **Business name:** Turn|over (D0003). Paid \\*orders\\*." in text
    assert "- **Business name:** Channel (D0004)." in text
    assert (
        "| D0003 | business name Turn\\|over of `dm.sales.amount` | confirmed | ada, 2026-11-20 |  |" in text
    )


def test_without_a_confirmed_name_nothing_is_said() -> None:
    assert "Business name:" not in page({})


def test_the_log_of_the_site_tells_claims_in_words() -> None:
    text = site(bundle({"ods.shop": CONFIRMED}), ("en",))["site/en/decisions.html"]
    assert text.count("source system SHOP of") == 1
    assert text.count("business name ") == 3
    assert "&#34;SHOP&#34;" not in text


@pytest.mark.parametrize(
    "name", ["</script><img src=x onerror=alert(1)>", "[a](javascript:x)", "a|b`c`", "{{7*7}}", "\u202ex"]
)
def test_a_hostile_name_stays_a_name(name: str) -> None:
    hostile = {"ods.shop": replace(CONFIRMED, system=name), "ods.web": SystemRuling(name, Status.PENDING)}
    term = Term(name, name, "D0002")
    assert faults(page(hostile, {"dm.sales": term, "dm.sales.amount": term})) == []

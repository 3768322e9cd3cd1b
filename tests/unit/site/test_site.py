"""The static site: whole, closed in itself, and harmless whatever names it shows."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.unit.pages.build import FILE, candidate
from tests.unit.pages.test_hostile import HOSTILE, hostile
from tests.unit.pages.test_sections import SMALL
from tests.unit.site.reading import Page, faults

from wherefrom.domain.binding import Ruling, Status
from wherefrom.publish.bundle import Bundle
from wherefrom.publish.site import site

MORE = (
    "\u05d0\u05d1\u05d2 \u202edm",
    "x" * 3_000,
    "a/../../b",
    "C:\\con",
    "'; DROP TABLE t; --",
    "${env}_dm.t",
)
TABLE = "site/en/tables/dm.report.html"


def named(text: str) -> Bundle:
    """A release in which one text stands wherever a name can; its files have all lines that it speaks of."""
    estate = hostile(text)
    lines = f"{text}\n" * 14
    return replace(
        estate, texts={path: f"{body}\n{lines}" for path, body in estate.texts.items() if path}
    ).bundle()


def search(page: str) -> dict[str, object]:
    (text,) = [text for kind, text in Page(page).inside if kind == "application/json"]
    found: dict[str, object] = json.loads(text)
    return found


def test_the_pages_of_a_small_release() -> None:
    found = site(SMALL.bundle(), ("en", "zh"))
    assert sorted(found) == [
        "site/en/decisions.html",
        "site/en/index.html",
        "site/en/sql/shop-orders.sql--faf22f02e2.html",
        "site/en/tables/dm.report.html",
        "site/en/words.html",
        "site/index.html",
        "site/zh/decisions.html",
        "site/zh/index.html",
        "site/zh/sql/shop-orders.sql--faf22f02e2.html",
        "site/zh/tables/dm.report.html",
        "site/zh/words.html",
    ]
    assert faults(found) == []


def test_a_site_is_the_same_each_time() -> None:
    assert site(SMALL.bundle(), ("zh", "en")) == site(SMALL.bundle(), ("zh", "en"))


def test_a_sentence_leads_to_its_line() -> None:
    found = site(SMALL.bundle())
    links = [link for link in Page(found[TABLE]).links if "/sql/" in link]
    assert "../sql/shop-orders.sql--faf22f02e2.html#L3" in links
    assert "L3" in Page(found["site/en/sql/shop-orders.sql--faf22f02e2.html"]).ids


def test_a_decision_leads_to_its_record() -> None:
    estate = replace(
        SMALL,
        candidates=(candidate("W1", "ods.orders", FILE, 2),),
        rulings={"W1": Ruling(Status.CONFIRMED, "D7")},
        decisions=(
            {"decision_id": "D7", "subject": "W1", "decision": "CONFIRMED", "approval": "APPROVED", "actor": "ada",
             "decided_at": "2026-11-02T08:00:00Z", "note": "Daily *job*.", "hash": "sha256:" + "c" * 64},
            {"decision_id": "D8", "subject_type": "SYSTEM", "subject": '["ods.orders","SHOP"]', "decision": "DEFERRED"},
        ),
    )  # fmt: skip
    found = site(estate.bundle(), ("en", "zh"))
    assert faults(found) == []
    assert "../decisions.html#D7" in Page(found[TABLE]).links
    shown = "".join(Page(found["site/en/decisions.html"]).shown)
    for text in (
        "D7",
        "shop/orders.sql:2 → ods.orders",
        "confirmed, APPROVED",
        "ada, 2026-11-02",
        "Daily *job*.",
        "c" * 64,
    ):
        assert text in shown


def test_every_page_says_its_state() -> None:
    for state, said in (("DRAFT", "DRAFT"), ("APPROVED", "APPROVED")):
        for path, text in site(replace(SMALL, state=state).bundle(), ("en", "zh")).items():
            page = Page(text)
            assert ("p", {"class": f"state {state.lower()}"}) in page.tags, path
            assert said in "".join(page.shown), path


def test_the_search_knows_tables_fields_sources_and_files() -> None:
    known = search(site(SMALL.bundle())["site/en/index.html"])["known"]
    assert known == [
        ["target", "dm.report", "", "tables/dm.report.html"],
        ["file", "shop/orders.sql", "", "sql/shop-orders.sql--faf22f02e2.html"],
        ["field", "amount", "dm.report", "tables/dm.report.html#amount"],
    ]


def test_the_script_of_the_search_cannot_be_left() -> None:
    text = "</script><script>alert(1)</script><!--\u2028"
    page = site(named(text))["site/en/index.html"]
    assert "alert(1)</script>" not in page
    known = search(page)["known"]
    assert isinstance(known, list)
    assert any("alert(1)" in entry[1] for entry in known)


@pytest.mark.parametrize("text", [*HOSTILE, *MORE])
def test_a_hostile_text_stays_text(text: str) -> None:
    found = site(named(text), ("en", "zh"))
    assert faults(found) == []
    for path, page in found.items():
        page.encode("utf-8")
        assert path.isprintable()
        assert ".." not in path.split("/")
        for hidden in ("\x1b", "\u202e", "\u200b", "\ufeff", "\x07", "\r"):
            assert hidden not in page, path


@pytest.mark.parametrize("text", ["{{7*7}}", "{% raw %}", "{# gone #}", "{x}", "{0.__class__}"])
def test_a_name_is_never_a_template(text: str) -> None:
    page = next(page for path, page in site(named(text)).items() if "/tables/" in path)
    assert text in "".join(Page(page).shown)


def test_a_long_file_shows_what_pages_lead_to() -> None:
    long = "".join(f"line {n}\n" for n in range(1, 20_001))
    found = site(replace(SMALL, texts={FILE: long}).bundle())
    (page,) = [text for path, text in found.items() if "/sql/" in path]
    assert faults(found) == []
    ids = Page(page).ids
    assert {"L1", "L2", "L105"} <= set(ids)
    assert "L106" not in ids
    assert "19895 lines are left out here" in "".join(Page(page).shown)


def test_a_long_line_is_cut_and_says_so() -> None:
    found = site(replace(SMALL, texts={FILE: "x\nSELECT '" + "a" * 50_000 + "'\n"}).bundle())
    (page,) = [text for path, text in found.items() if "/sql/" in path]
    assert len(page) < 50_000
    assert "… 49009 characters left out" in "".join(Page(page).shown)

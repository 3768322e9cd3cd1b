"""The static site in a browser, from a folder: what its readers do, and what hostile names cannot do."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.cli.command import wherefrom

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright and Chromium")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe and Chromium")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
RUN = [
    "run",
    "examples",
    "--target",
    "branch_scorecard",
    "--lang",
    "en",
    "--lang",
    "zh",
    "--html",
    "--out",
    "out",
]

EXAMPLES = Path(__file__).parents[2] / "examples"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<svg onload=alert(1)>",
    "javascript:alert(1)",
    "\u202ecod.t\u2066x",
    "a\nb\r\nc",
    "{{7*7}}{% raw %}",
    "x" * 2_000,
)


@dataclass
class Visitor:
    """A person with a browser, who would see a dialog and hear of every request.

    Attributes:
        page: The browser's page.
        alarms: Dialogs, requests that leave the folder, faults of scripts, and what the policy refused.
    """

    page: object
    alarms: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> object:
        return getattr(self.page, name)


@pytest.fixture(scope="module")
def visit() -> Iterator[Callable[..., Visitor]]:
    """Open a page as a visitor."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)

        def opened(path: Path, **how: object) -> Visitor:
            visitor = Visitor(browser.new_page(**how))
            page, alarms = visitor.page, visitor.alarms
            page.on("dialog", lambda dialog: (alarms.append(f"dialog {dialog.message}"), dialog.dismiss()))
            page.on("pageerror", lambda error: alarms.append(f"error {error}"))
            page.on("console", lambda said: alarms.append(f"console {said.text}"))
            page.on(
                "request",
                lambda asked: (
                    None
                    if asked.url.startswith(path.parents[1].as_uri()) or asked.url == "data:,"
                    else alarms.append(f"request {asked.url}")
                ),
            )
            page.goto(path.as_uri())
            if path.parent.name == "site":
                page.wait_for_url("**/site/*/index.html")  # the entry leads on to the reader's language
            return visitor

        yield opened
        browser.close()


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the example estate's scorecard, in both languages."""
    out = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLES.parent / "examples", out / "sql")
    shutil.copytree(EXAMPLES.parent / "governance", out / "governance")
    shutil.copy(EXAMPLES.parent / "wherefrom.toml", out)
    (out / "sql").rename(out / "examples")
    done = wherefrom(*RUN, "--release", "r1", cwd=out)
    assert done.code == 0, done.err
    assert f"Or open      {Path('out', 'deliverables', 'r1', 'site', 'index.html')}" in done.out
    assert wherefrom("verify", "out", cwd=out).code == 0
    return out / "out" / "deliverables" / "r1"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of an estate whose tables, columns, literals, files and decisions try to be more than text."""
    out = tmp_path_factory.mktemp("hostile")
    (out / "sql").mkdir()
    for n, name in enumerate(NAMES):
        columns = ",\n       ".join(
            f"CASE WHEN s.{quoted(each)} > 1 THEN {quoted('t')}.{quoted(each)} ELSE '{each}' END AS {quoted(each)}"
            for each in NAMES
        )
        text = (
            f"INSERT INTO {quoted(name)}\nSELECT {columns}\nFROM {quoted('src' + name)} AS s\n"
            f"LEFT JOIN {quoted(NAMES[n - 1])} AS t ON s.{quoted(name)} = t.{quoted(name)} -- {name!r}\n;\n"
        )
        (out / "sql" / f"f{n}<img src=x onerror=alert({n})>.sql").write_text(
            text, encoding="utf-8", newline=""
        )
    (out / "governance").mkdir()
    table = "logical_table,system,status,owner,note,reviewer,effective_from,effective_to\r\n"
    rows = "".join(
        '"""src{}""","{}",CONFIRMED,,,ada,,\r\n'.format(name.replace('"', '""""'), name.replace('"', '""'))
        for name in NAMES[:3]
    )
    (out / "governance" / "source_systems.csv").write_text(table + rows, encoding="utf-8", newline="")
    targets = [word for name in NAMES[:3] for word in ("--target", quoted(name))]
    done = wherefrom(
        "run", "sql", *targets, "--dialect", "postgres", "--lang", "en", "--lang", "zh", "--html", "--release", "r1",
        "--out", "out", cwd=out,
    )  # fmt: skip
    assert done.code == 0, done.err
    assert wherefrom("verify", "out", cwd=out).code == 0
    return out / "out" / "deliverables" / "r1" / "site"


def test_a_reader_reaches_the_line_from_a_sentence(example: Path, visit: Callable[..., Visitor]) -> None:
    reader = visit(example / "site" / "index.html")
    reader.page.wait_for_url("**/en/index.html")
    reader.page.get_by_role("link", name="${env}_dm.branch_scorecard").first.click()
    section = reader.page.locator("section.field", has=reader.page.locator("#net_inflow_eur"))
    assert "Sum" in section.inner_text()
    section.get_by_role("link", name="13").click()
    line = reader.page.locator(".line:target")
    assert line.get_attribute("id") == "L13"
    assert "ROUND(t.amount * t.fx_rate, 2)" in line.inner_text()
    assert reader.page.locator("h1").inner_text() == "warehouse/base/movement.sql"
    assert reader.alarms == []


def test_an_auditor_reaches_the_rule_the_decision_and_the_hash(
    example: Path, visit: Callable[..., Visitor]
) -> None:
    (table,) = (example / "site" / "en" / "tables").iterdir()
    auditor = visit(table)
    section = auditor.page.locator("section.field", has=auditor.page.locator("#net_inflow_eur"))
    section.get_by_text("Origins and evidence").click()
    row = section.locator("tr", has_text="src_teller.slip.amount")
    assert "TELLER" in row.inner_text()
    row.get_by_role("link", name="D0005").click()
    record = auditor.page.locator("tr:target").inner_text()
    assert "Nightly job N-04." in record
    log = (example / "decisions.jsonl").read_text("utf-8").splitlines()
    assert json.loads(log[4])["hash"] in record
    auditor.page.go_back()
    section.get_by_text("Origins and evidence").click()
    row.get_by_role("link", name="QUALIFIED").click()
    assert "The alias names one input." in auditor.page.locator("div:target").inner_text()
    auditor.page.go_back()
    section.get_by_text("Origins and evidence").click()
    row.get_by_role("link", name=re.compile(r"movement\.sql")).click()
    frozen = (EXAMPLES / "warehouse" / "base" / "movement.sql").read_bytes()
    assert hashlib.sha256(frozen).hexdigest() in auditor.page.locator("dl.facts").inner_text()
    assert auditor.alarms == []


def test_the_search_finds_a_field_from_any_page(example: Path, visit: Callable[..., Visitor]) -> None:
    (table,) = (example / "site" / "en" / "tables").iterdir()
    reader = visit(table)
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("net_inflow")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/en/index.html#q=net_inflow")
    found = reader.page.locator("#found li")
    assert found.count() == 1
    assert "net_inflow_eur" in found.first.inner_text()
    found.first.get_by_role("link").click()
    assert reader.page.url.endswith("#net_inflow_eur")
    assert reader.page.locator("#net_inflow_eur").is_visible()
    assert reader.alarms == []


def test_what_is_not_found_is_said(example: Path, visit: Callable[..., Visitor]) -> None:
    reader = visit(example / "site" / "zh" / "index.html")
    reader.page.locator("#q").fill("没有这个名称")
    assert reader.page.locator("#found").inner_text().strip() == "没有名称与此相符。"


def test_the_language_is_changed_on_the_same_page(example: Path, visit: Callable[..., Visitor]) -> None:
    (table,) = (example / "site" / "en" / "tables").iterdir()
    reader = visit(table)
    reader.page.get_by_role("link", name="中文").click()
    assert reader.page.url.endswith(f"/zh/tables/{table.name}")
    assert reader.page.locator("h2").first.inner_text() == "字段一览"
    assert "DRAFT（草稿）" in reader.page.locator("p.state").inner_text()
    assert reader.page.evaluate("document.documentElement.lang") == "zh-CN"


def test_a_drawing_is_walked_by_keyboard(example: Path, visit: Callable[..., Visitor]) -> None:
    (table,) = (example / "site" / "en" / "tables").iterdir()
    reader = visit(table)
    boxes = reader.page.locator(".canvas a")
    assert boxes.count() > 15
    box = reader.page.get_by_role(
        "link", name="src_core.ledger_day CORE, source table, feeds ${env}_calc.account_balance"
    )
    box.focus()
    reader.page.keyboard.press("Enter")
    assert reader.page.locator("h1").inner_text() == "warehouse/calc/account_balance.sql"


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_page_is_wider_than_its_window(
    example: Path, visit: Callable[..., Visitor], language: str, width: int
) -> None:
    site = example / "site" / language
    for path in (
        site / "index.html",
        site / "words.html",
        *site.glob("tables/*.html"),
        *site.glob("sql/*dm-*.html"),
    ):
        reader = visit(path, viewport={"width": width, "height": 800})
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width, path.name
        reader.page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nobody_is_kept_out(example: Path, visit: Callable[..., Visitor], scheme: str, width: int) -> None:
    """Contrast, landmarks, names and the order of the keyboard, as axe judges them."""
    site = example / "site" / "zh"
    for path in (*site.glob("*.html"), *site.glob("tables/*.html"), *site.glob("sql/*dm-*.html")):
        reader = visit(path, viewport={"width": width, "height": 900}, color_scheme=scheme)
        assert axe.Axe().run(reader.page).response["violations"] == [], path.name
        reader.page.close()


def test_a_hostile_name_opens_no_dialog_and_asks_for_nothing(
    hostile: Path, visit: Callable[..., Visitor]
) -> None:
    pages = sorted(hostile.rglob("*.html"))
    assert len(pages) > 12
    for path in pages:
        reader = visit(path)
        assert reader.alarms == [], path.name
        assert reader.page.locator("img").count() == 0
        assert reader.page.evaluate("document.scripts.length") <= 2
        reader.page.close()


def test_a_hostile_name_is_found_and_stays_text(hostile: Path, visit: Callable[..., Visitor]) -> None:
    reader = visit(hostile / "en" / "index.html")
    reader.page.locator("#q").fill("onerror")
    found = reader.page.locator("#found li")
    assert found.count() > 3
    assert '"><img src=x onerror=alert(1)>' in found.first.inner_text()
    found.first.get_by_role("link").click()
    reader.page.wait_for_load_state()
    assert reader.alarms == []


def test_a_page_without_its_script_still_reads(example: Path, visit: Callable[..., Visitor]) -> None:
    (table,) = (example / "site" / "en" / "tables").iterdir()
    reader = visit(table, java_script_enabled=False)
    assert not reader.page.locator("form.search").is_visible()
    assert reader.page.locator("section.field").count() == 13
    assert reader.page.locator(".canvas svg").is_visible()


def test_any_changed_page_is_named(example: Path, tmp_path: Path) -> None:
    copy = tmp_path / "r1"
    shutil.copytree(example, copy)
    page = copy / "site" / "zh" / "words.html"
    page.write_bytes(page.read_bytes() + b" ")
    done = wherefrom("verify", str(copy), cwd=tmp_path)
    assert done.code == 4
    assert "site/zh/words.html" in done.out


def test_the_same_bytes_elsewhere(example: Path, tmp_path: Path) -> None:
    """Another folder, time zone, locale and hash seed."""
    project = example.parents[2]
    env = {"TZ": "Asia/Shanghai", "LC_ALL": "C", "PYTHONHASHSEED": "7", "PATH": os.environ["PATH"]}
    shutil.copytree(project / "examples", tmp_path / "examples")
    shutil.copytree(project / "governance", tmp_path / "governance")
    shutil.copy(project / "wherefrom.toml", tmp_path)
    shutil.copytree(project / "out" / "snapshots", tmp_path / "out" / "snapshots")
    done = wherefrom(*RUN, "--release", "r1", cwd=tmp_path, env=env)
    assert done.code == 0, done.err
    mine = tmp_path / "out" / "deliverables" / "r1"
    paths = sorted(path.relative_to(mine) for path in mine.rglob("*") if path.is_file())
    assert [path for path in paths if (mine / path).read_bytes() != (example / path).read_bytes()] == []
    assert len(paths) > 40

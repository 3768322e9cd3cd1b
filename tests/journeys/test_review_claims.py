"""Source systems and business names: proposed, exported, filled in, imported, approved, published; a no stays."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.cli.command import Done, wherefrom
from tests.journeys.desk import ask, at, candidate, release, rows_of, start

SHEET = "governance/source_systems.csv"


def ids(root: Path, about: str, *words: str) -> dict[str, str]:
    """Return the id of each row, by the table (and the field) and what is said of it."""
    rows = json.loads(ask(root, "review", "list", "--about", about, "--json", *words).out)["rows"]
    said = ("logical_table", "system") if about == "systems" else ("logical_table", "field", "business_name")
    return {" ".join(row[name] for name in said).strip(): row["review_id"] for row in rows}


def fill_in(path: Path, cells: dict[str, dict[str, str]]) -> None:
    """Fill in a table by its logical table and field, as a spreadsheet of another country saves it."""
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    head = rows[0]
    for row in rows[1:]:
        names = [row[head.index(name)] for name in ("logical_table", "field") if name in head]
        for column, text in cells.get(".".join(name for name in names if name), {}).items():
            row[head.index(column)] = text
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows(rows)
    path.write_bytes(out.getvalue().encode("utf-8-sig"))


def classes(root: Path) -> dict[str, tuple[str, str, str]]:
    """Return class, systems and what is missing, by field."""
    rows = rows_of(root / "deliverables" / "r1" / "source_classification.csv")
    return {row["target_field"]: (row["class"], row["systems"], row["missing"]) for row in rows}


def publish(root: Path, *words: str, day: int) -> None:
    ask(root, "publish", "--release", "r1", "--target", "sales", *words, day=day)


def refused(root: Path, *words: str | Path, code: int, day: int = 3) -> Done:
    done = wherefrom(*words, cwd=root, env=at(day))
    assert done.code == code, done.out + done.err
    return done


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project under four eyes whose writers are decided: the only thing open are claims."""
    root = start(tmp_path_factory.mktemp("claims") / "shop", four_eyes="confirm")
    release(root, "r1", 0)
    for file in ("dwd/orders.sql", "dwd/orders_web.sql"):
        ask(root, "review", "confirm", candidate(root, file), "--reviewer", "ada", day=0)
        ask(root, "review", "approve", candidate(root, file), "--reviewer", "bob", day=0)
    ask(
        root,
        "review",
        "reject",
        candidate(root, "adhoc/repair.sql"),
        "--reviewer",
        "bob",
        "--reason",
        "Old.",
        day=0,
    )
    return root


def test_the_whole_way(project: Path) -> None:
    publish(project, day=1)  # claims close no gate
    assert classes(project)["amount"] == (
        "S3",
        "",
        "name and confirm a source system for ods.shop_order | name and confirm a source system for ods.web_order",
    )
    assert classes(project)["currency"][0] == "S2"

    said = ask(project, "review", "propose", "ods.*", "--system", "SHOP", "--owner", "Shop data", day=1).out
    assert f"proposed  ods.* = SHOP in {SHEET}: 2 rows to decide on" in said
    ask(
        project, "review", "propose", "sales.amount", "--name", "Turnover", "--meaning", "Paid orders.", day=1
    )
    publish(project, day=1)
    assert "(SHOP is proposed)" in classes(project)["amount"][2]
    index = (project / "deliverables/r1/business/index.md").read_text("utf-8")
    assert "2 tables have no confirmed source system" in index
    page = project / "deliverables/r1/business/dm.sales.md"
    assert "Turnover" not in page.read_text("utf-8")

    ask(project, "review", "export", "systems.csv", "--about", "systems")
    fill_in(project / "systems.csv", {
        "ods.shop_order": {"status": "CONFIRMED", "reviewer": "ada", "effective_from": "01.11.2026"},
        "ods.web_order": {"system": "WEB", "status": "CONFIRMED", "reviewer": "ada"},
    })  # fmt: skip
    dry = ask(project, "review", "import", "systems.csv", "--dry-run", day=2).out
    assert "2 decisions would be recorded" in dry
    assert ask(project, "review", "import", "systems.csv", day=2).out.count("proposed  D") == 2
    assert "0 decisions" in ask(project, "review", "import", "systems.csv", day=2).out
    publish(project, day=2)
    assert classes(project)["amount"][0] == "S3"

    row = ids(project, "systems")["ods.shop_order SHOP"]
    assert (
        "Nobody approves their own"
        in refused(project, "review", "approve", row, "--reviewer", "ada", code=2).err
    )
    waiting = ("--about", "systems", "--table", "ods.*", "--reviewer", "bob")
    assert ask(project, "review", "approve", *waiting, day=3).out.count("approved  D") == 2
    name = ids(project, "glossary")["dm.sales amount Turnover"]
    ask(project, "review", "confirm", name, "--reviewer", "ada", day=3)
    ask(project, "review", "approve", name, "--reviewer", "bob", day=3)
    publish(project, day=3)
    assert classes(project)["amount"] == ("S4", "SHOP | WEB", "")
    text = page.read_text("utf-8")
    assert "**APPROVED**" in text
    assert "**Business name:** Turnover (" in text
    assert "source system SHOP of `ods.shop_order`" in text

    manifest = json.loads((project / "deliverables/r1/manifest.json").read_text("utf-8"))
    rests = manifest["targets"][0]["rests_on"]
    assert {kind: len(found) for kind, found in rests.items()} == {"writers": 3, "systems": 2, "glossary": 1}
    log = {
        json.loads(line)["decision_id"] for line in (project / "deliverables/r1/decisions.jsonl").open("rb")
    }
    assert {each for found in rests.values() for each in found} <= log
    origins = rows_of(project / "deliverables/r1/field_origins.csv")
    assert {r["system"]: r["system_decision"] for r in origins if r["kind"] == "FIELD"}.keys() == {
        "SHOP",
        "WEB",
    }
    assert {r["system_decision"] for r in origins} - {""} == set(rests["systems"])
    assert ask(project, "verify", ".", day=3).code == 0


def test_a_rejected_system_stays_rejected_and_another_may_be_confirmed(project: Path) -> None:
    row = ids(project, "systems")["ods.web_order WEB"]
    told = ask(project, "review", "impact", row, "--if", "REJECTED", "--target", "sales").out
    assert "classes  S4 to S3 2 fields" in told
    assert "systems SHOP | WEB to SHOP" in told
    assert "new without a confirmed system  ods.web_order" in told
    ask(project, "review", "reject", row, "--reviewer", "bob", "--reason", "It is a copy.", day=4)
    release(project, "r2", 5)
    ask(project, "review", "propose", "ods.web_order", "--system", "WEB", day=5)
    assert ids(project, "systems", "--state", "REJECTED") == {"ods.web_order WEB": row}
    again = refused(project, "review", "confirm", row, "--reviewer", "ada", code=2).err
    assert "lifting a rejection needs a reason" in again
    publish(project, day=5)
    assert "(SHOP is proposed)" in classes(project)["amount"][2]  # by the pattern; WEB is not proposed again

    ask(project, "review", "propose", "ods.web_order", "--system", "SHOP", day=5)
    other = ids(project, "systems")["ods.web_order SHOP"]
    ask(project, "review", "confirm", other, "--reviewer", "ada", day=6)
    ask(project, "review", "approve", other, "--reviewer", "eve", day=6)
    publish(project, day=6)
    assert classes(project)["amount"] == ("S1", "SHOP", "")
    assert ids(project, "systems", "--state", "REJECTED") == {"ods.web_order WEB": row}


def test_one_word_cannot_confirm_two_systems_of_a_table(project: Path) -> None:
    both = ("--about", "systems", "--table", "ods.web_order", "--reviewer", "ada", "--reason", "x")
    said = refused(
        project, "review", "confirm", *both, "--state", "REJECTED", "--state", "CONFIRMED", code=2
    ).err
    assert "cannot both be confirmed" in said


def test_two_people_and_one_export(project: Path) -> None:
    for file in ("one.xlsx", "other.csv"):
        ask(project, "review", "export", file, "--about", "systems", day=7)
    fill_in(
        project / "other.csv", {"ods.shop_order": {"system": "POS", "status": "CONFIRMED", "reviewer": "kim"}}
    )
    row = ids(project, "systems")["ods.shop_order SHOP"]
    ask(project, "review", "defer", row, "--reviewer", "eve", "--note", "Asked.", day=7)
    said = refused(project, "review", "import", "other.csv", code=5, day=8).err
    assert "ods.shop_order = POS: CONFIRMED by kim is based on D" in said
    assert "(DEFERRED by eve" in said
    log = (project / "governance/decisions.jsonl").read_bytes()
    assert "0 decisions" in ask(project, "review", "import", "one.xlsx", day=8).out
    assert (project / "governance/decisions.jsonl").read_bytes() == log


def test_a_table_that_would_lose_what_people_wrote_is_not_written_over(project: Path) -> None:
    own = project / SHEET
    before = own.read_bytes()
    own.write_bytes(
        before.replace(b'"ods.web_order","SHOP","PROPOSED"', b'"ods.web_order","POS","CONFIRMED"', 1)
    )
    said = refused(project, "review", "export", SHEET, "--about", "systems", code=2).err
    assert "would be lost" in said
    assert "the decision log holds no decision on it" in said
    assert wherefrom("analyze", "--release", "r2", cwd=project, env=at(9)).err.count("only proposes") == 1
    own.write_bytes(before)
    said = refused(project, "review", "export", SHEET, "--about", "systems", "--table", "nothing", code=2).err
    assert "is not among the rows asked for" in said
    assert own.read_bytes() == before
    ask(project, "review", "export", SHEET, "--about", "systems", day=9)
    assert "0 decisions" in ask(project, "review", "import", SHEET, day=9).out


def test_mistakes_of_people_are_told_in_a_paragraph(project: Path) -> None:
    for words, said in (
        (("propose", "ods.web_order"), "State what is proposed: --system NAME"),
        (("propose", "ods.web_order", "--system", "A", "--name", "B"), "State what is proposed"),
        (("propose", "sales.discount", "--name", "Discount"), "has no field discount"),
        (("show", "X0123456789"), "no id of a row begins so"),
        (("confirm", "Y0123456789", "--reviewer", "ada"), "has no row of that id"),
        (("list", "--about", "systems", "--rule", "EXACT"), "--rule and --file are about writers"),
        (("confirm", ids(project, "systems")["ods.* SHOP"], "--reviewer", "ada"), "a pattern only proposes"),
        (
            ("impact", ids(project, "glossary")["dm.sales channel"]),
            "nobody has said anything of dm.sales.channel yet",
        ),
    ):
        assert said in refused(project, "review", *words, code=2).err

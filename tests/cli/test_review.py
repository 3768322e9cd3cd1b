"""The review commands: what they show, what they record, and what they refuse."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.cli.command import Done, wherefrom
from tests.journeys.desk import ask, at, candidate, release, start


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with an analysed release, one writer confirmed and one rejected."""
    root = start(tmp_path_factory.mktemp("review") / "shop")
    release(root, "r1", 0)
    orders, repair = candidate(root, "dwd/orders.sql"), candidate(root, "adhoc/repair.sql")
    ask(
        root,
        "review",
        "confirm",
        orders,
        "--reviewer",
        "ada",
        "--reason",
        "Daily job.",
        "--ticket",
        "J-1",
        day=1,
    )
    ask(root, "review", "reject", repair, "--reviewer", "bob", "--reason", "Repair of 2024.", day=2)
    return root


def refused(project: Path, *words: str | Path, code: int = 2) -> Done:
    done = wherefrom(*words, cwd=project, env=at(3))
    assert done.code == code, done.err
    return done


def test_the_list_has_the_open_ones_first_and_says_what_is_next(project: Path) -> None:
    lines = ask(project, "review", "list").out.splitlines()
    assert lines[0].split() == ["state", "candidate", "table", "writer", "rule", "fields"]
    assert [line.split()[0] for line in lines[1:4]] == ["PENDING", "REJECTED", "CONFIRMED"]
    assert "dwd/orders_web.sql:1" in lines[1]
    assert lines[1].endswith("2")
    assert "1 of 3 are open. fields: target fields whose value passes through the writer." in lines
    assert any(line.startswith("Decision log   2 records, head ") for line in lines)
    web = candidate(project, "dwd/orders_web.sql")
    assert f"Decide         wherefrom review confirm {web} --reviewer NAME" in lines


@pytest.mark.parametrize(
    ("words", "states"),
    [
        (("--state", "OPEN"), ["PENDING"]),
        (("--state", "REJECTED", "--state", "CONFIRMED"), ["CONFIRMED", "REJECTED"]),
        (("--table", "dwd.*", "--rule", "EXACT"), ["CONFIRMED", "PENDING", "REJECTED"]),
        (("--schema", "dwd", "--file", "*adhoc*"), ["REJECTED"]),
        (("--table", "nothing"), []),
        (("--target", "sales"), ["CONFIRMED", "PENDING", "REJECTED"]),
        (("--target", "dwd.orders"), []),
    ],
)
def test_filters_choose_rows(project: Path, words: tuple[str, ...], states: list[str]) -> None:
    rows = json.loads(ask(project, "review", "list", "--json", *words).out)["rows"]
    assert sorted(row["state"] for row in rows) == states


def test_a_filter_that_does_not_exist_is_named(project: Path) -> None:
    assert "There is no state 'OPENED'" in refused(project, "review", "list", "--state", "OPENED").err
    assert "There is no rule 'exact'" in refused(project, "review", "list", "--rule", "exact").err


def test_show_has_both_sides_rule_others_history_and_impact(project: Path) -> None:
    repair = candidate(project, "adhoc/repair.sql")
    said = ask(project, "review", "show", repair).out
    for part in (
        f"{repair}  REJECTED\n",
        "Rule     EXACT: Reader and writer use the same full name.",
        "SELECT r.order_id, 'REPAIR', r.amount",
        "FROM dwd.orders d",
        candidate(project, "dwd/orders.sql"),
        "bob",
        "Repair of 2024.",
        "If CONFIRMED: 2 fields of 1 target would change",
        "+tmp.repaired.amount",
        f"wherefrom review reject {repair} --reviewer NAME --reason TEXT",
    ):
        assert part in said
    found = json.loads(ask(project, "review", "show", repair, "--json").out)
    assert found["sql"].startswith("INSERT INTO TABLE dwd.orders\n")
    assert [record["decision"] for record in found["history"]] == ["REJECTED"]
    assert found["fields"] == ["dm.sales.channel", "dm.sales.amount"]


def test_impact_tells_what_closes_and_records_nothing(project: Path) -> None:
    web = candidate(project, "dwd/orders_web.sql")
    log = (project / "governance" / "decisions.jsonl").read_bytes()
    both = json.loads(ask(project, "review", "impact", web, "--json").out)["if"]
    assert [each["decision"] for each in both] == ["CONFIRMED", "REJECTED"]
    assert [each["closes"] for each in both] == [[web], [web]]
    rejected = {change["field"]: change for change in both[1]["changes"]}
    assert rejected["dm.sales.amount"]["lost"] == ["ods.web_order.amount"]
    assert rejected["dm.sales.amount"]["before"]["standing"] == "PROVISIONAL"
    assert rejected["dm.sales.amount"]["after"]["standing"] == "CONFIRMED"
    assert (project / "governance" / "decisions.jsonl").read_bytes() == log
    assert "--if is 'MAYBE'" in refused(project, "review", "impact", web, "--if", "MAYBE").err


def test_the_log_shows_who_said_what(project: Path) -> None:
    lines = ask(project, "review", "log").out.splitlines()
    assert [line.split()[2] for line in lines[1:3]] == ["ada", "bob"]
    assert "Daily job. · J-1" in lines[1]
    assert lines[-1].endswith("chain unbroken")
    one = json.loads(ask(project, "review", "log", candidate(project, "dwd/orders.sql"), "--json").out)
    assert [record["actor"] for record in one["records"]] == ["ada"]


def test_the_reviewer_may_come_from_the_environment(project: Path) -> None:
    web = candidate(project, "dwd/orders_web.sql")
    done = wherefrom(
        "review", "confirm", web, "--dry-run", cwd=project, env=at(3) | {"WHEREFROM_REVIEWER": "kim"}
    )
    assert done.code == 0
    assert "1 candidate would be CONFIRMED. Nothing was recorded." in done.out
    assert "State who decides" in refused(project, "review", "confirm", web, "--dry-run").err


def test_what_is_meant_has_to_be_stated(project: Path) -> None:
    orders = candidate(project, "dwd/orders.sql")
    who = ("--reviewer", "ada")
    assert "State which rows are meant" in refused(project, "review", "confirm", *who).err
    assert "both at once" in refused(project, "review", "confirm", orders, "--rule", "EXACT", *who).err
    assert "has no candidate of that id" in refused(project, "review", "show", "W0000000000").err
    assert "nothing waits for a second person" in refused(project, "review", "approve", orders, *who).err
    assert "a rejection needs a reason" in refused(project, "review", "reject", orders, *who).err


def test_the_same_decision_again_is_no_new_record(project: Path) -> None:
    orders = candidate(project, "dwd/orders.sql")
    found = json.loads(ask(project, "review", "confirm", orders, "--reviewer", "eve", "--json", day=3).out)
    assert (found["recorded"], found["unchanged"], found["count"]) == ([], [orders], 2)


def test_a_table_with_mistakes_is_refused_whole_with_every_row_named(project: Path) -> None:
    table = project / "t.csv"
    ask(project, "review", "export", table)
    text = table.read_text(encoding="utf-8-sig").replace('"REJECTED","Repair', '"maybe","Repair', 1)
    table.write_text(text.replace('"L1-L3"', '"L1-L9"', 1), encoding="utf-8-sig", newline="")
    log = (project / "governance" / "decisions.jsonl").read_bytes()
    said = refused(project, "review", "import", table, "--reviewer", "ada", code=3).err
    assert said.startswith("wherefrom: Nothing was recorded. To be mended:\n")
    assert "decision is 'maybe'; it has to be one of CONFIRMED, REJECTED, DEFERRED, or empty" in said
    assert "lines is 'L1-L9'; it was exported as 'L1-L3': leave it as it is" in said
    assert (project / "governance" / "decisions.jsonl").read_bytes() == log
    assert "cannot be read" in refused(project, "review", "import", "gone.csv", code=3).err


def test_rechain_has_nothing_to_do_on_a_whole_log(project: Path) -> None:
    said = refused(project, "review", "rechain", "--by", "eve", "--reason", "x").err
    assert "the log has one branch only" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_written_is_named(project: Path) -> None:
    folder = project / "governance"
    folder.chmod(0o500)
    try:
        orders = candidate(project, "dwd/orders_web.sql")
        said = refused(project, "review", "confirm", orders, "--reviewer", "ada", code=3).err
    finally:
        folder.chmod(0o700)
    assert "cannot be written" in said


def test_the_table_that_init_wrote_is_one_without_rows(project: Path) -> None:
    done = ask(project, "review", "import", "governance/writer_review.csv", "--dry-run")
    assert done.out == "0 decisions would be recorded, 0 rows unchanged. Nothing was recorded.\n"

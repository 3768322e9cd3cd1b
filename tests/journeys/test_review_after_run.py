"""A run without set-up is reviewed where it left its results, and the next run is approved."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.cli.command import wherefrom
from tests.journeys.desk import FILES, ask, at, candidate, states

CONFIRMED = ("dwd/orders.sql", "dwd/orders_web.sql")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of SQL, and the results of a run beside it."""
    for name, text in FILES.items():
        path = tmp_path / "shop" / "sql" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    said = run(tmp_path / "shop")
    assert "Open         3 writer decisions are open: the pages list them" in said
    assert "Decide       cd out, then wherefrom review list" in said
    return tmp_path / "shop"


def run(place: Path, day: int = 0) -> str:
    words = ("--target", "sales", "--dialect", "spark", "--release", "r1", "--out", "out")
    return ask(place, "run", "sql", *words, day=day).out


def decide(out: Path) -> None:
    ids = [candidate(out, file) for file in CONFIRMED]
    ask(out, "review", "confirm", *ids, "--reviewer", "ada", "--reason", "Daily job.", day=1)
    repair = candidate(out, "adhoc/repair.sql")
    ask(out, "review", "reject", repair, "--reviewer", "bob", "--reason", "Repair of 2024.", day=1)


def test_decisions_are_kept_beside_the_source_and_the_next_run_is_approved(place: Path) -> None:
    out = place / "out"
    decide(out)
    assert not (out / "governance").exists()
    assert (place / "governance" / "decisions.jsonl").read_bytes().count(b"\n") == 3
    assert set(states(out).values()) == {("CONFIRMED",), ("REJECTED",)}
    assert "APPROVED" in run(place, day=2)
    manifest = json.loads((out / "deliverables/r1/manifest.json").read_text(encoding="utf-8"))
    assert (manifest["state"], manifest["decisions"]["count"]) == ("APPROVED", 3)
    done = wherefrom("verify", "out", cwd=place)
    assert done.code == 0, done.out
    assert "ok       decisions  3 records, chain unbroken" in done.out


def test_it_is_published_from_there_with_the_bytes_of_a_run(place: Path) -> None:
    out = place / "out"
    closed = wherefrom("publish", "--release", "r1", "--target", "sales", cwd=out, env=at(1))
    assert closed.code == 1
    decide(out)
    ask(out, "publish", "--release", "r1", "--target", "sales", day=2)
    published = {path.name: path.read_bytes() for path in (out / "deliverables/r1").glob("*.*")}
    run(place, day=3)
    assert {path.name: path.read_bytes() for path in (out / "deliverables/r1").glob("*.*")} == published


def test_a_table_goes_out_and_in_there(place: Path) -> None:
    out = place / "out"
    assert "review export ../governance/writer_review.csv" in ask(out, "review", "list").out
    assert "3 candidates, 3 open" in ask(out, "review", "export", "review.xlsx").out
    said = ask(out, "review", "import", "review.xlsx", "--reviewer", "ada", "--dry-run").out
    assert "0 decisions would be recorded, 3 rows unchanged" in said


def test_the_folders_may_be_moved_together(place: Path, tmp_path: Path) -> None:
    decide(place / "out")
    moved = tmp_path / "elsewhere" / "zwei \u4e8c"
    moved.parent.mkdir()
    shutil.move(place, moved)
    assert set(states(moved / "out").values()) == {("CONFIRMED",), ("REJECTED",)}
    assert wherefrom("verify", "out", cwd=moved).code == 0


def test_a_decision_that_the_log_lost_is_named(place: Path) -> None:
    decide(place / "out")
    log = place / "governance" / "decisions.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]))
    done = wherefrom("verify", "out", cwd=place)
    assert done.code == 4
    assert "The store has seen decisions that the log no longer holds: D" in done.out


def test_a_folder_of_that_name_in_its_results_is_not_where_decisions_are(place: Path) -> None:
    decide(place / "out")
    ask(place / "out", "review", "export", "governance/mine.csv")
    assert set(states(place / "out").values()) == {("CONFIRMED",), ("REJECTED",)}
    assert wherefrom("verify", "out", cwd=place).code == 0


def test_a_project_around_it_is_another_place(place: Path) -> None:
    (place / "wherefrom.toml").write_text(
        'config_version = 1\n[project]\ndialect = "spark"\n', encoding="utf-8"
    )
    decide(place / "out")
    done = wherefrom("review", "list", cwd=place, env=at(2))
    assert done.code == 2
    assert "no release is frozen yet" in done.err


def test_outside_of_both_it_is_said_where_to_go(place: Path) -> None:
    done = wherefrom("review", "list", cwd=place)
    assert done.code == 2
    assert "after it, commands work in its --out folder" in done.err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"v":2,"sources":["../sql"],"flags":{}}',
        '{"v":1,"sources":[],"flags":{}}',
        '{"v":1,"x":1}',
        "[]",
    ],
)
def test_a_record_of_another_form_is_refused(place: Path, text: str) -> None:
    record = place / "out" / ".wherefrom" / "run.json"
    record.write_text(text, encoding="utf-8")
    done = wherefrom("review", "list", cwd=place / "out")
    assert done.code == 2
    assert "it is not as wherefrom run writes it" in done.err
    assert "Run again with the same --out." in done.err
    run(place)
    assert wherefrom("review", "list", cwd=place / "out").code == 0

"""A clock that is years off or runs backwards, and other time zones: the bytes stay the same (hardening 5.6)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.faults.acts import CONFIG, LOG, decided, tree, wrong_items
from tests.faults.program import Fault, Program
from tests.journeys.desk import FILES, write

YEARS = 10 * 365 * 86_400
CLOCKS = {
    "right": (0, 0),
    "ten years ahead": (YEARS, 0),
    "ten years behind": (-YEARS, 0),
    "backwards": (0, -3_600),
    "leaping": (0, 86_400),
}
ZONES = ("UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati")
CASES = [(clock, ZONES[at % len(ZONES)]) for at, clock in enumerate(CLOCKS)]


@pytest.fixture(scope="module")
def frozen(served: Program, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("clock") / "p"
    for name, text in FILES.items():
        write(home, name, text)
    (home / "wherefrom.toml").write_text(CONFIG, "utf-8")
    assert served.run(("freeze", "--release", "R1"), home).code == 0
    return home


def test_what_is_published_does_not_know_the_clock(served: Program, frozen: Path, tmp_path: Path) -> None:
    trees = set()
    for clock, zone in CASES:
        home = tmp_path / clock.replace(" ", "-")
        shutil.copytree(frozen, home)
        for words in (
            ("analyze", "--target", "dm.sales"),
            ("publish", "--release", "R1", "--draft", "--html"),
        ):
            done = served.run(words, home, Fault(clock=CLOCKS[clock]), {"TZ": zone})
            assert done.code == 0, done.err
        trees.add(tree(home / "deliverables"))
        assert wrong_items(home) == []
    assert len(trees) == 1


def test_a_freeze_says_its_moment_in_one_place(served: Program, frozen: Path, tmp_path: Path) -> None:
    said, rest = set(), set()
    for clock, zone in CASES:
        home = tmp_path / clock.replace(" ", "-")
        shutil.copytree(frozen / "sql", home / "sql")
        shutil.copy(frozen / "wherefrom.toml", home)
        done = served.run(("freeze", "--release", "R1"), home, Fault(clock=CLOCKS[clock]), {"TZ": zone})
        assert done.code == 0, done.err
        assert wrong_items(home) == []
        record = json.loads((home / "snapshots/R1/release.json").read_bytes())
        said.add(record.pop("frozen_at")[:4])
        record.pop("hash", None)
        rest.add(
            (home / "snapshots/R1/manifest.json").read_bytes() + json.dumps(record, sort_keys=True).encode()
        )
    assert len(said) >= 3  # years: the clocks were wrong indeed
    assert len(rest) == 1


def test_decisions_stay_in_their_order_when_the_clock_goes_back(
    served: Program, frozen: Path, tmp_path: Path
) -> None:
    home = tmp_path / "p"
    shutil.copytree(frozen, home)
    notes = []
    for file, clock in (("orders.sql", YEARS), ("orders_web.sql", -YEARS), ("orders_web.sql", 0)):
        words = ("review", "reject", "--file", f"dwd/{file}", "--reviewer", "ada", "--reason", f"At {clock}.")
        more = ("--state", "PENDING", "--state", "REJECTED")
        done = served.run((*words, *more), home, Fault(clock=(clock, 0)), {"TZ": "Asia/Kolkata"})
        assert done.code == 0, done.err
        notes.append("The clock is behind the newest decision" in done.out + done.err)
    assert notes == [False, True, False]
    records = [json.loads(line) for line in decided(home).splitlines()]
    assert [record["seq"] for record in records] == [1, 2, 3]
    assert records[1]["decided_at"] < records[0]["decided_at"]
    assert (home / LOG).is_file()
    assert wrong_items(home) == []

"""(c) Two reviewers import different tables made from the same export; two branches append; four eyes."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.cli.command import wherefrom
from tests.journeys.desk import ask, at, candidate, fill_in, release, start, states

CONFIRM = {"decision": "CONFIRMED", "reason": "Runs daily."}
REJECT = {"decision": "REJECTED", "reason": "Not on the schedule."}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an analysed release nobody has reviewed."""
    root = start(tmp_path / "shop")
    release(root, "r1", 0)
    return root


def test_the_second_table_is_refused_whole_and_names_both_decisions(project: Path) -> None:
    ada, bob = project / "ada.csv", project / "bob.csv"
    ask(project, "review", "export", ada)
    shutil.copy(ada, bob)
    fill_in(ada, {"dwd/orders.sql": CONFIRM, "adhoc/repair.sql": REJECT})
    fill_in(bob, {"dwd/orders_web.sql": CONFIRM, "adhoc/repair.sql": CONFIRM})
    ask(project, "review", "import", ada, "--reviewer", "ada", day=1)
    log = (project / "governance" / "decisions.jsonl").read_bytes()
    done = wherefrom("review", "import", bob, "--reviewer", "bob", cwd=project, env=at(2))
    assert done.code == 5
    assert done.err.startswith("wherefrom: Nothing was recorded.")
    assert f"{candidate(project, 'adhoc/repair.sql')}: CONFIRMED by bob is based on no decision" in done.err
    assert "REJECTED by ada" in done.err
    assert (project / "governance" / "decisions.jsonl").read_bytes() == log
    # What did not collide goes in with a table of today.
    ask(project, "review", "export", bob)
    fill_in(bob, {"dwd/orders_web.sql": CONFIRM})
    ask(project, "review", "import", bob, "--reviewer", "bob", day=3)
    assert states(project) == {
        "dwd/orders.sql": ("CONFIRMED",),
        "dwd/orders_web.sql": ("CONFIRMED",),
        "adhoc/repair.sql": ("REJECTED",),
    }


def test_tables_that_do_not_touch_the_same_rows_both_go_in(project: Path) -> None:
    ada, bob = project / "ada.csv", project / "bob.csv"
    ask(project, "review", "export", ada)
    shutil.copy(ada, bob)
    fill_in(ada, {"dwd/orders.sql": CONFIRM})
    fill_in(bob, {"adhoc/repair.sql": REJECT})
    ask(project, "review", "import", ada, "--reviewer", "ada", day=1)
    ask(project, "review", "import", bob, "--reviewer", "bob", day=1)
    assert states(project)["dwd/orders.sql"] == ("CONFIRMED",)
    assert states(project)["adhoc/repair.sql"] == ("REJECTED",)


def test_two_branches_of_the_log_are_told_and_put_in_order(project: Path) -> None:
    branch = project.parent / "branch"
    shutil.copytree(project, branch)
    repair = candidate(project, "adhoc/repair.sql")
    ask(project, "review", "reject", repair, "--reviewer", "ada", "--reason", "Old.", day=1)
    ask(branch, "review", "confirm", repair, "--reviewer", "bob", "--reason", "Needed.", day=2)
    log = project / "governance" / "decisions.jsonl"
    log.write_bytes(
        b"<<<<<<< HEAD\n" + log.read_bytes() + b"=======\n"
        + (branch / "governance" / "decisions.jsonl").read_bytes() + b">>>>>>> branch\n"
    )  # fmt: skip
    refused = wherefrom("review", "list", cwd=project)
    assert refused.code == 3
    assert "wherefrom review rechain --by NAME --reason TEXT" in refused.err
    assert wherefrom("verify", ".", cwd=project).code == 4
    done = ask(project, "review", "rechain", "--by", "eve", "--reason", "Both teams reviewed.", day=3)
    assert "1 record moved" in done.out
    # Whoever wrote without knowing of a rejection does not lift it.
    assert states(project)["adhoc/repair.sql"] == ("REJECTED", "CONFLICT")
    records = json.loads(ask(project, "review", "log", "--json").out)["records"]
    assert [record["actor"] for record in records] == ["ada", "bob", "eve"]
    assert ask(project, "verify", ".").code == 0


def test_a_log_that_was_cut_short_is_noticed_by_who_saw_its_end(project: Path) -> None:
    log = project / "governance" / "decisions.jsonl"
    ask(project, "review", "confirm", candidate(project, "dwd/orders.sql"), "--reviewer", "ada", day=1)
    log.unlink()
    done = wherefrom("verify", ".", cwd=project)
    assert done.code == 4
    assert "The store has seen decisions that the log no longer holds: D" in done.out


def test_the_store_follows_the_log_and_is_made_again_from_it(project: Path) -> None:
    ask(project, "review", "confirm", candidate(project, "dwd/orders.sql"), "--reviewer", "ada", day=1)
    store = project / ".wherefrom" / "evidence.db"
    assert _mirrored(store) == 1
    for each in store.parent.iterdir():
        each.unlink()
    ask(project, "review", "confirm", candidate(project, "dwd/orders_web.sql"), "--reviewer", "ada", day=2)
    assert not store.exists()
    ask(project, "analyze", "--release", "r1")
    assert _mirrored(store) == 2


def _mirrored(store: Path) -> int:
    connection = sqlite3.connect(store)
    try:
        return int(connection.execute("SELECT count(*) FROM decision").fetchone()[0])
    finally:
        connection.close()


def test_four_eyes_take_two_people(tmp_path: Path) -> None:
    root = start(tmp_path / "shop", four_eyes="confirm")
    release(root, "r1", 0)
    orders, repair = candidate(root, "dwd/orders.sql"), candidate(root, "adhoc/repair.sql")
    ask(root, "review", "confirm", orders, "--reviewer", "ada", day=1)
    ask(root, "review", "reject", repair, "--reviewer", "ada", "--reason", "Old.", day=1)
    assert states(root)["dwd/orders.sql"] == ("PENDING", "PROPOSED")
    assert states(root)["adhoc/repair.sql"] == ("REJECTED",)
    closed = wherefrom("publish", "--release", "r1", "--target", "sales", cwd=root, env=at(1))
    assert f"wherefrom review approve {orders} --reviewer NAME" in closed.err
    own = wherefrom("review", "approve", orders, "--reviewer", "Ada", cwd=root, env=at(2))
    assert own.code == 2
    assert "Nobody approves their own proposal" in own.err
    ask(root, "review", "return", orders, "--reviewer", "bob", "--reason", "Which job?", day=2)
    assert states(root)["dwd/orders.sql"] == ("PENDING", "RETURNED")
    ask(root, "review", "confirm", orders, "--reviewer", "ada", "--reason", "Job J-1.", day=3)
    ask(root, "review", "approve", orders, "--reviewer", "bob", day=4)
    assert states(root)["dwd/orders.sql"] == ("CONFIRMED",)
    # Lifting a rejection takes two as well, also by putting it off.
    ask(root, "review", "defer", repair, "--reviewer", "ada", "--reason", "Perhaps not.", day=5)
    assert states(root)["adhoc/repair.sql"][0] == "REJECTED"
    ask(root, "review", "approve", repair, "--reviewer", "bob", day=6)
    assert states(root)["adhoc/repair.sql"] == ("DEFERRED",)

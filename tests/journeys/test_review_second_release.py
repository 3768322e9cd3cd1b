"""(b) The second release: a writer changed, a rejected writer changed, a file moved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import wherefrom
from tests.journeys.desk import FILES, ask, at, candidate, release, start, states, write


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a reviewed first release, and a second one that changed under it."""
    root = start(tmp_path_factory.mktemp("second") / "shop")
    release(root, "r1", 0)
    ask(root, "review", "confirm", "--file", "*dwd/*", "--reviewer", "ada", "--reason", "Daily jobs.", day=1)
    repair = candidate(root, "adhoc/repair.sql")
    ask(root, "review", "reject", repair, "--reviewer", "bob", "--reason", "Repair of 2024.", day=1)
    ask(root, "publish", "--release", "r1", "--target", "sales", day=1)
    write(root, "dwd/orders_web.sql", FILES["dwd/orders_web.sql"].replace("w.channel", "LOWER(w.channel)"))
    write(root, "adhoc/repair.sql", FILES["adhoc/repair.sql"].replace("'REPAIR'", "'FIXED'"))
    (root / "sql" / "dwd" / "orders.sql").unlink()
    write(root, "dwd/daily/orders.sql", FILES["dwd/orders.sql"])
    release(root, "r2", 10)
    return root


def test_what_changed_is_asked_again_and_a_rejection_stands(project: Path) -> None:
    assert states(project) == {
        "dwd/orders_web.sql": ("STALE",),
        "adhoc/repair.sql": ("REJECTED", "STALE"),
        "dwd/daily/orders.sql": ("PENDING",),
    }
    done = wherefrom("publish", "--release", "r2", "--target", "sales", cwd=project, env=at(10))
    assert done.code == 1
    assert done.err.startswith("Not published: 2 decisions are open for dm.sales.")
    assert "the statement changed after it was confirmed" in done.err
    assert candidate(project, "adhoc/repair.sql") not in done.err


def test_the_first_release_still_says_what_it_said(project: Path) -> None:
    assert states(project, "--release", "r1") == {
        "dwd/orders.sql": ("CONFIRMED",),
        "dwd/orders_web.sql": ("CONFIRMED",),
        "adhoc/repair.sql": ("REJECTED",),
    }


def test_a_rejected_writer_that_moves_is_still_rejected(project: Path) -> None:
    moved = FILES["adhoc/repair.sql"].replace("'REPAIR'", "'FIXED'")
    # It was rejected as it stood in r1; moved and unchanged since then, it is known by its statement.
    (project / "sql" / "adhoc" / "repair.sql").unlink()
    write(project, "jobs/again.sql", FILES["adhoc/repair.sql"])
    release(project, "r3", 12)
    assert states(project, "--release", "r3")["jobs/again.sql"] == ("REJECTED", "CARRIED_OVER")
    (project / "sql" / "jobs" / "again.sql").unlink()
    write(project, "adhoc/repair.sql", moved)


def test_impact_tells_before_deciding_and_the_review_opens_the_gate(project: Path) -> None:
    second = ("--release", "r2")
    web, repair = (candidate(project, file, *second) for file in ("dwd/orders_web.sql", "adhoc/repair.sql"))
    found = json.loads(
        ask(project, "review", "impact", repair, "--if", "CONFIRMED", "--release", "r2", "--json").out
    )
    (would,) = found["if"]
    assert would["targets"] == ["dm.sales"]
    changed = {change["field"]: change for change in would["changes"]}
    assert changed["dm.sales.amount"]["gained"] == ["tmp.repaired.amount"]
    refused = wherefrom("review", "confirm", web, "--release", "r2", cwd=project, env=at(13))
    assert refused.code == 2
    assert "State who decides" in refused.err
    ask(
        project, "review", "confirm", "--state", "OPEN", "--table", "dwd.*", "--release", "r2",
        "--reviewer", "ada", "--reason", "Read again: the same columns.", day=13,
    )  # fmt: skip
    done = ask(project, "publish", "--release", "r2", "--target", "sales", day=13)
    assert "APPROVED" in done.out
    assert ask(project, "verify", ".").code == 0
    log = json.loads(ask(project, "review", "log", web, "--json").out)["records"]
    assert [record["reason"] for record in log] == ["Daily jobs.", "Read again: the same columns."]
    assert log[1]["supersedes"] == log[0]["decision_id"]


def test_lifting_a_rejection_takes_a_person_with_a_reason(project: Path) -> None:
    repair = candidate(project, "adhoc/repair.sql", "--release", "r2")
    refused = wherefrom(
        "review", "confirm", repair, "--release", "r2", "--reviewer", "bob", cwd=project, env=at(14)
    )
    assert refused.code == 2
    assert "lifting a rejection needs a reason" in refused.err
    by_filter = wherefrom(
        "review",
        "confirm",
        "--table",
        "dwd.orders",
        "--release",
        "r2",
        "--reviewer",
        "bob",
        cwd=project,
        env=at(14),
    )
    assert by_filter.code == 2
    assert "No row is meant by these filters" in by_filter.err
    assert states(project, "--release", "r2")["adhoc/repair.sql"][0] == "REJECTED"

"""(a) The first release: freeze, analyse, draft, review by CSV, publish approved, verify."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.cli.command import wherefrom
from tests.journeys.desk import ask, at, candidate, fill_in, release, rows_of, start, states

DECISIONS = {
    "dwd/orders.sql": {"decision": "CONFIRMED", "reason": "Daily job.", "reviewer": "ada"},
    "dwd/orders_web.sql": {"decision": "CONFIRMED", "reviewer": "ada"},
    "adhoc/repair.sql": {
        "decision": "REJECTED",
        "reason": "Repair of 2024, off the schedule.",
        "reviewer": "bob",
    },
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose first release is analysed, reviewed by CSV and published."""
    root = start(tmp_path_factory.mktemp("first") / "shop")
    release(root, "r1", 0)
    closed = wherefrom("publish", "--release", "r1", "--target", "sales", cwd=root, env=at(0))
    assert closed.code == 1
    assert closed.err.startswith("Not published: 3 decisions are open for dm.sales.")
    for file in DECISIONS:
        assert f"wherefrom review confirm {candidate(root, file)} --reviewer NAME" in closed.err
    assert not (root / "deliverables").exists()
    ask(root, "publish", "--release", "r1", "--target", "sales", "--draft")
    table = root / "governance" / "writer_review.csv"
    ask(root, "review", "export", table)
    fill_in(table, DECISIONS, delimiter=";")
    before = (root / "governance" / "decisions.jsonl").read_bytes()
    dry = ask(root, "review", "import", table, "--dry-run", day=1)
    assert "3 decisions would be recorded, 0 rows unchanged. Nothing was recorded." in dry.out
    assert (root / "governance" / "decisions.jsonl").read_bytes() == before
    done = ask(root, "review", "import", table, day=1)
    assert done.out.count("recorded  D") == 3
    ask(root, "publish", "--release", "r1", "--target", "sales", day=1)
    return root


def test_the_same_table_again_changes_nothing(project: Path) -> None:
    before = (project / "governance" / "decisions.jsonl").read_bytes()
    again = ask(project, "review", "import", "governance/writer_review.csv", day=2)
    assert "import    0 decisions, 3 rows unchanged" in again.out
    assert (project / "governance" / "decisions.jsonl").read_bytes() == before


def test_the_deliverables_are_approved_and_rest_on_the_log(project: Path) -> None:
    folder = project / "deliverables" / "r1"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    log = [
        json.loads(line)
        for line in (project / "governance" / "decisions.jsonl").read_text("utf-8").splitlines()
    ]
    assert manifest["state"] == "APPROVED"
    assert manifest["decisions"] == {"head": log[-1]["hash"], "count": 3}
    assert (folder / "decisions.jsonl").read_text("utf-8").count("\n") == 3
    page = (folder / "business" / "dm.sales.md").read_text("utf-8")
    assert "**APPROVED**" in page
    assert "Repair of 2024, off the schedule." in page
    assert {(log_row["actor"], log_row["actor_source"]) for log_row in log} == {
        ("ada", "import"),
        ("bob", "import"),
    }


def test_a_rejected_writer_ends_its_path_and_says_why(project: Path) -> None:
    rows = [
        r
        for r in rows_of(project / "deliverables" / "r1" / "field_origins.csv")
        if r["target_field"] == "amount"
    ]
    assert [(r["endpoint"], r["terminal"]) for r in rows if r["kind"] == "FIELD"] == [
        ("ods.shop_order.amount", "EXTERNAL_ENDPOINT"),
        ("ods.web_order.amount", "EXTERNAL_ENDPOINT"),
    ]
    (stopped,) = [r for r in rows if r["terminal"] == "WRITER_REJECTED"]
    assert stopped["reasons"].endswith(": Repair of 2024, off the schedule.")
    assert all(r["standing"] == "CONFIRMED" for r in rows)


def test_everything_verifies(project: Path) -> None:
    done = ask(project, "verify", ".")
    assert done.code == 0
    assert "ok       writer_review.csv" in done.out


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("governance/decisions.jsonl", b'"bob"', b'"bop"'),
        ("governance/writer_review.csv", b"dwd/orders_web.sql", b"dwd/orders_wep.sql"),
        ("snapshots/r1/files/dm/sales.sql", b"SUM", b"SUN"),
        ("snapshots/r1/manifest.json", b"dwd/orders.sql", b"dwd/orderz.sql"),
        ("deliverables/r1/decisions.jsonl", b'"bob"', b'"bop"'),
        ("deliverables/r1/field_origins.csv", b"web_order", b"wep_order"),
        ("deliverables/r1/business/dm.sales.md", b"APPROVED", b"APPROVEE"),
        ("deliverables/r1/manifest.json", b"APPROVED", b"APPROVEE"),
    ],
)
def test_any_byte_that_changed_is_named(
    project: Path, tmp_path: Path, name: str, before: bytes, after: bytes
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(project, copy)
    path = copy / name
    path.chmod(0o644)
    data = path.read_bytes()
    assert before in data
    path.write_bytes(data.replace(before, after, 1))
    done = wherefrom("verify", ".", cwd=copy)
    assert done.code == 4
    assert path.name in done.out


def test_nothing_was_parsed_again_for_the_decisions(project: Path) -> None:
    assert states(project) == {
        "dwd/orders.sql": ("CONFIRMED",),
        "dwd/orders_web.sql": ("CONFIRMED",),
        "adhoc/repair.sql": ("REJECTED",),
    }

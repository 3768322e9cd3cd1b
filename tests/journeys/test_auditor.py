"""(d) An auditor starts from a sentence on a business page, and reaches SQL line, rule, decision and hash.

Step one is the paragraph itself: under the sentence it names the lines of SQL, the decisions, and the visit
tree. Step two looks those ids up in ``visits.jsonl`` and ``decisions.jsonl``. Every hash met on the way is
worked out anew here, from the frozen bytes and RFC 8785 alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from tests.journeys.desk import ask, candidate, release, rows_of, start

Json = dict[str, Any]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose first release is reviewed and published as approved."""
    root = start(tmp_path_factory.mktemp("auditor") / "shop")
    release(root, "r1", 0)
    orders = [candidate(root, f"dwd/{name}.sql") for name in ("orders", "orders_web")]
    ask(root, "review", "confirm", *orders, "--reviewer", "ada", "--reason", "Daily job.", day=1)
    repair = candidate(root, "adhoc/repair.sql")
    ask(root, "review", "reject", repair, "--reviewer", "bob", "--reason", "Repair of 2024.", day=1)
    ask(root, "publish", "--release", "r1", "--target", "sales", day=1)
    return root


@dataclass(frozen=True)
class Paragraph:
    """What the page says of one field.

    Attributes:
        sentence: The first sentence: how the field is formed.
        places: (file, line) that the SQL line names.
        tree: Id of the visit tree.
        decisions: Ids of decisions, the relied on and the rejecting ones.
    """

    sentence: str
    places: tuple[tuple[str, int], ...]
    tree: str
    decisions: tuple[str, ...]


def paragraph(root: Path, field: str) -> Paragraph:
    """Read the page as a person does."""
    page = (root / "deliverables/r1/business/dm.sales.md").read_text(encoding="utf-8")
    text = page.split(f"\n### `{field}`\n")[1].split("\n#")[0]
    (sql,) = re.findall(r"^- \*\*SQL:\*\* (.*)$", text, re.MULTILINE)
    (tree,) = re.findall(r"visit tree `(T[0-9a-f]{10})`", sql)
    places = []
    for file, lines in re.findall(r"`([^`]+\.sql)` lines? ([\d, –]+)", sql):
        places += [(file, int(each.split("–")[0])) for each in lines.split(",")]
    decisions = dict.fromkeys(re.findall(r"\b(D[0-9a-f]{10})\b", text))
    return Paragraph(text.strip().splitlines()[0], tuple(places), tree, tuple(decisions))


def lines_of(root: Path, name: str) -> list[Json]:
    text = (root / "deliverables/r1" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def require_frozen(root: Path, record: Json) -> str:
    """Pass if a record's span is the frozen text it says it is; return that text."""
    text = (root / "snapshots/r1/files" / record["file"]).read_bytes().decode("utf-8")
    span = record["span"]
    found = text[span["start"] : span["end"]]
    assert hashlib.sha256(found.encode()).hexdigest() == span["sha256"]
    assert text[: span["start"]].count("\n") + 1 == span["line"] == record["lines"][0]
    return found


def test_the_paragraph_names_lines_decisions_and_tree(project: Path) -> None:
    said = paragraph(project, "amount")
    assert said.sentence.startswith("**Sum** of `d.amount` over the rows")
    assert said.places == (
        ("dm/sales.sql", 2), ("dwd/orders.sql", 2), ("dwd/orders_web.sql", 2),
    )  # fmt: skip
    assert len(said.decisions) == 3


def test_the_tree_leads_to_each_line_with_its_rule_and_the_hash_of_its_text(project: Path) -> None:
    said = paragraph(project, "amount")
    visits = [visit for visit in lines_of(project, "visits.jsonl") if visit["tree_id"] == said.tree]
    assert {visit["field"] for visit in visits if visit["parent_visit_id"] is None} == {"amount"}
    rules = set()
    for file, line in said.places:
        there = [v for v in visits if (v["file"], v["lines"][0]) == (file, line) and v["expression"]]
        assert there, (file, line)
        for visit in there:
            assert visit["expression"] in require_frozen(project, visit)
            rules.add((file, visit["expression"], visit["rule"]))
    assert rules == {
        ("dm/sales.sql", "SUM(d.amount)", "BY_NAME"),
        ("dwd/orders.sql", "o.amount", "ORDINAL"),
        ("dwd/orders_web.sql", "w.amount", "ORDINAL"),
    }
    for visit in visits:
        require_frozen(project, visit)


def test_the_decisions_are_those_of_the_writers_on_the_tree_and_hash_as_they_say(project: Path) -> None:
    said = paragraph(project, "amount")
    visits = [visit for visit in lines_of(project, "visits.jsonl") if visit["tree_id"] == said.tree]
    writers = {visit["binding_id"]: visit["writer_status"] for visit in visits if visit["binding_id"]}
    records = {record["decision_id"]: record for record in lines_of(project, "decisions.jsonl")}
    met = {records[name]["binding_id"]: records[name]["decision"] for name in said.decisions}
    assert met == writers
    assert sorted(met.values()) == ["CONFIRMED", "CONFIRMED", "REJECTED"]
    head = "sha256:" + "0" * 64
    for record in records.values():
        bare = {key: value for key, value in record.items() if key != "hash"}
        digest = hashlib.sha256(b"wherefrom-decision-v1\0" + rfc8785.dumps(bare)).hexdigest()
        assert record["hash"] == f"sha256:{digest}"
        assert record["prev_hash"] == head
        head = record["hash"]
    manifest = json.loads((project / "deliverables/r1/manifest.json").read_text("utf-8"))
    assert manifest["decisions"]["head"] == head


def test_every_field_of_the_page_has_such_a_way(project: Path) -> None:
    visits = lines_of(project, "visits.jsonl")
    for field in ("channel", "amount", "currency"):
        said = paragraph(project, field)
        met = {(v["file"], v["lines"][0]) for v in visits if v["tree_id"] == said.tree}
        assert said.places
        assert set(said.places) <= met


def test_a_condition_leads_to_its_line_and_hash(project: Path) -> None:
    page = (project / "deliverables/r1/business/dm.sales.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| ") and "o.state = 'PAID'" in line]
    (file, line) = re.findall(r"`([^`:]+):(\d+)` \|$", row)[0]
    evidence = rows_of(project / "deliverables/r1/control_evidence.csv")
    (control,) = {
        each["control_id"] for each in evidence if (each["file"], each["lines"]) == (file, f"L{line}-L{line}")
    }
    (record,) = [each for each in lines_of(project, "controls.jsonl") if each["control_id"] == control]
    assert require_frozen(project, record) == "o.state = 'PAID'"
    assert (record["kind"], record["columns"]) == ("WHERE", ["ods.shop_order.state"])

"""A shop's project with three writers to decide on, and people who decide; for journeys only."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.cli.command import Done, wherefrom

FILES = {
    "ods.sql": (
        "CREATE TABLE ods.shop_order (order_id INT, channel STRING, amount DECIMAL(10,2), state STRING);\n"
        "CREATE TABLE ods.web_order (order_id INT, channel STRING, amount DECIMAL(10,2));\n"
    ),
    "dwd/orders.sql": (
        "INSERT OVERWRITE TABLE dwd.orders\n"
        "SELECT o.order_id, UPPER(o.channel) AS channel, o.amount\n"
        "FROM ods.shop_order o\n"
        "WHERE o.state = 'PAID';\n"
    ),
    "dwd/orders_web.sql": (
        "INSERT INTO TABLE dwd.orders\nSELECT w.order_id, w.channel, w.amount\nFROM ods.web_order w;\n"
    ),
    "adhoc/repair.sql": (
        "INSERT INTO TABLE dwd.orders\nSELECT r.order_id, 'REPAIR', r.amount\nFROM tmp.repaired r;\n"
    ),
    "dm/sales.sql": (
        "CREATE TABLE dm.sales AS\n"
        "SELECT d.channel, SUM(d.amount) AS amount, 'CNY' AS currency\n"
        "FROM dwd.orders d\n"
        "GROUP BY d.channel;\n"
    ),
}
DAY = 86_400
FIRST_DAY = 1_795_000_000


def at(day: int) -> dict[str, str]:
    """Return the environment of a day of the story."""
    return {"SOURCE_DATE_EPOCH": str(FIRST_DAY + day * DAY)}


def start(root: Path, four_eyes: str = "off") -> Path:
    """Write the project and return its folder."""
    for name, text in FILES.items():
        write(root, name, text)
    assert wherefrom("init", root).code == 0
    file = root / "wherefrom.toml"
    text = file.read_text(encoding="utf-8").replace('dialect = "ansi"', 'dialect = "spark"')
    file.write_text(text.replace('four_eyes = "off"', f'four_eyes = "{four_eyes}"'), encoding="utf-8")
    return root


def write(root: Path, name: str, text: str) -> None:
    """Write one SQL file."""
    path = root / "sql" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def release(root: Path, name: str, day: int) -> None:
    """Freeze and analyse a release."""
    ask(root, "freeze", "--release", name, day=day)
    ask(root, "analyze", "--release", name, "--target", "dm.sales", day=day)


def ask(root: Path, *words: str | Path, day: int = 0) -> Done:
    """Run a command that has to be fine."""
    done = wherefrom(*words, cwd=root, env=at(day))
    assert done.code == 0, done.err
    return done


def states(root: Path, *words: str) -> dict[str, tuple[str, ...]]:
    """Return state and flags by the writer's file."""
    rows = json.loads(ask(root, "review", "list", "--json", *words).out)["rows"]
    return {row["file"].removeprefix("sql/"): (row["state"], *row["flags"]) for row in rows}


def candidate(root: Path, file: str, *words: str) -> str:
    """Return the id of a file's candidate."""
    rows = json.loads(ask(root, "review", "list", "--json", *words).out)["rows"]
    (found,) = [row["review_id"] for row in rows if row["file"].removeprefix("sql/") == file]
    return str(found)


def fill_in(path: Path, decisions: dict[str, dict[str, str]], delimiter: str = ",") -> None:
    """Fill in the cells of a review table, by the writer's file, as a person in a spreadsheet does."""
    table = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    head = table[0]
    for row in table[1:]:
        cells = decisions.get(row[head.index("writer_file")].removeprefix("sql/"), {})
        for column, text in cells.items():
            row[head.index(column)] = text
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(table)
    path.write_bytes(out.getvalue().encode("utf-8-sig"))


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))

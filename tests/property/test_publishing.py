"""Two runs over the same SQL give the same bytes (law 9), and pages whose links all lead somewhere."""

from __future__ import annotations

import random
from pathlib import Path

from tests.cli.command import wherefrom
from tests.property.drawn import BASE, created, made
from tests.unit.pages.reading import faults as markdown_faults
from tests.unit.site.reading import faults as site_faults

QUERIES = 12


def test_two_runs_give_byte_identical_artifacts(tmp_path: Path) -> None:
    rng = random.Random(9)
    sources = tmp_path / "sql"
    sources.mkdir()
    (sources / "base.sql").write_text(BASE, "utf-8")
    for number in range(QUERIES):
        query = made([rng.randrange(1 << 16) for _ in range(200)])
        (sources / f"part{number}.sql").write_text(created(query, f"mart.part{number}"), "utf-8")
    one, two = (_published(sources, tmp_path / name, seed) for name, seed in (("one", "1"), ("two", "2")))
    assert sorted(one) == sorted(two)
    assert one == two
    site = {path: data.decode("utf-8") for path, data in one.items() if path.endswith(".html")}
    assert len(site) > 2 * QUERIES
    assert site_faults(site) == []
    markdown = [data.decode("utf-8") for path, data in one.items() if path.endswith(".md")]
    assert [fault for page in markdown for fault in markdown_faults(page)] == []


def _published(sources: Path, out: Path, seed: str) -> dict[str, bytes]:
    """Run over all targets and return the deliverables, by path."""
    words = [word for number in range(QUERIES) for word in ("--target", f"part{number}")]
    done = wherefrom(
        "run", sources, "--dialect", "duckdb", "--out", out, "--lang", "en", "--lang", "zh", "--html", *words,
        env={"SOURCE_DATE_EPOCH": "1795000000", "PYTHONHASHSEED": seed},
    )  # fmt: skip
    assert done.code == 0, done.err
    folder = out / "deliverables"
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

"""Column names of a BigQuery estate against the ``schema.yaml`` beside each query.

The estate is mozilla/bigquery-etl, unpacked at run time and never kept here::

    git clone --depth 1 https://github.com/mozilla/bigquery-etl
    python benchmarks/published_columns.py bigquery-etl/sql

Each ``query.sql`` fills the table its folder is named after, ``<project>/<dataset>/<table>``. Its columns, as this
program works them out, are compared with the published ones, names and order. A schema file serves its own
query as the oracle and other queries as DDL of a table they read, where no query of the estate gives its columns.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import yaml

from wherefrom.domain.deep import run_deep
from wherefrom.domain.dialects import DIALECTS, canonical_part
from wherefrom.domain.names import TableName
from wherefrom.domain.span import Span
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange, Unit
from wherefrom.extract import ExtractSettings, extract
from wherefrom.lineage import CatalogFile, Estate, EstateFile, Graph, link
from wherefrom.lineage.steps import Accepted
from wherefrom.lineage.structures import Layout

FACTS = DIALECTS["bigquery"]
PUBLISHED = "schema.yaml"


class _Lenient(yaml.SafeLoader):
    """Schema files hold tags of the estate's own tools; what they stand for is not asked."""


_Lenient.add_multi_constructor("!", lambda _loader, suffix, _node: suffix)


def read_file(sql: Path, path: str) -> tuple[str, int, Unit]:
    """Extract one file; return its path, its size in code points and its Unit."""
    text = (sql / path).read_text("utf-8")
    project, _, rest = path.partition("/")
    own = rest.rpartition("/")[0].replace("/", ".")
    target = f"{project}.{own}" if path.endswith("/query.sql") else ""
    settings = ExtractSettings(default_catalog=project, path_target=target)
    return path, len(text), run_deep(_extract, (text, settings))


def _extract(given: tuple[str, ExtractSettings]) -> Unit:
    return extract(given[0], "bigquery", given[1])


def published(path: Path) -> tuple[str, ...] | None:
    """Return the column names of a schema file, in order; None if it holds none."""
    fields = (yaml.load(path.read_text("utf-8"), _Lenient) or {}).get("fields")
    if not all(isinstance(each, dict) and "name" in each for each in fields or ()):
        return None  # the columns stand in another file
    return (
        tuple(canonical_part(each["name"], quoted=True, folding=FACTS.columns) for each in fields)
        if fields
        else None
    )


def catalog(sql: Path, queries: set[str]) -> Iterator[Ddl]:
    """Yield the columns of tables that no query of the estate fills."""
    for path in sorted(sql.rglob(PUBLISHED)):
        folder = path.parent.relative_to(sql).as_posix()
        names = published(path)
        if names is None or folder in queries or folder.count("/") != 2:
            continue
        parts = tuple(canonical_part(part, quoted=True, folding=FACTS.tables) for part in folder.split("/"))
        columns = tuple(ColumnDefinition(name) for name in names)
        span = Span(0, 0, 1, 1)
        yield Ddl(0, span, TableName(parts, ".".join(parts)), DdlChange.CREATE, columns)


def given(graph: Graph) -> dict[str, list[Layout]]:
    """Return the columns each query file gives its table, by path; one list for each reading of a template."""
    found: dict[str, list[Layout]] = {}
    layouts = graph.fields(Accepted()).ground.layouts
    for placed in graph.index.writers:
        if placed.name.reference:
            found.setdefault(graph.index.files[placed.file].path, []).append(layouts.written(placed))
    return found


def compare(asked: tuple[Path, Graph]) -> tuple[Counter[str], list[str]]:
    """Compare every query that has a schema file; return the counts, and what differs."""
    sql, graph = asked
    counts: Counter[str] = Counter()
    lines: list[str] = []
    layouts = given(graph)
    for file in graph.index.files:
        beside = sql / file.path.replace("query.sql", PUBLISHED)
        if not file.path.endswith("/query.sql") or not beside.exists():
            continue
        wanted = published(beside)
        readings = layouts.get(file.path, [])
        if wanted is None:
            counts["set aside: the schema file is empty"] += 1
        elif not readings:
            counts["set aside: the file holds no single query"] += 1
            lines.append(f"no query     {file.path}")
        elif not all(layout.complete for layout in readings):
            counts["set aside: an open star"] += 1
            lines.append(f"open star    {file.path}")
        else:
            verdict, have = max(
                (_verdict(wanted, names), names)
                for names in (tuple(slot.name for slot in layout.slots) for layout in readings)
            )
            counts[verdict] += 1
            if verdict != "1 equal":
                more, less = sorted(set(have) - set(wanted)), sorted(set(wanted) - set(have))
                lines.append(f"{verdict} {file.path}\n    only here: {more}\n    only published: {less}")
    return counts, lines


def _verdict(wanted: tuple[str, ...], have: tuple[str, ...]) -> str:
    """Return how two lists of names compare; the words sort from best to worst."""
    if have == wanted:
        return "1 equal"
    return "2 equal names, other order" if sorted(have) == sorted(wanted) else "3 different"


def understanding(read: list[tuple[str, int, Unit]]) -> list[str]:
    """Return what was not understood, and the share that was."""
    lines, codes = [], Counter[str]()
    for path, _, unit in read:
        for each in unit.diagnostics:
            codes[each.code] += 1
            if each.code in ("UNPARSED_STATEMENT", "OPAQUE_STATEMENT", "INTERNAL_ERROR"):
                lines.append(f"{each.code} {path}:{each.span.line}: {each.message[:200]}")
    total = sum(unit.coverage.total for _, _, unit in read)
    understood = sum(unit.coverage.understood for _, _, unit in read)
    lines.append(f"diagnostics: {dict(sorted(codes.items()))}")
    lines.append(f"understood: {understood} of {total} code points, {understood / total:.2%}")
    return lines


def main() -> int:
    """Print the comparison."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("sql", type=Path, help="the folder sql/ of the estate")
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    sql: Path = options.sql
    paths = sorted(path.relative_to(sql).as_posix() for path in sql.rglob("*.sql"))
    with ProcessPoolExecutor(options.jobs) as pool:
        read = list(pool.map(read_file, [sql] * len(paths), paths, chunksize=16))
    print("\n".join(understanding(read)))
    queries = {path.rpartition("/")[0] for path in paths if path.endswith("/query.sql")}
    files = tuple(EstateFile(path, unit) for path, _, unit in read)
    graph = link(Estate(files, (), (CatalogFile(PUBLISHED, tuple(catalog(sql, queries))),)), {})
    counts, lines = run_deep(compare, (sql, graph))
    print("\n".join(lines))
    for verdict, count in sorted(counts.items()):
        print(f"{count:>6} {verdict}")
    compared = sum(count for verdict, count in counts.items() if not verdict.startswith("set aside"))
    print(
        f"exactly the published names: {(counts['1 equal'] + counts['2 equal names, other order']) / compared:.2%}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""One measured piece of work of this program, or of bare sqlglot, in a process of its own.

    python -m benchmarks.work NAME < arguments.json

Imports and what is asked for beforehand are outside the clock. The last line of stdout is JSON: ``cpu`` and
``wall`` in seconds, ``peak`` in bytes of this process, and counts.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot.errors import SqlglotError
from sqlglot.lineage import lineage
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import build_scope
from sqlglot.schema import MappingSchema

from benchmarks.folder import texts
from benchmarks.stress import SET, diamond
from wherefrom.app.analyze import analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.trace import answers_for, unfolded
from wherefrom.app.units import IN_WORKERS
from wherefrom.app.workspace import Workspace, open_release, run_workspace
from wherefrom.domain.deep import run_deep
from wherefrom.engine import Budget, Job, extract_all
from wherefrom.extract import ExtractSettings, extract
from wherefrom.lineage import Estate, EstateFile, link

Figures = dict[str, float]


def _seconds() -> float:
    """Return the CPU time of this process and of its workers that have ended."""
    mine, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


@contextmanager
def clock(figures: Figures) -> Iterator[None]:
    """Add what the block takes to the figures."""
    cpu, wall = _seconds(), time.perf_counter()
    yield
    figures["cpu"] = _seconds() - cpu
    figures["wall"] = time.perf_counter() - wall


def bare(folder: str, dialect: str) -> Figures:
    """Parse every file once, with the collector as it is by default."""
    found = texts(Path(folder))
    figures: Figures = {"files": len(found)}
    failed = 0
    with clock(figures):
        for each in found:
            try:
                sqlglot.parse(each, dialect=dialect)
            except (SqlglotError, RecursionError):
                failed += 1
    return figures | {"failed": failed}


def whole(folder: str, dialect: str, home: str, jobs: int) -> Figures:
    """Freeze, extract, link and store a folder that nothing is known of."""
    workspace = _workspace(folder, dialect, home)
    figures: Figures = {}
    with clock(figures):
        snapshot = freeze(workspace, "")
        analysis, _ = analyze(workspace, snapshot, (), Budget(jobs=jobs))
    store = workspace.store.stat().st_size
    return figures | {
        "statements": len(analysis.graph.statements),
        "nodes": len(analysis.graph.nodes),
        "store": store,
    }


def frozen(folder: str, dialect: str, home: str, release: str) -> Figures:
    """Freeze a folder."""
    figures: Figures = {}
    with clock(figures):
        freeze(_workspace(folder, dialect, home), release)
    return figures


def analysed(folder: str, dialect: str, home: str, release: str) -> Figures:
    """Extract, link and store a frozen release; what the store knows is used."""
    workspace = _workspace(folder, dialect, home)
    snapshot = open_release(workspace, release)
    figures: Figures = {}
    with clock(figures):
        analyze(workspace, snapshot, (), IN_WORKERS)
    return figures


def extracted(folder: str, dialect: str) -> Figures:
    """Extract a folder, Units dropped as they come: what extraction alone needs of memory."""
    paths = sorted(each for each in Path(folder).rglob("*") if each.suffix.lower() in {".sql", ".hql"})
    figures: Figures = {"files": len(paths)}
    with clock(figures):
        for at in range(0, len(paths), 100):
            jobs = [
                Job(str(path), str(path), path.read_text("utf-8", "replace"), dialect, ExtractSettings())
                for path in paths[at : at + 100]
            ]
            for _ in extract_all(jobs, Budget()):
                pass
    return figures


def columns(dialect: str, schema: dict[str, dict[str, str]], statements: list[str]) -> Figures:
    """Every column of every statement, alone but for the schema, with full evidence."""
    declared = "".join(
        f"CREATE TABLE {table} ({', '.join(f'{name} {kind}' for name, kind in given.items())});\n"
        for table, given in schema.items()
    )
    known = [EstateFile("schema.sql", extract(declared, dialect))] if declared else []
    extract(statements[0], dialect)
    gc.collect()
    gc.freeze()
    figures: Figures = {}
    count = 0
    with clock(figures):
        for each in statements:
            own = EstateFile("query.sql", extract(each, dialect))
            graph = link(Estate((own, *known)), {})
            asked = (*graph.queries, *(set(graph.written) - set(schema)))
            count += sum(len(answer.fields) for answer in answers_for(graph, asked)) if asked else 0
    return figures | {"columns": count}


def parsed(dialect: str, schema: dict[str, dict[str, str]], statements: list[str]) -> Figures:  # noqa: ARG001  # a parse needs no schema
    """Parse every statement once, as ours are: nobody who reads the parser's trees is sooner done."""
    sqlglot.parse(statements[0], dialect=dialect)
    gc.collect()
    gc.freeze()
    figures: Figures = {}
    with clock(figures):
        for each in statements:
            sqlglot.parse(each, dialect=dialect)
    return figures | {"statements": len(statements)}


def facts(dialect: str, schema: dict[str, dict[str, str]], statements: list[str]) -> Figures:  # noqa: ARG001  # no file's facts need it
    """Every local fact of every statement: expressions with their columns, conditions, places, diagnostics."""
    extract(statements[0], dialect)
    gc.collect()
    gc.freeze()
    figures: Figures = {}
    with clock(figures):
        units = [extract(each, dialect) for each in statements]
    return figures | {"units": len(units)}


def sqlglot_default(dialect: str, schema: dict[str, dict[str, str]], statements: list[str]) -> Figures:
    """Ask ``sqlglot.lineage`` for each column, as its documentation does; the statement is parsed once."""

    def ask(query: Any, names: list[str], declared: Any) -> int:
        return sum(bool(lineage(name, query, schema=declared, dialect=dialect)) for name in names)

    return _sqlglot(dialect, schema, statements, ask)


def sqlglot_untrimmed(dialect: str, schema: dict[str, dict[str, str]], statements: list[str]) -> Figures:
    """Ask ``sqlglot.lineage`` at its best: qualified once, scopes built once, nothing trimmed."""

    def ask(query: Any, names: list[str], declared: Any) -> int:
        tree = qualify(
            query, schema=declared, dialect=dialect, validate_qualify_columns=False, identify=False
        )
        scope = build_scope(tree)
        return sum(
            bool(
                lineage(
                    name, tree, schema=declared, dialect=dialect, scope=scope, trim_selects=False, copy=False
                )
            )
            for name in tree.named_selects or names
        )

    return _sqlglot(dialect, schema, statements, ask)


def _sqlglot(
    dialect: str,
    schema: dict[str, dict[str, str]],
    statements: list[str],
    ask: Callable[[Any, list[str], Any], int],
) -> Figures:
    declared = MappingSchema(schema, dialect=dialect)
    sqlglot.parse_one("SELECT a FROM t", dialect=dialect)
    figures: Figures = {}
    count = failed = 0
    with clock(figures):
        for each in statements:
            try:
                tree: Any = sqlglot.parse_one(each, dialect=dialect)
                query = tree if isinstance(tree, sqlglot.exp.Query) else tree.expression.pop()
                if query is not tree and tree.args.get("with_") is not None:
                    query.set("with_", tree.args["with_"])
                names = query.named_selects
                if "*" in names:
                    known = qualify(
                        query.copy(), schema=declared, dialect=dialect, validate_qualify_columns=False
                    )
                    names = known.named_selects
                count += ask(query, names, declared)
            except Exception:  # whatever a peer raises: it gave no answer
                failed += 1
    return figures | {"columns": count, "failed": failed}


def stress(name: str) -> Figures:
    """Extract, link and trace one statement of the stress set."""
    text = SET[name]()
    extract("SELECT a FROM t", "spark")
    figures: Figures = {}
    with clock(figures):
        graph = link(Estate((EstateFile("query.sql", extract(text, "spark")),)), {})
        (answer,) = answers_for(graph, ("answer",))
    unread = sum(1 for each in graph.diagnostics if each.code in _UNREAD)
    visits = sum(len(field.visits) for field in answer.fields)
    return figures | {"fields": len(answer.fields), "visits": visits, "unread": unread}


_UNREAD = frozenset({"UNPARSED_STATEMENT", "OPAQUE_STATEMENT", "INTERNAL_ERROR", "NESTING_LIMIT"})


def visits(count: int) -> Figures:
    """Ask for visits of the 200-layer diamond by number, each with the way to it; ``cpu`` is of all of them."""
    graph = link(Estate((EstateFile("query.sql", extract(diamond(), "spark")),)), {})
    (answer,) = answers_for(graph, ("answer",))
    tree = unfolded(answer.fields[0])
    chance = random.Random(1)
    numbers = [chance.randrange(1, tree.count + 1) for _ in range(count)]
    figures: Figures = {}
    with clock(figures):
        for each in numbers:
            tree.path(each)
    return figures | {"visits": len(answer.fields[0].visits)}


def stress_bare(name: str) -> Figures:
    """Parse one statement of the stress set."""
    text = SET[name]()
    sqlglot.parse("SELECT a FROM t", dialect="spark")
    figures: Figures = {}
    with clock(figures):
        sqlglot.parse(text, dialect="spark")
    return figures


def _workspace(folder: str, dialect: str, home: str) -> Workspace:
    return run_workspace((Path(folder),), Path(home), {"dialect": dialect})


def main() -> None:
    """Do the work that is named."""
    logging.disable(logging.CRITICAL)
    work = globals()[sys.argv[1]]
    given = json.load(sys.stdin)
    deep = sys.argv[1] not in {"whole", "frozen", "analysed", "extracted"}
    figures = run_deep(lambda arguments: work(**arguments), given) if deep else work(**given)
    figures["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

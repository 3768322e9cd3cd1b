"""One peer asked for the columns of some statements, in an environment of the peer's own.

    python peers.py NAME < arguments.json

Needs nothing but the peer. Imports and one warm-up question are outside the clock; the last line of stdout
is JSON as that of ``work.py``. A statement that a peer cannot answer, or answers with no column, counts as failed.
"""

from __future__ import annotations

import json
import logging
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

WARM_UP = "CREATE TABLE b AS SELECT a.x AS y FROM a"

Ask = Callable[[str], int]
"""Asks a peer for the columns of a statement; returns how many it knows."""


def sqllineage(dialect: str, schema: dict[str, dict[str, str]]) -> Ask:
    """sqllineage, with the dialect of its own parser."""
    from sqllineage.core.metadata.dummy import DummyMetaDataProvider
    from sqllineage.runner import LineageRunner

    known = {"spark": "sparksql"}
    tables = {name if "." in name else f"<default>.{name}": list(columns) for name, columns in schema.items()}

    def ask(sql: str) -> int:
        runner = LineageRunner(
            sql, dialect=known.get(dialect, dialect), metadata_provider=DummyMetaDataProvider(tables)
        )
        return len({str(path[-1]) for path in runner.get_column_lineage()})

    return ask


def datahub(dialect: str, schema: dict[str, dict[str, str]]) -> Ask:
    """DataHub's SQL parser."""
    from datahub.sql_parsing.schema_resolver import SchemaResolver
    from datahub.sql_parsing.sqlglot_lineage import sqlglot_lineage

    resolver = SchemaResolver(platform=dialect, env="PROD")
    for name, columns in schema.items():
        resolver.add_raw_schema_info(
            f"urn:li:dataset:(urn:li:dataPlatform:{dialect},{name},PROD)", dict(columns)
        )

    def ask(sql: str) -> int:
        answer = sqlglot_lineage(sql, schema_resolver=resolver, override_dialect=dialect)
        return len(answer.column_lineage or ())

    return ask


def openlineage(dialect: str, schema: dict[str, dict[str, str]]) -> Ask:  # noqa: ARG001  # it takes no schema
    """OpenLineage's SQL parser, which is Rust."""
    from openlineage_sql import parse

    known = {"spark": "spark", "tsql": "mssql"}

    def ask(sql: str) -> int:
        answer = parse([sql], dialect=known.get(dialect, dialect))
        return len(answer.column_lineage) if answer else 0

    return ask


def main() -> None:
    """Ask the peer that is named."""
    logging.disable(logging.CRITICAL)
    given: dict[str, Any] = json.load(sys.stdin)
    ask = globals()[sys.argv[1]](given["dialect"], given["schema"])
    ask(WARM_UP)
    count = failed = 0
    cpu, wall = time.process_time(), time.perf_counter()
    for each in given["statements"]:
        try:
            known = ask(each)
        except Exception:  # whatever a peer raises: it gave no answer
            known = 0
        count += known
        failed += not known
    figures = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(figures | {"columns": count, "failed": failed, "peak": peak}))


if __name__ == "__main__":
    main()

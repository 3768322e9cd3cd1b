"""Dialect names as people write them, checked against the fact sheets."""

from __future__ import annotations

import difflib

from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.errors import UsageRefusal

_ALSO_CALLED = {
    "mssql": "tsql",
    "sqlserver": "tsql",
    "sql server": "tsql",
    "transact-sql": "tsql",
    "synapse": "tsql",
    "postgresql": "postgres",
    "pg": "postgres",
    "plpgsql": "postgres",
    "greenplum": "postgres",
    "plsql": "oracle",
    "mariadb": "mysql",
    "bteq": "teradata",
    "sparksql": "spark",
    "spark2": "spark",
    "generic": "ansi",
    "standard": "ansi",
    "hiveql": "hive",
    "impala": "hive",
    "bq": "bigquery",
}


def dialect_fault(name: str) -> str:
    """Return what is wrong with a dialect's name, naming the nearest one; empty if nothing is."""
    if name in DIALECTS:
        return ""
    lowered = name.strip().lower()
    close = difflib.get_close_matches(lowered, [*DIALECTS, *_ALSO_CALLED], n=1, cutoff=0.5)
    nearest = _ALSO_CALLED.get(close[0], close[0]) if close else ""
    hint = f"the nearest is '{nearest}'; " if nearest else ""
    return f"'{name}' is no dialect; {hint}known are {', '.join(sorted(DIALECTS))}"


def dialect_name(name: str) -> str:
    """Return a dialect's name if it is one.

    Raises:
        UsageRefusal: it is not; the text names the nearest.
    """
    fault = dialect_fault(name)
    if fault:
        raise UsageRefusal(f"{fault}.")
    return name

"""SQL at its limits: one statement each, answered whole."""

from __future__ import annotations

from collections.abc import Callable


def diamond(layers: int = 200) -> str:
    """CTEs that each read the one before twice: ``2 ** layers`` paths."""
    ctes = ["d0 AS (SELECT a, b FROM t)"]
    ctes += [
        f"d{at} AS (SELECT l.a + r.b AS a, r.a + l.b AS b FROM d{at - 1} l JOIN d{at - 1} r ON l.a = r.a)"
        for at in range(1, layers + 1)
    ]
    return f"CREATE TABLE answer AS WITH {', '.join(ctes)} SELECT a, b FROM d{layers}"


def wide(columns: int = 5_000) -> str:
    """A column list of its own in five layers."""
    names = ", ".join(f"c{at}" for at in range(columns))
    query = f"SELECT {names} FROM t"
    for at in range(4):
        query = f"SELECT {names} FROM ({query}) q{at}"
    return f"CREATE TABLE answer AS {query}"


def unions(branches: int = 10_000) -> str:
    """Branches of one set operation, a table each."""
    return "CREATE TABLE answer AS " + " UNION ALL ".join(f"SELECT a FROM t{at}" for at in range(branches))


def conditions(terms: int = 10_000) -> str:
    """One WHERE of terms joined by AND."""
    return "CREATE TABLE answer AS SELECT a FROM t WHERE " + " AND ".join(
        f"c{at} > {at}" for at in range(terms)
    )


def nested(levels: int = 2_000) -> str:
    """Derived tables inside one another."""
    return (
        "CREATE TABLE answer AS "
        + "SELECT a FROM (" * levels
        + "SELECT a FROM t"
        + "".join(f") n{at}" for at in range(levels))
    )


def values(size: int = 10_000_000) -> str:
    """INSERT … VALUES of about ``size`` characters."""
    row = "(1001, 'a text of some length here', 3.14159, '2026-11-30'),\n"
    return "INSERT INTO answer (a, b, c, d) VALUES\n" + (row * (size // len(row)))[:-2] + ";"


SET: dict[str, Callable[[], str]] = {
    "diamond, 200 layers": diamond,
    "5,000 columns in 5 layers": wide,
    "10,000 UNION branches": unions,
    "10,000 ANDs": conditions,
    "2,000 nested levels": nested,
    "10 MB of INSERT VALUES": values,
}

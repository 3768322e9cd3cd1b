"""Bad input by chance: SQL that a grammar made, SQL and other texts with pieces changed, and plain bytes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.golden.fixture import read_all
from tests.property.drawn import BASE, created, made

DIALECTS = (
    "ansi", "postgres", "redshift", "duckdb", "snowflake", "bigquery", "hive", "spark", "databricks", "tsql",
    "oracle", "mysql", "teradata", "clickhouse", "trino", "presto", "athena", "sqlite",
)  # fmt: skip
PIECES = (
    "(", ")", "[", "]", "{", "}", "'", '"', "`", ";", ",", ".", "--", "/*", "*/", "$$", ":=", ":x", "@v", "#t", "${x}", "{{", "x", "}}", "{%", "if", "x", "%}", "{%", "endif", "%}", "&1", "%s", "<<", ">>", "<<<<<<<", "=======", ">>>>>>>", '\n', '\r', '\r\n', '\t', '\x00', '\ufeff', '\u200b', '\u202e', '\u2028', "，", "（", "é", "😀", "SELECT", "FROM", "WHERE", "GROUP", "BY", "UNION", "ALL", "INSERT", "INTO", "UPDATE", "MERGE", "DELETE", "CREATE", "TABLE", "VIEW", "AS", "WITH", "RECURSIVE", "VALUES", "CASE", "WHEN", "END", "BEGIN", "IF", "LOOP", "DECLARE", "SET", "EXEC", "CALL", "GO", "/", "DELIMITER", "JOIN", "LATERAL", "UNNEST", "PIVOT", "OVER", "PARTITION", "ORDER", "LIMIT", "NULL", "DEFAULT", "*", "**", "1e999", "0x", "'a''b'", "\\'", "COPY", '\\.', "EXECUTE", "IMMEDIATE", "TRUNCATE", "DROP", "ALTER", "RENAME", "SWAP",
)  # fmt: skip


@cache
def corpus() -> tuple[str, ...]:
    """Return the SQL of every golden case: small, and of every kind the program knows."""
    return tuple(
        text for case in read_all() for path, text in case.texts.items() if not path.endswith(".yml")
    )


def sql(rng: random.Random) -> str:
    """Return SQL of some kind: made by the grammar, or a golden case, left as it is or changed."""
    if rng.random() < 0.3:
        query = made([rng.randrange(1 << 16) for _ in range(160)])
        text = BASE + created(query, f"mart.t{rng.randrange(4)}")
    else:
        text = "\n".join(rng.sample(corpus(), rng.randint(1, 3)))
    return changed(rng, text) if rng.random() < 0.8 else text


def changed(rng: random.Random, text: str, most: int = 6) -> str:
    """Return a text with some pieces cut, doubled, moved, replaced or put in."""
    for _ in range(rng.randint(1, most)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 80)))
        cut = text[start:end]
        piece = rng.choice(
            (
                rng.choice(PIECES),
                f" {rng.choice(PIECES)} ",
                rng.choice(PIECES) * rng.choice((2, 30, 600)),
                cut * 2,
                "",
                "",
            )
        )
        text = text[:start] + piece + text[end:]
    return text


def changed_bytes(rng: random.Random, data: bytes, most: int = 6) -> bytes:
    """Return bytes with some of them changed, cut, doubled or put in."""
    found = bytearray(data)
    for _ in range(rng.randint(1, most)):
        at = rng.randint(0, len(found))
        how = rng.randrange(4)
        if how == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            del found[at : at + rng.choice((1, 3, 40))]
        elif how == 2:
            found[at:at] = rng.randbytes(rng.choice((1, 2, 9)))
        else:
            found[at:at] = found[at : at + rng.choice((1, 10, 100))]
    return bytes(found)


def source(rng: random.Random) -> bytes:
    """Return the bytes of one source file."""
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(rng.choice((0, 1, 7, 300, 4_000)))
    data = sql(rng).encode("utf-8", "surrogatepass")
    if kind < 0.15:
        return changed_bytes(rng, data)
    if kind < 0.2:
        return data.decode("utf-8", "replace").encode(
            rng.choice(("utf-16", "utf-16-le", "utf-8-sig", "utf-32"))
        )
    return data


def pick(rng: random.Random, files: Sequence[Path]) -> Path:
    """Return one of some files, the same for the same seed."""
    return rng.choice(sorted(files))

"""CPU time of extract against a bare ``sqlglot.parse`` of the same files, and of the same statements.

    python benchmarks/extract_against_parse.py FOLDER DIALECT

A bare parse of a file stops at the first thing it cannot read, and takes T-SQL from EXEC or DECLARE to
the next semicolon for one command; the second ratio is against a parse of every statement alone, which
reads what extract reads. Some rounds in turn, so that a busy moment of the machine hits all three; the
median of the rounds' ratios, and the least times; everything warm. The baseline runs under the default collector; extract runs as in a worker, where
what was imported is out of the collector's sight.
"""

from __future__ import annotations

import argparse
import gc
import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import sqlglot
from sqlglot.errors import SqlglotError

from wherefrom.domain.deep import run_deep
from wherefrom.domain.dialects import DIALECTS
from wherefrom.extract import extract
from wherefrom.snapshot import Text, decode

ROUNDS = 15


def texts(folder: Path) -> list[str]:
    """Return the SQL files of a folder, by path."""
    paths = sorted(each for each in folder.rglob("*") if each.suffix.lower() in {".sql", ".hql"})
    read = [decode(each.read_bytes()) for each in paths if each.is_file()]
    return [each.value for each in read if isinstance(each, Text)]


def parse(pieces: Iterable[str], dialect: str) -> int:
    """Parse every piece; return how many cannot be read."""
    failed = 0
    for each in pieces:
        try:
            sqlglot.parse(each, dialect=dialect)
        except (SqlglotError, RecursionError):
            failed += 1
    return failed


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def as_in_a_worker(work: Callable[[], object]) -> float:
    """Return the CPU time of a piece of work while the collector does not see what is there already."""
    gc.collect()
    gc.freeze()
    try:
        return seconds(work)
    finally:
        gc.unfreeze()


def measure(asked: tuple[Path, str]) -> str:
    """Return the figures of one folder in one dialect as text."""
    folder, dialect = asked
    found = texts(folder)
    units = [extract(text, dialect) for text in found]
    statements = [
        text[each.span.start : each.span.end]
        for text, unit in zip(found, units, strict=True)
        for each in unit.statements
    ]
    failed = parse(found, dialect)
    del units
    rounds = [
        (
            as_in_a_worker(lambda: [bool(extract(text, dialect)) for text in found]),
            seconds(lambda: parse(found, dialect)),
            seconds(lambda: parse(statements, dialect)),
        )
        for _ in range(ROUNDS)
    ]
    ours, files, pieces = (min(each) for each in zip(*rounds, strict=True))
    by_file = median(each[0] / each[1] for each in rounds)
    by_statement = median(each[0] / each[2] for each in rounds)
    return (
        f"{len(found)} files, {len(statements)} statements; a bare parse fails on {failed} files\n"
        f"extract {ours:.2f} s; ÷ parse of the files ({files:.2f} s) {by_file:.2f}; "
        f"÷ parse of the statements ({pieces:.2f} s) {by_statement:.2f}"
    )


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("dialect", choices=sorted(set(DIALECTS) - {"ansi"}))
    given = asked.parse_args()
    logging.disable(logging.CRITICAL)
    print(run_deep(measure, (given.folder, given.dialect)))


if __name__ == "__main__":
    main()

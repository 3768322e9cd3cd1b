"""What the program costs: one command, one table.

    python -m benchmarks [FOLDER:DIALECT …] [--files 2000] [--rounds 3] [--only columns …]

Everything is a ratio of two things measured in this run on the same files, each in a process of its own, medians
of some rounds. Without folders it measures a made-up estate, TPC-DS and the stress set; a folder is measured
beside them. What the run needs from elsewhere is obtained into ``--place`` and kept there.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks import estate, measures
from benchmarks.measures import Line, Room
from benchmarks.questions import of_folder, tpc_ds

MEASURES = ("whole", "changed", "memory", "columns", "visits", "stress")


def lines(
    room: Room, folders: list[tuple[str, Path, str]], files: int, wanted: frozenset[str]
) -> Iterator[Line]:
    """Yield the lines of the table."""
    made = estate.write(room.place / f"estate-{files}", files)
    estates = [("generated", made, "spark"), *folders]
    for name, folder, dialect in estates:
        if "whole" in wanted:
            yield from measures.whole(room, name, folder, dialect)
        if "changed" in wanted:
            yield from measures.changed(room, name, folder, dialect)
    if "memory" in wanted:
        yield from measures.memory(room, files // 2)
    if "columns" in wanted:
        yield from measures.columns(room, tpc_ds(room.place))
        for name, folder, dialect in estates:
            yield from measures.columns(room, of_folder(name, folder, dialect))
    if "visits" in wanted:
        yield from measures.visits(room)
    if "stress" in wanted:
        yield from measures.stress(room)


def row(line: Line) -> str:
    """Return a line as a row of the table."""
    value = f"{line.value:,.0f}{line.unit}" if line.unit else f"{line.value:.2f}"
    verdict = {None: "", True: "holds", False: "MISSED"}[line.holds]
    return f"| {line.estate} | {line.measure} | {value} | {line.reach} | {verdict} | {line.basis} |"


def machine() -> str:
    """Return what the figures were measured with, and how busy it was."""
    with open("/proc/cpuinfo", encoding="utf-8") as said:
        model = next((each.split(":")[1].strip() for each in said if each.startswith("model name")), "")
    packages = ", ".join(
        f"{each} {version(each)}" for each in ("sqlglot", "sqlglotc", "sqlalchemy", "msgspec")
    )
    load = os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} processors, load {load:.1f}; Python {platform.python_version()}; {packages}"


def main() -> int:
    """Print the table."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="python -m benchmarks"
    )
    asked.add_argument("folder", nargs="*", help="a folder of SQL and its dialect, as sql:hive")
    asked.add_argument("--files", type=int, default=2_000, help="files of the made-up estate")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--sample", type=int, default=100, help="statements that peers are asked for")
    asked.add_argument("--only", nargs="+", choices=MEASURES, default=MEASURES, metavar="MEASURE")
    asked.add_argument("--place", type=Path, default=Path(tempfile.gettempdir()) / "wherefrom-benchmarks")
    given = asked.parse_args()
    folders = []
    for each in given.folder:
        folder, _, dialect = each.rpartition(":")
        if not folder or not Path(folder).is_dir():
            asked.error(f"'{each}' is no folder and dialect, such as sql:hive")
        folders.append((Path(folder).name, Path(folder), dialect))
    given.place.mkdir(parents=True, exist_ok=True)
    print(machine())
    print("| estate | measure | value | reach | | from |\n| --- | --- | --- | --- | --- | --- |")
    room = Room(given.place, given.rounds, given.sample)
    for line in lines(room, folders, given.files, frozenset(given.only)):
        print(row(line), flush=True)
    print(machine())
    return 0


if __name__ == "__main__":
    sys.exit(main())

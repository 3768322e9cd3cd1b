"""What is measured: each measure gives lines of the table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import estate
from benchmarks.child import Failed, Figures, medians, middle, ours, peer
from benchmarks.questions import Questions
from benchmarks.stress import SET
from benchmarks.venvs import PACKAGES, interpreter, version


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table.

    Attributes:
        estate: What it was measured on.
        measure: What was measured.
        value: The ratio or figure.
        unit: What stands behind the figure; empty for a ratio.
        reach: What it should be, as text; empty where nothing is asked.
        holds: Whether it is; None where nothing is asked.
        basis: The figures it was made of.
    """

    estate: str
    measure: str
    value: float
    unit: str = ""
    reach: str = ""
    holds: bool | None = None
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a run works, and how often it measures.

    Attributes:
        place: A folder of its own.
        rounds: Repetitions of what can be repeated.
        sample: Statements the slow peers are asked for.
    """

    place: Path
    rounds: int
    sample: int


def whole(room: Room, name: str, folder: Path, dialect: str) -> Iterator[Line]:
    """The whole estate against a bare parse of the same files."""
    where = {"folder": str(folder), "dialect": dialect}

    def fresh(jobs: int) -> Figures:
        home = room.place / "home"
        shutil.rmtree(home, ignore_errors=True)
        return ours("whole", **where, home=str(home), jobs=jobs)

    bare = medians(room.rounds, lambda: ours("bare", **where))
    one = medians(room.rounds, lambda: fresh(1))
    two = medians(room.rounds, lambda: fresh(2))
    what = f"{bare['files']:,.0f} files, bare parse {bare['cpu']:.2f} s, fails on {bare['failed']:,.0f}"
    yield _at_most(
        name,
        "freeze, extract, link, store: CPU ÷ bare parse",
        one["cpu"] / bare["cpu"],
        1.6,
        f"{one['cpu']:.2f} s; {what}",
    )
    yield _at_most(
        name,
        "the same on 2 workers: wall ÷ bare parse",
        two["wall"] / bare["wall"],
        1.0,
        f"{two['wall']:.2f} s; bare {bare['wall']:.2f} s",
    )


def changed(room: Room, name: str, folder: Path, dialect: str) -> Iterator[Line]:
    """One changed file against everything anew; the file is one in the middle that others read."""
    copy, known, anew = room.place / "changed", room.place / "known", room.place / "anew"
    for each in (copy, known, anew):
        shutil.rmtree(each, ignore_errors=True)
    shutil.copytree(folder, copy)
    where = {"folder": str(copy), "dialect": dialect}
    ours("frozen", **where, home=str(known), release="0")
    ours("analysed", **where, home=str(known), release="0")
    paths = sorted(each for each in copy.rglob("*") if each.suffix.lower() in {".sql", ".hql"})
    path = paths[len(paths) // 2]
    again, full = [], []
    for at in range(1, room.rounds + 1):
        text = path.read_bytes()
        path.write_bytes(b"-- changed\n" + text)
        release = str(at)
        for home in (known, anew):
            ours("frozen", **where, home=str(home), release=release)
        again.append(ours("analysed", **where, home=str(known), release=release))
        full.append(ours("analysed", **where, home=str(anew), release=release))
        shutil.rmtree(anew)
    one, all_ = middle(again), middle(full)
    yield _at_most(
        name,
        f"one changed file of {len(paths):,}: CPU, % of full",
        100 * one["cpu"] / all_["cpu"],
        3.0,
        f"{one['cpu']:.2f} s of {all_['cpu']:.2f} s; {path.relative_to(copy)}",
    )


def memory(room: Room, files: int) -> Iterator[Line]:
    """Peak memory at ten times the files."""
    small, large = (room.place / f"estate-{count}" for count in (files, 10 * files))
    for folder, count in ((small, files), (large, 10 * files)):
        if not folder.exists():
            estate.write(folder, count)
    for what, limit in (("extracted", 1.25), ("whole", 4.0)):
        peaks = []
        for folder in (small, large):
            more = {}
            if what == "whole":
                home = room.place / "home"
                shutil.rmtree(home, ignore_errors=True)
                more = {"home": str(home), "jobs": 2}
            peaks.append(ours(what, folder=str(folder), dialect="spark", **more)["peak"])
        shown = " and ".join(f"{each / 1e6:,.0f} MB" for each in peaks)
        label = "extraction" if what == "extracted" else "the whole run"
        yield _at_most(
            "generated",
            f"peak memory of {label}: {10 * files:,} files ÷ {files:,}",
            peaks[1] / peaks[0],
            limit,
            shown,
        )


def columns(room: Room, asked: Questions) -> Iterator[Line]:
    """Columns per second against the peers: every peer by the columns that it gave an answer for."""
    few = asked.statements[:: max(1, len(asked.statements) // room.sample)]
    given = {"dialect": asked.dialect, "schema": asked.schema}
    mine = medians(room.rounds, lambda: ours("columns", **given, statements=few))
    read = medians(room.rounds, lambda: ours("facts", **given, statements=few))
    parse = medians(room.rounds, lambda: ours("parsed", **given, statements=few))
    for what, done in (("facts of each statement, nothing resolved", read), ("resolved and traced", mine)):
        speed = mine["columns"] / done["cpu"]
        basis = f"{mine['columns']:,.0f} columns of {len(few)} statements in {done['cpu']:.2f} s"
        yield Line(asked.name, f"columns per CPU second: {what}", speed, "/s", basis=basis)
    for work, label, reach in (
        ("sqlglot_untrimmed", "sqlglot.lineage at its best (one scope, untrimmed)", 4.0),
        ("sqlglot_default", "sqlglot.lineage as documented", 20.0),
    ):
        theirs = medians(room.rounds, lambda work=work: ours(work, **given, statements=few))  # type: ignore[misc]
        yield _against(asked.name, label, mine, theirs, reach)
        yield _ceiling(asked.name, label, parse, theirs)
    for name, reach in (("sqllineage", 60.0), ("datahub", 12.0), ("openlineage", 0.0)):
        python = interpreter(name, room.place)
        if python is None:
            yield Line(asked.name, f"{PACKAGES[name]} could not be installed", 0.0)
            continue
        label = version(name, python)
        try:
            theirs = peer(python, name, **given, statements=few)
        except Failed as failed:
            yield Line(asked.name, f"{label} gave no figures", 0.0, basis=str(failed))
            continue
        yield _against(asked.name, label, mine, theirs, reach)


def _against(name: str, label: str, mine: Figures, theirs: Figures, reach: float) -> Line:
    speed = theirs["columns"] / theirs["cpu"]
    ratio = mine["columns"] / mine["cpu"] / speed
    basis = f"it {theirs['columns']:,.0f} columns, {speed:,.0f}/s, no answer to {theirs['failed']:,.0f} statements"
    measure = f"columns/s ÷ {label}"
    if not reach:
        return Line(name, measure, ratio, basis=basis)
    return Line(name, measure, ratio, "", f"≥ {reach:g}", ratio >= reach, basis)


def _ceiling(name: str, label: str, parse: Figures, theirs: Figures) -> Line:
    """What a program that does nothing but parse would show in the line before: the most that one can reach."""
    basis = f"the parse alone takes {parse['cpu']:.2f} s, the peer {theirs['cpu']:.2f} s"
    return Line(
        name,
        f"the most a reader of that parse could reach ÷ {label}",
        theirs["cpu"] / parse["cpu"],
        basis=basis,
    )


def visits(room: Room) -> Iterator[Line]:
    """Any visit of a tree that nobody can write out."""
    count = 2_000
    asked = medians(room.rounds, lambda: ours("visits", count=count))
    each = 1e6 * asked["cpu"] / count
    basis = f"{asked['visits']:,.0f} visits are kept; 3 · 2^200 + 1 can be asked for"
    yield Line(
        "stress",
        "n-th visit of the 200-layer diamond, with its way",
        each,
        " µs",
        "≤ 50 µs",
        each <= 50,
        basis,
    )


def stress(room: Room) -> Iterator[Line]:
    """The stress set against its parse."""
    for name in SET:
        bare = medians(room.rounds, lambda name=name: ours("stress_bare", name=name))  # type: ignore[misc]
        mine = ours("stress", name=name)
        complete = not mine["unread"] and mine["fields"] > 0
        ratio = mine["cpu"] / bare["cpu"]
        basis = f"{mine['cpu']:.2f} s; bare {bare['cpu']:.2f} s; {mine['visits']:,.0f} visits"
        said = basis if complete else f"{basis}; INCOMPLETE: it was not read"
        yield Line("stress", f"{name}: CPU ÷ bare parse", ratio, "", "≤ 3", complete and ratio <= 3, said)


def _at_most(name: str, measure: str, value: float, limit: float, basis: str) -> Line:
    return Line(name, measure, value, "", f"≤ {limit:g}", value <= limit, basis)

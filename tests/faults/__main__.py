"""``python -m tests.faults --all``: everything goes wrong, long enough to count on; prints a table.

``python -m tests.faults kills --every 10`` for one kind, at every tenth place.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.acts import ACTS, Stage, staged
from tests.faults.corrupt import command_flips, damaged, flips, large, shop, store_rounds
from tests.faults.disks import KIB, MIB, mountable
from tests.faults.disks import MISSING as NO_MOUNT
from tests.faults.program import HERE, MISSING, Program, program
from tests.faults.reviewers import together
from tests.faults.rounds import (
    Tally,
    failed_at_operations,
    full_disks,
    killed_at_operations,
    killed_at_random,
)


@contextmanager
def stages() -> Iterator[tuple[Program, tuple[Stage, ...]]]:
    """Give the program and its commands, each with its project."""
    if not HERE:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        desk = Path(folder)
        for name in ("program", *map(str, range(len(ACTS)))):
            (desk / name).mkdir()
        with program(desk / "program") as made:
            yield made, tuple(staged(made, act, desk / str(at)) for at, act in enumerate(ACTS))


def _each_stage(act: Callable[[Stage, Program], Tally]) -> Iterator[Tally]:
    with stages() as (made, all_of_them):
        for stage in all_of_them:
            yield act(stage, made)


def kills(asked: argparse.Namespace) -> Iterator[Tally]:
    """Kill at operations."""
    return _each_stage(lambda stage, made: killed_at_operations(stage, made, asked.every))


def random_kills(asked: argparse.Namespace) -> Iterator[Tally]:
    """Kill at random moments."""
    rng = random.Random(asked.seed)
    count = -(-asked.random // len(ACTS))
    return _each_stage(lambda stage, made: killed_at_random(stage, made, count, rng))


def failures(asked: argparse.Namespace) -> Iterator[Tally]:
    """Fail operations."""
    return _each_stage(lambda stage, made: failed_at_operations(stage, made, asked.every))


def disks(_: argparse.Namespace) -> Iterator[Tally]:
    """Small, full and read-only disks."""
    if not mountable():
        raise SystemExit(NO_MOUNT)
    sizes = tuple(each * MIB for each in (1, 2, 4, 8, 16))
    rooms = tuple(each * KIB for each in (0, 8, 32, 96, 200, 400))
    with stages() as (made, all_of_them), tempfile.TemporaryDirectory() as desk:
        for number, stage in enumerate(all_of_them):
            place = Path(desk) / str(number)
            place.mkdir()
            yield full_disks(stage, made, place, sizes, rooms, (0, 1, 2, 5, 10, 20))


def _tallied(rounds: Iterable[tuple[str, str]]) -> Tally:
    tally = Tally()
    for what, bad in rounds:
        tally.note(what, bad)
    return tally


def corruption(_: argparse.Namespace) -> Iterator[Tally]:
    """Files of releases, deliverables and log damaged in each way; stores damaged; bits of a large bundle flipped."""
    with tempfile.TemporaryDirectory() as folder:
        made = shop(Path(folder))
        yield _tallied(damaged(made))
        yield _tallied(store_rounds(made, 100))


def bits(asked: argparse.Namespace) -> Iterator[Tally]:
    """Bits of a large bundle, item by item and by the command."""
    with tempfile.TemporaryDirectory() as folder:
        home = large(Path(folder))
        seen, missed = flips(home, 10_000, random.Random(asked.seed))
        yield Tally(seen, missed)
        (Path(folder) / "program").mkdir()
        with program(Path(folder) / "program") as served:
            yield _tallied(command_flips(served, home, 50))


def reviewers(_: argparse.Namespace) -> Iterator[Tally]:
    """Ten reviewers, a hundred decisions each."""
    with tempfile.TemporaryDirectory() as folder:
        acknowledged, refused, wrong = together(Path(folder) / "decisions.jsonl", 10, 100)
    count = Counter({"decisions kept": acknowledged - len(wrong), "stale ones refused": refused})
    yield Tally(count, wrong)


KINDS: dict[str, Callable[[argparse.Namespace], Iterator[Tally]]] = {
    "kills": kills,
    "random-kills": random_kills,
    "failures": failures,
    "disks": disks,
    "corruption": corruption,
    "bits": bits,
    "reviewers": reviewers,
}


def main() -> int:
    """Do the kinds that were asked for; return 1 where something was wrong afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], help="all of them with --all")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="operations from one hit to the next")
    parser.add_argument("--random", type=int, default=600, help="kills at random")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bad = 0
    sys.stdout.write(f"{'fault':<14}  {'hit':<28}  {'times':>6}  {'bad':>4}\n")
    for kind in KINDS if asked.all else asked.kinds:
        for tally in KINDS[kind](asked):
            for at, (what, count) in enumerate(sorted(tally.count.items())):
                sys.stdout.write(f"{kind:<14}  {what:<28}  {count:>6}  {0 if at else len(tally.bad):>4}\n")
            sys.stdout.writelines(f"  {each}\n" for each in tally.bad)
            sys.stdout.flush()
            bad += len(tally.bad)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())

"""What is made to go wrong, round by round: short for every run of the tests, long by ``python -m tests.faults``."""

from __future__ import annotations

import errno
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.acts import MOMENT, Stage, failed_badly, judged, killed_badly, put_wrong
from tests.faults.disks import MIB, done_on_full_disk, done_read_only, done_without_names, small_disk
from tests.faults.program import Action, Fault, Program

ONCE = (errno.EIO, errno.EACCES, errno.EINTR)
"""Errors of a single operation, whatever it is."""

FOR_GOOD = (errno.ENOSPC, errno.EROFS)
"""Errors of an operation that takes room, and of every such one after it."""

TAKES_ROOM = frozenset({"open-to-write", "write", "fsync", "truncate", "mkdir", "rename"})
CUT = frozenset({"read", "write"})
"""Operations that may do half of what they were asked."""


@dataclass
class Tally:
    """What a kind of fault came to.

    Attributes:
        count: How often something was hit, by what.
        bad: What was wrong afterwards, in words.
    """

    count: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    def note(self, what: str, bad: str) -> None:
        """Count one hit; ``bad`` is empty where all is well."""
        self.count[what] += 1
        if bad:
            self.bad.append(bad)


def kills(stage: Stage, step: int) -> Iterator[Fault]:
    """Return kills at every n-th operation, and in the middle of it where it writes."""
    for at in range(1, len(stage.steps) + 1, step):
        yield Fault(Action.KILL, at)
        if stage.steps[at - 1].startswith("write"):
            yield Fault(Action.TEAR, at)


def failures(stage: Stage, step: int) -> Iterator[Fault]:
    """Return every way to fail every n-th operation."""
    for at in range(1, len(stage.steps) + 1, step):
        kind = stage.steps[at - 1].split()[0]
        yield from (Fault(Action.FAIL, at, number) for number in ONCE)
        if kind in TAKES_ROOM:
            yield from (Fault(Action.FAIL_FROM, at, number) for number in FOR_GOOD)
        if kind in CUT:
            yield Fault(Action.SHORTEN, at)


def killed_at_operations(stage: Stage, program: Program, step: int) -> Tally:
    """Kill a command at every n-th of its operations."""
    tally = Tally()
    for fault in kills(stage, step):
        tally.note(stage.act.name, put_wrong(stage, fault, program, killed_badly))
    return tally


def killed_at_random(stage: Stage, program: Program, count: int, rng: random.Random) -> Tally:
    """Kill a command at random moments of its life, so often that it did not end before."""
    tally = Tally()
    longest = _seconds(stage, program)
    tries = 0
    while tally.count[stage.act.name] < count and tries < 5 * count:
        tries += 1
        home = stage.again()
        moment = rng.uniform(0.001, longest)
        ended = program.run(stage.act.words, home, env=MOMENT, kill_after=moment)
        bad = judged(stage, ended, program, killed_badly)
        what = stage.act.name if ended.killed else f"{stage.act.name} (had ended)"
        tally.note(what, bad and f"{stage.act.name}: killed after {moment:.3f} s: {bad}")
    return tally


def _seconds(stage: Stage, program: Program) -> float:
    """Return how long a command takes here: where to draw from, and nothing that is tested."""
    home = stage.again()
    start = time.monotonic()
    program.run(stage.act.words, home, env=MOMENT)
    return time.monotonic() - start


def failed_at_operations(stage: Stage, program: Program, step: int) -> Tally:
    """Fail every n-th operation of a command in every way."""
    tally = Tally()
    for fault in failures(stage, step):
        tally.note(stage.act.name, put_wrong(stage, fault, program, failed_badly))
    return tally


def full_disks(
    stage: Stage,
    program: Program,
    desk: Path,
    sizes: Iterable[int],
    rooms: Iterable[int],
    spares: Iterable[int],
) -> Tally:
    """Do a command on disks of some sizes with some bytes left, with room for some more names, and read-only.

    Args:
        stage: The command.
        program: Runs it.
        desk: An empty folder to mount in.
        sizes: Of the disks, in bytes.
        rooms: Bytes that are left on each.
        spares: Files and folders that a disk takes on top of what it has.
    """
    tally = Tally()
    name = stage.act.name
    rooms = tuple(rooms)
    for number, (size, room) in enumerate((size, room) for size in sizes for room in rooms):
        with small_disk(desk / f"full{number}", size) as disk:
            bad = done_on_full_disk(stage, program, disk, room)
        tally.note(name, bad and f"{name}: {size:,} bytes, {room:,} left: {bad}")
    for spare in spares:
        with small_disk(desk / f"names{spare}", 16 * MIB) as disk:
            bad = done_without_names(stage, program, disk, spare)
        tally.note(name, bad and f"{name}: room for {spare} names: {bad}")
    with small_disk(desk / "read-only", 16 * MIB) as disk:
        bad = done_read_only(stage, program, disk)
    tally.note(name, bad and f"{name}: read-only: {bad}")
    return tally

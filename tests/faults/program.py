"""Commands of the program on a disk that fails, or that the process dies on, at an operation that is told."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parents[2]
COMPILER = shutil.which("cc") or ""
MISSING = "the disk that fails is a C library for Linux, and needs a C compiler"
"""Why tests with it are skipped where they are."""

HERE = sys.platform == "linux" and bool(COMPILER)


class Action(IntEnum):
    """What happens at an operation on a file of the project; as in ``disk.c``."""

    NOTHING = 0
    KILL = 1  # SIGKILL before it
    TEAR = 2  # half of a write, then SIGKILL; what is no write or read goes through
    FAIL = 3  # this operation
    FAIL_FROM = 4  # this operation and every later one
    SHORTEN = 5  # half of a write or read is done, and said to be


@dataclass(frozen=True, slots=True)
class Fault:
    """What is to go wrong.

    Attributes:
        action: How.
        at: At which operation, counted from 1; 0 for none.
        number: The errno it fails with; 0 where it does not fail.
        clock: Seconds that the clock is wrong by, and how many more each time it is asked.
    """

    action: Action = Action.NOTHING
    at: int = 0
    number: int = 0
    clock: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        named = f" {errno.errorcode[self.number]}" if self.number else ""
        return f"{self.action.name}{named} at {self.at}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended.

    Attributes:
        code: Exit code; negative for the signal that ended it.
        out, err: What it printed.
        steps: Its operations on files of the project, ``write governance/decisions.jsonl``, if they were asked for.
    """

    code: int
    out: str
    err: str
    steps: tuple[str, ...] = ()

    @property
    def killed(self) -> bool:
        """Whether SIGKILL ended it."""
        return self.code == -signal.SIGKILL


class Program:
    """The program, loaded once; every command is a fork of it."""

    def __init__(self, server: subprocess.Popen[str], env: Mapping[str, str], desk: Path) -> None:
        self._server = server
        self._env = env
        self._desk = desk

    def run(
        self,
        words: Sequence[str],
        home: Path,
        fault: Fault | None = None,
        env: Mapping[str, str] | None = None,
        *,
        steps: bool = False,
        kill_after: float = 0.0,
    ) -> Ended:
        """Run a command in a project.

        Args:
            words: Its command line.
            home: The project: current folder, and where operations are counted.
            fault: What goes wrong.
            env: Environment on top of this one.
            steps: Note every operation.
            kill_after: Seconds until the process is killed; 0 for never.
        """
        given = fault or Fault()
        out, err, told = (self._desk / name for name in ("out", "err", "told"))
        order = {
            "words": list(words), "cwd": str(home), "env": {**self._env, **(env or {})}, "out": str(out), "err": str(err),
            "told": str(told) if steps else "", "under": str(home.resolve()), "action": given.action,
            "at": given.at, "errno": given.number, "wrong_by": given.clock[0], "each_time": given.clock[1],
        }  # fmt: skip
        for each in (out, err, told):
            each.write_bytes(b"")  # a process may be killed before it has done so itself
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        child = self._line()
        timer = Timer(kill_after, _kill, (child,))
        if kill_after:
            timer.start()
        code = self._line()
        timer.cancel()
        lines = tuple(told.read_text("utf-8").splitlines()) if steps else ()
        return Ended(
            code, out.read_text("utf-8", errors="replace"), err.read_text("utf-8", errors="replace"), lines
        )

    def _line(self) -> int:
        assert self._server.stdout is not None
        return int(self._server.stdout.readline())


def _kill(child: int) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(child, signal.SIGKILL)


@contextmanager
def program(desk: Path) -> Iterator[Program]:
    """Give the program; ``desk`` is an empty folder for what it needs."""
    library = desk / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([COMPILER, "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    env = {name: value for name, value in os.environ.items() if not name.startswith("WHEREFROM_")}
    env |= {
        "LD_PRELOAD": str(library),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src"))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.served"],
        env=env, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield Program(server, env, desk)
    finally:
        assert server.stdin is not None
        server.stdin.close()
        server.wait(60)

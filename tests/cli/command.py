"""Run the command line as a person does: a process of its own, and what it printed."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
SECONDS = 300
"""So long a command may take; it is killed then."""

_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""Variables that a process heeds when it starts and never again begin like this."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left behind.

    Attributes:
        code: Exit code.
        out: Standard output.
        err: Standard error.
    """

    code: int
    out: str
    err: str


def wherefrom(*words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> Done:
    """Run ``wherefrom`` with ``words`` and return what it did. Nothing of it is a terminal."""
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith("WHEREFROM_")}
    surroundings |= {"PYTHONPATH": str(SOURCE)} | (env or {})
    given = [str(word) for word in words]
    if not hasattr(os, "fork") or any(name.startswith(_AT_START) for name in env or ()):
        return started(given, cwd, surroundings)
    return forked(given, cwd, surroundings)


def started(words: list[str], cwd: Path | None, env: Mapping[str, str]) -> Done:
    """Run the command as an interpreter that starts anew."""
    done = subprocess.run(
        [sys.executable, "-m", "wherefrom", *words],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def forked(words: list[str], cwd: Path | None, env: Mapping[str, str]) -> Done:
    """Run the command as a fork of an interpreter that has imported everything."""
    server = _server(os.getpid())
    with tempfile.TemporaryDirectory() as place:
        out, err = Path(place, "out"), Path(place, "err")
        order = {
            "words": words,
            "cwd": str(cwd or Path.cwd()),
            "env": dict(env),
            "out": str(out),
            "err": str(err),
        }
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(order) + "\n")
        server.stdin.flush()
        limit = Timer(SECONDS, _kill, (int(server.stdout.readline()),))
        limit.start()
        code = int(server.stdout.readline())
        limit.cancel()
        return Done(code, out.read_bytes().decode("utf-8"), err.read_bytes().decode("utf-8"))


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(process, signal.SIGKILL)


@cache
def _server(_process: int) -> subprocess.Popen[str]:
    """Start what commands are forked from, once in each process that asks."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("WHEREFROM_")}
    env["PYTHONPATH"] = os.pathsep.join((str(ROOT), str(SOURCE)))
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.forked"],
        env=env, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert server.stdin is not None
    atexit.register(server.stdin.close)
    return server

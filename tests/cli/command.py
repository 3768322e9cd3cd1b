"""Run the command line as a person does: a process of its own, and what it printed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"


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
    done = subprocess.run(
        [sys.executable, "-m", "wherefrom", *map(str, words)],
        cwd=cwd,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return Done(done.returncode, done.stdout, done.stderr)

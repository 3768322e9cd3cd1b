"""Work in processes of their own, some rounds of it, and the median of what they report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent

Figures = Mapping[str, float]


class Failed(Exception):  # noqa: N818  # it reads as what happened
    """A child ended without figures; the text is the last line it said."""


def ours(name: str, /, **arguments: Any) -> Figures:
    """Do a piece of work of ``work.py`` once."""
    return _child([sys.executable, "-m", "benchmarks.work", name], arguments)


def peer(python: Path, name: str, /, **arguments: Any) -> Figures:
    """Ask a peer once, with the interpreter of its environment."""
    return _child([str(python), str(HERE / "peers.py"), name], arguments)


def medians(rounds: int, work: Callable[[], Figures]) -> Figures:
    """Return the median of each figure over some rounds."""
    return middle([work() for _ in range(rounds)])


def middle(done: Sequence[Figures]) -> Figures:
    """Return the median of each figure."""
    return {name: median(each[name] for each in done) for name in done[0]}


def _child(command: Sequence[str], arguments: Mapping[str, Any]) -> Figures:
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    done = subprocess.run(
        command,
        input=json.dumps(arguments),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
    )
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        said = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise Failed(f"{command[-1]}: exit code {done.returncode}: {said}")
    figures: Figures = json.loads(lines[-1])
    return figures

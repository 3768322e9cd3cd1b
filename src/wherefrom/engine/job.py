"""The values of this room."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wherefrom.domain.errors import UsageRefusal
from wherefrom.domain.unit import Unit

Extract = Callable[[str, str, Any], Unit]
"""``extract(text, dialect, settings)``. A function of a module: workers find it by its name."""


class WorkersUnavailable(UsageRefusal):
    """Worker processes cannot be started on this machine, or the workers of a cluster cannot be used."""


@dataclass(frozen=True, slots=True)
class Job:
    """One text to extract.

    Attributes:
        key: What the caller calls it by, usually the key of its Unit.
        path: A file that holds the text, for people who read messages. It decides nothing.
        text: The decoded text.
        dialect: sqlglot's name, or ``ansi``.
        settings: ``extract``'s settings; they travel to workers.
    """

    key: str
    path: str
    text: str
    dialect: str
    settings: Any


@dataclass(frozen=True, slots=True)
class Result:
    """What a job gave.

    Attributes:
        key: The job's.
        unit: Every local fact of the text; if extraction broke, one diagnostic that says how.
        blob: The Unit's bytes by the codec where they travelled; empty if it was made here.
        whole: Extraction came to its end. A Unit that only says how it broke is not to be kept: it
            depends on the machine, and not on the text alone.
    """

    key: str
    unit: Unit
    blob: bytes
    whole: bool


@dataclass(frozen=True, slots=True)
class Budget:
    """What extraction may use.

    Attributes:
        jobs: Processes. 1 works in this process; more start workers when there is enough to do.
        seconds: A worker that gives no answer for so long is stopped, and its files are tried
            again one by one. Wall clock. Work in this process is not timed: native code cannot
            be interrupted from inside.
        memory: Bytes a worker may ask for beyond what it has at its start; 0 for no limit.
        chunk: Files a worker gets at once.
        chunk_chars: Code points of text a worker gets at once; a longer file travels alone.
        small: Up to so many files are done in this process, whatever ``jobs`` says.
        small_chars: Code points of text of all files together up to which that holds.
        scheduler: Address of a Dask cluster that does the work instead, ``tcp://host:8786``; empty for none.
            Its workers' memory is the cluster's to bound.
    """

    jobs: int = 1
    seconds: float = 30.0
    memory: int = 2 * 1024**3
    chunk: int = 25
    chunk_chars: int = 500_000
    small: int = 50
    small_chars: int = 1_000_000
    scheduler: str = ""


@dataclass(frozen=True, slots=True)
class Codec:
    """How a Unit travels between processes.

    Attributes:
        encode: A function of a module, as workers find it by its name.
        decode: Its inverse.
    """

    encode: Callable[[Unit], bytes] = pickle.dumps
    decode: Callable[[bytes], Unit] = pickle.loads

"""What ``wherefrom run`` was asked, kept under its ``--out`` folder so that later commands find it there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from wherefrom.domain.errors import UsageRefusal

RUN = Path(".wherefrom") / "run.json"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run without set-up was asked.

    Attributes:
        sources: Folders and files of SQL, absolute.
        flags: What its command line set, by the names of ``Project``; None where it set nothing.
    """

    sources: tuple[Path, ...]
    flags: Mapping[str, object]


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    """The file: sources as they lie from the ``--out`` folder, and the flags that were set."""

    v: Literal[1]
    sources: Annotated[list[str], msgspec.Meta(min_length=1)]
    flags: dict[str, str | list[str]]


def remember(home: Path, asked: Asked) -> None:
    """Keep what a run was asked."""
    sources = [Path(os.path.relpath(source, home.resolve())).as_posix() for source in asked.sources]
    flags = {name: value for name, value in asked.flags.items() if value is not None}
    record = {"v": 1, "sources": sources, "flags": flags}
    path = home / RUN
    path.parent.mkdir(exist_ok=True)  # with a store elsewhere nothing is there yet
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(record)) + b"\n")
    new.replace(path)


def find_run(start: Path) -> Path | None:
    """Return the ``--out`` folder of a run at or above a folder; None if there is none."""
    here = start.absolute()
    return next((folder for folder in (here, *here.parents) if (folder / RUN).is_file()), None)


def recall(home: Path) -> Asked:
    """Return what the run of an ``--out`` folder was asked.

    Raises:
        UsageRefusal: the record is not as a run writes it.
    """
    path = home / RUN
    try:
        record = msgspec.json.decode(path.read_bytes(), type=_Record)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageRefusal(
            f"{path}: it is not as wherefrom run writes it ({error}). Run again with the same --out."
        ) from error
    return Asked(tuple((home / source).resolve() for source in record.sources), record.flags)

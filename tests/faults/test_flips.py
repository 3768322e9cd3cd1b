"""One changed byte anywhere in a release or its deliverables: found, and the right item named (hardening 5.6)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from tests.hardening.through import go_through, project

from wherefrom.publish import check_deliverables
from wherefrom.snapshot import check as check_snapshot

LONG = bool(os.environ.get("WHEREFROM_LONG_TESTS"))
STEP = 1 if LONG else 97
"""Every byte, or every ninety-seventh."""


def flips(folder: Path) -> Iterator[tuple[Path, int]]:
    for place in sorted(each for each in folder.rglob("*") if each.is_file()):
        for at in range(0, place.stat().st_size, STEP):
            yield place, at


def test_every_byte_is_vouched_for(tmp_path: Path) -> None:
    rng = random.Random(5)
    home = go_through(project(tmp_path / "p", {}), ("mart.good",)).home
    missed: list[str] = []
    unnamed: list[str] = []
    count = 0
    for folder in (home / "snapshots/R1", home / "deliverables/R1"):
        for place, at in flips(folder):
            count += 1
            before = place.read_bytes()
            changed = bytearray(before)
            changed[at] ^= 1 << rng.randrange(8)
            place.write_bytes(changed)
            name = place.relative_to(folder).as_posix()
            if folder.parent.name == "snapshots":
                found = {each.path for each in check_snapshot(folder)}
            else:
                found = {each.item for each in check_deliverables(folder) if not each.ok}
            place.write_bytes(before)
            if not found:
                missed.append(f"{name}:{at}")
            elif name not in found:
                unnamed.append(f"{name}:{at}")
    assert count > (10_000 if LONG else 100)
    assert missed == []
    assert unnamed == []

"""The deliverables of a release are the same bytes with and without a store: its digest may stand in a tag."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.journeys.desk import ask, start


def _digest(root: Path, release: str) -> str:
    (manifest,) = (root / "deliverables" / release).glob("manifest.json")
    return str(json.loads(manifest.read_bytes())["digest"])


def test_the_digest_is_the_same_without_a_store_with_one_and_after_it_is_deleted(tmp_path: Path) -> None:
    root = start(tmp_path / "shop")
    found = []
    ask(root, "freeze", "--release", "r1", day=0)
    for prepare in (lambda: None, lambda: ask(root, "analyze", day=0), lambda: _forget(root)):
        prepare()
        shutil.rmtree(root / "deliverables", ignore_errors=True)
        ask(root, "publish", "--release", "r1", "--target", "sales", "--draft", day=0)
        found.append(_digest(root, "r1"))
    assert len(set(found)) == 1


def _forget(root: Path) -> None:
    assert (root / ".wherefrom").is_dir()
    shutil.rmtree(root / ".wherefrom")

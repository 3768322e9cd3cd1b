"""What was written is damaged on the disk: it is named, and never taken for what it was (hardening 5.6)."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from tests.faults.conftest import LONG
from tests.faults.corrupt import Shop, command_flips, damaged, flips, large, shop, store_rounds
from tests.faults.program import Program

from wherefrom.app.verify import verify
from wherefrom.domain.decision_chain import read_chain


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return shop(tmp_path_factory.mktemp("corrupt"))


def test_each_file_in_each_way(made: Shop) -> None:
    seen: Counter[str] = Counter()
    bad = []
    for number, (way, wrong) in enumerate(damaged(made)):
        seen[way] += 1
        bad += [wrong] if wrong else []
        if not LONG and number > 40:
            break
    assert bad == []
    assert len(seen) >= 7


def test_an_earlier_bundle_in_the_place_of_a_later_one(made: Shop) -> None:
    """It is whole in itself: who noted the head of the log knows better."""
    place = made.home / "deliverables/R1"
    head = read_chain((place / "decisions.jsonl").read_bytes()).head
    aside = made.home / "aside"
    place.rename(aside)
    shutil.copytree(made.earlier, place)
    try:
        assert all(each.ok for each in verify(place))
        since = [each for each in verify(place, head) if not each.ok]
        assert [each.kind for each in since] == ["checkpoint"]
    finally:
        shutil.rmtree(place)
        aside.rename(place)


def test_bits_of_a_large_bundle(tmp_path: Path) -> None:
    seen, missed = flips(large(tmp_path), 10_000 if LONG else 300, random.Random(3))
    assert missed == []
    assert seen["named"] == seen.total()


def test_bits_of_a_large_bundle_by_the_command(served: Program, tmp_path: Path) -> None:
    rounds = command_flips(served, large(tmp_path), 50 if LONG else 2)
    assert [bad for _, bad in rounds if bad] == []


def test_a_damaged_store_leads_to_the_same_bytes_or_to_nothing(made: Shop) -> None:
    rounds = store_rounds(made, 40 if LONG else 2)
    assert [bad for _, bad in rounds if bad] == []

"""Whoever does the work, and wherever it is kept: the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scale.estate import NO_SERVER, SERVER, server_store, workspace
from tests.unit.engine import stand_ins
from tests.unit.engine.test_extraction import codes, jobs

from wherefrom.app.analyze import analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.run import run
from wherefrom.engine import Budget, WorkersUnavailable, extract_all


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A scheduler and two worker processes, over TCP."""
    distributed = pytest.importorskip("distributed", reason="no Dask: distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, protocol="tcp", dashboard_address=":0", processes=True
    ) as found:
        yield found.scheduler_address


def artifacts(place: Path, budget: Budget, url: str = "") -> dict[str, bytes]:
    """Return every published byte of a run, by path."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SOURCE_DATE_EPOCH", "1796000000")
        return _artifacts(place, budget, url)


def _artifacts(place: Path, budget: Budget, url: str) -> dict[str, bytes]:
    where = workspace(place, 60)
    where = replace(where, project=replace(where.project, store_url=url))
    done = run(where, ("loans_report.party_056",), "1", budget)
    return {
        path.relative_to(done.folder).as_posix(): path.read_bytes()
        for path in sorted(done.folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def sequential(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one process gives, with a store of its own."""
    return artifacts(tmp_path_factory.mktemp("sequential"), Budget(jobs=1))


def test_workers_give_the_same_bytes(tmp_path: Path, sequential: dict[str, bytes]) -> None:
    assert "manifest.json" in sequential
    assert artifacts(tmp_path, Budget(jobs=2, small=0, chunk=7)) == sequential


def test_an_estate_read_in_portions_gives_the_same_bytes(
    tmp_path: Path, sequential: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherefrom.app.units._AT_ONCE", 7)
    assert artifacts(tmp_path, Budget(jobs=1)) == sequential


def test_progress_is_that_of_all_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherefrom.app.units._AT_ONCE", 7)
    where = workspace(tmp_path, 20)
    seen: list[tuple[int, int]] = []
    analyze(where, freeze(where, "1"), (), Budget(jobs=1), lambda *at: seen.append(at))
    assert seen == [(done, 20) for done in range(1, 21)]


def test_a_cluster_gives_the_same_bytes(tmp_path: Path, sequential: dict[str, bytes], cluster: str) -> None:
    assert artifacts(tmp_path, Budget(scheduler=cluster, chunk=7)) == sequential


@pytest.mark.skipif(not SERVER, reason=NO_SERVER)
def test_a_server_gives_the_same_bytes(tmp_path: Path, sequential: dict[str, bytes]) -> None:
    with server_store() as url:
        assert artifacts(tmp_path, Budget(jobs=1), url) == sequential


def test_on_a_cluster_a_bad_file_costs_itself(cluster: str) -> None:
    given = jobs("a", "raise", "b", "memory", "deep")
    found = list(extract_all(given, Budget(scheduler=cluster, chunk=2), extract=stand_ins.troubled))
    assert codes(found) == ["a", "INTERNAL_ERROR", "b", "ANALYSIS_MEMORY", "50000"]
    assert [each.key for each in found] == [each.key for each in given]


def test_on_a_cluster_a_file_that_hangs_costs_itself(cluster: str) -> None:
    given = jobs("a", "hang", "b", "c", "d", "e")
    budget = Budget(scheduler=cluster, chunk=3, seconds=4)
    found = list(extract_all(given, budget, extract=stand_ins.troubled))
    assert codes(found) == ["a", "ANALYSIS_TIMEOUT", "b", "c", "d", "e"]
    assert [each.whole for each in found] == [each.text != "hang" for each in given]


def test_a_worker_that_does_not_come_back_leaves_its_work_to_the_others() -> None:
    distributed = pytest.importorskip("distributed", reason="no Dask: distributed is not installed")
    dask = pytest.importorskip("dask", reason="no Dask: dask is not installed")
    given = jobs("a", "hang", "b")
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "10ms"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, protocol="tcp", dashboard_address=":0", processes=True
        ) as found,
    ):
        budget = Budget(scheduler=found.scheduler_address, chunk=1, seconds=2)
        told = list(extract_all(given, budget, extract=stand_ins.troubled))
        left = len(found.scheduler.workers)
    assert codes(told) == ["a", "ANALYSIS_TIMEOUT", "b"]
    assert left == 1


def test_nothing_to_do_needs_no_cluster() -> None:
    assert list(extract_all([], Budget(scheduler="tcp://127.0.0.1:1"))) == []


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="no Dask: distributed is not installed")
    monkeypatch.setattr("wherefrom.engine.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(WorkersUnavailable, match=r"tcp://127\.0\.0\.1:1 cannot be reached"):
        list(extract_all(jobs("a"), Budget(scheduler="tcp://127.0.0.1:1")))

"""The two executors give the same, and a bad file costs itself."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable

import pytest
from tests.unit.engine import stand_ins

from wherefrom.domain.codes import DIAGNOSTICS
from wherefrom.domain.unit import Coverage
from wherefrom.engine import Budget, Job, Result, WorkersUnavailable, extract_all, workers

WORKERS = Budget(jobs=2, small=0, chunk=3)
HERE = Budget(jobs=1, chunk=3)


def jobs(*texts: str) -> list[Job]:
    return [Job(f"k{at}", f"f{at}.sql", text, "hive", "s") for at, text in enumerate(texts)]


def run(texts: list[str], budget: Budget) -> list[Result]:
    return list(extract_all(jobs(*texts), budget, extract=stand_ins.troubled))


def codes(results: list[Result]) -> list[str]:
    """The statement's kind where a file was read, its diagnostic where it was not."""
    return [
        result.unit.statements[0].kind if result.whole else result.unit.diagnostics[0].code
        for result in results
    ]


def test_workers_give_what_this_process_gives_in_the_order_of_the_jobs() -> None:
    texts = [f"select {at}" for at in range(20)]
    here = run(texts, HERE)
    there = run(texts, WORKERS)
    assert [(r.key, r.unit, r.whole) for r in here] == [(r.key, r.unit, r.whole) for r in there]
    assert [r.key for r in there] == [f"k{at}" for at in range(20)]
    assert [pickle.loads(r.blob) for r in there] == [r.unit for r in here]
    assert {r.blob for r in here} == {b""}


def test_an_exception_costs_its_file_and_names_only_its_class() -> None:
    for budget in (HERE, WORKERS):
        results = run(["a", "raise", "b"], budget)
        assert codes(results) == ["a", "INTERNAL_ERROR", "b"]
        assert "KeyError" in results[1].unit.diagnostics[0].message
        assert "secret" not in results[1].unit.diagnostics[0].message
        assert results[1].unit.coverage == Coverage(5, 0)


@pytest.mark.parametrize(
    ("what", "code", "said"),
    [
        ("crash", "PARSER_CRASHED", "signal 11"),
        ("leave", "PARSER_CRASHED", "exit code 3"),
        ("killed", "ANALYSIS_MEMORY", "signal 9"),
        ("memory", "ANALYSIS_MEMORY", "more memory"),
        ("much", "ANALYSIS_MEMORY", "more memory"),
    ],
)
def test_a_death_costs_its_file_only(what: str, code: str, said: str) -> None:
    results = run(["a", "b", what, "c", "d", "e", what, "f"], WORKERS)
    assert codes(results) == ["a", "b", code, "c", "d", "e", code, "f"]
    assert said in results[2].unit.diagnostics[0].message
    assert code in DIAGNOSTICS


def test_a_file_over_its_time_costs_itself_only() -> None:
    results = run(["a", "hang", "b", "c", "d"], Budget(jobs=2, small=0, chunk=2, seconds=0.5))
    assert codes(results) == ["a", "ANALYSIS_TIMEOUT", "b", "c", "d"]
    assert "0.5 seconds" in results[1].unit.diagnostics[0].message


def test_memory_that_is_short_here_costs_its_file_only() -> None:
    assert codes(run(["a", "memory", "b"], HERE)) == ["a", "ANALYSIS_MEMORY", "b"]


def test_both_executors_have_a_stack_for_deep_sql() -> None:
    for budget in (HERE, WORKERS):
        assert codes(run(["deep"], budget)) == ["50000"]


def test_workers_can_be_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherefrom.engine.pool.start_method", lambda: "spawn")
    assert codes(run(["a", "leave", "b"], WORKERS)) == ["a", "PARSER_CRASHED", "b"]


def test_an_extractor_that_workers_cannot_find_is_no_fault_of_the_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "wherefrom.engine.pool.start_method", lambda: "fork"
    )  # whatever threads tests left behind
    monkeypatch.setattr("wherefrom.engine.worker._limit_memory", lambda _: os._exit(7))
    with pytest.raises(WorkersUnavailable, match="exit code 7"):
        run(["a"], WORKERS)


def test_progress_counts_every_file() -> None:
    for budget in (HERE, WORKERS):
        seen: list[tuple[int, int]] = []
        list(
            extract_all(
                jobs("a", "b", "c", "d"),
                budget,
                lambda *at, seen=seen: seen.append(at),
                extract=stand_ins.read,
            )
        )
        assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_few_files_are_done_here_and_much_text_is_not() -> None:
    def where(budget: Budget, *texts: str) -> bool:
        return next(iter(extract_all(jobs(*texts), budget, extract=stand_ins.read))).blob == b""

    assert where(Budget(jobs=2), "a", "b")
    assert not where(Budget(jobs=2, small=1), "a", "b")
    assert not where(Budget(jobs=2, small_chars=3), "aa", "bb")
    assert where(Budget(jobs=1, small=0, small_chars=0), "aa", "bb")


def test_nothing_to_do() -> None:
    assert run([], HERE) == []
    assert run([], WORKERS) == []


def test_a_run_that_is_given_up_ends_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[workers.Worker] = []
    begin: Callable[..., None] = workers.Worker.__init__

    def noted(self: workers.Worker, *given: object) -> None:
        started.append(self)
        begin(self, *given)

    monkeypatch.setattr(workers.Worker, "__init__", noted)
    results = extract_all(jobs(*"abcdefgh"), Budget(jobs=2, small=0, chunk=1), extract=stand_ins.read)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert [worker._process.is_alive() for worker in started] == [False, False]


@pytest.mark.parametrize(
    ("text", "last"), [("", 1), ("a\nb", 2), ("a\nb\n", 2), ("a\r\nb\r\n", 2), ("a\rb", 2)]
)
def test_the_span_of_a_broken_file_is_the_file(text: str, last: int) -> None:
    from wherefrom.engine.broken import failed

    span = failed(Job("k", "f.sql", text, "hive", None), "X").diagnostics[0].span
    assert (span.start, span.end, span.line, span.end_line) == (0, len(text), 1, last)


def test_a_text_that_no_worker_can_take_costs_itself() -> None:
    results = run([f"-- {'x' * (64 << 20)}", "good"], Budget(jobs=2, small=0, chunk=1, memory=16 << 20))
    assert codes(results) == ["ANALYSIS_MEMORY", "good"]

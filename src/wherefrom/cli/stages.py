"""The lines that say what each stage did, as ``run``, ``freeze`` and ``analyze`` print them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from wherefrom.app.analyze import Analysis
from wherefrom.cli.diagnostics import severity_of
from wherefrom.cli.options import Executor, FailOn
from wherefrom.cli.words import counted
from wherefrom.domain.binding import PROVEN_RULES, BindingRule, Status
from wherefrom.domain.diagnostic import Severity
from wherefrom.domain.errors import GateClosed, UsageRefusal
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.domain.unit import StatementStatus
from wherefrom.engine import Budget
from wherefrom.publish import left_out

_NEVER_REVIEWED = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF})
_STATEMENTS = {
    StatementStatus.PARSED: "read",
    StatementStatus.NO_DATA: "without data",
    StatementStatus.OPAQUE: "not fully understood",
    StatementStatus.UNPARSED: "not read",
}


def extract_line(analysis: Analysis) -> str:
    """Return what was read, and how much of it was understood."""
    by_status = analysis.linked.statuses
    parts = [f"{by_status[status]:,} {word}" for status, word in _STATEMENTS.items() if status in by_status]
    total, understood = coverage(analysis)
    share = 100.0 if not total else 100 * understood / total
    head = f"{counted(sum(by_status.values()), 'statement')}: {', '.join(parts) or 'none'}"
    return f"extract   {head:<48}  understood {_floor(share)} % of the text"


def link_line(analysis: Analysis) -> str:
    """Return the writer candidates that people review, by standing."""
    rulings = analysis.rulings
    found: Counter[str] = Counter()
    for candidate in analysis.linked.candidates:
        if candidate.rule in _NEVER_REVIEWED:
            continue
        ruling = rulings.get(candidate.binding_id)
        unsaid = Status.NOT_NEEDED if candidate.rule in PROVEN_RULES else Status.PENDING
        found[(ruling.status if ruling else unsaid).value.lower().replace("_", " ")] += 1
    order = [status.value.lower().replace("_", " ") for status in Status]
    parts = [f"{found[word]:,} {word}" for word in sorted(found, key=order.index)]
    said = f": {', '.join(parts)}" if parts else ""
    return f"link      {counted(sum(found.values()), 'writer candidate')}{said}"


def reuse_line(analysis: Analysis) -> str:
    """Return what was known from earlier releases."""
    reused, files = analysis.reused, len(analysis.reading.keys)
    read = f"{reused.files:,} of {counted(files, 'file')} read before, with {counted(reused.statements, 'statement')}"
    return f"reuse     {read}; {reused.links:,} linked before"


def trace_line(answers: Iterable[TargetAnswer]) -> str:
    """Return how many fields were traced."""
    fields = [field for answer in answers for field in answer.fields]
    visits = sum(len(field.visits) for field in fields)
    controls = sum(len(field.controls) for field in fields)
    return f"trace     {counted(len(fields), 'field')}, {counted(visits, 'visit')}, {counted(controls, 'field condition')}"


def budget(jobs: int, executor: Executor = Executor.LOCAL, scheduler: str = "") -> Budget:
    """Return the budget for a number of jobs, 0 for one job per processor, or for a cluster.

    One job asked for by name works in this process, untimed; everything else in timed workers.

    Raises:
        UsageRefusal: a cluster without an address, or an address without a cluster.
    """
    if (executor is Executor.DASK) != bool(scheduler):
        raise UsageRefusal(
            "--executor dask and --scheduler go together: wherefrom analyze --executor dask --scheduler tcp://host:8786"
        )
    return Budget(jobs=jobs or max(os.cpu_count() or 1, 2), small=0, scheduler=scheduler)


def left_line(analysis: Analysis, answers: Iterable[TargetAnswer]) -> str:
    """Return what was left out, not read or not fully understood, by why; empty if nothing was."""
    skipped = (each.reason.value for each in analysis.snapshot.skipped)
    lost = left_out(skipped, analysis.graph.diagnostics, answers)
    return f"left out  {', '.join(f'{n:,} {why}' for why, n in lost.items())}" if lost else ""


def require_below(analysis: Analysis, fail_on: FailOn | None) -> None:
    """Pass if no diagnostic of the snapshot is as severe as the level that was set.

    Raises:
        GateClosed: one is.
    """
    if fail_on is None:
        return
    order = list(reversed(Severity))
    least = order.index(Severity(fail_on.value))
    grave = [d for d in analysis.linked.diagnostics if order.index(severity_of(d.code)) >= least]
    if grave:
        first = min(grave, key=lambda d: (-order.index(severity_of(d.code)), d.location))
        said = f"{len(grave)} diagnostics are" if len(grave) > 1 else "1 diagnostic is"
        raise GateClosed(
            f"{said} at or above {fail_on.value}; the first is {first.location}: {first.code}. "
            "Everything was analysed and written; only the check that --fail-on asks for did not hold."
        )


def coverage(analysis: Analysis) -> tuple[int, int]:
    """Return (all, understood) characters of the snapshot's texts."""
    found = analysis.linked.coverage
    return found.total, found.understood


def _floor(share: float) -> str:
    """Return a share with one decimal, never rounded up to 100."""
    return f"{int(share * 10) / 10:.1f}"

"""The lines that say what each stage did, as ``run``, ``freeze`` and ``analyze`` print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wherefrom.app.analyze import Analysis
from wherefrom.cli.words import counted, short
from wherefrom.domain.evidence import PROVEN_RULES, BindingRule, Status, TargetAnswer
from wherefrom.domain.unit import StatementStatus
from wherefrom.publish import Manifest

_NEVER_REVIEWED = frozenset({BindingRule.SAME_SCRIPT, BindingRule.SELF})
_STATEMENTS = {
    StatementStatus.PARSED: "read",
    StatementStatus.NO_DATA: "without data",
    StatementStatus.OPAQUE: "not fully understood",
    StatementStatus.UNPARSED: "unparsed",
}


def extract_line(analysis: Analysis) -> str:
    """Return what was read, and how much of it was understood."""
    by_status = Counter(placed.statement.status for placed in analysis.graph.statements)
    parts = [f"{by_status[status]:,} {word}" for status, word in _STATEMENTS.items() if by_status[status]]
    total, understood = coverage(analysis)
    share = 100.0 if not total else 100 * understood / total
    head = f"{counted(len(analysis.graph.statements), 'statement')}: {', '.join(parts) or 'none'}"
    return f"extract   {head:<48}  understood {_floor(share)} % of the text"


def link_line(analysis: Analysis) -> str:
    """Return the writer candidates that people review, by standing."""
    rulings = analysis.graph.rulings
    found: Counter[str] = Counter()
    for candidate in analysis.graph.candidates:
        if candidate.rule in _NEVER_REVIEWED:
            continue
        ruling = rulings.get(candidate.binding_id)
        unsaid = Status.NOT_NEEDED if candidate.rule in PROVEN_RULES else Status.PENDING
        found[(ruling.status if ruling else unsaid).value.lower().replace("_", " ")] += 1
    order = [status.value.lower().replace("_", " ") for status in Status]
    parts = [f"{found[word]:,} {word}" for word in sorted(found, key=order.index)]
    said = f": {', '.join(parts)}" if parts else ""
    return f"link      {counted(sum(found.values()), 'writer candidate')}{said}"


def trace_line(answers: Iterable[TargetAnswer]) -> str:
    """Return how many fields were traced."""
    fields = [field for answer in answers for field in answer.fields]
    visits = sum(len(field.visits) for field in fields)
    controls = sum(len(field.controls) for field in fields)
    return f"trace     {counted(len(fields), 'field')}, {counted(visits, 'visit')}, {counted(controls, 'field condition')}"


def publish_line(manifest: Manifest, folder: object, head: str, state: str) -> str:
    """Return what was published."""
    text = f"{counted(len(manifest.files) + 1, 'file')} in {folder}"
    return f"publish   {text:<48}  decisions {short(head)}  {state}"


def coverage(analysis: Analysis) -> tuple[int, int]:
    """Return (all, understood) characters of the snapshot's texts."""
    units = [file.unit for file in analysis.reading.files]
    return sum(u.coverage.total for u in units), sum(u.coverage.understood for u in units)


def _floor(share: float) -> str:
    """Return a share with one decimal, never rounded up to 100."""
    return f"{int(share * 10) / 10:.1f}"

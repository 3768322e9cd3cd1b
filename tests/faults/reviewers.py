"""Several reviewers decide at once, on rows of their own and on rows that all of them want."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.faults.program import ROOT

from wherefrom.domain.decision import Approval, Decision, SubjectType
from wherefrom.domain.errors import Conflict
from wherefrom.review import Entry, append, read_log

MOMENT = "2026-11-28T10:00:00Z"
SHARED = 4
"""Every so manieth decision is on a row that everybody decides on."""


def decide(log: Path, name: str, count: int) -> tuple[list[str], int]:
    """Decide so often as one person; return the acknowledged decisions, and how often a stale one was refused."""
    acknowledged: list[str] = []
    refused = 0
    for number in range(count):
        subject = "W000000000a" if number % SHARED == 0 else f"W{name}{number}"
        while True:
            known = [each for each in read_log(log).records if each.subject == subject]
            entry = Entry(
                SubjectType.WRITER, subject, Decision.CONFIRMED, Approval.NOT_REQUIRED,
                known[-1].decision_id if known else "", name, request_id=f"Q{name}{number}", evidence_fingerprint="sha256:" + "a" * 64,
            )  # fmt: skip
            try:
                acknowledged += [each.decision_id for each in append(log, [entry], MOMENT).added]
                break
            except Conflict:
                refused += 1
    return acknowledged, refused


def together(log: Path, people: int, count: int) -> tuple[int, int, list[str]]:
    """Let people decide in processes of their own.

    Returns:
        Acknowledged decisions, refusals of stale ones, and what is wrong with the log afterwards.
    """
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.faults.reviewers", str(log), f"p{number}", str(count)],
            cwd=ROOT, env={"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}, stdout=subprocess.PIPE, text=True,
        )
        for number in range(people)
    ]  # fmt: skip
    said = [json.loads(each.communicate(timeout=600)[0]) for each in started]
    acknowledged = [decision for decisions, _ in said for decision in decisions]
    records = read_log(log).records
    lost = sorted(set(acknowledged) - {each.decision_id for each in records})
    bad = [f"decision {each} is lost" for each in lost]
    if len(records) != len(acknowledged):
        bad.append(f"{len(records)} records, {len(acknowledged)} acknowledged")
    return len(acknowledged), sum(refused for _, refused in said), bad


if __name__ == "__main__":
    sys.stdout.write(json.dumps(decide(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))

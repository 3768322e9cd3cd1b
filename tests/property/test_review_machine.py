"""Whatever happens, only a person's record changes a rejection, and the log always verifies.

Releases are frozen from SQL that is edited, moved, taken out and brought back; people decide, answer,
fill in old and new tables and work on branches of the log; writing fails; processes are killed; the log
is damaged and restored from a copy; the store is lost. A model that knows nothing but people's records
says which writers are rejected.

``WHEREFROM_LONG_TESTS=1`` runs more than ten thousand steps, and says how many of each.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from openpyxl import Workbook

from wherefrom.app.analyze import analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.review.decide import answer, decide
from wherefrom.app.review.rechain import rechain
from wherefrom.app.review.sheet import import_table, write_table
from wherefrom.app.review.table import ReviewTable, open_table
from wherefrom.app.workspace import DECISIONS, Workspace
from wherefrom.config import load
from wherefrom.domain.binding import Status
from wherefrom.domain.decision import ActorSource, Approval, Decision, DecisionRecord, Flag
from wherefrom.domain.errors import InputRefusal, Refusal
from wherefrom.engine import Budget
from wherefrom.review import WRITERS, Deciding, Words, append, decision_entry, read_log, table_cells
from wherefrom.store import read_store

LONG = os.environ.get("WHEREFROM_LONG_TESTS") == "1"
FILES = ("dwd/a.sql", "dwd/b.sql", "adhoc/c.sql", "adhoc/twins.sql")
PEOPLE = st.sampled_from(["ada", "bob", "eve"])
REASONS = st.sampled_from(["", "Off the schedule."])
SAID = st.sampled_from([*Decision, Decision.REJECTED])
STATEMENT = "INSERT INTO dwd.orders SELECT s.id, {n} AS kind FROM ods.source{n} s;\n"
READER = "INSERT OVERWRITE TABLE dm.report SELECT o.id, o.kind FROM dwd.orders o;\n"
STEPS: Counter[str] = Counter()
"""How often each step was taken in this process."""


def step(**drawn: st.SearchStrategy[object]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A rule that is counted."""

    def counted(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def taken(self: Review, **given: object) -> None:
            STEPS[function.__name__] += 1
            function(self, **given)

        made: Callable[..., None] = rule(**drawn)(taken)
        return made

    return counted


class Review(RuleBasedStateMachine):
    """One project."""

    @initialize(four_eyes=st.sampled_from(["off", "off", "confirm", "all"]))
    def start(self, four_eyes: str) -> None:
        self._place = tempfile.TemporaryDirectory()
        self.home = Path(self._place.name)
        project = load(None, {"dialect": "spark", "four_eyes": four_eyes}, environment={})
        project = replace(project, sources=(str(self.home / "sql"),))
        self.workspace = Workspace(project, self.home, self.home / "governance")
        self.log_path = self.workspace.governance / DECISIONS
        self.policy = four_eyes
        self.releases = 0
        self.rejected: dict[str, str] = {}
        self.seen: set[tuple[str, str]] = set()
        self.alike: dict[str, set[str]] = {}
        self.acknowledged: set[str] = set()
        self.bytes = b""
        self.sheet: bytes = b""
        self.copy = b""
        self.files = {"dm/report.sql": READER} | {name: STATEMENT.format(n=k) for k, name in enumerate(FILES)}
        self.earlier = [dict(self.files)]
        self.release()

    def teardown(self) -> None:
        if hasattr(self, "_place"):
            self._place.cleanup()

    # What happens to the SQL.

    @step(name=st.sampled_from(FILES), n=st.integers(0, 4))
    def edit(self, name: str, n: int) -> None:
        self.files[name] = STATEMENT.format(n=n)
        self.release()

    @step(n=st.lists(st.integers(0, 4), min_size=1, max_size=3))
    def edit_twins(self, n: list[int]) -> None:
        self.files["adhoc/twins.sql"] = "".join(STATEMENT.format(n=each) for each in n)
        self.release()

    @step(name=st.sampled_from(FILES), to=st.sampled_from(["jobs/a.sql", "jobs/b.sql", *FILES]))
    def move(self, name: str, to: str) -> None:
        if name in self.files:
            self.files[to] = self.files.pop(name)
            self.release()

    @step(name=st.sampled_from(["jobs/a.sql", "jobs/b.sql", *FILES]))
    def take_out(self, name: str) -> None:
        self.files.pop(name, None)
        self.release()

    @step(pick=st.integers(0, 99))
    def bring_back_an_earlier_release(self, pick: int) -> None:
        self.files = dict(self.earlier[pick % len(self.earlier)])
        self.release()

    # What people do.

    @step(pick=st.integers(0, 9), decision=SAID, reason=REASONS, actor=PEOPLE)
    def decide(self, pick: int, decision: Decision, reason: str, actor: str) -> None:
        table = self.table()
        if table.rows:
            row = table.rows[pick % len(table.rows)]
            with self.maybe_refused():
                done = decide(self.workspace, table.analysis, [row], decision, Words(reason=reason), actor)
                self.note(done.added)

    @step(decision=SAID, reason=REASONS, actor=PEOPLE)
    def decide_on_everything_open(self, decision: Decision, reason: str, actor: str) -> None:
        table = self.table()
        rows = [row for row in table.rows if row.is_open]
        with self.maybe_refused():
            done = decide(self.workspace, table.analysis, rows, decision, Words(reason=reason), actor)
            self.note(done.added)

    @step(pick=st.integers(0, 9), said=st.sampled_from([Approval.APPROVED, Approval.RETURNED]), actor=PEOPLE)
    def answer(self, pick: int, said: Approval, actor: str) -> None:
        table = self.table()
        rows = [row for row in table.rows if Flag.PROPOSED.value in row.ruling.flags]
        if rows:
            row = rows[pick % len(rows)]
            with self.maybe_refused():
                self.note(answer(self.workspace, table.analysis, [row], said, "Read it.", actor).added)

    @step()
    def export(self) -> None:
        path = self.home / "review.csv"
        write_table(WRITERS, table_cells(self.table().rows), path)
        self.sheet = path.read_bytes()

    @precondition(lambda self: self.sheet)
    @step(
        cells=st.lists(st.sampled_from(["", "", "CONFIRMED", "REJECTED", "DEFERRED", "?"]), max_size=6),
        reason=REASONS,
        actor=PEOPLE,
        form=st.sampled_from([".csv", ".xlsx"]),
    )
    def bring_in(self, cells: list[str], reason: str, actor: str, form: str) -> None:
        sheet = list(csv.reader(io.StringIO(self.sheet.decode("utf-8-sig"), newline="")))
        for row, cell in zip(sheet[1:], cells, strict=False):
            if cell:
                row[sheet[0].index("decision")] = cell
                row[sheet[0].index("reason")] = reason
        path = self.home / f"filled{form}"
        if form == ".csv":
            out = io.StringIO(newline="")
            csv.writer(out, delimiter=";").writerows(sheet)
            path.write_bytes(out.getvalue().encode("utf-8"))
        else:
            book = Workbook()
            for row in sheet:
                book.worksheets[0].append([cell or None for cell in row])
            book.save(path)
        with self.maybe_refused():
            done = import_table(self.workspace, path, self.table().analysis, actor)
            if done.decided:
                self.note(done.decided.added)

    @step(ours=st.lists(st.tuples(st.integers(0, 9), SAID, PEOPLE), max_size=3),
          theirs=st.lists(st.tuples(st.integers(0, 9), SAID, PEOPLE), min_size=1, max_size=3))  # fmt: skip
    def work_on_a_branch_and_merge(
        self, ours: list[tuple[int, Decision, str]], theirs: list[tuple[int, Decision, str]]
    ) -> None:
        before = self.held()
        start = read_log(self.log_path).count
        self.on_branch(theirs)
        branch = self.held()
        self.hold(before)
        self.on_branch(ours)
        own = self.held()
        added, branch_added = own[len(before) :], branch[len(before) :]
        if not added or not branch_added:
            self.note(read_log(self.log_path).records[start:])
            return
        self.log_path.write_bytes(before + added + branch_added)
        try:
            read_log(self.log_path)
        except InputRefusal:
            rechain(self.workspace, "kim", "Both branches count.")
        else:
            raise AssertionError
        self.note(read_log(self.log_path).records[start:])

    # What goes wrong.

    @step(step=st.sampled_from(["os.fsync", "os.open", "Path.replace"]), pick=st.integers(0, 9), actor=PEOPLE)
    def fail_to_write(self, step: str, pick: int, actor: str) -> None:
        table = self.table()
        if not table.rows:
            return
        row = table.rows[pick % len(table.rows)]
        fails = mock.patch(f"wherefrom.review.writing.{step}", side_effect=OSError(5, "Input/output error"))
        with fails, self.maybe_refused():
            decide(self.workspace, table.analysis, [row], Decision.CONFIRMED, Words(reason="Again."), actor)

    @step(at=st.integers(1, 18), pick=st.integers(0, 9), decision=SAID, actor=PEOPLE)
    def crash(self, at: int, pick: int, decision: Decision, actor: str) -> None:
        """A process is killed on its way; what it did not acknowledge stands whole or not at all."""
        table = self.table()
        if not table.rows:
            return
        row, words = table.rows[pick % len(table.rows)], Words(reason="Before the crash.")
        start = read_log(self.log_path).count
        killed = in_a_child(at, lambda: decide(self.workspace, table.analysis, [row], decision, words, actor))
        STEPS["crash: killed" if killed else "crash: done before"] += 1
        self.note(read_log(self.log_path).records[start:])
        self.release()

    @step()
    def copy_the_log(self) -> None:
        self.copy = self.held()

    @precondition(lambda self: self.copy)
    @step(damage=st.sampled_from(["cut", "flip", "gone"]), at=st.floats(0, 1, exclude_max=True))
    def restore(self, damage: str, at: float) -> None:
        """A damaged log is refused; its last copy is what counts, and what the copy lacks is decided anew."""
        data = self.held()
        where = int(len(data) * at)
        if damage == "gone":
            self.hold(b"")
        elif data and damage == "flip":
            self.hold(data[:where] + bytes([data[where] ^ 1]) + data[where + 1 :])
            with pytest.raises(InputRefusal):
                self.table()
        elif data:
            self.hold(data[:where])
            if b"\n" in data[where - 1 : where + 1] or not where:  # the end of a record: the store knows more
                kept = [str(each["hash"]).removeprefix("sha256:") for each in values_of(data[:where])]
                lost = {each["decision_id"] for each in values_of(data[where:].lstrip(b"\n"))}
                with read_store(self.workspace.store) as store:
                    assert lost <= {each.split()[0] for each in store.decisions_gone(kept)}
            else:
                with pytest.raises(InputRefusal):
                    self.table()
        self.hold(self.copy)
        self.bytes = self.copy
        self.rejected, self.seen, self.acknowledged = {}, set(), set()
        self.note(read_log(self.log_path).records)
        self.release()

    @step()
    def lose_the_store(self) -> None:
        for each in sorted(self.workspace.store.parent.glob("evidence.db*")):
            each.unlink()
        self.release()

    @invariant()
    def the_log_verifies_and_only_grows(self) -> None:
        if not hasattr(self, "releases"):
            return
        data = self.held()
        assert data.startswith(self.bytes)
        self.bytes = data
        held = {record.decision_id for record in read_log(self.log_path).records}
        assert self.acknowledged <= held

    @invariant()
    def a_rejection_stands(self) -> None:
        if not hasattr(self, "releases"):
            return
        rows = self.table().rows
        present = {row.candidate.binding_id for row in rows}
        gone = {print_ for subject, print_ in self.rejected.items() if subject not in present}
        for row in rows:
            self.alike.setdefault(row.candidate.writer.file, set()).add(row.candidate.binding_id)
        for row in rows:
            each = row.candidate
            here = self.rejected.get(each.binding_id)
            alike = self.alike[each.writer.file]
            expected = here == each.fingerprint or (here is not None and len(alike) == 1)
            # Among like writers of a file a decision follows its statement.
            decided_here = any((other, each.fingerprint) in self.seen for other in alike)
            expected |= each.fingerprint in gone and not decided_here
            if expected:
                assert row.ruling.status is Status.REJECTED, (each, row.ruling)

    @invariant()
    def the_store_holds_what_the_log_holds(self) -> None:
        if not hasattr(self, "releases") or not self.workspace.store.is_file():
            return
        log = read_log(self.log_path)
        with read_store(self.workspace.store) as store:
            assert store.decisions(log.head) == log.raw

    # How it is done.

    def release(self) -> None:
        root = self.home / "sql"
        for path in sorted(root.rglob("*.sql")):
            path.unlink()
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if self.files not in self.earlier:
            self.earlier.append(dict(self.files))
        self.releases += 1
        snapshot = freeze(self.workspace, f"r{self.releases:05}")
        analyze(self.workspace, snapshot, (), Budget(jobs=1))

    def table(self) -> ReviewTable:
        return open_table(self.workspace, f"r{self.releases:05}", None)

    def on_branch(self, said: list[tuple[int, Decision, str]]) -> None:
        """Decide as on a clone: the store of this project knows nothing of it."""
        for pick, decision, actor in said:
            table = self.table()
            if not table.rows:
                continue
            who = Deciding(actor, ActorSource.LOCAL, table.analysis.snapshot.snapshot_id, self.policy)  # type: ignore[arg-type]
            entry = decision_entry(
                table.rows[pick % len(table.rows)], decision, Words(reason="Why not."), who
            )
            append(self.log_path, [entry], "2026-11-28T10:00:00Z")

    def held(self) -> bytes:
        return self.log_path.read_bytes() if self.log_path.exists() else b""

    def hold(self, data: bytes) -> None:
        if data:
            self.log_path.write_bytes(data)
        else:
            self.log_path.unlink(missing_ok=True)

    @contextmanager
    def maybe_refused(self) -> Iterator[None]:
        """A refusal leaves the log as it was."""
        before = self.held()
        try:
            yield
        except Refusal:
            assert self.held() == before

    def note(self, records: tuple[DecisionRecord, ...]) -> None:
        """Let the model know what people recorded: a rejection, or what lifts one."""
        log = read_log(self.log_path).records
        moved = unseen(log)
        known = {record.decision_id: record for record in log}
        for record in records:
            self.acknowledged.add(record.decision_id)
            if record.subject_type.value != "WRITER":
                continue
            self.seen.add((record.subject, record.evidence_fingerprint.removeprefix("sha256:")))
            if record.approval is Approval.RETURNED:
                continue
            if record.decision is Decision.REJECTED:
                self.rejected[record.subject] = record.evidence_fingerprint.removeprefix("sha256:")
            elif record.approval is not Approval.PROPOSED:
                proposal = known.get(record.supersedes)
                reason = record.reason or (proposal.reason if proposal else "")
                blind = any(
                    other.subject == record.subject and other.seq in moved.get(record.seq, ())
                    for other in log
                )
                if reason and not blind and not blind_proposal(record, proposal, moved, log):
                    self.rejected.pop(record.subject, None)


def in_a_child(at: int, work: Callable[[], object]) -> bool:
    """Do some work in a process of its own that is killed at its n-th call for a file; whether it was."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert status in (0, signal.SIGKILL), status
        return status != 0
    left = at

    def hook(event: str, _: object) -> None:
        nonlocal left
        if event == "open" or event.startswith(("os.", "fcntl.", "sqlite3.")):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    try:
        work()
    except Refusal:
        os._exit(0)
    except BaseException:  # whatever it is, this process must not go on as the test
        os._exit(70)
    os._exit(0)


def values_of(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def unseen(log: tuple[DecisionRecord, ...]) -> dict[int, range]:
    """Return what the author of a moved record could not know of, worked out anew from the LOG records."""
    found: dict[int, range] = {}
    for record in log:
        if record.subject_type.value == "LOG":
            first = record.seq - record.note.count("sha256:")
            fork = next((other.seq for other in log if other.hash == record.subject), 0)
            found |= {seq: range(fork + 1, first) for seq in range(first, record.seq)}
    return found


def blind_proposal(
    record: DecisionRecord,
    proposal: DecisionRecord | None,
    moved: dict[int, range],
    log: tuple[DecisionRecord, ...],
) -> bool:
    if record.approval is not Approval.APPROVED or proposal is None:
        return False
    return any(other.subject == record.subject and other.seq in moved.get(proposal.seq, ()) for other in log)


Review.TestCase.settings = settings(
    max_examples=240 if LONG else 6,
    stateful_step_count=50 if LONG else 20,
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate] if LONG else list(Phase),
)
TestReview = Review.TestCase

if LONG:

    def test_every_step_was_taken() -> None:
        sys.stdout.writelines(f"{count:6} {name}\n" for name, count in sorted(STEPS.items()))
        taken = {name for name in STEPS if hasattr(Review, name)}
        assert taken == {each.function.__name__ for each in Review().rules}
        assert sum(STEPS[name] for name in taken) >= 10_000

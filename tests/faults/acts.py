"""What is done to a project while things go wrong, and what has to hold of the project afterwards."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.faults.program import Ended, Fault, Program
from tests.journeys.desk import FILES, FIRST_DAY, fill_in, rows_of, write

from wherefrom.app.verify import verify
from wherefrom.domain.errors import Refusal
from wherefrom.review import read_log
from wherefrom.store import read_store

CONFIG = 'config_version = 1\n[project]\nsources = ["sql"]\ndialect = "spark"\n'
MOMENT = {"SOURCE_DATE_EPOCH": str(FIRST_DAY)}
LEFT_OVER = ("-wal", "-shm", "-journal", "decisions.jsonl.lock")
"""What the next writer of the store or of the decision log takes over; a run that has nothing to write does not."""

STORE = Path(".wherefrom/evidence.db")
LOG = Path("governance/decisions.jsonl")


@dataclass(frozen=True, slots=True)
class Act:
    """One command on one project.

    Attributes:
        name: How tables and messages call it.
        words: The command line.
        state: What it makes, as one text: the same text for the same content.
        prepare: Makes the project it is done to from the common one.
    """

    name: str
    words: tuple[str, ...]
    state: Callable[[Path], str]
    prepare: Callable[[Program, Path], None]


@dataclass(frozen=True, slots=True)
class Stage:
    """An act with the project it is done to, and what it comes to when nothing goes wrong.

    Attributes:
        act: The act.
        base: The project before it. Never changed.
        home: Where it is done.
        before, after: States.
        steps: The operations of a run, in order.
        left: Names of all files afterwards.
    """

    act: Act
    base: Path
    home: Path
    before: str
    after: str
    steps: tuple[str, ...]
    left: frozenset[str]

    def again(self) -> Path:
        """Return the project as it was before the act."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.base, self.home)
        return self.home


def tree(folder: Path) -> str:
    """Return the digest of a folder's names and bytes, hidden names left out; empty if there is none."""
    digest = hashlib.sha256()
    names = [each for each in folder.rglob("*") if not each.relative_to(folder).as_posix().startswith(".")]
    for each in sorted(names):
        digest.update(each.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(each.read_bytes()).digest() if each.is_file() else b"/")
    return digest.hexdigest() if names else ""


def stored(home: Path, *targets: str) -> str:
    """Return what the store of a project says of its newest analysis; empty if there is none."""
    if not (home / STORE).is_file():
        return ""
    with read_store(home / STORE) as store:
        latest = store.latest_analysis()
        if latest is None:
            return ""
        known = store.targets(latest.analysis_id)
        answers = [store.answer(latest.analysis_id, each) for each in targets if each in known]
        rows = (store.nodes(latest.analysis_id), store.edges(latest.analysis_id), answers)
        return f"{latest.analysis_id} {hashlib.sha256(repr(rows).encode()).hexdigest()}"


def decided(home: Path) -> str:
    """Return the decision log."""
    read_log(home / LOG)
    return (home / LOG).read_text("utf-8") if (home / LOG).exists() else ""


def names(home: Path) -> frozenset[str]:
    """Return the names of all files and folders of a project, but what the next writer takes over."""
    found = (each.relative_to(home).as_posix() for each in home.rglob("*"))
    return frozenset(each for each in found if not each.endswith(LEFT_OVER))


def _fine(program: Program, home: Path, *words: str) -> Ended:
    done = program.run(words, home, env=MOMENT)
    assert done.code == 0, done.err
    return done


def _frozen(program: Program, home: Path) -> None:
    for name, text in FILES.items():
        write(home, name, text)
    (home / "wherefrom.toml").write_text(CONFIG, "utf-8")
    _fine(program, home, "freeze", "--release", "R1")


def _edited(program: Program, home: Path) -> None:
    """A release is published, and the SQL has changed since."""
    _frozen(program, home)
    _fine(program, home, "analyze", "--release", "R1", "--target", "dm.sales")
    _fine(program, home, "publish", "--release", "R1", "--draft")
    write(home, "dm/sales.sql", FILES["dm/sales.sql"].replace("SUM(", "MAX("))


def _frozen_again(program: Program, home: Path) -> None:
    _edited(program, home)
    _fine(program, home, "freeze", "--release", "R2")


def _to_publish(program: Program, home: Path) -> None:
    """A decision was taken since the release was published."""
    _edited(program, home)
    _fine(program, home, "review", "confirm", "--file", "dwd/orders.sql", "--reviewer", "ada")


def _filled_in(program: Program, home: Path) -> None:
    _to_publish(program, home)
    table = home / "table.csv"
    _fine(program, home, "review", "export", str(table))
    said = {"decision": "REJECTED", "reason": "Not on the schedule.", "reviewer": "bob"}
    still_open = [row["writer_file"] for row in rows_of(table) if "orders.sql" not in row["writer_file"]]
    fill_in(table, {name.removeprefix("sql/"): said for name in still_open})


ACTS = (
    Act("freeze", ("freeze", "--release", "R2"), lambda home: tree(home / "snapshots"), _edited),
    Act(
        "analyze",
        ("analyze", "--release", "R1", "--target", "dm.sales", "--jobs", "1"),
        lambda home: stored(home, "dm.sales"),
        _frozen,
    ),
    Act(
        "analyze again",
        ("analyze", "--release", "R2", "--target", "dm.sales"),
        lambda home: stored(home, "dm.sales"),
        _frozen_again,
    ),
    Act(
        "publish",
        ("publish", "--release", "R1", "--draft"),
        lambda home: tree(home / "deliverables"),
        _to_publish,
    ),
    Act(
        "review confirm",
        # Asked again after it was recorded, it means the same row.
        (
            "review",
            "confirm",
            "--file",
            "dwd/orders_web.sql",
            "--state",
            "PENDING",
            "--state",
            "CONFIRMED",
            "--reviewer",
            "ada",
        ),
        decided,
        _to_publish,
    ),
    Act("review import", ("review", "import", "table.csv"), decided, _filled_in),
)


def staged(program: Program, act: Act, desk: Path) -> Stage:
    """Make the project of an act, do it once with nothing going wrong, and note what it comes to."""
    base, home = desk / "base", desk / "home"
    act.prepare(program, base)
    before = act.state(base)
    shutil.copytree(base, home)
    done = program.run(act.words, home, env=MOMENT, steps=True)
    assert done.code == 0, done.err
    after = act.state(home)
    assert before != after
    assert wrong_items(home) == []
    return Stage(act, base, home, before, after, done.steps, names(home))


def wrong_items(home: Path) -> list[str]:
    """Return what verify says against a project."""
    found = (each for item in verify(home) for each in item.findings)
    return [f"{each.item}: {each.message}" for each in found if not each.ok]


def killed_badly(stage: Stage, ended: Ended, program: Program) -> str:
    """Return what is wrong with a project whose command was killed; empty if nothing is.

    What the command makes is there as a whole or not at all, for certain where it said so; nothing else
    is damaged; and the same command goes through and leaves nothing behind.
    """
    found = stage.act.state(stage.home)
    if found not in (stage.before, stage.after):
        return "neither the state before nor the one after"
    if (ended.out or ended.code == 0) and found != stage.after:
        return "what was acknowledged is lost"
    if wrong := wrong_items(stage.home):
        return f"verify: {wrong[0]}"
    return goes_on(stage, program)


def failed_badly(stage: Stage, ended: Ended, program: Program) -> str:
    """Return what is wrong after a command met a failing disk; empty if nothing is."""
    return told_badly(stage, ended) or ("" if ended.code == 0 else goes_on(stage, program))


def told_badly(stage: Stage, ended: Ended) -> str:
    """Return what is wrong with how a command ended on a failing disk; empty if nothing is.

    It is either done, whatever failed, or refused: with one paragraph that names a path, and with nothing
    done that it says was not. Whatever was there before verifies.
    """
    found = stage.act.state(stage.home)
    if ended.code == 0:
        if found != stage.after and "UNREADABLE" not in ended.out:
            return "it says that it is done, and it is not"
    elif said := _no_paragraph(ended, stage.home):
        return said
    elif found not in (stage.before, stage.after):
        return "neither the state before nor the one after"
    elif "Nothing was" in ended.err and found != stage.before:
        return f"it says that nothing was done, and it was: {ended.err}"
    return next((f"verify: {each}" for each in wrong_items(stage.home)), "")


def _no_paragraph(ended: Ended, home: Path) -> str:
    if ended.code not in (1, 2, 3, 5):
        return f"exit code {ended.code}: {ended.err}"
    if "Traceback" in ended.err or ended.err.count("\n") != 1 or not ended.err.startswith("wherefrom: "):
        return f"no paragraph: {ended.err}"
    if not any(name in ended.err for name in _paths(home)):
        return f"no path: {ended.err}"
    return ""


def _paths(home: Path) -> Iterable[str]:
    return (str(home), "sql/", "governance", "snapshots", "deliverables", "wherefrom.toml", "table.csv")


def goes_on(stage: Stage, program: Program) -> str:
    """Return what keeps the same command from going through now, by itself; empty if nothing does."""
    done = program.run(stage.act.words, stage.home, env=MOMENT)
    if done.code != 0:
        return f"the next run does not go through: {done.err}"
    if stage.act.state(stage.home) != stage.after:
        return "the next run comes to something else"
    extra = names(stage.home) - stage.left
    return f"left behind: {', '.join(sorted(extra))}" if extra else ""


Judge = Callable[[Stage, Ended, Program], str]
"""Says what is wrong with a project; empty if nothing is."""


def put_wrong(stage: Stage, fault: Fault, program: Program, judge: Judge) -> str:
    """Do an act while something goes wrong and return what is wrong afterwards; empty if nothing is."""
    stage.again()
    ended = program.run(stage.act.words, stage.home, fault, MOMENT)
    bad = judged(stage, ended, program, judge)
    step = stage.steps[fault.at - 1] if 0 < fault.at <= len(stage.steps) else ""
    return f"{stage.act.name}: {fault} ({step}): {bad}" if bad else ""


def judged(stage: Stage, ended: Ended, program: Program, judge: Judge) -> str:
    """Return what is wrong with a project; also where something in it cannot be read."""
    try:
        return judge(stage, ended, program)
    except Refusal as refusal:
        return f"it cannot be read: {refusal}"

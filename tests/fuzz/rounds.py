"""One round of chance: a project of bad input through the whole way, then its records and tables changed.

What must hold: a refusal is a ``Refusal``; every text is accounted for; nothing is a fault of the program; what
was changed in a record is found.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

from tests.fuzz.mutate import DIALECTS, changed, changed_bytes, pick, source
from tests.hardening.through import unaccounted

from wherefrom.app.analyze import Analysis, analyze
from wherefrom.app.freeze import freeze
from wherefrom.app.publish import HTML, MARKDOWN, publish_release
from wherefrom.app.review.rows import rows_about
from wherefrom.app.review.sheet import export_rows, plan_of
from wherefrom.app.review.table import Filters
from wherefrom.app.trace import answers_for
from wherefrom.app.verify import verify
from wherefrom.app.workspace import Workspace, project_workspace
from wherefrom.domain.about import About
from wherefrom.domain.decision import SubjectType
from wherefrom.domain.errors import Refusal
from wherefrom.engine import Budget
from wherefrom.publish import DRAFT

FAULTS = frozenset({"INTERNAL_ERROR", "PARSER_CRASHED"})
WORKERS = Budget(jobs=2, small=0, seconds=30.0, memory=1 << 30)
CATALOG = "tables:\n  - {name: ods.s, columns: [a, b, k]}\n  - name: ods.r\n    columns:\n      - {name: k, type: int}\n"
CONFIG = 'config_version = 1\n[project]\nsources = ["sql"]\nschema_evidence = ["catalog.yml"]\n'


class Fault(Exception):  # noqa: N818
    """Something that must hold did not."""


def play(seed: int, folder: Path) -> Counter[str]:
    """Play one round in an empty folder and return what happened, by name.

    Raises:
        Fault: what must hold did not. Whatever else is raised is a fault too.
    """
    rng = random.Random(seed)
    count: Counter[str] = Counter(rounds=1)
    home = _project(rng, folder / "p")
    try:
        workspace = project_workspace(home)
        snapshot = freeze(workspace, "R1")
        analysis, _ = analyze(workspace, snapshot, (), WORKERS)
    except Refusal:
        count["refused"] += 1
        return count
    count["files"] += len(snapshot.files)
    _accounted(analysis, count)
    answers = answers_for(analysis.graph, analysis.graph.written[:3]) if analysis.graph.written else ()
    forms = (MARKDOWN, HTML) if rng.random() < 0.2 else (MARKDOWN,)
    publish_release(analysis, answers, workspace.deliverables_dir("R1"), DRAFT, forms)
    bad = [each for item in verify(home) for each in item.findings if not each.ok]
    if bad:
        raise Fault(f"what was just written does not verify: {bad[0]}")
    count["published"] += 1
    _tables(rng, workspace, analysis, count)
    _records(rng, home, folder / "q", count)
    return count


def _project(rng: random.Random, home: Path) -> Path:
    (home / "sql").mkdir(parents=True)
    config = CONFIG + f'dialect = "{rng.choice(DIALECTS)}"\n'
    (home / "wherefrom.toml").write_text(
        changed(rng, config, 2) if rng.random() < 0.1 else config, "utf-8", "surrogatepass"
    )
    catalog = CATALOG.encode()
    (home / "catalog.yml").write_bytes(changed_bytes(rng, catalog, 3) if rng.random() < 0.15 else catalog)
    for number in range(rng.randint(2, 5)):
        (home / "sql" / f"f{number}.sql").write_bytes(source(rng))
    return home


def _accounted(analysis: Analysis, count: Counter[str]) -> None:
    for file in analysis.reading.files:
        if unaccounted(file.unit):
            raise Fault(f"{file.path}: {unaccounted(file.unit)} characters are not accounted for")
    for each in analysis.graph.diagnostics:
        count[each.code] += 1
        if each.code in FAULTS:
            raise Fault(f"{each.location}: {each.code}: {each.message}")


def _tables(rng: random.Random, workspace: Workspace, analysis: Analysis, count: Counter[str]) -> None:
    """Change the review table: it is taken as a whole, or refused."""
    table = workspace.home / "table.csv"
    export_rows(
        workspace, analysis, SubjectType.WRITER, rows_about(analysis, About.WRITERS, Filters(), None), table
    )
    table.write_bytes(changed_bytes(rng, table.read_bytes()))
    try:
        plan_of(table, analysis, "ann")
    except Refusal:
        count["tables refused"] += 1
    else:
        count["tables read"] += 1


def _records(rng: random.Random, home: Path, copy: Path, count: Counter[str]) -> None:
    """Change one file of what was written: verify names it."""
    shutil.copytree(home, copy)
    kept = [
        each for part in ("snapshots", "deliverables") for each in (copy / part).rglob("*") if each.is_file()
    ]
    place = pick(rng, kept)
    before = place.read_bytes()
    place.write_bytes(changed_bytes(rng, before))
    same = place.read_bytes() == before
    found = {each.item for item in verify(copy) for each in item.findings if not each.ok}
    if not same and not any(place.as_posix().endswith(item) for item in found):
        raise Fault(f"{place.relative_to(copy)} was changed, and verify names {sorted(found)}")
    count["records changed"] += not same

"""sqllineage's own column-lineage tests, answered by this program.

The tests are obtained for the run and never kept here::

    pip download sqllineage --no-deps --no-binary :all:
    python benchmarks/peer_sqllineage.py sqllineage-1.5.9.tar.gz

Its test functions are run against stand-ins of its helpers that only write down what is asked and expected. A
column is right where its VALUE columns are the expected ones. The peer counts CASE conditions and window keys as
values, so what it expects beyond VALUE may stand among the conditions of the expression; a column that is openly
ambiguous is right where its candidates hold what the peer expects. ``*`` as a column name is set aside.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from families import Tally

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.errors import Refusal
from wherefrom.domain.evidence import EndpointKind, FieldAnswer

ENTITIES = "from typing import NamedTuple\nclass ColumnQualifierTuple(NamedTuple):\n    column: str\n    qualifier: object\n"
PROVIDER = (
    "class MetaDataProvider:\n    def __init__(self, tables=None):\n        self.tables = tables or {}\n"
)
CONFIG = "from contextlib import nullcontext\ndef SQLLineageConfig(**_):\n    return nullcontext()\n"
HELPERS = """import json, os
from sqllineage.core.metadata_provider import MetaDataProvider
def generate_metadata_providers(tables):
    return [MetaDataProvider(tables)] * 2
def assert_table_lineage_equal(*_, **__):
    pass
def assert_column_lineage_equal(sql, lineage=None, dialect="ansi", metadata_provider=None, **_):
    tables = metadata_provider.tables if metadata_provider is not None else {}
    pairs = [[list(source), list(target)] for source, target in lineage or []]
    test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0]
    with open(os.environ["ASKED"], "a") as out:
        out.write(json.dumps({"test": test, "sql": sql, "dialect": dialect, "tables": tables, "pairs": pairs}) + "\\n")
"""
STUBS = {
    "sqllineage/__init__.py": "",
    "sqllineage/utils/__init__.py": "",
    "sqllineage/utils/entities.py": ENTITIES,
    "sqllineage/core/__init__.py": "",
    "sqllineage/core/metadata_provider.py": PROVIDER,
    "sqllineage/config.py": CONFIG,
    "tests/helpers.py": HELPERS,
    "tests/conftest.py": "",
}
DIALECTS = {
    "sparksql": "spark",
    "greenplum": "postgres",
    "vertica": "postgres",
    "materialize": "postgres",
    "mariadb": "mysql",
    "impala": "hive",
    "db2": "ansi",
    "exasol": "ansi",
    "soql": "ansi",
    "flink": "ansi",
    "starrocks": "mysql",
    "doris": "mysql",
}
EXPRESSION = frozenset({"CASE_CONDITION", "WINDOW", "AGGREGATE_FILTER"})
UNPIVOTED = " IS NOT NULL"
"""How the condition that UNPIVOT puts on its listed columns ends: peers count them as values of its name column."""

_ALIAS = re.compile(r"^alias:[^(]*\((.*)\)$")

Name = tuple[str, str]
"""A column: its table, its name."""


@dataclass(frozen=True, slots=True)
class Said:
    """What this program says of one column.

    Attributes:
        value: VALUE columns.
        control: Columns of its expression's conditions.
        candidates: Columns it may come from, where that is ambiguous.
    """

    value: frozenset[Name]
    control: frozenset[Name]
    candidates: frozenset[Name]


def asked(sdist: Path) -> list[dict[str, Any]]:
    """Run the peer's tests against the stand-ins; return what they ask and expect."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        with tarfile.open(sdist) as archive:
            archive.extractall(root, filter="data")
        home = next(root.iterdir())
        for path in list((home / "sqllineage").rglob("*.py")):
            path.unlink()
        for name, text in STUBS.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(text, "utf-8")
        out = root / "asked.jsonl"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
        done = subprocess.run(
            [*command, "--rootdir", str(home), "tests/sql/column"],
            cwd=home,
            env={"ASKED": str(out), "PYTHONPATH": str(home), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        if not out.exists():
            raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
        return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def _table(text: str | None) -> str:
    return (
        (text or "")
        .lower()
        .replace("<default>.", "")
        .replace('"', "")
        .replace("`", "")
        .replace("[", "")
        .replace("]", "")
    )


def answered(question: dict[str, Any]) -> dict[Name, Said]:
    """Return what this program says of every column that is written."""
    dialect = DIALECTS.get(question["dialect"], question["dialect"])
    files = {"question.sql": question["sql"]}
    if question["tables"]:
        files["schema.sql"] = ";\n".join(
            f"CREATE TABLE {name} ({', '.join(f'{column} INT' for column in columns)})"
            for name, columns in question["tables"].items()
        )
    graph = link_texts(files, dialect)
    found: dict[Name, Said] = {}
    for answer in answers_for(graph, graph.written):
        for each in answer.fields:
            found[_table(answer.target), _named(each)] = said_of(each)
    return found


def _named(field: FieldAnswer) -> str:
    """Return a column's name; one without a name has its expression for a name, as the peer calls it."""
    if not field.field.startswith("#"):
        return field.field.lower().strip('"`')
    return next(
        (visit.expression.text.lower() for visit in field.visits if visit.expression is not None), field.field
    )


def said_of(field: FieldAnswer) -> Said:
    value = (end.endpoint for end in field.value if end.kind is EndpointKind.FIELD)
    control = (
        column
        for applied in field.controls
        if applied.control.kind.value in EXPRESSION or applied.control.predicate.endswith(UNPIVOTED)
        for column in applied.control.columns
    )
    named = (name for each in field.diagnostics for name in each.candidates)
    inside = (part for name in named for part in (_ALIAS.findall(name) or [name]))
    ends = (end.at for end in field.open_ends)
    candidates = (part.strip() for text in (*inside, *ends) for part in text.split(","))
    return Said(*(frozenset(map(_split, names)) for names in (value, control, candidates)))


def _split(name: str) -> Name:
    table, _, column = name.replace('"', "").rpartition(".")
    return _table(table), column.lower()


def expected(question: dict[str, Any]) -> dict[Name, set[Name]]:
    """Return the peer's sources of each target column."""
    found: dict[Name, set[Name]] = defaultdict(set)
    for source, target in question["pairs"]:
        found[_table(target[1]), target[0].lower()].add((_table(source[1]), source[0].lower()))
    return found


def verdict(want: set[Name], said: Said | None) -> str:
    """Return ``right``, or how a column differs."""
    if said is None:
        return "not listed"
    known = {name for name in want if name[0]}
    open_ = {name[1] for name in want if not name[0]}
    columns = {name[1] for name in said.value | said.control | said.candidates}
    if said.value <= want | {name for name in said.value if name[1] in open_}:
        if known <= said.value | said.control | said.candidates and open_ <= columns:
            return "right"
        return "missing"
    return "other"


def report(questions: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what differs, then the figures."""
    counts: Counter[str] = Counter()
    tally = Tally()
    claimed = fitting = 0
    for question in questions:
        want = expected(question)
        families = tally.question(question["sql"])
        try:
            have = answered(question)
        except Refusal as refusal:
            counts["refused"] += 1
            yield f"{question['test']}: {refusal}"
            continue
        for name, sources in sorted(want.items()):
            if name[1] == "*" or any(source[1] == "*" for source in sources):
                counts["set aside: *"] += 1
                continue
            said = have.get(name)
            how = verdict(sources, said)
            counts[how] += 1
            tally.column(families, right=how == "right")
            if said is not None:
                claimed += len(said.value)
                fitting += sum(1 for each in said.value if each in sources or ("", each[1]) in sources)
            if how != "right":
                yield f"{how}: {question['test']} [{question['dialect']}] {name}\n  want {sorted(sources)}\n  have {said}"
    compared = sum(
        count for how, count in counts.items() if how in ("right", "missing", "other", "not listed")
    )
    yield f"{len(questions)} questions, {compared} columns: {dict(counts)}"
    yield f"exact {counts['right'] / compared:.2%}, precision {fitting / claimed:.4f}"
    yield from tally.lines()


def main() -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sdist", type=Path, help="sqllineage's source distribution")
    for line in report(asked(parser.parse_args().sdist)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""sqlglot's own lineage tests, answered by this program.

The tests are obtained for the run and never kept here::

    pip download sqlglot==30.30.0 --no-deps --no-binary sqlglot
    python benchmarks/peer_sqlglot.py sqlglot-30.30.0.tar.gz

Each test that passes for the peer says what it asks and what is right: the columns of tables that its answer ends in.
``sources`` become views, the schema becomes DDL. The peer counts conditions inside an expression as values, so what
it has beyond VALUE may stand among those; a column that is openly ambiguous is right where its candidates hold the answer.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import tempfile
import unittest
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlglot.lineage
from families import Tally
from peer_sqllineage import EXPRESSION, Name, said_of
from sqlglot import exp

from wherefrom.app.trace import answers_for, link_texts
from wherefrom.domain.errors import Refusal


@dataclass(frozen=True, slots=True)
class Question:
    """One call of the peer's function, and its answer.

    Attributes:
        test: The test that asks.
        column: The column asked for.
        files: SQL by path.
        dialect: Its dialect.
        answer: Columns of tables that the peer ends in.
    """

    test: str
    column: str
    files: Mapping[str, str]
    dialect: str
    answer: frozenset[Name]


class _Recorder(unittest.TestResult):
    """Keeps what passing tests asked."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Question] = []
        self.asked: list[tuple[Any, ...]] = []

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802  # unittest's name
        super().startTest(test)
        self.asked.clear()

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802  # unittest's name
        for column, sql, schema, sources, dialect, node in self.asked:
            self.kept.append(
                Question(
                    test.id(), column, _files(sql, schema, sources, dialect), dialect or "ansi", _ends(node)
                )
            )


def _files(sql: Any, schema: Any, sources: Any, dialect: str) -> dict[str, str]:
    def text(query: Any) -> str:
        return query if isinstance(query, str) else str(query.sql(dialect=dialect))

    query = text(sql)
    writes = query.split()[0].upper() in ("INSERT", "CREATE")
    files = {"answer.sql": query if writes else f"CREATE VIEW answer AS {query}"}
    for name, source in (sources or {}).items():
        files[f"{name}.sql"] = f"CREATE VIEW {name} AS {text(source)}"
    tables = list(_tables(schema if isinstance(schema, dict) else {}, ()))
    if tables:
        files["schema.sql"] = ";\n".join(f"CREATE TABLE {name} ({columns})" for name, columns in tables)
    return files


def _tables(schema: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name, inner in schema.items():
        if isinstance(inner, dict) and not any(isinstance(each, dict) for each in inner.values()):
            yield ".".join((*path, name)), ", ".join(f"{column} {kind}" for column, kind in inner.items())
        elif isinstance(inner, dict):
            yield from _tables(inner, (*path, name))


def _ends(node: Any) -> frozenset[Name]:
    found = set()
    for each in node.walk():
        if not each.downstream and isinstance(each.expression, exp.Table):
            parts = [part.name for part in each.expression.parts]
            found.add((".".join(parts).lower(), each.name.split(".")[-1].strip('"`').lower()))
    return frozenset(found)


def asked(sdist: Path) -> list[Question]:
    """Run the peer's tests with its own function; return what passing tests asked, with its answers."""
    recorder = _Recorder()
    real = sqlglot.lineage.lineage

    def lineage(
        column: Any, sql: Any, schema: Any = None, sources: Any = None, dialect: Any = None, **rest: Any
    ) -> Any:
        node = real(column, sql, schema or {}, sources=sources, dialect=dialect, **rest)
        if isinstance(column, str):
            recorder.asked.append((column, sql, schema, sources, dialect, node))
        return node

    with tempfile.TemporaryDirectory() as place, tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
        home = next(Path(place).iterdir())
        code = (home / "tests" / "test_lineage.py").read_text("utf-8")
        sqlglot.lineage.lineage = lineage
        space: dict[str, Any] = {"__name__": "peer"}
        exec(compile(code, "test_lineage.py", "exec"), space)  # the peer's tests, in a process of their own
        suite = unittest.defaultTestLoader.loadTestsFromTestCase(space["TestLineage"])
        suite.run(recorder)
        sqlglot.lineage.lineage = real
    return recorder.kept


def report(questions: list[Question]) -> Iterator[str]:
    """Yield what differs, then the figures."""
    counts: Counter[str] = Counter()
    tally = Tally()
    claimed = fitting = 0
    for question in questions:
        families = tally.question(" ".join(question.files.values()))
        if any(name[1] == "*" for name in question.answer) or question.column == "*":
            counts["set aside: *"] += 1
            continue
        if not question.answer:
            counts["set aside: the peer ends in no table"] += 1
            continue
        try:
            graph = link_texts(question.files, question.dialect)
            own = [
                each.name.canonical
                for each in graph.index.writers
                if graph.index.path(each.file) == "answer.sql"
            ]
            (answer,) = answers_for(graph, tuple(own[:1]))
        except Refusal as refusal:
            counts["not read"] += 1
            tally.column(families, right=False)
            yield f"not read: {question.test} {question.column}: {refusal}"
            continue
        field = next(
            (
                each
                for each in answer.fields
                if each.field.strip('"').lower() == question.column.strip('"`').lower()
            ),
            None,
        )
        said = said_of(field) if field is not None else None
        known = said.value | said.control | said.candidates if said is not None else frozenset()
        right = said is not None and said.value <= question.answer <= known
        claimed += len(said.value) if said is not None else 0
        fitting += len(said.value & question.answer) if said is not None else 0
        counts["right" if right else "different"] += 1
        tally.column(families, right=right)
        if not right:
            yield f"different: {question.test} {question.column}\n  {dict(question.files)}\n  want {sorted(question.answer)}\n  have {said}"
    compared = counts["right"] + counts["different"] + counts["not read"]
    yield f"{len(questions)} questions: {dict(counts)}; conditions counted with values: {sorted(EXPRESSION)}"
    yield f"exact {counts['right'] / compared:.2%}, precision {fitting / max(claimed, 1):.4f}"
    yield from tally.lines()


def main() -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sdist", type=Path, help="sqlglot's source distribution, of the version installed")
    for line in report(asked(parser.parse_args().sdist)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Writing evidence: everything of an analysis in one transaction, or nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa

from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.evidence import TargetAnswer
from wherefrom.store.answers import Places, flat_target
from wherefrom.store.bulk import chunks, insert_all
from wherefrom.store.codec import encode_unit
from wherefrom.store.decisions import add_decisions
from wherefrom.store.interning import Interner, texts_of_analysis, texts_of_snapshot
from wherefrom.store.parts import add_parts
from wherefrom.store.reading import Reader
from wherefrom.store.rows import AnalysedFile, AnalysisRecord, Evidence, Frozen, NewPart, NewUnit, RulingRow
from wherefrom.store.schema import (
    OF_ANALYSIS,
    TARGET,
    analysis,
    metadata,
    part,
    snapshot,
    snapshot_file,
    target,
    unit,
)
from wherefrom.store.seal import Sealing, seal

_UNIT_COLUMNS = ("key", "content", "statements", "nodes", "total", "understood", "facts", "sha256")
_UNITS_AT_ONCE = 500
_ROWS_AT_ONCE = 10_000


class Store(Reader):
    """An open store whose only writer this process is."""

    def add_units(self, units: Iterable[NewUnit]) -> None:
        """Keep Units; those whose key is known are left as they are. A transaction per few hundred."""
        for some in chunks(units, _UNITS_AT_ONCE):
            with self._transaction() as connection:
                keys = sa.select(unit.c.key).where(unit.c.key.in_([each.key for each in some]))
                known = set(connection.execute(keys).scalars())
                new = {each.key: each for each in some if each.key not in known}
                insert_all(connection, unit, [_unit_row(each) for each in new.values()], _UNIT_COLUMNS)

    def mirror_decisions(self, records: Iterable[Mapping[str, object]]) -> int:
        """Keep the decision log's records; those that are known stay. Return how many were new."""
        with self._transaction() as connection:
            return add_decisions(connection, records)

    def record_snapshot(self, frozen: Frozen) -> None:
        """Keep which files a snapshot holds; nothing happens if it is known."""
        with self._transaction() as connection:
            known = sa.select(snapshot.c.id).where(snapshot.c.snapshot_id == frozen.snapshot_id)
            if connection.execute(known).first() is not None:
                return
            number = _next(connection, snapshot)
            with _interning(connection) as intern:
                intern.learn(texts_of_snapshot(connection))
                rows = [(number, intern[each.path], each.size, each.sha256) for each in frozen.files]
            rows.sort()
            row = (frozen.snapshot_id, frozen.release, frozen.frozen_at)
            sealed = seal({"snapshot": [row], "snapshot_file": rows})
            insert_all(connection, snapshot, [(number, *row, sealed)])
            insert_all(connection, snapshot_file, rows)

    def record_analysis(
        self,
        record: AnalysisRecord,
        graph: Evidence,
        answers: Iterable[TargetAnswer],
        parts: Mapping[str, NewPart] | None = None,
        whole: Evidence | None = None,
    ) -> None:
        """Keep an analysis: what went in, its graph, and the answers for its targets.

        Args:
            record: What went in.
            graph: Its evidence; where there are parts, that of the new ones alone.
            answers: One per target.
            parts: By path, for every file; those that the store holds are named and not written again.
            whole: The evidence that the answers point into, where ``graph`` is not all of it.

        The row of the analysis is committed as RUNNING first. Everything else, and its turn to DONE,
        is one transaction: a run that is killed leaves earlier analyses as they were. An analysis
        that is already there gains the targets it lacks; what it has stays.

        Raises:
            InputRefusal: its snapshot was not recorded.
        """
        pointed = whole or graph
        known = self._finished(record.analysis_id)
        if known is not None:
            with self._transaction() as connection, _interning(connection) as intern:
                _add_answers(connection, known, pointed, answers, intern)
            return
        number, row = self._begun(record)
        with self._transaction() as connection, _interning(connection) as intern:
            intern.learn(texts_of_analysis(connection))
            ids = add_parts(connection, number, _next(connection, part), parts or {})
            files = [
                AnalysedFile(each.path, each.unit, each.code, ids.get(each.path)) for each in record.files
            ]
            sealed = _add_graph(connection, (number, row), files, graph, intern)
            _add_answers(connection, number, pointed, answers, intern)
            done = sa.update(analysis).where(analysis.c.id == number)
            connection.execute(done.values(state="DONE", sha256=sealed))

    def _finished(self, analysis_id: str) -> int | None:
        query = sa.select(analysis.c.id).where(
            analysis.c.analysis_id == analysis_id, analysis.c.state == "DONE"
        )
        with self._transaction() as connection:
            return connection.execute(query).scalar()

    def _begun(self, record: AnalysisRecord) -> tuple[int, tuple[Any, ...]]:
        """Commit the row of a RUNNING analysis and return its number and what is sealed of it."""
        where = sa.select(snapshot.c.id).where(snapshot.c.snapshot_id == record.snapshot_id)
        with self._transaction() as connection:
            clear_unfinished(connection)
            found = connection.execute(where).scalar()
            if found is None:
                raise InputRefusal(
                    f"{self._place} does not know snapshot {record.snapshot_id}. Freeze it first."
                )
            number = _next(connection, analysis)
            given = [_json(each) for each in (record.settings, record.versions)]
            row = (record.analysis_id, found, *given, record.decision_head, _json(record.counts))
            insert_all(connection, analysis, [(number, *row, "RUNNING", "")])
            return number, row


def clear_unfinished(connection: sa.Connection) -> None:
    """Remove the rows of runs that were killed. Their evidence was never committed."""
    connection.execute(sa.delete(analysis).where(analysis.c.state == "RUNNING"))


@contextmanager
def _interning(connection: sa.Connection) -> Iterator[Interner]:
    """Give ids to texts, and write the new ones at the end."""
    intern = Interner(connection)
    yield intern
    intern.flush(connection)


def _unit_row(new: NewUnit) -> tuple[Any, ...]:
    facts = new.blob or encode_unit(new.unit)
    covered = new.unit.coverage
    counts = (len(new.unit.statements), len(new.unit.nodes), covered.total, covered.understood)
    return (new.key, new.content, *counts, facts, hashlib.sha256(facts).hexdigest())


def _add_graph(
    connection: sa.Connection,
    begun: tuple[int, tuple[Any, ...]],
    files: Sequence[AnalysedFile],
    graph: Evidence,
    intern: Interner,
) -> str:
    """Insert the rows of an analysis, whose own number and row are there; return the digest of all of them."""
    number, row = begun
    rulings = [
        RulingRow(binding, each.status, each.decision_id, each.flags)
        for binding, each in sorted(graph.rulings.items())
    ]
    values: Mapping[str, Sequence[Any]] = {
        "analysis_file": files,
        "statement": graph.statements,
        "node": graph.nodes,
        "edge": graph.edges,
        "candidate": graph.candidates,
        "ruling": rulings,
        "diagnostic": graph.diagnostics,
    }
    sealing = Sealing()
    sealing.add("analysis", [row])
    for name in sorted(OF_ANALYSIS):
        sealing.begin(name, len(values[name]))
        for at, some in enumerate(chunks(values[name], _ROWS_AT_ONCE)):
            rows = OF_ANALYSIS[name].rows((number,), some, intern.__getitem__, 1 + at * _ROWS_AT_ONCE)
            insert_all(connection, metadata.tables[name], rows)
            sealing.take(rows)
    return sealing.hexdigest()


def _add_answers(
    connection: sa.Connection,
    number: int,
    graph: Evidence,
    answers: Iterable[TargetAnswer],
    intern: Interner,
) -> None:
    places: Places | None = None
    known = set(
        connection.execute(sa.select(target.c.target).where(target.c.of_analysis == number)).scalars()
    )
    owner = _next(connection, target)
    for answer in answers:
        name = intern[answer.target]
        if name in known:
            continue
        known.add(name)
        places = places or Places.of(graph)
        flat, rows = flat_target(answer, places, owner, intern.__getitem__)
        row = (number, *TARGET.rows((), [flat], intern.__getitem__)[0][1:])
        insert_all(connection, target, [(owner, *row, seal({"target": [row], **rows}))])
        for table, some in rows.items():
            insert_all(connection, metadata.tables[table], some)
        owner += 1


def _next(connection: sa.Connection, table: sa.Table) -> int:
    """Return an id that is free: there is no other writer."""
    return int(connection.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0) + 1


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()

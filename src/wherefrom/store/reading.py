"""Reading evidence: domain values from rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from wherefrom.domain.binding import Candidate, Ruling
from wherefrom.domain.errors import InputRefusal
from wherefrom.domain.evidence import PlacedDiagnostic, TargetAnswer, Visit
from wherefrom.domain.finding import Finding
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.outline import in_order, joined
from wherefrom.domain.unit import Unit
from wherefrom.store.answers import Around, Parts, whole_target
from wherefrom.store.bulk import chunks
from wherefrom.store.checking import findings
from wherefrom.store.codec import decode_units
from wherefrom.store.decisions import chain_of, ids_gone
from wherefrom.store.interning import texts_of
from wherefrom.store.migrate import revision_of
from wherefrom.store.parts import contents_of, parts_by_key, parts_of, rows_together
from wherefrom.store.queries import of_fields, of_target, owned
from wherefrom.store.rows import AnalysedFile, KeptPart, PlacedStatement, RulingRow, StoredParts, TargetRow
from wherefrom.store.schema import OF_ANALYSIS, OF_FIELD, TARGET, analysis, snapshot, target, text, unit
from wherefrom.store.seal import analysis_seal, target_seal
from wherefrom.store.trouble import damaged, told

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """A finished analysis, without its files and rows.

    Attributes:
        number: Its id inside this store; later analyses have higher ones.
        analysis_id: Its public id.
        snapshot_id: The snapshot it reads.
        settings: Effective settings.
        versions: Versions of program, parser and facts.
        decision_head: Head of the decision log.
        counts: What it found, by name.
    """

    number: int
    analysis_id: str
    snapshot_id: str
    settings: Mapping[str, object]
    versions: Mapping[str, str]
    decision_head: str
    counts: Mapping[str, int]


class Reader:
    """An open store, for reading. Every method is one consistent look at it.

    Every method raises InputRefusal where the file turns out to be damaged.
    """

    def __init__(self, connection: sa.Connection, place: str) -> None:
        self._connection = connection
        self._place = place
        self._proven: set[tuple[str, int]] = set()

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        with told(self._place), self._connection.begin():
            yield self._connection

    @contextmanager
    def _evidence(self) -> Iterator[sa.Connection]:
        """A transaction that reads rows: what cannot be read as what it is was not written so."""
        with self._transaction() as connection:
            try:
                yield connection
            except (LookupError, ValueError, TypeError) as trouble:
                raise damaged(self._place, f"its rows cannot be read ({trouble})") from trouble

    def _prove(self, connection: sa.Connection, table: sa.Table, number: int) -> None:
        """Make sure, once, that the rows of an analysis or a target are those that were written.

        Raises:
            ValueError: they are not.
        """
        if (table.name, number) in self._proven:
            return
        recorded = connection.execute(sa.select(table.c.sha256).where(table.c.id == number)).scalar()
        found = analysis_seal(connection, number) if table is analysis else target_seal(connection, number)
        if recorded != found:
            raise ValueError(f"{table.name} {number} differs from its hash")
        self._proven.add((table.name, number))

    @property
    def place(self) -> str:
        """What the store is called in messages: without a password."""
        return self._place

    def revision(self) -> str:
        """Return the revision of the schema."""
        with self._evidence() as connection:
            return revision_of(connection)

    def check(self) -> tuple[Finding, ...]:
        """Return what a check of everything in the store finds."""
        with self._evidence() as connection:
            return tuple(findings(connection))

    def units(self, keys: Iterable[str]) -> dict[str, Unit]:
        """Return the Units the store holds of these keys.

        Raises:
            InputRefusal: a Unit differs from its recorded hash.
        """
        blobs: dict[str, bytes] = {}
        query = sa.select(unit.c.key, unit.c.facts, unit.c.sha256)
        with self._evidence() as connection:
            for some in chunks(sorted(set(keys)), _AT_ONCE):
                for key, facts, sha256 in connection.execute(query.where(unit.c.key.in_(some))):
                    if hashlib.sha256(facts).hexdigest() != sha256:
                        raise damaged(self._place, f"the facts of unit {key} differ from their hash")
                    blobs[key] = facts
            return dict(zip(blobs, decode_units(blobs.values()), strict=True))

    def decisions(self, head: str) -> tuple[Mapping[str, object], ...]:
        """Return the mirrored records of the decision log that ends in a head, as JSON values.

        Raises:
            InputRefusal: a record is not there, or differs from its hash.
        """
        with self._evidence() as connection:
            return chain_of(connection, head)

    def decisions_gone(self, hashes: Iterable[str]) -> tuple[str, ...]:
        """Return the mirrored decisions that a log no longer holds, given the hashes it holds, hex."""
        with self._evidence() as connection:
            return ids_gone(connection, frozenset(hashes))

    def latest_analysis(self, snapshot_id: str | None = None) -> StoredAnalysis | None:
        """Return the last finished analysis, of one snapshot or of any; None if there is none."""
        query = _analyses().order_by(analysis.c.id.desc()).limit(1)
        if snapshot_id is not None:
            query = query.where(snapshot.c.snapshot_id == snapshot_id)
        with self._evidence() as connection:
            row = connection.execute(query).first()
            return None if row is None else self._analysis(connection, row)

    def analysis(self, analysis_id: str) -> StoredAnalysis:
        """Return a finished analysis.

        Raises:
            InputRefusal: there is none of this id.
        """
        with self._evidence() as connection:
            row = connection.execute(_analyses().where(analysis.c.analysis_id == analysis_id)).first()
            if row is None:
                raise InputRefusal(
                    f"{self._place} holds no finished analysis {analysis_id}. Analyse the release."
                )
            return self._analysis(connection, row)

    def files(self, analysis_id: str) -> tuple[AnalysedFile, ...]:
        """Return the files of an analysis."""
        return self._of_analysis("analysis_file", analysis_id)

    def statements(self, analysis_id: str) -> tuple[PlacedStatement, ...]:
        """Return the statements of an analysis."""
        return self._together("statement", analysis_id)

    def nodes(self, analysis_id: str) -> tuple[GraphNode, ...]:
        """Return the Dataset Nodes of an analysis."""
        return self._together("node", analysis_id)

    def edges(self, analysis_id: str) -> tuple[GraphEdge, ...]:
        """Return the edges of an analysis."""
        return self._together("edge", analysis_id)

    def candidates(self, analysis_id: str) -> tuple[Candidate, ...]:
        """Return the writer candidates of an analysis."""
        parts = self._parts(analysis_id)
        if parts:
            return joined(one for each in parts.values() for one in each.outline.candidates)
        return self._of_analysis("candidate", analysis_id)

    def diagnostics(self, analysis_id: str) -> tuple[PlacedDiagnostic, ...]:
        """Return the diagnostics of an analysis; those of a target are part of its answer."""
        own = self._of_analysis("diagnostic", analysis_id)
        parts = self._parts(analysis_id)
        if not parts:
            return own
        told = {one.diagnostic_id: one for each in parts.values() for one in each.outline.diagnostics}
        apart = (each for each in own if each.diagnostic_id not in told)
        return in_order(
            (*(one for each in parts.values() for one in each.outline.diagnostics), *apart), parts
        )

    def rulings(self, analysis_id: str) -> dict[str, Ruling]:
        """Return what review said of the candidates when the analysis was made, by binding id."""
        rows: tuple[RulingRow, ...] = self._of_analysis("ruling", analysis_id)
        return {row.binding_id: Ruling(row.status, row.decision_id, row.flags) for row in rows}

    def targets(self, analysis_id: str) -> tuple[str, ...]:
        """Return the targets that were traced, sorted."""
        number = self.analysis(analysis_id).number
        query = sa.select(text.c.value).join(target, target.c.target == text.c.id)
        with self._evidence() as connection:
            return tuple(sorted(connection.execute(query.where(target.c.of_analysis == number)).scalars()))

    def answer(self, analysis_id: str, name: str) -> TargetAnswer:
        """Return everything about a target.

        Raises:
            InputRefusal: it was not traced in this analysis.
        """
        number, row = self._target(analysis_id, name)
        around = Around(self.nodes(analysis_id), self.edges(analysis_id), self.candidates(analysis_id))
        with self._evidence() as connection:
            parts = Parts(of_target(connection, number), of_fields(connection, number))
        return whole_target(row, parts, around)

    def visits(self, analysis_id: str, name: str, field: str) -> tuple[Visit, ...]:
        """Return the visit tree of one field of a target, in preorder.

        Raises:
            InputRefusal: the target was not traced in this analysis, or has no such field.
        """
        number, _ = self._target(analysis_id, name)
        with self._evidence() as connection:
            fields = [each.field for each in of_target(connection, number)["field"]]
            if field not in fields:
                raise InputRefusal(f"{name} has no field {field}. Its fields are: {', '.join(fields)}.")
            place = fields.index(field) + 1
            found = owned(connection, "visit", OF_FIELD["visit"], of_target=number, of_field=place)
        return tuple(found)

    def latest_parts(self) -> StoredParts | None:
        """Return the parts of the last finished analysis; None where there is none.

        A part proves itself: its key is a hash of everything that decides it.
        """
        query = sa.select(analysis.c.id, analysis.c.snapshot, analysis.c.settings, analysis.c.versions)
        last = query.where(analysis.c.state == "DONE").order_by(analysis.c.id.desc()).limit(1)
        with self._evidence() as connection:
            row = connection.execute(last).first()
            if row is None:
                return None
            read = msgspec.json.decode
            parts, contents = parts_of(connection, row[0]), contents_of(connection, row[1])
            return StoredParts(read(row[2]), read(row[3]), parts, contents)

    def parts(self, keys: Iterable[str]) -> dict[str, KeptPart]:
        """Return the parts that the store holds of some keys."""
        with self._evidence() as connection:
            return parts_by_key(connection, sorted(set(keys)))

    def _parts(self, analysis_id: str) -> dict[str, KeptPart]:
        number = self.analysis(analysis_id).number
        with self._evidence() as connection:
            return parts_of(connection, number)

    def _together(self, table: str, analysis_id: str) -> tuple[Any, ...]:
        """Return rows of an analysis, its own and those of the parts that others hold."""
        files = self.files(analysis_id)
        if not any(each.part for each in files):
            return self._of_analysis(table, analysis_id)
        standing = {name: each.status for name, each in self.rulings(analysis_id).items()}
        with self._evidence() as connection:
            prove = partial(self._prove, connection, analysis)
            return tuple(rows_together(connection, table, files, standing, prove))

    def _of_analysis(self, table: str, analysis_id: str) -> tuple[Any, ...]:
        number = self.analysis(analysis_id).number
        with self._evidence() as connection:
            return tuple(owned(connection, table, OF_ANALYSIS[table], of_analysis=number))

    def _analysis(self, connection: sa.Connection, row: sa.Row[Any]) -> StoredAnalysis:
        number, analysis_id, snapshot_id, settings, versions, head, counts = tuple(row)
        self._prove(connection, analysis, number)
        read = msgspec.json.decode
        return StoredAnalysis(
            number, analysis_id, snapshot_id, read(settings), read(versions), head, read(counts)
        )

    def _target(self, analysis_id: str, name: str) -> tuple[int, TargetRow]:
        number = self.analysis(analysis_id).number
        query = (
            sa.select(target.c.id, *[target.c[column.name] for column in TARGET.columns])
            .join(text, target.c.target == text.c.id)
            .where(target.c.of_analysis == number, text.c.value == name)
        )
        with self._evidence() as connection:
            found = connection.execute(query).first()
            if found is None:
                raise InputRefusal(
                    f"{name} was not traced in analysis {analysis_id}. Analyse it as a target."
                )
            self._prove(connection, target, found[0])
            rows = [found[1:]]
            (row,) = TARGET.read(rows, texts_of(connection, TARGET.text_ids(rows)))
        return found[0], row


def _analyses() -> sa.Select[Any]:
    columns = (
        analysis.c.id,
        analysis.c.analysis_id,
        snapshot.c.snapshot_id,
        analysis.c.settings,
        analysis.c.versions,
        analysis.c.decision_head,
        analysis.c.counts,
    )
    return sa.select(*columns).join(snapshot).where(analysis.c.state == "DONE")

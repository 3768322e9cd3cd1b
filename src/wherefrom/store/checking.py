"""Whether a store still holds what was written into it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import sqlalchemy as sa

from wherefrom.domain.finding import Finding, Level
from wherefrom.store.codec import decode_unit
from wherefrom.store.decisions import decision_findings
from wherefrom.store.interning import checksum
from wherefrom.store.schema import (
    OF_ANALYSIS,
    OF_FIELD,
    OF_TARGET,
    TARGET,
    analysis,
    metadata,
    part,
    snapshot,
    target,
    text,
    unit,
)
from wherefrom.store.seal import analysis_seal, part_seal, snapshot_seal, target_seal


def findings(connection: sa.Connection) -> Iterator[Finding]:
    """Yield what a check of the whole store finds, good and bad, one per item."""
    yield from _pages(connection)
    yield from _texts(connection)
    yield from _units(connection)
    yield from _snapshots(connection)
    yield from _analyses(connection)
    yield from _parts(connection)
    yield from decision_findings(connection)


def _pages(connection: sa.Connection) -> Iterator[Finding]:
    if connection.dialect.name != "sqlite":
        return
    said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)")]
    if said == ["ok"]:
        yield Finding(Level.OK, "pages", "The database file is whole.")
    for each in said:
        if each != "ok":
            yield Finding(Level.BROKEN, "pages", "The database file is damaged.", found=each)
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        message = "A row refers to one that is not there."
        yield Finding(Level.BROKEN, f"table {row[0]}", message, recorded=str(row[2]))


def _texts(connection: sa.Connection) -> Iterator[Finding]:
    """Every text is what was written, and every id of a text that evidence rows use has one."""
    for number, value, crc in connection.execute(sa.select(text.c.id, text.c.value, text.c.crc)):
        found = checksum(value)
        if found != crc:
            yield Finding(Level.DIFFERS, f"text {number}", "A text differs.", str(crc), str(found))
    known = sa.select(text.c.id)
    shapes = {**OF_ANALYSIS, "target": TARGET, **OF_TARGET, **OF_FIELD}
    for name, shape in shapes.items():
        table = metadata.tables[name]
        columns = [table.c[column.name] for column in shape.columns if column.interned]
        used = sa.union(*[sa.select(column).where(column.is_not(None)) for column in columns]).subquery()
        lost = sa.select(sa.func.count()).select_from(used).where(used.c[0].not_in(known))
        count = connection.execute(lost).scalar_one()
        if count:
            message = "Rows use texts that are not there."
            yield Finding(Level.MISSING, f"table {name}", message, recorded=str(count), found="0")


def _units(connection: sa.Connection) -> Iterator[Finding]:
    for key, facts, sha256 in connection.execute(sa.select(unit.c.key, unit.c.facts, unit.c.sha256)):
        item = f"unit {key[:12]}"
        found = hashlib.sha256(facts).hexdigest() if isinstance(facts, bytes) else ""
        if found != sha256:
            yield Finding(Level.DIFFERS, item, "The facts of a file differ from their hash.", sha256, found)
            continue
        try:
            decode_unit(facts)
        except ValueError as trouble:
            yield Finding(Level.BROKEN, item, "The facts of a file cannot be read.", found=str(trouble))
        else:
            yield Finding(Level.OK, item, "The facts of a file match their hash.", sha256, found)


def _snapshots(connection: sa.Connection) -> Iterator[Finding]:
    query = sa.select(snapshot.c.id, snapshot.c.snapshot_id, snapshot.c.sha256)
    for number, snapshot_id, sha256 in connection.execute(query).all():
        yield _sealed(f"snapshot {snapshot_id}", sha256, snapshot_seal(connection, number))


def _analyses(connection: sa.Connection) -> Iterator[Finding]:
    done = sa.select(analysis.c.id, analysis.c.analysis_id, analysis.c.sha256)
    for number, analysis_id, sha256 in connection.execute(done.where(analysis.c.state == "DONE")).all():
        yield _sealed(f"analysis {analysis_id}", sha256, analysis_seal(connection, number))
        mine = sa.select(target.c.id, text.c.value, target.c.sha256).outerjoin(
            text, text.c.id == target.c.target
        )
        for each, name, recorded in connection.execute(mine.where(target.c.of_analysis == number)).all():
            yield _sealed(f"target {name} of {analysis_id}", recorded, target_seal(connection, each))


def _parts(connection: sa.Connection) -> Iterator[Finding]:
    """Parts that are whole say nothing: there is one per file and change."""
    query = sa.select(part.c.id, part.c.key, part.c.unit, part.c.facts, part.c.sha256)
    for number, key, unit_of, facts, sha256 in connection.execute(query):
        found = part_seal(key, unit_of, facts) if isinstance(facts, bytes) else ""
        if found != sha256:
            yield _sealed(f"part {number}", sha256, found)
    files = metadata.tables["analysis_file"]
    lost = sa.select(sa.func.count()).where(
        files.c.part.is_not(None), files.c.part.not_in(sa.select(part.c.id))
    )
    count = connection.execute(lost).scalar_one()
    if count:
        yield Finding(Level.MISSING, "parts", "Analyses name parts that are not there.", str(count), "0")


def _sealed(item: str, recorded: str, found: str) -> Finding:
    if recorded == found:
        return Finding(Level.OK, item, "Its rows match their hash.", recorded, found)
    return Finding(Level.DIFFERS, item, "Its rows differ from their hash.", recorded, found)

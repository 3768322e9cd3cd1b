"""The tables. Names, paths, codes and texts are interned: a row is numbers, and ``text`` says what they mean.

Rows of an analysis are keyed by their owner and their position in it and are written in that order,
so loading fills each table from one end and no index has to be built afterwards.

The ids of ``text`` in evidence rows are not declared as foreign keys: each would cost a lookup per
cell, and rows are written by one function that only uses ids it holds. ``Store.check`` proves them.

Every row is covered by a hash that its readers check: a text by ``crc``, all others by a ``sha256``.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from wherefrom.domain.binding import Candidate
from wherefrom.domain.evidence import ControlRecord, Endpoint, OpenEnd, PlacedDiagnostic, TargetWriter, Visit
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.span import Location, Span
from wherefrom.domain.unit import Statement
from wherefrom.store.rows import (
    AnalysedFile,
    FieldControlRow,
    FieldRow,
    PlacedStatement,
    RulingRow,
    TargetRow,
)
from wherefrom.store.shape import Shape

APPLICATION_ID = 0x77686672
"""``whfr``: what the header of a SQLite file says when the file is ours."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

text = sa.Table(
    "text",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("value", sa.Text, nullable=False, unique=True),
    sa.Column("crc", sa.BigInteger, nullable=False),
)

unit = sa.Table(
    "unit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),
    sa.Column("content", sa.String(64), nullable=False),
    sa.Column("statements", sa.Integer, nullable=False),
    sa.Column("nodes", sa.Integer, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("understood", sa.BigInteger, nullable=False),
    sa.Column("facts", sa.LargeBinary, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.CheckConstraint("length(key) = 64", name="key"),
    sa.CheckConstraint("length(content) = 64", name="content"),
    sa.CheckConstraint("length(sha256) = 64", name="sha256"),
    sa.CheckConstraint("understood BETWEEN 0 AND total", name="understood"),
)

snapshot = sa.Table(
    "snapshot",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("snapshot_id", sa.String(80), nullable=False, unique=True),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("frozen_at", sa.String(20), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.CheckConstraint("length(sha256) = 64", name="sha256"),
)

snapshot_file = sa.Table(
    "snapshot_file",
    metadata,
    sa.Column("snapshot", sa.ForeignKey("snapshot.id"), primary_key=True),
    sa.Column("path", sa.ForeignKey("text.id"), primary_key=True),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.CheckConstraint("size >= 0", name="size"),
    sa.CheckConstraint("length(sha256) = 64", name="sha256"),
)

analysis = sa.Table(
    "analysis",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("analysis_id", sa.String(80), nullable=False, unique=True),
    sa.Column("snapshot", sa.ForeignKey("snapshot.id"), nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("versions", sa.Text, nullable=False),
    sa.Column("decision_head", sa.String(64), nullable=False),
    sa.Column("counts", sa.Text, nullable=False),
    sa.Column("state", sa.String(7), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.CheckConstraint("state IN ('RUNNING', 'DONE')", name="state"),
    sa.CheckConstraint("length(decision_head) = 64", name="decision_head"),
    sa.CheckConstraint("(state = 'DONE') = (length(sha256) = 64)", name="sealed"),
)

decision = sa.Table(
    "decision",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("prev_hash", sa.String(64), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("decision_id", sa.Text, nullable=False),
    sa.Column("subject_type", sa.String(8), nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.CheckConstraint("length(hash) = 64", name="hash"),
    sa.CheckConstraint("length(prev_hash) = 64", name="prev_hash"),
    sa.CheckConstraint("seq > 0", name="seq"),
)

part = sa.Table(
    "part",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),
    sa.Column("unit", sa.String(64), nullable=False),
    sa.Column("of_analysis", sa.ForeignKey("analysis.id"), nullable=False),
    sa.Column("facts", sa.LargeBinary, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.CheckConstraint("length(key) = 64", name="key"),
    sa.CheckConstraint("length(sha256) = 64", name="sha256"),
)


OF_ANALYSIS: dict[str, Shape[Any]] = {
    "analysis_file": Shape(AnalysedFile),
    "statement": Shape(PlacedStatement, (Statement, Location, Span)),
    "node": Shape(GraphNode),
    "edge": Shape(GraphEdge),
    "candidate": Shape(Candidate),
    "ruling": Shape(RulingRow),
    "diagnostic": Shape(PlacedDiagnostic),
}
"""Tables whose rows belong to an analysis: those of the files that it linked itself."""

TARGET = Shape(TargetRow)

OF_TARGET: dict[str, Shape[Any]] = {
    "target_writer": Shape(TargetWriter),
    "target_diagnostic": Shape(PlacedDiagnostic),
    "control": Shape(ControlRecord),
    "field": Shape(FieldRow),
}
"""Tables whose rows belong to a target."""

OF_FIELD: dict[str, Shape[Any]] = {
    "endpoint": Shape(Endpoint),
    "open_end": Shape(OpenEnd),
    "field_control": Shape(FieldControlRow),
    "visit": Shape(Visit),
}
"""Tables whose rows belong to a field of a target."""


def _columns(shape: Shape[Any]) -> list[sa.Column[int]]:
    types = {"flag": sa.SmallInteger}
    return [
        sa.Column(each.name, types.get(each.kind, sa.Integer), nullable=each.optional)
        for each in shape.columns
    ]


def _key(name: str, *references: str) -> sa.Column[int]:
    foreign = [sa.ForeignKey(each) for each in references]
    return sa.Column(name, sa.Integer, *foreign, primary_key=True, autoincrement=False)


def _kept(name: str, shape: Shape[Any], *owner: sa.Column[int] | sa.ForeignKeyConstraint) -> sa.Table:
    """Return the table of a shape: owner, 1-based position, then the columns of the value."""
    return sa.Table(
        name,
        metadata,
        *owner,
        _key("number"),
        *_columns(shape),
        sa.CheckConstraint("number > 0", name="number"),
        sqlite_with_rowid=False,
    )


for _name, _shape in OF_ANALYSIS.items():
    _kept(_name, _shape, _key("of_analysis", "analysis.id"))

target = sa.Table(
    "target",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("of_analysis", sa.ForeignKey("analysis.id"), nullable=False),
    *_columns(TARGET),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.UniqueConstraint("of_analysis", "target"),
    sa.CheckConstraint("length(sha256) = 64", name="sha256"),
)

for _name, _shape in OF_TARGET.items():
    _kept(_name, _shape, _key("of_target", "target.id"))

for _name, _shape in OF_FIELD.items():
    _kept(
        _name,
        _shape,
        _key("of_target"),
        _key("of_field"),
        sa.ForeignKeyConstraint(["of_target", "of_field"], ["field.of_target", "field.number"]),
    )

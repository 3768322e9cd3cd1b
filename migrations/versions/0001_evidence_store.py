"""The evidence store: Units, snapshots, analyses and their rows, none of which ever changes.

The columns are spelled out here and do not follow the program's values: a revision is history.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Column names by table. All are integers, most of them ids of ``text``; ``?`` may be NULL, ``!`` is 0 or 1.
OF_ANALYSIS = {
    "analysis_file": "path unit code",
    "statement": (
        "file ordinal kind span_start span_end line end_line status script conditional! targets "
        "fingerprint result conditions dynamic_sql!"
    ),
    "node": (
        "node_id kind dataset alias role placeholders file statement span_start span_end line end_line "
        "scope flags"
    ),
    "edge": (
        "edge_id kind src dst alias branch file statement span_start span_end line end_line binding_id "
        "rule? status? evidence"
    ),
    "candidate": (
        "binding_id logical_table writer_table file statement span_start span_end line end_line "
        "writer_kind writer_node rule fingerprint readers"
    ),
    "ruling": "binding_id status decision_id flags",
    "diagnostic": (
        "diagnostic_id code subject candidates message file statement span_start span_end line end_line scope"
    ),
}
OF_TARGET = {
    "target_writer": "file statement span_start span_end line end_line kind table rule manner node_id",
    "target_diagnostic": (
        "diagnostic_id code subject candidates message file statement span_start span_end line end_line scope"
    ),
    "control": (
        "control_id kind join predicate columns_here columns prior other node_id scope scope_name file "
        "statement span_start span_end line end_line diagnostics negated! input optional!"
    ),
    "field": "field ordinal tree_id resolution standing type nullable?! bindings diagnostics",
}
OF_FIELD = {
    "endpoint": (
        "kind endpoint table terminal transformation dynamic! provisional! path expression file "
        "statement span_start span_end line end_line visit_id length paths bindings rules premises"
    ),
    "open_end": "terminal at candidates file statement span_start span_end line end_line visit_id binding_id",
    "field_control": "control reach",
    "visit": (
        "visit_id parent depth node_id node_kind? dataset field expression? text transformation? edge_id "
        "edge_kind? rule? premises file statement span_start span_end line end_line scope terminal? "
        "expanded_at binding_id status? provisional! dynamic! operand! path diagnostics writer branch"
    ),
}
TARGET = "target display tables ends nodes edges candidates diagnostics"

# Whatever has been written once. A RUNNING analysis has no rows yet: they come with its turn to DONE.
KEPT = ("text", "unit", "snapshot", "snapshot_file", "target", *OF_ANALYSIS, *OF_TARGET, *OF_FIELD)


def upgrade() -> None:
    _inputs()
    _analysis()
    for name, columns in OF_ANALYSIS.items():
        _evidence(name, columns, ["of_analysis"], "analysis", ["id"])
    _target()
    for name, columns in OF_TARGET.items():
        _evidence(name, columns, ["of_target"], "target", ["id"])
    for name, columns in OF_FIELD.items():
        _evidence(name, columns, ["of_target", "of_field"], "field", ["of_target", "number"])
    for name in KEPT:
        _refuse(name, "")
    _refuse("analysis", "OLD.state = 'DONE'")


def _inputs() -> None:
    op.create_table(
        "text",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_text"),
        sa.UniqueConstraint("value", name="uq_text_value"),
    )
    op.create_table(
        "unit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("statements", sa.Integer, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("understood", sa.BigInteger, nullable=False),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_unit"),
        sa.UniqueConstraint("key", name="uq_unit_key"),
        sa.CheckConstraint("length(key) = 64", name=op.f("ck_unit_key")),
        sa.CheckConstraint("length(content) = 64", name=op.f("ck_unit_content")),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_unit_sha256")),
        sa.CheckConstraint("understood BETWEEN 0 AND total", name=op.f("ck_unit_understood")),
    )
    op.create_table(
        "snapshot",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("snapshot_id", sa.String(80), nullable=False),
        sa.Column("release", sa.Text, nullable=False),
        sa.Column("frozen_at", sa.String(20), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_snapshot"),
        sa.UniqueConstraint("snapshot_id", name="uq_snapshot_snapshot_id"),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_snapshot_sha256")),
    )
    op.create_table(
        "snapshot_file",
        sa.Column("snapshot", sa.Integer, nullable=False),
        sa.Column("path", sa.Integer, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("snapshot", "path", name="pk_snapshot_file"),
        sa.ForeignKeyConstraint(["snapshot"], ["snapshot.id"], name="fk_snapshot_file_snapshot"),
        sa.ForeignKeyConstraint(["path"], ["text.id"], name="fk_snapshot_file_path"),
        sa.CheckConstraint("size >= 0", name=op.f("ck_snapshot_file_size")),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_snapshot_file_sha256")),
    )


def _analysis() -> None:
    op.create_table(
        "analysis",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("analysis_id", sa.String(80), nullable=False),
        sa.Column("snapshot", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("decision_head", sa.String(64), nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.Column("state", sa.String(7), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_analysis"),
        sa.UniqueConstraint("analysis_id", name="uq_analysis_analysis_id"),
        sa.ForeignKeyConstraint(["snapshot"], ["snapshot.id"], name="fk_analysis_snapshot"),
        sa.CheckConstraint("state IN ('RUNNING', 'DONE')", name=op.f("ck_analysis_state")),
        sa.CheckConstraint("length(decision_head) = 64", name=op.f("ck_analysis_decision_head")),
        sa.CheckConstraint("(state = 'DONE') = (length(sha256) = 64)", name=op.f("ck_analysis_sealed")),
    )


def _target() -> None:
    op.create_table(
        "target",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("of_analysis", sa.Integer, nullable=False),
        *_columns(TARGET),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_target"),
        sa.UniqueConstraint("of_analysis", "target", name="uq_target_of_analysis_target"),
        sa.ForeignKeyConstraint(["of_analysis"], ["analysis.id"], name="fk_target_of_analysis"),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_target_sha256")),
    )


def _evidence(name: str, columns: str, owner: list[str], of: str, key: list[str]) -> None:
    """Create the table of one kind of row: owner, 1-based position, values."""
    op.create_table(
        name,
        *[sa.Column(each, sa.Integer, nullable=False, autoincrement=False) for each in (*owner, "number")],
        *_columns(columns),
        sa.PrimaryKeyConstraint(*owner, "number", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(owner, [f"{of}.{each}" for each in key], name=f"fk_{name}_{'_'.join(owner)}"),
        sa.CheckConstraint("number > 0", name=op.f(f"ck_{name}_number")),
        sqlite_with_rowid=False,
    )


def _columns(names: str) -> list[sa.Column]:
    return [
        sa.Column(each.rstrip("?!"), sa.SmallInteger if "!" in each else sa.Integer, nullable="?" in each)
        for each in names.split()
    ]


def _refuse(table: str, when: str) -> None:
    """Make the database refuse to change or remove rows."""
    said = f"rows of {table} are evidence and never change"
    condition = f"WHEN ({when})" if when else ""
    if op.get_context().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{said}'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW {condition} EXECUTE FUNCTION {table}_refuse()"
    )

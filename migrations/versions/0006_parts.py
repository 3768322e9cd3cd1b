"""What link says of one file is kept by itself, under a hash of everything that decides it.

An analysis names a part per file; its own rows are those of the files that were linked anew. Analyses of before
have no parts: all of their rows are their own.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "part",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("unit", sa.String(64), nullable=False),
        sa.Column("of_analysis", sa.Integer, nullable=False),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_part"),
        sa.UniqueConstraint("key", name="uq_part_key"),
        sa.ForeignKeyConstraint(["of_analysis"], ["analysis.id"], name="fk_part_of_analysis"),
        sa.CheckConstraint("length(key) = 64", name=op.f("ck_part_key")),
        sa.CheckConstraint("length(sha256) = 64", name=op.f("ck_part_sha256")),
    )
    op.add_column("analysis_file", sa.Column("part", sa.Integer, nullable=True))
    said = "rows of part are evidence and never change"
    if op.get_context().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER part_no_{event.lower()} BEFORE {event} ON part "
                f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION part_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{said}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER part_unchanged BEFORE UPDATE OR DELETE ON part "
        "FOR EACH ROW EXECUTE FUNCTION part_refuse()"
    )

"""The decision log's mirror: every record that ever stood in it, by its hash.

The log is the record. A record that two branches of it put elsewhere in the chain stands here twice,
as it was and as it is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "decision",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("prev_hash", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("decision_id", sa.Text, nullable=False),
        sa.Column("subject_type", sa.String(8), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_decision"),
        sa.CheckConstraint("length(hash) = 64", name=op.f("ck_decision_hash")),
        sa.CheckConstraint("length(prev_hash) = 64", name=op.f("ck_decision_prev_hash")),
        sa.CheckConstraint("seq > 0", name=op.f("ck_decision_seq")),
    )
    said = "rows of decision are evidence and never change"
    if op.get_context().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER decision_no_{event.lower()} BEFORE {event} ON decision "
                f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION decision_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{said}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER decision_kept BEFORE UPDATE OR DELETE ON decision "
        "FOR EACH ROW EXECUTE FUNCTION decision_refuse()"
    )

"""The mirror of the decision log refuses what takes rows away without deleting them.

PostgreSQL's TRUNCATE passes row triggers by, and so does SQLite's INSERT OR REPLACE.
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER decision_no_replace BEFORE INSERT ON decision "
            "WHEN EXISTS (SELECT 1 FROM decision WHERE hash = NEW.hash) "
            "BEGIN SELECT RAISE(ABORT, 'rows of decision are evidence and never change'); END"
        )
        return
    op.execute(
        "CREATE TRIGGER decision_stays BEFORE TRUNCATE ON decision "
        "FOR EACH STATEMENT EXECUTE FUNCTION decision_refuse()"
    )

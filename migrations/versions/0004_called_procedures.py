"""Which procedure a statement calls.

Analyses of before do not say it, and are made again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # No id of a text is 0: a row of before is told apart from one that calls nothing.
    op.add_column("statement", sa.Column("calls", sa.Integer, nullable=False, server_default="0"))

"""Which conditions a condition brings along: those inside what its columns are made of.

Analyses of before keep their conditions without it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("control", sa.Column("brings", sa.Integer, nullable=True))

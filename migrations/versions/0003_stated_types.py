"""What states a field's type, and what states that it may be NULL or may not: evidence beside the claim.

Analyses of before keep their claims without it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("type_stated", "nullable_stated"):
        op.add_column("field", sa.Column(name, sa.Integer, nullable=True))

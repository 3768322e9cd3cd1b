"""Bring a database to the newest revision. Alembic is only loaded where there is something to do."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from wherefrom.domain.errors import InputRefusal
from wherefrom.store.revision import HEAD

_PACKAGE = Path(__file__).parents[1]


def migrations_folder() -> Path:
    """Return the folder of the revisions: inside an installed wheel, or at the root of a checkout.

    Raises:
        InputRefusal: the installation lacks them.
    """
    for folder in (_PACKAGE / "_data" / "migrations", _PACKAGE.parents[1] / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise InputRefusal(
        f"This installation of wherefrom in {_PACKAGE} lacks its migrations. Install it again."
    )


def revision_of(connection: sa.Connection) -> str:
    """Return the revision a database is at; empty if it is none of ours or new."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return str(found or "")


def upgrade(connection: sa.Connection, store: str) -> None:
    """Run the revisions a database lacks, in the caller's transaction.

    Raises:
        InputRefusal: the database is at a revision this program does not know.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = revision_of(connection)
    if found and found not in known:
        raise InputRefusal(
            f"{store} was written by a newer wherefrom (its revision is {found}, this program knows "
            f"up to {HEAD}). Use that version, or give this run a store of its own."
        )
    command.upgrade(config, "head")

"""The made-up estate of the benchmarks, as a workspace, and what an analysis of it costs in counts."""

from __future__ import annotations

import os
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from benchmarks.estate import write

from wherefrom.app.freeze import freeze
from wherefrom.app.workspace import Workspace, run_workspace
from wherefrom.snapshot import Snapshot


def workspace(place: Path, files: int) -> Workspace:
    """Return the workspace of a run over a made-up estate."""
    return run_workspace((write(place / "sql", files),), place / "out", {"dialect": "spark"})


def frozen(where: Workspace, release: str) -> Snapshot:
    """Freeze it as it stands."""
    return freeze(where, release)


SERVER = os.environ.get("WHEREFROM_TEST_POSTGRESQL", "")
NO_SERVER = "no PostgreSQL: WHEREFROM_TEST_POSTGRESQL names none"


@contextmanager
def server_store() -> Iterator[str]:
    """Give the URL of an empty store of its own on the server."""
    schema = f"wherefrom_{uuid.uuid4().hex}"
    server = sa.create_engine(SERVER, poolclass=sa.NullPool)
    with server.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    url = sa.make_url(SERVER).update_query_dict({"options": f"-csearch_path={schema}"})
    yield url.render_as_string(hide_password=False)
    with server.begin() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {schema} CASCADE")


@contextmanager
def statements() -> Iterator[Callable[[], Counter[str]]]:
    """Count what is sent to the database, by its first word and its table."""
    counts: Counter[str] = Counter()

    def sent(*given: object) -> None:
        words = str(given[2]).split()
        verb = words[0].upper()
        if verb in {"INSERT", "UPDATE", "DELETE", "SELECT"}:
            counts[verb] += 1

    sa.event.listen(sa.Engine, "before_cursor_execute", sent)
    try:
        yield lambda: counts
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", sent)


def rows(store: Path) -> dict[str, int]:
    """Return how many rows each table of a store has; empty ones left out."""
    engine = sa.create_engine(f"sqlite:///{store}")
    with engine.connect() as connection:
        names = sa.inspect(connection).get_table_names()
        found = {
            name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one() for name in names
        }
    engine.dispose()
    return {name: int(count) for name, count in found.items() if count}

"""Open a store: create it, bring it up to date, or say why it cannot be used."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import sqlalchemy as sa

from wherefrom.domain.errors import InputRefusal
from wherefrom.store.lock import hold_server, writing
from wherefrom.store.migrate import revision_of, upgrade
from wherefrom.store.reading import Reader
from wherefrom.store.revision import HEAD
from wherefrom.store.schema import APPLICATION_ID
from wherefrom.store.trouble import REBUILD, told
from wherefrom.store.writing import Store, clear_unfinished

_BUSY_MILLISECONDS = 5000

Found = TypeVar("Found")
"""What a look at a store finds."""


@contextmanager
def open_store(location: Path | str) -> Iterator[Store]:
    """Open a store as its only writer; create it if it is not there.

    Args:
        location: A file, or the URL of a database that SQLAlchemy knows.

    Raises:
        Busy: another process writes it.
        InputRefusal: it is no store, is damaged, is newer than this program, or cannot be written.
    """
    path = _path(location)
    place = _shown(location)
    with ExitStack() as held:
        if path is not None:
            held.enter_context(_alone(path))
        with told(place):
            if path is not None and not _ours(path):
                _write_ahead(path)
            engine = _server(str(location)) if path is None else _sqlite(path, "rwc")
            held.callback(engine.dispose)
            connection = held.enter_context(engine.connect())
            with connection.begin():
                hold_server(connection, place)
                _up_to_date(connection, place)
                clear_unfinished(connection)
        yield Store(connection, place)


def at_rest(path: Path, look: Callable[[Reader], Found]) -> Found:
    """Return what a look at a store finds, and leave no trace of it.

    SQLite's readers make files beside the store, which stay. Where nobody writes none are needed; where
    somebody writes meanwhile, the look is taken again as any reader takes it.

    Raises:
        InputRefusal: as ``read_store``, or what ``look`` raises.
    """
    before = _lies(path)
    if before is not None:
        try:
            found = _look(path, look)
        except InputRefusal:
            if _lies(path) == before:
                raise
        else:
            if _lies(path) == before and found is not None:
                return found
    with read_store(path) as store:
        return look(store)


def _look(path: Path, look: Callable[[Reader], Found]) -> Found | None:
    """Return what a look finds; None where the store has to be brought up to date first."""
    place = str(path)
    if not _ours(path, "still"):
        return None
    with ExitStack() as held:
        with told(place):
            engine = _sqlite(path, "still")
            held.callback(engine.dispose)
            connection = held.enter_context(engine.connect())
        return look(Reader(connection, place))


def _lies(path: Path) -> tuple[int, int, int] | None:
    """Return the state of a store's file; None where not all of the store is in it: a run writes, or was killed."""
    ahead, journal = (path.with_name(path.name + left) for left in ("-wal", "-journal"))
    if not path.is_file() or journal.exists() or (ahead.exists() and ahead.stat().st_size):
        return None
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


@contextmanager
def read_store(location: Path | str) -> Iterator[Reader]:
    """Open a store for reading. It may be written meanwhile, and may lie on a read-only medium.

    Raises:
        Busy: it has to be brought up to date and another process writes it.
        InputRefusal: there is none, it is no store, is damaged, or is newer than this program.
    """
    path = _path(location)
    if path is not None and not path.is_file():
        raise InputRefusal(f"There is no store at {path}. Analyse a release first.")
    if not (_up_to_date_server(location) if path is None else _ours(path)):
        with open_store(location):
            pass
    place = _shown(location)
    with ExitStack() as held:
        with told(place):
            engine = _server(str(location)) if path is None else _sqlite(path, "ro")
            held.callback(engine.dispose)
            connection = held.enter_context(engine.connect())
        yield Reader(connection, place)


def _up_to_date_server(location: Path | str) -> bool:
    with told(_shown(location)), _server(str(location)).connect() as connection:
        return revision_of(connection) == HEAD


def _path(location: Path | str) -> Path | None:
    """Return the file of a SQLite store; None where another database is named by URL."""
    if isinstance(location, Path) or "://" not in location:
        return Path(location)
    url = _url(location)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _url(location: str) -> sa.URL:
    try:
        return sa.make_url(location)
    except sa.exc.ArgumentError as trouble:
        raise InputRefusal(
            "The store's URL cannot be read. It looks like postgresql+psycopg://user@host/name."
        ) from trouble


def _shown(location: Path | str) -> str:
    """Return how a store is called in messages: without a password."""
    path = _path(location)
    return str(path) if path is not None else _url(str(location)).render_as_string(hide_password=True)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    if path.is_dir():
        raise InputRefusal(f"{path} is a folder. Name the file of the store.")
    with ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(writing(path))
        except OSError as trouble:
            raise InputRefusal(
                f"{path} cannot be written: {trouble.strerror}. Name a store in a folder that can be."
            ) from trouble
        yield


def _ours(path: Path, mode: str = "ro") -> bool:
    """Return whether a file is a store that is up to date; False if it is new, empty or older.

    Raises:
        InputRefusal: it belongs to another program, or is damaged.
    """
    if not path.exists() or path.stat().st_size == 0:
        return False
    with told(str(path)), ExitStack() as held:
        if path.with_name(path.name + "-journal").exists() and os.access(path.parent, os.W_OK):
            _take_back(path)
        raw = _raw(path, mode)
        held.callback(raw.close)
        (application,) = raw.execute("PRAGMA application_id").fetchone()
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables and application in {0, APPLICATION_ID}:
            return False
        if application != APPLICATION_ID:
            raise InputRefusal(
                f"{path} belongs to another program: it is an SQLite file, and no store of wherefrom. "
                "Nothing was changed. Name another file for the store."
            )
        if "alembic_version" not in tables:
            raise InputRefusal(f"{path} is damaged: it does not say its revision. {REBUILD}")
        found = raw.execute("SELECT version_num FROM alembic_version").fetchone()
        return found is not None and found[0] == HEAD


def _raw(path: Path, mode: str) -> sqlite3.Connection:
    sealed = mode == "ro" and not os.access(path.parent, os.W_OK)
    if sealed and not path.with_name(path.name + "-wal").exists():
        # Nothing can write here, and SQLite could not create the files that it shares with writers.
        mode = "still"
    how = "mode=ro&immutable=1" if mode == "still" else f"mode={mode}"
    uri = f"file:{quote(str(path.absolute()))}?{how}"
    raw = sqlite3.connect(
        uri, uri=True, timeout=_BUSY_MILLISECONDS / 1000, isolation_level=None, check_same_thread=False
    )
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("PRAGMA synchronous = NORMAL")
    return raw


def _sqlite(path: Path, mode: str) -> sa.Engine:
    """Return an engine whose transactions are begun by us: the driver would leave DDL outside of them."""
    engine = sa.create_engine("sqlite://", creator=lambda: _raw(path, mode), poolclass=sa.NullPool)
    statement = "BEGIN" if mode != "rwc" else "BEGIN IMMEDIATE"
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(statement))
    return engine


def _server(url: str) -> sa.Engine:
    try:
        return sa.create_engine(url, poolclass=sa.NullPool)
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ModuleNotFoundError) as trouble:
        shown = url.split("://", maxsplit=1)[0]
        raise InputRefusal(f"The store's URL ({shown}://…) cannot be used: {trouble}.") from trouble


def _take_back(path: Path) -> None:
    """Take back what a run had begun that was killed while it made the store: a reader cannot."""
    raw = _raw(path, "rw")
    try:
        raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    finally:
        raw.close()


def _write_ahead(path: Path) -> None:
    """Readers go on while a writer works. The mode stays in the file, and cannot be set in a transaction."""
    raw = _raw(path, "rwc")
    try:
        raw.execute("PRAGMA journal_mode = WAL")
    finally:
        raw.close()


def _up_to_date(connection: sa.Connection, place: str) -> None:
    if revision_of(connection) == HEAD:
        return
    upgrade(connection, place)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")

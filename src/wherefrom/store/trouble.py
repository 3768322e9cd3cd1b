"""What a database says, as a paragraph for the person who meets it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from wherefrom.domain.errors import Busy, InputRefusal, Refusal

REBUILD = (
    "Everything in a store can be rebuilt from the snapshots and the governance files: "
    "delete the file and analyse again."
)


@contextmanager
def told(store: str) -> Iterator[None]:
    """Turn what the database raises about the file itself into a refusal that names the store.

    Raises:
        InputRefusal: the file is no store, is damaged, or cannot be read or written.
        Busy: the database stayed locked for longer than the busy timeout.
    """
    try:
        yield
    except UnicodeDecodeError as trouble:
        # The driver's words about a damaged file quote the damage.
        raise damaged(store, "it holds text that is no UTF-8") from trouble
    except (sqlite3.Error, DBAPIError) as trouble:
        cause = trouble.orig if isinstance(trouble, DBAPIError) else trouble
        if isinstance(trouble, OperationalError) and not isinstance(cause, sqlite3.Error):
            said = " ".join(str(cause).split())
            raise InputRefusal(f"The store {store} cannot be reached: {said}") from trouble
        # The statements are fixed: what is left for these two classes is the state of the file.
        if type(cause) not in {sqlite3.OperationalError, sqlite3.DatabaseError}:
            raise
        raise _refusal(store, str(cause)) from trouble


def damaged(store: str, what: str) -> InputRefusal:
    """Return the refusal for a store whose content is not what was written."""
    return InputRefusal(f"{store} is damaged: {what}. {REBUILD}")


def _refusal(store: str, said: str) -> Refusal:
    low = said.lower()
    if "locked" in low:
        return Busy(f"{store}: another program keeps this store locked. Wait until it has ended.")
    if "disk is full" in low:
        return InputRefusal(f"{store}: the disk is full. What was stored before is still whole.")
    if "disk i/o" in low:
        return InputRefusal(
            f"{store} cannot be read or written ({said}): the disk fails. What was stored before is still whole "
            "if it can be read again."
        )
    if "readonly" in low or "unable to open" in low:
        return InputRefusal(f"{store} cannot be opened ({said}). Check the path and its permissions.")
    if "not a database" in low:
        return InputRefusal(f"{store} is not a store: it is no SQLite file. {REBUILD}")
    return damaged(store, said)

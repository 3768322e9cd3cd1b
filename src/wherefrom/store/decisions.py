"""The mirror of the decision log: records by hash, added and never changed.

The log on disk is the record. The mirror only ever grows, so that a record which is gone from the
log is noticed; a store made anew holds what the log holds now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
import sqlalchemy as sa

from wherefrom.domain.decision import GENESIS
from wherefrom.domain.decision_chain import record_hash, record_line
from wherefrom.domain.finding import Finding, Level
from wherefrom.store.bulk import insert_all
from wherefrom.store.schema import decision

_COLUMNS = ("hash", "prev_hash", "seq", "decision_id", "subject_type", "subject", "record")

Values = Mapping[str, object]


def add_decisions(connection: sa.Connection, records: Iterable[Values]) -> int:
    """Add the records that the mirror lacks; return how many those were.

    Args:
        connection: An open transaction.
        records: Records as JSON values, in log order.
    """
    known = set(connection.execute(sa.select(decision.c.hash)).scalars())
    rows = [_row(values) for values in records]
    new = [row for row in rows if row[0] not in known]
    insert_all(connection, decision, new, _COLUMNS)
    return len(new)


def chain_of(connection: sa.Connection, head: str) -> tuple[Values, ...]:
    """Return the records that a head stands for, in log order.

    Args:
        connection: An open transaction.
        head: Hash of the last record, hex; 64 zeros for none.

    Raises:
        KeyError: a record of the chain is not there.
        ValueError: a record differs from its hash.
    """
    rows = connection.execute(sa.select(decision.c.hash, decision.c.prev_hash, decision.c.record))
    known = {found: (before, record) for found, before, record in rows}
    chain: list[Values] = []
    while head != GENESIS:
        before, record = known[head]
        values = msgspec.json.decode(record, type=dict[str, object])
        if record_hash(values) != f"sha256:{head}":
            raise ValueError(f"decision {head} differs from its hash")
        chain.append(values)
        head = before
    return tuple(reversed(chain))


def ids_gone(connection: sa.Connection, hashes: frozenset[str]) -> tuple[str, ...]:
    """Return ``decision_id (hash)`` of the mirrored records whose hash is not among some; by seq."""
    rows = connection.execute(
        sa.select(decision.c.decision_id, decision.c.hash).order_by(decision.c.seq, decision.c.hash)
    )
    return tuple(f"{name} ({found[:12]})" for name, found in rows if found not in hashes)


def decision_findings(connection: sa.Connection) -> Iterator[Finding]:
    """Yield what a check of the mirror finds, one per record."""
    query = sa.select(*[decision.c[name] for name in _COLUMNS]).order_by(decision.c.seq, decision.c.hash)
    for row in connection.execute(query):
        item = f"decision {row.decision_id}"
        try:
            values = msgspec.json.decode(row.record, type=dict[str, object])
            whole = tuple(row) == _row(values) and record_hash(values) == f"sha256:{row.hash}"
        except (ValueError, KeyError, TypeError):
            whole = False
        if whole:
            yield Finding(Level.OK, item, "The record matches its hash.", row.hash, row.hash)
        else:
            yield Finding(Level.DIFFERS, item, "The record differs from its hash.", row.hash)


def _row(values: Values) -> tuple[object, ...]:
    subject = values["binding_id"] if "binding_id" in values else values["subject"]
    return (
        str(values["hash"]).removeprefix("sha256:"),
        str(values["prev_hash"]).removeprefix("sha256:"),
        values["seq"],
        values["decision_id"],
        values["subject_type"],
        subject,
        record_line(values).decode().removesuffix("\n"),
    )

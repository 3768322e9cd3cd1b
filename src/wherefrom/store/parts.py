"""Parts: what link says of one file, kept by itself, and an analysis put together from them."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec
import sqlalchemy as sa

from wherefrom.domain.binding import Status
from wherefrom.domain.dataset import EdgeKind
from wherefrom.domain.graph import GraphEdge, GraphNode
from wherefrom.domain.outline import Outline
from wherefrom.domain.rest import collector_at_rest
from wherefrom.store.bulk import chunks, fetch_all, insert_all
from wherefrom.store.interning import checksum
from wherefrom.store.queries import owned
from wherefrom.store.rows import AnalysedFile, KeptPart, NewPart
from wherefrom.store.schema import OF_ANALYSIS, metadata, part, text
from wherefrom.store.seal import part_seal

_DECODER = msgspec.msgpack.Decoder(Outline)
_LEVEL = 1
_AT_ONCE = 500
_COLUMNS = (part.c.id, part.c.key, part.c.unit, part.c.of_analysis, part.c.facts, part.c.sha256)


def parts_of(connection: sa.Connection, number: int) -> dict[str, KeptPart]:
    """Return the parts of an analysis by path, in path order.

    Raises:
        ValueError: one of them, or a path, differs from its hash.
    """
    files = metadata.tables["analysis_file"]
    query = (
        sa.select(text.c.value, text.c.crc, *_COLUMNS)
        .join_from(files, part, part.c.id == files.c.part)
        .join(text, text.c.id == files.c.path)
        .where(files.c.of_analysis == number)
        .order_by(files.c.number)
    )
    with collector_at_rest():
        return {_path(path, crc): _kept(*columns) for path, crc, *columns in fetch_all(connection, query)}


def contents_of(connection: sa.Connection, number: int) -> dict[str, str]:
    """Return the sha256 hex of every file of a snapshot by path.

    Raises:
        ValueError: a path differs from its hash.
    """
    files = metadata.tables["snapshot_file"]
    query = sa.select(text.c.value, text.c.crc, files.c.sha256).join(text, text.c.id == files.c.path)
    found = fetch_all(connection, query.where(files.c.snapshot == number))
    return {_path(path, crc): sha256 for path, crc, sha256 in found}


def _path(path: str, crc: int) -> str:
    if checksum(path) != crc:
        raise ValueError(f"path '{path}' differs from its checksum")
    return path


def parts_by_key(connection: sa.Connection, keys: list[str]) -> dict[str, KeptPart]:
    """Return the parts that the store holds of some keys.

    Raises:
        ValueError: one of them differs from its hash.
    """
    found = {}
    for some in chunks(keys, _AT_ONCE):
        for row in fetch_all(connection, sa.select(*_COLUMNS).where(part.c.key.in_(some))):
            kept = _kept(*row)
            found[kept.key] = kept
    return found


def add_parts(
    connection: sa.Connection, number: int, first: int, parts: Mapping[str, NewPart]
) -> dict[str, int]:
    """Insert the parts that an analysis linked itself; return the id of every part by its path.

    Args:
        connection: An open transaction.
        number: Id of the analysis.
        first: An id that is free, and those after it.
        parts: By path.
    """
    ids: dict[str, int] = {}
    rows: list[tuple[Any, ...]] = []
    for path, each in parts.items():
        if isinstance(each, KeptPart):
            ids[path] = each.number
            continue
        ids[path] = first + len(rows)
        facts = zlib.compress(msgspec.msgpack.encode(each.outline), _LEVEL)
        sealed = part_seal(each.key, each.unit, facts)
        rows.append((ids[path], each.key, each.unit, number, facts, sealed))
    insert_all(connection, part, rows)
    return ids


def _kept(number: int, key: str, unit: str, of_analysis: int, facts: bytes, sha256: str) -> KeptPart:  # a row
    if part_seal(key, unit, facts) != sha256:
        raise ValueError(f"part {number} differs from its hash")
    return KeptPart(key, unit, _DECODER.decode(zlib.decompress(facts)), number, of_analysis)


def rows_together(
    connection: sa.Connection,
    table: str,
    files: tuple[AnalysedFile, ...],
    standing: Mapping[str, Status],
    prove: Callable[[int], None],
) -> list[Any]:
    """Return the statements, nodes or edges of an analysis from wherever its parts have theirs.

    Args:
        connection: An open transaction.
        table: ``statement``, ``node`` or ``edge``.
        files: Those of the analysis, each with its part.
        standing: What stands for each binding.
        prove: Makes sure that the rows of an analysis are those that were written.
    """
    by_owner: dict[int, set[str]] = defaultdict(set)
    ids = {each.part: each.path for each in files if each.part is not None}
    for some in chunks(sorted(ids), _AT_ONCE):
        for number, owner in fetch_all(
            connection, sa.select(part.c.id, part.c.of_analysis).where(part.c.id.in_(some))
        ):
            by_owner[owner].add(ids[number])
    found: list[Any] = []
    for owner, paths in sorted(by_owner.items()):
        prove(owner)
        values = owned(connection, table, OF_ANALYSIS[table], of_analysis=owner)
        if table == "statement":
            found += [each for each in values if each.file in paths]
        elif table == "node":
            found += [each for each in values if each.location.file in paths]
        else:
            nodes: list[GraphNode] = owned(connection, "node", OF_ANALYSIS["node"], of_analysis=owner)
            inside = {each.node_id for each in nodes if each.location.file in paths}
            found += [_standing(each, standing) for each in values if _owner(each) in inside]
    if table == "edge":
        return sorted(found, key=lambda each: (each.location, each.kind, each.edge_id))
    order = {each.path: at for at, each in enumerate(files)}
    return sorted(found, key=lambda each: order[each.file if table == "statement" else each.location.file])


def _owner(edge: GraphEdge) -> str:
    """Return the node an edge belongs to, as ``lineage.cut`` has it."""
    return edge.src if edge.kind is EdgeKind.COMMAND else edge.dst


def _standing(edge: GraphEdge, standing: Mapping[str, Status]) -> GraphEdge:
    return replace(edge, status=standing.get(edge.binding_id, Status.PENDING)) if edge.binding_id else edge

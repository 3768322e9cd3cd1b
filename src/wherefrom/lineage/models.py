"""Bare queries that references name: each is the table of its file's name (method 1.5, PROJECT_REF).

A file that calls ``ref`` or ``config`` says itself that it is a model. One that holds a query and nothing else is
known to be one by the reference of another file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from wherefrom.domain.dataset import Node, NodeKind, Table
from wherefrom.domain.dialects import DIALECTS, canonical_part, fold
from wherefrom.domain.names import TableName
from wherefrom.domain.outline import Interface
from wherefrom.domain.unit import Branch, Effect, Mapping, Writer, WriterKind
from wherefrom.lineage.estate import EstateFile
from wherefrom.lineage.interface import interface_of
from wherefrom.lineage.neighbours import Linkable

_TARGET = -2
"""Relation ordinal of a scope's target."""


def models(files: Iterable[tuple[str, Interface]]) -> frozenset[str]:
    """Return the paths of the bare queries that are models; of several with one name none is meant for sure.

    Args:
        files: Path and interface of every file of an estate.
    """
    referred: set[str] = set()
    owned: set[str] = set()
    bare: dict[str, list[str]] = defaultdict(list)
    for path, interface in files:
        referred.update(map(fold, interface.refers))
        owned.update(map(fold, interface.owns))
        if interface.bare:
            bare[fold(_stem(path))].append(path)
    return frozenset(
        paths[0] for name, paths in bare.items() if len(paths) == 1 and name in referred and name not in owned
    )


def with_models(files: Sequence[EstateFile]) -> tuple[EstateFile, ...]:
    """Return the files of a whole estate, its models as such."""
    if not any("ref" in each for file in files for each in file.unit.placeholders):
        return tuple(files)
    found = models((file.path, interface_of(file.unit)) for file in files)
    return tuple(as_model(file) if file.path in found else file for file in files)


def linkable_model(file: Linkable) -> Linkable:
    """Return a model as the others see it: it writes the table of its name."""
    stem = _stem(file.path)
    interface = replace(file.interface, writes=tuple(sorted({stem, fold(stem)})))
    return replace(file, unit=f"{file.unit} model", interface=interface)


def as_model(file: EstateFile) -> EstateFile:
    """Return a bare query as what fills the table of its file's name."""
    unit = file.unit
    query = next(each for each in unit.statements if each.result >= 0)
    name = canonical_part(_stem(file.path), quoted=False, folding=DIALECTS[unit.dialect].tables)
    body = Table(TableName((name,), _stem(file.path), reference=True), "target")
    target = Node(
        len(unit.nodes), NodeKind.PHYSICAL_TABLE, query.ordinal, "root", _TARGET, name, query.span, body
    )
    branch = Branch(query.result, Mapping.NAME)
    writer = Writer(query.ordinal, WriterKind.CREATE_TABLE_AS, target.index, (branch,), Effect.OVERWRITE)
    filling = structs.replace(query, kind="CREATE_TABLE_AS", targets=(name,), result=-1)
    statements = tuple(filling if each is query else each for each in unit.statements)
    made = structs.replace(unit, statements=statements, nodes=(*unit.nodes, target), writers=(writer,))
    return EstateFile(file.path, made, model=True)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].split(".")[0]

"""How a file meets the others of its estate, from its Unit alone."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.domain.dataset import Call, Select, Table, TableFunction
from wherefrom.domain.names import TableName
from wherefrom.domain.outline import Interface
from wherefrom.domain.unit import PARTS, StatementStatus, Unit
from wherefrom.lineage.calls import procedure


def interface_of(unit: Unit) -> Interface:
    """Return by which names a Unit meets others."""
    tables = [node.body for node in unit.nodes if isinstance(node.body, Table)]
    parts = [*_parts(unit)]
    copied = [step.like for step in unit.ddl if step.like is not None]
    copied += [each for pair in parts for each in pair]
    written = [*_written(unit), *(part for part, _ in parts)]
    read = [*copied, *(each.name for each in tables if each.role == "read")]
    functions = [node.body for node in unit.nodes if isinstance(node.body, TableFunction)]
    called = [each.calls for each in unit.statements if each.calls]
    called += [each.function for each in functions if not each.known]
    called += [name for node in unit.nodes if isinstance(node.body, Call) for name in node.body.names]
    bodies = [each.script for each in unit.statements if each.script]
    bodies += [each.name for each in unit.routines]
    return Interface(
        writes=_lasts(written),
        reads=_lasts(read),
        copies=_lasts(copied),
        defines=tuple(sorted(set(map(_routine, bodies)))),
        calls=tuple(sorted(set(map(_routine, called)))),
        anywhere=any(map(_open, written)),
        open=any(map(_open, read)),
        shares=any(each.name.temporary and each.name.canonical.startswith("#") for each in tables),
        refers=_lasts([name for name in read if name.reference and len(name.parts) == 1]),
        owns=_lasts([name for name in written if name.reference]),
        bare=_is_bare(unit),
    )


def _is_bare(unit: Unit) -> bool:
    """Whether a file holds one query and nothing else that reads or writes."""
    queries = [each for each in unit.statements if each.result >= 0]
    others = (each.status for each in unit.statements if each.result < 0)
    alone = len(queries) == 1 and all(each is StatementStatus.NO_DATA for each in others)
    return alone and not (unit.writers or unit.events or unit.ddl or unit.routines)


def _written(unit: Unit) -> Iterator[TableName]:
    for node in unit.nodes:
        if isinstance(node.body, Table) and node.body.role == "target":
            yield node.body.name
    yield from (each.name for each in unit.events)
    yield from (each.name for each in unit.ddl)


def _parts(unit: Unit) -> Iterator[tuple[TableName, TableName]]:
    """Yield the tables that a file makes part of others, each with the other: what writes one, writes both."""
    for writer in unit.writers:
        if writer.kind in PARTS:
            query, target = unit.nodes[writer.branches[0].node].body, unit.nodes[writer.target].body
            part = unit.nodes[query.inputs[0].node].body if isinstance(query, Select) else None
            if isinstance(part, Table) and isinstance(target, Table):
                yield part.name, target.name


def _routine(name: str) -> str:
    """Return the last part of a routine's name: link tells routines apart by more, and never by less."""
    return procedure(name).rpartition(".")[2]


def _lasts(names: list[TableName]) -> tuple[str, ...]:
    return tuple(sorted({name.parts[-1] for name in names if not name.temporary}))


def _open(name: TableName) -> bool:
    """Whether a name may be that of many tables: more than a placeholder of its own file."""
    if name.temporary or (name.only_placeholder and not name.reference):
        return False
    return any(each in name.parts[-1] for each in name.placeholders)

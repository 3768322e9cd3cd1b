"""Tables whose rows are those of another, too: PostgreSQL's partitions and child tables (method 1.5)."""

from __future__ import annotations

from sqlglot import exp

from wherefrom.domain.names import TableName
from wherefrom.domain.unit import Effect, StatementStatus, WriterKind
from wherefrom.extract import names
from wherefrom.extract.draft import Here
from wherefrom.extract.statement.reading import Reading
from wherefrom.extract.statement.targets import add_event
from wherefrom.extract.statement.words import Words
from wherefrom.extract.statement.writers import copy_table


def read_wholes(here: Here, node: exp.Create, part: TableName) -> tuple[TableName, ...]:
    """Read PARTITION OF and INHERITS of a CREATE TABLE; return the tables whose columns it has, in order."""
    properties = node.args.get("properties")
    found: list[TableName] = []
    for each in properties.expressions if properties is not None else ():
        kind = WriterKind.INHERITS if isinstance(each, exp.InheritsProperty) else WriterKind.PARTITION
        if isinstance(each, exp.PartitionedOfProperty):
            given = [each.this.this if isinstance(each.this, exp.Schema) else each.this]
        else:
            given = each.expressions if isinstance(each, exp.InheritsProperty) else []
        for table in given:
            whole = names.table(here.draft, table)
            copy_table(here, kind, part, whole, Effect.APPEND)
            found.append(whole)
    return tuple(found)


def read_joining(here: Here, words: Words, table: TableName) -> Reading | None:
    """Read ALTER TABLE … ATTACH PARTITION, DETACH PARTITION and INHERIT; None for anything else."""
    if words.take("DETACH", "PARTITION"):
        part = words.name()
        if part is None:
            return None
        add_event(here, part, Effect.DETACH)
        return Reading("ALTER", StatementStatus.PARSED)
    kind = next((kind for head, kind in _JOINING.items() if words.take(*head)), None)
    other = words.name() if kind is not None else None
    if kind is None or other is None:
        return None
    part, whole = (other, table) if kind is WriterKind.PARTITION else (table, other)
    copy_table(here, kind, part, whole, Effect.APPEND)
    return Reading("ALTER", StatementStatus.PARSED)


_JOINING = {("ATTACH", "PARTITION"): WriterKind.PARTITION, ("INHERIT",): WriterKind.INHERITS}

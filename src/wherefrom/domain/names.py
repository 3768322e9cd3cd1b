"""Canonical names (method 1.4): how a dataset or a column is called everywhere."""

from __future__ import annotations

from msgspec import Struct


class TableName(Struct, frozen=True, gc=False, array_like=True, order=True):
    """The name of a logical table.

    Attributes:
        parts: Canonical parts, catalog first, last the table. Folded parts are lower case; a part
            whose quotes carry meaning is held with its double quotes (``"City Key"``);
            placeholders stand as written (``${env}_ods``). Never empty.
        written: The name as the SQL spells it, placeholders as written.
        placeholders: The placeholders in the name, in order; not empty means *dynamic*.
        defaulted: Number of leading parts that came from the configured default catalog or
            schema. Parts from USE or search_path are proven by the file and are not counted.
        temporary: A session-scoped table: visible in its own script only.
        reference: A project reference (dbt ``ref``/``source``, a file that is its own target).
        searched: Schemas, with their catalogs where those are known, of a search_path with several: the table may
            stand in any of them, and ``parts`` holds none. Empty for any other name.
    """

    parts: tuple[str, ...]
    written: str
    placeholders: tuple[str, ...] = ()
    defaulted: int = 0
    temporary: bool = False
    reference: bool = False
    searched: tuple[str, ...] = ()

    @property
    def canonical(self) -> str:
        """The parts joined by a dot: the logical table's identity."""
        return ".".join(self.parts)

    @property
    def only_placeholder(self) -> bool:
        """Whether the table part is nothing but a placeholder: it means something in its file only."""
        return self.parts[-1] in self.placeholders

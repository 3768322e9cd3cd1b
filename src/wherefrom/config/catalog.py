"""Catalog files: the columns of tables that no SQL of the project creates (method 1.6, schema evidence).

The form::

    tables:
      - name: ods.orders
        columns:
          - {name: id, type: bigint, nullable: false}
          - amount
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from wherefrom.config.catalog_names import column_name, name_fault, table_name
from wherefrom.config.project import FileSettings
from wherefrom.config.strict_yaml import Listed, Mapped, Scalar, YamlFault, YamlNode, read_yaml
from wherefrom.domain.complaint import Complaint
from wherefrom.domain.dialects import DIALECTS
from wherefrom.domain.unit import ColumnDefinition, Ddl, DdlChange

_SHOWN = 60  # characters of a wrong value
_KEYS = {"file": ("tables",), "table": ("name", "columns"), "column": ("name", "type", "nullable")}
_NULLABLE = {"true": True, "false": False}


def read_catalog(
    path: str, text: str, settings: FileSettings
) -> tuple[tuple[Ddl, ...], tuple[Complaint, ...]]:
    """Read a catalog file.

    Args:
        path: Its snapshot path, for complaints.
        text: Decoded, without a byte order mark.
        settings: Dialect and defaults by which names are read.

    Returns:
        One CREATE per table (statement 0), and what a person has to mend, by line. With a complaint nothing
        in the file counts.
    """
    try:
        root = read_yaml(text)
    except YamlFault as fault:
        return (), (Complaint(path, fault.line, "file", fault.found, fault.wanted),)
    reader = _Catalog(path, settings)
    tables = tuple(reader.tables(root))
    return tables, tuple(sorted(reader.complaints))


class _Catalog:
    """Reads nodes into DDL and keeps what is wrong."""

    def __init__(self, path: str, settings: FileSettings) -> None:
        self._path = path
        self._settings = settings
        self._facts = DIALECTS[settings.dialect]
        self._columns: dict[int, tuple[YamlNode, tuple[ColumnDefinition, ...]]] = {}
        self.complaints: list[Complaint] = []

    def tables(self, root: YamlNode) -> Iterator[Ddl]:
        listed = self._entries(root, "file").get("tables")
        if listed is None:
            return
        seen: dict[str, int] = {}
        for node in self._items(listed, "tables"):
            made = self._table(node)
            if made is None:
                continue
            name = made.name.canonical
            if name in seen:
                self._complain(
                    node, "name", made.name.written, f"the table stands on line {seen[name]} already"
                )
            seen.setdefault(name, node.span.line)
            yield made

    def _table(self, node: YamlNode) -> Ddl | None:
        entries = self._entries(node, "table")
        name, columns = entries.get("name"), entries.get("columns")
        if name is None or columns is None:
            for key in ("name", "columns"):
                if isinstance(node, Mapped) and key not in entries:
                    self._complain(node, key, "", f"a table needs its {key}")
            return None
        written = self._text(name, "name")
        fault = name_fault(written, self._facts)
        if fault:
            self._complain(name, "name", written, fault)
            return None
        table = table_name(written, self._settings, self._facts)
        return Ddl(0, node.span, table, DdlChange.CREATE, self._all_columns(columns))

    def _all_columns(self, node: YamlNode) -> tuple[ColumnDefinition, ...]:
        """Return the columns of a list; one that several tables share by alias is read once."""
        if id(node) not in self._columns:
            found: dict[str, ColumnDefinition] = {}
            for each in self._items(node, "columns"):
                made = self._column(each)
                if made is None:
                    continue
                if made.name in found:
                    self._complain(each, "name", made.name, "the table has the column already")
                found.setdefault(made.name, made)
            if isinstance(node, Listed) and not node.items:
                self._complain(node, "columns", "[]", "a table has at least one")
            self._columns[id(node)] = (node, tuple(found.values()))
        return self._columns[id(node)][1]

    def _column(self, node: YamlNode) -> ColumnDefinition | None:
        entries = {"name": node} if isinstance(node, Scalar) else self._entries(node, "column")
        given = entries.get("name")
        if given is None:
            if isinstance(node, Mapped):
                self._complain(node, "name", "", "a column needs its name")
            return None
        written = self._text(given, "name")
        fault = name_fault(written, self._facts, single=True)
        if fault:
            self._complain(given, "name", written, fault)
            return None
        kind = self._text(entries["type"], "type") if "type" in entries else ""
        if "type" in entries and (not kind.strip() or not kind.isprintable()):
            self._complain(entries["type"], "type", kind, "write the type as in DDL, or leave it out")
        return ColumnDefinition(
            column_name(written, self._facts),
            kind.strip(),
            self._nullable(entries.get("nullable")),
            span=node.span,
        )

    def _nullable(self, node: YamlNode | None) -> bool | None:
        if node is None:
            return None
        text = self._text(node, "nullable")
        if text.lower() not in _NULLABLE:
            self._complain(node, "nullable", text, "write true or false")
        return _NULLABLE.get(text.lower())

    def _entries(self, node: YamlNode, what: str) -> dict[str, YamlNode]:
        if not isinstance(node, Mapped):
            self._complain(node, what, _shape(node), f"write a mapping with {', '.join(_KEYS[what])}")
            return {}
        known = _KEYS[what]
        for key, _ in node.entries:
            if key.text not in known:
                close = difflib.get_close_matches(key.text, known, n=1)
                hint = f"the nearest known is '{close[0]}'" if close else f"known are {', '.join(known)}"
                self._complain(key, "key", key.text, hint)
        if what == "file" and not any(key.text == "tables" for key, _ in node.entries):
            self._complain(node, what, "without tables", "begin it with 'tables:'")
        return {key.text: value for key, value in node.entries}

    def _items(self, node: YamlNode, what: str) -> tuple[YamlNode, ...]:
        if isinstance(node, Listed):
            return node.items
        self._complain(node, what, _shape(node), "write a list")
        return ()

    def _text(self, node: YamlNode, cell: str) -> str:
        if isinstance(node, Scalar):
            return node.text
        self._complain(node, cell, _shape(node), "write one text")
        return ""

    def _complain(self, node: YamlNode, cell: str, found: str, wanted: str) -> None:
        shown = found if len(found) <= _SHOWN else f"{found[:_SHOWN]}…"
        shown = "".join(c if c.isprintable() else "?" for c in shown)
        made = Complaint(self._path, node.span.line, cell, shown, wanted)
        if made not in self.complaints[-2:]:
            self.complaints.append(made)


def _shape(node: YamlNode) -> str:
    if isinstance(node, Scalar):
        return node.text
    return "a list" if isinstance(node, Listed) else "a mapping"

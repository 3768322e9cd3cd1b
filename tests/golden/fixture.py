"""Read, run, compare and lay out golden SQL files. The file is the whole specification.

A file holds the cases of one family. Lines decide where a case begins, never semicolons::

    -- case:    one input, one column
    -- why:     The alias names the only input.
    -- dialect: postgres
    -- target:  mart.parcel

    CREATE TABLE mart.parcel AS
    SELECT p.parcel_no, weight     --! CODE candidate, candidate
    FROM   post.parcel AS p;

    -- expect value
    --   field     | origin                | line
    --   parcel_no | post.parcel.parcel_no | 2

Header keys: ``case``, ``why``, ``dialect``, ``target``; optional ``accept`` (``no_premises`` or
``confirmed_only``), ``newlines`` (``crlf``) and ``longest`` (characters of a statement that is read). A header line without a key goes on with the one before.
Several files: each begins with ``-- file: path``. Lines are 1-based and count from the first line of SQL of
their file; with several files a place is ``path:line``.

Blocks, each compared exactly, in both directions and without regard to order:

- ``value``: field | origin | line. Origins are ``table.column`` with the path below it, ``constant 'x'``,
  ``generated COUNT(*)``, ``parameter @run``, ``prior table.column``; ``-`` for a field without one. The line is
  that of the projection that names the origin.
- ``control``: field, or ``*`` for all fields | kind, with the side of an outer join | column, or ``-`` where
  no condition of that kind on that line has one | line.
- ``open``: field | reason | where the path ends. A case without this block has no open end.
- ``diagnostics``: code | candidates | line, for those that cannot stand beside the SQL. All others are
  inline: ``--! CODE candidates`` on the line they speak of. Markers are taken out before the SQL is run.
- ``steps`` (field | origin | transformation), ``standing`` (field | resolution | standing), ``writers``
  (table | rule | line), ``tables`` (the closure), ``runs`` (call | its line | what it runs: a table that is
  written, or another call | its line) and ``types`` (field | type, ``-`` where none is stated | may
  it be NULL, ``-`` where nothing says | what states the one and the other, each with its line) are compared
  where a case has them.

A file whose name ends in ``.yml`` is a catalog of known tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

FOLDER = Path(__file__).parent
COLUMNS: dict[str, tuple[str, ...]] = {
    "value": ("field", "origin", "line"),
    "control": ("field", "kind", "column", "line"),
    "open": ("field", "reason", "at"),
    "diagnostics": ("code", "candidates", "line"),
    "steps": ("field", "origin", "transformation"),
    "standing": ("field", "resolution", "standing"),
    "writers": ("table", "rule", "line"),
    "tables": ("table",),
    "runs": ("call", "line", "runs", "at"),
    "types": ("field", "type", "null", "stated"),
}
ALWAYS = ("value", "control", "open", "diagnostics")
HEAD = ("case", "why", "dialect", "target", "accept", "newlines", "longest")
NO_PLACE = "case.sql"

_MARKER = re.compile(r"\s*--! (?P<code>[A-Z][A-Z_]+)(?P<names>(?: (?!--!).*?)?)(?=\s*--! |$)")
_KEY = re.compile(r"-- (?P<key>[a-z]+):\s*(?P<value>.*)$")

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """One SQL file of a case.

    Attributes:
        path: Its path; ``case.sql`` where the case names none.
        lines: The SQL as written, without markers.
        markers: ``(line, code, candidates)``, line 1-based, in order.
    """

    path: str
    lines: tuple[str, ...]
    markers: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    Attributes:
        path: File name below ``tests/golden``.
        line: Line of its ``-- case:`` in that file, 1-based.
        header: Header lines as written.
        head: Header values by key.
        sources: Its SQL files.
        blocks: ``(kind, rows)`` in file order; rows without the heading row.
    """

    path: str
    line: int
    header: tuple[str, ...]
    head: Mapping[str, str]
    sources: tuple[Source, ...]
    blocks: tuple[tuple[str, tuple[Row, ...]], ...]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.head['case']}"

    @property
    def texts(self) -> dict[str, str]:
        """The SQL to run, by path."""
        end = "\r\n" if self.head.get("newlines") == "crlf" else "\n"
        return {source.path: end.join([*source.lines, ""]) for source in self.sources}

    @property
    def single(self) -> bool:
        """Whether the case has one file without a name: places are lines then."""
        return [source.path for source in self.sources] == [NO_PLACE]

    def expected(self, kind: str, fields: tuple[str, ...] = ()) -> frozenset[Row]:
        """Return the rows a case expects of one kind; ``*`` stands for every one of ``fields``."""
        rows = {row for name, found in self.blocks if name == kind for row in found}
        if kind == "diagnostics":
            rows |= {
                (code, names, self.place(s.path, at)) for s in self.sources for at, code, names in s.markers
            }
        everywhere = {row for row in rows if kind == "control" and row[0] == "*"}
        return frozenset((rows - everywhere) | {(field, *row[1:]) for row in everywhere for field in fields})

    def place(self, path: str, line: int) -> str:
        """Return a place as this case writes it."""
        return str(line) if self.single else f"{path}:{line}"


def read_all(folder: Path = FOLDER) -> list[Case]:
    """Return the cases of every golden file, by file name and line."""
    return [
        case for path in sorted(folder.glob("*.sql")) for case in read(path.name, path.read_text("utf-8"))
    ]


def read(path: str, text: str) -> list[Case]:
    """Cut one golden file into cases.

    Raises:
        ValueError: the file does not keep to the form; the message names file and line.
    """
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("-- case:")]
    return [_case(path, start, lines[start:stop]) for start, stop in pairwise([*starts, len(lines)])]


def _case(path: str, start: int, lines: list[str]) -> Case:
    size = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    header = tuple(lines[:size])
    head: dict[str, str] = {}
    key = ""
    for line in header:
        found = _KEY.match(line)
        key = found["key"] if found else key
        head[key] = found["value"] if found else f"{head[key]} {line[2:].strip()}"
    if unknown := set(head) - set(HEAD):
        raise ValueError(
            f"{path}:{start + 1}: header key {sorted(unknown)[0]!r}; known are {', '.join(HEAD)}"
        )
    if missing := set(HEAD[:4]) - set(head):
        raise ValueError(f"{path}:{start + 1}: the header has no {sorted(missing)[0]!r}")
    first = next((at for at, line in enumerate(lines) if line.startswith("-- expect")), -1)
    if first < 0:
        raise ValueError(f"{path}:{start + 1}: the case expects nothing")
    sources = tuple(_sources(lines[size:first]))
    return Case(path, start + 1, header, head, sources, tuple(_blocks(path, start + first, lines[first:])))


def _sources(lines: list[str]) -> Iterator[Source]:
    names = [at for at, line in enumerate(lines) if line.startswith("-- file:")]
    if not names:
        yield _source(NO_PLACE, lines)
    for start, stop in pairwise([*names, len(lines)]):
        yield _source(lines[start].removeprefix("-- file:").strip(), lines[start + 1 : stop])


def _source(path: str, lines: list[str]) -> Source:
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    markers = tuple(
        (number, found["code"], found["names"].strip())
        for number, line in enumerate(lines, start=1)
        for found in _MARKER.finditer(line)
    )
    return Source(path, tuple(_MARKER.sub("", line).rstrip() for line in lines), markers)


def _blocks(path: str, start: int, lines: list[str]) -> Iterator[tuple[str, tuple[Row, ...]]]:
    kind, rows = "", list[Row]()
    for number, line in enumerate(lines, start=start + 1):
        where = f"{path}:{number}"
        if line.startswith("-- expect "):
            if kind:
                yield kind, tuple(rows)
            kind, rows = line.removeprefix("-- expect ").strip(), []
            if kind not in COLUMNS:
                raise ValueError(f"{where}: block {kind!r}; known are {', '.join(COLUMNS)}")
        elif line.startswith("--   "):
            row = tuple(cell.strip() for cell in line.removeprefix("--   ").split(" | "))
            if row in {COLUMNS[kind], ("(none)",)}:
                continue
            if len(row) != len(COLUMNS[kind]):
                raise ValueError(f"{where}: {len(row)} cells; {kind} has {len(COLUMNS[kind])}")
            rows.append(row)
        elif line.strip():
            raise ValueError(f"{where}: {line!r} is no part of an expect block")
    yield kind, tuple(rows)


def write(case: Case) -> str:
    """Return a case as text: markers two blanks after the SQL, tables aligned."""
    parts = [*case.header, ""]
    for source in case.sources:
        if not case.single:
            parts.append(f"-- file: {source.path}")
        beside: dict[int, str] = {}
        for at, code, names in source.markers:
            beside[at] = f"{beside.get(at, '')} --! {code} {names}".rstrip()
        parts += [
            line + (" " + beside[at] if at in beside else "") for at, line in enumerate(source.lines, 1)
        ]
        parts.append("")
    for kind, rows in case.blocks:
        parts += [f"-- expect {kind}", *(f"--   {line}".rstrip() for line in _table(COLUMNS[kind], rows))]
    return "\n".join([*parts, ""])


def _table(heading: Row, rows: tuple[Row, ...]) -> list[str]:
    if not rows:
        return ["(none)"]
    widths = [max(len(row[at]) for row in (heading, *rows)) for at in range(len(heading))]
    return [
        " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (heading, *rows)
    ]


def accepted(case: Case, facts: Mapping[str, tuple[Row, ...]]) -> Case:
    """Return the case with every block and marker replaced by ``facts``.

    Args:
        case: The case as it stands.
        facts: What the program says, by kind, ``*`` rows folded (see ``tests.golden.answer``).
    """
    places = {case.place(s.path, at): (s.path, at) for s in case.sources for at in range(1, len(s.lines) + 1)}
    beside = [(places[row[2]], row) for row in facts["diagnostics"] if row[2] in places]
    sources = tuple(
        replace(source, markers=tuple((at, r[0], r[1]) for (path, at), r in beside if path == source.path))
        for source in case.sources
    )
    kinds = [kind for kind in COLUMNS if kind in ALWAYS[:2] or kind in dict(case.blocks)]
    if facts["open"] and "open" not in kinds:
        kinds.insert(2, "open")
    rest = tuple(row for row in facts["diagnostics"] if row[2] not in places)
    blocks = [(kind, rest if kind == "diagnostics" else facts[kind]) for kind in kinds]
    if rest and "diagnostics" not in kinds:
        blocks.append(("diagnostics", rest))
    return replace(
        case,
        sources=sources,
        blocks=tuple((kind, rows) for kind, rows in blocks if rows or kind in ALWAYS[:2]),
    )

"""What is kept of a file while its neighbours change is what linking everything anew says of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from hypothesis import given
from hypothesis import strategies as st
from tests.property.drawn import LAW

from wherefrom.app.linking import link_all, link_parts, outlined
from wherefrom.app.trace import parse_catalogs
from wherefrom.app.units import Reading, Units
from wherefrom.config import load
from wherefrom.domain.unit import Unit
from wherefrom.extract import extract
from wherefrom.lineage import Rows, cut
from wherefrom.store import KeptPart

TABLES = st.sampled_from(
    ["s.a", "s.a", "s.a", "s.b", "s.b", "r.a", "${env}_s.a", "s.c_${day}", "s.c_1", "${any}", "c"]
)
"""Two tables of one name, a schema, a table and a whole name with a placeholder, a bare name; some of them often."""

COLUMNS = st.sampled_from(["x INT", "x INT, y INT", "y INT"])
SHAPES = (
    "INSERT INTO {0} SELECT x, y FROM {1}",
    "INSERT OVERWRITE TABLE {0} SELECT * FROM {1} WHERE x > (SELECT max(x) FROM {2})",
    "CREATE TABLE {0} ({columns})",
    "CREATE TABLE {0} LIKE {1}",
    "CREATE VIEW {0} AS SELECT q.x FROM (SELECT x FROM {1} UNION ALL SELECT x FROM {2}) q",
    "CREATE TABLE {0} AS WITH w AS (SELECT x FROM {1}) SELECT w.x, {2}.y FROM w JOIN {2} ON w.x = {2}.x",
    "DROP TABLE {0}",
    "TRUNCATE TABLE {0}",
    "ALTER TABLE {0} RENAME TO {1}",
    "SELECT x FROM {0}",
    "MERGE INTO {0} USING {1} ON {0}.x = {1}.x WHEN MATCHED THEN UPDATE SET y = {1}.y",
    "SELEC broken {0}",
)
PROCEDURES = (
    "CREATE PROCEDURE dbo.p{p} AS BEGIN INSERT INTO #a SELECT x FROM {0}; EXEC dbo.p{q}; SELECT x FROM {1} END",
    "CREATE PROCEDURE dbo.p{p} AS BEGIN CREATE TABLE #a (x INT); EXEC dbo.p{q}; INSERT INTO {0} SELECT x FROM #a END",
    "CREATE PROCEDURE dbo.p{p} AS BEGIN EXEC ('INSERT INTO ' + @t); INSERT INTO {0} SELECT x FROM {1} END",
    "INSERT INTO {0} EXEC dbo.p{q}",
    "INSERT INTO {0} EXEC dbo.p1",
    "SELECT x INTO {0} FROM {1}",
)
PARTS = (
    "CREATE TABLE {0} PARTITION OF {1} DEFAULT",
    "CREATE TABLE {0} (z INT) INHERITS ({1})",
    "ALTER TABLE {0} ATTACH PARTITION {1} DEFAULT",
    "ALTER TABLE {0} DETACH PARTITION {1}",
    "ALTER TABLE {0} ADD COLUMN y INT",
    "UPDATE {0} SET x = {1}.x FROM {1}",
)


@st.composite
def scripts(draw: st.DrawFn) -> tuple[str, str]:
    """A file's dialect and text: one to three statements."""
    dialect = draw(st.sampled_from(["spark", "spark", "tsql", "postgres"]))
    shapes = {
        "spark": SHAPES,
        "tsql": SHAPES[:1] + SHAPES[2:3] + PROCEDURES,
        "postgres": SHAPES[:1] + SHAPES[2:3] + SHAPES[4:10] + PARTS,
    }[dialect]
    found = []
    for shape in draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=3)):
        names = [draw(TABLES) for _ in range(3)]
        number = st.integers(1, 2)
        found.append(shape.format(*names, columns=draw(COLUMNS), p=draw(number), q=draw(number)))
    return dialect, ("\nGO\n" if dialect == "tsql" else ";\n").join(found)


PATHS = st.sampled_from([f"{name}.sql" for name in "abcdef"])
ESTATES = st.dictionaries(PATHS, scripts(), min_size=4, max_size=6)
EDITS = st.lists(st.tuples(PATHS, st.none() | scripts() | scripts()), min_size=2, max_size=6)
PROJECT = load(None, {})
CATALOG = """tables:
  - {name: s.a, columns: [z]}
"""


def read(files: Mapping[str, tuple[str, str]], known: dict[str, Unit], catalog: bool) -> Reading:
    """Return files as an analysis reads them."""
    keys = {}
    for path in sorted(files):
        dialect, text = files[path]
        keys[path] = hashlib.sha256(f"{dialect} {text}".encode()).hexdigest()
        if keys[path] not in known:
            known[keys[path]] = extract(text, dialect)
    tables = parse_catalogs({"known.yml": (CATALOG, PROJECT.for_file("known.yml"))}) if catalog else ()
    return Reading(keys, Units(keys, known, lambda _: {}), tables, {}, {}, (), ())


def rows_of(reading: Reading, paths: Iterable[str]) -> dict[str, Rows]:
    """Return the evidence of some files, everything linked anew."""
    graph = link_all(reading, PROJECT)
    return {path: cut(graph, {path})[1] for path in paths}


@LAW
@given(ESTATES, EDITS, st.booleans())
def test_a_part_is_kept_only_while_it_is_right(
    files: dict[str, tuple[str, str]], edits: list[tuple[str, tuple[str, str] | None]], catalog: bool
) -> None:
    units: dict[str, Unit] = {}
    kept: dict[str, KeptPart] = {}
    rows: dict[str, Rows] = {}
    for edit in [None, *edits]:
        if edit is not None:
            path, script = edit
            files = {name: text for name, text in files.items() if name != path}
            files |= {} if script is None else {path: script}
        reading = read(files, units, catalog)
        links = link_parts(reading, PROJECT, kept, lambda _: {})
        fresh = {path for path, part in links.parts.items() if not isinstance(part, KeptPart)}
        now = rows_of(reading, files)
        rows = {path: now[path] if path in fresh else rows[path] for path in files}
        assert rows == now
        assert links.linked == outlined(reading, link_all(reading, PROJECT))
        new = [row for path in sorted(fresh) for row in now[path].nodes]
        assert list(links.rows.nodes) == new
        kept = {path: KeptPart(part.key, part.unit, part.outline, 1, 1) for path, part in links.parts.items()}


def test_a_change_reaches_its_readers_and_nobody_else() -> None:
    """Of four files, one writes, one reads it, one reads that one, and one has nothing to do with them."""
    files = {
        "a.sql": ("spark", "CREATE TABLE s.a AS SELECT x FROM s.source"),
        "b.sql": ("spark", "CREATE TABLE s.b AS SELECT x FROM s.a"),
        "c.sql": ("spark", "CREATE TABLE s.c AS SELECT x FROM s.b"),
        "d.sql": ("spark", "CREATE TABLE s.d AS SELECT x FROM s.source"),
    }
    units: dict[str, Unit] = {}
    first = link_parts(read(files, units, catalog=False), PROJECT, {}, lambda _: {})
    kept = {path: KeptPart(part.key, part.unit, part.outline, 1, 1) for path, part in first.parts.items()}
    files["a.sql"] = ("spark", "CREATE TABLE s.a AS SELECT x + 1 AS x FROM s.source")
    again = link_parts(read(files, units, catalog=False), PROJECT, kept, lambda _: {})
    fresh = [path for path, part in again.parts.items() if not isinstance(part, KeptPart)]
    assert fresh == ["a.sql", "b.sql"]
    assert again.graph is None


def test_a_reference_makes_a_query_a_model_and_its_end_unmakes_it() -> None:
    """What a bare query is, other files say: its own part follows them."""
    files = {
        "m/a.sql": ("spark", "SELECT x FROM s.source"),
        "b.sql": ("spark", "CREATE TABLE s.b AS SELECT 1 AS x"),
    }
    refers = "CREATE TABLE s.c AS SELECT x FROM {{ ref('a') }}"
    units: dict[str, Unit] = {}
    kept: dict[str, KeptPart] = {}
    fresh = []
    for reader in (None, refers, refers, None):
        files = {path: text for path, text in files.items() if path != "c.sql"}
        files |= {} if reader is None else {"c.sql": ("spark", reader)}
        reading = read(files, units, catalog=False)
        links = link_parts(reading, PROJECT, kept, lambda _: {})
        assert links.linked == outlined(reading, link_all(reading, PROJECT))
        fresh.append([path for path, part in links.parts.items() if not isinstance(part, KeptPart)])
        assert ("a" in links.linked.written) is (reader is not None)
        kept = {path: KeptPart(part.key, part.unit, part.outline, 1, 1) for path, part in links.parts.items()}
    assert fresh == [["b.sql", "m/a.sql"], ["c.sql", "m/a.sql"], [], ["m/a.sql"]]

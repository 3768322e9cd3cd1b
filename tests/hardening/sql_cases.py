"""Bad SQL and the behaviour it must get (hardening 5.5): input beside the expected outcome."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

A = "CREATE TABLE mart.a AS SELECT s.a FROM ods.s s;\n"
B = "CREATE TABLE mart.b AS SELECT r.b FROM ods.r r;\n"
AB = {"mart.a": {"a": ["ods.s.a"]}, "mart.b": {"b": ["ods.r.b"]}}
ONLY_A = {"mart.a": {"a": ["ods.s.a"]}}
ONLY_B = {"mart.b": {"b": ["ods.r.b"]}}

Said = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One bad input.

    Attributes:
        number: Row of the catalogue.
        name: What it is.
        sql: Its text, ``x.sql``; or several files.
        said: Every diagnostic: code, file and line, the text it stands on.
        origins: Proven origins by target and field, of the targets named.
        dialect: Of the project.
        workers: Whether it goes to worker processes, as it would from the command line.
    """

    number: int
    name: str
    sql: str | bytes | Mapping[str, str | bytes]
    said: tuple[Said, ...] = ()
    origins: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)
    dialect: str = "postgres"
    workers: bool = False

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


def _nested(opening: str, inner: str, closing: str, depth: int) -> str:
    return f"CREATE TABLE mart.a AS SELECT {opening * depth}{inner}{closing * depth} AS a FROM ods.s"


def _too_deep(number: int, name: str, sql: str) -> Case:
    """A statement that is too deep costs itself; the one behind it is read."""
    said = (("NESTING_LIMIT", "x.sql:1", sql),)
    return Case(number, name, f"{sql};\n{B}", said, ONLY_B, "duckdb", workers=True)


def _deep_query(depth: int) -> str:
    return "CREATE TABLE mart.a AS SELECT a FROM " + "(SELECT a FROM " * depth + "ods.s" + ") d" * depth


DEEP = (
    _too_deep(1, "5,000 brackets", _nested("(", "a", ")", 5_000)),
    _too_deep(2, "100,000 brackets", _nested("(", "a", ")", 100_000)),
    _too_deep(2, "20,000 square brackets", _nested("[", "1", "]", 20_000)),
    _too_deep(2, "20,000 braces", _nested("{'k': ", "1", "}", 20_000)),
    _too_deep(2, "20,000 CASE", _nested("CASE WHEN a THEN 1 ELSE ", "a", " END", 20_000)),
    _too_deep(2, "20,000 functions", _nested("COALESCE(", "a", ")", 20_000)),
    _too_deep(2, "20,000 casts", _nested("CAST(", "a", " AS INT)", 20_000)),
    Case(2, "100,000 NOT", _nested("NOT ", "s.a", "", 100_000), (), ONLY_A, workers=True),
    Case(2, "50,000 signs", _nested("- ", "s.a", "", 50_000), (), ONLY_A, workers=True),
    Case(2, "400 functions", _nested("UPPER(", "s.a", ")", 400), (), ONLY_A, workers=True),
    Case(2, "400 CASE", _nested("CASE WHEN s.x THEN s.a ELSE ", "s.a", " END", 400), (), ONLY_A, workers=True),
    _too_deep(3, "10,000 derived tables", _deep_query(10_000)),
    _too_deep(3, "2,000 scalar subqueries", _nested("(SELECT ", "a", " FROM ods.s)", 2_000)),
    _too_deep(3, "2,000 bracketed joins",
              "CREATE TABLE mart.a AS SELECT a FROM " + "(" * 2_000 + "ods.s" + " JOIN ods.r ON 1=1)" * 2_000),
    Case(3, "2,000 derived tables", _deep_query(2_000), (), ONLY_A, workers=True),
)  # fmt: skip

LONG = bool(os.environ.get("WHEREFROM_LONG_TESTS"))
BRANCHES = 10_000 if LONG else 1_500
COLUMNS = 5_000 if LONG else 400
"""Sizes that take their time: the catalogue's own where there is some."""

WIDE = (
    Case(4, f"UNION ALL of {BRANCHES:,} branches",
         "CREATE TABLE mart.a AS " + " UNION ALL ".join(f"SELECT s{n}.a FROM ods.s{n}" for n in range(BRANCHES)),
         (), {"mart.a": {"a": sorted(f"ods.s{n}.a" for n in range(BRANCHES))}}, workers=True),
    Case(5, "WHERE with 10,000 terms",
         "CREATE TABLE mart.a AS SELECT s.a FROM ods.s WHERE " + " AND ".join(f"s.c{n} = {n}" for n in range(10_000)),
         (), ONLY_A, workers=True),
    Case(5, "a sum of 2,000 columns",
         "CREATE TABLE mart.a AS SELECT " + " + ".join(f"s.c{n}" for n in range(2_000)) + " AS a FROM ods.s",
         (), {"mart.a": {"a": sorted(f"ods.s.c{n}" for n in range(2_000))}}, workers=True),
    Case(6, f"{COLUMNS:,} columns through five queries",
         "CREATE TABLE mart.a AS WITH "
         + ", ".join(f"q{level} AS (SELECT {', '.join(f'c{n}' for n in range(COLUMNS))} FROM {below})"
                     for level, below in enumerate(("ods.s", "q0", "q1", "q2", "q3")))
         + f" SELECT {', '.join(f'c{n}' for n in range(COLUMNS))} FROM q4",
         (), {"mart.a": {f"c{n}": [f"ods.s.c{n}"] for n in range(COLUMNS)}}, workers=True),
    Case(7, "VALUES of 20,000 rows",
         "INSERT INTO mart.a (a, b) VALUES " + ", ".join(f"({n}, 'row {n}')" for n in range(20_000)) + ";\n" + B,
         (), {"mart.a": {"a": ["0 … (20000 literals)"], "b": ["'row 0' … (20000 literals)"]}, **ONLY_B}, workers=True),
    Case(8, "one statement of 1 MiB",
         "CREATE TABLE mart.a AS SELECT s.a FROM ods.s s WHERE s.b IN ("
         + ", ".join(f"'{n:08}'" for n in range(90_000)) + ");\n" + B, (), AB, workers=True),
)  # fmt: skip

EMPTY = tuple(
    Case(12, name, text, (("EMPTY_FILE", "x.sql:1", text),))
    for name, text in (
        ("empty file", ""),
        ("white space", " \n\t\r\n"),
        ("comments only", "-- none\n/* none */\n"),
        ("semicolons only", ";;;"),
    )
)

BYTES = (
    Case(13, "byte order mark at the start", b"\xef\xbb\xbf" + A.encode(), (), ONLY_A),
    Case(14, "byte order mark in the middle", A.encode() + b"\xef\xbb\xbf" + B.encode(), (), AB),
    Case(15, "UTF-16 with its mark", {"x.sql": b"\xff\xfe" + A.encode("utf-16-le"), "y.sql": b"\xfe\xff" + B.encode("utf-16-be")},
         (), AB),
    Case(16, "UTF-16 without its mark", {"x.sql": A.encode("utf-16-le"), "y.sql": A.encode("utf-16-be"), "z.sql": B},
         (("ENCODING_UNKNOWN", "x.sql:1", ""), ("ENCODING_UNKNOWN", "y.sql:1", "")), ONLY_B),
    *(Case(17, f"{name} undeclared", {"x.sql": f"SELECT s.a -- {text}\nFROM ods.s s;".encode(name), "z.sql": B},
           (("ENCODING_UNKNOWN", "x.sql:1", ""),), ONLY_B)
      for name, text in (("gbk", "订单金额"), ("shift_jis", "注文の金額"), ("cp1252", "größe"), ("cp1251", "сумма"))),
    Case(19, "two encodings in one file", {"x.sql": "-- größe größe größe größe größe\n".encode() + "-- größe\n".encode("cp1252") + A.encode(), "z.sql": B},
         (("ENCODING_INVALID", "x.sql:1", ""),), ONLY_B),
    *(Case(20, name, {"x.sql": A.replace(" ", end).encode() + f"FROB;{end}".encode()},
           (("OPAQUE_STATEMENT", f"x.sql:{line}", "FROB"),), ONLY_A)
      for name, end, line in (("CRLF", "\r\n", 10), ("CR only", "\r", 10), ("LF", "\n", 10))),
    Case(20, "mixed line ends", A.encode() + b"\r\n\r\n\rFROB", (("OPAQUE_STATEMENT", "x.sql:5", "FROB"),), ONLY_A),
    *(Case(21, f"U+{ord(char):04X} ends no line", f"-- a{char}b\n{A}FROB", (("OPAQUE_STATEMENT", "x.sql:3", "FROB"),), ONLY_A)
      for char in "\u2028\u2029\x85\x0c\x0b"),
    Case(29, "half a surrogate pair", {"x.sql": A.encode() + b"-- \xed\xa0\x80\n", "z.sql": B},
         (("ENCODING_INVALID", "x.sql:1", ""),), ONLY_B),
    Case(29, "bytes that are no UTF-8", {"x.sql": A.encode() + b"-- \xff\xfe\xfa\n", "z.sql": B},
         (("ENCODING_UNKNOWN", "x.sql:1", ""),), ONLY_B),
)  # fmt: skip


def _mark(number: int, char: str) -> Case:
    """A character in a name is told, and makes another name of it."""
    text = f"CREATE TABLE mart.a AS SELECT s.a{char}b AS a, s.ab AS b FROM ods.s s;\n"
    written = f"a{char}b" if char == "\0" else f'"a{char}b"'
    said = (("SUSPICIOUS_CHAR", "x.sql:1", char),)
    name = f"U+{ord(char):04X} in a name"
    return Case(
        number, name, text + B, said, {"mart.a": {"a": [f"ods.s.{written}"], "b": ["ods.s.ab"]}, **ONLY_B}
    )


CHARACTERS = (
    *(_mark(22, char) for char in "\0"),
    Case(22, "NUL at the end", A + "\0",
         (("SUSPICIOUS_CHAR", "x.sql:2", "\0"), ("OPAQUE_STATEMENT", "x.sql:2", "\0")), ONLY_A),
    *(_mark(23, char) for char in "\u200b\u200c\u200d\u00ad\u2060"),
    Case(23, "U+200B in a keyword", "SEL\u200bECT s.a FROM ods.s s;\n" + B,
         (("SUSPICIOUS_CHAR", "x.sql:1", "\u200b"), ("UNPARSED_STATEMENT", "x.sql:1", "SEL\u200bECT s.a FROM ods.s s")), ONLY_B),
    *(Case(24, f"U+{ord(char):04X} in a comment", f"-- {char} admin\n{A}", (("SUSPICIOUS_CHAR", "x.sql:1", char),), ONLY_A)
      for char in "\u202a\u202e\u2066\u2069"),
    *(Case(25, f"U+{ord(char):04X} for {plain}", f"CREATE TABLE mart.a AS SELECT s.a{char}s.b FROM ods.s s;\n{B}",
           (("SUSPICIOUS_CHAR", "x.sql:1", char),
            ("UNPARSED_STATEMENT", "x.sql:1", f"CREATE TABLE mart.a AS SELECT s.a{char}s.b FROM ods.s s")), ONLY_B)
      for char, plain in (("，", ","), ("、", ","), ("；", ";"), ("。", "."), ("‘", "'"), ("”", '"'))),
    Case(25, "a wide bracket", f"CREATE TABLE mart.a AS SELECT f（s.a） AS a FROM ods.s s;\n{B}",
         (("SUSPICIOUS_CHAR", "x.sql:1", "（"), ("SUSPICIOUS_CHAR", "x.sql:1", "）"),
          ("UNPARSED_STATEMENT", "x.sql:1", "CREATE TABLE mart.a AS SELECT f（s.a） AS a FROM ods.s s")), ONLY_B),
    Case(25, "wide characters in strings and comments", "CREATE TABLE mart.a AS SELECT s.a FROM ods.s s WHERE s.b = '，' -- （\n;\n" + B,
         (), AB),
    *(Case(26, f"U+{ord(char):04X} for {plain}", f"CREATE TABLE mart.{plain}y AS SELECT s.a FROM ods.s s;\nCREATE TABLE mart.a AS SELECT p.a FROM mart.{char}y p;\n",
           (("CONFUSABLE_NAMES", "x.sql:1", f"mart.{plain}y"), ("CONFUSABLE_NAMES", "x.sql:2", f"mart.{char}y p")),
           {f"mart.{plain}y": {"a": ["ods.s.a"]}, "mart.a": {"a": [f"mart.{char}y.a"]}})
      for char, plain in (("а", "a"), ("ο", "o"), ("ｘ", "x"))),
    Case(27, "one name composed and decomposed", "CREATE TABLE mart.é AS SELECT s.a FROM ods.s s;\nCREATE TABLE mart.a AS SELECT p.a FROM mart.e\u0301 p;\n",
         (("NORMALISATION_TWIN", "x.sql:1", "mart.é"), ("NORMALISATION_TWIN", "x.sql:2", "mart.e\u0301 p")),
         {"mart.a": {"a": ["mart.e\u0301.a"]}}),
    Case(28, "letters whose case depends on the language",
         "CREATE TABLE mart.a AS SELECT s.I, s.ı, s.İ, s.STRASSE, s.straße, s.\u212a, s.k FROM ods.s s;\n", (),
         {"mart.a": {"i": ["ods.s.i"], "ı": ["ods.s.ı"], "İ": ["ods.s.İ"], "strasse": ["ods.s.strasse"], "straße": ["ods.s.straße"],
                     "\u212a": ["ods.s.\u212a"], "k": ["ods.s.k"]}}),
)  # fmt: skip

NAMES = (
    *(Case(30, f"a name with {part!r}", f'CREATE TABLE mart.a AS SELECT s."{part.replace(chr(34), chr(34) * 2)}" AS a FROM "ods"."{part.replace(chr(34), chr(34) * 2)}" s;\n{B}',
           (), {"mart.a": {"a": [f'ods."{part.replace(chr(34), chr(34) * 2)}"."{part.replace(chr(34), chr(34) * 2)}"']}, **ONLY_B})
      for part in ("a.b", 'a"b', "a\nb", "a]b", "a`b", "a'b", " a", "a;b")),
    Case(30, "an empty name", f'CREATE TABLE mart.a AS SELECT s."" AS a FROM ods.s s;\n{B}', (), {"mart.a": {"a": ['ods.s.""']}, **ONLY_B}),
    Case(31, "a name of 10,000 characters", f"CREATE TABLE mart.a AS SELECT s.{'k' * 10_000} AS a FROM ods.{'z' * 10_000} s;\n", (),
         {"mart.a": {"a": [f"ods.{'z' * 10_000}.{'k' * 10_000}"]}}),
    *(Case(32, f"case in {dialect}", f"CREATE TABLE mart.t AS SELECT s.A AS x, s.{q}A{q} AS y, s.{q}a{q} AS z FROM ods.s s;\n", (),
           {target: dict(zip(fields, ([f"{table}.{each}"] for each in found), strict=True))}, dialect)
      for dialect, q, target, fields, table, found in (
          ("postgres", '"', "mart.t", ("x", "y", "z"), "ods.s", ("a", '"A"', "a")),
          ("oracle", '"', "mart.t", ("x", "y", "z"), "ods.s", ("a", "a", '"a"')),
          ("mysql", "`", "mart.t", ("x", "y", "z"), "ods.s", ("a", "a", "a")),
          ("spark", "`", "mart.t", ("x", "y", "z"), "ods.s", ("a", "a", "a")),
      )),
)  # fmt: skip

OPEN = (
    *(Case(33, f"{name} that nothing closes", f"{A}SELECT {mark}abc FROM q;\n",
           (("UNTERMINATED_TEXT", "x.sql:2", f"{mark}abc FROM q;\n"), ("UNPARSED_STATEMENT", "x.sql:2", "SELECT")), ONLY_A, dialect)
      for name, mark, dialect in (("a string", "'", "postgres"), ("a name", '"', "postgres"), ("a name in backticks", "`", "spark"),
                                  ("a comment", "/*", "postgres"), ("a dollar quote", "$$", "postgres"))),
    Case(34, "nested comments where they nest", f"CREATE TABLE mart.a AS SELECT s.a /* x /* y */ , s.b */ FROM ods.s s;\n{B}", (), AB),
    Case(34, "nested comments where they do not", f"CREATE TABLE mart.a AS SELECT s.a /* x /* y */ , s.b FROM ods.s s;\n{B}", (),
         {"mart.a": {"a": ["ods.s.a"], "b": ["ods.s.b"]}, **ONLY_B}, "mysql"),
    *(Case(35, f"{mark} runs as code", f"CREATE TABLE mart.a AS SELECT s.a {mark} , s.secret */ FROM ods.s s;\n{B}",
           (("EXECUTABLE_COMMENT", "x.sql:1", f"{mark} , s.secret */"),), AB, "mysql") for mark in ("/*!", "/*!50000", "/*M!100100")),
    Case(36, "a hint", f"CREATE TABLE mart.a AS SELECT /*+ FULL(s) */ s.a FROM ods.s s;\n{B}", (), AB, "oracle"),
    *(Case(37, f"{line.split()[0]} of the client", f"{A}{line}\n{B}",
           (("UNRESOLVED_INCLUDE", "x.sql:2", line),) if include else (), AB, dialect)
      for line, dialect, include in (("GO", "tsql", False), (":r other.sql", "tsql", True), ("/", "oracle", False), ("@other.sql", "oracle", True),
                                     ("\\set x 1", "postgres", False), ("\\i other.sql", "postgres", True), ("!run other.sql", "hive", False),
                                     (".read other.sql", "sqlite", True))),
    Case(37, "DELIMITER", f"DELIMITER $$\n{A.replace(';', '$$')}DELIMITER ;\n{B}", (), AB, "mysql"),
)  # fmt: skip

PLACEHOLDERS = (
    *(Case(38, f"{mark} as a schema", f"CREATE TABLE mart.a AS SELECT s.a FROM {mark}.s s;\n{B}", (),
           {"mart.a": {"a": [f"{mark}.s.a"]}, **ONLY_B}, dialect)
      for mark, dialect in (("{{ src }}", "postgres"), ("${x}", "hive"), ("${hiveconf:x}", "hive"), ("#tmp#", "hive"), ("<<TBL>>", "hive"),
                            ("%s", "hive"), ("$(x)", "tsql"), (":sch", "postgres"), ("&&own.", "oracle"))),
    *(Case(38, f"{mark} where it is none", f"CREATE TABLE mart.a AS SELECT s.a FROM {mark}.s s;\n{B}",
           (("UNPARSED_STATEMENT", "x.sql:1", f"CREATE TABLE mart.a AS SELECT s.a FROM {mark}.s s"),), ONLY_B, dialect)
      for mark, dialect in (("@var", "hive"), ("$(x)", "hive"), (":sch", "hive"), ("&1", "hive"), ("{db:Identifier}", "clickhouse"))),
    Case(38, "two placeholders are two names", f"INSERT OVERWRITE TABLE ${{hiveconf:tgt}} SELECT s.a FROM ${{hiveconf:src}} s;\n{B}", (),
         {"x.sql:${hiveconf:tgt}": {"a": ["${hiveconf:src}.a"]}, **ONLY_B}, "hive"),
    Case(39, "merge conflict", f"{A}<<<<<<< HEAD\nSELECT 1;\n=======\nSELECT 2;\n>>>>>>> other\n{B}",
         (("CONFLICT_MARKER", "x.sql:2", "<<<<<<< HEAD\nSELECT 1;\n=======\nSELECT 2;\n>>>>>>> other"),), AB),
)  # fmt: skip

TSQL = "".join(f"SELECT [a b] INTO #t{n} FROM [x].[dbo].[y] WITH (NOLOCK);\n" for n in range(4))

STATEMENTS = (
    *(Case(40, f"broken: {broken[:24]}", f"{A}{broken};\n{B}", (("UNPARSED_STATEMENT", "x.sql:2", broken),), AB)
      for broken in ("SELECT SUM(a FROM q", "INSERT INTO mart.c SELECT FROM WHERE", "UPDATE mart.c SET a = = 1")),
    Case(41, "a call of what is not there", f"{A}CALL etl.load(1);\n{B}", (("UNRESOLVED_CALL", "x.sql:2", "CALL etl.load(1)"),), AB),
    Case(41, "EXECUTE IMMEDIATE", f"{A}EXECUTE IMMEDIATE 'INSERT INTO mart.a SELECT 1';\n{B}",
         (("DYNAMIC_SQL", "x.sql:2", "EXECUTE IMMEDIATE 'INSERT INTO mart.a SELECT 1'"),
          ("INCOMPLETE_WRITERS", "x.sql:2", "EXECUTE IMMEDIATE 'INSERT INTO mart.a SELECT 1'")), AB, "snowflake"),
    Case(41, "sp_executesql", f"{A}EXEC sp_executesql N'INSERT INTO mart.a SELECT 1';\n{B}",
         (("DYNAMIC_SQL", "x.sql:2", "EXEC sp_executesql N'INSERT INTO mart.a SELECT 1'"),
          ("INCOMPLETE_WRITERS", "x.sql:2", "EXEC sp_executesql N'INSERT INTO mart.a SELECT 1'")), AB, "tsql"),
    Case(42, "a body that is read", f"CREATE FUNCTION f() RETURNS void AS $$ INSERT INTO mart.a (a) SELECT s.a FROM ods.s s; $$ LANGUAGE sql;\n{B}", (), AB),
    Case(42, "a body of another language", f"CREATE FUNCTION f() RETURNS int AS $$ import os $$ LANGUAGE plpython3u;\n{B}",
         (("OPAQUE_STATEMENT", "x.sql:1", "$$ import os $$ LANGUAGE plpython3u"),), ONLY_B),
    Case(42, "PL/SQL", f"CREATE OR REPLACE PROCEDURE p IS BEGIN INSERT INTO mart.a (a) SELECT s.a FROM ods.s s; END;\n/\n{B}", (), AB, "oracle"),
    Case(43, "the wrong dialect", TSQL,
         (("DIALECT_SUSPECT", "x.sql:1", TSQL), ("UNPARSED_STATEMENT", "x.sql:1", TSQL.rpartition(" #")[0])), {}, "mysql"),
    Case(44, "one name for two CTEs", f"CREATE TABLE mart.c AS WITH c AS (SELECT 1 AS k), c AS (SELECT s.k FROM ods.s s) SELECT c.k FROM c;\n{B}",
         (("UNPARSED_STATEMENT", "x.sql:1", "CREATE TABLE mart.c AS WITH c AS (SELECT 1 AS k), c AS (SELECT s.k FROM ods.s s) SELECT c.k FROM c"),), ONLY_B),
    Case(44, "one alias for two inputs", f"CREATE TABLE mart.c AS SELECT x.k FROM ods.s x CROSS JOIN ods.r x;\n{B}", (), {"mart.c": {"k": []}, **ONLY_B}),
    Case(44, "a CTE over a table of its name", f"CREATE TABLE mart.c AS WITH s AS (SELECT q.k FROM ods.q q) SELECT s.k FROM s;\n{B}", (),
         {"mart.c": {"k": ["ods.q.k"]}, **ONLY_B}),
    Case(44, "a query that reads itself", f"CREATE TABLE mart.c AS WITH RECURSIVE c AS (SELECT s.k FROM ods.s s UNION ALL SELECT c.k + 1 FROM c) SELECT c.k FROM c;\n{B}",
         (), {"mart.c": {"k": ["ods.s.k"]}, **ONLY_B}),
    Case(44, "a table that fills itself", f"INSERT INTO mart.c (k) SELECT c.k FROM mart.c c;\n{B}", (), {"mart.c": {"k": []}, **ONLY_B}),
    Case(45, "two tables that fill each other", {"x.sql": "INSERT INTO mart.c (k) SELECT d.k FROM mart.d d;", "y.sql": "INSERT INTO mart.d (k) SELECT c.k FROM mart.c c;"},
         (), {"mart.c": {"k": []}, "mart.d": {"k": []}}),
    Case(45, "a diamond of 2^30 paths",
         "".join(f"CREATE TABLE m.t{n + 1} AS SELECT x.k + y.k AS k FROM m.t{n} x CROSS JOIN m.t{n} y;\n" for n in range(30)),
         (), {"m.t30": {"k": ["m.t0.k"]}}),
    Case(45, "a chain of 150 files", {f"f{n}.sql": f"CREATE TABLE m.t{n + 1} AS SELECT t.k FROM m.t{n} t;" for n in range(150)},
         (), {"m.t150": {"k": ["m.t0.k"]}}),
)  # fmt: skip

CASES = (*DEEP, *WIDE, *EMPTY, *BYTES, *CHARACTERS, *NAMES, *OPEN, *PLACEHOLDERS, *STATEMENTS)

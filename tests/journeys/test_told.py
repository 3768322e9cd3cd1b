"""What the page of a target says, from its SQL: the sentences of fields, and which rows count."""

from __future__ import annotations

from pathlib import Path

from tests.journeys.told import told

WINDOWS = """\
CREATE TABLE dm.rate AS
SELECT SUM(s.v) OVER (PARTITION BY s.k ORDER BY s.d ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week,
       SUM(s.v) OVER (PARTITION BY s.k ORDER BY s.d) AS so_far,
       LAG(s.v, 2) OVER w AS before,
       NTILE(4) OVER w AS part,
       COALESCE(MAX(s.v) OVER w, 0) + 1 AS most
FROM   src.s AS s
WINDOW w AS (PARTITION BY s.k ORDER BY s.d ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING);
"""


def test_a_window_is_told_with_its_frame_and_a_call_with_its_literals(tmp_path: Path) -> None:
    same = "over the rows with the same `s.k`, in the order of `s.d`"
    near = f"{same}, of these `ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING`"
    assert told(tmp_path, WINDOWS, "dm.rate", "postgres").fields == {
        "week": f"**Sum** of `src.s.v` {same}, of these `ROWS BETWEEN 6 PRECEDING AND CURRENT ROW`.",
        "so_far": f"**Sum** of `src.s.v` {same}.",
        "before": f"**`LAG`** over `src.s.v` (`LAG(s.v, 2)`), {near}.",
        "part": f"**Generated** by `NTILE(4) OVER w` {near}; no column is its origin.",
        "most": f"**Computed** from `src.s.v`: `COALESCE(MAX(s.v) OVER w, 0) + 1`, {near}",
    }


AGGREGATES = """\
CREATE TABLE dm.sum AS
SELECT MAX(CASE WHEN s.t = 'A' THEN s.v END) AS a,
       STRING_AGG(s.n, '; ' ORDER BY s.n) AS names,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY s.v) AS middle,
       SUM(s.v) FILTER (WHERE s.ok) AS sure
FROM   src.s AS s;
"""


def test_an_aggregate_is_told_with_all_it_is_taken_of(tmp_path: Path) -> None:
    assert told(tmp_path, AGGREGATES, "dm.sum", "postgres").fields == {
        "a": "**Largest** of `CASE WHEN s.t = 'A' THEN s.v END` (from `src.s.v`) over all rows of `src.s`.",
        "names": "**List** of `src.s.n` (`STRING_AGG(s.n, '; ' ORDER BY s.n)`) over all rows of `src.s`, "
        "in the order of `s.n`.",
        "middle": "**`PERCENTILE_CONT`** over `src.s.v` (`PERCENTILE_CONT(0.5)`), over all rows of `src.s`, "
        "in the order of `s.v`.",
        "sure": "**Sum** of `src.s.v` over all rows of `src.s`, only rows where `s.ok`.",
    }


def test_a_cut_by_number_is_a_condition(tmp_path: Path) -> None:
    sql = "CREATE TABLE dm.few AS\nSELECT s.id\nFROM src.s AS s TABLESAMPLE SYSTEM (10)\nORDER BY s.v DESC\nLIMIT 5;\n"
    assert told(tmp_path, sql, "dm.few", "postgres").sections["Which rows count"][-3:] == [
        "| final rows | only some of the rows: `TABLESAMPLE SYSTEM (10)` | no column | `f.sql:3` |",
        "| final rows | only the first rows: `ORDER BY s.v DESC` | `src.s.v` | `f.sql:4` |",
        "| final rows | only some of the rows: `LIMIT 5` | no column | `f.sql:5` |",
    ]


def test_a_condition_on_what_a_case_makes_names_the_columns_that_decide_the_case(tmp_path: Path) -> None:
    sql = """\
CREATE TABLE dm.kept AS
SELECT x.k, SUM(x.v) AS v
FROM   (SELECT s.k, s.v, CASE WHEN s.q = 'x' THEN 1 ELSE 0 END AS f FROM src.s AS s) AS x
WHERE  x.f = 1
GROUP BY x.k
HAVING COUNT(*) > 3;
"""
    assert told(tmp_path, sql, "dm.kept", "postgres").sections["Which rows count"][-2:] == [
        "| final rows | `x.f = 1` | `src.s.q`, in the conditions inside it | `f.sql:4` |",
        "| final rows | `COUNT(*) > 3` | the number of rows | `f.sql:6` |",
    ]


def test_how_the_rows_of_the_target_itself_are_formed(tmp_path: Path) -> None:
    sql = "CREATE TABLE dm.grp AS\nSELECT DISTINCT s.k, COUNT(*) AS n FROM src.s AS s GROUP BY s.k, s.d;\n"
    assert told(tmp_path, sql, "dm.grp", "postgres").sections["How a row is formed"][1:3] == [
        "dm.grp     one row per s.k and s.d · equal rows once",
        "└─ src.s   starts here · ? no confirmed system",
    ]


def test_conditions_inside_both_sides_of_a_full_join_decide_rows(tmp_path: Path) -> None:
    sql = """\
CREATE TABLE dm.both AS
WITH a AS (SELECT x.k, x.v FROM src.x AS x WHERE x.t = 'user'),
     b AS (SELECT y.k, y.w FROM src.y AS y WHERE y.t = 'user'),
     c AS (SELECT z.k, z.u FROM src.z AS z WHERE z.t = 'user')
SELECT COALESCE(a.k, b.k) AS k, a.v, b.w, c.u
FROM   a FULL JOIN b ON a.k = b.k
LEFT   JOIN c ON c.k = a.k;
"""
    said = told(tmp_path, sql, "dm.both", "postgres").sections["Which rows count"]
    apart = next(at for at, line in enumerate(said) if line.startswith("These only limit"))
    assert [line for line in said[:apart] if "`f.sql" in line] == [
        "| `a` | `x.t = 'user'` | `src.x.t` | `f.sql:2` |",
        "| `b` | `y.t = 'user'` | `src.y.t` | `f.sql:3` |",
    ]
    assert [line for line in said[apart:] if "`f.sql" in line] == [
        "| `c` | `z.t = 'user'` | `src.z.t` | `f.sql:4` |",
    ]


def test_rows_are_those_of_the_one_input_beside_a_subquery(tmp_path: Path) -> None:
    sql = "CREATE TABLE dm.agg AS\nSELECT SUM(s.v) AS v, (SELECT MAX(u.w) FROM src.u AS u) AS w FROM src.s AS s;\n"
    assert (
        told(tmp_path, sql, "dm.agg", "postgres").fields["v"]
        == "**Sum** of `src.s.v` over all rows of `src.s`."
    )

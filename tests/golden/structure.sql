-- Structures, arrays and maps that an expression writes out.

-- case:    structures of constants, in BigQuery
-- why:     A value of constants only is one constant, its text as written.
-- dialect: bigquery
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT STRUCT(1 AS q) AS a,
       [STRUCT(1 AS q)] AS b,
       STRUCT<q INT64, r STRING>(1, 'x') AS c,
       ARRAY<STRUCT<k STRING, v INT64>>[('a', 1), ('b', 2)] AS d,
       STRUCT(s.x AS q, 1 AS r) AS e,
       STRUCT<q INT64, r STRING>(s.x, 'y').r AS f
FROM   raw.s AS s;

-- expect value
--   field | origin                                                        | line
--   a     | constant STRUCT(1 AS q)                                       | 2
--   b     | constant [STRUCT(1 AS q)]                                     | 3
--   c     | constant STRUCT<q INT64, r STRING>(1, 'x')                    | 4
--   d     | constant ARRAY<STRUCT<k STRING, v INT64>>[('a', 1), ('b', 2)] | 5
--   e     | raw.s.x                                                       | 6
--   f     | constant 'y'                                                  | 7
-- expect control
--   (none)

-- case:    structures of constants, in Spark
-- why:     As in BigQuery.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT named_struct('a', 1) AS a, struct(1, 'x') AS b, map('a', 1) AS c FROM raw.s;

-- expect value
--   field | origin                        | line
--   a     | constant named_struct('a', 1) | 2
--   b     | constant struct(1, 'x')       | 2
--   c     | constant map('a', 1)          | 2
-- expect control
--   (none)

-- case:    structures of constants, in DuckDB
-- why:     As in BigQuery.
-- dialect: duckdb
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT {'a': 1} AS a, [1, 2] AS b, MAP {'x': 1} AS c, struct_pack(a := 1) AS d FROM raw.s;

-- expect value
--   field | origin                       | line
--   a     | constant {'a': 1}            | 2
--   b     | constant [1, 2]              | 2
--   c     | constant MAP {'x': 1}        | 2
--   d     | constant struct_pack(a := 1) | 2
-- expect control
--   (none)

-- case:    objects of constants, in Snowflake
-- why:     As in BigQuery. A key that is a column is part of the value.
-- dialect: snowflake
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT OBJECT_CONSTRUCT('a', 1) AS a, {'a': 1} AS b, OBJECT_CONSTRUCT(s.k, s.v) AS c FROM raw.s s;

-- expect value
--   field | origin                            | line
--   a     | constant OBJECT_CONSTRUCT('a', 1) | 2
--   b     | constant {'a': 1}                 | 2
--   c     | raw.s.k                           | 2
--   c     | raw.s.v                           | 2
-- expect control
--   (none)

-- case:    the smallest of collected structures
-- why:     Sorting an array leaves its elements what they are: the member is that of every element.
-- dialect: databricks
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT s.id, sort_array(collect_list(named_struct('a', s.x, 'b', s.y)))[0].b AS b FROM raw.s s GROUP BY s.id;

-- expect value
--   field | origin   | line
--   id    | raw.s.id | 2
--   b     | raw.s.y  | 2
-- expect control
--   field | kind     | column   | line
--   *     | GROUP_BY | raw.s.id | 2

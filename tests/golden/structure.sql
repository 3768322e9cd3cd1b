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

-- case:    a query FOR JSON and one FOR XML as values
-- why:     All columns of the rows make the text; its conditions are those of the query.
-- dialect: tsql
-- target:  rep.t

SELECT a.id,
       (SELECT b.x, CASE WHEN b.f = 1 THEN b.y END AS y FROM raw.b WHERE b.aid = a.id FOR JSON PATH) AS j,
       STUFF((SELECT ',' + c.nm FROM raw.c WHERE c.aid = a.id FOR XML PATH('')), 1, 1, '') AS names,
       (SELECT 1 AS one FOR JSON PATH) AS k
INTO   rep.t
FROM   raw.a;

-- expect value
--   field | origin                                 | line
--   id    | raw.a.id                               | 1
--   j     | raw.b.x                                | 2
--   j     | raw.b.y                                | 2
--   names | raw.c.nm                               | 3
--   k     | constant SELECT 1 AS one FOR JSON PATH | 4
-- expect control
--   field | kind           | column    | line
--   j     | CASE_CONDITION | raw.b.f   | 2
--   j     | WHERE          | raw.a.id  | 2
--   j     | WHERE          | raw.b.aid | 2
--   names | WHERE          | raw.a.id  | 3
--   names | WHERE          | raw.c.aid | 3

-- case:    FOR JSON behind a UNION, and over a star
-- why:     The clause is for all branches. What a star lists is not known: no column is claimed.
-- dialect: tsql
-- target:  rep.t

SELECT (SELECT b.x, b.y FROM raw.b UNION ALL SELECT c.x, c.y FROM raw.c FOR JSON PATH) AS j,
       (SELECT * FROM raw.d WHERE d.aid = a.id FOR JSON AUTO) AS k  --! NON_ENUMERABLE_PROJECTION
INTO   rep.t
FROM   raw.a;

-- expect value
--   field | origin  | line
--   j     | raw.b.x | 1
--   j     | raw.b.y | 1
--   j     | raw.c.x | 1
--   j     | raw.c.y | 1
--   k     | -       | -
-- expect control
--   field | kind  | column    | line
--   k     | WHERE | raw.a.id  | 2
--   k     | WHERE | raw.d.aid | 2
-- expect open
--   field | reason                    | at
--   k     | NON_ENUMERABLE_PROJECTION | d.*
-- expect steps
--   field | origin  | transformation
--   j     | raw.b.x | TRANSFORMATION
--   j     | raw.b.y | TRANSFORMATION
--   j     | raw.c.x | TRANSFORMATION
--   j     | raw.c.y | TRANSFORMATION

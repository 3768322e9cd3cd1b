-- Generators whose arguments are written out, and those whose width only the data tells.

-- case:    EXPLODE of a map that is written out
-- why:     Its keys are one column, its values the other.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT s.id, k, v
FROM   raw.s s
LATERAL VIEW explode(map('a', s.a, 'b', s.b)) e AS k, v;

-- expect value
--   field | origin       | line
--   id    | raw.s.id     | 2
--   k     | constant 'a' | 4
--   k     | constant 'b' | 4
--   v     | raw.s.a      | 4
--   v     | raw.s.b      | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 4
--   *     | ROW_GENERATOR | raw.s.b | 4

-- case:    UNNEST of a map that is written out, in Trino
-- why:     As in Spark; ORDINALITY numbers the rows.
-- dialect: trino
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT k, v, n
FROM   raw.s s
CROSS JOIN UNNEST(MAP(ARRAY['a', 'b'], ARRAY[s.a, NULL])) WITH ORDINALITY AS u (k, v, n);

-- expect value
--   field | origin               | line
--   k     | constant 'a'         | 4
--   k     | constant 'b'         | 4
--   v     | constant NULL        | 4
--   v     | raw.s.a              | 4
--   n     | generated ORDINALITY | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 4

-- case:    UNNEST of rows, in Trino
-- why:     Each member of the rows is a column.
-- dialect: trino
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT f1, f2
FROM   raw.s s
CROSS JOIN UNNEST(ARRAY[ROW(s.a, s.b), ROW(s.c, 1)]) AS u (f1, f2);

-- expect value
--   field | origin     | line
--   f1    | raw.s.a    | 4
--   f1    | raw.s.c    | 4
--   f2    | constant 1 | 4
--   f2    | raw.s.b    | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 4
--   *     | ROW_GENERATOR | raw.s.b | 4
--   *     | ROW_GENERATOR | raw.s.c | 4

-- case:    UNNEST of a map and of rows, in Trino
-- why:     The rows have two columns, so the map has the others.
-- dialect: trino
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT k, v, f1, f2
FROM   raw.s s
CROSS JOIN UNNEST(s.prices, ARRAY[ROW(s.a, s.b)]) AS u (k, v, f1, f2);

-- expect value
--   field | origin          | line
--   k     | raw.s.prices$[] | 4
--   v     | raw.s.prices$[] | 4
--   f1    | raw.s.a         | 4
--   f2    | raw.s.b         | 4
-- expect control
--   field | kind          | column       | line
--   *     | ROW_GENERATOR | raw.s.a      | 4
--   *     | ROW_GENERATOR | raw.s.b      | 4
--   *     | ROW_GENERATOR | raw.s.prices | 4

-- case:    UNNEST of two unknown arguments, in Trino
-- why:     Each may be a map or an array of rows: only the first and the last column are proven.
-- dialect: trino
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT u.a, u.b, u.c, u.d
FROM   raw.s s
CROSS JOIN UNNEST(s.m1, s.m2) AS u (a, b, c, d);  --! OPAQUE_FUNCTION

-- expect value
--   field | origin      | line
--   a     | raw.s.m1$[] | 4
--   b     | -           | -
--   c     | -           | -
--   d     | raw.s.m2$[] | 4
-- expect control
--   field | kind          | column   | line
--   *     | ROW_GENERATOR | raw.s.m1 | 4
--   *     | ROW_GENERATOR | raw.s.m2 | 4
-- expect open
--   field | reason          | at
--   b     | OPAQUE_FUNCTION | unnest
--   c     | OPAQUE_FUNCTION | unnest

-- case:    INLINE of structures that are written out
-- why:     Each member is a column; the second structure has the names of the first.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT e.p, e.q
FROM   raw.s x
LATERAL VIEW inline(array(struct(x.b AS p, 1 AS q), struct(x.c, 2))) e AS p, q;

-- expect value
--   field | origin     | line
--   p     | raw.s.b    | 4
--   p     | raw.s.c    | 4
--   q     | constant 1 | 4
--   q     | constant 2 | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.b | 4
--   *     | ROW_GENERATOR | raw.s.c | 4

-- case:    EXPLODE of structures that are written out
-- why:     A member asked of the element is that of each structure.
-- dialect: databricks
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT e.m, e.v
FROM   raw.s s
LATERAL VIEW explode(array(named_struct('m', 'a', 'v', s.a), named_struct('m', 'b', 'v', s.b))) x AS e;

-- expect value
--   field | origin       | line
--   m     | constant 'a' | 4
--   m     | constant 'b' | 4
--   v     | raw.s.a      | 4
--   v     | raw.s.b      | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 4
--   *     | ROW_GENERATOR | raw.s.b | 4

-- case:    FLATTEN of objects that are written out
-- why:     A path below the value is a member of each object; an array has no keys.
-- dialect: snowflake
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT f.value:m AS m, f.value:v::INT AS v, f.key AS k
FROM   raw.s s,
       LATERAL FLATTEN(INPUT => ARRAY_CONSTRUCT(OBJECT_CONSTRUCT('m', 'a', 'v', s.a), OBJECT_CONSTRUCT('m', 'b', 'v', NULL))) f;

-- expect value
--   field | origin        | line
--   m     | constant 'a'  | 4
--   m     | constant 'b'  | 4
--   v     | constant NULL | 4
--   v     | raw.s.a       | 4
--   k     | generated KEY | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 4

-- case:    FLATTEN of one object that is written out
-- why:     Its keys and its values.
-- dialect: snowflake
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT f.key AS k, f.value AS v
FROM   raw.s s, LATERAL FLATTEN(INPUT => OBJECT_CONSTRUCT('a', s.a, 'b', s.b)) f;

-- expect value
--   field | origin       | line
--   k     | constant 'a' | 3
--   k     | constant 'b' | 3
--   v     | raw.s.a      | 3
--   v     | raw.s.b      | 3
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 3
--   *     | ROW_GENERATOR | raw.s.b | 3

-- case:    a tuple behind a STRUCT
-- why:     The rows of an array have the names of the first.
-- dialect: bigquery
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT x.k, x.v
FROM   raw.s AS s
CROSS JOIN UNNEST([STRUCT('a' AS k, s.c AS v), ('b', s.d), ('z', NULL)]) x;

-- expect value
--   field | origin        | line
--   k     | constant 'a'  | 4
--   k     | constant 'b'  | 4
--   k     | constant 'z'  | 4
--   v     | constant NULL | 4
--   v     | raw.s.c       | 4
--   v     | raw.s.d       | 4
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.c | 4
--   *     | ROW_GENERATOR | raw.s.d | 4

-- case:    a STRUCT with a type
-- why:     The type names the members.
-- dialect: bigquery
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT x.k, x.v, y.k AS k2, y.v AS v2
FROM   UNNEST([STRUCT<k STRING, v INT64>('a', 1), ('b', NULL)]) x,
       UNNEST(ARRAY<STRUCT<k STRING, v INT64>>[('c', 3), ('d', 4)]) y;

-- expect value
--   field | origin        | line
--   k     | constant 'a'  | 3
--   k     | constant 'b'  | 3
--   v     | constant 1    | 3
--   v     | constant NULL | 3
--   k2    | constant 'c'  | 4
--   k2    | constant 'd'  | 4
--   v2    | constant 3    | 4
--   v2    | constant 4    | 4
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 3
--   *     | ROW_GENERATOR | -      | 4

-- case:    an array of values that have no place
-- why:     Every element is a constant of its own.
-- dialect: bigquery
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT x, y.b
FROM   UNNEST([NULL, 1, -1, TRUE]) x,
       UNNEST([STRUCT(TRUE AS b), STRUCT(FALSE)]) y;

-- expect value
--   field | origin         | line
--   x     | constant -1    | 3
--   x     | constant 1     | 3
--   x     | constant NULL  | 3
--   x     | constant TRUE  | 3
--   b     | constant FALSE | 4
--   b     | constant TRUE  | 4
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 3
--   *     | ROW_GENERATOR | -      | 4

-- case:    a series between dates
-- why:     An interval is a constant as written.
-- dialect: postgres
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT g.d
FROM   generate_series('2020-01-01'::date, now(), '1 day') AS g (d);

-- expect value
--   field | origin                      | line
--   d     | constant '1 day'            | 3
--   d     | constant '2020-01-01'::date | 3
--   d     | generated NOW               | 3
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 3

-- case:    a map behind SELECT takes two places
-- why:     What follows keeps its own place.
-- dialect: spark
-- target:  rep.t

INSERT INTO rep.t (k, v, z)
SELECT explode(map('a', x, 'b', y)), z FROM raw.s;

-- expect value
--   field | origin       | line
--   k     | constant 'a' | 2
--   k     | constant 'b' | 2
--   v     | raw.s.x      | 2
--   v     | raw.s.y      | 2
--   z     | raw.s.z      | 2
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.x | 2
--   *     | ROW_GENERATOR | raw.s.y | 2

-- case:    EXPLODE behind SELECT of what may be a map
-- why:     Of a map it has two columns, of an array one: what follows has no proven place.
-- dialect: spark
-- target:  rep.t

INSERT INTO rep.t (k, v, z)
SELECT explode(m), z FROM raw.s;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin  | line
--   k     | raw.s.m | 2
--   v     | -       | -
--   z     | -       | -
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.m | 2
-- expect open
--   field | reason                    | at
--   v     | NON_ENUMERABLE_PROJECTION | explode(m).*
--   z     | NON_ENUMERABLE_PROJECTION | explode(m).*

-- case:    INLINE behind SELECT of an unknown array
-- why:     How many columns it has is not known; one that stands beside it has its own name.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT inline(arr), z FROM raw.s;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin  | line
--   z     | raw.s.z | 2
--   *     | -       | -
-- expect control
--   field | kind          | column    | line
--   *     | ROW_GENERATOR | raw.s.arr | 2
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | inline(arr).*

-- case:    INLINE behind SELECT of structures that are written out
-- why:     The members are its columns.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT inline(array(struct('a' AS m, s.a AS v), struct('b', NULL))) FROM raw.s s;

-- expect value
--   field | origin        | line
--   m     | constant 'a'  | 2
--   m     | constant 'b'  | 2
--   v     | constant NULL | 2
--   v     | raw.s.a       | 2
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.a | 2

-- case:    INLINE behind SELECT of structures collected before
-- why:     The members are known further up.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
WITH c AS (SELECT collect_list(named_struct('p', x, 'q', y)) AS arr FROM raw.s)
SELECT inline(arr) FROM c;

-- expect value
--   field | origin  | line
--   p     | raw.s.x | 2
--   q     | raw.s.y | 2
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.x | 3
--   *     | ROW_GENERATOR | raw.s.y | 3

-- case:    POSEXPLODE behind SELECT of what may be a map
-- why:     The position is proven, and the column after it.
-- dialect: hive
-- target:  rep.t

INSERT INTO TABLE rep.t (a, b, c)
SELECT posexplode(m), z FROM raw.s;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin        | line
--   a     | generated POS | 2
--   b     | raw.s.m       | 2
--   c     | -             | -
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.m | 2
-- expect open
--   field | reason                    | at
--   c     | NON_ENUMERABLE_PROJECTION | posexplode(m).*

-- case:    generators of constants behind SELECT
-- why:     Their constants are the values.
-- dialect: postgres
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT unnest(ARRAY['a', 'b']) AS m, unnest(ARRAY[[1, 2], [3, s.x]]) AS v, generate_series(1, 3) AS n
FROM   raw.s s;

-- expect value
--   field | origin       | line
--   m     | constant 'a' | 2
--   m     | constant 'b' | 2
--   v     | constant 1   | 2
--   v     | constant 2   | 2
--   v     | constant 3   | 2
--   v     | raw.s.x      | 2
--   n     | constant 1   | 2
--   n     | constant 3   | 2
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | raw.s.x | 2

-- case:    EXPLODE of a constant array behind SELECT
-- why:     As in PostgreSQL.
-- dialect: spark
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT explode(array('a', 'b')) AS m, z FROM raw.s;

-- expect value
--   field | origin       | line
--   m     | constant 'a' | 2
--   m     | constant 'b' | 2
--   z     | raw.s.z      | 2
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 2

-- case:    UNPIVOT in Snowflake of quoted and renamed columns
-- why:     A row holds the name as it is stored: in upper case without quotes.
-- dialect: snowflake
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT mon, amt
FROM   raw.plan UNPIVOT (amt FOR mon IN (jan, "Feb", mar AS 'M'));

-- expect value
--   field | origin         | line
--   mon   | constant 'Feb' | 3
--   mon   | constant 'JAN' | 3
--   mon   | constant 'M'   | 3
--   amt   | raw.plan."Feb" | 3
--   amt   | raw.plan.jan   | 3
--   amt   | raw.plan.mar   | 3
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | raw.plan.jan   | 3
--   *     | WHERE | raw.plan."Feb" | 3
--   *     | WHERE | raw.plan.mar   | 3

-- case:    UNPIVOT of an object, in Redshift
-- why:     Each member is a row: its value, and behind AT its name.
-- dialect: redshift
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT s.id, attr AS k, val AS v, val.price AS p
FROM   raw.s AS s, UNPIVOT s.doc AS val AT attr
WHERE  attr <> 'x';

-- expect value
--   field | origin             | line
--   id    | raw.s.id           | 2
--   k     | raw.s.doc$[]       | 3
--   v     | raw.s.doc$[]       | 3
--   p     | raw.s.doc$[].price | 3
-- expect control
--   field | kind          | column    | line
--   *     | ROW_GENERATOR | raw.s.doc | 3
--   *     | WHERE         | raw.s.doc | 4

-- case:    UNPIVOT of an object without AT, in Redshift
-- why:     As before; the parser takes the object for a table.
-- dialect: redshift
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT val AS v
FROM   raw.s AS s, UNPIVOT s.doc AS val;

-- expect value
--   field | origin       | line
--   v     | raw.s.doc$[] | 3
-- expect control
--   field | kind          | column    | line
--   *     | ROW_GENERATOR | raw.s.doc | 3

-- case:    structures without names, and an array of nothing
-- why:     No name tells a member from another: the element is the whole.
-- dialect: bigquery
-- target:  rep.t

CREATE TABLE rep.t AS
SELECT z, x
FROM   UNNEST([(1, 2)]) z, UNNEST([]) AS x;

-- expect value
--   field | origin              | line
--   z     | constant (1, 2)     | 3
--   x     | constant UNNEST([]) | 3
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 3

-- Arrays, structures, JSON and the functions that make rows of them.

-- case:    UNNEST of an array of structures, with DDL
-- why:     The path below the column is kept beside it. An empty array drops its row, so the array decides rows too.
-- dialect: bigquery
-- target:  rep.tag_text

CREATE TABLE web.visit (visit_id STRING, tags ARRAY<STRUCT<k STRING, v STRUCT<txt STRING, num INT64>>>);

CREATE TABLE rep.tag_text AS
SELECT w.visit_id, t.k AS tag_key, t.v.txt AS tag_text
FROM   web.visit AS w, UNNEST(w.tags) AS t
WHERE  t.k <> 'debug';

-- expect value
--   field    | origin                  | line
--   visit_id | web.visit.visit_id      | 4
--   tag_key  | web.visit.tags$[].k     | 5
--   tag_text | web.visit.tags$[].v.txt | 5
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | web.visit.tags | 5
--   *     | WHERE         | web.visit.tags | 6

-- case:    FLATTEN with a path and the position
-- why:     VALUE is the flattened column, INDEX is made by the function.
-- dialect: snowflake
-- target:  rep.menu_line

CREATE TABLE rep.menu_line AS
SELECT m.menu_no, l.value:dish::STRING AS dish, l.index AS pos
FROM   kitchen.menu m, LATERAL FLATTEN(INPUT => m.lines) l;

-- expect value
--   field   | origin                     | line
--   menu_no | kitchen.menu.menu_no       | 2
--   dish    | kitchen.menu.lines$[].dish | 3
--   pos     | generated INDEX            | 3
-- expect control
--   field | kind          | column             | line
--   *     | ROW_GENERATOR | kitchen.menu.lines | 3

-- case:    JSON operators
-- why:     The column is the origin, the literal path stands beside it.
-- dialect: postgres
-- target:  rep.sensor

CREATE TABLE rep.sensor AS
SELECT s.sensor_no, s.doc ->> 'unit' AS unit, (s.doc #>> '{pos,lon}')::numeric AS lon, s.doc -> 'marks' -> 0 AS first_mark
FROM   iot.sensor AS s
WHERE  s.doc ->> 'on' = 'true';

-- expect value
--   field      | origin                   | line
--   sensor_no  | iot.sensor.sensor_no     | 2
--   unit       | iot.sensor.doc$.unit     | 2
--   lon        | iot.sensor.doc$.pos.lon  | 2
--   first_mark | iot.sensor.doc$.marks[0] | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | iot.sensor.doc | 4

-- case:    a generator and a function of the project's own
-- why:     generate_series makes its rows of its arguments. What fleet.skipper_on gives is inside a body that is not
--          in the snapshot; its arguments are no origin.
-- dialect: postgres
-- target:  rep.watch

CREATE TABLE rep.watch AS
SELECT g.n AS watch_no, r.crew_n, k.skipper_nm
FROM   fleet.rota AS r
CROSS JOIN LATERAL generate_series(r.first_watch, r.last_watch) AS g (n)
CROSS JOIN LATERAL fleet.skipper_on(r.ship_no, g.n) AS k (skipper_nm, since);  --! OPAQUE_FUNCTION

-- expect value
--   field      | origin                 | line
--   watch_no   | fleet.rota.first_watch | 4
--   watch_no   | fleet.rota.last_watch  | 4
--   crew_n     | fleet.rota.crew_n      | 2
--   skipper_nm | -                      | -
-- expect control
--   field | kind          | column                 | line
--   *     | ROW_GENERATOR | fleet.rota.first_watch | 4
--   *     | ROW_GENERATOR | fleet.rota.last_watch  | 4
--   *     | ROW_GENERATOR | fleet.rota.ship_no     | 5
--   *     | ROW_GENERATOR | fleet.rota.first_watch | 5
--   *     | ROW_GENERATOR | fleet.rota.last_watch  | 5
-- expect open
--   field      | reason          | at
--   skipper_nm | OPAQUE_FUNCTION | fleet.skipper_on

-- case:    UNNEST over GENERATE_SERIES over a maximum
-- why:     The hours are made between two values of one column, so that column is the only origin.
-- dialect: postgres
-- target:  rep.stay_hour

CREATE TABLE rep.stay_hour AS
WITH span AS (
    SELECT c.stay_id, DATE_TRUNC('hour', MIN(c.noted_at)) AS t0, DATE_TRUNC('hour', MAX(c.noted_at)) AS t1
    FROM   ward.chart AS c
    WHERE  c.item_id = 220045
    GROUP BY c.stay_id
)
SELECT s.stay_id, hr
FROM   span AS s
CROSS JOIN UNNEST(GENERATE_SERIES(s.t0, s.t1, INTERVAL '1 hour')) AS u (hr);

-- expect value
--   field   | origin              | line
--   stay_id | ward.chart.stay_id  | 3
--   hr      | ward.chart.noted_at | 3
-- expect control
--   field | kind          | column              | line
--   *     | WHERE         | ward.chart.item_id  | 5
--   *     | GROUP_BY      | ward.chart.stay_id  | 6
--   *     | ROW_GENERATOR | ward.chart.noted_at | 10

-- case:    LATERAL VIEW explode
-- why:     explode passes its array's elements on.
-- dialect: hive
-- target:  rep.word

CREATE TABLE rep.word AS
SELECT d.doc_no, w.word
FROM   lib.doc d
LATERAL VIEW explode(d.words) w AS word;

-- expect value
--   field  | origin           | line
--   doc_no | lib.doc.doc_no   | 2
--   word   | lib.doc.words$[] | 4
-- expect control
--   field | kind          | column        | line
--   *     | ROW_GENERATOR | lib.doc.words | 4

-- case:    OPENJSON with a column list
-- why:     Each listed column is a path below the text it is read from.
-- dialect: tsql
-- target:  rep.order_line

SELECT o.order_no, j.sku, j.pieces
INTO   rep.order_line
FROM   shop.order_doc AS o
CROSS APPLY OPENJSON(o.doc, '$.lines') WITH (sku VARCHAR(20) '$.sku', pieces INT '$.n') AS j;

-- expect value
--   field    | origin                          | line
--   order_no | shop.order_doc.order_no         | 1
--   sku      | shop.order_doc.doc$.lines[].sku | 4
--   pieces   | shop.order_doc.doc$.lines[].n   | 4
-- expect control
--   field | kind          | column             | line
--   *     | ROW_GENERATOR | shop.order_doc.doc | 4

-- case:    a function that takes a path
-- why:     JSON_VALUE names the path as a literal; the column is the origin.
-- dialect: bigquery
-- target:  rep.device

CREATE TABLE rep.device AS
SELECT d.device_no, JSON_VALUE(d.doc, '$.os.name') AS os_nm FROM iot.device AS d;

-- expect value
--   field     | origin                  | line
--   device_no | iot.device.device_no    | 2
--   os_nm     | iot.device.doc$.os.name | 2
-- expect control
--   (none)

-- case:    ARRAY JOIN
-- why:     The array gives the element and decides how many rows there are.
-- dialect: clickhouse
-- target:  rep.tag

CREATE TABLE rep.tag ENGINE = Memory AS
SELECT p.post_no, tag
FROM raw.post AS p
ARRAY JOIN p.tags AS tag;

-- expect value
--   field   | origin           | line
--   post_no | raw.post.post_no | 2
--   tag     | raw.post.tags$[] | 4
-- expect control
--   field | kind          | column        | line
--   *     | ROW_GENERATOR | raw.post.tags | 4

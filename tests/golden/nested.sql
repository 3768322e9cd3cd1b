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

-- case:    JSON operators of MySQL
-- why:     The path goes into the document; the document's column is the origin, and of the condition too.
-- dialect: mysql
-- target:  mart.probe

INSERT INTO mart.probe (probe_no, unit, lon, first_mark)
SELECT p.probe_no, p.doc ->> '$.unit', CAST(JSON_EXTRACT(p.doc, '$.pos.lon') AS DECIMAL(9, 6)), p.doc -> '$.marks[0]'
FROM   iot.probe p
WHERE  p.doc ->> '$.on' = 'true';

-- expect value
--   field      | origin                  | line
--   probe_no   | iot.probe.probe_no      | 2
--   unit       | iot.probe.doc$.unit     | 2
--   lon        | iot.probe.doc$.pos.lon  | 2
--   first_mark | iot.probe.doc$.marks[0] | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | iot.probe.doc | 4

-- case:    paths of Snowflake
-- why:     Colon, dots and brackets go into the document; with GET_PATH the text says the path.
-- dialect: snowflake
-- target:  mart.probe

CREATE TABLE mart.probe AS
SELECT p.probe_no, p.doc:unit::STRING AS unit, p.doc:pos.lon::FLOAT AS lon, GET_PATH(p.doc, 'marks[0]') AS first_mark
FROM   iot.probe p
WHERE  p.doc:"on" = TRUE;

-- expect value
--   field      | origin                  | line
--   probe_no   | iot.probe.probe_no      | 2
--   unit       | iot.probe.doc$.unit     | 2
--   lon        | iot.probe.doc$.pos.lon  | 2
--   first_mark | iot.probe.doc$.marks[0] | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | iot.probe.doc | 4

-- case:    paths of T-SQL
-- why:     A function takes the column and a path. The whole part of a document is a value as well.
-- dialect: tsql
-- target:  mart.probe

SELECT p.probe_no, JSON_VALUE(p.doc, '$.unit') AS unit, JSON_QUERY(p.doc, '$.marks') AS marks
INTO   mart.probe
FROM   iot.probe AS p
WHERE  JSON_VALUE(p.doc, '$.on') = 'true';

-- expect value
--   field    | origin               | line
--   probe_no | iot.probe.probe_no   | 1
--   unit     | iot.probe.doc$.unit  | 1
--   marks    | iot.probe.doc$.marks | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | iot.probe.doc | 4

-- case:    paths of Databricks
-- why:     A colon behind the column begins a path; GET_JSON_OBJECT says the same with a text.
-- dialect: databricks
-- target:  mart.probe

CREATE TABLE mart.probe AS
SELECT p.probe_no, p.doc:unit AS unit, CAST(get_json_object(p.doc, '$.pos.lon') AS DOUBLE) AS lon
FROM   iot.probe p
WHERE  p.doc:on = 'true';

-- expect value
--   field    | origin                 | line
--   probe_no | iot.probe.probe_no     | 2
--   unit     | iot.probe.doc$.unit    | 2
--   lon      | iot.probe.doc$.pos.lon | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | iot.probe.doc | 4

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

-- case:    a generator and a function that is not there, in T-SQL
-- why:     The generator's numbers are made from what stands between its brackets; what the other function gives is
--          not known.
-- dialect: tsql
-- target:  rep.shift_plan

SELECT g.value AS shift_no, r.crew, k.chief
INTO   rep.shift_plan
FROM   ops.rota AS r
CROSS APPLY GENERATE_SERIES(r.first_no, r.last_no) AS g
CROSS APPLY ops.chief_on(r.rota_no, g.value) AS k;  --! OPAQUE_FUNCTION

-- expect value
--   field    | origin            | line
--   shift_no | ops.rota.first_no | 4
--   shift_no | ops.rota.last_no  | 4
--   crew     | ops.rota.crew     | 1
--   chief    | -                 | -
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | ops.rota.first_no | 4
--   *     | ROW_GENERATOR | ops.rota.last_no  | 4
--   *     | ROW_GENERATOR | ops.rota.first_no | 5
--   *     | ROW_GENERATOR | ops.rota.last_no  | 5
--   *     | ROW_GENERATOR | ops.rota.rota_no  | 5
-- expect open
--   field | reason          | at
--   chief | OPAQUE_FUNCTION | ops.chief_on

-- case:    a generator and a function that is not there, in Snowflake
-- why:     SEQ4 counts the rows of the generator. What the function of the project gives is not known.
-- dialect: snowflake
-- target:  rep.shift_plan

CREATE TABLE rep.shift_plan AS
SELECT g.nth, r.crew, k.chief
FROM   ops.rota r
JOIN   (SELECT SEQ4() AS nth FROM TABLE(GENERATOR(ROWCOUNT => 7))) g ON g.nth < r.days,
       TABLE(ops.chief_on(r.rota_no)) k;  --! OPAQUE_FUNCTION

-- expect value
--   field | origin         | line
--   nth   | generated SEQ4 | 4
--   crew  | ops.rota.crew  | 2
--   chief | -              | -
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | -                | 4
--   *     | INNER_JOIN    | ops.rota.days    | 4
--   *     | ROW_GENERATOR | ops.rota.rota_no | 5
-- expect open
--   field | reason          | at
--   chief | OPAQUE_FUNCTION | ops.chief_on

-- case:    a function that gives rows and is not there, in Oracle
-- why:     TABLE() of a function of a package: its rows are its own, the argument is no origin of them.
-- dialect: oracle
-- target:  rep.shift_plan

INSERT INTO rep.shift_plan (crew, chief)
SELECT r.crew, k.chief
FROM   ops.rota r, TABLE(ops.pk_rota.chief_on(r.rota_no)) k;  --! OPAQUE_FUNCTION

-- expect value
--   field | origin        | line
--   crew  | ops.rota.crew | 2
--   chief | -             | -
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | ops.rota.rota_no | 3
-- expect open
--   field | reason          | at
--   chief | OPAQUE_FUNCTION | ops.pk_rota.chief_on

-- case:    collections of Oracle under TABLE()
-- why:     A collection of the row, with its type or without, and rows of a query are data; so is a list that is
--          written. A function's rows are not, whatever type they are given.
-- dialect: oracle
-- target:  rep.items

INSERT INTO rep.items (own, picked, listed, made)
SELECT a.sku, b.COLUMN_VALUE, c.COLUMN_VALUE, d.COLUMN_VALUE
FROM   shop.basket s,
       TABLE(CAST(s.items AS t_items)) a,
       TABLE(CAST(MULTISET(SELECT p.sku FROM shop.pick p WHERE p.no = s.no) AS t_skus)) b,
       TABLE(sys.odcinumberlist(s.one, s.two)) c,
       TABLE(CAST(shop.pk.skus_of(s.no) AS t_skus)) d;  --! OPAQUE_FUNCTION

-- expect value
--   field  | origin            | line
--   own    | shop.basket.items | 4
--   picked | shop.pick.sku     | 5
--   listed | shop.basket.one   | 6
--   listed | shop.basket.two   | 6
--   made   | -                 | -
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | shop.basket.items | 4
--   *     | ROW_GENERATOR | shop.pick.sku     | 5
--   *     | WHERE         | shop.basket.no    | 5
--   *     | WHERE         | shop.pick.no      | 5
--   *     | ROW_GENERATOR | shop.basket.one   | 6
--   *     | ROW_GENERATOR | shop.basket.two   | 6
--   *     | ROW_GENERATOR | shop.basket.no    | 7
-- expect open
--   field | reason          | at
--   made  | OPAQUE_FUNCTION | shop.pk.skus_of

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

-- case:    elements of an array of structures, in Spark and by INLINE
-- why:     The columns are the members of the structures, by their place.
-- dialect: spark
-- target:  rep.step

CREATE TABLE rep.step AS
SELECT r.dish_no, s.pos, s.txt FROM kitchen.dish r LATERAL VIEW OUTER inline(r.steps) s AS pos, txt;

-- expect value
--   field   | origin                | line
--   dish_no | kitchen.dish.dish_no  | 2
--   pos     | kitchen.dish.steps$[] | 2
--   txt     | kitchen.dish.steps$[] | 2
-- expect control
--   field | kind          | column             | line
--   *     | ROW_GENERATOR | kitchen.dish.steps | 2

-- case:    elements of an array, in Postgres with a list of names and DDL
-- why:     The element's own name is the array's column.
-- dialect: postgres
-- target:  rep.step

CREATE TABLE kitchen.dish (dish_no int, tags text[]);

CREATE TABLE rep.step AS
SELECT dish_no, tag FROM kitchen.dish, unnest(tags) AS t (tag) WHERE tag <> 'raw';

-- expect value
--   field   | origin               | line
--   dish_no | kitchen.dish.dish_no | 4
--   tag     | kitchen.dish.tags$[] | 4
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | kitchen.dish.tags | 4
--   *     | WHERE         | kitchen.dish.tags | 4

-- case:    elements of a JSON text, in SQLite
-- why:     json_each makes rows of the document; its value and its key are made of it.
-- dialect: sqlite
-- target:  step

CREATE TABLE step AS
SELECT d.dish_no, e.value ->> 'txt' AS txt, e.key AS pos FROM dish d, json_each(d.doc, '$.steps') e;

-- expect value
--   field   | origin                | line
--   dish_no | dish.dish_no          | 2
--   txt     | dish.doc$.steps[].txt | 2
--   pos     | dish.doc              | 2
-- expect control
--   field | kind          | column   | line
--   *     | ROW_GENERATOR | dish.doc | 2

-- case:    elements of a document, in Databricks
-- why:     variant_explode gives position, key and value of what it takes apart.
-- dialect: databricks
-- target:  rep.step

CREATE TABLE rep.step AS
SELECT d.dish_no, e.pos, e.value:txt::STRING AS txt
FROM   kitchen.dish d, LATERAL variant_explode(d.doc:steps) AS e;

-- expect value
--   field   | origin                        | line
--   dish_no | kitchen.dish.dish_no          | 2
--   pos     | generated POS                 | 3
--   txt     | kitchen.dish.doc$.steps[].txt | 3
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | kitchen.dish.doc | 3

-- case:    UNNEST of two arrays with their position
-- why:     Each array is a column of its own; the position is made by the function.
-- dialect: trino
-- target:  rep.pair

CREATE TABLE rep.pair AS
SELECT s.scan_no, u.freq, u.db, u.n
FROM   lab.scan AS s
CROSS JOIN UNNEST(s.freqs, s.levels) WITH ORDINALITY AS u (freq, db, n);

-- expect value
--   field   | origin               | line
--   scan_no | lab.scan.scan_no     | 2
--   freq    | lab.scan.freqs$[]    | 4
--   db      | lab.scan.levels$[]   | 4
--   n       | generated ORDINALITY | 4
-- expect control
--   field | kind          | column          | line
--   *     | ROW_GENERATOR | lab.scan.freqs  | 4
--   *     | ROW_GENERATOR | lab.scan.levels | 4

-- case:    UNNEST of an array without DDL, a bare name beside it
-- why:     The element may be a structure with a member of that name, the table may have such a column: both are candidates.
-- dialect: bigquery
-- target:  rep.basket

CREATE TABLE rep.basket AS
SELECT b.basket_no, sku  --! AMBIGUOUS_COLUMN_SOURCES shop.basket.sku, shop.basket.items
FROM   shop.basket AS b, UNNEST(b.items) AS it WITH OFFSET AS at;

-- expect value
--   field     | origin                | line
--   basket_no | shop.basket.basket_no | 2
--   sku       | -                     | -
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | shop.basket.items | 3
-- expect open
--   field | reason           | at
--   sku   | AMBIGUOUS_COLUMN | sku

-- case:    UNNEST of written structures and of scalars
-- why:     Members that are written out are columns with their cells; elements of a date array are no structures.
-- dialect: bigquery
-- target:  rep.slot

CREATE TABLE rep.slot AS
SELECT d.room_no, day, r.label, r.rank
FROM   hotel.door AS d, UNNEST(GENERATE_DATE_ARRAY(d.open_on, d.shut_on)) AS day,
       UNNEST([STRUCT('low' AS label, 1 AS rank), STRUCT('high', 2)]) AS r;

-- expect value
--   field   | origin             | line
--   room_no | hotel.door.room_no | 2
--   day     | hotel.door.open_on | 3
--   day     | hotel.door.shut_on | 3
--   label   | constant 'high'    | 4
--   label   | constant 'low'     | 4
--   rank    | constant 1         | 4
--   rank    | constant 2         | 4
-- expect control
--   field | kind          | column             | line
--   *     | ROW_GENERATOR | hotel.door.open_on | 3
--   *     | ROW_GENERATOR | hotel.door.shut_on | 3
--   *     | ROW_GENERATOR | -                  | 4

-- case:    the position and the members of a JSON array
-- why:     Each listed column has its own path; the number is made by the function.
-- dialect: oracle
-- target:  rep.line

CREATE TABLE rep.line AS
SELECT i.inv_no, j.pos, j.item, j.part_no
FROM   bill.invoice i,
       JSON_TABLE(i.doc, '$.lines[*]' COLUMNS (pos FOR ORDINALITY, item VARCHAR2(40) PATH '$.item',
         NESTED PATH '$.parts[*]' COLUMNS (part_no NUMBER PATH '$.no'))) j;

-- expect value
--   field   | origin                               | line
--   inv_no  | bill.invoice.inv_no                  | 2
--   pos     | generated ORDINALITY                 | 4
--   item    | bill.invoice.doc$.lines[].item       | 4
--   part_no | bill.invoice.doc$.lines[].parts[].no | 4
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | bill.invoice.doc | 4

-- case:    members of a JSON array by an alias list
-- why:     The alias list says which members are read.
-- dialect: postgres
-- target:  rep.berth_line

CREATE TABLE rep.berth_line AS
SELECT c.call_no, r.sku, e.value AS note, el ->> 'k' AS k
FROM   port.call AS c,
       jsonb_to_recordset(c.cargo) AS r (sku text, qty int),
       jsonb_each_text(c.notes) AS e,
       jsonb_array_elements(c.marks) AS el;

-- expect value
--   field   | origin                 | line
--   call_no | port.call.call_no      | 2
--   sku     | port.call.cargo$[].sku | 4
--   note    | port.call.notes$[]     | 5
--   k       | port.call.marks$[].k   | 6
-- expect control
--   field | kind          | column          | line
--   *     | ROW_GENERATOR | port.call.cargo | 4
--   *     | ROW_GENERATOR | port.call.notes | 5
--   *     | ROW_GENERATOR | port.call.marks | 6

-- case:    STACK: rows written side by side
-- why:     Each column takes the cells at its place of every row.
-- dialect: hive
-- target:  rep.month

CREATE TABLE rep.month AS
SELECT s.shop_no, m.mon, m.amt
FROM   shop.year AS s
LATERAL VIEW STACK(2, 'jan', s.jan_amt, 'feb', s.feb_amt) m AS mon, amt;

-- expect value
--   field   | origin            | line
--   shop_no | shop.year.shop_no | 2
--   mon     | constant 'feb'    | 4
--   mon     | constant 'jan'    | 4
--   amt     | shop.year.feb_amt | 4
--   amt     | shop.year.jan_amt | 4
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | shop.year.feb_amt | 4
--   *     | ROW_GENERATOR | shop.year.jan_amt | 4

-- case:    keys of a JSON text as columns
-- why:     Each column is the member that its key names; the keys themselves are no value.
-- dialect: hive
-- target:  rep.tuple

CREATE TABLE rep.tuple AS
SELECT e.event_no, j.kind, j.src
FROM   web.event AS e
LATERAL VIEW JSON_TUPLE(e.doc, 'kind', 'source') j AS kind, src;

-- expect value
--   field    | origin                | line
--   event_no | web.event.event_no    | 2
--   kind     | web.event.doc$.kind   | 4
--   src      | web.event.doc$.source | 4
-- expect control
--   field | kind          | column        | line
--   *     | ROW_GENERATOR | web.event.doc | 4

-- case:    functions behind SELECT that make rows
-- why:     One item gives several columns; the array decides how often the row comes.
-- dialect: spark
-- target:  rep.token

CREATE TABLE rep.token AS
SELECT t.text_no, POSEXPLODE(t.words) AS (pos, word)
FROM   corpus.text AS t;

-- expect value
--   field   | origin              | line
--   text_no | corpus.text.text_no | 2
--   pos     | generated POS       | 2
--   word    | corpus.text.words   | 2
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | corpus.text.words | 2

-- case:    ARRAY JOIN of two arrays
-- why:     Each array is a column of its own name.
-- dialect: clickhouse
-- target:  rep.hit

CREATE TABLE rep.hit ENGINE = Memory AS
SELECT h.page, tag, n
FROM   web.hit AS h
ARRAY JOIN h.tags AS tag, arrayEnumerate(h.tags) AS n;

-- expect value
--   field | origin          | line
--   page  | web.hit.page    | 2
--   tag   | web.hit.tags$[] | 4
--   n     | web.hit.tags    | 4
-- expect control
--   field | kind          | column       | line
--   *     | ROW_GENERATOR | web.hit.tags | 4

-- case:    the parts of a split text
-- why:     The separator is no value, the number is made by the function.
-- dialect: snowflake
-- target:  rep.part

CREATE TABLE rep.part AS
SELECT t.tag_no, s.value AS part, s.index AS pos
FROM   web.tag t, LATERAL SPLIT_TO_TABLE(t.path, '/') s;

-- expect value
--   field  | origin          | line
--   tag_no | web.tag.tag_no  | 2
--   part   | web.tag.path    | 3
--   pos    | generated INDEX | 3
-- expect control
--   field | kind          | column       | line
--   *     | ROW_GENERATOR | web.tag.path | 3

-- case:    rows written with the columns of the table before them
-- why:     A list of rows under APPLY sees the inputs before it, also by bare names.
-- dialect: tsql
-- target:  rep.quarter_row

SELECT y.shop_no, v.quarter, v.amt
INTO   rep.quarter_row
FROM   shop.year_sum AS y
CROSS APPLY (VALUES ('q1', q1), ('q2', q2)) AS v (quarter, amt);

-- expect value
--   field   | origin                | line
--   shop_no | shop.year_sum.shop_no | 1
--   quarter | constant 'q1'         | 4
--   quarter | constant 'q2'         | 4
--   amt     | shop.year_sum.q1      | 4
--   amt     | shop.year_sum.q2      | 4
-- expect control
--   (none)

-- case:    structures taken apart where they were built
-- why:     Each path narrows to the member that was put there, through an array and a cast.
-- dialect: trino
-- target:  rep.member

CREATE TABLE rep.member AS
SELECT q.pos.x, q.pos.y AS north
FROM   (SELECT CAST(ROW(g.lon, g.lat) AS ROW(x DOUBLE, y DOUBLE)) AS pos FROM geo.pt AS g) AS q;

-- expect value
--   field | origin     | line
--   x     | geo.pt.lon | 3
--   north | geo.pt.lat | 3
-- expect control
--   (none)

-- case:    WITH ORDINALITY behind functions
-- why:     The number of a row is made by the function, whatever the alias list calls it; the separator says where
--          to cut and is no value.
-- dialect: postgres
-- target:  zoo.tag

CREATE TABLE zoo.tag AS
SELECT a.name, e ->> 'tag' AS tag, nth, part, p.ordinality AS part_no, k, v, key_no
FROM   zoo.animal AS a
CROSS JOIN LATERAL jsonb_array_elements(a.doc -> 'tags') WITH ORDINALITY AS x (e, nth),
       regexp_split_to_table(a.notes, ';') WITH ORDINALITY AS p (part),
       jsonb_each_text(a.sizes) WITH ORDINALITY AS s (k, v, key_no);

-- expect value
--   field   | origin                     | line
--   name    | zoo.animal.name            | 2
--   tag     | zoo.animal.doc$.tags[].tag | 4
--   nth     | generated ORDINALITY       | 4
--   part    | zoo.animal.notes           | 5
--   part_no | generated ORDINALITY       | 5
--   k       | zoo.animal.sizes           | 6
--   v       | zoo.animal.sizes$[]        | 6
--   key_no  | generated ORDINALITY       | 6
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | zoo.animal.doc   | 4
--   *     | ROW_GENERATOR | zoo.animal.notes | 5
--   *     | ROW_GENERATOR | zoo.animal.sizes | 6

-- case:    methods of an XML column
-- why:     nodes() makes rows of the column, value() and exist() read it; which part, says XQuery, not SQL.
-- dialect: tsql
-- target:  zoo.meal

INSERT INTO zoo.meal (animal_no, food, herd)
SELECT a.animal_no, m.node.value('(@food)[1]', 'VARCHAR(20)'), a.place.GetAncestor(1)
FROM   zoo.animal AS a
CROSS APPLY a.doc.nodes('/meals/meal') AS m (node)
WHERE  m.node.exist('@cold') = 1;

-- expect value
--   field     | origin               | line
--   animal_no | zoo.animal.animal_no | 2
--   food      | zoo.animal.doc       | 4
--   herd      | zoo.animal.place     | 2
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | zoo.animal.doc | 4
--   *     | WHERE         | zoo.animal.doc | 5

-- case:    methods of what is made XML in place
-- why:     Before a dot the parser takes the column of a cast for a bare name; the column is the value all the same.
-- dialect: tsql
-- target:  zoo.meal

INSERT INTO zoo.meal (food, dose)
SELECT CAST(doc AS xml).value('(/meal/@food)[1]', 'varchar(20)'), CONVERT(xml, a.notes).value('(/dose)[1]', 'int')
FROM   zoo.animal AS a;

-- expect value
--   field | origin           | line
--   food  | zoo.animal.doc   | 2
--   dose  | zoo.animal.notes | 2
-- expect control
--   (none)

-- case:    navigation of Redshift
-- why:     An array named behind FROM is a table of its elements; the alias is one element, AT its place.
-- dialect: redshift
-- target:  zoo.meal

CREATE TABLE zoo.meal AS
SELECT a.name, m.food, p.grams.fresh, nth
FROM   zoo.animal AS a, a.meals AS m AT nth, m.parts AS p
WHERE  p.kind = 'leaf';

-- expect value
--   field | origin                                  | line
--   name  | zoo.animal.name                         | 2
--   food  | zoo.animal.meals$[].food                | 3
--   fresh | zoo.animal.meals$[].parts[].grams.fresh | 3
--   nth   | generated ORDINALITY                    | 3
-- expect control
--   field | kind          | column           | line
--   *     | ROW_GENERATOR | zoo.animal.meals | 3
--   *     | WHERE         | zoo.animal.meals | 4

-- case:    FLATTEN's own columns
-- why:     INDEX, SEQ and PATH say where an element stands: the function makes them. KEY and THIS are data.
-- dialect: snowflake
-- target:  zoo.flat

CREATE TABLE zoo.flat AS
SELECT f.seq, f.key, f.path, f.index, f.this, f.value:food::STRING AS food
FROM   zoo.animal AS a, LATERAL FLATTEN(INPUT => a.doc, PATH => 'meals') AS f;

-- expect value
--   field | origin                       | line
--   seq   | generated SEQ                | 3
--   key   | zoo.animal.doc$.meals[]      | 3
--   path  | generated PATH               | 3
--   index | generated INDEX              | 3
--   this  | zoo.animal.doc$.meals        | 3
--   food  | zoo.animal.doc$.meals[].food | 3
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | zoo.animal.doc | 3

-- case:    SELECT AS STRUCT
-- why:     The subquery's one value is made of all its columns, and a member of it of one.
-- dialect: bigquery
-- target:  zoo.keeper

CREATE TABLE zoo.keeper AS
SELECT a.name,
       (SELECT AS STRUCT MAX(k.nm) AS nm, MIN(k.since) AS since FROM zoo.staff AS k WHERE k.animal_no = a.animal_no) AS both,
       (SELECT AS STRUCT MAX(k.nm) AS nm, MIN(k.since) AS since FROM zoo.staff AS k WHERE k.animal_no = a.animal_no).since AS since
FROM   zoo.animal AS a;

-- expect value
--   field | origin          | line
--   name  | zoo.animal.name | 2
--   both  | zoo.staff.nm    | 3
--   both  | zoo.staff.since | 3
--   since | zoo.staff.since | 4
-- expect control
--   field | kind  | column               | line
--   both  | WHERE | zoo.animal.animal_no | 3
--   both  | WHERE | zoo.staff.animal_no  | 3
--   since | WHERE | zoo.animal.animal_no | 4
--   since | WHERE | zoo.staff.animal_no  | 4

-- case:    an array of the outer row under FROM of a subquery, without UNNEST
-- why:     A path that begins with an input around the subquery is that input's array, not a table.
-- dialect: bigquery
-- target:  mart.cart

CREATE TABLE mart.cart AS
SELECT s.id,
       ARRAY(SELECT l.sku FROM s.lines AS l WHERE l.qty > 0) AS skus,
       (SELECT SUM(p.eur) FROM s.head.parts AS p) AS eur
FROM   raw.cart AS s, s.tags AS t
WHERE  EXISTS (SELECT 1 FROM s.lines AS x WHERE x.sku = t.sku);

-- expect value
--   field | origin                     | line
--   eur   | raw.cart.head$.parts[].eur | 4
--   id    | raw.cart.id                | 2
--   skus  | raw.cart.lines$[].sku      | 3
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | raw.cart.lines | 6
--   *     | ROW_GENERATOR | raw.cart.tags  | 5
--   *     | SEMI_JOIN     | -              | 6
--   *     | WHERE         | raw.cart.lines | 6
--   *     | WHERE         | raw.cart.tags  | 6
--   eur   | ROW_GENERATOR | raw.cart.head  | 4
--   skus  | ROW_GENERATOR | raw.cart.lines | 3
--   skus  | WHERE         | raw.cart.lines | 3

-- case:    the newest value by a maximum over structures
-- why:     The member asked for is one part of the structure; Hive calls parts without a name col1, col2.
-- dialect: hive
-- target:  mart.newest

INSERT OVERWRITE TABLE mart.newest
SELECT s.k AS k, MAX(STRUCT(s.ts, s.v)).col2 AS v, MAX(NAMED_STRUCT('t', s.ts, 'w', s.w)).w AS w FROM raw.s s GROUP BY s.k;

-- expect value
--   field | origin  | line
--   k     | raw.s.k | 2
--   v     | raw.s.v | 2
--   w     | raw.s.w | 2
-- expect control
--   field | kind     | column  | line
--   *     | GROUP_BY | raw.s.k | 2
-- expect diagnostics
--   code                        | candidates | line
--   TARGET_COLUMN_NAME_UNPROVEN | k          | 1
--   TARGET_COLUMN_NAME_UNPROVEN | v          | 1
--   TARGET_COLUMN_NAME_UNPROVEN | w          | 1

-- case:    rows that a script makes (TRANSFORM)
-- why:     What the script does with its input, only the script knows: every column may come from every value.
-- dialect: hive
-- target:  dm.visit

INSERT OVERWRITE TABLE dm.visit  --! TARGET_COLUMN_NAME_UNPROVEN uid --! TARGET_COLUMN_NAME_UNPROVEN visit
SELECT TRANSFORM (h.uid, h.at) USING 'python sessions.py' AS (uid string, visit int)  --! OPAQUE_FUNCTION
FROM   web.hit h WHERE h.bot = 0;

-- expect value
--   field | origin      | line
--   uid   | web.hit.at  | 2
--   uid   | web.hit.uid | 2
--   visit | web.hit.at  | 2
--   visit | web.hit.uid | 2
-- expect control
--   field | kind          | column      | line
--   *     | ROW_GENERATOR | web.hit.at  | 2
--   *     | ROW_GENERATOR | web.hit.uid | 2
--   *     | WHERE         | web.hit.bot | 3

-- case:    rows that a script makes, without names (TRANSFORM)
-- why:     Then they are called key and value.
-- dialect: spark
-- target:  dm.visit

CREATE TABLE dm.visit AS SELECT TRANSFORM (h.uid) USING 'cat' FROM web.hit h;  --! OPAQUE_FUNCTION

-- expect value
--   field | origin      | line
--   key   | web.hit.uid | 1
--   value | web.hit.uid | 1
-- expect control
--   field | kind          | column      | line
--   *     | ROW_GENERATOR | web.hit.uid | 1

-- case:    columns of a JSON text that say what they hold where there is nothing
-- why:     ON EMPTY and ON ERROR stand for rows without the path; the column is that path of the text.
-- dialect: mysql
-- target:  mart.msg

INSERT INTO mart.msg (id, nm, n, ord)
SELECT r.id, j.nm, j.n, j.ord
FROM raw.msg AS r
JOIN JSON_TABLE(r.doc, '$[*]' COLUMNS (
       ord FOR ORDINALITY,
       nm VARCHAR(20) PATH '$.nm' DEFAULT '"x"' ON EMPTY NULL ON ERROR,
       n INT PATH '$.n' ERROR ON ERROR)) AS j ON r.ok = 1;

-- expect value
--   field | origin               | line
--   id    | raw.msg.id           | 2
--   nm    | raw.msg.doc$[].nm    | 4
--   n     | raw.msg.doc$[].n     | 4
--   ord   | generated ORDINALITY | 4
-- expect control
--   field | kind          | column      | line
--   *     | ROW_GENERATOR | raw.msg.doc | 4
--   *     | INNER_JOIN    | raw.msg.ok  | 7

-- case:    a list comprehension of DuckDB
-- why:     The variable of its loop stands for the elements of the list: it is no column of the table.
-- dialect: duckdb
-- target:  rep.hive

CREATE TABLE rep.hive AS
SELECT [f + h.spare FOR f IN h.frames IF f > h.full] AS ripe, [m.mites FOR m IN h.rows] AS mites
FROM   bee.hive AS h
WHERE  len([f FOR f IN h.lost IF f > 0]) = 0;

-- expect value
--   field | origin          | line
--   ripe  | bee.hive.frames | 2
--   ripe  | bee.hive.spare  | 2
--   ripe  | bee.hive.full   | 2
--   mites | bee.hive.rows   | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | bee.hive.lost | 4

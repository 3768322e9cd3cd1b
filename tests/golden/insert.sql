-- INSERT: how the fields of a query meet the columns of a table.

-- case:    a column list in another order than the DDL
-- why:     The list maps by position. A column that the list leaves out gets no value from this writer.
-- dialect: mysql
-- target:  dm.scale

CREATE TABLE dm.scale (gross INT, tare INT, net INT, read_on DATETIME);

INSERT INTO dm.scale (net, gross, tare)
SELECT w.n_kg, w.g_kg, w.t_kg FROM raw.weighbridge w;

-- expect value
--   field   | origin               | line
--   gross   | raw.weighbridge.g_kg | 4
--   tare    | raw.weighbridge.t_kg | 4
--   net     | raw.weighbridge.n_kg | 4
--   read_on | -                    | -
-- expect control
--   (none)
-- expect open
--   field   | reason               | at
--   read_on | NO_WRITER_EXPRESSION | dm.scale.read_on

-- case:    columns that the DDL fills
-- why:     A default is a constant, a clock as default and an identity are generated. The writer names none of them.
-- dialect: postgres
-- target:  dm.tag

CREATE TABLE dm.tag (
    tag_id   int GENERATED ALWAYS AS IDENTITY,
    label    text,
    state_cd text DEFAULT 'NEW',
    made_at  timestamp DEFAULT now()
);

INSERT INTO dm.tag (label)
SELECT t.label FROM raw.tag AS t WHERE t.ok;

-- expect value
--   field    | origin             | line
--   tag_id   | generated IDENTITY | 2
--   label    | raw.tag.label      | 9
--   state_cd | constant 'NEW'     | 4
--   made_at  | generated NOW      | 5
-- expect control
--   field | kind  | column     | line
--   *     | WHERE | raw.tag.ok | 9

-- case:    no column list and no DDL
-- why:     The values are proven by position. What the table calls its columns is not in the snapshot: the names are
--          those of the SELECT.
-- dialect: mysql
-- target:  dm.lead

INSERT INTO dm.lead  --! TARGET_COLUMN_NAME_UNPROVEN lead_no --! TARGET_COLUMN_NAME_UNPROVEN nick
SELECT q.lead_no,
       UPPER(q.nick) AS nick
FROM   app.quiz q;

-- expect value
--   field   | origin           | line
--   lead_no | app.quiz.lead_no | 2
--   nick    | app.quiz.nick    | 3
-- expect control
--   (none)

-- case:    a static partition
-- why:     The partition column is the literal of the clause. IF has constants as values, its condition decides.
-- dialect: hive
-- target:  dm.gate_day

CREATE TABLE dm.gate_day (badge BIGINT, gate STRING, late_n INT) PARTITIONED BY (biz_dt STRING);

INSERT OVERWRITE TABLE dm.gate_day PARTITION (biz_dt = '20260214')
SELECT g.badge_no, g.gate_nm, SUM(IF(g.delay_min > 5, 1, 0)) AS x
FROM   ods.gate_scan g
WHERE  g.scan_day = 20260214
GROUP BY g.badge_no, g.gate_nm;

-- expect value
--   field  | origin                 | line
--   badge  | ods.gate_scan.badge_no | 4
--   gate   | ods.gate_scan.gate_nm  | 4
--   late_n | constant 0             | 4
--   late_n | constant 1             | 4
--   biz_dt | constant '20260214'    | 3
-- expect control
--   field  | kind           | column                  | line
--   *      | WHERE          | ods.gate_scan.scan_day  | 6
--   *      | GROUP_BY       | ods.gate_scan.badge_no  | 7
--   *      | GROUP_BY       | ods.gate_scan.gate_nm   | 7
--   late_n | CASE_CONDITION | ods.gate_scan.delay_min | 4
-- expect steps
--   field  | origin                 | transformation
--   badge  | ods.gate_scan.badge_no | IDENTITY
--   gate   | ods.gate_scan.gate_nm  | IDENTITY
--   late_n | constant 0             | CONSTANT
--   late_n | constant 1             | CONSTANT
--   biz_dt | constant '20260214'    | CONSTANT

-- case:    a static and a dynamic partition
-- why:     The dynamic partition column takes the last field of the query.
-- dialect: spark
-- target:  dm.lane_day

CREATE TABLE dm.lane_day (lane_no INT, cars BIGINT) PARTITIONED BY (region STRING, biz_dt STRING);

INSERT OVERWRITE TABLE dm.lane_day PARTITION (region = 'N', biz_dt)
SELECT l.lane_no, COUNT(*) AS cars, l.seen_day
FROM   ods.lane l
GROUP BY l.lane_no, l.seen_day;

-- expect value
--   field   | origin             | line
--   lane_no | ods.lane.lane_no   | 4
--   cars    | generated COUNT(*) | 4
--   region  | constant 'N'       | 3
--   biz_dt  | ods.lane.seen_day  | 4
-- expect control
--   field | kind     | column            | line
--   *     | GROUP_BY | ods.lane.lane_no  | 6
--   *     | GROUP_BY | ods.lane.seen_day | 6

-- case:    one FROM, two INSERTs
-- why:     Each writer has the shared filter of the derived table and its own WHERE, and not the other's.
-- dialect: hive
-- target:  dm.call_in

FROM (SELECT c.call_no, c.direction, c.secs FROM raw.phone c WHERE c.kept = 1) e
INSERT OVERWRITE TABLE dm.call_in  --! TARGET_COLUMN_NAME_UNPROVEN call_no --! TARGET_COLUMN_NAME_UNPROVEN secs
SELECT e.call_no AS call_no,
       e.secs AS secs
WHERE e.direction = 'I'
INSERT OVERWRITE TABLE dm.call_out
SELECT e.call_no AS call_no
WHERE e.direction = 'O';

-- expect value
--   field   | origin            | line
--   call_no | raw.phone.call_no | 1
--   secs    | raw.phone.secs    | 1
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | raw.phone.kept      | 1
--   *     | WHERE | raw.phone.direction | 5

-- case:    one FROM with a LATERAL VIEW, two INSERTs
-- why:     posexplode passes its array on; the array also decides how many rows there are.
-- dialect: hive
-- target:  dm.skill_count

FROM raw.cv a
LATERAL VIEW OUTER posexplode(a.skills) p AS pos, skill
INSERT OVERWRITE TABLE dm.cv_skill PARTITION (ds = '2026-01-01')
SELECT a.cv_no AS cv_no, p.skill AS skill
WHERE a.open_flag = 1
INSERT INTO TABLE dm.skill_count  --! TARGET_COLUMN_NAME_UNPROVEN n --! TARGET_COLUMN_NAME_UNPROVEN skill
SELECT p.skill AS skill,
       COUNT(*) AS n
WHERE p.skill IS NOT NULL
GROUP BY p.skill;

-- expect value
--   field | origin             | line
--   skill | raw.cv.skills$[]   | 2
--   n     | generated COUNT(*) | 8
-- expect control
--   field | kind          | column        | line
--   *     | ROW_GENERATOR | raw.cv.skills | 2
--   *     | WHERE         | raw.cv.skills | 9
--   *     | GROUP_BY      | raw.cv.skills | 10

-- case:    one FROM with a LATERAL VIEW, two INSERTs, in Spark
-- why:     Both INSERTs read the rows that explode makes, each under its own condition.
-- dialect: spark
-- target:  dm.tag_day

CREATE TABLE dm.tag_day (photo_no BIGINT, tag STRING) PARTITIONED BY (ds STRING);

FROM raw.photo p
LATERAL VIEW explode(p.tags) x AS tag
INSERT OVERWRITE TABLE dm.tag_day PARTITION (ds = '2026-04-01')
SELECT p.photo_no, x.tag WHERE p.open_flag = 1
INSERT INTO TABLE dm.tag_sum
SELECT x.tag, COUNT(*) AS n GROUP BY x.tag;

-- expect value
--   field    | origin                | line
--   photo_no | raw.photo.photo_no    | 6
--   tag      | raw.photo.tags$[]     | 4
--   ds       | constant '2026-04-01' | 5
-- expect control
--   field | kind          | column              | line
--   *     | ROW_GENERATOR | raw.photo.tags      | 4
--   *     | WHERE         | raw.photo.open_flag | 6

-- case:    one FROM with a LATERAL VIEW, two INSERTs, in Databricks
-- why:     The target asked for is the second one; it has the group of its own and not the first one's condition.
-- dialect: databricks
-- target:  dm.tag_sum

FROM raw.photo p
LATERAL VIEW OUTER posexplode(p.tags) x AS pos, tag
INSERT INTO dm.first_tag SELECT p.photo_no, x.tag WHERE x.pos = 0
INSERT INTO dm.tag_sum SELECT x.tag AS tag, COUNT(*) AS n WHERE x.tag <> '' GROUP BY x.tag;  --! TARGET_COLUMN_NAME_UNPROVEN tag --! TARGET_COLUMN_NAME_UNPROVEN n

-- expect value
--   field | origin             | line
--   tag   | raw.photo.tags$[]  | 2
--   n     | generated COUNT(*) | 4
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | raw.photo.tags | 2
--   *     | WHERE         | raw.photo.tags | 4
--   *     | GROUP_BY      | raw.photo.tags | 4

-- case:    INSERT ALL with conditions
-- why:     Each WHEN governs the rows of its own INTO. The second table's condition is not the first one's.
-- dialect: oracle
-- target:  dm.big_sale

INSERT ALL
    WHEN amt >= 1000 THEN INTO dm.big_sale (sale_no, amt) VALUES (sale_no, amt)
    WHEN amt < 1000 THEN INTO dm.small_sale (sale_no) VALUES (sale_no)
SELECT s.sale_no, s.amt FROM shop.sale s WHERE s.void = 0;

-- expect value
--   field   | origin            | line
--   sale_no | shop.sale.sale_no | 4
--   amt     | shop.sale.amt     | 4
-- expect control
--   field | kind            | column         | line
--   *     | MERGE_CONDITION | shop.sale.amt  | 2
--   *     | WHERE           | shop.sale.void | 4

-- case:    INSERT of rows of literals and a parameter
-- why:     Cells are constants; a long list of rows would be one constant for each column.
-- dialect: mysql
-- target:  dm.shelf_kind

INSERT INTO dm.shelf_kind (kind_cd, label, note) VALUES ('A', 'tall', NULL), ('B', 'low', NULL);

-- expect value
--   field   | origin          | line
--   kind_cd | constant 'A'    | 1
--   kind_cd | constant 'B'    | 1
--   label   | constant 'tall' | 1
--   label   | constant 'low'  | 1
--   note    | constant NULL   | 1
-- expect control
--   (none)

-- case:    INSERT BY NAME
-- why:     Names decide, not positions.
-- dialect: duckdb
-- target:  dm.by_name

CREATE TABLE dm.by_name (one int, two int);

INSERT INTO dm.by_name BY NAME SELECT s.b AS two, s.a AS one FROM src.pair AS s;

-- expect value
--   field | origin     | line
--   one   | src.pair.a | 3
--   two   | src.pair.b | 3
-- expect control
--   (none)

-- case:    DDL in one file, INSERT in another
-- why:     The default stands in the DDL's file. The computed column is made of what the same row gets.
-- dialect: tsql
-- target:  dm.badge

-- file: ddl.sql
CREATE TABLE dm.badge (
    badge_no INT NOT NULL,
    prefix   CHAR(2) NOT NULL,
    state_cd CHAR(1) NOT NULL DEFAULT 'N',
    label    AS (prefix + CAST(badge_no AS VARCHAR(10)))
)

-- file: load.sql
-- Badges of the new gate.
-- They are counted by hand until May.
INSERT INTO dm.badge (badge_no, prefix)
SELECT g.badge_no, g.gate_cd FROM raw.gate_badge AS g WHERE g.printed = 1

-- expect value
--   field    | origin                  | line
--   badge_no | raw.gate_badge.badge_no | load.sql:4
--   prefix   | raw.gate_badge.gate_cd  | load.sql:4
--   state_cd | constant 'N'            | ddl.sql:4
--   label    | raw.gate_badge.badge_no | load.sql:4
--   label    | raw.gate_badge.gate_cd  | load.sql:4
-- expect control
--   field | kind  | column                 | line
--   *     | WHERE | raw.gate_badge.printed | load.sql:4

-- case:    REPLACE INTO
-- why:     MySQL's REPLACE is an INSERT that removes rows of the same key first; the values are the same.
-- dialect: mysql
-- target:  lib.shelf

REPLACE INTO lib.shelf (shelf_no, room)
SELECT s.no, s.room FROM stg.shelf s;

-- expect value
--   field    | origin         | line
--   shelf_no | stg.shelf.no   | 2
--   room     | stg.shelf.room | 2
-- expect control
--   (none)

-- case:    INSERT BY NAME that leaves a column out
-- why:     Fields meet by name; the column that no field is called like has the default of its DDL.
-- dialect: duckdb
-- target:  rep.reading

CREATE TABLE rep.reading (gauge_no INT, unit TEXT DEFAULT 'm', lvl DOUBLE);

INSERT INTO rep.reading BY NAME SELECT r.lvl, r.gauge AS gauge_no FROM hydro.raw AS r;

-- expect value
--   field    | origin          | line
--   gauge_no | hydro.raw.gauge | 3
--   unit     | constant 'm'    | 1
--   lvl      | hydro.raw.lvl   | 3
-- expect control
--   (none)

-- case:    LOAD DATA with a column list
-- why:     Columns are read from the file by their place.
-- dialect: mysql
-- target:  stg.crew

LOAD DATA LOCAL INFILE '/in/crew.csv' INTO TABLE stg.crew FIELDS TERMINATED BY ';' (crew_no, nm);

-- expect value
--   field   | origin            | line
--   crew_no | "/in/crew.csv".$1 | 1
--   nm      | "/in/crew.csv".$2 | 1
-- expect control
--   (none)

-- case:    LOAD DATA from files
-- why:     The list of columns says which place of the file each one has.
-- dialect: bigquery
-- target:  stg.ping

LOAD DATA OVERWRITE stg.ping (ping_no INT64, at TIMESTAMP)
FROM FILES (format = 'CSV', uris = ['gs://in/ping.csv']);

-- expect value
--   field   | origin                | line
--   ping_no | "gs://in/ping.csv".$1 | 1
--   at      | "gs://in/ping.csv".$2 | 1
-- expect control
--   (none)

-- case:    MySQL lists columns beside those of its query
-- why:     They meet by name: tons is the query's, under the listed type. hull_no is only listed, comes first, and
--          nothing is written to it but its default; berth is listed and has none.
-- dialect: mysql
-- target:  rep.hull

CREATE TABLE rep.hull (hull_no INT DEFAULT 7, tons DECIMAL(9,1), berth INT) SELECT h.name, h.tons FROM ship.hull AS h;

-- expect value
--   field   | origin         | line
--   hull_no | constant 7     | 1
--   berth   | -              | -
--   name    | ship.hull.name | 1
--   tons    | ship.hull.tons | 1
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   berth | NO_WRITER_EXPRESSION | rep.hull.berth
-- expect types
--   field   | type         | null | stated
--   hull_no | INT          | no   | DDL 1, LITERAL 1
--   berth   | INT          | -    | DDL 1
--   name    | -            | -    | -
--   tons    | DECIMAL(9,1) | -    | DDL 1

-- case:    LIKE with further columns
-- why:     The copied columns come first, then the table's own.
-- dialect: postgres
-- target:  rep.hull

CREATE TABLE ship.hull (hull_no INT, flag TEXT);
CREATE TABLE rep.hull (LIKE ship.hull, seen_on DATE);

INSERT INTO rep.hull SELECT h.no, h.flag, h.day FROM stg.hull AS h;

-- expect value
--   field   | origin        | line
--   hull_no | stg.hull.no   | 4
--   flag    | stg.hull.flag | 4
--   seen_on | stg.hull.day  | 4
-- expect control
--   (none)

-- case:    LOAD DATA with SET
-- why:     A variable of the list stands for its place in the file; SET computes columns from it.
-- dialect: mysql
-- target:  stg.crew

LOAD DATA INFILE '/in/crew.csv' INTO TABLE stg.crew FIELDS TERMINATED BY ';' (crew_no, @nm, @rank)
SET nm = UPPER(@nm), grade = IF(@rank > 3, @rank, 0), src = 'csv', at = NOW();

-- expect value
--   field   | origin            | line
--   crew_no | "/in/crew.csv".$1 | 1
--   nm      | "/in/crew.csv".$2 | 2
--   grade   | constant 0        | 2
--   grade   | "/in/crew.csv".$3 | 2
--   src     | constant 'csv'    | 2
--   at      | generated NOW     | 2
-- expect control
--   field | kind           | column            | line
--   nm    | CASE_CONDITION | "/in/crew.csv".$3 | 2

-- case:    BULK INSERT into known columns
-- why:     The file's columns have places, not names; DDL names the target's.
-- dialect: tsql
-- target:  stg.crew

CREATE TABLE stg.crew (crew_no INT, nm VARCHAR(40));
BULK INSERT stg.crew FROM 'D:\in\crew.csv' WITH (FIELDTERMINATOR = ';');

-- expect value
--   field   | origin              | line
--   crew_no | "D:\in\crew.csv".$1 | 2
--   nm      | "D:\in\crew.csv".$2 | 2
-- expect control
--   (none)

-- case:    INSERT without a list into a table made by a query
-- why:     SELECT INTO named the columns earlier in the script, so the positions have names.
-- dialect: tsql
-- target:  mart.crew

SELECT s.crew_no, s.nm INTO mart.crew FROM stg.crew AS s;
INSERT INTO mart.crew SELECT o.id, o.full_nm FROM old.crew AS o WHERE o.kept = 1;

-- expect value
--   field   | origin           | line
--   crew_no | old.crew.id      | 2
--   crew_no | stg.crew.crew_no | 1
--   nm      | old.crew.full_nm | 2
--   nm      | stg.crew.nm      | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | old.crew.kept | 2

-- case:    a column list in another order than the DDL, with a default and an identity
-- why:     The list decides, not the DDL; what it leaves out has what the DDL says.
-- dialect: tsql
-- target:  mart.weigh

CREATE TABLE mart.weigh (
    id INT IDENTITY(1, 1),
    gross INT,
    tare INT,
    unit CHAR(2) DEFAULT 'kg',
    net AS (gross - tare)
);
INSERT INTO mart.weigh (tare, gross)
SELECT s.empty_w, s.full_w FROM plant.scale AS s;

-- expect value
--   field | origin              | line
--   gross | plant.scale.full_w  | 9
--   id    | generated IDENTITY  | 2
--   net   | plant.scale.empty_w | 9
--   net   | plant.scale.full_w  | 9
--   tare  | plant.scale.empty_w | 9
--   unit  | constant 'kg'       | 5
-- expect control
--   (none)

-- case:    a column list in another order, in Snowflake, and a column nothing gives
-- why:     The column that the INSERT leaves out and the DDL gives no default has no expression.
-- dialect: snowflake
-- target:  mart.box

CREATE TABLE mart.box (box_no INT, w INT, h INT, stamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP(), note TEXT);
INSERT INTO mart.box (h, box_no, w) SELECT b.high, b.no, b.wide FROM yard.box b;

-- expect value
--   field  | origin                      | line
--   box_no | yard.box.no                 | 2
--   h      | yard.box.high               | 2
--   note   | -                           | -
--   stamp  | generated CURRENT_TIMESTAMP | 1
--   w      | yard.box.wide               | 2
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   note  | NO_WRITER_EXPRESSION | mart.box.note

-- case:    no column list, DDL of the target
-- why:     Without a list the columns are the DDL's in its order; the names of the SELECT mean nothing.
-- dialect: oracle
-- target:  mart.pair

CREATE TABLE mart.pair (first_no NUMBER, second_no NUMBER);
INSERT INTO mart.pair SELECT t.b AS second_no, t.a AS first_no FROM raw.t t;

-- expect value
--   field     | origin  | line
--   first_no  | raw.t.b | 2
--   second_no | raw.t.a | 2
-- expect control
--   (none)

-- case:    no column list and no DDL, an unnamed projection
-- why:     The name is the projection's where it has one; what has none is called by its place.
-- dialect: tsql
-- target:  mart.shapeless

INSERT INTO mart.shapeless  --! TARGET_COLUMN_NAME_UNPROVEN user_id --! TARGET_COLUMN_NAME_UNPROVEN #2
SELECT q.user_id, q.first_nm + q.last_nm FROM app.user_q AS q;

-- expect value
--   field   | origin              | line
--   user_id | app.user_q.user_id  | 2
--   #2      | app.user_q.first_nm | 2
--   #2      | app.user_q.last_nm  | 2
-- expect control
--   (none)

-- case:    no column list and no DDL, in Postgres and over a union
-- why:     The names are those of the first branch.
-- dialect: postgres
-- target:  mart.loose

INSERT INTO mart.loose  --! TARGET_COLUMN_NAME_UNPROVEN x --! TARGET_COLUMN_NAME_UNPROVEN why
SELECT a.x, a.y AS why FROM raw.a a
UNION ALL
SELECT b.p, b.q FROM raw.b b;

-- expect value
--   field | origin  | line
--   x     | raw.a.x | 2
--   x     | raw.b.p | 4
--   why   | raw.a.y | 2
--   why   | raw.b.q | 4
-- expect control
--   (none)

-- case:    a static partition and DDL, in Databricks
-- why:     The partition column has the literal; the others are paired with the DDL's columns without it.
-- dialect: databricks
-- target:  pay.scan

CREATE TABLE pay.scan (badge BIGINT, gate STRING, day STRING) USING delta PARTITIONED BY (day);
INSERT OVERWRITE TABLE pay.scan PARTITION (day = '2026-01-15')
SELECT s.badge_no, s.gate_nm FROM ods.scan s WHERE s.log_day = 15;

-- expect value
--   field | origin                | line
--   badge | ods.scan.badge_no     | 3
--   day   | constant '2026-01-15' | 2
--   gate  | ods.scan.gate_nm      | 3
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | ods.scan.log_day | 3

-- case:    dynamic partitions come last
-- why:     The columns of the SELECT fill the table's own columns, then the partition's, by their place.
-- dialect: hive
-- target:  pay.trip

CREATE TABLE pay.trip (trip_id BIGINT, km INT) PARTITIONED BY (yr INT, mon INT);
INSERT INTO TABLE pay.trip PARTITION (yr, mon)
SELECT t.id, t.km, YEAR(t.begun), MONTH(t.begun) FROM ods.trip t;

-- expect value
--   field   | origin         | line
--   km      | ods.trip.km    | 3
--   mon     | ods.trip.begun | 3
--   trip_id | ods.trip.id    | 3
--   yr      | ods.trip.begun | 3
-- expect control
--   (none)

-- case:    a static partition whose value is a parameter, before a dynamic one
-- why:     Static comes first; the last column of the SELECT is the dynamic one's.
-- dialect: spark
-- target:  pay.meal

INSERT OVERWRITE TABLE pay.meal PARTITION (day = '${day}', hall)  --! TARGET_COLUMN_NAME_UNPROVEN guest --! TARGET_COLUMN_NAME_UNPROVEN price
SELECT m.guest, m.price, m.hall_no FROM ods.meal m;

-- expect value
--   field | origin             | line
--   guest | ods.meal.guest     | 2
--   price | ods.meal.price     | 2
--   day   | parameter '${day}' | 1
--   hall  | ods.meal.hall_no   | 2
-- expect control
--   (none)

-- case:    one FROM, two INSERTs, in Spark: a join is shared
-- why:     The conditions of the shared FROM govern both targets, each one's WHERE its own.
-- dialect: spark
-- target:  mart.big

FROM raw.sale s JOIN raw.shop p ON p.id = s.shop_id
INSERT OVERWRITE TABLE mart.big SELECT s.id AS id, p.town AS town WHERE s.amount > 100  --! TARGET_COLUMN_NAME_UNPROVEN id --! TARGET_COLUMN_NAME_UNPROVEN town
INSERT INTO TABLE mart.small SELECT s.id AS id WHERE s.amount <= 100;

-- expect value
--   field | origin        | line
--   id    | raw.sale.id   | 2
--   town  | raw.shop.town | 2
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | raw.sale.shop_id | 1
--   *     | INNER_JOIN | raw.shop.id      | 1
--   *     | WHERE      | raw.sale.amount  | 2

-- case:    INSERT ALL without conditions
-- why:     Each INTO takes every row; VALUES names the columns of the query.
-- dialect: snowflake
-- target:  mart.part_two

INSERT ALL
    INTO mart.part_one (id, val) VALUES (id, one)
    INTO mart.part_two (id, val) VALUES (id, two)
SELECT s.id, s.one, s.two FROM raw.wide s WHERE s.ok;

-- expect value
--   field | origin       | line
--   id    | raw.wide.id  | 4
--   val   | raw.wide.two | 4
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | raw.wide.ok | 4

-- case:    INSERT FIRST: a later branch takes what the earlier ones leave
-- why:     Its own condition and those before it decide; ELSE has only those before it.
-- dialect: oracle
-- target:  mart.rest

INSERT FIRST
    WHEN amount > 1000 THEN INTO mart.big (id) VALUES (id)
    WHEN region = 'N' THEN INTO mart.north (id) VALUES (id)
    ELSE INTO mart.rest (id, region) VALUES (id, region)
SELECT s.id, s.amount, s.region FROM raw.sale s;

-- expect value
--   field  | origin          | line
--   id     | raw.sale.id     | 5
--   region | raw.sale.region | 5
-- expect control
--   field | kind            | column          | line
--   *     | MERGE_CONDITION | raw.sale.amount | 2
--   *     | MERGE_CONDITION | raw.sale.region | 3

-- case:    the word DEFAULT as a value
-- why:     It stands for what the DDL gives the column; beside it a written value is another origin.
-- dialect: postgres
-- target:  mart.tag

CREATE TABLE mart.tag (id INT, kind TEXT DEFAULT 'plain', note TEXT);
INSERT INTO mart.tag (id, kind, note) VALUES (1, DEFAULT, DEFAULT), (2, 'rare', NULL);

-- expect value
--   field | origin           | line
--   id    | constant 1       | 2
--   id    | constant 2       | 2
--   kind  | constant 'plain' | 1
--   kind  | constant 'rare'  | 2
--   note  | constant NULL    | 2
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   note  | NO_WRITER_EXPRESSION | mart.tag.note

-- case:    the word DEFAULT in MERGE and UPDATE
-- why:     It is no column of the source, whatever the source holds.
-- dialect: tsql
-- target:  mart.lamp

CREATE TABLE mart.lamp (id INT, watt INT DEFAULT 60, state CHAR(1) DEFAULT 'N');
MERGE mart.lamp AS t USING stg.lamp AS s ON s.id = t.id
WHEN MATCHED THEN UPDATE SET watt = DEFAULT
WHEN NOT MATCHED THEN INSERT (id, watt, state) VALUES (s.id, s.watt, DEFAULT);
UPDATE mart.lamp SET state = DEFAULT WHERE id = 3;

-- expect value
--   field | origin        | line
--   id    | stg.lamp.id   | 4
--   state | constant 'N'  | 1
--   watt  | constant 60   | 1
--   watt  | stg.lamp.watt | 4
-- expect control
--   field | kind        | column             | line
--   *     | MERGE_MATCH | prior mart.lamp.id | 2
--   *     | MERGE_MATCH | stg.lamp.id        | 2
--   state | WHERE       | prior mart.lamp.id | 5
--   state | WHERE       | stg.lamp.id        | 5

-- case:    values without the word, in Teradata
-- why:     INS with a list and nothing behind it gives values by place.
-- dialect: teradata
-- target:  mart.run

CREATE TABLE mart.run (run_no INTEGER, day DATE, state CHAR(1));
INS mart.run (:run, CURRENT_DATE, 'S');

-- expect value
--   field  | origin                 | line
--   day    | generated CURRENT_DATE | 2
--   run_no | parameter :run         | 2
--   state  | constant 'S'           | 2
-- expect control
--   (none)

-- case:    no column list, and columns that the table fills itself
-- why:     T-SQL leaves identity and computed columns out of an INSERT without a list.
-- dialect: tsql
-- target:  mart.cell

CREATE TABLE mart.cell (id INT IDENTITY(1, 1), volt INT, twice AS volt * 2, day DATE);
INSERT INTO mart.cell SELECT c.volt, c.day FROM lab.cell AS c;
INSERT INTO mart.cell VALUES (12, GETDATE());

-- expect value
--   field | origin             | line
--   id    | generated IDENTITY | 1
--   volt  | constant 12        | 3
--   volt  | lab.cell.volt      | 2
--   twice | lab.cell.volt      | 2
--   day   | lab.cell.day       | 2
--   day   | generated GETDATE  | 3
-- expect control
--   (none)

-- case:    one WHEN, two INTOs
-- why:     A condition holds for every INTO up to the next WHEN.
-- dialect: snowflake
-- target:  mart.two

INSERT ALL
    WHEN n > 100 THEN
        INTO mart.one (a) VALUES (n)
        INTO mart.two (b) VALUES (m)
    ELSE
        INTO mart.rest (c) VALUES (n)
SELECT s.n, s.m FROM raw.s s;

-- expect value
--   field | origin  | line
--   b     | raw.s.m | 7
-- expect control
--   field | kind            | column  | line
--   *     | MERGE_CONDITION | raw.s.n | 2

-- case:    the second branch of INSERT FIRST
-- why:     It takes what the first branch's condition left: both conditions decide.
-- dialect: oracle
-- target:  mart.north

INSERT FIRST
    WHEN amount > 1000 THEN INTO mart.big (id) VALUES (id)
    WHEN region = 'N' THEN INTO mart.north (id) VALUES (id)
SELECT s.id, s.amount, s.region FROM raw.sale s;

-- expect value
--   field | origin      | line
--   id    | raw.sale.id | 4
-- expect control
--   field | kind            | column          | line
--   *     | MERGE_CONDITION | raw.sale.amount | 2
--   *     | MERGE_CONDITION | raw.sale.region | 3

-- case:    a whole table, in Spark
-- why:     TABLE s is every column of s.
-- dialect: spark
-- target:  mart.copy

CREATE TABLE raw.s (a INT, b INT);
CREATE TABLE mart.copy (x INT, y INT);
INSERT INTO mart.copy TABLE raw.s;

-- expect value
--   field | origin  | line
--   x     | raw.s.a | 3
--   y     | raw.s.b | 3
-- expect control
--   (none)

-- case:    a CTE before one FROM with two INSERTs
-- why:     The shared FROM sees the CTE: its columns lead on to the table it reads.
-- dialect: hive
-- target:  mart.late

MSCK REPAIR TABLE raw.hit;
WITH ok AS (SELECT h.id, h.ts FROM raw.hit h WHERE h.bot = 0)
FROM ok
INSERT OVERWRITE TABLE mart.early SELECT ok.id AS id WHERE ok.ts < 100
INSERT OVERWRITE TABLE mart.late SELECT ok.id AS id WHERE ok.ts >= 100;

-- expect value
--   field | origin     | line
--   id    | raw.hit.id | 2
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | raw.hit.bot | 2
--   *     | WHERE | raw.hit.ts  | 5
-- expect diagnostics
--   code                        | candidates | line
--   TARGET_COLUMN_NAME_UNPROVEN | id         | 5

-- case:    REPLACE without INTO, and priorities
-- why:     MySQL needs no INTO; a priority says when a statement runs.
-- dialect: mysql
-- target:  mart.slot

REPLACE mart.slot (no, who) SELECT s.no, s.guest FROM raw.slot s;
INSERT LOW_PRIORITY IGNORE mart.slot (no) SELECT q.no FROM raw.queue q;
REPLACE DELAYED INTO mart.slot SET no = 3, who = 'X';

-- expect value
--   field | origin         | line
--   no    | constant 3     | 3
--   no    | raw.queue.no   | 2
--   no    | raw.slot.no    | 1
--   who   | constant 'X'   | 3
--   who   | raw.slot.guest | 1
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   who   | NO_WRITER_EXPRESSION | mart.slot.who

-- case:    no column list, and columns that ClickHouse computes
-- why:     MATERIALIZED and ALIAS columns are none of those that an INSERT without a list fills.
-- dialect: clickhouse
-- target:  mart.word

CREATE TABLE mart.word (a UInt8, up String MATERIALIZED upper(w), w String, twice UInt8 ALIAS a * 2) ENGINE = Memory;
INSERT INTO mart.word SELECT r.n, r.word FROM raw.word AS r;

-- expect value
--   field | origin        | line
--   a     | raw.word.n    | 2
--   twice | raw.word.n    | 2
--   up    | raw.word.word | 2
--   w     | raw.word.word | 2
-- expect control
--   (none)

-- case:    INSERT that logs its errors
-- why:     Neither the table of errors nor the tag is a source or a target of the rows that count.
-- dialect: oracle
-- target:  dwh.call_day

INSERT /*+ APPEND */ INTO dwh.call_day (msisdn, secs)
SELECT c.msisdn, SUM(c.secs)
FROM   raw.call c
GROUP BY c.msisdn
LOG ERRORS INTO dwh.err$_call_day (TO_CHAR(SYSDATE)) REJECT LIMIT 50;

-- expect value
--   field  | origin          | line
--   msisdn | raw.call.msisdn | 2
--   secs   | raw.call.secs   | 2
-- expect control
--   field | kind     | column          | line
--   *     | GROUP_BY | raw.call.msisdn | 4

-- case:    MERGE and INSERT with TOP
-- why:     PERCENT belongs to TOP.
-- dialect: tsql
-- target:  dw.tariff

INSERT TOP (100) INTO dw.tariff (code, price) SELECT t.code, t.price FROM stg.tariff AS t WHERE t.state = 'A';
MERGE TOP (5) PERCENT INTO dw.tariff AS d
USING stg.tariff_fix AS f ON f.code = d.code
WHEN MATCHED THEN UPDATE SET d.price = f.price;

-- expect value
--   field | origin               | line
--   code  | stg.tariff.code      | 1
--   price | stg.tariff.price     | 1
--   price | stg.tariff_fix.price | 4
-- expect control
--   field | kind        | column               | line
--   *     | WHERE       | stg.tariff.state     | 1
--   *     | MERGE_MATCH | prior dw.tariff.code | 3
--   *     | MERGE_MATCH | stg.tariff.code      | 3
--   *     | MERGE_MATCH | stg.tariff_fix.code  | 3

-- case:    rows of another server and of a file
-- why:     What text another server runs and what a file holds are not in the snapshot. The name of the server is no
--          column.
-- dialect: tsql
-- target:  dw.rate

SELECT * INTO ##g FROM OPENQUERY(ORA, 'select code, rate from fx.rate')  --! OPAQUE_FUNCTION
INSERT INTO dw.rate (code, rate) SELECT g.code, g.rate FROM ##g AS g
INSERT INTO dw.rate (code, rate)
SELECT r.code, r.rate FROM OPENROWSET(BULK 'c:\in\rate.csv', FORMATFILE = 'c:\in\rate.fmt', FIRSTROW = 2) AS r  --! OPAQUE_FUNCTION

-- expect value
--   field | origin | line
--   code  | -      | -
--   rate  | -      | -
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 1
--   *     | ROW_GENERATOR | -      | 4
-- expect open
--   field | reason          | at
--   code  | OPAQUE_FUNCTION | openquery
--   code  | OPAQUE_FUNCTION | openrowset
--   rate  | OPAQUE_FUNCTION | openquery
--   rate  | OPAQUE_FUNCTION | openrowset

-- case:    values of the client and an upsert, in Teradata
-- why:     USING tells the types of what a client gives. UPDATE … ELSE INSERT changes a row or brings it.
-- dialect: teradata
-- target:  dm.call_kind

.IMPORT VARTEXT '|' FILE = /in/calls.txt
USING (c_kind VARCHAR(10), c_fee VARCHAR(12))
INSERT INTO dm.call_kind (kind, fee) VALUES (:c_kind, :c_fee (DECIMAL(12,2)));
UPDATE dm.call_kind SET fee = 0 WHERE kind = 'FREE' ELSE INSERT INTO dm.call_kind (kind, fee) VALUES ('FREE', 0);

-- expect value
--   field | origin            | line
--   kind  | constant 'FREE'   | 4
--   kind  | parameter :c_kind | 3
--   fee   | constant 0        | 4
--   fee   | parameter :c_fee  | 3
-- expect control
--   field | kind  | column                  | line
--   fee   | WHERE | prior dm.call_kind.kind | 4

-- case:    values given to identity columns
-- why:     OVERRIDING SYSTEM VALUE lets them in: they are written as any other column.
-- dialect: postgres
-- target:  mart.crate

CREATE TABLE mart.crate (id int GENERATED ALWAYS AS IDENTITY, lot text);
INSERT INTO mart.crate (id, lot) OVERRIDING SYSTEM VALUE SELECT c.no, c.lot FROM farm.crate AS c;

-- expect value
--   field | origin         | line
--   id    | farm.crate.no  | 2
--   lot   | farm.crate.lot | 2
-- expect control
--   (none)

-- case:    values given to identity columns and not taken
-- why:     OVERRIDING USER VALUE keeps them out of identity columns, and which these are the statement does not tell.
-- dialect: postgres
-- target:  mart.crate

INSERT INTO mart.crate (id, lot) OVERRIDING USER VALUE SELECT c.no, c.lot FROM farm.crate AS c;  --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    LOAD DATA into a partition, in Hive
-- why:     A static partition column is not in the file; the other columns are, by position. Other partitions stay.
-- dialect: hive
-- target:  rep

CREATE TABLE land (a INT, b STRING) PARTITIONED BY (dt STRING, h INT);
INSERT INTO land PARTITION (dt = '2019', h = 0) SELECT a, b FROM s0;
LOAD DATA INPATH '/in/2020' OVERWRITE INTO TABLE land PARTITION (dt = '2020', h = 3);
CREATE TABLE rep AS SELECT a, b, dt, h FROM land;

-- expect value
--   field | origin          | line
--   a     | "/in/2020".$1   | 3
--   a     | s0.a            | 2
--   b     | "/in/2020".$2   | 3
--   b     | s0.b            | 2
--   dt    | constant '2019' | 2
--   dt    | constant '2020' | 3
--   h     | constant 0      | 2
--   h     | constant 3      | 3
-- expect control
--   (none)

-- case:    LOAD DATA into a partition by its name, in MySQL
-- why:     In brackets behind PARTITION stand names of partitions, no columns.
-- dialect: mysql
-- target:  land

CREATE TABLE land (a INT, dt DATE);
LOAD DATA INFILE '/in/2020.csv' INTO TABLE land PARTITION (p2020);

-- expect value
--   field | origin            | line
--   a     | "/in/2020.csv".$1 | 2
--   dt    | "/in/2020.csv".$2 | 2
-- expect control
--   (none)

-- case:    INSERT ALL with values that are no columns
-- why:     Each INTO has values of its own, also where the parser keeps no place of them.
-- dialect: oracle
-- target:  mart.two

INSERT ALL
    INTO mart.one (x, y) VALUES (a, SYSTIMESTAMP)
    INTO mart.two (y, x, d, n, z) VALUES (b, SYSDATE, DATE '2020-01-01', NULL, CASE WHEN a > 1 THEN NULL ELSE TRUNC(SYSDATE) END)
SELECT a, b FROM raw.s;

-- expect value
--   field | origin                     | line
--   y     | raw.s.b                    | 4
--   x     | generated SYSDATE          | 3
--   d     | constant DATE '2020-01-01' | 3
--   n     | constant NULL              | 3
--   z     | constant NULL              | 3
--   z     | generated SYSDATE          | 3
-- expect control
--   field | kind           | column  | line
--   z     | CASE_CONDITION | raw.s.a | 3

-- case:    INSERT FIRST of keywords only
-- why:     None of the values has a place of its own to the parser; a constant is its text as written.
-- dialect: snowflake
-- target:  mart.none

INSERT FIRST
    WHEN a > 1 THEN INTO mart.one (x, y) VALUES (FALSE, b)
    ELSE INTO mart.none (x, y, z) VALUES (NULL, TRUE, CURRENT_DATE)
SELECT a, b FROM raw.s;

-- expect value
--   field | origin                 | line
--   x     | constant NULL          | 3
--   y     | constant TRUE          | 3
--   z     | generated CURRENT_DATE | 3
-- expect control
--   field | kind            | column  | line
--   *     | MERGE_CONDITION | raw.s.a | 2

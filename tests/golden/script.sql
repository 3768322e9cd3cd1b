-- Scripts: what the order of statements in one file proves, and what it does not prove between files.

-- case:    a temporary table between two statements
-- why:     #picked lives in its script; the script itself proves who wrote it.
-- dialect: tsql
-- target:  rep.picked

SELECT c.cust_no, c.town INTO #picked FROM crm.customer AS c WHERE c.country = 'NO';

INSERT INTO rep.picked (cust_no, city, spent)
SELECT p.cust_no, p.town, s.spent_ytd
FROM   #picked AS p
LEFT JOIN sales.spent AS s ON s.cust_no = p.cust_no;

-- expect value
--   field   | origin                | line
--   cust_no | crm.customer.cust_no  | 1
--   city    | crm.customer.town     | 1
--   spent   | sales.spent.spent_ytd | 4
-- expect control
--   field | kind            | column               | line
--   *     | WHERE           | crm.customer.country | 1
--   *     | OUTER_JOIN LEFT | sales.spent.cust_no  | 6
--   *     | OUTER_JOIN LEFT | crm.customer.cust_no | 6
-- expect writers
--   (none)

-- case:    TRUNCATE, then two INSERTs, then a read
-- why:     TRUNCATE with INSERT overwrites for certain: it hides the first INSERT of the script and the other file.
-- dialect: spark
-- target:  rep.queue

-- file: extra.sql
INSERT INTO stg.queue (id, text) SELECT e.id, e.text FROM hand.extra AS e;

-- file: main.sql
INSERT INTO stg.queue (id, text) SELECT a.id, a.text FROM feed.early AS a;

TRUNCATE TABLE stg.queue;

INSERT INTO stg.queue (id, text) SELECT b.id, b.text FROM feed.noon AS b;

INSERT INTO stg.queue (id, text) SELECT c.id, c.text FROM feed.late AS c WHERE c.urgent = 1;

INSERT INTO rep.queue (id, text) SELECT q.id, q.text FROM stg.queue AS q;

-- expect value
--   field | origin         | line
--   id    | feed.noon.id   | main.sql:5
--   id    | feed.late.id   | main.sql:7
--   text  | feed.noon.text | main.sql:5
--   text  | feed.late.text | main.sql:7
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | feed.late.urgent | main.sql:7
-- expect standing
--   field | resolution | standing
--   id    | RESOLVED   | CONFIRMED
--   text  | RESOLVED   | CONFIRMED

-- case:    two files append, a third one reads
-- why:     Between files order proves nothing: both writers are alternatives, and both wait for a decision.
-- dialect: spark
-- target:  rep.order_sum

-- file: counter.sql
INSERT INTO TABLE dwh.sale (sale_no, amt) SELECT c.slip_no, c.slip_amt FROM till.slip c WHERE c.void = 0;

-- file: report.sql
CREATE TABLE rep.order_sum AS SELECT s.sale_no, SUM(s.amt) AS amt FROM dwh.sale s GROUP BY s.sale_no;

-- file: web.sql
INSERT INTO TABLE dwh.sale (sale_no, amt) SELECT w.order_no, w.total FROM shop.web_order w;

-- expect value
--   field   | origin                  | line
--   sale_no | shop.web_order.order_no | web.sql:1
--   sale_no | till.slip.slip_no       | counter.sql:1
--   amt     | shop.web_order.total    | web.sql:1
--   amt     | till.slip.slip_amt      | counter.sql:1
-- expect control
--   field | kind     | column                  | line
--   *     | WHERE    | till.slip.void          | counter.sql:1
--   *     | GROUP_BY | shop.web_order.order_no | report.sql:1
--   *     | GROUP_BY | till.slip.slip_no       | report.sql:1
-- expect standing
--   field   | resolution | standing
--   sale_no | RESOLVED   | PROVISIONAL
--   amt     | RESOLVED   | PROVISIONAL
-- expect writers
--   table    | rule  | line
--   dwh.sale | EXACT | counter.sql:1
--   dwh.sale | EXACT | web.sql:1

-- case:    the same, where only confirmed writers are accepted
-- why:     Nobody has confirmed either writer, so the trace stops at both.
-- dialect: spark
-- target:  rep.order_sum.amt
-- accept:  confirmed_only

-- file: counter.sql
INSERT INTO TABLE dwh.sale (sale_no, amt) SELECT c.slip_no, c.slip_amt FROM till.slip c WHERE c.void = 0;

-- file: report.sql
CREATE TABLE rep.order_sum AS SELECT s.sale_no, SUM(s.amt) AS amt FROM dwh.sale s GROUP BY s.sale_no;

-- expect value
--   field | origin | line
--   amt   | -      | -
-- expect control
--   field | kind     | column | line
--   *     | GROUP_BY | -      | report.sql:1
-- expect open
--   field | reason         | at
--   amt   | WRITER_PENDING | dwh.sale.amt

-- case:    built under another name, then renamed
-- why:     RENAME moves the table: what was built under the first name is the second one's content.
-- dialect: postgres
-- target:  rep.price

CREATE TABLE rep.price_next AS SELECT p.sku, p.net * 1.25 AS gross FROM erp.price AS p;

DROP TABLE IF EXISTS rep.price;

ALTER TABLE rep.price_next RENAME TO price;

-- expect value
--   field | origin        | line
--   sku   | erp.price.sku | 1
--   gross | erp.price.net | 1
-- expect control
--   (none)

-- case:    CREATE TABLE LIKE and INSERT SELECT *
-- why:     LIKE copies the column list and so proves the names. The column added later reaches neither the copy nor
--          the star before it.
-- dialect: postgres
-- target:  arch.boat

CREATE TABLE core.boat (boat_no int, name text, draft_cm int);

CREATE TABLE arch.boat (LIKE core.boat INCLUDING DEFAULTS);

INSERT INTO arch.boat SELECT * FROM core.boat WHERE draft_cm > 0;

ALTER TABLE core.boat ADD COLUMN flag text;

-- expect value
--   field    | origin             | line
--   boat_no  | core.boat.boat_no  | 5
--   name     | core.boat.name     | 5
--   draft_cm | core.boat.draft_cm | 5
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | core.boat.draft_cm | 5

-- case:    CREATE TABLE LIKE and INSERT SELECT *, in MySQL
-- why:     The star has the columns of its moment, the copy those of the pattern; the column added later is in neither.
-- dialect: mysql
-- target:  arch.canoe

CREATE TABLE core.canoe (canoe_no INT PRIMARY KEY, name VARCHAR(20), len_cm INT);
CREATE TABLE arch.canoe LIKE core.canoe;
INSERT INTO arch.canoe SELECT * FROM core.canoe WHERE len_cm > 400;
ALTER TABLE core.canoe ADD COLUMN flag CHAR(2) AFTER name;

-- expect value
--   field    | origin              | line
--   canoe_no | core.canoe.canoe_no | 3
--   name     | core.canoe.name     | 3
--   len_cm   | core.canoe.len_cm   | 3
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | core.canoe.len_cm | 3

-- case:    CREATE TABLE LIKE and INSERT SELECT *, in Snowflake
-- why:     As in MySQL.
-- dialect: snowflake
-- target:  arch.canoe

CREATE TABLE core.canoe (canoe_no INT, name TEXT);
CREATE TABLE arch.canoe LIKE core.canoe;
INSERT INTO arch.canoe SELECT * FROM core.canoe c WHERE c.name <> '';
ALTER TABLE core.canoe ADD COLUMN flag TEXT;

-- expect value
--   field    | origin              | line
--   canoe_no | core.canoe.canoe_no | 3
--   name     | core.canoe.name     | 3
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | core.canoe.name | 3

-- case:    CREATE TABLE LIKE and INSERT SELECT *, in Spark
-- why:     As in MySQL; what stands behind the pattern is about files.
-- dialect: spark
-- target:  arch.canoe

CREATE TABLE core.canoe (canoe_no INT, name STRING) USING parquet;
CREATE TABLE IF NOT EXISTS arch.canoe LIKE core.canoe USING delta LOCATION '/arch/canoe';
INSERT INTO arch.canoe SELECT * FROM core.canoe;
ALTER TABLE core.canoe ADD COLUMNS (flag STRING);

-- expect value
--   field    | origin              | line
--   canoe_no | core.canoe.canoe_no | 3
--   name     | core.canoe.name     | 3
-- expect control
--   (none)

-- case:    a table that carries over its own rows
-- why:     The own branch ends in CYCLE and takes nothing away from the other. Another partition is the same table.
-- dialect: hive
-- target:  dwd.address

CREATE TABLE dwd.address (id BIGINT, street STRING) PARTITIONED BY (ds STRING);

INSERT OVERWRITE TABLE dwd.address PARTITION (ds = '2026-03-02')
SELECT COALESCE(n.id, o.id), COALESCE(n.street, o.street)
FROM   (SELECT a.id, a.street FROM dwd.address a WHERE a.ds = '2026-03-01') o
FULL JOIN (SELECT c.id, c.street FROM ods.address_change c WHERE c.ds = '2026-03-02') n ON n.id = o.id;

-- expect value
--   field  | origin                    | line
--   id     | ods.address_change.id     | 6
--   street | ods.address_change.street | 6
--   ds     | constant '2026-03-02'     | 3
-- expect control
--   field | kind            | column                | line
--   *     | WHERE           | prior dwd.address.ds  | 5
--   *     | WHERE           | ods.address_change.ds | 6
--   *     | OUTER_JOIN FULL | ods.address_change.id | 6
--   *     | OUTER_JOIN FULL | prior dwd.address.id  | 6
-- expect open
--   field  | reason | at
--   id     | CYCLE  | dwd.address.id
--   street | CYCLE  | dwd.address.street
-- expect standing
--   field  | resolution | standing
--   id     | RESOLVED   | CONFIRMED
--   street | RESOLVED   | CONFIRMED
--   ds     | RESOLVED   | CONFIRMED

-- case:    search_path gives the schema
-- why:     With one schema in the path, every name without one is in it. A count has no column to claim.
-- dialect: postgres
-- target:  rep.busy_lane

SET search_path TO port;

CREATE TABLE lane_day AS
SELECT g.lane_no, COUNT(*) AS trucks FROM gate_log AS g WHERE g.weight > 0 GROUP BY g.lane_no;

CREATE TABLE rep.busy_lane AS
SELECT d.lane_no, d.trucks FROM lane_day AS d WHERE d.trucks > 40;

-- expect value
--   field   | origin                | line
--   lane_no | port.gate_log.lane_no | 4
--   trucks  | generated COUNT(*)    | 4
-- expect control
--   field | kind     | column                | line
--   *     | WHERE    | port.gate_log.weight  | 4
--   *     | GROUP_BY | port.gate_log.lane_no | 4
--   *     | WHERE    | -                     | 7
-- expect tables
--   table
--   port.gate_log
--   port.lane_day
--   rep.busy_lane

-- case:    USE SCHEMA gives the schema, in Snowflake
-- why:     A name without a schema is in the one that was set last; one with a schema is not changed by it.
-- dialect: snowflake
-- target:  rep.quay

USE SCHEMA yard;
CREATE TABLE quay_day AS SELECT q.quay_no, q.ships FROM quay_log q;
USE SCHEMA rep;
CREATE TABLE quay AS SELECT d.quay_no, d.ships FROM yard.quay_day d;

-- expect value
--   field   | origin                | line
--   quay_no | yard.quay_log.quay_no | 2
--   ships   | yard.quay_log.ships   | 2
-- expect control
--   (none)

-- case:    USE gives the database, in MySQL
-- why:     What stands behind USE is the first part of each name that has none.
-- dialect: mysql
-- target:  rep.quay

USE yard;
CREATE TABLE quay_day AS SELECT q.quay_no, q.ships FROM quay_log q;
INSERT INTO rep.quay (quay_no, ships) SELECT d.quay_no, d.ships FROM quay_day d WHERE d.ships > 2;

-- expect value
--   field   | origin                | line
--   quay_no | yard.quay_log.quay_no | 2
--   ships   | yard.quay_log.ships   | 2
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | yard.quay_log.ships | 3

-- case:    USE gives the database, in Hive
-- why:     As in MySQL, and from one database to the next.
-- dialect: hive
-- target:  rep.quay

USE yard;
CREATE TABLE quay_day AS SELECT q.quay_no, q.ships FROM quay_log q;
USE rep;
CREATE TABLE quay AS SELECT d.quay_no FROM yard.quay_day d;

-- expect value
--   field   | origin                | line
--   quay_no | yard.quay_log.quay_no | 2
-- expect control
--   (none)

-- case:    the schema of Redshift's session
-- why:     As in Postgres.
-- dialect: redshift
-- target:  rep.quay

SET search_path TO yard;
CREATE TABLE quay_day AS SELECT q.quay_no, q.ships FROM quay_log q;
CREATE TABLE rep.quay AS SELECT d.quay_no, d.ships FROM quay_day d;

-- expect value
--   field   | origin                | line
--   quay_no | yard.quay_log.quay_no | 2
--   ships   | yard.quay_log.ships   | 2
-- expect control
--   (none)

-- case:    a row deleted here is inserted there
-- why:     RETURNING is a projection of what is deleted; the condition of DELETE decides which rows that are.
-- dialect: postgres
-- target:  arch.visit

WITH gone AS (
    DELETE FROM app.visit AS v WHERE v.ended_at < DATE '2025-01-01'
    RETURNING v.visit_no, v.pages_in + v.pages_out AS pages
)
INSERT INTO arch.visit (visit_no, pages)
SELECT g.visit_no, g.pages FROM gone AS g;

-- expect value
--   field    | origin              | line
--   visit_no | app.visit.visit_no  | 3
--   pages    | app.visit.pages_in  | 3
--   pages    | app.visit.pages_out | 3
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | app.visit.ended_at | 2

-- case:    a temporary view with a star, and a cached table
-- why:     Both names hold in their script. The star passes fields through; backquotes carry no meaning.
-- dialect: spark
-- target:  rep.tier

SET spark.sql.adaptive.enabled = true;

CREATE OR REPLACE TEMPORARY VIEW live AS SELECT * FROM core.`reader` WHERE state_cd = 'L';

CACHE TABLE live_small AS SELECT r.reader_no, r.tier FROM live r WHERE r.tier <> 'Z';

CREATE OR REPLACE TABLE rep.tier USING parquet AS
SELECT s.reader_no, upper(s.tier) AS tier FROM live_small s;

-- expect value
--   field     | origin                | line
--   reader_no | core.reader.reader_no | 3
--   tier      | core.reader.tier      | 3
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | core.reader.state_cd | 3
--   *     | WHERE | core.reader.tier     | 5

-- case:    a temporary view with a star, and a cached table, in Databricks
-- why:     CACHE LAZY TABLE of a query makes a name of the session, as the view does.
-- dialect: databricks
-- target:  rep.badge

CREATE OR REPLACE TEMP VIEW held AS SELECT * FROM core.badge WHERE lost = FALSE;

CACHE LAZY TABLE held_small OPTIONS ('storageLevel' 'MEMORY_ONLY') AS SELECT h.badge_no, h.door FROM held h;

CREATE OR REPLACE TABLE rep.badge AS SELECT s.badge_no, lower(s.door) AS door FROM held_small s;

-- expect value
--   field    | origin              | line
--   badge_no | core.badge.badge_no | 1
--   door     | core.badge.door     | 1
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | core.badge.lost | 1

-- case:    a temporary view of Postgres
-- why:     A view of the session is read like one that stays.
-- dialect: postgres
-- target:  rep.badge

CREATE TEMP VIEW held AS SELECT * FROM core.badge WHERE NOT lost;

CREATE TABLE rep.badge AS SELECT h.badge_no, lower(h.door) AS door FROM held h WHERE h.door <> 'X';

-- expect value
--   field    | origin              | line
--   badge_no | core.badge.badge_no | 1
--   door     | core.badge.door     | 1
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | core.badge.lost | 1
--   *     | WHERE | core.badge.door | 3

-- case:    a temporary view of DuckDB over another one
-- why:     The star passes what is asked of it through both.
-- dialect: duckdb
-- target:  badge_out

CREATE OR REPLACE TEMPORARY VIEW held AS SELECT * FROM core.badge WHERE NOT lost;
CREATE TEMP VIEW held_small AS SELECT badge_no, door FROM held;

CREATE TABLE badge_out AS SELECT s.badge_no, s.door FROM held_small s;

-- expect value
--   field    | origin              | line
--   badge_no | core.badge.badge_no | 1
--   door     | core.badge.door     | 1
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | core.badge.lost | 1

-- case:    a view is made before the rows that it reads, in Postgres
-- why:     A view holds a query, which runs where the view is used: behind the INSERT, and not behind the one that
--          TRUNCATE took away.
-- dialect: postgres
-- target:  mart.slot

INSERT INTO stg.slot (no, at) SELECT o.no, o.at FROM raw.old_slot o;
CREATE OR REPLACE VIEW stg.v_slot AS SELECT s.no, s.at FROM stg.slot s WHERE s.no > 0;
TRUNCATE stg.slot;
INSERT INTO stg.slot (no, at) SELECT r.slot, r.ts FROM raw.slot r;
INSERT INTO mart.slot (no, at) SELECT v.no, v.at FROM stg.v_slot v;
TRUNCATE stg.slot;

-- expect value
--   field | origin        | line
--   no    | raw.slot.slot | 4
--   at    | raw.slot.ts   | 4
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | raw.slot.slot | 2

-- case:    a view is made before the table of another view, in BigQuery
-- why:     The first view is used through the second one, behind both tables.
-- dialect: bigquery
-- target:  mart.slot

CREATE OR REPLACE VIEW stg.v_two AS SELECT v.no FROM stg.v_one AS v;
CREATE OR REPLACE VIEW stg.v_one AS SELECT s.no FROM stg.slot AS s;
CREATE OR REPLACE TABLE stg.slot AS SELECT r.slot AS no FROM raw.slot AS r;
CREATE OR REPLACE TABLE mart.slot AS SELECT t.no FROM stg.v_two AS t;
DROP TABLE stg.slot;

-- expect value
--   field | origin        | line
--   no    | raw.slot.slot | 3
-- expect control
--   (none)

-- case:    two views that read each other, in T-SQL
-- why:     Neither has rows of its own: the trail goes round and ends.
-- dialect: tsql
-- target:  stg.v_one

CREATE OR ALTER VIEW stg.v_one AS SELECT t.no FROM stg.v_two AS t;
GO
CREATE OR ALTER VIEW stg.v_two AS SELECT o.no FROM stg.v_one AS o;
GO

-- expect value
--   field | origin | line
--   no    | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason | at
--   no    | CYCLE  | stg.v_one.no

-- case:    BTEQ: dot commands, SEL and INS, a volatile table
-- why:     Dot commands are lines for the client and swallow no statement. A window in QUALIFY gives columns of QUALIFY.
-- dialect: teradata
-- target:  mart.meter_last

.LOGON host/user;
.SET WIDTH 180

CREATE VOLATILE TABLE vt_meter AS (
  SEL m.meter_no, m.read_dt, m.kwh
  FROM stg.meter_read m
  QUALIFY ROW_NUMBER() OVER (PARTITION BY m.meter_no ORDER BY m.read_dt DESC) = 1
) WITH DATA PRIMARY INDEX (meter_no) ON COMMIT PRESERVE ROWS;

.IF ERRORCODE <> 0 THEN .QUIT 4

COLLECT STATISTICS COLUMN (meter_no) ON vt_meter;

INS INTO mart.meter_last (meter_no, read_dt, kwh)
SEL v.meter_no, v.read_dt, v.kwh
FROM vt_meter v
WHERE v.kwh > 0;

.QUIT 0

-- expect value
--   field    | origin                  | line
--   meter_no | stg.meter_read.meter_no | 5
--   read_dt  | stg.meter_read.read_dt  | 5
--   kwh      | stg.meter_read.kwh      | 5
-- expect control
--   field | kind    | column                  | line
--   *     | QUALIFY | stg.meter_read.meter_no | 7
--   *     | QUALIFY | stg.meter_read.read_dt  | 7
--   *     | WHERE   | stg.meter_read.kwh      | 17

-- case:    a materialized view that writes a table
-- why:     With TO the view keeps nothing itself: the named table is what is written. count() is COUNT(*).
-- dialect: clickhouse
-- target:  agg.click_hour

CREATE TABLE agg.click_hour (hr DateTime, page String, clicks UInt64) ENGINE = SummingMergeTree ORDER BY (hr, page);

CREATE MATERIALIZED VIEW agg.mv_click_hour TO agg.click_hour AS
SELECT toStartOfHour(c.at) AS hr, c.page AS page, count() AS clicks
FROM raw.click AS c
WHERE c.robot = 0
GROUP BY toStartOfHour(c.at), c.page;

-- expect value
--   field  | origin             | line
--   hr     | raw.click.at       | 4
--   page   | raw.click.page     | 4
--   clicks | generated COUNT(*) | 4
-- expect control
--   field | kind     | column          | line
--   *     | WHERE    | raw.click.robot | 6
--   *     | GROUP_BY | raw.click.at    | 7
--   *     | GROUP_BY | raw.click.page  | 7

-- case:    a materialized view of ClickHouse behind another one
-- why:     The second view reads what the first one writes, and keeps its own rows. An alias among the groups stands
--          for the column behind it.
-- dialect: clickhouse
-- target:  agg.day

CREATE TABLE agg.hour (hr DateTime, n UInt64) ENGINE = SummingMergeTree ORDER BY hr;
CREATE MATERIALIZED VIEW agg.mv_hour TO agg.hour AS
SELECT toStartOfHour(e.at) AS hr, count() AS n FROM raw.event AS e GROUP BY hr;
CREATE MATERIALIZED VIEW agg.day ENGINE = SummingMergeTree ORDER BY d AS
SELECT toDate(h.hr) AS d, sum(h.n) AS n FROM agg.hour AS h GROUP BY d;

-- expect value
--   field | origin             | line
--   d     | raw.event.at       | 3
--   n     | generated COUNT(*) | 3
-- expect control
--   field | kind     | column       | line
--   *     | GROUP_BY | raw.event.at | 3
--   *     | GROUP_BY | raw.event.at | 5

-- case:    a swap of two tables
-- why:     After the swap the name stands for what was built under the other one. No cycle comes of it.
-- dialect: snowflake
-- target:  mart.tariff

CREATE OR REPLACE TABLE mart.tariff_next AS SELECT t.tariff_no, t.price FROM grid.tariff t WHERE t.live;

ALTER TABLE mart.tariff SWAP WITH mart.tariff_next;

-- expect value
--   field     | origin                | line
--   tariff_no | grid.tariff.tariff_no | 1
--   price     | grid.tariff.price     | 1
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | grid.tariff.live | 1

-- case:    a clone
-- why:     A clone passes every column on unchanged.
-- dialect: snowflake
-- target:  rep.tariff_copy

CREATE TABLE mart.tariff_base (tariff_no INT, price NUMBER);

INSERT INTO mart.tariff_base (tariff_no, price) SELECT t.no, t.price FROM grid.tariff_in t;

CREATE TABLE rep.tariff_copy CLONE mart.tariff_base;

-- expect value
--   field     | origin               | line
--   tariff_no | grid.tariff_in.no    | 3
--   price     | grid.tariff_in.price | 3
-- expect control
--   (none)

-- case:    deleted rows go into a table variable, then into a table
-- why:     deleted.x is what the table held; nothing in the snapshot writes that table, so the column is its own origin.
-- dialect: tsql
-- target:  arch.ticket

DECLARE @gone TABLE (ticket_no INT, fine INT);

DELETE FROM lib.ticket
OUTPUT deleted.ticket_no, deleted.fine INTO @gone (ticket_no, fine)
WHERE paid = 1;

INSERT INTO arch.ticket (ticket_no, fine)
SELECT g.ticket_no, g.fine FROM @gone AS g;

-- expect value
--   field     | origin               | line
--   ticket_no | lib.ticket.ticket_no | 4
--   fine      | lib.ticket.fine      | 4
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | lib.ticket.paid | 5

-- case:    two tables that are made of each other
-- why:     The circle between two files ends where it began; the part from outside stands.
-- dialect: spark
-- target:  mart.ring_a

-- file: a.sql
INSERT INTO mart.ring_a (k) SELECT b.k FROM mart.ring_b b;

-- file: b.sql
INSERT INTO mart.ring_b (k) SELECT a.k FROM mart.ring_a a UNION ALL SELECT s.k FROM src.seed s;

-- expect value
--   field | origin     | line
--   k     | src.seed.k | b.sql:1
-- expect control
--   (none)
-- expect open
--   field | reason | at
--   k     | CYCLE  | mart.ring_a.k
-- expect standing
--   field | resolution | standing
--   k     | RESOLVED   | PROVISIONAL
-- expect writers
--   table       | rule  | line
--   mart.ring_a | EXACT | a.sql:1
--   mart.ring_b | EXACT | b.sql:1

-- case:    lines for the client of postgres
-- why:     \set and \i are no SQL; the included file is named and not followed.
-- dialect: postgres
-- target:  rep.clean_line

\set ON_ERROR_STOP on
CREATE TABLE rep.clean_line AS SELECT a.k FROM src.a AS a;
\i after.sql  --! UNRESOLVED_INCLUDE

-- expect value
--   field | origin  | line
--   k     | src.a.k | 2
-- expect control
--   (none)

-- case:    an UPDATE of every row after the load
-- why:     Without WHERE every row's column is overwritten: what the INSERT gave it is gone, the other column stays.
-- dialect: postgres
-- target:  mart.kiln

TRUNCATE mart.kiln;
INSERT INTO mart.kiln (kiln_no, note) SELECT k.kiln_no, k.remark FROM plant.kiln AS k;
UPDATE mart.kiln SET note = 'checked';

-- expect value
--   field   | origin             | line
--   kiln_no | plant.kiln.kiln_no | 2
--   note    | constant 'checked' | 3
-- expect control
--   (none)

-- case:    COPY with a column list from a file
-- why:     The file's columns have places and no names.
-- dialect: postgres
-- target:  stg.kiln_log

COPY stg.kiln_log (kiln_no, temp_c) FROM '/in/kiln.csv' CSV;

-- expect value
--   field   | origin            | line
--   kiln_no | "/in/kiln.csv".$1 | 1
--   temp_c  | "/in/kiln.csv".$2 | 1
-- expect control
--   (none)

-- case:    COPY of columns picked from a stage
-- why:     $1 is the first column of what FROM reads.
-- dialect: snowflake
-- target:  stg.kiln_day

COPY INTO stg.kiln_day (kiln_no, fired_on) FROM (SELECT $1, TO_DATE($3) FROM @kilns/daily);

-- expect value
--   field    | origin          | line
--   kiln_no  | @kilns/daily.$1 | 1
--   fired_on | @kilns/daily.$3 | 1
-- expect control
--   (none)

-- case:    renamed in one statement, each name taken over by the next
-- why:     The statement's renames come one after the other: the table ends up with the new content.
-- dialect: mysql
-- target:  shop.item

CREATE TABLE shop.item AS SELECT o.item_no FROM old.item AS o;
CREATE TABLE shop.item_new AS SELECT n.item_no FROM new.item AS n;
RENAME TABLE shop.item TO shop.item_tmp, shop.item_new TO shop.item, shop.item_tmp TO shop.item_new;

-- expect value
--   field   | origin           | line
--   item_no | new.item.item_no | 2
-- expect control
--   (none)

-- case:    sp_rename
-- why:     The procedure gives a table another name in its schema.
-- dialect: tsql
-- target:  shop.bill

SELECT b.bill_no, b.amt INTO shop.bill_new FROM stg.bill AS b;
DROP TABLE IF EXISTS shop.bill;
EXEC sp_rename 'shop.bill_new', 'bill';

-- expect value
--   field   | origin           | line
--   bill_no | stg.bill.bill_no | 1
--   amt     | stg.bill.amt     | 1
-- expect control
--   (none)

-- case:    a partition exchanged for a table
-- why:     The table has the other's rows from then on, beside those of its other partitions.
-- dialect: oracle
-- target:  dw.fact

CREATE TABLE dw.fact_stage AS SELECT s.day, s.amt FROM stg.sale s;
ALTER TABLE dw.fact EXCHANGE PARTITION p_day WITH TABLE dw.fact_stage;

-- expect value
--   field | origin       | line
--   day   | stg.sale.day | 1
--   amt   | stg.sale.amt | 1
-- expect control
--   (none)

-- case:    SWITCH TO
-- why:     The rows of the stage are the table's from then on.
-- dialect: tsql
-- target:  dw.load

SELECT s.day, s.amt INTO dw.load_stage FROM stg.load AS s;
ALTER TABLE dw.load_stage SWITCH TO dw.load;

-- expect value
--   field | origin       | line
--   day   | stg.load.day | 1
--   amt   | stg.load.amt | 1
-- expect control
--   (none)

-- case:    EXCHANGE TABLES
-- why:     Each table has the other's content.
-- dialect: clickhouse
-- target:  dw.visit

CREATE TABLE dw.visit_new ENGINE = Memory AS SELECT v.page FROM web.visit AS v;
EXCHANGE TABLES dw.visit AND dw.visit_new;

-- expect value
--   field | origin         | line
--   page  | web.visit.page | 1
-- expect control
--   (none)

-- case:    DELETE WHERE TRUE before an INSERT
-- why:     A condition that holds for every row leaves nothing behind.
-- dialect: bigquery
-- target:  rep.daily

INSERT INTO rep.daily (day) SELECT o.day FROM web.old AS o;
DELETE FROM rep.daily WHERE TRUE;
INSERT INTO rep.daily (day) SELECT n.day FROM web.new AS n;

-- expect value
--   field | origin      | line
--   day   | web.new.day | 3
-- expect control
--   (none)

-- case:    a synonym
-- why:     Another name for the same rows.
-- dialect: oracle
-- target:  rep.wage

CREATE OR REPLACE SYNONYM pay.w FOR hr.wage;
CREATE TABLE rep.wage AS SELECT w.emp_no, w.amt FROM pay.w w;

-- expect value
--   field  | origin         | line
--   emp_no | hr.wage.emp_no | 1
--   amt    | hr.wage.amt    | 1
-- expect control
--   (none)

-- case:    a stream
-- why:     Its rows are those of its table; what it says of a change is made by it.
-- dialect: snowflake
-- target:  rep.change

CREATE OR REPLACE STREAM shop.item_change ON TABLE shop.item;
INSERT INTO rep.change (item_no, act)
SELECT c.item_no, c.METADATA$ACTION FROM shop.item_change AS c;

-- expect value
--   field   | origin                    | line
--   item_no | shop.item.item_no         | 1
--   act     | generated METADATA$ACTION | 1
-- expect control
--   (none)

-- case:    a view with a check option
-- why:     What may be changed through the view says nothing of its columns.
-- dialect: tsql
-- target:  rep.open_bill

CREATE OR ALTER VIEW rep.open_bill AS
SELECT b.bill_no FROM shop.bill AS b WHERE b.paid = 0 WITH CHECK OPTION;

-- expect value
--   field   | origin            | line
--   bill_no | shop.bill.bill_no | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | shop.bill.paid | 2

-- case:    USE with one name in Trino
-- why:     It gives the schema; in SQL Server and Snowflake it would give the catalog.
-- dialect: trino
-- target:  mart.trip

USE stage;
INSERT INTO mart.trip (trip_no, km)
SELECT t.trip_no, l.km FROM trip AS t JOIN hist.leg AS l ON l.trip_no = t.trip_no;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 3
--   km      | hist.leg.km        | 3
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | hist.leg.trip_no   | 3
--   *     | INNER_JOIN | stage.trip.trip_no | 3

-- case:    the current schema of an Oracle session
-- why:     ALTER SESSION gives names without schema one, and moves no data.
-- dialect: oracle
-- target:  mart.trip

ALTER SESSION SET CURRENT_SCHEMA = stage;
INSERT INTO mart.trip (trip_no) SELECT t.trip_no FROM trip t;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 2
-- expect control
--   (none)

-- case:    a deep clone
-- why:     A clone is the other table's content at that moment.
-- dialect: databricks
-- target:  mart.trip_copy

CREATE TABLE mart.trip AS SELECT t.trip_no, t.km FROM stage.trip AS t;
CREATE TABLE IF NOT EXISTS mart.trip_copy DEEP CLONE mart.trip VERSION AS OF 3;
INSERT INTO mart.trip SELECT t.trip_no, t.miles FROM stage.old_trip AS t;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 1
--   km      | stage.trip.km      | 1
-- expect control
--   (none)

-- case:    a snapshot table
-- why:     BigQuery's snapshot is a clone.
-- dialect: bigquery
-- target:  mart.trip_copy

CREATE TABLE mart.trip AS SELECT t.trip_no, t.km FROM stage.trip AS t;
CREATE SNAPSHOT TABLE mart.trip_copy CLONE mart.trip;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 1
--   km      | stage.trip.km      | 1
-- expect control
--   (none)

-- case:    rows appended from another table
-- why:     Redshift's ALTER TABLE APPEND moves the rows of one table to another.
-- dialect: redshift
-- target:  mart.trip

CREATE TABLE mart.new_trip AS SELECT t.trip_no, t.km FROM stage.trip AS t;
ALTER TABLE mart.trip APPEND FROM mart.new_trip;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 1
--   km      | stage.trip.km      | 1
-- expect control
--   (none)

-- case:    a temporary table that a second INSERT fills further, in Postgres
-- why:     CREATE TEMP TABLE AS defines its content, the INSERT adds to it: both reach the reader.
-- dialect: postgres
-- target:  mart.stay

CREATE TEMP TABLE pick AS SELECT g.id, g.town FROM inn.guest g WHERE g.land = 'FR';
INSERT INTO pick (id, town) SELECT o.no, o.city FROM inn.old_guest o;
INSERT INTO mart.stay (guest, town, nights)
SELECT p.id, p.town, s.nights FROM pick p JOIN inn.stay s ON s.guest = p.id;

-- expect value
--   field  | origin             | line
--   guest  | inn.guest.id       | 1
--   guest  | inn.old_guest.no   | 2
--   nights | inn.stay.nights    | 4
--   town   | inn.guest.town     | 1
--   town   | inn.old_guest.city | 2
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | inn.guest.id     | 4
--   *     | INNER_JOIN | inn.old_guest.no | 4
--   *     | INNER_JOIN | inn.stay.guest   | 4
--   *     | WHERE      | inn.guest.land   | 1

-- case:    a temporary table of Snowflake hides a permanent one of its name
-- why:     From its creation on the name is the temporary table's, for this script.
-- dialect: snowflake
-- target:  mart.bill

CREATE TEMPORARY TABLE mart.bill_pick AS SELECT b.no, b.total FROM fin.bill b WHERE b.paid = FALSE;
CREATE OR REPLACE TABLE mart.bill AS SELECT p.no, p.total FROM mart.bill_pick p;

-- expect value
--   field | origin         | line
--   no    | fin.bill.no    | 1
--   total | fin.bill.total | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | fin.bill.paid | 1

-- case:    a table variable of T-SQL
-- why:     It lives in its batch; its column list is DDL.
-- dialect: tsql
-- target:  mart.late

DECLARE @late TABLE (no INT, days INT);
INSERT INTO @late SELECT l.loan_no, DATEDIFF(DAY, l.due, GETDATE()) FROM lib.loan AS l WHERE l.back IS NULL;
INSERT INTO mart.late (loan, days) SELECT x.no, x.days FROM @late AS x WHERE x.days > 14;

-- expect value
--   field | origin            | line
--   loan  | lib.loan.loan_no  | 2
--   days  | lib.loan.due      | 2
--   days  | generated GETDATE | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | lib.loan.back | 2
--   *     | WHERE | lib.loan.due  | 3

-- case:    a temporary table of BigQuery, replaced before it is read
-- why:     CREATE OR REPLACE leaves nothing of what was there.
-- dialect: bigquery
-- target:  mart.pick

CREATE TEMP TABLE pick AS SELECT a.id FROM raw.first AS a;
CREATE OR REPLACE TEMP TABLE pick AS SELECT b.id FROM raw.second AS b;
CREATE TABLE mart.pick AS SELECT p.id FROM pick AS p;

-- expect value
--   field | origin        | line
--   id    | raw.second.id | 2
-- expect control
--   (none)

-- case:    OUTPUT of a DELETE into a table, beside a join
-- why:     The deleted row is the earlier content of the target; the joined input is read as it is.
-- dialect: tsql
-- target:  arch.gone

DELETE o
OUTPUT deleted.no, deleted.total, c.name INTO arch.gone (no, total, client)
FROM   shop.orders AS o
JOIN   shop.client AS c ON c.id = o.client_id
WHERE  o.closed = 1;

-- expect value
--   field  | origin            | line
--   client | shop.client.name  | 2
--   no     | shop.orders.no    | 2
--   total  | shop.orders.total | 2
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | shop.client.id        | 4
--   *     | INNER_JOIN | shop.orders.client_id | 4
--   *     | WHERE      | shop.orders.closed    | 5

-- case:    OUTPUT of an INSERT … SELECT with a constant
-- why:     inserted.x is what the INSERT gives for x.
-- dialect: tsql
-- target:  log.made

INSERT INTO shop.ticket (code, price)
OUTPUT inserted.code, inserted.price, 'NEW' INTO log.made (code, price, kind)
SELECT s.cd, s.eur * 2 FROM stg.ticket AS s WHERE s.ok = 1;

-- expect value
--   field | origin         | line
--   code  | stg.ticket.cd  | 3
--   kind  | constant 'NEW' | 2
--   price | stg.ticket.eur | 3
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | stg.ticket.ok | 3

-- case:    a row updated here is inserted there
-- why:     RETURNING gives the row as it is afterwards: the assigned value, and what was left alone.
-- dialect: postgres
-- target:  arch.moved

WITH moved AS (
    UPDATE app.task t SET owner = n.owner FROM stg.handover n WHERE n.task_id = t.id
    RETURNING t.id, t.owner, t.title
)
INSERT INTO arch.moved (id, owner, title) SELECT m.id, m.owner, m.title FROM moved m;

-- expect value
--   field | origin               | line
--   id    | prior app.task.id    | 3
--   owner | stg.handover.owner   | 2
--   title | prior app.task.title | 3
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | prior app.task.id    | 2
--   *     | WHERE | stg.handover.task_id | 2

-- case:    TRUNCATE and two INSERTs in Oracle, another file appends
-- why:     After TRUNCATE only what this script puts in reaches its own later reads.
-- dialect: oracle
-- target:  mart.out_set

-- file: adhoc.sql
INSERT INTO stg.load_set (id) SELECT x.id FROM in_x.fix x;

-- file: nightly.sql
INSERT INTO stg.load_set (id) SELECT a.id FROM in_a.feed a;
TRUNCATE TABLE stg.load_set;
INSERT INTO stg.load_set (id) SELECT b.id FROM in_b.feed b;
INSERT INTO stg.load_set (id) SELECT c.id FROM in_c.feed c WHERE c.late = 0;
INSERT INTO mart.out_set (id) SELECT s.id FROM stg.load_set s;

-- expect value
--   field | origin       | line
--   id    | in_b.feed.id | nightly.sql:3
--   id    | in_c.feed.id | nightly.sql:4
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | in_c.feed.late | nightly.sql:4

-- case:    DELETE of everything and INSERT, in Postgres; a later INSERT comes too late
-- why:     DELETE without WHERE leaves nothing; what comes after the read does not reach it.
-- dialect: postgres
-- target:  mart.out_two

DELETE FROM stg.two;
INSERT INTO stg.two (id) SELECT a.id FROM in_a.two a;
INSERT INTO mart.out_two (id) SELECT s.id FROM stg.two s;
INSERT INTO stg.two (id) SELECT b.id FROM in_b.two b;

-- expect value
--   field | origin      | line
--   id    | in_a.two.id | 2
-- expect control
--   (none)

-- case:    INSERT OVERWRITE of Snowflake, then an append
-- why:     The overwrite hides what came before it; the append adds to it.
-- dialect: snowflake
-- target:  mart.out_three

INSERT INTO stg.three (id) SELECT z.id FROM in_z.three z;
INSERT OVERWRITE INTO stg.three (id) SELECT a.id FROM in_a.three a;
INSERT INTO stg.three (id) SELECT b.id FROM in_b.three b;
INSERT INTO mart.out_three (id) SELECT s.id FROM stg.three s;

-- expect value
--   field | origin        | line
--   id    | in_a.three.id | 2
--   id    | in_b.three.id | 3
-- expect control
--   (none)

-- case:    a conditional TRUNCATE hides nothing
-- why:     Whether it runs is not known: what was there before may still be there.
-- dialect: tsql
-- target:  mart.out_four

INSERT INTO stg.four (id) SELECT a.id FROM in_a.four AS a;
IF EXISTS (SELECT 1 FROM cfg.flag AS f WHERE f.full_load = 1)
    TRUNCATE TABLE stg.four;
INSERT INTO stg.four (id) SELECT b.id FROM in_b.four AS b;
INSERT INTO mart.out_four (id) SELECT s.id FROM stg.four AS s;

-- expect value
--   field | origin       | line
--   id    | in_a.four.id | 1
--   id    | in_b.four.id | 4
-- expect control
--   (none)

-- case:    two files write, a third reads, in T-SQL: each writer needs a decision
-- why:     Between files order is no evidence: both are candidates.
-- dialect: tsql
-- target:  rep.sum_up

-- file: one.sql
INSERT INTO dwh.bill (no, eur) SELECT s.no, s.eur FROM shop.bill AS s WHERE s.void = 0;

-- file: three.sql
SELECT b.no, SUM(b.eur) AS eur INTO rep.sum_up FROM dwh.bill AS b GROUP BY b.no;

-- file: two.sql
INSERT INTO [dwh].[Bill] (no, eur) SELECT w.ref, w.amount FROM web.bill AS w;

-- expect value
--   field | origin          | line
--   no    | shop.bill.no    | one.sql:1
--   no    | web.bill.ref    | two.sql:1
--   eur   | shop.bill.eur   | one.sql:1
--   eur   | web.bill.amount | two.sql:1
-- expect control
--   field | kind     | column         | line
--   *     | WHERE    | shop.bill.void | one.sql:1
--   *     | GROUP_BY | shop.bill.no   | three.sql:1
--   *     | GROUP_BY | web.bill.ref   | three.sql:1
-- expect writers
--   table    | rule      | line
--   dwh.bill | EXACT     | one.sql:1
--   dwh.bill | EXACT     | two.sql:1
--   dwh.bill | NAME_ONLY | two.sql:1
--   dwh.bill | NAME_ONLY | one.sql:1

-- case:    a full overwrite in one file does not hide another file's writer from a third
-- why:     Only inside a script is order evidence.
-- dialect: bigquery
-- target:  rep.all_days

-- file: a.sql
CREATE OR REPLACE TABLE dwh.day AS SELECT s.d FROM shop.day AS s;

-- file: b.sql
INSERT INTO dwh.day (d) SELECT w.d FROM web.day AS w;

-- file: c.sql
CREATE TABLE rep.all_days AS SELECT x.d FROM dwh.day AS x;

-- expect value
--   field | origin     | line
--   d     | shop.day.d | a.sql:1
--   d     | web.day.d  | b.sql:1
-- expect control
--   (none)
-- expect writers
--   table   | rule      | line
--   dwh.day | EXACT     | a.sql:1
--   dwh.day | EXACT     | b.sql:1
--   dwh.day | NAME_ONLY | b.sql:1
--   dwh.day | NAME_ONLY | a.sql:1

-- case:    built under another name, then swapped in by two renames, in MySQL
-- why:     The new content comes in under the old name.
-- dialect: mysql
-- target:  mart.price

CREATE TABLE mart.price_new AS SELECT p.sku, p.net * 1.2 AS gross FROM erp.price p;
RENAME TABLE mart.price TO mart.price_old, mart.price_new TO mart.price;

-- expect value
--   field | origin        | line
--   gross | erp.price.net | 1
--   sku   | erp.price.sku | 1
-- expect control
--   (none)

-- case:    built under another name, renamed by sp_rename, in T-SQL, and read after
-- why:     From the rename on the new name holds the content.
-- dialect: tsql
-- target:  mart.read_price

SELECT p.sku, p.net * 1.2 AS gross INTO mart.price_new FROM erp.price AS p;
DROP TABLE IF EXISTS mart.price;
EXEC sp_rename 'mart.price_new', 'price';
INSERT INTO mart.read_price (sku, gross) SELECT r.sku, r.gross FROM mart.price AS r;

-- expect value
--   field | origin        | line
--   gross | erp.price.net | 1
--   sku   | erp.price.sku | 1
-- expect control
--   (none)

-- case:    a new table swapped in, in Snowflake, and the old one dropped
-- why:     After the swap the name holds what was built.
-- dialect: snowflake
-- target:  mart.stock

CREATE OR REPLACE TABLE mart.stock_new AS SELECT s.sku, s.qty FROM wms.stock s WHERE s.qty > 0;
ALTER TABLE mart.stock SWAP WITH mart.stock_new;
DROP TABLE mart.stock_new;

-- expect value
--   field | origin        | line
--   qty   | wms.stock.qty | 1
--   sku   | wms.stock.sku | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | wms.stock.qty | 1

-- case:    a table that carries over its own rows, in Postgres by INSERT … SELECT from itself
-- why:     The statement reads what was there before it: the path comes back to its own field.
-- dialect: postgres
-- target:  dwd.level

INSERT INTO dwd.level (day, val)
SELECT CURRENT_DATE, COALESCE(n.val, o.val)
FROM   dwd.level o FULL JOIN ods.level n ON n.id = o.id;

-- expect value
--   field | origin                 | line
--   day   | generated CURRENT_DATE | 2
--   val   | ods.level.val          | 2
-- expect control
--   field | kind            | column             | line
--   *     | OUTER_JOIN FULL | ods.level.id       | 3
--   *     | OUTER_JOIN FULL | prior dwd.level.id | 3
-- expect open
--   field | reason | at
--   val   | CYCLE  | dwd.level.val

-- case:    a table replaced by its own rows, in Snowflake
-- why:     CREATE OR REPLACE … AS reads the content that it replaces.
-- dialect: snowflake
-- target:  dwd.member

CREATE OR REPLACE TABLE dwd.member AS
SELECT o.id, COALESCE(n.tier, o.tier) AS tier
FROM   dwd.member o LEFT JOIN ods.member n ON n.id = o.id;

-- expect value
--   field | origin          | line
--   id    | -               | -
--   tier  | ods.member.tier | 2
-- expect control
--   field | kind            | column              | line
--   *     | OUTER_JOIN LEFT | ods.member.id       | 3
--   *     | OUTER_JOIN LEFT | prior dwd.member.id | 3
-- expect open
--   field | reason | at
--   id    | CYCLE  | dwd.member.id
--   tier  | CYCLE  | dwd.member.tier

-- case:    a table replaced by its own rows, in BigQuery
-- why:     The rows kept come from the table itself, where the trail ends; the new ones do not take that away.
-- dialect: bigquery
-- target:  dwd.buoy

CREATE OR REPLACE TABLE dwd.buoy AS
SELECT o.buoy_no, o.seen FROM dwd.buoy AS o WHERE o.seen > '2026-01-01'
UNION ALL
SELECT n.no, n.at FROM ods.buoy AS n;

-- expect value
--   field   | origin      | line
--   buoy_no | ods.buoy.no | 4
--   seen    | ods.buoy.at | 4
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | prior dwd.buoy.seen | 2
-- expect open
--   field   | reason | at
--   buoy_no | CYCLE  | dwd.buoy.buoy_no
--   seen    | CYCLE  | dwd.buoy.seen

-- case:    a table that carries over its own rows, in Spark and into a partition
-- why:     One table, whatever the partition; the rows of the day before are a circle, those of today are not.
-- dialect: spark
-- target:  dwd.buoy

CREATE TABLE dwd.buoy (buoy_no INT, depth INT, ds STRING) USING parquet PARTITIONED BY (ds);

INSERT OVERWRITE TABLE dwd.buoy PARTITION (ds = '2026-05-02')
SELECT o.buoy_no, COALESCE(n.depth, o.depth)
FROM   dwd.buoy o LEFT JOIN ods.buoy n ON n.no = o.buoy_no
WHERE  o.ds = '2026-05-01';

-- expect value
--   field   | origin                | line
--   buoy_no | -                     | -
--   depth   | ods.buoy.depth        | 4
--   ds      | constant '2026-05-02' | 3
-- expect control
--   field | kind            | column                 | line
--   *     | OUTER_JOIN LEFT | prior dwd.buoy.buoy_no | 5
--   *     | OUTER_JOIN LEFT | ods.buoy.no            | 5
--   *     | WHERE           | prior dwd.buoy.ds      | 6
-- expect open
--   field   | reason | at
--   buoy_no | CYCLE  | dwd.buoy.buoy_no
--   depth   | CYCLE  | dwd.buoy.depth

-- case:    a temporary table called with the session's schema
-- why:     `_SESSION` is where a temporary table of the script is.
-- dialect: bigquery
-- target:  mart.kept

CREATE TEMP TABLE kept AS SELECT a.id FROM raw.kept AS a;
CREATE TABLE mart.kept AS SELECT k.id FROM _SESSION.kept AS k;

-- expect value
--   field | origin      | line
--   id    | raw.kept.id | 1
-- expect control
--   (none)

-- case:    a temporary table with a schema in its name
-- why:     The schema is part of how it is called; another schema's table of that name is another table.
-- dialect: mysql
-- target:  mart.picked

CREATE TEMPORARY TABLE work.pick AS SELECT a.id, a.val FROM raw.a a;
CREATE TABLE mart.picked AS SELECT p.id, o.val FROM work.pick p JOIN other.pick o ON o.id = p.id;

-- expect value
--   field | origin         | line
--   id    | raw.a.id       | 1
--   val   | other.pick.val | 2
-- expect control
--   field | kind       | column        | line
--   *     | INNER_JOIN | other.pick.id | 2
--   *     | INNER_JOIN | raw.a.id      | 2

-- case:    a materialized view of Oracle
-- why:     How it is stored and when it is filled is not what it is made of.
-- dialect: oracle
-- target:  mart.mv_stock

CREATE MATERIALIZED VIEW mart.mv_stock (item, n) TABLESPACE big BUILD IMMEDIATE
REFRESH COMPLETE ON DEMAND START WITH SYSDATE NEXT SYSDATE + 1 ENABLE QUERY REWRITE AS
SELECT s.item_no, SUM(s.qty) FROM wms.stock s WHERE s.qty > 0 GROUP BY s.item_no;

-- expect value
--   field | origin            | line
--   item  | wms.stock.item_no | 3
--   n     | wms.stock.qty     | 3
-- expect control
--   field | kind     | column            | line
--   *     | GROUP_BY | wms.stock.item_no | 3
--   *     | WHERE    | wms.stock.qty     | 3

-- case:    two files write, a third reads, in Postgres; the same file writes twice
-- why:     Both statements of one file reach its end: each is a candidate, and so is the other file's.
-- dialect: postgres
-- target:  rep.total

-- file: a.sql
INSERT INTO dwh.pay (no, eur) SELECT c.no, c.eur FROM shop.cash c;
INSERT INTO dwh.pay (no, eur) SELECT d.no, d.eur FROM shop.card d;

-- file: b.sql
INSERT INTO dwh.pay (no, eur) SELECT w.no, w.eur FROM web.paid w WHERE w.ok;

-- file: c.sql
CREATE TABLE rep.total AS SELECT SUM(p.eur) AS eur FROM dwh.pay p;

-- expect value
--   field | origin        | line
--   eur   | shop.card.eur | a.sql:2
--   eur   | shop.cash.eur | a.sql:1
--   eur   | web.paid.eur  | b.sql:1
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | web.paid.ok | b.sql:1
-- expect writers
--   table   | rule  | line
--   dwh.pay | EXACT | a.sql:1
--   dwh.pay | EXACT | a.sql:2
--   dwh.pay | EXACT | b.sql:1

-- case:    a dynamic table of Snowflake
-- why:     It is what its query gives, whenever that is run.
-- dialect: snowflake
-- target:  mart.hour

CREATE OR REPLACE DYNAMIC TABLE mart.hour TARGET_LAG = '1 minute' WAREHOUSE = wh AS
SELECT DATE_TRUNC('hour', h.ts) AS hr, COUNT(*) AS hits FROM raw.hit h WHERE NOT h.bot GROUP BY 1;

-- expect value
--   field | origin             | line
--   hits  | generated COUNT(*) | 2
--   hr    | raw.hit.ts         | 2
-- expect control
--   field | kind     | column      | line
--   *     | GROUP_BY | raw.hit.ts  | 2
--   *     | WHERE    | raw.hit.bot | 2

-- case:    a materialized view of BigQuery with options, and one that reads it
-- why:     Options say how it is kept.
-- dialect: bigquery
-- target:  mart.top

CREATE MATERIALIZED VIEW mart.hits PARTITION BY day CLUSTER BY page OPTIONS (enable_refresh = TRUE) AS
SELECT h.day, h.page, COUNT(*) AS n FROM raw.hit AS h GROUP BY h.day, h.page;
CREATE VIEW mart.top AS SELECT m.page, SUM(m.n) AS n FROM mart.hits AS m GROUP BY m.page;

-- expect value
--   field | origin             | line
--   n     | generated COUNT(*) | 2
--   page  | raw.hit.page       | 2
-- expect control
--   field | kind     | column       | line
--   *     | GROUP_BY | raw.hit.day  | 2
--   *     | GROUP_BY | raw.hit.page | 2
--   *     | GROUP_BY | raw.hit.page | 3

-- case:    a column that is added after the table was filled
-- why:     The first writer gave it nothing, whatever its star stands for; the UPDATE gives it its value.
-- dialect: tsql
-- target:  mart.rated

SELECT * INTO #pick FROM shop.item;
ALTER TABLE #pick ADD rate INT;
UPDATE p SET p.rate = r.rate FROM #pick AS p JOIN ref.rate AS r ON r.item = p.item;
INSERT INTO mart.rated (item, rate) SELECT p.item, p.rate FROM #pick AS p;

-- expect value
--   field | origin         | line
--   item  | shop.item.item | 1
--   rate  | ref.rate.rate  | 3
-- expect control
--   field | kind       | column         | line
--   rate  | INNER_JOIN | ref.rate.item  | 3
--   rate  | INNER_JOIN | shop.item.item | 3
-- expect open
--   field | reason               | at
--   rate  | NO_WRITER_EXPRESSION | #pick.rate

-- case:    a partition is emptied, the rest stays
-- why:     TRUNCATE of a partition ends a part of the content: what was there before still reaches the reader.
-- dialect: hive
-- target:  mart.after

INSERT INTO TABLE stg.part PARTITION (ds = '1') SELECT a.id FROM raw.a a;
INSERT OVERWRITE TABLE stg.part PARTITION (ds = '2') IF NOT EXISTS SELECT b.id FROM raw.b b;
TRUNCATE TABLE stg.part PARTITION (ds = '1');
INSERT OVERWRITE TABLE mart.after SELECT p.id AS id FROM stg.part p;

-- expect value
--   field | origin   | line
--   id    | raw.a.id | 1
--   id    | raw.b.id | 2
-- expect control
--   (none)
-- expect diagnostics
--   code                        | candidates | line
--   TARGET_COLUMN_NAME_UNPROVEN | id         | 1
--   TARGET_COLUMN_NAME_UNPROVEN | id         | 2
--   TARGET_COLUMN_NAME_UNPROVEN | id         | 4

-- case:    a partition is emptied, in T-SQL
-- why:     WITH (PARTITIONS …) names a part of the table.
-- dialect: tsql
-- target:  mart.after

INSERT INTO stg.part (id) SELECT a.id FROM raw.a AS a;
TRUNCATE TABLE stg.part WITH (PARTITIONS (1));
INSERT INTO mart.after (id) SELECT p.id FROM stg.part AS p;

-- expect value
--   field | origin   | line
--   id    | raw.a.id | 1
-- expect control
--   (none)

-- case:    a whole table is emptied, in Oracle, and its storage given back
-- why:     DROP STORAGE says what becomes of the space.
-- dialect: oracle
-- target:  mart.after

INSERT INTO stg.whole (id) SELECT a.id FROM raw.a a;
TRUNCATE TABLE stg.whole DROP STORAGE;
INSERT INTO stg.whole (id) SELECT b.id FROM raw.b b;
INSERT INTO mart.after (id) SELECT p.id FROM stg.whole p;

-- expect value
--   field | origin   | line
--   id    | raw.b.id | 3
-- expect control
--   (none)

-- case:    types and formats behind values, in Teradata
-- why:     A bracket of types, formats and titles behind a value casts and shows it; NAMED is its alias. A volatile
--          table behind MULTISET is one of the session.
-- dialect: teradata
-- target:  dm.subs

DATABASE stg;
CREATE MULTISET VOLATILE TABLE vt_s, NO LOG AS (
  SEL s.subs_id, s.start_dt (DATE, FORMAT 'YYYY-MM-DD') AS start_dt,
      s.fee * 12 (DECIMAL(12,2), TITLE 'per year') AS fee, TRIM(s.plan_cd) (CHAR(3), NAMED plan_cd)
  FROM stg.subs s
  WHERE s.state (INTEGER) > 3
) WITH DATA PRIMARY INDEX (subs_id) ON COMMIT PRESERVE ROWS;
INS INTO dm.subs (subs_id, plan_cd, start_dt, fee)
SEL v.subs_id, v.plan_cd, v.start_dt, v.fee FROM vt_s v;

-- expect value
--   field    | origin            | line
--   subs_id  | stg.subs.subs_id  | 3
--   plan_cd  | stg.subs.plan_cd  | 4
--   start_dt | stg.subs.start_dt | 3
--   fee      | stg.subs.fee      | 4
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | stg.subs.state | 6

-- case:    a view with several attributes over a table of another database
-- why:     Attributes of a view are none of its columns. Two dots stand for the default schema.
-- dialect: tsql
-- target:  dw.cust

CREATE OR ALTER VIEW dw.cust (id, nm, tel)
WITH SCHEMABINDING, VIEW_METADATA
AS
SELECT c.id, p.nm, COALESCE(p.tel, c.tel, '-')
FROM srv.crm.dbo.cust c
INNER JOIN crm..pers p ON p.id = c.pers_id
WITH CHECK OPTION;

-- expect value
--   field | origin               | line
--   id    | srv.crm.dbo.cust.id  | 4
--   nm    | crm.dbo.pers.nm      | 4
--   tel   | constant '-'         | 4
--   tel   | crm.dbo.pers.tel     | 4
--   tel   | srv.crm.dbo.cust.tel | 4
-- expect control
--   field | kind       | column                   | line
--   *     | INNER_JOIN | crm.dbo.pers.id          | 6
--   *     | INNER_JOIN | srv.crm.dbo.cust.pers_id | 6

-- case:    tables of a pipeline
-- why:     LIVE says that a table belongs to the pipeline and is no part of its name; an expectation is no column.
-- dialect: databricks
-- target:  gold.plan

CREATE OR REFRESH STREAMING TABLE silver.plan
  (CONSTRAINT has_id EXPECT (plan_id IS NOT NULL) ON VIOLATION DROP ROW)
AS SELECT p.plan_id, p.fee FROM STREAM(bronze.plan) AS p WHERE p.kind = 'A';
CREATE OR REFRESH LIVE TABLE gold.plan
  COMMENT 'plans; with fees'
AS SELECT s.plan_id, s.fee * 12 AS fee_year FROM LIVE.silver.plan AS s;

-- expect value
--   field    | origin              | line
--   plan_id  | bronze.plan.plan_id | 3
--   fee_year | bronze.plan.fee     | 3
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | bronze.plan.kind | 3

-- case:    a view that locks its rows
-- why:     A view's query may begin with locks.
-- dialect: teradata
-- target:  dm.acct_v

BT;
REPLACE VIEW dm.acct_v AS
LOCKING dm.acct FOR ACCESS LOCKING ROW FOR ACCESS
SELECT a.acct_no, a.bal FROM dm.acct a;
ET;

-- expect value
--   field   | origin          | line
--   acct_no | dm.acct.acct_no | 4
--   bal     | dm.acct.bal     | 4
-- expect control
--   (none)

-- case:    built after the pattern of an unknown table, then swapped, in Snowflake
-- why:     Nobody lists the columns of dw.plan, but two of them are filled by name: those are its fields, whatever
--          else it has.
-- dialect: snowflake
-- target:  dw.plan

CREATE OR REPLACE TABLE dw.plan_new LIKE dw.plan;
INSERT INTO dw.plan_new (plan_id, fee) SELECT p.plan_id, p.fee FROM stg.plan p WHERE p.valid;
ALTER TABLE dw.plan SWAP WITH dw.plan_new;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field   | origin           | line
--   plan_id | stg.plan.plan_id | 2
--   fee     | stg.plan.fee     | 2
--   *       | -                | -
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | stg.plan.valid | 2
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | dw.plan_new.*

-- case:    built after the pattern of an unknown table, then renamed, in MySQL
-- why:     One RENAME moves the old table away and the new one in.
-- dialect: mysql
-- target:  dw.plan

CREATE TABLE dw.plan_new LIKE dw.plan;
INSERT INTO dw.plan_new (plan_id, fee) SELECT p.plan_id, p.fee FROM stg.plan p;
RENAME TABLE dw.plan TO dw.plan_old, dw.plan_new TO dw.plan;  --! NON_ENUMERABLE_PROJECTION
DROP TABLE dw.plan_old;

-- expect value
--   field   | origin           | line
--   plan_id | stg.plan.plan_id | 2
--   fee     | stg.plan.fee     | 2
--   *       | -                | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | dw.plan_new.*

-- case:    built after the pattern of an unknown table, then renamed, in Postgres
-- why:     The new table has the name of the old one from the RENAME on.
-- dialect: postgres
-- target:  dw.plan

CREATE TABLE dw.plan_new (LIKE dw.plan INCLUDING ALL);
INSERT INTO dw.plan_new (plan_id, fee) SELECT p.plan_id, p.fee FROM stg.plan p;
DROP TABLE dw.plan;
ALTER TABLE dw.plan_new RENAME TO plan;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field   | origin           | line
--   plan_id | stg.plan.plan_id | 2
--   fee     | stg.plan.fee     | 2
--   *       | -                | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | dw.plan_new.*

-- case:    a copy with its statistics, in Teradata
-- why:     AND STATISTICS copies what is known of the rows, no column.
-- dialect: teradata
-- target:  dm.plan

CREATE TABLE stg.plan (plan_id INTEGER, fee DECIMAL(9,2));
CREATE TABLE dm.plan_old AS stg.plan WITH DATA AND STATS;
CREATE TABLE dm.plan AS (SEL p.plan_id, p.fee FROM dm.plan_old p) WITH DATA AND NO STATISTICS PRIMARY INDEX (plan_id);

-- expect value
--   field   | origin           | line
--   plan_id | stg.plan.plan_id | 2
--   fee     | stg.plan.fee     | 2
-- expect control
--   (none)

-- case:    COPY without list and DDL
-- why:     A staged file has places and no names, and nothing says which place a name has.
-- dialect: snowflake
-- target:  rep.kiln

COPY INTO stg.kiln FROM @kilns/daily;  --! NON_ENUMERABLE_PROJECTION --! TARGET_COLUMN_NAME_UNPROVEN kiln_no
CREATE TABLE rep.kiln AS SELECT k.kiln_no FROM stg.kiln AS k;

-- expect value
--   field   | origin | line
--   kiln_no | -      | -
-- expect control
--   (none)
-- expect open
--   field   | reason                    | at
--   kiln_no | NON_ENUMERABLE_PROJECTION | @kilns/daily.*

-- case:    COPY by name
-- why:     MATCH_BY_COLUMN_NAME takes the file's columns by their names, whatever the order of the table's.
-- dialect: snowflake
-- target:  rep.kiln

CREATE TABLE stg.kiln (kiln_no INT, temp_c INT, loaded_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP());
COPY INTO stg.kiln FROM @kilns/daily FILE_FORMAT = (TYPE = PARQUET) MATCH_BY_COLUMN_NAME = CASE_INSENSITIVE;
CREATE TABLE rep.kiln AS SELECT k.temp_c, k.kiln_no FROM stg.kiln AS k;

-- expect value
--   field   | origin               | line
--   temp_c  | @kilns/daily.temp_c  | 2
--   kiln_no | @kilns/daily.kiln_no | 2
-- expect control
--   (none)

-- case:    DELETE TOP leaves rows in place
-- why:     TOP takes some rows away: what was inserted before stays beside what comes after.
-- dialect: tsql
-- target:  dbo.rep

INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s0;
DELETE TOP (100) FROM dbo.x;
INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s1;
INSERT INTO dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s0.id | 1
--   id    | dbo.s1.id | 3
--   v     | dbo.s0.v  | 1
--   v     | dbo.s1.v  | 3
-- expect control
--   (none)

-- case:    DELETE TOP PERCENT leaves rows in place
-- why:     Less than all rows are taken away.
-- dialect: tsql
-- target:  dbo.rep

INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s0;
DELETE TOP (10) PERCENT FROM dbo.x;
INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s1;
INSERT INTO dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s0.id | 1
--   id    | dbo.s1.id | 3
--   v     | dbo.s0.v  | 1
--   v     | dbo.s1.v  | 3
-- expect control
--   (none)

-- case:    UPDATE TOP changes some rows
-- why:     The others keep their values.
-- dialect: tsql
-- target:  dbo.rep

INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s0;
UPDATE TOP (10) dbo.x SET v = 0;
INSERT INTO dbo.x (id, v) SELECT id, v FROM dbo.s1;
INSERT INTO dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin     | line
--   id    | dbo.s0.id  | 1
--   id    | dbo.s1.id  | 3
--   v     | constant 0 | 2
--   v     | dbo.s0.v   | 1
--   v     | dbo.s1.v   | 3
-- expect control
--   (none)

-- case:    DELETE with LIMIT leaves rows in place
-- why:     LIMIT takes some rows away: what was inserted before stays beside what comes after.
-- dialect: mysql
-- target:  rep

INSERT INTO x (id, v) SELECT id, v FROM s0;
DELETE FROM x ORDER BY id LIMIT 100;
INSERT INTO x (id, v) SELECT id, v FROM s1;
INSERT INTO rep (id, v) SELECT id, v FROM x;

-- expect value
--   field | origin | line
--   id    | s0.id  | 1
--   id    | s1.id  | 3
--   v     | s0.v   | 1
--   v     | s1.v   | 3
-- expect control
--   (none)

-- case:    UPDATE with LIMIT changes some rows
-- why:     The others keep their values.
-- dialect: mysql
-- target:  rep

INSERT INTO x (id, v) SELECT id, v FROM s0;
UPDATE x SET v = 0 LIMIT 5;
INSERT INTO x (id, v) SELECT id, v FROM s1;
INSERT INTO rep (id, v) SELECT id, v FROM x;

-- expect value
--   field | origin     | line
--   id    | s0.id      | 1
--   id    | s1.id      | 3
--   v     | constant 0 | 2
--   v     | s0.v       | 1
--   v     | s1.v       | 3
-- expect control
--   (none)

-- case:    UPDATE of one partition changes some rows
-- why:     The other partitions keep their values.
-- dialect: oracle
-- target:  rep

INSERT INTO x (id, v) SELECT id, v FROM s0;
UPDATE x PARTITION (p1) SET v = 0;
INSERT INTO x (id, v) SELECT id, v FROM s1;
INSERT INTO rep (id, v) SELECT id, v FROM x;

-- expect value
--   field | origin     | line
--   id    | s0.id      | 1
--   id    | s1.id      | 3
--   v     | constant 0 | 2
--   v     | s0.v       | 1
--   v     | s1.v       | 3
-- expect control
--   (none)

-- case:    TRUNCATE and DELETE with ONLY leave the rows of child tables
-- why:     A read of the table gives those too.
-- dialect: postgres
-- target:  rep

INSERT INTO x (id, v) SELECT id, v FROM s0;
TRUNCATE ONLY x;
DELETE FROM ONLY x;
INSERT INTO x (id, v) SELECT id, v FROM s1;
INSERT INTO rep (id, v) SELECT id, v FROM x;

-- expect value
--   field | origin | line
--   id    | s0.id  | 1
--   id    | s1.id  | 4
--   v     | s0.v   | 1
--   v     | s1.v   | 4
-- expect control
--   (none)

-- case:    DELETE of a sample leaves rows in place
-- why:     A sample is less than all rows.
-- dialect: teradata
-- target:  rep

INSERT INTO x (id, v) SELECT id, v FROM s0;
DELETE FROM x SAMPLE 10;
INSERT INTO x (id, v) SELECT id, v FROM s1;
INSERT INTO rep (id, v) SELECT id, v FROM x;

-- expect value
--   field | origin | line
--   id    | s0.id  | 1
--   id    | s1.id  | 3
--   v     | s0.v   | 1
--   v     | s1.v   | 3
-- expect control
--   (none)

-- case:    RETURN under IF
-- why:     What stands behind it may not happen, so it does not hide from other scripts what was written before.
-- dialect: tsql
-- target:  dbo.rep

-- file: a.sql
CREATE PROCEDURE dbo.p @a int AS
BEGIN
    INSERT dbo.x (id, v) SELECT id, v FROM dbo.s0;
    IF @a = 1 RETURN;
    TRUNCATE TABLE dbo.x;
    INSERT dbo.x (id, v) SELECT id, v FROM dbo.s1;
END

-- file: b.sql
INSERT dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s0.id | a.sql:3
--   id    | dbo.s1.id | a.sql:6
--   v     | dbo.s0.v  | a.sql:3
--   v     | dbo.s1.v  | a.sql:6
-- expect control
--   (none)

-- case:    RETURN under IF, and a read behind it
-- why:     Where the read happens, all before it behind the RETURN happened too: the table was emptied.
-- dialect: tsql
-- target:  dbo.rep

CREATE PROCEDURE dbo.p @a int AS
BEGIN
    DECLARE @v int = 1;
    INSERT dbo.x (id) SELECT id FROM dbo.s0;
    IF @a = 1 RETURN;
    SET @v = (SELECT MAX(v) FROM dbo.s2);
    TRUNCATE TABLE dbo.x;
    INSERT dbo.x (id) SELECT id FROM dbo.s1;
    INSERT dbo.rep (id, v) SELECT id, @v FROM dbo.x;
END

-- expect value
--   field | origin    | line
--   id    | dbo.s1.id | 8
--   v     | dbo.s2.v  | 6
-- expect control
--   (none)

-- case:    RETURN before everything
-- why:     What is written behind it is written as a whole or not at all: the second TRUNCATE hides the first rows.
-- dialect: tsql
-- target:  dbo.rep

-- file: a.sql
CREATE PROCEDURE dbo.p @a int AS
BEGIN
    IF @a = 1 RETURN;
    INSERT dbo.x (id, v) SELECT id, v FROM dbo.s0;
    TRUNCATE TABLE dbo.x;
    INSERT dbo.x (id, v) SELECT id, v FROM dbo.s1;
END

-- file: b.sql
INSERT dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s1.id | a.sql:6
--   v     | dbo.s1.v  | a.sql:6
-- expect control
--   (none)

-- case:    RETURN of one batch
-- why:     It ends its batch; the next one begins all the same.
-- dialect: tsql
-- target:  dbo.rep

INSERT dbo.x (id) SELECT id FROM dbo.s0;
IF 1 = (SELECT n FROM dbo.ctl) RETURN;
INSERT dbo.x (id) SELECT id FROM dbo.s1;
GO
TRUNCATE TABLE dbo.x;
INSERT dbo.x (id) SELECT id FROM dbo.s2;
GO
INSERT dbo.rep (id) SELECT id FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s2.id | 6
-- expect control
--   (none)

-- case:    GOTO under IF
-- why:     Up to the label nothing is sure to happen; behind it everything is.
-- dialect: tsql
-- target:  dbo.rep

INSERT dbo.x (id, v) SELECT id, v FROM dbo.s0;
IF @a = 1 GOTO done;
TRUNCATE TABLE dbo.x;
INSERT dbo.x (id, v) SELECT id, v FROM dbo.s1;
done:
INSERT dbo.rep (id, v) SELECT id, v FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s0.id | 1
--   id    | dbo.s1.id | 4
--   v     | dbo.s0.v  | 1
--   v     | dbo.s1.v  | 4
-- expect control
--   (none)

-- case:    THROW in TRY
-- why:     It leads behind the block: what stands there is sure to happen, what it passes by is not.
-- dialect: tsql
-- target:  dbo.rep

INSERT dbo.x (id) SELECT id FROM dbo.s0;
INSERT dbo.y (id) SELECT id FROM dbo.s0;
BEGIN TRY
    IF NOT EXISTS (SELECT 1 FROM dbo.ctl) THROW 50000, 'none', 1;
    TRUNCATE TABLE dbo.x;
    INSERT dbo.x (id) SELECT id FROM dbo.s1;
END TRY
BEGIN CATCH
    PRINT 'none';
END CATCH
TRUNCATE TABLE dbo.y;
INSERT dbo.y (id) SELECT id FROM dbo.s2;
INSERT dbo.rep (a, b) SELECT x.id, y.id FROM dbo.x AS x JOIN dbo.y AS y ON x.k = y.k;

-- expect value
--   field | origin    | line
--   a     | dbo.s0.id | 1
--   a     | dbo.s1.id | 6
--   b     | dbo.s2.id | 12
-- expect control
--   field | kind       | column | line
--   *     | INNER_JOIN | -      | 13

-- case:    THROW in CATCH
-- why:     An error that the script does not raise itself is no exit, passed on or not.
-- dialect: tsql
-- target:  dbo.rep

INSERT dbo.x (id) SELECT id FROM dbo.s0;
BEGIN TRY
    INSERT dbo.log (t) VALUES (1);
END TRY
BEGIN CATCH
    THROW;
END CATCH
TRUNCATE TABLE dbo.x;
INSERT dbo.x (id) SELECT id FROM dbo.s1;
GO
INSERT dbo.rep (id) SELECT id FROM dbo.x;

-- expect value
--   field | origin    | line
--   id    | dbo.s1.id | 9
-- expect control
--   (none)

-- case:    RETURN under IF, in PL/SQL
-- why:     What stands behind it may not happen.
-- dialect: oracle
-- target:  rep

-- file: a.sql
CREATE PROCEDURE p (x NUMBER) IS
    n NUMBER;
BEGIN
    INSERT INTO t (id, v) SELECT id, v FROM s0;
    SELECT COUNT(*) INTO n FROM ctl;
    IF n = 0 THEN RETURN; END IF;
    DELETE FROM t;
    INSERT INTO t (id, v) SELECT id, v FROM s1;
END;
/

-- file: b.sql
INSERT INTO rep (id, v) SELECT id, v FROM t;

-- expect value
--   field | origin | line
--   id    | s0.id  | a.sql:4
--   id    | s1.id  | a.sql:8
--   v     | s0.v   | a.sql:4
--   v     | s1.v   | a.sql:8
-- expect control
--   (none)

-- case:    RAISE and a block that handles it, in PL/SQL
-- why:     It leads to the EXCEPTION of the block; behind that block everything happens.
-- dialect: oracle
-- target:  rep

DECLARE
    n NUMBER;
    e EXCEPTION;
BEGIN
    INSERT INTO t (id) SELECT id FROM s0;
    INSERT INTO u (id) SELECT id FROM s0;
    BEGIN
        SELECT COUNT(*) INTO n FROM ctl;
        IF n = 0 THEN RAISE e; END IF;
        DELETE FROM t;
        INSERT INTO t (id) SELECT id FROM s1;
    EXCEPTION
        WHEN e THEN NULL;
    END;
    DELETE FROM u;
    INSERT INTO u (id) SELECT id FROM s2;
    INSERT INTO rep (a, b) SELECT t.id, u.id FROM t JOIN u ON t.k = u.k;
END;
/

-- expect value
--   field | origin | line
--   a     | s0.id  | 5
--   a     | s1.id  | 11
--   b     | s2.id  | 16
-- expect control
--   field | kind       | column | line
--   *     | INNER_JOIN | -      | 17

-- case:    raise_application_error under IF
-- why:     It raises an error although it is called like a procedure.
-- dialect: oracle
-- target:  rep

-- file: a.sql
CREATE PROCEDURE p (n NUMBER) IS
BEGIN
    INSERT INTO t (id) SELECT id FROM s0;
    COMMIT;
    IF n = 0 THEN raise_application_error(-20001, 'none'); END IF;
    DELETE FROM t;
    INSERT INTO t (id) SELECT id FROM s1;
END;
/

-- file: b.sql
INSERT INTO rep (id) SELECT id FROM t;

-- expect value
--   field | origin | line
--   id    | s0.id  | a.sql:3
--   id    | s1.id  | a.sql:7
-- expect control
--   (none)

-- case:    RAISE NOTICE and RAISE EXCEPTION, in PL/pgSQL
-- why:     A notice only tells; an exception leaves the function.
-- dialect: postgres
-- target:  rep

-- file: a.sql
CREATE FUNCTION f(n int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO t (id) SELECT id FROM s0;
    IF n = 0 THEN RAISE NOTICE 'none'; END IF;
    DELETE FROM t;
    INSERT INTO t (id) SELECT id FROM s1;
    IF n = 1 THEN RAISE EXCEPTION 'one'; END IF;
    DELETE FROM t;
    INSERT INTO t (id) SELECT id FROM s2;
END $$;

-- file: b.sql
INSERT INTO rep (id) SELECT id FROM t;

-- expect value
--   field | origin | line
--   id    | s1.id  | a.sql:6
--   id    | s2.id  | a.sql:9
-- expect control
--   (none)

-- case:    LEAVE of a labelled block, in MySQL
-- why:     It passes by the rest of that block and nothing else; of a loop it passes by nothing that was sure.
-- dialect: mysql
-- target:  rep

CREATE PROCEDURE p(n INT)
body: BEGIN
    INSERT INTO t (id) SELECT id FROM s0;
    INSERT INTO u (id) SELECT id FROM s0;
    part: BEGIN
        IF n = 0 THEN LEAVE part; END IF;
        DELETE FROM t;
        INSERT INTO t (id) SELECT id FROM s1;
    END part;
    again: LOOP
        IF n = 1 THEN LEAVE again; END IF;
    END LOOP again;
    DELETE FROM u;
    INSERT INTO u (id) SELECT id FROM s2;
    INSERT INTO rep (a, b) SELECT t.id, u.id FROM t JOIN u ON t.k = u.k;
END;

-- expect value
--   field | origin | line
--   a     | s0.id  | 3
--   a     | s1.id  | 8
--   b     | s2.id  | 14
-- expect control
--   field | kind       | column | line
--   *     | INNER_JOIN | -      | 15

-- case:    a handler that is declared with an exit of its own
-- why:     It stands before what it is for; nothing comes to it in order.
-- dialect: mysql
-- target:  rep

-- file: a.sql
CREATE PROCEDURE p(n INT)
BEGIN
    DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;
    INSERT INTO t (id) SELECT id FROM s0;
    DELETE FROM t;
    INSERT INTO t (id) SELECT id FROM s1;
END;

-- file: b.sql
INSERT INTO rep (id) SELECT id FROM t;

-- expect value
--   field | origin | line
--   id    | s1.id  | a.sql:6
-- expect control
--   (none)

-- case:    RETURN in a script of BigQuery
-- why:     It ends the whole script, from inside a block too.
-- dialect: bigquery
-- target:  d.rep

-- file: a.sql
INSERT INTO d.t (id) SELECT id FROM d.s0;
BEGIN
    IF (SELECT COUNT(*) FROM d.ctl) = 0 THEN RETURN; END IF;
END;
TRUNCATE TABLE d.t;
INSERT INTO d.t (id) SELECT id FROM d.s1;

-- file: b.sql
INSERT INTO d.rep (id) SELECT id FROM d.t;

-- expect value
--   field | origin  | line
--   id    | d.s0.id | a.sql:1
--   id    | d.s1.id | a.sql:6
-- expect control
--   (none)

-- case:    an UPDATE of every row behind a RETURN
-- why:     It may not happen, so other scripts may see the values before it.
-- dialect: tsql
-- target:  dbo.x

CREATE PROCEDURE dbo.p @a int AS
BEGIN
    TRUNCATE TABLE dbo.x;
    INSERT dbo.x (id, v) SELECT id, v FROM dbo.s0;
    IF @a = 1 RETURN;
    UPDATE dbo.x SET v = 0;
END

-- expect value
--   field | origin     | line
--   id    | dbo.s0.id  | 4
--   v     | constant 0 | 6
--   v     | dbo.s0.v   | 4
-- expect control
--   (none)

-- case:    a materialized view and the table behind it, filled anew
-- why:     In PostgreSQL it keeps the rows it had when it was made.
-- dialect: postgres
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b;
TRUNCATE b;
INSERT INTO b SELECT id, w FROM s2;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s1.id  | 1
--   v     | s1.v   | 1
-- expect control
--   (none)

-- case:    a materialized view that is refreshed
-- why:     REFRESH gives it what its query gives then, a REFRESH under a condition perhaps.
-- dialect: postgres
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b;
TRUNCATE b;
INSERT INTO b SELECT id, w FROM s2;
REFRESH MATERIALIZED VIEW CONCURRENTLY mv;
TRUNCATE b;
INSERT INTO b SELECT id, x FROM s3;
DO $$ BEGIN IF extract(day FROM now()) = 1 THEN REFRESH MATERIALIZED VIEW mv; END IF; END $$;
TRUNCATE b;
INSERT INTO b SELECT id, y FROM s4;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s2.id  | 4
--   id    | s3.id  | 7
--   v     | s2.w   | 4
--   v     | s3.x   | 7
-- expect control
--   (none)

-- case:    a materialized view over a view
-- why:     The view inside is read when the materialized one is filled.
-- dialect: postgres
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE VIEW inner_b AS SELECT id, v FROM b;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM inner_b;
TRUNCATE b;
INSERT INTO b SELECT id, w FROM s2;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s1.id  | 1
--   v     | s1.v   | 1
-- expect control
--   (none)

-- case:    a materialized view made WITH NO DATA
-- why:     It has no rows until REFRESH fills it.
-- dialect: postgres
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b WITH NO DATA;
TRUNCATE b;
INSERT INTO b SELECT id, w FROM s2;
REFRESH MATERIALIZED VIEW mv;
TRUNCATE b;
INSERT INTO b SELECT id, x FROM s3;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s2.id  | 4
--   v     | s2.w   | 4
-- expect control
--   (none)

-- case:    a materialized view that another script refreshes
-- why:     Then it has what its query gives at any time, the rows of other scripts included.
-- dialect: postgres
-- target:  rep

-- file: a.sql
CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b;

-- file: b.sql
TRUNCATE b;
INSERT INTO b (id, v) SELECT id, w FROM s2;

-- file: c.sql
REFRESH MATERIALIZED VIEW mv;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s1.id  | a.sql:1
--   id    | s2.id  | b.sql:2
--   v     | s1.v   | a.sql:1
--   v     | s2.w   | b.sql:2
-- expect control
--   (none)

-- case:    a materialized view that the engine keeps up to date
-- why:     In Snowflake it is read as a view is: its query runs where it is read.
-- dialect: snowflake
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b;
TRUNCATE TABLE b;
INSERT INTO b SELECT id, w FROM s2;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s2.id  | 4
--   v     | s2.w   | 4
-- expect control
--   (none)

-- case:    a materialized view of Redshift that refreshes itself
-- why:     With AUTO REFRESH YES the engine keeps it up to date.
-- dialect: redshift
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AUTO REFRESH YES AS SELECT id, v FROM b;
TRUNCATE b;
INSERT INTO b SELECT id, w FROM s2;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s2.id  | 4
--   v     | s2.w   | 4
-- expect control
--   (none)

-- case:    a materialized view of Hive that is rebuilt
-- why:     ALTER … REBUILD fills it anew; until then it keeps its rows.
-- dialect: hive
-- target:  rep

CREATE TABLE b AS SELECT id, v FROM s1;
CREATE MATERIALIZED VIEW mv AS SELECT id, v FROM b;
TRUNCATE TABLE b;
INSERT INTO b SELECT id, w FROM s2;
ALTER MATERIALIZED VIEW mv REBUILD;
TRUNCATE TABLE b;
INSERT INTO b SELECT id, x FROM s3;
CREATE TABLE rep AS SELECT id, v FROM mv;

-- expect value
--   field | origin | line
--   id    | s2.id  | 4
--   v     | s2.w   | 4
-- expect control
--   (none)

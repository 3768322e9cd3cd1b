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

-- Window functions, QUALIFY and DISTINCT ON: what is value and what decides.

-- case:    argument, partition and order
-- why:     The argument is the value. LAG's default can be the whole value. A row number is made of no column.
-- dialect: postgres
-- target:  rep.meter_run

CREATE TABLE rep.meter_run AS
SELECT m.meter_no,
       SUM(m.kwh) OVER (PARTITION BY m.meter_no ORDER BY m.read_on) AS running,
       LAG(m.kwh, 1, 0) OVER (PARTITION BY m.meter_no ORDER BY m.read_on) AS before_kwh,
       ROW_NUMBER() OVER (PARTITION BY m.meter_no ORDER BY m.read_on) AS nth
FROM   grid.meter AS m;

-- expect value
--   field      | origin               | line
--   meter_no   | grid.meter.meter_no  | 2
--   running    | grid.meter.kwh       | 3
--   before_kwh | constant 0           | 4
--   before_kwh | grid.meter.kwh       | 4
--   nth        | generated ROW_NUMBER | 5
-- expect control
--   field      | kind   | column              | line
--   running    | WINDOW | grid.meter.meter_no | 3
--   running    | WINDOW | grid.meter.read_on  | 3
--   before_kwh | WINDOW | grid.meter.meter_no | 4
--   before_kwh | WINDOW | grid.meter.read_on  | 4
--   nth        | WINDOW | grid.meter.meter_no | 5
--   nth        | WINDOW | grid.meter.read_on  | 5
-- expect steps
--   field      | origin               | transformation
--   meter_no   | grid.meter.meter_no  | IDENTITY
--   running    | grid.meter.kwh       | AGGREGATION
--   before_kwh | constant 0           | CONSTANT
--   before_kwh | grid.meter.kwh       | AGGREGATION
--   nth        | generated ROW_NUMBER | GENERATED

-- case:    a named window
-- why:     OVER w is the window that the WINDOW clause calls w.
-- dialect: postgres
-- target:  rep.meter_rank

CREATE TABLE rep.meter_rank AS
SELECT m.meter_no,
       AVG(m.kwh) OVER w AS mean_kwh
FROM   grid.meter AS m
WINDOW w AS (PARTITION BY m.street ORDER BY m.read_on);

-- expect value
--   field    | origin              | line
--   meter_no | grid.meter.meter_no | 2
--   mean_kwh | grid.meter.kwh      | 3
-- expect control
--   field    | kind   | column             | line
--   mean_kwh | WINDOW | grid.meter.street  | 5
--   mean_kwh | WINDOW | grid.meter.read_on | 5

-- case:    the newest row, chosen by a row number in a subquery
-- why:     The condition on the row number keeps its key and order: they decide which row is left.
-- dialect: spark
-- target:  rep.tariff_now

CREATE TABLE rep.tariff_now AS
SELECT x.tariff_no, x.price
FROM  (SELECT t.tariff_no, t.price, ROW_NUMBER() OVER (PARTITION BY t.tariff_no ORDER BY t.valid_from DESC) AS nth
       FROM   grid.tariff t) x
WHERE  x.nth = 1;

-- expect value
--   field     | origin                | line
--   tariff_no | grid.tariff.tariff_no | 3
--   price     | grid.tariff.price     | 3
-- expect control
--   field | kind   | column                 | line
--   *     | WINDOW | grid.tariff.tariff_no  | 3
--   *     | WINDOW | grid.tariff.valid_from | 3
--   *     | WHERE  | -                      | 5

-- case:    DISTINCT ON
-- why:     The keys and the order choose the row that is left. valid_from never becomes a value.
-- dialect: postgres
-- target:  rep.tariff_first

CREATE TABLE rep.tariff_first AS
SELECT DISTINCT ON (t.tariff_no) t.tariff_no, t.price
FROM   grid.tariff AS t
WHERE  t.dropped IS FALSE
ORDER BY t.tariff_no, t.valid_from;

-- expect value
--   field     | origin                | line
--   tariff_no | grid.tariff.tariff_no | 2
--   price     | grid.tariff.price     | 2
-- expect control
--   field | kind       | column                 | line
--   *     | WHERE      | grid.tariff.dropped    | 4
--   *     | SORT_LIMIT | grid.tariff.tariff_no  | 2
--   *     | SORT_LIMIT | grid.tariff.tariff_no  | 5
--   *     | SORT_LIMIT | grid.tariff.valid_from | 5

-- case:    DISTINCT ON in DuckDB, of an expression
-- why:     What a row must differ in, and what decides which one is kept, choose rows and are no values.
-- dialect: duckdb
-- target:  last_fix

CREATE TABLE last_fix AS
SELECT DISTINCT ON (f.boat, f.at::DATE) f.boat, f.lat, f.lon
FROM   fix f
ORDER BY f.boat, f.at::DATE, f.at DESC;

-- expect value
--   field | origin   | line
--   boat  | fix.boat | 2
--   lat   | fix.lat  | 2
--   lon   | fix.lon  | 2
-- expect control
--   field | kind       | column   | line
--   *     | SORT_LIMIT | fix.boat | 2
--   *     | SORT_LIMIT | fix.at   | 2
--   *     | SORT_LIMIT | fix.boat | 4
--   *     | SORT_LIMIT | fix.at   | 4

-- case:    DISTINCT ON in ClickHouse
-- why:     ClickHouse keeps the first row in the order of the query, too.
-- dialect: clickhouse
-- target:  mart.last_fix

INSERT INTO mart.last_fix (boat, lat)
SELECT DISTINCT ON (boat) boat, lat FROM raw.fix WHERE ok = 1 ORDER BY at DESC;

-- expect value
--   field | origin       | line
--   boat  | raw.fix.boat | 2
--   lat   | raw.fix.lat  | 2
-- expect control
--   field | kind       | column       | line
--   *     | SORT_LIMIT | raw.fix.boat | 2
--   *     | WHERE      | raw.fix.ok   | 2
--   *     | SORT_LIMIT | raw.fix.at   | 2

-- case:    QUALIFY
-- why:     The columns of a window inside a condition are that condition's.
-- dialect: snowflake
-- target:  rep.tariff_top

CREATE TABLE rep.tariff_top AS
SELECT t.tariff_no, t.price
FROM   grid.tariff t
QUALIFY RANK() OVER (PARTITION BY t.zone ORDER BY t.price) <= 3;

-- expect value
--   field     | origin                | line
--   tariff_no | grid.tariff.tariff_no | 2
--   price     | grid.tariff.price     | 2
-- expect control
--   field | kind    | column            | line
--   *     | QUALIFY | grid.tariff.zone  | 4
--   *     | QUALIFY | grid.tariff.price | 4

-- case:    QUALIFY in Redshift
-- why:     The window's columns choose rows; none of them is a value.
-- dialect: redshift
-- target:  mart.first

CREATE TABLE mart.first AS
SELECT v.guest_no, v.hut FROM alp.visit v WHERE v.paid
QUALIFY ROW_NUMBER() OVER (PARTITION BY v.guest_no ORDER BY v.day) = 1;

-- expect value
--   field    | origin             | line
--   guest_no | alp.visit.guest_no | 2
--   hut      | alp.visit.hut      | 2
-- expect control
--   field | kind    | column             | line
--   *     | WHERE   | alp.visit.paid     | 2
--   *     | QUALIFY | alp.visit.day      | 3
--   *     | QUALIFY | alp.visit.guest_no | 3

-- case:    QUALIFY over a named window, in DuckDB
-- why:     The window named below is that of the QUALIFY.
-- dialect: duckdb
-- target:  first

CREATE TABLE first AS
SELECT v.guest_no, v.hut FROM visit v
WINDOW w AS (PARTITION BY v.guest_no ORDER BY v.day)
QUALIFY ROW_NUMBER() OVER w = 1;

-- expect value
--   field    | origin         | line
--   guest_no | visit.guest_no | 2
--   hut      | visit.hut      | 2
-- expect control
--   field | kind    | column         | line
--   *     | QUALIFY | visit.day      | 4
--   *     | QUALIFY | visit.guest_no | 4

-- case:    the first and the last rows of Oracle's KEEP
-- why:     The order decides which rows the aggregate takes; OVER divides them as for any window.
-- dialect: oracle
-- target:  mart.level

INSERT INTO mart.level (tank, last_l, first_l)
SELECT r.tank,
       MAX(r.litres) KEEP (DENSE_RANK LAST ORDER BY r.read_at),
       MIN(r.litres) KEEP (DENSE_RANK FIRST ORDER BY r.read_at) OVER (PARTITION BY r.tank)
FROM   plant.reading r;

-- expect value
--   field   | origin               | line
--   first_l | plant.reading.litres | 4
--   last_l  | plant.reading.litres | 3
--   tank    | plant.reading.tank   | 2
-- expect control
--   field   | kind             | column                | line
--   first_l | AGGREGATE_FILTER | plant.reading.read_at | 4
--   first_l | WINDOW           | plant.reading.tank    | 4
--   last_l  | AGGREGATE_FILTER | plant.reading.read_at | 3

-- case:    a running sum, the value before and the row's number, in T-SQL
-- why:     Partition and order are conditions of each; the default of LAG is another origin.
-- dialect: tsql
-- target:  mart.run

SELECT m.acct,
       SUM(m.amt) OVER (PARTITION BY m.acct ORDER BY m.at ROWS UNBOUNDED PRECEDING) AS running,
       LAG(m.amt, 2, 0) OVER (PARTITION BY m.acct ORDER BY m.at) AS before,
       ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS rn,
       NTILE(4) OVER (ORDER BY m.amt) AS quarter
INTO   mart.run
FROM   core.move AS m;

-- expect value
--   field   | origin               | line
--   acct    | core.move.acct       | 1
--   running | core.move.amt        | 2
--   before  | constant 0           | 3
--   before  | core.move.amt        | 3
--   rn      | generated ROW_NUMBER | 4
--   quarter | generated NTILE      | 5
-- expect control
--   field   | kind   | column         | line
--   running | WINDOW | core.move.acct | 2
--   running | WINDOW | core.move.at   | 2
--   before  | WINDOW | core.move.acct | 3
--   before  | WINDOW | core.move.at   | 3
--   rn      | WINDOW | -              | 1
--   quarter | WINDOW | core.move.amt  | 5

-- case:    windows of BigQuery: a named one that another builds on, and IGNORE NULLS
-- why:     The named window's keys come along.
-- dialect: bigquery
-- target:  mart.seen

CREATE TABLE mart.seen AS
SELECT h.user,
       LAST_VALUE(h.page IGNORE NULLS) OVER (later ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS page,
       COUNT(*) OVER by_user AS hits
FROM   web.hit AS h
WINDOW by_user AS (PARTITION BY h.user), later AS (by_user ORDER BY h.ts);

-- expect value
--   field | origin             | line
--   hits  | generated COUNT(*) | 4
--   page  | web.hit.page       | 3
--   user  | web.hit.user       | 2
-- expect control
--   field | kind   | column       | line
--   hits  | WINDOW | web.hit.user | 6
--   page  | WINDOW | -            | 3
--   page  | WINDOW | web.hit.ts   | 6
--   page  | WINDOW | web.hit.user | 6

-- case:    the newest row by a window in QUALIFY, in BigQuery and over an alias
-- why:     The window that stands in QUALIFY is QUALIFY's; that of an alias comes along, as from a subquery.
-- dialect: bigquery
-- target:  mart.newest

CREATE TABLE erp.price (id INT64, sku STRING, eur NUMERIC, set_on DATE, live BOOL);
CREATE TABLE mart.newest AS
SELECT p.sku, p.eur, RANK() OVER (PARTITION BY p.sku ORDER BY p.set_on DESC) AS nth
FROM   erp.price AS p
WHERE  p.live
QUALIFY nth = 1 AND ROW_NUMBER() OVER (PARTITION BY p.sku ORDER BY p.id) = 1;

-- expect value
--   field | origin         | line
--   sku   | erp.price.sku  | 3
--   eur   | erp.price.eur  | 3
--   nth   | generated RANK | 3
-- expect control
--   field | kind    | column           | line
--   *     | WINDOW  | erp.price.sku    | 3
--   *     | WINDOW  | erp.price.set_on | 3
--   *     | WHERE   | erp.price.live   | 5
--   *     | QUALIFY | erp.price.id     | 6
--   *     | QUALIFY | erp.price.sku    | 6

-- case:    the first row of each group in Databricks, by a window in a CTE
-- why:     The condition on the row number brings the window's keys along.
-- dialect: databricks
-- target:  mart.first_stop

CREATE TABLE mart.first_stop AS
WITH n AS (SELECT s.tour, s.town, ROW_NUMBER() OVER (PARTITION BY s.tour ORDER BY s.at) AS rn FROM net.stop s)
SELECT n.tour, n.town FROM n WHERE n.rn = 1;

-- expect value
--   field | origin        | line
--   tour  | net.stop.tour | 2
--   town  | net.stop.town | 2
-- expect control
--   field | kind   | column        | line
--   *     | WHERE  | -             | 3
--   *     | WINDOW | net.stop.at   | 2
--   *     | WINDOW | net.stop.tour | 2

-- case:    a percentile over a window
-- why:     Its value is one of what WITHIN GROUP puts in order; the number says which one and is no value.
-- dialect: tsql
-- target:  rpt.wait

SELECT v.ward, v.pat_no,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY v.minutes) OVER (PARTITION BY v.ward) AS median,
       STRING_AGG(v.code, ',') WITHIN GROUP (ORDER BY v.seq) AS codes
INTO rpt.wait
FROM hosp.visit AS v
GROUP BY v.ward, v.pat_no, v.minutes;

-- expect value
--   field  | origin             | line
--   ward   | hosp.visit.ward    | 1
--   pat_no | hosp.visit.pat_no  | 1
--   median | hosp.visit.minutes | 2
--   codes  | hosp.visit.code    | 3
-- expect control
--   field  | kind             | column             | line
--   *      | GROUP_BY         | hosp.visit.ward    | 6
--   *      | GROUP_BY         | hosp.visit.pat_no  | 6
--   *      | GROUP_BY         | hosp.visit.minutes | 6
--   median | AGGREGATE_FILTER | hosp.visit.minutes | 2
--   median | WINDOW           | hosp.visit.ward    | 2
--   codes  | AGGREGATE_FILTER | hosp.visit.seq     | 3

-- case:    a percentile and a list over a window, in Oracle
-- why:     What LISTAGG orders by only sorts; of PERCENTILE_DISC it is the value.
-- dialect: oracle
-- target:  rpt.wait

CREATE TABLE rpt.wait AS
SELECT v.ward,
       PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY v.minutes DESC) OVER (PARTITION BY v.ward) AS p90,
       LISTAGG(v.code, ',') WITHIN GROUP (ORDER BY v.seq) OVER (PARTITION BY v.ward) AS codes,
       MEDIAN(v.cost) OVER (PARTITION BY v.ward) AS mid
FROM hosp.visit v;

-- expect value
--   field | origin             | line
--   ward  | hosp.visit.ward    | 2
--   p90   | hosp.visit.minutes | 3
--   codes | hosp.visit.code    | 4
--   mid   | hosp.visit.cost    | 5
-- expect control
--   field | kind             | column             | line
--   p90   | AGGREGATE_FILTER | hosp.visit.minutes | 3
--   p90   | WINDOW           | hosp.visit.ward    | 3
--   codes | AGGREGATE_FILTER | hosp.visit.seq     | 4
--   codes | WINDOW           | hosp.visit.ward    | 4
--   mid   | WINDOW           | hosp.visit.ward    | 5

-- case:    a percentile over a window, in Snowflake
-- why:     As without OVER: the ordered column is the value, and which row it is depends on the whole order.
-- dialect: snowflake
-- target:  rpt.wait

CREATE TABLE rpt.wait AS
SELECT v.ward, PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY v.minutes) OVER (PARTITION BY v.ward) AS p90
FROM hosp.visit v;

-- expect value
--   field | origin             | line
--   ward  | hosp.visit.ward    | 2
--   p90   | hosp.visit.minutes | 2
-- expect control
--   field | kind             | column             | line
--   p90   | AGGREGATE_FILTER | hosp.visit.minutes | 2
--   p90   | WINDOW           | hosp.visit.ward    | 2

-- case:    rows that match a pattern, one for each match, in Snowflake
-- why:     What is measured is made of the input's columns, whichever row of the pattern they stand before; what
--          divides, sorts and defines the rows are conditions.
-- dialect: snowflake
-- target:  rep.dip

CREATE TABLE rep.dip AS
SELECT m.sym, lp, mn
FROM   mkt.stock MATCH_RECOGNIZE (
         PARTITION BY sym ORDER BY ts
         MEASURES MATCH_NUMBER() AS mn, LAST(down.price) AS lp
         ONE ROW PER MATCH
         PATTERN (strt down+)
         DEFINE down AS price < LAG(price) AND down.vol > 0
       ) m;

-- expect value
--   field | origin                 | line
--   sym   | mkt.stock.sym          | 4
--   lp    | mkt.stock.price        | 5
--   mn    | generated MATCH_NUMBER | 5
-- expect control
--   field | kind   | column          | line
--   *     | WINDOW | mkt.stock.sym   | 4
--   *     | WINDOW | mkt.stock.ts    | 4
--   *     | WHERE  | mkt.stock.price | 8
--   *     | WHERE  | mkt.stock.vol   | 8

-- case:    rows that match a pattern, one for each match, in Trino
-- why:     What is measured is made of the input's columns, whichever row of the pattern they stand before; what
--          divides, sorts and defines the rows are conditions.
-- dialect: trino
-- target:  rep.dip

CREATE TABLE rep.dip AS
SELECT m.sym, lp, mn
FROM   mkt.stock MATCH_RECOGNIZE (
         PARTITION BY sym ORDER BY ts
         MEASURES MATCH_NUMBER() AS mn, LAST(down.price) AS lp
         ONE ROW PER MATCH
         PATTERN (strt down+)
         DEFINE down AS price < PREV(price) AND down.vol > 0
       ) m;

-- expect value
--   field | origin                 | line
--   sym   | mkt.stock.sym          | 4
--   lp    | mkt.stock.price        | 5
--   mn    | generated MATCH_NUMBER | 5
-- expect control
--   field | kind   | column          | line
--   *     | WINDOW | mkt.stock.sym   | 4
--   *     | WINDOW | mkt.stock.ts    | 4
--   *     | WHERE  | mkt.stock.price | 8
--   *     | WHERE  | mkt.stock.vol   | 8

-- case:    rows that match a pattern, one for each match, in Oracle
-- why:     What is measured is made of the input's columns, whichever row of the pattern they stand before; what
--          divides, sorts and defines the rows are conditions.
-- dialect: oracle
-- target:  rep.dip

CREATE TABLE rep.dip AS
SELECT m.sym, lp, mn
FROM   mkt.stock MATCH_RECOGNIZE (
         PARTITION BY sym ORDER BY ts
         MEASURES MATCH_NUMBER() AS mn, LAST(down.price) AS lp
         ONE ROW PER MATCH
         PATTERN (strt down+)
         DEFINE down AS price < PREV(price) AND down.vol > 0
       ) m;

-- expect value
--   field | origin                 | line
--   sym   | mkt.stock.sym          | 4
--   lp    | mkt.stock.price        | 5
--   mn    | generated MATCH_NUMBER | 5
-- expect control
--   field | kind   | column          | line
--   *     | WINDOW | mkt.stock.sym   | 4
--   *     | WINDOW | mkt.stock.ts    | 4
--   *     | WHERE  | mkt.stock.price | 8
--   *     | WHERE  | mkt.stock.vol   | 8

-- case:    rows that match a pattern, all of them, in Oracle
-- why:     The keys come first, then what is measured, then the other columns. A subset is another name for patterns.
-- dialect: oracle
-- target:  rep.dip

CREATE TABLE mkt.stock (vol NUMBER, sym VARCHAR2(9), ts DATE);
INSERT INTO rep.dip (a, b, c, d, e)
SELECT *
FROM   mkt.stock MATCH_RECOGNIZE (
         PARTITION BY sym ORDER BY ts
         MEASURES CLASSIFIER() AS cl, COUNT(any_.*) AS n
         ALL ROWS PER MATCH
         PATTERN (down+ up+)
         SUBSET any_ = (down, up)
         DEFINE down AS down.vol < PREV(down.vol), up AS up.vol > PREV(up.vol)
       );

-- expect value
--   field | origin               | line
--   a     | mkt.stock.sym        | 5
--   b     | mkt.stock.ts         | 5
--   c     | generated CLASSIFIER | 6
--   d     | generated COUNT(*)   | 6
--   e     | mkt.stock.vol        | 5
-- expect control
--   field | kind   | column        | line
--   *     | WINDOW | mkt.stock.sym | 5
--   *     | WINDOW | mkt.stock.ts  | 5
--   *     | WHERE  | mkt.stock.vol | 10

-- case:    rows that match a pattern, beside another input
-- why:     The pattern is sought in the input that it stands behind; the other one is only joined.
-- dialect: trino
-- target:  rep.dip

CREATE TABLE rep.dip AS
SELECT x.lot, m.lp, m.who
FROM   mkt.lot AS x, mkt.stock MATCH_RECOGNIZE (
         PARTITION BY sym
         MEASURES LAST(down.price) AS p, CLASSIFIER(down) AS c
         PATTERN (down+)
         DEFINE down AS down.price < 3
       ) AS m (sym, lp, who);

-- expect value
--   field | origin               | line
--   lot   | mkt.lot.lot          | 2
--   lp    | mkt.stock.price      | 5
--   who   | generated CLASSIFIER | 5
-- expect control
--   field | kind   | column          | line
--   *     | WINDOW | mkt.stock.sym   | 4
--   *     | WHERE  | mkt.stock.price | 7

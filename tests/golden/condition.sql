-- Conditions inside expressions: they choose a value and are never one.

-- case:    CASE in CASE, COALESCE and NULLIF
-- why:     What stands behind THEN and ELSE is value. NULLIF gives its first argument or NULL; the second one decides.
--          Literals that are compared are no values.
-- dialect: postgres
-- target:  rep.fare_class

CREATE TABLE rep.fare_class AS
SELECT t.trip_no,
       CASE WHEN t.delay_min > 60 THEN 'VOID' WHEN t.staff THEN CASE t.grade WHEN 'K' THEN t.class_k ELSE t.class_x END ELSE COALESCE(t.class_old, 'STD') END AS class_cd,
       NULLIF(t.fare, t.base_fare) AS extra_fare
FROM   rail.trip AS t;

-- expect value
--   field      | origin              | line
--   trip_no    | rail.trip.trip_no   | 2
--   class_cd   | constant 'STD'      | 3
--   class_cd   | constant 'VOID'     | 3
--   class_cd   | rail.trip.class_k   | 3
--   class_cd   | rail.trip.class_old | 3
--   class_cd   | rail.trip.class_x   | 3
--   extra_fare | rail.trip.fare      | 4
-- expect control
--   field      | kind           | column              | line
--   class_cd   | CASE_CONDITION | rail.trip.delay_min | 3
--   class_cd   | CASE_CONDITION | rail.trip.staff     | 3
--   class_cd   | CASE_CONDITION | rail.trip.grade     | 3
--   extra_fare | CASE_CONDITION | rail.trip.base_fare | 4
-- expect steps
--   field      | origin              | transformation
--   trip_no    | rail.trip.trip_no   | IDENTITY
--   class_cd   | constant 'STD'      | CONSTANT
--   class_cd   | constant 'VOID'     | CONSTANT
--   class_cd   | rail.trip.class_k   | CONDITIONAL
--   class_cd   | rail.trip.class_old | CONDITIONAL
--   class_cd   | rail.trip.class_x   | CONDITIONAL
--   extra_fare | rail.trip.fare      | CONDITIONAL

-- case:    a score made of constants only
-- why:     No column is an origin, however many decide. A written NULL is a constant, a missing ELSE adds none.
-- dialect: postgres
-- target:  rep.clot_score

CREATE TABLE rep.clot_score AS
WITH lab AS (
    SELECT l.stay_id, MIN(CASE WHEN l.item_id = 51265 THEN l.num END) AS low
    FROM   ward.lab AS l
    GROUP BY l.stay_id
)
SELECT b.stay_id,
       CASE WHEN b.low < 20 THEN 4 WHEN b.low < 50 THEN 3 WHEN b.low IS NULL THEN NULL ELSE 0 END AS score
FROM   lab AS b;

-- expect value
--   field   | origin           | line
--   stay_id | ward.lab.stay_id | 3
--   score   | constant 0       | 8
--   score   | constant 3       | 8
--   score   | constant 4       | 8
--   score   | constant NULL    | 8
-- expect control
--   field | kind           | column           | line
--   *     | GROUP_BY       | ward.lab.stay_id | 5
--   score | CASE_CONDITION | ward.lab.num     | 8
--   score | CASE_CONDITION | ward.lab.item_id | 3

-- case:    FILTER on an aggregate, and COUNT(*)
-- why:     FILTER decides which rows the one sum takes. COUNT(*) is made of rows, not of a column.
-- dialect: postgres
-- target:  rep.train_day

CREATE TABLE rep.train_day AS
SELECT t.line_no,
       SUM(t.riders) FILTER (WHERE t.late) AS late_riders,
       COUNT(*) AS trips
FROM   rail.trip AS t
GROUP BY t.line_no;

-- expect value
--   field       | origin             | line
--   line_no     | rail.trip.line_no  | 2
--   late_riders | rail.trip.riders   | 3
--   trips       | generated COUNT(*) | 4
-- expect control
--   field       | kind             | column            | line
--   *           | GROUP_BY         | rail.trip.line_no | 6
--   late_riders | AGGREGATE_FILTER | rail.trip.late    | 3

-- case:    an operand is no endpoint, however the SQL is laid out
-- why:     The 100 is consumed by a product one CTE further up: no origin of pct.
-- dialect: postgres
-- target:  rep.load_pct

CREATE TABLE rep.load_pct AS
WITH base AS (SELECT t.trip_no, t.riders, 100 AS full_pct FROM rail.trip AS t)
SELECT b.trip_no, b.riders * b.full_pct AS pct, b.full_pct
FROM   base AS b;

-- expect value
--   field    | origin            | line
--   trip_no  | rail.trip.trip_no | 2
--   pct      | rail.trip.riders  | 2
--   full_pct | constant 100      | 2
-- expect control
--   (none)

-- case:    DECODE, NVL2 and IIF
-- why:     Each is a CASE in other words: results are values, what is compared decides.
-- dialect: oracle
-- target:  rep.fare_word

CREATE TABLE rep.fare_word AS
SELECT DECODE(t.class_cd, 1, 'FIRST', 2, t.class_nm, 'OTHER') AS class_word,
       NVL2(t.card_no, t.card_fare, t.fare) AS paid
FROM   rail.ticket t;

-- expect value
--   field      | origin                | line
--   class_word | constant 'FIRST'      | 2
--   class_word | constant 'OTHER'      | 2
--   class_word | rail.ticket.class_nm  | 2
--   paid       | rail.ticket.card_fare | 3
--   paid       | rail.ticket.fare      | 3
-- expect control
--   field      | kind           | column               | line
--   class_word | CASE_CONDITION | rail.ticket.class_cd | 2
--   paid       | CASE_CONDITION | rail.ticket.card_no  | 3

-- case:    a sequence, a clock and a count
-- why:     None of them is made of a column. Names are those that are written.
-- dialect: oracle
-- target:  rep.stamped

INSERT INTO rep.stamped (row_no, made_on, line_no)
SELECT app.row_seq.NEXTVAL, SYSDATE, t.line_no FROM rail.line t;

-- expect value
--   field   | origin            | line
--   row_no  | generated NEXTVAL | 2
--   made_on | generated SYSDATE | 2
--   line_no | rail.line.line_no | 2
-- expect control
--   (none)

-- case:    what an aggregate sorts and chooses by
-- why:     The value is the first argument. What sorts, limits or picks the row decides, and is no value.
-- dialect: bigquery
-- target:  rep.pick

CREATE TABLE rep.pick AS
SELECT v.site, ARRAY_AGG(v.page IGNORE NULLS ORDER BY v.at DESC LIMIT 3) AS pages,
       ANY_VALUE(v.page HAVING MAX v.secs) AS longest,
       MAX_BY(v.page, v.clicks) AS busiest
FROM   web.visit AS v
GROUP BY v.site;

-- expect value
--   field   | origin         | line
--   site    | web.visit.site | 2
--   pages   | web.visit.page | 2
--   longest | web.visit.page | 3
--   busiest | web.visit.page | 4
-- expect control
--   field   | kind             | column           | line
--   *       | GROUP_BY         | web.visit.site   | 6
--   pages   | AGGREGATE_FILTER | web.visit.at     | 2
--   longest | AGGREGATE_FILTER | web.visit.secs   | 3
--   busiest | AGGREGATE_FILTER | web.visit.clicks | 4

-- case:    an aggregate that takes its condition as an argument
-- why:     sumIf adds up its first argument; the last one decides which rows it looks at.
-- dialect: clickhouse
-- target:  rep.kiln_heat

CREATE TABLE rep.kiln_heat ENGINE = Memory AS
SELECT k.kiln_no, sumIf(k.kwh, k.fired > 1) AS kwh FROM raw.kiln AS k GROUP BY k.kiln_no;

-- expect value
--   field   | origin           | line
--   kiln_no | raw.kiln.kiln_no | 2
--   kwh     | raw.kiln.kwh     | 2
-- expect control
--   field | kind             | column           | line
--   *     | GROUP_BY         | raw.kiln.kiln_no | 2
--   kwh   | AGGREGATE_FILTER | raw.kiln.fired   | 2

-- case:    a function that stands for a condition on its own argument
-- why:     The zero of ZEROIFNULL is not written, so it is no constant of the SQL; the argument is the value.
-- dialect: snowflake
-- target:  rep.kiln_cost

CREATE TABLE rep.kiln_cost AS
SELECT k.kiln_no, ZEROIFNULL(k.cost) AS cost FROM raw.kiln k;

-- expect value
--   field   | origin           | line
--   kiln_no | raw.kiln.kiln_no | 2
--   cost    | raw.kiln.cost    | 2
-- expect control
--   (none)

-- case:    LIMIT BY
-- why:     The order decides which rows of each group stay, and the keys say what a group is.
-- dialect: clickhouse
-- target:  rep.first_hit

CREATE TABLE rep.first_hit ENGINE = Memory AS
SELECT h.site, h.page FROM web.hit AS h ORDER BY h.at DESC LIMIT 2 BY h.site;

-- expect value
--   field | origin       | line
--   site  | web.hit.site | 2
--   page  | web.hit.page | 2
-- expect control
--   field | kind       | column       | line
--   *     | SORT_LIMIT | web.hit.at   | 2
--   *     | SORT_LIMIT | web.hit.site | 2

-- case:    functions the parser unfolds into conditions
-- why:     DIV0 and NULLIFZERO are functions: what they are given is their value, and no condition is written.
-- dialect: snowflake
-- target:  hr.rate

CREATE TABLE hr.rate AS
SELECT DIV0(p.hours, p.days) AS per_day, DIV0NULL(p.pay, p.hours) AS per_hour, NULLIFZERO(p.bonus) AS bonus
FROM   hr.pay AS p;

-- expect value
--   field    | origin       | line
--   per_day  | hr.pay.days  | 2
--   per_day  | hr.pay.hours | 2
--   per_hour | hr.pay.hours | 2
--   per_hour | hr.pay.pay   | 2
--   bonus    | hr.pay.bonus | 2
-- expect control
--   (none)

-- case:    conditions of ClickHouse
-- why:     multiIf is a CASE, PREWHERE a WHERE that is asked first; FINAL chooses among versions of a row.
-- dialect: clickhouse
-- target:  zoo.grade

CREATE MATERIALIZED VIEW zoo.grade ENGINE = MergeTree ORDER BY name POPULATE AS
SELECT a.name AS name, multiIf(a.kilos > 900, 'heavy', a.kilos > 90, a.grade, 'light') AS grade
FROM   zoo.animal AS a FINAL
PREWHERE a.alive = 1
WHERE  a.born > 2000;

-- expect value
--   field | origin           | line
--   name  | zoo.animal.name  | 2
--   grade | constant 'heavy' | 2
--   grade | constant 'light' | 2
--   grade | zoo.animal.grade | 2
-- expect control
--   field | kind           | column           | line
--   *     | WHERE          | zoo.animal.alive | 4
--   *     | WHERE          | zoo.animal.born  | 5
--   grade | CASE_CONDITION | zoo.animal.kilos | 2

-- case:    the grouping set of Hive
-- why:     GROUPING__ID tells which grouping set a row is of: it is made, and no column.
-- dialect: hive
-- target:  zoo.sum

CREATE TABLE zoo.sum AS
SELECT a.kind, a.house, SUM(a.kilos) AS kilos, GROUPING__ID AS level
FROM   zoo.animal a
GROUP BY a.kind, a.house GROUPING SETS ((a.kind, a.house), a.kind);

-- expect value
--   field | origin                 | line
--   kind  | zoo.animal.kind        | 2
--   house | zoo.animal.house       | 2
--   kilos | zoo.animal.kilos       | 2
--   level | generated GROUPING__ID | 2
-- expect control
--   field | kind     | column           | line
--   *     | GROUP_BY | zoo.animal.kind  | 4
--   *     | GROUP_BY | zoo.animal.house | 4

-- case:    CASE in CASE and COALESCE, in T-SQL, with IIF and NULLIF
-- why:     Branches are values, what they ask is a condition; NULLIF's second argument is one, too.
-- dialect: tsql
-- target:  mart.band

INSERT INTO mart.band (no, band, rate, flag)
SELECT l.no,
       CASE WHEN l.late > 90 THEN 'NPL' WHEN l.watch = 1 THEN CASE l.seg WHEN 'S' THEN l.s ELSE l.x END
            ELSE ISNULL(l.old, 'OK') END,
       NULLIF(l.rate, l.floor),
       IIF(l.a > l.b, l.a, l.b)
FROM   bank.loan AS l;

-- expect value
--   field | origin         | line
--   no    | bank.loan.no   | 2
--   band  | constant 'NPL' | 3
--   band  | constant 'OK'  | 4
--   band  | bank.loan.old  | 3
--   band  | bank.loan.s    | 3
--   band  | bank.loan.x    | 3
--   rate  | bank.loan.rate | 5
--   flag  | bank.loan.a    | 6
--   flag  | bank.loan.b    | 6
-- expect control
--   field | kind           | column          | line
--   band  | CASE_CONDITION | bank.loan.late  | 3
--   band  | CASE_CONDITION | bank.loan.watch | 3
--   band  | CASE_CONDITION | bank.loan.seg   | 3
--   rate  | CASE_CONDITION | bank.loan.floor | 5
--   flag  | CASE_CONDITION | bank.loan.a     | 6
--   flag  | CASE_CONDITION | bank.loan.b     | 6

-- case:    CASE in CASE, COALESCE and NULLIF, in Snowflake with IFF and ZEROIFNULL
-- why:     What is compared decides and is no value. The nought of ZEROIFNULL is not written and no constant here.
-- dialect: snowflake
-- target:  mart.band

CREATE TABLE mart.band AS
SELECT l.no,
       CASE WHEN l.late > 90 THEN 'X' WHEN l.watch THEN IFF(l.kind = 'S', l.band_s, l.band_k) ELSE NVL(l.old, 'OK') END AS band,
       NULLIF(l.pct, l.floor) AS pct,
       ZEROIFNULL(l.fee) AS fee
FROM   bank.pos l;

-- expect value
--   field | origin          | line
--   no    | bank.pos.no     | 2
--   band  | constant 'OK'   | 3
--   band  | constant 'X'    | 3
--   band  | bank.pos.band_k | 3
--   band  | bank.pos.band_s | 3
--   band  | bank.pos.old    | 3
--   pct   | bank.pos.pct    | 4
--   fee   | bank.pos.fee    | 5
-- expect control
--   field | kind           | column         | line
--   band  | CASE_CONDITION | bank.pos.late  | 3
--   band  | CASE_CONDITION | bank.pos.watch | 3
--   band  | CASE_CONDITION | bank.pos.kind  | 3
--   pct   | CASE_CONDITION | bank.pos.floor | 4

-- case:    CASE in CASE and COALESCE, in ClickHouse with multiIf
-- why:     multiIf is a CASE: every second argument is a value, the others decide.
-- dialect: clickhouse
-- target:  mart.band

INSERT INTO mart.band (no, band)
SELECT l.no, multiIf(l.late > 90, 'X', l.watch = 1, if(l.kind = 'S', l.band_s, l.band_k), coalesce(l.old, 'OK'))
FROM   bank.pos AS l;

-- expect value
--   field | origin          | line
--   no    | bank.pos.no     | 2
--   band  | constant 'OK'   | 2
--   band  | constant 'X'    | 2
--   band  | bank.pos.band_k | 2
--   band  | bank.pos.band_s | 2
--   band  | bank.pos.old    | 2
-- expect control
--   field | kind           | column         | line
--   band  | CASE_CONDITION | bank.pos.late  | 2
--   band  | CASE_CONDITION | bank.pos.watch | 2
--   band  | CASE_CONDITION | bank.pos.kind  | 2

-- case:    conditions of BigQuery and what is none
-- why:     IF and COUNTIF ask; IFNULL and SAFE_DIVIDE do not. A comparison as a value is made of its columns.
-- dialect: bigquery
-- target:  mart.quality

CREATE TABLE mart.quality AS
SELECT s.lot,
       IF(s.ok, s.kg, 0) AS kg,
       COUNTIF(s.bad > 2) OVER (PARTITION BY s.lot) AS bad,
       SAFE_DIVIDE(s.kg, s.n) AS mean,
       s.kg > s.least AS enough,
       IFNULL(s.note, '-') AS note
FROM   farm.sample AS s;

-- expect value
--   field  | origin            | line
--   bad    | generated COUNTIF | 4
--   enough | farm.sample.kg    | 6
--   enough | farm.sample.least | 6
--   kg     | constant 0        | 3
--   kg     | farm.sample.kg    | 3
--   lot    | farm.sample.lot   | 2
--   mean   | farm.sample.kg    | 5
--   mean   | farm.sample.n     | 5
--   note   | constant '-'      | 7
--   note   | farm.sample.note  | 7
-- expect control
--   field | kind             | column          | line
--   bad   | AGGREGATE_FILTER | farm.sample.bad | 4
--   bad   | WINDOW           | farm.sample.lot | 4
--   kg    | CASE_CONDITION   | farm.sample.ok  | 3

-- case:    conditions of MySQL
-- why:     IF asks; ELT and FIELD work on their arguments; a CASE without ELSE adds no NULL.
-- dialect: mysql
-- target:  mart.size

INSERT INTO mart.size (id, size, tag)
SELECT b.id, IF(b.w > 10, 'L', b.own_size), CASE b.kind WHEN 1 THEN b.tag END FROM yard.box b;

-- expect value
--   field | origin            | line
--   id    | yard.box.id       | 2
--   size  | constant 'L'      | 2
--   size  | yard.box.own_size | 2
--   tag   | yard.box.tag      | 2
-- expect control
--   field | kind           | column        | line
--   size  | CASE_CONDITION | yard.box.w    | 2
--   tag   | CASE_CONDITION | yard.box.kind | 2

-- case:    constants through several layers, in Snowflake
-- why:     A constant that is the value on the whole way to the field is an origin; one that is added is not.
-- dialect: snowflake
-- target:  mart.fixed

CREATE TABLE mart.fixed AS
WITH c AS (SELECT 'EUR' AS ccy, 1.19 AS rate, s.net FROM shop.sale s)
SELECT c.ccy::VARCHAR(3) AS ccy, c.net * c.rate AS gross, MAX(c.rate) AS rate, NULL AS none, CURRENT_DATE AS day
FROM   c
GROUP  BY c.ccy, c.net, c.rate;

-- expect value
--   field | origin                 | line
--   ccy   | constant 'EUR'         | 2
--   day   | generated CURRENT_DATE | 3
--   gross | shop.sale.net          | 2
--   none  | constant NULL          | 3
--   rate  | constant 1.19          | 2
-- expect control
--   field | kind     | column        | line
--   *     | GROUP_BY | shop.sale.net | 5

-- case:    constants and clocks, in Oracle
-- why:     An expression of constants only is one constant; a clock is generated.
-- dialect: oracle
-- target:  mart.stamp

INSERT INTO mart.stamp (day, kind, n)
SELECT TRUNC(SYSDATE), 'A' || 'B', 60 * 60 FROM dual;

-- expect value
--   field | origin              | line
--   day   | generated SYSDATE   | 2
--   kind  | constant 'A' || 'B' | 2
--   n     | constant 60 * 60    | 2
-- expect control
--   (none)

-- case:    an aggregate with its condition, over a window
-- why:     COUNTIF counts rows: what it asks decides which, and is no value, over a window too.
-- dialect: clickhouse
-- target:  mart.counted

CREATE TABLE mart.counted ENGINE = Memory AS
SELECT s.id,
       countIf(s.bad > 1) OVER (PARTITION BY s.lot) AS bad,
       sumIf(s.kg, s.ok) OVER (ORDER BY s.at) AS kg
FROM   farm.sample AS s;

-- expect value
--   field | origin            | line
--   bad   | generated COUNTIF | 3
--   id    | farm.sample.id    | 2
--   kg    | farm.sample.kg    | 4
-- expect control
--   field | kind             | column          | line
--   bad   | AGGREGATE_FILTER | farm.sample.bad | 3
--   bad   | WINDOW           | farm.sample.lot | 3
--   kg    | AGGREGATE_FILTER | farm.sample.ok  | 4
--   kg    | WINDOW           | farm.sample.at  | 4

-- case:    an index chooses among values
-- why:     CHOOSE takes the one its index names: the index decides and is no value, as a CASE condition. IIF and
-- NULLIF stay what they are.
-- dialect: tsql
-- target:  sea.berth

INSERT INTO sea.berth (kind, side, quay)
SELECT CHOOSE(s.class_no, s.cargo, s.ferry, 'yacht'), IIF(s.draught > 9, s.deep, s.shallow), NULLIF(s.quay, s.closed)
FROM sea.ship AS s

-- expect value
--   field | origin           | line
--   kind  | constant 'yacht' | 2
--   kind  | sea.ship.cargo   | 2
--   kind  | sea.ship.ferry   | 2
--   side  | sea.ship.deep    | 2
--   side  | sea.ship.shallow | 2
--   quay  | sea.ship.quay    | 2
-- expect control
--   field | kind           | column            | line
--   kind  | CASE_CONDITION | sea.ship.class_no | 2
--   side  | CASE_CONDITION | sea.ship.draught  | 2
--   quay  | CASE_CONDITION | sea.ship.closed   | 2

-- case:    an index chooses among values, in MySQL
-- why:     ELT is a choice by its index; FIELD gives a place made of what it compares, GREATEST one of its arguments.
-- dialect: mysql
-- target:  sea.berth

INSERT INTO sea.berth (kind, side, place, depth)
SELECT ELT(s.class_no, s.cargo, s.ferry), IF(s.draught > 9, s.deep, s.shallow), FIELD(s.flag, s.home),
       GREATEST(s.draught, s.keel)
FROM sea.ship s;

-- expect value
--   field | origin           | line
--   kind  | sea.ship.cargo   | 2
--   kind  | sea.ship.ferry   | 2
--   side  | sea.ship.deep    | 2
--   side  | sea.ship.shallow | 2
--   place | sea.ship.flag    | 2
--   place | sea.ship.home    | 2
--   depth | sea.ship.draught | 3
--   depth | sea.ship.keel    | 3
-- expect control
--   field | kind           | column            | line
--   kind  | CASE_CONDITION | sea.ship.class_no | 2
--   side  | CASE_CONDITION | sea.ship.draught  | 2

-- case:    an index chooses among values, in Spark
-- why:     elt and decode with keys choose; decode of two arguments only reads bytes in a character set.
-- dialect: spark
-- target:  sea.berth

CREATE TABLE sea.berth AS
SELECT elt(s.class_no, s.cargo, s.ferry) AS kind, decode(s.side, 1, s.port, s.starboard) AS side,
       decode(s.raw, 'UTF-8') AS name, nvl2(s.quay, s.quay, s.pier) AS quay
FROM sea.ship s;

-- expect value
--   field | origin             | line
--   kind  | sea.ship.cargo     | 2
--   kind  | sea.ship.ferry     | 2
--   side  | sea.ship.port      | 2
--   side  | sea.ship.starboard | 2
--   name  | sea.ship.raw       | 3
--   quay  | sea.ship.pier      | 3
--   quay  | sea.ship.quay      | 3
-- expect control
--   field | kind           | column            | line
--   kind  | CASE_CONDITION | sea.ship.class_no | 2
--   side  | CASE_CONDITION | sea.ship.side     | 2
--   quay  | CASE_CONDITION | sea.ship.quay     | 3

-- case:    keys choose among values, in ClickHouse
-- why:     transform takes the value of the key that its first argument meets; without a default it gives that
-- argument where it meets none.
-- dialect: clickhouse
-- target:  sea.berth

INSERT INTO sea.berth (kind, flag, side)
SELECT transform(s.class_no, [1, 2], ['cargo', 'ferry'], s.other), transform(s.flag, ['NO'], ['NOR']),
       caseWithExpression(s.side, 1, s.port, s.starboard)
FROM sea.ship AS s;

-- expect value
--   field | origin                      | line
--   kind  | constant ['cargo', 'ferry'] | 2
--   kind  | sea.ship.other              | 2
--   flag  | constant ['NOR']            | 2
--   flag  | sea.ship.flag               | 2
--   side  | sea.ship.port               | 3
--   side  | sea.ship.starboard          | 3
-- expect control
--   field | kind           | column            | line
--   kind  | CASE_CONDITION | sea.ship.class_no | 2
--   flag  | CASE_CONDITION | sea.ship.flag     | 2
--   side  | CASE_CONDITION | sea.ship.side     | 3

-- case:    a value computed of nothing but constants
-- why:     An operator's constants are no origins beside a column; here there is nothing else it comes from.
-- dialect: postgres
-- target:  rep.grade

CREATE TABLE rep.grade AS
SELECT CASE WHEN p.votes > 1 THEN 10 ELSE 20 END + 5 AS points,
       p.votes + 5 AS votes
FROM   poll.post AS p;

-- expect value
--   field  | origin          | line
--   points | constant 10     | 2
--   points | constant 20     | 2
--   points | constant 5      | 2
--   votes  | poll.post.votes | 3
-- expect control
--   field  | kind           | column          | line
--   points | CASE_CONDITION | poll.post.votes | 2

-- case:    ORDER BY ALL with LIMIT, in Snowflake
-- why:     It sorts by all columns that are projected, whatever they are made of; all is no column.
-- dialect: snowflake
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.id, p.up + p.down AS votes FROM poll.post AS p
ORDER BY ALL DESC LIMIT 5;

-- expect value
--   field | origin         | line
--   id    | poll.post.id   | 2
--   votes | poll.post.up   | 2
--   votes | poll.post.down | 2
-- expect control
--   field | kind       | column         | line
--   *     | SORT_LIMIT | poll.post.id   | 3
--   *     | SORT_LIMIT | poll.post.up   | 3
--   *     | SORT_LIMIT | poll.post.down | 3

-- case:    ORDER BY ALL with LIMIT, in DuckDB
-- why:     It sorts by all columns that are projected, whatever they are made of; all is no column.
-- dialect: duckdb
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.id, p.up + p.down AS votes FROM poll.post AS p
ORDER BY ALL DESC LIMIT 5;

-- expect value
--   field | origin         | line
--   id    | poll.post.id   | 2
--   votes | poll.post.up   | 2
--   votes | poll.post.down | 2
-- expect control
--   field | kind       | column         | line
--   *     | SORT_LIMIT | poll.post.id   | 3
--   *     | SORT_LIMIT | poll.post.up   | 3
--   *     | SORT_LIMIT | poll.post.down | 3

-- case:    ORDER BY ALL with LIMIT, in Databricks
-- why:     It sorts by all columns that are projected, whatever they are made of; all is no column.
-- dialect: databricks
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.id, p.up + p.down AS votes FROM poll.post AS p
ORDER BY ALL DESC LIMIT 5;

-- expect value
--   field | origin         | line
--   id    | poll.post.id   | 2
--   votes | poll.post.up   | 2
--   votes | poll.post.down | 2
-- expect control
--   field | kind       | column         | line
--   *     | SORT_LIMIT | poll.post.id   | 3
--   *     | SORT_LIMIT | poll.post.up   | 3
--   *     | SORT_LIMIT | poll.post.down | 3

-- case:    ORDER BY ALL with LIMIT, in ClickHouse
-- why:     It sorts by all columns that are projected, whatever they are made of; all is no column.
-- dialect: clickhouse
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.id, p.up + p.down AS votes FROM poll.post AS p
ORDER BY ALL DESC LIMIT 5;

-- expect value
--   field | origin         | line
--   id    | poll.post.id   | 2
--   votes | poll.post.up   | 2
--   votes | poll.post.down | 2
-- expect control
--   field | kind       | column         | line
--   *     | SORT_LIMIT | poll.post.id   | 3
--   *     | SORT_LIMIT | poll.post.up   | 3
--   *     | SORT_LIMIT | poll.post.down | 3

-- case:    ORDER BY ALL with LIMIT over a star
-- why:     What the star leaves out sorts nothing.
-- dialect: databricks
-- target:  rep.top

CREATE TABLE poll.post (id INT, up INT, note STRING);
CREATE TABLE rep.top AS SELECT * EXCEPT (note) FROM poll.post ORDER BY ALL LIMIT 5;

-- expect value
--   field | origin       | line
--   id    | poll.post.id | 2
--   up    | poll.post.up | 2
-- expect control
--   field | kind       | column       | line
--   *     | SORT_LIMIT | poll.post.id | 2
--   *     | SORT_LIMIT | poll.post.up | 2

-- case:    ORDER BY ALL with LIMIT over an open star
-- why:     The columns that sort are those of a table nobody lists: that is said, and none is claimed.
-- dialect: duckdb
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.id, p.* FROM poll.post AS p ORDER BY ALL LIMIT 5;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin       | line
--   id    | poll.post.id | 2
--   *     | -            | -
-- expect control
--   field | kind       | column       | line
--   *     | SORT_LIMIT | poll.post.id | 2
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | poll.post.*

-- case:    ORDER BY ALL with LIMIT over a UNION
-- why:     The columns of the UNION sort it, in both branches.
-- dialect: duckdb
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT a FROM poll.post UNION ALL SELECT b FROM poll.page
ORDER BY ALL LIMIT 5;

-- expect value
--   field | origin      | line
--   a     | poll.post.a | 2
--   a     | poll.page.b | 2
-- expect control
--   field | kind       | column      | line
--   *     | SORT_LIMIT | poll.post.a | 3
--   *     | SORT_LIMIT | poll.page.b | 3

-- case:    GROUP BY ALL beside an earlier alias of an aggregate
-- why:     What an aggregate is part of is no grouping key, also where an earlier alias stands for it.
-- dialect: databricks
-- target:  rep.sum

CREATE TABLE s (id INT, v INT);
CREATE TABLE rep.sum AS
SELECT id, SUM(v) AS total, total * 2 AS twice FROM s GROUP BY ALL;

-- expect value
--   field | origin | line
--   id    | s.id   | 3
--   total | s.v    | 3
--   twice | s.v    | 3
-- expect control
--   field | kind     | column | line
--   *     | GROUP_BY | s.id   | 3

-- case:    the function exists of an array, in Spark
-- why:     It asks the elements of an array and reads no other rows: its columns are the value, and a condition of its
--          own kind where it stands in WHERE.
-- dialect: spark
-- target:  rep.hive

CREATE TABLE rep.hive AS
SELECT h.no, exists(h.frames, f -> f > h.full) AS ripe
FROM   bee.hive AS h
WHERE  exists(h.mites, m -> m > h.worst);

-- expect value
--   field | origin          | line
--   no    | bee.hive.no     | 2
--   ripe  | bee.hive.frames | 2
--   ripe  | bee.hive.full   | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | bee.hive.mites | 4
--   *     | WHERE | bee.hive.worst | 4
-- expect steps
--   field | origin          | transformation
--   no    | bee.hive.no     | IDENTITY
--   ripe  | bee.hive.frames | TRANSFORMATION
--   ripe  | bee.hive.full   | TRANSFORMATION

-- case:    some rows of each, and of these the first
-- why:     Both limits leave rows out: the one for each value of its keys, the other of what is left.
-- dialect: clickhouse
-- target:  rep.top

INSERT INTO rep.top (page, n)
SELECT h.page, h.n FROM web.hit AS h
ORDER BY h.n
LIMIT 2 BY h.site
LIMIT 5;

-- expect value
--   field | origin       | line
--   page  | web.hit.page | 2
--   n     | web.hit.n    | 2
-- expect control
--   field | kind       | column       | line
--   *     | SORT_LIMIT | web.hit.n    | 3
--   *     | SORT_LIMIT | web.hit.site | 4
--   *     | SORT_LIMIT | -            | 5

-- case:    ORDER BY an alias with LIMIT
-- why:     The condition stands where it is written, whatever line its column is counted on.
-- dialect: spark
-- target:  web.busiest

CREATE TABLE web.busiest AS
SELECT /*+ COALESCE(1) */ '${hiveconf:dt}' AS day, h.site,
       COUNT(*) AS hits
FROM   web.hit AS h
GROUP BY h.site
ORDER BY hits DESC NULLS LAST
LIMIT 10;

-- expect value
--   field | origin                     | line
--   day   | parameter '${hiveconf:dt}' | 2
--   site  | web.hit.site               | 2
--   hits  | generated COUNT(*)         | 3
-- expect control
--   field | kind       | column       | line
--   *     | GROUP_BY   | web.hit.site | 5
--   *     | SORT_LIMIT | -            | 6
--   *     | SORT_LIMIT | -            | 7

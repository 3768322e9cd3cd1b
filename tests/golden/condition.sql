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

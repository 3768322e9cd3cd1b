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

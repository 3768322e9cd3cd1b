-- Joins and table inputs of other kinds.

-- case:    USING with FULL
-- why:     The merged column is the first of both sides that is not NULL, so both are its origin. USING itself
--          proves that both have it.
-- dialect: postgres
-- target:  rep.till_match

CREATE TABLE rep.till_match AS
SELECT slip_no, t.amt AS till_amt, b.amt AS bank_amt
FROM   till.day AS t
FULL JOIN bank.day AS b USING (slip_no);

-- expect value
--   field    | origin           | line
--   slip_no  | bank.day.slip_no | 2
--   slip_no  | till.day.slip_no | 2
--   till_amt | till.day.amt     | 2
--   bank_amt | bank.day.amt     | 2
-- expect control
--   field | kind            | column           | line
--   *     | OUTER_JOIN FULL | bank.day.slip_no | 4
--   *     | OUTER_JOIN FULL | till.day.slip_no | 4

-- case:    USING with LEFT
-- why:     A LEFT JOIN merges to the left side's column.
-- dialect: postgres
-- target:  rep.till_left

CREATE TABLE rep.till_left AS
SELECT slip_no, b.amt AS bank_amt
FROM   till.day AS t
LEFT JOIN bank.day AS b USING (slip_no);

-- expect value
--   field    | origin           | line
--   slip_no  | till.day.slip_no | 2
--   bank_amt | bank.day.amt     | 2
-- expect control
--   field | kind            | column           | line
--   *     | OUTER_JOIN LEFT | bank.day.slip_no | 4
--   *     | OUTER_JOIN LEFT | till.day.slip_no | 4

-- case:    the (+) of Oracle
-- why:     Predicates with (+) are the condition of an outer join; only the last one decides which rows count.
-- dialect: oracle
-- target:  mart.crew_port

INSERT INTO mart.crew_port (crew_no, port_nm)
SELECT c.crew_no, NVL(p.port_nm, 'AT SEA')
FROM   fleet.crew c, fleet.port p
WHERE  c.port_no = p.port_no (+)
  AND  p.closed (+) = 0
  AND  c.joined_on > DATE '2021-01-01';

-- expect value
--   field   | origin             | line
--   crew_no | fleet.crew.crew_no | 2
--   port_nm | constant 'AT SEA'  | 2
--   port_nm | fleet.port.port_nm | 2
-- expect control
--   field | kind            | column               | line
--   *     | OUTER_JOIN LEFT | fleet.crew.port_no   | 4
--   *     | OUTER_JOIN LEFT | fleet.port.port_no   | 4
--   *     | OUTER_JOIN LEFT | fleet.port.closed    | 5
--   *     | WHERE           | fleet.crew.joined_on | 6

-- case:    OUTER APPLY of the newest row
-- why:     APPLY is an input, so its conditions speak of the whole row. ORDER BY with TOP chooses which row is read.
-- dialect: tsql
-- target:  rep.ship_last

SELECT s.ship_no, seen.berth_no
INTO   rep.ship_last
FROM   fleet.ship AS s
OUTER APPLY (SELECT TOP 1 v.berth_no
             FROM   fleet.visit AS v
             WHERE  v.ship_no = s.ship_no
             ORDER BY v.arrived_at DESC) AS seen;

-- expect value
--   field    | origin               | line
--   ship_no  | fleet.ship.ship_no   | 1
--   berth_no | fleet.visit.berth_no | 4
-- expect control
--   field | kind       | column                 | line
--   *     | WHERE      | fleet.visit.ship_no    | 6
--   *     | WHERE      | fleet.ship.ship_no     | 6
--   *     | SORT_LIMIT | fleet.visit.arrived_at | 7
--   *     | SORT_LIMIT | -                      | 4

-- case:    a semi join
-- why:     The right side decides rows and offers no columns; a bare name cannot be its.
-- dialect: spark
-- target:  rep.active_ship

CREATE TABLE rep.active_ship AS
SELECT ship_no, tonnage
FROM   fleet.ship s
LEFT SEMI JOIN fleet.visit v ON v.ship_no = s.ship_no;

-- expect value
--   field   | origin             | line
--   ship_no | fleet.ship.ship_no | 2
--   tonnage | fleet.ship.tonnage | 2
-- expect control
--   field | kind      | column              | line
--   *     | SEMI_JOIN | fleet.visit.ship_no | 4
--   *     | SEMI_JOIN | fleet.ship.ship_no  | 4

-- case:    inline rows with an alias list
-- why:     A cell in result position is a constant. The rate is consumed by the product: an operand, no origin. The
--          written expression decides, so cur comes from the rows and not from the table it is joined to.
-- dialect: postgres
-- target:  rep.freight

CREATE TABLE rep.freight AS
SELECT v.cur, f.amt * v.rate AS nok, 'NOK' AS out_cur, CURRENT_DATE AS made_on
FROM   fleet.freight AS f
JOIN   (VALUES ('EUR', 11.2), ('SEK', 1.0)) AS v (cur, rate) ON v.cur = f.cur;

-- expect value
--   field   | origin                 | line
--   cur     | constant 'EUR'         | 4
--   cur     | constant 'SEK'         | 4
--   nok     | fleet.freight.amt      | 2
--   out_cur | constant 'NOK'         | 2
--   made_on | generated CURRENT_DATE | 2
-- expect control
--   field | kind       | column            | line
--   *     | INNER_JOIN | fleet.freight.cur | 4

-- case:    a view over a view, each with a column list, files in reverse order
-- why:     Lists rename by position; the order of files says nothing.
-- dialect: postgres
-- target:  rep.v_outer

-- file: a_outer.sql
CREATE VIEW rep.v_outer (k, twice) AS SELECT m.key_no, m.doubled FROM rep.v_inner AS m WHERE m.doubled > 9;

-- file: b_inner.sql
CREATE VIEW rep.v_inner (doubled, key_no) AS (SELECT b.val + b.val, b.id FROM core.gauge AS b);

-- expect value
--   field | origin         | line
--   k     | core.gauge.id  | b_inner.sql:1
--   twice | core.gauge.val | b_inner.sql:1
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | core.gauge.val | a_outer.sql:1
-- expect writers
--   table       | rule  | line
--   rep.v_inner | EXACT | b_inner.sql:1

-- case:    PIVOT over a closed projection
-- why:     Each pivoted column is a sum over the rows of one season: season decides and is no value. What PIVOT does
--          not use is a grouping key.
-- dialect: snowflake
-- target:  rep.catch_wide

CREATE TABLE rep.catch_wide AS
SELECT boat, spring, autumn
FROM   (SELECT boat, season, kilos FROM fleet.catch)
       PIVOT (SUM(kilos) FOR season IN ('SP', 'AU')) AS p (boat, spring, autumn);

-- expect value
--   field  | origin            | line
--   boat   | fleet.catch.boat  | 3
--   spring | fleet.catch.kilos | 3
--   autumn | fleet.catch.kilos | 3
-- expect control
--   field  | kind           | column             | line
--   *      | GROUP_BY       | fleet.catch.boat   | 4
--   spring | CASE_CONDITION | fleet.catch.season | 4
--   autumn | CASE_CONDITION | fleet.catch.season | 4

-- case:    more names behind PIVOT than it has columns
-- why:     The name that no column is left for ends openly; the others stand by their position.
-- dialect: snowflake
-- target:  rep.catch_wide

CREATE TABLE rep.catch_wide AS
SELECT boat, spring, autumn
FROM   (SELECT boat, season, kilos FROM fleet.catch)
       PIVOT (SUM(kilos) FOR season IN ('SP', 'AU')) AS p (boat, spring, summer, autumn);  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field  | origin            | line
--   boat   | fleet.catch.boat  | 3
--   spring | fleet.catch.kilos | 3
--   autumn | -                 | -
-- expect control
--   field  | kind           | column             | line
--   *      | GROUP_BY       | fleet.catch.boat   | 4
--   spring | CASE_CONDITION | fleet.catch.season | 4
-- expect open
--   field  | reason                    | at
--   autumn | NON_ENUMERABLE_PROJECTION | *

-- case:    LATERAL with ORDER BY and LIMIT
-- why:     The lateral query is an input: its conditions and its choice of a row speak of the whole row.
-- dialect: postgres
-- target:  rep.ship_first

CREATE TABLE rep.ship_first AS
SELECT s.ship_no, f.berth_no
FROM   fleet.ship AS s
LEFT JOIN LATERAL (
    SELECT v.berth_no FROM fleet.visit AS v WHERE v.ship_no = s.ship_no ORDER BY v.arrived_at LIMIT 1
) AS f ON TRUE;

-- expect value
--   field    | origin               | line
--   ship_no  | fleet.ship.ship_no   | 2
--   berth_no | fleet.visit.berth_no | 5
-- expect control
--   field | kind            | column                 | line
--   *     | WHERE           | fleet.visit.ship_no    | 5
--   *     | WHERE           | fleet.ship.ship_no     | 5
--   *     | SORT_LIMIT      | fleet.visit.arrived_at | 5
--   *     | OUTER_JOIN LEFT | -                      | 6

-- case:    NATURAL JOIN with DDL
-- why:     The common columns are known from DDL and merge to the left side.
-- dialect: postgres
-- target:  rep.natural

CREATE TABLE fleet.dock (dock_no int, town text);
CREATE TABLE fleet.crane (crane_no int, dock_no int);

CREATE TABLE rep.natural AS
SELECT dock_no, town, crane_no FROM fleet.dock NATURAL JOIN fleet.crane;

-- expect value
--   field    | origin               | line
--   dock_no  | fleet.dock.dock_no   | 5
--   town     | fleet.dock.town      | 5
--   crane_no | fleet.crane.crane_no | 5
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | fleet.dock.dock_no  | 5
--   *     | INNER_JOIN | fleet.crane.dock_no | 5

-- case:    CONNECT BY
-- why:     CONNECT BY joins the recursion, START WITH chooses where it begins. LEVEL and ROWNUM are made, not read.
-- dialect: oracle
-- target:  rep.crew_tree

CREATE TABLE rep.crew_tree AS
SELECT c.crew_no, LEVEL AS depth
FROM   fleet.crew c
START WITH c.boss_no IS NULL
CONNECT BY PRIOR c.crew_no = c.boss_no;

-- expect value
--   field   | origin             | line
--   crew_no | fleet.crew.crew_no | 2
--   depth   | generated LEVEL    | 2
-- expect control
--   field | kind       | column             | line
--   *     | WHERE      | fleet.crew.boss_no | 4
--   *     | INNER_JOIN | fleet.crew.crew_no | 5
--   *     | INNER_JOIN | fleet.crew.boss_no | 5

-- case:    UNPIVOT
-- why:     The value column is made of the listed columns, the name column of one constant for each. A row whose
--          value is NULL falls away, so the listed columns decide rows.
-- dialect: tsql
-- target:  rep.quarter

SELECT u.shop_no, u.quarter, u.amt
INTO   rep.quarter
FROM  (SELECT s.shop_no, s.q1, s.q2 FROM shop.year_sum AS s) AS y
UNPIVOT (amt FOR quarter IN (q1, q2)) AS u;

-- expect value
--   field   | origin                | line
--   shop_no | shop.year_sum.shop_no | 3
--   quarter | constant 'q1'         | 4
--   quarter | constant 'q2'         | 4
--   amt     | shop.year_sum.q1      | 3
--   amt     | shop.year_sum.q2      | 3
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | shop.year_sum.q1 | 4
--   *     | WHERE | shop.year_sum.q2 | 4

-- case:    USING over three tables, RIGHT last
-- why:     The last join merges what the first has merged: in a RIGHT join its right side is the value.
-- dialect: mysql
-- target:  rep.seat

CREATE TABLE rep.seat AS
SELECT seat_no, h.row_no
FROM   hall.seat AS h
LEFT JOIN hall.price AS p USING (seat_no)
RIGHT JOIN hall.sold AS s USING (seat_no);

-- expect value
--   field   | origin            | line
--   seat_no | hall.sold.seat_no | 2
--   row_no  | hall.seat.row_no  | 2
-- expect control
--   field | kind             | column             | line
--   *     | OUTER_JOIN LEFT  | hall.price.seat_no | 4
--   *     | OUTER_JOIN LEFT  | hall.seat.seat_no  | 4
--   *     | OUTER_JOIN RIGHT | hall.seat.seat_no  | 5
--   *     | OUTER_JOIN RIGHT | hall.sold.seat_no  | 5

-- case:    USING over three tables, FULL twice
-- why:     Each side of every FULL join may be the one that has the key.
-- dialect: bigquery
-- target:  rep.sensor_day

CREATE TABLE rep.sensor_day AS
SELECT day, a.temp, c.wind
FROM   wx.temp AS a
FULL JOIN wx.rain AS b USING (day)
FULL JOIN wx.wind AS c USING (day);

-- expect value
--   field | origin       | line
--   day   | wx.rain.day  | 2
--   day   | wx.temp.day  | 2
--   day   | wx.wind.day  | 2
--   temp  | wx.temp.temp | 2
--   wind  | wx.wind.wind | 2
-- expect control
--   field | kind            | column      | line
--   *     | OUTER_JOIN FULL | wx.rain.day | 4
--   *     | OUTER_JOIN FULL | wx.temp.day | 4
--   *     | OUTER_JOIN FULL | wx.rain.day | 5
--   *     | OUTER_JOIN FULL | wx.temp.day | 5
--   *     | OUTER_JOIN FULL | wx.wind.day | 5

-- case:    UNPIVOT of several columns at once
-- why:     Each entry of the list gives one column to every value column, and its own name to the name column.
-- dialect: bigquery
-- target:  rep.half

CREATE TABLE rep.half AS
SELECT shop_no, half, amt, cnt
FROM   shop.year_sum
UNPIVOT INCLUDE NULLS ((amt, cnt) FOR half IN ((amt_1, cnt_1) AS 'first', (amt_2, cnt_2) AS 'second'));

-- expect value
--   field   | origin                | line
--   shop_no | shop.year_sum.shop_no | 4
--   half    | constant 'first'      | 4
--   half    | constant 'second'     | 4
--   amt     | shop.year_sum.amt_1   | 4
--   amt     | shop.year_sum.amt_2   | 4
--   cnt     | shop.year_sum.cnt_1   | 4
--   cnt     | shop.year_sum.cnt_2   | 4
-- expect control
--   (none)

-- case:    UNPIVOT that names its entries
-- why:     The name column holds what the list calls each column.
-- dialect: oracle
-- target:  rep.tide

CREATE TABLE rep.tide AS
SELECT gauge_no, part, lvl
FROM   hydro.day_lvl
UNPIVOT (lvl FOR part IN (am_lvl AS 'morning', pm_lvl AS 'evening'));

-- expect value
--   field    | origin                 | line
--   gauge_no | hydro.day_lvl.gauge_no | 4
--   part     | constant 'evening'     | 4
--   part     | constant 'morning'     | 4
--   lvl      | hydro.day_lvl.am_lvl   | 4
--   lvl      | hydro.day_lvl.pm_lvl   | 4
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | hydro.day_lvl.am_lvl | 4
--   *     | WHERE | hydro.day_lvl.pm_lvl | 4

-- case:    PIVOT over a table without DDL, two columns deciding
-- why:     Its own columns are known, those it groups by are not: all of the table's that it does not use.
-- dialect: spark
-- target:  rep.freight

CREATE TABLE rep.freight AS
SELECT * FROM rail.load
PIVOT (SUM(tons) AS tons FOR (dir, kind) IN (('out', 'coal') AS coal_out, ('in', 'ore') AS ore_in));  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field    | origin         | line
--   coal_out | rail.load.tons | 3
--   ore_in   | rail.load.tons | 3
--   *        | -              | -
-- expect control
--   field    | kind           | column         | line
--   *        | GROUP_BY       | -              | 3
--   coal_out | CASE_CONDITION | rail.load.dir  | 3
--   coal_out | CASE_CONDITION | rail.load.kind | 3
--   ore_in   | CASE_CONDITION | rail.load.dir  | 3
--   ore_in   | CASE_CONDITION | rail.load.kind | 3
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | rail.load.*

-- case:    PIVOT with columns of its own to group by
-- why:     Only the listed column is kept and decides groups.
-- dialect: duckdb
-- target:  rep.season

CREATE TABLE rep.season AS
FROM farm.harvest PIVOT (SUM(tons) FOR season IN ('dry', 'wet') GROUP BY field_no);

-- expect value
--   field    | origin                | line
--   field_no | farm.harvest.field_no | 2
--   dry      | farm.harvest.tons     | 2
--   wet      | farm.harvest.tons     | 2
-- expect control
--   field | kind           | column                | line
--   *     | GROUP_BY       | farm.harvest.field_no | 2
--   dry   | CASE_CONDITION | farm.harvest.season   | 2
--   wet   | CASE_CONDITION | farm.harvest.season   | 2

-- case:    joins in brackets within brackets
-- why:     Brackets only say which tables are joined first; every alias inside them is an input.
-- dialect: postgres
-- target:  rep.hull

CREATE TABLE rep.hull AS
SELECT h.hull_no, o.nm, f.flag
FROM   (((ship.hull AS h)) JOIN (ship.own AS o LEFT JOIN ship.reg AS r ON r.own_no = o.own_no) ON h.hull_no = o.hull_no)
LEFT JOIN ship.flag AS f ON f.reg_no = r.reg_no;

-- expect value
--   field   | origin            | line
--   hull_no | ship.hull.hull_no | 2
--   nm      | ship.own.nm       | 2
--   flag    | ship.flag.flag    | 2
-- expect control
--   field | kind            | column            | line
--   *     | OUTER_JOIN LEFT | ship.own.own_no   | 3
--   *     | OUTER_JOIN LEFT | ship.reg.own_no   | 3
--   *     | INNER_JOIN      | ship.hull.hull_no | 3
--   *     | INNER_JOIN      | ship.own.hull_no  | 3
--   *     | OUTER_JOIN LEFT | ship.flag.reg_no  | 4
--   *     | OUTER_JOIN LEFT | ship.reg.reg_no   | 4

-- case:    ASOF JOIN with its match condition
-- why:     Both the match condition and ON say which rows belong together; in Snowflake a trade without a quote stays.
-- dialect: snowflake
-- target:  rep.quote

CREATE TABLE rep.quote AS
SELECT t.trade_no, q.price
FROM   mkt.trade AS t ASOF JOIN mkt.quote AS q MATCH_CONDITION (t.at >= q.at) ON t.sym = q.sym;

-- expect value
--   field    | origin             | line
--   trade_no | mkt.trade.trade_no | 2
--   price    | mkt.quote.price    | 2
-- expect control
--   field | kind            | column        | line
--   *     | OUTER_JOIN LEFT | mkt.quote.at  | 3
--   *     | OUTER_JOIN LEFT | mkt.trade.at  | 3
--   *     | OUTER_JOIN LEFT | mkt.quote.sym | 3
--   *     | OUTER_JOIN LEFT | mkt.trade.sym | 3

-- case:    ASOF JOIN of DuckDB
-- why:     There a row without a match is left out, unless it is an ASOF LEFT JOIN.
-- dialect: duckdb
-- target:  rep.quote

CREATE TABLE rep.quote AS
SELECT t.trade_no, q.price
FROM   mkt.trade AS t ASOF JOIN mkt.quote AS q ON t.sym = q.sym AND t.at >= q.at;

-- expect value
--   field    | origin             | line
--   trade_no | mkt.trade.trade_no | 2
--   price    | mkt.quote.price    | 2
-- expect control
--   field | kind       | column        | line
--   *     | INNER_JOIN | mkt.quote.at  | 3
--   *     | INNER_JOIN | mkt.trade.at  | 3
--   *     | INNER_JOIN | mkt.quote.sym | 3
--   *     | INNER_JOIN | mkt.trade.sym | 3

-- case:    USING reaches back to the comma only
-- why:     A comma begins a join anew: rig's well_no is no side of the join, so the star has two columns of that
--          name. The other columns are certain.
-- dialect: duckdb
-- target:  oil.shift

CREATE TABLE oil.rig  (well_no INTEGER, crew TEXT);
CREATE TABLE oil.well (well_no INTEGER, depth INTEGER);
CREATE TABLE oil.flow (well_no INTEGER, barrels INTEGER);
CREATE TABLE oil.shift AS
SELECT * FROM oil.rig, oil.well JOIN oil.flow USING (well_no);  --! AMBIGUOUS_STAR_SOURCES oil.rig.well_no, oil.well.well_no

-- expect value
--   field   | origin           | line
--   well_no | -                | -
--   crew    | oil.rig.crew     | 5
--   depth   | oil.well.depth   | 5
--   barrels | oil.flow.barrels | 5
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | oil.flow.well_no | 5
--   *     | INNER_JOIN | oil.well.well_no | 5
-- expect open
--   field   | reason         | at
--   well_no | AMBIGUOUS_STAR | well_no

-- case:    the last USING comes first in a star
-- why:     PostgreSQL lists the columns a join merges before those of its left side, which were merged before.
--          FULL makes the merged column of both sides.
-- dialect: postgres
-- target:  oil.day

CREATE TABLE oil.well (well_no int, field_no int, depth int);
CREATE TABLE oil.flow (well_no int, barrels int);
CREATE TABLE oil.field (name text, field_no int);
CREATE TABLE oil.day (f, w, d, b, n) AS
SELECT * FROM oil.well JOIN oil.flow USING (well_no) FULL JOIN oil.field USING (field_no);

-- expect value
--   field | origin             | line
--   f     | oil.field.field_no | 5
--   f     | oil.well.field_no  | 5
--   w     | oil.well.well_no   | 5
--   d     | oil.well.depth     | 5
--   b     | oil.flow.barrels   | 5
--   n     | oil.field.name     | 5
-- expect control
--   field | kind            | column             | line
--   *     | INNER_JOIN      | oil.flow.well_no   | 5
--   *     | INNER_JOIN      | oil.well.well_no   | 5
--   *     | OUTER_JOIN FULL | oil.field.field_no | 5
--   *     | OUTER_JOIN FULL | oil.well.field_no  | 5

-- case:    USING over a bracket that merges the same column
-- why:     The bracket's own join merges first; its column is the right side of the outer join.
-- dialect: postgres
-- target:  oil.both

CREATE TABLE oil.both AS
SELECT well_no, c.depth, v.barrels
FROM   oil.plan AS p
FULL JOIN (oil.core AS c LEFT JOIN oil.vent AS v USING (well_no)) USING (well_no);

-- expect value
--   field   | origin           | line
--   well_no | oil.core.well_no | 2
--   well_no | oil.plan.well_no | 2
--   depth   | oil.core.depth   | 2
--   barrels | oil.vent.barrels | 2
-- expect control
--   field | kind            | column           | line
--   *     | OUTER_JOIN FULL | oil.core.well_no | 4
--   *     | OUTER_JOIN FULL | oil.plan.well_no | 4
--   *     | OUTER_JOIN LEFT | oil.core.well_no | 4
--   *     | OUTER_JOIN LEFT | oil.vent.well_no | 4

-- case:    USING over a bracket whose inputs are open
-- why:     Either input of the bracket may hold the column, so the merged column of a RIGHT JOIN is not proven.
-- dialect: postgres
-- target:  oil.open

CREATE TABLE oil.open AS
SELECT well_no, p.crew  --! AMBIGUOUS_COLUMN_SOURCES oil.core.well_no, oil.vent.well_no
FROM   oil.plan AS p
RIGHT JOIN (oil.core AS c JOIN oil.vent AS v ON v.core_no = c.core_no) USING (well_no);

-- expect value
--   field   | origin        | line
--   well_no | -             | -
--   crew    | oil.plan.crew | 2
-- expect control
--   field | kind             | column           | line
--   *     | OUTER_JOIN RIGHT | oil.plan.well_no | 4
--   *     | INNER_JOIN       | oil.core.core_no | 4
--   *     | INNER_JOIN       | oil.vent.core_no | 4
-- expect open
--   field   | reason           | at
--   well_no | AMBIGUOUS_COLUMN | well_no

-- case:    a bracketed join with an alias
-- why:     The alias makes one input of the join and hides those inside; its columns are the star over them.
-- dialect: postgres
-- target:  oil.named

CREATE TABLE oil.well (well_no int, depth int);
CREATE TABLE oil.flow (well_no int, barrels int);
CREATE TABLE oil.named AS
SELECT j.well_no, depth, j.barrels
FROM   (oil.well LEFT JOIN oil.flow USING (well_no)) AS j
WHERE  j.barrels > 0;

-- expect value
--   field   | origin           | line
--   well_no | oil.well.well_no | 5
--   depth   | oil.well.depth   | 5
--   barrels | oil.flow.barrels | 5
-- expect control
--   field | kind            | column           | line
--   *     | OUTER_JOIN LEFT | oil.flow.well_no | 5
--   *     | OUTER_JOIN LEFT | oil.well.well_no | 5
--   *     | WHERE           | oil.flow.barrels | 6

-- case:    a bracketed join with an alias over open tables
-- why:     Either table may hold the column that is asked of the alias.
-- dialect: duckdb
-- target:  oil.named_open

CREATE TABLE oil.named_open AS
SELECT j.depth
FROM   (oil.well w JOIN oil.flow f ON w.well_no = f.well_no) j;  --! AMBIGUOUS_STAR_SOURCES oil.well.depth, oil.flow.depth

-- expect value
--   field | origin | line
--   depth | -      | -
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | oil.flow.well_no | 3
--   *     | INNER_JOIN | oil.well.well_no | 3
-- expect open
--   field | reason         | at
--   depth | AMBIGUOUS_STAR | depth

-- case:    VALUES that begins a bracketed join
-- why:     A made-up query of the oracle found that its columns were claimed of a table without a name.
-- dialect: tsql
-- target:  oil.grade_flow

SELECT g.grade, f.barrels
INTO   oil.grade_flow
FROM   oil.flow AS f
LEFT JOIN ((VALUES (1, 'light'), (2, 'heavy')) AS g (code, grade) JOIN oil.assay AS a ON a.code = g.code)
       ON a.well_no = f.well_no;

-- expect value
--   field   | origin           | line
--   grade   | constant 'heavy' | 4
--   grade   | constant 'light' | 4
--   barrels | oil.flow.barrels | 1
-- expect control
--   field | kind            | column            | line
--   *     | INNER_JOIN      | oil.assay.code    | 4
--   *     | OUTER_JOIN LEFT | oil.assay.well_no | 5
--   *     | OUTER_JOIN LEFT | oil.flow.well_no  | 5

-- case:    PIVOT names of Snowflake keep the quotes
-- why:     A pivoted column is called by the literal, quotes included; an alias in quotes keeps its case.
-- dialect: snowflake
-- target:  farm.by_season

CREATE TABLE farm.crop (field_no INT, season STRING, tons INT);
CREATE TABLE farm.by_season AS
SELECT field_no, "'DRY'" AS dry, "Wet", mild
FROM   farm.crop PIVOT (SUM(tons) FOR season IN ('DRY', 'WET' AS "Wet", 'MILD' AS mild));

-- expect value
--   field    | origin             | line
--   field_no | farm.crop.field_no | 4
--   dry      | farm.crop.tons     | 4
--   "Wet"    | farm.crop.tons     | 4
--   mild     | farm.crop.tons     | 4
-- expect control
--   field | kind           | column             | line
--   *     | GROUP_BY       | farm.crop.field_no | 4
--   dry   | CASE_CONDITION | farm.crop.season   | 4
--   "Wet" | CASE_CONDITION | farm.crop.season   | 4
--   mild  | CASE_CONDITION | farm.crop.season   | 4

-- case:    PIVOT names of Oracle
-- why:     Oracle keeps the quotes, too, and hangs the alias of the aggregate on; one without an alias adds nothing.
-- dialect: oracle
-- target:  farm.by_season

CREATE TABLE farm.crop (field_no NUMBER, season VARCHAR2(4), tons NUMBER);
CREATE TABLE farm.by_season AS
SELECT * FROM farm.crop PIVOT (SUM(tons), MAX(tons) AS top FOR season IN ('DRY', 'WET' AS wet));

-- expect value
--   field       | origin             | line
--   field_no    | farm.crop.field_no | 3
--   "'DRY'"     | farm.crop.tons     | 3
--   "'DRY'_top" | farm.crop.tons     | 3
--   wet         | farm.crop.tons     | 3
--   wet_top     | farm.crop.tons     | 3
-- expect control
--   field       | kind           | column             | line
--   *           | GROUP_BY       | farm.crop.field_no | 3
--   "'DRY'"     | CASE_CONDITION | farm.crop.season   | 3
--   "'DRY'_top" | CASE_CONDITION | farm.crop.season   | 3
--   wet         | CASE_CONDITION | farm.crop.season   | 3
--   wet_top     | CASE_CONDITION | farm.crop.season   | 3

-- case:    PIVOT names of Spark with one aggregate
-- why:     The alias of the only aggregate is no part of a name.
-- dialect: spark
-- target:  farm.by_season

CREATE TABLE farm.by_season AS
SELECT * FROM (SELECT field_no, season, tons FROM farm.crop) PIVOT (SUM(tons) AS t FOR season IN ('dry', 'wet' AS w));

-- expect value
--   field    | origin             | line
--   field_no | farm.crop.field_no | 2
--   dry      | farm.crop.tons     | 2
--   w        | farm.crop.tons     | 2
-- expect control
--   field | kind           | column             | line
--   *     | GROUP_BY       | farm.crop.field_no | 2
--   dry   | CASE_CONDITION | farm.crop.season   | 2
--   w     | CASE_CONDITION | farm.crop.season   | 2

-- case:    the PIVOT statement of DuckDB
-- why:     ON … IN lists the values, USING the aggregates; it stands where a query may.
-- dialect: duckdb
-- target:  farm.by_season

CREATE TABLE farm.by_season AS
PIVOT farm.crop ON season IN ('dry', 'wet') USING SUM(tons) AS t GROUP BY field_no;

-- expect value
--   field    | origin             | line
--   field_no | farm.crop.field_no | 2
--   dry_t    | farm.crop.tons     | 2
--   wet_t    | farm.crop.tons     | 2
-- expect control
--   field | kind           | column             | line
--   *     | GROUP_BY       | farm.crop.field_no | 2
--   dry_t | CASE_CONDITION | farm.crop.season   | 2
--   wet_t | CASE_CONDITION | farm.crop.season   | 2

-- case:    the PIVOT statement of DuckDB without a list
-- why:     The rows decide which columns there are.
-- dialect: duckdb
-- target:  farm.by_season

CREATE TABLE farm.by_season AS  --! UNPARSED_STATEMENT
PIVOT farm.crop ON season USING SUM(tons);

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    the UNPIVOT statement of DuckDB
-- why:     Every listed column is a branch of the value, its name a constant; NULL is left out.
-- dialect: duckdb
-- target:  farm.long

INSERT INTO farm.long (field_no, season, tons)
SELECT field_no, season, tons
FROM   (UNPIVOT farm.wide ON dry, wet INTO NAME season VALUE tons);

-- expect value
--   field    | origin             | line
--   field_no | farm.wide.field_no | 3
--   season   | constant 'dry'     | 3
--   season   | constant 'wet'     | 3
--   tons     | farm.wide.dry      | 3
--   tons     | farm.wide.wet      | 3
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | farm.wide.dry | 3
--   *     | WHERE | farm.wide.wet | 3

-- case:    LATERAL in Snowflake and a correlated derived table
-- why:     The inner query sees the row before it; its WHERE decides which rows it gives.
-- dialect: snowflake
-- target:  mart.last_pay

CREATE TABLE mart.last_pay AS
SELECT o.no, p.amt
FROM   shop.ord o, LATERAL (SELECT x.amt FROM shop.pay x WHERE x.ord_no = o.no ORDER BY x.at DESC LIMIT 1) p;

-- expect value
--   field | origin       | line
--   amt   | shop.pay.amt | 3
--   no    | shop.ord.no  | 2
-- expect control
--   field | kind       | column          | line
--   *     | SORT_LIMIT | shop.pay.at     | 3
--   *     | WHERE      | shop.ord.no     | 3
--   *     | WHERE      | shop.pay.ord_no | 3

-- case:    CROSS APPLY of an aggregate, in Oracle
-- why:     Oracle has APPLY, too. An aggregate without GROUP BY gives one row for each outer row.
-- dialect: oracle
-- target:  mart.sum_pay

INSERT INTO mart.sum_pay (no, total)
SELECT o.no, s.total
FROM   shop.ord o CROSS APPLY (SELECT SUM(p.amt) AS total FROM shop.pay p WHERE p.ord_no = o.no) s;

-- expect value
--   field | origin       | line
--   no    | shop.ord.no  | 2
--   total | shop.pay.amt | 3
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | shop.ord.no     | 3
--   *     | WHERE | shop.pay.ord_no | 3

-- case:    LEFT JOIN LATERAL in MySQL, ON TRUE
-- why:     The outer join has no column in its condition; what the inner query asks decides its rows.
-- dialect: mysql
-- target:  mart.best

CREATE TABLE mart.best AS
SELECT s.id, b.score
FROM   app.school s LEFT JOIN LATERAL (SELECT MAX(e.score) AS score FROM app.exam e WHERE e.school = s.id) b ON TRUE;

-- expect value
--   field | origin         | line
--   id    | app.school.id  | 2
--   score | app.exam.score | 3
-- expect control
--   field | kind            | column          | line
--   *     | OUTER_JOIN LEFT | -               | 3
--   *     | WHERE           | app.exam.school | 3
--   *     | WHERE           | app.school.id   | 3

-- case:    CROSS APPLY of VALUES turns columns into rows
-- why:     Each row of the list takes its cell from the outer row; a field has all of its column's cells.
-- dialect: tsql
-- target:  mart.long

INSERT INTO mart.long (id, kind, amount)
SELECT w.id, v.kind, v.amount
FROM   raw.wide AS w
CROSS  APPLY (VALUES ('net', w.net), ('tax', w.tax)) AS v (kind, amount);

-- expect value
--   field  | origin         | line
--   amount | raw.wide.net   | 4
--   amount | raw.wide.tax   | 4
--   id     | raw.wide.id    | 2
--   kind   | constant 'net' | 4
--   kind   | constant 'tax' | 4
-- expect control
--   (none)

-- case:    PIVOT in T-SQL
-- why:     What is aggregated is the value; FOR decides; the columns it does not use group.
-- dialect: tsql
-- target:  mart.crop

INSERT INTO mart.crop (farm, spring, autumn)
SELECT p.farm, p.[S], p.[A]
FROM   (SELECT h.farm, h.season, h.tons FROM agri.harvest AS h WHERE h.yr = 2025) AS s
PIVOT  (SUM(s.tons) FOR s.season IN ([S], [A])) AS p;

-- expect value
--   field  | origin            | line
--   autumn | agri.harvest.tons | 3
--   farm   | agri.harvest.farm | 3
--   spring | agri.harvest.tons | 3
-- expect control
--   field  | kind           | column              | line
--   *      | GROUP_BY       | agri.harvest.farm   | 4
--   *      | WHERE          | agri.harvest.yr     | 3
--   autumn | CASE_CONDITION | agri.harvest.season | 4
--   spring | CASE_CONDITION | agri.harvest.season | 4

-- case:    PIVOT in BigQuery with two aggregates and aliases
-- why:     The name of a column is the aggregate's alias and the entry's.
-- dialect: bigquery
-- target:  mart.gate

CREATE TABLE mart.gate AS
SELECT gate, n_am, kg_am
FROM   (SELECT gate, half, kg FROM yard.truck)
PIVOT  (COUNT(*) AS n, SUM(kg) AS kg FOR half IN ('AM' AS am, 'PM' AS pm));

-- expect value
--   field | origin             | line
--   gate  | yard.truck.gate    | 3
--   kg_am | yard.truck.kg      | 3
--   n_am  | generated COUNT(*) | 4
-- expect control
--   field | kind           | column          | line
--   *     | GROUP_BY       | yard.truck.gate | 4
--   kg_am | CASE_CONDITION | yard.truck.half | 4
--   n_am  | CASE_CONDITION | yard.truck.half | 4

-- case:    PIVOT in Databricks, with named entries
-- why:     Each entry is a column; its aggregate is the value, what decides it a condition.
-- dialect: databricks
-- target:  mart.wide

CREATE TABLE mart.wide AS
SELECT * FROM (SELECT h.hut, h.season, h.nights FROM alp.stay h)
PIVOT (SUM(nights) FOR season IN ('W' AS winter, 'S' AS summer));

-- expect value
--   field  | origin          | line
--   hut    | alp.stay.hut    | 2
--   winter | alp.stay.nights | 2
--   summer | alp.stay.nights | 2
-- expect control
--   field  | kind           | column          | line
--   *      | GROUP_BY       | alp.stay.hut    | 3
--   winter | CASE_CONDITION | alp.stay.season | 3
--   summer | CASE_CONDITION | alp.stay.season | 3

-- case:    PIVOT in Redshift
-- why:     As in T-SQL; the names come from the entries.
-- dialect: redshift
-- target:  mart.wide

CREATE TABLE mart.wide AS
SELECT p.hut, p.w, p.s
FROM   (SELECT h.hut, h.season, h.nights FROM alp.stay h) PIVOT (SUM(nights) FOR season IN ('W' AS w, 'S' AS s)) AS p;

-- expect value
--   field | origin          | line
--   hut   | alp.stay.hut    | 3
--   w     | alp.stay.nights | 3
--   s     | alp.stay.nights | 3
-- expect control
--   field | kind           | column          | line
--   *     | GROUP_BY       | alp.stay.hut    | 3
--   w     | CASE_CONDITION | alp.stay.season | 3
--   s     | CASE_CONDITION | alp.stay.season | 3

-- case:    UNPIVOT in Snowflake
-- why:     The value column has every listed column, the name column one constant for each; NULLs are left out.
-- dialect: snowflake
-- target:  mart.month

CREATE TABLE mart.month AS
SELECT u.region, u.mon, u.amount
FROM   (SELECT region, jan, feb FROM fin.plan) UNPIVOT (amount FOR mon IN (jan, feb)) u;

-- expect value
--   field  | origin          | line
--   region | fin.plan.region | 3
--   mon    | constant 'FEB'  | 3
--   mon    | constant 'JAN'  | 3
--   amount | fin.plan.feb    | 3
--   amount | fin.plan.jan    | 3
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | fin.plan.jan | 3
--   *     | WHERE | fin.plan.feb | 3

-- case:    the old outer join with a constant, in brackets and on two tables
-- why:     Every marked condition belongs to the outer join of its table, the others are WHERE.
-- dialect: oracle
-- target:  mart.emp_all

INSERT INTO mart.emp_all (no, dept, town)
SELECT e.no, d.nm, t.nm
FROM   hr.emp e, hr.dept d, hr.town t
WHERE  e.dept_no = d.no (+) AND d.live (+) = 'Y' AND d.town_no = t.no (+) AND e.left_on IS NULL;

-- expect value
--   field | origin     | line
--   dept  | hr.dept.nm | 2
--   no    | hr.emp.no  | 2
--   town  | hr.town.nm | 2
-- expect control
--   field | kind            | column          | line
--   *     | OUTER_JOIN LEFT | hr.dept.live    | 4
--   *     | OUTER_JOIN LEFT | hr.dept.no      | 4
--   *     | OUTER_JOIN LEFT | hr.dept.town_no | 4
--   *     | OUTER_JOIN LEFT | hr.emp.dept_no  | 4
--   *     | OUTER_JOIN LEFT | hr.town.no      | 4
--   *     | WHERE           | hr.emp.left_on  | 4

-- case:    CONNECT BY with PRIOR in the projection and its root
-- why:     PRIOR and CONNECT_BY_ROOT are columns of other rows of the same table.
-- dialect: oracle
-- target:  mart.tree

INSERT INTO mart.tree (no, boss, top, path, depth)
SELECT e.no, PRIOR e.nm, CONNECT_BY_ROOT e.nm, SYS_CONNECT_BY_PATH(e.nm, '/'), LEVEL
FROM   hr.emp e
START  WITH e.boss_no IS NULL
CONNECT BY PRIOR e.no = e.boss_no;

-- expect value
--   field | origin          | line
--   boss  | hr.emp.nm       | 2
--   depth | generated LEVEL | 2
--   no    | hr.emp.no       | 2
--   path  | hr.emp.nm       | 2
--   top   | hr.emp.nm       | 2
-- expect control
--   field | kind       | column         | line
--   *     | INNER_JOIN | hr.emp.boss_no | 5
--   *     | INNER_JOIN | hr.emp.no      | 5
--   *     | WHERE      | hr.emp.boss_no | 4

-- case:    FULL JOIN USING in Oracle and BigQuery's way of the merged name
-- why:     The merged column is either side's; a bare name without USING belongs to one side.
-- dialect: oracle
-- target:  mart.match

INSERT INTO mart.match (ref_no, led, bank)
SELECT ref_no, l.amt, b.amt FROM fin.led l FULL OUTER JOIN fin.bank b USING (ref_no);

-- expect value
--   field  | origin          | line
--   bank   | fin.bank.amt    | 2
--   led    | fin.led.amt     | 2
--   ref_no | fin.bank.ref_no | 2
--   ref_no | fin.led.ref_no  | 2
-- expect control
--   field | kind            | column          | line
--   *     | OUTER_JOIN FULL | fin.bank.ref_no | 2
--   *     | OUTER_JOIN FULL | fin.led.ref_no  | 2

-- case:    NATURAL LEFT JOIN with DDL, in MySQL
-- why:     The columns that both tables have are merged: left side.
-- dialect: mysql
-- target:  mart.nat

CREATE TABLE a.one (id INT, town VARCHAR(9), x INT);
CREATE TABLE a.two (id INT, town VARCHAR(9), y INT);
CREATE TABLE mart.nat AS SELECT id, town, x, y FROM a.one NATURAL LEFT JOIN a.two;

-- expect value
--   field | origin     | line
--   id    | a.one.id   | 3
--   town  | a.one.town | 3
--   x     | a.one.x    | 3
--   y     | a.two.y    | 3
-- expect control
--   field | kind            | column     | line
--   *     | OUTER_JOIN LEFT | a.one.id   | 3
--   *     | OUTER_JOIN LEFT | a.one.town | 3
--   *     | OUTER_JOIN LEFT | a.two.id   | 3
--   *     | OUTER_JOIN LEFT | a.two.town | 3

-- case:    RIGHT JOIN USING, in Snowflake
-- why:     The merged column is the right side's.
-- dialect: snowflake
-- target:  mart.right

CREATE TABLE mart.right AS SELECT k, l.x, r.y FROM raw.l l RIGHT JOIN raw.r r USING (k);

-- expect value
--   field | origin  | line
--   k     | raw.r.k | 1
--   x     | raw.l.x | 1
--   y     | raw.r.y | 1
-- expect control
--   field | kind             | column  | line
--   *     | OUTER_JOIN RIGHT | raw.l.k | 1
--   *     | OUTER_JOIN RIGHT | raw.r.k | 1

-- case:    FULL JOIN USING in Trino
-- why:     The bare name is whichever side has it.
-- dialect: trino
-- target:  mart.match

CREATE TABLE mart.match AS
SELECT no, a.eur AS left_eur, b.eur AS right_eur FROM fin.a FULL JOIN fin.b USING (no);

-- expect value
--   field     | origin    | line
--   no        | fin.a.no  | 2
--   no        | fin.b.no  | 2
--   left_eur  | fin.a.eur | 2
--   right_eur | fin.b.eur | 2
-- expect control
--   field | kind            | column   | line
--   *     | OUTER_JOIN FULL | fin.a.no | 2
--   *     | OUTER_JOIN FULL | fin.b.no | 2

-- case:    LEFT JOIN USING in ClickHouse
-- why:     The bare name is the left side's: a LEFT join keeps its rows.
-- dialect: clickhouse
-- target:  mart.match

INSERT INTO mart.match (no, left_eur, right_eur)
SELECT no, a.eur, b.eur FROM fin.a AS a LEFT JOIN fin.b AS b USING (no);

-- expect value
--   field     | origin    | line
--   no        | fin.a.no  | 2
--   left_eur  | fin.a.eur | 2
--   right_eur | fin.b.eur | 2
-- expect control
--   field | kind            | column   | line
--   *     | OUTER_JOIN LEFT | fin.a.no | 2
--   *     | OUTER_JOIN LEFT | fin.b.no | 2

-- case:    FULL JOIN USING in Databricks over three tables
-- why:     The merged column is of all three.
-- dialect: databricks
-- target:  mart.match

CREATE TABLE mart.match AS
SELECT no, a.eur AS a_eur, c.eur AS c_eur FROM fin.a FULL JOIN fin.b USING (no) FULL JOIN fin.c USING (no);

-- expect value
--   field | origin    | line
--   no    | fin.a.no  | 2
--   no    | fin.b.no  | 2
--   no    | fin.c.no  | 2
--   a_eur | fin.a.eur | 2
--   c_eur | fin.c.eur | 2
-- expect control
--   field | kind            | column   | line
--   *     | OUTER_JOIN FULL | fin.a.no | 2
--   *     | OUTER_JOIN FULL | fin.b.no | 2
--   *     | OUTER_JOIN FULL | fin.c.no | 2

-- case:    inline rows with a list of names, in T-SQL and joined
-- why:     Each name has the cells of its place.
-- dialect: tsql
-- target:  mart.fx

SELECT t.id, t.amt * v.rate AS eur, v.ccy
INTO   mart.fx
FROM   fin.trade AS t
JOIN   (VALUES ('USD', 0.9), ('GBP', 1.2)) AS v (ccy, rate) ON v.ccy = t.ccy;

-- expect value
--   field | origin         | line
--   ccy   | constant 'GBP' | 4
--   ccy   | constant 'USD' | 4
--   eur   | fin.trade.amt  | 1
--   id    | fin.trade.id   | 1
-- expect control
--   field | kind       | column        | line
--   *     | INNER_JOIN | fin.trade.ccy | 4

-- case:    inline rows of Snowflake without names
-- why:     They are called column1, column2.
-- dialect: snowflake
-- target:  mart.codes

CREATE TABLE mart.codes AS
SELECT v.column1 AS code, v.column2 AS text FROM (VALUES (1, 'one'), (2, 'two')) v;

-- expect value
--   field | origin         | line
--   code  | constant 1     | 2
--   code  | constant 2     | 2
--   text  | constant 'one' | 2
--   text  | constant 'two' | 2
-- expect control
--   (none)

-- case:    a derived table renamed by its alias list, in BigQuery's CTE and T-SQL's derived table
-- why:     The list names columns by place, whatever they were called.
-- dialect: tsql
-- target:  mart.renamed

INSERT INTO mart.renamed (one, two)
SELECT d.y, d.x FROM (SELECT s.alpha, s.beta FROM src.pos AS s) AS d (x, y);

-- expect value
--   field | origin        | line
--   one   | src.pos.beta  | 2
--   two   | src.pos.alpha | 2
-- expect control
--   (none)

-- case:    a CTE's column list over a star with DDL, in Snowflake
-- why:     The list names the star's columns in the order of the DDL.
-- dialect: snowflake
-- target:  mart.listed

CREATE TABLE src.p (a INT, b INT);
CREATE TABLE mart.listed AS WITH c (x, y) AS (SELECT * FROM src.p) SELECT c.y, c.x FROM c;

-- expect value
--   field | origin  | line
--   x     | src.p.a | 2
--   y     | src.p.b | 2
-- expect control
--   (none)

-- case:    a view over a view, each with a list, in T-SQL
-- why:     Each list names by place.
-- dialect: tsql
-- target:  rep.v_top

-- file: a_top.sql
CREATE VIEW rep.v_top (k, v) AS SELECT m.no, m.twice FROM rep.v_mid AS m WHERE m.twice > 10;

-- file: b_mid.sql
CREATE VIEW rep.v_mid (twice, no) AS SELECT b.val * 2, b.id FROM core.base AS b;

-- expect value
--   field | origin        | line
--   k     | core.base.id  | b_mid.sql:1
--   v     | core.base.val | b_mid.sql:1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | core.base.val | a_top.sql:1

-- case:    a view over a view, each with a list, in Snowflake and in reverse order
-- why:     The lists rename by place. The upper view stands first, which changes nothing for a view.
-- dialect: snowflake
-- target:  rep.v_high

CREATE OR REPLACE VIEW rep.v_high (ref COMMENT 'key', eur2) AS SELECT l.no, l.twice FROM rep.v_low l WHERE l.twice > 5;
CREATE OR REPLACE VIEW rep.v_low (twice, no) AS SELECT b.eur * 2, b.id FROM core.bid b;

-- expect value
--   field | origin       | line
--   ref   | core.bid.id  | 2
--   eur2  | core.bid.eur | 2
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | core.bid.eur | 1

-- case:    a view over a view, each with a list, in Hive and in two files
-- why:     As elsewhere; the file of the lower view comes second.
-- dialect: hive
-- target:  rep.v_high

-- file: a_high.sql
CREATE VIEW rep.v_high (ref, eur2) AS SELECT l.no, l.twice FROM rep.v_low l;

-- file: b_low.sql
CREATE VIEW IF NOT EXISTS rep.v_low (twice COMMENT 'x', no) AS SELECT b.eur * 2, b.id FROM core.bid b WHERE b.ok = 1;

-- expect value
--   field | origin       | line
--   ref   | core.bid.id  | b_low.sql:1
--   eur2  | core.bid.eur | b_low.sql:1
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | core.bid.ok | b_low.sql:1

-- case:    the (+) of Snowflake
-- why:     Snowflake reads it as Oracle does: the marked side may be missing.
-- dialect: snowflake
-- target:  mart.emp

CREATE TABLE mart.emp AS
SELECT e.no, d.nm FROM hr.emp e, hr.dept d WHERE e.dept_no = d.no (+) AND e.live = 1;

-- expect value
--   field | origin     | line
--   nm    | hr.dept.nm | 2
--   no    | hr.emp.no  | 2
-- expect control
--   field | kind            | column         | line
--   *     | OUTER_JOIN LEFT | hr.dept.no     | 2
--   *     | OUTER_JOIN LEFT | hr.emp.dept_no | 2
--   *     | WHERE           | hr.emp.live    | 2

-- case:    the (+) of Redshift
-- why:     The same old spelling.
-- dialect: redshift
-- target:  mart.emp

CREATE TABLE mart.emp AS
SELECT e.no, d.nm FROM hr.emp e, hr.dept d WHERE e.dept_no = d.no(+) AND d.live(+) = 1;

-- expect value
--   field | origin     | line
--   nm    | hr.dept.nm | 2
--   no    | hr.emp.no  | 2
-- expect control
--   field | kind            | column         | line
--   *     | OUTER_JOIN LEFT | hr.dept.live   | 2
--   *     | OUTER_JOIN LEFT | hr.dept.no     | 2
--   *     | OUTER_JOIN LEFT | hr.emp.dept_no | 2

-- case:    the old outer join of Transact-SQL
-- why:     *= keeps every row of the left side; where the right side has none, its columns are missing.
-- dialect: tsql
-- target:  mart.staff

INSERT INTO mart.staff (no, dept)
SELECT e.no, d.nm FROM hr.emp e, hr.dept d WHERE e.dept_no *= d.dept_no AND e.hired > '2020-01-01';

-- expect value
--   field | origin     | line
--   no    | hr.emp.no  | 2
--   dept  | hr.dept.nm | 2
-- expect control
--   field | kind            | column          | line
--   *     | OUTER_JOIN LEFT | hr.dept.dept_no | 2
--   *     | OUTER_JOIN LEFT | hr.emp.dept_no  | 2
--   *     | WHERE           | hr.emp.hired    | 2

-- case:    CONNECT BY in Snowflake
-- why:     The recursion joins rows of one table with each other; where it starts is WHERE.
-- dialect: snowflake
-- target:  mart.org

CREATE TABLE mart.org AS
SELECT u.id, CONNECT_BY_ROOT u.nm AS top, LEVEL AS depth
FROM   org.unit u
START  WITH u.boss IS NULL
CONNECT BY u.boss = PRIOR u.id;

-- expect value
--   field | origin          | line
--   depth | generated LEVEL | 2
--   id    | org.unit.id     | 2
--   top   | org.unit.nm     | 2
-- expect control
--   field | kind       | column        | line
--   *     | INNER_JOIN | org.unit.boss | 5
--   *     | INNER_JOIN | org.unit.id   | 5
--   *     | WHERE      | org.unit.boss | 4

-- case:    an alias list in MySQL and one in Spark: derived tables
-- why:     Columns are renamed by their place.
-- dialect: mysql
-- target:  mart.pos

CREATE TABLE mart.pos AS SELECT d.y AS one, d.x AS two FROM (SELECT s.alpha, s.beta FROM src.pos s) AS d (x, y);

-- expect value
--   field | origin        | line
--   one   | src.pos.beta  | 1
--   two   | src.pos.alpha | 1
-- expect control
--   (none)

-- case:    an alias list over a table and over rows, in Spark
-- why:     A table's columns are renamed by place, too; without DDL the place is all that is known of them.
-- dialect: spark
-- target:  mart.pos

CREATE TABLE src.look (id INT, label STRING);
CREATE TABLE mart.pos AS
SELECT t.c2 AS text, v.n AS n
FROM   src.look AS t (c1, c2) JOIN VALUES (1, 'a'), (2, 'b') AS v (n, k) ON t.c1 = v.n;

-- expect value
--   field | origin         | line
--   n     | constant 1     | 4
--   n     | constant 2     | 4
--   text  | src.look.label | 3
-- expect control
--   field | kind       | column      | line
--   *     | INNER_JOIN | src.look.id | 4

-- case:    PIVOT with a default for NULL
-- why:     Where a cell is empty, the default is its value.
-- dialect: snowflake
-- target:  rep.pay

CREATE TABLE rep.pay AS
SELECT * FROM (SELECT emp, mon, amt FROM hr.pay)
  PIVOT (SUM(amt) FOR mon IN ('JAN') DEFAULT ON NULL (0)) AS p (emp, jan);

-- expect value
--   field | origin     | line
--   emp   | hr.pay.emp | 2
--   jan   | hr.pay.amt | 2
--   jan   | constant 0 | 3
-- expect control
--   field | kind           | column     | line
--   *     | GROUP_BY       | hr.pay.emp | 3
--   jan   | CASE_CONDITION | hr.pay.mon | 3

-- case:    an alias for the merged columns
-- why:     Behind it stands what USING merges: of an outer join to the left, the left side.
-- dialect: postgres
-- target:  rep.well

CREATE TABLE oil.well (id int, depth int);
CREATE TABLE oil.flow (id int, barrels int);
CREATE TABLE rep.well AS
SELECT j.id, w.depth, f.barrels
FROM   oil.well AS w LEFT JOIN oil.flow AS f USING (id) AS j;

-- expect value
--   field   | origin           | line
--   id      | oil.well.id      | 4
--   depth   | oil.well.depth   | 4
--   barrels | oil.flow.barrels | 4
-- expect control
--   field | kind            | column      | line
--   *     | OUTER_JOIN LEFT | oil.well.id | 5
--   *     | OUTER_JOIN LEFT | oil.flow.id | 5

-- Stars: what a * stands for, and when a field asked of it can be located.

-- case:    a star over one open input passes a named field on
-- why:     Every hop has exactly one input, so the field asked for can only be that input's field of the same name.
-- dialect: spark
-- target:  rep.berth_fee

CREATE TABLE core.berth AS
SELECT * FROM (SELECT * FROM port.berth_log WHERE shift_cd = 'N') AS night;

CREATE TABLE rep.berth_fee AS
SELECT b.berth_no, b.fee + b.tax AS total_fee
FROM   core.berth AS b;

-- expect value
--   field     | origin                  | line
--   berth_no  | port.berth_log.berth_no | 2
--   total_fee | port.berth_log.fee      | 2
--   total_fee | port.berth_log.tax      | 2
-- expect control
--   field | kind  | column                  | line
--   *     | WHERE | port.berth_log.shift_cd | 2
-- expect steps
--   field     | origin                  | transformation
--   berth_no  | port.berth_log.berth_no | IDENTITY
--   total_fee | port.berth_log.fee      | TRANSFORMATION
--   total_fee | port.berth_log.tax      | TRANSFORMATION

-- case:    a named field may be asked of a target that is an open star
-- why:     The view's columns cannot be listed, but a field that is named passes through its one input.
-- dialect: postgres
-- target:  core.tide.level_cm

CREATE VIEW core.tide AS
SELECT * FROM port.tide_gauge AS g WHERE g.valid;

-- expect value
--   field    | origin                   | line
--   level_cm | port.tide_gauge.level_cm | 2
-- expect control
--   field | kind  | column                | line
--   *     | WHERE | port.tide_gauge.valid | 2

-- case:    a qualified star stands for one input only
-- why:     a.* is the animal's columns in DDL order; the cage gives the one column that is written out.
-- dialect: postgres
-- target:  zoo.v_animal

CREATE TABLE zoo.animal (animal_id int, species text, cage_no int);
CREATE TABLE zoo.cage (cage_no int, house text);

CREATE VIEW zoo.v_animal AS
SELECT c.house AS house_nm, a.*
FROM   zoo.animal AS a
LEFT JOIN zoo.cage AS c ON c.cage_no = a.cage_no;

-- expect value
--   field     | origin               | line
--   house_nm  | zoo.cage.house       | 5
--   animal_id | zoo.animal.animal_id | 5
--   species   | zoo.animal.species   | 5
--   cage_no   | zoo.animal.cage_no   | 5
-- expect control
--   field | kind            | column             | line
--   *     | OUTER_JOIN LEFT | zoo.animal.cage_no | 7
--   *     | OUTER_JOIN LEFT | zoo.cage.cage_no   | 7

-- case:    a qualified star stands for one input only, in Oracle and Oracle's old join
-- why:     c.* is the cage's alone, in the order of its DDL.
-- dialect: oracle
-- target:  mart.cage

CREATE TABLE zoo.cage (cage_no NUMBER, house VARCHAR2(20));
CREATE TABLE zoo.bird (bird_no NUMBER, cage_no NUMBER);

CREATE TABLE mart.cage AS
SELECT c.*, b.bird_no FROM zoo.cage c, zoo.bird b WHERE b.cage_no = c.cage_no;

-- expect value
--   field   | origin           | line
--   cage_no | zoo.cage.cage_no | 5
--   house   | zoo.cage.house   | 5
--   bird_no | zoo.bird.bird_no | 5
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | zoo.bird.cage_no | 5
--   *     | WHERE | zoo.cage.cage_no | 5

-- case:    EXCEPT drops a column and REPLACE keeps its place
-- why:     Inside REPLACE the names are the input's columns, not the replaced ones.
-- dialect: bigquery
-- target:  park.visitor_open

CREATE TABLE park.visitor (visit_id INT64, pin STRING, paid NUMERIC, rebate NUMERIC);

CREATE VIEW park.visitor_open AS
SELECT * EXCEPT (pin) REPLACE (paid - rebate AS paid)
FROM   park.visitor;

-- expect value
--   field    | origin                | line
--   visit_id | park.visitor.visit_id | 4
--   paid     | park.visitor.paid     | 4
--   paid     | park.visitor.rebate   | 4
--   rebate   | park.visitor.rebate   | 4
-- expect control
--   (none)
-- expect steps
--   field    | origin                | transformation
--   visit_id | park.visitor.visit_id | IDENTITY
--   paid     | park.visitor.paid     | TRANSFORMATION
--   paid     | park.visitor.rebate   | TRANSFORMATION
--   rebate   | park.visitor.rebate   | IDENTITY

-- case:    EXCLUDE and RENAME
-- why:     A renamed column keeps its origin under the new name.
-- dialect: snowflake
-- target:  rep.ride

CREATE TABLE park.ride (ride_no INT, title TEXT, secret TEXT);

CREATE TABLE rep.ride AS
SELECT * EXCLUDE (secret) RENAME (title AS ride_nm) FROM park.ride;

-- expect value
--   field   | origin            | line
--   ride_no | park.ride.ride_no | 4
--   ride_nm | park.ride.title   | 4
-- expect control
--   (none)

-- case:    a column that EXCEPT took out of an open star is missing
-- why:     What app.guest holds is not known, but the view certainly has no pin.
-- dialect: bigquery
-- target:  rep.guest

CREATE VIEW core.guest AS
SELECT * EXCEPT (pin) FROM app.guest;

CREATE TABLE rep.guest AS
SELECT g.guest_no, g.pin FROM core.guest AS g;  --! MISSING_FIELD

-- expect value
--   field    | origin             | line
--   guest_no | app.guest.guest_no | 2
--   pin      | -                  | -
-- expect control
--   (none)
-- expect open
--   field | reason        | at
--   pin   | MISSING_FIELD | core.guest.pin

-- case:    a field asked of a star over two open inputs
-- why:     Either input may hold it. Both are kept as candidates and neither is claimed.
-- dialect: hive
-- target:  rep.crew_pay

CREATE TABLE core.crew AS
SELECT *  --! AMBIGUOUS_STAR_SOURCES ods.sailor.wage, ods.contract.wage
FROM   ods.sailor s
JOIN   ods.contract k ON k.sailor_no = s.sailor_no;

CREATE TABLE rep.crew_pay AS
SELECT c.wage FROM core.crew c;

-- expect value
--   field | origin | line
--   wage  | -      | -
-- expect control
--   field | kind       | column                 | line
--   *     | INNER_JOIN | ods.contract.sailor_no | 4
--   *     | INNER_JOIN | ods.sailor.sailor_no   | 4
-- expect open
--   field | reason         | at
--   wage  | AMBIGUOUS_STAR | wage
-- expect standing
--   field | resolution | standing
--   wage  | AMBIGUOUS  | CONFIRMED

-- case:    a column written out beside an open star
-- why:     A table cannot have two columns of one name, so rope_m is the one written out; every other name passes the star.
-- dialect: postgres
-- target:  rep.mooring

CREATE TABLE core.mooring AS
SELECT m.*, m.length_m * 2 AS rope_m FROM port.mooring AS m;

CREATE TABLE rep.mooring AS
SELECT x.rope_m, x.bollard FROM core.mooring AS x;

-- expect value
--   field   | origin                | line
--   rope_m  | port.mooring.length_m | 2
--   bollard | port.mooring.bollard  | 2
-- expect control
--   (none)

-- case:    three stars in a chain over two tables with DDL
-- why:     Each star expands in the order of what it stands over, so the last one lists every column.
-- dialect: postgres
-- target:  rep.dive_all

CREATE TABLE club.diver (diver_no int, grade text);
CREATE TABLE club.dive (dive_no int, diver_ref int, depth_m int);

CREATE VIEW club.v_one AS
SELECT * FROM club.dive AS d JOIN club.diver AS p ON p.diver_no = d.diver_ref;

CREATE VIEW club.v_two AS SELECT v.* FROM club.v_one AS v WHERE v.depth_m > 10;

CREATE TABLE rep.dive_all AS SELECT * FROM club.v_two;

-- expect value
--   field     | origin              | line
--   dive_no   | club.dive.dive_no   | 5
--   diver_ref | club.dive.diver_ref | 5
--   depth_m   | club.dive.depth_m   | 5
--   diver_no  | club.diver.diver_no | 5
--   grade     | club.diver.grade    | 5
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | club.diver.diver_no | 5
--   *     | INNER_JOIN | club.dive.diver_ref | 5
--   *     | WHERE      | club.dive.depth_m   | 7

-- case:    one side's star in a join of two open inputs
-- why:     A field asked of o.* can only be that input's. The join partner offers nothing here.
-- dialect: redshift
-- target:  rep.order_town

CREATE TABLE core.order_open AS
SELECT o.* FROM shop.order_head AS o JOIN shop.branch AS b ON b.branch_no = o.branch_no;

CREATE TABLE rep.order_town AS
SELECT c.order_no, c.town FROM core.order_open AS c;

-- expect value
--   field    | origin                   | line
--   order_no | shop.order_head.order_no | 2
--   town     | shop.order_head.town     | 2
-- expect control
--   field | kind       | column                    | line
--   *     | INNER_JOIN | shop.branch.branch_no     | 2
--   *     | INNER_JOIN | shop.order_head.branch_no | 2

-- case:    EXCLUDE and REPLACE in another dialect
-- why:     The words differ, the columns do not.
-- dialect: duckdb
-- target:  rep.crew_public

CREATE TABLE fleet.sailor (sailor_no int, full_nm text, pin text);

CREATE TABLE rep.crew_public AS
SELECT * EXCLUDE (pin) REPLACE (upper(full_nm) AS full_nm) FROM fleet.sailor;

-- expect value
--   field     | origin                 | line
--   sailor_no | fleet.sailor.sailor_no | 4
--   full_nm   | fleet.sailor.full_nm   | 4
-- expect control
--   (none)

-- case:    COLUMNS and LIKE choose among the columns of a *
-- why:     COLUMNS takes a regular expression that need fit only a part of the name, LIKE a pattern for the whole of it.
-- dialect: duckdb
-- target:  rep.gauge

CREATE TABLE hydro.gauge (gauge_no INT, lvl_min DOUBLE, lvl_max DOUBLE, flow_max DOUBLE);

CREATE TABLE rep.gauge AS
SELECT gauge_no, COLUMNS('^lvl'), * LIKE 'flow%'
FROM   hydro.gauge;

-- expect value
--   field    | origin               | line
--   gauge_no | hydro.gauge.gauge_no | 4
--   lvl_min  | hydro.gauge.lvl_min  | 4
--   lvl_max  | hydro.gauge.lvl_max  | 4
--   flow_max | hydro.gauge.flow_max | 4
-- expect control
--   (none)

-- case:    * over USING with RIGHT and FULL
-- why:     A merged column comes once and first: of the right side in a RIGHT join, of both sides in a FULL join.
-- dialect: postgres
-- target:  rep.crew

CREATE TABLE ship.watch (watch_no INT, crew_no INT, hrs INT);
CREATE TABLE ship.crew (crew_no INT, nm TEXT);
CREATE TABLE ship.pay (crew_no INT, amt INT);
CREATE TABLE rep.crew (who INT, watch INT, hours INT, called TEXT, paid INT);

INSERT INTO rep.crew
SELECT *
FROM   ship.watch
RIGHT JOIN ship.crew USING (crew_no)
FULL JOIN ship.pay USING (crew_no);

-- expect value
--   field  | origin              | line
--   who    | ship.crew.crew_no   | 7
--   who    | ship.pay.crew_no    | 7
--   watch  | ship.watch.watch_no | 7
--   hours  | ship.watch.hrs      | 7
--   called | ship.crew.nm        | 7
--   paid   | ship.pay.amt        | 7
-- expect control
--   field | kind             | column             | line
--   *     | OUTER_JOIN RIGHT | ship.crew.crew_no  | 9
--   *     | OUTER_JOIN RIGHT | ship.watch.crew_no | 9
--   *     | OUTER_JOIN FULL  | ship.crew.crew_no  | 10
--   *     | OUTER_JOIN FULL  | ship.pay.crew_no   | 10

-- case:    * over NATURAL where the dialect keeps the place of a merged column
-- why:     DuckDB lists a merged column at its place in the left table, so the second column is the key.
-- dialect: duckdb
-- target:  rep.berth

CREATE TABLE port.berth (len_m INT, berth_no INT);
CREATE TABLE port.call (berth_no INT, ship_nm TEXT);
CREATE TABLE rep.berth (len INT, berth INT, ship TEXT);

INSERT INTO rep.berth SELECT * FROM port.berth NATURAL LEFT JOIN port.call;

-- expect value
--   field | origin              | line
--   len   | port.berth.len_m    | 5
--   berth | port.berth.berth_no | 5
--   ship  | port.call.ship_nm   | 5
-- expect control
--   field | kind            | column              | line
--   *     | OUTER_JOIN LEFT | port.berth.berth_no | 5
--   *     | OUTER_JOIN LEFT | port.call.berth_no  | 5

-- case:    renamed and taken out of a * that cannot be listed
-- why:     Under its new name the field passes through; the old name and the excluded one are gone.
-- dialect: snowflake
-- target:  rep.card

CREATE TABLE rep.card AS
SELECT q.holder, q.holder_nm, q.pin  --! MISSING_FIELD
FROM   (SELECT * EXCLUDE pin RENAME holder_nm AS holder FROM bank.card) AS q;

-- expect value
--   field     | origin              | line
--   holder    | bank.card.holder_nm | 3
--   holder_nm | -                   | -
--   pin       | -                   | -
-- expect control
--   (none)
-- expect open
--   field     | reason        | at
--   holder_nm | MISSING_FIELD | q.holder_nm
--   pin       | MISSING_FIELD | q.pin

-- case:    ILIKE and RENAME beside a *
-- why:     Only columns whose name the pattern fits are listed; RENAME gives one of them another name.
-- dialect: snowflake
-- target:  rep.contact

CREATE TABLE crm.contact (contact_no INT, home_addr STRING, work_addr STRING, born DATE);

CREATE TABLE rep.contact AS
SELECT c.contact_no, c.* ILIKE '%ADDR' RENAME (home_addr AS addr)
FROM   crm.contact AS c;

-- expect value
--   field      | origin                 | line
--   contact_no | crm.contact.contact_no | 4
--   addr       | crm.contact.home_addr  | 4
--   work_addr  | crm.contact.work_addr  | 4
-- expect control
--   (none)

-- case:    the whole row of an input, taken apart again
-- why:     The structure is one of two rows whose columns are known; REPLACE puts another value in one place.
-- dialect: bigquery
-- target:  rep.last_seen

CREATE TABLE rep.last_seen AS
WITH cur AS (SELECT client_id, days FROM app.today),
     prev AS (SELECT client_id, days FROM app.before)
SELECT IF(cur.client_id IS NOT NULL, cur, prev).* REPLACE (cur.days + prev.days AS days)
FROM   cur FULL JOIN prev USING (client_id);

-- expect value
--   field     | origin               | line
--   client_id | app.before.client_id | 3
--   client_id | app.today.client_id  | 2
--   days      | app.before.days      | 3
--   days      | app.today.days       | 2
-- expect control
--   field     | kind            | column               | line
--   *         | OUTER_JOIN FULL | app.before.client_id | 5
--   *         | OUTER_JOIN FULL | app.today.client_id  | 5
--   client_id | CASE_CONDITION  | app.today.client_id  | 4

-- case:    the newest row of each group as a structure
-- why:     The array holds whole rows, so its element has their columns. What sorts it decides which row it is.
-- dialect: bigquery
-- target:  rep.newest_row

CREATE TABLE rep.newest_row AS
WITH r AS (SELECT id, note, at FROM web.row)
SELECT q.last.* FROM (SELECT ARRAY_AGG(r ORDER BY r.at DESC LIMIT 1)[OFFSET(0)] AS last FROM r GROUP BY r.id) AS q;

-- expect value
--   field | origin       | line
--   id    | web.row.id   | 2
--   note  | web.row.note | 2
--   at    | web.row.at   | 2
-- expect control
--   field | kind             | column     | line
--   *     | AGGREGATE_FILTER | web.row.at | 3
--   *     | GROUP_BY         | web.row.id | 3

-- case:    * over a structure that is not built here
-- why:     Its members are not known, so they cannot be listed; a member asked for by name passes through.
-- dialect: bigquery
-- target:  rep.place

CREATE TABLE rep.place AS
SELECT q.ping_no, q.city FROM (SELECT p.ping_no, p.meta.geo.* FROM app.ping AS p) AS q;

-- expect value
--   field   | origin                  | line
--   ping_no | app.ping.ping_no        | 2
--   city    | app.ping.meta$.geo.city | 2
-- expect control
--   (none)

-- case:    a star through a view and a derived table, no schema anywhere
-- why:     Each hop has one input, so the field asked is that input's field of the same name.
-- dialect: snowflake
-- target:  mart.fare

CREATE VIEW stage.v_fare AS SELECT * FROM raw.fare WHERE voided = FALSE;

CREATE TABLE mart.fare AS
SELECT x.ticket AS ticket_no, x.price + x.fee AS total
FROM   (SELECT * FROM stage.v_fare) x;

-- expect value
--   field     | origin          | line
--   ticket_no | raw.fare.ticket | 1
--   total     | raw.fare.fee    | 1
--   total     | raw.fare.price  | 1
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | raw.fare.voided | 1

-- case:    a star into a temporary table, no schema anywhere
-- why:     SELECT * INTO keeps every column under its name; what the next statement asks is passed on.
-- dialect: tsql
-- target:  mart.berth

SELECT * INTO #berth FROM port.berth_log WHERE closed_at IS NULL;

INSERT INTO mart.berth (berth_no, ship)
SELECT b.berth_cd, b.ship_nm FROM #berth AS b;

-- expect value
--   field    | origin                  | line
--   berth_no | port.berth_log.berth_cd | 1
--   ship     | port.berth_log.ship_nm  | 1
-- expect control
--   field | kind  | column                   | line
--   *     | WHERE | port.berth_log.closed_at | 1

-- case:    a star over a join under a star, one side asked by its alias
-- why:     The inner star stands over one alias of two, so it is that input's; the outer one passes it on.
-- dialect: bigquery
-- target:  mart.trip

CREATE TABLE mart.trip AS
WITH t AS (SELECT a.* FROM raw.trip AS a JOIN raw.driver AS d ON d.id = a.driver_id)
SELECT t.trip_id, t.km FROM t;

-- expect value
--   field   | origin           | line
--   km      | raw.trip.km      | 2
--   trip_id | raw.trip.trip_id | 2
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | raw.driver.id      | 2
--   *     | INNER_JOIN | raw.trip.driver_id | 2

-- case:    a star into a listed target whose input is not listed
-- why:     Which column of the * stands at the second place is not known, so nothing is claimed.
-- dialect: mysql
-- target:  mart.seat

INSERT INTO mart.seat (seat_no, class)
SELECT * FROM raw.seat;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field   | origin | line
--   seat_no | -      | -
--   class   | -      | -
-- expect control
--   (none)
-- expect open
--   field   | reason                    | at
--   seat_no | NON_ENUMERABLE_PROJECTION | *
--   class   | NON_ENUMERABLE_PROJECTION | *

-- case:    two qualified stars with DDL, a column they share
-- why:     Both stars are listed. The name that both have stands there twice; the INSERT takes columns by place.
-- dialect: tsql
-- target:  mart.call

CREATE TABLE tel.call (call_id INT, line_no INT);
CREATE TABLE tel.line (line_no INT, owner NVARCHAR(80));

INSERT INTO mart.call (id, from_line, line, holder)
SELECT c.*, l.*
FROM   tel.call AS c
JOIN   tel.line AS l ON l.line_no = c.line_no;

-- expect value
--   field     | origin           | line
--   from_line | tel.call.line_no | 5
--   holder    | tel.line.owner   | 5
--   id        | tel.call.call_id | 5
--   line      | tel.line.line_no | 5
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | tel.call.line_no | 7
--   *     | INNER_JOIN | tel.line.line_no | 7

-- case:    a star over a join with DDL of both sides
-- why:     The columns stand in the order of the inputs; an alias after the star is one more.
-- dialect: snowflake
-- target:  mart.stop

CREATE TABLE net.stop (stop_id INT, zone TEXT);
CREATE TABLE net.pass (pass_id INT, stop_ref INT, at_ts TIMESTAMP);

CREATE TABLE mart.stop AS
SELECT *, p.at_ts::DATE AS on_day
FROM net.stop s LEFT JOIN net.pass p ON p.stop_ref = s.stop_id AND p.at_ts > '2025-01-01';

-- expect value
--   field    | origin            | line
--   at_ts    | net.pass.at_ts    | 5
--   on_day   | net.pass.at_ts    | 5
--   pass_id  | net.pass.pass_id  | 5
--   stop_id  | net.stop.stop_id  | 5
--   stop_ref | net.pass.stop_ref | 5
--   zone     | net.stop.zone     | 5
-- expect control
--   field | kind            | column            | line
--   *     | OUTER_JOIN LEFT | net.pass.at_ts    | 6
--   *     | OUTER_JOIN LEFT | net.pass.stop_ref | 6
--   *     | OUTER_JOIN LEFT | net.stop.stop_id  | 6

-- case:    a star after a column was dropped and one renamed
-- why:     DDL holds in the order of its statements: the star lists what is there when it is read.
-- dialect: mysql
-- target:  mart.plot

CREATE TABLE land.plot (plot_no INT, area INT, old_owner VARCHAR(40), use_cd CHAR(2));
ALTER TABLE land.plot DROP COLUMN old_owner;
ALTER TABLE land.plot RENAME COLUMN use_cd TO usage_cd;
CREATE TABLE mart.plot AS SELECT p.* FROM land.plot p;

-- expect value
--   field    | origin             | line
--   area     | land.plot.area     | 4
--   plot_no  | land.plot.plot_no  | 4
--   usage_cd | land.plot.usage_cd | 4
-- expect control
--   (none)

-- case:    EXCEPT over a qualified star
-- why:     The list of one input, less the columns named; the other input's columns do not come along.
-- dialect: databricks
-- target:  mart.guest

CREATE TABLE inn.guest (guest_id INT, pass_no STRING, nick STRING);

CREATE TABLE mart.guest AS
SELECT g.* EXCEPT (pass_no), s.nights
FROM   inn.guest g JOIN inn.stay s ON s.guest_id = g.guest_id;

-- expect value
--   field    | origin             | line
--   guest_id | inn.guest.guest_id | 4
--   nick     | inn.guest.nick     | 4
--   nights   | inn.stay.nights    | 4
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | inn.guest.guest_id | 5
--   *     | INNER_JOIN | inn.stay.guest_id  | 5

-- case:    EXCEPT and REPLACE of ClickHouse
-- why:     REPLACE gives the column another value at its own place.
-- dialect: clickhouse
-- target:  mart.visit

CREATE TABLE web.visit (id UInt64, ip String, spent Float64, tax Float64) ENGINE = MergeTree ORDER BY id;

CREATE TABLE mart.visit ENGINE = MergeTree ORDER BY id AS
SELECT * EXCEPT (ip) REPLACE (spent - tax AS spent) FROM web.visit;

-- expect value
--   field | origin          | line
--   id    | web.visit.id    | 4
--   spent | web.visit.spent | 4
--   spent | web.visit.tax   | 4
--   tax   | web.visit.tax   | 4
-- expect control
--   (none)

-- case:    a star over a table that nothing describes is listed as such
-- why:     A table that seems to have two columns, and has more, would be an invented answer.
-- dialect: postgres
-- target:  rep.load

CREATE VIEW rep.load AS
SELECT l.tons, s.*, l.dir FROM rail.load AS l JOIN (SELECT * FROM rail.stop) AS s ON s.id = l.stop_id;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin         | line
--   tons  | rail.load.tons | 2
--   dir   | rail.load.dir  | 2
--   *     | -              | -
-- expect control
--   field | kind       | column            | line
--   *     | INNER_JOIN | rail.load.stop_id | 2
--   *     | INNER_JOIN | rail.stop.id      | 2
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | rail.stop.*

-- case:    an insert of a star over a table that nothing describes
-- why:     Neither the source nor the target has a list of columns.
-- dialect: spark
-- target:  dm.load

INSERT INTO dm.load SELECT * FROM rail.load WHERE tons > 0 UNION ALL SELECT * FROM rail.old_load;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin | line
--   *     | -      | -
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | rail.load.tons | 1
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | rail.load.*
--   *     | NON_ENUMERABLE_PROJECTION | rail.old_load.*

-- case:    CREATE TABLE LIKE a table that a query made
-- why:     Its columns are those of the query, so a star over it is listed.
-- dialect: hive
-- target:  rep.load

CREATE TABLE mid.load AS SELECT tons, dir AS way FROM rail.load;
CREATE TABLE mid.copy LIKE mid.load;
INSERT INTO mid.copy SELECT o.t, o.d FROM rail.old_load o;
CREATE VIEW rep.load AS SELECT * FROM mid.copy;

-- expect value
--   field | origin          | line
--   tons  | rail.old_load.t | 3
--   way   | rail.old_load.d | 3
-- expect control
--   (none)

-- case:    a function applied to every column of a star, in ClickHouse
-- why:     APPLY takes the names away: the columns are told by their place. What EXCEPT takes out is not among them.
-- dialect: clickhouse
-- target:  rep.top

CREATE TABLE raw.kiln (site String, kwh Int32, temp Int32) ENGINE = Memory;
CREATE TABLE rep.top ENGINE = Memory AS
SELECT * EXCEPT (site) APPLY(max) APPLY(toString) FROM raw.kiln;

-- expect value
--   field | origin        | line
--   #1    | raw.kiln.kwh  | 3
--   #2    | raw.kiln.temp | 3
-- expect control
--   (none)
-- expect steps
--   field | origin        | transformation
--   #1    | raw.kiln.kwh  | AGGREGATION
--   #2    | raw.kiln.temp | AGGREGATION

-- case:    a function applied without brackets, in ClickHouse
-- why:     It says the same; an INSERT goes by position, so names are not missed.
-- dialect: clickhouse
-- target:  rep.top

CREATE TABLE raw.kiln (kwh Int32, temp Int32) ENGINE = Memory;
INSERT INTO rep.top (kwh, temp) SELECT * APPLY toString FROM raw.kiln;

-- expect value
--   field | origin        | line
--   kwh   | raw.kiln.kwh  | 2
--   temp  | raw.kiln.temp | 2
-- expect control
--   (none)
-- expect steps
--   field | origin        | transformation
--   kwh   | raw.kiln.kwh  | TRANSFORMATION
--   temp  | raw.kiln.temp | TRANSFORMATION

-- case:    a column asked by its old name of a star with a function applied
-- why:     The columns are called after the function: none has the old name, whatever the table holds.
-- dialect: clickhouse
-- target:  rep.kwh

CREATE TABLE rep.top ENGINE = Memory AS
SELECT * APPLY(max) FROM raw.kiln;
CREATE TABLE rep.kwh ENGINE = Memory AS SELECT kwh FROM rep.top;  --! MISSING_FIELD

-- expect value
--   field | origin | line
--   kwh   | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason        | at
--   kwh   | MISSING_FIELD | rep.top.kwh

-- case:    an expression over COLUMNS
-- why:     DuckDB makes one projection of each column and keeps its name.
-- dialect: duckdb
-- target:  rep.top

CREATE TABLE raw.kiln (site TEXT, kwh INT, temp INT);
CREATE TABLE rep.top AS
SELECT MAX(COLUMNS(* EXCLUDE (site))), COLUMNS('si.e')::TEXT || '!' FROM raw.kiln;

-- expect value
--   field | origin        | line
--   kwh   | raw.kiln.kwh  | 3
--   temp  | raw.kiln.temp | 3
--   site  | raw.kiln.site | 3
-- expect control
--   (none)
-- expect steps
--   field | origin        | transformation
--   kwh   | raw.kiln.kwh  | AGGREGATION
--   temp  | raw.kiln.temp | AGGREGATION
--   site  | raw.kiln.site | TRANSFORMATION

-- case:    an expression over COLUMNS that takes other columns too
-- why:     What each of its columns is made of is not read, so the statement is not either.
-- dialect: duckdb
-- target:  rep.top

CREATE TABLE rep.top AS SELECT COLUMNS('a|b') + k FROM raw.kiln;  --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    columns by a pattern, in Hive
-- why:     The script has switched it on: a name in backquotes is a regular expression that a whole name must match.
-- dialect: hive
-- target:  rep.top

SET hive.support.quoted.identifiers=none;
CREATE TABLE raw.kiln (site STRING, Kwh INT, temp INT, ds STRING);
CREATE TABLE rep.top AS SELECT `(ds|site)?+.+` FROM raw.kiln;

-- expect value
--   field | origin        | line
--   kwh   | raw.kiln.kwh  | 3
--   temp  | raw.kiln.temp | 3
-- expect control
--   (none)

-- case:    columns by a pattern of a table nobody lists, in Hive
-- why:     Which columns match is not known, and a column that is called like the pattern is none of them.
-- dialect: hive
-- target:  rep.top

set hive.support.quoted.identifiers = none;
CREATE TABLE rep.top AS SELECT k.`(ds|site)?+.+` FROM raw.kiln AS k;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin | line
--   *     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | raw.kiln.*

-- case:    a name that looks like a pattern, in Spark
-- why:     Nothing has switched patterns on, and then it is a name.
-- dialect: spark
-- target:  rep.top

CREATE TABLE rep.top AS SELECT `a.b+c` FROM raw.kiln;

-- expect value
--   field   | origin           | line
--   "a.b+c" | raw.kiln."a.b+c" | 1
-- expect control
--   (none)

-- case:    pipe operators that change columns in their place
-- why:     SET gives a column a new value, RENAME another name, DROP leaves it out; all others stay as they are.
-- dialect: bigquery
-- target:  rep.kiln

CREATE TABLE raw.kiln (site STRING, kwh INT64, temp INT64, note STRING);
CREATE TABLE rep.kiln AS
FROM raw.kiln
|> WHERE temp > 0
|> SET kwh = kwh + temp, site = UPPER(site)
|> RENAME temp AS heat
|> DROP note;

-- expect value
--   field | origin        | line
--   site  | raw.kiln.site | 5
--   kwh   | raw.kiln.kwh  | 5
--   kwh   | raw.kiln.temp | 5
--   heat  | raw.kiln.temp | 5
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | raw.kiln.temp | 4

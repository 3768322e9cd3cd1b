-- Subqueries: in a projection they give a value, in a condition they decide rows.

-- case:    a correlated scalar subquery
-- why:     Its output is the value; its WHERE belongs to the one field that uses it.
-- dialect: postgres
-- target:  rep.pond

CREATE TABLE rep.pond AS
SELECT p.pond_no,
       (SELECT MIN(m.ph) FROM lab.measure AS m WHERE m.pond_ref = p.pond_no AND m.kind = 'W') AS low_ph
FROM   zoo.pond AS p;

-- expect value
--   field   | origin           | line
--   pond_no | zoo.pond.pond_no | 2
--   low_ph  | lab.measure.ph   | 3
-- expect control
--   field  | kind  | column               | line
--   low_ph | WHERE | lab.measure.pond_ref | 3
--   low_ph | WHERE | zoo.pond.pond_no     | 3
--   low_ph | WHERE | lab.measure.kind     | 3
-- expect steps
--   field   | origin           | transformation
--   pond_no | zoo.pond.pond_no | IDENTITY
--   low_ph  | lab.measure.ph   | AGGREGATION

-- case:    a bare name that may be the inner or the outer input's
-- why:     Were salt missing inside, SQL would take it from outside. Inner first is a habit, not a proof.
-- dialect: postgres
-- target:  rep.tank

CREATE TABLE rep.tank AS
SELECT t.tank_no,
       (SELECT MAX(salt) FROM lab.sample AS s WHERE s.tank_ref = t.tank_no) AS top_salt  --! AMBIGUOUS_COLUMN_SOURCES lab.sample.salt, zoo.tank.salt
FROM   zoo.tank AS t;

-- expect value
--   field    | origin           | line
--   tank_no  | zoo.tank.tank_no | 2
--   top_salt | -                | -
-- expect control
--   field    | kind  | column              | line
--   top_salt | WHERE | lab.sample.tank_ref | 3
--   top_salt | WHERE | zoo.tank.tank_no    | 3
-- expect open
--   field    | reason           | at
--   top_salt | AMBIGUOUS_COLUMN | salt

-- case:    a bare name that the inner input provably lacks
-- why:     The CTE lists its columns and offset_ph is not among them, so the name looks out.
-- dialect: postgres
-- target:  rep.tank_ph

CREATE TABLE rep.tank_ph AS
WITH s AS (SELECT x.tank_ref, x.ph FROM lab.sample AS x)
SELECT t.tank_no,
       (SELECT MAX(s.ph - offset_ph) FROM s WHERE s.tank_ref = t.tank_no) AS ph
FROM   zoo.tank AS t;

-- expect value
--   field   | origin             | line
--   tank_no | zoo.tank.tank_no   | 3
--   ph      | lab.sample.ph      | 2
--   ph      | zoo.tank.offset_ph | 4
-- expect control
--   field | kind  | column              | line
--   ph    | WHERE | lab.sample.tank_ref | 4
--   ph    | WHERE | zoo.tank.tank_no    | 4

-- case:    EXISTS decides rows
-- why:     The rights tables qualify rows and give no value; the 1 behind SELECT is no value either.
-- dialect: tsql
-- target:  sec.v_shift

CREATE VIEW sec.v_shift AS
SELECT s.shift_no, s.pay_amt
FROM   hr.shift AS s
WHERE  EXISTS (SELECT 1
               FROM   sec.grant_row AS g
               JOIN   sec.staff AS u ON u.staff_no = g.staff_no
               WHERE  g.wing_cd = s.wing_cd AND u.login_nm = SUSER_SNAME());

-- expect value
--   field    | origin            | line
--   shift_no | hr.shift.shift_no | 2
--   pay_amt  | hr.shift.pay_amt  | 2
-- expect control
--   field | kind       | column                 | line
--   *     | SEMI_JOIN  | -                      | 4
--   *     | INNER_JOIN | sec.staff.staff_no     | 6
--   *     | INNER_JOIN | sec.grant_row.staff_no | 6
--   *     | WHERE      | sec.grant_row.wing_cd  | 7
--   *     | WHERE      | hr.shift.wing_cd       | 7
--   *     | WHERE      | sec.staff.login_nm     | 7
-- expect tables
--   table
--   hr.shift
--   sec.grant_row
--   sec.staff
--   sec.v_shift

-- case:    IN over a subquery
-- why:     Both sides of IN are compared, so both are columns of the condition; the subquery keeps its own WHERE.
-- dialect: spark
-- target:  rep.tank_clean

CREATE TABLE rep.tank_clean AS
SELECT t.tank_no
FROM   zoo.tank t
WHERE  t.tank_no NOT IN (SELECT q.tank_ref FROM lab.quarantine q WHERE q.lifted_on IS NULL);

-- expect value
--   field   | origin           | line
--   tank_no | zoo.tank.tank_no | 2
-- expect control
--   field | kind      | column                   | line
--   *     | SEMI_JOIN | zoo.tank.tank_no         | 4
--   *     | SEMI_JOIN | lab.quarantine.tank_ref  | 4
--   *     | WHERE     | lab.quarantine.lifted_on | 4

-- case:    IN as a projected value
-- why:     The flag is made of both compared columns; the rows of the table do not depend on it.
-- dialect: postgres
-- target:  rep.tank_flag

CREATE TABLE rep.tank_flag AS
SELECT t.tank_no,
       t.tank_no IN (SELECT q.tank_ref FROM lab.quarantine AS q WHERE q.lifted_on IS NULL) AS shut
FROM   zoo.tank AS t;

-- expect value
--   field   | origin                  | line
--   tank_no | zoo.tank.tank_no        | 2
--   shut    | lab.quarantine.tank_ref | 3
--   shut    | zoo.tank.tank_no        | 3
-- expect control
--   field | kind  | column                   | line
--   shut  | WHERE | lab.quarantine.lifted_on | 3

-- case:    NOT EXISTS with bare names that may look out
-- why:     booking is open, so ship_no inside may be its own or the outer one; no column is claimed for that side.
-- dialect: oracle
-- target:  rep.idle_ship

CREATE TABLE rep.idle_ship AS
SELECT s.ship_no
FROM   fleet.ship s
WHERE  NOT EXISTS (SELECT 1 FROM fleet.booking b WHERE b.ship_ref = s.ship_no AND b.month_cd = '2026-01');

-- expect value
--   field   | origin             | line
--   ship_no | fleet.ship.ship_no | 2
-- expect control
--   field | kind      | column                 | line
--   *     | SEMI_JOIN | -                      | 4
--   *     | WHERE     | fleet.booking.ship_ref | 4
--   *     | WHERE     | fleet.ship.ship_no     | 4
--   *     | WHERE     | fleet.booking.month_cd | 4

-- case:    two columns IN a subquery
-- why:     Each of the compared columns is a column of the condition.
-- dialect: postgres
-- target:  rep.pair_in

CREATE TABLE rep.pair_in AS
SELECT v.visit_no
FROM   fleet.visit AS v
WHERE  (v.ship_no, v.port_no) IN (SELECT p.ship_no, p.port_no FROM fleet.permit AS p);

-- expect value
--   field    | origin               | line
--   visit_no | fleet.visit.visit_no | 2
-- expect control
--   field | kind      | column               | line
--   *     | SEMI_JOIN | fleet.visit.ship_no  | 4
--   *     | SEMI_JOIN | fleet.visit.port_no  | 4
--   *     | SEMI_JOIN | fleet.permit.ship_no | 4
--   *     | SEMI_JOIN | fleet.permit.port_no | 4

-- case:    a scalar subquery in a condition
-- why:     Its output is a column of the condition, and its own conditions come along.
-- dialect: tsql
-- target:  rep.above_mean

SELECT v.visit_no, v.hours
INTO   rep.above_mean
FROM   fleet.visit AS v
WHERE  v.hours > (SELECT AVG(w.hours) FROM fleet.visit_hist AS w WHERE w.port_no = v.port_no);

-- expect value
--   field    | origin               | line
--   visit_no | fleet.visit.visit_no | 1
--   hours    | fleet.visit.hours    | 1
-- expect control
--   field | kind  | column                   | line
--   *     | WHERE | fleet.visit.hours        | 4
--   *     | WHERE | fleet.visit_hist.hours   | 4
--   *     | WHERE | fleet.visit_hist.port_no | 4
--   *     | WHERE | fleet.visit.port_no      | 4

-- case:    a correlated scalar subquery of T-SQL with TOP
-- why:     Which row is taken is decided inside; those conditions belong to this field only.
-- dialect: tsql
-- target:  mart.ward

INSERT INTO mart.ward (ward_no, last_nurse)
SELECT w.ward_no,
       (SELECT TOP (1) n.nurse_nm FROM hosp.duty AS n WHERE n.ward_no = w.ward_no ORDER BY n.begins DESC)
FROM   hosp.ward AS w;

-- expect value
--   field      | origin             | line
--   last_nurse | hosp.duty.nurse_nm | 3
--   ward_no    | hosp.ward.ward_no  | 2
-- expect control
--   field      | kind       | column            | line
--   last_nurse | SORT_LIMIT | hosp.duty.begins  | 3
--   last_nurse | WHERE      | hosp.duty.ward_no | 3
--   last_nurse | WHERE      | hosp.ward.ward_no | 3

-- case:    a scalar subquery inside a computed value
-- why:     Its value is part of the value; its conditions are the field's own.
-- dialect: mysql
-- target:  mart.tank

INSERT INTO mart.tank (tank_no, missing)
SELECT t.tank_no,
       t.size - IFNULL((SELECT SUM(f.litres) FROM fuel.fill f WHERE f.tank_no = t.tank_no AND f.ok = 1), 0)
FROM   fuel.tank t;

-- expect value
--   field   | origin            | line
--   missing | fuel.fill.litres  | 3
--   missing | fuel.tank.size    | 3
--   tank_no | fuel.tank.tank_no | 2
-- expect control
--   field   | kind  | column            | line
--   missing | WHERE | fuel.fill.ok      | 3
--   missing | WHERE | fuel.fill.tank_no | 3
--   missing | WHERE | fuel.tank.tank_no | 3

-- case:    a bare name in a subquery, of the inner or of the outer input
-- why:     The inner input is not listed: it may have the name, or the name looks out. Both are candidates.
-- dialect: snowflake
-- target:  mart.lane

CREATE TABLE mart.lane AS
SELECT l.lane_no,
       (SELECT MAX(speed) FROM road.radar r WHERE r.lane_no = l.lane_no) AS top  --! AMBIGUOUS_COLUMN_SOURCES road.radar.speed, road.lane.speed
FROM   road.lane l;

-- expect value
--   field   | origin            | line
--   lane_no | road.lane.lane_no | 2
--   top     | -                 | -
-- expect control
--   field | kind  | column             | line
--   top   | WHERE | road.lane.lane_no  | 3
--   top   | WHERE | road.radar.lane_no | 3
-- expect open
--   field | reason           | at
--   top   | AMBIGUOUS_COLUMN | speed

-- case:    a bare name in a subquery, of the inner or of the outer input, in Oracle
-- why:     Neither table is known, so the fee may be the season's or the club's.
-- dialect: oracle
-- target:  mart.club

INSERT INTO mart.club (club_no, least)
SELECT c.club_no, (SELECT MIN(fee) FROM sport.season s WHERE s.kind = c.kind)  --! AMBIGUOUS_COLUMN_SOURCES sport.season.fee, sport.club.fee
FROM   sport.club c;

-- expect value
--   field   | origin             | line
--   club_no | sport.club.club_no | 2
--   least   | -                  | -
-- expect control
--   field | kind  | column            | line
--   least | WHERE | sport.club.kind   | 2
--   least | WHERE | sport.season.kind | 2
-- expect open
--   field | reason           | at
--   least | AMBIGUOUS_COLUMN | fee

-- case:    a bare name in a subquery, with DDL of the inner input, in T-SQL
-- why:     The inner table has the fee, which hides whatever the outer one has.
-- dialect: tsql
-- target:  mart.club

CREATE TABLE sport.season (kind CHAR(1), fee MONEY);

SELECT c.club_no, (SELECT MIN(fee) FROM sport.season AS s WHERE s.kind = c.kind) AS least
INTO   mart.club
FROM   sport.club AS c;

-- expect value
--   field   | origin             | line
--   club_no | sport.club.club_no | 3
--   least   | sport.season.fee   | 3
-- expect control
--   field | kind  | column            | line
--   least | WHERE | sport.club.kind   | 3
--   least | WHERE | sport.season.kind | 3

-- case:    a bare name whose inner input is a CTE that lacks it
-- why:     The CTE lists its columns; the name is not among them, so it is the outer input's.
-- dialect: bigquery
-- target:  mart.depot

CREATE TABLE mart.depot AS
WITH closed AS (SELECT c.depot_id AS d FROM ops.closing AS c)
SELECT o.depot_id
FROM   ops.depot AS o
WHERE  NOT EXISTS (SELECT 1 FROM closed WHERE d = depot_id);

-- expect value
--   field    | origin             | line
--   depot_id | ops.depot.depot_id | 3
-- expect control
--   field | kind      | column               | line
--   *     | SEMI_JOIN | -                    | 5
--   *     | WHERE     | ops.closing.depot_id | 5
--   *     | WHERE     | ops.depot.depot_id   | 5

-- case:    EXISTS with a join inside
-- why:     The conditions inside decide which rows count; nothing of it is a value.
-- dialect: oracle
-- target:  mart.debtor

INSERT INTO mart.debtor (no, name)
SELECT c.no, c.name
FROM   crm.client c
WHERE  EXISTS (SELECT NULL FROM fin.bill b JOIN fin.dunning d ON d.bill_no = b.bill_no
               WHERE b.client_no = c.no AND d.lvl > 2);

-- expect value
--   field | origin          | line
--   no    | crm.client.no   | 2
--   name  | crm.client.name | 2
-- expect control
--   field | kind       | column              | line
--   *     | SEMI_JOIN  | -                   | 4
--   *     | INNER_JOIN | fin.bill.bill_no    | 4
--   *     | INNER_JOIN | fin.dunning.bill_no | 4
--   *     | WHERE      | crm.client.no       | 5
--   *     | WHERE      | fin.bill.client_no  | 5
--   *     | WHERE      | fin.dunning.lvl     | 5

-- case:    NOT IN over a set operation
-- why:     The compared columns decide rows: the one outside and each branch's.
-- dialect: postgres
-- target:  mart.free_room

CREATE TABLE mart.free_room AS
SELECT r.room_no
FROM   inn.room r
WHERE  r.room_no NOT IN (SELECT b.room_no FROM inn.booking b WHERE b.day = CURRENT_DATE
                         UNION ALL
                         SELECT x.room FROM inn.repair x);

-- expect value
--   field   | origin           | line
--   room_no | inn.room.room_no | 2
-- expect control
--   field | kind      | column              | line
--   *     | SEMI_JOIN | inn.booking.room_no | 4
--   *     | SEMI_JOIN | inn.repair.room     | 4
--   *     | SEMI_JOIN | inn.room.room_no    | 4
--   *     | WHERE     | inn.booking.day     | 4

-- case:    a comparison with ALL of a subquery
-- why:     Which rows count is decided by both columns and by the subquery's own condition.
-- dialect: snowflake
-- target:  mart.peak

CREATE TABLE mart.peak AS
SELECT m.meter_no, m.kwh
FROM   grid.reading m
WHERE  m.kwh >= ALL (SELECT o.kwh FROM grid.reading o WHERE o.meter_no = m.meter_no);

-- expect value
--   field    | origin                | line
--   kwh      | grid.reading.kwh      | 2
--   meter_no | grid.reading.meter_no | 2
-- expect control
--   field | kind  | column                | line
--   *     | WHERE | grid.reading.kwh      | 4
--   *     | WHERE | grid.reading.meter_no | 4

-- case:    a bare name in a subquery over the same table
-- why:     Inside and outside stands one table: if either has the column, both have it, and the inner one counts.
-- dialect: mysql
-- target:  mart.newest

CREATE TABLE mart.newest AS
SELECT p.sku, p.eur FROM erp.price p WHERE p.day = (SELECT MAX(day) FROM erp.price x WHERE x.sku = p.sku);

-- expect value
--   field | origin        | line
--   eur   | erp.price.eur | 2
--   sku   | erp.price.sku | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | erp.price.day | 2
--   *     | WHERE | erp.price.sku | 2

-- case:    a function of every column
-- why:     The star in brackets is every column of the input, which its DDL lists.
-- dialect: snowflake
-- target:  mart.hashed

CREATE TABLE raw.part (no INT, name TEXT);
CREATE TABLE mart.hashed AS SELECT p.no, HASH(*) AS h, COUNT(*) OVER () AS n FROM raw.part p;

-- expect value
--   field | origin             | line
--   h     | raw.part.name      | 2
--   h     | raw.part.no        | 2
--   n     | generated COUNT(*) | 2
--   no    | raw.part.no        | 2
-- expect control
--   (none)

-- case:    a function of every column that nothing lists
-- why:     Which columns there are is not known, so the value is open.
-- dialect: spark
-- target:  mart.hashed

CREATE TABLE mart.hashed AS SELECT xxhash64(*) AS h FROM raw.part;

-- expect value
--   field | origin | line
--   h     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   h     | NON_ENUMERABLE_PROJECTION | part.*
-- expect diagnostics
--   code                      | candidates | line
--   NON_ENUMERABLE_PROJECTION |            | 1

-- Tables made by a query that brings no rows: its columns and their names, and no content.

-- case:    WITH NO DATA makes a table, an INSERT fills it
-- why:     The query is no writer: it only gives the columns, by which the INSERT without a list binds.
-- dialect: postgres
-- target:  mart.berth

CREATE TABLE mart.berth AS SELECT b.berth_no, b.len AS metres FROM port.berth AS b WITH NO DATA;

INSERT INTO mart.berth SELECT p.no, p.length_m FROM survey.pier AS p;

-- expect value
--   field    | origin               | line
--   berth_no | survey.pier.no       | 3
--   metres   | survey.pier.length_m | 3
-- expect control
--   (none)

-- case:    SELECT TOP 0 INTO copies the columns of a table
-- why:     The usual way to an empty work table. Its columns are those of the DDL, the stars of the query included.
-- dialect: tsql
-- target:  mart.berth

CREATE TABLE port.berth (berth_no int NOT NULL, town varchar(30));

SELECT TOP (0) b.*, CAST(NULL AS date) AS seen_on INTO #w FROM port.berth AS b;

INSERT INTO #w SELECT s.no, s.place, s.day FROM survey.sight AS s;

INSERT INTO mart.berth (berth_no, town, seen_on) SELECT w.berth_no, w.town, w.seen_on FROM #w AS w;

-- expect value
--   field    | origin             | line
--   berth_no | survey.sight.no    | 5
--   town     | survey.sight.place | 5
--   seen_on  | survey.sight.day   | 5
-- expect control
--   (none)

-- case:    a false WHERE replaces the table by an empty one
-- why:     CREATE OR REPLACE ends what was there: of the three statements only the last one gives rows.
-- dialect: snowflake
-- target:  mart.crane

INSERT INTO mart.crane SELECT c.id, c.load FROM port.crane AS c;

CREATE OR REPLACE TABLE mart.crane AS SELECT c.id, c.load FROM port.crane AS c WHERE FALSE;

INSERT INTO mart.crane SELECT n.crane_id, n.tons FROM port.new_crane AS n;

-- expect value
--   field | origin                  | line
--   id    | port.new_crane.crane_id | 5
--   load  | port.new_crane.tons     | 5
-- expect control
--   (none)

-- case:    WHERE 1 = 0 in one file, the INSERT in another one
-- why:     A table without rows is no writer to decide on; its columns are evidence in every file.
-- dialect: oracle
-- target:  mart.tide

-- file: fill.sql
INSERT INTO stg.tide SELECT g.station, g.reading FROM gauge.log g;

-- file: make.sql
CREATE TABLE stg.tide AS SELECT t.place, t.height FROM old.tide t WHERE 1 = 0 AND t.height > 2;

-- file: report.sql
CREATE TABLE mart.tide AS SELECT * FROM stg.tide;

-- expect value
--   field  | origin            | line
--   place  | gauge.log.station | fill.sql:1
--   height | gauge.log.reading | fill.sql:1
-- expect control
--   (none)
-- expect writers
--   table    | rule  | line
--   stg.tide | EXACT | fill.sql:1

-- case:    nothing fills the empty table
-- why:     In the snapshot no statement brings rows, so the table is where the trace ends; the query's source is not.
-- dialect: spark
-- target:  mart.buoy

CREATE TABLE stg.buoy AS SELECT b.id, b.lamp FROM port.buoy AS b LIMIT 0;

CREATE TABLE mart.buoy AS SELECT * FROM stg.buoy;

-- expect value
--   field | origin        | line
--   id    | stg.buoy.id   | 3
--   lamp  | stg.buoy.lamp | 3
-- expect control
--   (none)

-- case:    a table after the pattern of another one
-- why:     Teradata copies a table's columns without a query.
-- dialect: teradata
-- target:  mart.lock

CREATE TABLE port.lock (lock_no INTEGER, rise DECIMAL(6,2));

CREATE TABLE mart.lock AS port.lock WITH NO DATA;

INSERT INTO mart.lock SELECT s.no, s.metres FROM survey.lock AS s;

-- expect value
--   field   | origin             | line
--   lock_no | survey.lock.no     | 5
--   rise    | survey.lock.metres | 5
-- expect control
--   (none)

-- case:    a table after the pattern of another one, with its rows
-- why:     WITH DATA copies the rows as well: the table is a source, and so a writer of its copy.
-- dialect: teradata
-- target:  mart.lock

CREATE TABLE port.lock (lock_no INTEGER, rise DECIMAL(6,2));

CREATE TABLE mart.lock AS port.lock WITH DATA;

-- expect value
--   field   | origin            | line
--   lock_no | port.lock.lock_no | 3
--   rise    | port.lock.rise    | 3
-- expect control
--   (none)

-- case:    the types of a query without rows
-- why:     What a CAST states in it is the type of the table's column, under the names of the column list.
-- dialect: bigquery
-- target:  mart.toll

CREATE TABLE stg.toll (ship, fee) AS SELECT s.name, CAST(s.fee AS NUMERIC) FROM port.ship AS s LIMIT 0;

INSERT INTO stg.toll SELECT t.vessel, t.paid FROM till.toll AS t;

CREATE TABLE mart.toll AS SELECT t.ship, t.fee FROM stg.toll AS t;

-- expect value
--   field | origin           | line
--   ship  | till.toll.vessel | 3
--   fee   | till.toll.paid   | 3
-- expect control
--   (none)
-- expect types
--   field | type    | null | stated
--   ship  | -       | -    | -
--   fee   | NUMERIC | -    | CAST 1

-- case:    EMPTY says it in ClickHouse
-- why:     The columns come of the query, the rows only of the INSERT.
-- dialect: clickhouse
-- target:  mart.quay

CREATE TABLE mart.quay ENGINE = MergeTree ORDER BY id EMPTY AS SELECT q.id, q.depth FROM port.quay AS q;

INSERT INTO mart.quay SELECT m.quay_id, m.depth_m FROM survey.measure AS m;

-- expect value
--   field | origin                 | line
--   id    | survey.measure.quay_id | 3
--   depth | survey.measure.depth_m | 3
-- expect control
--   (none)

-- case:    a column is added to the empty table
-- why:     After ALTER the query no longer lists all columns, so the INSERT must name its own.
-- dialect: duckdb
-- target:  mart.sluice

CREATE TABLE mart.sluice AS SELECT s.id FROM port.sluice AS s LIMIT 0;

ALTER TABLE mart.sluice ADD COLUMN open_on DATE;

INSERT INTO mart.sluice (id, open_on) SELECT n.sluice_id, n.day FROM survey.notes AS n;

-- expect value
--   field   | origin                 | line
--   id      | survey.notes.sluice_id | 5
--   open_on | survey.notes.day       | 5
-- expect control
--   (none)

-- case:    MySQL's list stands beside the query's columns
-- why:     The table has the listed column, and after it the query's.
-- dialect: mysql
-- target:  mart.lock

CREATE TABLE mart.lock (lock_no INT) SELECT l.rise FROM port.lock AS l LIMIT 0;

INSERT INTO mart.lock SELECT s.no, s.metres FROM survey.lock AS s;

-- expect value
--   field   | origin             | line
--   lock_no | survey.lock.no     | 3
--   rise    | survey.lock.metres | 3
-- expect control
--   (none)

-- case:    an aggregate over no rows gives a row
-- why:     COUNT and MAX answer without GROUP BY even where no row is left: the statement is a writer.
-- dialect: postgres
-- target:  mart.tally

CREATE TABLE mart.tally AS SELECT COUNT(*) AS ships, MAX(s.tons) AS most FROM port.ship AS s WHERE 1 = 0;

-- expect value
--   field | origin             | line
--   ships | generated COUNT(*) | 1
--   most  | port.ship.tons     | 1
-- expect control
--   field | kind  | column | line
--   *     | WHERE | -      | 1

-- case:    a materialized view WITH NO DATA
-- why:     REFRESH fills it later with the same query, so the query stays the source of its values.
-- dialect: postgres
-- target:  mart.v_ship

CREATE MATERIALIZED VIEW mart.v_ship AS SELECT s.name, s.flag FROM port.ship AS s WITH NO DATA;

-- expect value
--   field | origin         | line
--   name  | port.ship.name | 1
--   flag  | port.ship.flag | 1
-- expect control
--   (none)

-- case:    a template decides whether there are rows
-- why:     In one reading LIMIT 0 stands, in the other one it does not: nothing in the file decides, so the source stands.
-- dialect: redshift
-- target:  mart.ship

CREATE TABLE mart.ship AS SELECT s.name FROM port.ship AS s {% if dry_run %} LIMIT 0 {% endif %};

-- expect value
--   field | origin         | line
--   name  | port.ship.name | 1
-- expect control
--   (none)

-- case:    storage of Oracle's tables
-- why:     How and where a table is stored is not what it is made of, nor which columns it has.
-- dialect: oracle
-- target:  mart.kept

CREATE TABLE mart.cache (a NUMBER, b DATE DEFAULT SYSDATE) TABLESPACE ts
    PARTITION BY RANGE (b) INTERVAL (NUMTODSINTERVAL(1, 'DAY')) (PARTITION p0 VALUES LESS THAN (DATE '2020-01-01'));
INSERT INTO mart.cache (a) SELECT v.n FROM raw.v v;
CREATE TABLE mart.kept PARALLEL 4 NOLOGGING AS SELECT c.a, c.b FROM mart.cache c;

-- expect value
--   field | origin            | line
--   a     | raw.v.n           | 3
--   b     | generated SYSDATE | 1
-- expect control
--   (none)

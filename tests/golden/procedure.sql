-- Procedure bodies, batches and script variables.

-- case:    GO after a table without an alias
-- why:     GO separates batches. It is never the alias of the table before it.
-- dialect: tsql
-- target:  dbo.part_copy

SELECT part_no, descr
INTO   dbo.part_copy
FROM   dbo.part
GO
SELECT q.part_no FROM dbo.part_copy AS q
GO

-- expect value
--   field   | origin           | line
--   part_no | dbo.part.part_no | 1
--   descr   | dbo.part.descr   | 1
-- expect control
--   (none)

-- case:    GO after a query, and the next batch reads what it wrote
-- why:     Both batches are whole; USE gives the database of names with two parts until the next USE.
-- dialect: tsql
-- target:  out_db.dbo.part_list

USE in_db
GO

SELECT p.part_no, p.descr
INTO   dbo.part_kept
FROM   dbo.part_raw AS p
WHERE  p.part_no > 0
GO

USE out_db
GO

INSERT INTO dbo.part_list (part_no, descr)
SELECT k.part_no, UPPER(k.descr)
FROM   in_db.dbo.part_kept AS k
GO

-- expect value
--   field   | origin                     | line
--   part_no | in_db.dbo.part_raw.part_no | 4
--   descr   | in_db.dbo.part_raw.descr   | 4
-- expect control
--   field | kind  | column                     | line
--   *     | WHERE | in_db.dbo.part_raw.part_no | 7

-- case:    IF and ELSE write one table
-- why:     A write under IF may or may not happen: it adds a writer and hides none. The parameter is no column.
-- dialect: tsql
-- target:  mart.fine

CREATE OR ALTER PROCEDURE etl.load_fine @whole BIT
AS
BEGIN
    SET NOCOUNT ON;
    IF @whole = 1
    BEGIN
        TRUNCATE TABLE mart.fine;
        INSERT INTO mart.fine (reader_no, fine)
        SELECT h.reader_no, h.fine FROM lib.fine_hist AS h;
    END
    ELSE
    BEGIN
        INSERT INTO mart.fine (reader_no, fine)
        SELECT d.reader_ref, d.delta FROM stg.fine_delta AS d WHERE d.checked = 1;
    END;
    RETURN 0;
END;
GO

-- expect value
--   field     | origin                    | line
--   reader_no | lib.fine_hist.reader_no   | 9
--   reader_no | stg.fine_delta.reader_ref | 14
--   fine      | lib.fine_hist.fine        | 9
--   fine      | stg.fine_delta.delta      | 14
-- expect control
--   field | kind  | column                 | line
--   *     | WHERE | stg.fine_delta.checked | 14

-- case:    IF, ELSIF and ELSE write one table, in PL/SQL
-- why:     Which branch runs is not known: each of the three may have filled the table.
-- dialect: oracle
-- target:  mart.toll

CREATE OR REPLACE PROCEDURE etl.load_toll (p_mode IN VARCHAR2) IS
BEGIN
  IF p_mode = 'FULL' THEN
    DELETE FROM mart.toll;
    INSERT INTO mart.toll (pass_no, toll) SELECT h.pass_no, h.toll FROM road.hist h;
  ELSIF p_mode = 'FIX' THEN
    INSERT INTO mart.toll (pass_no, toll) SELECT f.no, f.fixed FROM hand.fix f;
  ELSE
    INSERT INTO mart.toll (pass_no, toll) SELECT d.pass_ref, d.delta FROM stg.delta d WHERE d.ok = 1;
  END IF;
END;
/

-- expect value
--   field   | origin             | line
--   pass_no | hand.fix.no        | 7
--   pass_no | road.hist.pass_no  | 5
--   pass_no | stg.delta.pass_ref | 9
--   toll    | hand.fix.fixed     | 7
--   toll    | road.hist.toll     | 5
--   toll    | stg.delta.delta    | 9
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | stg.delta.ok | 9

-- case:    IF and ELSE write one table, in PL/pgSQL
-- why:     The emptied table of one branch says nothing about the other one.
-- dialect: postgres
-- target:  mart.toll

CREATE PROCEDURE etl.load_toll(whole boolean) LANGUAGE plpgsql AS $$
BEGIN
  IF whole THEN
    TRUNCATE mart.toll;
    INSERT INTO mart.toll (pass_no, toll) SELECT h.pass_no, h.toll FROM road.hist h;
  ELSE
    INSERT INTO mart.toll (pass_no, toll) SELECT d.pass_ref, d.delta FROM stg.delta d WHERE d.ok;
  END IF;
END $$;

-- expect value
--   field   | origin             | line
--   pass_no | road.hist.pass_no  | 5
--   pass_no | stg.delta.pass_ref | 7
--   toll    | road.hist.toll     | 5
--   toll    | stg.delta.delta    | 7
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | stg.delta.ok | 7

-- case:    IF and ELSE write one table, in Snowflake
-- why:     Both branches may have run.
-- dialect: snowflake
-- target:  mart.toll

CREATE OR REPLACE PROCEDURE etl.load_toll(whole BOOLEAN) RETURNS STRING LANGUAGE SQL AS
$$
BEGIN
  IF (whole) THEN
    INSERT OVERWRITE INTO mart.toll (pass_no, toll) SELECT h.pass_no, h.toll FROM road.hist h;
  ELSE
    INSERT INTO mart.toll (pass_no, toll) SELECT d.pass_ref, d.delta FROM stg.delta d WHERE d.ok;
  END IF;
  RETURN 'ok';
END;
$$;

-- expect value
--   field   | origin             | line
--   pass_no | road.hist.pass_no  | 5
--   pass_no | stg.delta.pass_ref | 7
--   toll    | road.hist.toll     | 5
--   toll    | stg.delta.delta    | 7
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | stg.delta.ok | 7

-- case:    IF and ELSE write one table, in MySQL
-- why:     Both branches may have run.
-- dialect: mysql
-- target:  mart.toll

DELIMITER //
CREATE PROCEDURE etl.load_toll(IN whole INT)
BEGIN
  IF whole = 1 THEN
    TRUNCATE TABLE mart.toll;
    INSERT INTO mart.toll (pass_no, toll) SELECT h.pass_no, h.toll FROM road.hist h;
  ELSE
    INSERT INTO mart.toll (pass_no, toll) SELECT d.pass_ref, d.delta FROM stg.delta d WHERE d.ok = 1;
  END IF;
END //
DELIMITER ;

-- expect value
--   field   | origin             | line
--   pass_no | road.hist.pass_no  | 6
--   pass_no | stg.delta.pass_ref | 8
--   toll    | road.hist.toll     | 6
--   toll    | stg.delta.delta    | 8
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | stg.delta.ok | 8

-- case:    IF and ELSE write one table, in a script of BigQuery
-- why:     Both branches may have run.
-- dialect: bigquery
-- target:  mart.toll

DECLARE whole BOOL DEFAULT FALSE;
IF whole THEN
  INSERT INTO mart.toll (pass_no, toll) SELECT h.pass_no, h.toll FROM road.hist AS h;
ELSE
  INSERT INTO mart.toll (pass_no, toll) SELECT d.pass_ref, d.delta FROM stg.delta AS d WHERE d.ok;
END IF;

-- expect value
--   field   | origin             | line
--   pass_no | road.hist.pass_no  | 3
--   pass_no | stg.delta.pass_ref | 5
--   toll    | road.hist.toll     | 3
--   toll    | stg.delta.delta    | 5
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | stg.delta.ok | 5

-- case:    variables set by DECLARE and SELECT
-- why:     A variable assigned from a query is followed into that query, whose WHERE belongs to the fields that use
--          it. One assigned a literal is that constant; one that nothing assigns is a parameter.
-- dialect: tsql
-- target:  mart.fee_nok

CREATE PROCEDURE etl.load_fee_nok @run INT
AS
BEGIN
    DECLARE @rate DECIMAL(9, 4), @origin VARCHAR(8) = 'DESK';

    SELECT @rate = MAX(r.rate) FROM ref.rate AS r WHERE r.cur = 'EUR';

    INSERT INTO mart.fee_nok (fee_no, fee_nok, rate_used, origin_cd, run_no)
    SELECT f.fee_no, f.fee * @rate, @rate, @origin, @run
    FROM   lib.fee AS f
    WHERE  f.waived = 0;
END;

-- expect value
--   field     | origin          | line
--   fee_no    | lib.fee.fee_no  | 9
--   fee_nok   | lib.fee.fee     | 9
--   fee_nok   | ref.rate.rate   | 6
--   rate_used | ref.rate.rate   | 6
--   origin_cd | constant 'DESK' | 4
--   run_no    | parameter @run  | 9
-- expect control
--   field     | kind  | column         | line
--   *         | WHERE | lib.fee.waived | 11
--   fee_nok   | WHERE | ref.rate.cur   | 6
--   rate_used | WHERE | ref.rate.cur   | 6

-- case:    a body without semicolons
-- why:     A statement ends where the next one begins. A body that is cut short or lost would be the worst answer.
-- dialect: tsql
-- target:  mart.shelf_now

CREATE PROC etl.refresh_shelf
AS
  IF OBJECT_ID('tempdb..#seen') IS NOT NULL
    DROP TABLE #seen

  SELECT s.shelf_no, s.books
  INTO #seen
  FROM lib.shelf_scan AS s
  WHERE s.scanner_ok = 1

  DELETE FROM mart.shelf_now

  INSERT INTO mart.shelf_now (shelf_no, books, room_nm)
  SELECT x.shelf_no, x.books, r.room_nm
  FROM #seen AS x
  INNER JOIN lib.room AS r ON r.shelf_no = x.shelf_no
GO

-- expect value
--   field    | origin                  | line
--   shelf_no | lib.shelf_scan.shelf_no | 6
--   books    | lib.shelf_scan.books    | 6
--   room_nm  | lib.room.room_nm        | 14
-- expect control
--   field | kind       | column                    | line
--   *     | WHERE      | lib.shelf_scan.scanner_ok | 9
--   *     | INNER_JOIN | lib.room.shelf_no         | 16
--   *     | INNER_JOIN | lib.shelf_scan.shelf_no   | 16

-- case:    dynamic SQL beside a static INSERT
-- why:     The static INSERT is evidence. What the text in @q would do is not read, and the table may have more writers.
-- dialect: tsql
-- target:  mart.visit_kpi

CREATE PROCEDURE etl.load_visit_kpi @day DATE
AS
BEGIN
    INSERT INTO mart.visit_kpi (day, visits)
    SELECT v.day, SUM(v.n) FROM lib.visit AS v WHERE v.day = @day GROUP BY v.day;

    DECLARE @q NVARCHAR(200) = N'INSERT INTO mart.visit_kpi (day, visits) SELECT d, n FROM hand.kpi';
    EXEC sp_executesql @q;  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
END;

-- expect value
--   field  | origin        | line
--   day    | lib.visit.day | 5
--   visits | lib.visit.n   | 5
-- expect control
--   field | kind     | column        | line
--   *     | WHERE    | lib.visit.day | 5
--   *     | GROUP_BY | lib.visit.day | 5
-- expect tables
--   table
--   lib.visit
--   mart.visit_kpi

-- case:    dynamic SQL beside a static INSERT, in PL/SQL
-- why:     What the text writes is not known, so the table may have another writer.
-- dialect: oracle
-- target:  mart.dose

CREATE OR REPLACE PROCEDURE etl.load_dose IS
BEGIN
  INSERT INTO mart.dose (day, mg) SELECT d.day, SUM(d.mg) FROM ward.dose d GROUP BY d.day;
  EXECUTE IMMEDIATE 'INSERT INTO mart.dose (day, mg) SELECT d, m FROM hand.dose';  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
END;
/

-- expect value
--   field | origin        | line
--   day   | ward.dose.day | 3
--   mg    | ward.dose.mg  | 3
-- expect control
--   field | kind     | column        | line
--   *     | GROUP_BY | ward.dose.day | 3

-- case:    dynamic SQL beside a static INSERT, in Snowflake
-- why:     As in PL/SQL.
-- dialect: snowflake
-- target:  mart.dose

CREATE OR REPLACE PROCEDURE etl.load_dose(tab STRING) RETURNS STRING LANGUAGE SQL AS
$$
BEGIN
  INSERT INTO mart.dose (day, mg) SELECT d.day, d.mg FROM ward.dose d;
  EXECUTE IMMEDIATE 'INSERT INTO mart.dose (day, mg) SELECT d, m FROM ' || tab;  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
  RETURN 'ok';
END;
$$;

-- expect value
--   field | origin        | line
--   day   | ward.dose.day | 4
--   mg    | ward.dose.mg  | 4
-- expect control
--   (none)

-- case:    dynamic SQL beside a static INSERT, in MySQL
-- why:     A prepared text runs as SQL.
-- dialect: mysql
-- target:  mart.dose

DELIMITER //
CREATE PROCEDURE etl.load_dose(IN tab VARCHAR(60))
BEGIN
  INSERT INTO mart.dose (day, mg) SELECT d.day, d.mg FROM ward.dose d;
  SET @q = CONCAT('INSERT INTO mart.dose (day, mg) SELECT d, m FROM ', tab);
  PREPARE run_it FROM @q;
  EXECUTE run_it;  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
  DEALLOCATE PREPARE run_it;
END //
DELIMITER ;

-- expect value
--   field | origin        | line
--   day   | ward.dose.day | 4
--   mg    | ward.dose.mg  | 4
-- expect control
--   (none)

-- case:    dynamic SQL beside a static INSERT, in BigQuery
-- why:     EXECUTE IMMEDIATE of a text that is put together.
-- dialect: bigquery
-- target:  mart.dose

INSERT INTO mart.dose (day, mg) SELECT d.day, d.mg FROM ward.dose AS d;
EXECUTE IMMEDIATE CONCAT('INSERT INTO mart.dose (day, mg) SELECT d, m FROM ', 'hand.dose');  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS

-- expect value
--   field | origin        | line
--   day   | ward.dose.day | 1
--   mg    | ward.dose.mg  | 1
-- expect control
--   (none)

-- case:    a procedure of Oracle by itself
-- why:     IS, BEGIN and END are no aliases: the INSERT inside is a writer and the body is read to its end.
-- dialect: oracle
-- target:  dwh.depot

CREATE OR REPLACE PROCEDURE dwh.load_depot IS
BEGIN
    INSERT INTO dwh.depot (depot_no, town)
    SELECT d.depot_no, d.town FROM src.depot d WHERE d.live = 1;
    COMMIT;
END load_depot;
/

-- expect value
--   field    | origin             | line
--   depot_no | src.depot.depot_no | 4
--   town     | src.depot.town     | 4
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | src.depot.live | 4
-- expect tables
--   table
--   dwh.depot
--   src.depot

-- case:    a package body with two procedures
-- why:     Each procedure is a script of its own. Nothing says in which order they run, so the binding between them
--          waits for a decision. The default of NVL passes through the sum and stays a constant.
-- dialect: oracle
-- target:  dwh.tank_total

CREATE OR REPLACE PACKAGE BODY dwh.pk_tank AS

  PROCEDURE load_day IS
  BEGIN
    DELETE FROM dwh.tank_day;
    INSERT INTO dwh.tank_day (tank_no, litres)
    SELECT t.tank_no, NVL(f.litres, 0)
    FROM   src.tank t, src.fill f
    WHERE  f.tank_no (+) = t.tank_no
      AND  f.wrong (+) = 'N';
    COMMIT;
  END load_day;

  PROCEDURE load_total IS
  BEGIN
    INSERT INTO dwh.tank_total (tank_no, litres)
    SELECT d.tank_no, SUM(d.litres)
    FROM   dwh.tank_day d
    GROUP BY d.tank_no;
  EXCEPTION
    WHEN OTHERS THEN
      ROLLBACK;
      RAISE;
  END load_total;

END pk_tank;
/

-- expect value
--   field   | origin           | line
--   tank_no | src.tank.tank_no | 7
--   litres  | constant 0       | 7
--   litres  | src.fill.litres  | 7
-- expect control
--   field | kind            | column           | line
--   *     | OUTER_JOIN LEFT | src.fill.tank_no | 9
--   *     | OUTER_JOIN LEFT | src.tank.tank_no | 9
--   *     | OUTER_JOIN LEFT | src.fill.wrong   | 10
--   *     | GROUP_BY        | src.tank.tank_no | 19

-- case:    SELECT INTO a variable, used as a bare name
-- why:     DDL shows that the input has no such columns, so the names are the block's variables.
-- dialect: oracle
-- target:  fin.slip_day

CREATE TABLE fin.slip (slip_no NUMBER, booked NUMBER(1));

DECLARE
  v_cut DATE;
  v_tag VARCHAR2(10) := 'EVE';
BEGIN
  SELECT MAX(b.closed_on) INTO v_cut FROM fin.book b WHERE b.state_cd = 'SHUT';

  INSERT INTO fin.slip_day (slip_no, cut_on, tag_cd)
  SELECT s.slip_no, v_cut, v_tag
  FROM   fin.slip s
  WHERE  s.booked = 1;
END;
/

-- expect value
--   field   | origin             | line
--   slip_no | fin.slip.slip_no   | 10
--   cut_on  | fin.book.closed_on | 7
--   tag_cd  | constant 'EVE'     | 5
-- expect control
--   field  | kind  | column            | line
--   *      | WHERE | fin.slip.booked   | 12
--   cut_on | WHERE | fin.book.state_cd | 7
-- expect tables
--   table
--   fin.book
--   fin.slip
--   fin.slip_day

-- case:    LET from a query, and a bind of it
-- why:     :cutoff is the block's own variable: the trace goes into the query that sets it.
-- dialect: snowflake
-- target:  rail.coach_day

CREATE OR REPLACE PROCEDURE util.load_coach()
RETURNS VARCHAR
LANGUAGE SQL
AS
$$
BEGIN
  LET cutoff DATE := (SELECT MAX(c.closed_on) FROM rail.calendar c);

  INSERT INTO rail.coach_day (coach_no, km, as_of)
  SELECT m.coach_no, SUM(m.km), :cutoff
  FROM   rail.coach_move m
  WHERE  m.kind = 'PAX'
  GROUP BY m.coach_no;

  RETURN 'done';
END;
$$;

-- expect value
--   field    | origin                   | line
--   coach_no | rail.coach_move.coach_no | 10
--   km       | rail.coach_move.km       | 10
--   as_of    | rail.calendar.closed_on  | 7
-- expect control
--   field | kind     | column                   | line
--   *     | WHERE    | rail.coach_move.kind     | 12
--   *     | GROUP_BY | rail.coach_move.coach_no | 13

-- case:    a session variable, and an unload
-- why:     $load_no was set to a literal in the script. COPY INTO a stage reads the table and does not write it.
-- dialect: snowflake
-- target:  mart.option

SET load_no = 7;

INSERT INTO mart.option (trip_no, option_cd, load_no)
SELECT t.trip_no, o.value:code::STRING, $load_no
FROM   raw.trip_js t, LATERAL FLATTEN(INPUT => t.doc:extras) o
WHERE  t.loaded_on >= '2026-01-01';

COPY INTO @out_stage/option/ FROM mart.option FILE_FORMAT = (TYPE = CSV);

-- expect value
--   field     | origin                         | line
--   trip_no   | raw.trip_js.trip_no            | 4
--   option_cd | raw.trip_js.doc$.extras[].code | 5
--   load_no   | constant 7                     | 1
-- expect control
--   field | kind          | column                | line
--   *     | ROW_GENERATOR | raw.trip_js.doc       | 5
--   *     | WHERE         | raw.trip_js.loaded_on | 6

-- case:    an unload of Redshift
-- why:     The unload writes files and no table; the load before it stands as it is.
-- dialect: redshift
-- target:  mart.seat

INSERT INTO mart.seat (trip_no, class) SELECT t.trip_no, UPPER(t.class) FROM raw.trip t WHERE t.sold;

UNLOAD ('SELECT s.trip_no, s.class FROM mart.seat s') TO 's3://out/seat/' IAM_ROLE 'arn' FORMAT PARQUET;

-- expect value
--   field   | origin           | line
--   trip_no | raw.trip.trip_no | 1
--   class   | raw.trip.class   | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | raw.trip.sold | 1

-- case:    a variable of the script, and an export of BigQuery
-- why:     A bare name that the known table lacks is the variable's, and a literal is what it holds. EXPORT DATA
--          writes files and no table.
-- dialect: bigquery
-- target:  mart.seat

DECLARE load_no INT64 DEFAULT 9;

CREATE TABLE IF NOT EXISTS raw.trip (trip_no INT64, opt STRING);

INSERT INTO mart.seat (trip_no, opt, load_no)
SELECT t.trip_no, t.opt, load_no FROM raw.trip AS t;

EXPORT DATA OPTIONS (uri = 'gs://out/seat/*.csv', format = 'CSV') AS
SELECT s.trip_no, s.opt FROM mart.seat AS s;

-- expect value
--   field   | origin           | line
--   trip_no | raw.trip.trip_no | 6
--   opt     | raw.trip.opt     | 6
--   load_no | constant 9       | 1
-- expect control
--   (none)

-- case:    a session variable of MySQL and rows written to a file
-- why:     A file is no table: the query that fills it writes nothing here.
-- dialect: mysql
-- target:  mart.seat

SET @load_no = 11;

INSERT INTO mart.seat (trip_no, load_no) SELECT t.trip_no, @load_no FROM raw.trip t WHERE t.sold = 1;

SELECT s.trip_no INTO OUTFILE '/out/seat.csv' FIELDS TERMINATED BY ';' FROM mart.seat s;

-- expect value
--   field   | origin           | line
--   trip_no | raw.trip.trip_no | 3
--   load_no | constant 11      | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | raw.trip.sold | 3

-- case:    a watermark read from a table
-- why:     The inputs list their columns and lack seen_to: the name is the script's variable. In a condition its
--          column is that condition's.
-- dialect: bigquery
-- target:  mart.scan_new

DECLARE seen_to INT64;

CREATE TABLE IF NOT EXISTS wh.scan (scan_id INT64, sku STRING);

SET seen_to = (SELECT MAX(d.scan_id) FROM wh.scan_done AS d);

CREATE TEMP TABLE fresh AS
SELECT s.scan_id, s.sku FROM wh.scan AS s WHERE s.scan_id > seen_to;

INSERT INTO mart.scan_new (scan_id, sku, seen_before)
SELECT f.scan_id, f.sku, seen_to FROM fresh AS f;

-- expect value
--   field       | origin               | line
--   scan_id     | wh.scan.scan_id      | 8
--   sku         | wh.scan.sku          | 8
--   seen_before | wh.scan_done.scan_id | 5
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | wh.scan.scan_id      | 8
--   *     | WHERE | wh.scan_done.scan_id | 8

-- case:    a cursor whose columns are fetched into variables
-- why:     FETCH gives each variable a column of the cursor's query by position; its conditions come along.
-- dialect: tsql
-- target:  mart.tug_list

CREATE PROCEDURE etl.list_tugs AS
BEGIN
  DECLARE @no INT, @nm VARCHAR(20);
  DECLARE tugs CURSOR FOR SELECT t.tug_no, t.tug_nm FROM port.tug AS t WHERE t.sold = 0;
  OPEN tugs;
  FETCH NEXT FROM tugs INTO @no, @nm;
  WHILE @@FETCH_STATUS = 0
  BEGIN
    INSERT INTO mart.tug_list (tug_no, tug_nm) VALUES (@no, UPPER(@nm));
    FETCH NEXT FROM tugs INTO @no, @nm;
  END;
  CLOSE tugs;
END;

-- expect value
--   field  | origin          | line
--   tug_no | port.tug.tug_no | 4
--   tug_nm | port.tug.tug_nm | 4
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | port.tug.sold | 4

-- case:    a FOR loop over a query
-- why:     The loop's query is an input of the statement that names its record; its condition governs all fields.
-- dialect: oracle
-- target:  mart.tug_fee

CREATE OR REPLACE PROCEDURE etl.fees IS
BEGIN
  FOR r IN (SELECT t.tug_no, t.fee FROM port.tug t WHERE t.sold = 0) LOOP
    INSERT INTO mart.tug_fee (tug_no, fee, made_by) VALUES (r.tug_no, r.fee * 2, 'LOOP');
  END LOOP;
END;
/

-- expect value
--   field   | origin          | line
--   tug_no  | port.tug.tug_no | 3
--   fee     | port.tug.fee    | 3
--   made_by | constant 'LOOP' | 4
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | port.tug.sold | 3

-- case:    a FOR loop in a function body, and a variable as a bare name
-- why:     VALUES has no input, so the bare name can only be the variable.
-- dialect: postgres
-- target:  mart.tug_day

CREATE FUNCTION etl.note_tugs() RETURNS void LANGUAGE plpgsql AS $$
DECLARE r record; v_day date;
BEGIN
  SELECT max(d.day) INTO v_day FROM port.day d;
  FOR r IN SELECT t.tug_no FROM port.tug t WHERE t.moored LOOP
    INSERT INTO mart.tug_day (tug_no, day) VALUES (r.tug_no, v_day);
  END LOOP;
END $$;

-- expect value
--   field  | origin          | line
--   tug_no | port.tug.tug_no | 5
--   day    | port.day.day    | 4
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | port.tug.moored | 5

-- case:    a function that gives rows, its body in the snapshot
-- why:     Its queries give the columns by position; RETURNS TABLE says how they are called, an alias list says it anew.
-- dialect: postgres
-- target:  rep.crew_day

CREATE FUNCTION fleet.crew_on(on_day date) RETURNS TABLE (crew_no int, hrs int) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT w.crew, w.hours FROM fleet.watch AS w WHERE w.done;
  RETURN QUERY SELECT e.crew, e.extra FROM fleet.extra AS e;
END $$;

CREATE TABLE rep.crew_day AS
SELECT c.crew_no, d.h AS hrs
FROM   fleet.crew_on(CURRENT_DATE) AS c, fleet.crew_on(CURRENT_DATE) AS d (n, h);

-- expect value
--   field   | origin            | line
--   crew_no | fleet.extra.crew  | 4
--   crew_no | fleet.watch.crew  | 3
--   hrs     | fleet.extra.extra | 4
--   hrs     | fleet.watch.hours | 3
-- expect control
--   field | kind          | column           | line
--   *     | WHERE         | fleet.watch.done | 3
--   *     | ROW_GENERATOR | -                | 9

-- case:    an inline function that gives rows
-- why:     Its query is in the snapshot, so its columns go on to their tables; its conditions decide rows.
-- dialect: tsql
-- target:  rep.open_order

CREATE FUNCTION shop.open_of (@cust INT) RETURNS TABLE AS
RETURN (SELECT o.order_no, o.amt FROM shop.ord AS o WHERE o.cust_no = @cust AND o.state = 'open');
GO
SELECT c.cust_no, f.amt
INTO   rep.open_order
FROM   crm.cust AS c CROSS APPLY shop.open_of(c.cust_no) AS f;

-- expect value
--   field   | origin           | line
--   cust_no | crm.cust.cust_no | 4
--   amt     | shop.ord.amt     | 2
-- expect control
--   field | kind          | column           | line
--   *     | WHERE         | shop.ord.cust_no | 2
--   *     | WHERE         | shop.ord.state   | 2
--   *     | ROW_GENERATOR | crm.cust.cust_no | 6

-- case:    a table function of a query
-- why:     The body is a query, so it is read like a view.
-- dialect: bigquery
-- target:  rep.hot

CREATE TABLE FUNCTION wx.above(lim FLOAT64) AS (
  SELECT t.site, t.temp FROM wx.temp AS t WHERE t.temp > 30
);

CREATE TABLE rep.hot AS SELECT h.site, h.temp FROM wx.above(30) AS h;

-- expect value
--   field | origin       | line
--   site  | wx.temp.site | 2
--   temp  | wx.temp.temp | 2
-- expect control
--   field | kind          | column       | line
--   *     | WHERE         | wx.temp.temp | 2
--   *     | ROW_GENERATOR | -            | 5

-- case:    Parameters inside calls are shown by their own names
-- why:     The parser keeps no place of them: a name must not be found in the letters of the call around it.
-- dialect: tsql
-- target:  mart.rounded

CREATE PROCEDURE etl.round_off @s INT, @b INT, @j NVARCHAR(MAX)
AS
INSERT INTO mart.rounded (a, b, c, d)
SELECT ABS(@s), ABS(@b) + 1, ROUND(@s, 2), k
FROM OPENJSON (@j) WITH (k INT N'strict $.K', m INT);

-- expect value
--   field | origin       | line
--   a     | parameter @s | 4
--   b     | parameter @b | 4
--   c     | parameter @s | 4
--   d     | parameter @j | 5
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 5

-- case:    a bare name in Snowflake's scripting
-- why:     In a query a variable has a colon before it, so the bare name is the column.
-- dialect: snowflake
-- target:  mart.trip

CREATE OR REPLACE PROCEDURE mart.load(day DATE) RETURNS STRING LANGUAGE SQL AS
$$
DECLARE top INT;
BEGIN
  SELECT MAX(w.trip_no) INTO :top FROM stage.mark AS w;
  INSERT INTO mart.trip (trip_no, day) SELECT t.trip_no, day FROM stage.trip AS t WHERE t.trip_no > :top AND day = :day;
END;
$$;

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 6
--   day     | stage.trip.day     | 6
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | stage.mark.trip_no | 6
--   *     | WHERE | stage.trip.trip_no | 6
--   *     | WHERE | stage.trip.day     | 6

-- case:    a record fetched from a cursor
-- why:     FETCH gives the record the cursor's row; its fields are that row's columns.
-- dialect: oracle
-- target:  port.log

DECLARE
  CURSOR c IS SELECT s.ship_no, s.nm FROM port.ship s WHERE s.docked = 1;
  r c%ROWTYPE;
BEGIN
  OPEN c;
  LOOP
    FETCH c INTO r;
    EXIT WHEN c%NOTFOUND;
    INSERT INTO port.log (ship_no, nm) VALUES (r.ship_no, UPPER(r.nm));
  END LOOP;
  CLOSE c;
END;
/

-- expect value
--   field   | origin            | line
--   ship_no | port.ship.ship_no | 2
--   nm      | port.ship.nm      | 2
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | port.ship.docked | 2

-- case:    a record selected into
-- why:     SELECT INTO gives a record its row; the conditions belong to the fields that use it.
-- dialect: postgres
-- target:  port.log

CREATE FUNCTION port.note() RETURNS void LANGUAGE plpgsql AS $$
DECLARE s record; b port.berth%ROWTYPE;
BEGIN
  SELECT x.ship_no, x.nm INTO s FROM port.ship x WHERE x.docked;
  SELECT * INTO STRICT b FROM port.berth WHERE free;
  INSERT INTO port.log (ship_no, nm, berth_no) VALUES (s.ship_no, s.nm, b.berth_no);
END $$;

-- expect value
--   field    | origin              | line
--   ship_no  | port.ship.ship_no   | 4
--   nm       | port.ship.nm        | 4
--   berth_no | port.berth.berth_no | 5
-- expect control
--   field    | kind  | column           | line
--   ship_no  | WHERE | port.ship.docked | 4
--   nm       | WHERE | port.ship.docked | 4
--   berth_no | WHERE | port.berth.free  | 5

-- case:    collections
-- why:     BULK COLLECT gives a collection the rows; the index says which, and is no value.
-- dialect: oracle
-- target:  port.ship_fee

DECLARE
  TYPE t_ship IS TABLE OF port.ship%ROWTYPE;
  TYPE t_fee IS TABLE OF NUMBER;
  l t_ship; f t_fee;
BEGIN
  SELECT * BULK COLLECT INTO l FROM port.ship WHERE docked = 1;
  SELECT p.fee BULK COLLECT INTO f FROM port.price p;
  FORALL i IN 1 .. l.COUNT
    INSERT INTO port.ship_fee (ship_no, fee) VALUES (l(i).ship_no, f(i));
END;
/

-- expect value
--   field   | origin            | line
--   ship_no | port.ship.ship_no | 6
--   fee     | port.price.fee    | 7
-- expect control
--   field   | kind  | column           | line
--   ship_no | WHERE | port.ship.docked | 6

-- case:    the parameter of a cursor
-- why:     The ship table is open, so p_kind may be its column or the cursor's parameter.
-- dialect: oracle
-- target:  port.log

CREATE PROCEDURE port.note IS
  CURSOR c (p_kind NUMBER) IS SELECT s.ship_no FROM port.ship s WHERE s.kind = p_kind;  --! AMBIGUOUS_COLUMN_SOURCES port.ship.p_kind, variable:p_kind
BEGIN
  FOR r IN c(3) LOOP
    INSERT INTO port.log (ship_no) VALUES (r.ship_no);
  END LOOP;
END;
/

-- expect value
--   field   | origin            | line
--   ship_no | port.ship.ship_no | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | port.ship.kind | 2

-- case:    several variables set at once
-- why:     Each variable takes its place of the query.
-- dialect: bigquery
-- target:  port.mark

DECLARE low, high INT64;
SET (low, high) = (SELECT AS STRUCT MIN(s.ship_no), MAX(s.ship_no) FROM port.ship AS s WHERE s.docked);
INSERT INTO port.mark (low_no, high_no) VALUES (low, high);

-- expect value
--   field   | origin            | line
--   low_no  | port.ship.ship_no | 2
--   high_no | port.ship.ship_no | 2
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | port.ship.docked | 2

-- case:    a variable that a query adds to
-- why:     The sum goes through the old value; the constant it began with is an operand.
-- dialect: tsql
-- target:  port.mark

DECLARE @total INT = 0, @names VARCHAR(200) = '';
SELECT @total += s.tons, @names = @names + s.nm FROM port.ship AS s WHERE s.docked = 1;
INSERT INTO port.mark (total, names) VALUES (@total, @names);

-- expect value
--   field | origin         | line
--   total | port.ship.tons | 2
--   names | port.ship.nm   | 2
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | port.ship.docked | 2

-- case:    a session variable by its full name
-- why:     session is no column of the table.
-- dialect: databricks
-- target:  port.mark

DECLARE VARIABLE top INT;
SET VAR top = (SELECT MAX(s.ship_no) FROM port.ship AS s);
INSERT INTO port.mark (berth_no, top) SELECT b.berth_no, session.top FROM port.berth AS b;

-- expect value
--   field    | origin              | line
--   berth_no | port.berth.berth_no | 3
--   top      | port.ship.ship_no   | 2
-- expect control
--   (none)

-- case:    a variable set from a loop's record
-- why:     The record is the row of the loop's query, also where a variable takes a field of it.
-- dialect: snowflake
-- target:  port.log

BEGIN
  LET rs RESULTSET := (SELECT s.ship_no, s.nm FROM port.ship AS s WHERE s.docked);
  FOR r IN rs DO
    LET no INT := r.ship_no;
    INSERT INTO port.log (ship_no) VALUES (:no);
  END FOR;
END;

-- expect value
--   field   | origin            | line
--   ship_no | port.ship.ship_no | 2
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | port.ship.docked | 2

-- case:    a trigger of T-SQL: inserted and deleted
-- why:     They are the rows of the table that the trigger watches, as they are now and as they were.
-- dialect: tsql
-- target:  log.acct

UPDATE core.acct SET bal = 0 WHERE closed = 1;
GO
CREATE TRIGGER core.watch ON core.acct AFTER UPDATE AS
INSERT INTO log.acct (id, old_bal, new_limit)
SELECT d.id, d.bal, i.limit_eur
FROM   deleted AS d JOIN inserted AS i ON i.id = d.id
WHERE  i.kind = 'A';

-- expect value
--   field     | origin              | line
--   id        | prior core.acct.id  | 5
--   old_bal   | prior core.acct.bal | 5
--   new_limit | core.acct.limit_eur | 5
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | prior core.acct.id | 6
--   *     | WHERE      | core.acct.kind     | 7

-- case:    row triggers of Oracle
-- why:     :NEW and :OLD are the row of the table behind ON, no parameters.
-- dialect: oracle
-- target:  log.price

CREATE OR REPLACE TRIGGER erp.watch BEFORE INSERT OR UPDATE OF eur ON erp.price FOR EACH ROW
DECLARE
  v_now DATE := SYSDATE;
BEGIN
  INSERT INTO log.price (sku, eur, before, at) VALUES (:NEW.sku, :NEW.eur * 2, :OLD.eur, v_now);
END;
/

-- expect value
--   field  | origin            | line
--   at     | generated SYSDATE | 3
--   before | erp.price.eur     | 5
--   eur    | erp.price.eur     | 5
--   sku    | erp.price.sku     | 5
-- expect control
--   (none)

-- case:    a row trigger of MySQL
-- why:     NEW is the row of the table behind ON.
-- dialect: mysql
-- target:  log.stock

DELIMITER //
CREATE TRIGGER wms.watch AFTER INSERT ON wms.stock FOR EACH ROW
BEGIN
  INSERT INTO log.stock (sku, qty)
  SELECT NEW.sku, SUM(m.qty) FROM wms.move m WHERE m.sku = NEW.sku;
END //
DELIMITER ;

-- expect value
--   field | origin        | line
--   qty   | wms.move.qty  | 5
--   sku   | wms.stock.sku | 5
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | wms.move.sku  | 5
--   *     | WHERE | wms.stock.sku | 5

-- case:    a trigger function of Postgres and the trigger beside it
-- why:     The trigger says which table's rows the function gets.
-- dialect: postgres
-- target:  log.seat

CREATE FUNCTION app.watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log.seat (id, was) VALUES (NEW.id, OLD.class);
  RETURN NEW;
END $$;
CREATE TRIGGER watch AFTER UPDATE ON app.seat FOR EACH ROW EXECUTE FUNCTION app.watch();

-- expect value
--   field | origin         | line
--   id    | app.seat.id    | 3
--   was   | app.seat.class | 3
-- expect control
--   (none)

-- case:    a trigger function without its trigger
-- why:     Which table fires it is not in the snapshot: its rows are set by the run.
-- dialect: postgres
-- target:  log.any

CREATE FUNCTION app.watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log.any (id) VALUES (NEW.id);
  RETURN NEW;
END $$;

-- expect value
--   field | origin           | line
--   id    | parameter NEW.id | 3
-- expect control
--   (none)

-- case:    a loop's record beside a star and a variable
-- why:     The record's columns are asked for behind its name only: a star does not list them, a bare name is none
--          of them.
-- dialect: postgres
-- target:  mart.kept

CREATE TABLE raw.row_of (id INT, day DATE);
CREATE TABLE mart.kept (id INT, day DATE);
DO $$
DECLARE
  r record;
  cut date := current_date;
BEGIN
  FOR r IN SELECT * FROM cfg.open LOOP
    INSERT INTO mart.kept SELECT * FROM raw.row_of o WHERE o.id = r.id;
    INSERT INTO mart.kept (id, day) VALUES (r.id, cut);
  END LOOP;
END $$;

-- expect value
--   field | origin                 | line
--   day   | generated CURRENT_DATE | 6
--   day   | raw.row_of.day         | 9
--   id    | cfg.open.id            | 8
--   id    | raw.row_of.id          | 9
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | cfg.open.id   | 9
--   *     | WHERE | raw.row_of.id | 9

-- case:    RETURNING into variables, in PL/SQL
-- why:     It fills variables, no table; what is read afterwards is the column that was given back.
-- dialect: oracle
-- target:  mart.link

DECLARE
  l_id NUMBER;
  l_was NUMBER;
BEGIN
  UPDATE core.item SET state = 'X' WHERE no = 7 RETURNING owner_id, prev_id INTO l_id, l_was;
  DELETE FROM core.note WHERE item = 7 RETURNING id BULK COLLECT INTO l_gone;
  INSERT INTO mart.link (owner, was) VALUES (l_id, l_was);
END;
/

-- expect value
--   field | origin                   | line
--   owner | prior core.item.owner_id | 5
--   was   | prior core.item.prev_id  | 5
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | prior core.item.no | 5
-- expect tables
--   table
--   core.item
--   mart.link

-- case:    rows that a DELETE gives back are inserted elsewhere, in PL/SQL
-- why:     BULK COLLECT keeps what was deleted, FORALL writes it: each list comes from its column, and the DELETE's
--          condition decides the rows.
-- dialect: oracle
-- target:  arch.badge

DECLARE
  TYPE t_no IS TABLE OF NUMBER;
  l_no t_no;
  l_door t_no;
BEGIN
  DELETE FROM app.badge WHERE expired = 1 RETURNING badge_no, door_no BULK COLLECT INTO l_no, l_door;
  FORALL i IN 1 .. l_no.COUNT
    INSERT INTO arch.badge (badge_no, door_no) VALUES (l_no(i), l_door(i));
END;
/

-- expect value
--   field    | origin             | line
--   badge_no | app.badge.badge_no | 6
--   door_no  | app.badge.door_no  | 6
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | app.badge.expired | 6

-- case:    RETURNING into a variable, in PL/pgSQL, and a temporary table that ends with the transaction
-- why:     INTO behind RETURNING fills a variable. ON COMMIT says nothing of what the table is made of.
-- dialect: postgres
-- target:  mart.note

CREATE FUNCTION app.add() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamp;
  v_each int;
  v_all int[];
BEGIN
  CREATE TEMP TABLE pick ON COMMIT DROP AS SELECT s.id FROM raw.s s;
  INSERT INTO core.note (at) SELECT now() FROM pick p RETURNING at INTO STRICT v_at;
  FOREACH v_each IN ARRAY v_all LOOP
    INSERT INTO mart.note (id, at, nth) SELECT p.id, v_at, v_each FROM pick p;
  END LOOP;
EXCEPTION WHEN others THEN
  INSERT INTO mart.err (text) VALUES (SQLERRM);
END $$;

-- expect value
--   field | origin          | line
--   at    | generated NOW   | 8
--   id    | raw.s.id        | 7
--   nth   | parameter v_all | 9
-- expect control
--   (none)

-- case:    variables of a package, and the table of one row
-- why:     A procedure sees what its package declares. DUAL has no columns that a bare name could be.
-- dialect: oracle
-- target:  mart.stamp

CREATE OR REPLACE PACKAGE BODY mart.pk AS
  g_kind VARCHAR2(1) := 'N';
  PROCEDURE put(p_day DATE) IS
    l_n NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_n FROM core.item;
    MERGE INTO mart.stamp t USING (SELECT p_day AS day, l_n AS n, g_kind AS kind FROM dual) s ON (t.day = s.day)
    WHEN NOT MATCHED THEN INSERT (day, n, kind) VALUES (s.day, s.n, s.kind);
  END put;
END pk;
/

-- expect value
--   field | origin             | line
--   day   | parameter p_day    | 7
--   kind  | constant 'N'       | 2
--   n     | generated COUNT(*) | 6
-- expect control
--   field | kind        | column               | line
--   *     | MERGE_MATCH | prior mart.stamp.day | 7

-- case:    a function of Postgres that gives its OUT parameters
-- why:     Its columns are called after them, by place; a SELECT INTO inside gives nothing back.
-- dialect: postgres
-- target:  mart.pair

CREATE FUNCTION app.pair(k int, OUT town text, OUT n int) LANGUAGE sql AS 'SELECT c.name, c.people FROM geo.city c WHERE c.id = k';
CREATE TABLE mart.pair AS SELECT p.town, p.n FROM app.pair(3) p;

-- expect value
--   field | origin          | line
--   n     | geo.city.people | 1
--   town  | geo.city.name   | 1
-- expect control
--   field | kind          | column      | line
--   *     | ROW_GENERATOR | -           | 2
--   *     | WHERE         | geo.city.id | 1
-- expect diagnostics
--   code                     | candidates             | line
--   AMBIGUOUS_COLUMN_SOURCES | geo.city.k, variable:k | 1

-- case:    the row of a Snowflake loop, bound with a colon
-- why:     `:r.x` is the row's field as `r.x` is.
-- dialect: snowflake
-- target:  mart.each

BEGIN
  LET picked RESULTSET := (SELECT o.id, o.eur FROM raw.o o WHERE o.live);
  LET each CURSOR FOR picked;
  FOR r IN each DO
    INSERT INTO mart.each (id, eur) VALUES (:r.id, r.eur);
  END FOR;
END;

-- expect value
--   field | origin    | line
--   eur   | raw.o.eur | 2
--   id    | raw.o.id  | 2
-- expect control
--   field | kind  | column     | line
--   *     | WHERE | raw.o.live | 2

-- case:    a function of T-SQL that gives the rows of a variable
-- why:     RETURN gives what the body put into the variable; its columns are those behind RETURNS.
-- dialect: tsql
-- target:  mart.line

CREATE FUNCTION app.lines (@no INT) RETURNS @rows TABLE (pos INT, text NVARCHAR(80)) AS
BEGIN
    DECLARE @a INT = 1, @seen TABLE (pos INT), @b INT = 2;
    INSERT @seen SELECT s.pos FROM core.seen AS s;
    INSERT @rows SELECT l.pos, l.txt FROM core.line AS l JOIN @seen AS s ON s.pos = l.pos WHERE l.doc = @no;
    RETURN
END
GO
INSERT INTO mart.line (doc, text)
SELECT d.no, r.text FROM core.doc AS d CROSS APPLY app.lines(d.no) AS r;

-- expect value
--   field | origin        | line
--   doc   | core.doc.no   | 10
--   text  | core.line.txt | 5
-- expect control
--   field | kind          | column        | line
--   *     | INNER_JOIN    | core.line.pos | 5
--   *     | INNER_JOIN    | core.seen.pos | 5
--   *     | ROW_GENERATOR | core.doc.no   | 10
--   *     | WHERE         | core.line.doc | 5

-- case:    a trigger that sets fields of the new row (Postgres)
-- why:     What it assigns is stored: the field has two writers. A field it reads is the row's own content, which
--          comes from whoever writes the table.
-- dialect: postgres
-- target:  rep.sale

CREATE FUNCTION shop.complete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.total := NEW.qty * NEW.price;
  SELECT r.rate INTO NEW.rate FROM shop.rate r WHERE r.cur = NEW.cur;
  RETURN NEW;
END $$;
CREATE TRIGGER complete BEFORE INSERT ON shop.sale FOR EACH ROW EXECUTE FUNCTION shop.complete();
INSERT INTO shop.sale (qty, price, cur, total) SELECT s.n, s.eur, s.cur, s.eur FROM stage.sale s;
CREATE VIEW rep.sale AS SELECT o.total, o.rate FROM shop.sale o;

-- expect value
--   field | origin         | line
--   total | stage.sale.eur | 8
--   total | stage.sale.n   | 8
--   rate  | shop.rate.rate | 4
-- expect control
--   field | kind  | column         | line
--   rate  | WHERE | shop.rate.cur  | 4
--   rate  | WHERE | stage.sale.cur | 4
-- expect open
--   field | reason               | at
--   total | CYCLE                | shop.sale.qty
--   total | CYCLE                | shop.sale.price
--   rate  | NO_WRITER_EXPRESSION | shop.sale.rate

-- case:    a trigger that sets fields of the new row (Oracle)
-- why:     :NEW is no variable: a query's output and a sequence's number are stored in the row.
-- dialect: oracle
-- target:  rep.sale

CREATE OR REPLACE TRIGGER complete BEFORE INSERT ON shop.sale FOR EACH ROW
BEGIN
  :NEW.total := :NEW.qty * 2;
  SELECT shop.seq.NEXTVAL INTO :NEW.id FROM dual;
END;
/
INSERT INTO shop.sale (qty, total) SELECT s.n, s.eur FROM stage.sale s;
CREATE VIEW rep.sale AS SELECT o.id, o.total FROM shop.sale o;

-- expect value
--   field | origin            | line
--   id    | generated NEXTVAL | 4
--   total | stage.sale.eur    | 7
--   total | stage.sale.n      | 7
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   id    | NO_WRITER_EXPRESSION | shop.sale.id
--   total | CYCLE                | shop.sale.qty

-- case:    a trigger that sets a field of the new row (MySQL)
-- why:     Under a condition or not, the earlier writer may still count.
-- dialect: mysql
-- target:  shop.sale

DELIMITER //
CREATE TRIGGER complete BEFORE UPDATE ON shop.sale FOR EACH ROW
BEGIN
  IF NEW.price IS NULL THEN
    SET NEW.price = OLD.price, NEW.by_whom = CURRENT_USER();
  END IF;
END //
DELIMITER ;

-- expect value
--   field   | origin                 | line
--   price   | prior shop.sale.price  | 5
--   by_whom | generated CURRENT_USER | 5
-- expect control
--   (none)

-- case:    a trigger that runs after the row is stored
-- why:     What it assigns is lost.
-- dialect: postgres
-- target:  shop.sale

CREATE FUNCTION shop.late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.total := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER late AFTER INSERT ON shop.sale FOR EACH ROW EXECUTE FUNCTION shop.late();
INSERT INTO shop.sale (total) SELECT s.eur FROM stage.sale s;

-- expect value
--   field | origin         | line
--   total | stage.sale.eur | 7
-- expect control
--   (none)

-- case:    a trigger function of two tables sets a field of both
-- why:     The row it reads is that of the table it writes.
-- dialect: postgres
-- target:  shop.line

CREATE FUNCTION shop.stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := now();
  NEW.name := upper(NEW.name);
  RETURN NEW;
END $$;
CREATE TRIGGER stamp BEFORE UPDATE ON shop.sale FOR EACH ROW EXECUTE FUNCTION shop.stamp();
CREATE TRIGGER stamp BEFORE INSERT ON shop.line FOR EACH ROW EXECUTE FUNCTION shop.stamp();
INSERT INTO shop.line (name) SELECT s.title FROM stage.line s;

-- expect value
--   field   | origin           | line
--   changed | generated NOW    | 3
--   name    | stage.line.title | 9
-- expect control
--   (none)
-- expect open
--   field   | reason               | at
--   changed | NO_WRITER_EXPRESSION | shop.line.changed
--   name    | CYCLE                | shop.line.name

-- case:    a trigger function without its trigger sets a field
-- why:     Of which table is not in the file, so a writer may be missing, and that is said.
-- dialect: postgres
-- target:  shop.line

CREATE FUNCTION shop.stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := now();  --! UNPARSED_WRITERS_POSSIBLE --! UNPARSED_STATEMENT
  RETURN NEW;
END $$;
INSERT INTO shop.line (name, changed) SELECT s.title, s.at FROM stage.line s;

-- expect value
--   field   | origin           | line
--   name    | stage.line.title | 6
--   changed | stage.line.at    | 6
-- expect control
--   (none)

-- case:    a procedure that sets several options at once and numbers rows
-- why:     SET with a list of options is no statement that could write. IDENTITY(INT, 1, 1) numbers the rows: INT is a
--          type and no column.
-- dialect: tsql
-- target:  mart.claim

CREATE PROC mart.load_claim AS
SET NOCOUNT, XACT_ABORT ON
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED
SELECT c.claim_no, IDENTITY(INT, 1, 1) AS seq, [last code] = (SELECT TOP 1 d.code FROM hosp.diag d WHERE d.claim_no = c.claim_no ORDER BY d.ts DESC)
INTO #c
FROM hosp.claim c
WHERE c.state IN ('A', 'B')
INSERT mart.claim (claim_no, seq, code)
SELECT claim_no, seq, [last code] FROM #c
GO

-- expect value
--   field    | origin              | line
--   claim_no | hosp.claim.claim_no | 4
--   seq      | generated IDENTITY  | 4
--   code     | hosp.diag.code      | 4
-- expect control
--   field | kind       | column              | line
--   *     | WHERE      | hosp.claim.state    | 7
--   code  | WHERE      | hosp.claim.claim_no | 4
--   code  | WHERE      | hosp.diag.claim_no  | 4
--   code  | SORT_LIMIT | hosp.diag.ts        | 4

-- case:    a SELECT fills several variables of a Snowflake block
-- why:     Each variable stands for its own column of that query and has its condition.
-- dialect: snowflake
-- target:  dwh.segment

EXECUTE IMMEDIATE $$
DECLARE
  v_cut NUMBER;
  v_day DATE;
BEGIN
  SELECT AVG(x.amt), MAX(x.day) INTO :v_cut, :v_day FROM raw.tx x WHERE x.st = 'OK';
  INSERT OVERWRITE INTO dwh.segment (cust, seg, day)
  SELECT t.cust, IFF(SUM(t.amt) > :v_cut, 'HI', 'LO'), :v_day
  FROM raw.tx t GROUP BY t.cust;
END;
$$;

-- expect value
--   field | origin        | line
--   cust  | raw.tx.cust   | 8
--   seg   | constant 'HI' | 8
--   seg   | constant 'LO' | 8
--   day   | raw.tx.day    | 6
-- expect control
--   field | kind           | column      | line
--   *     | GROUP_BY       | raw.tx.cust | 9
--   seg   | WHERE          | raw.tx.st   | 6
--   seg   | CASE_CONDITION | raw.tx.amt  | 8
--   day   | WHERE          | raw.tx.st   | 6

-- case:    variables of MySQL, named before FROM or last
-- why:     INTO may stand behind the whole query. INTO OUTFILE fills a file and no variable.
-- dialect: mysql
-- target:  rep.shop

DELIMITER $$
CREATE PROCEDURE rep.fill()
BEGIN
  DECLARE v_cut DECIMAL(10,2);
  DECLARE v_day, v_open DATE;
  SELECT AVG(b.amt), MAX(b.day) INTO v_cut, v_day FROM pos.bill b WHERE b.void = 0;
  SELECT s.opened FROM pos.shop AS s WHERE s.shop_no = 1 INTO v_open;
  INSERT INTO rep.shop (cut, day, opened) VALUES (v_cut, v_day, v_open);
  SELECT r.cut INTO OUTFILE '/tmp/cut.csv' FIELDS TERMINATED BY ';' FROM rep.shop r;
END$$
DELIMITER ;

-- expect value
--   field  | origin          | line
--   cut    | pos.bill.amt    | 6
--   day    | pos.bill.day    | 6
--   opened | pos.shop.opened | 7
-- expect control
--   field  | kind  | column           | line
--   cut    | WHERE | pos.bill.void    | 6
--   day    | WHERE | pos.bill.void    | 6
--   opened | WHERE | pos.shop.shop_no | 7

-- case:    session variables of MySQL
-- why:     They last from statement to statement, so what filled them is what they hold.
-- dialect: mysql
-- target:  rep.shop

SELECT AVG(b.amt), MAX(b.day) INTO @cut, @day FROM pos.bill b;
INSERT INTO rep.shop (cut, day) SELECT @cut, @day;

-- expect value
--   field | origin       | line
--   cut   | pos.bill.amt | 1
--   day   | pos.bill.day | 1
-- expect control
--   (none)

-- case:    a procedure of Redshift that names its variables first
-- why:     INTO may stand before the projections.
-- dialect: redshift
-- target:  mart.level

CREATE OR REPLACE PROCEDURE mart.fill() AS $$
DECLARE v_avg numeric; v_last date;
BEGIN
  SELECT INTO v_avg, v_last avg(t.litres), max(t.read_on) FROM plant.tank t;
  INSERT INTO mart.level (litres, last_on) VALUES (v_avg, v_last);
END;
$$ LANGUAGE plpgsql;

-- expect value
--   field   | origin             | line
--   litres  | plant.tank.litres  | 4
--   last_on | plant.tank.read_on | 4
-- expect control
--   (none)

-- case:    a procedure of Teradata with locks, a transaction and variables
-- why:     LOCKING before a statement is how it waits; BT and ET begin and end a transaction and call nothing.
-- dialect: teradata
-- target:  dm.acct

REPLACE PROCEDURE dm.load_acct (IN p_dt DATE)
BEGIN
  DECLARE v_cnt INTEGER; DECLARE v_max DATE;
  BT;
  SELECT COUNT(*), MAX(x.dt) INTO :v_cnt, :v_max FROM stg.acct x;
  LOCKING TABLE stg.acct FOR ACCESS
  INSERT INTO dm.acct (acct_no, bal, n, dt)
  SELECT a.acct_no, ZEROIFNULL(a.bal), :v_cnt, :v_max FROM stg.acct a WHERE a.state = 'O';
  LOCK ROW FOR ACCESS LOCKING TABLE stg.seg FOR READ MODE NOWAIT
  UPDATE dm.acct FROM stg.seg SET bal = stg.seg.bal WHERE dm.acct.acct_no = stg.seg.acct_no;
  ET;
END;

-- expect value
--   field   | origin             | line
--   acct_no | stg.acct.acct_no   | 8
--   bal     | stg.acct.bal       | 8
--   bal     | stg.seg.bal        | 10
--   n       | generated COUNT(*) | 5
--   dt      | stg.acct.dt        | 5
-- expect control
--   field | kind  | column                | line
--   *     | WHERE | stg.acct.state        | 8
--   bal   | WHERE | prior dm.acct.acct_no | 10
--   bal   | WHERE | stg.acct.acct_no      | 10
--   bal   | WHERE | stg.seg.acct_no       | 10

-- case:    a variable that run text fills
-- why:     What text gives that is put together at run time is not in the snapshot: no parameter, and no constant.
-- dialect: oracle
-- target:  rpt.count

DECLARE
  v_n NUMBER; v_day DATE; v_tab VARCHAR2(30);
BEGIN
  SELECT t.tab_nm INTO v_tab FROM cfg.tabs t WHERE t.id = 1;
  EXECUTE IMMEDIATE 'SELECT COUNT(*), MAX(day) FROM ' || v_tab INTO v_n, v_day;  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
  INSERT INTO rpt.count (tab, n, day) VALUES (v_tab, v_n, v_day);
END;
/

-- expect value
--   field | origin          | line
--   tab   | cfg.tabs.tab_nm | 4
--   n     | -               | -
--   day   | -               | -
-- expect control
--   field | kind  | column      | line
--   tab   | WHERE | cfg.tabs.id | 4
-- expect open
--   field | reason      | at
--   n     | DYNAMIC_SQL | execute
--   day   | DYNAMIC_SQL | execute

-- case:    variables that run text and a procedure give back
-- why:     OUTPUT behind a variable says that the call fills it. The body of next_no is not in the snapshot.
-- dialect: tsql
-- target:  rpt.count

DECLARE @n INT, @no INT, @s NVARCHAR(99) = N'SELECT @c = COUNT(*) FROM ' + @tab
EXEC sp_executesql @s, N'@c INT OUTPUT', @c = @n OUTPUT  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
EXEC dbo.next_no 'count', @no OUT  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
INSERT INTO rpt.count (no, n) VALUES (@no, @n)

-- expect value
--   field | origin | line
--   no    | -      | -
--   n     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   no    | OPAQUE_FUNCTION | dbo.next_no
--   n     | DYNAMIC_SQL     | sp_executesql

-- case:    a variable that run text fills, in Postgres and with a value
-- why:     USING gives values to the text; what comes back is not known.
-- dialect: postgres
-- target:  rpt.count

DO $$
DECLARE v_n int;
BEGIN
  EXECUTE format('SELECT count(*) FROM %I WHERE k = $1', 'x') INTO v_n USING 3;  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
  INSERT INTO rpt.count (n) VALUES (v_n);
END $$;

-- expect value
--   field | origin | line
--   n     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason      | at
--   n     | DYNAMIC_SQL | execute

-- case:    a variable that a called procedure fills, in Snowflake
-- why:     INTO takes what the call returns; its body is not in the snapshot.
-- dialect: snowflake
-- target:  rpt.rate

CREATE OR REPLACE PROCEDURE rpt.fill() RETURNS VARCHAR LANGUAGE SQL AS
DECLARE v NUMBER; w DATE;
BEGIN
  CALL fx.get_rate('USD') INTO :v;  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  w := (SELECT MAX(d.day) FROM ref.day d);
  INSERT INTO rpt.rate (rate, day) VALUES (:v, :w);
  RETURN 'ok';
END;

-- expect value
--   field | origin      | line
--   rate  | -           | -
--   day   | ref.day.day | 5
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   rate  | OPAQUE_FUNCTION | fx.get_rate

-- case:    a variable that an UPDATE fills
-- why:     It holds what was assigned, under the conditions of the row.
-- dialect: tsql
-- target:  fin.invoice

DECLARE @no INT, @who NVARCHAR(20)
UPDATE core.counter SET @no = nxt = nxt + 1, @who = owner WHERE nm = 'inv'
INSERT INTO fin.invoice (no, owner) VALUES (@no, @who)

-- expect value
--   field | origin                   | line
--   no    | prior core.counter.nxt   | 2
--   owner | prior core.counter.owner | 2
-- expect control
--   field | kind  | column                | line
--   *     | WHERE | prior core.counter.nm | 2

-- case:    variables given to a procedure, in PL/SQL
-- why:     Which arguments are OUT is not known where the body is not in the snapshot: a variable that stands alone may
-- be filled, or keep what it held. A constant, an IN parameter and an expression cannot be; PUT_LINE only takes, and
-- EXTEND is the collection's own.
-- dialect: oracle
-- target:  gas.bill

CREATE PROCEDURE gas.fill (p_day DATE, p_run IN OUT NUMBER) IS
  v_no NUMBER := 0; v_amt NUMBER; v_m3 NUMBER; v_log VARCHAR2(9) := 'x'; c_kind CONSTANT VARCHAR2(3) := 'GAS';
  r_tariff gas.tariff%ROWTYPE; l_days t_days;
BEGIN
  SELECT m.m3 INTO v_m3 FROM gas.meter m WHERE m.day = p_day;  --! AMBIGUOUS_COLUMN_SOURCES gas.meter.p_day, variable:p_day
  SELECT * INTO r_tariff FROM gas.tariff WHERE id = 1;
  core.seq.next_no(c_kind, v_no, p_amt => v_amt, p_m3 => v_m3 * 2, p_day => p_day, p_run => p_run);  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  core.round_up(r_tariff);  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  dbms_output.put_line(v_log);
  l_days.extend(v_m3);
  INSERT INTO gas.bill (no, amt, m3, log, kind, day, run, price)
  VALUES (v_no, v_amt, v_m3, v_log, c_kind, p_day, p_run, r_tariff.price);
END;
/

-- expect value
--   field | origin           | line
--   no    | constant 0       | 2
--   amt   | -                | -
--   m3    | gas.meter.m3     | 5
--   log   | constant 'x'     | 2
--   kind  | constant 'GAS'   | 2
--   day   | parameter p_day  | 12
--   run   | parameter p_run  | 12
--   price | gas.tariff.price | 6
-- expect control
--   field | kind  | column        | line
--   m3    | WHERE | gas.meter.day | 5
--   price | WHERE | gas.tariff.id | 6
-- expect open
--   field | reason          | at
--   no    | OPAQUE_FUNCTION | core.seq.next_no
--   amt   | OPAQUE_FUNCTION | core.seq.next_no
--   run   | OPAQUE_FUNCTION | core.seq.next_no
--   price | OPAQUE_FUNCTION | core.round_up

-- case:    variables given to a procedure whose head is known
-- why:     The head says which arguments are OUT: such a one loses its value, IN OUT may keep it, the others stay.
-- dialect: oracle
-- target:  gas.bill

CREATE PACKAGE BODY gas.pk IS
  PROCEDURE take (p_a IN NUMBER, p_b IN OUT NOCOPY NUMBER, p_c OUT NUMBER) IS
  BEGIN
    p_c := p_b * 2;
  END;
  PROCEDURE fill IS
    v_a NUMBER := 1; v_b NUMBER := 2; v_c NUMBER := 3;
  BEGIN
    take(v_a, v_b, p_c => v_c);  --! OPAQUE_FUNCTION
    INSERT INTO gas.bill (a, b, c) VALUES (v_a, v_b, v_c);
  END;
END;
/

-- expect value
--   field | origin     | line
--   a     | constant 1 | 7
--   b     | constant 2 | 7
--   c     | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   b     | OPAQUE_FUNCTION | take
--   c     | OPAQUE_FUNCTION | take

-- case:    variables given to a procedure, in MySQL
-- why:     A session variable may be filled as well as a declared one; one that no value was given before has none.
-- dialect: mysql
-- target:  gas.bill

CREATE PROCEDURE gas.fill (IN p_day DATE)
BEGIN
  DECLARE v_no INT DEFAULT 0;
  DECLARE v_amt INT;
  CALL core.next_no('gas', v_no, v_amt, @run);  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  INSERT INTO gas.bill (no, amt, run, day) VALUES (v_no, v_amt, @run, p_day);
END

-- expect value
--   field | origin          | line
--   no    | constant 0      | 3
--   amt   | -               | -
--   run   | parameter @run  | 6
--   day   | parameter p_day | 6
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   no    | OPAQUE_FUNCTION | core.next_no
--   amt   | OPAQUE_FUNCTION | core.next_no
--   run   | OPAQUE_FUNCTION | core.next_no

-- case:    variables given to a procedure, in PL/pgSQL
-- why:     CALL may fill what it is given; PERFORM runs a function and throws away what it gives.
-- dialect: postgres
-- target:  gas.bill

CREATE FUNCTION gas.fill() RETURNS void AS $$
DECLARE v_no int := 1; v_amt int := 2;
BEGIN
  CALL core.next_no(v_no);  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  PERFORM core.note(v_amt);  --! UNRESOLVED_CALL
  INSERT INTO gas.bill (no, amt) VALUES (v_no, v_amt);
END $$ LANGUAGE plpgsql;

-- expect value
--   field | origin     | line
--   no    | constant 1 | 2
--   amt   | constant 2 | 2
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   no    | OPAQUE_FUNCTION | core.next_no

-- case:    variables given to a procedure, in Snowflake
-- why:     An argument with a colon before it is a variable, which the call may fill.
-- dialect: snowflake
-- target:  gas.bill

CREATE OR REPLACE PROCEDURE gas.fill(d DATE) RETURNS VARCHAR LANGUAGE SQL AS
DECLARE v NUMBER; w NUMBER DEFAULT 3;
BEGIN
  CALL fx.get_rate('USD', :v, :w + 1, :d);  --! OPAQUE_FUNCTION --! UNRESOLVED_CALL
  INSERT INTO gas.bill (rate, kind, day) VALUES (:v, :w, :d);
END;

-- expect value
--   field | origin       | line
--   rate  | -            | -
--   kind  | constant 3   | 2
--   day   | parameter :d | 5
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   rate  | OPAQUE_FUNCTION | fx.get_rate
--   day   | OPAQUE_FUNCTION | fx.get_rate

-- case:    a parameter that only a condition replaces
-- why:     Where the condition does not hold, the parameter is what the caller gave. @kind is no parameter: it is
-- declared without a value.
-- dialect: tsql
-- target:  gas.bill

CREATE PROCEDURE gas.fill @day DATE = NULL, @run INT AS
  DECLARE @kind INT
  IF @day IS NULL SET @day = (SELECT MAX(m.day) FROM gas.meter AS m)
  IF @run > 1 SET @kind = 1
  SET @run = 7
  INSERT INTO gas.bill (day, kind, run) VALUES (@day, @kind, @run)

-- expect value
--   field | origin         | line
--   day   | gas.meter.day  | 3
--   day   | parameter @day | 6
--   kind  | constant 1     | 4
--   run   | constant 7     | 5
-- expect control
--   (none)

-- case:    a parameter that only a condition replaces, by its bare name
-- why:     The bare name is the parameter: its caller's value, or what the condition put in its place. v_kind has two
-- values, each under its own condition.
-- dialect: oracle
-- target:  gas.bill

CREATE PROCEDURE gas.fill (p_day IN OUT DATE, p_kind VARCHAR2) IS
  v_kind VARCHAR2(9);
BEGIN
  IF p_day IS NULL THEN p_day := SYSDATE; END IF;
  IF p_kind = 'G' THEN v_kind := 'gas'; ELSE v_kind := p_kind; END IF;
  INSERT INTO gas.bill (day, kind) VALUES (p_day, v_kind);
END;
/

-- expect value
--   field | origin            | line
--   day   | generated SYSDATE | 4
--   day   | parameter p_day   | 6
--   kind  | constant 'gas'    | 5
--   kind  | parameter p_kind  | 5
-- expect control
--   (none)

-- case:    a number that a query counts in a variable, in MySQL
-- why:     The value of @r := @r + 1 is what is assigned; @r in it is what it was before: the literal that SET gave, under
-- an operator and so no origin, and its own value of the row before.
-- dialect: mysql
-- target:  run.rank

SET @r := 0;
INSERT INTO run.rank (pos, name) SELECT @r := @r + 1, s.name FROM run.score s ORDER BY s.pts;

-- expect value
--   field | origin         | line
--   pos   | -              | -
--   name  | run.score.name | 2
-- expect control
--   (none)
-- expect open
--   field | reason | at
--   pos   | CYCLE  | #1

-- case:    a value that a query carries from row to row, in MySQL
-- why:     @v in the query is the value of another row, or the one that its derived table begins with; the next
-- statement reads what the last row left.
-- dialect: mysql
-- target:  run.filled

INSERT INTO run.filled (lap, secs)
SELECT t.lap, IF(t.secs IS NULL, @v, t.secs)
FROM run.lap t, (SELECT @v := 0) i, (SELECT @v := u.secs FROM run.warm u WHERE u.ok = 1) j;
SELECT @last := t.lap FROM run.lap t;
INSERT INTO run.filled (lap) SELECT @last;

-- expect value
--   field | origin        | line
--   lap   | run.lap.lap   | 2
--   secs  | constant 0    | 3
--   secs  | run.lap.secs  | 2
--   secs  | run.warm.secs | 3
-- expect control
--   field | kind           | column       | line
--   *     | WHERE          | run.warm.ok  | 3
--   secs  | CASE_CONDITION | run.lap.secs | 2
-- expect open
--   field | reason               | at
--   secs  | NO_WRITER_EXPRESSION | run.filled.secs

-- case:    a variable assigned inside a condition's branches, in MySQL
-- why:     Each branch gives the variable its own value. @g and @n may be the session's before the first row.
-- dialect: mysql
-- target:  run.place

INSERT INTO run.place (who, n, heat)
SELECT t.who, IF(@g = t.heat, @n := @n + 1, @n := 1), @g := t.heat FROM run.lap t WHERE t.ok = 1;

-- expect value
--   field | origin       | line
--   who   | run.lap.who  | 2
--   n     | constant 1   | 2
--   n     | parameter @n | 2
--   heat  | run.lap.heat | 2
-- expect control
--   field | kind           | column       | line
--   *     | WHERE          | run.lap.ok   | 2
--   n     | CASE_CONDITION | run.lap.heat | 2
-- expect open
--   field | reason | at
--   n     | CYCLE  | #1

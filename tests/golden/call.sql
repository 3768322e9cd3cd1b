-- Calls between procedures: shared temporary tables, and the rows a call gives.

-- case:    A procedure fills the temporary table of its caller
-- why:     A called procedure sees its caller's #t, so what it inserts is there when it comes back.
-- dialect: tsql
-- target:  mart.stock

CREATE PROCEDURE [etl].[fill_counted]
AS
BEGIN
    INSERT INTO #counted (item, amount)
    SELECT c.item_no, c.pieces
    FROM   store.recount AS c
    WHERE  c.closed = 1;
END
GO
CREATE PROCEDURE etl.load_stock
AS
BEGIN
    CREATE TABLE #counted (item INT, amount INT);
    EXEC etl.fill_counted;
    INSERT INTO mart.stock (item, amount)
    SELECT n.item, n.amount
    FROM   #counted AS n;
END
GO

-- expect value
--   field  | origin                | line
--   item   | store.recount.item_no | 5
--   amount | store.recount.pieces  | 5
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | store.recount.closed | 7

-- case:    A procedure reads the temporary table of its caller
-- why:     What the caller put there before the call is what the procedure finds; what comes after is not.
-- dialect: tsql
-- target:  mart.moved

CREATE PROCEDURE dbo.save_moves
AS
INSERT INTO mart.moved (item)
SELECT m.item
FROM   #moves AS m;
GO
CREATE PROCEDURE dbo.run_moves
AS
BEGIN
    SELECT a.item_no AS item
    INTO   #moves
    FROM   store.outbound AS a;
    EXEC save_moves;
    INSERT INTO #moves (item)
    SELECT l.item_no
    FROM   store.late AS l;
END
GO

-- expect value
--   field | origin                 | line
--   item  | store.outbound.item_no | 10
-- expect control
--   (none)

-- case:    A temporary table of one's own hides the caller's
-- why:     A procedure that makes its own #t never sees the caller's, and the caller never sees that one.
-- dialect: tsql
-- target:  mart.kept

CREATE PROCEDURE etl.own_rows
AS
BEGIN
    CREATE TABLE #rows (n INT);
    INSERT INTO #rows (n) SELECT b.n FROM store.inner_rows AS b;
END
GO
CREATE PROCEDURE etl.keep_rows
AS
BEGIN
    CREATE TABLE #rows (n INT);
    INSERT INTO #rows (n) SELECT a.n FROM store.outer_rows AS a;
    EXEC etl.own_rows;
    INSERT INTO mart.kept (n) SELECT r.n FROM #rows AS r;
END
GO

-- expect value
--   field | origin             | line
--   n     | store.outer_rows.n | 12
-- expect control
--   (none)

-- case:    INSERT … EXEC takes the result sets of the procedure by position
-- why:     Every SELECT that gives rows to the caller gives rows here; their conditions decide which.
-- dialect: tsql
-- target:  mart.contact

CREATE PROCEDURE crm.contacts
AS
BEGIN
    SELECT p.full_name, p.phone
    FROM   crm.person AS p
    WHERE  p.blocked = 0;
    SELECT f.title, f.switchboard
    FROM   crm.firm AS f;
END
GO
INSERT INTO mart.contact (name, number)
EXEC crm.contacts;

-- expect value
--   field  | origin               | line
--   name   | crm.firm.title       | 7
--   name   | crm.person.full_name | 4
--   number | crm.firm.switchboard | 7
--   number | crm.person.phone     | 4
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | crm.person.blocked | 6

-- case:    INSERT … EXEC of a procedure that runs text as SQL
-- why:     The text may give rows too, and what they are made of is not in the snapshot.
-- dialect: tsql
-- target:  mart.guess

CREATE PROCEDURE crm.anything @text NVARCHAR(MAX)
AS
BEGIN
    SELECT p.full_name FROM crm.person AS p;
    EXEC sp_executesql @text;
END
GO
INSERT INTO mart.guess (name)
EXEC crm.anything @text = N'SELECT 1';

-- expect value
--   field | origin | line
--   name  | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   name  | OPAQUE_FUNCTION | crm.anything
-- expect diagnostics
--   code            | candidates | line
--   DYNAMIC_SQL     |            | 5
--   OPAQUE_FUNCTION |            | 9

-- case:    A call, a chain of calls, and what they run
-- why:     A called body runs the statements in it, and the calls in it run theirs: each is a COMMAND edge. A
--          name without a schema is looked up in the schema of the procedure that calls it.
-- dialect: tsql
-- target:  mart.stock

CREATE PROCEDURE [etl].[count_stock] @day DATE
AS
BEGIN
    INSERT INTO mart.stock (item)
    SELECT c.item_no FROM store.recount AS c;
END
GO
CREATE OR ALTER PROCEDURE etl.nightly
AS
BEGIN
    DECLARE @rc INT;
    EXEC @rc = count_stock @day = '2026-01-01';
END
GO
EXECUTE [ETL].[Nightly];

-- expect value
--   field | origin                | line
--   item  | store.recount.item_no | 5
-- expect control
--   (none)
-- expect tables
--   table
--   mart.stock
--   store.recount
-- expect runs
--   call        | line | runs        | at
--   count_stock | 12   | mart.stock  | 4
--   etl.nightly | 15   | count_stock | 12

-- case:    INSERT … EXEC runs what the procedure writes, too
-- why:     Its rows go into the table of the INSERT; what else the body writes, the call writes.
-- dialect: tsql
-- target:  audit.reads

CREATE PROCEDURE crm.people
AS
BEGIN
    INSERT INTO audit.reads (reader) SELECT s.login FROM crm.session AS s;
    SELECT p.full_name FROM crm.person AS p;
END
GO
INSERT INTO mart.person (name)
EXEC crm.people;

-- expect value
--   field  | origin            | line
--   reader | crm.session.login | 4
-- expect control
--   (none)
-- expect tables
--   table
--   audit.reads
--   crm.session
-- expect runs
--   call       | line | runs        | at
--   crm.people | 8    | audit.reads | 4

-- case:    Text that is run names no procedure
-- why:     EXEC of a variable or of text is dynamic SQL; what it runs is not in the snapshot, even where a
--          procedure of that name is.
-- dialect: tsql
-- target:  mart.stock

CREATE PROCEDURE etl.count_stock
AS
INSERT INTO mart.stock (item)
SELECT c.item_no FROM store.recount AS c;
GO
DECLARE @which SYSNAME = N'etl.count_stock';
EXEC @which;  --! DYNAMIC_SQL
EXEC (N'etl.count_stock');  --! DYNAMIC_SQL

-- expect value
--   field | origin                | line
--   item  | store.recount.item_no | 4
-- expect control
--   (none)
-- expect runs
--   (none)

-- case:    Procedures that call each other
-- why:     Each call runs the other body; going round ends where it began.
-- dialect: postgres
-- target:  mart.step

CREATE PROCEDURE etl.even(n INT) LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mart.step (item) SELECT e.item FROM store.even AS e;
    IF n > 0 THEN
        CALL etl.odd(n - 1);
    END IF;
END $$;
CREATE PROCEDURE etl.odd(n INT) LANGUAGE plpgsql AS $$
BEGIN
    CALL etl.even(n - 1);
END $$;
CALL etl.odd(9);

-- expect value
--   field | origin          | line
--   item  | store.even.item | 3
-- expect control
--   (none)
-- expect runs
--   call     | line | runs      | at
--   etl.even | 10   | etl.odd   | 5
--   etl.even | 10   | mart.step | 3
--   etl.odd  | 5    | etl.even  | 10
--   etl.odd  | 12   | etl.even  | 10

-- case:    PERFORM of a function runs its body; PERFORM of a query runs none
-- why:     What stands behind PERFORM is the rest of a SELECT: only a function alone is a call. A name without
--          a schema is found by the search path, which the file does not say.
-- dialect: postgres
-- target:  mart.step

CREATE FUNCTION etl.one() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mart.step (item) SELECT e.item FROM store.even AS e;
END $$;
DO $$
BEGIN
    PERFORM etl.one();
    PERFORM one();  --! UNRESOLVED_CALL
    PERFORM pg_notify('etl', 'done');
    PERFORM e.item FROM store.even AS e WHERE e.item = 1;
    PERFORM etl.one() FROM store.even AS e;
END $$;

-- expect value
--   field | origin          | line
--   item  | store.even.item | 3
-- expect control
--   (none)
-- expect runs
--   call    | line | runs      | at
--   etl.one | 7    | mart.step | 3

-- case:    A name with two bodies runs neither for sure
-- why:     Overloads, or two versions in one snapshot: which one a call runs is not proven, so no edge says it.
-- dialect: postgres
-- target:  mart.step

-- file: old/load.sql
CREATE PROCEDURE etl.load() LANGUAGE sql AS $$
    INSERT INTO mart.step (item) SELECT o.item FROM store.old AS o;
$$;

-- file: new/load.sql
CREATE PROCEDURE etl.load(day DATE) LANGUAGE sql AS $$
    INSERT INTO mart.step (item) SELECT n.item FROM store.fresh AS n;
$$;

-- file: run.sql
CALL etl.load();  --! UNRESOLVED_CALL new/load.sql:1, old/load.sql:1
CALL etl.load();

-- expect value
--   field | origin           | line
--   item  | store.fresh.item | new/load.sql:2
--   item  | store.old.item   | old/load.sql:2
-- expect control
--   (none)
-- expect runs
--   (none)

-- case:    Calls in Snowflake: of a script, of a task, of what is not there
-- why:     A task's body is its own script. A body that is not in the snapshot may write anything, and the call
--          says so; what the system brings along says nothing.
-- dialect: snowflake
-- target:  mart.day

CREATE OR REPLACE PROCEDURE etl.load_day() RETURNS STRING LANGUAGE SQL AS
$$
BEGIN
    INSERT INTO mart.day (amount) SELECT s.amount FROM raw.sale AS s;
    CALL etl.clean();  --! UNRESOLVED_CALL
    CALL SYSTEM$WAIT(1);
    RETURN 'done';
END;
$$;
CREATE OR REPLACE PROCEDURE etl.load_all() RETURNS STRING LANGUAGE SQL AS
BEGIN
    CALL ETL."LOAD_DAY"();
    CALL etl."load_day"();  --! UNRESOLVED_CALL
    RETURN 'done';
END;
CREATE TASK etl.nightly SCHEDULE = '60 MINUTE' AS CALL etl.load_all();
EXECUTE TASK etl.nightly;

-- expect value
--   field  | origin          | line
--   amount | raw.sale.amount | 4
-- expect control
--   (none)
-- expect runs
--   call         | line | runs         | at
--   etl.load_day | 12   | mart.day     | 4
--   etl.load_all | 16   | etl.load_day | 12

-- case:    Calls whose result a Snowflake script keeps
-- why:     CALL … INTO, and a call in brackets that a variable takes, are calls like any other.
-- dialect: snowflake
-- target:  mart.day

CREATE OR REPLACE PROCEDURE etl.load_day() RETURNS STRING LANGUAGE SQL AS
BEGIN
    INSERT INTO mart.day (amount) SELECT s.amount FROM raw.sale AS s;
    RETURN 'done';
END;
DECLARE
    said STRING;
BEGIN
    CALL etl.load_day() INTO :said;
    said := (CALL etl.load_day());
    LET rows RESULTSET := (CALL etl.load_day());
END;

-- expect value
--   field  | origin          | line
--   amount | raw.sale.amount | 3
-- expect control
--   (none)
-- expect runs
--   call         | line | runs     | at
--   etl.load_day | 9    | mart.day | 3
--   etl.load_day | 10   | mart.day | 3
--   etl.load_day | 11   | mart.day | 3

-- case:    Calls in BigQuery: one pair of backticks around a path, or around each part
-- why:     Both write the same name. Two parts are three only where something says which project.
-- dialect: bigquery
-- target:  shop.mart.day

CREATE OR REPLACE PROCEDURE `shop.mart.load_day`(day DATE)
BEGIN
  INSERT INTO shop.mart.day (amount) SELECT s.amount FROM shop.raw.sale AS s WHERE s.day = day;
END;
CREATE OR REPLACE PROCEDURE shop.mart.load_all()
BEGIN
  CALL `shop`.`mart`.`load_day`(CURRENT_DATE());
END;
CALL `shop.mart.load_all`();
CALL mart.load_all();  --! UNRESOLVED_CALL
CALL BQ.REFRESH_MATERIALIZED_VIEW('shop.mart.seen');

-- expect value
--   field  | origin               | line
--   amount | shop.raw.sale.amount | 3
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | shop.raw.sale.day | 3
-- expect runs
--   call               | line | runs               | at
--   shop.mart.load_day | 7    | shop.mart.day      | 3
--   shop.mart.load_all | 9    | shop.mart.load_day | 7

-- case:    Calls in MySQL: a routine looks in its own schema
-- why:     Inside a routine a name without a schema is that of the routine's own schema; outside, the session's.
-- dialect: mysql
-- target:  mart.day

DELIMITER //
CREATE PROCEDURE mart.load_day()
BEGIN
    INSERT INTO mart.day (amount) SELECT s.amount FROM raw.sale AS s;
END //
CREATE PROCEDURE mart.load_all(IN again INT)
BEGIN
    CALL `Load_Day`();
    IF again > 0 THEN
        CALL load_all(again - 1);
    END IF;
END //
CREATE EVENT mart.nightly ON SCHEDULE EVERY 1 DAY DO CALL mart.load_all(1) //
DELIMITER ;
CALL load_all(2);  --! UNRESOLVED_CALL
USE mart;
CALL load_all(3);

-- expect value
--   field  | origin          | line
--   amount | raw.sale.amount | 4
-- expect control
--   (none)
-- expect runs
--   call          | line | runs     | at
--   load_day      | 8    | mart.day | 4
--   load_all      | 10   | load_all | 10
--   load_all      | 10   | load_day | 8
--   mart.load_all | 13   | load_all | 10
--   mart.load_all | 13   | load_day | 8
--   mart.load_all | 17   | load_all | 10
--   mart.load_all | 17   | load_day | 8

-- case:    Calls in PL/SQL: inside a package, inside a procedure, of another package
-- why:     A name is looked up from the inside out: what the procedure declares, what its package holds, what
--          its schema holds. A method of a collection and the packages of the database are no procedures.
-- dialect: oracle
-- target:  mart.day

CREATE OR REPLACE PACKAGE BODY mart.load AS
  PROCEDURE day(p_day DATE) IS
  BEGIN
    INSERT INTO mart.day (amount) SELECT s.amount FROM raw.sale s;
  END day;
  PROCEDURE everything(p_day DATE) IS
    l_days t_days;
    PROCEDURE twice IS
    BEGIN
      day(p_day);
      load.day(p_day);
    END twice;
  BEGIN
    l_days.EXTEND;
    twice;
    DBMS_OUTPUT.PUT_LINE('done');
    other_pkg.clean(p_day);  --! UNRESOLVED_CALL
  END everything;
END load;
/
BEGIN
  mart.load.everything(SYSDATE);
END;
/
CALL MART.LOAD.EVERYTHING(SYSDATE);

-- expect value
--   field  | origin          | line
--   amount | raw.sale.amount | 4
-- expect control
--   (none)
-- expect runs
--   call                 | line | runs     | at
--   day                  | 10   | mart.day | 4
--   load.day             | 11   | mart.day | 4
--   twice                | 15   | day      | 10
--   twice                | 15   | load.day | 11
--   mart.load.everything | 22   | twice    | 15
--   mart.load.everything | 25   | twice    | 15

-- case:    Overloads of a package
-- why:     Two procedures of a package have one name and differ in their parameters: which one is called is not
--          proven by the name.
-- dialect: oracle
-- target:  mart.day

CREATE OR REPLACE PACKAGE BODY mart.load AS
  PROCEDURE day(p_day DATE) IS
  BEGIN
    INSERT INTO mart.day (amount) SELECT s.amount FROM raw.sale s;
  END day;
  PROCEDURE day(p_month NUMBER) IS
  BEGIN
    INSERT INTO mart.day (amount) SELECT m.amount FROM raw.month_sale m;
  END day;
END load;
/
BEGIN
  mart.load.day(1);  --! UNRESOLVED_CALL case.sql:2, case.sql:6
END;
/

-- expect value
--   field  | origin                | line
--   amount | raw.month_sale.amount | 8
--   amount | raw.sale.amount       | 4
-- expect control
--   (none)
-- expect runs
--   (none)

-- case:    INSERT … EXEC of a procedure with two result sets
-- why:     Both are rows of the target, by position.
-- dialect: tsql
-- target:  mart.contact

CREATE PROCEDURE crm.contacts AS
BEGIN
    SELECT p.full_name, p.phone FROM crm.person AS p;
    SELECT f.title, f.switchboard FROM crm.firm AS f;
END
GO
INSERT INTO mart.contact (name, number) EXEC crm.contacts;

-- expect value
--   field  | origin               | line
--   name   | crm.firm.title       | 4
--   name   | crm.person.full_name | 3
--   number | crm.firm.switchboard | 4
--   number | crm.person.phone     | 3
-- expect control
--   (none)

-- case:    named arguments of a table function, in DuckDB
-- why:     What stands before the sign is the name of an argument, no column.
-- dialect: duckdb
-- target:  rep.crate

CREATE TABLE rep.crate AS
SELECT no FROM read_csv('crate.csv', header = true, columns = {'no': 'INT', 'lot': 'VARCHAR'});  --! OPAQUE_FUNCTION

-- expect value
--   field | origin | line
--   no    | -      | -
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 2
-- expect open
--   field | reason          | at
--   no    | OPAQUE_FUNCTION | read_csv

-- Views: what gives a view its query, and what a statement that writes to a view changes.

-- case:    ALTER VIEW after CREATE VIEW
-- why:     From then on the view has the query of the ALTER and nothing of the one before.
-- dialect: tsql
-- target:  rep.fare

CREATE VIEW dbo.fare AS SELECT id, price AS amount FROM dbo.tariff;
GO
ALTER VIEW dbo.fare AS SELECT id, net AS amount FROM dbo.tariff_new;
GO
SELECT id, amount INTO rep.fare FROM dbo.fare;

-- expect value
--   field  | origin             | line
--   id     | dbo.tariff_new.id  | 3
--   amount | dbo.tariff_new.net | 3
-- expect control
--   (none)

-- case:    ALTER VIEW as the only definition, in a file of its own
-- why:     A view that is only ever altered is made elsewhere; its query stands in the ALTER.
-- dialect: tsql
-- target:  rep.fare

-- file: fare.sql
IF OBJECT_ID('dbo.fare') IS NULL EXEC('CREATE VIEW dbo.fare AS SELECT 1 AS id');  --! DYNAMIC_SQL --! INCOMPLETE_WRITERS
GO
ALTER VIEW dbo.fare (no, amount) WITH SCHEMABINDING AS
WITH new AS (SELECT id, type, net FROM dbo.tariff_new)
SELECT id, net FROM new WHERE type = 'N' WITH CHECK OPTION;

-- file: rep.sql
SELECT no, amount INTO rep.fare FROM dbo.fare;

-- expect value
--   field  | origin             | line
--   no     | dbo.tariff_new.id  | fare.sql:4
--   amount | dbo.tariff_new.net | fare.sql:4
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | dbo.tariff_new.type | fare.sql:5
-- expect writers
--   table    | rule  | line
--   dbo.fare | EXACT | fare.sql:3

-- case:    ALTER VIEW with MySQL's attributes before the name
-- why:     How a view is carried out and who may read it is none of its query.
-- dialect: mysql
-- target:  rep.fare

CREATE VIEW fare AS SELECT id, price AS amount FROM tariff;
ALTER ALGORITHM = MERGE DEFINER = 'a'@'b' SQL SECURITY INVOKER VIEW fare (no, amount) AS
SELECT id, net FROM tariff_new WITH CHECK OPTION;
INSERT INTO rep.fare (no, amount) SELECT no, amount FROM fare;

-- expect value
--   field  | origin         | line
--   no     | tariff_new.id  | 3
--   amount | tariff_new.net | 3
-- expect control
--   (none)

-- case:    ALTER VIEW that gives a query, renames, and sets properties
-- why:     Only AS gives another query; the other two leave the one it has.
-- dialect: spark
-- target:  rep.fare

CREATE VIEW draft AS SELECT id, price AS amount FROM tariff;
ALTER VIEW draft AS SELECT id, net AS amount FROM tariff_new;
ALTER VIEW draft SET TBLPROPERTIES ('kept' = 'yes');
ALTER VIEW draft RENAME TO fare;
CREATE TABLE rep.fare AS SELECT id, amount FROM fare;

-- expect value
--   field  | origin         | line
--   id     | tariff_new.id  | 2
--   amount | tariff_new.net | 2
-- expect control
--   (none)

-- case:    ALTER VIEW with a query that cannot be read
-- why:     The view's query before it is not the one that is read: the end is open.
-- dialect: tsql
-- target:  rep.fare

CREATE VIEW dbo.fare AS SELECT id FROM dbo.tariff;
GO
ALTER VIEW dbo.fare AS SELECT id FROM dbo.tariff_new WHERE ((;  --! UNPARSED_STATEMENT
GO
SELECT id INTO rep.fare FROM dbo.fare;

-- expect value
--   field | origin        | line
--   id    | dbo.tariff.id | 1
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   id    | UNPARSED_WRITER | dbo.fare.id

-- case:    a view of one table's columns is written to
-- why:     A row put into the view is a row of its table, under the table's column names; so is a change.
-- dialect: tsql
-- target:  rep.seat

CREATE VIEW dbo.seat_v AS SELECT id AS no, class AS kind FROM dbo.seat;
GO
INSERT INTO dbo.seat_v (no, kind) SELECT s.number, s.class FROM dbo.plan_in AS s;
UPDATE dbo.seat_v SET kind = x.kind FROM dbo.seat_v AS v JOIN dbo.fix AS x ON x.no = v.no;
GO
INSERT INTO rep.seat (id, class) SELECT id, class FROM dbo.seat;

-- expect value
--   field | origin             | line
--   id    | dbo.plan_in.number | 3
--   class | dbo.plan_in.class  | 3
--   class | dbo.fix.kind       | 4
-- expect control
--   field | kind       | column             | line
--   class | INNER_JOIN | dbo.fix.no         | 4
--   class | INNER_JOIN | dbo.plan_in.number | 4

-- case:    views over views, without column lists
-- why:     Every view on the way passes the columns on; without a list the order is the view's. A DELETE of what the
--          view shows may leave other rows.
-- dialect: oracle
-- target:  rep.seat

CREATE VIEW busy (no, kind) AS SELECT id, class FROM seat WHERE free = 'N' WITH CHECK OPTION;
CREATE VIEW turned AS SELECT kind AS k, no AS n, UPPER(kind) AS big FROM busy;
CREATE VIEW whole AS SELECT * FROM turned;
INSERT INTO busy SELECT s.no, s.class FROM plan_in s;
DELETE FROM busy;
UPDATE whole SET k = 'X' WHERE n = 1;
INSERT INTO rep.seat (id, class) SELECT id, class FROM seat;

-- expect value
--   field | origin        | line
--   id    | plan_in.no    | 4
--   class | plan_in.class | 4
--   class | constant 'X'  | 6
-- expect control
--   field | kind  | column     | line
--   class | WHERE | plan_in.no | 6
--   class | WHERE | -          | 1

-- case:    one of several tables in MySQL's UPDATE is a view
-- why:     The assigned column is the table's.
-- dialect: mysql
-- target:  rep.seat

CREATE VIEW seat_v AS SELECT id AS no, class AS kind FROM seat;
UPDATE seat_v JOIN fix ON fix.no = seat_v.no SET seat_v.kind = fix.kind;
REPLACE INTO seat (id, class) SELECT no, class FROM plan_in;
INSERT INTO rep.seat (id, class) SELECT id, class FROM seat;

-- expect value
--   field | origin        | line
--   id    | plan_in.no    | 3
--   class | plan_in.class | 3
--   class | fix.kind      | 2
-- expect control
--   field | kind       | column | line
--   class | INNER_JOIN | fix.no | 2

-- case:    an aggregating view is written to
-- why:     Which rows of its table that would be is not to be said: the table's columns have an open end.
-- dialect: mysql
-- target:  rep.seat

CREATE VIEW seats AS SELECT hall, COUNT(*) AS n FROM seat GROUP BY hall;
INSERT INTO seats (hall, n) SELECT h.hall, h.n FROM hall h;  --! OPAQUE_STATEMENT
INSERT INTO rep.seat (hall) SELECT hall FROM seat;

-- expect value
--   field | origin | line
--   hall  | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   hall  | UNPARSED_WRITER | seat.hall

-- case:    a view of another file is written to
-- why:     What the view shows stands elsewhere: that its table is written is said, with which columns is not.
-- dialect: postgres
-- target:  rep.seat

-- file: load.sql
UPDATE seat_v SET kind = 'X';  --! OPAQUE_STATEMENT

-- file: rep.sql
CREATE TABLE rep.seat AS SELECT id, class FROM seat;

-- file: view.sql
CREATE VIEW seat_v AS SELECT id AS no, class AS kind FROM seat;

-- expect value
--   field | origin     | line
--   id    | seat.id    | rep.sql:1
--   class | seat.class | rep.sql:1
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   id    | UNPARSED_WRITER | seat.id
--   class | UNPARSED_WRITER | seat.class

-- case:    a view whose changes a trigger carries out
-- why:     INSTEAD OF puts something else in the place of the INSERT: it is not taken for one into the table.
-- dialect: postgres
-- target:  rep.seat

CREATE VIEW seat_v AS SELECT id AS no FROM seat;
CREATE TRIGGER t INSTEAD OF INSERT ON seat_v FOR EACH ROW EXECUTE FUNCTION put();
INSERT INTO seat_v (no) SELECT no FROM plan_in;  --! OPAQUE_STATEMENT
CREATE TABLE rep.seat AS SELECT id FROM seat;

-- expect value
--   field | origin | line
--   id    | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   id    | UNPARSED_WRITER | seat.id

-- case:    a dialect whose views take no writes
-- why:     The statement would fail: nothing comes into the table.
-- dialect: snowflake
-- target:  rep.seat

CREATE VIEW seat_v AS SELECT id AS no FROM seat;
INSERT INTO seat_v (no) SELECT no FROM plan_in;
CREATE TABLE rep.seat AS SELECT id FROM seat;

-- expect value
--   field | origin  | line
--   id    | seat.id | 3
-- expect control
--   (none)

-- case:    a synonym is written to
-- why:     It is another name for the table.
-- dialect: tsql
-- target:  rep.seat

CREATE SYNONYM dbo.s FOR dbo.seat;
INSERT INTO dbo.s (id) SELECT p.no FROM dbo.plan_in AS p;
INSERT INTO rep.seat (id) SELECT id FROM dbo.seat;

-- expect value
--   field | origin         | line
--   id    | dbo.plan_in.no | 2
-- expect control
--   (none)

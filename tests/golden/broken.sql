-- What cannot be read, and what stands beside it.

-- case:    a broken statement between two good ones
-- why:     Statements are split before they are read, so the broken one costs only itself.
-- dialect: snowflake
-- target:  mart.lot_value

CREATE OR REPLACE TABLE mart.lot AS SELECT l.lot_no, l.kilos FROM farm.lot l WHERE l.graded;

CREATE OR REPLACE TABLE mart.lot_lost AS SELECT s.lot_no, SUM(s.kilos AS kilos FROM farm.ship s GROUP BY s.lot_no;  --! UNPARSED_STATEMENT

CREATE OR REPLACE TABLE mart.lot_value AS
SELECT m.lot_no, m.kilos * p.per_kilo AS eur FROM mart.lot m JOIN farm.price p ON p.lot_no = m.lot_no;

-- expect value
--   field  | origin              | line
--   lot_no | farm.lot.lot_no     | 1
--   eur    | farm.lot.kilos      | 1
--   eur    | farm.price.per_kilo | 6
-- expect control
--   field | kind       | column            | line
--   *     | WHERE      | farm.lot.graded   | 1
--   *     | INNER_JOIN | farm.price.lot_no | 6
--   *     | INNER_JOIN | farm.lot.lot_no   | 6

-- case:    the broken statement is the target's only writer
-- why:     Its head names the target, and nothing else is known of it.
-- dialect: snowflake
-- target:  mart.lot_lost

CREATE OR REPLACE TABLE mart.lot_lost AS SELECT s.lot_no, SUM(s.kilos AS kilos FROM farm.ship s GROUP BY s.lot_no;  --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    a statement above the limit between two good ones
-- why:     It is not read, whatever stands in it. Its head names what it writes.
-- dialect: snowflake
-- target:  mart.lot_value
-- longest: 150

CREATE OR REPLACE TABLE mart.lot AS SELECT l.lot_no, l.kilos FROM farm.lot l WHERE l.graded;

INSERT INTO mart.lot (lot_no, kilos)  --! STATEMENT_TOO_LARGE --! UNPARSED_STATEMENT
SELECT s.lot_no, s.kilos FROM farm.ship s
WHERE s.kind IN ('barley', 'maize', 'millet', 'oats', 'rice', 'rye', 'sorghum', 'triticale', 'wheat');

CREATE OR REPLACE TABLE mart.lot_value AS SELECT m.lot_no FROM mart.lot m;

-- expect value
--   field  | origin          | line
--   lot_no | farm.lot.lot_no | 1
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | farm.lot.graded | 1
-- expect open
--   field  | reason          | at
--   lot_no | UNPARSED_WRITER | mart.lot.lot_no

-- case:    a broken statement writes what is read
-- why:     The path ends at the writer that could not be read. The table is no external one.
-- dialect: spark
-- target:  rep.lot

-- file: build.sql
CREATE TABLE mart.lot AS SELECT s.lot_no, SUM(s.kilos AS kilos FROM farm.ship s GROUP BY s.lot_no;  --! UNPARSED_STATEMENT

-- file: report.sql
CREATE TABLE rep.lot AS SELECT l.lot_no FROM mart.lot l;

-- expect value
--   field  | origin | line
--   lot_no | -      | -
-- expect control
--   (none)
-- expect open
--   field  | reason          | at
--   lot_no | UNPARSED_WRITER | mart.lot.lot_no

-- case:    CRLF and GO
-- why:     GO with a carriage return behind it is a separator like any other, and lines are counted once.
-- dialect: tsql
-- target:  dw.worn
-- newlines: crlf

INSERT INTO dw.tread (tyre_no, depth_mm)
SELECT t.tyre_no, t.depth_mm
FROM   stg.tread AS t
GO
INSERT INTO dw.worn (tyre_no, depth_mm)
SELECT w.tyre_no, w.depth_mm FROM dw.tread AS w WHERE w.depth_mm < 3
GO

-- expect value
--   field    | origin             | line
--   tyre_no  | stg.tread.tyre_no  | 2
--   depth_mm | stg.tread.depth_mm | 2
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | stg.tread.depth_mm | 6

-- case:    a mark of the byte order, CRLF and GO
-- why:     The mark at the beginning is no part of the first word.
-- dialect: tsql
-- target:  dw.wheel_low
-- newlines: crlf

﻿INSERT INTO dw.wheel (wheel_no, bar)
SELECT w.wheel_no, w.bar
FROM stg.wheel AS w
GO
INSERT INTO dw.wheel_low (wheel_no, bar)
SELECT y.wheel_no, y.bar FROM dw.wheel AS y WHERE y.bar < 2
GO

-- expect value
--   field    | origin             | line
--   wheel_no | stg.wheel.wheel_no | 2
--   bar      | stg.wheel.bar      | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | stg.wheel.bar | 6

-- case:    a mark of the byte order and CRLF, in Postgres behind a client's line
-- why:     The client's line begins behind the mark.
-- dialect: postgres
-- target:  dw.wheel
-- newlines: crlf

﻿\set ON_ERROR_STOP on
CREATE TABLE dw.wheel AS SELECT w.wheel_no FROM stg.wheel AS w;

-- expect value
--   field    | origin             | line
--   wheel_no | stg.wheel.wheel_no | 2
-- expect control
--   (none)

-- case:    a mark of the byte order, in MySQL before a comment
-- why:     A comment behind the mark is a comment.
-- dialect: mysql
-- target:  dw.wheel

﻿# wheels of the week
INSERT INTO dw.wheel (wheel_no) SELECT w.wheel_no FROM stg.wheel w;

-- expect value
--   field    | origin             | line
--   wheel_no | stg.wheel.wheel_no | 2
-- expect control
--   (none)

-- case:    a mark of the byte order and CRLF, in Oracle
-- why:     As everywhere.
-- dialect: oracle
-- target:  dw.wheel
-- newlines: crlf

﻿BEGIN
  INSERT INTO dw.wheel (wheel_no) SELECT w.wheel_no FROM stg.wheel w;
END;
/

-- expect value
--   field    | origin             | line
--   wheel_no | stg.wheel.wheel_no | 2
-- expect control
--   (none)

-- case:    merge conflict markers
-- why:     Between the markers nobody knows which side counts. What stands outside is read.
-- dialect: postgres
-- target:  rep.outside

CREATE TABLE rep.outside AS SELECT a.k FROM src.a AS a;

<<<<<<< ours  --! CONFLICT_MARKER --! UNPARSED_WRITERS_POSSIBLE
CREATE TABLE rep.inside AS SELECT b.k FROM src.b AS b;
=======
CREATE TABLE rep.inside AS SELECT c.k FROM src.c AS c;
>>>>>>> theirs

-- expect value
--   field | origin  | line
--   k     | src.a.k | 1
-- expect control
--   (none)

-- case:    comments, strings and dollar quotes that look like the end
-- why:     A semicolon inside them ends nothing.
-- dialect: postgres
-- target:  rep.quoted

CREATE TABLE rep.quoted AS  -- first; line
SELECT a.k /* a; /* nested; */ comment */, 'x;y' AS v, $t$p;q$t$ AS w
FROM   src.a AS a;

-- expect value
--   field | origin             | line
--   k     | src.a.k            | 2
--   v     | constant 'x;y'     | 2
--   w     | constant $t$p;q$t$ | 2
-- expect control
--   (none)

-- case:    a string that is never closed
-- why:     What stands before it is read. What follows is part of the string as far as anyone can tell.
-- dialect: postgres
-- target:  rep.closed

CREATE TABLE rep.closed AS SELECT a.k FROM src.a AS a;

CREATE TABLE rep.unclosed AS SELECT 'abc AS v FROM src.b AS b;  --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE --! UNTERMINATED_TEXT

-- expect value
--   field | origin  | line
--   k     | src.a.k | 1
-- expect control
--   (none)

-- case:    a file without a statement, and one that runs another
-- why:     Neither changes the answer. The included file is not followed: it has to be frozen itself.
-- dialect: oracle
-- target:  rep.plain

-- file: empty.sql
-- nothing here  --! EMPTY_FILE

-- file: main.sql
@@common/settings.sql  --! UNRESOLVED_INCLUDE
CREATE TABLE rep.plain AS SELECT a.k FROM src.a a;

-- expect value
--   field | origin  | line
--   k     | src.a.k | main.sql:2
-- expect control
--   (none)

-- case:    a character nobody sees
-- why:     A blank without width stands in a name, which is therefore another name.
-- dialect: postgres
-- target:  rep.seen

CREATE TABLE rep.seen AS
SELECT a.k AS one,
       a.k​2 AS two  --! SUSPICIOUS_CHAR
FROM   src.a AS a;

-- expect value
--   field | origin      | line
--   one   | src.a.k     | 2
--   two   | src.a."k​2" | 3
-- expect control
--   (none)

-- case:    a comment that some servers run
-- why:     It is no comment to MySQL and one to everybody else. What it holds is not analysed, and that is said.
-- dialect: mysql
-- target:  rep.hinted

CREATE TABLE rep.hinted AS SELECT a.k FROM src.a a;

/*!50100 INSERT INTO rep.hinted (k) SELECT b.k FROM src.b b */;  --! EXECUTABLE_COMMENT

-- expect value
--   field | origin  | line
--   k     | src.a.k | 1
-- expect control
--   (none)

-- case:    a statement with an unreadable head
-- why:     It could write anything, so no table is certain to have no other writer.
-- dialect: spark
-- target:  rep.certain

CREATE TABLE rep.certain AS SELECT a.k FROM src.a a;

INSERT INTO (SELECT FROM;  --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE

-- expect value
--   field | origin  | line
--   k     | src.a.k | 1
-- expect control
--   (none)

-- case:    two definitions of one table
-- why:     Between files there is no order, so neither column list is proven and the star cannot be placed.
-- dialect: postgres
-- target:  rep.conflict

-- file: a.sql
CREATE TABLE core.gate (gate_no int, town text);  --! DDL_CONFLICT

-- file: b.sql
CREATE TABLE core.gate (gate_no int, city text);  --! DDL_CONFLICT

-- file: c.sql
CREATE TABLE rep.conflict AS
SELECT g.gate_no, bell_no  --! AMBIGUOUS_COLUMN_SOURCES core.gate.bell_no, core.bell.bell_no
FROM   core.gate AS g JOIN core.bell AS x ON x.gate_ref = g.gate_no;

-- expect value
--   field   | origin            | line
--   gate_no | core.gate.gate_no | c.sql:2
--   bell_no | -                 | -
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | core.bell.gate_ref | c.sql:3
--   *     | INNER_JOIN | core.gate.gate_no  | c.sql:3
-- expect open
--   field   | reason           | at
--   bell_no | AMBIGUOUS_COLUMN | bell_no

-- case:    a template that decides what stands in the statement
-- why:     Which SQL it becomes is known when it is rendered.
-- dialect: postgres
-- target:  rep.templated

CREATE TABLE rep.templated AS
SELECT a.k
{% for name in names %}, a.{{ name }}{% endfor %}  --! OPAQUE_TEMPLATE
FROM src.a AS a;

-- expect value
--   field | origin  | line
--   k     | src.a.k | 2
--   #2    | -       | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   #2    | OPAQUE_TEMPLATE | a.{{ name }}

-- case:    a function of the project's own
-- why:     Its arguments are the value as far as the snapshot shows; what it does with them is in its body.
-- dialect: postgres
-- target:  rep.cleaned

CREATE TABLE rep.cleaned AS
SELECT util.clean_name(a.nm) AS nm  --! OPAQUE_FUNCTION
FROM   src.a AS a;

-- expect value
--   field | origin   | line
--   nm    | src.a.nm | 2
-- expect control
--   (none)

-- case:    a star whose columns are needed
-- why:     The table lists two columns; which of the source's columns meet them is not known.
-- dialect: postgres
-- target:  dm.pair

CREATE TABLE dm.pair (one int, two int);

INSERT INTO dm.pair
SELECT * FROM src.pair;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin | line
--   one   | -      | -
--   two   | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   one   | NON_ENUMERABLE_PROJECTION | *
--   two   | NON_ENUMERABLE_PROJECTION | *

-- case:    a statement that is known by its first word only
-- why:     It changes data in a way the program does not read, so it is named and never passed over.
-- dialect: postgres
-- target:  rep.named

CREATE TABLE rep.named AS SELECT a.k FROM src.a AS a;

CREATE RULE keep_named AS ON INSERT TO rep.named DO ALSO INSERT INTO rep.copy SELECT NEW.k;  --! OPAQUE_STATEMENT --! UNPARSED_WRITERS_POSSIBLE

-- expect value
--   field | origin  | line
--   k     | src.a.k | 1
-- expect control
--   (none)

-- case:    INSERT of what a text put together gives
-- why:     The columns are filled, but what fills them is made at run time.
-- dialect: tsql
-- target:  mart.picked

DECLARE @q NVARCHAR(200) = N'SELECT k FROM ' + @table;
INSERT INTO mart.picked (k) EXEC sp_executesql @q;  --! DYNAMIC_SQL

-- expect value
--   field | origin | line
--   k     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason      | at
--   k     | DYNAMIC_SQL | sp_executesql

-- case:    PIVOT whose rows decide its columns
-- why:     Which columns there are is in the data, so the statement is not read as if it were known.
-- dialect: snowflake
-- target:  rep.wide

CREATE TABLE rep.wide AS  --! UNPARSED_STATEMENT
SELECT * FROM (SELECT k, tag, amt FROM src.long) PIVOT (SUM(amt) FOR tag IN (ANY ORDER BY tag));

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    a schema cloned whole
-- why:     Which tables the clone has, the statement does not say: it may write anything.
-- dialect: snowflake
-- target:  mart.trip

CREATE TABLE mart.trip AS SELECT t.trip_no FROM stage.trip AS t;
CREATE SCHEMA mart_copy CLONE mart;  --! OPAQUE_STATEMENT --! UNPARSED_WRITERS_POSSIBLE

-- expect value
--   field   | origin             | line
--   trip_no | stage.trip.trip_no | 1
-- expect control
--   (none)

-- case:    a broken statement between two good ones, in T-SQL without semicolons
-- why:     It costs itself only: the next statement begins where a statement can begin.
-- dialect: tsql
-- target:  mart.two

INSERT INTO mart.one (a) SELECT s.a FROM raw.s AS s
INSERT INTO mart.bad (a) SELECT SUM(s.a FROM raw.s AS s
INSERT INTO mart.two (a) SELECT t.a FROM raw.t AS t

-- expect value
--   field | origin  | line
--   a     | raw.t.a | 3
-- expect control
--   (none)
-- expect diagnostics
--   code               | candidates | line
--   UNPARSED_STATEMENT |            | 2

-- case:    a broken statement in a body of Oracle
-- why:     The other statements of the procedure are evidence all the same.
-- dialect: oracle
-- target:  mart.two

CREATE OR REPLACE PROCEDURE etl.load IS
BEGIN
  INSERT INTO mart.one (a) SELECT s.a FROM raw.s s;
  INSERT INTO mart.bad (a) SELECT s.a, FROM WHERE raw.s s;  --! UNPARSED_STATEMENT
  INSERT INTO mart.two (a) SELECT t.a FROM raw.t t;
END;
/

-- expect value
--   field | origin  | line
--   a     | raw.t.a | 5
-- expect control
--   (none)

-- case:    a broken statement in MySQL, and a client's commands around it
-- why:     SOURCE runs another file, which is not followed; DELIMITER and a broken line cost nothing else.
-- dialect: mysql
-- target:  mart.two

SOURCE other.sql
INSERT INTO mart.bad (a) SELECT (s.a FROM raw.s s;  --! UNPARSED_STATEMENT
INSERT INTO mart.two (a) SELECT t.a FROM raw.t t;

-- expect value
--   field | origin  | line
--   a     | raw.t.a | 3
-- expect control
--   (none)
-- expect diagnostics
--   code               | candidates | line
--   UNRESOLVED_INCLUDE |            | 1

-- case:    CRLF in Oracle, with a slash
-- why:     Lines count as an editor counts them.
-- dialect: oracle
-- target:  mart.worn
-- newlines: crlf

INSERT INTO mart.all_tyres (no, mm) SELECT t.no, t.mm FROM stg.tyre t
/
INSERT INTO mart.worn (no) SELECT y.no FROM mart.all_tyres y WHERE y.mm < 3
/

-- expect value
--   field | origin      | line
--   no    | stg.tyre.no | 1
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | stg.tyre.mm | 3

-- case:    CRLF in BigQuery, a comment at the end of a line and one over lines
-- why:     What stands in a comment is none of the SQL; what stands after it is.
-- dialect: bigquery
-- target:  mart.note
-- newlines: crlf

CREATE TABLE mart.note AS -- FROM raw.wrong
SELECT n.id, /* n.a,
       n.b, */ n.c # n.d
FROM   raw.note AS n;

-- expect value
--   field | origin      | line
--   c     | raw.note.c  | 3
--   id    | raw.note.id | 2
-- expect control
--   (none)

-- case:    letters of other scripts, and a blank that is none
-- why:     Names keep their letters; a space without break separates words like any other.
-- dialect: snowflake
-- target:  mart.größe

CREATE TABLE mart.größe AS SELECT t.名前 AS name, t.größe FROM raw.данные t;

-- expect value
--   field | origin           | line
--   größe | raw.данные.größe | 1
--   name  | raw.данные.名前    | 1

-- case:    two names that look the same
-- why:     A Cyrillic letter makes another name of it. Both stand, and a reader is told.
-- dialect: postgres
-- target:  mart.wage

CREATE TABLE mart.pay AS SELECT s.amount FROM ods.salary s;  --! CONFUSABLE_NAMES mart.pay, mart.pаy

CREATE TABLE mart.wage AS SELECT p.amount FROM mart.pаy p;  --! CONFUSABLE_NAMES mart.pay, mart.pаy

-- expect value
--   field  | origin          | line
--   amount | mart.pаy.amount | 3
-- expect control
--   (none)

-- case:    one name in two forms of Unicode
-- why:     Composed and decomposed letters are different names to a database; nothing is merged.
-- dialect: postgres
-- target:  mart.menu

CREATE TABLE mart.café AS SELECT s.dish FROM ods.card s;  --! NORMALISATION_TWIN mart.café, mart.café

CREATE TABLE mart.menu AS SELECT c.dish FROM mart.café c;  --! NORMALISATION_TWIN mart.café, mart.café

-- expect value
--   field | origin          | line
--   dish  | mart.café.dish | 3
-- expect control
--   (none)

-- case:    two files that some disks take for one
-- why:     Their paths differ by case only.
-- dialect: postgres
-- target:  mart.one

-- file: LOAD.sql
CREATE TABLE mart.two AS SELECT s.k FROM ods.s s;  --! CASE_COLLISION LOAD.sql, load.sql

-- file: load.sql
CREATE TABLE mart.one AS SELECT r.k FROM ods.r r;  --! CASE_COLLISION LOAD.sql, load.sql

-- expect value
--   field | origin  | line
--   k     | ods.r.k | load.sql:1
-- expect control
--   (none)

-- case:    a script of another dialect
-- why:     Nothing of it is read as MySQL, and T-SQL reads most of it. The dialect stays as it was set.
-- dialect: mysql
-- target:  mart.top

-- file: other.sql
SELECT TOP 5 [order no] INTO #first FROM [shop].[dbo].[orders] WITH (NOLOCK);  --! DIALECT_SUSPECT tsql --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE
SELECT TOP 5 [order no] INTO #last FROM [shop].[dbo].[orders] WITH (NOLOCK);
SELECT [order no] INTO #all FROM #first;

-- file: own.sql
CREATE TABLE mart.top AS SELECT s.k FROM ods.s s;

-- expect value
--   field | origin  | line
--   k     | ods.s.k | own.sql:1
-- expect control
--   (none)

-- case:    one alias for two inputs
-- why:     No database runs it, so neither input is meant for sure.
-- dialect: postgres
-- target:  mart.both

CREATE TABLE mart.both AS
SELECT x.k  --! AMBIGUOUS_COLUMN_SOURCES ods.s.k, ods.r.k
FROM   ods.s x CROSS JOIN ods.r x;

-- expect value
--   field | origin | line
--   k     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   k     | AMBIGUOUS_COLUMN | x.k

-- case:    one name for two queries of a WITH
-- why:     No database runs it; which of the two is meant is not said.
-- dialect: postgres
-- target:  mart.twice

CREATE TABLE mart.twice AS WITH c AS (SELECT 1 AS k), c AS (SELECT s.k FROM ods.s s) SELECT c.k FROM c;  --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    a parameter where a schema has its name
-- why:     Hive knows no such parameter, and no placeholder style was set that does. Nothing is made up.
-- dialect: hive
-- target:  mart.given

CREATE TABLE mart.given AS SELECT s.k FROM $(env).s s;  --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    a wide comma
-- why:     It is a letter to the parser, which would make one name of two columns.
-- dialect: spark
-- target:  mart.wide

CREATE TABLE mart.wide AS SELECT s.a，s.b FROM ods.s s;  --! SUSPICIOUS_CHAR --! UNPARSED_STATEMENT

-- expect value
--   (none)
-- expect control
--   (none)

-- case:    wide brackets in a name
-- why:     In pairs they belong to the name.
-- dialect: spark
-- target:  mart.sum

CREATE TABLE mart.sum AS SELECT s.a AS 金额（元） FROM ods.s s;  --! SUSPICIOUS_CHAR --! SUSPICIOUS_CHAR

-- expect value
--   field | origin  | line
--   金额（元） | ods.s.a | 1
-- expect control
--   (none)

-- case:    LOAD DATA with the words of another dialect
-- why:     The table is named, and from where it is filled is not known.
-- dialect: hive
-- target:  mart.hit

INSERT INTO mart.hit SELECT h.no FROM stg.hit h;  --! TARGET_COLUMN_NAME_UNPROVEN no
LOAD DATA OVERWRITE stg.hit (no INT) FROM FILES (format = 'CSV', uris = ['gs://in/hit.csv']);  --! OPAQUE_STATEMENT --! UNPARSED_WRITERS_POSSIBLE

-- expect value
--   field | origin     | line
--   no    | stg.hit.no | 1
-- expect control
--   (none)

-- case:    a dump of MySQL
-- why:     Locks move no data. What stands in executable comments is said to be open.
-- dialect: mysql
-- target:  rep.pay

DROP TABLE IF EXISTS `pay`;
CREATE TABLE `pay` (
  `id` int NOT NULL AUTO_INCREMENT,
  `amt` decimal(10,2) DEFAULT '0.00' COMMENT 'amount; net',
  PRIMARY KEY (`id`), KEY `k` (`amt`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES `pay` WRITE, ref.rate AS r READ;
INSERT INTO `pay` VALUES (1,2.50),(2,3.00);
UNLOCK TABLES;
CREATE TABLE rep.pay AS SELECT p.id, p.amt FROM `pay` AS p;

-- expect value
--   field | origin        | line
--   id    | constant 1    | 8
--   id    | constant 2    | 8
--   amt   | constant 2.50 | 8
--   amt   | constant 3.00 | 8
-- expect control
--   (none)

-- case:    a statement that falls apart still names its table
-- why:     Its head says what it writes, so nothing else is in doubt.
-- dialect: snowflake
-- target:  mart.lot

create or replace table mart.lot_broken as  --! OPAQUE_STATEMENT
select a.x a.y from farm.a a;

insert into mart.lot (lot_no, kg)
select b.lot_no, b.kg from farm.b b;

-- expect value
--   field  | origin        | line
--   lot_no | farm.b.lot_no | 5
--   kg     | farm.b.kg     | 5
-- expect control
--   (none)

-- case:    a broken MERGE does not write a table called SET
-- why:     The first verb names the table. UPDATE SET inside a MERGE names none.
-- dialect: tsql
-- target:  dw.good

MERGE dw.broken AS t USING stg.x AS s ON (t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v;  --! UNPARSED_STATEMENT
GO
INSERT INTO dw.good (id) SELECT x.id FROM stg.x AS x;

-- expect value
--   field | origin   | line
--   id    | stg.x.id | 3
-- expect control
--   (none)

-- case:    DDL that falls apart writes nothing
-- why:     Without a query it brings no rows: nothing of what the table holds is in doubt.
-- dialect: postgres
-- target:  dw.plan

CREATE TABLE dw.plan (plan_id int, CHECK ((plan_id > 0) WITH (x) STRANGE;  --! UNPARSED_STATEMENT
INSERT INTO dw.plan (plan_id) SELECT p.plan_id FROM stg.plan AS p;

-- expect value
--   field   | origin           | line
--   plan_id | stg.plan.plan_id | 2
-- expect control
--   (none)

-- case:    a hint behind the verb of a statement that cannot be read
-- why:     The hint is no name; the table stands behind INTO.
-- dialect: oracle
-- target:  dw.good

INSERT /*+ WITH_PLSQL */ INTO dw.broken (id) SELECT ((s.id FROM stg.s s;  --! UNPARSED_STATEMENT
INSERT INTO dw.good (id) SELECT s.id FROM stg.s s;

-- expect value
--   field | origin   | line
--   id    | stg.s.id | 2
-- expect control
--   (none)

-- case:    a message with a quote too many
-- why:     The INSERT between the two broken messages is part of a string: it is not claimed, and that is said.
-- dialect: tsql
-- target:  shop.day

INSERT INTO shop.day (n) SELECT a.n FROM till.a AS a
PRINT 'it's broken'  --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE
INSERT INTO shop.day (n) SELECT b.n FROM till.b AS b
RAISERROR ('that's bad', 16, 1)
INSERT INTO shop.day (n) SELECT c.n FROM till.c AS c
GO
EXEC core.log 'broken  --! UNPARSED_STATEMENT
INSERT INTO shop.day (n) SELECT d.n FROM till.d AS d
PRINT '%d rows
INSERT INTO shop.day (n) SELECT e.n FROM till.e AS e
GO
PRINT 'it''s ' + N'fine' RAISERROR ('it''s fine, %d', 16, 1, @n) WITH NOWAIT
EXEC core.log 'it''s fine', @at OUTPUT  --! UNRESOLVED_CALL

-- expect value
--   field | origin   | line
--   n     | till.a.n | 1
--   n     | till.c.n | 5
--   n     | till.e.n | 10
-- expect control
--   (none)

-- case:    a message that a quote never ends
-- why:     The string goes on to the end of the file, over GO.
-- dialect: tsql
-- target:  shop.day

INSERT INTO shop.day (n) SELECT a.n FROM till.a AS a
PRINT 'broken  --! UNPARSED_WRITERS_POSSIBLE --! UNTERMINATED_TEXT
INSERT INTO shop.day (n) SELECT b.n FROM till.b AS b
GO
INSERT INTO shop.day (n) SELECT c.n FROM till.c AS c
GO

-- expect value
--   field | origin   | line
--   n     | till.a.n | 1
-- expect control
--   (none)

-- case:    a message with a quote too many, in PL/pgSQL
-- why:     RAISE is no statement that is parsed, and its text is as torn.
-- dialect: postgres
-- target:  shop.day

CREATE FUNCTION shop.f() RETURNS void AS $$
BEGIN
  RAISE NOTICE 'it's broken';  --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE
  INSERT INTO shop.day (n) SELECT b.n FROM till.b;
  RAISE NOTICE 'that's bad';
  INSERT INTO shop.day (n) SELECT c.n FROM till.c;
  RAISE EXCEPTION 'it''s % fine', 1 USING ERRCODE = 'P0001';
END $$ LANGUAGE plpgsql;

-- expect value
--   field | origin   | line
--   n     | till.c.n | 6
-- expect control
--   (none)

-- case:    a call with a quote too many, in PL/SQL
-- why:     A message that is put out is a call; its text is as torn.
-- dialect: oracle
-- target:  shop.day

BEGIN
  dbms_output.put_line('it's broken');  --! UNPARSED_STATEMENT --! UNPARSED_WRITERS_POSSIBLE
  INSERT INTO shop.day (n) SELECT b.n FROM till.b b;
  dbms_output.put_line('that's bad');
  INSERT INTO shop.day (n) SELECT c.n FROM till.c c;
END;
/

-- expect value
--   field | origin   | line
--   n     | till.c.n | 5
-- expect control
--   (none)

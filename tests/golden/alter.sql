-- ALTER: what becomes of the columns of a table between what fills it and what reads it.

-- case:    a column renamed without the word COLUMN, in Postgres
-- why:     The word is optional, and only RENAME TO gives the table another name: its rows stay where they are.
-- dialect: postgres
-- target:  mart.kiosk

CREATE TABLE core.kiosk (kiosk_no int, rent int);
INSERT INTO core.kiosk (kiosk_no, rent) SELECT no, eur FROM raw.kiosk;
ALTER TABLE ONLY core.kiosk RENAME rent TO rent_eur;
CREATE TABLE mart.kiosk AS SELECT kiosk_no FROM core.kiosk;

-- expect value
--   field    | origin       | line
--   kiosk_no | raw.kiosk.no | 2
-- expect control
--   (none)

-- case:    a view's column renamed without the word COLUMN, then the view itself
-- why:     Each keeps what the view holds under another name.
-- dialect: postgres
-- target:  mart.kiosk

CREATE VIEW core.kiosk AS SELECT no, eur FROM raw.kiosk;
ALTER VIEW core.kiosk RENAME eur TO rent;
ALTER VIEW core.kiosk RENAME TO stand;
CREATE TABLE mart.kiosk AS SELECT no, rent FROM core.stand;

-- expect value
--   field | origin        | line
--   no    | raw.kiosk.no  | 1
--   rent  | raw.kiosk.eur | 1
-- expect control
--   (none)

-- case:    a column taken out of a table that a query made
-- why:     The columns behind it move up: a * lists the table as it is when it is read.
-- dialect: postgres
-- target:  mart.kiosk

CREATE TABLE mart.kiosk (kiosk_no int, rent int);
CREATE TABLE stage.kiosk AS SELECT pin, no, eur FROM raw.kiosk;
ALTER TABLE stage.kiosk DROP COLUMN pin;
INSERT INTO mart.kiosk SELECT * FROM stage.kiosk;

-- expect value
--   field    | origin        | line
--   kiosk_no | raw.kiosk.no  | 2
--   rent     | raw.kiosk.eur | 2
-- expect control
--   (none)

-- case:    the same with a temporary table, in T-SQL
-- why:     SELECT … INTO makes the table; what is dropped then is none of its columns.
-- dialect: tsql
-- target:  mart.kiosk

CREATE TABLE mart.kiosk (kiosk_no int, rent int);
SELECT pin, no, eur INTO #kiosk FROM raw.kiosk;
ALTER TABLE #kiosk DROP COLUMN pin;
INSERT INTO mart.kiosk SELECT * FROM #kiosk;

-- expect value
--   field    | origin        | line
--   kiosk_no | raw.kiosk.no  | 2
--   rent     | raw.kiosk.eur | 2
-- expect control
--   (none)

-- case:    a column renamed into a name that another had, in Oracle
-- why:     Each name means the column that has it when it is read, and the rows were written before.
-- dialect: oracle
-- target:  mart.bed

CREATE TABLE core.bed (bed_no NUMBER, width NUMBER, depth NUMBER);
INSERT INTO core.bed SELECT no, w, d FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN width TO tmp;
ALTER TABLE core.bed RENAME COLUMN depth TO width;
ALTER TABLE core.bed RENAME COLUMN tmp TO depth;
INSERT INTO mart.bed (bed_no, width, depth) SELECT bed_no, width, depth FROM core.bed;

-- expect value
--   field  | origin     | line
--   bed_no | raw.bed.no | 2
--   depth  | raw.bed.w  | 2
--   width  | raw.bed.d  | 2
-- expect control
--   (none)

-- case:    a column renamed into a name that another had, in Snowflake
-- why:     The table a query made has the new names in the old order.
-- dialect: snowflake
-- target:  mart.bed

CREATE OR REPLACE TABLE core.bed AS SELECT no AS bed_no, w AS width, d AS depth FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN width TO old_width;
ALTER TABLE core.bed RENAME COLUMN depth TO width;
CREATE TABLE mart.bed AS SELECT * FROM core.bed;

-- expect value
--   field     | origin     | line
--   bed_no    | raw.bed.no | 1
--   old_width | raw.bed.w  | 1
--   width     | raw.bed.d  | 1
-- expect control
--   (none)

-- case:    a column dropped and another one put in its place, in Redshift
-- why:     The second one brings its own rows' values along.
-- dialect: redshift
-- target:  core.bed

CREATE TABLE core.bed AS SELECT no AS bed_no, w AS width, d AS depth FROM raw.bed WHERE d > 0;
ALTER TABLE core.bed DROP COLUMN width;
ALTER TABLE core.bed RENAME COLUMN depth TO width;

-- expect value
--   field  | origin     | line
--   bed_no | raw.bed.no | 1
--   width  | raw.bed.d  | 1
-- expect control
--   field | kind  | column    | line
--   *     | WHERE | raw.bed.d | 1

-- case:    a column that is made anew, filled and put in another's place, in Postgres
-- why:     What a migration does to change what a column holds: the UPDATE of every row has the last word.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed AS SELECT no, w AS width, d FROM raw.bed;
ALTER TABLE core.bed ADD COLUMN width2 int;
UPDATE core.bed SET width2 = d;
ALTER TABLE core.bed DROP COLUMN width;
ALTER TABLE core.bed RENAME COLUMN width2 TO width;
CREATE TABLE mart.bed AS SELECT no, width FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 1
--   width | raw.bed.d  | 1
-- expect control
--   (none)

-- case:    a column dropped and added again, in Postgres
-- why:     The rows that were there have the new column's default, and nothing of the old one.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed (no int, width int);
INSERT INTO core.bed SELECT no, w FROM raw.bed;
ALTER TABLE core.bed DROP COLUMN width, ADD COLUMN width int DEFAULT 90;
CREATE TABLE mart.bed AS SELECT no, width FROM core.bed;

-- expect value
--   field | origin      | line
--   no    | raw.bed.no  | 2
--   width | constant 90 | 3
-- expect control
--   (none)

-- case:    a column dropped and added again, then changed in some rows, in Snowflake
-- why:     Rows that the UPDATE does not reach have nothing in it.
-- dialect: snowflake
-- target:  mart.bed

CREATE TABLE core.bed (no INT, width INT);
INSERT INTO core.bed SELECT no, w FROM raw.bed;
ALTER TABLE core.bed DROP COLUMN width;
ALTER TABLE core.bed ADD COLUMN width INT;
UPDATE core.bed SET width = q.mm FROM ref.size AS q WHERE q.no = core.bed.no;
CREATE TABLE mart.bed AS SELECT no, width FROM core.bed;

-- expect value
--   field | origin      | line
--   no    | raw.bed.no  | 2
--   width | ref.size.mm | 5
-- expect control
--   field | kind  | column            | line
--   width | WHERE | prior core.bed.no | 5
--   width | WHERE | raw.bed.no        | 5
--   width | WHERE | ref.size.no       | 5
-- expect open
--   field | reason               | at
--   width | NO_WRITER_EXPRESSION | core.bed.width

-- case:    columns added to a temporary table, in T-SQL
-- why:     A * lists them; a default that rows do not get is none of what they hold.
-- dialect: tsql
-- target:  mart.bed

SELECT no, w INTO #bed FROM raw.bed;
ALTER TABLE #bed ADD area int, kind int NOT NULL DEFAULT 3, grade int DEFAULT 1;
UPDATE #bed SET area = w * 2;
SELECT * INTO mart.bed FROM #bed;

-- expect value
--   field | origin     | line
--   area  | raw.bed.w  | 1
--   grade | -          | -
--   kind  | constant 3 | 2
--   no    | raw.bed.no | 1
--   w     | raw.bed.w  | 1
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   grade | NO_WRITER_EXPRESSION | #bed.grade

-- case:    a column added, filled, and another dropped, in Postgres
-- why:     The UPDATE read the column while it was there.
-- dialect: postgres
-- target:  mart.bed

CREATE TEMP TABLE bed AS SELECT no, w FROM raw.bed;
ALTER TABLE bed ADD COLUMN area int;
UPDATE bed SET area = w * 2;
ALTER TABLE bed DROP COLUMN w;
CREATE TABLE mart.bed AS SELECT * FROM bed;

-- expect value
--   field | origin     | line
--   area  | raw.bed.w  | 1
--   no    | raw.bed.no | 1
-- expect control
--   (none)

-- case:    rows written before and after a column was added, in BigQuery
-- why:     The first statement knew nothing of it, the second lists it.
-- dialect: bigquery
-- target:  mart.bed

CREATE OR REPLACE TABLE core.bed AS SELECT no, w FROM raw.bed;
ALTER TABLE core.bed ADD COLUMN d INT64;
INSERT INTO core.bed (no, w, d) SELECT no, w, d FROM raw.bunk;
CREATE TABLE mart.bed AS SELECT * FROM core.bed;

-- expect value
--   field | origin      | line
--   d     | raw.bunk.d  | 3
--   no    | raw.bed.no  | 1
--   no    | raw.bunk.no | 3
--   w     | raw.bed.w   | 1
--   w     | raw.bunk.w  | 3
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   d     | NO_WRITER_EXPRESSION | core.bed.d

-- case:    rows written before and after a column was renamed, in Postgres
-- why:     Each statement uses the name of its time.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed (no int, w int);
INSERT INTO core.bed (no, w) SELECT no, w FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN w TO width;
INSERT INTO core.bed (no, width) SELECT no, mm FROM raw.bunk;
CREATE TABLE mart.bed AS SELECT no, width FROM core.bed;

-- expect value
--   field | origin      | line
--   no    | raw.bed.no  | 2
--   no    | raw.bunk.no | 4
--   width | raw.bed.w   | 2
--   width | raw.bunk.mm | 4
-- expect control
--   (none)

-- case:    the root is called as the last statements leave it
-- why:     Two statements write it under two names of one column.
-- dialect: mysql
-- target:  core.bed

CREATE TABLE core.bed (no INT, w INT);
INSERT INTO core.bed (no, w) SELECT no, w FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN w TO width;
INSERT INTO core.bed (no, width) SELECT no, mm FROM raw.bunk;
ALTER TABLE core.bed ADD COLUMN kind INT DEFAULT 7;

-- expect value
--   field | origin      | line
--   kind  | constant 7  | 5
--   no    | raw.bed.no  | 2
--   no    | raw.bunk.no | 4
--   width | raw.bed.w   | 2
--   width | raw.bunk.mm | 4
-- expect control
--   (none)

-- case:    a computed column added later, in T-SQL
-- why:     It is computed of the rows that are there; the names are those of when it was added.
-- dialect: tsql
-- target:  mart.bed

SELECT no, w, d INTO #bed FROM raw.bed;
ALTER TABLE #bed ADD area AS (w * d);
EXEC sp_who;
SELECT no, area INTO mart.bed FROM #bed;

-- expect value
--   field | origin     | line
--   area  | raw.bed.d  | 1
--   area  | raw.bed.w  | 1
--   no    | raw.bed.no | 1
-- expect control
--   (none)

-- case:    a column is renamed in another file
-- why:     A statement that uses the old name ran before, one that uses the new name after.
-- dialect: postgres
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int);
INSERT INTO core.bed (no, w) SELECT no, w FROM raw.bed;

-- file: b_rename.sql
ALTER TABLE core.bed RENAME COLUMN w TO width;

-- file: c_more.sql
INSERT INTO core.bed (no, width) SELECT no, mm FROM raw.bunk;

-- file: d_read.sql
CREATE TABLE mart.bed AS SELECT no, width FROM core.bed;

-- expect value
--   field | origin      | line
--   no    | raw.bed.no  | a_make.sql:2
--   no    | raw.bunk.no | c_more.sql:1
--   width | raw.bed.w   | a_make.sql:2
--   width | raw.bunk.mm | c_more.sql:1
-- expect control
--   (none)

-- case:    two columns change their names in another file
-- why:     Both names are known before and after, so nothing tells whether the rows were written before.
-- dialect: postgres
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int, d int);

-- file: b_fill.sql
INSERT INTO core.bed (no, w, d) SELECT no, w, d FROM raw.bed;  --! COLUMN_CHANGE_UNPROVEN core.bed.w, core.bed.d

-- file: c_swap.sql
ALTER TABLE core.bed RENAME COLUMN w TO x;
ALTER TABLE core.bed RENAME COLUMN d TO w;
ALTER TABLE core.bed RENAME COLUMN x TO d;

-- file: d_read.sql
CREATE TABLE mart.bed AS SELECT no, w FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | b_fill.sql:1
--   w     | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   w     | AMBIGUOUS_COLUMN | core.bed.w

-- case:    a column is dropped and added again in another file
-- why:     The rows may have been written before or after it.
-- dialect: tsql
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int);

-- file: b_fill.sql
INSERT INTO core.bed (no, w) SELECT no, w FROM raw.bed;  --! COLUMN_CHANGE_UNPROVEN core.bed.w

-- file: c_change.sql
ALTER TABLE core.bed DROP COLUMN w;
ALTER TABLE core.bed ADD w int NOT NULL DEFAULT 4;

-- file: d_read.sql
INSERT INTO mart.bed (no, w) SELECT no, w FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | b_fill.sql:1
--   w     | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   w     | AMBIGUOUS_COLUMN | core.bed.w

-- case:    a column is added in another file
-- why:     Whichever ran first, the statement gives it nothing but the default.
-- dialect: snowflake
-- target:  mart.bed

-- file: a_make.sql
CREATE OR REPLACE TABLE core.bed AS SELECT no, w FROM raw.bed;

-- file: b_add.sql
ALTER TABLE core.bed ADD COLUMN kind INT DEFAULT 7;

-- file: c_read.sql
CREATE TABLE mart.bed AS SELECT no, kind FROM core.bed;

-- expect value
--   field | origin     | line
--   kind  | constant 7 | b_add.sql:1
--   no    | raw.bed.no | a_make.sql:1
-- expect control
--   (none)

-- case:    a column is dropped in another file from a table that a query makes
-- why:     Whether the column is there when the table is read, no order of files says: no place of its * is proven.
-- dialect: snowflake
-- target:  mart.bed

-- file: a_make.sql
CREATE OR REPLACE TABLE core.bed AS SELECT pin, no, w FROM raw.bed;

-- file: b_drop.sql
ALTER TABLE core.bed DROP COLUMN pin;

-- file: c_read.sql
CREATE TABLE mart.bed (no INT, w INT);
INSERT INTO mart.bed SELECT * FROM core.bed;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin | line
--   no    | -      | -
--   w     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   no    | NON_ENUMERABLE_PROJECTION | *
--   w     | NON_ENUMERABLE_PROJECTION | *

-- case:    a column put first, and one behind another, in MySQL
-- why:     FIRST and AFTER decide what a place of a * is; the rows that were there have a number and a default.
-- dialect: mysql
-- target:  mart.bed

CREATE TABLE mart.bed (a INT, b INT, c INT, d INT);
CREATE TABLE core.bed AS SELECT no, w FROM raw.bed;
ALTER TABLE core.bed ADD COLUMN id INT AUTO_INCREMENT PRIMARY KEY FIRST, ADD kind INT DEFAULT 7 AFTER no;
INSERT INTO mart.bed SELECT * FROM core.bed;

-- expect value
--   field | origin             | line
--   a     | generated IDENTITY | 3
--   b     | raw.bed.no         | 2
--   c     | constant 7         | 3
--   d     | raw.bed.w          | 2
-- expect control
--   (none)

-- case:    an INSERT without a list into a table whose columns changed, in ClickHouse
-- why:     Its values stand at the places that the columns have then.
-- dialect: clickhouse
-- target:  mart.bed

CREATE TABLE core.bed (pin Int32, no Int32, w Int32) ENGINE = MergeTree ORDER BY no;
ALTER TABLE core.bed ON CLUSTER main DROP COLUMN pin, ADD COLUMN kind Int32 FIRST;
INSERT INTO core.bed SELECT k, n, mm FROM raw.bed;
INSERT INTO mart.bed (kind, w) SELECT kind, w FROM core.bed;

-- expect value
--   field | origin     | line
--   kind  | raw.bed.k  | 3
--   w     | raw.bed.mm | 3
-- expect control
--   (none)

-- case:    two columns exchange their names in one statement, in MySQL
-- why:     The renames of one statement happen at once.
-- dialect: mysql
-- target:  mart.bed

CREATE TABLE core.bed (no INT, w INT, d INT);
INSERT INTO core.bed SELECT no, w, d FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN w TO d, RENAME COLUMN d TO w;
INSERT INTO mart.bed (no, w, d) SELECT no, w, d FROM core.bed;

-- expect value
--   field | origin     | line
--   d     | raw.bed.w  | 2
--   no    | raw.bed.no | 2
--   w     | raw.bed.d  | 2
-- expect control
--   (none)

-- case:    several renames in one statement, in BigQuery
-- why:     They happen one after the other.
-- dialect: bigquery
-- target:  mart.bed

CREATE TABLE core.bed AS SELECT no, w, d FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN w TO old_w, RENAME COLUMN d TO w;
CREATE TABLE mart.bed AS SELECT * FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 1
--   old_w | raw.bed.w  | 1
--   w     | raw.bed.d  | 1
-- expect control
--   (none)

-- case:    CHANGE gives a column another name, type and place, in Hive
-- why:     The rows keep what they have in it, and the DDL the new type.
-- dialect: hive
-- target:  mart.bed

CREATE TABLE core.bed (no INT, w INT, d INT);
INSERT OVERWRITE TABLE core.bed SELECT no, w, d FROM raw.bed;
ALTER TABLE core.bed CHANGE w width BIGINT AFTER d;
CREATE TABLE mart.bed AS SELECT * FROM core.bed;

-- expect value
--   field | origin     | line
--   d     | raw.bed.d  | 2
--   no    | raw.bed.no | 2
--   width | raw.bed.w  | 2
-- expect control
--   (none)
-- expect types
--   field | type   | null | stated
--   d     | INT    | -    | DDL 1
--   no    | INT    | -    | DDL 1
--   width | BIGINT | -    | DDL 3

-- case:    other columns in place of all, in Hive
-- why:     Which of the old columns a new one reads depends on how the files are stored.
-- dialect: hive
-- target:  mart.bed

CREATE TABLE core.bed (no INT, w INT, d INT);
INSERT OVERWRITE TABLE core.bed SELECT no, w, d FROM raw.bed;  --! COLUMN_CHANGE_UNPROVEN core.bed.d
ALTER TABLE core.bed REPLACE COLUMNS (no INT, d INT);
INSERT OVERWRITE TABLE mart.bed SELECT no, d FROM core.bed;  --! TARGET_COLUMN_NAME_UNPROVEN no --! TARGET_COLUMN_NAME_UNPROVEN d

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 2
--   d     | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   d     | AMBIGUOUS_COLUMN | core.bed.d

-- case:    sp_rename of a column
-- why:     The third argument says that the last part of the old name is a column's.
-- dialect: tsql
-- target:  mart.bed

CREATE TABLE core.bed (no int, w int);
INSERT INTO core.bed SELECT no, w FROM raw.bed;
EXEC sp_rename 'core.bed.w', 'width', 'COLUMN';
INSERT INTO mart.bed (no, width) SELECT no, width FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 2
--   width | raw.bed.w  | 2
-- expect control
--   (none)

-- case:    columns dropped by a list in brackets, in Oracle
-- why:     Places behind them move up.
-- dialect: oracle
-- target:  mart.bed

CREATE TABLE mart.bed (no NUMBER, w NUMBER);
CREATE TABLE core.bed AS SELECT pin, no, code, w FROM raw.bed;
ALTER TABLE core.bed DROP (pin, code) CASCADE CONSTRAINTS;
INSERT INTO mart.bed SELECT * FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 2
--   w     | raw.bed.w  | 2
-- expect control
--   (none)

-- case:    a default that rows get all the same, in T-SQL
-- why:     WITH VALUES gives it to those that are there.
-- dialect: tsql
-- target:  mart.bed

SELECT no INTO #bed FROM raw.bed;
ALTER TABLE #bed ADD kind int CONSTRAINT df_kind DEFAULT 3 WITH VALUES, CONSTRAINT pk PRIMARY KEY (no);
SELECT * INTO mart.bed FROM #bed;

-- expect value
--   field | origin     | line
--   kind  | constant 3 | 2
--   no    | raw.bed.no | 1
-- expect control
--   (none)

-- case:    a column that is added where there is none, to a table of unknown columns
-- why:     What the first statement wrote may hold it already.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed AS SELECT * FROM raw.bed;  --! COLUMN_CHANGE_UNPROVEN core.bed.kind
ALTER TABLE core.bed ADD COLUMN IF NOT EXISTS kind int DEFAULT 7;
CREATE TABLE mart.bed AS SELECT no, kind FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 1
--   kind  | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   kind  | AMBIGUOUS_COLUMN | core.bed.kind

-- case:    a column that is perhaps dropped
-- why:     The statement runs under a condition: the column can be read, and no place of a * behind it is proven.
-- dialect: tsql
-- target:  mart.bed

CREATE TABLE mart.bed (no int, w int, pin int);
SELECT pin, no, w INTO #bed FROM raw.bed;
IF EXISTS (SELECT 1 FROM ref.flag) ALTER TABLE #bed DROP COLUMN pin;
INSERT INTO mart.bed (pin) SELECT pin FROM #bed;
INSERT INTO mart.bed SELECT * FROM #bed;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin      | line
--   no    | -           | -
--   w     | -           | -
--   pin   | raw.bed.pin | 2
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   no    | NO_WRITER_EXPRESSION      | mart.bed.no
--   no    | NON_ENUMERABLE_PROJECTION | *
--   w     | NO_WRITER_EXPRESSION      | mart.bed.w
--   w     | NON_ENUMERABLE_PROJECTION | *
--   pin   | NON_ENUMERABLE_PROJECTION | *

-- case:    a view is read before and after its table's column is renamed
-- why:     A view's query runs when it is used, on the column that it was made with.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed (no int, w int);
CREATE VIEW core.wide AS SELECT no, w FROM core.bed;
ALTER TABLE core.bed RENAME COLUMN w TO width;
INSERT INTO core.bed (no, width) SELECT no, mm FROM raw.bed;
CREATE TABLE mart.bed AS SELECT no, w FROM core.wide;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 4
--   w     | raw.bed.mm | 4
-- expect control
--   (none)

-- case:    a table moved after its column was renamed
-- why:     What has the new name of the table has the new name of the column.
-- dialect: postgres
-- target:  core.bed

CREATE TABLE stage.bed AS SELECT no, w FROM raw.bed;
ALTER TABLE stage.bed RENAME w TO width;
ALTER TABLE stage.bed RENAME TO bunk;
CREATE TABLE core.bed AS SELECT * FROM stage.bunk;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | 1
--   width | raw.bed.w  | 1
-- expect control
--   (none)

-- case:    a column added to a partitioned table, in Hive
-- why:     Partition columns stay last.
-- dialect: hive
-- target:  mart.bed

CREATE TABLE mart.bed (a INT, b INT, c STRING);
CREATE TABLE core.bed (no INT) PARTITIONED BY (day STRING);
ALTER TABLE core.bed ADD COLUMNS (w INT);
INSERT OVERWRITE TABLE core.bed PARTITION (day) SELECT no, w, d FROM raw.bed;
INSERT OVERWRITE TABLE mart.bed SELECT * FROM core.bed;

-- expect value
--   field | origin     | line
--   a     | raw.bed.no | 4
--   b     | raw.bed.w  | 4
--   c     | raw.bed.d  | 4
-- expect control
--   (none)

-- case:    two columns change their names in the file that reads them
-- why:     What another file wrote was there before this one's statements.
-- dialect: postgres
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int, d int);

-- file: b_fill.sql
INSERT INTO core.bed (no, w, d) SELECT no, w, d FROM raw.bed;

-- file: c_read.sql
ALTER TABLE core.bed RENAME w TO x;
ALTER TABLE core.bed RENAME d TO w;
CREATE TABLE mart.bed AS SELECT no, w, x FROM core.bed;

-- expect value
--   field | origin     | line
--   no    | raw.bed.no | b_fill.sql:1
--   w     | raw.bed.d  | b_fill.sql:1
--   x     | raw.bed.w  | b_fill.sql:1
-- expect control
--   (none)

-- case:    a called procedure adds a column to its caller's temporary table
-- why:     It sees the table, and what it changes there the caller finds.
-- dialect: tsql
-- target:  mart.bed

CREATE PROCEDURE dbo.widen AS BEGIN
ALTER TABLE #bed ADD kind int;
UPDATE #bed SET kind = 7;
END
GO
CREATE PROCEDURE dbo.load_bed AS BEGIN
SELECT no, w INTO #bed FROM raw.bed;
EXEC dbo.widen;
INSERT INTO mart.bed (no, kind) SELECT no, kind FROM #bed;
END

-- expect value
--   field | origin     | line
--   kind  | constant 7 | 3
--   no    | raw.bed.no | 7
-- expect control
--   (none)

-- case:    a name that a star may hold is given to another column
-- why:     Of what is not listed only the names tell; those that were renamed are known.
-- dialect: postgres
-- target:  mart.bed

CREATE TABLE core.bed AS SELECT *, 1 AS flag FROM raw.bed;
ALTER TABLE core.bed RENAME COLUMN flag TO mark;
ALTER TABLE core.bed RENAME COLUMN w TO width;
CREATE TABLE mart.bed AS SELECT no, mark, width FROM core.bed;

-- expect value
--   field | origin     | line
--   mark  | constant 1 | 1
--   no    | raw.bed.no | 1
--   width | raw.bed.w  | 1
-- expect control
--   (none)

-- case:    a column with a default is added to a table that was made empty
-- why:     The INSERT that leaves it out gives it the default.
-- dialect: oracle
-- target:  mart.bed

CREATE TABLE core.bed AS SELECT no, w FROM raw.bed WHERE 1 = 0;
ALTER TABLE core.bed ADD (kind NUMBER DEFAULT 7);
INSERT INTO core.bed (no, w) SELECT no, mm FROM raw.bunk;
INSERT INTO mart.bed (no, w, kind) SELECT no, w, kind FROM core.bed;

-- expect value
--   field | origin      | line
--   kind  | constant 7  | 2
--   no    | raw.bunk.no | 3
--   w     | raw.bunk.mm | 3
-- expect control
--   (none)

-- case:    values without a list, and another file drops a column
-- why:     As many values as the table had columns: it ran before, and they stand at the places of then.
-- dialect: postgres
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (pin int, no int, w int);
CREATE TABLE mart.bed (no int, w int);

-- file: b_fill.sql
INSERT INTO core.bed SELECT a, b, c FROM raw.bed;

-- file: c_drop.sql
ALTER TABLE core.bed DROP COLUMN pin;

-- file: d_read.sql
INSERT INTO mart.bed SELECT * FROM core.bed;

-- expect value
--   field | origin    | line
--   no    | raw.bed.b | b_fill.sql:1
--   w     | raw.bed.c | b_fill.sql:1
-- expect control
--   (none)

-- case:    values without a list, and another file puts a column in another's place
-- why:     The second value was that of the old column or of the new one.
-- dialect: postgres
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int);

-- file: b_fill.sql
INSERT INTO core.bed SELECT a, b FROM raw.bed;  --! COLUMN_CHANGE_UNPROVEN core.bed.kind

-- file: c_change.sql
ALTER TABLE core.bed DROP COLUMN w;
ALTER TABLE core.bed ADD COLUMN kind int;

-- file: d_read.sql
CREATE TABLE mart.bed AS SELECT no, kind FROM core.bed;

-- expect value
--   field | origin    | line
--   no    | raw.bed.a | b_fill.sql:1
--   kind  | -         | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   kind  | AMBIGUOUS_COLUMN | core.bed.kind

-- case:    rows written with and without a list, and another file adds a column
-- why:     A default is what rows get that were there, or leave the column out; T-SQL gives it to the latter only.
-- dialect: tsql
-- target:  mart.bed

-- file: a_make.sql
CREATE TABLE core.bed (no int, w int);

-- file: b_fill.sql
INSERT INTO core.bed (no, w) SELECT no, w FROM raw.bed;
INSERT INTO core.bed SELECT no, w, k FROM raw.bunk;

-- file: c_change.sql
ALTER TABLE core.bed ADD kind int DEFAULT 7;

-- file: d_read.sql
INSERT INTO mart.bed (no, kind) SELECT no, kind FROM core.bed;

-- expect value
--   field | origin      | line
--   no    | raw.bed.no  | b_fill.sql:1
--   no    | raw.bunk.no | b_fill.sql:2
--   kind  | constant 7  | c_change.sql:1
--   kind  | raw.bunk.k  | b_fill.sql:2
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   kind  | NO_WRITER_EXPRESSION | core.bed.kind

-- case:    the root's columns after an INSERT that leaves some out
-- why:     The table has what the query made it of and what was added, under the names of the end.
-- dialect: snowflake
-- target:  core.bed

CREATE OR REPLACE TABLE core.bed AS SELECT no, w FROM raw.bed;
INSERT INTO core.bed (no) SELECT no FROM raw.bunk;
ALTER TABLE core.bed ADD COLUMN kind INT DEFAULT 4;
ALTER TABLE core.bed RENAME COLUMN w TO width;

-- expect value
--   field | origin      | line
--   kind  | constant 4  | 3
--   no    | raw.bed.no  | 1
--   no    | raw.bunk.no | 2
--   width | raw.bed.w   | 1
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   width | NO_WRITER_EXPRESSION | core.bed.w

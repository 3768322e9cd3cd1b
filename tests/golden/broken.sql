-- What cannot be read, and what stands beside it.

-- case:    a broken statement between two good ones
-- why:     Statements are split before they are read, so the broken one costs only itself.
-- dialect: snowflake
-- target:  mart.lot_value

CREATE OR REPLACE TABLE mart.lot AS SELECT l.lot_no, l.kilos FROM farm.lot l WHERE l.graded;

CREATE OR REPLACE TABLE mart.lot_lost AS SELECT s.lot_no, SUM(s.kilos AS kilos FROM farm.ship s GROUP BY s.lot_no;

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

-- case:    merge conflict markers
-- why:     Between the markers nobody knows which side counts. What stands outside is read.
-- dialect: postgres
-- target:  rep.outside

CREATE TABLE rep.outside AS SELECT a.k FROM src.a AS a;

<<<<<<< ours
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

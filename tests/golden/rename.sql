-- Moves between schemas, and other names for a table in another place.

-- case:    ALTER SCHEMA … TRANSFER
-- why:     The table keeps its rows and has another schema: what was filled as stg.bill is read as fin.bill.
-- dialect: tsql
-- target:  rep.bill

USE books;
GO
SELECT id, total INTO stg.bill FROM dbo.src;
DROP TABLE fin.bill;
ALTER SCHEMA fin TRANSFER OBJECT::stg.bill;
ALTER SCHEMA fin TRANSFER TYPE::stg.money2;
INSERT rep.bill (id, total) SELECT id, total FROM fin.bill;

-- expect value
--   field | origin              | line
--   id    | books.dbo.src.id    | 3
--   total | books.dbo.src.total | 3
-- expect control
--   (none)

-- case:    ALTER SCHEMA … TRANSFER of a table that another file fills
-- why:     Who filled the table under its old name is for review.
-- dialect: tsql
-- target:  rep.bill

-- file: fill.sql
SELECT id INTO stg.bill FROM dbo.src;

-- file: move.sql
ALTER SCHEMA fin TRANSFER stg.bill;
INSERT rep.bill (id) SELECT id FROM fin.bill;

-- expect value
--   field | origin     | line
--   id    | dbo.src.id | fill.sql:1
-- expect control
--   (none)
-- expect writers
--   table    | rule  | line
--   stg.bill | EXACT | fill.sql:1

-- case:    SET SCHEMA of a table and of a view
-- why:     Their new names differ in the schema alone; a table of that name from before is gone.
-- dialect: postgres
-- target:  rep.bill

CREATE TABLE fin.bill AS SELECT id, old AS total FROM src;
DROP TABLE fin.bill;
CREATE TABLE stg.bill AS SELECT id, total FROM src;
ALTER TABLE IF EXISTS ONLY stg.bill SET SCHEMA fin;
CREATE MATERIALIZED VIEW stg.due AS SELECT id, due FROM plan;
ALTER MATERIALIZED VIEW stg.due SET SCHEMA fin;
CREATE TABLE rep.bill AS SELECT b.id, b.total, d.due FROM fin.bill AS b, fin.due AS d;

-- expect value
--   field | origin    | line
--   id    | src.id    | 3
--   total | src.total | 3
--   due   | plan.due  | 5
-- expect control
--   (none)

-- case:    a table moved into a schema is a target
-- why:     Its fields are those it was filled with under its old name.
-- dialect: postgres
-- target:  fin.bill

CREATE TABLE stg.bill AS SELECT id, total FROM src;
ALTER TABLE stg.bill SET SCHEMA fin;

-- expect value
--   field | origin    | line
--   id    | src.id    | 1
--   total | src.total | 1
-- expect control
--   (none)

-- case:    synonyms for tables of another database and of another server
-- why:     A name may have four parts; without a schema between two dots it is that of the default.
-- dialect: tsql
-- target:  rep.bill

CREATE SYNONYM dbo.far FOR srv.books.fin.bill;
CREATE SYNONYM dbo.near FOR books..due;
INSERT INTO rep.bill (id, due) SELECT f.id, n.due FROM dbo.far AS f JOIN dbo.near AS n ON n.id = f.id;

-- expect value
--   field | origin                | line
--   id    | srv.books.fin.bill.id | 1
--   due   | books.dbo.due.due     | 2
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | books.dbo.due.id      | 3
--   *     | INNER_JOIN | srv.books.fin.bill.id | 3

-- case:    a synonym made before its table is filled
-- why:     It holds no rows of its own: they are looked for where it is read.
-- dialect: tsql
-- target:  rep.bill

CREATE SYNONYM dbo.bill FOR fin.bill;
INSERT INTO fin.bill (id) SELECT no FROM dbo.src;
INSERT INTO rep.bill (id) SELECT id FROM dbo.bill;

-- expect value
--   field | origin     | line
--   id    | dbo.src.no | 2
-- expect control
--   (none)

-- Session-scoped tables: which name is one, and which is another table.

-- case:    a global temporary table and a table of its name
-- why:     ##pick, #pick and pick are three tables.
-- dialect: tsql
-- target:  rep.pick

USE shop;
GO
SELECT id, x AS v INTO ##pick FROM dbo.z;
SELECT id, y AS v INTO #pick FROM dbo.z;
INSERT INTO rep.pick (id, v, w, u) SELECT pick.id, #pick.v, ##pick.v, [##pick].id
FROM pick JOIN #pick ON #pick.id = pick.id JOIN tempdb..##pick ON ##pick.id = pick.id;

-- expect value
--   field | origin           | line
--   id    | shop.dbo.pick.id | 5
--   v     | shop.dbo.z.y     | 4
--   w     | shop.dbo.z.x     | 3
--   u     | shop.dbo.z.id    | 3
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | shop.dbo.pick.id | 6
--   *     | INNER_JOIN | shop.dbo.z.id    | 6

-- case:    a global temporary table between files
-- why:     Every session sees it: who fills it is for review. A table of the name without signs has nothing of it.
-- dialect: tsql
-- target:  rep.both

-- file: fill.sql
SELECT id, x AS v INTO ##pick FROM dbo.z;

-- file: one.sql
INSERT INTO rep.both (id, v) SELECT id, v FROM ##pick;

-- file: two.sql
INSERT INTO rep.both (id, v) SELECT id, v FROM pick;

-- expect value
--   field | origin   | line
--   id    | dbo.z.id | fill.sql:1
--   id    | pick.id  | two.sql:1
--   v     | dbo.z.x  | fill.sql:1
--   v     | pick.v   | two.sql:1
-- expect control
--   (none)
-- expect writers
--   table  | rule  | line
--   ##pick | EXACT | fill.sql:1

-- case:    OUTPUT into temporary tables
-- why:     The signs belong to the name there, too.
-- dialect: tsql
-- target:  rep.pick

MERGE ##pick AS t USING dbo.s AS s ON s.id = t.id
WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v) OUTPUT inserted.v INTO #log (v);
INSERT dbo.h (id) OUTPUT inserted.id INTO ##made (id) SELECT no FROM dbo.q;
INSERT rep.pick (id, v) SELECT m.id, l.v FROM ##made AS m CROSS JOIN #log AS l;

-- expect value
--   field | origin   | line
--   id    | dbo.q.no | 3
--   v     | dbo.s.v  | 2
-- expect control
--   field | kind        | column          | line
--   *     | MERGE_MATCH | prior ##pick.id | 1
--   *     | MERGE_MATCH | dbo.s.id        | 1

-- case:    temporary tables of MySQL belong to a schema
-- why:     After USE a bare name is that of the other schema; with its schema the temporary table is meant.
-- dialect: mysql
-- target:  c.rep

USE a;
CREATE TEMPORARY TABLE pick AS SELECT id, v FROM src;
USE b;
INSERT INTO c.rep (id, v) SELECT p.id, q.v FROM pick AS p JOIN a.pick AS q ON q.id = p.id;

-- expect value
--   field | origin    | line
--   id    | b.pick.id | 4
--   v     | a.src.v   | 2
-- expect control
--   field | kind       | column    | line
--   *     | INNER_JOIN | a.src.id  | 4
--   *     | INNER_JOIN | b.pick.id | 4

-- case:    temporary tables of Snowflake belong to a schema
-- why:     With or without its schema before it, it is the same table.
-- dialect: snowflake
-- target:  c.rep

USE SCHEMA s1;
CREATE TEMPORARY TABLE pick AS SELECT id, v FROM src;
INSERT INTO c.rep (id, v) SELECT id, v FROM s1.pick;
USE SCHEMA s2;
INSERT INTO c.rep (id, v) SELECT id, v FROM pick;

-- expect value
--   field | origin     | line
--   id    | s1.src.id  | 2
--   id    | s2.pick.id | 5
--   v     | s1.src.v   | 2
--   v     | s2.pick.v  | 5
-- expect control
--   (none)

-- case:    temporary tables of Hive belong to a database
-- why:     USE b changes which table a bare name means.
-- dialect: hive
-- target:  c.rep

USE a;
CREATE TEMPORARY TABLE pick AS SELECT id FROM src;
USE b;
INSERT OVERWRITE TABLE c.rep SELECT id FROM pick;  --! TARGET_COLUMN_NAME_UNPROVEN id

-- expect value
--   field | origin    | line
--   id    | b.pick.id | 4
-- expect control
--   (none)

-- case:    temporary tables of PostgreSQL belong to no schema of the script
-- why:     They are found first whatever the search path is; a name with a schema is never one.
-- dialect: postgres
-- target:  c.rep

SET search_path TO a;
CREATE TEMP TABLE pick AS SELECT id, v FROM src;
SET search_path TO b;
CREATE TABLE c.rep AS SELECT p.id, q.v FROM pick AS p JOIN b.pick AS q ON q.id = p.id;

-- expect value
--   field | origin   | line
--   id    | a.src.id | 2
--   v     | b.pick.v | 4
-- expect control
--   field | kind       | column    | line
--   *     | INNER_JOIN | a.src.id  | 4
--   *     | INNER_JOIN | b.pick.id | 4

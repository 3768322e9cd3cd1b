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

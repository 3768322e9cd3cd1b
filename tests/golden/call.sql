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

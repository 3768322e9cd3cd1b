-- Which variable a name means: the block that declares it, and the fields of records.

-- case:    a table variable of each batch
-- why:     Variables and table variables live in one batch; the second one begins empty.
-- dialect: tsql
-- target:  dbo.rep

DECLARE @ids TABLE (id int, nm varchar(10));
INSERT @ids (id, nm) SELECT id, nm FROM dbo.a;
INSERT dbo.rep0 (id, nm) SELECT id, nm FROM @ids;
GO
DECLARE @ids TABLE (id int, nm varchar(10));
INSERT @ids (id, nm) SELECT id, title FROM dbo.b;
INSERT dbo.rep (id, nm) SELECT id, nm FROM @ids;
GO

-- expect value
--   field | origin      | line
--   id    | dbo.b.id    | 6
--   nm    | dbo.b.title | 6
-- expect control
--   (none)

-- case:    a temporary table lives on in the next batch
-- why:     Unlike a variable, #t is the session's: both batches fill it.
-- dialect: tsql
-- target:  dbo.rep

CREATE TABLE #ids (id int);
INSERT #ids (id) SELECT a FROM dbo.s1;
GO
INSERT #ids (id) SELECT b FROM dbo.s2;
INSERT dbo.rep (id) SELECT id FROM #ids;

-- expect value
--   field | origin   | line
--   id    | dbo.s1.a | 2
--   id    | dbo.s2.b | 4
-- expect control
--   (none)

-- case:    a variable of a table type, declared under IF
-- why:     A declaration holds for its batch from there on, wherever it stands.
-- dialect: tsql
-- target:  dbo.rep

DECLARE @t dbo.IdList;
INSERT @t (id) SELECT a FROM dbo.s1;
GO
IF 1 = 1
BEGIN
    DECLARE @t dbo.IdList;
    INSERT @t (id) SELECT b FROM dbo.s2;
END
INSERT dbo.rep (id) SELECT id FROM @t;

-- expect value
--   field | origin   | line
--   id    | dbo.s2.b | 7
-- expect control
--   (none)

-- case:    a variable of each batch
-- why:     What the first batch puts into its variable is gone in the second; a value under IF hides nothing before it.
-- dialect: tsql
-- target:  dbo.rep

DECLARE @max int;
SELECT @max = MAX(id) FROM dbo.a;
INSERT dbo.log (m) VALUES (@max);
GO
DECLARE @max int, @last int;
IF EXISTS (SELECT 1 FROM dbo.c) SELECT @max = MAX(id) FROM dbo.c;
INSERT dbo.rep (m, n) VALUES (@max, @last);
GO

-- expect value
--   field | origin          | line
--   m     | dbo.c.id        | 6
--   n     | parameter @last | 7
-- expect control
--   (none)

-- case:    a variable that only another batch declares
-- why:     Nothing of this batch assigns it.
-- dialect: tsql
-- target:  dbo.rep

DECLARE @v int;
SELECT @v = MAX(a) FROM dbo.s1;
GO
INSERT dbo.rep (v) VALUES (@v);

-- expect value
--   field | origin       | line
--   v     | parameter @v | 4
-- expect control
--   (none)

-- case:    anonymous blocks of Oracle
-- why:     Each block has a variable of its own.
-- dialect: oracle
-- target:  rep

DECLARE v NUMBER; BEGIN SELECT MAX(a) INTO v FROM s1; INSERT INTO rep0 (q) VALUES (v); END;
/
DECLARE
    v NUMBER;
BEGIN
    FOR r IN (SELECT id, kind FROM s2) LOOP
        IF r.kind = 'A' THEN SELECT MAX(b) INTO v FROM s3; END IF;
        INSERT INTO rep (id, q) VALUES (r.id, v);
    END LOOP;
END;
/

-- expect value
--   field | origin | line
--   id    | s2.id  | 6
--   q     | s3.b   | 7
-- expect control
--   (none)

-- case:    DO blocks of Postgres
-- why:     Nothing in the second block assigns its variable.
-- dialect: postgres
-- target:  rep

DO $$ DECLARE v int; BEGIN SELECT max(a) INTO v FROM s1; END $$;
DO $$ DECLARE v int; BEGIN INSERT INTO rep (q) VALUES (v); END $$;

-- expect value
--   field | origin      | line
--   q     | parameter v | 2
-- expect control
--   (none)

-- case:    blocks of Snowflake, plain and as text
-- why:     Each block has a variable of its own.
-- dialect: snowflake
-- target:  rep

DECLARE v INT; BEGIN SELECT MAX(a) INTO :v FROM s1; INSERT INTO rep0 (q) VALUES (:v); END;
DECLARE v INT; BEGIN IF (1=1) THEN SELECT MAX(b) INTO :v FROM s2; END IF; INSERT INTO rep (q) VALUES (:v); END;
EXECUTE IMMEDIATE $$
DECLARE v INT; BEGIN IF (1=1) THEN SELECT MAX(c) INTO :v FROM s3; END IF; INSERT INTO rep (q) VALUES (:v); END; $$;

-- expect value
--   field | origin | line
--   q     | s2.b   | 2
--   q     | s3.c   | 4
-- expect control
--   (none)

-- case:    LET in a nested block of Snowflake
-- why:     LET declares: the outer variable keeps its value.
-- dialect: snowflake
-- target:  rep

DECLARE
    v INT DEFAULT 1;
BEGIN
    BEGIN
        LET v INT := (SELECT MAX(a) FROM s1);
        INSERT INTO rep0 (q) VALUES (:v);
    END;
    INSERT INTO rep (q) VALUES (:v);
END;

-- expect value
--   field | origin     | line
--   q     | constant 1 | 2
-- expect control
--   (none)

-- case:    a nested block of PL/SQL with a variable of the same name
-- why:     After its END the outer variable is meant again.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p IS
    v NUMBER := 1;
BEGIN
    DECLARE v NUMBER; BEGIN SELECT MAX(a) INTO v FROM s1; INSERT INTO rep0 (q) VALUES (v); END;
    INSERT INTO rep (q) VALUES (v);
END;
/

-- expect value
--   field | origin     | line
--   q     | constant 1 | 2
-- expect control
--   (none)

-- case:    a nested block of MySQL with a variable of the same name
-- why:     After its END the outer variable is meant again.
-- dialect: mysql
-- target:  rep

CREATE PROCEDURE p() BEGIN
    DECLARE v INT DEFAULT 2;
    BEGIN DECLARE v INT; SELECT MAX(a) INTO v FROM s1; END;
    INSERT INTO rep (q) VALUES (v);
END;

-- expect value
--   field | origin     | line
--   q     | constant 2 | 2
-- expect control
--   (none)

-- case:    a nested block of BigQuery with a variable of the same name
-- why:     After its END the script's own variable is meant again; the block may change others.
-- dialect: bigquery
-- target:  d.rep

DECLARE v INT64 DEFAULT 1;
DECLARE w INT64 DEFAULT 2;
BEGIN
    DECLARE v INT64;
    SET v = (SELECT MAX(a) FROM d.s1);
    SET w = (SELECT MAX(b) FROM d.s2);
END;
INSERT INTO d.rep (v, w) VALUES (v, w);

-- expect value
--   field | origin     | line
--   v     | constant 1 | 1
--   w     | d.s2.b     | 6
-- expect control
--   (none)

-- case:    a parameter that a nested block declares anew
-- why:     In the block only its own variable is meant, so no caller gives it.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p (v NUMBER) IS
    n NUMBER;
BEGIN
    SELECT COUNT(*) INTO n FROM ctl;
    DECLARE
        v NUMBER;
    BEGIN
        IF n > 0 THEN SELECT MAX(a) INTO v FROM s1; END IF;
        INSERT INTO rep (q) VALUES (v);
    END;
    INSERT INTO rep (q) VALUES (v);
END;
/

-- expect value
--   field | origin      | line
--   q     | s1.a        | 8
--   q     | parameter v | 11
-- expect control
--   (none)

-- case:    a package's variable, and a procedure's own of that name
-- why:     The specification's variables hold in the body too, except where a procedure declares the name.
-- dialect: oracle
-- target:  rep

CREATE PACKAGE pk IS
    g NUMBER := 5;
    h NUMBER := 6;
END;
/
CREATE PACKAGE BODY pk IS
    PROCEDURE p IS
        h NUMBER;
    BEGIN
        INSERT INTO rep (a, b) VALUES (g, h);
    END;
END;
/

-- expect value
--   field | origin      | line
--   a     | constant 5  | 2
--   b     | parameter h | 10
-- expect control
--   (none)

-- case:    a column with the name of another procedure's parameter
-- why:     The parameter means nothing outside its procedure.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p (v NUMBER) IS BEGIN INSERT INTO log (v) VALUES (v); END;
/
INSERT INTO rep (q) SELECT v FROM s2;

-- expect value
--   field | origin | line
--   q     | s2.v   | 3
-- expect control
--   (none)

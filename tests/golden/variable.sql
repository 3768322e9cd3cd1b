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

-- case:    fields of a record that get values of their own (PL/SQL)
-- why:     What is assigned to a field hides what the row had there; an operand of its new value is the old one.
-- dialect: oracle
-- target:  rep

DECLARE
    r src%ROWTYPE;
    CURSOR c IS SELECT id, v, w, x FROM src;
BEGIN
    OPEN c;
    FETCH c INTO r;
    r.v := r.v * 3;
    r.w := NULL;
    INSERT INTO rep (id, v, w, x) VALUES (r.id, r.v, r.w, r.x);
END;
/

-- expect value
--   field | origin        | line
--   id    | src.id        | 3
--   v     | src.v         | 3
--   w     | constant NULL | 8
--   x     | src.x         | 3
-- expect control
--   (none)

-- case:    fields of a record that get values of their own (PL/pgSQL)
-- why:     SELECT INTO fills a single field as := does.
-- dialect: postgres
-- target:  rep

CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    r src%ROWTYPE;
BEGIN
    SELECT * INTO r FROM src WHERE id = 1;
    SELECT nm INTO r.v FROM names;
    r.w := 7;
    INSERT INTO rep (id, v, w) VALUES (r.id, r.v, r.w);
END $$;

-- expect value
--   field | origin     | line
--   id    | src.id     | 5
--   v     | names.nm   | 6
--   w     | constant 7 | 7
-- expect control
--   field | kind  | column | line
--   id    | WHERE | src.id | 5

-- case:    a field that only a condition replaces
-- why:     Under IF it may keep what the row had.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p IS
    r src%ROWTYPE;
BEGIN
    SELECT * INTO r FROM src;
    IF r.k = 1 THEN r.v := 5; END IF;
    INSERT INTO rep (v) VALUES (r.v);
END;
/

-- expect value
--   field | origin     | line
--   v     | constant 5 | 5
--   v     | src.v      | 4
-- expect control
--   (none)

-- case:    a record filled again as a whole
-- why:     The new row hides what its fields were given before.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p IS
    r src%ROWTYPE;
BEGIN
    r.v := 5;
    SELECT * INTO r FROM src;
    INSERT INTO rep (v) VALUES (r.v);
END;
/

-- expect value
--   field | origin | line
--   v     | src.v  | 5
-- expect control
--   (none)

-- case:    a record copied to another
-- why:     The copy has what each field holds, its own values included.
-- dialect: oracle
-- target:  rep

CREATE PROCEDURE p IS
    r src%ROWTYPE;
    s src%ROWTYPE;
BEGIN
    SELECT * INTO r FROM src WHERE id = 1;
    r.v := 5;
    s := r;
    INSERT INTO rep (id, v) VALUES (s.id, s.v);
END;
/

-- expect value
--   field | origin     | line
--   id    | src.id     | 5
--   v     | constant 5 | 6
-- expect control
--   field | kind  | column | line
--   id    | WHERE | src.id | 5

-- case:    a record of a type of the script's own
-- why:     Its fields are filled one by one.
-- dialect: oracle
-- target:  rep

DECLARE
    TYPE pair IS RECORD (a NUMBER, b NUMBER);
    x pair;
BEGIN
    x.a := 1;
    SELECT b INTO x.b FROM s2;
    INSERT INTO rep (a, b) VALUES (x.a, x.b);
END;
/

-- expect value
--   field | origin     | line
--   a     | constant 1 | 5
--   b     | s2.b       | 6
-- expect control
--   (none)

-- case:    one element of a collection
-- why:     An element that is assigned hides none of the others, and the index does not say which is read.
-- dialect: oracle
-- target:  rep

DECLARE
    TYPE numbers IS TABLE OF NUMBER;
    l numbers;
BEGIN
    SELECT a BULK COLLECT INTO l FROM s1;
    l(1) := 5;
    INSERT INTO rep (a) VALUES (l(2));
END;
/

-- expect value
--   field | origin     | line
--   a     | constant 5 | 6
--   a     | s1.a       | 5
-- expect control
--   (none)

-- case:    a field of a loop's row is assigned
-- why:     In a loop everything may or may not happen, so the row's own value stays beside it.
-- dialect: oracle
-- target:  rep

BEGIN
    FOR r IN (SELECT id, v FROM src WHERE k = 1) LOOP
        r.v := 5;
        INSERT INTO rep (id, v) VALUES (r.id, r.v);
    END LOOP;
END;
/

-- expect value
--   field | origin     | line
--   id    | src.id     | 2
--   v     | constant 5 | 3
--   v     | src.v      | 2
-- expect control
--   field | kind  | column | line
--   *     | WHERE | src.k  | 2

-- case:    a loop with a variable that an outer block has too
-- why:     The loop's row and its counter are the loop's own; behind it the outer ones are meant again.
-- dialect: oracle
-- target:  rep

DECLARE
    r a%ROWTYPE;
    i NUMBER := 7;
BEGIN
    SELECT * INTO r FROM a;
    FOR r IN (SELECT x FROM b) LOOP
        INSERT INTO log (x) VALUES (r.x);
    END LOOP;
    FOR i IN 1 .. 5 LOOP
        INSERT INTO log (x) VALUES (i);
    END LOOP;
    INSERT INTO rep (x, i) VALUES (r.x, i);
END;
/

-- expect value
--   field | origin     | line
--   x     | a.x        | 5
--   i     | constant 7 | 3
-- expect control
--   (none)

-- case:    the row of a loop inserted as a whole
-- why:     INSERT … VALUES r gives its fields by position.
-- dialect: oracle
-- target:  rep

CREATE TABLE rep (id NUMBER, v NUMBER);
BEGIN
    FOR r IN (SELECT a, b FROM src) LOOP
        INSERT INTO rep VALUES r;
    END LOOP;
END;
/

-- expect value
--   field | origin | line
--   id    | src.a  | 3
--   v     | src.b  | 3
-- expect control
--   (none)

-- case:    a record inserted as a whole after one of its fields was assigned
-- why:     A declared record's fields need not be called as the query's columns are: the statement is not read.
-- dialect: oracle
-- target:  copy

DECLARE
    r rep%ROWTYPE;
BEGIN
    SELECT a, b INTO r FROM src;
    r.v := 3;
    INSERT INTO rep VALUES r;  --! UNPARSED_STATEMENT
END;
/
CREATE TABLE copy AS SELECT v FROM rep;

-- expect value
--   field | origin | line
--   v     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   v     | UNPARSED_WRITER | rep.v

-- case:    an array of structures in a variable
-- why:     Its elements' members are those of the query that fills it; NAMES is a name like any other here.
-- dialect: bigquery
-- target:  d.rep

DECLARE names ARRAY<STRUCT<id INT64, nm STRING>>;
SET names = (SELECT ARRAY_AGG(STRUCT(id, nm)) FROM d.s1);
FOR rec IN (SELECT id, v FROM d.s2) DO
    INSERT INTO d.rep (id, v, nm) SELECT rec.id, rec.v, n.nm FROM UNNEST(names) AS n;
END FOR;

-- expect value
--   field | origin  | line
--   id    | d.s2.id | 3
--   v     | d.s2.v  | 3
--   nm    | d.s1.nm | 2
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | d.s1.id | 4
--   *     | ROW_GENERATOR | d.s1.nm | 4

-- case:    an array of structures from a query in its place
-- why:     A query that is the argument of UNNEST does not see the rows of that UNNEST.
-- dialect: bigquery
-- target:  d.rep

INSERT INTO d.rep (nm)
SELECT n.nm
FROM UNNEST((SELECT ARRAY_AGG(STRUCT(id, nm)) FROM d.s1)) AS n;

-- expect value
--   field | origin  | line
--   nm    | d.s1.nm | 3
-- expect control
--   field | kind          | column  | line
--   *     | ROW_GENERATOR | d.s1.id | 3
--   *     | ROW_GENERATOR | d.s1.nm | 3

-- case:    a structure in a variable
-- why:     Each member is its own column.
-- dialect: bigquery
-- target:  d.rep

DECLARE s STRUCT<id INT64, nm STRING>;
SET s = (SELECT AS STRUCT id, nm FROM d.s1);
INSERT INTO d.rep (nm, x) VALUES (s.nm, s.id);

-- expect value
--   field | origin  | line
--   nm    | d.s1.nm | 2
--   x     | d.s1.id | 2
-- expect control
--   (none)

-- case:    an OUT argument of a procedure whose head is known, in MySQL
-- why:     OUT leaves nothing of what the variable held; INOUT may.
-- dialect: mysql
-- target:  rep

CREATE PROCEDURE most (IN p INT, OUT o INT, INOUT z INT)
BEGIN
    SELECT MAX(v) INTO o FROM vals WHERE k = p;
    SET z = z + 1;
END;
CREATE PROCEDURE fill ()
BEGIN
    CALL most(1, @mx, @zz);  --! OPAQUE_FUNCTION
    INSERT INTO rep (m, z) VALUES (@mx, @zz);
END;

-- expect value
--   field | origin        | line
--   m     | -             | -
--   z     | parameter @zz | 9
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   m     | OPAQUE_FUNCTION | most
--   z     | OPAQUE_FUNCTION | most

-- case:    the row of a loop inserted as a whole after one of its fields was assigned
-- why:     The fields of such a row are the query's columns, so the field that was assigned is known.
-- dialect: oracle
-- target:  rep

CREATE TABLE rep (id NUMBER, v NUMBER);
BEGIN
    FOR r IN (SELECT a, b FROM src) LOOP
        r.b := 5;
        INSERT INTO rep VALUES r;
    END LOOP;
END;
/

-- expect value
--   field | origin     | line
--   id    | src.a      | 3
--   v     | constant 5 | 4
--   v     | src.b      | 3
-- expect control
--   (none)

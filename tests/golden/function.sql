-- case:    a parameter's bare name in a Snowflake function over a table without DDL
-- why:     There a parameter has no sign, and the table may have a column of that name: both are candidates.
-- dialect: snowflake
-- target:  rep.fee

CREATE FUNCTION net(p_amt number) RETURNS TABLE (net number, rate number) AS 'SELECT p_amt * rate, rate FROM fx.rates';  --! AMBIGUOUS_COLUMN_SOURCES fx.rates.p_amt, variable:p_amt
CREATE TABLE rep.fee AS SELECT n.net, n.rate FROM TABLE(net(3)) n;

-- expect value
--   field | origin        | line
--   net   | fx.rates.rate | 1
--   rate  | fx.rates.rate | 1
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 2
-- expect open
--   field | reason           | at
--   net   | AMBIGUOUS_COLUMN | p_amt

-- case:    a parameter's bare name in a Snowflake function over a table with DDL
-- why:     The table lacks the name, so it is the parameter.
-- dialect: snowflake
-- target:  rep.fee

CREATE TABLE fx.rates (day_no number, rate number);
CREATE FUNCTION rate_on(p_day number) RETURNS TABLE (rate number, day_no number) AS $$
    SELECT r.rate, p_day FROM fx.rates r WHERE r.day_no = p_day
$$;
INSERT INTO rep.fee (rate, day_no) SELECT n.rate, n.day_no FROM TABLE(rate_on(:today)) n;

-- expect value
--   field  | origin           | line
--   rate   | fx.rates.rate    | 3
--   day_no | parameter p_day  | 3
--   day_no | parameter :today | 5
-- expect control
--   field | kind          | column          | line
--   *     | WHERE         | fx.rates.day_no | 3
--   *     | ROW_GENERATOR | -               | 5

-- case:    a bare name in a Snowflake procedure's query
-- why:     There a variable has a sign where a query reads rows, so the name is the table's column.
-- dialect: snowflake
-- target:  rep.fee

CREATE PROCEDURE fill(p_day number) RETURNS varchar LANGUAGE SQL AS $$
BEGIN
    INSERT INTO rep.fee (rate, day_no, run_no) SELECT rate, p_day, :p_day FROM fx.rates;
END $$;

-- expect value
--   field  | origin           | line
--   rate   | fx.rates.rate    | 3
--   day_no | fx.rates.p_day   | 3
--   run_no | parameter :p_day | 3
-- expect control
--   (none)

-- case:    a parameter named with its function's name
-- why:     No input of the query is called so.
-- dialect: databricks
-- target:  rep.fee

CREATE FUNCTION net(p INT) RETURNS TABLE RETURN SELECT f.id, f.amt * net.p AS amt FROM app.fee f;
CREATE TABLE rep.fee AS SELECT t.id, t.amt FROM net(3) t;

-- expect value
--   field | origin          | line
--   id    | app.fee.id      | 1
--   amt   | app.fee.amt     | 1
--   amt   | parameter net.p | 1
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 2

-- case:    an input called as its function is
-- why:     It is nearer than the function.
-- dialect: postgres
-- target:  rep.fee

CREATE FUNCTION net(p int) RETURNS TABLE (id int, amt int) LANGUAGE sql AS $$ SELECT net.id, net.p FROM app.fee net $$;
INSERT INTO rep.fee (id, amt) SELECT t.id, t.amt FROM net(3) t;

-- expect value
--   field | origin     | line
--   id    | app.fee.id | 1
--   amt   | app.fee.p  | 1
-- expect control
--   field | kind          | column | line
--   *     | ROW_GENERATOR | -      | 2

-- case:    columns handed to a table function
-- why:     Of its rows the body gives one half and the call the other; an argument that only selects rows is no value.
-- dialect: tsql
-- target:  rep.fee

CREATE FUNCTION dbo.net (@amt money, @day int) RETURNS TABLE AS RETURN (
    SELECT @amt * r.rate AS net, r.src, @day AS day_no FROM fx.rates r WHERE r.day_no = @day
);
GO
SELECT o.id, n.net, n.src, n.day_no INTO rep.fee FROM app.orders o CROSS APPLY dbo.net(o.amt, o.day_no) n;

-- expect value
--   field  | origin            | line
--   id     | app.orders.id     | 5
--   net    | app.orders.amt    | 5
--   net    | fx.rates.rate     | 2
--   net    | parameter @amt    | 2
--   src    | fx.rates.src      | 2
--   day_no | app.orders.day_no | 5
--   day_no | parameter @day    | 2
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | app.orders.amt    | 5
--   *     | ROW_GENERATOR | app.orders.day_no | 5
--   *     | WHERE         | fx.rates.day_no   | 2

-- case:    columns handed to a function by the names of its parameters
-- why:     The place among the arguments says nothing then.
-- dialect: postgres
-- target:  rep.fee

CREATE TABLE fx.rates (day_no int, rate int);
CREATE FUNCTION net(p_amt int, p_day int) RETURNS TABLE (net int) LANGUAGE sql AS $$
    SELECT p_amt * r.rate FROM fx.rates r WHERE r.day_no = p_day
$$;
INSERT INTO rep.fee (net) SELECT n.net FROM app.orders o CROSS JOIN LATERAL net(p_day => o.day_no, p_amt => o.amt) n;

-- expect value
--   field | origin          | line
--   net   | app.orders.amt  | 5
--   net   | fx.rates.rate   | 3
--   net   | parameter p_amt | 3
-- expect control
--   field | kind          | column            | line
--   *     | ROW_GENERATOR | app.orders.amt    | 5
--   *     | ROW_GENERATOR | app.orders.day_no | 5
--   *     | WHERE         | fx.rates.day_no   | 3

-- case:    a column handed on from one function to the next
-- why:     It is followed through both bodies, and a function that calls itself ends.
-- dialect: postgres
-- target:  rep.fee

CREATE FUNCTION inner_net(a int) RETURNS TABLE (net int) LANGUAGE sql AS $$ SELECT a + 1 $$;
CREATE FUNCTION net(b int) RETURNS TABLE (net int) LANGUAGE sql AS $$
    SELECT i.net FROM inner_net(b) i UNION ALL SELECT n.net FROM net(b) n
$$;
INSERT INTO rep.fee (net) SELECT n.net FROM app.orders o CROSS JOIN LATERAL net(o.amt) n;

-- expect value
--   field | origin         | line
--   net   | app.orders.amt | 5
--   net   | parameter a    | 1
--   net   | parameter b    | 3
-- expect control
--   field | kind          | column         | line
--   *     | ROW_GENERATOR | app.orders.amt | 5
--   *     | ROW_GENERATOR | -              | 3
-- expect open
--   field | reason | at
--   net   | CYCLE  | net

-- case:    a scalar function of the project's own, by its bare name
-- why:     Its body is in another file and reads a table: the argument is shown, and that there is more.
-- dialect: postgres
-- target:  rep.fee

-- file: rate.sql
CREATE FUNCTION rate_on(p_day int) RETURNS int LANGUAGE sql AS $$ SELECT r.rate FROM fx.rates r WHERE r.day_no = p_day $$;

-- file: fee.sql
INSERT INTO rep.fee (id, rate, net)
SELECT o.id,
       rate_on(o.day_no),  --! OPAQUE_FUNCTION
       round(o.amt * rate_on(o.day_no) + translate_it(o.vat), 2)  --! OPAQUE_FUNCTION
FROM   app.orders o;

-- expect value
--   field | origin            | line
--   id    | app.orders.id     | fee.sql:2
--   rate  | app.orders.day_no | fee.sql:3
--   net   | app.orders.amt    | fee.sql:4
--   net   | app.orders.day_no | fee.sql:4
--   net   | app.orders.vat    | fee.sql:4
-- expect control
--   (none)

-- case:    a function of the project's own that is given no column
-- why:     It may read tables, so it is neither generated nor a constant; a function nothing is known of is the database's.
-- dialect: snowflake
-- target:  rep.fee

CREATE FUNCTION newest_day() RETURNS number AS 'SELECT MAX(day_no) FROM fx.rates';
CREATE FUNCTION rate_on(p_day number) RETURNS number AS 'SELECT MAX(rate) FROM fx.rates r WHERE r.day_no = p_day';
CREATE TABLE rep.fee AS
SELECT newest_day() AS day_no,  --! OPAQUE_FUNCTION
       1 + rate_on(20250101) AS rate,  --! OPAQUE_FUNCTION
       util.next_no() AS no,  --! OPAQUE_FUNCTION
       o.amt * util.vat('DE') AS vat,  --! OPAQUE_FUNCTION
       rate_on(CURRENT_DATE) AS today,  --! OPAQUE_FUNCTION
       somewhat(1) AS one
FROM   app.orders o;

-- expect value
--   field  | origin                 | line
--   day_no | -                      | -
--   rate   | -                      | -
--   no     | -                      | -
--   vat    | app.orders.amt         | 7
--   today  | generated CURRENT_DATE | 8
--   one    | constant somewhat(1)   | 9
-- expect control
--   (none)
-- expect open
--   field  | reason          | at
--   day_no | OPAQUE_FUNCTION | NEWEST_DAY
--   rate   | OPAQUE_FUNCTION | 1 + rate_on(20250101)
--   no     | OPAQUE_FUNCTION | util.next_no()
--   vat    | OPAQUE_FUNCTION | util.vat('DE')
--   today  | OPAQUE_FUNCTION | rate_on(CURRENT_DATE)

-- case:    a function of a package, called inside it
-- why:     It needs no package before it there.
-- dialect: oracle
-- target:  rep.fee

CREATE OR REPLACE PACKAGE BODY pk AS
    FUNCTION rate_on(p_day NUMBER) RETURN NUMBER IS r NUMBER;
    BEGIN SELECT rate INTO r FROM fx.rates WHERE day_no = p_day; RETURN r; END;
    PROCEDURE fill IS BEGIN
        INSERT INTO rep.fee (id, rate) SELECT o.id, rate_on(o.day_no) FROM app.orders o;  --! OPAQUE_FUNCTION
    END;
END pk;
/

-- expect value
--   field | origin            | line
--   id    | app.orders.id     | 5
--   rate  | app.orders.day_no | 5
-- expect control
--   (none)

-- case:    a function of the database called as one of a schema is
-- why:     There a function of a schema is never called without it.
-- dialect: bigquery
-- target:  rep.fee

CREATE FUNCTION util.error(msg STRING) AS (ERROR(msg));
CREATE TEMP FUNCTION vat(place STRING) AS ((SELECT MAX(r.vat) FROM fx.rates r WHERE r.place = place));
CREATE TABLE rep.fee AS
SELECT IF(o.amt > 0, o.amt, ERROR('none')) AS amt,
       vat('DE') AS vat,  --! OPAQUE_FUNCTION
       util.first([]) AS one  --! OPAQUE_FUNCTION
FROM   app.orders o;

-- expect value
--   field | origin                 | line
--   amt   | app.orders.amt         | 4
--   amt   | constant ERROR('none') | 4
--   vat   | -                      | -
--   one   | -                      | -
-- expect control
--   field | kind           | column         | line
--   amt   | CASE_CONDITION | app.orders.amt | 4
-- expect open
--   field | reason          | at
--   vat   | OPAQUE_FUNCTION | vat('DE')
--   one   | OPAQUE_FUNCTION | util.first([])

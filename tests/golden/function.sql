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
--   field  | origin          | line
--   rate   | fx.rates.rate   | 3
--   day_no | parameter p_day | 3
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

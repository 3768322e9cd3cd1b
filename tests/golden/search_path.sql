-- case:    two schemas in the path, one of which has the table
-- why:     The snapshot knows one such table; that there is no other is not in it, so the binding is for review.
-- dialect: postgres
-- target:  rep.quay

-- file: quay.sql
SET search_path TO yard, public;
INSERT INTO rep.quay (quay_no, ships) SELECT q.quay_no, q.ships FROM quay_log q;

-- file: log.sql
INSERT INTO public.quay_log (quay_no, ships) SELECT r.no, r.ships FROM raw.log r;

-- expect value
--   field   | origin        | line
--   quay_no | raw.log.no    | log.sql:1
--   ships   | raw.log.ships | log.sql:1
-- expect control
--   (none)
-- expect standing
--   field   | resolution | standing
--   quay_no | RESOLVED   | PROVISIONAL
--   ships   | RESOLVED   | PROVISIONAL
-- expect writers
--   table           | rule           | line
--   public.quay_log | DEFAULT_SCHEMA | log.sql:1

-- case:    two schemas in the path, and both have the table
-- why:     Which of them is read, no file says.
-- dialect: redshift
-- target:  rep.quay

-- file: quay.sql
SET search_path TO yard, port;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;  --! AMBIGUOUS_COLUMN_SOURCES yard.quay_log.quay_no, port.quay_log.quay_no

-- file: log.sql
INSERT INTO port.quay_log (quay_no) SELECT r.no FROM raw.log r;
CREATE TABLE yard.quay_log (quay_no int);

-- expect value
--   field   | origin | line
--   quay_no | -      | -
-- expect control
--   (none)
-- expect open
--   field   | reason           | at
--   quay_no | AMBIGUOUS_COLUMN | quay_log.quay_no
-- expect writers
--   table         | rule        | line
--   port.quay_log | ENVIRONMENT | log.sql:1

-- case:    the user's own schema in the path
-- why:     What stands in it is not known, and no schema is claimed.
-- dialect: postgres
-- target:  rep.quay

SET search_path = "$user", public;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;

-- expect value
--   field   | origin           | line
--   quay_no | quay_log.quay_no | 2
-- expect control
--   (none)

-- case:    a table made under a path with two schemas
-- why:     It is made in the first one; so is what the script reads by that name from there on.
-- dialect: postgres
-- target:  rep.quay

-- file: day.sql
SET search_path TO yard, port;
CREATE TABLE quay_day AS SELECT q.quay_no, q.ships FROM quay_log q;
CREATE TABLE quay_sum AS SELECT d.quay_no, SUM(d.ships) AS ships FROM quay_day d GROUP BY d.quay_no;

-- file: quay.sql
INSERT INTO rep.quay (quay_no, ships) SELECT s.quay_no, s.ships FROM yard.quay_sum s;

-- expect value
--   field   | origin           | line
--   quay_no | quay_log.quay_no | day.sql:2
--   ships   | quay_log.ships   | day.sql:2
-- expect control
--   field | kind     | column           | line
--   *     | GROUP_BY | quay_log.quay_no | day.sql:3
-- expect writers
--   table         | rule  | line
--   yard.quay_sum | EXACT | day.sql:3

-- case:    one script calls a table by its full name and by its path
-- why:     That both are one table is for review, as between scripts.
-- dialect: postgres
-- target:  rep.quay

SET search_path TO yard, public;
INSERT INTO public.quay_log (quay_no) SELECT r.no FROM raw.log r;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;

-- expect value
--   field   | origin     | line
--   quay_no | raw.log.no | 2
-- expect control
--   (none)
-- expect writers
--   table           | rule           | line
--   public.quay_log | DEFAULT_SCHEMA | 2

-- case:    the public schema alone in the path
-- why:     One schema proves where a name belongs, whichever it is; the system's own does not count.
-- dialect: postgres
-- target:  rep.quay

SET search_path = public, pg_catalog;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;
RESET search_path;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_old q;

-- expect value
--   field   | origin                  | line
--   quay_no | public.quay_log.quay_no | 2
--   quay_no | quay_old.quay_no        | 4
-- expect control
--   (none)

-- case:    a placeholder in the path
-- why:     The schema is filled in at run time, and so is dynamic.
-- dialect: postgres
-- target:  rep.quay

-- file: quay.sql
SET search_path TO ${env}_yard;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;

-- file: log.sql
INSERT INTO dev_yard.quay_log (quay_no) SELECT r.no FROM raw.log r;

-- expect value
--   field   | origin                       | line
--   quay_no | ${env}_yard.quay_log.quay_no | quay.sql:2
-- expect control
--   (none)
-- expect writers
--   table             | rule        | line
--   dev_yard.quay_log | ENVIRONMENT | log.sql:1

-- case:    a function with a path of its own
-- why:     It holds in the body, and in nothing behind it.
-- dialect: postgres
-- target:  rep.quay

CREATE FUNCTION fill() RETURNS void LANGUAGE plpgsql SET search_path = yard AS $$
BEGIN
    INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;
END $$;
CREATE FUNCTION fill_old() RETURNS void AS $$
BEGIN
    INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;
END $$ LANGUAGE plpgsql SET search_path TO port, pg_temp;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;

-- expect value
--   field   | origin                | line
--   quay_no | port.quay_log.quay_no | 7
--   quay_no | quay_log.quay_no      | 9
--   quay_no | yard.quay_log.quay_no | 3
-- expect control
--   (none)

-- case:    a path set in a procedure's body
-- why:     The body is not run where it stands: what follows it in the file keeps its own path.
-- dialect: redshift
-- target:  rep.quay

SET search_path TO yard;
CREATE PROCEDURE fill() AS $$
BEGIN
    SET search_path TO port;
    INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;
END $$ LANGUAGE plpgsql;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM quay_log q;

-- expect value
--   field   | origin                | line
--   quay_no | port.quay_log.quay_no | 5
--   quay_no | yard.quay_log.quay_no | 7
-- expect control
--   (none)

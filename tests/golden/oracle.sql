-- What running made-up queries has found (tests/oracle): each was a condition that moved a column unclaimed, or
-- a layout that changed the answer.

-- case:    USING behind an ANTI join
-- why:     The right side of an ANTI join is in scope for its ON only: the key is matched with the table before it.
-- dialect: duckdb
-- target:  rep.open_crate

CREATE TABLE crate (crate_no INT, bay INT);
CREATE TABLE shipped (crate_no INT, bay INT);
CREATE TABLE bay (bay INT, hall INT);
CREATE TABLE rep.open_crate AS
SELECT c.crate_no
FROM   crate AS c
ANTI JOIN shipped AS s ON s.crate_no = c.crate_no
JOIN   bay USING (bay);

-- expect value
--   field    | origin         | line
--   crate_no | crate.crate_no | 5
-- expect control
--   field | kind       | column           | line
--   *     | SEMI_JOIN  | crate.crate_no   | 7
--   *     | SEMI_JOIN  | shipped.crate_no | 7
--   *     | INNER_JOIN | bay.bay          | 8
--   *     | INNER_JOIN | crate.bay        | 8

-- case:    NATURAL behind a SEMI join
-- why:     As for USING: what only decides rows has no columns to match.
-- dialect: spark
-- target:  rep.paid_crate

CREATE TABLE crate (crate_no INT, bay INT);
CREATE TABLE paid (crate_no INT, hall INT);
CREATE TABLE bay (bay INT, hall INT);
CREATE TABLE rep.paid_crate AS
SELECT c.crate_no, b.hall
FROM   crate AS c
LEFT SEMI JOIN paid AS p ON p.crate_no = c.crate_no
NATURAL JOIN bay AS b;

-- expect value
--   field    | origin         | line
--   crate_no | crate.crate_no | 5
--   hall     | bay.hall       | 5
-- expect control
--   field | kind       | column         | line
--   *     | SEMI_JOIN  | crate.crate_no | 7
--   *     | SEMI_JOIN  | paid.crate_no  | 7
--   *     | INNER_JOIN | bay.bay        | 8
--   *     | INNER_JOIN | crate.bay      | 8

-- case:    USING behind a comma
-- why:     A join binds closer than a comma, so its left side begins behind the comma.
-- dialect: postgres
-- target:  rep.crate_hall

CREATE TABLE crate (crate_no INT, bay INT);
CREATE TABLE shelf (shelf_no INT, bay INT);
CREATE TABLE bay (bay INT, hall INT);
CREATE TABLE rep.crate_hall AS
SELECT c.crate_no, hall
FROM   crate AS c, shelf AS s
LEFT   JOIN bay USING (bay)
WHERE  c.bay = s.shelf_no;

-- expect value
--   field    | origin         | line
--   crate_no | crate.crate_no | 5
--   hall     | bay.hall       | 5
-- expect control
--   field | kind            | column         | line
--   *     | OUTER_JOIN LEFT | bay.bay        | 7
--   *     | OUTER_JOIN LEFT | shelf.bay      | 7
--   *     | WHERE           | crate.bay      | 8
--   *     | WHERE           | shelf.shelf_no | 8

-- case:    USING inside brackets
-- why:     In brackets a join has only what stands in them on its left side.
-- dialect: mysql
-- target:  crate_bay

CREATE TABLE crate (crate_no INT, bay INT);
CREATE TABLE shelf (shelf_no INT, bay INT);
CREATE TABLE bay (bay INT, hall INT);
CREATE TABLE crate_bay AS
SELECT c.crate_no, s.shelf_no
FROM   crate AS c
JOIN   (shelf AS s JOIN bay AS b USING (bay)) ON s.shelf_no = c.crate_no;

-- expect value
--   field    | origin         | line
--   crate_no | crate.crate_no | 5
--   shelf_no | shelf.shelf_no | 5
-- expect control
--   field | kind       | column         | line
--   *     | INNER_JOIN | bay.bay        | 7
--   *     | INNER_JOIN | shelf.bay      | 7
--   *     | INNER_JOIN | crate.crate_no | 7
--   *     | INNER_JOIN | shelf.shelf_no | 7

-- case:    a comment between the words of a keyword
-- why:     A comment is white space, also between GROUP and BY.
-- dialect: snowflake
-- target:  rep.crate_count

CREATE TABLE rep.crate_count AS
SELECT c.hall, COUNT(c.crate_no) AS crates,
       SUM(SUM(c.weight)) OVER (PARTITION -- of the hall
                           BY c.hall ORDER /* oldest first */ BY MIN(c.crate_no)) AS running
FROM   stock.crate AS c
GROUP  /* one row per hall */
       BY c.hall;

-- expect value
--   field   | origin               | line
--   hall    | stock.crate.hall     | 2
--   crates  | stock.crate.crate_no | 2
--   running | stock.crate.weight   | 3
-- expect control
--   field   | kind     | column               | line
--   *       | GROUP_BY | stock.crate.hall     | 7
--   running | WINDOW   | stock.crate.hall     | 4
--   running | WINDOW   | stock.crate.crate_no | 4

-- case:    a column list over a star that nothing lists
-- why:     The list names columns by position, and the star hides which position is whose.
-- dialect: snowflake
-- target:  rep.crate_list

CREATE TABLE rep.crate_list AS
WITH listed (sort, crate_no, hall) AS (SELECT 'A' AS kind, c.*, 'north' AS side FROM stock.crate AS c),  --! NON_ENUMERABLE_PROJECTION
     both_sides (crate_no, hall) AS (SELECT w.* FROM stock.west AS w UNION ALL SELECT e.no, e.hall FROM stock.east AS e)  --! NON_ENUMERABLE_PROJECTION
SELECT l.sort, l.crate_no, b.hall
FROM   listed AS l
CROSS JOIN both_sides AS b;

-- expect value
--   field    | origin          | line
--   sort     | constant 'A'    | 2
--   crate_no | -               | -
--   hall     | stock.east.hall | 3
-- expect control
--   (none)
-- expect open
--   field    | reason                    | at
--   crate_no | NON_ENUMERABLE_PROJECTION | c.*
--   hall     | NON_ENUMERABLE_PROJECTION | w.*

-- Lateral queries: they see the inputs before them, and neither themselves nor what is joined after them.

-- case:    a bare column under LATERAL that has the name of its output
-- why:     The input inside or the one before may have it; the query itself and what is joined after it are not in scope.
-- dialect: postgres
-- target:  rep.newest

CREATE TABLE rep.newest AS
SELECT a.id, l.v
FROM   raw.acct a
CROSS JOIN LATERAL (SELECT v FROM raw.bal b WHERE b.id = a.id) l  --! AMBIGUOUS_COLUMN_SOURCES raw.bal.v, raw.acct.v
JOIN   raw.city c ON c.k = a.k;

-- expect value
--   field | origin      | line
--   id    | raw.acct.id | 2
--   v     | -           | -
-- expect control
--   field | kind       | column      | line
--   *     | WHERE      | raw.acct.id | 4
--   *     | WHERE      | raw.bal.id  | 4
--   *     | INNER_JOIN | raw.acct.k  | 5
--   *     | INNER_JOIN | raw.city.k  | 5
-- expect open
--   field | reason           | at
--   v     | AMBIGUOUS_COLUMN | v

-- case:    a bare column under CROSS APPLY
-- why:     As under LATERAL.
-- dialect: tsql
-- target:  rep.newest

SELECT a.id, q.v INTO rep.newest
FROM raw.acct a CROSS APPLY (SELECT TOP 1 v FROM raw.bal x WHERE x.id = a.id ORDER BY x.ts) q;  --! AMBIGUOUS_COLUMN_SOURCES raw.bal.v, raw.acct.v

-- expect value
--   field | origin      | line
--   id    | raw.acct.id | 1
--   v     | -           | -
-- expect control
--   field | kind       | column      | line
--   *     | WHERE      | raw.acct.id | 2
--   *     | WHERE      | raw.bal.id  | 2
--   *     | SORT_LIMIT | raw.bal.ts  | 2
-- expect open
--   field | reason           | at
--   v     | AMBIGUOUS_COLUMN | v

-- case:    a bare column under LATERAL beside DDL, in MySQL
-- why:     DDL shows that the input before lacks it, and one input is left.
-- dialect: mysql
-- target:  rep.newest

CREATE TABLE raw.acct (id INT, k INT);

CREATE TABLE rep.newest AS
SELECT a.id, l.v
FROM   raw.acct a
JOIN   LATERAL (SELECT v FROM raw.bal b WHERE b.id = a.id LIMIT 1) l ON TRUE
JOIN   raw.city c ON c.k = a.k;

-- expect value
--   field | origin      | line
--   id    | raw.acct.id | 4
--   v     | raw.bal.v   | 6
-- expect control
--   field | kind       | column      | line
--   *     | WHERE      | raw.acct.id | 6
--   *     | WHERE      | raw.bal.id  | 6
--   *     | SORT_LIMIT | -           | 6
--   *     | INNER_JOIN | -           | 6
--   *     | INNER_JOIN | raw.acct.k  | 7
--   *     | INNER_JOIN | raw.city.k  | 7

-- case:    a UNION under LATERAL, in Snowflake
-- why:     Each branch sees the inputs before the query, and only those.
-- dialect: snowflake
-- target:  rep.newest

CREATE TABLE rep.newest AS
SELECT a.id, l.v
FROM   raw.acct a,
       LATERAL (SELECT v FROM raw.bal b WHERE b.id = a.id  --! AMBIGUOUS_COLUMN_SOURCES raw.bal.v, raw.acct.v
                UNION ALL
                SELECT d.v FROM raw.debt d WHERE d.id = a.id) l,
       raw.city c;

-- expect value
--   field | origin      | line
--   id    | raw.acct.id | 2
--   v     | raw.debt.v  | 6
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | raw.acct.id | 4
--   *     | WHERE | raw.bal.id  | 4
--   *     | WHERE | raw.acct.id | 6
--   *     | WHERE | raw.debt.id | 6
-- expect open
--   field | reason           | at
--   v     | AMBIGUOUS_COLUMN | v

-- case:    a recursive query whose star may hold its own column
-- why:     What a candidate is made of leads back to the field itself: it is named all the same.
-- dialect: duckdb
-- target:  rep.tree

CREATE TABLE rep.tree AS
WITH RECURSIVE r AS (
    SELECT * FROM raw.node
    UNION ALL BY NAME
    SELECT * FROM r, raw.city  --! AMBIGUOUS_STAR_SOURCES raw.node.v, raw.city.v
)
SELECT v FROM r;

-- expect value
--   field | origin     | line
--   v     | raw.node.v | 3
-- expect control
--   (none)
-- expect open
--   field | reason         | at
--   v     | AMBIGUOUS_STAR | v

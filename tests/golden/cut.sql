-- case:    LIMIT alone
-- why:     No column decides which rows stay, and not all of them do.
-- dialect: postgres
-- target:  rep.some

CREATE TABLE rep.some AS
SELECT p.title
FROM   poll.post AS p
LIMIT  5;

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2
-- expect control
--   field | kind       | column | line
--   *     | SORT_LIMIT | -      | 4

-- case:    TOP by a parameter
-- why:     What is no column stands beside the condition; the condition is there.
-- dialect: tsql
-- target:  rep.some

SELECT DISTINCT TOP (@n)
       p.title
INTO   rep.some
FROM   poll.post AS p;

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2
-- expect control
--   field | kind       | column | line
--   *     | SORT_LIMIT | -      | 1

-- case:    a sample of a table
-- why:     Rows are left out before anything else is done with them.
-- dialect: postgres
-- target:  rep.some

CREATE TABLE rep.some AS
SELECT p.title
FROM   poll.post AS p TABLESAMPLE SYSTEM (10)
WHERE  p.votes > 3;

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2
-- expect control
--   field | kind       | column          | line
--   *     | SORT_LIMIT | -               | 3
--   *     | WHERE      | poll.post.votes | 4

-- case:    OFFSET without a LIMIT
-- why:     The first rows are left out.
-- dialect: oracle
-- target:  rep.some

CREATE TABLE rep.some AS
SELECT p.title
FROM   poll.post p
OFFSET 10 ROWS;

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2
-- expect control
--   field | kind       | column | line
--   *     | SORT_LIMIT | -      | 4

-- case:    LIMIT ALL
-- why:     It leaves nothing out.
-- dialect: postgres
-- target:  rep.whole

CREATE TABLE rep.whole AS
SELECT p.title
FROM   poll.post AS p
LIMIT  ALL;

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2

-- case:    a LIMIT that a query gives
-- why:     Its output is a column of the condition.
-- dialect: postgres
-- target:  rep.some

CREATE TABLE rep.some AS
SELECT p.title
FROM   poll.post AS p
LIMIT  (SELECT c.n FROM poll.config AS c);

-- expect value
--   field | origin          | line
--   title | poll.post.title | 2
-- expect control
--   field | kind       | column        | line
--   *     | SORT_LIMIT | poll.config.n | 4

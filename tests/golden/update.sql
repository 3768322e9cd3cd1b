-- UPDATE: it brings no rows, and the target may hide behind an alias.

-- case:    UPDATE with FROM
-- why:     points reads its own old value: CYCLE beside the proven part. The join predicate stands in WHERE.
-- dialect: postgres
-- target:  club.member

UPDATE club.member
SET    mail = LOWER(f.mail), points = member.points + f.bonus
FROM   stg.member_fix AS f
WHERE  f.member_ref = member.member_no AND f.checked;

-- expect value
--   field  | origin               | line
--   mail   | stg.member_fix.mail  | 2
--   points | stg.member_fix.bonus | 2
-- expect control
--   field | kind  | column                      | line
--   *     | WHERE | stg.member_fix.member_ref   | 4
--   *     | WHERE | prior club.member.member_no | 4
--   *     | WHERE | stg.member_fix.checked      | 4
-- expect open
--   field  | reason | at
--   points | CYCLE  | club.member.points

-- case:    UPDATE of an alias over a CTE and a LEFT JOIN
-- why:     The target is the table behind the alias; a table called b does not exist.
-- dialect: tsql
-- target:  lib.borrower

WITH newest AS (
    SELECT l.borrower_no, MAX(l.taken_on) AS taken_on
    FROM   lib.loan AS l
    WHERE  l.cancelled = 0
    GROUP BY l.borrower_no
)
UPDATE b
SET    b.last_loan_on = n.taken_on,
       b.idle_cd = CASE WHEN n.taken_on IS NULL THEN 'I' ELSE b.idle_cd END
FROM   lib.borrower AS b
LEFT JOIN newest AS n ON n.borrower_no = b.borrower_no
WHERE  b.left_on IS NULL;

-- expect value
--   field        | origin            | line
--   last_loan_on | lib.loan.taken_on | 2
--   idle_cd      | constant 'I'      | 9
-- expect control
--   field   | kind            | column                         | line
--   *       | WHERE           | lib.loan.cancelled             | 4
--   *       | GROUP_BY        | lib.loan.borrower_no           | 5
--   *       | OUTER_JOIN LEFT | lib.loan.borrower_no           | 11
--   *       | OUTER_JOIN LEFT | prior lib.borrower.borrower_no | 11
--   *       | WHERE           | prior lib.borrower.left_on     | 12
--   idle_cd | CASE_CONDITION  | lib.loan.taken_on              | 9
-- expect open
--   field   | reason | at
--   idle_cd | CYCLE  | lib.borrower.idle_cd
-- expect tables
--   table
--   lib.borrower
--   lib.loan

-- case:    UPDATE over a CTE, in Postgres
-- why:     The CTE's field is set, its conditions decide it; the table's own column stays an alternative.
-- dialect: postgres
-- target:  gym.member

WITH last AS (
  SELECT v.member_no, MAX(v.day) AS day FROM gym.visit AS v WHERE v.ok GROUP BY v.member_no
)
UPDATE gym.member AS m
SET last_day = l.day, state = CASE WHEN l.day < '2026-01-01' THEN 'P' ELSE m.state END
FROM last AS l
WHERE l.member_no = m.member_no AND m.gone IS NULL;

-- expect value
--   field    | origin        | line
--   last_day | gym.visit.day | 2
--   state    | constant 'P'  | 5
-- expect control
--   field | kind           | column                     | line
--   *     | WHERE          | gym.visit.ok               | 2
--   *     | GROUP_BY       | gym.visit.member_no        | 2
--   *     | WHERE          | prior gym.member.member_no | 7
--   *     | WHERE          | gym.visit.member_no        | 7
--   *     | WHERE          | prior gym.member.gone      | 7
--   state | CASE_CONDITION | gym.visit.day              | 5
-- expect open
--   field | reason | at
--   state | CYCLE  | gym.member.state

-- case:    UPDATE over a CTE and a LEFT JOIN, in MySQL
-- why:     As above; the CTE stands before the UPDATE and its join in it.
-- dialect: mysql
-- target:  gym.member

WITH last AS (
  SELECT v.member_no, MAX(v.day) AS day FROM gym.visit v WHERE v.ok = 1 GROUP BY v.member_no
)
UPDATE gym.member m LEFT JOIN last l ON l.member_no = m.member_no
SET m.last_day = l.day, m.state = IF(l.day IS NULL, 'N', m.state)
WHERE m.gone = 0;

-- expect value
--   field    | origin        | line
--   last_day | gym.visit.day | 2
--   state    | constant 'N'  | 5
-- expect control
--   field | kind            | column                     | line
--   *     | WHERE           | gym.visit.ok               | 2
--   *     | GROUP_BY        | gym.visit.member_no        | 2
--   *     | OUTER_JOIN LEFT | prior gym.member.member_no | 4
--   *     | OUTER_JOIN LEFT | gym.visit.member_no        | 4
--   *     | WHERE           | prior gym.member.gone      | 6
--   state | CASE_CONDITION  | gym.visit.day              | 5
-- expect open
--   field | reason | at
--   state | CYCLE  | gym.member.state

-- case:    UPDATE over a CTE, in SQLite
-- why:     As in Postgres, with bare names of columns.
-- dialect: sqlite
-- target:  member

WITH last AS (SELECT v.member_no, MAX(v.day) AS day FROM visit v WHERE v.ok GROUP BY v.member_no)
UPDATE member SET last_day = last.day FROM last WHERE last.member_no = member.member_no;

-- expect value
--   field    | origin    | line
--   last_day | visit.day | 1
-- expect control
--   field | kind     | column                 | line
--   *     | WHERE    | visit.ok               | 1
--   *     | GROUP_BY | visit.member_no        | 1
--   *     | WHERE    | prior member.member_no | 2
--   *     | WHERE    | visit.member_no        | 2

-- case:    UPDATE of an alias in a schema called Dimension
-- why:     Case never matters here, and the alias c is not a table. The update has no WHERE.
-- dialect: tsql
-- target:  dimension.reader

UPDATE c
SET    c.Tier = u.Tier
FROM   Dimension.Reader AS c
INNER JOIN Staging.TierUpdate AS u ON u.[Reader Key] = c.[Reader Key];

-- expect value
--   field | origin                  | line
--   tier  | staging.tierupdate.tier | 2
-- expect control
--   field | kind       | column                              | line
--   *     | INNER_JOIN | staging.tierupdate."reader key"     | 4
--   *     | INNER_JOIN | prior dimension.reader."reader key" | 4
-- expect tables
--   table
--   dimension.reader
--   staging.tierupdate

-- case:    UPDATE with a JOIN
-- why:     The joined table gives the value; both tables' columns decide.
-- dialect: mysql
-- target:  shop.item

UPDATE shop.item i
JOIN   stg.item_price p ON p.sku = i.sku
SET    i.price = p.price, i.seen = NOW()
WHERE  p.valid = 1;

-- expect value
--   field | origin               | line
--   price | stg.item_price.price | 3
--   seen  | generated NOW        | 3
-- expect control
--   field | kind       | column               | line
--   *     | INNER_JOIN | stg.item_price.sku   | 2
--   *     | INNER_JOIN | prior shop.item.sku  | 2
--   *     | WHERE      | stg.item_price.valid | 4

-- case:    two columns from one subquery
-- why:     Positions meet; the subquery's conditions belong to both fields.
-- dialect: oracle
-- target:  fleet.ship_sum

UPDATE fleet.ship_sum t
SET    (t.visits, t.last_on) = (SELECT COUNT(*), MAX(v.left_on) FROM fleet.visit v WHERE v.ship_no = t.ship_no)
WHERE  t.frozen = 0;

-- expect value
--   field   | origin              | line
--   visits  | generated COUNT(*)  | 2
--   last_on | fleet.visit.left_on | 2
-- expect control
--   field | kind  | column                       | line
--   *     | WHERE | prior fleet.ship_sum.frozen  | 3
--   *     | WHERE | fleet.visit.ship_no          | 2
--   *     | WHERE | prior fleet.ship_sum.ship_no | 2

-- case:    a CASE, a variable and NULL as assigned values
-- why:     What is assigned reaches from the equals sign to the comma, with CASE, END, variables and words that
--          no column stands beside; so does each condition between its ANDs.
-- dialect: tsql
-- target:  mart.berth

DECLARE @limit INT, @day DATE;

UPDATE b
SET    b.band = CASE WHEN s.length_m <= 10 THEN 'S' ELSE s.band END,
       b.note = NULL,
       b.seen_on = @day
FROM   mart.berth AS b
INNER JOIN stg.berth AS s ON s.berth_no = b.berth_no AND s.size_m = @limit
WHERE  b.closed = 0 AND b.seen_on < @day;

-- expect value
--   field   | origin         | line
--   band    | constant 'S'   | 4
--   band    | stg.berth.band | 4
--   note    | constant NULL  | 5
--   seen_on | parameter @day | 6
-- expect control
--   field | kind           | column                    | line
--   band  | CASE_CONDITION | stg.berth.length_m        | 4
--   *     | INNER_JOIN     | stg.berth.berth_no        | 8
--   *     | INNER_JOIN     | prior mart.berth.berth_no | 8
--   *     | INNER_JOIN     | stg.berth.size_m          | 8
--   *     | WHERE          | prior mart.berth.closed   | 9
--   *     | WHERE          | prior mart.berth.seen_on  | 9

-- case:    UPDATE with RETURNING bare names
-- why:     A bare name in RETURNING is the row after the UPDATE: the assigned value, the old content of the rest.
-- dialect: postgres
-- target:  log.berth_move

WITH moved AS (
    UPDATE port.berth SET state_cd = 'M' WHERE due_on < 3 RETURNING berth_no, state_cd
)
INSERT INTO log.berth_move (berth_no, state_cd) SELECT m.berth_no, m.state_cd FROM moved AS m;

-- expect value
--   field    | origin                    | line
--   berth_no | prior port.berth.berth_no | 2
--   state_cd | constant 'M'              | 2
-- expect control
--   field | kind  | column                  | line
--   *     | WHERE | prior port.berth.due_on | 2

-- case:    OUTPUT of the new and the old value into another table
-- why:     inserted.price is the assigned expression, and what it reads is the content before the statement.
-- dialect: tsql
-- target:  log.price_move

UPDATE p SET p.price = p.price * s.factor
OUTPUT inserted.price, deleted.price, s.why INTO log.price_move (new_price, old_price, why)
FROM dw.price AS p INNER JOIN stg.price AS s ON s.sku = p.sku;

-- expect value
--   field     | origin               | line
--   new_price | prior dw.price.price | 1
--   new_price | stg.price.factor     | 1
--   old_price | prior dw.price.price | 2
--   why       | stg.price.why        | 2
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | prior dw.price.sku | 3
--   *     | INNER_JOIN | stg.price.sku      | 3

-- case:    SET that adds to the target's column
-- why:     The target has the column that is assigned, and SQL rejects an ambiguous name: += adds to the old content.
-- dialect: tsql
-- target:  shop.stock

UPDATE s SET qty += m.qty_in, moves = moves + 1
FROM   shop.stock AS s
INNER JOIN shop.move AS m ON m.item = s.item
WHERE  m.done = 1;

-- expect value
--   field | origin           | line
--   qty   | shop.move.qty_in | 1
--   moves | -                | -
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | shop.move.item        | 3
--   *     | INNER_JOIN | prior shop.stock.item | 3
--   *     | WHERE      | shop.move.done        | 4
-- expect open
--   field | reason | at
--   qty   | CYCLE  | shop.stock.qty
--   moves | CYCLE  | shop.stock.moves

-- case:    RETURNING by the table's full name
-- why:     The row is the one the statement leaves: the assigned column is new, the others are as before.
-- dialect: postgres
-- target:  audit.change

WITH up AS (
  UPDATE shop.price SET amt = n.amt
  FROM   shop.new_price AS n
  WHERE  n.item = shop.price.item
  RETURNING shop.price.item, shop.price.amt, shop.price.unit
)
INSERT INTO audit.change (item, amt, unit) SELECT up.item, up.amt, up.unit FROM up;

-- expect value
--   field | origin                | line
--   item  | prior shop.price.item | 5
--   amt   | shop.new_price.amt    | 2
--   unit  | prior shop.price.unit | 5
-- expect control
--   field | kind  | column                | line
--   *     | WHERE | shop.new_price.item   | 4
--   *     | WHERE | prior shop.price.item | 4

-- case:    UPDATE … FROM in Snowflake, with a self term
-- why:     The target's own column is its earlier content: the path comes back to the field.
-- dialect: snowflake
-- target:  crm.contact

UPDATE crm.contact c
SET    mail = LOWER(f.mail), score = c.score + f.delta
FROM   stg.fix f
WHERE  f.ref = c.id AND f.ok;

-- expect value
--   field | origin        | line
--   mail  | stg.fix.mail  | 2
--   score | stg.fix.delta | 2
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | prior crm.contact.id | 4
--   *     | WHERE | stg.fix.ok           | 4
--   *     | WHERE | stg.fix.ref          | 4
-- expect open
--   field | reason | at
--   score | CYCLE  | crm.contact.score

-- case:    UPDATE … FROM in Teradata
-- why:     FROM stands before SET there; the table's own earlier content is added to.
-- dialect: teradata
-- target:  dm.crew

UPDATE c FROM dm.crew AS c, (SEL f.crew_no, SUM(f.hrs) AS hrs FROM stg.flight f GROUP BY 1) AS h
SET hrs = c.hrs + h.hrs
WHERE c.crew_no = h.crew_no AND c.active = 1;

-- expect value
--   field | origin         | line
--   hrs   | stg.flight.hrs | 1
-- expect control
--   field | kind     | column                | line
--   *     | GROUP_BY | stg.flight.crew_no    | 1
--   *     | WHERE    | prior dm.crew.crew_no | 3
--   *     | WHERE    | stg.flight.crew_no    | 3
--   *     | WHERE    | prior dm.crew.active  | 3
-- expect open
--   field | reason | at
--   hrs   | CYCLE  | dm.crew.hrs

-- case:    UPDATE … FROM in Redshift, with the table again in FROM
-- why:     The table's name again stands for other rows of it.
-- dialect: redshift
-- target:  dm.crew

UPDATE dm.crew SET base = s.base
FROM   dm.crew c JOIN stg.crew s ON s.crew_no = c.crew_no
WHERE  dm.crew.crew_no = c.crew_no;

-- expect value
--   field | origin        | line
--   base  | stg.crew.base | 1
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | prior dm.crew.crew_no | 2
--   *     | INNER_JOIN | stg.crew.crew_no      | 2
--   *     | WHERE      | prior dm.crew.crew_no | 3

-- case:    UPDATE … FROM in DuckDB
-- why:     As in Postgres.
-- dialect: duckdb
-- target:  crew

UPDATE crew SET nm = lower(s.nm), seen = s.day FROM stg s WHERE s.no = crew.no AND s.ok;

-- expect value
--   field | origin  | line
--   nm    | stg.nm  | 1
--   seen  | stg.day | 1
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | prior crew.no | 1
--   *     | WHERE | stg.no        | 1
--   *     | WHERE | stg.ok        | 1

-- case:    UPDATE … FROM over a join, in BigQuery
-- why:     Inputs under FROM are joined by their own condition and with the target by WHERE.
-- dialect: bigquery
-- target:  dw.person

UPDATE dw.person p
SET p.town = a.town, p.land = 'DE'
FROM stg.address a JOIN stg.zip z ON z.zip = a.zip
WHERE a.person_id = p.id AND z.land_cd = 49;

-- expect value
--   field | origin           | line
--   land  | constant 'DE'    | 2
--   town  | stg.address.town | 2
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | stg.address.zip       | 3
--   *     | INNER_JOIN | stg.zip.zip           | 3
--   *     | WHERE      | prior dw.person.id    | 4
--   *     | WHERE      | stg.address.person_id | 4
--   *     | WHERE      | stg.zip.land_cd       | 4

-- case:    UPDATE through an inline query's columns, in Oracle
-- why:     A scalar subquery is the value; its conditions are the field's own, the WHERE is every field's.
-- dialect: oracle
-- target:  hr.emp

UPDATE hr.emp e
SET    e.dept_nm = (SELECT d.nm FROM hr.dept d WHERE d.no = e.dept_no),
       e.pay = e.pay * 1.05
WHERE  EXISTS (SELECT 1 FROM hr.raise r WHERE r.emp_no = e.emp_no);

-- expect value
--   field   | origin     | line
--   dept_nm | hr.dept.nm | 2
--   pay     | -          | -
-- expect control
--   field   | kind      | column               | line
--   *       | SEMI_JOIN | -                    | 4
--   *       | WHERE     | hr.raise.emp_no      | 4
--   *       | WHERE     | prior hr.emp.emp_no  | 4
--   dept_nm | WHERE     | hr.dept.no           | 2
--   dept_nm | WHERE     | prior hr.emp.dept_no | 2
-- expect open
--   field | reason | at
--   pay   | CYCLE  | hr.emp.pay

-- case:    UPDATE of two tables at once, in MySQL
-- why:     Each assignment belongs to the table its alias names.
-- dialect: mysql
-- target:  shop.stock

UPDATE shop.orders o JOIN shop.stock s ON s.sku = o.sku
SET    o.state = 'SENT', s.qty = s.qty - o.qty, s.touched = o.sent_on
WHERE  o.state = 'OPEN';

-- expect value
--   field   | origin                    | line
--   qty     | prior shop.orders.qty     | 2
--   touched | prior shop.orders.sent_on | 2
-- expect control
--   field | kind       | column                  | line
--   *     | INNER_JOIN | prior shop.orders.sku   | 1
--   *     | INNER_JOIN | prior shop.stock.sku    | 1
--   *     | WHERE      | prior shop.orders.state | 3
-- expect open
--   field | reason | at
--   qty   | CYCLE  | shop.stock.qty

-- case:    UPDATE of a CTE, in T-SQL
-- why:     An updatable CTE stands for the table it reads: the assignments are that table's.
-- dialect: tsql
-- target:  core.queue

WITH next_up AS (
    SELECT TOP (1) q.state, q.taken_by FROM core.queue AS q WHERE q.state = 'NEW' ORDER BY q.made_at
)
UPDATE next_up SET state = 'BUSY', taken_by = @me;

-- expect value
--   field    | origin          | line
--   state    | constant 'BUSY' | 4
--   taken_by | parameter @me   | 4
-- expect control
--   field | kind       | column                   | line
--   *     | SORT_LIMIT | prior core.queue.made_at | 2
--   *     | WHERE      | prior core.queue.state   | 2

-- case:    UPDATE of a joined table that is not the first, in MySQL
-- why:     The qualifier in SET says which table is changed, not the order of FROM.
-- dialect: mysql
-- target:  crm.card

UPDATE crm.person p JOIN crm.card c ON c.person_id = p.id
SET    c.holder = UPPER(p.name)
WHERE  p.left_on IS NULL;

-- expect value
--   field  | origin          | line
--   holder | crm.person.name | 2
-- expect control
--   field | kind       | column                   | line
--   *     | INNER_JOIN | crm.person.id            | 1
--   *     | INNER_JOIN | prior crm.card.person_id | 1
--   *     | WHERE      | crm.person.left_on       | 3

-- case:    UPDATE of a derived table under FROM, which renames
-- why:     The column is taken from its table unchanged: the assignment is that table's column of its own name.
-- dialect: tsql
-- target:  core.parcel

UPDATE x
SET    x.kg = f.kg, x.seen = 1
FROM   (SELECT p.parcel_no AS no, p.weight AS kg, p.checked AS seen FROM core.parcel AS p WHERE p.open = 1) AS x
JOIN   stg.weighed AS f ON f.no = x.no;

-- expect value
--   field   | origin         | line
--   checked | constant 1     | 2
--   weight  | stg.weighed.kg | 2
-- expect control
--   field | kind       | column                      | line
--   *     | INNER_JOIN | prior core.parcel.parcel_no | 4
--   *     | INNER_JOIN | stg.weighed.no              | 4
--   *     | WHERE      | prior core.parcel.open      | 3

-- case:    UPDATE of a join in brackets, in Oracle
-- why:     The inline view passes columns of two tables on; the assigned one belongs to one of them.
-- dialect: oracle
-- target:  hr.pay

UPDATE (SELECT p.amount AS amount, g.factor AS factor FROM hr.pay p JOIN hr.grade g ON g.no = p.grade_no) v
SET    v.amount = v.amount * v.factor;

-- expect value
--   field  | origin          | line
--   amount | hr.grade.factor | 1
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | hr.grade.no           | 1
--   *     | INNER_JOIN | prior hr.pay.grade_no | 1
-- expect open
--   field  | reason | at
--   amount | CYCLE  | hr.pay.amount

-- case:    UPDATE of a join in brackets without a name, in Oracle
-- why:     As with a name: SET is none.
-- dialect: oracle
-- target:  hr.pay

UPDATE (SELECT p.amount AS amount, g.factor AS factor FROM hr.pay p JOIN hr.grade g ON g.no = p.grade_no)
SET    amount = factor;

-- expect value
--   field  | origin          | line
--   amount | hr.grade.factor | 1
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | hr.grade.no           | 1
--   *     | INNER_JOIN | prior hr.pay.grade_no | 1

-- case:    MERGE into a CTE
-- why:     The CTE stands for the only table it reads; its condition says which of its rows can match.
-- dialect: tsql
-- target:  core.price

WITH open_price AS (SELECT p.sku, p.amount FROM core.price AS p WHERE p.ended IS NULL)
MERGE open_price AS t
USING stg.price AS s ON s.sku = t.sku
WHEN MATCHED THEN UPDATE SET t.amount = s.amount
WHEN NOT MATCHED THEN INSERT (sku, amount) VALUES (s.sku, s.amount);

-- expect value
--   field  | origin           | line
--   amount | stg.price.amount | 4
--   sku    | stg.price.sku    | 5
-- expect control
--   field | kind        | column                 | line
--   *     | MERGE_MATCH | prior core.price.sku   | 3
--   *     | MERGE_MATCH | stg.price.sku          | 3
--   *     | WHERE       | prior core.price.ended | 1

-- case:    UPDATE of a query whose columns are computed
-- why:     What the query computes is no column of a table, so which one is changed is not claimed.
-- dialect: tsql
-- target:  core.other

WITH c AS (SELECT p.sku + 1 AS sku FROM core.price AS p)
UPDATE c SET sku = 7;
INSERT INTO core.other (n) SELECT o.n FROM raw.o AS o;

-- expect value
--   field | origin  | line
--   n     | raw.o.n | 3
-- expect control
--   (none)
-- expect diagnostics
--   code                      | candidates | line
--   UNPARSED_STATEMENT        |            | 1
--   UNPARSED_WRITERS_POSSIBLE |            | 1

-- case:    a member of a structure is assigned
-- why:     The column that changes is the structure; no other table is named by what stands before the dot.
-- dialect: bigquery
-- target:  dw.person

UPDATE dw.person p SET home.town = a.town, p.work.town = 'X' FROM stg.addr a WHERE a.id = p.id;

-- expect value
--   field | origin        | line
--   home  | stg.addr.town | 1
--   work  | constant 'X'  | 1
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | prior dw.person.id | 1
--   *     | WHERE | stg.addr.id        | 1

-- case:    TOP behind a changing verb
-- why:     Nothing orders these rows, so TOP takes any of them: it is no name of a table and brings no column.
-- dialect: tsql
-- target:  ops.task_log

UPDATE TOP (10) ops.task WITH (READPAST)
SET st = 'R', started = SYSUTCDATETIME()
OUTPUT inserted.id, deleted.st, inserted.st, inserted.started
INTO ops.task_log (id, old_st, new_st, started)
WHERE st = 'N';

-- expect value
--   field   | origin                   | line
--   id      | prior ops.task.id        | 3
--   old_st  | prior ops.task.st        | 3
--   new_st  | constant 'R'             | 2
--   started | generated SYSUTCDATETIME | 2
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | prior ops.task.st | 5

-- case:    an element of an array is assigned
-- why:     It is a part of its column, as a member is of a structure; a slice too.
-- dialect: postgres
-- target:  core.acct

UPDATE core.acct
SET    tags[1] = 'x', doc['risk']['class'] = s.class, hist[2:3] = s.hist
FROM   stg.acct AS s
WHERE  s.acct_no = acct.acct_no;

-- expect value
--   field | origin         | line
--   tags  | constant 'x'   | 2
--   doc   | stg.acct.class | 2
--   hist  | stg.acct.hist  | 2
-- expect control
--   field | kind  | column                  | line
--   *     | WHERE | prior core.acct.acct_no | 4
--   *     | WHERE | stg.acct.acct_no        | 4

-- case:    an element of a list is assigned, in DuckDB
-- why:     The column is the list.
-- dialect: duckdb
-- target:  core.acct

UPDATE core.acct SET tags[1] = s.tag FROM stg.acct AS s WHERE s.acct_no = acct.acct_no;

-- expect value
--   field | origin       | line
--   tags  | stg.acct.tag | 1
-- expect control
--   field | kind  | column                  | line
--   *     | WHERE | prior core.acct.acct_no | 1
--   *     | WHERE | stg.acct.acct_no        | 1

-- case:    a mutation of ClickHouse
-- why:     ALTER TABLE … UPDATE assigns columns of the rows it names, … DELETE takes rows away.
-- dialect: clickhouse
-- target:  dw.tariff

CREATE TABLE dw.tariff (id UInt64, kind String, price Float64, state String) ENGINE = MergeTree ORDER BY id;
INSERT INTO dw.tariff SELECT t.id, t.kind, t.price, t.state FROM stg.tariff AS t;
ALTER TABLE dw.tariff ON CLUSTER main UPDATE price = price * 1.08, state = 'R' WHERE kind = 'X' SETTINGS mutations_sync = 1;
ALTER TABLE dw.tariff DELETE WHERE id = 0;

-- expect value
--   field | origin           | line
--   id    | stg.tariff.id    | 2
--   kind  | stg.tariff.kind  | 2
--   price | stg.tariff.price | 2
--   state | constant 'R'     | 3
--   state | stg.tariff.state | 2
-- expect control
--   field | kind  | column               | line
--   price | WHERE | prior dw.tariff.kind | 3
--   price | WHERE | stg.tariff.kind      | 3
--   state | WHERE | prior dw.tariff.kind | 3
--   state | WHERE | stg.tariff.kind      | 3
-- expect open
--   field | reason | at
--   price | CYCLE  | dw.tariff.price

-- case:    a variable and a column from one assignment
-- why:     SET @v = c = x assigns to the column and to the variable; a variable is no field of the table.
-- dialect: tsql
-- target:  core.counter

DECLARE @no INT
UPDATE core.counter SET @no = c.nxt = s.step, c.used = 'Y' FROM core.counter c JOIN cfg.step s ON s.nm = c.nm WHERE c.nm = 'inv'

-- expect value
--   field | origin        | line
--   nxt   | cfg.step.step | 2
--   used  | constant 'Y'  | 2
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | cfg.step.nm           | 2
--   *     | INNER_JOIN | prior core.counter.nm | 2
--   *     | WHERE      | prior core.counter.nm | 2

-- case:    a mutation of one partition, in ClickHouse
-- why:     IN PARTITION limits the change to a part of the table: what was there before stays a value, also where the
-- WHERE holds for every row of that part.
-- dialect: clickhouse
-- target:  rail.trip

INSERT INTO rail.trip (no, km, fare) SELECT t.no, t.km, t.fare FROM ops.trip AS t;
ALTER TABLE rail.trip UPDATE fare = km * 2 IN PARTITION '2024' WHERE no > 1;
ALTER TABLE rail.trip ON CLUSTER main UPDATE km = 0 IN PARTITION tuple(1, 2) WHERE 1 = 1 SETTINGS mutations_sync = 2;
ALTER TABLE rail.trip DELETE IN PARTITION ID '2023' WHERE 1 = 1;
DELETE FROM rail.trip IN PARTITION '2022' WHERE 1 = 1;

-- expect value
--   field | origin        | line
--   no    | ops.trip.no   | 1
--   km    | constant 0    | 3
--   km    | ops.trip.km   | 1
--   fare  | ops.trip.fare | 1
--   fare  | ops.trip.km   | 1
-- expect control
--   field | kind  | column             | line
--   km    | WHERE | -                  | 3
--   fare  | WHERE | ops.trip.no        | 2
--   fare  | WHERE | prior rail.trip.no | 2
-- expect open
--   field | reason | at
--   fare  | CYCLE  | rail.trip.km

-- case:    OUTPUT of a computed column
-- why:     The row as it is after the UPDATE has it computed anew; deleted.total is what it was.
-- dialect: tsql
-- target:  log.line

CREATE TABLE core.line (no INT, qty INT, price MONEY, total AS (qty * price))
UPDATE core.line SET qty = n.qty
OUTPUT inserted.no, inserted.total, deleted.total INTO log.line (no, total, was)
FROM core.line AS l JOIN stg.line AS n ON n.no = l.no

-- expect value
--   field | origin                | line
--   no    | prior core.line.no    | 3
--   total | prior core.line.price | 3
--   total | stg.line.qty          | 2
--   was   | prior core.line.total | 3
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | prior core.line.no | 4
--   *     | INNER_JOIN | stg.line.no        | 4

-- case:    RETURNING of a computed column
-- why:     As for OUTPUT: the assigned quantity by the price that the row keeps.
-- dialect: postgres
-- target:  log.line

CREATE TABLE core.line (no int, qty int, price int, total int GENERATED ALWAYS AS (qty * price) STORED);
WITH c AS (
  UPDATE core.line l SET qty = n.qty FROM stg.line n WHERE n.no = l.no RETURNING l.no, l.total
)
INSERT INTO log.line (no, total) SELECT c.no, c.total FROM c;

-- expect value
--   field | origin                | line
--   no    | prior core.line.no    | 3
--   total | prior core.line.price | 3
--   total | stg.line.qty          | 3
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | prior core.line.no | 3
--   *     | WHERE | stg.line.no        | 3

-- case:    a computed column after an UPDATE
-- why:     The UPDATE changes what it is made of, so the column is made of what is assigned too. Nothing assigns what
-- vat is made of; area is made of new values only, which are constants: with nothing beside them they are its origins.
-- dialect: postgres
-- target:  core.line

CREATE TABLE core.line (no int, qty int, price int, net int, wide int, high int,
  total int GENERATED ALWAYS AS (qty * price) STORED,
  vat   int GENERATED ALWAYS AS (net / 5) STORED,
  area  int GENERATED ALWAYS AS (wide * high) STORED);
INSERT INTO core.line (no, qty, price, net, wide, high) SELECT s.no, s.qty, s.price, s.net, s.w, s.h FROM stg.line s;
UPDATE core.line l SET qty = n.qty FROM stg.more n WHERE n.no = l.no;
UPDATE core.line SET wide = 1, high = 2;

-- expect value
--   field | origin         | line
--   no    | stg.line.no    | 5
--   qty   | stg.line.qty   | 5
--   qty   | stg.more.qty   | 6
--   price | stg.line.price | 5
--   net   | stg.line.net   | 5
--   wide  | constant 1     | 7
--   high  | constant 2     | 7
--   total | stg.line.price | 5
--   total | stg.line.qty   | 5
--   total | stg.more.qty   | 6
--   vat   | stg.line.net   | 5
--   area  | constant 1     | 7
--   area  | constant 2     | 7
-- expect control
--   field | kind  | column             | line
--   qty   | WHERE | prior core.line.no | 6
--   qty   | WHERE | stg.line.no        | 6
--   qty   | WHERE | stg.more.no        | 6
--   total | WHERE | prior core.line.no | 6
--   total | WHERE | stg.line.no        | 6
--   total | WHERE | stg.more.no        | 6

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

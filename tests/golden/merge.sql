-- MERGE and upserts: branches, match columns, and what stays in place.

-- case:    MERGE over a derived source
-- why:     Both branches give title from one origin. ON decides for every field; the target's column in it is its
--          earlier content and no value.
-- dialect: tsql
-- target:  dw.dim_course

MERGE INTO dw.dim_course AS t
USING (SELECT c.course_no, UPPER(c.title) AS title, c.room FROM stg.course AS c WHERE c.batch_no = 12) AS x
   ON t.course_no = x.course_no
WHEN MATCHED THEN UPDATE SET t.title = x.title
WHEN NOT MATCHED THEN INSERT (course_no, title, room) VALUES (x.course_no, x.title, x.room);

-- expect value
--   field     | origin               | line
--   course_no | stg.course.course_no | 2
--   title     | stg.course.title     | 2
--   room      | stg.course.room      | 2
-- expect control
--   field | kind        | column                        | line
--   *     | WHERE       | stg.course.batch_no           | 2
--   *     | MERGE_MATCH | prior dw.dim_course.course_no | 3
--   *     | MERGE_MATCH | stg.course.course_no          | 3

-- case:    a condition of one MERGE branch
-- why:     It speaks only of the field that its branch assigns. The other branch gives that field a constant.
-- dialect: snowflake
-- target:  dw.dim_room

MERGE INTO dw.dim_room t
USING stg.room s
   ON t.room_no = s.room_no
WHEN MATCHED AND s.closed_on IS NULL THEN UPDATE SET seats = s.seats
WHEN NOT MATCHED THEN INSERT (room_no, floor_no, seats) VALUES (s.room_no, s.floor_no, 0);

-- expect value
--   field    | origin            | line
--   seats    | constant 0        | 5
--   seats    | stg.room.seats    | 4
--   room_no  | stg.room.room_no  | 5
--   floor_no | stg.room.floor_no | 5
-- expect control
--   field | kind            | column                    | line
--   *     | MERGE_MATCH     | prior dw.dim_room.room_no | 3
--   *     | MERGE_MATCH     | stg.room.room_no          | 3
--   seats | MERGE_CONDITION | stg.room.closed_on        | 4

-- case:    OUTPUT INTO beside MERGE
-- why:     The statement has a second target. inserted.room_no is the source's on INSERT and the old content on
--          UPDATE, which leaves it alone; deleted.seats is the old content.
-- dialect: tsql
-- target:  log.room_change

MERGE INTO dw.room AS t
USING stg.room AS s ON t.room_no = s.room_no
WHEN MATCHED THEN UPDATE SET t.seats = s.seats
WHEN NOT MATCHED THEN INSERT (room_no, seats) VALUES (s.room_no, s.seats)
OUTPUT $action, inserted.room_no, deleted.seats, s.load_no INTO log.room_change (what, room_no, old_seats, load_no);

-- expect value
--   field     | origin                | line
--   what      | generated $action     | 5
--   room_no   | prior dw.room.room_no | 5
--   room_no   | stg.room.room_no      | 4
--   old_seats | prior dw.room.seats   | 5
--   load_no   | stg.room.load_no      | 5
-- expect control
--   field | kind        | column                | line
--   *     | MERGE_MATCH | prior dw.room.room_no | 2
--   *     | MERGE_MATCH | stg.room.room_no      | 2

-- case:    ON CONFLICT in a function body
-- why:     The body is a string to the parser and evidence to us. EXCLUDED is the proposed row; the key matches it
--          with the rows that are there.
-- dialect: postgres
-- target:  ops.pump

CREATE OR REPLACE FUNCTION ops.note_pumps() RETURNS void
LANGUAGE plpgsql AS $body$
BEGIN
    INSERT INTO ops.pump (pump_no, litres, seen_on)
    SELECT r.pump_no, SUM(r.litres), MAX(r.read_on)
    FROM   stg.pump_read AS r
    WHERE  r.plausible
    GROUP BY r.pump_no
    ON CONFLICT (pump_no) DO UPDATE
    SET litres = EXCLUDED.litres, seen_on = EXCLUDED.seen_on;
END;
$body$;

-- expect value
--   field   | origin                | line
--   pump_no | stg.pump_read.pump_no | 5
--   litres  | stg.pump_read.litres  | 5
--   seen_on | stg.pump_read.read_on | 5
-- expect control
--   field | kind        | column                  | line
--   *     | WHERE       | stg.pump_read.plausible | 7
--   *     | GROUP_BY    | stg.pump_read.pump_no   | 8
--   *     | MERGE_MATCH | prior ops.pump.pump_no  | 9
--   *     | MERGE_MATCH | stg.pump_read.pump_no   | 9

-- case:    ON DUPLICATE KEY behind DELIMITER
-- why:     No DDL names the key, so there is no match column to claim. DELIMITER is a line for the client.
-- dialect: mysql
-- target:  shop.shelf

DELIMITER $$
CREATE PROCEDURE shop.count_shelf()
BEGIN
  INSERT INTO shop.shelf (sku, pieces, counted_on)
  SELECT l.sku, l.found, l.walked_on
  FROM   shop.count_list l
  WHERE  l.closed = 1
  ON DUPLICATE KEY UPDATE pieces = VALUES(pieces), counted_on = VALUES(counted_on);
END $$
DELIMITER ;

-- expect value
--   field      | origin                    | line
--   sku        | shop.count_list.sku       | 5
--   pieces     | shop.count_list.found     | 5
--   counted_on | shop.count_list.walked_on | 5
-- expect control
--   field | kind  | column                 | line
--   *     | WHERE | shop.count_list.closed | 7

-- case:    MERGE with a WHERE behind UPDATE and with DELETE
-- why:     Oracle's WHERE is the branch's condition. DELETE decides which rows are left and speaks of every field.
-- dialect: oracle
-- target:  dw.price

MERGE INTO dw.price t
USING stg.price s
   ON (t.sku = s.sku)
WHEN MATCHED THEN UPDATE SET t.price = s.price
    WHERE s.ok = 1
    DELETE WHERE s.gone = 'Y'
WHEN NOT MATCHED THEN INSERT (sku, price) VALUES (s.sku, s.price);

-- expect value
--   field | origin          | line
--   sku   | stg.price.sku   | 7
--   price | stg.price.price | 4
-- expect control
--   field | kind            | column             | line
--   *     | MERGE_MATCH     | prior dw.price.sku | 3
--   *     | MERGE_MATCH     | stg.price.sku      | 3
--   price | MERGE_CONDITION | stg.price.ok       | 5
--   *     | MERGE_CONDITION | stg.price.gone     | 6

-- case:    UPDATE SET * and INSERT *
-- why:     By name: each column of the target takes the source's column of its name. DDL lists them.
-- dialect: databricks
-- target:  dw.reader

CREATE TABLE dw.reader (reader_no INT, tier STRING);
CREATE TABLE stg.reader (reader_no INT, tier STRING);

MERGE INTO dw.reader t
USING stg.reader s ON t.reader_no = s.reader_no
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;

-- expect value
--   field     | origin               | line
--   reader_no | stg.reader.reader_no | 6
--   tier      | stg.reader.tier      | 6
-- expect control
--   field | kind        | column                    | line
--   *     | MERGE_MATCH | prior dw.reader.reader_no | 5
--   *     | MERGE_MATCH | stg.reader.reader_no      | 5

-- case:    an upsert whose key only the DDL names
-- why:     ON DUPLICATE KEY names no key; the primary key of the DDL is it, and matches proposed with present rows.
-- dialect: mysql
-- target:  shop.shelf_stock

CREATE TABLE shop.shelf_stock (sku INT PRIMARY KEY, qty INT);
INSERT INTO shop.shelf_stock (sku, qty)
SELECT c.sku, c.counted FROM shop.count_list c
ON DUPLICATE KEY UPDATE qty = VALUES(qty);

-- expect value
--   field | origin                  | line
--   sku   | shop.count_list.sku     | 3
--   qty   | shop.count_list.counted | 3
-- expect control
--   field | kind        | column                     | line
--   *     | MERGE_MATCH | prior shop.shelf_stock.sku | 4
--   *     | MERGE_MATCH | shop.count_list.sku        | 4

-- case:    ON DUPLICATE KEY names the inputs of the SELECT
-- why:     A bare name is the target's, whose column it assigns; the SELECT's tables can be named, too.
-- dialect: mysql
-- target:  shop.stock

CREATE TABLE shop.stock (item_no INT PRIMARY KEY, pieces INT, moves INT);
INSERT INTO shop.stock (item_no, pieces)
SELECT d.item_no, d.pieces FROM shop.delivery AS d WHERE d.checked = 1
ON DUPLICATE KEY UPDATE pieces = d.pieces, moves = moves + 1;

-- expect value
--   field   | origin                | line
--   item_no | shop.delivery.item_no | 3
--   pieces  | shop.delivery.pieces  | 3
--   moves   | -                     | -
-- expect control
--   field | kind        | column                   | line
--   *     | WHERE       | shop.delivery.checked    | 3
--   *     | MERGE_MATCH | shop.delivery.item_no    | 4
--   *     | MERGE_MATCH | prior shop.stock.item_no | 4
-- expect open
--   field | reason               | at
--   moves | NO_WRITER_EXPRESSION | shop.stock.moves
--   moves | CYCLE                | shop.stock.moves

-- case:    rows with an alias
-- why:     The alias of VALUES is the proposed row, and its list names the columns anew.
-- dialect: mysql
-- target:  shop.price

INSERT INTO shop.price (item_no, amt) VALUES (7, (SELECT MAX(o.amt) FROM shop.offer AS o)) AS fresh (i, a)
ON DUPLICATE KEY UPDATE amt = fresh.a;

-- expect value
--   field   | origin         | line
--   item_no | constant 7     | 1
--   amt     | shop.offer.amt | 1
-- expect control
--   (none)

-- case:    the proposed row of an INSERT without column list
-- why:     DDL names the columns of the row that excluded is, by position.
-- dialect: postgres
-- target:  shop.stock

CREATE TABLE shop.stock (item_no int PRIMARY KEY, pieces int);
INSERT INTO shop.stock
SELECT d.item, d.cnt FROM shop.delivery AS d
ON CONFLICT (item_no) DO UPDATE SET pieces = excluded.pieces;

-- expect value
--   field   | origin             | line
--   item_no | shop.delivery.item | 3
--   pieces  | shop.delivery.cnt  | 3
-- expect control
--   field | kind        | column                   | line
--   *     | MERGE_MATCH | shop.delivery.item       | 4
--   *     | MERGE_MATCH | prior shop.stock.item_no | 4

-- case:    RETURNING of an upsert
-- why:     A returned column is what either branch writes there; the match governs every row. A column that the
--          INSERT leaves out has its default.
-- dialect: postgres
-- target:  shop.log

CREATE TABLE shop.stock (item_no int PRIMARY KEY, pieces int, kind text DEFAULT 'new', row_no serial);
WITH put AS (
  INSERT INTO shop.stock (item_no, pieces)
  SELECT d.item, d.cnt FROM shop.delivery AS d WHERE d.cnt > 0
  ON CONFLICT (item_no) DO UPDATE SET pieces = excluded.pieces
  RETURNING *)
INSERT INTO shop.log (item_no, pieces, kind, row_no)
SELECT item_no, pieces, kind, row_no FROM put;

-- expect value
--   field   | origin             | line
--   item_no | shop.delivery.item | 4
--   pieces  | shop.delivery.cnt  | 4
--   kind    | constant 'new'     | 1
--   row_no  | generated NEXTVAL  | 1
-- expect control
--   field | kind        | column                   | line
--   *     | WHERE       | shop.delivery.cnt        | 4
--   *     | MERGE_MATCH | shop.delivery.item       | 5
--   *     | MERGE_MATCH | prior shop.stock.item_no | 5

-- case:    OUTPUT of an identity
-- why:     inserted holds the row as it is in the table, with the columns that the INSERT leaves out.
-- dialect: tsql
-- target:  shop.log

CREATE TABLE shop.box (box_no INT IDENTITY(1, 1), item_no INT, state CHAR(1) DEFAULT 'O');
INSERT INTO shop.box (item_no)
OUTPUT inserted.box_no, inserted.item_no, inserted.state INTO shop.log (box_no, item_no, state)
SELECT d.item FROM shop.delivery AS d WHERE d.cnt > 0;

-- expect value
--   field   | origin             | line
--   box_no  | generated IDENTITY | 1
--   item_no | shop.delivery.item | 4
--   state   | constant 'O'       | 1
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | shop.delivery.cnt | 4

-- case:    MERGE of Oracle over a subquery, with a constant in the INSERT
-- why:     ON governs all fields; each branch gives what it assigns, the INSERT a constant besides.
-- dialect: oracle
-- target:  dw.shop

MERGE INTO dw.shop t
USING (SELECT s.shop_no, INITCAP(s.nm) AS nm FROM stg.shop s WHERE s.batch = 7) x
ON (t.shop_no = x.shop_no)
WHEN MATCHED THEN UPDATE SET t.nm = x.nm
WHEN NOT MATCHED THEN INSERT (shop_no, nm, origin) VALUES (x.shop_no, x.nm, 'STG');

-- expect value
--   field   | origin           | line
--   nm      | stg.shop.nm      | 2
--   origin  | constant 'STG'   | 5
--   shop_no | stg.shop.shop_no | 2
-- expect control
--   field | kind        | column                | line
--   *     | MERGE_MATCH | prior dw.shop.shop_no | 3
--   *     | MERGE_MATCH | stg.shop.shop_no      | 3
--   *     | WHERE       | stg.shop.batch        | 2

-- case:    MERGE of BigQuery: NOT MATCHED BY SOURCE, INSERT ROW
-- why:     INSERT ROW takes the source's columns by name; the branch for rows without a source assigns a constant
--          under its own condition.
-- dialect: bigquery
-- target:  dw.item

CREATE TABLE dw.item (sku STRING, qty INT64, state STRING);
CREATE TABLE stg.item (sku STRING, qty INT64, state STRING);
MERGE dw.item AS t
USING stg.item AS s
ON t.sku = s.sku
WHEN MATCHED AND s.qty > 0 THEN UPDATE SET qty = t.qty + s.qty
WHEN NOT MATCHED THEN INSERT ROW
WHEN NOT MATCHED BY SOURCE AND t.state <> 'OLD' THEN UPDATE SET state = 'OLD';

-- expect value
--   field | origin         | line
--   sku   | stg.item.sku   | 3
--   qty   | stg.item.qty   | 6
--   state | constant 'OLD' | 8
--   state | stg.item.state | 3
-- expect control
--   field | kind            | column              | line
--   *     | MERGE_MATCH     | prior dw.item.sku   | 5
--   *     | MERGE_MATCH     | stg.item.sku        | 5
--   qty   | MERGE_CONDITION | stg.item.qty        | 6
--   state | MERGE_CONDITION | prior dw.item.state | 8
-- expect open
--   field | reason | at
--   qty   | CYCLE  | dw.item.qty

-- case:    MERGE of Postgres with DO NOTHING and a DELETE
-- why:     A DELETE's condition decides which rows stay: it governs all fields. DO NOTHING gives nothing.
-- dialect: postgres
-- target:  dw.seat

MERGE INTO dw.seat AS t
USING stg.seat AS s ON s.seat_no = t.seat_no
WHEN MATCHED AND s.gone THEN DELETE
WHEN MATCHED THEN UPDATE SET class = s.class
WHEN NOT MATCHED AND s.draft THEN DO NOTHING
WHEN NOT MATCHED THEN INSERT (seat_no, class) VALUES (s.seat_no, COALESCE(s.class, 'B'));

-- expect value
--   field   | origin           | line
--   class   | constant 'B'     | 6
--   class   | stg.seat.class   | 4
--   seat_no | stg.seat.seat_no | 6
-- expect control
--   field | kind            | column                | line
--   *     | MERGE_CONDITION | stg.seat.gone         | 3
--   *     | MERGE_MATCH     | prior dw.seat.seat_no | 2
--   *     | MERGE_MATCH     | stg.seat.seat_no      | 2

-- case:    rows that a MERGE of Postgres gives back
-- why:     merge_action() is made by the MERGE; the seat's class is what the MERGE leaves in the table.
-- dialect: postgres
-- target:  log.seat

WITH done AS (
  MERGE INTO dw.seat AS t
  USING stg.seat AS s ON s.seat_no = t.seat_no
  WHEN MATCHED THEN UPDATE SET class = s.class
  WHEN NOT MATCHED THEN INSERT (seat_no, class) VALUES (s.seat_no, s.class)
  RETURNING merge_action() AS act, t.seat_no, t.class, s.load_no
)
INSERT INTO log.seat (act, seat_no, class, load_no)
SELECT d.act, d.seat_no, d.class, d.load_no FROM done AS d;

-- expect value
--   field   | origin                 | line
--   act     | generated MERGE_ACTION | 6
--   seat_no | prior dw.seat.seat_no  | 6
--   seat_no | stg.seat.seat_no       | 5
--   class   | stg.seat.class         | 4
--   load_no | stg.seat.load_no       | 6
-- expect control
--   field | kind        | column                | line
--   *     | MERGE_MATCH | prior dw.seat.seat_no | 3
--   *     | MERGE_MATCH | stg.seat.seat_no      | 3

-- case:    MERGE of Snowflake over a union
-- why:     The source's columns are those of its branches, by place.
-- dialect: snowflake
-- target:  dw.tariff

MERGE INTO dw.tariff t
USING (SELECT a.cd AS cd, a.price AS price FROM stg.t_a a UNION ALL SELECT b.cd, b.amount FROM stg.t_b b) s
ON t.cd = s.cd AND t.open
WHEN MATCHED THEN UPDATE SET price = s.price, changed_at = CURRENT_TIMESTAMP()
WHEN NOT MATCHED THEN INSERT (cd, price) VALUES (s.cd, s.price);

-- expect value
--   field      | origin                      | line
--   price      | stg.t_a.price               | 2
--   price      | stg.t_b.amount              | 2
--   changed_at | generated CURRENT_TIMESTAMP | 4
--   cd         | stg.t_a.cd                  | 2
--   cd         | stg.t_b.cd                  | 2
-- expect control
--   field | kind        | column               | line
--   *     | MERGE_MATCH | prior dw.tariff.cd   | 3
--   *     | MERGE_MATCH | stg.t_a.cd           | 3
--   *     | MERGE_MATCH | stg.t_b.cd           | 3
--   *     | MERGE_MATCH | prior dw.tariff.open | 3
-- expect open
--   field      | reason               | at
--   changed_at | NO_WRITER_EXPRESSION | dw.tariff.changed_at

-- case:    MERGE in Teradata
-- why:     USING reads a query; the key of the target is in the condition.
-- dialect: teradata
-- target:  dm.crew

MERGE INTO dm.crew AS t
USING (SEL c.crew_no, c.nm, c.base FROM stg.crew c WHERE c.run = 3) AS s (no, nm, base)
ON t.crew_no = s.no
WHEN MATCHED THEN UPDATE SET nm = s.nm
WHEN NOT MATCHED THEN INSERT (crew_no, nm, base) VALUES (s.no, s.nm, s.base);

-- expect value
--   field   | origin           | line
--   nm      | stg.crew.nm      | 2
--   crew_no | stg.crew.crew_no | 2
--   base    | stg.crew.base    | 2
-- expect control
--   field | kind        | column                | line
--   *     | WHERE       | stg.crew.run          | 2
--   *     | MERGE_MATCH | prior dm.crew.crew_no | 3
--   *     | MERGE_MATCH | stg.crew.crew_no      | 3

-- case:    MERGE in Redshift
-- why:     Redshift takes a table behind USING, and names of the target without an alias.
-- dialect: redshift
-- target:  dm.crew

MERGE INTO dm.crew USING stg.crew s ON dm.crew.crew_no = s.crew_no
WHEN MATCHED THEN UPDATE SET nm = s.nm
WHEN NOT MATCHED THEN INSERT (crew_no, nm) VALUES (s.crew_no, s.nm);

-- expect value
--   field   | origin           | line
--   nm      | stg.crew.nm      | 2
--   crew_no | stg.crew.crew_no | 3
-- expect control
--   field | kind        | column                | line
--   *     | MERGE_MATCH | prior dm.crew.crew_no | 1
--   *     | MERGE_MATCH | stg.crew.crew_no      | 1

-- case:    MERGE in Trino, with a DELETE first
-- why:     A row that is deleted gives no values. The DELETE's condition decides which rows stay: it governs all fields.
-- dialect: trino
-- target:  dm.crew

MERGE INTO dm.crew t USING stg.crew s ON t.crew_no = s.crew_no
WHEN MATCHED AND s.gone THEN DELETE
WHEN MATCHED THEN UPDATE SET nm = upper(s.nm)
WHEN NOT MATCHED THEN INSERT (crew_no, nm) VALUES (s.crew_no, s.nm);

-- expect value
--   field   | origin           | line
--   nm      | stg.crew.nm      | 3
--   crew_no | stg.crew.crew_no | 4
-- expect control
--   field | kind            | column                | line
--   *     | MERGE_MATCH     | prior dm.crew.crew_no | 1
--   *     | MERGE_MATCH     | stg.crew.crew_no      | 1
--   *     | MERGE_CONDITION | stg.crew.gone         | 2

-- case:    MERGE with a CTE before it, in T-SQL, and a bare name
-- why:     A bare name in the assigned value is the source's where the source lists it and the target's DDL lacks it.
-- dialect: tsql
-- target:  dw.acct

CREATE TABLE dw.acct (acct_no INT, bal MONEY);
WITH moved AS (SELECT m.acct AS a_no, SUM(m.amt) AS amt FROM bank.move AS m GROUP BY m.acct)
MERGE dw.acct AS t
USING moved AS s ON s.a_no = t.acct_no
WHEN MATCHED THEN UPDATE SET bal = bal + amt
WHEN NOT MATCHED BY TARGET THEN INSERT (acct_no, bal) VALUES (a_no, amt)
WHEN NOT MATCHED BY SOURCE THEN DELETE;

-- expect value
--   field   | origin         | line
--   acct_no | bank.move.acct | 2
--   bal     | bank.move.amt  | 2
-- expect control
--   field | kind        | column                | line
--   *     | GROUP_BY    | bank.move.acct        | 2
--   *     | MERGE_MATCH | bank.move.acct        | 4
--   *     | MERGE_MATCH | prior dw.acct.acct_no | 4
-- expect open
--   field | reason | at
--   bal   | CYCLE  | dw.acct.bal

-- case:    ON CONFLICT DO NOTHING, with a key that the statement names
-- why:     Rows that meet the key are left out: the key's column and what is given for it decide.
-- dialect: sqlite
-- target:  app.tag

INSERT INTO app.tag (word, made_on)
SELECT LOWER(r.word), DATE('now') FROM app.raw_tag r WHERE r.word <> ''
ON CONFLICT (word) DO NOTHING;

-- expect value
--   field   | origin               | line
--   word    | app.raw_tag.word     | 2
--   made_on | constant DATE('now') | 2
-- expect control
--   field | kind        | column             | line
--   *     | WHERE       | app.raw_tag.word   | 2
--   *     | MERGE_MATCH | app.raw_tag.word   | 3
--   *     | MERGE_MATCH | prior app.tag.word | 3

-- case:    an upsert that adds to the earlier value, under a WHERE
-- why:     The earlier value is the target's own content; the WHERE behind DO UPDATE governs what it assigns.
-- dialect: duckdb
-- target:  app.score

INSERT INTO app.score (player, points, seen)
SELECT g.player, g.points, g.day FROM app.game g
ON CONFLICT (player) DO UPDATE SET points = score.points + EXCLUDED.points WHERE EXCLUDED.points > 0;

-- expect value
--   field  | origin          | line
--   player | app.game.player | 2
--   points | app.game.points | 2
--   seen   | app.game.day    | 2
-- expect control
--   field  | kind            | column                 | line
--   *      | MERGE_MATCH     | app.game.player        | 3
--   *      | MERGE_MATCH     | prior app.score.player | 3
--   points | MERGE_CONDITION | app.game.points        | 3
-- expect open
--   field  | reason | at
--   points | CYCLE  | app.score.points

-- case:    bare names in the INSERT of a MERGE
-- why:     Where nothing matches there is no row of the target: a bare name is the source's. BY SOURCE it is the
--          other way round.
-- dialect: bigquery
-- target:  dw.tool

MERGE dw.tool AS t
USING (SELECT * FROM stg.tool) AS s
ON t.id = s.id
WHEN NOT MATCHED AND live THEN INSERT (id, name) VALUES (id, UPPER(name))
WHEN NOT MATCHED BY SOURCE AND kind = 'X' THEN UPDATE SET name = CONCAT(label, '!');

-- expect value
--   field | origin        | line
--   id    | stg.tool.id   | 2
--   name  | stg.tool.name | 2
-- expect control
--   field | kind            | column             | line
--   *     | MERGE_MATCH     | prior dw.tool.id   | 3
--   *     | MERGE_MATCH     | stg.tool.id        | 3
--   id    | MERGE_CONDITION | stg.tool.live      | 4
--   name  | MERGE_CONDITION | prior dw.tool.kind | 5
--   name  | MERGE_CONDITION | stg.tool.live      | 4
-- expect open
--   field | reason | at
--   name  | CYCLE  | dw.tool.label

-- case:    MERGE that logs its errors and fills a key from a sequence, in a PL/SQL block
-- why:     LOG ERRORS keeps the rows that fail: it changes no value. An UPDATE SET inside a MERGE names no table.
-- dialect: oracle
-- target:  dwh.patient

BEGIN
  MERGE /*+ PARALLEL(4) */ INTO dwh.patient d
  USING (SELECT p.pat_no, TRIM(p.nm) nm FROM stg.patient p WHERE p.ward <> 'TEST') s
  ON (d.pat_no = s.pat_no)
  WHEN MATCHED THEN UPDATE SET d.nm = s.nm WHERE d.nm <> s.nm
  WHEN NOT MATCHED THEN INSERT (id, pat_no, nm) VALUES (dwh.seq_patient.NEXTVAL, s.pat_no, s.nm)
  LOG ERRORS INTO dwh.err$_patient ('night; load') REJECT LIMIT UNLIMITED;
  COMMIT;
END;
/

-- expect value
--   field  | origin             | line
--   nm     | stg.patient.nm     | 3
--   id     | generated NEXTVAL  | 6
--   pat_no | stg.patient.pat_no | 3
-- expect control
--   field | kind            | column                   | line
--   *     | WHERE           | stg.patient.ward         | 3
--   *     | MERGE_MATCH     | prior dwh.patient.pat_no | 4
--   *     | MERGE_MATCH     | stg.patient.pat_no       | 4
--   nm    | MERGE_CONDITION | prior dwh.patient.nm     | 5
--   nm    | MERGE_CONDITION | stg.patient.nm           | 5

-- case:    MERGE whose target takes over new columns
-- why:     WITH SCHEMA EVOLUTION says nothing of what the columns hold. INSERT * leaves gone out.
-- dialect: databricks
-- target:  dw.subscriber

MERGE WITH SCHEMA EVOLUTION INTO dw.subscriber AS t
USING (SELECT u.id, u.nm FROM stg.subscriber AS u WHERE u.ok) AS s
ON t.id = s.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
WHEN NOT MATCHED BY SOURCE THEN UPDATE SET t.gone = TRUE;

-- expect value
--   field | origin            | line
--   id    | stg.subscriber.id | 2
--   nm    | stg.subscriber.nm | 2
--   gone  | constant TRUE     | 6
-- expect control
--   field | kind        | column                 | line
--   *     | WHERE       | stg.subscriber.ok      | 2
--   *     | MERGE_MATCH | prior dw.subscriber.id | 3
--   *     | MERGE_MATCH | stg.subscriber.id      | 3
-- expect open
--   field | reason               | at
--   gone  | NO_WRITER_EXPRESSION | dw.subscriber.gone

-- case:    rows that a MERGE gives back are inserted elsewhere
-- why:     The changing statement in brackets is what FROM reads: the rows it outputs, by the names of the list behind
--          it. The new valid_from is the source's, the old nm the table's earlier content.
-- dialect: tsql
-- target:  dw.cust_hist

INSERT INTO dw.cust_hist (cust_no, nm, valid_from)
SELECT m.cust_no, m.old_nm, m.valid_from
FROM (
    MERGE dw.cust WITH (HOLDLOCK) AS t
    USING stg.cust AS s
       ON t.cust_no = s.cust_no
    WHEN MATCHED AND t.nm <> s.nm THEN
        UPDATE SET t.nm = s.nm, t.valid_from = s.load_dt
    WHEN NOT MATCHED BY TARGET THEN
        INSERT (cust_no, nm, valid_from) VALUES (s.cust_no, s.nm, s.load_dt)
    OUTPUT $action, s.cust_no, deleted.nm, inserted.valid_from
) AS m (act, cust_no, old_nm, valid_from)
WHERE m.act = 'UPDATE';

-- expect value
--   field      | origin           | line
--   cust_no    | stg.cust.cust_no | 11
--   nm         | prior dw.cust.nm | 11
--   valid_from | stg.cust.load_dt | 8
-- expect control
--   field | kind            | column                | line
--   *     | MERGE_MATCH     | prior dw.cust.cust_no | 6
--   *     | MERGE_MATCH     | stg.cust.cust_no      | 6
--   *     | MERGE_CONDITION | prior dw.cust.nm      | 7
--   *     | MERGE_CONDITION | stg.cust.nm           | 7
--   *     | WHERE           | -                     | 13

-- case:    the MERGE inside an INSERT is a writer of its own table
-- why:     Its rows are written whether or not the INSERT around it keeps them.
-- dialect: tsql
-- target:  dw.meter

INSERT dw.meter_log (meter_no, what)
SELECT x.meter_no, x.act
FROM (MERGE INTO dw.meter AS t
      USING stg.meter AS s ON s.meter_no = t.meter_no
      WHEN MATCHED THEN UPDATE SET kwh = s.kwh
      WHEN NOT MATCHED THEN INSERT (meter_no, kwh) VALUES (s.meter_no, s.kwh)
      OUTPUT $action, inserted.meter_no) x (act, meter_no);

-- expect value
--   field    | origin             | line
--   kwh      | stg.meter.kwh      | 5
--   meter_no | stg.meter.meter_no | 6
-- expect control
--   field | kind        | column                  | line
--   *     | MERGE_MATCH | prior dw.meter.meter_no | 4
--   *     | MERGE_MATCH | stg.meter.meter_no      | 4

-- case:    a table without row ids, and an upsert that adds to it
-- why:     How SQLite keeps a table is no column. The default stands where INSERT leaves the column out.
-- dialect: sqlite
-- target:  counter

CREATE TABLE counter (k TEXT PRIMARY KEY, v TEXT, n INT DEFAULT 1) WITHOUT ROWID, STRICT;
INSERT INTO counter (k, v) SELECT s.k, s.v FROM stg AS s WHERE s.ok = 1
ON CONFLICT (k) DO UPDATE SET v = excluded.v, n = n + 1;

-- expect value
--   field | origin     | line
--   k     | stg.k      | 2
--   v     | stg.v      | 2
--   n     | constant 1 | 1
-- expect control
--   field | kind        | column          | line
--   *     | WHERE       | stg.ok          | 2
--   *     | MERGE_MATCH | prior counter.k | 3
--   *     | MERGE_MATCH | stg.k           | 3
-- expect open
--   field | reason | at
--   n     | CYCLE  | counter.n

-- case:    rows written with the word ROW, and a row alias
-- why:     Each cell goes to its own column; the row alias names the row that was not inserted.
-- dialect: mysql
-- target:  ref.plan

INSERT INTO ref.plan (code, nm, n) VALUES ROW('A', 'basic', 1), ROW('B', 'plus', 2) AS nw
ON DUPLICATE KEY UPDATE nm = nw.nm;

-- expect value
--   field | origin           | line
--   code  | constant 'A'     | 1
--   code  | constant 'B'     | 1
--   nm    | constant 'basic' | 1
--   nm    | constant 'plus'  | 1
--   n     | constant 1       | 1
--   n     | constant 2       | 1
-- expect control
--   (none)

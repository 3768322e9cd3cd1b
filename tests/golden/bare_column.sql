-- Columns without an alias: what proves which input they belong to.

-- case:    two open inputs
-- why:     Nothing in the snapshot says which of them has wing_cd. As a grouping key it is not claimed either.
-- dialect: hive
-- target:  rep.keeper_load

CREATE TABLE rep.keeper_load AS
SELECT k.keeper_no,
       wing_cd,  --! AMBIGUOUS_COLUMN_SOURCES zoo.keeper.wing_cd, zoo.roster.wing_cd
       SUM(r.hours) AS hours
FROM   zoo.keeper k
LEFT JOIN zoo.roster r ON r.keeper_no = k.keeper_no
GROUP BY k.keeper_no, wing_cd;  --! AMBIGUOUS_COLUMN_SOURCES zoo.keeper.wing_cd, zoo.roster.wing_cd

-- expect value
--   field     | origin               | line
--   keeper_no | zoo.keeper.keeper_no | 2
--   wing_cd   | -                    | -
--   hours     | zoo.roster.hours     | 4
-- expect control
--   field | kind            | column               | line
--   *     | OUTER_JOIN LEFT | zoo.keeper.keeper_no | 6
--   *     | OUTER_JOIN LEFT | zoo.roster.keeper_no | 6
--   *     | GROUP_BY        | zoo.keeper.keeper_no | 7
-- expect open
--   field   | reason           | at
--   wing_cd | AMBIGUOUS_COLUMN | wing_cd
-- expect standing
--   field     | resolution | standing
--   keeper_no | RESOLVED   | CONFIRMED
--   wing_cd   | AMBIGUOUS  | CONFIRMED
--   hours     | RESOLVED   | CONFIRMED

-- case:    DDL of one of two inputs
-- why:     feed_nm: DDL shows that the first input has it, and SQL rejects an ambiguous name. unit_price: DDL shows
--          that the first input lacks it, and one input is left.
-- dialect: postgres
-- target:  rep.feed_price

CREATE TABLE zoo.feed (feed_id int, feed_nm text);

CREATE TABLE rep.feed_price AS
SELECT feed_nm, unit_price
FROM   zoo.feed AS f
JOIN   shop.offer AS o ON o.feed_ref = f.feed_id;

-- expect value
--   field      | origin                | line
--   feed_nm    | zoo.feed.feed_nm      | 4
--   unit_price | shop.offer.unit_price | 4
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | shop.offer.feed_ref | 6
--   *     | INNER_JOIN | zoo.feed.feed_id    | 6

-- case:    DDL of both inputs
-- why:     All columns are known, and exactly one input has each name.
-- dialect: tsql
-- target:  rep.stay

CREATE TABLE vet.stay (stay_no int, box_no int, since date);
CREATE TABLE vet.box (box_id int, ward varchar(20));

SELECT stay_no, ward
INTO   rep.stay
FROM   vet.stay
JOIN   vet.box ON box_id = box_no
WHERE  since >= '2026-01-01';

-- expect value
--   field   | origin           | line
--   stay_no | vet.stay.stay_no | 4
--   ward    | vet.box.ward     | 4
-- expect control
--   field | kind       | column          | line
--   *     | INNER_JOIN | vet.box.box_id  | 7
--   *     | INNER_JOIN | vet.stay.box_no | 7
--   *     | WHERE      | vet.stay.since  | 8

-- case:    a name that carries its alias elsewhere in the scope
-- why:     d.dose in the WHERE shows that vet.drug has dose; were it in vet.visit too, the bare name would be rejected.
-- dialect: postgres
-- target:  rep.dosage

CREATE TABLE rep.dosage AS
SELECT dose, v.visit_no
FROM   vet.visit AS v
JOIN   vet.drug AS d ON d.drug_no = v.drug_no
WHERE  d.dose > 0;

-- expect value
--   field    | origin             | line
--   dose     | vet.drug.dose      | 2
--   visit_no | vet.visit.visit_no | 2
-- expect control
--   field | kind       | column            | line
--   *     | INNER_JOIN | vet.drug.drug_no  | 4
--   *     | INNER_JOIN | vet.visit.drug_no | 4
--   *     | WHERE      | vet.drug.dose     | 5

-- case:    an ambiguous name in a condition
-- why:     The condition is shown, and no column is claimed for it.
-- dialect: spark
-- target:  rep.cage_now

CREATE TABLE rep.cage_now AS
SELECT c.cage_no, t.temp_c
FROM   zoo.cage c
JOIN   zoo.thermo t ON t.cage_no = c.cage_no
WHERE  valid_flag = 1;  --! AMBIGUOUS_COLUMN_SOURCES zoo.cage.valid_flag, zoo.thermo.valid_flag

-- expect value
--   field   | origin            | line
--   cage_no | zoo.cage.cage_no  | 2
--   temp_c  | zoo.thermo.temp_c | 2
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | zoo.thermo.cage_no | 4
--   *     | INNER_JOIN | zoo.cage.cage_no   | 4
--   *     | WHERE      | -                  | 5

-- case:    the name of an input as a value
-- why:     Where the columns are not known, the name may be a column of the table or its whole row.
-- dialect: postgres
-- target:  rep.doc

CREATE TABLE rep.doc AS SELECT TO_JSONB(a) AS doc FROM src.a AS a;  --! AMBIGUOUS_COLUMN_SOURCES src.a.a, src.a.*

-- expect value
--   field | origin | line
--   doc   | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason           | at
--   doc   | AMBIGUOUS_COLUMN | a

-- case:    the name of an input as a value, with DDL
-- why:     No column is called so: it is the whole row, made of every column.
-- dialect: postgres
-- target:  rep.row_doc

CREATE TABLE src.pier (pier_no INT, len_m INT);

CREATE TABLE rep.row_doc AS SELECT ROW_TO_JSON(p) AS doc FROM src.pier AS p;

-- expect value
--   field | origin           | line
--   doc   | src.pier.len_m   | 3
--   doc   | src.pier.pier_no | 3
-- expect control
--   (none)

-- case:    two open inputs in another dialect, in the projection and in the condition
-- why:     Either input may have the name. No column is claimed, neither as value nor as condition.
-- dialect: tsql
-- target:  mart.shift

INSERT INTO mart.shift (who, hours)
SELECT w.worker_no, hours  --! AMBIGUOUS_COLUMN_SOURCES hr.worker.hours, hr.shift.hours
FROM   hr.worker AS w
JOIN   hr.shift AS s ON s.worker_no = w.worker_no
WHERE  approved = 1;  --! AMBIGUOUS_COLUMN_SOURCES hr.worker.approved, hr.shift.approved

-- expect value
--   field | origin              | line
--   hours | -                   | -
--   who   | hr.worker.worker_no | 2
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | hr.shift.worker_no  | 4
--   *     | INNER_JOIN | hr.worker.worker_no | 4
--   *     | WHERE      | -                   | 5
-- expect open
--   field | reason           | at
--   hours | AMBIGUOUS_COLUMN | hours

-- case:    two open inputs in MySQL, in an aggregate and among the groups
-- why:     Nothing lists the columns of either table. A group without a table in front has two candidates and is no
--          condition either.
-- dialect: mysql
-- target:  mart.pass

CREATE TABLE mart.pass AS
SELECT gate_cd, MAX(entered_at) AS last_at  --! AMBIGUOUS_COLUMN_SOURCES rink.pass.gate_cd, rink.guest.gate_cd --! AMBIGUOUS_COLUMN_SOURCES rink.pass.entered_at, rink.guest.entered_at
FROM   rink.pass p LEFT JOIN rink.guest g ON g.pass_no = p.pass_no
WHERE  p.void = 0
GROUP BY gate_cd;  --! AMBIGUOUS_COLUMN_SOURCES rink.pass.gate_cd, rink.guest.gate_cd

-- expect value
--   field   | origin | line
--   gate_cd | -      | -
--   last_at | -      | -
-- expect control
--   field | kind            | column             | line
--   *     | OUTER_JOIN LEFT | rink.guest.pass_no | 3
--   *     | OUTER_JOIN LEFT | rink.pass.pass_no  | 3
--   *     | WHERE           | rink.pass.void     | 4
--   *     | GROUP_BY        | -                  | 5
-- expect open
--   field   | reason           | at
--   gate_cd | AMBIGUOUS_COLUMN | gate_cd
--   last_at | AMBIGUOUS_COLUMN | entered_at

-- case:    DDL of one of two inputs, in another dialect
-- why:     The table with DDL has no such column, so only the open one is left; what the DDL names and the open
--          input may have too is the DDL's, since SQL would not take a name that both have.
-- dialect: snowflake
-- target:  mart.badge

CREATE TABLE hr.person (person_id INT, full_name TEXT);

CREATE TABLE mart.badge AS
SELECT full_name, badge_no
FROM   hr.person p JOIN gate.badge b ON b.owner_id = p.person_id;

-- expect value
--   field     | origin              | line
--   badge_no  | gate.badge.badge_no | 4
--   full_name | hr.person.full_name | 4
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | gate.badge.owner_id | 5
--   *     | INNER_JOIN | hr.person.person_id | 5

-- case:    DDL of one of two inputs, in Oracle and with the old join
-- why:     rink.boot is known and lacks the deposit, so the other table has it; the size is the known table's.
-- dialect: oracle
-- target:  mart.rented

CREATE TABLE rink.boot (boot_no NUMBER, shoe_size NUMBER);

INSERT INTO mart.rented (shoe_size, deposit)
SELECT shoe_size, deposit
FROM   rink.boot b, desk.loan l
WHERE  l.item_no = b.boot_no;

-- expect value
--   field     | origin              | line
--   shoe_size | rink.boot.shoe_size | 4
--   deposit   | desk.loan.deposit   | 4
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | desk.loan.item_no | 6
--   *     | WHERE | rink.boot.boot_no | 6

-- case:    a CTE lists its columns, the other input does not
-- why:     An explicit projection is as good as DDL: it has the one name and lacks the other.
-- dialect: oracle
-- target:  mart.bin

INSERT INTO mart.bin (bin_no, kg, checked_by)
WITH weighed AS (SELECT w.bin_no AS bin, SUM(w.kg) AS kg FROM yard.weighing w GROUP BY w.bin_no)
SELECT bin, kg, inspector
FROM   weighed JOIN yard.visit v ON v.bin_no = bin;

-- expect value
--   field      | origin               | line
--   bin_no     | yard.weighing.bin_no | 2
--   checked_by | yard.visit.inspector | 3
--   kg         | yard.weighing.kg     | 2
-- expect control
--   field | kind       | column               | line
--   *     | GROUP_BY   | yard.weighing.bin_no | 2
--   *     | INNER_JOIN | yard.visit.bin_no    | 4
--   *     | INNER_JOIN | yard.weighing.bin_no | 4

-- case:    three open inputs, one of them known to have the name
-- why:     The name stands with an alias elsewhere in the scope: that input has it, and a second one that had it
--          would not compile.
-- dialect: bigquery
-- target:  mart.order_day

CREATE TABLE mart.order_day AS
SELECT order_day, SUM(i.qty) AS qty
FROM   shop.orders AS o
JOIN   shop.item AS i ON i.order_id = o.order_id
JOIN   shop.store AS s ON s.store_id = o.store_id
WHERE  o.order_day >= '2025-01-01'
GROUP  BY order_day;

-- expect value
--   field     | origin                | line
--   order_day | shop.orders.order_day | 2
--   qty       | shop.item.qty         | 2
-- expect control
--   field | kind       | column                | line
--   *     | GROUP_BY   | shop.orders.order_day | 7
--   *     | INNER_JOIN | shop.item.order_id    | 4
--   *     | INNER_JOIN | shop.orders.order_id  | 4
--   *     | INNER_JOIN | shop.orders.store_id  | 5
--   *     | INNER_JOIN | shop.store.store_id   | 5
--   *     | WHERE      | shop.orders.order_day | 6

-- case:    DDL of one of two inputs, in Spark
-- why:     The one input whose columns are known has the lap; the coach it lacks is the other one's.
-- dialect: spark
-- target:  mart.lap

CREATE TABLE rink.lap (skater_no INT, lap_ms BIGINT);

CREATE TABLE mart.lap AS
SELECT lap_ms, coach FROM rink.lap l JOIN club.skater s ON s.id = l.skater_no;

-- expect value
--   field  | origin            | line
--   lap_ms | rink.lap.lap_ms   | 4
--   coach  | club.skater.coach | 4
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | club.skater.id     | 4
--   *     | INNER_JOIN | rink.lap.skater_no | 4

-- case:    amounts of money in T-SQL
-- why:     A number behind a sign of currency is a literal, with its decimals; it is no column and no parameter.
-- dialect: tsql
-- target:  rep.fee

SELECT $5 AS flat, COALESCE(f.due, $5.20) AS due, -£.5 AS less
INTO   rep.fee
FROM   bank.fee AS f
WHERE  f.due > $2.50;

-- expect value
--   field | origin         | line
--   flat  | constant $5    | 1
--   due   | bank.fee.due   | 1
--   due   | constant $5.20 | 1
--   less  | constant -£.5  | 1
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | bank.fee.due | 4

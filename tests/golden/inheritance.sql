-- Partitions and child tables: what is written to a part is read from the whole, and the other way round.

-- case:    rows put into a partition, read from the table
-- why:     PARTITION OF says so; what is inserted later is seen through the table, too.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, fee int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll (PRIMARY KEY (id)) FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE toll_25 PARTITION OF toll DEFAULT;
INSERT INTO toll_24 (id, fee, day) SELECT no, paid, on_day FROM gate.old;
INSERT INTO toll (id, fee, day) SELECT no, due, on_day FROM gate.new;
CREATE TABLE rep.toll AS SELECT * FROM toll;

-- expect value
--   field | origin          | line
--   id    | gate.old.no     | 4
--   id    | gate.new.no     | 5
--   fee   | gate.old.paid   | 4
--   fee   | gate.new.due    | 5
--   day   | gate.old.on_day | 4
--   day   | gate.new.on_day | 5
-- expect control
--   (none)

-- case:    a partition that is read
-- why:     Rows put into the table go to its partitions; those put into another partition do not. It has the table's
--          columns, one added later included.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE toll_25 PARTITION OF toll DEFAULT;
ALTER TABLE toll ADD COLUMN fee int;
INSERT INTO toll (id, day, fee) SELECT no, on_day, due FROM gate.new;
INSERT INTO toll_24 (id, day, fee) SELECT no, on_day, paid FROM gate.old;
CREATE TABLE rep.toll AS SELECT * FROM toll_25;

-- expect value
--   field | origin          | line
--   id    | gate.new.no     | 5
--   day   | gate.new.on_day | 5
--   fee   | gate.new.due    | 5
-- expect control
--   (none)

-- case:    a partition that nothing fills, made after rows were put into the table
-- why:     No row of before is in it: what it holds does not come from this script.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, day date) PARTITION BY RANGE (day);
INSERT INTO toll SELECT no, on_day FROM gate.new;
CREATE TABLE toll_24 PARTITION OF toll DEFAULT;
CREATE TABLE rep.toll AS SELECT * FROM toll_24;

-- expect value
--   field | origin      | line
--   id    | toll_24.id  | 4
--   day   | toll_24.day | 4
-- expect control
--   (none)

-- case:    ATTACH PARTITION and DETACH PARTITION
-- why:     From then on the table has the rows of the one and no longer those of the other.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, fee int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE toll_25 (LIKE toll INCLUDING ALL);
INSERT INTO toll_24 (id, fee, day) SELECT no, paid, on_day FROM gate.old;
INSERT INTO toll_25 SELECT no, due, on_day FROM gate.new;
ALTER TABLE toll ATTACH PARTITION toll_25 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
ALTER TABLE toll DETACH PARTITION toll_24;
ALTER TABLE ONLY toll ATTACH PARTITION toll_rest DEFAULT;
CREATE TABLE rep.toll AS SELECT id, fee FROM toll;

-- expect value
--   field | origin        | line
--   id    | gate.new.no   | 5
--   id    | toll_rest.id  | 8
--   fee   | gate.new.due  | 5
--   fee   | toll_rest.fee | 8
-- expect control
--   (none)

-- case:    partitions that another file makes
-- why:     DDL says what is part of what in any file; who fills a part is for review like every writer.
-- dialect: postgres
-- target:  rep.toll

-- file: ddl.sql
CREATE TABLE toll (id int, fee int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE toll_25 PARTITION OF toll DEFAULT;

-- file: load.sql
TRUNCATE toll;
INSERT INTO toll (id, fee) SELECT no, due FROM gate.new;
INSERT INTO toll_24 (id, fee) SELECT no, paid FROM gate.old;
CREATE TABLE rep.toll AS SELECT id, fee FROM toll;

-- expect value
--   field | origin        | line
--   id    | gate.new.no   | load.sql:2
--   id    | gate.old.no   | load.sql:3
--   fee   | gate.new.due  | load.sql:2
--   fee   | gate.old.paid | load.sql:3
-- expect control
--   (none)
-- expect writers
--   table   | rule  | line
--   toll    | EXACT | ddl.sql:2
--   toll_24 | EXACT | load.sql:3

-- case:    a partition that is read in one file, made in another, its table filled in a third
-- why:     Rows put into the table may be the partition's: that writer is for review under the partition's name.
-- dialect: postgres
-- target:  rep.toll

-- file: ddl.sql
CREATE TABLE toll (id int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll DEFAULT;

-- file: load.sql
INSERT INTO toll (id, day) SELECT no, on_day FROM gate.new;

-- file: rep.sql
CREATE TABLE rep.toll AS SELECT * FROM toll_24;

-- expect value
--   field | origin          | line
--   id    | gate.new.no     | load.sql:1
--   day   | gate.new.on_day | load.sql:1
-- expect control
--   (none)
-- expect writers
--   table | rule  | line
--   toll  | EXACT | load.sql:1

-- case:    TRUNCATE and UPDATE of a table with partitions
-- why:     Both reach the partitions: the first INSERT is gone, and the fee is the UPDATE's in every row.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, fee int, day date) PARTITION BY RANGE (day);
CREATE TABLE toll_24 PARTITION OF toll DEFAULT;
INSERT INTO toll_24 (id, fee) SELECT no, paid FROM gate.older;
TRUNCATE toll;
INSERT INTO toll_24 (id, fee) SELECT no, paid FROM gate.old;
UPDATE toll SET fee = rate.fee FROM rate;
UPDATE toll SET fee = 7;
CREATE TABLE rep.toll AS SELECT id, fee FROM toll_24;

-- expect value
--   field | origin      | line
--   id    | gate.old.no | 5
--   fee   | constant 7  | 7
-- expect control
--   (none)

-- case:    a child table
-- why:     The parent has the rows of its child, in its own columns; rows put into the parent are not the child's.
-- dialect: postgres
-- target:  rep.city

CREATE TABLE city (id int, name text);
CREATE TABLE capital (state text) INHERITS (city);
INSERT INTO capital (id, name, state) SELECT no, called, of_state FROM geo.seat;
INSERT INTO city (id, name) SELECT no, called FROM geo.town;
CREATE TABLE rep.city AS SELECT * FROM city UNION ALL SELECT id, state FROM capital;

-- expect value
--   field | origin            | line
--   id    | geo.seat.no       | 3
--   id    | geo.town.no       | 4
--   name  | geo.seat.called   | 3
--   name  | geo.town.called   | 4
--   name  | geo.seat.of_state | 3
-- expect control
--   (none)

-- case:    a child table of a parent without DDL, and one that becomes a child later
-- why:     INHERITS and INHERIT say the same.
-- dialect: postgres
-- target:  rep.city

CREATE TABLE capital () INHERITS (city);
INSERT INTO capital (id) SELECT no FROM geo.seat;
ALTER TABLE village INHERIT city;
INSERT INTO village (id) SELECT no FROM geo.hamlet;
CREATE TABLE rep.city AS SELECT id FROM city;

-- expect value
--   field | origin        | line
--   id    | geo.seat.no   | 2
--   id    | geo.hamlet.no | 4
-- expect control
--   (none)

-- case:    ONLY
-- why:     It leaves out the child tables: of what is read, and of what is emptied.
-- dialect: postgres
-- target:  rep.city

CREATE TABLE city (id int);
CREATE TABLE capital () INHERITS (city);
INSERT INTO capital (id) SELECT no FROM geo.seat;
INSERT INTO city (id) SELECT no FROM geo.town;
CREATE TABLE rep.city AS SELECT o.id, o.id + 1 AS next FROM ONLY city AS o;
DELETE FROM ONLY city;
TRUNCATE ONLY city;
INSERT INTO rep.city (id) SELECT id FROM capital;

-- expect value
--   field | origin      | line
--   id    | geo.town.no | 4
--   next  | geo.town.no | 4
--   id    | geo.seat.no | 3
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   next  | NO_WRITER_EXPRESSION | rep.city.next

-- case:    a partition of a partition
-- why:     Rows go down through both, and are read up through both.
-- dialect: postgres
-- target:  rep.toll

CREATE TABLE toll (id int, lane int) PARTITION BY LIST (lane);
CREATE TABLE toll_1 PARTITION OF toll FOR VALUES IN (1) PARTITION BY RANGE (id);
CREATE TABLE toll_1a PARTITION OF toll_1 DEFAULT;
INSERT INTO toll_1a (id, lane) SELECT no, 1 FROM gate.one;
INSERT INTO toll (id, lane) SELECT no, lane FROM gate.any;
CREATE TABLE rep.toll AS SELECT t.id, a.lane FROM toll AS t JOIN toll_1a AS a ON a.id = t.id;

-- expect value
--   field | origin        | line
--   id    | gate.one.no   | 4
--   id    | gate.any.no   | 5
--   lane  | constant 1    | 4
--   lane  | gate.any.lane | 5
-- expect control
--   field | kind       | column      | line
--   *     | INNER_JOIN | gate.any.no | 6
--   *     | INNER_JOIN | gate.one.no | 6

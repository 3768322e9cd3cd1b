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

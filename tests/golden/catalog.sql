-- Catalog files: known columns of tables that no SQL of the project creates.

-- case:    a catalog file lists the columns of a star's input
-- why:     The catalog gives the columns in their order, so the star expands; that the catalog is current is the premise.
-- dialect: postgres
-- target:  rep.voyage

-- file: catalog.yml
tables:
  - name: port.voyage
    columns:
      - {name: voyage_no, type: bigint, nullable: false}
      - {name: ship_name, type: varchar(40)}
      - draught_cm

-- file: voyage.sql
CREATE VIEW rep.voyage AS
SELECT v.* FROM port.voyage AS v;

-- expect value
--   field      | origin                 | line
--   voyage_no  | port.voyage.voyage_no  | voyage.sql:2
--   ship_name  | port.voyage.ship_name  | voyage.sql:2
--   draught_cm | port.voyage.draught_cm | voyage.sql:2
-- expect control
--   (none)
-- expect types
--   field      | type        | null | stated
--   voyage_no  | bigint      | no   | CATALOG catalog.yml:4
--   ship_name  | varchar(40) | -    | CATALOG catalog.yml:5
--   draught_cm | -           | -    | -

-- case:    a bare column belongs to the one input whose catalog lists it
-- why:     Both inputs are known in full, and only one has the column.
-- dialect: hive
-- target:  rep.delay

-- file: known/catalog.yml
tables:
  - name: port.voyage
    columns: [voyage_no, ship_no, delay_min]
  - name: port.ship
    columns: [ship_no, ship_name]

-- file: delay.hql
INSERT OVERWRITE TABLE rep.delay  --! TARGET_COLUMN_NAME_UNPROVEN ship_name --! TARGET_COLUMN_NAME_UNPROVEN delay_min
SELECT ship_name, delay_min
FROM   port.voyage v JOIN port.ship s ON s.ship_no = v.ship_no
WHERE  voyage_no > 100;

-- expect value
--   field     | origin                | line
--   ship_name | port.ship.ship_name   | delay.hql:2
--   delay_min | port.voyage.delay_min | delay.hql:2
-- expect control
--   field | kind       | column                | line
--   *     | INNER_JOIN | port.ship.ship_no     | delay.hql:3
--   *     | INNER_JOIN | port.voyage.ship_no   | delay.hql:3
--   *     | WHERE      | port.voyage.voyage_no | delay.hql:4

-- case:    what rests on a catalog is a premise
-- why:     Nothing in the SQL says which input has the column, and the catalog may be out of date.
-- dialect: hive
-- target:  rep.delay
-- accept:  no_premises

-- file: catalog.yml
tables:
  - name: port.voyage
    columns: [ship_no, delay_min]
  - name: port.ship
    columns: [ship_no, ship_name]

-- file: delay.hql
CREATE TABLE rep.delay AS
SELECT delay_min  --! AMBIGUOUS_COLUMN_SOURCES port.voyage.delay_min
FROM   port.voyage v JOIN port.ship s ON s.ship_no = v.ship_no;

-- expect value
--   field     | origin | line
--   delay_min | -      | -
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | port.ship.ship_no   | delay.hql:3
--   *     | INNER_JOIN | port.voyage.ship_no | delay.hql:3
-- expect open
--   field     | reason           | at
--   delay_min | AMBIGUOUS_COLUMN | delay_min

-- case:    a catalog that disagrees with DDL makes the table unknown
-- why:     Between files there is no order: the table's columns count as unknown, and both places are named. The
--          column is its only because the other input is known to lack it.
-- dialect: postgres
-- target:  rep.crew

-- file: catalog.yml
tables:
  - {name: port.ship, columns: [ship_no, ship_name]}
  - {name: port.crew, columns: [crew_no, ship_no, rank_cd]}  --! DDL_CONFLICT

-- file: crew.sql
CREATE TABLE port.crew (crew_no int, ship_no int);  --! DDL_CONFLICT

CREATE VIEW rep.crew AS
SELECT rank_cd FROM port.crew c JOIN port.ship s ON s.ship_no = c.ship_no;

-- expect value
--   field   | origin            | line
--   rank_cd | port.crew.rank_cd | crew.sql:4
-- expect control
--   field | kind       | column            | line
--   *     | INNER_JOIN | port.crew.ship_no | crew.sql:4
--   *     | INNER_JOIN | port.ship.ship_no | crew.sql:4

-- case:    a catalog that repeats the DDL is no conflict
-- why:     The columns are the same; the type that both state alike stands, the one they state differently does not.
-- dialect: postgres
-- target:  rep.crew

-- file: catalog.yml
tables:
  - name: PORT.Crew
    columns: [{name: crew_no, type: INT}, {name: rank_cd, type: text, nullable: false}]

-- file: ddl/crew.sql
CREATE TABLE port.crew (crew_no int, rank_cd varchar(3));

-- file: crew.sql
CREATE VIEW rep.crew AS
SELECT * FROM port.crew;

-- expect value
--   field   | origin            | line
--   crew_no | port.crew.crew_no | crew.sql:2
--   rank_cd | port.crew.rank_cd | crew.sql:2
-- expect control
--   (none)
-- expect types
--   field   | type | null | stated
--   crew_no | int  | -    | DDL ddl/crew.sql:1
--   rank_cd | -    | no   | CATALOG catalog.yml:3

-- case:    names in a catalog are read as the dialect reads them
-- why:     Without quotes a name is folded; quotes keep its case, so "Berth" is another table than BERTH.
-- dialect: snowflake
-- target:  rep.berth

-- file: catalog.yml
tables:
  - name: port."Berth"
    columns: ['"Berth No"', length_m]
  - {name: PORT.BERTH, columns: [berth_no]}

-- file: berth.sql
CREATE TABLE rep.berth AS
SELECT * FROM port."Berth";

-- expect value
--   field      | origin                  | line
--   "Berth No" | port."Berth"."Berth No" | berth.sql:2
--   length_m   | port."Berth".length_m   | berth.sql:2
-- expect control
--   (none)

-- CTEs: names that hold inside one statement.

-- case:    a CTE named like the table it reads
-- why:     A CTE that is not recursive does not see itself: inside it the name is the table, outside it is the CTE.
-- dialect: postgres
-- target:  rep.moult

CREATE TABLE rep.moult AS
WITH feather AS (SELECT f.bird_no, f.cnt * 2 AS cnt FROM feather AS f WHERE f.lost)
SELECT bird_no, cnt FROM feather;

-- expect value
--   field   | origin          | line
--   bird_no | feather.bird_no | 2
--   cnt     | feather.cnt     | 2
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | feather.lost | 2
-- expect tables
--   table
--   feather
--   rep.moult

-- case:    a CTE named like a table that another file writes
-- why:     The bare name is the CTE, the name with a schema is the table. Neither stands for the other.
-- dialect: postgres
-- target:  rep.nest

-- file: build.sql
CREATE TABLE stage.nest AS SELECT n.nest_no, n.eggs FROM field.nest_obs AS n;

-- file: report.sql
CREATE TABLE rep.nest AS
WITH nest AS (SELECT o.nest_no, o.eggs FROM field.other_obs AS o)
SELECT nest.nest_no, s.eggs FROM nest JOIN stage.nest AS s ON s.nest_no = nest.nest_no;

-- expect value
--   field   | origin                  | line
--   nest_no | field.other_obs.nest_no | report.sql:2
--   eggs    | field.nest_obs.eggs     | build.sql:1
-- expect control
--   field | kind       | column                  | line
--   *     | INNER_JOIN | field.nest_obs.nest_no  | report.sql:3
--   *     | INNER_JOIN | field.other_obs.nest_no | report.sql:3
-- expect standing
--   field   | resolution | standing
--   nest_no | RESOLVED   | CONFIRMED
--   eggs    | RESOLVED   | PROVISIONAL
-- expect writers
--   table      | rule  | line
--   stage.nest | EXACT | build.sql:1

-- case:    a recursive CTE
-- why:     The recursive branch returns to the CTE and adds nothing new: CYCLE. The first branch gives the value; the 1
--          that is added is an operand. animal_id does not pass through the CTE in either branch.
-- dialect: postgres
-- target:  rep.pedigree

CREATE TABLE rep.pedigree AS
WITH RECURSIVE line (animal_id, gen, founder) AS (
    SELECT a.animal_id, 0, a.nick FROM zoo.animal AS a WHERE a.mother_id IS NULL
    UNION ALL
    SELECT b.animal_id, l.gen + 1, l.founder
    FROM   zoo.animal AS b
    JOIN   line AS l ON b.mother_id = l.animal_id
)
SELECT animal_id, gen, founder FROM line;

-- expect value
--   field     | origin               | line
--   animal_id | zoo.animal.animal_id | 3
--   gen       | constant 0           | 3
--   founder   | zoo.animal.nick      | 3
-- expect control
--   field | kind       | column               | line
--   *     | WHERE      | zoo.animal.mother_id | 3
--   *     | INNER_JOIN | zoo.animal.animal_id | 7
--   *     | INNER_JOIN | zoo.animal.mother_id | 7
-- expect open
--   field   | reason | at
--   gen     | CYCLE  | line.gen
--   founder | CYCLE  | line.founder
-- expect standing
--   field     | resolution | standing
--   animal_id | RESOLVED   | CONFIRMED
--   gen       | RESOLVED   | CONFIRMED
--   founder   | RESOLVED   | CONFIRMED

-- case:    a field that the CTE does not project
-- why:     The table below may well have unit_cd. Taking it from there would be a search by name.
-- dialect: postgres
-- target:  rep.dose

CREATE TABLE rep.dose AS
WITH d AS (SELECT x.drug_no, x.mg FROM vet.drug AS x)
SELECT d.drug_no, d.unit_cd FROM d;  --! MISSING_FIELD

-- expect value
--   field   | origin           | line
--   drug_no | vet.drug.drug_no | 2
--   unit_cd | -                | -
-- expect control
--   (none)
-- expect open
--   field   | reason        | at
--   unit_cd | MISSING_FIELD | d.unit_cd
-- expect standing
--   field   | resolution | standing
--   drug_no | RESOLVED   | CONFIRMED
--   unit_cd | UNRESOLVED | CONFIRMED

-- case:    one alias at three depths and in two statements
-- why:     An alias belongs to its scope. The condition of the first table travels only with the field that reads it.
-- dialect: postgres
-- target:  rep.ring

CREATE TABLE stage.ring AS
SELECT r.ring_no, r.bird_no FROM (SELECT r.ring_no, r.bird_no FROM (SELECT r.* FROM field.ring AS r WHERE r.ok) AS r) AS r;

CREATE TABLE rep.ring AS
SELECT r.bird_no, (SELECT MAX(r.ring_no) FROM stage.ring AS r WHERE r.bird_no = k.old_no) AS ring_no
FROM   field.bird AS r JOIN field.rename AS k ON k.new_no = r.bird_no;

-- expect value
--   field   | origin             | line
--   bird_no | field.bird.bird_no | 5
--   ring_no | field.ring.ring_no | 2
-- expect control
--   field   | kind       | column              | line
--   *       | INNER_JOIN | field.rename.new_no | 6
--   *       | INNER_JOIN | field.bird.bird_no  | 6
--   ring_no | WHERE      | field.ring.bird_no  | 5
--   ring_no | WHERE      | field.rename.old_no | 5
--   ring_no | WHERE      | field.ring.ok       | 2

-- case:    a CTE that nothing reads
-- why:     Only what is referenced is an edge: the unused CTE brings neither values nor conditions nor tables.
-- dialect: spark
-- target:  rep.perch

CREATE TABLE rep.perch AS
WITH unused AS (SELECT z.perch_no FROM field.old_perch z WHERE z.gone = 1),
     used AS (SELECT p.perch_no FROM field.perch p)
SELECT u.perch_no FROM used u;

-- expect value
--   field    | origin               | line
--   perch_no | field.perch.perch_no | 3
-- expect control
--   (none)
-- expect tables
--   table
--   field.perch
--   rep.perch

-- case:    alias lists rename by position
-- why:     d's list renames a closed projection. Of the catalog table only the position is proven, not the name.
-- dialect: postgres
-- target:  rep.shelf

CREATE TABLE rep.shelf AS
SELECT d.second_nm AS row_cd, t.one AS label
FROM   (SELECT s.shelf_no, s.row_cd FROM lib.shelf AS s) AS d (first_nm, second_nm)
JOIN   lib.catalog AS t (one, two) ON t.two = d.first_nm;

-- expect value
--   field  | origin           | line
--   row_cd | lib.shelf.row_cd | 3
--   label  | lib.catalog.#1   | 2
-- expect control
--   field | kind       | column             | line
--   *     | INNER_JOIN | lib.catalog.#2     | 4
--   *     | INNER_JOIN | lib.shelf.shelf_no | 4

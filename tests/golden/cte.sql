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

-- case:    a CTE named like its table, in three dialects: only RECURSIVE would see itself
-- why:     Inside its own query the name is still the table's.
-- dialect: mysql
-- target:  mart.ledger

CREATE TABLE mart.ledger AS
WITH ledger AS (SELECT l.entry_no, -l.amount AS amount FROM ledger l WHERE l.kind = 'R')
SELECT ledger.entry_no, ledger.amount FROM ledger;

-- expect value
--   field    | origin          | line
--   amount   | ledger.amount   | 2
--   entry_no | ledger.entry_no | 2
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | ledger.kind | 2

-- case:    a CTE named like its table, in Spark
-- why:     Spark looks for the name outside of the query it names: the table is read, and there is no circle.
-- dialect: spark
-- target:  mart.refund

CREATE TABLE mart.refund AS
WITH booking AS (SELECT b.booking_no, -b.eur AS eur FROM booking b WHERE b.state = 'C')
SELECT booking_no, eur FROM booking;

-- expect value
--   field      | origin             | line
--   booking_no | booking.booking_no | 2
--   eur        | booking.eur        | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | booking.state | 2

-- case:    a CTE named like its table, in Redshift and with a star
-- why:     Without RECURSIVE the name is the table's, and so is the star; what is asked of the CTE passes through it.
-- dialect: redshift
-- target:  refund

CREATE TABLE refund AS
WITH booking AS (SELECT * FROM booking WHERE state = 'C')
SELECT booking_no, eur * -1 AS eur FROM booking;

-- expect value
--   field      | origin             | line
--   booking_no | booking.booking_no | 2
--   eur        | booking.eur        | 2
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | booking.state | 2

-- case:    an inner CTE of the same name hides the outer one
-- why:     The nearest WITH counts: in the inner query, and only there.
-- dialect: bigquery
-- target:  mart.two

CREATE TABLE mart.two AS
WITH t AS (SELECT a.x AS v FROM raw.a AS a),
     u AS (WITH t AS (SELECT b.y AS v FROM raw.b AS b) SELECT t.v FROM t)
SELECT t.v AS outer_v, u.v AS inner_v FROM t CROSS JOIN u;

-- expect value
--   field   | origin  | line
--   inner_v | raw.b.y | 3
--   outer_v | raw.a.x | 2
-- expect control
--   (none)

-- case:    a name with a schema is never a CTE's
-- why:     A CTE has no schema: the qualified name is the table's.
-- dialect: snowflake
-- target:  mart.rate

CREATE TABLE mart.rate AS
WITH rate AS (SELECT r.ccy, r.pct FROM fx.rate r)
SELECT a.ccy, a.pct AS cte_pct, b.pct AS table_pct
FROM   rate a JOIN fx.rate b ON b.ccy = a.ccy;

-- expect value
--   field     | origin      | line
--   ccy       | fx.rate.ccy | 2
--   cte_pct   | fx.rate.pct | 2
--   table_pct | fx.rate.pct | 3
-- expect control
--   field | kind       | column      | line
--   *     | INNER_JOIN | fx.rate.ccy | 4

-- case:    a later CTE is not seen by an earlier one
-- why:     The first CTE reads the table of that name: the CTE of that name comes after it.
-- dialect: tsql
-- target:  mart.pair

WITH first AS (SELECT s.id, s.val FROM second AS s),
     second AS (SELECT f.id, f.val + 1 AS val FROM first AS f)
SELECT second.id, second.val INTO mart.pair FROM second;

-- expect value
--   field | origin     | line
--   id    | second.id  | 1
--   val   | second.val | 1
-- expect control
--   (none)

-- case:    a recursive CTE without the word, in T-SQL
-- why:     A CTE sees itself. Depth is a constant in the first branch and what is added to it in the second.
-- dialect: tsql
-- target:  mart.parts

WITH bom (part, root, depth) AS (
    SELECT p.part_no, p.part_no, 0 FROM eng.part AS p WHERE p.is_top = 1
    UNION ALL
    SELECT c.child_no, b.root, b.depth + 1 FROM eng.uses AS c JOIN bom AS b ON b.part = c.parent_no
)
INSERT INTO mart.parts (part, root, depth)
SELECT bom.part, bom.root, bom.depth FROM bom;

-- expect value
--   field | origin            | line
--   part  | eng.part.part_no  | 2
--   part  | eng.uses.child_no | 4
--   root  | eng.part.part_no  | 2
--   depth | constant 0        | 2
-- expect control
--   field | kind       | column             | line
--   *     | WHERE      | eng.part.is_top    | 2
--   *     | INNER_JOIN | eng.part.part_no   | 4
--   *     | INNER_JOIN | eng.uses.child_no  | 4
--   *     | INNER_JOIN | eng.uses.parent_no | 4
-- expect open
--   field | reason | at
--   root  | CYCLE  | bom.root
--   depth | CYCLE  | bom.depth

-- case:    a recursive CTE with a column list, in Oracle
-- why:     Oracle needs no word either; the list names the columns by their place.
-- dialect: oracle
-- target:  mart.chain

INSERT INTO mart.chain (emp, boss_path)
WITH up (emp, path) AS (
    SELECT e.emp_no, e.emp_nm FROM hr.emp e WHERE e.boss_no IS NULL
    UNION ALL
    SELECT s.emp_no, u.path || '/' || s.emp_nm FROM hr.emp s, up u WHERE s.boss_no = u.emp
)
SELECT up.emp, up.path FROM up;

-- expect value
--   field     | origin        | line
--   emp       | hr.emp.emp_no | 3
--   boss_path | hr.emp.emp_nm | 3
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | hr.emp.boss_no | 3
--   *     | WHERE | hr.emp.boss_no | 5
--   *     | WHERE | hr.emp.emp_no  | 5
-- expect open
--   field     | reason | at
--   boss_path | CYCLE  | up.path

-- case:    a recursive CTE of MySQL that counts days
-- why:     A counter starts from a parameter or a literal: nothing of a table is in it.
-- dialect: mysql
-- target:  mart.days

INSERT INTO mart.days (n, rented)
WITH RECURSIVE days AS (SELECT 1 AS n UNION ALL SELECT d.n + 1 FROM days d WHERE d.n < 31)
SELECT d.n, COUNT(r.id) FROM days d LEFT JOIN rent.rental r ON r.day_no = d.n GROUP BY d.n;

-- expect value
--   field  | origin         | line
--   n      | constant 1     | 2
--   rented | rent.rental.id | 3
-- expect control
--   field | kind            | column             | line
--   *     | WHERE           | -                  | 2
--   *     | OUTER_JOIN LEFT | rent.rental.day_no | 3
--   *     | GROUP_BY        | -                  | 3
-- expect open
--   field | reason | at
--   n     | CYCLE  | days.n

-- case:    a recursive CTE in Snowflake, with its own key as a path
-- why:     The path grows by each part's name; the root's part number goes down unchanged.
-- dialect: snowflake
-- target:  mart.parts

CREATE TABLE mart.parts AS
WITH RECURSIVE p AS (
    SELECT b.part_no, b.part_no AS root, b.nm::STRING AS path FROM eng.part b WHERE b.up_no IS NULL
    UNION ALL
    SELECT c.part_no, p.root, p.path || '/' || c.nm FROM eng.part c JOIN p ON c.up_no = p.part_no
)
SELECT p.part_no, p.root, p.path FROM p;

-- expect value
--   field   | origin           | line
--   part_no | eng.part.part_no | 3
--   root    | eng.part.part_no | 3
--   path    | eng.part.nm      | 3
-- expect control
--   field | kind       | column           | line
--   *     | WHERE      | eng.part.up_no   | 3
--   *     | INNER_JOIN | eng.part.part_no | 5
--   *     | INNER_JOIN | eng.part.up_no   | 5
-- expect open
--   field | reason | at
--   root  | CYCLE  | p.root
--   path  | CYCLE  | p.path

-- case:    a recursive CTE in BigQuery, beside one that is not
-- why:     RECURSIVE stands once before both. The level begins at a literal and is counted on.
-- dialect: bigquery
-- target:  mart.parts

CREATE TABLE mart.parts AS
WITH RECURSIVE top AS (SELECT b.part_no FROM eng.part AS b WHERE b.up_no IS NULL),
p AS (
    SELECT t.part_no, 1 AS lvl FROM top AS t
    UNION ALL
    SELECT c.part_no, p.lvl + 1 FROM p JOIN eng.part AS c ON c.up_no = p.part_no
)
SELECT p.part_no, p.lvl FROM p;

-- expect value
--   field   | origin           | line
--   part_no | eng.part.part_no | 2
--   lvl     | constant 1       | 4
-- expect control
--   field | kind       | column           | line
--   *     | WHERE      | eng.part.up_no   | 2
--   *     | INNER_JOIN | eng.part.part_no | 6
--   *     | INNER_JOIN | eng.part.up_no   | 6
-- expect open
--   field | reason | at
--   lvl   | CYCLE  | p.lvl

-- case:    a recursive CTE in SQLite, with UNION
-- why:     UNION also ends what goes round; the origin of the part is the same in both branches.
-- dialect: sqlite
-- target:  parts

CREATE TABLE parts AS
WITH RECURSIVE p(no) AS (
    SELECT 7
    UNION
    SELECT c.part_no FROM part c, p WHERE c.up_no = p.no
)
SELECT p.no FROM p;

-- expect value
--   field | origin       | line
--   no    | constant 7   | 3
--   no    | part.part_no | 5
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | part.part_no | 5
--   *     | WHERE | part.up_no   | 5

-- case:    a field that a CTE does not project, in two other dialects: the whole list is known
-- why:     The CTE's columns are all known; the one asked is not among them.
-- dialect: snowflake
-- target:  mart.quote

CREATE TABLE mart.quote AS
WITH q AS (SELECT z.sym, z.px FROM mkt.tick z)
SELECT q.sym, q.px, q.vol FROM q;  --! MISSING_FIELD

-- expect value
--   field | origin       | line
--   px    | mkt.tick.px  | 2
--   sym   | mkt.tick.sym | 2
--   vol   | -            | -
-- expect control
--   (none)
-- expect open
--   field | reason        | at
--   vol   | MISSING_FIELD | q.vol

-- case:    a field that the DDL lacks
-- why:     The table's columns are all known by its DDL.
-- dialect: tsql
-- target:  mart.room

CREATE TABLE inn.room (room_no INT, beds INT);

INSERT INTO mart.room (room_no, floor_no)
SELECT r.room_no, r.floor_no FROM inn.room AS r;  --! MISSING_FIELD

-- expect value
--   field    | origin           | line
--   floor_no | -                | -
--   room_no  | inn.room.room_no | 4
-- expect control
--   (none)
-- expect open
--   field    | reason        | at
--   floor_no | MISSING_FIELD | inn.room.floor_no

-- case:    a field that no branch of a UNION has
-- why:     The union's columns are those of its first branch, in both places.
-- dialect: bigquery
-- target:  mart.both

CREATE TABLE mart.both AS
WITH u AS (SELECT a.id, a.amt FROM raw.a AS a UNION ALL SELECT b.no AS id, b.sum AS total FROM raw.b AS b)
SELECT u.id, u.amt, u.total FROM u;  --! MISSING_FIELD

-- expect value
--   field | origin    | line
--   amt   | raw.a.amt | 2
--   amt   | raw.b.sum | 2
--   id    | raw.a.id  | 2
--   id    | raw.b.no  | 2
--   total | -         | -
-- expect control
--   (none)
-- expect open
--   field | reason        | at
--   total | MISSING_FIELD | u.total

-- case:    one alias in three scopes, in T-SQL
-- why:     An alias means the input of its own scope, whatever the same letters mean around it.
-- dialect: tsql
-- target:  mart.mail

INSERT INTO mart.mail (id, phone)
SELECT t.id, (SELECT MAX(t.num) FROM core.phone AS t WHERE t.owner = e.ref)
FROM   (SELECT t.id, t.mail FROM core.mail AS t WHERE t.ok = 1) AS t
JOIN   core.link AS e ON e.mail_id = t.id;

-- expect value
--   field | origin         | line
--   id    | core.mail.id   | 3
--   phone | core.phone.num | 2
-- expect control
--   field | kind       | column            | line
--   *     | INNER_JOIN | core.link.mail_id | 4
--   *     | INNER_JOIN | core.mail.id      | 4
--   *     | WHERE      | core.mail.ok      | 3
--   phone | WHERE      | core.link.ref     | 2
--   phone | WHERE      | core.phone.owner  | 2

-- case:    one alias in three scopes, in BigQuery
-- why:     A CTE, the query beside it and the subquery inside each call their input `t`.
-- dialect: bigquery
-- target:  mart.seen

CREATE TABLE mart.seen AS
WITH c AS (SELECT t.id, t.day FROM web.hit AS t)
SELECT t.id, ARRAY(SELECT t.tag FROM web.tag AS t WHERE t.day = c.day) AS tags
FROM   c JOIN web.user AS t ON t.id = c.id;

-- expect value
--   field | origin      | line
--   id    | web.user.id | 3
--   tags  | web.tag.tag | 3
-- expect control
--   field | kind       | column      | line
--   *     | INNER_JOIN | web.hit.id  | 4
--   *     | INNER_JOIN | web.user.id | 4
--   tags  | WHERE      | web.hit.day | 3
--   tags  | WHERE      | web.tag.day | 3

-- case:    an alias that is a table's name elsewhere
-- why:     The alias hides the table: what is qualified by it belongs to the input it names.
-- dialect: snowflake
-- target:  mart.swap

CREATE TABLE mart.swap AS
SELECT b.x AS first, a.x AS second
FROM   raw.a AS b JOIN raw.b AS a ON a.id = b.id;

-- expect value
--   field  | origin  | line
--   first  | raw.a.x | 2
--   second | raw.b.x | 2
-- expect control
--   field | kind       | column   | line
--   *     | INNER_JOIN | raw.a.id | 3
--   *     | INNER_JOIN | raw.b.id | 3

-- case:    expressions that WITH names, in ClickHouse
-- why:     `WITH expression AS name` is no query: the name stands for the expression, wherever it is used.
-- dialect: clickhouse
-- target:  mart.hit_day

INSERT INTO mart.hit_day (day, over, top)
WITH 5 AS least, toDate(h.ts) AS day, (SELECT max(x.v) FROM raw.limit AS x) AS top
SELECT day, h.n - least, top
FROM   raw.hit AS h
WHERE  h.n > least AND day < today();

-- expect value
--   field | origin      | line
--   day   | raw.hit.ts  | 3
--   over  | raw.hit.n   | 3
--   top   | raw.limit.v | 2
-- expect control
--   field | kind  | column     | line
--   *     | WHERE | raw.hit.n  | 5
--   *     | WHERE | raw.hit.ts | 5

-- case:    a recursive view of Teradata
-- why:     It is a recursive query by the view's name: its conditions join each step to the one before it.
-- dialect: teradata
-- target:  dm.tree

CREATE RECURSIVE VIEW dm.steps (id, up, lvl) AS (
  SELECT t.id, t.up, 0 FROM stg.unit AS t WHERE t.up IS NULL
  UNION ALL
  SELECT c.id, c.up, p.lvl + 1 FROM stg.unit c, dm.steps p WHERE c.up = p.id
);
INSERT INTO dm.tree (id, lvl) SELECT r.id, r.lvl FROM dm.steps r;

-- expect value
--   field | origin      | line
--   id    | stg.unit.id | 2
--   lvl   | constant 0  | 2
-- expect control
--   field | kind  | column      | line
--   *     | WHERE | stg.unit.up | 2
--   *     | WHERE | stg.unit.id | 4
--   *     | WHERE | stg.unit.up | 4
-- expect open
--   field | reason | at
--   lvl   | CYCLE  | steps.lvl

-- case:    a recursive view of Postgres
-- why:     The step's join is the recursion's; the level is counted up from a constant.
-- dialect: postgres
-- target:  hr.chain

CREATE OR REPLACE RECURSIVE VIEW hr.chain (emp, boss, lvl) AS
  SELECT e.emp, e.boss, 0 FROM hr.emp AS e WHERE e.boss IS NULL
  UNION ALL
  SELECT e.emp, e.boss, c.lvl + 1 FROM hr.emp e JOIN chain c ON e.boss = c.emp;

-- expect value
--   field | origin      | line
--   emp   | hr.emp.emp  | 2
--   boss  | hr.emp.boss | 2
--   lvl   | constant 0  | 2
-- expect control
--   field | kind       | column      | line
--   *     | WHERE      | hr.emp.boss | 2
--   *     | INNER_JOIN | hr.emp.boss | 4
--   *     | INNER_JOIN | hr.emp.emp  | 4
-- expect open
--   field | reason | at
--   lvl   | CYCLE  | chain.lvl

-- case:    the row above, in Snowflake
-- why:     PRIOR in a projection takes the column of the row above, of the same table.
-- dialect: snowflake
-- target:  rep.boss

CREATE TABLE rep.boss AS
SELECT e.id, PRIOR e.nm AS boss, PRIOR born
FROM   hr.emp AS e
START  WITH e.mgr IS NULL
CONNECT BY e.mgr = PRIOR e.id;

-- expect value
--   field | origin      | line
--   id    | hr.emp.id   | 2
--   boss  | hr.emp.nm   | 2
--   #3    | hr.emp.born | 2
-- expect control
--   field | kind       | column     | line
--   *     | WHERE      | hr.emp.mgr | 4
--   *     | INNER_JOIN | hr.emp.mgr | 5
--   *     | INNER_JOIN | hr.emp.id  | 5

-- case:    columns that SEARCH and CYCLE add
-- why:     In Postgres they list the keys on the way down, and a mark says whether a key was met before.
-- dialect: postgres
-- target:  rep.tree

CREATE TABLE rep.tree AS
WITH RECURSIVE tree (id, mgr) AS (
  SELECT e.id, e.mgr FROM hr.emp AS e WHERE e.mgr IS NULL
  UNION ALL
  SELECT c.id, c.mgr FROM hr.emp AS c JOIN tree ON tree.id = c.mgr
) SEARCH DEPTH FIRST BY id, mgr SET nth CYCLE id SET met TO 'Y' DEFAULT 'N' USING way
SELECT t.id, t.nth, t.met, t.way FROM tree AS t;

-- expect value
--   field | origin       | line
--   id    | hr.emp.id    | 3
--   nth   | hr.emp.id    | 3
--   nth   | hr.emp.mgr   | 3
--   met   | constant 'N' | 6
--   met   | constant 'Y' | 6
--   way   | hr.emp.id    | 3
-- expect control
--   field | kind           | column     | line
--   *     | WHERE          | hr.emp.mgr | 3
--   *     | INNER_JOIN     | hr.emp.id  | 5
--   *     | INNER_JOIN     | hr.emp.mgr | 5
--   met   | CASE_CONDITION | hr.emp.id  | 6

-- case:    columns that SEARCH and CYCLE add, in Oracle
-- why:     There SEARCH numbers the rows.
-- dialect: oracle
-- target:  rep.tree

CREATE TABLE rep.tree AS
WITH tree (id, mgr) AS (
  SELECT e.id, e.mgr FROM hr.emp e WHERE e.mgr IS NULL
  UNION ALL
  SELECT c.id, c.mgr FROM hr.emp c JOIN tree ON tree.id = c.mgr
) SEARCH BREADTH FIRST BY id DESC SET nth CYCLE id SET met TO 'Y' DEFAULT 'N'
SELECT * FROM tree;

-- expect value
--   field | origin           | line
--   id    | hr.emp.id        | 3
--   mgr   | hr.emp.mgr       | 3
--   nth   | generated SEARCH | 6
--   met   | constant 'N'     | 6
--   met   | constant 'Y'     | 6
-- expect control
--   field | kind           | column     | line
--   *     | WHERE          | hr.emp.mgr | 3
--   *     | INNER_JOIN     | hr.emp.id  | 5
--   *     | INNER_JOIN     | hr.emp.mgr | 5
--   nth   | WINDOW         | hr.emp.id  | 6
--   met   | CASE_CONDITION | hr.emp.id  | 6

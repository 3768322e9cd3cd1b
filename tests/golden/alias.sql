-- Earlier aliases of one SELECT, and names that need their quotes.

-- case:    an alias that is also a column, where the column wins
-- why:     t.lot shows that the input has lot, and in Snowflake an input column wins over an alias.
-- dialect: snowflake
-- target:  rep.lot

CREATE TABLE rep.lot AS
SELECT TRIM(t.lot) AS lot, t.code AS raw_code, CONCAT(lot, '-1') AS tagged
FROM   farm.crate t;

-- expect value
--   field    | origin          | line
--   lot      | farm.crate.lot  | 2
--   raw_code | farm.crate.code | 2
--   tagged   | farm.crate.lot  | 2
-- expect control
--   (none)

-- case:    an alias that no input has
-- why:     The derived table lists its columns and net is not among them, so net is the alias before.
-- dialect: spark
-- target:  rep.net

CREATE TABLE rep.net AS
SELECT d.crate_no, d.gross - d.tare AS net, net * 2 AS net_two
FROM  (SELECT c.crate_no, c.gross, c.tare FROM farm.crate c) d;

-- expect value
--   field    | origin              | line
--   crate_no | farm.crate.crate_no | 3
--   net      | farm.crate.gross    | 3
--   net      | farm.crate.tare     | 3
--   net_two  | farm.crate.gross    | 3
--   net_two  | farm.crate.tare     | 3
-- expect control
--   (none)

-- case:    an alias or a column, and nothing says which
-- why:     The input is open: it may have net, and then the column would win.
-- dialect: snowflake
-- target:  rep.net_open

CREATE TABLE rep.net_open AS
SELECT c.gross - c.tare AS net, net * 2 AS net_two  --! AMBIGUOUS_COLUMN_SOURCES farm.crate.net, alias:net(farm.crate.gross, farm.crate.tare)
FROM   farm.crate c;

-- expect value
--   field   | origin           | line
--   net     | farm.crate.gross | 2
--   net     | farm.crate.tare  | 2
--   net_two | -                | -
-- expect control
--   (none)
-- expect open
--   field   | reason           | at
--   net_two | AMBIGUOUS_COLUMN | net

-- case:    a dialect without such aliases
-- why:     In BigQuery a sibling cannot see an alias: toll is the column, not toll * 2.
-- dialect: bigquery
-- target:  rep.toll

CREATE TABLE rep.toll AS
SELECT gate_no, toll * 2 AS toll, toll + vat AS toll_vat FROM road.gate;

-- expect value
--   field    | origin            | line
--   gate_no  | road.gate.gate_no | 2
--   toll     | road.gate.toll    | 2
--   toll_vat | road.gate.toll    | 2
--   toll_vat | road.gate.vat     | 2
-- expect control
--   (none)

-- case:    two columns that differ in case only
-- why:     Snowflake folds names without quotes: weight is WEIGHT, and "weight" is another column.
-- dialect: snowflake
-- target:  rep.case_mix

CREATE TABLE raw.box (id INT, "weight" NUMBER, WEIGHT NUMBER, "Mark" TEXT);

CREATE TABLE rep.case_mix AS
SELECT ID, "weight" AS low_w, weight AS up_w, "Mark" FROM RAW.BOX;

-- expect value
--   field  | origin           | line
--   id     | raw.box.id       | 4
--   low_w  | raw.box."weight" | 4
--   up_w   | raw.box.weight   | 4
--   "Mark" | raw.box."Mark"   | 4
-- expect control
--   (none)

-- case:    quotes of five dialects: brackets
-- why:     Case never matters in T-SQL. A name with a blank keeps its quotes.
-- dialect: tsql
-- target:  dbo.city_list

SELECT c.[City Key] AS [city key], c.[Name]
INTO   [dbo].[City_List]
FROM   [Dimension].[City] AS c;

-- expect value
--   field      | origin                    | line
--   "city key" | dimension.city."city key" | 1
--   name       | dimension.city.name       | 1
-- expect control
--   (none)

-- case:    quotes of five dialects: one pair around a whole path
-- why:     BigQuery lets one pair of backquotes hold the whole name.
-- dialect: bigquery
-- target:  proj.rep.city

CREATE TABLE `proj.rep.city` AS SELECT c.city_no FROM `proj.core.city` AS c;

-- expect value
--   field   | origin                 | line
--   city_no | proj.core.city.city_no | 1
-- expect control
--   (none)

-- case:    quotes of five dialects: double quotes that keep their case
-- why:     Postgres folds names without quotes to lower case: "Name" is another column than name.
-- dialect: postgres
-- target:  rep."CityList"

CREATE TABLE rep."CityList" AS SELECT c."Name", c.NAME AS plain FROM core.city AS c;

-- expect value
--   field  | origin           | line
--   "Name" | core.city."Name" | 1
--   plain  | core.city.name   | 1
-- expect control
--   (none)

-- case:    two columns that differ in case only, in Oracle
-- why:     A bare name is the one in capitals, a quoted one what stands between its quotes.
-- dialect: oracle
-- target:  mart.probe

CREATE TABLE lab.probe (no NUMBER, "ph" NUMBER, PH NUMBER, "Ward" VARCHAR2(20));

INSERT INTO mart.probe (no, low, cap, ward)
SELECT p.no, p."ph", p.ph, p."Ward" FROM LAB.PROBE p;

-- expect value
--   field | origin           | line
--   no    | lab.probe.no     | 4
--   low   | lab.probe."ph"   | 4
--   cap   | lab.probe.ph     | 4
--   ward  | lab.probe."Ward" | 4
-- expect control
--   (none)

-- case:    two columns that differ in case only, in Postgres
-- why:     Postgres folds to small letters: the bare name in capitals is the column in small ones.
-- dialect: postgres
-- target:  mart.probe

CREATE TABLE lab.probe (no int, ph int, "PH" int);

CREATE TABLE mart.probe AS
SELECT NO, PH AS low, "PH" AS cap FROM Lab.Probe;

-- expect value
--   field | origin         | line
--   no    | lab.probe.no   | 4
--   low   | lab.probe.ph   | 4
--   cap   | lab.probe."PH" | 4
-- expect control
--   (none)

-- case:    names in three cases are one name, in DuckDB
-- why:     DuckDB keeps the letters as they are written and compares them without regard to case, with quotes or
--          without.
-- dialect: duckdb
-- target:  probe_out

CREATE TABLE probe (no INT, "Ph" INT);

CREATE TABLE probe_out AS SELECT NO, "pH" AS ph FROM "PROBE";

-- expect value
--   field | origin   | line
--   no    | probe.no | 3
--   ph    | probe.ph | 3
-- expect control
--   (none)

-- case:    a name the dialect defines
-- why:     ROWNUM is no column of the open input: it is never found by elimination.
-- dialect: oracle
-- target:  rep.numbered

CREATE TABLE rep.numbered AS
SELECT ROWNUM AS nth, c.city_no FROM core.city c WHERE ROWNUM <= 10;

-- expect value
--   field   | origin            | line
--   nth     | generated ROWNUM  | 2
--   city_no | core.city.city_no | 2
-- expect control
--   field | kind  | column | line
--   *     | WHERE | -      | 2

-- case:    alias of an alias
-- why:     What an alias stands on brings its condition along, however many aliases are between.
-- dialect: databricks
-- target:  rep.toll

CREATE TABLE road.toll (axles INT, km INT, fee INT);

CREATE TABLE rep.toll AS
SELECT CASE WHEN t.axles > 2 THEN t.km END AS truck_km, truck_km * 2 AS twice, twice + t.fee AS due
FROM   road.toll AS t;

-- expect value
--   field    | origin        | line
--   truck_km | road.toll.km  | 4
--   twice    | road.toll.km  | 4
--   due      | road.toll.fee | 4
--   due      | road.toll.km  | 4
-- expect control
--   field | kind           | column          | line
--   *     | CASE_CONDITION | road.toll.axles | 4

-- case:    alias of a window in QUALIFY
-- why:     The condition names the alias; the window it stands on comes along, as it would from a subquery.
-- dialect: teradata
-- target:  rep.last_read

CREATE TABLE met.reading (meter_no INT, read_on DATE, kwh INT);

CREATE TABLE rep.last_read AS (
  SELECT meter_no, kwh, ROW_NUMBER() OVER (PARTITION BY meter_no ORDER BY read_on DESC) AS nth
  FROM   met.reading
  QUALIFY nth = 1
) WITH DATA;

-- expect value
--   field    | origin               | line
--   meter_no | met.reading.meter_no | 4
--   kwh      | met.reading.kwh      | 4
--   nth      | generated ROW_NUMBER | 4
-- expect control
--   field | kind    | column               | line
--   *     | WINDOW  | met.reading.meter_no | 4
--   *     | WINDOW  | met.reading.read_on  | 4
--   *     | QUALIFY | -                    | 6

-- case:    alias inside a sorting expression
-- why:     PostgreSQL takes an alias only where it is the whole key: inside an expression the name is the table's.
-- dialect: postgres
-- target:  rep.top

CREATE TABLE rep.top AS
SELECT p.title AS label, p.votes
FROM   poll.post AS p
ORDER BY LOWER(label)
LIMIT  5;

-- expect value
--   field | origin          | line
--   label | poll.post.title | 2
--   votes | poll.post.votes | 2
-- expect control
--   field | kind       | column          | line
--   *     | SORT_LIMIT | poll.post.label | 4
--   *     | SORT_LIMIT | -               | 5

-- case:    an alias in HAVING
-- why:     kwh is no grouping key, so outside an aggregate it can only be the alias; inside one it is the column.
-- dialect: bigquery
-- target:  rep.kiln_sum

CREATE TABLE rep.kiln_sum AS
SELECT k.site, SUM(k.kwh) AS kwh, MAX(k.temp) AS top
FROM raw.kiln AS k GROUP BY site
HAVING kwh > 3 AND MIN(temp) > 0 AND site <> 'X';

-- expect value
--   field | origin        | line
--   site  | raw.kiln.site | 2
--   kwh   | raw.kiln.kwh  | 2
--   top   | raw.kiln.temp | 2
-- expect control
--   field | kind     | column        | line
--   *     | GROUP_BY | raw.kiln.site | 3
--   *     | HAVING   | raw.kiln.kwh  | 4
--   *     | HAVING   | raw.kiln.temp | 4
--   *     | HAVING   | raw.kiln.site | 4

-- case:    headings of a report behind projections
-- why:     TITLE and FORMAT are for display; the column keeps its name.
-- dialect: teradata
-- target:  rep.staff

CREATE VIEW rep.staff AS
SELECT e.nm (TITLE 'Name'), e.born (FORMAT 'YYYY-MM-DD', TITLE 'Born') FROM hr.emp e;

-- expect value
--   field | origin      | line
--   nm    | hr.emp.nm   | 2
--   born  | hr.emp.born | 2
-- expect control
--   (none)

-- case:    columns by their place
-- why:     In Snowflake $n is the n-th column of what is read, also of rows that are written out.
-- dialect: snowflake
-- target:  ref.grade

CREATE TABLE ref.grade AS
SELECT $1 AS code, column2 AS grade
FROM   VALUES (1, 'light'), (2, 'heavy');

-- expect value
--   field | origin           | line
--   code  | constant 1       | 3
--   code  | constant 2       | 3
--   grade | constant 'heavy' | 3
--   grade | constant 'light' | 3
-- expect control
--   (none)

-- case:    an alias that is also a column, in Databricks and with DDL
-- why:     The input has the name, and the input comes first.
-- dialect: databricks
-- target:  mart.tag

CREATE TABLE src.item (code STRING, lot STRING);
CREATE TABLE mart.tag AS SELECT trim(code) AS lot, concat(lot, '/x') AS tag FROM src.item;

-- expect value
--   field | origin        | line
--   lot   | src.item.code | 2
--   tag   | src.item.lot  | 2
-- expect control
--   (none)

-- case:    an alias that is also a column, in ClickHouse
-- why:     There the alias comes first.
-- dialect: clickhouse
-- target:  mart.tag

CREATE TABLE src.item (code String, lot String) ENGINE = Memory;
CREATE TABLE mart.tag ENGINE = Memory AS SELECT trim(code) AS lot, concat(lot, '/x') AS tag FROM src.item;

-- expect value
--   field | origin        | line
--   lot   | src.item.code | 2
--   tag   | src.item.code | 2
-- expect control
--   (none)

-- case:    dialects without earlier aliases: Postgres, T-SQL, Oracle say the column
-- why:     The name can only be the input's column.
-- dialect: tsql
-- target:  mart.fee

SELECT f.acct, f.fee * 2 AS fee, fee + f.tax AS with_tax INTO mart.fee FROM bank.fee_in AS f;

-- expect value
--   field    | origin           | line
--   acct     | bank.fee_in.acct | 1
--   fee      | bank.fee_in.fee  | 1
--   with_tax | bank.fee_in.fee  | 1
--   with_tax | bank.fee_in.tax  | 1
-- expect control
--   (none)

-- case:    dialects without earlier aliases: Postgres
-- why:     fee beside fee is the table's column, whatever an earlier projection is called.
-- dialect: postgres
-- target:  mart.ride_fee

CREATE TABLE mart.ride_fee AS
SELECT ride_no, fee * 3 AS fee, fee + tip AS with_tip FROM fair.ride;

-- expect value
--   field    | origin            | line
--   ride_no  | fair.ride.ride_no | 2
--   fee      | fair.ride.fee     | 2
--   with_tip | fair.ride.fee     | 2
--   with_tip | fair.ride.tip     | 2
-- expect control
--   (none)

-- case:    dialects without earlier aliases: Oracle
-- why:     As in Postgres: the second fee is not three times anything.
-- dialect: oracle
-- target:  mart.ride_fee

CREATE TABLE mart.ride_fee AS
SELECT r.ride_no, r.fee * 3 AS fee, fee + r.tip AS with_tip FROM fair.ride r;

-- expect value
--   field    | origin            | line
--   ride_no  | fair.ride.ride_no | 2
--   fee      | fair.ride.fee     | 2
--   with_tip | fair.ride.fee     | 2
--   with_tip | fair.ride.tip     | 2
-- expect control
--   (none)

-- case:    dialects without earlier aliases: MySQL
-- why:     MySQL knows no earlier projection either, but for GROUP BY and HAVING.
-- dialect: mysql
-- target:  mart.ride_fee

CREATE TABLE mart.ride_fee AS
SELECT ride_no, fee * 3 AS fee, fee + tip AS with_tip FROM fair.ride;

-- expect value
--   field    | origin            | line
--   ride_no  | fair.ride.ride_no | 2
--   fee      | fair.ride.fee     | 2
--   with_tip | fair.ride.fee     | 2
--   with_tip | fair.ride.tip     | 2
-- expect control
--   (none)

-- case:    an earlier alias in Redshift, in WHERE's place and further on
-- why:     No input has the name, so it is the alias; a chain of aliases goes back to the column.
-- dialect: redshift
-- target:  mart.chain

CREATE TABLE raw.sale (id INT, net INT, tax INT);
CREATE TABLE mart.chain AS SELECT id, net + tax AS gross, gross * 2 AS twice, twice - net AS rest FROM raw.sale;

-- expect value
--   field | origin       | line
--   gross | raw.sale.net | 2
--   gross | raw.sale.tax | 2
--   id    | raw.sale.id  | 2
--   rest  | raw.sale.net | 2
--   rest  | raw.sale.tax | 2
--   twice | raw.sale.net | 2
--   twice | raw.sale.tax | 2
-- expect control
--   (none)

-- case:    an alias in WHERE, in DuckDB
-- why:     The input lacks the name, so it is the alias: its columns decide.
-- dialect: duckdb
-- target:  mart.sum_up

CREATE TABLE raw.bill (id INT, net INT, tax INT);
CREATE TABLE mart.sum_up AS SELECT b.id, b.net + b.tax AS gross FROM raw.bill b WHERE gross > 10;

-- expect value
--   field | origin       | line
--   gross | raw.bill.net | 2
--   gross | raw.bill.tax | 2
--   id    | raw.bill.id  | 2
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | raw.bill.net | 2
--   *     | WHERE | raw.bill.tax | 2

-- case:    the FILTER of an aggregate in HAVING
-- why:     An aggregate takes columns of the inputs, and so does what chooses its rows: no alias, though one has the name.
-- dialect: duckdb
-- target:  rep.load

CREATE TABLE rail.load (id int, k int);
CREATE TABLE rep.load AS
SELECT l.id, id AS k FROM rail.load l GROUP BY id HAVING SUM(id) FILTER (WHERE k >= 1) <= 2;

-- expect value
--   field | origin       | line
--   id    | rail.load.id | 3
--   k     | rail.load.id | 3
-- expect control
--   field | kind     | column       | line
--   *     | GROUP_BY | rail.load.id | 3
--   *     | HAVING   | rail.load.id | 3
--   *     | HAVING   | rail.load.k  | 3

-- case:    an alias that is also a column, as a grouping key in BigQuery
-- why:     In GROUP BY the names of the SELECT list come before those of FROM: region is the whole COALESCE.
-- dialect: bigquery
-- target:  rep.sales

CREATE TABLE rep.sales AS
SELECT COALESCE(o.region, u.home) AS region, SUM(o.net) AS net
FROM   shop.orders AS o JOIN shop.users AS u ON u.id = o.user_id
GROUP  BY region;

-- expect value
--   field  | origin             | line
--   region | shop.orders.region | 2
--   region | shop.users.home    | 2
--   net    | shop.orders.net    | 2
-- expect control
--   field | kind       | column              | line
--   *     | INNER_JOIN | shop.users.id       | 3
--   *     | INNER_JOIN | shop.orders.user_id | 3
--   *     | GROUP_BY   | shop.orders.region  | 4
--   *     | GROUP_BY   | shop.users.home     | 4

-- case:    an alias as a grouping key in BigQuery, without DDL
-- why:     The table may have a column day as well, and still the alias is meant.
-- dialect: bigquery
-- target:  rep.per_day

CREATE TABLE rep.per_day AS
SELECT DATE(ts) AS day, COUNT(*) AS n FROM web.hit GROUP BY day;

-- expect value
--   field | origin             | line
--   day   | web.hit.ts         | 2
--   n     | generated COUNT(*) | 2
-- expect control
--   field | kind     | column     | line
--   *     | GROUP_BY | web.hit.ts | 2

-- case:    the name of a projected column as a grouping key in BigQuery
-- why:     A column that is projected is its own alias, so no other input is asked for the name.
-- dialect: bigquery
-- target:  rep.per_city

CREATE TABLE rep.per_city AS
SELECT u.city, COUNT(*) AS n FROM web.hit JOIN web.user AS u USING (user_id) GROUP BY city HAVING city <> '';

-- expect value
--   field | origin             | line
--   city  | web.user.city      | 2
--   n     | generated COUNT(*) | 2
-- expect control
--   field | kind       | column           | line
--   *     | INNER_JOIN | web.hit.user_id  | 2
--   *     | INNER_JOIN | web.user.user_id | 2
--   *     | GROUP_BY   | web.user.city    | 2
--   *     | HAVING     | web.user.city    | 2

-- case:    an alias within a grouping expression, in BigQuery
-- why:     Only a whole key can be an alias: within an expression the name is the table's.
-- dialect: bigquery
-- target:  rep.step

CREATE TABLE web.hit (a INT64, b INT64);
CREATE TABLE rep.step AS
SELECT MAX(a) AS b, COUNT(*) AS n FROM web.hit GROUP BY b + 1;

-- expect value
--   field | origin             | line
--   b     | web.hit.a          | 3
--   n     | generated COUNT(*) | 3
-- expect control
--   field | kind     | column    | line
--   *     | GROUP_BY | web.hit.b | 3

-- case:    an alias that is also a column, in HAVING and QUALIFY of BigQuery
-- why:     There too the names of the SELECT list come first, within the calls of aggregates and windows as well.
-- dialect: bigquery
-- target:  rep.kept

CREATE TABLE web.hit (a INT64, b INT64, c INT64);
CREATE TABLE rep.kept AS
SELECT a AS b, SUM(c) AS c FROM web.hit GROUP BY b
HAVING b > 1 AND MAX(b) < 9
QUALIFY MAX(c) OVER (PARTITION BY b) = 1;

-- expect value
--   field | origin    | line
--   b     | web.hit.a | 3
--   c     | web.hit.c | 3
-- expect control
--   field | kind     | column    | line
--   *     | GROUP_BY | web.hit.a | 3
--   *     | HAVING   | web.hit.a | 4
--   *     | HAVING   | web.hit.a | 4
--   *     | QUALIFY  | web.hit.c | 5
--   *     | QUALIFY  | web.hit.a | 5

-- case:    an alias that is also a column, as a grouping key in Snowflake
-- why:     Where both have the name, Snowflake groups by the column.
-- dialect: snowflake
-- target:  rep.kept

CREATE TABLE web.hit (a INT, b INT);
CREATE TABLE rep.kept AS SELECT MAX(a) AS b FROM web.hit GROUP BY b;

-- expect value
--   field | origin    | line
--   b     | web.hit.a | 2
-- expect control
--   field | kind     | column    | line
--   *     | GROUP_BY | web.hit.b | 2

-- case:    an alias that is also a column, within a sorting expression in BigQuery
-- why:     In BigQuery the names of the SELECT list come before those of FROM, within an expression too.
-- dialect: bigquery
-- target:  rep.top

CREATE TABLE poll.post (a INT64, b INT64, c INT64);
CREATE TABLE rep.top AS SELECT a AS b, c FROM poll.post ORDER BY b + c LIMIT 3;

-- expect value
--   field | origin      | line
--   b     | poll.post.a | 2
--   c     | poll.post.c | 2
-- expect control
--   field | kind       | column      | line
--   *     | SORT_LIMIT | poll.post.a | 2
--   *     | SORT_LIMIT | poll.post.c | 2

-- case:    an alias that is also a column, within a sorting expression in Spark
-- why:     Spark sorts what the SELECT gives: an output name comes before a column of the input.
-- dialect: spark
-- target:  rep.top

CREATE TABLE poll.post (a INT, b INT, c INT);
CREATE TABLE rep.top AS SELECT a AS b, c FROM poll.post ORDER BY b + c LIMIT 3;

-- expect value
--   field | origin      | line
--   b     | poll.post.a | 2
--   c     | poll.post.c | 2
-- expect control
--   field | kind       | column      | line
--   *     | SORT_LIMIT | poll.post.a | 2
--   *     | SORT_LIMIT | poll.post.c | 2

-- case:    an alias that is also a column, within a sorting expression in Trino
-- why:     Trino looks for the name among the outputs first, within an expression too.
-- dialect: trino
-- target:  rep.top

CREATE TABLE poll.post (a INT, b INT, c INT);
CREATE TABLE rep.top AS SELECT a AS b, c FROM poll.post ORDER BY b + c LIMIT 3;

-- expect value
--   field | origin      | line
--   b     | poll.post.a | 2
--   c     | poll.post.c | 2
-- expect control
--   field | kind       | column      | line
--   *     | SORT_LIMIT | poll.post.a | 2
--   *     | SORT_LIMIT | poll.post.c | 2

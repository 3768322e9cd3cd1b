-- Set operations: positions decide, never names.

-- case:    aliases that mislead in the second branch
-- why:     The second branch gives its columns in the other order. The lineage shows what the SQL does.
-- dialect: snowflake
-- target:  rep.tariff

CREATE TABLE rep.tariff AS
SELECT d.tariff_no AS no, d.price AS price FROM sales.tariff_day AS d
UNION ALL
SELECT n.price AS price, n.tariff_no AS no FROM sales.tariff_night AS n;

-- expect value
--   field | origin                       | line
--   no    | sales.tariff_day.tariff_no   | 2
--   no    | sales.tariff_night.price     | 4
--   price | sales.tariff_day.price       | 2
--   price | sales.tariff_night.tariff_no | 4
-- expect control
--   (none)

-- case:    two stars whose tables order their columns differently, under a view
-- why:     By position the view's weight is the second table's height. A view's star is frozen when it is made, so
--          the columns added later do not reach it.
-- dialect: postgres
-- target:  rep.parcel_weight

CREATE TABLE post.parcel_a (parcel_no int, weight int, height int);
CREATE TABLE post.parcel_b (parcel_no int, height int, weight int);

CREATE VIEW post.v_parcel AS
SELECT * FROM post.parcel_a
UNION ALL
SELECT * FROM post.parcel_b WHERE height < 60;

ALTER TABLE post.parcel_a ADD COLUMN stamp int;
ALTER TABLE post.parcel_b ADD COLUMN stamp int;

CREATE TABLE rep.parcel_weight AS SELECT v.parcel_no, v.weight FROM post.v_parcel AS v;

-- expect value
--   field     | origin                  | line
--   parcel_no | post.parcel_a.parcel_no | 5
--   parcel_no | post.parcel_b.parcel_no | 7
--   weight    | post.parcel_a.weight    | 5
--   weight    | post.parcel_b.height    | 7
-- expect control
--   field | kind  | column               | line
--   *     | WHERE | post.parcel_b.height | 7

-- case:    EXCEPT compares both sides
-- why:     The rows and values come from the first side. The columns of both sides are compared.
-- dialect: postgres
-- target:  rep.lost

CREATE TABLE rep.lost AS
SELECT s.parcel_no FROM post.sent AS s
EXCEPT
SELECT r.ref_no FROM post.received AS r WHERE r.signed;

-- expect value
--   field     | origin              | line
--   parcel_no | post.sent.parcel_no | 2
-- expect control
--   field | kind          | column               | line
--   *     | SET_OPERATION | post.sent.parcel_no  | 2
--   *     | SET_OPERATION | post.received.ref_no | 2
--   *     | WHERE         | post.received.signed | 4

-- case:    INTERSECT takes its value from the first branch
-- why:     A row must be in both, and it is the first one's row that is given.
-- dialect: postgres
-- target:  rep.found

CREATE TABLE rep.found AS
SELECT s.parcel_no FROM post.sent AS s
INTERSECT
SELECT r.ref_no FROM post.received AS r;

-- expect value
--   field     | origin              | line
--   parcel_no | post.sent.parcel_no | 2
-- expect control
--   field | kind          | column               | line
--   *     | SET_OPERATION | post.sent.parcel_no  | 2
--   *     | SET_OPERATION | post.received.ref_no | 2

-- case:    an open star behind an explicit column
-- why:     In the second branch the first position is proven; past it the star's columns are not known. The first
--          branch stands.
-- dialect: postgres
-- target:  rep.route

CREATE TABLE rep.route AS
SELECT a.route_no, a.km FROM post.route AS a
UNION ALL
SELECT b.old_no, b.* FROM post.old_route AS b;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field    | origin                | line
--   route_no | post.route.route_no   | 2
--   route_no | post.old_route.old_no | 4
--   km       | post.route.km         | 2
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   km    | NON_ENUMERABLE_PROJECTION | b.*
-- expect standing
--   field    | resolution | standing
--   route_no | RESOLVED   | CONFIRMED
--   km       | PARTIAL    | CONFIRMED

-- case:    GROUPING SETS
-- why:     Every column of every set is a grouping key. Rows of the smaller sets hold NULL, but no NULL is written.
-- dialect: postgres
-- target:  rep.stamp_sum

CREATE TABLE rep.stamp_sum AS
SELECT s.office, s.yr, SUM(s.pieces) AS pieces, COUNT(*) AS rows_n
FROM   post.stamp_sale AS s
WHERE  NOT s.void
GROUP BY GROUPING SETS ((s.office, s.yr), (s.office), ())
HAVING SUM(s.pieces) > 0;

-- expect value
--   field  | origin                 | line
--   office | post.stamp_sale.office | 2
--   yr     | post.stamp_sale.yr     | 2
--   pieces | post.stamp_sale.pieces | 2
--   rows_n | generated COUNT(*)     | 2
-- expect control
--   field | kind     | column                 | line
--   *     | WHERE    | post.stamp_sale.void   | 4
--   *     | GROUP_BY | post.stamp_sale.office | 5
--   *     | GROUP_BY | post.stamp_sale.yr     | 5
--   *     | HAVING   | post.stamp_sale.pieces | 6

-- case:    ROLLUP with GROUPING()
-- why:     Every listed column is a key. GROUPING() says which row it is and is made of no column.
-- dialect: snowflake
-- target:  rep.stamp_roll

CREATE TABLE rep.stamp_roll AS
SELECT s.office, GROUPING(s.office) AS is_total, SUM(s.pieces) AS pieces
FROM   post.stamp_sale s
GROUP BY ROLLUP (s.office, s.yr);

-- expect value
--   field    | origin                 | line
--   office   | post.stamp_sale.office | 2
--   is_total | generated GROUPING     | 2
--   pieces   | post.stamp_sale.pieces | 2
-- expect control
--   field | kind     | column                 | line
--   *     | GROUP_BY | post.stamp_sale.office | 4
--   *     | GROUP_BY | post.stamp_sale.yr     | 4

-- case:    ORDER BY with LIMIT over a set operation
-- why:     Its key is an output column, so the columns at that place of every branch decide.
-- dialect: postgres
-- target:  rep.newest

CREATE TABLE rep.newest AS
SELECT n.title, n.posted_on AS day FROM web.news AS n
UNION ALL
SELECT b.head, b.day FROM web.blog AS b
ORDER BY day DESC
LIMIT  20;

-- expect value
--   field | origin             | line
--   title | web.blog.head      | 4
--   title | web.news.title     | 2
--   day   | web.blog.day       | 4
--   day   | web.news.posted_on | 2
-- expect control
--   field | kind       | column             | line
--   *     | SORT_LIMIT | web.blog.day       | 5
--   *     | SORT_LIMIT | web.news.posted_on | 5
--   *     | SORT_LIMIT | -                  | 6

-- case:    ORDER BY a position with FETCH over a set operation
-- why:     The second output column of every branch decides which rows stay.
-- dialect: oracle
-- target:  rep.heavy

CREATE TABLE rep.heavy AS
SELECT r.item, r.kg FROM depot.rail r
UNION
SELECT t.item, t.tons * 1000 FROM depot.truck t
ORDER BY 2 DESC
FETCH FIRST 10 ROWS ONLY;

-- expect value
--   field | origin           | line
--   item  | depot.rail.item  | 2
--   item  | depot.truck.item | 4
--   kg    | depot.rail.kg    | 2
--   kg    | depot.truck.tons | 4
-- expect control
--   field | kind       | column           | line
--   *     | SORT_LIMIT | depot.rail.kg    | 5
--   *     | SORT_LIMIT | depot.truck.tons | 5
--   *     | SORT_LIMIT | -                | 6

-- case:    BY NAME adds the columns of later branches
-- why:     A column that only one branch has is NULL in the others: it has that branch's origin.
-- dialect: snowflake
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page, w.at FROM web.hit AS w
UNION ALL BY NAME
SELECT a.at, a.screen FROM app.hit AS a;

-- expect value
--   field  | origin         | line
--   page   | web.hit.page   | 2
--   at     | app.hit.at     | 4
--   at     | web.hit.at     | 2
--   screen | app.hit.screen | 4
-- expect control
--   (none)

-- case:    LEFT UNION BY NAME
-- why:     Only the columns of the first branch are kept.
-- dialect: bigquery
-- target:  rep.stop

CREATE TABLE rep.stop AS
SELECT b.stop_id, b.zone FROM bus.stop AS b
LEFT UNION ALL BY NAME
SELECT t.zone, t.track, t.stop_id FROM tram.stop AS t;

-- expect value
--   field   | origin            | line
--   stop_id | bus.stop.stop_id  | 2
--   stop_id | tram.stop.stop_id | 4
--   zone    | bus.stop.zone     | 2
--   zone    | tram.stop.zone    | 4
-- expect control
--   (none)

-- case:    a field asked by name of branches that cannot be listed
-- why:     The first branch passes the name through. Its place there is not known, so nothing is claimed of the second.
-- dialect: spark
-- target:  rep.fare

CREATE TABLE fare.old (zone INT, price INT);

CREATE TABLE rep.fare AS
SELECT q.price FROM (SELECT * FROM fare.cur UNION ALL SELECT * FROM fare.old) AS q;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin         | line
--   price | fare.cur.price | 4
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   price | NON_ENUMERABLE_PROJECTION | *

-- case:    names swapped in the second branch, under an INSERT list
-- why:     A union pairs columns by their place; the list of the INSERT does so once more.
-- dialect: tsql
-- target:  mart.toll

INSERT INTO mart.toll (gate, fee)
SELECT a.gate_no AS gate, a.fee AS fee FROM road.car AS a
UNION ALL
SELECT b.fee AS fee, b.gate_no AS gate FROM road.lorry AS b;

-- expect value
--   field | origin             | line
--   fee   | road.car.fee       | 2
--   fee   | road.lorry.gate_no | 4
--   gate  | road.car.gate_no   | 2
--   gate  | road.lorry.fee     | 4
-- expect control
--   (none)

-- case:    three branches, one of them a constant, one in brackets with its own LIMIT
-- why:     The constant is one origin of the field; the LIMIT decides rows of its branch.
-- dialect: mysql
-- target:  mart.channel

CREATE TABLE mart.channel AS
SELECT w.id AS id, 'WEB' AS via FROM shop.web w
UNION ALL
(SELECT p.no, p.kind FROM shop.phone p ORDER BY p.called_at DESC LIMIT 10)
UNION
SELECT s.id, 'SHOP' FROM shop.till s;

-- expect value
--   field | origin          | line
--   id    | shop.phone.no   | 4
--   id    | shop.till.id    | 6
--   id    | shop.web.id     | 2
--   via   | constant 'SHOP' | 6
--   via   | constant 'WEB'  | 2
--   via   | shop.phone.kind | 4
-- expect control
--   field | kind       | column               | line
--   *     | SORT_LIMIT | shop.phone.called_at | 4

-- case:    MINUS in Oracle
-- why:     The value comes from the first side; both sides' columns are compared.
-- dialect: oracle
-- target:  mart.lost

INSERT INTO mart.lost (code)
SELECT a.code FROM old.part a WHERE a.live = 1
MINUS
SELECT b.code FROM new.part b;

-- expect value
--   field | origin        | line
--   code  | old.part.code | 2
-- expect control
--   field | kind          | column        | line
--   *     | SET_OPERATION | new.part.code | 2
--   *     | SET_OPERATION | old.part.code | 2
--   *     | WHERE         | old.part.live | 2

-- case:    EXCEPT DISTINCT and INTERSECT DISTINCT in BigQuery
-- why:     Each operation compares the columns of its two sides; the value is the first side's.
-- dialect: bigquery
-- target:  mart.rest

CREATE TABLE mart.rest AS
(SELECT a.id FROM raw.a AS a EXCEPT DISTINCT SELECT b.ref FROM raw.b AS b)
UNION ALL
SELECT c.no FROM raw.c AS c;

-- expect value
--   field | origin   | line
--   id    | raw.a.id | 2
--   id    | raw.c.no | 4
-- expect control
--   field | kind          | column    | line
--   *     | SET_OPERATION | raw.a.id  | 2
--   *     | SET_OPERATION | raw.b.ref | 2

-- case:    a union of stars in a view, frozen before the ALTER, in T-SQL
-- why:     The view keeps the columns that the tables had when it was made, paired by place.
-- dialect: tsql
-- target:  mart.net

CREATE TABLE core.ord_a (no INT, net INT, tax INT);
CREATE TABLE core.ord_b (no INT, tax INT, net INT);
GO
CREATE VIEW rep.both AS
SELECT * FROM core.ord_a
UNION ALL
SELECT * FROM core.ord_b WHERE tax > 0;
GO
ALTER TABLE core.ord_a ADD note INT;
ALTER TABLE core.ord_b ADD note INT;
GO
INSERT INTO mart.net (no, net) SELECT v.no, v.net FROM rep.both AS v;

-- expect value
--   field | origin         | line
--   net   | core.ord_a.net | 5
--   net   | core.ord_b.tax | 7
--   no    | core.ord_a.no  | 5
--   no    | core.ord_b.no  | 7
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | core.ord_b.tax | 7

-- case:    a union of two views, each with a column list
-- why:     The lists rename by place, then the union pairs by place.
-- dialect: oracle
-- target:  mart.names

CREATE VIEW rep.v_one (nm, no) AS SELECT a.title, a.id FROM raw.a a;
CREATE VIEW rep.v_two (no, nm) AS SELECT b.id, b.label FROM raw.b b WHERE b.live = 1;
CREATE VIEW rep.v_all AS SELECT o.no, o.nm FROM rep.v_one o UNION ALL SELECT t.no, t.nm FROM rep.v_two t;
CREATE TABLE mart.names AS SELECT v.nm FROM rep.v_all v;

-- expect value
--   field | origin      | line
--   nm    | raw.a.title | 1
--   nm    | raw.b.label | 2
-- expect control
--   field | kind  | column     | line
--   *     | WHERE | raw.b.live | 2

-- case:    CUBE, with a key that is computed
-- why:     The key's columns group; the field is the key itself.
-- dialect: tsql
-- target:  mart.sales_cube

INSERT INTO mart.sales_cube (yr, region, total)
SELECT YEAR(s.sold_on), s.region, SUM(s.amount)
FROM   shop.sale AS s
GROUP  BY CUBE (YEAR(s.sold_on), s.region);

-- expect value
--   field  | origin            | line
--   region | shop.sale.region  | 2
--   total  | shop.sale.amount  | 2
--   yr     | shop.sale.sold_on | 2
-- expect control
--   field | kind     | column            | line
--   *     | GROUP_BY | shop.sale.region  | 4
--   *     | GROUP_BY | shop.sale.sold_on | 4

-- case:    WITH ROLLUP
-- why:     The old spelling groups by the same columns.
-- dialect: mysql
-- target:  mart.sum_up

INSERT INTO mart.sum_up (town, street, n)
SELECT h.town, h.street, COUNT(*) FROM land.house h GROUP BY h.town, h.street WITH ROLLUP HAVING COUNT(*) > 3;

-- expect value
--   field  | origin             | line
--   n      | generated COUNT(*) | 2
--   street | land.house.street  | 2
--   town   | land.house.town    | 2
-- expect control
--   field | kind     | column            | line
--   *     | GROUP_BY | land.house.street | 2
--   *     | GROUP_BY | land.house.town   | 2
--   *     | HAVING   | -                 | 2

-- case:    GROUP BY ALL
-- why:     The keys are the projections that hold no aggregate.
-- dialect: snowflake
-- target:  mart.by_all

CREATE TABLE mart.by_all AS
SELECT s.region, DATE_TRUNC('month', s.sold_on) AS month, SUM(s.amount) AS total FROM shop.sale s GROUP BY ALL;

-- expect value
--   field  | origin            | line
--   month  | shop.sale.sold_on | 2
--   region | shop.sale.region  | 2
--   total  | shop.sale.amount  | 2
-- expect control
--   field | kind     | column            | line
--   *     | GROUP_BY | shop.sale.region  | 2
--   *     | GROUP_BY | shop.sale.sold_on | 2

-- case:    GROUP BY positions
-- why:     A number is the place of a projection: that projection's columns group.
-- dialect: postgres
-- target:  mart.by_place

CREATE TABLE mart.by_place AS
SELECT UPPER(s.region) AS region, s.kind, MIN(s.amount) AS least FROM shop.sale s GROUP BY 1, 2;

-- expect value
--   field  | origin           | line
--   kind   | shop.sale.kind   | 2
--   least  | shop.sale.amount | 2
--   region | shop.sale.region | 2
-- expect control
--   field | kind     | column           | line
--   *     | GROUP_BY | shop.sale.kind   | 2
--   *     | GROUP_BY | shop.sale.region | 2

-- case:    a view over two stars, in Snowflake with DDL in another order
-- why:     The union pairs places; the names are those of the first table.
-- dialect: snowflake
-- target:  mart.net

CREATE TABLE core.eu (no INT, net INT, tax INT);
CREATE TABLE core.us (no INT, tax INT, net INT);
CREATE VIEW rep.v AS SELECT * FROM core.eu UNION ALL SELECT * FROM core.us;
ALTER TABLE core.eu ADD COLUMN note TEXT;
CREATE TABLE mart.net AS SELECT v.no, v.net FROM rep.v v;

-- expect value
--   field | origin      | line
--   net   | core.eu.net | 3
--   net   | core.us.tax | 3
--   no    | core.eu.no  | 3
--   no    | core.us.no  | 3
-- expect control
--   (none)

-- case:    a view over two stars is frozen before the ALTER, in MySQL
-- why:     The view has the columns of the day it was made, by their place: the second one mixes net and tax.
-- dialect: mysql
-- target:  mart.fare

CREATE TABLE core.bus (no INT, net INT, tax INT);
CREATE TABLE core.tram (no INT, tax INT, net INT);
CREATE VIEW rep.fare AS SELECT * FROM core.bus UNION ALL SELECT * FROM core.tram WHERE net > 0;
ALTER TABLE core.bus ADD COLUMN note INT FIRST;
ALTER TABLE core.tram ADD COLUMN note INT;

CREATE TABLE mart.fare AS SELECT f.no, f.net FROM rep.fare f;

-- expect value
--   field | origin        | line
--   no    | core.bus.no   | 3
--   no    | core.tram.no  | 3
--   net   | core.bus.net  | 3
--   net   | core.tram.tax | 3
-- expect control
--   field | kind  | column        | line
--   *     | WHERE | core.tram.net | 3

-- case:    a view over two stars is frozen before the ALTER, in Oracle
-- why:     As in MySQL; the third column is the first branch's tax and the second one's net.
-- dialect: oracle
-- target:  mart.fare

CREATE TABLE core.bus (no NUMBER, net NUMBER, tax NUMBER);
CREATE TABLE core.tram (no NUMBER, tax NUMBER, net NUMBER);
CREATE VIEW rep.fare AS SELECT * FROM core.bus UNION ALL SELECT * FROM core.tram;
ALTER TABLE core.bus ADD (note NUMBER);
ALTER TABLE core.tram ADD (note NUMBER);

CREATE TABLE mart.fare AS SELECT f.no, f.tax FROM rep.fare f;

-- expect value
--   field | origin        | line
--   no    | core.bus.no   | 3
--   no    | core.tram.no  | 3
--   tax   | core.bus.tax  | 3
--   tax   | core.tram.net | 3
-- expect control
--   (none)

-- case:    a view over a union with its own column list, in MySQL
-- why:     The list renames the places of the whole.
-- dialect: mysql
-- target:  mart.amount

CREATE VIEW rep.v (id, amount) AS SELECT a.no, a.eur FROM raw.a a UNION SELECT b.ref, b.usd FROM raw.b b WHERE b.ok = 1;
CREATE TABLE mart.amount AS SELECT v.amount FROM rep.v v;

-- expect value
--   field  | origin    | line
--   amount | raw.a.eur | 1
--   amount | raw.b.usd | 1
-- expect control
--   field | kind  | column   | line
--   *     | WHERE | raw.b.ok | 1

-- case:    INNER … BY NAME
-- why:     Only the columns of both branches are kept.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
INNER UNION ALL BY NAME
SELECT a.at AS y, a.screen AS z FROM app.hit AS a;

-- expect value
--   field | origin     | line
--   y     | app.hit.at | 4
--   y     | web.hit.at | 2
-- expect control
--   (none)

-- case:    BY NAME ON
-- why:     Only the listed columns are kept.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
UNION ALL BY NAME ON (y)
SELECT a.at AS y, a.screen AS z FROM app.hit AS a;

-- expect value
--   field | origin     | line
--   y     | app.hit.at | 4
--   y     | web.hit.at | 2
-- expect control
--   (none)

-- case:    CORRESPONDING
-- why:     It keeps the columns of both branches, as INNER … BY NAME does.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
UNION ALL CORRESPONDING
SELECT a.at AS y, a.screen AS z FROM app.hit AS a;

-- expect value
--   field | origin     | line
--   y     | app.hit.at | 4
--   y     | web.hit.at | 2
-- expect control
--   (none)

-- case:    CORRESPONDING BY
-- why:     Only the listed columns are kept.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
UNION ALL CORRESPONDING BY (y)
SELECT a.at AS y, a.screen AS z FROM app.hit AS a;

-- expect value
--   field | origin     | line
--   y     | app.hit.at | 4
--   y     | web.hit.at | 2
-- expect control
--   (none)

-- case:    INNER EXCEPT BY NAME
-- why:     Only the columns of both branches are kept and compared; the value is the first one's.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
INNER EXCEPT DISTINCT BY NAME
SELECT a.at AS y, a.screen AS z FROM app.hit AS a;

-- expect value
--   field | origin     | line
--   y     | web.hit.at | 2
-- expect control
--   field | kind          | column     | line
--   *     | SET_OPERATION | app.hit.at | 2
--   *     | SET_OPERATION | web.hit.at | 2

-- case:    INNER … BY NAME with a branch that cannot be listed
-- why:     Which of the columns both branches have is not known: that is said, and one can be asked for by name.
-- dialect: bigquery
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT w.page AS x, w.at AS y FROM web.hit AS w
INNER UNION ALL BY NAME
SELECT * FROM app.hit;  --! NON_ENUMERABLE_PROJECTION

-- expect value
--   field | origin | line
--   *     | -      | -
-- expect control
--   (none)
-- expect open
--   field | reason                    | at
--   *     | NON_ENUMERABLE_PROJECTION | app.hit.*

-- case:    a UNION by position within one BY NAME
-- why:     Each matches columns in its own way: the two branches in front by position, the third by name.
-- dialect: duckdb
-- target:  rep.visit

CREATE TABLE rep.visit AS
SELECT page, at FROM web.hit
UNION ALL
SELECT screen, seen FROM app.hit
UNION ALL BY NAME
SELECT at, page FROM mail.hit;

-- expect value
--   field | origin         | line
--   page  | app.hit.screen | 4
--   page  | mail.hit.page  | 6
--   page  | web.hit.page   | 2
--   at    | app.hit.seen   | 4
--   at    | mail.hit.at    | 6
--   at    | web.hit.at     | 2
-- expect control
--   (none)

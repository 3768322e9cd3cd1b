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

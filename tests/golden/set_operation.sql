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

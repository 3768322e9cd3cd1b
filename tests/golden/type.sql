-- Types and nullability: stated by SQL or DDL, or not known.

-- case:    the DDL of the target has the last word
-- why:     What is stored has the column's type, whatever the statement computes.
-- dialect: postgres
-- target:  mart.lot

CREATE TABLE mart.lot (lot_no bigint NOT NULL, bid numeric(12, 2), note text);

INSERT INTO mart.lot (lot_no, bid, note)
SELECT l.lot_no, CAST(l.bid AS int), l.note FROM house.lot AS l;

-- expect value
--   field  | origin           | line
--   lot_no | house.lot.lot_no | 4
--   bid    | house.lot.bid    | 4
--   note   | house.lot.note   | 4
-- expect control
--   (none)
-- expect types
--   field  | type           | null | stated
--   lot_no | bigint         | no   | DDL 1
--   bid    | numeric(12, 2) | -    | DDL 1
--   note   | text           | -    | DDL 1

-- case:    types within types stand as they are written
-- why:     Evidence shows what the SQL says, to the last bracket and on one line; a comment between the fields is none of it.
-- dialect: spark
-- target:  mart.lot

CREATE TABLE mart.lot (
  lot_no bigint,
  seller struct<name:string, marks:array<string>, homes:map<string, struct<city:string comment 'a > b', no:decimal(10,2)>>> COMMENT 'who',
  bids   array < map < string , int > >,
  place  struct<
    hall: string,
    row: int
  >,
  note   struct<
    said: string, -- by whom
    at: date
  >
);

INSERT INTO mart.lot SELECT l.lot_no, l.seller, l.bids, l.place, l.note FROM house.lot AS l;

-- expect value
--   field  | origin           | line
--   lot_no | house.lot.lot_no | 15
--   seller | house.lot.seller | 15
--   bids   | house.lot.bids   | 15
--   place  | house.lot.place  | 15
--   note   | house.lot.note   | 15
-- expect control
--   (none)
-- expect types
--   field  | type                                                                                                               | null | stated
--   lot_no | bigint                                                                                                             | -    | DDL 2
--   seller | struct<name:string, marks:array<string>, homes:map<string, struct<city:string comment 'a > b', no:decimal(10,2)>>> | -    | DDL 3
--   bids   | array < map < string , int > >                                                                                     | -    | DDL 4
--   place  | struct< hall: string, row: int >                                                                                   | -    | DDL 5
--   note   | STRUCT<said: STRING, at: DATE>                                                                                     | -    | DDL 9

-- case:    a CAST states the type of a view's column
-- why:     The view has the type of its query; the columns of the table below it are not known.
-- dialect: postgres
-- target:  mart.v_lot

CREATE VIEW mart.v_lot AS
SELECT l.lot_no, l.bid::numeric(12, 2) AS bid, CAST(l.day AS date) + 1 AS next_day
FROM   house.lot AS l;

-- expect value
--   field    | origin           | line
--   lot_no   | house.lot.lot_no | 2
--   bid      | house.lot.bid    | 2
--   next_day | house.lot.day    | 2
-- expect control
--   (none)
-- expect types
--   field    | type           | null | stated
--   lot_no   | -              | -    | -
--   bid      | numeric(12, 2) | -    | CAST 2
--   next_day | -              | -    | -

-- case:    types pass through CTEs, derived tables and temporary tables
-- why:     Every step only passes the column on; the first DDL or CAST on the way states the type.
-- dialect: tsql
-- target:  mart.bidder

CREATE TABLE house.bidder (bidder_no int NOT NULL, city varchar(40));

SELECT b.bidder_no, CAST(b.city AS char(20)) AS city, b.city AS whole INTO #b FROM house.bidder AS b;

WITH c AS (SELECT bidder_no, city, whole FROM #b)
SELECT d.bidder_no, d.city, d.whole INTO mart.bidder FROM (SELECT * FROM c) AS d;

-- expect value
--   field     | origin                 | line
--   bidder_no | house.bidder.bidder_no | 3
--   city      | house.bidder.city      | 3
--   whole     | house.bidder.city      | 3
-- expect control
--   (none)
-- expect types
--   field     | type        | null | stated
--   bidder_no | int         | no   | DDL 1
--   city      | char(20)    | -    | CAST 3
--   whole     | varchar(40) | -    | DDL 1

-- case:    an outer join makes the columns of its input nullable
-- why:     A lot without a sale stays, and the sale's columns are NULL; the lot's own columns are as its DDL says.
-- dialect: postgres
-- target:  mart.sale

CREATE TABLE house.lot  (lot_no int NOT NULL, title text NOT NULL);
CREATE TABLE house.sale (lot_no int NOT NULL, price int NOT NULL);
CREATE TABLE house.room (room_no int NOT NULL);

CREATE VIEW mart.sale AS
SELECT l.title, s.price, r.room_no
FROM   house.lot AS l
LEFT JOIN house.sale AS s ON s.lot_no = l.lot_no
JOIN   house.room AS r ON r.room_no = l.lot_no;

-- expect value
--   field   | origin             | line
--   title   | house.lot.title    | 6
--   price   | house.sale.price   | 6
--   room_no | house.room.room_no | 6
-- expect control
--   field | kind            | column             | line
--   *     | OUTER_JOIN LEFT | house.lot.lot_no   | 8
--   *     | OUTER_JOIN LEFT | house.sale.lot_no  | 8
--   *     | INNER_JOIN      | house.lot.lot_no   | 9
--   *     | INNER_JOIN      | house.room.room_no | 9
-- expect types
--   field   | type | null | stated
--   title   | text | no   | DDL 1
--   price   | int  | yes  | DDL 2, OUTER_JOIN 8
--   room_no | int  | -    | DDL 3

-- case:    RIGHT and FULL joins make what stands before them nullable
-- why:     A row of the right side without a match has NULL in all columns of the left side.
-- dialect: postgres
-- target:  mart.sale

CREATE TABLE house.lot  (lot_no int NOT NULL);
CREATE TABLE house.sale (lot_no int NOT NULL, price int NOT NULL);

CREATE VIEW mart.sale AS
SELECT l.lot_no, s.price, f.lot_no AS other
FROM   house.lot AS l
RIGHT JOIN house.sale AS s ON s.lot_no = l.lot_no
FULL JOIN house.lot AS f ON f.lot_no = s.lot_no;

-- expect value
--   field  | origin           | line
--   lot_no | house.lot.lot_no | 5
--   price  | house.sale.price | 5
--   other  | house.lot.lot_no | 5
-- expect control
--   field | kind             | column            | line
--   *     | OUTER_JOIN RIGHT | house.lot.lot_no  | 7
--   *     | OUTER_JOIN RIGHT | house.sale.lot_no | 7
--   *     | OUTER_JOIN FULL  | house.lot.lot_no  | 8
--   *     | OUTER_JOIN FULL  | house.sale.lot_no | 8
-- expect types
--   field  | type | null | stated
--   lot_no | int  | yes  | DDL 1, OUTER_JOIN 7
--   price  | int  | yes  | DDL 2, OUTER_JOIN 8
--   other  | int  | yes  | DDL 1, OUTER_JOIN 8

-- case:    a RIGHT join further on says nothing sure
-- why:     Whether it takes in the first table, parentheses or a comma decide; the table beside it is taken in.
-- dialect: postgres
-- target:  mart.sale

CREATE TABLE house.lot  (lot_no int NOT NULL);
CREATE TABLE house.sale (lot_no int NOT NULL);
CREATE TABLE house.room (lot_no int NOT NULL);

CREATE VIEW mart.sale AS
SELECT l.lot_no AS first, s.lot_no AS second, r.lot_no AS third
FROM   house.lot AS l, house.sale AS s RIGHT JOIN house.room AS r ON r.lot_no = s.lot_no;

-- expect value
--   field  | origin            | line
--   first  | house.lot.lot_no  | 6
--   second | house.sale.lot_no | 6
--   third  | house.room.lot_no | 6
-- expect control
--   field | kind             | column            | line
--   *     | OUTER_JOIN RIGHT | house.room.lot_no | 7
--   *     | OUTER_JOIN RIGHT | house.sale.lot_no | 7
-- expect types
--   field  | type | null | stated
--   first  | int  | -    | DDL 1
--   second | int  | yes  | DDL 2, OUTER_JOIN 7
--   third  | int  | no   | DDL 3

-- case:    the marked side of an old outer join is nullable
-- why:     (+) stands at the columns of the input that need not match.
-- dialect: oracle
-- target:  mart.sale

CREATE TABLE house.lot  (lot_no number(10) NOT NULL, title varchar2(80) NOT NULL);
CREATE TABLE house.sale (lot_no number(10) NOT NULL, price number(12, 2) NOT NULL);

CREATE VIEW mart.sale AS
SELECT l.title, s.price FROM house.lot l, house.sale s WHERE s.lot_no(+) = l.lot_no;

-- expect value
--   field | origin           | line
--   title | house.lot.title  | 5
--   price | house.sale.price | 5
-- expect control
--   field | kind            | column            | line
--   *     | OUTER_JOIN LEFT | house.lot.lot_no  | 5
--   *     | OUTER_JOIN LEFT | house.sale.lot_no | 5
-- expect types
--   field | type          | null | stated
--   title | varchar2(80)  | no   | DDL 1
--   price | number(12, 2) | yes  | DDL 2, OUTER_JOIN 5

-- case:    alternatives that differ have no stated type
-- why:     The database would choose a common type; the SQL does not say which. NULL has any type.
-- dialect: postgres
-- target:  mart.v

CREATE TABLE house.a (n int NOT NULL, t text NOT NULL);
CREATE TABLE house.b (n bigint NOT NULL, t text);

CREATE VIEW mart.v AS
SELECT n, t, CASE WHEN n > 1 THEN t END AS some, CASE WHEN n > 1 THEN t ELSE NULL END AS other FROM house.a
UNION ALL
SELECT n, t, t, t FROM house.b;

-- expect value
--   field | origin        | line
--   n     | house.a.n     | 5
--   n     | house.b.n     | 7
--   t     | house.a.t     | 5
--   t     | house.b.t     | 7
--   some  | house.a.t     | 5
--   some  | house.b.t     | 7
--   other | constant NULL | 5
--   other | house.a.t     | 5
--   other | house.b.t     | 7
-- expect control
--   field | kind           | column    | line
--   some  | CASE_CONDITION | house.a.n | 5
--   other | CASE_CONDITION | house.a.n | 5
-- expect types
--   field | type | null | stated
--   n     | -    | no   | DDL 1
--   t     | text | -    | DDL 1
--   some  | text | yes  | DDL 1, NO_ELSE 5
--   other | text | yes  | DDL 1, LITERAL 5

-- case:    literals state what they are, and are never NULL
-- why:     The type of a literal is its form's; which type of the database it becomes is not stated.
-- dialect: postgres
-- target:  mart.v

CREATE VIEW mart.v AS
SELECT 'x' AS s, -1.5 AS n, TRUE AS b, DATE '2026-11-27' AS d, NULL AS nothing, CAST('1' AS smallint) AS c,
       1 + 1 AS two, CASE WHEN v.k > 0 THEN 'a' ELSE 'b' END AS word, COALESCE(v.k, 0) AS k, NULLIF(v.t, '') AS t
FROM   (SELECT CAST(kk AS int) AS k, CAST(tt AS text) AS t FROM house.x) AS v;

-- expect value
--   field   | origin                         | line
--   s       | constant 'x'                   | 2
--   n       | constant -1.5                  | 2
--   b       | constant TRUE                  | 2
--   d       | constant DATE '2026-11-27'     | 2
--   nothing | constant NULL                  | 2
--   c       | constant CAST('1' AS smallint) | 2
--   two     | constant 1 + 1                 | 3
--   word    | constant 'a'                   | 3
--   word    | constant 'b'                   | 3
--   k       | constant 0                     | 3
--   k       | house.x.kk                     | 4
--   t       | house.x.tt                     | 4
-- expect control
--   field | kind           | column     | line
--   word  | CASE_CONDITION | house.x.kk | 3
--   t     | CASE_CONDITION | -          | 3
-- expect types
--   field   | type           | null | stated
--   s       | STRING LITERAL | no   | LITERAL 2
--   n       | NUMBER LITERAL | no   | LITERAL 2
--   b       | BOOLEAN        | no   | LITERAL 2
--   d       | DATE           | no   | LITERAL 2
--   nothing | -              | yes  | LITERAL 2
--   c       | smallint       | -    | CAST 2
--   two     | -              | -    | -
--   word    | STRING LITERAL | no   | LITERAL 3
--   k       | -              | no   | LITERAL 3
--   t       | text           | yes  | CAST 4, NULLIF 3

-- case:    what is computed has no stated type
-- why:     Functions, aggregates and windows have a type only the database works out.
-- dialect: postgres
-- target:  mart.v

CREATE TABLE house.lot (lot_no int NOT NULL, bid int NOT NULL);

CREATE VIEW mart.v AS
SELECT l.lot_no, COUNT(*) AS n, MAX(l.bid) AS top, SUM(l.bid) AS whole
FROM   house.lot AS l
GROUP  BY ROLLUP (l.lot_no);

-- expect value
--   field  | origin             | line
--   lot_no | house.lot.lot_no   | 4
--   n      | generated COUNT(*) | 4
--   top    | house.lot.bid      | 4
--   whole  | house.lot.bid      | 4
-- expect control
--   field | kind     | column           | line
--   *     | GROUP_BY | house.lot.lot_no | 6
-- expect types
--   field  | type | null | stated
--   lot_no | int  | -    | DDL 1
--   n      | -    | -    | -
--   top    | -    | -    | -
--   whole  | -    | -    | -

-- case:    a table without DDL stores what nobody states
-- why:     INSERT converts to the column's own type, so for readers the CAST of the INSERT says nothing; for the
--          inserted value itself it does.
-- dialect: hive
-- target:  mart.lot

INSERT OVERWRITE TABLE core.lot  --! TARGET_COLUMN_NAME_UNPROVEN bid --! TARGET_COLUMN_NAME_UNPROVEN day
SELECT CAST(bid AS decimal(12, 2)) AS bid FROM house.lot;

INSERT OVERWRITE TABLE mart.lot  --! TARGET_COLUMN_NAME_UNPROVEN bid --! TARGET_COLUMN_NAME_UNPROVEN day
SELECT l.bid, CAST(l.day AS date) AS day FROM core.lot AS l;

-- expect value
--   field | origin        | line
--   bid   | house.lot.bid | 2
--   day   | -             | -
-- expect control
--   (none)
-- expect open
--   field | reason               | at
--   day   | NO_WRITER_EXPRESSION | core.lot.day
-- expect types
--   field | type | null | stated
--   bid   | -    | -    | -
--   day   | date | -    | CAST 5

-- case:    scalar subqueries may find no row
-- why:     Without a row the value is NULL, so NOT NULL below does not hold above; the type does. An earlier alias is
--          what it stands for.
-- dialect: snowflake
-- target:  mart.v

CREATE TABLE house.lot (lot_no int NOT NULL, bid int NOT NULL);

CREATE VIEW mart.v AS
SELECT (SELECT x.bid FROM house.lot AS x WHERE x.lot_no = 7) AS bid, l.lot_no AS no, no AS again
FROM   house.lot AS l;

-- expect value
--   field | origin           | line
--   bid   | house.lot.bid    | 4
--   no    | house.lot.lot_no | 4
--   again | house.lot.lot_no | 4
-- expect control
--   field | kind  | column           | line
--   bid   | WHERE | house.lot.lot_no | 4
-- expect types
--   field | type | null | stated
--   bid   | int  | -    | DDL 1
--   no    | int  | no   | DDL 1
--   again | int  | no   | DDL 1

-- case:    CONVERT and PARSE state a type as CAST does
-- why:     The type is shown as the statement spells it. A style and a culture only say how to read or write.
-- dialect: tsql
-- target:  mart.lot

SELECT CONVERT(decimal(12, 2), l.bid) AS bid,
       TRY_CONVERT(datetime2(3), l.closed, 126) AS closed,
       CONVERT(varchar, l.note) AS note,
       PARSE(l.day AS date USING 'nb-NO') AS day,
       TRY_PARSE(l.fee AS numeric(9,2)) AS fee,
       CONVERT(int, NULL) AS spare,
       CONVERT(house.lot_code, l.code) AS code,
       CONVERT(date, CONVERT(varchar(8), l.seen), 112) AS seen,
       CONVERT(int, l.bid) + 1 AS next_bid
INTO   mart.lot
FROM   house.lot AS l;

-- expect value
--   field    | origin                      | line
--   bid      | house.lot.bid               | 1
--   closed   | house.lot.closed            | 2
--   note     | house.lot.note              | 3
--   day      | house.lot.day               | 4
--   fee      | house.lot.fee               | 5
--   spare    | constant CONVERT(int, NULL) | 6
--   code     | house.lot.code              | 7
--   seen     | house.lot.seen              | 8
--   next_bid | house.lot.bid               | 9
-- expect control
--   (none)
-- expect types
--   field    | type           | null | stated
--   bid      | decimal(12, 2) | -    | CAST 1
--   closed   | datetime2(3)   | -    | CAST 2
--   note     | varchar        | -    | CAST 3
--   day      | date           | -    | CAST 4
--   fee      | numeric(9,2)   | -    | CAST 5
--   spare    | int            | -    | CAST 6
--   code     | house.lot_code | -    | CAST 7
--   seen     | date           | -    | CAST 8
--   next_bid | -              | -    | -

-- case:    a style that is a column is an operand
-- why:     Which style is used moves the text, so the column is a source as the other operands of functions are.
-- dialect: tsql
-- target:  mart.lot

SELECT CONVERT(char(10), l.closed, c.style) AS closed INTO mart.lot FROM house.lot AS l CROSS JOIN house.culture AS c;

-- expect value
--   field  | origin              | line
--   closed | house.culture.style | 1
--   closed | house.lot.closed    | 1
-- expect control
--   (none)
-- expect types
--   field  | type     | null | stated
--   closed | char(10) | -    | CAST 1

-- case:    CONVERT with the type behind
-- why:     MySQL writes the value first. USING only recodes the text and states no type.
-- dialect: mysql
-- target:  mart.lot

CREATE TABLE mart.lot AS
SELECT CONVERT(l.bid, DECIMAL(12,2)) AS bid, CONVERT(l.note USING utf8mb4) AS note FROM house.lot AS l;

-- expect value
--   field | origin         | line
--   bid   | house.lot.bid  | 2
--   note  | house.lot.note | 2
-- expect control
--   (none)
-- expect types
--   field | type          | null | stated
--   bid   | DECIMAL(12,2) | -    | CAST 2
--   note  | -             | -    | -

-- case:    CONVERT with the type in front
-- why:     Redshift writes the type first, as T-SQL does.
-- dialect: redshift
-- target:  mart.lot

CREATE TABLE mart.lot AS SELECT CONVERT(numeric(12,2), l.bid) AS bid FROM house.lot AS l;

-- expect value
--   field | origin        | line
--   bid   | house.lot.bid | 1
-- expect control
--   (none)
-- expect types
--   field | type          | null | stated
--   bid   | numeric(12,2) | -    | CAST 1

-- case:    a format behind the type
-- why:     FORMAT says how the text is written; the type ends before it.
-- dialect: bigquery
-- target:  mart.lot

CREATE TABLE mart.lot AS
SELECT CAST(l.day AS STRING FORMAT 'DD.MM.YYYY') AS day, SAFE_CAST(l.bid AS numeric) AS bid FROM house.lot AS l;

-- expect value
--   field | origin        | line
--   day   | house.lot.day | 2
--   bid   | house.lot.bid | 2
-- expect control
--   (none)
-- expect types
--   field | type    | null | stated
--   day   | STRING  | -    | CAST 2
--   bid   | numeric | -    | CAST 2

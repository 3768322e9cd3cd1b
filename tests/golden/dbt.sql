-- case:    a reference whose name is put together
-- why:     Only the run knows the whole name: no part of it is a table.
-- dialect: snowflake
-- target:  bill

-- file: models/bill.sql
SELECT b.id, d.day_no, s.fee
FROM   {{ ref('stg_' ~ var('shop')) }} b
JOIN   {{ ref("day_" + target.name) }} d ON d.id = b.id
JOIN   {{ source('raw', 'fee_' ~ env) }} s ON s.id = b.id

-- expect value
--   field  | origin                                 | line
--   id     | {{ ref('stg_' ~ var('shop')) }}.id     | models/bill.sql:1
--   day_no | {{ ref("day_" + target.name) }}.day_no | models/bill.sql:1
--   fee    | {{ source('raw', 'fee_' ~ env) }}.fee  | models/bill.sql:1
-- expect control
--   field | kind       | column                               | line
--   *     | INNER_JOIN | {{ ref("day_" + target.name) }}.id   | models/bill.sql:3
--   *     | INNER_JOIN | {{ ref('stg_' ~ var('shop')) }}.id   | models/bill.sql:3
--   *     | INNER_JOIN | {{ source('raw', 'fee_' ~ env) }}.id | models/bill.sql:4
--   *     | INNER_JOIN | {{ ref('stg_' ~ var('shop')) }}.id   | models/bill.sql:4

-- case:    a reference by a variable of the template
-- why:     Nothing says what `shop` is; `ref` is no table.
-- dialect: bigquery
-- target:  bill

-- file: models/bill.sql
SELECT b.id FROM {{ ref(shop) }} b

-- expect value
--   field | origin             | line
--   id    | {{ ref(shop) }}.id | models/bill.sql:1
-- expect control
--   (none)

-- case:    a reference with a package and a version
-- why:     Both are literals; the name is the model's.
-- dialect: postgres
-- target:  bill

-- file: models/bill.sql
SELECT b.id, c.name FROM {{ ref('shop', 'stg_bill') }} b CROSS JOIN {{ ref("client", v='2') }} c

-- expect value
--   field | origin      | line
--   id    | stg_bill.id | models/bill.sql:1
--   name  | client.name | models/bill.sql:1
-- expect control
--   (none)

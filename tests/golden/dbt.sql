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

-- case:    a loop over the names of models
-- why:     The list stands in the file, so each name is known.
-- dialect: snowflake
-- target:  every_bill

-- file: models/every_bill.sql
{% set shops = ['north', 'south'] %}
{% for shop in shops %}
SELECT b.id, '{{ shop }}' AS shop FROM {{ ref('stg_' ~ shop) }} b
{% if not loop.last %} UNION ALL {% endif %}
{% endfor %}

-- file: models/stg_north.sql
SELECT n.no AS id FROM {{ source('raw', 'north') }} n

-- expect value
--   field | origin           | line
--   id    | raw.north.no     | models/stg_north.sql:1
--   id    | stg_south.id     | models/every_bill.sql:3
--   shop  | constant 'north' | models/every_bill.sql:3
--   shop  | constant 'south' | models/every_bill.sql:3
-- expect control
--   (none)

-- case:    a reference that the template gives a name
-- why:     It is set once, and nothing decides whether.
-- dialect: postgres
-- target:  bill

-- file: models/bill.sql
{% set rel = ref('stg_bill') %}
SELECT b.id FROM {{ rel }} b

-- file: models/stg_bill.sql
SELECT x.no AS id FROM {{ source('raw', 'bill') }} x

-- expect value
--   field | origin      | line
--   id    | raw.bill.no | models/stg_bill.sql:1
-- expect control
--   (none)

-- case:    a reference that a condition gives a name
-- why:     Which one stands there only the run decides: the name is dynamic.
-- dialect: postgres
-- target:  bill

-- file: models/bill.sql
{% if target.name == 'prod' %}{% set rel = ref('stg_bill') %}{% else %}{% set rel = ref('dev_bill') %}{% endif %}
SELECT b.id FROM {{ rel }} b

-- expect value
--   field | origin       | line
--   id    | {{ rel }}.id | models/bill.sql:2
-- expect control
--   (none)

-- case:    a snapshot
-- why:     It is the table that its tag names; it adds columns of its own and keeps what was there.
-- dialect: snowflake
-- target:  bill

-- file: models/bill.sql
SELECT s.id, s.amt, s.dbt_valid_from FROM {{ ref('bill_history') }} s

-- file: snapshots/bills.sql
{% snapshot bill_history %}
{{ config(target_schema='hist', unique_key='id', strategy='timestamp', updated_at='ts') }}
SELECT b.id, b.amount AS amt, b.ts FROM {{ source('raw', 'bill') }} b
{% endsnapshot %}

-- expect value
--   field          | origin          | line
--   id             | raw.bill.id     | snapshots/bills.sql:3
--   amt            | raw.bill.amount | snapshots/bills.sql:3
--   dbt_valid_from | -               | -
-- expect control
--   (none)
-- expect open
--   field          | reason          | at
--   dbt_valid_from | OPAQUE_TEMPLATE | {% snapshot bill_history %}

-- case:    a model without a template
-- why:     Another file refers to the name of this one, which holds a query and nothing else.
-- dialect: bigquery
-- target:  bill

-- file: models/bill.sql
SELECT s.id FROM {{ ref('stg_bill') }} s

-- file: models/stg_bill.sql
SELECT b.no AS id FROM raw.invoice b;

-- expect value
--   field | origin         | line
--   id    | raw.invoice.no | models/stg_bill.sql:1
-- expect control
--   (none)
-- expect writers
--   (none)

-- case:    two bare queries that a reference may mean
-- why:     Both files have the name; which one is the model is not known.
-- dialect: bigquery
-- target:  bill

-- file: models/bill.sql
SELECT s.id FROM {{ ref('stg_bill') }} s

-- file: models/stg_bill.sql
SELECT b.no AS id FROM raw.bill b;

-- file: old/stg_bill.sql
SELECT b.num AS id FROM raw.bill b;

-- expect value
--   field | origin      | line
--   id    | stg_bill.id | models/bill.sql:1
-- expect control
--   (none)

-- case:    two conditions in one statement
-- why:     They may decide in every way together.
-- dialect: snowflake
-- target:  bill

-- file: models/bill.sql
SELECT b.id, {% if var('gross') %} b.gross {% else %} b.net {% endif %} AS amt
FROM {% if target.name == 'prod' %} {{ source('prod', 'bill') }} {% else %} {{ source('dev', 'bill') }} {% endif %} b

-- expect value
--   field | origin          | line
--   id    | dev.bill.id     | models/bill.sql:1
--   id    | prod.bill.id    | models/bill.sql:1
--   amt   | dev.bill.gross  | models/bill.sql:1
--   amt   | dev.bill.net    | models/bill.sql:1
--   amt   | prod.bill.gross | models/bill.sql:1
--   amt   | prod.bill.net   | models/bill.sql:1
-- expect control
--   (none)

-- case:    conditions that rule each other out
-- why:     What is compared has one value: the third column is never read from prod.
-- dialect: snowflake
-- target:  bill

-- file: models/bill.sql
SELECT {% if target.name == 'dev' %} b.test {% elif target.name != 'prod' %} b.trial {% else %} b.amt {% endif %} AS amt
FROM {% if target.name == 'prod' %} {{ source('prod', 'bill') }} {% else %} {{ source('dev', 'bill') }} {% endif %} b
{% if not is_incremental() %} WHERE b.day > 1 {% endif %}
{% if is_incremental() %} WHERE b.day > 2 {% endif %}

-- expect value
--   field | origin         | line
--   amt   | dev.bill.test  | models/bill.sql:1
--   amt   | dev.bill.trial | models/bill.sql:1
--   amt   | prod.bill.amt  | models/bill.sql:1
-- expect control
--   field | kind  | column        | line
--   amt   | WHERE | dev.bill.day  | models/bill.sql:3
--   amt   | WHERE | prod.bill.day | models/bill.sql:3
--   amt   | WHERE | dev.bill.day  | models/bill.sql:4
--   amt   | WHERE | prod.bill.day | models/bill.sql:4

-- case:    more conditions than are crossed
-- why:     Each branch is read, and it is said that not every combination is.
-- dialect: snowflake
-- target:  bill

-- file: models/bill.sql
SELECT {% if a %} b.a1 {% else %} b.a2 {% endif %} AS a,  --! OPAQUE_TEMPLATE
       {% if b %} b.b1 {% else %} b.b2 {% endif %} AS b,  --! OPAQUE_TEMPLATE
       {% if c %} b.c1 {% else %} b.c2 {% endif %} AS c,  --! OPAQUE_TEMPLATE
       {% if d %} b.d1 {% else %} b.d2 {% endif %} AS d  --! OPAQUE_TEMPLATE
FROM {% if prod %} {{ source('prod', 'bill') }} {% else %} {{ source('dev', 'bill') }} {% endif %} b  --! OPAQUE_TEMPLATE

-- expect value
--   field | origin       | line
--   a     | dev.bill.a1  | models/bill.sql:1
--   a     | prod.bill.a1 | models/bill.sql:1
--   a     | prod.bill.a2 | models/bill.sql:1
--   b     | dev.bill.b1  | models/bill.sql:2
--   b     | prod.bill.b1 | models/bill.sql:2
--   b     | prod.bill.b2 | models/bill.sql:2
--   c     | dev.bill.c1  | models/bill.sql:3
--   c     | prod.bill.c1 | models/bill.sql:3
--   c     | prod.bill.c2 | models/bill.sql:3
--   d     | dev.bill.d1  | models/bill.sql:4
--   d     | prod.bill.d1 | models/bill.sql:4
--   d     | prod.bill.d2 | models/bill.sql:4
-- expect control
--   (none)

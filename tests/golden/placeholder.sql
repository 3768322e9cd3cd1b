-- Placeholders: a part of the name, never a value, and never one name for two.

-- case:    in a schema, in a partition and in a literal
-- why:     The names keep the placeholder. What the run puts in is a parameter and no constant.
-- dialect: hive
-- target:  ${env}_dwh.loan_day

INSERT OVERWRITE TABLE ${env}_dwh.loan_day PARTITION (ds = '${biz_day}')  --! TARGET_COLUMN_NAME_UNPROVEN loan_no --! TARGET_COLUMN_NAME_UNPROVEN rate_pct
SELECT l.loan_no,
       l.rate_pct
FROM   ${env}_ods.loan l
WHERE  l.ds = '${biz_day}';

-- expect value
--   field    | origin                   | line
--   loan_no  | ${env}_ods.loan.loan_no  | 2
--   rate_pct | ${env}_ods.loan.rate_pct | 3
--   ds       | parameter '${biz_day}'   | 1
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | ${env}_ods.loan.ds | 5
-- expect tables
--   table
--   ${env}_dwh.loan_day
--   ${env}_ods.loan

-- case:    at the end of a table name
-- why:     The placeholder belongs to the name. A table called ods.loan_ with an alias does not exist.
-- dialect: hive
-- target:  mart.loan_copy

INSERT INTO TABLE mart.loan_copy (loan_no, rate_pct)
SELECT loan_no, rate_pct FROM ods.loan_${env} WHERE ds = '2026-03-03';

-- expect value
--   field    | origin                   | line
--   loan_no  | ods.loan_${env}.loan_no  | 2
--   rate_pct | ods.loan_${env}.rate_pct | 2
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | ods.loan_${env}.ds | 2
-- expect tables
--   table
--   mart.loan_copy
--   ods.loan_${env}

-- case:    at the end of a table name, in Spark and before an alias
-- why:     The braces belong to the name: there is no table lamp_ and no alias of that spelling.
-- dialect: spark
-- target:  mart.lamp_copy

CREATE TABLE mart.lamp_copy AS
SELECT l.lamp_no, k.watt
FROM   ods.lamp_${env} l JOIN ods.kind_${env}_v2 AS k ON k.kind_no = l.kind_no;

-- expect value
--   field   | origin                  | line
--   lamp_no | ods.lamp_${env}.lamp_no | 2
--   watt    | ods.kind_${env}_v2.watt | 2
-- expect control
--   field | kind       | column                     | line
--   *     | INNER_JOIN | ods.kind_${env}_v2.kind_no | 3
--   *     | INNER_JOIN | ods.lamp_${env}.kind_no    | 3

-- case:    at the end of a table name, in Snowflake
-- why:     The client puts the value where &{env} stands, inside the name.
-- dialect: snowflake
-- target:  mart.lamp_copy

CREATE OR REPLACE TABLE mart.lamp_copy AS
SELECT l.lamp_no FROM ods.lamp_&{env} l WHERE l.lit;

-- expect value
--   field   | origin                  | line
--   lamp_no | ods.lamp_&{env}.lamp_no | 2
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | ods.lamp_&{env}.lit | 2

-- case:    at the end of a table name, in BigQuery between backticks
-- why:     A name between backticks may hold a placeholder as well.
-- dialect: bigquery
-- target:  mart.lamp_copy

CREATE TABLE mart.lamp_copy AS
SELECT l.lamp_no FROM `ods.lamp_${env}` AS l WHERE l.lit;

-- expect value
--   field   | origin                  | line
--   lamp_no | ods.lamp_${env}.lamp_no | 2
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | ods.lamp_${env}.lit | 2

-- case:    at the end of a table name, in MySQL
-- why:     The name goes on behind the bar.
-- dialect: mysql
-- target:  mart.lamp_copy

INSERT INTO mart.lamp_copy (lamp_no)
SELECT lamp_no FROM ods.lamp_${env} WHERE lit = 1;

-- expect value
--   field   | origin                  | line
--   lamp_no | ods.lamp_${env}.lamp_no | 2
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | ods.lamp_${env}.lit | 2

-- case:    two of them with one prefix
-- why:     ${hiveconf:left_db} and ${hiveconf:right_db} are two placeholders and so two schemas.
-- dialect: hive
-- target:  rep.both_sides

CREATE TABLE rep.both_sides AS
SELECT a.k, b.v
FROM   ${hiveconf:left_db}.pair a
JOIN   ${hiveconf:right_db}.pair b ON b.k = a.k;

-- expect value
--   field | origin                      | line
--   k     | ${hiveconf:left_db}.pair.k  | 2
--   v     | ${hiveconf:right_db}.pair.v | 2
-- expect control
--   field | kind       | column                      | line
--   *     | INNER_JOIN | ${hiveconf:right_db}.pair.k | 4
--   *     | INNER_JOIN | ${hiveconf:left_db}.pair.k  | 4
-- expect tables
--   table
--   ${hiveconf:left_db}.pair
--   ${hiveconf:right_db}.pair
--   rep.both_sides

-- case:    in a table name that a parser takes for a structure
-- why:     t_${part} is one table name, with the column id.
-- dialect: postgres
-- target:  rep.part_copy

CREATE TABLE rep.part_copy AS
SELECT p.id, p.note FROM stage.t_${part} AS p;

-- expect value
--   field | origin               | line
--   id    | stage.t_${part}.id   | 2
--   note  | stage.t_${part}.note | 2
-- expect control
--   (none)
-- expect tables
--   table
--   rep.part_copy
--   stage.t_${part}

-- case:    a name that is nothing but a placeholder
-- why:     ${out_table} means something in its own file only: what another file writes under it is another table.
-- dialect: spark
-- target:  rep.from_any

-- file: copy.sql
INSERT OVERWRITE TABLE ${out_table} SELECT c.k FROM src.one c;

-- file: read.sql
CREATE TABLE rep.from_any AS SELECT t.k FROM ${out_table} t;

-- expect value
--   field | origin         | line
--   k     | ${out_table}.k | read.sql:1
-- expect control
--   (none)
-- expect writers
--   (none)

-- case:    the same placeholder in two files
-- why:     Equal names, the placeholder's text included, are one table. The binding waits for a decision.
-- dialect: spark
-- target:  ${env}_dm.pier_list

-- file: load.sql
CREATE TABLE ${env}_dwd.pier AS SELECT p.pier_no FROM port.pier p;

-- file: report.sql
CREATE TABLE ${env}_dm.pier_list AS SELECT d.pier_no FROM ${env}_dwd.pier d;

-- expect value
--   field   | origin            | line
--   pier_no | port.pier.pier_no | load.sql:1
-- expect control
--   (none)
-- expect standing
--   field   | resolution | standing
--   pier_no | RESOLVED   | PROVISIONAL
-- expect writers
--   table           | rule             | line
--   ${env}_dwd.pier | SAME_PLACEHOLDER | load.sql:1

-- case:    a placeholder against a literal name
-- why:     prd_dwd may be what ${env}_dwd becomes. Only a person can say so, and until then the trace does not go on.
-- dialect: spark
-- target:  ${env}_dm.pier_list

-- file: load.sql
CREATE TABLE prd_dwd.pier AS SELECT p.pier_no FROM port.pier p;

-- file: report.sql
CREATE TABLE ${env}_dm.pier_list AS SELECT d.pier_no FROM ${env}_dwd.pier d;

-- expect value
--   field   | origin                  | line
--   pier_no | ${env}_dwd.pier.pier_no | report.sql:1
-- expect control
--   (none)
-- expect writers
--   table        | rule        | line
--   prd_dwd.pier | ENVIRONMENT | load.sql:1

-- case:    the variables of sqlcmd
-- why:     Two variables are two databases.
-- dialect: tsql
-- target:  $(MART).dbo.pier

INSERT INTO $(MART).dbo.pier (pier_no, run_cd)
SELECT p.pier_no, '$(RunCode)'
FROM   $(SOURCE).dbo.pier AS p;

-- expect value
--   field   | origin                     | line
--   pier_no | $(SOURCE).dbo.pier.pier_no | 2
--   run_cd  | parameter '$(RunCode)'     | 2
-- expect control
--   (none)

-- case:    SqlRender parameters with a default
-- why:     The default is a proposal and is not put in. {DEFAULT …} is no SQL.
-- dialect: tsql
-- target:  @out_schema.stay_count

{DEFAULT @out_schema = 'results'}

INSERT INTO @out_schema.stay_count (person_id, stays, last_on)
SELECT s.person_id, COUNT(*), MAX(s.ended_on)
FROM   @cdm_schema.stay s
WHERE  s.kind = 'IN'
GROUP BY s.person_id;

-- expect value
--   field     | origin                     | line
--   person_id | @cdm_schema.stay.person_id | 4
--   stays     | generated COUNT(*)         | 4
--   last_on   | @cdm_schema.stay.ended_on  | 4
-- expect control
--   field | kind     | column                     | line
--   *     | WHERE    | @cdm_schema.stay.kind      | 6
--   *     | GROUP_BY | @cdm_schema.stay.person_id | 7

-- case:    a bind variable as a value
-- why:     Nothing in the snapshot says what it is.
-- dialect: oracle
-- target:  mart.run_note

INSERT INTO mart.run_note (run_no, note)
SELECT :run_no, n.note FROM stg.note n;

-- expect value
--   field  | origin            | line
--   run_no | parameter :run_no | 2
--   note   | stg.note.note     | 2
-- expect control
--   (none)

-- case:    dbt: config, source and ref over two models
-- why:     ref is the project's own explicit reference and needs no review. A model file is its own target.
-- dialect: postgres
-- target:  mart_repair

-- file: mart_repair.sql
{{ config(materialized='table') }}

with r as (
    select * from {{ ref('stg_repair') }}
)

select r.repair_no, r.opened_on, w.shop_nm
from r
left join {{ source('yard', 'workshop') }} as w on w.shop_no = r.shop_no
where r.state_cd <> 'DUP'

-- file: stg_repair.sql
select
    x.id as repair_no,
    x.created::date as opened_on,
    x.shop as shop_no,
    x.st as state_cd
from {{ source('desk', 'repair') }} as x

-- expect value
--   field     | origin                | line
--   repair_no | desk.repair.id        | stg_repair.sql:2
--   opened_on | desk.repair.created   | stg_repair.sql:3
--   shop_nm   | yard.workshop.shop_nm | mart_repair.sql:7
-- expect control
--   field | kind            | column                | line
--   *     | OUTER_JOIN LEFT | yard.workshop.shop_no | mart_repair.sql:9
--   *     | OUTER_JOIN LEFT | desk.repair.shop      | mart_repair.sql:9
--   *     | WHERE           | desk.repair.st        | mart_repair.sql:10
-- expect standing
--   field     | resolution | standing
--   repair_no | RESOLVED   | CONFIRMED
--   opened_on | RESOLVED   | CONFIRMED
--   shop_nm   | RESOLVED   | CONFIRMED

-- case:    branches of a template inside a statement
-- why:     Nothing in the file decides, so each branch is read in a statement of its own; equal conditions choose alike.
-- dialect: bigquery
-- target:  rep.usage

CREATE TABLE rep.usage AS
SELECT u.client_id, {% if by_hour %} u.seen_hour {% else %} u.seen_day {% endif %} AS seen
FROM   app.usage AS u
WHERE  {% if by_hour %} u.hours > 0 {% else %} u.days > 0 {% endif %};

-- expect value
--   field     | origin              | line
--   client_id | app.usage.client_id | 2
--   seen      | app.usage.seen_day  | 2
--   seen      | app.usage.seen_hour | 2
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | app.usage.hours | 4
--   *     | WHERE | app.usage.days  | 4

-- case:    a branch that may be missing
-- why:     The statement stands with the branch and without it: the condition decides rows in one of the two.
-- dialect: snowflake
-- target:  rep.event

CREATE TABLE rep.event AS
SELECT e.event_no, e.kind FROM web.event AS e
{% if is_incremental() %}
WHERE  e.loaded_at > (SELECT MAX(s.loaded_at) FROM web.state AS s)
{% endif %};

-- expect value
--   field    | origin             | line
--   event_no | web.event.event_no | 2
--   kind     | web.event.kind     | 2
-- expect control
--   field | kind  | column              | line
--   *     | WHERE | web.event.loaded_at | 4
--   *     | WHERE | web.state.loaded_at | 4

-- case:    whole statements in the branches of a template
-- why:     What stands in a branch may run or not, so its TRUNCATE hides nothing.
-- dialect: postgres
-- target:  rep.quay

INSERT INTO rep.quay (quay_no) SELECT o.quay_no FROM port.old_quay AS o;
{% if full_load %}
TRUNCATE TABLE rep.quay;
INSERT INTO rep.quay (quay_no) SELECT q.quay_no FROM port.quay AS q;
{% else %}
INSERT INTO rep.quay (quay_no) SELECT n.quay_no FROM port.new_quay AS n;
{% endif %}

-- expect value
--   field   | origin                | line
--   quay_no | port.new_quay.quay_no | 6
--   quay_no | port.old_quay.quay_no | 1
--   quay_no | port.quay.quay_no     | 4
-- expect control
--   (none)

-- case:    a parameter that decides what is selected
-- why:     Both texts are read; positions are those of the file.
-- dialect: tsql
-- target:  rep.person

SELECT p.person_id, {@use_birth == 1} ? {p.birth_year} : {p.entry_year} AS yr
INTO   rep.person
FROM   cdm.person p
{@only_active} ? {WHERE p.active = 1};

-- expect value
--   field     | origin                | line
--   person_id | cdm.person.person_id  | 1
--   yr        | cdm.person.birth_year | 1
--   yr        | cdm.person.entry_year | 1
-- expect control
--   field | kind  | column            | line
--   *     | WHERE | cdm.person.active | 4

-- case:    a template's loop with a separator
-- why:     The content is read once, as its first and last round: the separator is no part of it.
-- dialect: bigquery
-- target:  rep.channel

CREATE TABLE rep.channel AS
{% for product in products %}  --! OPAQUE_TEMPLATE
{% if not loop.first %} UNION ALL {% endif %}
SELECT c.client_id FROM app.client AS c WHERE c.product = 1
{% endfor %};

-- expect value
--   field     | origin               | line
--   client_id | app.client.client_id | 4
-- expect control
--   field | kind  | column             | line
--   *     | WHERE | app.client.product | 4

-- case:    a name in a session variable
-- why:     One literal reaches it, so the table is proven.
-- dialect: snowflake
-- target:  rep.lane

SET source_table = 'road.lane';
CREATE TABLE rep.lane AS SELECT l.lane_no FROM IDENTIFIER($source_table) AS l;

-- expect value
--   field   | origin            | line
--   lane_no | road.lane.lane_no | 2
-- expect control
--   (none)

-- case:    a name in a variable that nothing assigns
-- why:     Which table it is shows when it runs: a dynamic endpoint.
-- dialect: snowflake
-- target:  rep.gate

CREATE TABLE rep.gate AS SELECT g.gate_no FROM IDENTIFIER($gate_table) AS g;

-- expect value
--   field   | origin                          | line
--   gate_no | IDENTIFIER($gate_table).gate_no | 1
-- expect control
--   (none)

-- case:    numbered parameters are no columns
-- why:     $1 is the first column in Snowflake only; here it is what the caller gives.
-- dialect: postgres
-- target:  bank.fee

INSERT INTO bank.fee (acct_no, fee, ref)
SELECT a.acct_no, $1 * a.balance, $2
FROM   bank.acct AS a
WHERE  a.kind = $3;

-- expect value
--   field   | origin            | line
--   acct_no | bank.acct.acct_no | 2
--   fee     | bank.acct.balance | 2
--   fee     | parameter $1      | 2
--   ref     | parameter $2      | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | bank.acct.kind | 4

-- case:    numbered binds of Oracle
-- why:     The parser knows named binds only.
-- dialect: oracle
-- target:  bank.fee

INSERT INTO bank.fee (acct_no, fee)
SELECT a.acct_no, :1 * a.balance
FROM   bank.acct a
WHERE  a.kind = :2;

-- expect value
--   field   | origin            | line
--   acct_no | bank.acct.acct_no | 2
--   fee     | bank.acct.balance | 2
--   fee     | parameter :1      | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | bank.acct.kind | 4

-- case:    dollar names of SQLite
-- why:     $kind and ?1 are parameters, not columns.
-- dialect: sqlite
-- target:  fee

INSERT INTO fee (acct_no, fee, ref)
SELECT a.acct_no, ?1 * a.balance, $ref
FROM   acct AS a
WHERE  a.kind = $kind;

-- expect value
--   field   | origin         | line
--   acct_no | acct.acct_no   | 2
--   fee     | acct.balance   | 2
--   fee     | parameter ?    | 2
--   ref     | parameter $ref | 2
-- expect control
--   field | kind  | column    | line
--   *     | WHERE | acct.kind | 4

-- case:    a template's loop over a written list
-- why:     The list stands in the file, so the content stands there once per entry; its place is that of the
--          content in the file.
-- dialect: snowflake
-- target:  rep.pay

{% set kinds = ['cash', 'card'] %}
CREATE TABLE rep.pay AS
SELECT p.shop_no,
  {% for kind in kinds %}
  SUM(CASE WHEN p.kind = '{{ kind }}' THEN p.{{ kind }}_amt END) AS {{ kind }}_sum{% if not loop.last %},{% endif %}
  {% endfor %}
FROM app.pay AS p
GROUP BY p.shop_no;

-- expect value
--   field    | origin           | line
--   shop_no  | app.pay.shop_no  | 3
--   cash_sum | app.pay.cash_amt | 5
--   card_sum | app.pay.card_amt | 5
-- expect control
--   field    | kind           | column          | line
--   *        | GROUP_BY       | app.pay.shop_no | 8
--   cash_sum | CASE_CONDITION | app.pay.kind    | 5
--   card_sum | CASE_CONDITION | app.pay.kind    | 5

-- case:    a template's loop around statements
-- why:     Each entry makes a statement of its own; the literal is the entry.
-- dialect: spark
-- target:  rep.event

{% for channel in ['web', 'shop'] %}
INSERT INTO rep.event (event_no, channel) SELECT e.event_no, '{{ channel }}' FROM app.{{ channel }}_event AS e;
{% endfor %}

-- expect value
--   field    | origin                  | line
--   event_no | app.shop_event.event_no | 2
--   event_no | app.web_event.event_no  | 2
--   channel  | constant 'shop'         | 2
--   channel  | constant 'web'          | 2
-- expect control
--   (none)

-- case:    a template's loop with UNION ALL between its rounds
-- why:     Each round is a branch, and which round is the first is known.
-- dialect: bigquery
-- target:  rep.client

CREATE TABLE rep.client AS
{% for product, col in [('mail', 'client_id'), ('chat', 'user_id')] %}
{% if not loop.first %} UNION ALL {% endif %}
SELECT c.{{ col }} AS client_id FROM app.{{ product }} AS c WHERE c.{{ product }}_on
{% endfor %};

-- expect value
--   field     | origin             | line
--   client_id | app.chat.user_id   | 4
--   client_id | app.mail.client_id | 4
-- expect control
--   field | kind  | column           | line
--   *     | WHERE | app.mail.mail_on | 4
--   *     | WHERE | app.chat.chat_on | 4

-- case:    a template's loop over a list that is not there
-- why:     Where columns comes from is not in the file: the content is read once, which is said.
-- dialect: postgres
-- target:  rep.wide

CREATE TABLE rep.wide AS
SELECT a.shop_no{% for column in columns %}, a.{{ column }} AS {{ column }}_now{% endfor %}  --! OPAQUE_TEMPLATE
FROM app.shop AS a;

-- expect value
--   field            | origin           | line
--   shop_no          | app.shop.shop_no | 2
--   {{ column }}_now | -                | -
-- expect control
--   (none)
-- expect open
--   field            | reason          | at
--   {{ column }}_now | OPAQUE_TEMPLATE | a.{{ column }}

-- case:    a template's loop that does more than name its entry
-- why:     A macro makes another text of the entry; which, only the template knows.
-- dialect: postgres
-- target:  rep.wide

CREATE TABLE rep.wide AS
SELECT a.shop_no{% for column in ['tax', 'fee'] %}, a.{{ upper(column) }} AS v{{ loop.index }}{% endfor %}  --! OPAQUE_TEMPLATE
FROM app.shop AS a;

-- expect value
--   field             | origin           | line
--   shop_no           | app.shop.shop_no | 2
--   v{{ loop.index }} | -                | -
-- expect control
--   (none)
-- expect open
--   field             | reason          | at
--   v{{ loop.index }} | OPAQUE_TEMPLATE | a.{{ upper(column) }}

-- case:    a separator that a template's expression writes
-- why:     `{{ "," if not loop.last }}` asks only for the round: it is decided in each.
-- dialect: postgres
-- target:  mart.sums

{% set kinds = ['net', 'tax'] %}
CREATE TABLE mart.sums AS
SELECT b.shop,
       {% for k in kinds %} SUM(b.{{ k }}) AS sum_{{ k }}{{ "," if not loop.last }} {% endfor %}
FROM   raw.bill b
GROUP  BY b.shop;

-- expect value
--   field   | origin        | line
--   shop    | raw.bill.shop | 3
--   sum_net | raw.bill.net  | 4
--   sum_tax | raw.bill.tax  | 4
-- expect control
--   field | kind     | column        | line
--   *     | GROUP_BY | raw.bill.shop | 6

-- case:    a macro in the place of a value
-- why:     What a macro writes is SQL, of columns perhaps: it is not known. A variable of the run is a value.
-- dialect: snowflake
-- target:  mart.key

CREATE TABLE mart.key AS
SELECT b.id,
       {{ dbt_utils.generate_surrogate_key(['b.id', 'b.day']) }} AS key,
       {{ var('run_no') }} AS run_no,
       '{{ run_started_at.strftime("%Y") }}' AS yr
FROM   raw.bill b;

-- expect value
--   field  | origin                                          | line
--   id     | raw.bill.id                                     | 2
--   key    | -                                               | -
--   run_no | parameter {{ var('run_no') }}                   | 4
--   yr     | parameter '{{ run_started_at.strftime("%Y") }}' | 5
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   key   | OPAQUE_TEMPLATE | {{ dbt_utils.generate_surrogate_key(['b.id', 'b.day']) }}

-- case:    variables of SnowSQL
-- why:     In a name they stand for a part of it; an ampersand in a text is a letter.
-- dialect: snowflake
-- target:  &{env}_mart.shop

INSERT INTO &{env}_mart.shop (id, name)
SELECT s.id, 'A&B' FROM &db.raw.shop s;

-- expect value
--   field | origin          | line
--   id    | &db.raw.shop.id | 2
--   name  | constant 'A&B'  | 2
-- expect control
--   (none)

-- case:    dbt in another dialect: source, ref and a variable
-- why:     A reference has the name it refers to, whatever the dialect.
-- dialect: bigquery
-- target:  mart_visit

-- file: mart_visit.sql
{{ config(materialized="table") }}
SELECT v.visit_id, p.name, '{{ var("land") }}' AS land
FROM   {{ ref('stg_visit') }} AS v
JOIN   {{ source('clinic', 'patient') }} AS p ON p.id = v.patient_id

-- file: stg_visit.sql
SELECT r.id AS visit_id, r.pat AS patient_id FROM {{ source('clinic', 'visit_raw') }} AS r WHERE NOT r.deleted

-- expect value
--   field    | origin                        | line
--   land     | parameter '{{ var("land") }}' | mart_visit.sql:2
--   name     | clinic.patient.name           | mart_visit.sql:2
--   visit_id | clinic.visit_raw.id           | stg_visit.sql:1
-- expect control
--   field | kind       | column                   | line
--   *     | INNER_JOIN | clinic.patient.id        | mart_visit.sql:4
--   *     | INNER_JOIN | clinic.visit_raw.pat     | mart_visit.sql:4
--   *     | WHERE      | clinic.visit_raw.deleted | stg_visit.sql:1

-- case:    dbt in Snowflake: a model that is loaded piece by piece
-- why:     ref names the model of the file, source a table. What an incremental run adds to the WHERE may be missing
--          and is a condition all the same.
-- dialect: snowflake
-- target:  mart_call

-- file: mart_call.sql
{{ config(materialized='incremental', unique_key='call_no') }}

select c.call_no, c.secs / 60 as minutes, a.agent_nm
from {{ ref('stg_call') }} c
left join {{ source('hr', 'agent') }} a on a.agent_no = c.agent_no
{% if is_incremental() %}
where c.begun > (select max(m.begun) from {{ this }} m)
{% endif %}

-- file: stg_call.sql
select k.id as call_no, k.len as secs, k.who as agent_no, k.ts as begun
from {{ source('pbx', 'call') }} k

-- expect value
--   field    | origin            | line
--   call_no  | pbx.call.id       | stg_call.sql:1
--   minutes  | pbx.call.len      | stg_call.sql:1
--   agent_nm | hr.agent.agent_nm | mart_call.sql:3
-- expect control
--   field | kind            | column                | line
--   *     | OUTER_JOIN LEFT | hr.agent.agent_no     | mart_call.sql:5
--   *     | OUTER_JOIN LEFT | pbx.call.who          | mart_call.sql:5
--   *     | WHERE           | prior mart_call.begun | mart_call.sql:7
--   *     | WHERE           | pbx.call.ts           | mart_call.sql:7

-- case:    dbt in Databricks: a chain of two models with a star
-- why:     The star passes on what is asked of it.
-- dialect: databricks
-- target:  mart_call

-- file: mart_call.sql
{{ config(materialized='table', file_format='delta') }}
with c as (select * from {{ ref('stg_call') }})
select c.call_no, c.secs from c where c.secs > 0

-- file: stg_call.sql
select k.id as call_no, k.len as secs from {{ source('pbx', 'call') }} k

-- expect value
--   field   | origin       | line
--   call_no | pbx.call.id  | stg_call.sql:1
--   secs    | pbx.call.len | stg_call.sql:1
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | pbx.call.len | mart_call.sql:3

-- case:    substitution variables of SQL*Plus
-- why:     A dot ends the variable's name; two ampersands keep its value.
-- dialect: oracle
-- target:  &own..lamp

INSERT INTO &own..lamp (id, watt, tag)
SELECT s.id, &watt, '&&tag' FROM &src..lamp s WHERE s.day = TO_DATE('&day', 'YYYYMMDD');

-- expect value
--   field | origin            | line
--   id    | &src..lamp.id     | 2
--   tag   | parameter '&&tag' | 2
--   watt  | parameter &watt   | 2
-- expect control
--   field | kind  | column         | line
--   *     | WHERE | &src..lamp.day | 2

-- case:    SqlRender in another dialect, with a conditional
-- why:     Both branches are possible: their conditions are alternatives.
-- dialect: postgres
-- target:  @res.era

INSERT INTO @res.era (person_id, days)
SELECT e.person_id, SUM(e.days)
FROM   @cdm.era e
WHERE  {@full} ? {e.kind = 1} : {e.site = 2}
GROUP  BY e.person_id;

-- expect value
--   field     | origin             | line
--   days      | @cdm.era.days      | 2
--   person_id | @cdm.era.person_id | 2
-- expect control
--   field | kind     | column             | line
--   *     | GROUP_BY | @cdm.era.person_id | 5
--   *     | WHERE    | @cdm.era.kind      | 4
--   *     | WHERE    | @cdm.era.site      | 4

-- case:    SqlRender in Oracle, a default that decides nothing
-- why:     A parameter in a name stays as written; one as a value is a parameter.
-- dialect: oracle
-- target:  @res.drug

{DEFAULT @year = 2020}
INSERT INTO @res.drug (person_id, code, yr)
SELECT d.person_id, d.code, @year FROM @cdm.drug d {@all} ? {} : {WHERE d.yr >= @year};

-- expect value
--   field     | origin              | line
--   code      | @cdm.drug.code      | 3
--   person_id | @cdm.drug.person_id | 3
--   yr        | parameter @year     | 3
-- expect control
--   field | kind  | column       | line
--   *     | WHERE | @cdm.drug.yr | 3

-- case:    SqlRender in Redshift, a whole statement in a branch
-- why:     The statement may or may not be there; it is read.
-- dialect: redshift
-- target:  @res.visit

{@clean} ? {DELETE FROM @res.visit;}
INSERT INTO @res.visit (id, days)
SELECT v.id, v.days FROM @cdm.visit v WHERE v.kind = @kind;

-- expect value
--   field | origin          | line
--   days  | @cdm.visit.days | 3
--   id    | @cdm.visit.id   | 3
-- expect control
--   field | kind  | column          | line
--   *     | WHERE | @cdm.visit.kind | 3

-- case:    a macro in the place of a projection
-- why:     It may write several columns: no position behind it is proven, and a column of its own cannot be ruled out.
-- dialect: postgres
-- target:  rep.load

CREATE TABLE dm.load (tons numeric, dir text, kind text);
INSERT INTO dm.load SELECT s.t, {{ utils.star(ref('load')) }}, s.k FROM src.load s;
CREATE VIEW mid.load AS SELECT {{ utils.star(ref('load')) }}, s.k FROM src.load s;
CREATE VIEW rep.load AS SELECT d.tons, d.dir, d.kind, m.k, m.other FROM dm.load d, mid.load m;

-- expect value
--   field | origin     | line
--   tons  | src.load.t | 2
--   dir   | -          | -
--   kind  | -          | -
--   k     | src.load.k | 3
--   other | -          | -
-- expect control
--   (none)
-- expect open
--   field | reason          | at
--   dir   | OPAQUE_TEMPLATE | {{ utils.star(ref('load')) }}
--   kind  | OPAQUE_TEMPLATE | {{ utils.star(ref('load')) }}
--   other | OPAQUE_TEMPLATE | {{ utils.star(ref('load')) }}

-- Column lists of the base layer. The loads under base/ fill these tables.
CREATE TABLE IF NOT EXISTS ${env}_base.branch (
    branch_id  STRING,
    branch_nm  STRING,
    region_nm  STRING,
    opened_on  DATE
) USING parquet;

CREATE TABLE IF NOT EXISTS ${env}_base.account (
    account_no  STRING,
    customer_no STRING,
    branch_id   STRING,
    product_cd  STRING,
    status_cd   STRING,
    opened_on   DATE
) USING parquet;

CREATE TABLE IF NOT EXISTS ${env}_base.movement (
    account_no  STRING,
    branch_id   STRING,
    amount_eur  DECIMAL(18,2),
    booked_on   DATE,
    channel_cd  STRING
) USING parquet;

-- Customers as last changed: the log keeps every version, the newest one counts.
DROP TABLE IF EXISTS ${env}_base.customer;

CREATE TABLE ${env}_base.customer USING parquet AS
WITH versions AS (
    SELECT k.customer_no,
           k.full_nm,
           k.segment_cd,
           ROW_NUMBER() OVER (PARTITION BY k.customer_no ORDER BY k.changed_at DESC, k.load_id DESC) AS version_no
    FROM   src_crm.customer_log k
    WHERE  k.deleted = 0
)
SELECT v.customer_no,
       INITCAP(v.full_nm)         AS full_nm,
       NVL(v.segment_cd, 'OTHER') AS segment_cd
FROM   versions v
WHERE  v.version_no = 1;

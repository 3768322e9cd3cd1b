-- Merged customer numbers. The second statement was never finished.
CREATE OR REPLACE TABLE ${env}_lab.merged_customer USING parquet AS
SELECT d.old_no,
       d.new_no
FROM   src_crm.duplicate d
WHERE  d.decided_on IS NOT NULL;

INSERT OVERWRITE TABLE ${env}_lab.merged_segment
SELECT m.new_no,
       MAX(NVL(c.segment_cd, 'OTHER') AS segment_cd
FROM   ${env}_lab.merged_customer m
JOIN   ${env}_base.customer c
  ON   c.customer_no = m.old_no
GROUP  BY m.new_no;

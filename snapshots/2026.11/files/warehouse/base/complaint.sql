-- Complaints with their topic, as the two CRM extracts deliver them.
CREATE OR REPLACE TABLE ${env}_base.complaint USING parquet AS
SELECT *
FROM   src_crm.case_file f
JOIN   src_crm.case_topic p
  ON   p.topic_cd = f.topic_ref
WHERE  f.case_kind = 'COMPLAINT';

-- Copies any table for a test. Both names are given when it is started.
INSERT OVERWRITE TABLE ${to_table}
SELECT *
FROM   ${from_table}
WHERE  branch_id IN ('0001', '0002');

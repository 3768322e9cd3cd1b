-- Totals of the scorecard per branch, per region and overall.
CREATE OR REPLACE TABLE ${env}_calc.region_rollup USING parquet AS
SELECT c.report_month,
       c.region_nm,
       c.branch_id,
       SUM(c.deposits_eur)                        AS deposits_eur,
       SUM(c.loans_eur) / SUM(c.deposits_eur)     AS loan_ratio,
       GROUPING_ID()                              AS level_no
FROM   ${env}_dm.branch_scorecard c
WHERE  c.grade <> 'C'
GROUP  BY c.report_month, c.region_nm, c.branch_id
GROUPING SETS ((c.report_month, c.region_nm, c.branch_id), (c.report_month, c.region_nm), (c.report_month));

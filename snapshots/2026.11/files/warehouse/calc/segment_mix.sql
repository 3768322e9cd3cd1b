-- Balances per branch, one column per customer segment.
CREATE OR REPLACE TABLE ${env}_calc.segment_mix USING parquet AS
SELECT *
FROM  (SELECT v.branch_id,
              v.segment_cd,
              v.balance_eur
       FROM   ${env}_calc.v_branch_book v)
PIVOT (SUM(balance_eur) FOR segment_cd IN ('YOUNG' AS young_eur, 'FAMILY' AS family_eur, 'SENIOR' AS senior_eur));

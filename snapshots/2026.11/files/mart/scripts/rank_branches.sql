USE branch_mart
GO

-- Ranks of the month, and a mark for the ten branches in front.
WITH ranked AS (
    SELECT f.branch_key,
           f.month_cd,
           RANK() OVER (PARTITION BY f.month_cd ORDER BY f.deposits_eur DESC) AS rank_no
    FROM   dbo.fact_branch_month AS f
)
UPDATE t
SET    t.rank_no = r.rank_no,
       t.flag_cd = CASE WHEN r.rank_no <= 10 THEN 'T' ELSE t.flag_cd END
FROM   dbo.fact_branch_month AS t
INNER JOIN ranked AS r ON r.branch_key = t.branch_key AND r.month_cd = t.month_cd
GO

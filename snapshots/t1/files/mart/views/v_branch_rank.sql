USE branch_mart
GO

CREATE VIEW dbo.v_branch_rank AS
SELECT d.label,
       d.region_nm,
       f.month_cd,
       f.deposits_eur,
       f.rank_no
FROM   dbo.fact_branch_month AS f
INNER JOIN dbo.dim_branch AS d ON d.branch_key = f.branch_key
GO

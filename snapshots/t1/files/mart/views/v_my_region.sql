USE branch_mart
GO

-- What a regional manager may see.
CREATE VIEW dbo.v_my_region (label, month_cd, deposits_eur) AS
SELECT v.label,
       v.month_cd,
       v.deposits_eur
FROM   dbo.v_branch_rank AS v
WHERE  EXISTS (SELECT 1
               FROM   dbo.region_right AS g
               WHERE  g.region_nm = v.region_nm
                 AND  g.login_nm = SUSER_SNAME())
GO

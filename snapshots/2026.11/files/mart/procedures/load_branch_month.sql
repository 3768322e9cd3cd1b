USE branch_mart
GO

CREATE OR ALTER PROCEDURE dbo.load_branch_month
    @month CHAR(6)
AS
BEGIN
    SET NOCOUNT ON;

    SELECT l.branch_id,
           l.branch_nm,
           l.region_nm,
           l.deposits_eur,
           l.loans_eur
    INTO   #fresh
    FROM   landing.branch_scorecard AS l
    WHERE  l.report_month = @month;

    MERGE INTO dbo.dim_branch AS d
    USING (SELECT f.branch_id, UPPER(f.branch_nm) AS branch_nm, f.region_nm FROM #fresh AS f) AS n
       ON n.branch_id = d.branch_id
    WHEN MATCHED AND n.region_nm <> d.region_nm THEN
        UPDATE SET branch_nm = n.branch_nm, region_nm = n.region_nm
    WHEN NOT MATCHED THEN
        INSERT (branch_id, branch_nm, region_nm) VALUES (n.branch_id, n.branch_nm, n.region_nm);

    DELETE FROM dbo.fact_branch_month WHERE month_cd = @month;

    INSERT INTO dbo.fact_branch_month (branch_key, month_cd, deposits_eur, loans_eur)
    SELECT d.branch_key, @month, f.deposits_eur, ISNULL(f.loans_eur, 0)
    FROM   #fresh AS f
    INNER JOIN dbo.dim_branch AS d ON d.branch_id = f.branch_id;

    DECLARE @tidy NVARCHAR(200) = N'UPDATE STATISTICS dbo.fact_branch_month';
    EXEC sp_executesql @tidy;
END
GO

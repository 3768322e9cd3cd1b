USE branch_mart
GO

CREATE TABLE dbo.dim_branch (
    branch_key INT IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    branch_id  VARCHAR(12)   NOT NULL,
    branch_nm  NVARCHAR(120) NULL,
    region_nm  NVARCHAR(60)  NULL,
    valid_from DATETIME2     NOT NULL CONSTRAINT df_dim_branch_from DEFAULT SYSUTCDATETIME(),
    label      AS (branch_id + N' ' + branch_nm)
)
GO

CREATE TABLE dbo.fact_branch_month (
    branch_key   INT           NOT NULL,
    month_cd     CHAR(6)       NOT NULL,
    deposits_eur DECIMAL(18,2) NULL,
    loans_eur    DECIMAL(18,2) NULL,
    rank_no      INT           NULL,
    flag_cd      CHAR(1)       NULL
)
GO

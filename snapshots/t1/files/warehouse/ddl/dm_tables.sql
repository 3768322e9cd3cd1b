-- Tables that leave the warehouse.
CREATE TABLE IF NOT EXISTS ${env}_dm.branch_scorecard (
    branch_id      STRING,
    branch_nm      STRING,
    region_nm      STRING,
    net_inflow_eur DECIMAL(18,2),
    movements_n    BIGINT,
    accounts_n     BIGINT,
    deposits_eur   DECIMAL(18,2),
    loans_eur      DECIMAL(18,2),
    grade          STRING,
    manager_nm     STRING,
    main_complaint STRING,
    currency_cd    STRING
)
PARTITIONED BY (report_month STRING);

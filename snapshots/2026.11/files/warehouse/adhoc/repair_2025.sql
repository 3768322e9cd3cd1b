-- Statements run once in 2025 and kept for the record.

-- Slips of a counter whose terminal was down for two days.
INSERT INTO TABLE prd_base.movement
SELECT x.account_no,
       x.branch_id,
       x.amount_eur,
       x.paper_day,
       'PAPER'
FROM   tmp_ops.paper_slip x
WHERE  x.checked_by IS NOT NULL;

-- Loan figures for a model of the lending team.
CREATE TABLE ${env}_lab.loan_position AS
SELECT g.branch_id,
       g.lent_eur,
       g.overdue_pct
FROM   tmp_ops.loan_sample g;

-- Movements at the counter and in the app, in EUR. Money that leaves the bank is negative.
INSERT OVERWRITE TABLE ${env}_base.movement
SELECT s.account_no,
       s.branch_id,
       CASE s.slip_kind WHEN 'IN' THEN s.amount ELSE -s.amount END,
       s.slip_day,
       'COUNTER'
FROM   src_teller.slip s
WHERE  s.reversed = 'N'
UNION ALL
SELECT t.account_no,
       t.home_branch,
       ROUND(t.amount * t.fx_rate, 2),
       CAST(t.executed_at AS DATE),
       'APP'
FROM   src_app.transfer t
WHERE  t.result_cd IN ('DONE', 'SETTLED');

-- Scorecard of the branches: one row per branch for the month of the run.
INSERT OVERWRITE TABLE ${env}_dm.branch_scorecard PARTITION (report_month = '${month}')
WITH flow AS (
    SELECT m.branch_id,
           SUM(m.amount_eur) AS net_inflow_eur,
           COUNT(*)          AS movements_n
    FROM   ${env}_base.movement m
    WHERE  DATE_FORMAT(m.booked_on, 'yyyyMM') = '${month}'
    GROUP  BY m.branch_id
),
book AS (
    SELECT v.branch_id,
           COUNT(DISTINCT v.account_no) AS accounts_n,
           SUM(v.balance_eur)           AS deposits_eur
    FROM   ${env}_calc.v_branch_book v
    GROUP  BY v.branch_id
),
voice AS (
    SELECT k.branch_ref,
           MAX(k.topic_nm) AS topic_nm
    FROM   ${env}_base.complaint k
    GROUP  BY k.branch_ref
)
SELECT b.branch_id,
       b.branch_nm,
       b.region_nm,
       f.net_inflow_eur,
       f.movements_n,
       w.accounts_n,
       w.deposits_eur,
       p.lent_eur AS loans_eur,
       CASE WHEN f.net_inflow_eur > 0 AND p.overdue_pct < 2 THEN 'A'
            WHEN f.net_inflow_eur > 0 THEN 'B'
            ELSE 'C' END AS grade,
       s.lead_nm AS manager_nm,
       c.topic_nm AS main_complaint,
       'EUR' AS currency_cd
FROM   ${env}_base.branch b
JOIN   book w
  ON   w.branch_id = b.branch_id
LEFT JOIN flow f
  ON   f.branch_id = b.branch_id
LEFT JOIN ${lend_db}.loan_position p
  ON   p.branch_id = b.branch_id
LEFT JOIN ${env}_calc.staff_month s
  ON   s.branch_id = b.branch_id
LEFT JOIN voice c
  ON   c.branch_ref = b.branch_id
WHERE  b.opened_on < '${month_end}';

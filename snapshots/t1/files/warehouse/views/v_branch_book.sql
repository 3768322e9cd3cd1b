CREATE OR REPLACE VIEW ${env}_calc.v_branch_book (branch_id, account_no, segment_cd, balance_eur) AS
SELECT o.branch_id,
       o.account_no,
       o.segment_cd,
       NVL(b.balance_eur, 0)
FROM   ${env}_calc.v_open_account o
LEFT JOIN ${env}_calc.account_balance b
  ON   b.account_no = o.account_no;

-- Latest balance per account. Accounts without a posting today keep what the table already says.
INSERT OVERWRITE TABLE ${env}_calc.account_balance
SELECT COALESCE(n.account_no, o.account_no)                AS account_no,
       COALESCE(n.closing_eur, o.balance_eur)              AS balance_eur,
       IF(n.account_no IS NULL, o.moved_on, n.ledger_day)  AS moved_on
FROM  (SELECT l.account_no,
              l.closing_eur,
              l.ledger_day
       FROM   src_core.ledger_day l
       WHERE  l.ledger_day = '${run_day}') n
FULL OUTER JOIN ${env}_calc.account_balance o
  ON   o.account_no = n.account_no;

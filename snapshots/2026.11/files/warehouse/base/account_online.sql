-- Accounts opened in the app. Started by hand until the core system has taken them over.
INSERT INTO TABLE ${env}_base.account
SELECT n.account_no,
       n.customer_no,
       n.branch_id,
       n.product_cd,
       'OPEN',
       n.signed_on
FROM   src_app.new_account n
LEFT ANTI JOIN src_core.account_master a
  ON   a.account_no = n.account_no
WHERE  n.state_cd = 'SIGNED';

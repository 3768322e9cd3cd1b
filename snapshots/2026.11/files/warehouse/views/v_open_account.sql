CREATE OR REPLACE VIEW ${env}_calc.v_open_account AS
SELECT a.*,
       c.segment_cd
FROM   ${env}_base.account a
LEFT JOIN ${env}_base.customer c
  ON   c.customer_no = a.customer_no
WHERE  a.status_cd = 'OPEN';

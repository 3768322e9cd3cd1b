-- Accounts of the retail book, rebuilt every night from the core system.
INSERT OVERWRITE TABLE ${env}_base.account
SELECT a.account_no,
       a.holder_no,
       COALESCE(a.home_branch, '0000'),
       p.product_cd,
       CASE WHEN a.closed_on IS NOT NULL THEN 'CLOSED'
            WHEN a.blocked = 'Y' THEN 'BLOCKED'
            ELSE 'OPEN' END,
       a.opened_on
FROM   src_core.account_master a
JOIN   src_core.product p
  ON   p.product_key = a.product_key
WHERE  a.book_cd = 'RETAIL';

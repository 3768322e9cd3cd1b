-- Open branches with the region they report to. The tree of units is walked down from the regions.
INSERT OVERWRITE TABLE ${env}_base.branch
WITH RECURSIVE unit_tree (unit_id, region_nm) AS (
    SELECT u.unit_id,
           u.unit_nm
    FROM   src_core.org_unit u
    WHERE  u.unit_kind = 'REGION'
    UNION ALL
    SELECT c.unit_id,
           t.region_nm
    FROM   src_core.org_unit c
    JOIN   unit_tree t
      ON   c.parent_id = t.unit_id
)
SELECT o.branch_id,
       TRIM(o.office_nm) AS branch_nm,
       t.region_nm,
       o.opened_on
FROM   src_core.branch_office o
LEFT JOIN unit_tree t
  ON   t.unit_id = o.unit_id
WHERE  o.closed_on IS NULL;

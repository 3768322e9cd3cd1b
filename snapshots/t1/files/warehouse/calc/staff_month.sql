-- Staff per branch and month of the run.
INSERT OVERWRITE TABLE ${env}_calc.staff_month
SELECT e.branch_id,
       COUNT(*)          AS shifts_n,
       SUM(r.paid_hours) AS paid_hours,
       MAX(lead_nm)      AS lead_nm
FROM   src_hr.employee e
JOIN   src_hr.roster r
  ON   r.employee_no = e.employee_no
WHERE  r.roster_month = '${month}'
GROUP  BY e.branch_id;

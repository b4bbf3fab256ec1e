-- The run's own row, last: until the end others write its progress.
update import_run i
   set counts = (
         select coalesce(jsonb_object_agg(subject, outcomes), '{}')
           from (select subject, jsonb_object_agg(outcome, rows) as outcomes
                   from (select subject, outcome, count(*) as rows from outcome group by subject, outcome
                         union all select 'membership', 'new', (select count(*) from membership_new)
                         union all select 'membership', 'changed', (select count(*) from membership_changed)
                         union all select 'membership', 'left', (select count(*) from membership_gone)) c
                  where rows > 0 group by subject) s),
       held = (select coalesce(jsonb_agg(jsonb_build_object('schoolId', h.school_id, 'school', s.name,
                                'leaving', h.leaving, 'people', h.people) order by s.name), '[]')
                 from held h left join school s on s.id = h.school_id),
       rejected = (select count(*) from stage_problem where severity = 'rejected'),
       flagged = (select count(*) from stage_problem where severity = 'flagged')
  from stage_run r where i.id = r.run_id;

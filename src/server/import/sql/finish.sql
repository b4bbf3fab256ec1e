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
       held = (select coalesce(jsonb_agg(jsonb_build_object('schoolId', v.school_id, 'school', coalesce(s.name, p.name),
                                'kind', v.kind, 'leaving', v.rows, 'people', v.people) order by coalesce(s.name, p.name), v.kind), '[]')
                 from slice_verdict v left join school s on s.id = v.school_id
                 left join plan_school p on p.school_id = v.school_id
                where pg_temp.is_held(v.verdict)),
       rejected = (select count(*) from stage_problem where severity = 'rejected'),
       flagged = (select count(*) from stage_problem where severity = 'flagged')
  from stage_run r where i.id = r.run_id;

-- What the run could not take as it stood, with the schools it is about: after an import also those who are new are there.
create temp table problem_school as
  select x.number, array_agg(x.school_id) as ids
    from (select p.number, su.school_id
            from stage_problem p
            join user_source k on k.source = p.source and k.source_id = p.id
            join school_user su on su.user_id = k.user_id
          union
          select p.number, g.school_id
            from stage_problem p
            join group_source k on k.source = p.source and k.source_id = p.id
            join groups g on g.id = k.group_id and g.school_id is not null) x
   group by 1;
insert into import_problem (run_id, number, severity, code, line, source, source_id, found, school_ids)
  select r.run_id, row_number() over (order by p.line, p.number), p.severity, p.code, coalesce(p.line, 0), p.source, p.id,
         left(p.found, 200), coalesce(s.ids, '{}')
    from stage_problem p cross join stage_run r left join problem_school s using (number);
insert into import_count (run_id, school_id, subject, outcome, rows, shielded)
  select r.run_id, a.school_id, 'problem', p.severity, count(*), count(h.source_id)
    from problem_school s
    join stage_problem p using (number)
    left join (select distinct k.source, k.source_id from users u join user_source k on k.user_id = u.id where u.shielded) h
           on h.source = p.source and h.source_id = p.id
   cross join stage_run r
   cross join lateral unnest(s.ids) a (school_id)
   group by 1, 2, 3, 4;

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
                                'kind', v.kind, 'leaving', v.rows, 'people', v.people, 'hold', v.hold)
                                order by coalesce(s.name, p.name), v.kind), '[]')
                 from slice_verdict v left join school s on s.id = v.school_id
                 left join plan_school p on p.school_id = v.school_id
                where pg_temp.is_held(v.verdict)),
       rejected = (select count(*) from stage_problem where severity = 'rejected'),
       flagged = (select count(*) from stage_problem where severity = 'flagged')
  from stage_run r where i.id = r.run_id;

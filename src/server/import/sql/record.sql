-- What the run found and means to do, kept with it.
insert into import_problem (run_id, number, severity, code, line, source, source_id, found)
  select r.run_id, row_number() over (order by p.line, p.number), p.severity, p.code, coalesce(p.line, 0), p.source, p.id, p.found
    from stage_problem p cross join stage_run r;

create temp table outcome as
  select 'school' as subject,
         case when p.is_new then 'new'
              when (s.name, s.organization_number) is distinct from (p.name, p.organization_number) then 'changed'
              else 'unchanged' end as outcome,
         p.school_id, coalesce(p.code, s.code) as key, p.name, '' as reason, null::bigint as user_id, null::text as held_as
    from plan_school p left join school s on s.id = p.school_id
  union all
  select 'person', case when p.is_new then 'new' when p.held then 'held' when p.returned then 'returned' when p.renamed then 'renamed'
                        when p.changed or p.moves then 'changed' else 'unchanged' end,
         p.school_id, coalesce(p.old_name, p.user_name), p.first_name || ' ' || p.last_name,
         case when p.renamed then p.source_id else '' end, p.user_id, case when p.held then 'changed' end
    from plan_person p
  union all
  select 'person', 'held', h.school_id, h.source_id, h.first_name || ' ' || h.last_name, '', null, 'new' from held_new h
  union all
  select 'person', case when l.held then 'held' else 'left' end, l.school_id, l.user_name, l.name, '',
         l.user_id, case when l.held then 'left' end
    from plan_leaver l
  union all
  select 'person', 'conflict', null, i.id, p.first_name || ' ' || p.last_name, u.user_name, u.id, null
    from contested c
    join stage_person p using (n)
    join stage_person_id i on i.n = p.n and i.kind = 'current'
    join users u on u.id = c.user_id
  union all
  -- Two accounts for one person, by ids the source says are the same.
  select 'person', 'conflict', p.school_id, coalesce(p.old_name, p.user_name), p.first_name || ' ' || p.last_name, u.user_name,
         p.user_id, null
    from plan_person p
    join stage_person_id i using (n)
    join user_source k on k.source = i.source and k.source_id = i.id and k.user_id <> p.user_id
    join users u on u.id = k.user_id
  union all
  select 'group', case when p.is_new then 'new' when p.returned then 'returned' when p.renamed then 'renamed'
                       when p.changed then 'changed' else 'unchanged' end,
         p.school_id, coalesce(p.old_name, p.full_name), p.name, '', null, null
    from plan_group p
  union all
  select 'group', case when l.held then 'held' else 'left' end, l.school_id, l.full_name, l.name, '', null,
         case when l.held then 'left' end
    from plan_group_leaver l;

-- A school that is new gets its number in any case, but until it is there nothing may point at it.
insert into import_plan (run_id, number, subject, outcome, school_id, key, name, reason, user_id, held_as)
  select r.run_id, row_number() over (order by o.subject, o.outcome, o.name, o.key), o.subject, o.outcome, o.school_id,
         coalesce(o.key, ''), o.name, o.reason, o.user_id, o.held_as
    from (select o.*, row_number() over (partition by subject, outcome) as place
            from outcome o where outcome <> 'unchanged') o
    cross join stage_run r
   where o.place <= 10000;

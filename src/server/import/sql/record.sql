-- What the run found and means to do, kept with it.
create temp table outcome as
  select 'school' as subject,
         case when p.is_new then 'new'
              when not p.elsewhere
                   and (s.name, s.organization_number) is distinct from (p.name, p.organization_number) then 'changed'
              else 'unchanged' end as outcome,
         p.school_id, coalesce(p.code, s.code) as key, p.name, '' as reason, null::bigint as user_id, null::text as held_as
    from plan_school p left join school s on s.id = p.school_id
  union all
  select 'person', case when p.is_new then 'new' when p.held then 'held' when p.returned then 'returned'
                        when p.renamed and not l.is_linked then 'renamed'
                        when p.changed or p.moves or l.is_linked then 'changed' else 'unchanged' end,
         -- Held people stand where they are.
         case when p.held then p.old_school_id else p.school_id end,
         coalesce(p.old_name, p.user_name), btrim(p.first_name || ' ' || p.last_name),
         case when l.is_linked then 'linked' when p.renamed then p.source_id else '' end, p.user_id,
         case when p.held then case when exists (select from held_move m where m.user_id = p.user_id) then 'left'
                                    else 'changed' end end
    from plan_person p
    -- Another source's person, whom this one has had no id for.
    cross join lateral (select p.renamed and p.elsewhere and not exists (
        select from user_source k where k.user_id = p.user_id and k.source = p.source) as is_linked) l
  union all
  select 'person', 'changed', u.primary_school_id, u.user_name, btrim(u.first_name || ' ' || u.last_name), 'other-source', u.id, null
    from let_go l join users u on u.id = l.user_id
  union all
  select 'person', 'held', h.school_id, h.source_id, btrim(h.first_name || ' ' || h.last_name), '', null, 'new' from held_new h
  union all
  select 'person', case when l.held then 'held' else 'left' end, l.school_id, l.user_name, l.name, '',
         l.user_id, case when l.held then 'left' end
    from plan_leaver l
  union all
  select 'person', 'conflict', null, i.id, btrim(p.first_name || ' ' || p.last_name), u.user_name, u.id, null
    from contested c
    join stage_person p using (n)
    join stage_person_id i on i.n = p.n and i.kind = 'current'
    join users u on u.id = c.user_id
  union all
  -- Two accounts for one person, by ids the source says are the same.
  select 'person', 'conflict', p.school_id, coalesce(p.old_name, p.user_name), btrim(p.first_name || ' ' || p.last_name), u.user_name,
         p.user_id, null
    from plan_person p
    join id_match k on k.n = p.n and k.user_id <> p.user_id
    join users u on u.id = k.user_id
  union all
  select 'group', case when p.is_new then 'new' when p.returned then 'returned' when p.renamed then 'renamed'
                       when m.held then 'held'
                       when p.changed or m.group_id is not null then 'changed' else 'unchanged' end,
         p.school_id, coalesce(p.old_name, p.full_name), p.name, '', null,
         case when m.held and not (p.returned or p.renamed) then 'changed' end
    from plan_group p left join membership_loss m using (group_id)
  union all
  select 'group', case when l.held then 'held' else 'left' end, l.school_id, l.full_name, l.name, '', null,
         case when l.held then 'left' end
    from plan_group_leaver l;

-- A school that is new gets its number in any case, but until it is there nothing may point at it.
create temp table plan_row as
  -- In the order people read it in: what a page shows is then a range of the key.
  select row_number() over (order by array_position('{school,person,group}'::text[], o.subject), o.outcome,
                                     o.name collate norwegian, o.key) as number, o.subject, o.outcome, o.school_id,
         coalesce(o.key, '') as key, o.name, o.reason, o.user_id, o.held_as
    from (select o.*, row_number() over (partition by subject, outcome) as place
            from outcome o where outcome <> 'unchanged') o
   -- `planKept` in the contract. A first import is all new. Of what happens to those who are there, more is kept: people look it through.
   where o.place <= case when o.outcome = 'new' then 10000 else 100000 end;
analyze plan_row (user_id);
select pg_temp.begin_many('import_plan');
insert into import_plan (run_id, number, subject, outcome, school_id, key, name, reason, user_id, held_as, class_name)
  select r.run_id, p.number, p.subject, p.outcome, p.school_id, p.key, p.name, p.reason, p.user_id, p.held_as, c.class_name
    from plan_row p
    cross join stage_run r
    left join (select distinct on (user_id) user_id, class_name
                 from (select user_id, class_name, 1 as place, is_primary from plan_part
                       union all
                       select user_id, class_name, 2, is_primary from school_user
                        where user_id in (select user_id from plan_row)) x
                where class_name is not null
                order by user_id, place, is_primary desc) c using (user_id);
select pg_temp.end_many('import_plan');

insert into import_count (run_id, school_id, subject, outcome, rows, shielded)
  select r.run_id, o.school_id, o.subject, o.outcome, count(*),
         count(*) filter (where o.user_id in (select id from users where shielded))
    from outcome o cross join stage_run r
   where o.school_id is not null and o.outcome <> 'unchanged'
   group by 1, 2, 3, 4;

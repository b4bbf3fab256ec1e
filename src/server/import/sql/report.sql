-- The rehearsal of a year change: what a school would like to know in June. At most 2,000 of each kind for a school; the
-- figures are exact, and people whose address is protected are marked.
create temp table report_row as
  -- Newcomers with the whole name of somebody else: two accounts people will take for each other.
  select 'name' as kind, p.school_id, btrim(p.first_name || ' ' || p.last_name) as name, p.user_name as key,
         (select string_agg(o.user_name, ', ' order by o.user_name)
            from (select u.user_name from users u
                   where u.sort_name = (p.last_name || ' ' || p.first_name) collate norwegian
                     and (u.expires_on is null or u.expires_on >= r.today) limit 5) o) as note,
         false as shielded
    from plan_person p cross join stage_run r
   where p.is_new
     and exists (select from users u where u.sort_name = (p.last_name || ' ' || p.first_name) collate norwegian
                    and (u.expires_on is null or u.expires_on >= r.today))
  union all
  -- Groups whose name is taken: the new one gets a number.
  select 'group', p.school_id, p.name, p.full_name, '', false from plan_group p
   where p.is_new and p.full_name ~ '_\d+$'
  union all
  -- People who lose their access, and those of them who hold a role somebody else must take over.
  select 'leaver', l.school_id, l.name, l.user_name,
         coalesce((select string_agg(distinct g.role, ', ') from role_grant g where g.user_id = l.user_id), ''),
         u.shielded
    from plan_leaver l join users u on u.id = l.user_id
  union all
  -- Classes with pupils and nobody who answers for them.
  select 'class', p.school_id, p.name, coalesce(p.old_name, p.full_name),
         (select count(distinct m.person_n) from class_member m join plan_person q on q.n = m.person_n
           where m.group_n = p.n and m.role = 'student')::text, false
    from (select m.group_n as n
            from class_member m join plan_person q on q.n = m.person_n
           group by m.group_n
          having bool_or(m.role = 'student') and not bool_or(m.role = 'contactTeacher')) c
    join plan_group p using (n)
   where p.type in ('class', 'basis');

insert into import_report (run_id, kind, number, school_id, school, name, key, note, shielded)
  select r.run_id, x.kind, x.number, x.school_id, coalesce(s.name, p.name), x.name, x.key, coalesce(x.note, ''), x.shielded
    from (select w.*, row_number() over (partition by kind order by note = '' and kind = 'leaver', school_id, name, key) as number,
                 row_number() over (partition by kind, school_id order by note = '' and kind = 'leaver', name, key) as place
            from report_row w) x
   cross join stage_run r
    left join school s on s.id = x.school_id
    left join plan_school p on p.school_id = x.school_id
   where x.place <= 2000;
update import_run i
   set report = (select coalesce(jsonb_object_agg(kind, total), '{}')
                   from (select kind, count(*) as total from report_row group by kind) t)
  from stage_run r where i.id = r.run_id;

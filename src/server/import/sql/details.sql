-- What the plan's readers ask next: what is different about each person. For the rows that are kept with the run only.
insert into import_slice (run_id, number, school_id, kind, rows, people, verdict, hold)
  select r.run_id, row_number() over (order by v.school_id, v.kind), v.school_id, v.kind, v.rows, v.people, v.verdict, v.hold
    from slice_verdict v cross join stage_run r
   where v.rows > 0;

update import_plan i set changes = x.changes
  from stage_run r,
       (select p.user_id, jsonb_object_agg(v.field, jsonb_build_array(v.before, v.after)) as changes
          from (select * from plan_person where not is_new and (changed or held or moves or returned)) p
          join users u on u.id = p.user_id
          left join lateral (select su.class_name, su.grade from school_user su
                              where su.user_id = u.id and su.is_primary limit 1) w on true
          left join lateral (select t.class_name, t.grade from plan_part t
                              where t.user_id = p.user_id and t.is_primary limit 1) t on not p.held
          cross join lateral (values
            ('firstName', u.first_name, p.first_name),
            ('lastName', u.last_name, p.last_name),
            ('email', u.email, p.email),
            ('mobilePhone', u.mobile_phone, p.mobile),
            ('title', u.title, p.title),
            ('role', u.role, p.role),
            ('birthDate', u.birth_date::text, p.birth_date::text),
            ('school', (select s.name from school s where s.id = u.primary_school_id),
                       coalesce((select s.name from plan_school s where s.school_id = p.school_id),
                                (select s.name from school s where s.id = p.school_id))),
            ('className', w.class_name, case when p.held then w.class_name else t.class_name end),
            ('nationalNumber', u.national_number_masked,
              case when p.hash is null or p.hash is not distinct from u.national_number_hash then u.national_number_masked
                   -- The digits that differ are those one does not see.
                   else p.masked || ' ' end)) v (field, before, after)
         where v.before is distinct from v.after
           and p.user_id in (select user_id from import_plan k join stage_run s on s.run_id = k.run_id)
         group by p.user_id) x
 where i.run_id = r.run_id and i.user_id = x.user_id and i.subject = 'person';

-- Groups a school would lose, or loses, an unusual part of the memberships of: how many there were and would be.
update import_plan i
   set changes = jsonb_build_object('members', jsonb_build_array(x.members::text, (x.members - x.rows + x.added)::text))
  from stage_run r,
       (select coalesce(p.old_name, p.full_name) as key, l.rows,
               (select count(*) from membership m where m.group_id = l.group_id) as members, coalesce(n.added, 0) as added
          from membership_loss l
          join plan_group p using (group_id)
          left join (select group_id, count(*) as added from membership_added group by group_id) n using (group_id)) x
 where i.run_id = r.run_id and i.subject = 'group' and i.key = x.key;

-- New and changed people by school, and what of it is held: a school to which an unusual lot would happen waits, all
-- others go on. Leavers were weighed before (`leave.sql`); memberships are weighed when groups are known.
alter table plan_person add column held boolean not null default false, add column moves boolean not null default false;

insert into slice_verdict
  select x.school_id, x.kind, x.rows, coalesce(s.people, 0),
         pg_temp.verdict(x.kind, x.school_id, x.rows, coalesce(s.people, 0))
    from (select school_id, 'new' as kind, count(*) as rows from plan_person where is_new group by 1
          union all
          select school_id, 'changed', count(*) from plan_person where changed and not is_new group by 1) x
    left join slice s on s.school_id is not distinct from x.school_id;

create temp table held_new as
  select p.* from plan_person p
    join slice_verdict v on v.kind = 'new' and v.school_id is not distinct from p.school_id and pg_temp.is_held(v.verdict)
   where p.is_new;
delete from plan_part t using held_new h where t.user_id = h.user_id;
delete from plan_person p using held_new h where p.n = h.n;

-- They stay as they are, with their parts. Somebody who returns is let in whatever else is new.
update plan_person p set held = true, changed = false
  from slice_verdict v
 where v.kind = 'changed' and v.school_id is not distinct from p.school_id and pg_temp.is_held(v.verdict)
   and p.changed and not p.is_new and not p.returned;
delete from plan_part t using plan_person p where p.user_id = t.user_id and p.held;
delete from moved m using plan_person p where p.user_id = m.user_id and p.held;

-- Another class, role or school is a change of the person too, though not of the account.
update plan_person p set moves = true
  from plan_part t
  join school_user su using (school_id, user_id)
 where t.user_id = p.user_id and not p.is_new
   and (su.class_name, su.grade) is distinct from (t.class_name, t.grade);
update plan_person p set moves = true from moved m where m.user_id = p.user_id;

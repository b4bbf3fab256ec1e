-- What would happen to each school is weighed as the file has it, before anything is held, so that no decision brings up
-- the next question. A school to which an unusual lot would happen waits; all others go on. Memberships are weighed when
-- groups are known (`guard-memberships.sql`).
alter table plan_person add column held boolean not null default false, add column moves boolean not null default false;

-- A change counts at the school the person comes to and at the one the person comes from, unless the person has no place
-- there any more: then it counts as leaving. People who return are let in whatever else is new.
create temp view changed_at as
  select x.school_id, p.user_id
    from plan_person p
    cross join stage_run r
    cross join lateral (
      select p.school_id
      union
      select p.old_school_id
       where not exists (select from moved m where m.user_id = p.user_id and m.school_id = p.old_school_id)) x
   where p.changed and not p.is_new and not p.returned
     and not (r.accept_leavers and exists (select from moved m where m.user_id = p.user_id));

insert into slice_verdict (school_id, kind, rows, people, verdict)
  select x.school_id, x.kind, x.rows, coalesce(s.people, 0),
         pg_temp.verdict(x.kind, x.school_id, x.rows, coalesce(s.people, 0))
    from (select school_id, 'left' as kind, leaving as rows from slice where leaving > 0
          union all
          select school_id, 'new', count(*) from plan_person where is_new group by 1
          union all
          select school_id, 'changed', count(*) from changed_at group by 1) x
    left join slice s on s.school_id is not distinct from x.school_id;

-- Holds -----------------------------------------------------------------------------------------------------------
-- Slices beyond their limits, and the people already here whom each concerns.
create temp table breach as
  select row_number() over (order by school_id, kind)::integer as hold, school_id, kind, rows, people, verdict
    from slice_verdict where verdict <> 'within';
alter table breach add column n integer;
update breach set n = hold;
create temp table breach_person as
  select b.n, m.user_id from breach b join moved m on m.school_id = b.school_id where b.kind = 'left'
  union all
  select b.n, a.user_id
    from breach b
    cross join stage_run r
    join school_user su on su.school_id = b.school_id and su.source = r.feed
    join absent a on a.user_id = su.user_id and a.absent_since is null
   where b.kind = 'left'
  union all
  select b.n, a.user_id
    from breach b
    cross join stage_run r
    join absent a on a.absent_since is null
   where b.kind = 'left' and b.school_id is null
     and not exists (select from school_user su where su.user_id = a.user_id and su.source = r.feed)
  union all
  select b.n, c.user_id
    from breach b join changed_at c on c.school_id is not distinct from b.school_id where b.kind = 'changed';
analyze breach; analyze breach_person;

-- Two slices belong together when they concern the same people (a tenth of the smaller one), or when most people of both
-- schools go to the same school, as in a merger.
create temp table breach_link as
  select a.n as one, b.n as other
    from breach_person a
    join breach_person b on b.user_id = a.user_id and b.n > a.n
    join breach x on x.n = a.n
    join breach y on y.n = b.n
   group by a.n, b.n, x.rows, y.rows
  having count(*) * 10 >= least(x.rows, y.rows);
with flow as (
  select b.n, p.school_id
    from breach b
    join breach_person l using (n)
    join plan_person p using (user_id)
   where b.kind = 'left' and p.school_id is distinct from b.school_id
   group by b.n, b.people, p.school_id
  having count(*) * 2 > b.people
)
insert into breach_link select a.n, b.n from flow a join flow b on b.school_id = a.school_id and b.n > a.n;
-- Each slice takes the lowest number of those linked with it, until none changes any more.
do $$
begin
  loop
    update breach b set hold = x.hold
      from (select k.n, min(o.hold) as hold
              from (select one as n, other as linked from breach_link
                    union all select other, one from breach_link) k
              join breach o on o.n = k.linked
             group by k.n) x
     where x.n = b.n and x.hold < b.hold;
    exit when not found;
  end loop;
end $$;

-- Nothing about a person is half done: who is in any slice that is held stays entirely as they are.
create temp table held_person as
  select distinct l.user_id
    from breach b join breach_person l using (n)
   where pg_temp.is_held(b.verdict)
     and not exists (select from plan_person p where p.user_id = l.user_id and p.returned);
create unique index on held_person (user_id);
analyze held_person;

update slice_verdict v
   set hold = b.hold,
       is_pending = b.verdict = 'accepted'
                    and exists (select from breach_person l join held_person h using (user_id) where l.n = b.n)
  from breach b
 where b.kind = v.kind and b.school_id is not distinct from v.school_id;

-- What is held ------------------------------------------------------------------------------------------------------
create temp table held_new as
  select p.* from plan_person p
    join slice_verdict v on v.kind = 'new' and v.school_id is not distinct from p.school_id and pg_temp.is_held(v.verdict)
   where p.is_new;
delete from plan_part t using held_new h where t.user_id = h.user_id;
delete from plan_person p using held_new h where p.n = h.n;

create temp table held_move as
  select m.school_id, m.user_id from moved m join held_person using (user_id);
analyze held_move;
update plan_person p set held = true, changed = false from held_person h where h.user_id = p.user_id;
delete from plan_part t using held_person h where t.user_id = h.user_id;
delete from moved m using held_person h where m.user_id = h.user_id;
delete from let_go l using held_person h where l.user_id = h.user_id;
delete from handed_over o using held_person h where o.user_id = h.user_id;

create temp table plan_leaver as
  select a.user_id, u.user_name, btrim(u.first_name || ' ' || u.last_name) as name, u.primary_school_id as school_id,
         h.user_id is not null as held
    from absent a join users u on u.id = a.user_id left join held_person h on h.user_id = a.user_id
   where a.absent_since is null;
create unique index on plan_leaver (user_id);

-- Schools that may lose nobody yet keep their groups, too.
create temp table held_school as
  select school_id from breach where kind = 'left' and pg_temp.is_held(verdict);
analyze held_school;

-- Another class, role or school is a change of the person too, though not of the account.
update plan_person p set moves = true
  from plan_part t
  join school_user su using (school_id, user_id)
 where t.user_id = p.user_id and not p.is_new
   and (su.class_name, su.grade) is distinct from (t.class_name, t.grade);
update plan_person p set moves = true from moved m where m.user_id = p.user_id;

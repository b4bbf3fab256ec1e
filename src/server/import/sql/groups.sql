-- Groups and memberships: what is new, what differs, what is no longer there.

create temp table group_match as
  select distinct on (group_id) n, group_id
    from (select distinct on (i.n) i.n, k.group_id, i.kind = 'current' as own
            from stage_group_id i
            join group_source k on k.source = i.source and k.source_id = i.id and k.kind <> 'duplicate'
           where i.kind <> 'duplicate'
           order by i.n, i.kind = 'current' desc, k.group_id) best
   order by group_id, own desc, n;
analyze group_match;

create temp table plan_group as
  select g.n, i.source, case when i.source = r.feed then i.id else i.source || ' ' || i.id end as source_id,
         coalesce(m.group_id, nextval((select pg_get_serial_sequence('groups', 'id')::regclass))) as group_id, m.group_id is null as is_new,
         null::text as full_name,
         ps.school_id, ps.n as school_n, g.name, g.stem, g.type, coalesce(g.source_type, '') as source_type,
         g.description, g.email, g.subject_code, g.grade, g.school_year, g.start_on, g.end_on, g.invalid, g.line,
         false as changed, o.name as old_name,
         s.group_id is not null as returned,
         m.group_id is not null and not exists (
           select from group_source k where k.source = i.source and k.source_id = i.id and k.kind = 'current') as renamed
    from stage_group g
    cross join stage_run r
    join group_school gs on gs.n = g.n
    join stage_group_id i on i.n = g.n and i.kind = 'current'
    left join plan_school ps on ps.n = gs.school_n
    left join group_match m on m.n = g.n
    left join groups o on o.id = m.group_id
    left join import_group s on s.group_id = m.group_id
   where g.kind <> 'school'
   order by g.n;
create unique index on plan_group (n);
create unique index on plan_group (group_id);
analyze plan_group;

-- A group stays at the school it is at while that one's people are held there.
update plan_group p set school_id = g.school_id
  from groups g join held_school h on h.school_id = g.school_id
 where g.id = p.group_id and p.school_id is distinct from g.school_id;

update plan_group p set changed = true
  from groups g
 where g.id = p.group_id and not p.is_new
   and (g.school_id, g.display_name, g.type, coalesce(g.source_type, ''), g.subject_code, g.grade, g.school_year,
        g.start_on, g.end_on)
       is distinct from
       (p.school_id, p.name, p.type, p.source_type, p.subject_code, p.grade, p.school_year, p.start_on, p.end_on);

create temp table plan_group_leaver as
  select g.id as group_id, g.name as full_name, g.display_name as name, g.school_id,
         h.held
    from stage_run r
    join groups g on g.source = r.feed
    left join import_group s on s.group_id = g.id
    -- Held with its school. The owner's groups have none: they are held with most of their members, or, where they have
    -- none, with most of the source's people.
    cross join lateral (
      select count(*) > 0 as held
        from (select from held_school where school_id is not distinct from g.school_id
              union all
              select from (
                select w.user_id from membership m left join held_person w using (user_id)
                 where m.group_id = g.id and m.source = r.feed
                union all
                select w.user_id from users u left join held_person w on w.user_id = u.id
                 where u.source = r.feed and not exists (select from membership m where m.group_id = g.id)) o
               where g.school_id is null
              having count(o.user_id) * 2 > count(*)) x) h
   where s.group_id is null
     and not exists (select from plan_group p where p.group_id = g.id)
     and not exists (select from group_source k join stage_problem b on b.source = k.source and b.id = k.source_id
                      where k.group_id = g.id and b.severity = 'rejected' and b.code like 'group.%');

-- Memberships ---------------------------------------------------------------------------------------------------
-- The members of a group, in the file and in the portal, are first compared by how many they are and a hash of them
-- all, thirty-two accounts at a time; only where that differs are they looked at one by one. Those of a class came
-- together and have numbers in a row; of a whole school's group one who is new shows few of the others.
-- Accounts are looked up in an array, by the person's number: for all memberships that takes less than a join.
create function pg_temp.user_of_number() returns bigint[] language sql stable set enable_mergejoin = off as $$
  select array_agg(coalesce(p.user_id, 0) order by n)
    from generate_series(1, (select max(n) from plan_person)) n left join plan_person p using (n)
$$;
create temp table group_differs as
  select g.n, d.group_id, d.part
    from (select group_id, part
            from (select group_id, user_id / 32 as part, hashint8extended(user_id, print) as print, 1 as side
                    from (select group_id, (select pg_temp.user_of_number())[person_n] as user_id, print
                            from (select g.group_id, f.print, unnest(m.person_ns) as person_n
                                    from stage_membership m
                                    join plan_group g on g.n = m.group_n and not g.is_new
                                    join fact f on f.n = m.fact_n) m offset 0) m
                   where user_id > 0
                  union all
                  select group_id, user_id / 32,
                         hashint8extended(user_id, pg_temp.print_of(role, subrole, start_on, end_on)), -1
                    from membership
                   where source = (select feed from stage_run)) x
           group by group_id, part
          having sum(side) <> 0 or bit_xor(print) <> 0) d
    join plan_group g using (group_id)
   where not g.is_new;
create temp table group_looked_at as
  select g.n, g.group_id, g.is_new from plan_group g
   where g.is_new or exists (select from group_differs d where d.n = g.n);
analyze group_differs; analyze group_looked_at;

-- Several terms of the same person in the same role of the same group are one membership from the first to the last.
-- Sorted, as it is to be written.
set local enable_hashagg = off;
create temp table plan_membership as
  select m.group_id, m.user_id, m.role, min(m.subrole) as subrole,
         case when bool_or(m.start_on is null) then null else min(m.start_on) end as start_on,
         case when bool_or(m.end_on is null) then null else max(m.end_on) end as end_on,
         bool_or(m.is_new) as group_is_new
    from (select s.group_id, s.user_id, f.role, f.subrole, f.start_on, f.end_on, s.is_new
            from (select n, group_id, is_new, fact_n, (select pg_temp.user_of_number())[person_n] as user_id
                    from (select g.n, g.group_id, g.is_new, m.fact_n, unnest(m.person_ns) as person_n
                            from stage_membership m join group_looked_at g on g.n = m.group_n) m offset 0) s
            join fact f on f.n = s.fact_n
            left join group_differs d on d.n = s.n and d.part = s.user_id / 32
           where s.user_id > 0 and (s.is_new or d.n is not null)) m
   group by m.group_id, m.user_id, m.role collate "C", m.role;
set local enable_hashagg = on;
analyze plan_membership;
create temp table stored_membership as
  select m.* from membership m join group_differs d on d.group_id = m.group_id and d.part = m.user_id / 32;
analyze stored_membership;

create temp table membership_added as
  select p.group_id, p.user_id, p.role, p.subrole, p.start_on, p.end_on
    from plan_membership p
   where not p.group_is_new
     and not exists (select from stored_membership m
                      where m.group_id = p.group_id and m.user_id = p.user_id and m.role = p.role);
create temp view membership_new as
  select group_id, user_id, role, subrole, start_on, end_on from plan_membership where group_is_new
  union all
  select group_id, user_id, role, subrole, start_on, end_on from membership_added;
create temp table membership_changed as
  select p.group_id, p.user_id, p.role, p.subrole, p.start_on, p.end_on
    from plan_membership p
    join stored_membership m using (group_id, user_id, role)
   where m.source = (select feed from stage_run) and (m.subrole, m.start_on, m.end_on) is distinct from (p.subrole, p.start_on, p.end_on);
-- Gone: the group and the person are both in the file, the membership is not. People who left keep theirs through the
-- days of grace, and lose them when these are over.
-- In two steps: of how many an anti-join finds nothing PostgreSQL has no idea, and what it then joins is left to luck.
create temp table membership_missing as
  select m.group_id, m.user_id, m.role
    from stored_membership m
   where m.source = (select feed from stage_run)
     and not exists (select from plan_membership x
                      where x.group_id = m.group_id and x.user_id = m.user_id and x.role = m.role);
analyze membership_missing;
create temp table membership_gone as
  select m.group_id, m.user_id, m.role
    from membership_missing m join plan_person p on p.user_id = m.user_id
  union all
  select m.group_id, m.user_id, m.role
    from stage_run r
    cross join lateral (select user_id from let_go
                        union
                        select a.user_id from absent a join users u on u.id = a.user_id
                         where a.absent_since is not null and u.expires_on < r.today) x
    join membership m on m.user_id = x.user_id and m.source = r.feed;
analyze membership_gone;

-- Guardians -----------------------------------------------------------------------------------------------------
create temp table plan_contact as
  select distinct on (p.user_id, i.source, i.id) p.user_id, c.relation, i.source, i.id as source_id,
         btrim(k.first_name || ' ' || k.last_name) as name,
         k.mobile, k.email
    from contact c
    join plan_person p using (n)
    join stage_person k on k.n = c.contact_n
    join stage_person_id i on i.n = c.contact_n and i.kind = 'current'
   order by p.user_id, i.source, i.id, c.relation;
analyze plan_contact;
create temp table plan_guardian as
  select distinct on (source, source_id) source, source_id, name, mobile, email from plan_contact
   order by source, source_id;

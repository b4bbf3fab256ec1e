-- Who in the file is whom in the portal, and what part they have where. `stage_run` holds the run's own values.

-- Whose files have been imported, and whether anybody here is another's.
create temp table known_feed as
  select feed from import_run where feed is not null and status = 'completed' and not dry_run
  union select feed from stage_run;
create temp table stage_several as
  select exists (select from known_feed f cross join stage_run r
                  where f.feed <> r.feed and exists (select from users u where u.source = f.feed)) as several;
analyze known_feed; analyze stage_several;

-- Schools -------------------------------------------------------------------------------------------------------
create temp table plan_school as
  select g.n, i.source, i.id as source_id, g.name, g.abbreviation as short_name, g.organization_number,
         found.id as school_id, null::text as code, found.id is null as is_new,
         coalesce(found.elsewhere, false) as elsewhere
    from stage_group g
    join stage_group_id i on i.n = g.n and i.kind = 'current'
    left join (
      select distinct on (k.n) k.n, x.id, x.elsewhere
        from stage_group h
        join stage_group_id k on k.n = h.n and k.kind <> 'duplicate'
        join (select id, source, source_id, false as elsewhere from school
              union all
              select school_id, source, source_id, true from school_source) x on x.source = k.source and x.source_id = k.id
       where h.kind = 'school'
       order by k.n, x.elsewhere, k.kind = 'current' desc, x.id) found on found.n = g.n
   where g.kind = 'school';
-- A school another source brought is known by its organisation number, as the one school this source is of, or by its
-- name. What it is called stays the other's to say.
-- A school of this source that has a new id, and whose old one is not in the file, is known by the same.
update plan_school p set school_id = x.id, is_new = false, elsewhere = x.elsewhere
  from (select distinct on (id) n, id, elsewhere
          from (select distinct on (n) n, id, rank, source <> feed as elsewhere
                  from (select p.n, s.id, 1 as rank, s.source, p.source as feed
                          from plan_school p join school s on s.organization_number = p.organization_number
                         where p.is_new
                        union all
                        select p.n, s.id, 2, s.source, p.source
                          from plan_school p cross join stage_run r join school s on s.id = r.school_id
                         where p.is_new and (select count(*) from plan_school) = 1 and s.source <> p.source
                        union all
                        select p.n, s.id, 3, s.source, p.source
                          from plan_school p join school s on lower(s.name) = lower(p.name)
                         where p.is_new
                           and (s.source <> p.source or (s.organization_number <> p.organization_number) is not true)) k
                 where not exists (select from plan_school o where o.school_id = k.id)
                 order by n, rank, id) best
         order by id, rank, n) x
 where x.n = p.n;
update plan_school set school_id = nextval(pg_get_serial_sequence('school', 'id')) where is_new;
analyze plan_school;

-- Parts people have ---------------------------------------------------------------------------------------------
-- One row per person and school (null: the owner itself) with the role there. A membership that is over gives no
-- part. Being "other" in a group (pupils' council, parents' council) makes nobody an employee.
create temp table group_part as
  select g.n, ps.school_id, g.kind <> 'group' as direct, g.type in ('class', 'basis', 'grade') is true as of_class
    from stage_group g
    join group_school s on s.n = g.n
    left join plan_school ps on ps.n = s.school_n
   -- The owner counts only for those who belong to no school: a group under it says nothing.
   where s.is_school or g.kind <> 'group';
analyze group_part;
create temp table part_fact as
  select n, role, title, is_primary, from_day, to_day from fact
   where counts and subrole is distinct from 'foresattrepresentant';
analyze part_fact;
-- Those at the school itself and in its classes first. Most of the others, which are several times as many, say nothing
-- about the part that these have not said, and need not be gathered by person.
create temp table near_member as
  select g.school_id, g.direct, m.fact_n, unnest(m.person_ns) as n
    from stage_membership m
    join group_part g on g.n = m.group_n and (g.direct or g.of_class)
    join part_fact f on f.n = m.fact_n and (g.direct or f.role <> 'other');
create temp table near_part as
  select m.n, m.school_id, bool_or(m.direct) as direct, bool_or(m.direct and f.role <> 'student') as other,
         bool_or(f.role <> 'student') as other_in_group, min(f.from_day) as from_day, max(f.to_day) as to_day,
         bool_or(m.direct and f.is_primary) as marked
    from near_member m join part_fact f on f.n = m.fact_n
   group by m.n, m.school_id;
create temp table title_of as
  -- Of several titles at a school, the leader's first.
  select distinct on (m.n, m.school_id) m.n, m.school_id, f.title
    from near_member m
    join part_fact f on f.n = m.fact_n and f.title is not null
   where m.direct
   order by m.n, m.school_id, array_position('{leader,administrator,contactTeacher,teacher}', f.role), f.title;
analyze near_part; analyze title_of;
create temp table part as
  select a.n, a.school_id, case when a.other then 'employee' else 'student' end as role, a.start_on, a.end_on, a.marked,
         t.title, a.direct
    from (select x.n, x.school_id,
                 case when bool_or(x.direct) then bool_or(x.other) else bool_or(x.other_in_group) end as other,
                 nullif(min(x.from_day), '-infinity') as start_on, nullif(max(x.to_day), 'infinity') as end_on,
                 bool_or(x.marked) as marked, bool_or(x.direct) as direct
            from (select n, school_id, direct, other, other_in_group, from_day, to_day, marked from near_part
                  union all
                  select m.n, m.school_id, false, false, m.other, m.from_day, m.to_day, false
                    from (select g.school_id, f.role <> 'student' as other, f.from_day, f.to_day, unnest(m.person_ns) as n
                            from stage_membership m
                            join group_part g on g.n = m.group_n and not g.direct and not g.of_class
                            join part_fact f on f.n = m.fact_n and f.role <> 'other') m
                    left join near_part p on p.n = m.n and p.school_id = m.school_id
                   where (m.from_day >= p.from_day and m.to_day <= p.to_day
                          and (p.direct or p.other_in_group or not m.other)) is not true) x
           group by x.n, x.school_id) a
    join stage_person p on p.n = a.n and p.active
    left join title_of t on t.n = a.n and t.school_id is not distinct from a.school_id;
analyze part;

-- The main one: as the source marks it, else an employee's, else the first.
create temp table main_part as
  select distinct on (n) n, role, school_id, title
    from part order by n, (school_id is not null) desc, marked desc, role, direct desc, school_id;
create index on main_part (n);
analyze main_part;

-- People --------------------------------------------------------------------------------------------------------
create temp table id_match as
  select i.n, i.kind, u.user_id, u.kind as known_kind
    from stage_person_id i join user_source u on u.source = i.source and u.source_id = i.id;
analyze id_match;
create temp table person_match as
  select i.n, i.user_id, i.kind = 'current' as own
    from id_match i
   where i.kind <> 'duplicate' and i.known_kind <> 'duplicate'
     -- Somebody has said that this record is another person.
     and not exists (select from stage_person_id c
                       join identity_decision d on d.kind = 'two-claim' and d.source = c.source and d.source_id = c.id
                      where c.n = i.n and c.kind = 'current' and d.user_id = i.user_id and not d.is_same);

-- Somebody another source brought is known by number and name together. The number alone is for a person to judge
-- (`identity.sql`). With one source there is nobody to look for.
insert into person_match
  select p.n, min(u.id), false
    from stage_person p
    cross join stage_run r
    join stage_person_id c on c.n = p.n and c.kind = 'current'
    join users u on u.national_number_hash = p.hash and u.source <> r.feed
     and lower(u.first_name) = lower(p.first_name) and lower(u.last_name) = lower(p.last_name)
   where (select several from stage_several)
     and not exists (select from person_match m where m.n = p.n)
     -- A wrong number is nobody's identity.
     and not 'nationalNumber' = any (p.invalid)
     and not exists (select from user_source k where k.user_id = u.id and k.source = c.source and k.kind = 'current')
     and not exists (select from users o where o.national_number_hash = p.hash and o.id <> u.id)
     and not exists (select from identity_decision d
                      where d.kind = 'same-number' and d.source = c.source and d.source_id = c.id
                        and d.user_id = u.id and not d.is_same)
   group by p.n;

analyze person_match;

-- Each person takes one account, each account one person; an id of one's own counts more than a former one.
create temp table person_account as
  select distinct on (user_id) n, user_id
    from (select distinct on (n) n, user_id, own from person_match order by n, own desc, user_id) best
   order by user_id, own desc, n;
create index on person_account (n);
analyze person_account;

-- Somebody else in the file has the account of this person: nothing is done with them until a human has looked.
create temp table contested as
  select distinct m.n, m.user_id from person_match m
   where not exists (select from person_account a where a.n = m.n);
analyze contested;

create temp table plan_person as
  select p.n, i.source, i.id as source_id,
         -- In the order of the file.
         coalesce(a.user_id, nextval((select pg_get_serial_sequence('users', 'id')::regclass))) as user_id,
         a.user_id is null as is_new, null::text as user_name,
         p.first_name, p.last_name, p.gender, p.birth_date, p.cipher, p.hash, p.masked, p.number_kind,
         p.stem, p.wished, p.email, p.mobile, p.invalid, m.title,
         -- As it mostly stays (`contact.sql`).
         array_remove(array[case when p.email is not null then 'email' end, case when p.mobile is not null then 'mobilePhone' end,
                            case when m.title is not null then 'title' end], null) as owned,
         p.line,
         case when u.role = 'studentBlockedEmployee' and m.role = 'employee' then u.role else m.role end as role,
         m.school_id,
         u.user_name as old_name, u.primary_school_id as old_school_id,
         false as changed,
         s.user_id is not null as returned,
         -- The account is another source's, as long as that has the person.
         s.user_id is null and u.source <> r.feed and u.source in (select feed from known_feed) is true as elsewhere,
         a.user_id is not null and k.n is null as renamed
    from stage_person p
    cross join stage_run r
    join main_part m using (n)
    join stage_person_id i on i.n = p.n and i.kind = 'current'
    left join person_account a on a.n = p.n
    left join users u on u.id = a.user_id
    left join import_person s on s.user_id = a.user_id
    left join id_match k on k.n = p.n and k.kind = 'current' and k.known_kind = 'current'
   where not exists (select from contested c where c.n = p.n)
   order by p.n;
-- Not as unique: every change of a row would look at all the row has been.
create index on plan_person (n);
create index on plan_person (user_id);
analyze plan_person (n, user_id, is_new, school_id, role, hash, source, source_id);

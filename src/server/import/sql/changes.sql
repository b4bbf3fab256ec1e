-- A file of changes (OneRoster's delta) made whole. What it does not speak of stands, so the rest of the source's
-- register is put beside it as the portal has it; then the same rules apply as to a whole file, guards and all.
-- Line 0 marks what is not from the file. Whoever was absent before stays so unless the file brings them back.
create index on stage_person_id (source, id);
create index on stage_group_id (source, id);
create index on stage_ended (group_source, group_id);
analyze stage_person; analyze stage_person_id; analyze stage_group; analyze stage_group_id;
analyze stage_ended;
-- What the file says of whom, by the ids it says it with.
create temp table said as
  select g.source as group_source, g.id as group_id, p.source as person_source, p.id as person_id, f.role, f.is_primary
    from (select group_n, fact_n, unnest(person_ns) as person_n from stage_membership) m
    join stage_fact f on f.n = m.fact_n
    join stage_group_id g on g.n = m.group_n and g.kind = 'current'
    join stage_person_id p on p.n = m.person_n and p.kind = 'current'
  union all
  select group_source, group_id, person_source, person_id, role, is_primary from stage_loose;
create index on said (person_source, person_id, group_id);
analyze said;

-- The id each person and group is spoken of by: that of the file, else the source's own, else any. People whose account
-- is another source's are known as far as this one has given them something.
create temp table known_user as
  select distinct on (u.id) u.id as user_id, k.source, k.source_id, i.n is not null as in_file
    from stage_feed f
    cross join lateral (select id from users where source = f.feed
                        union select user_id from school_user where source = f.feed
                        union select user_id from user_field_source where feed = f.feed) x
    join users u on u.id = x.id
    join user_source k on k.user_id = u.id and k.kind <> 'duplicate'
    left join stage_person_id i on i.source = k.source and i.id = k.source_id and i.kind <> 'duplicate'
   where i.n is not null or not exists (select from import_person s where s.user_id = u.id)
   order by u.id, i.n is not null desc, k.kind = 'current' desc, k.source = f.feed desc, k.source_id;
create index on known_user (user_id);
analyze known_user;

create temp table known_group as
  select distinct on (g.id) g.id as group_id, k.source, k.source_id, i.n is not null as in_file
    from stage_feed f
    join groups g on g.source = f.feed
    join group_source k on k.group_id = g.id and k.kind <> 'duplicate'
    left join stage_group_id i on i.source = k.source and i.id = k.source_id and i.kind <> 'duplicate'
   where (i.n is not null or not exists (select from import_group s where s.group_id = g.id))
     and not exists (select from stage_ended e
                      where e.group_source = k.source and e.group_id = k.source_id and e.person_id is null)
   order by g.id, i.n is not null desc, k.kind = 'current' desc, k.source = f.feed desc, k.source_id;
create index on known_group (group_id);
analyze known_group;

-- Schools other sources brought, too, where this one has people or groups: by the file's id where it names them, else by
-- the one it named them by before.
create temp table known_school as
  select s.id, s.name, s.organization_number, coalesce(i.source, k.source, s.source) as source,
         coalesce(i.id, k.source_id, s.source_id) as source_id
    from stage_feed f
    join school s on s.source = f.feed
                     or exists (select from school_user su where su.school_id = s.id and su.source = f.feed)
                     or exists (select from groups g where g.school_id = s.id and g.source = f.feed)
                     or exists (select from school_source o where o.school_id = s.id and o.source = f.feed)
    left join lateral (select o.source, o.source_id from school_source o
                        where o.school_id = s.id and o.source = f.feed order by o.source_id limit 1) k on true
    left join lateral (
      select i.source, i.id from stage_group g join stage_group_id i on i.n = g.n and i.kind = 'current'
       where g.kind = 'school' and s.source <> f.feed
         and (g.organization_number = s.organization_number or lower(g.name) = lower(s.name))
       order by (g.organization_number = s.organization_number) is true desc, g.n limit 1) i on true;
create unique index on known_school (id);

-- What the source fills of each person now.
create temp table known_field as
  select w.user_id, c.field
    from stage_feed f
    cross join known_user w
    join users u on u.id = w.user_id
    cross join lateral unnest(u.owned_fields) c (field)
    left join user_field_source k on k.user_id = u.id and k.field = c.field
   where coalesce(k.feed, u.source) = f.feed;
create index on known_field (user_id);
analyze known_field;

-- People --------------------------------------------------------------------------------------------------------
create temp table added_person as
  select (select coalesce(max(n), 0) from stage_person) + row_number() over (order by user_id) as n, user_id
    from known_user where not in_file;
insert into stage_person (n, line, first_name, last_name, gender, birth_date, cipher, hash, masked, number_kind, stem,
    email, mobile, active, invalid)
  select a.n, 0, u.first_name, u.last_name, coalesce(u.gender, 0), u.birth_date, u.national_number_cipher,
         u.national_number_hash, u.national_number_masked, u.national_number_kind, '',
         case when exists (select from known_field k where k.user_id = u.id and k.field = 'email') then u.email end,
         case when exists (select from known_field k where k.user_id = u.id and k.field = 'mobilePhone')
              then u.mobile_phone end, true, u.invalid_columns
    from added_person a join users u on u.id = a.user_id;
-- Facts that stand in a file of their own (OneRoster's demographics) and did not come along are not forgotten.
update stage_person p
   set birth_date = coalesce(p.birth_date, u.birth_date),
       gender = case when coalesce(p.gender, 0) = 0 then u.gender else p.gender end
  from stage_person_id i
  join known_user w on w.source = i.source and w.source_id = i.id and w.in_file
  join users u on u.id = w.user_id
 where i.n = p.n and i.kind <> 'duplicate' and not 'birthDate' = any (p.invalid);
insert into stage_person_id (n, kind, source, id)
  select a.n, case when k.kind = 'duplicate' then k.kind
                   when (k.source, k.source_id) = (w.source, w.source_id) then 'current' else 'old' end,
         k.source, k.source_id
    from added_person a join known_user w using (user_id) join user_source k using (user_id)
   -- What another source calls them now stands.
   where k.kind <> 'current' or k.source = w.source;

-- Next of kin of those who are not in the file, and those the file names without their row.
insert into stage_contact (n, relation, source, id)
  select a.n, ug.relation, g.source, g.source_id
    from added_person a join user_guardian ug using (user_id) join guardian g on g.id = ug.guardian_id;
create temp table added_guardian as
  select (select coalesce(max(n), 0) from stage_person) + row_number() over (order by g.id) as n, g.*
    from guardian g
   where exists (select from stage_contact c where c.source = g.source and c.id = g.source_id)
     and not exists (select from stage_person_id i where i.source = g.source and i.id = g.source_id);
insert into stage_person (n, line, first_name, last_name, gender, stem, email, mobile, active, invalid)
  select n, 0, '', name, 0, '', email, mobile_phone, true, '{}' from added_guardian;
insert into stage_person_id (n, kind, source, id) select n, 'current', source, source_id from added_guardian;

-- Schools and groups --------------------------------------------------------------------------------------------
create temp table added_group as
  select (select coalesce(max(n), 0) from stage_group) + row_number() over (order by is_school desc, id) as n,
         is_school, id, source, source_id
    from (select true as is_school, s.id::bigint as id, s.source, s.source_id
            from known_school s
           where not exists (select from stage_group_id i where i.source = s.source and i.id = s.source_id)
             and not exists (select from stage_ended e
                              where e.group_source = s.source and e.group_id = s.source_id and e.person_id is null)
          union all
          select false, group_id, source, source_id from known_group where not in_file) x;
insert into stage_group (n, line, kind, type, source_type, name, stem, organization_number, invalid)
  select a.n, 0, 'school', 'other', 'school', s.name, '', s.organization_number, '{}'
    from added_group a join known_school s on s.id = a.id where a.is_school;
insert into stage_group (n, line, kind, type, source_type, name, stem, description, email, subject_code, grade,
    school_year, start_on, end_on, parent_source, parent_id, invalid)
  select a.n, 0, case when g.source_type = 'owner' then 'owner' else 'group' end, g.type, g.source_type, g.display_name,
         '', g.description, g.email, g.subject_code, g.grade, g.school_year, g.start_on, g.end_on,
         coalesce(s.source, o.source), coalesce(s.source_id, o.source_id), g.invalid_columns
    from added_group a
    join groups g on g.id = a.id
    left join known_school s on s.id = g.school_id
    left join lateral (select k.source, k.source_id from groups h join known_group k on k.group_id = h.id
                        where h.source = g.source and h.source_type = 'owner' limit 1) o on true
   where not a.is_school;
insert into stage_group_id (n, kind, source, id) select n, 'current', source, source_id from added_group;
insert into stage_group_id (n, kind, source, id)
  select a.n, case when k.kind = 'duplicate' then k.kind else 'old' end, k.source, k.source_id
    from added_group a join group_source k on k.group_id = a.id
   where not a.is_school and (k.source, k.source_id) <> (a.source, a.source_id);

-- Places and memberships ----------------------------------------------------------------------------------------
-- What the file says of a person at a school stands instead of what was known of the two.
insert into stage_loose (line, group_source, group_id, person_source, person_id, role, title, start_on, end_on, is_primary)
  select 0, s.source, s.source_id, w.source, w.source_id, case su.role when 'student' then 'student' else 'other' end,
         case when su.is_primary and exists (select from known_field k where k.user_id = u.id and k.field = 'title')
              then u.title end, su.start_on, su.end_on,
         su.is_primary and not exists (select from said m
                                        where m.person_source = w.source and m.person_id = w.source_id and m.is_primary)
    from stage_feed f
    join school_user su on su.source = f.feed
    join known_school s on s.id = su.school_id
    join known_user w on w.user_id = su.user_id
    join users u on u.id = su.user_id
   where not exists (select from said m
                      where m.person_source = w.source and m.person_id = w.source_id
                        and m.group_source = s.source and m.group_id = s.source_id)
     -- Where the file names all schools of a person, one it leaves out is over.
     and not (f.names_all_schools and exists (
           select from said m
             join stage_group_id i on i.source = m.group_source and i.id = m.group_id
             join stage_group g on g.n = i.n and g.kind = 'school'
            where m.person_source = w.source and m.person_id = w.source_id))
     and not exists (select from stage_ended e
                      where e.group_source = s.source and e.group_id = s.source_id
                        and e.person_source = w.source and e.person_id = w.source_id);
insert into stage_loose (line, group_source, group_id, person_source, person_id, role, subrole, start_on, end_on, is_primary)
  select 0, g.source, g.source_id, w.source, w.source_id, m.role, m.subrole, m.start_on, m.end_on, false
    from stage_feed f
    join membership m on m.source = f.feed
    join known_group g on g.group_id = m.group_id
    join known_user w on w.user_id = m.user_id
   where not exists (select from said x
                      where x.person_source = w.source and x.person_id = w.source_id and x.group_source = g.source
                        and x.group_id = g.source_id and x.role = m.role)
     and not exists (select from stage_ended e
                      where e.group_source = g.source and e.group_id = g.source_id
                        and e.person_source = w.source and e.person_id = w.source_id and e.role = m.role);

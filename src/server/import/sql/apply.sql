-- The plan carried out, set by set, inside the run's operation. What is already as it should be is not touched.
insert into school (id, code, name, abbreviation, organization_number, source, source_id, created_at)
  overriding system value
  select p.school_id, p.code, p.name, p.code, p.organization_number, p.source, p.source_id, r.now
    from plan_school p cross join stage_run r where p.is_new order by p.n;
update school s set name = p.name, organization_number = p.organization_number, source = p.source, source_id = p.source_id
  from plan_school p
 where s.id = p.school_id and not p.is_new and not p.elsewhere
   and (s.name, s.organization_number, s.source, s.source_id)
       is distinct from (p.name, p.organization_number, p.source, p.source_id);

-- What this source calls those that another brought.
insert into school_source as o (source, source_id, school_id)
  select distinct on (p.source, p.source_id) p.source, p.source_id, p.school_id
    from plan_school p where p.elsewhere order by p.source, p.source_id, p.n
  on conflict (source, source_id) do update set school_id = excluded.school_id
    where o.school_id <> excluded.school_id;

select pg_temp.begin_many('users');
insert into users (id, user_name, first_name, last_name, email, mobile_phone, title, role, primary_school_id, gender,
    birth_date, source, national_number_cipher, national_number_hash, national_number_masked, national_number_kind,
    invalid_columns, owned_fields, created_at)
  overriding system value
  select p.user_id, p.user_name, p.first_name, p.last_name, p.email, p.mobile, p.title, p.role, p.school_id, p.gender,
         p.birth_date, r.feed, p.cipher, p.hash, p.masked, p.number_kind, p.invalid, p.owned, r.now
    from plan_person p cross join stage_run r where p.is_new order by p.n;
select pg_temp.end_many('users');
insert into user_name_taken (user_name, taken_at)
  select p.user_name, r.now from plan_person p cross join stage_run r where p.is_new
  on conflict do nothing;
update users u set
    first_name = p.first_name, last_name = p.last_name, email = p.email, mobile_phone = p.mobile, title = p.title, role = p.role,
    primary_school_id = p.school_id, gender = p.gender, birth_date = p.birth_date, invalid_columns = p.invalid,
    owned_fields = p.owned,
    -- The cipher differs each time it is made; it is written only for another number.
    national_number_cipher = case when t.other then p.cipher else u.national_number_cipher end,
    national_number_masked = case when t.other then p.masked else u.national_number_masked end,
    national_number_kind = case when t.other then p.number_kind else u.national_number_kind end,
    national_number_hash = case when t.other then p.hash else u.national_number_hash end,
    expires_on = case when p.returned then t.expires_before else u.expires_on end,
    -- Whoever returns by another source is that one's from now on.
    source = case when p.returned and u.source in (select feed from known_feed) then r.feed else u.source end,
    version = u.version + 1
  from plan_person p
  cross join stage_run r
  join users o on o.id = p.user_id
  left join import_person s on s.user_id = p.user_id
  cross join lateral (select p.hash is not null and p.hash is distinct from o.national_number_hash as other,
                             s.expires_before) t
 where u.id = p.user_id and not p.is_new and (p.changed or p.returned);
-- A date somebody set by hand comes back with the person.
insert into import_person (user_id, absent_since, expires_before)
  select l.user_id, r.today, u.expires_on
    from plan_leaver l join users u on u.id = l.user_id cross join stage_run r where not l.held
  on conflict (user_id) do update
    set absent_since = excluded.absent_since, expires_before = excluded.expires_before;
update users u set expires_on = r.expires_on, version = u.version + 1
  from plan_leaver l cross join stage_run r
 where u.id = l.user_id and not l.held and (u.expires_on is null or u.expires_on > r.expires_on);

delete from import_person s using plan_person p where s.user_id = p.user_id and p.returned;

-- Ids: the current one, those it replaced, and hints of double registration.
create temp table plan_id as
  select distinct on (i.source, i.id) i.source, i.id as source_id, p.user_id, i.kind
    from stage_person_id i join plan_person p using (n)
   order by i.source, i.id, array_position('{current,old,duplicate}', i.kind), p.n;
update user_source k set kind = 'old'
  from plan_person p
 where k.user_id = p.user_id and p.renamed and k.kind = 'current'
   -- What another source calls them stands.
   and (k.source = p.source or not p.elsewhere);
select pg_temp.begin_many('user_source');
insert into user_source (source, source_id, user_id, kind)
  select source, source_id, user_id, kind from plan_id order by user_id
  on conflict (source, source_id) do update set user_id = excluded.user_id, kind = excluded.kind
   where excluded.kind <> 'duplicate'
     and (user_source.kind = 'duplicate'
          or (user_source.user_id = excluded.user_id and user_source.kind <> excluded.kind));
select pg_temp.end_many('user_source');

select pg_temp.begin_many('school_user');
insert into school_user (school_id, user_id, role, class_name, grade, is_primary, source, start_on, end_on, added_at,
    sort_name, expires_on, shielded)
  select t.school_id, t.user_id, t.role, t.class_name, t.grade, t.is_primary, r.feed, t.start_on, t.end_on, r.now,
         u.sort_name, u.expires_on, u.shielded
    from plan_part t join users u on u.id = t.user_id cross join stage_run r
   where not exists (select from school_user su where su.school_id = t.school_id and su.user_id = t.user_id)
   order by t.school_id, t.user_id;
select pg_temp.end_many('school_user');
-- A place the portal gave ahead of the source is the source's once that gives it, too.
update school_user su set source = r.feed
  from plan_part t cross join stage_run r, school_change c
 where su.school_id = t.school_id and su.user_id = t.user_id and su.source = 'manual'
   and c.user_id = su.user_id and c.to_school_id = su.school_id and c.executed_at is not null and c.failure is null;
-- So is one it gave for a time, as soon as the source's own has begun; the access goes on beside it.
update school_user su set source = r.feed
  from access_entry e
  join plan_part t using (school_id, user_id)
  cross join stage_run r
 where e.kind = 'temporary' and e.status = 'active' and (t.start_on is null or t.start_on <= r.today)
   and su.school_id = e.school_id and su.user_id = e.user_id and su.source = 'temporary-access';
update school_user su set role = case when su.role = 'studentBlockedEmployee' and t.role = 'employee' then su.role else t.role end,
    class_name = t.class_name, grade = t.grade, is_primary = t.is_primary, start_on = t.start_on, end_on = t.end_on
  from plan_part t cross join stage_run r
 where su.school_id = t.school_id and su.user_id = t.user_id and su.source = r.feed
   and (case when su.role = 'studentBlockedEmployee' and t.role = 'employee' then t.role else su.role end,
        su.class_name, su.grade, su.is_primary, su.start_on, su.end_on)
       is distinct from (t.role, t.class_name, t.grade, t.is_primary, t.start_on, t.end_on);
-- Whoever has access for a time keeps the place for that time when the source takes it away.
update school_user su set source = 'temporary-access', role = e.role, class_name = null, grade = null, is_primary = false,
    start_on = e.start_on, end_on = e.end_on
  from moved m cross join stage_run r
  join access_entry e on e.user_id = m.user_id and e.school_id = m.school_id and e.kind = 'temporary' and e.status = 'active'
 where su.school_id = m.school_id and su.user_id = m.user_id and su.source = r.feed;
delete from school_user su using moved m, stage_run r
 where su.school_id = m.school_id and su.user_id = m.user_id and su.source = r.feed;

-- Several sources: whose the account is now, and which of them filled what.
update users u set source = h.feed, primary_school_id = h.school_id, version = u.version + 1
  from handed_over h where u.id = h.user_id;
update school_user su set is_primary = true
  from handed_over h where su.user_id = h.user_id and su.school_id = h.school_id and not su.is_primary;
update school_user su set is_primary = false
  from plan_person p cross join stage_run r
 where p.returned and su.user_id = p.user_id and su.source <> r.feed and su.is_primary
   and su.school_id is distinct from p.school_id;
create temp table filled as
  select p.user_id, f.field, p.elsewhere
    from kept k
    join plan_person p on p.user_id = k.user_id
    cross join lateral (values ('name', true), ('email', 'email' = any (p.owned)),
                               ('mobilePhone', 'mobilePhone' = any (p.owned)), ('title', 'title' = any (p.owned))) f (field, is_sent)
   where not p.is_new and not p.held and f.is_sent and not f.field = any (k.fields);
delete from user_field_source s using stage_run r, users u
 where u.id = s.user_id
   and (exists (select from filled f where f.user_id = s.user_id and f.field = s.field and u.source = r.feed)
        or (s.feed = r.feed
            and (exists (select from let_go l where l.user_id = s.user_id)
                 or (exists (select from plan_person p where p.user_id = s.user_id and not p.held)
                     and not exists (select from filled f where f.user_id = s.user_id and f.field = s.field)))));
insert into user_field_source (user_id, field, feed)
  select f.user_id, f.field, r.feed
    from filled f cross join stage_run r join users u on u.id = f.user_id
   where f.elsewhere and u.source <> r.feed
  on conflict (user_id, field) do update set feed = excluded.feed where user_field_source.feed <> excluded.feed;

insert into guardian (source, source_id, name, mobile_phone, email)
  select source, source_id, name, mobile, email from plan_guardian order by source, source_id
  on conflict (source, source_id) do update
    set name = excluded.name, mobile_phone = excluded.mobile_phone, email = excluded.email
  where (guardian.name, guardian.mobile_phone, guardian.email)
        is distinct from (excluded.name, excluded.mobile_phone, excluded.email);
select pg_temp.begin_many('user_guardian');
insert into user_guardian (user_id, guardian_id, relation)
  select c.user_id, g.id, c.relation
    from plan_contact c join guardian g on g.source = c.source and g.source_id = c.source_id
  on conflict (user_id, guardian_id) do update set relation = excluded.relation
  where user_guardian.relation <> excluded.relation;
select pg_temp.end_many('user_guardian');
delete from user_guardian ug using plan_person p, guardian g
 where ug.user_id = p.user_id and g.id = ug.guardian_id
   and not exists (select from plan_contact c
                    where c.user_id = ug.user_id and c.source = g.source and c.source_id = g.source_id);
-- They are here only for their children's sake.
delete from guardian g where not exists (select from user_guardian ug where ug.guardian_id = g.id);

select pg_temp.begin_many('groups');
insert into groups (id, school_id, name, display_name, type, source_type, description, email, subject_code, grade,
    school_year, start_on, end_on, source, source_id, invalid_columns, created_at)
  overriding system value
  select p.group_id, p.school_id, p.full_name, p.name, p.type, nullif(p.source_type, ''), p.description, p.email,
         p.subject_code, p.grade, p.school_year, p.start_on, p.end_on, r.feed, p.source_id, p.invalid, r.now
    from plan_group p cross join stage_run r where p.is_new order by p.n;
select pg_temp.end_many('groups');
update groups g set school_id = p.school_id, display_name = p.name, type = p.type,
    source_type = nullif(p.source_type, ''), subject_code = p.subject_code, grade = p.grade,
    school_year = p.school_year, start_on = p.start_on, end_on = p.end_on, source_id = p.source_id,
    expires_on = case when p.returned then null else g.expires_on end, version = g.version + 1
  from plan_group p
 where g.id = p.group_id and not p.is_new and (p.changed or p.returned or p.renamed);
update groups g set expires_on = r.expires_on, version = g.version + 1
  from plan_group_leaver l cross join stage_run r
 where g.id = l.group_id and not l.held and (g.expires_on is null or g.expires_on > r.expires_on);
insert into import_group (group_id, absent_since)
  select l.group_id, r.today from plan_group_leaver l cross join stage_run r where not l.held
  on conflict (group_id) do update set absent_since = excluded.absent_since;
delete from import_group s using plan_group p where s.group_id = p.group_id and p.returned;

update group_source k set kind = 'old'
  from plan_group p where k.group_id = p.group_id and p.renamed and k.kind = 'current';
select pg_temp.begin_many('group_source');
insert into group_source (source, source_id, group_id, kind)
  select distinct on (i.source, i.id) i.source, i.id, p.group_id, i.kind
    from stage_group_id i join plan_group p using (n)
   order by i.source, i.id, array_position('{current,old,duplicate}', i.kind), p.n
  on conflict (source, source_id) do update set group_id = excluded.group_id, kind = excluded.kind
   where excluded.kind <> 'duplicate'
     and (group_source.kind = 'duplicate'
          or (group_source.group_id = excluded.group_id and group_source.kind <> excluded.kind));
select pg_temp.end_many('group_source');

delete from membership m using membership_gone g
 where m.group_id = g.group_id and m.user_id = g.user_id and m.role = g.role;
update membership m set subrole = c.subrole, start_on = c.start_on, end_on = c.end_on
  from membership_changed c
 where m.group_id = c.group_id and m.user_id = c.user_id and m.role = c.role;

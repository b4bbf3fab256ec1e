-- Several sources may know the same person. The account is the one's that brought it, for as long as that has them; of
-- the fields several fill (name, e-mail, telephone, title) each is the source's with the lowest place for it. Where the
-- places are even, the account's own source is believed.
create temp table feed_place as
  select f.feed, w.field, coalesce(min(coalesce((d.precedence ->> w.field)::integer, d.place)), 1000) as place
    from known_feed f
    cross join stage_run r
    cross join unnest('{name,email,mobilePhone,title}'::text[]) w (field)
    left join data_source_state s on s.feed = f.feed
    left join data_source d on d.id = s.source_id or (d.id = r.source_id and f.feed = r.feed)
   group by f.feed, w.field;

-- What this run leaves as it is: another source's fields it is not believed about, or says nothing of.
create temp table kept as
  select p.n, p.user_id,
         coalesce(array_agg(f.field) filter (
           where coalesce(k.feed, u.source) <> r.feed
             and (not f.is_sent
                  or (f.is_there and (mine.place > theirs.place or (mine.place = theirs.place and p.elsewhere))))), '{}')
           as fields
    from (select n, user_id, elsewhere, email, mobile, title from plan_person where elsewhere
          union
          select n, user_id, elsewhere, email, mobile, title from plan_person
           where user_id in (select user_id from user_field_source)) p
    cross join stage_run r
    join users u on u.id = p.user_id
    cross join lateral (values ('name', true, true),
                               ('email', p.email is not null, u.email is not null),
                               ('mobilePhone', p.mobile is not null, u.mobile_phone is not null),
                               ('title', p.title is not null, u.title is not null)) f (field, is_sent, is_there)
    left join user_field_source k on k.user_id = u.id and k.field = f.field
    join feed_place mine on mine.feed = r.feed and mine.field = f.field
    left join feed_place theirs on theirs.feed = coalesce(k.feed, u.source) and theirs.field = f.field
   group by p.n, p.user_id;
create index on kept (user_id);
analyze feed_place; analyze kept;

update plan_person p set first_name = u.first_name, last_name = u.last_name
  from kept k join users u on u.id = k.user_id
 where k.user_id = p.user_id and 'name' = any (k.fields);
-- Part and facts are the account's own source's.
update plan_person p
   set role = u.role, school_id = u.primary_school_id, gender = u.gender, birth_date = u.birth_date
  from users u where u.id = p.user_id and p.elsewhere;
-- So is what is wrong with a field.
update plan_person p
   set invalid = array(
         select f from unnest(u.invalid_columns) f
          where f = any (k.fields) or (p.elsewhere and f in ('birthDate', 'nationalNumber'))
         union
         select f from unnest(p.invalid) f
          where not (f = any (k.fields) or (p.elsewhere and f in ('birthDate', 'nationalNumber')))
         order by 1)
  from kept k join users u on u.id = k.user_id where k.user_id = p.user_id;

-- A change of primary school that somebody registered holds against the file for as long as that names the old one.
update plan_person p set school_id = c.to_school_id
  from school_change c cross join stage_run r
 where c.user_id = p.user_id and c.executed_at is not null and c.failure is null and c.from_school_id is not distinct from p.school_id
   and (exists (select from part where part.n = p.n and part.school_id = c.to_school_id)
        or exists (select from school_user su where su.user_id = c.user_id and su.school_id = c.to_school_id
                                                and su.source <> r.feed));

-- Who is no longer there, who moves, and whose account changes. Nobody is deleted for being absent: the account expires
-- after the days of grace. Whether it can be believed is weighed next (`guard.sql`).

-- Of this feed, not in the file with a part; a record that was refused is no absence.
create temp table absent as
  select u.id as user_id, s.absent_since
    from stage_run r
    join users u on u.source = r.feed
    left join import_person s on s.user_id = u.id
   where not exists (select from plan_person p where p.user_id = u.id)
     and not exists (select from contested c where c.user_id = u.id)
     and not exists (select from user_source k join stage_problem b on b.source = k.source and b.id = k.source_id
                      where k.user_id = u.id and b.severity = 'rejected' and b.code ~ '^(person|record|membership)\.(?!unknown-)');
create unique index on absent (user_id);
analyze absent;

-- Somebody another source still has loses what this one gave, and the account goes over to the other.
create temp table handed_over as
  select distinct on (a.user_id) a.user_id, o.source as feed, o.school_id
    from absent a
    cross join stage_run r
    join users u on u.id = a.user_id
    join school_user o on o.user_id = a.user_id and o.source <> r.feed and o.source in (select feed from known_feed)
   where (select several from stage_several) and a.absent_since is null
   order by a.user_id, o.school_id = u.primary_school_id desc, o.school_id;
delete from absent a using handed_over h where h.user_id = a.user_id;
-- So does an account of another source's that this one has no longer; the account stays where it is.
create temp table let_go as
  select user_id from handed_over
  union
  select x.user_id
    from stage_run r
    cross join lateral (select user_id from school_user where source = r.feed
                        union select user_id from membership where source = r.feed
                        union select user_id from user_field_source where feed = r.feed) x
    join users u on u.id = x.user_id and u.source <> r.feed
   where (select several from stage_several)
     and not exists (select from plan_person p where p.user_id = u.id)
     and not exists (select from contested c where c.user_id = u.id)
     and not exists (select from user_source k join stage_problem b on b.source = k.source and b.id = k.source_id
                      where k.user_id = u.id and b.severity = 'rejected' and b.code ~ '^(person|record|membership)\.(?!unknown-)');
create unique index on let_go (user_id);
analyze let_go;

-- A pupil's class and grade at a school: of the groups that count today, the one begun last.
create temp table class_member as
  select m.group_n, unnest(m.person_ns) as person_n, f.role, f.start_on, f.is_primary
    from stage_membership m
    join stage_group g on g.n = m.group_n and g.type in ('class', 'basis', 'grade')
    join fact f on f.n = m.fact_n and f.counts and f.role in ('student', 'contactTeacher');
analyze class_member;
create temp table pupil_of as
  select p.user_id, ps.school_id, g.type = 'grade' as is_grade, g.n, g.name, g.grade, m.start_on, m.is_primary
    from class_member m
    join stage_group g on g.n = m.group_n
    join group_school s on s.n = g.n
    join plan_school ps on ps.n = s.school_n
    join plan_person p on p.n = m.person_n
   where m.role = 'student';
create temp table class_of as
  select distinct on (m.user_id, m.school_id) m.user_id, m.school_id, m.name, m.grade
    from pupil_of m cross join stage_run r
   where not m.is_grade
   order by m.user_id, m.school_id, coalesce(m.start_on, '-infinity') <= r.today desc, m.is_primary desc,
            m.start_on desc nulls last, m.n;
create temp table grade_of as
  select distinct on (m.user_id, m.school_id) m.user_id, m.school_id, coalesce(m.grade, m.name) as grade
    from pupil_of m cross join stage_run r
   where m.is_grade
   order by m.user_id, m.school_id, coalesce(m.start_on, '-infinity') <= r.today desc, m.start_on desc nulls last, m.n;
analyze class_of; analyze grade_of;
create temp table plan_part as
  select p.user_id, part.school_id, part.role, part.start_on, part.end_on, p.school_id is not distinct from part.school_id as is_primary,
         c.name as class_name, coalesce(g.grade, c.grade) as grade
    from part
    join plan_person p using (n)
    left join class_of c on c.user_id = p.user_id and c.school_id = part.school_id and part.role = 'student'
    left join grade_of g on g.user_id = p.user_id and g.school_id = part.school_id and part.role = 'student'
   where part.school_id is not null;
create unique index on plan_part (school_id, user_id);
analyze plan_part;

-- Parts that end: the person is in the file, but no longer at the school.
create temp table moved as
  select su.school_id, su.user_id
    from stage_run r
    join school_user su on su.source = r.feed
    join plan_person p on p.user_id = su.user_id
   where not exists (select from plan_part t where t.school_id = su.school_id and t.user_id = su.user_id)
  union all
  select su.school_id, su.user_id
    from stage_run r join school_user su on su.source = r.feed join let_go l on l.user_id = su.user_id;
analyze moved;

-- School by school; the owner's own people are a slice too (school null).
create temp table slice as
  with here as (
    select su.school_id, su.user_id from stage_run r join school_user su on su.source = r.feed
    union all
    select null, u.id from stage_run r join users u on u.source = r.feed
     where not exists (select from school_user su where su.user_id = u.id and su.source = r.feed)
  )
  select h.school_id, count(*) filter (where a.user_id is null or a.absent_since is null) as people,
         count(*) filter (where (a.user_id is not null and a.absent_since is null) or m.user_id is not null) as leaving
    from here h
    left join absent a on a.user_id = h.user_id
    left join moved m on m.user_id = h.user_id and m.school_id = h.school_id
   group by h.school_id;
update plan_person p set changed = true
  from users u
 where u.id = p.user_id and not p.is_new
   and (u.first_name, u.last_name, u.gender, u.birth_date, u.role, u.primary_school_id, u.email, u.mobile_phone, u.title,
        u.national_number_hash, u.invalid_columns, u.owned_fields)
       is distinct from
       (p.first_name, p.last_name, p.gender, p.birth_date, p.role, p.school_id, p.email, p.mobile, p.title,
        -- A number the source no longer sends is not forgotten.
        coalesce(p.hash, u.national_number_hash), p.invalid, p.owned);

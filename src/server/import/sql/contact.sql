-- E-mail, telephone and title are the source's as long as it sends them; otherwise they may be edited in the portal.
-- An address that somebody else has is not taken.
create temp table wanted_contact as
  select p.n, p.user_id, u.email as email_now, u.owned_fields as owned_now, coalesce(k.fields, '{}') as kept,
         case when 'email' = any (k.fields) then u.email
              else coalesce(p.email, case when 'email' = any (u.owned_fields) then null else u.email end) end as email,
         case when 'mobilePhone' = any (k.fields) then u.mobile_phone
              else coalesce(p.mobile, case when 'mobilePhone' = any (u.owned_fields) then null else u.mobile_phone end)
         end as mobile,
         case when 'title' = any (k.fields) then u.title
              else coalesce(p.title, case when 'title' = any (u.owned_fields) then null else u.title end) end as title
    from plan_person p
    left join users u on u.id = p.user_id
    left join kept k on k.user_id = p.user_id;
analyze wanted_contact;

create temp table email_taken as
  select n from (
    select w.n, w.email,
           exists (select from users o where lower(o.email) = lower(w.email) and o.id <> w.user_id) as in_use,
           row_number() over (partition by lower(w.email) order by w.n) as place
      from wanted_contact w
     where w.email is not null and lower(w.email) is distinct from lower(w.email_now)) x
   where in_use or place > 1;
update wanted_contact w set email = w.email_now from email_taken t where t.n = w.n;
update plan_person p set invalid = p.invalid || '{email}' from email_taken t
  where t.n = p.n and not 'email' = any (p.invalid);
insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.email-taken', p.line, p.source, p.source_id, ''
    from email_taken t join plan_person p using (n) order by p.line;
-- Most have what they were given and are not written again.
update plan_person p set email = w.email, mobile = w.mobile, title = w.title, owned = w.owned
  from (select f.n, x.email, x.mobile, x.title, o.owned
          from plan_person f
          join wanted_contact x using (n)
         cross join lateral (select array_remove(array[
          case when case when 'email' = any (x.kept) then 'email' = any (x.owned_now) else f.email = x.email end then 'email' end,
          case when case when 'mobilePhone' = any (x.kept) then 'mobilePhone' = any (x.owned_now)
                         else f.mobile is not null end then 'mobilePhone' end,
          case when case when 'title' = any (x.kept) then 'title' = any (x.owned_now)
                         else f.title is not null end then 'title' end], null) as owned offset 0) o
         where (f.email, f.mobile, f.title, f.owned) is distinct from (x.email, x.mobile, x.title, o.owned)) w
 where p.n = w.n;

insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.no-part', p.line, i.source, i.id, ''
    from stage_person p
    join stage_person_id i on i.n = p.n and i.kind = 'current'
   where not exists (select from main_part m where m.n = p.n)
     and not exists (select from contact c where c.contact_n = p.n)
   order by p.line;

-- The same number on two accounts is for a human to settle (personal-number duplicates). A wrong number is nobody's
-- identity, and is flagged as wrong.
create temp table number_elsewhere as
  select p.n, u.id as user_id
    from plan_person p
    join stage_person s on s.n = p.n and not 'nationalNumber' = any (s.invalid)
    join users u on u.national_number_hash = p.hash and u.id <> p.user_id;
analyze number_elsewhere;
insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.number-shared', p.line, p.source, p.source_id, p.masked
    from plan_person p
   where p.hash in (select o.hash from plan_person o join stage_person s on s.n = o.n
                     where o.hash is not null and not 'nationalNumber' = any (s.invalid)
                     group by o.hash having count(*) > 1)
      or p.n in (select n from number_elsewhere)
   order by p.line;

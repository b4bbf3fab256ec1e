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
update plan_person p set email = w.email, mobile = w.mobile, title = w.title, owned = o.owned
  from (select n, array_remove(array[
          case when case when 'email' = any (w.kept) then 'email' = any (w.owned_now) else f.email = w.email end then 'email' end,
          case when case when 'mobilePhone' = any (w.kept) then 'mobilePhone' = any (w.owned_now)
                         else f.mobile is not null end then 'mobilePhone' end,
          case when case when 'title' = any (w.kept) then 'title' = any (w.owned_now)
                         else f.title is not null end then 'title' end], null) as owned
          from wanted_contact w join plan_person f using (n)) o
  join wanted_contact w using (n)
 where p.n = o.n and (p.email, p.mobile, p.title, p.owned) is distinct from (w.email, w.mobile, w.title, o.owned);

insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.no-part', p.line, i.source, i.id, ''
    from stage_person p
    join stage_person_id i on i.n = p.n and i.kind = 'current'
   where not exists (select from main_part m where m.n = p.n)
     and not exists (select from stage_contact c join person_ref r on r.source = c.source and r.id = c.id where r.n = p.n)
   order by p.line;

-- The same number on two accounts is for a human to settle (personal-number duplicates).
insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.number-shared', p.line, p.source, p.source_id, p.masked
    from plan_person p
    join (select hash
            from (select hash, user_id from plan_person where hash is not null
                  union
                  select u.national_number_hash, u.id
                    from plan_person f join users u on u.national_number_hash = f.hash) holders
           group by hash having count(*) > 1) shared using (hash)
   order by p.line;

-- Names for those who are new: given once, in an order that does not depend on the database, and never again to
-- anybody else. The ledger remembers the names of accounts that are gone.
create temp table name_given (n integer, user_name text);

-- What the source proposes, where the site takes that and nobody ever had it.
insert into name_given
  select distinct on (wished) n, wished from plan_person p
   where is_new and wished is not null
     and not exists (select from user_name_taken t where t.user_name = p.wished)
     and not exists (select from users u where lower(u.user_name) = p.wished)
   order by wished, n;

insert into name_given
  with stems as (
    select distinct stem from plan_person where is_new
  ), used as (
    select user_name from user_name_taken
    union all select lower(user_name) from users
    union all select user_name from name_given
  ), highest as (
    select s.stem, max(substr(u.user_name, length(s.stem) + 1)::bigint) as number
      -- Of hundreds of thousands of names: a regular expression would take ten times as long.
      from used u join stems s on s.stem = rtrim(u.user_name, '0123456789') and length(u.user_name) > length(s.stem)
     group by s.stem
  ), numbered as (
    select p.n, p.stem,
           (coalesce(h.number, 0)
             + row_number() over (partition by p.stem order by p.source collate "C", p.source_id collate "C"))::text as number
      from plan_person p left join highest h using (stem)
     where p.is_new and not exists (select from name_given g where g.n = p.n)
  )
  select n, stem || lpad(number, greatest(length(number), r.digits), '0') from numbered cross join stage_run r;
analyze name_given;
update plan_person p set user_name = g.user_name from name_given g where g.n = p.n;

-- Groups of the same name at a school get a number; `_` stands in no name by itself.
update plan_group p set full_name = x.full_name
  from (
    with bases as (
      select n, left(case when s.code is null then '' else s.code || ' ' end || stem, 60) as base
        from plan_group g left join (select id, abbreviation as code from school
                                     union all select school_id, code from plan_school where is_new) s on s.id = g.school_id
       where g.is_new
    ), highest as (
      select b.base, max(coalesce(substring(g.name from '_(\d{1,6})$')::integer, 1)) as number
        from (select distinct base from bases) b
        join groups g on lower(regexp_replace(g.name, '_\d{1,6}$', '')) = lower(b.base)
       group by b.base
    ), numbered as (
      select b.n, b.base, coalesce(h.number, 0) + row_number() over (partition by lower(b.base) order by
               i.source collate "C", i.source_id collate "C") as number
        from bases b join plan_group i using (n) left join highest h on h.base = b.base
    )
    select n, case when number = 1 then base else left(base, 63 - length(number::text)) || '_' || number end as full_name
      from numbered
  ) x
 where x.n = p.n;

-- Among changes: what is wrong with people who were not in the file has been said when they were (`changes.sql`).
delete from stage_problem where line = 0;

-- The file made consistent in itself: each id names one record, each reference finds its record or is reported.
analyze stage_person (n, hash, active); analyze stage_person_id; analyze stage_contact;
analyze stage_group; analyze stage_group_id; analyze stage_loose;

-- The same id twice: the first stands.
create temp table repeated_person as
  select i.n, i.source, i.id
    from stage_person_id i
    join (select source, id, min(n) as first from stage_person_id where kind = 'current'
           group by source, id having count(*) > 1) r using (source, id)
   where i.kind = 'current' and i.n <> r.first;
insert into stage_problem (severity, code, line, source, id, found)
  select 'rejected', 'person.repeated', p.line, r.source, r.id, r.id
    from repeated_person r join stage_person p using (n) order by p.line;
delete from stage_person using repeated_person r where stage_person.n = r.n;
delete from stage_person_id using repeated_person r where stage_person_id.n = r.n;
delete from stage_contact using repeated_person r where stage_contact.n = r.n;

create temp table repeated_group as
  select i.n, i.source, i.id
    from stage_group_id i
    join (select source, id, min(n) as first from stage_group_id where kind = 'current'
           group by source, id having count(*) > 1) r using (source, id)
   where i.kind = 'current' and i.n <> r.first;
insert into stage_problem (severity, code, line, source, id, found)
  select 'rejected', 'group.repeated', g.line, r.source, r.id, r.id
    from repeated_group r join stage_group g using (n) order by g.line;
delete from stage_group using repeated_group r where stage_group.n = r.n;
delete from stage_group_id using repeated_group r where stage_group_id.n = r.n;

-- What an id refers to: a record's own id, of which there is only one by now, before one it was called by earlier.
create temp table person_ref as
  select source, id, n from stage_person_id where kind = 'current'
  union all
  (select distinct on (o.source, o.id) o.source, o.id, o.n
     from stage_person_id o
    where o.kind = 'old'
      and not exists (select from stage_person_id c where c.kind = 'current' and c.source = o.source and c.id = o.id)
    order by o.source, o.id, o.n);
create temp table group_ref as
  select source, id, n from stage_group_id where kind = 'current'
  union all
  (select distinct on (o.source, o.id) o.source, o.id, o.n
     from stage_group_id o
    where o.kind = 'old'
      and not exists (select from stage_group_id c where c.kind = 'current' and c.source = o.source and c.id = o.id)
    order by o.source, o.id, o.n);
create index on group_ref (source, id);
analyze person_ref; analyze group_ref;

-- A group's school is the nearest school among its ancestors. An owner has none, and needs none.
create temp table group_school as
  with recursive up (n, at, depth) as (
    select n, n, 0 from stage_group where kind = 'group'
    union all
    select up.n, r.n, up.depth + 1
      from up
      join stage_group g on g.n = up.at and g.kind = 'group'
      join group_ref r on r.source = g.parent_source and r.id = g.parent_id
     where r.n <> up.at and up.depth < 8
  )
  select up.n, g.n as school_n, g.kind = 'school' as is_school
    from up join stage_group g on g.n = up.at and g.kind <> 'group'
  union all
  select n, n, kind = 'school' from stage_group where kind <> 'group';
create index on group_school (n);

insert into stage_problem (severity, code, line, source, id, found)
  select 'rejected', 'group.unknown-parent', g.line, i.source, i.id,
         coalesce(g.parent_id, '')
    from stage_group g
    join stage_group_id i on i.n = g.n and i.kind = 'current'
   where not exists (select from group_school s where s.n = g.n)
   order by g.line;
create temp table dropped_group as
  select n from stage_group g where not exists (select from group_school s where s.n = g.n);
analyze dropped_group;
delete from group_ref r using dropped_group d where d.n = r.n;
delete from stage_group g using dropped_group d where d.n = g.n;

insert into stage_problem (severity, code, line, source, id, found)
  select 'rejected', code, line, source, id, found
    from (select case when g.n is null then 'membership.unknown-group' else 'membership.unknown-person' end as code,
                 s.line, s.person_source as source, s.person_id as id,
                 case when g.n is null then s.group_id else s.person_id || ' · ' || s.group_id end as found
            from stage_loose s
            left join group_ref g on g.source = s.group_source and g.id = s.group_id
            left join person_ref p on p.source = s.person_source and p.id = s.person_id
           where g.n is null or p.n is null
          union all
          select 'membership.unknown-group', m.line, p.source, p.id, g.id
            from dropped_group d
            join (select group_n, unnest(person_ns) as person_n, unnest(lines) as line from stage_membership) m on m.group_n = d.n
            join stage_group_id g on g.n = d.n and g.kind = 'current'
            join stage_person_id p on p.n = m.person_n and p.kind = 'current') x
   order by line;
delete from stage_membership m using dropped_group d where m.group_n = d.n;
create temp table loose_fact as
  select (select coalesce(max(n), 0) from stage_fact) + row_number() over () as n, x.*
    from (select distinct role, subrole, title, start_on, end_on, is_primary from stage_loose) x;
insert into stage_fact (n, role, subrole, title, start_on, end_on, is_primary)
  select n, role, subrole, title, start_on, end_on, is_primary from loose_fact;
insert into stage_membership (group_n, fact_n, person_ns, lines)
  select g.n, f.n, array_agg(p.n), array_agg(s.line)
    from stage_loose s
    join group_ref g on g.source = s.group_source and g.id = s.group_id
    join person_ref p on p.source = s.person_source and p.id = s.person_id
    -- What may be hashed finds it, the last says that it is it.
    join loose_fact f on f.role = s.role and f.is_primary = s.is_primary and coalesce(f.subrole, '') = coalesce(s.subrole, '')
                     and coalesce(f.start_on, 'infinity') = coalesce(s.start_on, 'infinity')
                     and coalesce(f.end_on, 'infinity') = coalesce(s.end_on, 'infinity')
                     and (f.subrole, f.title, f.start_on, f.end_on) is not distinct from (s.subrole, s.title, s.start_on, s.end_on)
   group by g.n, f.n, p.n / 128;
analyze stage_fact; analyze stage_membership (group_n, fact_n);

-- What is the same for each membership that says the same is found out once: whether it counts today or later (from when to
-- when without an end is to be compared), and a hash of what is stored of it. (PostgreSQL's hash of a record as a whole
-- takes twice the time.)
create function pg_temp.print_of(role text, subrole text, start_on date, end_on date) returns bigint
language sql immutable as $$
  select hashtextextended(role, coalesce(hashtextextended(subrole, 1), 1) # coalesce(timestamp_hash_extended(start_on, 2), 2)
    # coalesce(timestamp_hash_extended(end_on, 3), 3))
$$;
create temp table fact as
  select f.n, f.role, f.subrole, f.title, f.start_on, f.end_on, f.is_primary,
         f.end_on is null or f.end_on >= r.today as counts,
         coalesce(f.start_on, '-infinity') as from_day, coalesce(f.end_on, 'infinity') as to_day,
         pg_temp.print_of(f.role, f.subrole, f.start_on, f.end_on) as print
    from stage_fact f cross join stage_run r;
analyze fact;

-- Whom each contact is, once.
create temp table contact as
  select c.n, c.relation, r.n as contact_n, case when r.n is null then c.id end as unknown
    from stage_contact c left join person_ref r using (source, id);
analyze contact;
insert into stage_problem (severity, code, line, source, id, found)
  select 'flagged', 'person.unknown-contact', p.line, i.source, i.id, c.unknown
    from contact c
    join stage_person p using (n)
    join stage_person_id i on i.n = p.n and i.kind = 'current'
   where c.contact_n is null
   order by p.line;

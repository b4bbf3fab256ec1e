-- Many rows into a table whose foreign keys are then checked by one statement each, instead of once for each row and key,
-- which takes as long as writing the row. From ten thousand new people on, most of them new: then there is little to look
-- through but what the run wrote itself. The account of the database must be allowed to (`docs/operations.md`), and every
-- trigger of our own on new rows must fire all the same; otherwise PostgreSQL checks row by row.
create temp table stage_many as
  select count(*) filter (where is_new) >= 10000 and count(*) filter (where is_new) > count(*) filter (where not is_new)
           and has_parameter_privilege('session_replication_role', 'SET') as many
    from plan_person;

create function pg_temp.begin_many(place regclass) returns void language plpgsql as $$
begin
  if (select many from pg_temp.stage_many)
     and not exists (select from pg_trigger where tgrelid = place and not tgisinternal and tgtype & 4 > 0 and tgenabled <> 'A')
     and not exists (select from pg_constraint where conrelid = place and contype = 'f' and cardinality(conkey) > 1) then
    set local session_replication_role = replica;
  end if;
end $$;

-- What the new rows refer to is there, and cannot go before this transaction ends: what it made itself nobody else can see,
-- the rest is locked.
-- By hashing: how many rows are the run's own PostgreSQL cannot know, and takes for few.
create function pg_temp.end_many(place regclass) returns void language plpgsql set enable_nestloop = off as $$
declare
  k record;
  missing boolean;
  others boolean;
  mine constant text := 'pg_current_xact_id()::xid';
begin
  if current_setting('session_replication_role') <> 'replica' then
    return;
  end if;
  set local session_replication_role = origin;
  for k in
    select c.conname as name, c.confrelid::regclass as parent, quote_ident(p.attname) as key,
           format('select distinct %1$I as key from %2$s where xmin = %3$s and %1$I is not null', a.attname, place, mine) as keys
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
     where c.conrelid = place and c.contype = 'f'
  loop
    for look in 1..2 loop
      execute format('select coalesce(bool_or(p.%1$s is null), false), coalesce(bool_or(p.xmin <> %2$s), false)
                        from (%3$s) k left join %4$s p on p.%1$s = k.key', k.key, mine, k.keys, k.parent) into missing, others;
      if missing then
        raise exception 'A row of % refers to one of % that is not there', place, k.parent
          using errcode = 'foreign_key_violation', constraint = k.name;
      end if;
      exit when not others or look = 2;
      -- Whoever was removing one of them is waited for, and it is looked once more.
      execute format('select from %s where %s in (%s) and xmin <> %s for key share', k.parent, k.key, k.keys, mine);
    end loop;
  end loop;
end $$;

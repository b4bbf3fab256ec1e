-- Many new rows of one statement are written to the journal in bundles: for each value of one key column a row of
-- arrays, a column of the table in each. What the journal says is the same to the letter, and is read, sealed, exported
-- and undone as before (journal.every_change); only its writing costs a fifth. Twenty memberships to a person were two
-- thirds of a first import, and half of that the journal.
--
-- Only new rows, of long operations, a thousand or more in one statement, and only of tables watched with `bundled_by`.
-- Whoever looks for one row finds its bundle by that column. A row that changes later, or goes, leaves changes of its
-- own, so a bundle need not be found by the other columns (journal.membership_bundles_of).

alter table journal.watched add column bundled_by text;
comment on column journal.watched.bundled_by is 'Key column by which many new rows are written together; empty = never';

create function journal.key_expression(watched regclass, alias text, key text[]) returns text language sql stable as $$
  -- A / inside a text of a several-column key would make two keys look alike; a number has none.
  select string_agg(format(
    case when cardinality(key) > 1 and a.atttypid not in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'uuid'::regtype, 'date'::regtype)
      then 'replace(replace(%1$s.%2$I::text, ''%%'', ''%%25''), ''/'', ''%%2F'')' else '%1$s.%2$I::text' end,
    alias, part), ' || ''/'' || ' order by place)
  from unnest(key) with ordinality as parts (part, place)
  join pg_attribute a on a.attrelid = watched and a.attname = part
$$;
comment on function journal.key_expression(regclass, text, text[]) is 'SQL that prints the key of a row: its columns joined by /';

-- Bundles ---------------------------------------------------------------------------------------------------------

create function journal.bundle(watched regclass, label text, key text[], ignored text[], bundled_by text) returns text
language plpgsql as $bundle$
declare
  name text := 'bundle_' || replace(label, '.', '_');
  reader text := 'bundled_' || replace(label, '.', '_');
  col record;
  columns_sql text;  -- as the bundle has them
  arrays_sql text;   -- the bundle's arrays, taken apart
  gathered_sql text; -- the table's columns, put together
  printed_sql text;
  branches text;
begin
  execute format('create table if not exists journal.%I (operation_id bigint not null, first_id bigint not null, school_id integer,
    ids bigint[] not null, primary key (operation_id, first_id))', name);
  execute format('comment on table journal.%I is %L', name, 'New rows of ' || label || ', many to a row; read as journal.' || reader);
  -- A column the table has no longer stays: what was sealed must read the same for ever.
  for col in
    select attname, format_type(atttypid, null) as type from pg_attribute
     where attrelid = watched and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (ignored)
  loop
    if col.attname in ('operation_id', 'first_id', 'school_id', 'ids')
       or col.type not in ('bigint', 'integer', 'smallint', 'boolean', 'text', 'date', 'uuid', 'timestamp with time zone') then
      raise exception 'Cannot bundle %: its column %', watched, col.attname using errcode = 'VM005';
    end if;
    execute format('alter table journal.%I add column if not exists %I %s', name, col.attname,
      col.type || case when col.attname = bundled_by then ' not null' else '[]' end);
  end loop;
  execute format('create index if not exists %I on journal.%I (%I)', name || '_by', name, bundled_by);
  execute format('create or replace trigger bundle_insert before insert on journal.%I for each statement execute function journal.guard_insert()', name);
  execute format('create or replace trigger bundle_update before update on journal.%I for each statement execute function journal.refuse_rewrite()', name);
  execute format('create or replace trigger bundle_delete after delete on journal.%I referencing old table as removed
    for each statement execute function journal.guard_delete()', name);
  execute format('create or replace trigger bundle_truncate before truncate on journal.%I for each statement execute function journal.refuse_rewrite()', name);
  execute format('alter table journal.%I enable always trigger bundle_insert, enable always trigger bundle_update,
    enable always trigger bundle_delete, enable always trigger bundle_truncate', name);

  -- Printed as the triggers print a row, whatever the time zone of the reader.
  select string_agg(format('%I', attname), ', ' order by attnum) filter (where attname <> bundled_by),
         string_agg(format('b.%I', attname), ', ' order by attnum) filter (where attname <> bundled_by),
         string_agg(format('%L||%s', to_json(attname::text)::text || ':', format(
           case when type in ('bigint', 'integer', 'smallint', 'boolean') then 'r.%1$I'
                when type = 'timestamp with time zone' then
                  'to_json((to_json(r.%1$I at time zone ''UTC'') #>> ''{}'') || ''+00:00'')'
                else 'to_json(r.%1$I)' end, attname)), ',' order by attnum)
    into columns_sql, arrays_sql, printed_sql
    from (select attname, attnum, replace(format_type(atttypid, null), '[]', '') as type from pg_attribute
           where attrelid = format('journal.%I', name)::regclass and attnum > 0 and not attisdropped
             and attname not in ('operation_id', 'first_id', 'school_id', 'ids')) recorded;
  execute format('create or replace view journal.%I as
    select r.id, b.operation_id, b.school_id, ''I''::"char" as kind, %L::text collate "C" as table_name,
           (%s) collate "C" as row_key, null::jsonb as before, (''{''||concat_ws('','',%s)||''}'')::jsonb as after,
           b.first_id, b.%I as bundled_by
      from journal.%I b cross join lateral (select u.*, b.%I from unnest(b.ids, %s) u (id, %s)) r',
    reader, label, journal.key_expression(watched, 'r', key), printed_sql, bundled_by, name, bundled_by, arrays_sql, columns_sql);
  execute format('comment on view journal.%I is %L', reader, 'The bundled changes of ' || label || ', one by one');

  select string_agg(format(' union all select id, operation_id, school_id, kind, table_name, row_key, before, after, first_id from journal.%I',
           relname), '' order by relname)
    into branches from pg_class
   where relnamespace = 'journal'::regnamespace and relkind = 'v' and relname like 'bundled\_%';
  execute 'create or replace view journal.every_change as
    select id, operation_id, school_id, kind, table_name, row_key, before, after, id as first_id from journal.change' || branches;
  comment on view journal.every_change is 'Every change, whether written by itself or in a bundle; first_id is that of the bundle';

  select string_agg(case when attname = bundled_by then format('r.%I', attname) else format('array_agg(r.%1$I) as %1$I', attname) end, ', ' order by attnum),
         string_agg(format('%I', attname), ', ' order by attnum)
    into gathered_sql, columns_sql
    from pg_attribute
   where attrelid = watched and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (ignored);
  return format($f$
        if exists (select from new_rows offset 999)
           and exists (select from journal.operation o where o.id = operation and o.owner_node is not null) then
          insert into journal.%1$I (operation_id, first_id, school_id, ids, %2$s)
            select operation, g.ids[1], school, g.ids, %3$s
              from (select array_agg(nextval(%4$L::regclass)) as ids, %5$s from new_rows r group by r.%6$I) g order by g.ids[1];
          return null;
        end if;$f$,
    name, columns_sql, replace(format('g.%s', columns_sql), ', ', ', g.'), pg_get_serial_sequence('journal.change', 'id'),
    gathered_sql, bundled_by);
end $bundle$;
comment on function journal.bundle is 'Makes the table and the view for bundles of a watched table; answers what its trigger does with many new rows';

drop function journal.watch(regclass, text[], text[], text[], text);
create function journal.watch(
  watched regclass, key text[], secret text[] default '{}', ignored text[] default '{}', school_column text default null,
  bundled_by text default null
) returns void language plpgsql as $watch$
declare
  place text;
  label text;
  name text;
  wrong text;
  differ_sql text;   -- whether anything differs
  row_sql text;      -- every column of row r
  before_sql text;   -- columns that differ, old side
  after_sql text;    -- columns that differ, new side
  join_sql text;
  school_sql text;   -- of row r
  schools_sql text;  -- of an updated row
  bundle_sql text;   -- writes many new rows at once
begin
  select format('%I.%I', n.nspname, c.relname), case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end
    into place, label
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = watched and c.relkind = 'r';
  if place is null then
    raise exception '% is not an ordinary table', watched using errcode = 'VM005';
  end if;
  select string_agg(asked, ', ') into wrong
    from unnest(key || secret || ignored || school_column) asked
    where asked is not null and not exists (select from pg_attribute a where a.attrelid = watched and a.attname = asked and a.attnum > 0 and not a.attisdropped);
  if wrong is not null or cardinality(key) = 0 or key && secret or key && ignored then
    raise exception 'Cannot watch %: %', watched, coalesce('no column ' || wrong, 'its key must be visible') using errcode = 'VM005';
  end if;

  insert into journal.watched (table_id, key, secret, ignored, school_column, bundled_by)
    values (watched, key, secret, ignored, school_column, bundled_by)
    on conflict (table_id) do update set key = excluded.key, secret = excluded.secret, ignored = excluded.ignored,
      school_column = excluded.school_column, bundled_by = excluded.bundled_by;
  bundle_sql := '';
  if bundled_by is not null then
    if cardinality(secret) > 0 or school_column is not null or not bundled_by = any (key) then
      raise exception 'Cannot bundle %: it has secrets or a school of its own, or % is not of its key', watched, bundled_by
        using errcode = 'VM005';
    end if;
    bundle_sql := journal.bundle(watched, label, key, ignored, bundled_by);
  end if;

  -- Columns are written out: comparing and printing them one by one is twice as fast as taking whole rows apart.
  -- Building text and casting it once is twice as fast as jsonb_build_object with jsonb_strip_nulls.
  with columns as (
    select a.attname, a.attnum,
      case
        when a.attname = any (secret) then 'case when %1$s.%2$I is not null then ''"***"'' end'
        when base.oid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'bool'::regtype) then '%1$s.%2$I'
        else 'to_json(%1$s.%2$I)'
      end as printed,
      -- "Nothing changes unseen" also when the type calls two different values equal (1.0 and 1.00, or Å and å under
      -- a collation that ignores case): text compares by its bytes, and types whose equality may be loose as images.
      case
        when base.typcategory = 'S' and base.typcollation <> 0 then 'o.%2$I collate "C" is distinct from n.%2$I collate "C"'
        when base.typtype = 'e' or base.oid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'bool'::regtype,
          'date'::regtype, 'time'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype, 'uuid'::regtype, 'bytea'::regtype)
          then 'o.%2$I is distinct from n.%2$I'
        else 'record_image_ne(row(o.%2$I), row(n.%2$I))'
      end as differs
    from pg_attribute a
    cross join lateral (
      with recursive t as (
        select y.* from pg_type y where y.oid = a.atttypid
        union all
        select y.* from t join pg_type y on t.typtype = 'd' and y.oid = t.typbasetype
      )
      select t.* from t where t.typtype <> 'd'
    ) base
    where a.attrelid = watched and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' -- follows from the other columns
      and a.attname <> all (ignored)
  ), parts as (
    select attnum, format(differs, 'o', attname) as differs,
      format('%L||%s', to_json(attname::text)::text || ':', format(printed, 'r', attname)) as one,
      format('case when %s then %L||%s end', format(differs, 'o', attname), to_json(attname::text)::text || ':', format(printed, 'o', attname)) as old,
      format('case when %s then %L||%s end', format(differs, 'o', attname), to_json(attname::text)::text || ':', format(printed, 'n', attname)) as new
    from columns
  )
  select string_agg(differs, ' or ' order by attnum),
    format('(''{''||concat_ws('','',%s)||''}'')::jsonb', string_agg(one, ',' order by attnum)),
    format('(''{''||concat_ws('','',%s)||''}'')::jsonb', string_agg(old, ',' order by attnum)),
    format('(''{''||concat_ws('','',%s)||''}'')::jsonb', string_agg(new, ',' order by attnum))
    into differ_sql, row_sql, before_sql, after_sql from parts;

  select string_agg(format('o.%1$I = n.%1$I', k), ' and ' order by i) into join_sql from unnest(key) with ordinality as keys(k, i);
  school_sql := case when school_column is null then 'school' else format('coalesce(r.%I, school)', school_column) end;
  schools_sql := case when school_column is null then 'school' else format('coalesce(n.%1$I, o.%1$I, school)', school_column) end;

  name := left(format('write_%s', replace(label, '.', '_')), 63);
  -- A cached plan would keep the row count of its first statement, and a nested loop chosen for one row would take
  -- hours for 100,000: hence enable_nestloop = off, with which one row costs the same.
  execute format($body$
    create or replace function journal.%1$I() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp set timezone = 'UTC' set enable_nestloop = off as $f$
    declare
      operation bigint;
      school integer;
    begin
      if tg_op = 'INSERT' then
        if not exists (select from new_rows) then return null; end if;
        select * into operation, school from journal.writing();
        %14$s
        insert into journal.change (operation_id, school_id, kind, table_name, row_key, after)
          select operation, %5$s, 'I', %2$L, %3$s, %4$s from new_rows r;
      elsif tg_op = 'DELETE' then
        if not exists (select from old_rows) then return null; end if;
        select * into operation, school from journal.writing();
        insert into journal.change (operation_id, school_id, kind, table_name, row_key, before)
          select operation, %5$s, 'D', %2$L, %3$s, %4$s from old_rows r;
      else
        if not exists (select from old_rows) then return null; end if;
        select * into operation, school from journal.writing();
        -- A row whose key changed finds no partner: gone under the old key, new under the new one.
        insert into journal.change (operation_id, school_id, kind, table_name, row_key, before, after)
          select operation, %6$s, case when n.%7$I is null then 'D' when o.%7$I is null then 'I' else 'U' end, %2$L,
            case when n.%7$I is null then %8$s else %9$s end, case when o.%7$I is not null then %10$s end,
            case when n.%7$I is not null then %11$s end
          from old_rows o full join new_rows n on %12$s where %13$s;
      end if;
      return null;
    end $f$ $body$,
    name, label, journal.key_expression(watched, 'r', key), row_sql, school_sql, schools_sql, key[1],
    journal.key_expression(watched, 'o', key), journal.key_expression(watched, 'n', key), before_sql, after_sql, join_sql, differ_sql,
    bundle_sql);
  execute format('comment on function journal.%I is %L', name, 'Records the changes of ' || label || '; made by journal.watch');

  execute format('create or replace trigger journal_insert after insert on %s referencing new table as new_rows for each statement execute function journal.%I()', place, name);
  execute format('create or replace trigger journal_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function journal.%I()', place, name);
  execute format('create or replace trigger journal_delete after delete on %s referencing old table as old_rows for each statement execute function journal.%I()', place, name);
  execute format('create or replace trigger journal_truncate before truncate on %s for each statement execute function journal.refuse_truncate()', place);
  -- Also in a session that plays replica, which ordinary triggers ignore.
  execute format('alter table %s enable always trigger journal_insert, enable always trigger journal_update, '
    'enable always trigger journal_delete, enable always trigger journal_truncate', place);
end $watch$;
comment on function journal.watch is 'Records every change of a table from now on. Call again (or journal.refresh) after its columns changed';

create or replace function journal.refresh() returns void language plpgsql as $$
declare
  w journal.watched;
begin
  delete from journal.watched where not exists (select from pg_class where oid = table_id);
  for w in select * from journal.watched loop
    perform journal.watch(w.table_id, w.key, w.secret, w.ignored, w.school_column, w.bundled_by);
  end loop;
end $$;

select journal.watch('membership', array['group_id', 'user_id', 'role'], bundled_by => 'group_id');

-- Which bundles may tell of a person: those of the groups the person is in, or was: whoever is no longer left a change.
create function journal.membership_bundles_of(person bigint) returns setof bigint language sql stable as $$
  select m.group_id from public.membership m where m.user_id = person
  union
  select split_part(c.row_key, '/', 1)::bigint from journal.change c
   where c.table_name = 'membership' and split_part(c.row_key, '/', 2) = person::text
$$;
comment on function journal.membership_bundles_of is 'Groups whose bundles may hold a membership of the person';

create function journal.reach_of_bundles() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.reach
    select distinct coalesce(n.school_id, g.school_id), n.operation_id
      from new_rows n left join public.groups g on g.id = n.group_id
     where coalesce(n.school_id, g.school_id) is not null
    on conflict do nothing;
  return null;
end $$;
comment on function journal.reach_of_bundles is 'An operation concerns the schools of the groups it changed the members of';
create trigger bundle_reach after insert on journal.bundle_membership referencing new table as new_rows
  for each statement execute function journal.reach_of_bundles();

create function journal.as_change(c journal.every_change) returns journal.change language sql immutable as $$
  select row(c.id, c.operation_id, c.school_id, c.kind, c.table_name, c.row_key, c.before, c.after)::journal.change
$$;
comment on function journal.as_change is 'A change as it would stand by itself, to be printed as one line';

create or replace function journal.seal_finished(at_most integer default 500) returns integer language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  due bigint[];
  link journal.seal;
  operation bigint;
begin
  -- Right under concurrent transactions, for three reasons:
  -- 1. Ids are not given in the order of commits, so the chain does not follow ids: it is the order of sealing, and
  --    an operation committed late with a low id becomes a later link. The queue holds it until then.
  -- 2. Whoever writes changes or an outcome holds a key-share lock on the operation's queue row to the end of the
  --    transaction. A row that can be locked for update here has no writer, and none can come before we commit.
  -- 3. The contents are read by later statements than the lock, whose snapshots (read committed) therefore see all
  --    that any earlier writer committed.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Sealing needs isolation level read committed' using errcode = 'VM005';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('journal.seal')) then
    return 0; -- another node is at it
  end if;
  due := array(
    select u.operation_id from journal.unsealed u join journal.operation o on o.id = u.operation_id
    where o.finished_at is not null order by u.operation_id limit at_most for update of u skip locked);
  select * into link from journal.seal order by seq desc limit 1;
  foreach operation in array due loop
    link.seq := coalesce(link.seq, 0) + 1;
    link.operation_id := operation;
    link.sealed_at := clock_timestamp();
    link.previous := coalesce(link.hash, decode(repeat('00', 32), 'hex'));
    select sha256(convert_to(journal.operation_line(o), 'UTF8')) into strict link.operation_digest
      from journal.operation o where o.id = operation;
    select count(*), sha256(coalesce(string_agg(digest, ''::bytea order by id), '')),
        coalesce(string_agg(substr(digest, 1, 4), ''::bytea order by id), '')
      into link.changes, link.changes_digest, link.fingerprints
      from (select c.id, sha256(convert_to(journal.change_line(journal.as_change(c)), 'UTF8')) as digest
        from journal.every_change c where c.operation_id = operation offset 0) d;
    link.hash := journal.link_hash(link);
    insert into journal.seal select link.*;
  end loop;
  delete from journal.unsealed where operation_id = any (due);
  return cardinality(due);
end $$;

create or replace function journal.prune(older_than timestamptz) returns bigint language plpgsql as $$
declare
  last bigint;
  through bigint;
  pruning bigint;
  bundles text;
begin
  if older_than is null or older_than > clock_timestamp() - interval '6 months' then
    raise exception 'The journal is kept for six months at least' using errcode = 'VM005';
  end if;
  perform pg_advisory_xact_lock(hashtext('journal.seal'));
  select max((message_params ->> 'through')::bigint) into last from journal.operation where event = 'journal.pruned';
  select max(seq) into through from journal.seal where sealed_at < older_than;
  if through is null or through <= coalesce(last, 0) then
    return 0;
  end if;
  -- The removal is itself an operation of the chain: that is how a verifier tells it from a theft. It is an
  -- unbroken beginning of the chain, its seals stay, and the newest head still vouches for the rest.
  pruning := journal.begin('journal.pruned', 'journal.prune', actor_name => null);
  update journal.operation set message_code = 'journal.pruned', message_params = jsonb_build_object('through', through)
    where id = pruning;
  perform set_config('vaktmester.pruning', through::text, true);
  delete from journal.answer a using journal.seal s where s.operation_id = a.operation_id and s.seq <= through;
  delete from journal.change c using journal.seal s where s.operation_id = c.operation_id and s.seq <= through;
  for bundles in select relname from pg_class
      where relnamespace = 'journal'::regnamespace and relkind = 'r' and relname like 'bundle\_%' loop
    execute format('delete from journal.%I c using journal.seal s where s.operation_id = c.operation_id and s.seq <= $1', bundles)
      using through;
  end loop;
  delete from journal.operation o using journal.seal s where s.operation_id = o.id and s.seq <= through;
  perform set_config('vaktmester.pruning', '', true);
  return through - coalesce(last, 0);
end $$;

-- A large import checks the foreign keys of the memberships it adds in one statement instead of twice a row
-- (src/server/import/memberships.ts), in a session in which only these triggers fire.
do $$
declare
  name text;
begin
  for name in select tgname from pg_trigger where tgrelid = 'membership'::regclass and not tgisinternal loop
    execute format('alter table membership enable always trigger %I', name);
  end loop;
end $$;

-- The log of a school is found by journal.reach since 0006; nothing asks this index any more, and every change paid for it.
drop index journal.change_by_school;

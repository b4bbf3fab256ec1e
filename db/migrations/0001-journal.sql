-- The journal (specification §9): every change of a domain row happens inside an operation and leaves a change.
-- The database writes the change itself and refuses one without an operation, so nothing changes unseen, not even
-- from a SQL prompt. Only a few rows per operation are written by hand; docs/decisions/0004-the-journal.md says why.
--
-- From a migration:   select journal.watch('person', '{id}', secret => '{number_cipher,number_hash}', school_column => 'school_id');
-- From a SQL prompt:  begin; select journal.begin('manual.correction', 'psql', reason => 'case 4711'); update …; commit;
--
-- Errors of our own: VM001 change without an operation, VM002 truncation, VM003 attempt to rewrite the journal,
-- VM004 the operation does not exist or is sealed, VM005 wrong use of a journal function.

create schema journal;
comment on schema journal is 'Who changed what, when and why: operations, their changes and the hash chain over both';

create table journal.operation (
  id             bigint generated always as identity primary key,
  started_at     timestamptz not null,
  recorded_at    timestamptz not null default clock_timestamp(),
  finished_at    timestamptz,
  lease_until    timestamptz,
  actor_id       bigint,
  undo_of        bigint,
  school_id      integer,
  total          integer,
  done           integer not null default 0,
  failed         integer not null default 0,
  key            uuid not null default gen_random_uuid() constraint operation_key unique,
  correlation_id uuid,
  event          text not null,
  route          text not null,
  status         text not null default 'running' check (status in ('running', 'completed', 'failed', 'held')),
  actor_name     text,
  actor_role     text,
  reason         text,
  ip             inet,
  owner_node     text,
  message_code   text,
  message_params jsonb,
  constraint operation_finished_has_time check ((finished_at is not null) = (status in ('completed', 'failed')))
) with (fillfactor = 90);

comment on table journal.operation is 'One wish of one actor: a request, a job, a command. Its changes carry its id';
comment on column journal.operation.started_at is 'By the portal''s clock, which a demo municipality can move';
comment on column journal.operation.recorded_at is 'Real time, whatever the portal''s clock says';
comment on column journal.operation.finished_at is 'By the portal''s clock; empty while running or held';
comment on column journal.operation.lease_until is 'Real time until which owner_node answers for a running operation; a later look finds its process dead';
comment on column journal.operation.actor_id is 'Person who acted; empty for the portal itself';
comment on column journal.operation.undo_of is 'The operation this one reverses';
comment on column journal.operation.school_id is 'School acted in; empty when the operation concerns the whole owner';
comment on column journal.operation.total is 'Items a long operation has to handle; empty when unknown or short';
comment on column journal.operation.done is 'Items handled so far';
comment on column journal.operation.failed is 'Items that failed so far';
comment on column journal.operation.key is 'The caller''s own key: the same wish sent twice is done once';
comment on column journal.operation.correlation_id is 'Ties the operation to request log lines and to operations it led to';
comment on column journal.operation.event is 'What happened, noun.verb, as the contract names it';
comment on column journal.operation.route is 'Contract signature or job name';
comment on column journal.operation.status is 'running, completed, failed, or held until somebody approves';
comment on column journal.operation.actor_name is 'Name as it was then, so that the log survives the person';
comment on column journal.operation.actor_role is 'Role the actor used';
comment on column journal.operation.reason is 'The actor''s own words';
comment on column journal.operation.ip is 'Address the wish came from';
comment on column journal.operation.owner_node is 'Process that runs a long operation';
comment on column journal.operation.message_code is 'Outcome in the error or text catalogue''s words';
comment on column journal.operation.message_params is 'Values for the message''s text; never personal numbers or secrets';

create index operation_by_school on journal.operation (school_id, id desc);
create index operation_by_actor on journal.operation (actor_id, id desc);
create index operation_by_correlation on journal.operation (correlation_id) where correlation_id is not null;
create index operation_unfinished on journal.operation (id) where finished_at is null;
comment on index journal.operation_by_school is 'The change log of a school, newest first';
comment on index journal.operation_by_actor is 'What one person did, newest first';
comment on index journal.operation_by_correlation is 'Everything one request led to';
comment on index journal.operation_unfinished is 'Running operations, and those a dead process left behind';

-- No foreign key to operation: it would be checked row by row, 100,000 times for one import. The trigger that writes
-- the changes has locked the operation already.
create table journal.change (
  id           bigint generated always as identity,
  operation_id bigint not null,
  school_id    integer,
  kind         "char" not null check (kind in ('I', 'U', 'D')),
  table_name   text collate "C" not null,
  row_key      text collate "C" not null,
  before       jsonb,
  after        jsonb,
  primary key (operation_id, id)
);

comment on table journal.change is 'One changed row. A column missing on one side was empty there';
comment on column journal.change.id is 'Order of writing; within an operation also the order of sealing';
comment on column journal.change.operation_id is 'The operation the change belongs to';
comment on column journal.change.school_id is 'School of the row, else of the operation';
comment on column journal.change.kind is 'I inserted, U updated, D deleted. A row whose key changed is deleted under the old and inserted under the new';
comment on column journal.change.table_name is 'Table, with its schema unless that is public';
comment on column journal.change.row_key is 'Key columns joined by /';
comment on column journal.change.before is 'D: every column that had a value; U: the columns that differ. A secret is "***"';
comment on column journal.change.after is 'I: every column that has a value; U: the columns that differ. A secret is "***"';

create index change_by_school on journal.change (school_id, operation_id, id);
create index change_by_row on journal.change (row_key, table_name);
comment on index journal.change_by_school is 'The change log of a school in the order things happened';
comment on index journal.change_by_row is 'The history of one row';

create table journal.unsealed (
  operation_id bigint primary key,
  school_id    integer
) with (fillfactor = 70);
comment on table journal.unsealed is 'Operations not sealed yet. Writers hold a key-share lock on their row, so the sealer never seals under a writer';
comment on column journal.unsealed.operation_id is 'The operation';
comment on column journal.unsealed.school_id is 'Its school, here so that a writing trigger needs one lookup only';

create table journal.seal (
  seq              bigint primary key,
  operation_id     bigint not null constraint seal_operation unique,
  sealed_at        timestamptz not null default clock_timestamp(),
  changes          integer not null,
  hash             bytea not null,
  previous         bytea not null,
  operation_digest bytea not null,
  changes_digest   bytea not null,
  fingerprints     bytea not null
);
comment on table journal.seal is 'The hash chain: one link per finished operation, without gaps in seq';
comment on column journal.seal.seq is 'Place in the chain, from 1';
comment on column journal.seal.operation_id is 'The sealed operation; its rows may be pruned later, the seal stays';
comment on column journal.seal.sealed_at is 'Real time of sealing';
comment on column journal.seal.changes is 'How many changes the operation had';
comment on column journal.seal.hash is 'journal.link_hash of the other columns but fingerprints';
comment on column journal.seal.previous is 'Hash of the link before; 32 zero bytes for the first';
comment on column journal.seal.operation_digest is 'sha256 of journal.operation_line';
comment on column journal.seal.changes_digest is 'sha256 over the sha256 of each journal.change_line in id order';
comment on column journal.seal.fingerprints is 'First four bytes of each change''s sha256, to point at the very change that was touched';

create table journal.answer (
  operation_id bigint primary key,
  status       smallint not null,
  body         jsonb,
  expires_at   timestamptz not null
);
comment on table journal.answer is 'What a caller was answered, for a repeat of the same wish; only of routes whose answer holds no secret';
comment on column journal.answer.operation_id is 'The operation that was answered';
comment on column journal.answer.status is 'HTTP status';
comment on column journal.answer.body is 'Answer as sent';
comment on column journal.answer.expires_at is 'By the portal''s clock; removed after';
create index answer_expiry on journal.answer (expires_at);
comment on index journal.answer_expiry is 'Finds answers to remove';

create table journal.watched (
  table_id      regclass primary key,
  key           text[] not null,
  secret        text[] not null,
  ignored       text[] not null,
  school_column text
);
comment on table journal.watched is 'Tables whose changes are recorded, as journal.watch was told';
comment on column journal.watched.table_id is 'The table';
comment on column journal.watched.key is 'Columns that name a row';
comment on column journal.watched.secret is 'Columns of which only the fact of change is recorded';
comment on column journal.watched.ignored is 'Columns whose changes are not recorded';
comment on column journal.watched.school_column is 'Column with the row''s school';

-- Beginning -------------------------------------------------------------------------------------------------------

create function journal.begin(
  event text, route text, started_at timestamptz default clock_timestamp(), key uuid default null,
  actor_id bigint default null, actor_name text default session_user, actor_role text default null,
  school_id integer default null, correlation_id uuid default null, reason text default null,
  ip inet default null, undo_of bigint default null
) returns bigint language plpgsql as $$
declare
  operation bigint;
begin
  -- All or nothing: if this transaction commits, the operation is completed. Writing it so at once saves the second
  -- write that marking it afterwards would cost.
  insert into journal.operation as o (event, route, started_at, finished_at, status, key, actor_id, actor_name,
      actor_role, school_id, correlation_id, reason, ip, undo_of)
    values (begin.event, begin.route, begin.started_at, begin.started_at, 'completed',
      coalesce(begin.key, gen_random_uuid()), begin.actor_id, begin.actor_name, begin.actor_role, begin.school_id,
      begin.correlation_id, begin.reason, begin.ip, begin.undo_of)
    returning o.id into operation;
  perform set_config('vaktmester.operation', operation::text, true);
  return operation;
end $$;
comment on function journal.begin is 'Begins an operation of this transaction alone; the changes of the transaction become its changes';

create function journal.enqueue_seal() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.unsealed (operation_id, school_id) values (new.id, new.school_id);
  return null;
end $$;
comment on function journal.enqueue_seal is 'Puts a new operation in the sealer''s queue';
create trigger operation_unsealed after insert on journal.operation for each row execute function journal.enqueue_seal();

create function journal.writing(out operation_id bigint, out school_id integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  operation_id := nullif(current_setting('vaktmester.operation', true), '');
  if operation_id is null then
    raise exception 'A change needs an operation: call journal.begin(event, route) first, in the same transaction'
      using errcode = 'VM001';
  end if;
  -- The lock is held to the end of the transaction and keeps the sealer away until these changes are committed.
  select u.school_id into school_id from journal.unsealed u where u.operation_id = writing.operation_id for key share;
  if not found then
    raise exception 'Operation % does not exist or is sealed', operation_id using errcode = 'VM004';
  end if;
end $$;
comment on function journal.writing is 'The operation the transaction writes under, kept open until it ends; refuses when there is none';

-- Watching --------------------------------------------------------------------------------------------------------

create function journal.refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is journalled: delete its rows instead of truncating it', tg_relid::regclass using errcode = 'VM002';
end $$;
comment on function journal.refuse_truncate is 'A truncation has no rows to record';

create function journal.key_expression(alias text, key text[]) returns text language sql immutable as $$
  -- A / inside a text of a several-column key would make two keys look alike.
  select string_agg(format(
    case when cardinality(key) > 1 then 'replace(replace(%1$s.%2$I::text, ''%%'', ''%%25''), ''/'', ''%%2F'')' else '%1$s.%2$I::text' end,
    alias, part), ' || ''/'' || ' order by place)
  from unnest(key) with ordinality as parts (part, place)
$$;
comment on function journal.key_expression is 'SQL that prints the key of a row: its columns joined by /';

create function journal.watch(
  watched regclass, key text[], secret text[] default '{}', ignored text[] default '{}', school_column text default null
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

  insert into journal.watched values (watched, key, secret, ignored, school_column)
    on conflict (table_id) do update set key = excluded.key, secret = excluded.secret, ignored = excluded.ignored,
      school_column = excluded.school_column;

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
    name, label, journal.key_expression('r', key), row_sql, school_sql, schools_sql, key[1],
    journal.key_expression('o', key), journal.key_expression('n', key), before_sql, after_sql, join_sql, differ_sql);
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

create function journal.refresh() returns void language plpgsql as $$
declare
  w journal.watched;
begin
  delete from journal.watched where not exists (select from pg_class where oid = table_id);
  for w in select * from journal.watched loop
    perform journal.watch(w.table_id, w.key, w.secret, w.ignored, w.school_column);
  end loop;
end $$;
comment on function journal.refresh is 'Watches every watched table anew. Every migration ends with it: a column added since is otherwise not recorded';

-- Guarding --------------------------------------------------------------------------------------------------------
-- Whoever owns the tables can remove a trigger; what the triggers cannot hold, the hash chain shows.

create function journal.refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'The journal is only ever added to: % of % is refused', lower(tg_op), tg_relid::regclass using errcode = 'VM003';
end $$;
comment on function journal.refuse_rewrite is 'Refuses to rewrite the journal';

create function journal.guard_insert() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'Changes are written by the triggers of journal.watch alone' using errcode = 'VM003';
  end if;
  return null;
end $$;
comment on function journal.guard_insert is 'Nobody but a watched table''s trigger writes changes';

create function journal.guard_operation() returns trigger language plpgsql as $$
begin
  if (new.id, new.started_at, new.recorded_at, new.actor_id, new.undo_of, new.school_id, new.key, new.correlation_id,
      new.event, new.route, new.actor_name, new.actor_role, new.reason, new.ip)
    is distinct from
     (old.id, old.started_at, old.recorded_at, old.actor_id, old.undo_of, old.school_id, old.key, old.correlation_id,
      old.event, old.route, old.actor_name, old.actor_role, old.reason, old.ip) then
    raise exception 'Of an operation only its progress and outcome change' using errcode = 'VM003';
  end if;
  -- The lock keeps the sealer from sealing the old version meanwhile.
  perform from journal.unsealed where operation_id = old.id for key share;
  if not found then
    raise exception 'Operation % is sealed', old.id using errcode = 'VM003';
  end if;
  return new;
end $$;
comment on function journal.guard_operation is 'Who, what, when and why stand from the beginning; the outcome stands once it is sealed';

create function journal.guard_delete() returns trigger language plpgsql as $$
declare
  through bigint := nullif(current_setting('vaktmester.pruning', true), '');
  kept bigint;
begin
  if tg_table_name = 'operation' then
    select id into kept from removed where not exists (
      select from journal.seal s where s.operation_id = id and s.seq <= through and s.sealed_at < clock_timestamp() - interval '6 months');
  else
    select operation_id into kept from (select distinct operation_id from removed) r where not exists (
      select from journal.seal s where s.operation_id = r.operation_id and s.seq <= through and s.sealed_at < clock_timestamp() - interval '6 months');
  end if;
  if kept is not null then
    raise exception 'Operation % is to be kept: only journal.prune removes, and only whole sealed operations older than six months', kept
      using errcode = 'VM003';
  end if;
  return null;
end $$;
comment on function journal.guard_delete is 'Lets nothing go but what journal.prune may remove';

create trigger operation_guard before update on journal.operation for each row execute function journal.guard_operation();
create trigger operation_delete after delete on journal.operation referencing old table as removed for each statement execute function journal.guard_delete();
create trigger operation_truncate before truncate on journal.operation for each statement execute function journal.refuse_rewrite();
create trigger change_insert before insert on journal.change for each statement execute function journal.guard_insert();
create trigger change_update before update on journal.change for each statement execute function journal.refuse_rewrite();
create trigger change_delete after delete on journal.change referencing old table as removed for each statement execute function journal.guard_delete();
create trigger change_truncate before truncate on journal.change for each statement execute function journal.refuse_rewrite();
create trigger seal_rewrite before update or delete or truncate on journal.seal for each statement execute function journal.refuse_rewrite();
alter table journal.operation enable always trigger operation_unsealed, enable always trigger operation_guard,
  enable always trigger operation_delete, enable always trigger operation_truncate;
alter table journal.change enable always trigger change_insert, enable always trigger change_update,
  enable always trigger change_delete, enable always trigger change_truncate;
alter table journal.seal enable always trigger seal_rewrite;

-- Sealing ---------------------------------------------------------------------------------------------------------
-- The lines below are what is hashed, what an export holds and what a verifier reads: one text, made in one place.
-- They stay as they are for ever. A new column gets a new line form beside the old, and the seal says which.

create function journal.utc(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
comment on function journal.utc is 'A moment as text, the same in every session';

create function journal.operation_line(o journal.operation) returns text language sql stable as $$
  select jsonb_build_object('entry', 'operation', 'id', o.id, 'event', o.event, 'route', o.route, 'key', o.key,
    'actor', o.actor_id, 'name', o.actor_name, 'role', o.actor_role, 'school', o.school_id, 'reason', o.reason,
    'ip', o.ip, 'correlation', o.correlation_id, 'undoOf', o.undo_of, 'started', journal.utc(o.started_at),
    'recorded', journal.utc(o.recorded_at), 'finished', journal.utc(o.finished_at), 'status', o.status,
    'total', o.total, 'done', o.done, 'failed', o.failed, 'message', o.message_code, 'params', o.message_params)::text
$$;
comment on function journal.operation_line is 'An operation as one line, without what only its running needs';

create function journal.change_line(c journal.change) returns text language sql stable as $$
  select jsonb_build_object('entry', 'change', 'id', c.id, 'operation', c.operation_id, 'school', c.school_id,
    'kind', c.kind, 'table', c.table_name, 'key', c.row_key, 'before', c.before, 'after', c.after)::text
$$;
comment on function journal.change_line is 'A change as one line';

create function journal.seal_line(s journal.seal) returns text language sql stable as $$
  select jsonb_build_object('entry', 'seal', 'seq', s.seq, 'operation', s.operation_id, 'sealed', journal.utc(s.sealed_at),
    'changes', s.changes, 'hash', encode(s.hash, 'hex'), 'previous', encode(s.previous, 'hex'),
    'operationDigest', encode(s.operation_digest, 'hex'), 'changesDigest', encode(s.changes_digest, 'hex'),
    'fingerprints', encode(s.fingerprints, 'hex'))::text
$$;
comment on function journal.seal_line is 'A seal as one line';

create function journal.link_hash(s journal.seal) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(' ', encode(s.previous, 'hex'), s.seq, s.operation_id, journal.utc(s.sealed_at), s.changes,
    encode(s.operation_digest, 'hex'), encode(s.changes_digest, 'hex')), 'UTF8'))
$$;
comment on function journal.link_hash is 'The hash of a link: sha256 of previous, seq, operation, time, count and digests, as text between spaces';

create function journal.seal_finished(at_most integer default 500) returns integer language plpgsql
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
      from (select c.id, sha256(convert_to(journal.change_line(c), 'UTF8')) as digest
        from journal.change c where c.operation_id = operation offset 0) d;
    link.hash := journal.link_hash(link);
    insert into journal.seal select link.*;
  end loop;
  delete from journal.unsealed where operation_id = any (due);
  return cardinality(due);
end $$;
comment on function journal.seal_finished is 'Seals finished operations, oldest first; answers how many. Called every second or so by one node';

-- Retention -------------------------------------------------------------------------------------------------------

create function journal.prune(older_than timestamptz) returns bigint language plpgsql as $$
declare
  last bigint;
  through bigint;
  pruning bigint;
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
  delete from journal.operation o using journal.seal s where s.operation_id = o.id and s.seq <= through;
  perform set_config('vaktmester.pruning', '', true);
  return through - coalesce(last, 0);
end $$;
comment on function journal.prune is 'Removes whole sealed operations older than a real moment, in a transaction of its own; answers how many';
create index operation_pruned on journal.operation (id) where event = 'journal.pruned';
comment on index journal.operation_pruned is 'How far the journal was pruned';

-- Enforcement of internet locks (issue 4): who enforces them, what each of them holds, and how it is told at once what
-- has changed. What a lock does still follows from its rows and the clock alone.

create table enforcement_point (
  id            uuid primary key default gen_random_uuid(),
  name          text not null check (length(name) between 1 and 64),
  kind          text not null check (kind in ('squid', 'other', 'simulated')),
  whole_owner   boolean not null,
  secret_cipher bytea,
  secret_set_at timestamptz,
  created_by    text not null,
  created_at    timestamptz not null,
  version       integer not null default 1,
  check ((kind = 'simulated') = (secret_cipher is null))
);
comment on table enforcement_point is 'A proxy, firewall or DNS server that enforces internet locks (docs/web-filter-protocol.md)';
comment on column enforcement_point.whole_owner is 'Serves every school; otherwise those of enforcement_point_school';
comment on column enforcement_point.secret_cipher is 'What it signs with, and we to it; none = it lives within the portal (the demo)';
create unique index enforcement_point_name on enforcement_point (lower(name));

create table enforcement_point_school (
  point_id  uuid not null references enforcement_point on delete cascade,
  school_id integer not null references school,
  primary key (point_id, school_id)
);
comment on table enforcement_point_school is 'The schools whose locks a point is told of';
create index enforcement_point_school_by_school on enforcement_point_school (school_id);

-- Whose machine stands where, as a school says it, for points and DNS servers that cannot ask people who they are.
create table machine_address (
  school_id integer not null references school,
  address   inet not null,
  user_name text not null check (user_name = lower(user_name) and length(user_name) between 1 and 256),
  primary key (school_id, address)
);
comment on table machine_address is 'An address, or a range of them, and the user name whose locks count there';

-- What points tell: facts about machines, not what people wish, so none of the three tables below is watched.
create table enforcement_state (
  point_id      uuid primary key references enforcement_point on delete cascade,
  seen_at       timestamptz not null,
  first_seen_at timestamptz not null,
  alive_since   timestamptz not null,
  reported_at   timestamptz,
  software      text,
  held_version  text,
  clock_ms      double precision,
  round_trip_ms double precision,
  refused       bigint not null default 0,
  cut           bigint not null default 0,
  cannot        text[] not null default '{}'
);
comment on table enforcement_state is 'When a point was heard of and what it told; all times are real, whatever the portal''s clock says';
comment on column enforcement_state.alive_since is 'Since when it has been heard of without a silence';
comment on column enforcement_state.clock_ms is 'The point''s own clock less real time, in milliseconds';
comment on column enforcement_state.refused is 'Requests it has refused, of everybody together: nobody is told who asked for what';

create table enforcement_holding (
  point_id uuid not null references enforcement_point on delete cascade,
  lock_id  bigint not null references internet_lock on delete cascade,
  revision text not null,
  since    timestamptz not null,
  primary key (point_id, lock_id)
);
comment on table enforcement_holding is 'Which locks a point says it holds, since when by the portal''s time';
create index enforcement_holding_by_lock on enforcement_holding (lock_id);

-- Lost in a crash, as everything older than a signature may be.
create unlogged table enforcement_nonce (
  point_id uuid not null,
  nonce    text not null,
  used_at  timestamptz not null,
  primary key (point_id, nonce)
);
comment on table enforcement_nonce is 'Signatures that were used, so that none is used twice';
create index enforcement_nonce_used on enforcement_nonce (used_at);

select journal.watch('enforcement_point', array['id'], secret => array['secret_cipher'], ignored => array['version']);
select journal.watch('enforcement_point_school', array['point_id', 'school_id'], school_column => 'school_id');
select journal.watch('machine_address', array['school_id', 'address'], school_column => 'school_id');

-- Notices --------------------------------------------------------------------------------------------------------
-- Whatever changes what a lock is, whom it reaches or what it opens says so in the transaction that changes it, with
-- the locks' ids: every node reads those again and answers the points that wait. Ordinary writes send nothing, since a
-- notice holds up other commits: only locks that are not over count, by the operation's own time.

create function enforcement_now() returns timestamptz language sql stable as $$
  select coalesce((select o.started_at from journal.operation o
                    where o.id = nullif(current_setting('vaktmester.operation', true), '')::bigint), '-infinity')
$$;
comment on function enforcement_now is 'The portal''s time of the operation under way, which a demo can move';

create function tell_locks(locks bigint[]) returns void language plpgsql as $$
declare
  said text := array_to_string(locks, ',');
begin
  if cardinality(locks) > 0 then
    -- A notice holds 8000 bytes; so many locks are read again together.
    perform pg_notify('internet_lock', case when length(said) > 7000 then 'all' else said end);
  end if;
end $$;

create function tell_of_lock() returns trigger language plpgsql as $$
begin
  perform tell_locks(array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;
create trigger tell_points after insert or update or delete on internet_lock
  for each row execute function tell_of_lock();

create function tell_of_lock_part() returns trigger language plpgsql as $$
begin
  perform tell_locks(array[case when tg_op = 'DELETE' then old.lock_id else new.lock_id end]);
  return null;
end $$;
create trigger tell_points after insert or update or delete on internet_lock_target
  for each row execute function tell_of_lock_part();
create trigger tell_points after insert or update or delete on internet_lock_package
  for each row execute function tell_of_lock_part();
create trigger tell_points after insert or update or delete on internet_lock_opening
  for each row execute function tell_of_lock_part();

create function tell_of_package() returns trigger language plpgsql as $$
begin
  perform tell_locks(array(select l.id from internet_lock_package k join internet_lock l on l.id = k.lock_id
                            where k.package_id = new.id and l.ends_at > enforcement_now() order by l.id));
  return null;
end $$;
create trigger tell_points after update on domain_package for each row
  when (old.domains is distinct from new.domains) execute function tell_of_package();

-- Everybody's pages and exam resources, or a school's.
create function tell_of_school() returns trigger language plpgsql as $$
declare
  touched integer := case when tg_op = 'DELETE' then old.school_id else new.school_id end;
begin
  perform tell_locks(array(select l.id from internet_lock l
    where l.ends_at > enforcement_now() and (touched is null or l.school_id = touched)
      and (l.exam_resources or tg_table_name <> 'exam_resource') order by l.id));
  return null;
end $$;
create trigger tell_points after insert or update or delete on always_open_page
  for each row execute function tell_of_school();
create trigger tell_points after insert or update or delete on exam_resource
  for each row execute function tell_of_school();

create function tell_over_groups(touched bigint[]) returns void language plpgsql as $$
begin
  perform tell_locks(array(
    with recursive up as (
      select unnest(touched) as id
      union
      select n.parent_id from up join group_nesting n on n.child_id = up.id
    )
    select distinct l.id from up join internet_lock_target t on t.group_id = up.id
      join internet_lock l on l.id = t.lock_id where l.ends_at > enforcement_now() order by l.id));
end $$;

create function is_any_lock() returns boolean language sql stable as $$
  select exists (select from internet_lock where ends_at > enforcement_now())
$$;

create function tell_of_membership() returns trigger language plpgsql as $$
begin
  -- Most writes of memberships are the import's, when there may be no lock at all.
  if not is_any_lock() then return null; end if;
  if tg_op = 'INSERT' then perform tell_over_groups(array(select distinct group_id from new_rows));
  elsif tg_op = 'DELETE' then perform tell_over_groups(array(select distinct group_id from old_rows));
  else
    perform tell_over_groups(array(select group_id from new_rows union select group_id from old_rows));
  end if;
  return null;
end $$;
create trigger tell_points_insert after insert on membership referencing new table as new_rows
  for each statement execute function tell_of_membership();
create trigger tell_points_update after update on membership referencing old table as old_rows new table as new_rows
  for each statement execute function tell_of_membership();
create trigger tell_points_delete after delete on membership referencing old table as old_rows
  for each statement execute function tell_of_membership();

create function tell_of_nesting() returns trigger language plpgsql as $$
begin
  if not is_any_lock() then return null; end if;
  if tg_op = 'INSERT' then perform tell_over_groups(array(select distinct parent_id from new_rows));
  else perform tell_over_groups(array(select distinct parent_id from old_rows));
  end if;
  return null;
end $$;
create trigger tell_points_insert after insert on group_nesting referencing new table as new_rows
  for each statement execute function tell_of_nesting();
create trigger tell_points_delete after delete on group_nesting referencing old table as old_rows
  for each statement execute function tell_of_nesting();

create function tell_of_group() returns trigger language plpgsql as $$
begin
  perform tell_over_groups(array[new.id]);
  return null;
end $$;
create trigger tell_points after update on groups for each row
  when ((old.archived_at is null) is distinct from (new.archived_at is null)) execute function tell_of_group();

create function tell_of_user() returns trigger language plpgsql as $$
begin
  if is_any_lock() then
    perform tell_over_groups(array(select group_id from membership where user_id = new.id));
  end if;
  return null;
end $$;
create trigger tell_points after update on users for each row
  when (lower(old.user_name) is distinct from lower(new.user_name)) execute function tell_of_user();

create function tell_of_candidates() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_locks(array(select distinct l.id from old_rows r join internet_lock_target t on t.exam_group_id = r.exam_group_id
      join internet_lock l on l.id = t.lock_id where l.ends_at > enforcement_now() order by l.id));
  else
    perform tell_locks(array(select distinct l.id from new_rows r join internet_lock_target t on t.exam_group_id = r.exam_group_id
      join internet_lock l on l.id = t.lock_id where l.ends_at > enforcement_now() order by l.id));
  end if;
  return null;
end $$;
create trigger tell_points_insert after insert on exam_candidate referencing new table as new_rows
  for each statement execute function tell_of_candidates();
create trigger tell_points_delete after delete on exam_candidate referencing old table as old_rows
  for each statement execute function tell_of_candidates();

create function tell_of_addresses() returns trigger language plpgsql as $$
begin
  perform pg_notify('machine_address', '');
  return null;
end $$;
create trigger tell_points after insert or update or delete on machine_address
  for each statement execute function tell_of_addresses();

-- A point whose schools change, or that is removed, is answered at once too.
create function tell_of_points() returns trigger language plpgsql as $$
begin
  perform pg_notify('enforcement_point', '');
  return null;
end $$;
create trigger tell_points after update or delete on enforcement_point
  for each statement execute function tell_of_points();
create trigger tell_points after insert or delete on enforcement_point_school
  for each statement execute function tell_of_points();

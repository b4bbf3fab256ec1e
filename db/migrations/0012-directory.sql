-- The directory (specification §3): what the portal wants there, what it has seen there, and where the two differ.
-- Plumbing between systems, not what people wish: apart from the differences somebody accepted, no table of it is watched.

create schema directory;

-- What changed, as fast as it can be written: only added to, so that no writer waits for another. A worker gathers
-- the marks into `due`, one row per key.
create table directory.mark (
  kind   text not null,
  key    bigint not null,
  urgent boolean not null
);

-- Keys whose state in the directory may not be the wanted one.
create table directory.due (
  kind        text not null check (kind in ('school', 'user', 'group')),
  key         bigint not null,
  -- Passwords, locks and closed accounts go before the rest.
  urgent      boolean not null default false,
  due_at      timestamptz not null,
  -- Counts up with every new mark: a worker that is done with an older one leaves the row.
  marks       integer not null default 1,
  attempts    integer not null default 0,
  not_before  timestamptz not null,
  error       text,
  error_text  text,
  failed_at   timestamptz,
  -- Set aside: not tried again before somebody asks, or the key changes.
  stopped_at  timestamptz,
  taken_until timestamptz,
  taken_by    uuid,
  number      bigint generated always as identity unique,
  primary key (kind, key)
);
comment on column directory.due.error is 'Why the last attempt failed, a code of the directory port';
comment on column directory.due.error_text is 'What the directory itself said; never a password';
create index due_next on directory.due (urgent desc, kind, not_before) where stopped_at is null;

-- Which object of the directory is whose: the portal touches no other.
create table directory.object (
  kind         text not null check (kind in ('school', 'user', 'group')),
  key          bigint not null,
  object_id    uuid not null unique,
  name         text not null,
  -- The directory was told that the password must be changed; when it no longer says so, the user has.
  must_change  boolean not null default false,
  -- The lock that was read from the directory and told to the portal.
  locked_until timestamptz,
  -- The portal's row is gone: closed at once, removed after the days of grace.
  gone_at      timestamptz,
  held_at      timestamptz,
  primary key (kind, key)
);
comment on column directory.object.object_id is 'objectGUID: stays through renames and moves';
comment on column directory.object.held_at is 'When the directory was last brought to the wanted state';
create index object_gone on directory.object (gone_at) where gone_at is not null;

-- What differs although nothing is due: somebody changed the directory itself.
create table directory.drift (
  id       bigint generated always as identity primary key,
  kind     text not null check (kind in ('school', 'user', 'group')),
  key      bigint not null,
  field    text not null,
  -- For members: the member in question, by object id.
  member   text not null default '',
  name     text not null,
  wanted   text,
  observed text,
  found_at timestamptz not null,
  unique (kind, key, field, member)
);
create index drift_found on directory.drift (found_at desc, id);

-- Differences somebody accepted. Each holds as long as the directory says what it said then.
create table directory_exception (
  id          bigint generated always as identity primary key,
  object_kind text not null check (object_kind in ('school', 'user', 'group')),
  object_key  bigint not null,
  field       text not null,
  member      text not null default '',
  observed    text,
  accepted_at timestamptz not null,
  accepted_by text not null,
  unique (object_kind, object_key, field, member)
);

-- How things stand with the directory. One row.
create table directory.state (
  id              boolean primary key default true check (id),
  kind            text not null default 'none' check (kind in ('none', 'simulated', 'ad')),
  address         text,
  base            text,
  features        jsonb not null default '{}',
  connected_at    timestamptz,
  -- While the directory cannot be reached at all, no key is blamed for it.
  error           text,
  error_text      text,
  error_at        timestamptz,
  retry_at        timestamptz,
  seen_through    text,
  seen_at         timestamptz,
  sweep_asked_at  timestamptz,
  sweep_from      timestamptz,
  sweep_done      integer not null default 0,
  sweep_total     integer,
  sweep_until     timestamptz,
  swept_at        timestamptz,
  swept_ms        integer,
  swept_objects   integer,
  swept_strangers integer,
  day             date
);
comment on column directory.state.seen_through is 'How far the directory''s own changes have been read';
comment on column directory.state.swept_strangers is 'Objects under our place that are not of the portal; it leaves them alone';
comment on column directory.state.day is 'The day whose memberships the directory has: they begin and end by the calendar';
insert into directory.state default values;

-- Marks -----------------------------------------------------------------------------------------------------------

create function directory.mark_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into directory.mark select 'user', id, false from new_rows;
  elsif tg_op = 'DELETE' then
    insert into directory.mark select 'user', id, true from old_rows;
  else
    insert into directory.mark
      select 'user', n.id,
             (o.deactivated, o.unlocked_at, o.must_change_password, o.expires_on)
               is distinct from (n.deactivated, n.unlocked_at, n.must_change_password, n.expires_on)
        from new_rows n join old_rows o on o.id = n.id
       where (o.user_name, o.first_name, o.last_name, o.title, o.department, o.email, o.mobile_phone, o.description,
              o.role, o.primary_school_id, o.expires_on, o.deactivated, o.must_change_password, o.unlocked_at)
         is distinct from
             (n.user_name, n.first_name, n.last_name, n.title, n.department, n.email, n.mobile_phone, n.description,
              n.role, n.primary_school_id, n.expires_on, n.deactivated, n.must_change_password, n.unlocked_at);
  end if;
  return null;
end $$;

create function directory.mark_passwords() returns trigger language plpgsql as $$
begin
  insert into directory.mark select 'user', user_id, true from new_rows where cipher is not null;
  return null;
end $$;

create function directory.mark_schools() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into directory.mark select 'school', id, false from old_rows;
  elsif tg_op = 'INSERT' then
    insert into directory.mark select 'school', id, false from new_rows;
  else
    insert into directory.mark select 'school', n.id, false from new_rows n join old_rows o on o.id = n.id
     where (o.code, o.name, o.closed_at is null) is distinct from (n.code, n.name, n.closed_at is null);
  end if;
  return null;
end $$;

create function directory.mark_groups() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into directory.mark select 'group', id, false from old_rows;
  elsif tg_op = 'INSERT' then
    insert into directory.mark select 'group', id, false from new_rows;
  else
    insert into directory.mark select 'group', n.id, false from new_rows n join old_rows o on o.id = n.id
     where (o.name, o.display_name, o.description, o.email, o.school_id, o.type, o.visible_in_address_lists, o.archived_at is null)
       is distinct from
           (n.name, n.display_name, n.description, n.email, n.school_id, n.type, n.visible_in_address_lists, n.archived_at is null);
  end if;
  return null;
end $$;

create function directory.mark_memberships() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into directory.mark select distinct 'group', group_id, false from old_rows;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into directory.mark select distinct 'group', group_id, false from new_rows;
  end if;
  return null;
end $$;

create function directory.mark_nestings() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into directory.mark select distinct 'group', parent_id, false from old_rows;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into directory.mark select distinct 'group', parent_id, false from new_rows;
  end if;
  return null;
end $$;

do $$
declare
  watched record;
begin
  for watched in select * from (values ('users', 'mark_users'), ('school', 'mark_schools'), ('groups', 'mark_groups'),
      ('membership', 'mark_memberships'), ('group_nesting', 'mark_nestings')) w (place, marks) loop
    execute format('create trigger directory_insert after insert on %I referencing new table as new_rows
      for each statement execute function directory.%I()', watched.place, watched.marks);
    execute format('create trigger directory_update after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function directory.%I()', watched.place, watched.marks);
    execute format('create trigger directory_delete after delete on %I referencing old table as old_rows
      for each statement execute function directory.%I()', watched.place, watched.marks);
  end loop;
end $$;
create trigger directory_insert after insert on account_password referencing new table as new_rows
  for each statement execute function directory.mark_passwords();
create trigger directory_update after update on account_password referencing new table as new_rows
  for each statement execute function directory.mark_passwords();

-- Whoever was here before the directory was thought of.
insert into directory.mark select 'school', id, false from school;
insert into directory.mark select 'user', id, false from users;
insert into directory.mark select 'group', id, false from groups;

-- The simulated directory -----------------------------------------------------------------------------------------
-- Another system, played in the same database: nothing of the portal reads or writes it but its connector.

create schema simulated_directory;
create sequence simulated_directory.usn;

create table simulated_directory.object (
  id            uuid primary key default gen_random_uuid(),
  kind          text not null check (kind in ('school', 'user', 'group')),
  name          text not null,
  fields        jsonb not null,
  lockout_at    timestamptz,
  password_set_at timestamptz,
  usn           bigint not null default nextval('simulated_directory.usn'),
  removed       boolean not null default false
);
create unique index object_name on simulated_directory.object (kind, lower(name)) where not removed;
create index object_usn on simulated_directory.object (usn);

create table simulated_directory.member (
  group_id  uuid not null references simulated_directory.object on delete cascade,
  member_id uuid not null references simulated_directory.object on delete cascade,
  primary key (group_id, member_id)
);
create index member_of on simulated_directory.member (member_id);

-- What a superadmin may make it do in the demo. One row.
create table directory_simulation (
  id           boolean primary key default true check (id),
  delay_ms     integer not null default 0 check (delay_ms between 0 and 10000),
  fail_percent integer not null default 0 check (fail_percent between 0 and 100),
  unreachable  boolean not null default false
);
insert into directory_simulation default values;

-- Journalled, unlike the rest: people accept differences and set the simulation.
select journal.watch('directory_exception', array['id']);
select journal.watch('directory_simulation', array['id']);
